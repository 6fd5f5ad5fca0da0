package sites

import (
	"fmt"
	"math/big"
	"slices"
)

// sums is Count values, each First plus the sum of Of numbers below N; or, with Each, Count
// lists of a value for each of its members, below that.
type sums struct {
	N      num     `json:"n,omitzero"`
	Count  num     `json:"count,omitzero"` // 1 if not given
	Of     num     `json:"of,omitzero"`    // 1 if not given
	First  int64   `json:"first,omitempty"`
	Each   []int64 `json:"each,omitempty"`
	Sorted bool    `json:"sorted,omitempty"` // the values are a set
	payTable
}

func (*sums) kind() string { return "sums" }

func (m *sums) evaluate(r *run) error {
	of := r.num(&m.Of)
	r.group = len(m.Each)
	for range r.num(&m.Count) {
		for i := range max(len(m.Each), 1) {
			n := m.n(r, i)
			sum, across := m.First, uint64(0)
			var err error
			if m.Across > 0 {
				if across, err = r.plan.numbers.below(r, uint64(m.Across)); err != nil {
					return err
				}
			}
			for range of {
				v, err := r.plan.numbers.below(r, n)
				if err != nil {
					return err
				}
				sum += int64(v)
			}
			r.out = append(r.out, sum*max(m.Across, 1)+int64(across))
		}
	}
	m.lookUp(r)
	if m.Sorted {
		slices.Sort(r.out)
		slices.Sort(r.places)
	}
	return nil
}

// n is what the numbers of the value at place i of a list are below.
func (m *sums) n(r *run, i int) uint64 {
	if m.Each != nil {
		return uint64(m.Each[i])
	}
	return r.num(&m.N)
}

// most is the greatest of these.
func (m *sums) most(r *run) uint64 {
	if m.Each != nil {
		return uint64(slices.Max(m.Each))
	}
	return r.num(&m.N)
}

func (m *sums) possible(r *run) possible {
	p := possible{low: m.First, high: m.high(r), count: int(r.num(&m.Count)), set: m.Sorted, pays: m.paying()}
	if m.Each != nil {
		p.group = len(m.Each)
		p.count *= p.group
	}
	return p
}

// high is the highest sum.
func (m *sums) high(r *run) int64 { return m.First + int64((m.most(r)-1)*r.num(&m.Of)) }

func (m *sums) odds(r *run, d *Distribution) bool {
	n := m.most(r)
	if r.plan.numbers.atLeast(r, n, 0) == nil {
		return false
	}
	d.atLeast = m.atLeast(r, n)
	if m.Each != nil {
		d.atLeast = m.eachAtLeast(r)
	}
	high := m.high(r)
	var cuts []int64
	switch {
	case m.Table != nil:
		cuts = m.allPays(r)
		high = cuts[len(cuts)-1]
	case n > manyValues:
		cuts = span(m.First, high, int64(n)/1000)
	default:
		cuts = span(m.First, high, 1)
	}
	d.Marginals = []Marginal{r.classes(d, cuts, high, m.possible(r).count)}
	return true
}

// atLeast returns the probability of a value of v or more, as a function of v.
func (m *sums) atLeast(r *run, n uint64) func(int64) *big.Rat {
	of := r.num(&m.Of)
	if of == 1 && m.Table == nil {
		return func(v int64) *big.Rat {
			return r.plan.numbers.atLeast(r, n, uint64(min(max(v, m.First)-m.First, int64(n))))
		}
	}
	if m.Steps != nil {
		return func(v int64) *big.Rat { return m.stepsAtLeast(r, n, v) }
	}
	sum := r.sumOf(n, of)
	_, table := m.row(r, 0)
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

// eachAtLeast returns the probability of a value of v or more, on average of those of a list.
func (m *sums) eachAtLeast(r *run) func(v int64) *big.Rat {
	return func(v int64) *big.Rat {
		total := new(big.Rat)
		for _, n := range m.Each {
			total.Add(total, r.plan.numbers.atLeast(r, uint64(n), uint64(min(max(v-m.First, 0), n))))
		}
		return total.Mul(total, big.NewRat(1, int64(len(m.Each))))
	}
}

// sumOf returns the distribution of the sum of so many numbers below n.
func (r *run) sumOf(n, of uint64) []*big.Rat {
	one := make([]*big.Rat, n)
	for i := range one {
		one[i] = r.plan.numbers.atLeast(r, n, uint64(i))
		one[i].Sub(one[i], r.plan.numbers.atLeast(r, n, uint64(i)+1))
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
	return sum
}

func (m *sums) explain(n numberKind) string { return n.explain() }

func (m *sums) several() bool {
	return m.Count.many() || m.Of.many() || len(m.Each) > 1 || m.Across > 0
}

func (m *sums) asks() demand {
	return demand{below: true, even: m.N.Field != "" || m.N.Value%2 == 0, several: m.several()}
}

func (m *sums) shapes() []string { return append(fieldsOf(&m.N, &m.Count, &m.Of), m.By...) }

func (m *sums) parameters(d *definition, add func(string, bool)) {
	add("map.kind", m.several() && m.N.Value < 1e6)
	add("map.n", m.N.given())
	add("map.count", m.Count.chosen())
	add("map.of", m.Of.given())
	add("map.each", m.Each != nil)
	add("map.first", m.First != 0 || m.Table == nil && d.Form.whole())
	m.payTable.parameters(add)
}

// chosen reports whether the scheme, not the bet, has a number above 1.
func (n *num) chosen() bool { return n.many() && (n.Field == "" || n.By != nil) }

// A payTable replaces each value by what stands there.
type payTable struct {
	Table map[string][]int64 `json:"table,omitempty"` // the keys are the texts of the fields By
	By    []string           `json:"by,omitempty"`    // joined by a space
	Turns []string           `json:"turns,omitempty"` // the keys of the values in turn end with a space and these
	// how many entries the table has for each step: a number below this, before those of the value, says which
	Across int64              `json:"across,omitempty"`
	Steps  map[string][]int64 `json:"steps,omitempty"` // a value is first replaced by how many of these, but the first, aren't above it
}

// lookUp replaces values by what the table has for them.
func (t *payTable) lookUp(r *run) {
	if t.Table == nil {
		return
	}
	for i, v := range r.out {
		steps, table := t.row(r, i)
		if steps != nil {
			v = t.entry(stepOf(steps, v/max(t.Across, 1)), v%max(t.Across, 1))
		}
		r.places, r.out[i] = append(r.places, v), table[v]
		if r.tracing {
			r.step("result", fmt.Sprintf("entry %d of the table", v), r.form(table[v]))
		}
	}
}

// row returns the steps and the table of the value at place i.
func (t *payTable) row(r *run, i int) (steps, table []int64) {
	r.key = r.key[:0]
	for i, field := range t.By {
		if i > 0 {
			r.key = append(r.key, ' ')
		}
		r.key = append(r.key, r.values[r.plan.index(field)]...)
	}
	if len(t.Turns) > 0 {
		r.key = append(append(r.key, ' '), t.Turns[i%len(t.Turns)]...)
	}
	return t.Steps[string(r.key)], t.Table[string(r.key)]
}

// entry is the place in the table of a step and of which of its entries.
func (t *payTable) entry(step, which int64) int64 { return step*max(t.Across, 1) + which }

// stepOf returns the place of the last step that isn't above v.
func stepOf(steps []int64, v int64) int64 {
	i, found := slices.BinarySearch(steps, v)
	if !found {
		i--
	}
	return int64(i)
}

// paying returns the table, or nil if there is none.
func (t *payTable) paying() *payTable {
	if t.Table == nil {
		return nil
	}
	return t
}

// allPays are the different entries, in ascending order.
func (t *payTable) allPays(r *run) []int64 {
	var all []int64
	for i := range max(1, len(t.Turns)) {
		_, table := t.row(r, i)
		all = append(all, table...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// stepsAtLeast adds up the steps that lead to v or more: for values in turn, on average.
func (t *payTable) stepsAtLeast(r *run, n uint64, v int64) *big.Rat {
	turns := max(1, len(t.Turns))
	total := new(big.Rat)
	for turn := range turns {
		steps, table := t.row(r, turn)
		for i, low := range steps {
			share := t.shareAtLeast(r, table, int64(i), v)
			p := r.plan.numbers.atLeast(r, n, uint64(low))
			if i+1 < len(steps) {
				p.Sub(p, r.plan.numbers.atLeast(r, n, uint64(steps[i+1])))
			}
			total.Add(total, p.Mul(p, share))
		}
	}
	return total.Mul(total, big.NewRat(1, int64(turns)))
}

// shareAtLeast is the probability that of a step's entries one of v or more counts.
func (t *payTable) shareAtLeast(r *run, table []int64, step, v int64) *big.Rat {
	share := new(big.Rat)
	for which := range max(t.Across, 1) {
		if table[t.entry(step, which)] < v {
			continue
		}
		if t.Across == 0 {
			return big.NewRat(1, 1)
		}
		n, i := uint64(t.Across), uint64(which)
		share.Add(share, r.plan.numbers.atLeast(r, n, i))
		share.Sub(share, r.plan.numbers.atLeast(r, n, i+1))
	}
	return share
}

func (t *payTable) parameters(add func(string, bool)) {
	add("map.table", t.Table != nil)
	add("map.steps", t.Steps != nil)
	add("map.across", t.Across != 0)
}
