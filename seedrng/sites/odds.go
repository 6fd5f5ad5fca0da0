package sites

import (
	"fmt"
	"math/big"
	"slices"
)

// A Distribution is the exact distribution of a game's results, if the bytes that they
// are made of are uniform, and given that they don't run out ([ErrExhausted]).
type Distribution struct {
	Tables []Table  // what to count; the classes of each have all of the probability
	Unit   int64    // how many units of values make 1
	Pays   string   // as in Game
	Return *big.Rat // where Pays is "is": the mean of what a bet of 1 pays

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
// "reaches": v·P(result ≥ v). It is nil for other games.
func (d *Distribution) ReturnAt(v int64) *big.Rat {
	if d.Pays != paysReached || d.atLeast == nil {
		return nil
	}
	p := d.atLeast(v)
	return p.Mul(p, big.NewRat(v, d.Unit))
}

// A Table is the distribution of each value of a result.
type Table struct {
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
	if s.game.def.Numbers.Kind == byWindow53 {
		return nil, fmt.Errorf("%w: this scheme has no known exact odds", ErrUnknown)
	}
	return r.odds(), nil
}

// manyValues is how many values a table lists one by one.
const manyValues = 20_000

func (r *run) odds() *Distribution {
	g := r.plan.game
	m := &g.def.Map
	d := &Distribution{Pays: g.Pays, Unit: g.def.Form.unit()}
	n, count := r.num(&m.N), r.num(&m.Count)
	switch m.Kind {
	case mapSums:
		d.atLeast = r.sumsAtLeast(m, n)
		low, high := m.First, m.First+int64((n-1)*r.num(&m.Of))
		var cuts []int64
		switch {
		case m.Table != nil:
			for i := range max(1, len(m.Turns)) {
				_, table := r.table(m, i)
				cuts = append(cuts, table...)
			}
			slices.Sort(cuts)
			cuts = slices.Compact(cuts)
			high = cuts[len(cuts)-1]
		case n > manyValues:
			cuts = span(low, high, int64(n)/1000)
		default:
			cuts = span(low, high, 1)
		}
		d.Tables = []Table{r.classes(d, cuts, high, int(count))}
	case mapDraw:
		d.Tables = []Table{r.drawTable(m, n, count, r.num(&m.Groups))} // one group if none are given
	case mapShuffle:
		d.Tables = []Table{r.shuffleTable(m, n, count)}
	case mapLeast:
		_, table := r.table(m, 0)
		d.atLeast = func(v int64) *big.Rat {
			k, _ := slices.BinarySearch(table, v)
			return r.leastAtLeast(n, count, uint64(k))
		}
		d.Tables = []Table{r.classes(d, slices.Compact(slices.Clone(table)), table[len(table)-1], 1)}
	case mapInverse, mapInverse52, mapBustabit1:
		d.atLeast = r.inverseAtLeast(m)
		high := m.Max
		if high == 0 {
			high = infinite
		}
		d.Tables = []Table{r.classes(d, inverseCuts(m, d.Unit, high), high, int(count))}
	case mapPercent:
		d.atLeast = func(v int64) *big.Rat {
			first := search(1<<16, func(sum uint64) bool { return percentOf(sum) >= v })
			return ratio(1<<16-first, 1<<16)
		}
		d.Tables = []Table{r.classes(d, span(0, 100_00, 1), 100_00, 1)}
	}
	if d.Pays == paysResult {
		d.Return = new(big.Rat)
		for _, c := range d.Tables[0].Classes {
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

// inverseCuts are where the classes of a multiplier begin.
func inverseCuts(m *mapping, unit, high int64) []int64 {
	cuts := []int64{m.Min}
	for _, hundredths := range []int64{
		100, 101, 102, 105, 110, 115, 120, 130, 140, 150, 175, 200, 250, 300, 400, 500, 700, 1000, 1500, 2000, 3000, 5000,
		100_00, 200_00, 500_00, 1000_00, 10_000_00, 100_000_00, 1_000_000_00,
	} {
		if v := hundredths * unit / 100; v > m.Min && v < high {
			cuts = append(cuts, v)
		}
	}
	if high == infinite && m.Digits == 0 {
		return cuts
	}
	return append(cuts, high)
}

// classes has a class from each cut to before the next one. The last ends at high.
func (r *run) classes(d *Distribution, cuts []int64, high int64, each int) Table {
	t := Table{What: "the result", Each: each}
	if each > 1 {
		t.What = fmt.Sprintf("each of the %d values", each)
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
		if r.plan.game.def.Map.Table != nil {
			end = low
		}
		name := r.form(low)
		switch {
		case end >= infinite-1 && low < end:
			name += " and more"
		case end > low:
			name += " to " + r.form(end)
		}
		t.Classes = append(t.Classes, Class{name, low, end, p})
	}
	return t
}

func (r *run) sumsAtLeast(m *mapping, n uint64) func(int64) *big.Rat {
	of := r.num(&m.Of)
	if of == 1 && m.Table == nil {
		return func(v int64) *big.Rat { return r.numberAtLeast(n, uint64(min(max(v, m.First)-m.First, int64(n)))) }
	}
	if m.Steps != nil {
		return func(v int64) *big.Rat { return r.stepsAtLeast(m, n, v) }
	}
	// The distribution of the sum, number by number.
	one := make([]*big.Rat, n)
	for i := range one {
		one[i] = r.numberAtLeast(n, uint64(i))
		one[i].Sub(one[i], r.numberAtLeast(n, uint64(i)+1))
	}
	sum := []*big.Rat{big.NewRat(1, 1)}
	for range of {
		next := make([]*big.Rat, len(sum)+len(one)-1)
		for i := range next {
			next[i] = new(big.Rat)
		}
		for i, p := range sum {
			for j, q := range one {
				next[i+j].Add(next[i+j], new(big.Rat).Mul(p, q))
			}
		}
		sum = next
	}
	_, table := r.table(m, 0)
	return func(v int64) *big.Rat {
		total := new(big.Rat)
		for i, p := range sum {
			value := m.First + int64(i)
			if table != nil {
				value = table[i]
			}
			if value >= v {
				total.Add(total, p)
			}
		}
		return total
	}
}

// stepsAtLeast adds up the steps that lead to v or more: for values in turn, on average.
func (r *run) stepsAtLeast(m *mapping, n uint64, v int64) *big.Rat {
	turns := max(1, len(m.Turns))
	total := new(big.Rat)
	for turn := range turns {
		steps, table := r.table(m, turn)
		for i, low := range steps {
			if table[i] < v {
				continue
			}
			p := r.numberAtLeast(n, uint64(low))
			if i+1 < len(steps) {
				p.Sub(p, r.numberAtLeast(n, uint64(steps[i+1])))
			}
			total.Add(total, p)
		}
	}
	return total.Mul(total, big.NewRat(1, int64(turns)))
}

// drawTable follows each element through a draw: its place in the list moves when one
// before it is removed.
func (r *run) drawTable(m *mapping, n, count, groups uint64) Table {
	t := Table{What: "each value drawn", Each: int(count * groups), Draw: int(count), From: int(n)}
	share := big.NewRat(1, int64(count))
	for element := range n {
		at := make([]*big.Rat, n) // the probability that it is left, at this place
		for i := range at {
			at[i] = new(big.Rat)
		}
		at[element].SetInt64(1)
		drawn := new(big.Rat)
		for step := range count {
			size := n - step
			next := make([]*big.Rat, size-1)
			for i := range next {
				next[i] = new(big.Rat)
			}
			for i := range size {
				if at[i].Sign() == 0 {
					continue
				}
				from, after := r.numberAtLeast(size, i), r.numberAtLeast(size, i+1)
				before := new(big.Rat).Sub(big.NewRat(1, 1), from) // a place before it is picked
				if i > 0 {
					next[i-1].Add(next[i-1], before.Mul(before, at[i]))
				}
				drawn.Add(drawn, from.Sub(from, after).Mul(from, at[i]))
				if i < size-1 {
					next[i].Add(next[i], after.Mul(after, at[i]))
				}
			}
			at = next
		}
		v := m.First + int64(element)
		t.Classes = append(t.Classes, Class{r.form(v), v, v, drawn.Mul(drawn, share)})
	}
	return t
}

// shuffleTable: rejection makes all orders equally likely.
func (r *run) shuffleTable(m *mapping, n, count uint64) Table {
	t := Table{What: "each value drawn", Each: int(count), Draw: int(count), From: int(n)}
	values := int64(n)
	if m.Wrap > 0 {
		values = m.Wrap
	}
	for v := m.First; v < m.First+values; v++ {
		t.Classes = append(t.Classes, Class{r.form(v), v, v, big.NewRat(1, values)})
	}
	return t
}

// leastAtLeast returns the probability that the least of count drawn from 0 … n − 1 is k
// or more: no number picks one of the first k places.
func (r *run) leastAtLeast(n, count, k uint64) *big.Rat {
	p := big.NewRat(1, 1)
	for step := range count {
		p.Mul(p, r.numberAtLeast(n-step, min(k, n-step)))
	}
	return p
}

// search returns the first of 0 … n − 1 that is ok, n if none is. Those after it are ok
// too.
func search(n uint64, ok func(uint64) bool) uint64 {
	low := uint64(0)
	for low < n {
		if i := low + (n-low)/2; ok(i) {
			n = i
		} else {
			low = i + 1
		}
	}
	return low
}

// inverseAtLeast counts the numbers whose result is v or more. The result never falls as
// the number, or its complement, rises, so that one search finds the first.
func (r *run) inverseAtLeast(m *mapping) func(int64) *big.Rat {
	if m.Kind == mapInverse {
		const total = 1 << 32 // words
		return func(v int64) *big.Rat {
			first := search(total, func(i uint64) bool {
				if m.Divisor != divFalling {
					i = total - 1 - i
				}
				return m.inverse(m.part(uint32(i))) >= v
			})
			return ratio(total-first, total)
		}
	}
	digestBits := uint(8 * r.plan.bytes.size())
	all := new(big.Int).Lsh(big.NewInt(1), digestBits)
	return func(v int64) *big.Rat {
		if v <= m.Min {
			return big.NewRat(1, 1)
		}
		first := search(two52, func(h uint64) bool { return m.top52(h) >= v })
		// Digests from first·2^(bits − 52) on reach v, without the multiples of Mod.
		from := new(big.Int).Lsh(new(big.Int).SetUint64(first), digestBits-52)
		reach := new(big.Int).Sub(all, from)
		if m.Mod > 0 {
			mod, one := big.NewInt(m.Mod), big.NewInt(1)
			multiples := func(below *big.Int) *big.Int { // ⌈below/mod⌉
				q := new(big.Int).Add(below, mod)
				return q.Div(q.Sub(q, one), mod)
			}
			reach.Sub(reach, new(big.Int).Sub(multiples(all), multiples(from)))
		}
		return new(big.Rat).SetFrac(reach, all)
	}
}
