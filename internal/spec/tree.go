package spec

// kept returns the indices i of the values x_i that are kept after r of n rounds. It
// plays the rounds of SPEC.md, section 6.2 of commit, from the first one of the whole tree, and
// so needs no formula for what has been hashed.
func kept(n, r int) []int {
	k := 0
	for 1<<k < n {
		k++
	}
	skipped := 1<<k - n
	whole := &tree{k: k, ready: true, marks: marksOf(k, 0)}
	for range skipped + r {
		whole.round()
	}
	var out []int
	for _, p := range whole.positions() {
		if r < n && !(skipped+r == 0 && k > 0 && p == 0) {
			out = append(out, p-skipped+1)
		}
	}
	return out
}

type tree struct {
	k, start int
	ready    bool
	marks    []int // kept, before it is ready: those reached
	reached  int   // before it is ready
	played   int   // rounds
	next     []*tree
}

// marksOf are the positions that a tree is prepared with.
func marksOf(k, start int) []int {
	var out []int
	for m := range k + 1 {
		out = append(out, start+1<<m-1)
	}
	return out
}

// round plays a round of a tree that is ready, and returns its number of hashes.
func (t *tree) round() int {
	r := t.played
	t.played++
	if r == 0 {
		// It outputs its first position; each other mark becomes a tree.
		for i := range t.k {
			start := t.start + 1<<i
			t.next = append(t.next, &tree{k: i, start: start, reached: start + 1<<i - 1})
		}
		if t.k > 0 {
			t.next[0].ready = true // of one value
			t.next[0].marks = marksOf(0, t.next[0].start)
		}
		t.marks = nil
		return 0
	}
	i := 0 // the bits of r
	for 1<<i <= r {
		i++
	}
	inner := t.next[i-1]
	hashes := inner.round()
	if i < t.k {
		s := r - 1<<(i-1)
		outer := t.next[i]
		for share := (i + 1 + s%2) / 2; hashes < share; hashes++ {
			outer.reached--
		}
		if outer.reached == outer.start {
			outer.ready = true
			outer.marks = marksOf(i, outer.start)
		}
	}
	return hashes
}

// positions returns what is kept, in ascending order.
func (t *tree) positions() []int {
	if t.next == nil && t.ready && t.played == 0 {
		return t.marks
	}
	if !t.ready {
		out := []int{t.reached}
		for _, p := range marksOf(t.k, t.start) {
			if p > t.reached {
				out = append(out, p)
			}
		}
		return out
	}
	var out []int
	for _, next := range t.next {
		if next.played < 1<<next.k {
			out = append(out, next.positions()...)
		}
	}
	return out
}
