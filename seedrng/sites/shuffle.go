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
}

func (*shuffle) kind() string { return "shuffle" }

func (m *shuffle) evaluate(r *run) error {
	n, count := r.num(&m.N), r.num(&m.Count)
	if cards, ok := r.plan.numbers.(*byte100); ok {
		return cards.deal(r, n, count)
	}
	if sort, ok := r.plan.numbers.(*rotations); ok {
		sort.arrange(r, n, m.First)
	} else if err := m.swaps(r, n, count); err != nil {
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

// swaps makes the list, and shuffles it.
func (m *shuffle) swaps(r *run, n, count uint64) error {
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
		j, err := r.plan.numbers.below(r, n-step)
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
	if _, ok := r.plan.numbers.(*rotations); ok {
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

func (*shuffle) explain(n numberKind) string {
	if whole(n) {
		return n.explain()
	}
	return n.explain() + "The numbers say which places of a list are swapped, one swap after another; the result is the " +
		"beginning of the shuffled list."
}

// whole reports whether the numbers arrange the list by themselves.
func whole(n numberKind) bool {
	switch n.(type) {
	case *byte100, *rotations:
		return true
	}
	return false
}

func (m *shuffle) asks() demand {
	return demand{below: true, even: true, several: m.Count.many(), placed: m.Place}
}

func (m *shuffle) shapes() []string { return fieldsOf(&m.N, &m.Count) }

func (m *shuffle) parameters(d *definition, add func(string, bool)) {
	dealt := whole(d.Numbers.numberKind)
	add("map.kind", !dealt)
	add("map.n", m.N.given())
	add("map.count", m.Count.chosen())
	add("map.first", m.First != 0 || d.Form.whole())
	add("map.wrap", m.Wrap != 0)
	add("map.forward", !dealt)
	add("map.place", m.Place)
}
