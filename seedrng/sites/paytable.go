package sites

import (
	"fmt"
	"math/big"
	"slices"
)

// A payTable replaces each value by what stands there.
type payTable struct {
	Table map[string][]int64 `json:"table,omitempty"` // the keys are the texts of the fields By
	By    []string           `json:"by,omitempty"`    // joined by a space
	Turns []string           `json:"turns,omitempty"` // the keys of the values in turn end with a space and these
	// how many entries the table has for each step: a number below this, before those of the value, says which
	Across int64              `json:"across,omitempty"`
	Steps  map[string][]int64 `json:"steps,omitempty"` // a value is first replaced by how many of these, but the first, aren't above it
	ofNumbers
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
			r.step("result", fmt.Sprintf("entry %d of the table", v), r.value(table[v]))
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
			p := t.numbers.atLeast(r, n, uint64(low))
			if i+1 < len(steps) {
				p.Sub(p, t.numbers.atLeast(r, n, uint64(steps[i+1])))
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
		share.Add(share, t.numbers.atLeast(r, n, i))
		share.Sub(share, t.numbers.atLeast(r, n, i+1))
	}
	return share
}

func (t *payTable) parameters(add func(string, bool)) {
	add("map.table", t.Table != nil)
	add("map.steps", t.Steps != nil)
	add("map.across", t.Across != 0)
}
