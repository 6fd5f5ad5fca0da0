package sites

import (
	"math/big"
	"slices"
)

// shuffle is the first Count of First, …, First + N − 1 after swaps from the last place on.
type shuffle struct {
	N       num   `json:"n,omitzero"`
	Count   num   `json:"count,omitzero"`
	First   int64 `json:"first,omitempty"`
	Sorted  bool  `json:"sorted,omitempty"`  // the list is a set
	Wrap    int64 `json:"wrap,omitempty"`    // values are taken mod this
	Forward bool  `json:"forward,omitempty"` // from the first place on
	Place   bool  `json:"place,omitempty"`   // the place is the cursor
	ofNumbers
	dealer dealer // if there are no numbers
}

func (*shuffle) kind() string { return "shuffle" }

func (m *shuffle) takes(k digestKind) bool {
	if d, ok := k.(dealer); ok && d.deals(&m.N, &m.Count) {
		m.dealer = d
		return true
	}
	return m.ofNumbers.takes(k)
}

func (m *shuffle) evaluate(r *run) error {
	n, count := r.num(&m.N), r.num(&m.Count)
	if err := m.deal(r, n, count); err != nil {
		return err
	}
	for _, v := range r.list[:count] {
		if m.Wrap > 0 {
			v %= m.Wrap
		}
		r.out = append(r.out, v)
	}
	if m.Sorted {
		slices.Sort(r.out)
	}
	return nil
}

// deal makes the list, and shuffles it.
func (m *shuffle) deal(r *run, n, count uint64) error {
	if m.dealer != nil {
		return m.dealer.deal(r, n, m.First)
	}
	r.list = r.list[:0]
	for i := range int64(n) {
		r.list = append(r.list, m.First+i)
	}
	for step := uint64(0); step+1 < n; step++ {
		i, base := n-1-step, uint64(0)
		if m.Forward {
			i, base = step, step
			if step >= count {
				break // the first places are final
			}
		}
		if m.Place {
			r.cursor = i
		}
		j, err := m.numbers.below(r, n-step)
		if err != nil {
			return err
		}
		r.list[i], r.list[base+j] = r.list[base+j], r.list[i]
	}
	return nil
}

func (m *shuffle) possible(r *run) possible {
	p := possible{low: m.First, high: m.First + int64(r.num(&m.N)) - 1, count: int(r.num(&m.Count)), distinct: true, set: m.Sorted}
	if m.Wrap > 0 {
		p.high, p.distinct = m.Wrap-1, false
	}
	return p
}

// odds: rejection makes all orders equally likely.
func (m *shuffle) odds(r *run, d *Distribution) bool {
	if m.dealer != nil && !m.dealer.even() {
		return false
	}
	n, count := int64(r.num(&m.N)), int(r.num(&m.Count))
	t := Marginal{What: "each value drawn", Each: count, Draw: count, From: int(n)}
	if m.Wrap > 0 {
		n = m.Wrap
	}
	for v := m.First; v < m.First+n; v++ {
		t.Classes = append(t.Classes, Class{r.value(v), v, v, big.NewRat(1, n)})
	}
	d.Marginals = []Marginal{t}
	return true
}

func (m *shuffle) explain(k digestKind) string {
	if m.dealer != nil {
		return k.explain()
	}
	return k.explain() + "The numbers say which places of a list are swapped, one swap after another; the result is the " +
		"beginning of the shuffled list."
}

func (m *shuffle) asks() demand {
	return demand{below: true, even: true, several: m.Count.many(), placed: m.Place}
}

func (m *shuffle) shapes() []string { return fieldsOf(&m.N, &m.Count) }

func (m *shuffle) parameters(d *definition, add func(string, bool)) {
	dealt := m.dealer != nil
	_, one := m.dealer.(*byte100) // which deals one number of cards from one deck
	add("map.kind", !dealt)
	add("map.n", m.N.given() && !one)
	add("map.count", m.Count.chosen() && !one)
	add("map.first", m.First != 0 || d.Form.whole())
	add("map.wrap", m.Wrap != 0)
	add("map.forward", !dealt)
	add("map.place", m.Place)
}
