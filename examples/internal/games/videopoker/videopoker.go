// Package videopoker is video poker: five cards are dealt, the player holds some, and the others
// are replaced.
package videopoker

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"sync"

	"github.com/squaredeal/squaredeal/examples/internal/faces"
	"github.com/squaredeal/squaredeal/examples/internal/games/game"
	"github.com/squaredeal/squaredeal/examples/internal/videopoker"
	"github.com/squaredeal/squaredeal/seedrng"
)

const (
	deckSize = 52
	handSize = 5
)

// Game is the game.
type Game struct{}

// Name returns poker.
func (Game) Name() string { return "poker" }

// A row of a pay table pays so many times the stake.
type row struct {
	Name string `json:"name"`
	Pays int64  `json:"pays"`
}

type announced struct {
	Table  string   `json:"table"`
	Name   string   `json:"name"`
	Return *big.Rat `json:"return"` // if it is played best
	Rows   []row    `json:"rows"`
}

// Announce returns the pay tables.
func (Game) Announce() any {
	var tables []announced
	for _, t := range videopoker.Tables {
		a := announced{Table: t.Short, Name: t.Name, Return: returns()[t.Short]}
		for _, r := range t.Rows {
			a.Rows = append(a.Rows, row{r.Name, r.Pays})
		}
		tables = append(tables, a)
	}
	return tables
}

// returns are those of the pay tables.
var returns = sync.OnceValue(func() map[string]*big.Rat {
	analyzer, all := videopoker.NewAnalyzer(), make(map[string]*big.Rat)
	for _, t := range videopoker.Tables {
		a := analyzer.Analyze(t)
		paid := int64(0)
		for _, l := range a.Lines {
			paid += l.Pays * l.Combinations
		}
		all[t.Short] = big.NewRat(paid, a.Totals.Combinations)
	}
	return all
})

// A bet is one on a pay table.
type bet struct{ videopoker.PayTable }

// Parse reads the name of a pay table.
func (Game) Parse(terms string) (game.Terms, error) {
	t, ok := videopoker.Lookup(terms)
	if !ok {
		return nil, game.Malformed("no pay table is called %q", terms)
	}
	return bet{t}, nil
}

// Random returns the name of any pay table.
func (Game) Random(intN func(n int) int) string {
	return videopoker.Tables[intN(len(videopoker.Tables))].Short
}

func (b bet) Most() (multiplier int64) {
	for _, r := range b.Rows {
		multiplier = max(multiplier, r.Pays*game.One)
	}
	return multiplier
}

func (b bet) Return() *big.Rat { return new(big.Rat).Set(returns()[b.Short]) }

func (b bet) AtOnce() bool { return false }

// Play deals five cards and, once the player says which to hold, replaces the others.
func (b bet) Play(steps []string, stream *seedrng.Stream) (game.Outcome, error) {
	ten := stream.Distinct(deckSize, 2*handSize)
	dealt, rest := ten[:handSize:handSize], ten[handSize:]
	outcome := game.Outcome{Received: []string{faces.Join(dealt)}}
	if len(steps) == 0 {
		return outcome, nil
	}
	if len(steps) > 1 {
		return game.Outcome{}, game.Malformed("a hand of poker is drawn once")
	}
	held, err := parseHold(steps[0])
	if err != nil {
		return game.Outcome{}, err
	}
	final := slices.Clone(dealt)
	for i := range final {
		if held>>i&1 == 0 {
			final[i], rest = rest[0], rest[1:]
		}
	}
	outcome.Received = append(outcome.Received, faces.Join(final))
	outcome.Over, outcome.Multiplier = true, game.One*b.Row(videopoker.Evaluate(hand(final))).Pays
	return outcome, nil
}

// hand converts cards for package videopoker, which numbers them alike.
func hand(numbers []int) (h [handSize]uint8) {
	for i := range h {
		h[i] = uint8(numbers[i])
	}
	return h
}

// RandomStep returns any hold.
func (b bet) RandomStep(_ []string, intN func(n int) int) string {
	return formatHold(uint8(intN(1 << handSize)))
}

// parseHold reads the word hold and positions from 1 to 5 in ascending order, as a mask: bit
// 0 is the first card.
func parseHold(text string) (mask uint8, err error) {
	for m := range uint8(1 << handSize) {
		if formatHold(m) == text {
			return m, nil
		}
	}
	return 0, game.Malformed("%q doesn't say what to hold", text)
}

// formatHold is the inverse of [parseHold].
func formatHold(mask uint8) string {
	var text strings.Builder
	text.WriteString("hold")
	for i := range handSize {
		if mask>>i&1 == 1 {
			fmt.Fprintf(&text, " %d", i+1)
		}
	}
	return text.String()
}
