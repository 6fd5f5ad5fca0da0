package table

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
)

// post is what a table remembers of a post.
type post struct {
	number uint64
	digest [sha256.Size]byte // of its stamp and bytes
}

func postOf(p record.Post) post {
	b := binary.BigEndian.AppendUint64(nil, uint64(p.Stamp))
	return post{p.Number, sha256.Sum256(append(b, p.Bytes...))}
}

// Connect begins a connection to a board, also the first one. The function returns the
// board's post of a number above 0, and false if it has none. If the post that was read
// last isn't there as it was, the table goes back to where the round began, or to the first
// post if that is gone, too. Connect returns the number of the post after which to
// [Table.Read]. When all that the board has is read, call [Table.Start]; before that, the
// seat says nothing. If somebody has kept posts that the board has lost, they are posted
// again, in order, before that. An end that is final stays as it is: of all that the board
// has, only closing statements that name it have a place then.
func (t *Table) Connect(shown func(number uint64) (record.Post, bool)) (after uint64, err error) {
	same := func(was post) bool {
		if was.number == 0 {
			return true
		}
		p, ok := shown(was.number)
		return ok && postOf(p) == was
	}
	t.live, t.posted = false, time.Time{}
	switch {
	case same(t.last):
		return t.last.number, nil
	case t.Final(): // the mark is the end, which stays; who has signed it is read again, anywhere
		t.final = t.closings()
		if err = t.restore(t.mark); err == nil && !same(t.last) {
			t.last = post{}
		}
		return t.last.number, err
	}
	if err = t.restore(t.mark); err == nil && !same(t.last) {
		err = t.restore(t.first)
	}
	return t.last.number, err
}

// Start lets the seat speak, from now on: all that the board had was read.
func (t *Table) Start(now time.Time) { t.live, t.heard = true, now }

// Read takes the next post of the board, at a time of this machine's clock. It returns an
// [ErrState] if the number isn't greater than that of the post before, or is 0, and otherwise
// whether the post has a place. Without one it has no effect, and a transcript needn't
// have it.
func (t *Table) Read(now time.Time, p record.Post) (placed bool, err error) {
	if p.Number <= t.last.number {
		return false, fmt.Errorf("%w: post %d after post %d", ErrState, p.Number, t.last.number)
	}
	t.last = postOf(p)
	st, err := t.log.Judge(p.Bytes)
	closings, round := t.closings(), t.round
	if err == nil && t.take(st, p.Stamp) {
		t.heard, placed = now, true
		if t.moved != t.time {
			t.moved, t.stood = t.time, 0
		} else if st.Seat == t.seat && bytes.Equal(st.Message, []byte{tick}) {
			t.stood++
		}
		if bytes.Equal(p.Bytes, t.said) {
			t.speaks(st.Message[0], round)
		}
	}
	t.unsaved = t.unsaved || t.closings() != closings
	return placed, nil
}

// Judge returns the statement in a post if it may have the next place, and otherwise the
// error of [record.Log.Judge], for a board that drops what has none before it shows it. It
// changes nothing, and Read may refuse more.
func (t *Table) Judge(post []byte) (record.Statement, error) { return t.log.Judge(post) }

// take gives a statement its place, and reports whether it has one.
func (t *Table) take(st record.Statement, stamp int64) bool {
	kind, body := byte(0), st.Message
	if len(body) > 0 {
		kind, body = body[0], body[1:]
	}
	switch {
	case t.end > 0 && (kind != closing || len(body) > 0), t.round == 0 && (kind != hello || len(body) > 0):
		return false
	case t.round == 0:
		t.seats[st.Seat].hello, t.stamp = true, stamp
	case t.end == 0 && !t.play(st, kind, body, stamp):
		return false
	}
	over := t.end == 0 && !slices.ContainsFunc(t.seats, func(s seat) bool { return s.since >= 0 || !s.hello })
	for i, s := range t.seats {
		if over && s.leaves > 0 && s.leaves <= t.round && !s.out {
			t.out(i, Left, "")
		}
	}
	var out uint64
	for i, s := range t.seats {
		if s.out {
			out |= 1 << i
		}
	}
	if err := t.log.Place(st, out); err != nil {
		panic(err) // it was judged just before
	}
	if over {
		t.round++
		t.mark, t.unsaved = t.checkpoint(), true
		if err := t.begin(); err != nil {
			panic(err) // all have said their hello, and there is no end yet
		}
	}
	return true
}

// play gives the table a statement of a round, unless it may have no place. That must not
// depend on stamps: posted again, a statement has another.
func (t *Table) play(st record.Statement, kind byte, body []byte, stamp int64) bool {
	s, void := &t.seats[st.Seat], true
	switch {
	case kind == tick && len(body) == 0:
		if s.ticks >= t.maxTicks() {
			return false
		}
		s.ticks++
		void = false // or rather counted apart
	case kind == say:
		void = s.since < 0 || st.Places < s.since
	case kind == leave && len(body) == leaveLen-1:
		void = s.out || s.leaves > 0
	}
	if void && s.voids >= maxVoids {
		return false
	}
	t.pass(stamp)
	switch {
	case void:
		s.voids++
		return true
	case kind == tick:
		for _, i := range t.late() {
			t.out(i, Silent, "")
		}
	case kind == leave: // a round that is over stands for this one
		s.leaves = max(t.round, int(min(MaxRounds, binary.BigEndian.Uint32(body))))
		t.effect()
	case kind == say:
		t.apply(st.Seat, body)
	}
	t.settle(t.log.Places() + 1)
	return true
}

// apply gives the game a message of a seat that is due.
func (t *Table) apply(speaker int, message []byte) {
	err := t.game.Apply(speaker, message)
	var blame *BlameError
	switch {
	case err == nil:
		s := &t.seats[speaker]
		s.used = min(t.terms.Bank.Milliseconds(), s.used+max(0, t.time-s.sinceTime-t.terms.Grace.Milliseconds()))
		s.since = -1
		t.effect()
	case errors.As(err, &blame) && blame.Seat >= 0 && blame.Seat < len(t.seats) && !t.seats[blame.Seat].out:
		t.out(blame.Seat, Fault, fmt.Sprint(blame.Err))
	case blame != nil && blame.Seat >= 0 && blame.Seat < len(t.seats) && t.seats[speaker].voids < maxVoids:
		t.seats[speaker].voids++ // another was faster
	default:
		t.out(speaker, Fault, err.Error())
	}
}

// out takes a seat out, by the statement that gets the next place.
func (t *Table) out(seat int, why Reason, text string) {
	t.seats[seat].out, t.seats[seat].since = true, -1
	t.outs = append(t.outs, Out{seat, why, t.round, t.log.Places(), text[:min(len(text), MaxTextLen)]})
	t.effect()
	t.game.Out(seat, why)
}

// effect notes that something has changed: it may have made one statement of each seat void,
// and all may wait as long again.
func (t *Table) effect() {
	for i := range t.seats {
		t.seats[i].voids, t.seats[i].ticks = max(0, t.seats[i].voids-1), 0
	}
}

// settle finds who is due.
func (t *Table) settle(after int) {
	phase, due := t.game.Due()
	for i := range t.seats {
		switch s := &t.seats[i]; {
		case s.out || !slices.Contains(due, i):
			s.since = -1
		case s.since < 0 || phase != t.phase:
			s.since, s.sinceTime = after, t.time
		}
	}
	t.phase = phase
}

// begin begins a round after a checkpoint. The game is over if nobody is due then.
func (t *Table) begin() error {
	if t.round == 0 {
		return nil
	}
	for i := range t.seats {
		t.seats[i].used = 0 // and since is -1, and ticks 0, as something has had an effect
	}
	t.game.Start(t.log.Head())
	t.settle(t.log.Places())
	if slices.ContainsFunc(t.seats, func(s seat) bool { return s.since >= 0 }) {
		return nil
	}
	t.end = t.log.Places()
	return t.log.End()
}
