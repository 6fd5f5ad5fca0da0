package sites

import (
	"fmt"
	"math/big"

	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Distribution is the exact distribution of a game's results, if the bytes that they
// are made of are uniform, and given that they don't run out ([ErrExhausted]).
type Distribution struct {
	Marginals []Marginal // what to count; the classes of each have all of the probability
	Unit      int64      // how many units of values make 1
	Pays      Payout     // as in Game
	Return    *big.Rat   // where Pays is [PaysResult]: the mean of what a bet of 1 pays

	atLeast func(int64) *big.Rat
}

// AtLeast returns the probability that a value is v or more, in the units of
// [Result.Values]: of the only value of a game's results, or of each. It is nil for
// games whose values are places of a draw.
func (d *Distribution) AtLeast(v int64) *big.Rat {
	if d.atLeast == nil {
		return nil
	}
	return d.atLeast(v)
}

// ReturnAt returns the mean of what a bet of 1 on the multiplier v pays, where Pays is
// [PaysReached]: v·P(result ≥ v). It is nil for other games.
func (d *Distribution) ReturnAt(v int64) *big.Rat {
	if d.Pays != PaysReached || d.atLeast == nil {
		return nil
	}
	p := d.atLeast(v)
	return p.Mul(p, big.NewRat(v, d.Unit))
}

// A Marginal is the distribution of each value of a result by itself.
type Marginal struct {
	What    string  // "the result", "each of the 5 values"
	Classes []Class // in ascending order, apart; the probabilities add up to 1
	Each    int     // how many values a result has
	Draw    int     // of these, so many at a time are drawn, without replacement,
	From    int     // from so many; 0 if all are independent
}

// A Class is a range of values.
type Class struct {
	Name      string // as results are written: "28.07", "1.10 to 1.19", "QS"
	Low, High int64  // both belong to it
	P         *big.Rat
}

// Odds returns the exact distribution of a game's results. It needs the fields of the bet
// whose Shapes is set. The error is that of [Replay], or an [ErrUnknown] if the
// scheme's odds aren't known.
func Odds(site, game string, bet Bet) (*Distribution, error) {
	s, err := find(site, game)
	if err != nil {
		return nil, err
	}
	r := newRun(s)
	if err := r.load(bet, true); err != nil {
		return nil, err
	}
	if d := r.odds(); d != nil {
		return d, nil
	}
	return nil, wrap.Errorf(ErrUnknown, "this scheme has no known exact odds")
}

// manyValues is how many values a Marginal lists one by one.
const manyValues = 20_000

func (r *run) odds() *Distribution {
	g := r.plan.game
	d := &Distribution{Pays: g.Pays, Unit: g.def.Form.unit()}
	if !r.plan.mapping.odds(r, d) {
		return nil
	}
	if d.Pays == PaysResult {
		d.Return = new(big.Rat)
		for _, c := range d.Marginals[0].Classes {
			d.Return.Add(d.Return, new(big.Rat).Mul(c.P, big.NewRat(c.Low, d.Unit)))
		}
	}
	return d
}

// span returns low, low + step, … up to high.
func span(low, high, step int64) []int64 {
	var cuts []int64
	for v := low; v <= high; v += step {
		cuts = append(cuts, v)
	}
	return cuts
}

// classes has a class from each cut to before the next one. The last ends at high.
func (r *run) classes(d *Distribution, cuts []int64, high int64, each int) Marginal {
	m := Marginal{What: "the result", Each: each}
	if each > 1 {
		m.What = fmt.Sprintf("each of the %d values", each)
	}
	for i, low := range cuts {
		end, p := high, d.atLeast(low)
		if i+1 < len(cuts) {
			end = cuts[i+1] - 1
			p.Sub(p, d.atLeast(cuts[i+1]))
		}
		if p.Sign() == 0 {
			continue
		}
		if r.plan.mapping.possible(r).pays != nil {
			end = low
		}
		name := r.value(low)
		switch {
		case end >= infinite-1 && low < end:
			name += " and more"
		case end > low:
			name += " to " + r.value(end)
		}
		m.Classes = append(m.Classes, Class{name, low, end, p})
	}
	return m
}
