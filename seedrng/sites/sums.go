package sites

import (
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
				if across, err = m.numbers.below(r, uint64(m.Across)); err != nil {
					return err
				}
			}
			for range of {
				v, err := m.numbers.below(r, n)
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
	if m.numbers.atLeast(r, n, 0) == nil {
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
			return m.numbers.atLeast(r, n, uint64(min(max(v, m.First)-m.First, int64(n))))
		}
	}
	if m.Steps != nil {
		return func(v int64) *big.Rat { return m.stepsAtLeast(r, n, v) }
	}
	sum := m.sumOf(r, n, of)
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
			total.Add(total, m.numbers.atLeast(r, uint64(n), uint64(min(max(v-m.First, 0), n))))
		}
		return total.Mul(total, big.NewRat(1, int64(len(m.Each))))
	}
}

// sumOf returns the distribution of the sum of so many numbers below n.
func (m *sums) sumOf(r *run, n, of uint64) []*big.Rat {
	one := make([]*big.Rat, n)
	for i := range one {
		one[i] = m.numbers.atLeast(r, n, uint64(i))
		one[i].Sub(one[i], m.numbers.atLeast(r, n, uint64(i)+1))
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

func (m *sums) explain(k digestKind) string { return k.explain() }

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
