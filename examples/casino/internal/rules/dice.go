package rules

import (
	"fmt"
	"strings"

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

// A Choice is a number of winning rolls, and what they pay, in hundredths of the stake.
// The multiplier is an integer and stakes are hundreds, so that nothing is rounded.
type Choice struct {
	Wins       int64 `json:"wins"`
	Multiplier int64 `json:"multiplier"`
}

// Choices returns all choices, the likeliest first.
func Choices() (all []Choice) {
	for wins := int64(maxWins); wins > 0; wins-- {
		if edge%wins == 0 {
			all = append(all, Choice{wins, edge / wins})
		}
	}
	return all
}

type dice struct {
	over bool // the highest rolls win, not the lowest
	wins int64
}

func parseDice(text string) (dice, error) {
	side, wins, _ := strings.Cut(text, " ")
	if side != "under" && side != "over" {
		return dice{}, malformed("dice are bet under or over, not %q", side)
	}
	n, err := number(wins)
	if err != nil {
		return dice{}, err
	}
	if n < 1 || n > maxWins || edge%n != 0 {
		return dice{}, malformed("no bet on %d of %d rolls has an exact price", n, Rolls)
	}
	return dice{side == "over", n}, nil
}

func (d dice) play(stake int64, stream *seedrng.Stream) Outcome {
	roll := int64(stream.IntN(Rolls))
	paid := d.pays(roll, stake)
	return Outcome{Received: []string{fmt.Sprintf("%d pays %d", roll, paid)}, Paid: paid}
}

func (d dice) pays(roll, stake int64) int64 {
	if d.over {
		roll = Rolls - 1 - roll
	}
	if roll >= d.wins {
		return 0
	}
	return d.most(stake)
}

// most is what a win pays.
func (d dice) most(stake int64) int64 { return stake / Coin * (edge / d.wins) }
