package holdem

import (
	"errors"
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
)

// maxHeld is how many statements of one seat are kept until they can be heard, and
// maxLen how long one may be: longer ones say nothing that is ever due.
const (
	maxHeld = 128
	maxLen  = 64 << 10
)

// parse reads a statement, which anybody could have made up.
func (t *table) parse(raw []byte) (record.Statement, error) {
	if len(raw) > maxLen {
		return record.Statement{}, malformed("a statement of %d bytes", len(raw))
	}
	return record.ParseStatement(t.log.Table(), raw)
}

// hear takes a statement from anywhere.
func (t *table) hear(st record.Statement) error {
	t.compare(st)
	if st.Number() >= t.log.Count(st.Seat()) {
		t.hold(st)
	}
	return t.goOnHearing()
}

// hold keeps a statement in the order of numbers, if there is room.
func (t *table) hold(st record.Statement) {
	at, last, n := len(t.held), -1, 0
	for i, h := range slices.Backward(t.held) {
		switch {
		case h.Seat() != st.Seat():
			continue
		case h.Digest() == st.Digest():
			return
		case h.Number() > st.Number():
			at = i
		}
		last = max(last, i)
		n++
	}
	if n >= maxHeld && at > last {
		return
	}
	t.held = slices.Insert(slices.Clone(t.held), at, st)
	if n >= maxHeld {
		t.held = slices.Delete(t.held, last+1, last+2)
	}
}

// goOnHearing countersigns and hears what can be heard now, and says what this seat then
// has to say.
func (t *table) goOnHearing() error {
	for {
		if err := t.goOn(); err != nil {
			return err
		}
		t.choose()
		i := slices.IndexFunc(t.held, t.hearable)
		if i < 0 {
			return nil
		}
		st := t.held[i]
		t.held = slices.DeleteFunc(slices.Clone(t.held), func(h record.Statement) bool {
			return h.Seat() == st.Seat() && h.Number() <= st.Number()
		})
		if err := t.admit(st); err != nil {
			return err
		}
	}
}

// hearable reports whether all others who play on have countersigned a statement, all that
// it follows is heard, and none of it is of a seat that this one votes on, or goes on
// without; and whether it accuses nobody without a proof.
func (t *table) hearable(st record.Statement) bool {
	seat := st.Seat()
	if seat != t.seat && t.plays() && (!t.chosen(seat) || t.pending[seat].Digest() != st.Digest()) {
		return false
	}
	return t.ready(st) && t.open(st) && (seat == t.seat || len(t.lacking(st)) == 0)
}

// open reports whether a statement would be heard if it were ready and countersigned.
func (t *table) open(st record.Statement) bool {
	seat := st.Seat()
	if t.stopped(seat, st.Number()+1) {
		return false
	}
	for s := range t.config.Seats {
		head := st.Head(s)
		if s != seat && head.Count > 0 && t.stopped(s, head.Count) {
			return false
		}
	}
	return !t.game.unproved(st)
}

// ready reports whether a statement is the next one of its seat, and all that it follows
// is heard.
func (t *table) ready(st record.Statement) bool {
	seat := st.Seat()
	ready := st.Number() == t.log.Count(seat)
	for s := range t.config.Seats {
		head := st.Head(s)
		if head.Count == 0 {
			continue
		}
		held, ok := t.log.Statement(s, head.Count-1)
		if !ok && head.Count-1 == t.log.Count(s) && t.chosen(s) {
			held = t.pending[s]
		}
		if s != seat && held != (record.Statement{}) && held.Digest() != head.Digest {
			t.show(held) // one of the two has signed another one, or st's signer lies
		}
		ready = ready && ok && held.Digest() == head.Digest
	}
	return ready
}

// show passes on a statement, once.
func (t *table) show(st record.Statement) {
	if at := (passed{t.seat, st.Digest()}); t.live && !t.passed[at] {
		t.passed[at] = true
		t.send = append(t.send, st.Bytes())
	}
}

// passed is a statement that was passed on, or whose countersignatures were passed on to a
// seat or asked of it.
type passed struct {
	to     int
	digest record.Digest
}

// stopped reports whether this many statements of a seat are more than may be heard.
func (t *table) stopped(seat, count int) bool {
	g := t.game
	if seat == t.seat || count <= len(g.clocks[seat]) {
		return false
	}
	if !g.members[seat] && (g.phase != over || count > g.cuts[seat]) {
		return true
	}
	if g.alone[t.seat] != nil {
		return false
	}
	votes := t.votesOn(seat)
	return votes != nil && count > t.objected(seat, votes)
}

// votesOn returns this seat's votes on another that still hold.
func (t *table) votesOn(seat int) (votes []vote) {
	g := t.game
	for _, v := range g.votes {
		if at := slices.Index(v.seats, seat); v.by == t.seat && v.epoch == g.epoch() && at >= 0 && v.counts[at] == len(g.clocks[seat]) {
			votes = append(votes, v)
		}
	}
	return votes
}

// objected returns how many statements of a seat that this one has voted on may be heard:
// as many as another has heard, by its next statement, if it hasn't voted likewise.
func (t *table) objected(seat int, votes []vote) (count int) {
	g := t.game
	for _, st := range t.held {
		by := st.Seat()
		likewise := func(v vote) bool {
			return slices.Contains(v.seats, by) || slices.ContainsFunc(g.votes, func(w vote) bool { return w.by == by && w.same(v) })
		}
		if by != seat && st.Number() == t.log.Count(by) && g.active(by) && !slices.ContainsFunc(votes, likewise) {
			count = max(count, st.Head(seat).Count)
		}
	}
	return count
}

// admit gives a statement to the log, and to the game if it is new.
func (t *table) admit(st record.Statement) error {
	heard, err := t.log.Hear(st.Bytes())
	if heard == nil {
		if errors.Is(err, record.ErrEarly) || errors.Is(err, record.ErrFull) {
			return nil
		}
		return err
	}
	t.forget(st.Seat())
	if t.ended {
		t.replay(true)
		return nil
	}
	if t.take(heard[0]); t.game.late || t.gone && !t.watch {
		t.replay(true)
	}
	return nil
}

// replay makes the game again from what the log has. Unless all of that has been checked
// before, or if the seat is out sooner than it had known, it checks all cards like
// somebody without a seat.
func (t *table) replay(watch bool) {
	live, passed := t.live, t.passed
	cuts := uncut(t.config.Seats)
	for late := true; late; late = t.game.late {
		t.watch = watch
		t.start(cuts)
		for _, st := range t.log.Statements() {
			t.take(st)
		}
		watch = true
		if g := t.game; !t.watch && (g.alone[t.seat] != nil || t.gone) {
			g.late = true // once more
		}
	}
	for seat := range t.proofs {
		t.noteProof(seat)
	}
	t.live = live
	if passed != nil {
		t.passed = passed
	}
}
