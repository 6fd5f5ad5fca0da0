// Package keno is a game in which ten of forty numbers are drawn, and the player has picked
// some of them beforehand.
package keno

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/games/game"
	"github.com/squaredeal/squaredeal/seedrng"
)

const (
	numbers  = 40
	drawn    = 10
	maxPicks = 10
)

// tables are what hits pay, from none to all, by the number of picks.
var tables = map[int][]int64{
	1:  {0, 394},
	2:  {0, 146, 730},
	3:  {0, 0, 410, 3500},
	4:  {0, 0, 195, 800, 11000},
	5:  {0, 0, 0, 530, 3300, 65000},
	6:  {0, 0, 0, 281, 1100, 10000, 310000},
	7:  {0, 0, 0, 207, 490, 3100, 44000, 1000000},
	8:  {0, 0, 0, 0, 569, 1700, 15000, 320000, 1000000},
	9:  {0, 0, 0, 0, 400, 800, 5200, 70000, 1000000, 1000000},
	10: {0, 0, 0, 0, 0, 1142, 3000, 28000, 580000, 1000000, 1000000},
}

// Game is the game.
type Game struct{}

// Name returns keno.
func (Game) Name() string { return "keno" }

// Announce returns the tables, by the number of picks, from 1 on.
func (Game) Announce() any {
	type table struct {
		Hits   []int64  `json:"hits"`
		Return *big.Rat `json:"return"`
	}
	all := make([]table, maxPicks)
	for i := range all {
		all[i] = table{tables[i+1], bet{picks: make([]int, i+1)}.Return()}
	}
	return all
}

// A bet is on numbers, ascending from 1.
type bet struct {
	game.Simple
	picks []int
}

// Parse reads numbers such as "3 17 22".
func (Game) Parse(terms string) (game.Terms, error) {
	words := strings.Split(terms, " ")
	if len(words) > maxPicks {
		return nil, game.Malformed("there are 1 to %d picks", maxPicks)
	}
	var b bet
	for _, word := range words {
		n, err := game.Number(word)
		if err != nil {
			return nil, err
		}
		if n < 1 || n > numbers || b.picks != nil && int(n) <= b.picks[len(b.picks)-1] {
			return nil, game.Malformed("picks are ascending, from 1 to %d", numbers)
		}
		b.picks = append(b.picks, int(n))
	}
	return b, nil
}

// Random returns any picks.
func (Game) Random(intN func(n int) int) string {
	var picks []int
	for range 1 + intN(maxPicks) {
		if n := 1 + intN(numbers); !slices.Contains(picks, n) {
			picks = append(picks, n)
		}
	}
	slices.Sort(picks)
	return join(picks)
}

func join(numbers []int) string {
	words := make([]string, len(numbers))
	for i, n := range numbers {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, " ")
}

func (b bet) pays(hits int) int64 { return tables[len(b.picks)][hits] }

func (b bet) Most() int64 { return b.pays(len(b.picks)) }

// Return sums up the hits, each with its probability, by the hypergeometric distribution.
func (b bet) Return() *big.Rat {
	picks := int64(len(b.picks))
	sum := new(big.Int)
	for hits := range picks + 1 {
		ways := new(big.Int).Binomial(drawn, hits)
		ways.Mul(ways, new(big.Int).Binomial(numbers-drawn, picks-hits))
		sum.Add(sum, ways.Mul(ways, big.NewInt(b.pays(int(hits)))))
	}
	of := new(big.Int).Binomial(numbers, picks)
	return new(big.Rat).SetFrac(sum, of.Mul(of, big.NewInt(game.One)))
}

// Play draws.
func (b bet) Play(_ []string, stream *seedrng.Stream) (game.Outcome, error) {
	ten, hits := stream.Distinct(numbers, drawn), 0
	for i := range ten {
		ten[i]++
		if slices.Contains(b.picks, ten[i]) {
			hits++
		}
	}
	return game.Settled(join(ten), b.pays(hits)), nil
}
