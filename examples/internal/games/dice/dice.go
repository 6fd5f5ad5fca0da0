// Package dice is a game in which one of 10,000 rolls is drawn, and the lowest or the highest
// of them win.
package dice

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/games/game"
	"github.com/squaredeal/squaredeal/seedrng"
)

const (
	// Rolls is the number of results of a roll, which are 0 to Rolls-1.
	Rolls = 10_000
	// edge makes a win pay edge/wins hundredths of the stake. A bet returns
	// wins/Rolls · edge/wins/100 = 99/100 of its stake, exactly.
	edge    = 99 * Rolls
	maxWins = 9000 // pays 1.10
)

// Game is the game.
type Game struct{}

// Name returns dice.
func (Game) Name() string { return "dice" }

// A choice is a number of winning rolls, and what they pay. Multipliers are integers, so
// that nothing is rounded.
type choice struct {
	Wins       int64 `json:"wins"`
	Multiplier int64 `json:"multiplier"`
}

// choices returns all choices, the likeliest first.
func choices() (all []choice) {
	for wins := int64(maxWins); wins > 0; wins-- {
		if edge%wins == 0 {
			all = append(all, choice{wins, edge / wins})
		}
	}
	return all
}

// Announce returns the choices.
func (Game) Announce() any {
	return struct {
		Rolls   int64    `json:"rolls"`
		Return  *big.Rat `json:"return"`
		Choices []choice `json:"choices"`
	}{Rolls, bet{}.Return(), choices()}
}

// A bet is on the lowest rolls, or on the highest.
type bet struct {
	game.Simple
	over bool // the highest rolls win, not the lowest
	wins int64
}

// Parse reads terms such as "under 4950".
func (Game) Parse(terms string) (game.Terms, error) {
	side, wins, _ := strings.Cut(terms, " ")
	if side != "under" && side != "over" {
		return nil, game.Malformed("dice are bet under or over, not %q", side)
	}
	n, err := game.Number(wins)
	if err != nil {
		return nil, err
	}
	if n < 1 || n > maxWins || edge%n != 0 {
		return nil, game.Malformed("no bet on %d of %d rolls has an exact price", n, Rolls)
	}
	return bet{over: side == "over", wins: n}, nil
}

// Random returns any terms.
func (Game) Random(intN func(n int) int) string {
	all := choices()
	return [...]string{"under ", "over "}[intN(2)] + strconv.FormatInt(all[intN(len(all))].Wins, 10)
}

func (b bet) Most() int64 { return edge / b.wins }

func (b bet) Return() *big.Rat { return big.NewRat(99, 100) }

// Play rolls.
func (b bet) Play(_ []string, stream *seedrng.Stream) (game.Outcome, error) {
	roll := int64(stream.IntN(Rolls))
	return game.Settled(strconv.FormatInt(roll, 10), b.pays(roll)), nil
}

// pays returns what a roll pays.
func (b bet) pays(roll int64) int64 {
	if b.over {
		roll = Rolls - 1 - roll
	}
	if roll >= b.wins {
		return 0
	}
	return b.Most()
}
