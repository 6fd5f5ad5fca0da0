package holdem

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/internal/field"
)

const countersignLabel = label + "/countersignature"

// A countersignature is a seat's word that it hears this statement and no other one in
// its place. It isn't part of the record, so nobody has to countersign it.
type countersignature struct {
	by     int
	place  [2]int // seat and number of the statement
	digest record.Digest
	raw    []byte
}

// A signedPlace is a place that a seat has countersigned a statement in.
type signedPlace struct {
	by    int
	place [2]int
}

// keptBehind is for how many statements of a seat that have been heard the
// countersignatures are kept, for others who lack some.
const keptBehind = 8

func place(st record.Statement) [2]int { return [2]int{st.Seat(), st.Number()} }

// countersignature signs a statement for this seat. It is the same each time.
func (t *table) countersignature(st record.Statement) []byte {
	digest := st.Digest()
	b := countersignHead(t.log.Table())
	b = append(b, byte(t.seat), byte(st.Seat()))
	b = binary.BigEndian.AppendUint32(b, uint32(st.Number()))
	b = append(b, digest[:]...)
	return append(b, ed25519.Sign(ed25519.NewKeyFromSeed(t.key.Bytes()), b)...)
}

func countersignHead(table record.Table) []byte {
	digest := table.Digest()
	return append(field.Append(nil, countersignLabel), digest[:]...)
}

// parseCountersignature reads what another seat has countersigned; ok is whether it is
// that at all.
func parseCountersignature(table record.Table, raw []byte) (c countersignature, ok bool, err error) {
	head, keys := countersignHead(table), table.Keys()
	if !isCountersignature(raw) {
		return c, false, nil
	}
	r := field.NewReader(raw)
	got := r.Fixed("head", len(head))
	r.Check("table", slices.Equal(got, head))
	c.by = int(r.Byte("seat"))
	c.place[0] = int(r.Byte("seat"))
	c.place[1] = int(r.Uint32("number"))
	r.Check("seat", c.by < len(keys) && c.place[0] < len(keys) && c.by != c.place[0])
	c.digest = record.Digest(r.Fixed("digest", sha256.Size))
	signature := r.Fixed("signature", ed25519.SignatureSize)
	if fault := r.End(); fault != "" {
		return c, true, malformed("countersignature: %s", fault)
	}
	if !ed25519.Verify(keys[c.by], raw[:len(raw)-ed25519.SignatureSize], signature) {
		return c, true, record.ErrSignature
	}
	c.raw = slices.Clone(raw)
	return c, true, nil
}

func isCountersignature(raw []byte) bool {
	prefix := field.Append(nil, countersignLabel)
	return len(raw) >= len(prefix) && slices.Equal(raw[:len(prefix)], prefix)
}

// countersigned takes a countersignature that came in.
func (t *table) countersigned(c countersignature) error {
	seat, number := c.place[0], c.place[1]
	count := t.log.Count(seat)
	if c.by == t.seat || number < count-keptBehind || number >= count+maxHeld {
		return nil
	}
	at := signedPlace{c.by, c.place}
	before, known := t.signed[at]
	st, chosen := t.pending[seat], number == count && t.chosen(seat)
	switch {
	case known && before.digest == c.digest: // it may be asking for those of others
		t.passSigned(c)
		return t.goOnHearing()
	case known && chosen && before.digest == st.Digest():
		return nil
	case chosen && c.digest != st.Digest():
		t.show(st) // one seat has signed two statements, or c.by has countersigned none
	}
	t.signed[at] = c
	t.undo = func() {
		if delete(t.signed, at); known {
			t.signed[at] = before
		}
	}
	return t.goOnHearing()
}

// passSigned passes on to a seat, once, who else has countersigned what it has.
func (t *table) passSigned(c countersignature) {
	st, ok := t.log.Statement(c.place[0], c.place[1])
	if !ok {
		st = t.pending[c.place[0]]
	}
	at := passed{c.by, c.digest}
	if !t.live || t.passed[at] || st == (record.Statement{}) || st.Digest() != c.digest {
		return
	}
	t.passed[at] = true
	for s := range t.config.Seats {
		if other, ok := t.signed[signedPlace{s, c.place}]; ok && other.digest == c.digest && s != c.by {
			t.send = append(t.send, other.raw)
		}
	}
	if c.place[0] != t.seat {
		t.send = append(t.send, t.countersignature(st))
	}
}

// choose countersigns the statements that come next, the first of each place. From then
// on, this seat hears no other one in that place.
func (t *table) choose() {
	if !t.plays() {
		return
	}
	for _, st := range t.held {
		seat := st.Seat()
		if t.chosen(seat) || seat == t.seat || t.settledOut(seat) || t.proofs[seat] != nil || !t.ready(st) {
			continue
		}
		t.pending[seat], t.changed = st, true
		if t.config.Seats > 2 {
			t.send = append(t.send, t.countersignature(st))
		}
	}
}

// chosen reports whether this seat has countersigned the next statement of another.
func (t *table) chosen(seat int) bool { return t.pending[seat] != (record.Statement{}) }

// plays reports whether this seat plays on, or has played to the end.
func (t *table) plays() bool {
	g := t.game
	return t.proofs[t.seat] == nil && (g.active(t.seat) || g.phase == over && g.members[t.seat] && g.faults[t.seat] == nil && !g.leaving[t.seat])
}

// settledOut reports whether the others go on without a seat: nobody hears more of it.
func (t *table) settledOut(seat int) bool {
	return t.game.phase != over && !t.game.members[seat] && t.game.cuts[seat] < record.MaxStatements
}

// lacking are the seats that have to countersign a statement before this seat hears it:
// all that play but its signer, and those that this seat has voted on.
func (t *table) lacking(st record.Statement) (seats []int) {
	g := t.game
	alone := g.alone[t.seat]
	for _, s := range g.rest() {
		if s == t.seat || s == st.Seat() || !g.active(s) || t.proofs[s] != nil || alone != nil && slices.Contains(alone.seats, s) || t.votesOn(s) != nil {
			continue
		}
		if c, ok := t.signed[signedPlace{s, place(st)}]; ok && c.digest == st.Digest() || t.cites(s, st) {
			continue
		}
		seats = append(seats, s)
	}
	return seats
}

// cites reports whether a seat has said something since it heard a statement.
func (t *table) cites(seat int, st record.Statement) bool {
	if last, ok := t.log.Statement(seat, t.log.Count(seat)-1); ok && last.Head(st.Seat()).Count > st.Number() {
		return true // it is the same one, as all that was heard goes together
	}
	return slices.ContainsFunc(t.held, func(h record.Statement) bool {
		head := h.Head(st.Seat())
		return h.Seat() == seat && head.Count == st.Number()+1 && head.Digest == st.Digest()
	})
}

// cited reports whether any other seat has said something since it heard a statement of
// this one.
func (t *table) cited(st record.Statement) bool {
	for s := range t.config.Seats {
		if s != t.seat && t.cites(s, st) {
			return true
		}
	}
	return false
}

// forget drops what is no longer needed when a statement of a seat has been heard.
func (t *table) forget(seat int) {
	t.pending[seat] = record.Statement{}
	count := t.log.Count(seat)
	for at := range t.signed {
		if at.place[0] == seat && at.place[1] < count-keptBehind {
			delete(t.signed, at)
		}
	}
}
