package table

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/internal/kind"
)

// take gives a statement its place.
func (t *Table) take(st record.Statement, v Verdict, stamp int64) {
	switch {
	case t.end > 0:
	case t.round == 0:
		t.seats[st.Seat].hello, t.stamp = true, stamp
	default:
		t.play(st, v, stamp)
	}
	over := t.end == 0 && !slices.ContainsFunc(t.seats, func(s seat) bool { return s.since >= 0 || !s.hello })
	for i, s := range t.seats {
		if over && s.leaves > 0 && s.leaves <= t.round && !s.out {
			t.takeOut(i, Left, "")
		}
	}
	var out uint64
	for i, s := range t.seats {
		if s.out {
			out |= 1 << i
		}
	}
	if err := t.reader.Place(st, out); err != nil {
		panic(err) // it was judged just before
	}
	if over {
		t.round++
		t.roundMark = t.checkpoint()
		t.changes++
		if err := t.begin(); err != nil {
			panic(err) // all have said their hello, and there is no end yet
		}
	}
}

// play gives the game a statement of a round.
func (t *Table) play(st record.Statement, v Verdict, stamp int64) {
	s := &t.seats[st.Seat]
	t.pass(stamp)
	taken := false
	switch {
	case v.Void:
		s.voids++
		return
	case v.Tick:
		s.ticks++
		for _, i := range t.late() {
			t.takeOut(i, Silent, "")
		}
	case st.Kind == kind.Leave: // a round that is over stands for this one
		s.leaves = max(t.round, int(min(MaxRounds, binary.BigEndian.Uint32(st.Message[1:]))))
		t.effect()
	default:
		taken = t.apply(st.Seat, st.Message[1:])
	}
	speaker := -1
	if taken {
		speaker = st.Seat
	}
	switch changed := t.settle(t.reader.Places()+1, speaker, false); {
	case !taken:
	case changed:
		t.effect()
	case s.voids < maxVoids:
		s.voids++
	default:
		t.takeOut(st.Seat, Fault, fmt.Sprintf("%d of its statements had no effect, and this one changes nothing", maxVoids))
		t.settle(t.reader.Places()+1, -1, false)
	}
}

// apply gives the game a message of a seat that is due, and reports whether it takes it.
func (t *Table) apply(speaker int, message []byte) (taken bool) {
	err := t.game.Apply(speaker, message)
	if err == nil {
		return true
	}
	culprit := -1
	blame, ok := errors.AsType[*BlameError](err)
	if ok && len(blame.Seats) == 1 && blame.Seats[0] < len(t.seats) {
		culprit = blame.Seats[0]
	}
	s := &t.seats[speaker]
	switch {
	case culprit >= 0 && !t.seats[culprit].out:
		t.takeOut(culprit, Fault, fmt.Sprint(blame.Err))
	case culprit >= 0 && s.complaints>>culprit&1 == 0: // another was faster
		s.complaints |= 1 << culprit
	default:
		t.takeOut(speaker, Fault, err.Error())
	}
	return false
}

// takeOut takes a seat out, by the statement that gets the next place.
func (t *Table) takeOut(seat int, why Reason, text string) {
	t.seats[seat].out, t.seats[seat].since = true, -1
	t.outs = append(t.outs, Out{seat, why, t.round, t.reader.Places(), strings.ToValidUTF8(text[:min(len(text), MaxTextLen)], "")})
	t.effect()
	t.game.Out(seat, why)
}

// effect notes that something has changed: it may have made one statement of each seat void,
// and all may wait as long again.
func (t *Table) effect() {
	t.effects++
	for i := range t.seats {
		t.seats[i].voids, t.seats[i].ticks = max(0, t.seats[i].voids-1), 0
	}
}

// settle finds who is due, and reports whether that, or the phase, has changed. A phase is fresh
// if a round begins with it, or its number is another one.
func (t *Table) settle(after, speaker int, fresh bool) (changed bool) {
	phase, due := t.game.Due()
	fresh = fresh || phase != t.phase
	changed = fresh
	for i := range t.seats {
		s := &t.seats[i]
		named := 0
		for _, seat := range due {
			if seat == i && !s.out {
				named++
			}
		}
		changed = changed || named != s.named
		t.countTime(s, named, fresh)
		if named == 0 {
			s.since = -1
		} else if s.since < 0 || i == speaker {
			s.since = after
		}
	}
	t.phase = phase
	return changed
}

// begin begins a round after a checkpoint. The game is over if nobody is due then.
func (t *Table) begin() error {
	if t.round == 0 {
		return nil
	}
	for i := range t.seats {
		t.seats[i].spent, t.seats[i].used = 0, 0 // and ticks 0, as something has had an effect
	}
	t.game.Start(t.reader.Head())
	t.settle(t.reader.Places(), -1, true)
	if slices.ContainsFunc(t.seats, func(s seat) bool { return s.since >= 0 }) {
		return nil
	}
	t.end = t.reader.Places()
	return t.reader.End()
}
