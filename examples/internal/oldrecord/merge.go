package oldrecord

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"slices"
)

// A Record is what the transcripts of several logs prove together. It depends only
// on which valid statements are in any of them, not on who gave them or in which
// order.
type Record struct {
	// Statements are in causal order: each comes after all that its signer had heard
	// and said before, which is all here. Nothing that is here is contradicted: of a
	// guilty seat, only what came before the first of the two statements of its
	// Equivocation is here, and of the others what they said without having heard more.
	Statements []Statement
	// Loose are the other valid statements, by seat, number and digest.
	Loose []Statement
	// Equivocations are the proofs found, one for each guilty seat, by seat.
	Equivocations []*Equivocation
	// Claims are those that no statement bears out, for each pair of seats the first
	// in the order of the claiming seat's statements, by By and Seat.
	Claims []Claim
	// Damage says what is wrong with each transcript, nil if nothing is. What could be
	// read of it has been used.
	Damage []error

	table *table
	known statements
}

// statements are valid statements by their digests.
type statements map[Digest]*statement

// Merge joins transcripts, in any order and damaged in any way. It returns an
// [ErrMalformed] only for a zero table.
func Merge(table Table, transcripts ...[]byte) (*Record, error) {
	if table.t == nil {
		return nil, malformed("zero Table")
	}
	known := make(statements)
	damage := make([]error, len(transcripts))
	verified := make(map[[sha256.Size]byte]error) // so that no entry's signature is checked twice
	for i, transcript := range transcripts {
		entries, err := Split(transcript)
		bad := 0
		for _, entry := range entries {
			st, fault := decode(table, entry)
			if fault == nil {
				sum, seen := sha256.Sum256(entry), false
				if fault, seen = verified[sum]; !seen {
					fault = st.verify()
					verified[sum] = fault
				}
			}
			if fault == nil {
				known.add(st)
			} else {
				bad++
				err = cmp.Or(err, fault)
			}
		}
		if err != nil {
			damage[i] = fmt.Errorf("oldrecord: transcript %d: %d of %d entries are unusable: %w", i, bad, len(entries), err)
		}
	}
	r := join(table.t, known)
	r.Damage = damage
	return r, nil
}

// add adds a statement; of two signatures of one statement it keeps the lower.
func (known statements) add(st *statement) {
	if other := known[st.digest]; other == nil || slices.Compare(st.raw, other.raw) < 0 {
		known[st.digest] = st
	}
}

// join makes a record of valid statements.
func join(t *table, known statements) *Record {
	r := &Record{table: t, known: known}
	all := make([]*statement, 0, len(known))
	for _, st := range known {
		all = append(all, st)
	}
	slices.SortFunc(all, compare)

	cut := make([]int, len(t.keys)) // what of each seat isn't contested
	for seat := range cut {
		cut[seat] = MaxStatements
	}
	for _, proof := range contradictions(all) {
		r.Equivocations = append(r.Equivocations, proof)
		cut[proof.Seat()] = proof.first.number
	}

	var uncontested []*statement
	for _, st := range all {
		if st.number < cut[st.seat] {
			uncontested = append(uncontested, st)
		}
	}
	causal := known.causal(uncontested)
	r.Statements = wrap(causal)
	inOrder := make(map[*statement]bool)
	for _, st := range causal {
		inOrder[st] = true
	}
	r.Loose = wrap(slices.DeleteFunc(slices.Clone(all), func(st *statement) bool { return inOrder[st] }))
	r.Claims = known.claims(all)
	return r
}

// contradictions returns the first equivocation of each seat among statements in
// the order of compare. If no two neighbours contradict each other, no two do.
func contradictions(all []*statement) []*Equivocation {
	var proofs []*Equivocation
	for i := 1; i < len(all); i++ {
		found := len(proofs) > 0 && proofs[len(proofs)-1].Seat() == all[i].seat
		if !found && contradict(all[i-1], all[i]) {
			proofs = append(proofs, &Equivocation{all[i-1], all[i]})
		}
	}
	return proofs
}

// find returns the last statement that a head counts, nil if it isn't known.
func (known statements) find(seat int, head Head) *statement {
	if st := known[head.Digest]; st != nil && st.seat == seat && st.number == head.Count-1 {
		return st
	}
	return nil
}

// causal returns those of the statements whose past is among them, in causal order:
// by the length of the longest way to them, then by seat, number and digest.
func (known statements) causal(all []*statement) []*statement {
	after := make(map[*statement][]*statement) // those that name a statement in their heads
	missing := make(map[*statement]int)        // how many of those that a statement names aren't placed
	var layer, order []*statement
	for _, st := range all {
		for seat, head := range st.heads {
			if head.Count > 0 {
				missing[st]++
				if named := known.find(seat, head); named != nil {
					after[named] = append(after[named], st)
				}
			}
		}
		if missing[st] == 0 {
			layer = append(layer, st)
		}
	}
	for len(layer) > 0 {
		slices.SortFunc(layer, compare)
		order = append(order, layer...)
		var next []*statement
		for _, st := range layer {
			for _, later := range after[st] {
				if missing[later]--; missing[later] == 0 {
					next = append(next, later)
				}
			}
		}
		layer = next
	}
	return order
}

// claims returns those that no known statement bears out.
func (known statements) claims(all []*statement) []Claim {
	type place struct{ seat, number int }
	taken := make(map[place]bool)
	for _, st := range all {
		taken[place{st.seat, st.number}] = true
	}
	var claims []Claim
	listed := make(map[[2]int]bool)
	for _, st := range all {
		for seat, head := range st.heads {
			pair := [2]int{st.seat, seat}
			if head.Count > 0 && !listed[pair] && known.find(seat, head) == nil {
				listed[pair] = true
				claims = append(claims, Claim{st.seat, st.number, seat, head, taken[place{seat, head.Count - 1}]})
			}
		}
	}
	slices.SortStableFunc(claims, compareClaims)
	return claims
}

// Past returns all that the signer of a statement had heard and said before, in
// causal order, and then the statement itself: what its message is to be judged by.
// Nothing that anybody signs later can change it.
//
// It returns an [ErrEarly] if some of that isn't in the record, and an
// [*Equivocation] if it contains two statements that contradict each other. No
// honest seat hears both, so that the signer is then at fault too.
func (r *Record) Past(st Statement) ([]Statement, error) {
	switch {
	case r.table == nil:
		return nil, malformed("zero Record")
	case st.p == nil:
		return nil, malformed("zero Statement")
	case st.p.table.digest != r.table.digest:
		return nil, malformed("statement of another table")
	}
	past := []*statement{st.p}
	seen := statements{st.p.digest: st.p}
	for i := 0; i < len(past); i++ {
		for seat, head := range past[i].heads {
			if head.Count == 0 || seen.find(seat, head) != nil {
				continue
			}
			named := r.known.find(seat, head)
			if named == nil {
				return nil, fmt.Errorf("%w: statement %d of seat %d, which seat %d had heard, isn't known",
					ErrEarly, head.Count-1, seat, past[i].seat)
			}
			seen[named.digest] = named
			past = append(past, named)
		}
	}
	slices.SortFunc(past, compare)
	if proofs := contradictions(past); len(proofs) > 0 {
		return nil, proofs[0]
	}
	return wrap(seen.causal(past)), nil
}

func compareClaims(a, b Claim) int {
	return cmp.Or(cmp.Compare(a.By, b.By), cmp.Compare(a.Seat, b.Seat))
}
