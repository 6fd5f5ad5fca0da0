// Package limbo is a game in which a multiplier is drawn that must reach the player's target.
package limbo

import (
	"math/big"
	"strconv"

	"github.com/squaredeal/squaredeal/examples/internal/games/game"
	"github.com/squaredeal/squaredeal/seedrng"
)

// Targets are least to most, in hundredths.
const (
	least = 101
	most  = 1_000_000
)

// A target t draws one of fineness·t numbers, of which edge win: that is 99/t, and each pays t/100.
// So every bet returns exactly 99/100 of its stake.
const (
	fineness = 1000
	edge     = 99 * fineness
)

// Game is the game.
type Game struct{}

// Name returns limbo.
func (Game) Name() string { return "limbo" }

// Announce returns the targets.
func (Game) Announce() any {
	return struct {
		Least  int64    `json:"least"`
		Most   int64    `json:"most"`
		Return *big.Rat `json:"return"`
	}{least, most, bet{}.Return()}
}

// A bet is on a target.
type bet struct {
	game.Simple
	target int64
}

// Parse reads a target.
func (Game) Parse(terms string) (game.Terms, error) {
	target, err := game.Number(terms)
	if err != nil {
		return nil, err
	}
	if target < least || target > most {
		return nil, game.Malformed("a target is %d to %d", least, most)
	}
	return bet{target: target}, nil
}

// Random returns a target, low ones more often.
func (Game) Random(intN func(n int) int) string {
	top := [...]int{200, 1000, 10_000, most}[intN(4)]
	return strconv.Itoa(least + intN(top-least+1))
}

func (b bet) Most() int64 { return b.target }

func (b bet) Return() *big.Rat { return big.NewRat(99, 100) }

// Play draws a number and turns it into a multiplier.
func (b bet) Play(_ []string, stream *seedrng.Stream) (game.Outcome, error) {
	m := b.multiplier(int64(stream.IntN(int(fineness * b.target))))
	pays := int64(0)
	if m >= b.target {
		pays = b.target
	}
	return game.Settled(strconv.FormatInt(m, 10), pays), nil
}

// multiplier returns what a number from 0 to fineness·target−1 stands for. It is at least the
// target for the numbers below edge, and for no others; of all numbers, about 99/m give m or more.
func (b bet) multiplier(number int64) int64 {
	return max(game.One, edge*b.target/(number+1))
}
