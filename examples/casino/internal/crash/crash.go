// Package crash has the rules of crash: one multiplier for all players rises until it crashes,
// at a point that a hash chain has fixed (package commit). Whoever is out before is paid the
// stake times the multiplier of that moment. All of it is integers: amounts and multipliers in
// hundredths, times in milliseconds, so that casino, audit and browser agree to the last bit.
package crash

import (
	"cmp"
	"fmt"
	"math/big"
	"regexp"
	"strconv"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/internal/games"
)

const (
	// Least is the least multiplier that pays, and Most the greatest: whoever is left is out then.
	Least, Most = 1_01, 1000_00
	// Doubling is the time in which the multiplier doubles.
	Doubling = 10_000

	outcomes = 10_000_000_000_000_000 // 10¹⁶, equally likely
	edgeless = 99 * outcomes          // a hundred less the edge in percent, times outcomes
)

// Point returns the multiplier at which a round crashes: the recipe of commit/SPEC.md, section
// 7.3, with the value of the beacon's round that was named with the chain's anchor.
func Point(round commit.Round, beacon [32]byte) int64 {
	return pointOf(round.Stream(append([]byte("crash "), beacon[:]...)).Uint64N(outcomes) + 1)
}

// pointOf is the point of an outcome, 1 to outcomes.
func pointOf(outcome uint64) int64 {
	return int64(min(max(1_00, edgeless/outcome), Most))
}

// At returns the multiplier at a time after the start. After d whole doublings and a share x
// of the next one it is 2^d · (3 + 2x + x²)/3, rounded down: a parabola within one percent of
// 2^x for each doubling, which meet without a bend.
func At(elapsed int64) int64 {
	const d = Doubling
	elapsed = min(max(elapsed, 0), 11*d)
	whole, rest := elapsed/d, elapsed%d
	return (100 << whole) * (3*d*d + 2*d*rest + rest*rest) / (3 * d * d)
}

// Reach returns the first time at which the multiplier is that or more, for up to Most + 1.
func Reach(multiplier int64) int64 {
	low, high := int64(0), int64(11*Doubling)
	for low < high {
		if middle := (low + high) / 2; At(middle) >= multiplier {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return low
}

// End returns the time at which a round with this point ends: the first at which the
// multiplier is beyond it.
func End(point int64) int64 { return Reach(point + 1) }

// A Bet is one on a round. Target is the multiplier at which it is cashed out if that isn't
// done by hand before; 0 is none but Most.
type Bet struct{ Stake, Target int64 }

var betText = regexp.MustCompile(`^crash (?:([1-9]\d{2,5}) )?for ([1-9]\d{0,5})$`)

// ParseBet reads the text of a bet: “crash for S” or “crash T for S”, in hundredths.
func ParseBet(text string) (Bet, error) {
	m := betText.FindStringSubmatch(text)
	if m == nil {
		return Bet{}, fmt.Errorf("%w: %.100q isn't a bet on crash", games.ErrMalformed, text)
	}
	var b Bet
	b.Stake, _ = strconv.ParseInt(m[2], 10, 64)
	if m[1] != "" {
		b.Target, _ = strconv.ParseInt(m[1], 10, 64)
	}
	switch {
	case b.Stake%games.Coin != 0 || b.Stake < games.MinStake || b.Stake > games.MaxStake:
		return Bet{}, fmt.Errorf("%w: a stake is %d to %d, in steps of %d", games.ErrMalformed, games.MinStake, games.MaxStake, games.Coin)
	case b.Target != 0 && (b.Target < Least || b.Target > Most):
		return Bet{}, fmt.Errorf("%w: a target is %d to %d", games.ErrMalformed, Least, Most)
	}
	return b, nil
}

// MaxWin returns the most that a bet may pay.
func (b Bet) MaxWin() int64 { return b.pays(cmp.Or(b.Target, Most)) }

func (b Bet) pays(multiplier int64) int64 { return b.Stake / 100 * multiplier }

// Out returns the multiplier at which a bet is out, if its round gets that far. Cashed is when
// that was done by hand, nil if it wasn't; before the multiplier is Least, it counts as done
// then.
func (b Bet) Out(cashed *int64) int64 {
	out := cmp.Or(b.Target, Most)
	if cashed != nil {
		out = min(out, max(At(*cashed), Least))
	}
	return out
}

// An Outcome is how a round has ended.
type Outcome struct {
	Point  int64 // at which it crashed
	Lapsed bool  // nobody ran it for a while
	Void   bool  // its chain was given up
}

// Paid returns what a bet is paid in a round with this outcome. One that is void gives all
// stakes back, and one that lapsed those of bets without a target that nobody cashed out.
func (b Bet) Paid(cashed *int64, o Outcome) int64 {
	switch out := b.Out(cashed); {
	case o.Void:
		return b.Stake
	case out <= o.Point:
		return b.pays(out)
	case o.Lapsed && b.Target == 0 && cashed == nil:
		return b.Stake
	}
	return 0
}

// Return returns the share of its stake that a bet returns on average if it is cashed out at a
// multiplier: it is less than 99 % by less than 10⁻¹².
func Return(multiplier int64) *big.Rat {
	reached := new(big.Rat).SetFrac64(edgeless/multiplier, outcomes)
	return reached.Mul(reached, big.NewRat(multiplier, 100))
}
