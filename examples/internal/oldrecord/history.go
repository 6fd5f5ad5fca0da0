package oldrecord

import "slices"

// A history is what a log holds and stores. A later one may share its memory, as
// slices are only ever appended to.
type history struct {
	chains     [][]*statement  // of each seat, from number 0
	sizes      []int           // bytes of each chain
	proofs     []*Equivocation // against each seat, nil if there is none
	order      []*statement    // all chains' statements as they were said and heard
	transcript []byte          // those, and what else the proofs consist of
}

func newHistory(t *table) history {
	n := len(t.keys)
	return history{chains: make([][]*statement, n), sizes: make([]int, n), proofs: make([]*Equivocation, n)}
}

// clone returns a copy for the methods below to change.
func (h history) clone() history {
	h.chains = slices.Clone(h.chains)
	h.sizes = slices.Clone(h.sizes)
	h.proofs = slices.Clone(h.proofs)
	return h
}

// holds reports whether these are the seat's first statements as known here.
func (h history) holds(seat int, head Head) bool {
	chain := h.chains[seat]
	return head.Count == 0 || head.Count <= len(chain) && chain[head.Count-1].digest == head.Digest
}

// ready reports whether all that st follows is held.
func (h history) ready(st *statement) bool {
	for seat, head := range st.heads {
		if !h.holds(seat, head) {
			return false
		}
	}
	return st.number == len(h.chains[st.seat])
}

// full reports whether st has no room left.
func (h history) full(st *statement) bool { return h.sizes[st.seat]+len(st.raw) > MaxSeatBytes }

// opposed returns a held statement that st contradicts, nil if there is none. To
// look at one is enough, as those held don't contradict each other.
func (h history) opposed(st *statement) *statement {
	chain := h.chains[st.seat]
	if len(chain) == 0 {
		return nil
	}
	if held := chain[min(st.number, len(chain)-1)]; contradict(held, st) {
		return held
	}
	return nil
}

// fit returns the first of a seat's early statements, as many as have room behind its
// chain.
func (h history) fit(seat int, early []*statement) []*statement {
	size := h.sizes[seat]
	for i, st := range early {
		if size += len(st.raw); size > MaxSeatBytes || i == MaxEarly {
			return early[:i]
		}
	}
	return early
}

// add appends a statement that is ready.
func (h *history) add(st *statement) {
	h.chains[st.seat] = append(h.chains[st.seat], st)
	h.sizes[st.seat] += len(st.raw)
	h.order = append(h.order, st)
	h.transcript = appendEntry(h.transcript, st)
}

// prove keeps two statements that contradict each other.
func (h *history) prove(a, b *statement) {
	proof := newEquivocation(a, b)
	h.proofs[a.seat] = proof
	for _, st := range []*statement{proof.first, proof.second} {
		if chain := h.chains[st.seat]; st.number >= len(chain) || chain[st.number].digest != st.digest {
			h.transcript = appendEntry(h.transcript, st)
		}
	}
}

// release takes those out of early that can be heard now, in the order of seats.
func (h *history) release(early [][]*statement) {
	for again := true; again; {
		again = false
		for seat := range early {
			early[seat] = slices.DeleteFunc(slices.Clone(early[seat]), func(st *statement) bool {
				if !h.ready(st) {
					return false
				}
				if !h.full(st) {
					h.add(st)
					again = true
				}
				return true
			})
		}
	}
}
