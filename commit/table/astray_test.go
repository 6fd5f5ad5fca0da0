package table_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/table"
)

// A leave, given up because the board (a replica that is behind) lacks the place that it names, comes
// back and makes the fold void of place; the seat, not astray, raises. Both are signed and public.
func TestLeaveComesBack(t *testing.T) {
	for _, restart := range []bool{false, true} {
		d := newDesk(t, 3, 1)
		d.flow(0, 1, 2)
		s := d.turn()
		d.post(d.sign((s+1)%3, tick))
		d.readAll(s)
		if err := d.tables[s].Leave(); err != nil {
			t.Fatal(err)
		}
		x, _, _ := d.tables[s].Pending(d.now) // the leave, under way
		if x == nil || x[38] != leave {
			t.Fatal("no leave")
		}
		whole := slices.Clone(d.posts)
		d.posts = slices.Clone(d.posts[:len(d.posts)-1]) // one tick behind
		d.connect(s)
		d.act(s, fold)
		f, _, err := d.tables[s].Pending(d.now)
		if f == nil || f[38] != say || err != nil {
			t.Fatal(f, err)
		}
		d.posts = whole // the tick is there (again), and the leave comes before the fold
		d.post(x, f)
		if restart {
			d.restart(s, d.last(s))
		} else {
			d.connect(s)
		}
		if _, g := d.watch(); g.folded[s] {
			t.Fatal("folded")
		}
		d.tables[s].Act([]byte{raise})
		raw, _, err := d.tables[s].Pending(d.now)
		if raw != nil && raw[38] == say && !bytes.Equal(raw[38:len(raw)-64], f[38:len(f)-64]) {
			t.Errorf("restart %v: it has signed and posted a fold %x, and now signs %x: %v", restart, f[38:len(f)-64], raw[38:len(raw)-64], err)
		}
	}
}

// The board loses the fold, and the leave comes back before it: a process that goes on says the fold
// again, as one does that restarts, and isn't astray, which would cost it its time.
func TestLeaveComesFirst(t *testing.T) {
	for _, restart := range []bool{false, true} {
		d := newDesk(t, 3, 1)
		d.flow(0, 1, 2)
		s := d.turn()
		d.post(d.sign((s+1)%3, tick))
		d.readAll(s)
		if err := d.tables[s].Leave(); err != nil {
			t.Fatal(err)
		}
		x, _, _ := d.tables[s].Pending(d.now) // the leave, under way
		whole := slices.Clone(d.posts)
		d.posts = slices.Clone(d.posts[:len(d.posts)-1])
		d.connect(s)
		d.act(s, fold)
		f, _, _ := d.tables[s].Pending(d.now)
		d.post(f)
		d.readAll(s)
		d.posts = whole
		d.post(x, f)
		if restart {
			d.restart(s, d.last(s))
		} else {
			d.connect(s)
		}
		raw, _, err := d.tables[s].Pending(d.now)
		if raw == nil || !bytes.Equal(raw[38:len(raw)-64], []byte{say, fold}) || err != nil {
			t.Errorf("restart %v: it has folded, and says %x: %v", restart, raw, err)
			continue
		}
		d.post(raw)
		d.play(0, 1, 2)
		d.same(0, 1, 2)
		d.outs(s, table.Left)
	}
}

func (d *desk) r3over(seats ...int) { // all play, nobody closes
	for !d.tables[seats[0]].Over() {
		if s := d.turn(); s >= 0 {
			d.act(s, 1)
		}
		for _, s := range seats {
			d.readAll(s)
			if d.tables[s].Over() {
				break
			}
			if raw, _, _ := d.tables[s].Pending(d.now); raw != nil {
				d.post(raw)
			}
		}
	}
	for _, s := range seats {
		d.readAll(s)
	}
}

// Two closings change places after a harmless loss: same end, and a third seat is astray for ever.
func TestClosingsInAnotherOrder(t *testing.T) {
	d := newDesk(t, 5, 1)
	d.r3over(0, 1, 2, 3, 4)
	e := len(d.posts)
	c0, _, _ := d.tables[0].Pending(d.now)
	c1, _, _ := d.tables[1].Pending(d.now) // under way
	d.post(c0)
	d.readAll(2)
	c2, _, _ := d.tables[2].Pending(d.now) // names e+1
	d.posts = slices.Clone(d.posts[:e])    // c0 is lost
	d.post(c1, c0, c2)                     // c1 was faster than those who post c0 again
	d.now = d.now.Add(time.Second)
	var err error
	for seat := range 5 {
		d.connect(seat)
	}
	for range 50 {
		d.now = d.now.Add(grace * time.Millisecond)
		err = errors.Join(err, d.flow(0, 1, 2, 3, 4))
	}
	w, _ := d.watch()
	if !w.Final() || !w.Returned(2) {
		t.Errorf("end %v, final %v; the deposit of seat 2 is burnt: %v", w.Over(), w.Final(), errors.Is(err, table.ErrAstray))
	}
}

// tailAgain is of a board that loses its tail, from the last post before the end on, when seat 2 has
// read that the end is final, and not closed. The board gets all of it again, and all play on.
func tailAgain(t *testing.T) *desk {
	d := newDesk(t, 3, 1)
	d.r3over(0, 1, 2)
	e := len(d.posts)
	d.flow(0, 1)
	d.readAll(2)
	if !d.tables[2].Final() {
		t.Fatal("not final")
	}
	tail := d.posts[e-1:]
	d.posts = slices.Clone(d.posts[:e-1])
	d.now = d.now.Add(time.Second)
	for _, p := range tail {
		d.post(p.Bytes)
	}
	for seat := range d.tables {
		d.connect(seat)
	}
	for range 20 {
		d.now = d.now.Add(grace * time.Millisecond)
		d.flow(0, 1, 2)
	}
	return d
}

// As TestKeptDeposit, but the last post before the end is lost, too, and posted again.
func TestKeptDepositAgain(t *testing.T) {
	d := tailAgain(t)
	if w, _ := d.watch(); !w.Final() || !w.Returned(2) {
		t.Errorf("final %v, done %v, and the deposit of seat 2 is burnt", w.Final(), d.tables[2].Done())
	}
}

// The board loses its tail from before the end, and gets all of it again. Who has read that
// the end is final, and not closed, closes, and is never done: it goes on to post that for ever.
func TestKeptIsDone(t *testing.T) {
	d := tailAgain(t)
	for seat, x := range d.tables {
		if raw, _, err := x.Pending(d.now.Add(grace * time.Millisecond)); !x.Done() || raw != nil || err != nil {
			t.Errorf("seat %d: done %v, says %x, %v", seat, x.Done(), raw, err)
		}
	}
}

// As TestClosingsInAnotherOrder, but the seat whose closing has lost its place has read that the
// end is final: it takes itself for closed, and its deposit is burnt.
func TestClosedInAnotherOrder(t *testing.T) {
	for _, restart := range []bool{false, true} {
		d := newDesk(t, 5, 1)
		d.r3over(0, 1, 2, 3, 4)
		e := len(d.posts)
		c0, _, _ := d.tables[0].Pending(d.now)
		c1, _, _ := d.tables[1].Pending(d.now) // under way
		d.post(c0)
		d.readAll(2)
		c2, _, _ := d.tables[2].Pending(d.now) // names e+1
		d.post(c2)
		d.flow(2, 3)
		if !d.tables[2].Final() {
			t.Fatal("not final")
		}
		c3 := d.posts[e+2].Bytes
		d.posts = slices.Clone(d.posts[:e]) // the closings are lost
		d.post(c1, c0, c2, c3)              // c1 was faster than those who post c0 again
		d.now = d.now.Add(time.Second)
		for seat := range 5 {
			if restart {
				d.restart(seat, d.last(seat))
			} else {
				d.connect(seat)
			}
		}
		for range 50 {
			d.now = d.now.Add(grace * time.Millisecond)
			d.flow(0, 1, 2, 3, 4)
		}
		w, _ := d.watch()
		for seat := range 5 {
			if !w.Returned(seat) {
				t.Errorf("restart %v: final %v; the deposit of seat %d is burnt", restart, w.Final(), seat)
			}
		}
	}
}

// A board waits for those whose deposits may return, and for the end to be final.
func TestClosed(t *testing.T) {
	d := newDesk(t, 3, 1)
	d.flow(0, 1, 2)
	d.play(0, 1) // seat 2 is silent
	n := len(d.posts)
	for ; d.posts[n-1].Bytes[38] == closing; n-- {
	}
	tail := d.posts[n:]
	d.posts = slices.Clone(d.posts[:n])
	for i, p := range tail {
		if w, _ := d.watch(); w.Closed() {
			t.Errorf("closed with %d of %d closings", i, len(tail))
		}
		d.post(p.Bytes)
	}
	if w, _ := d.watch(); !w.Final() || !w.Closed() {
		t.Errorf("final %v, closed %v", w.Final(), w.Closed())
	}
}

// The board loses a raise and the tick after it, which replaced the raise as the statement under
// way: the program can't post the raise again, is astray, and its seat is silent.
func TestSayBeforeTickIsLost(t *testing.T) {
	for _, ticks := range []bool{false, true} {
		d := newDesk(t, 3, 1)
		d.flow(0, 1, 2)
		s := d.turn()
		d.act(s, raise)
		n := len(d.posts)
		d.flow(s)
		if ticks {
			d.now = d.now.Add(grace * 5 / 8 * time.Millisecond)
			d.flow(s)
		}
		d.posts = slices.Clone(d.posts[:n])
		d.connect(s)
		for range 60 {
			d.now = d.now.Add(grace / 8 * time.Millisecond)
			d.flow(0, 1, 2)
			if d.turn() != s && d.turn() >= 0 {
				break
			}
		}
		w, _ := d.watch()
		for _, o := range w.Outs() {
			if o.Seat == s {
				t.Errorf("a tick after the raise: %v; seat %d is honest and online, and %v", ticks, s, o.Why)
			}
		}
	}
}

// Commitments cross in another order after a loss of everything since: all come back, and who ticked is astray.
func TestOtherOrder(t *testing.T) {
	d := newDesk(t, 3, 1)
	for s := range 3 {
		d.readAll(s)
		if raw, _, _ := d.tables[s].Pending(d.now); raw != nil && raw[38] == hello {
			d.post(raw)
		}
	}
	n := len(d.posts)
	for s := range 3 {
		d.readAll(s)
	}
	a, _, _ := d.tables[0].Pending(d.now)
	b, _, _ := d.tables[1].Pending(d.now)
	if a == nil || b == nil || a[38] != say || b[38] != say {
		t.Fatal("no commitments")
	}
	d.post(a, b)
	d.readAll(1)
	d.now = d.now.Add(grace * 5 / 8 * time.Millisecond)
	x, _, _ := d.tables[1].Pending(d.now)
	if x == nil || x[38] != tick {
		t.Fatal("no tick")
	}
	d.posts = slices.Clone(d.posts[:n])
	d.post(b, a) // by somebody who has them
	for s := range 3 {
		d.connect(s)
	}
	d.play(0, 1, 2)
	d.same(0, 1, 2)
	d.outs()
}

// A say is said again, as its seat's tick came first. The board loses both, and the first one is posted
// before the tick: it counts, and its seat, which has said nothing else, isn't astray.
func TestOldSayComesFirst(t *testing.T) {
	for _, restart := range []bool{false, true} {
		d := newDesk(t, 3, 1)
		d.flow(0, 1, 2)
		s := d.turn()
		next := (s + 1) % 3
		late := d.waits(next)
		d.act(s, 1)
		d.flow(s)
		d.act(next, 2)
		f, _, _ := d.tables[next].Pending(d.now)
		n := len(d.posts)
		d.post(late)
		d.readAll(next)
		f2, _, _ := d.tables[next].Pending(d.now)
		if f2 == nil || f2[38] != say {
			t.Fatal("no f2")
		}
		d.posts = slices.Clone(d.posts[:n])
		d.post(f) // by a cheat, before the tick comes back
		d.post(late, f2)
		d.now = d.now.Add(time.Millisecond)
		for i := range 3 {
			if restart {
				d.restart(i, d.last(i))
			} else {
				d.connect(i)
			}
		}
		d.play(0, 1, 2)
		d.outs()
	}
}
