package sites

import (
	"fmt"
	"math/big"
	"slices"
)

// draw is Count of First, …, First + N − 1 by removal, or Groups of such lists.
type draw struct {
	N      num   `json:"n,omitzero"`
	Count  num   `json:"count,omitzero"`
	Groups num   `json:"groups,omitzero"` // one list if not given
	First  int64 `json:"first,omitempty"`
	Sorted bool  `json:"sorted,omitempty"` // lists are sets
	ofNumbers
}

func (*draw) kind() string { return "draw" }

func (m *draw) evaluate(r *run) error {
	n, count := r.num(&m.N), r.num(&m.Count)
	if m.Groups.given() {
		r.group = int(count)
	}
	for range r.num(&m.Groups) {
		from := len(r.out)
		if err := m.remove(r, n, count, m.First, r.value); err != nil {
			return err
		}
		if m.Sorted {
			slices.Sort(r.out[from:])
		}
	}
	return nil
}

// remove appends count of first, …, first + n − 1: each number picks the place of one, which
// is removed. Steps write it.
func (m *ofNumbers) remove(r *run, n, count uint64, first int64, write func(int64) string) error {
	r.list = r.list[:0]
	for i := range int64(n) {
		r.list = append(r.list, first+i)
	}
	for range count {
		i, err := m.numbers.below(r, uint64(len(r.list)))
		if err != nil {
			return err
		}
		r.out = append(r.out, r.list[i])
		if r.tracing {
			last := &r.steps[len(r.steps)-1]
			last.Text += fmt.Sprintf(" = %d, the place in what is left", i)
			last.Value = write(r.list[i])
		}
		r.list = slices.Delete(r.list, int(i), int(i)+1)
	}
	return nil
}

func (m *draw) possible(r *run) possible {
	count := int(r.num(&m.Count))
	p := possible{low: m.First, high: m.First + int64(r.num(&m.N)) - 1, count: count, distinct: true, set: m.Sorted}
	if m.Groups.given() {
		p.group, p.count = count, count*int(r.num(&m.Groups))
	}
	return p
}

func (m *draw) odds(r *run, d *Distribution) bool {
	n, count := r.num(&m.N), r.num(&m.Count)
	t := Marginal{What: "each value drawn", Each: int(count * r.num(&m.Groups)), Draw: int(count), From: int(n)}
	share := big.NewRat(1, int64(count))
	for element := range n {
		p := m.drawn(r, n, count, element)
		v := m.First + int64(element)
		t.Classes = append(t.Classes, Class{r.value(v), v, v, p.Mul(p, share)})
	}
	d.Marginals = []Marginal{t}
	return true
}

// drawn returns the probability that an element is drawn. It follows it through the draw:
// its place in the list moves when one before it is removed.
func (m *draw) drawn(r *run, n, count, element uint64) *big.Rat {
	at := zeros(n) // the probability that it is left, at this place
	at[element].SetInt64(1)
	drawn := new(big.Rat)
	for step := range count {
		size := n - step
		next := zeros(size - 1)
		for i := range size {
			if at[i].Sign() == 0 {
				continue
			}
			from, after := m.numbers.atLeast(r, size, i), m.numbers.atLeast(r, size, i+1)
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
	return drawn
}

func (*draw) explain(k digestKind) string {
	return k.explain() + "Each number says which of the values that are left is drawn."
}

func (m *draw) asks() demand {
	return demand{below: true, even: true, several: m.Count.many() || m.Groups.many()}
}

func (m *draw) shapes() []string { return fieldsOf(&m.N, &m.Count, &m.Groups) }

func (m *draw) parameters(d *definition, add func(string, bool)) {
	add("map.kind", true)
	add("map.n", m.N.given())
	add("map.count", m.Count.chosen())
	add("map.groups", m.Groups.given())
	add("map.first", m.First != 0 || d.Form.whole())
}

// least is the least value of a draw, which a table replaces by its pay.
type least struct {
	N     num `json:"n,omitzero"`
	Count num `json:"count,omitzero"`
	payTable
}

func (*least) kind() string { return "least" }

func (m *least) evaluate(r *run) error {
	place := func(v int64) string { return fmt.Sprint(v) } // not a result
	if err := m.remove(r, r.num(&m.N), r.num(&m.Count), 0, place); err != nil {
		return err
	}
	first := slices.Min(r.out)
	r.out = append(r.out[:0], first)
	if r.tracing {
		r.step("number", "the least of these", place(first))
	}
	m.lookUp(r)
	return nil
}

func (m *least) possible(*run) possible { return possible{count: 1, pays: m.paying()} }

func (m *least) odds(r *run, d *Distribution) bool {
	_, table := m.row(r, 0)
	d.atLeast = func(v int64) *big.Rat {
		k, _ := slices.BinarySearch(table, v)
		return m.atLeast(r, uint64(k))
	}
	d.Marginals = []Marginal{r.classes(d, m.allPays(r), table[len(table)-1], 1)}
	return true
}

// atLeast returns the probability that the least is k or more: no number picks one of the
// first k places.
func (m *least) atLeast(r *run, k uint64) *big.Rat {
	p := big.NewRat(1, 1)
	for step := range r.num(&m.Count) {
		size := r.num(&m.N) - step
		p.Mul(p, m.numbers.atLeast(r, size, min(k, size)))
	}
	return p
}

func (*least) explain(k digestKind) string {
	return k.explain() + "Each number says which of the places that are left is drawn, and the lowest of all decides."
}

func (m *least) asks() demand { return demand{below: true, even: true, several: m.Count.many()} }

func (m *least) shapes() []string { return append(fieldsOf(&m.N, &m.Count), m.By...) }

func (m *least) parameters(_ *definition, add func(string, bool)) {
	add("map.kind", true)
	add("map.n", m.N.given())
	add("map.count", m.Count.chosen())
	m.payTable.parameters(add)
}
