package holdem

import (
	"errors"
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/oldrecord"
)

// maxHeld is how many statements of one seat are kept until they can be heard, and
// maxLen how long one may be: longer ones say nothing that is ever due.
const (
	maxHeld = 128
	maxLen  = 64 << 10
)

// parse reads a statement, which anybody could have made up.
func (t *table) parse(raw []byte) (oldrecord.Statement, error) {
	if len(raw) > maxLen {
		return oldrecord.Statement{}, malformed("a statement of %d bytes", len(raw))
	}
	return oldrecord.ParseStatement(t.log.Table(), raw)
}

// hear takes a statement from anywhere.
func (t *table) hear(st oldrecord.Statement) error {
	if _, known := t.log.Statement(st.Seat(), st.Number()); !known {
		t.hold(st)
	} else if err := t.admit(st); err != nil { // a repetition, or an equivocation
		return err
	}
	return t.goOnHearing()
}

// hold keeps a statement in the order of numbers, if there is room.
func (t *table) hold(st oldrecord.Statement) {
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

// goOnHearing hears what can be heard now, and says what this seat then has to say.
func (t *table) goOnHearing() error {
	for {
		if err := t.goOn(); err != nil {
			return err
		}
		i := slices.IndexFunc(t.held, t.hearable)
		if i < 0 {
			return nil
		}
		st := t.held[i]
		t.held = slices.Delete(slices.Clone(t.held), i, i+1)
		if err := t.admit(st); err != nil {
			return err
		}
	}
}

// hearable reports whether all that a statement follows is heard, and none of it is of a
// seat that this one votes on, or goes on without.
func (t *table) hearable(st oldrecord.Statement) bool {
	seat := st.Seat()
	if t.stopped(seat, st.Number()+1) {
		return false
	}
	ready := st.Number() <= t.log.Count(seat)
	for s := range t.config.Seats {
		head := st.Head(s)
		if s != seat && head.Count > 0 && t.stopped(s, head.Count) {
			return false
		}
		if head.Count == 0 {
			continue
		}
		held, ok := t.log.Statement(s, head.Count-1)
		if ok && held.Digest() != head.Digest {
			if s == seat {
				return true // the log finds that it contradicts the other one
			}
			t.show(held) // one of the two has signed another one, or st's signer lies
		}
		ready = ready && ok && held.Digest() == head.Digest
	}
	return ready
}

// show passes on a statement, once.
func (t *table) show(st oldrecord.Statement) {
	if at := [2]int{st.Seat(), st.Number()}; t.live && !t.passed[at] {
		t.passed[at] = true
		t.send = append(t.send, st.Bytes())
	}
}

// stopped reports whether this many statements of a seat are more than may be heard.
func (t *table) stopped(seat, count int) bool {
	g := t.uncut()
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
	g := t.uncut()
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
	g := t.uncut()
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

// admit gives a statement to the log, and to the game if it is new. The log sees nothing
// that contradicts it: it would hear no more of that seat then, and of those who have.
func (t *table) admit(st oldrecord.Statement) error {
	if _, forked := fork(st, t.config.Seats, t.line(st.Seat())); forked {
		t.convict(st)
		return nil
	}
	heard, err := t.log.Hear(st.Bytes())
	switch {
	case heard != nil && (len(t.twins) > 0 || t.ended):
		t.replay(true)
		return nil
	case heard != nil:
		if t.take(heard[0]); t.game.late || t.gone && !t.watch {
			t.replay(true)
		}
		return nil
	case errors.Is(err, oldrecord.ErrEarly) || errors.Is(err, oldrecord.ErrFull):
		return nil
	}
	return err
}

// uncut returns the game with all that the log has.
func (t *table) uncut() *game {
	if t.full != nil {
		return t.full
	}
	return t.game
}

// line returns what the log has of a seat.
func (t *table) line(seat int) line {
	return func(n int) (oldrecord.Statement, bool) { return t.log.Statement(seat, n) }
}

// convict keeps a statement that contradicts what the log has, unless another one proves
// the same, and makes the game again.
func (t *table) convict(st oldrecord.Statement) {
	seat := st.Seat()
	at, _ := fork(st, t.config.Seats, t.line(seat))
	before := false
	for _, twin := range t.twins {
		if twin.Seat() == seat {
			k, _ := fork(twin, t.config.Seats, t.line(seat))
			before = before || k == at || at < t.confirmed[seat]
		}
	}
	if before {
		return
	}
	t.twins, t.changed = append(slices.Clip(t.twins), st), true
	t.replay(true)
	if other, ok := t.log.Statement(seat, min(st.Number(), t.log.Count(seat)-1)); ok && t.live {
		t.send = append(t.send, other.Bytes(), st.Bytes())
	}
	t.pass(seat, t.confirmed[seat]) // so that all see where it forks
}

// replay makes the game again from what the log has. Unless all of that has been checked
// before, or if the seat is out sooner than it had known, it checks all cards like
// somebody without a seat.
func (t *table) replay(watch bool) {
	live, passed := t.live, t.passed
	t.full = nil
	t.again(watch || len(t.twins) > 0, uncut(t.config.Seats))
	if len(t.twins) > 0 {
		t.full = t.game
		var cuts []int
		cuts, t.confirmed = stand(t.full, t.twins, t.line)
		t.again(true, cuts)
		t.game.convict(t.twins)
	}
	t.live = live
	if passed != nil {
		t.passed = passed
	}
}

// again makes the game again with these cuts.
func (t *table) again(watch bool, cuts []int) {
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
}
