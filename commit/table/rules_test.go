package table_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

// An errand is a game of one round whose seats do what their messages say.
type errand struct {
	begun bool
	phase int
	due   []int
}

// What a message of an errand does.
const (
	nothing = iota
	finish  // one of the items of its speaker
	advance // to the next phase, with the same seats due
	invite  // names the speaker once more
	quit    // ends the round
	call    // names another seat once more
	accuse  // another seat of a fault
)

func (e *errand) Start(record.Digest) {
	if e.due = nil; !e.begun {
		e.begun, e.due = true, []int{0, 0, 1}
	}
}
func (e *errand) Due() (int, []int)       { return e.phase, e.due }
func (e *errand) Pending() []byte         { return nil }
func (e *errand) Check(int, []byte) error { return nil }
func (e *errand) Apply(seat int, m []byte) error {
	switch m[0] {
	case finish:
		i := slices.Index(e.due, seat)
		e.due = slices.Delete(slices.Clone(e.due), i, i+1)
	case advance:
		e.phase++
	case invite:
		e.due = append(slices.Clone(e.due), seat)
	case quit:
		e.due = nil
	case call:
		e.due = append(slices.Clone(e.due), int(m[1]))
	case accuse:
		return &table.BlameError{Seats: []int{int(m[1])}, Err: errors.New("accused")}
	}
	return nil
}
func (e *errand) Out(seat int, _ table.Reason) {
	e.due = slices.DeleteFunc(slices.Clone(e.due), func(s int) bool { return s == seat })
}
func (e *errand) Checkpoint() []byte { return []byte{0} }
func (e *errand) Restore(b []byte) error {
	*e = errand{}
	return nil
}

// A run is an errand of three seats, as its board sees it.
type run struct {
	*desk
	*table.Table
}

func newRun(t *testing.T) *run {
	d := newDesk(t, 3, 1)
	w, err := table.Watch(d.terms, new(errand))
	if err != nil {
		t.Fatal(err)
	}
	r := &run{d, w}
	for seat := range 3 {
		r.say(seat, hello)
	}
	return r
}

// say has a seat say something, and returns whether that has a place.
func (r *run) say(seat int, message ...byte) bool {
	return r.show(r.statement(seat, message))
}

func (r *run) statement(seat int, message []byte) []byte {
	return signAt(r.Digest(), r.keys[seat], seat, r.Places(), r.Head(), message)
}

func (r *run) show(raw []byte) bool {
	r.post(raw)
	placed, err := r.Read(r.now, r.posts[len(r.posts)-1])
	if err != nil {
		r.t.Fatal(err)
	}
	return placed
}

// pass lets the table's time go on, by ticks of a seat that isn't due.
func (r *run) pass(d time.Duration) {
	for ; d > 0; d -= grace / 4 * time.Millisecond {
		r.now = r.now.Add(min(d, grace/4*time.Millisecond))
		r.say(2, tick)
	}
}

// has checks how much time a seat has left, in milliseconds.
func (r *run) has(seat int, want time.Duration) {
	r.t.Helper()
	for _, item := range r.Table.Due(r.now) {
		if item.Seat == seat {
			if item.Left != want*time.Millisecond {
				r.t.Errorf("seat %d has %v left, not %v", seat, item.Left, want*time.Millisecond)
			}
			return
		}
	}
	r.t.Errorf("seat %d isn't due", seat)
}

// What a game takes, and changes nothing, starts no clock again: it is out when its time is up.
func TestStalled(t *testing.T) {
	r := newRun(t)
	for range 12 {
		r.pass(grace / 4 * time.Millisecond)
		if outs := r.Outs(); len(outs) > 0 {
			break
		}
		r.say(1, say, nothing)
	}
	r.pass(bank * time.Millisecond)
	for _, o := range r.Outs() {
		if o.Why != table.Silent {
			t.Errorf("%+v", o)
		}
	}
	if len(r.Outs()) != 2 {
		t.Errorf("outs %v", r.Outs())
	}
}

// Who says it 17 times is out at once, and an effect forgives one.
func TestNothingSaid(t *testing.T) {
	r := newRun(t)
	for range 16 {
		r.say(1, say, nothing)
	}
	r.say(0, say, finish)
	r.say(1, say, nothing)
	if len(r.Outs()) > 0 {
		t.Fatalf("outs %v", r.Outs())
	}
	r.say(1, say, nothing)
	if outs := r.Outs(); len(outs) != 1 || outs[0].Seat != 1 || outs[0].Why != table.Fault {
		t.Errorf("outs %v", outs)
	}
}

// A seat that has two things to say has its time for each of them, and its bank once.
func TestTwoItems(t *testing.T) {
	r := newRun(t)
	r.has(0, grace+bank)
	r.pass((grace + 500) * time.Millisecond)
	r.has(0, bank-500)
	r.say(0, say, finish)
	r.has(0, grace+bank-500)
	r.has(1, bank-500)
	r.say(1, say, finish)
	r.pass(grace * time.Millisecond)
	r.say(0, say, invite) // and one more than there was
	r.has(0, bank-500)
	r.say(0, say, finish) // which is no progress
	r.has(0, bank-500)
	r.say(0, say, advance)
	r.has(0, grace+bank-500)
	if len(r.Outs()) > 0 {
		t.Errorf("outs %v", r.Outs())
	}
}

// A clock stands while its seat isn't due, and goes on when it is again in the same phase.
func TestDueAgain(t *testing.T) {
	r := newRun(t)
	r.say(0, say, finish)
	r.say(0, say, finish)
	r.say(1, say, invite)
	r.pass(grace * time.Millisecond)
	r.say(1, say, finish)
	r.has(1, bank) // two, three, two: no progress
	r.say(1, say, finish)
	if r.say(0, say, finish); len(r.Outs()) > 0 || !r.Over() {
		t.Errorf("over %v, outs %v", r.Over(), r.Outs())
	}
}

// The clock of a seat that isn't due stands, whatever is settled then; and one that is named late
// in a phase makes progress in it like any other.
func TestCalled(t *testing.T) {
	r := newRun(t)
	r.say(0, say, finish)
	r.say(0, say, finish)
	r.pass(grace * time.Millisecond)
	r.say(1, say, call, 0)
	r.has(0, grace+bank)
	r.say(1, say, call, 2)
	r.now = r.now.Add(grace / 4 * time.Millisecond)
	r.say(2, say, finish)
	r.say(1, say, call, 2)
	r.has(2, grace+bank)
}

// Time passes by a quarter of the grace at a place, and not a millisecond more; a stamp that is
// so much earlier changes nothing, and one that is earlier than that is the stamp from then on.
func TestQuarter(t *testing.T) {
	const q = grace / 4
	r := newRun(t)
	at := func(stamp, left time.Duration) {
		t.Helper()
		r.now = time.UnixMilli(1e9).Add(stamp * time.Millisecond)
		r.say(2, tick)
		r.has(0, left)
	}
	at(q, grace+bank-q)
	at(10*q, grace+bank-2*q)
	at(9*q, grace+bank-2*q)
	at(10*q, grace+bank-2*q)
	at(9*q-1, grace+bank-2*q)
	at(10*q, grace+bank-3*q)
}

// A millisecond is time.
func TestLastMillisecond(t *testing.T) {
	r := newRun(t)
	r.pass((grace + bank - 1) * time.Millisecond)
	if r.has(0, 1); r.Late() || len(r.Outs()) > 0 {
		t.Errorf("late %v, outs %v", r.Late(), r.Outs())
	}
	if r.pass(time.Millisecond); len(r.Outs()) != 2 {
		t.Errorf("outs %v", r.Outs())
	}
}

// A bank of whole graces doesn't make room for one more.
func TestTicksOfWholeGraces(t *testing.T) {
	for bank, want := range map[time.Duration]int{0: 32, grace: 48, grace + 1: 64} {
		d := newDesk(t, 3, 1)
		d.terms.Bank = bank * time.Millisecond
		w, err := table.Watch(d.terms, new(errand))
		if err != nil {
			t.Fatal(err)
		}
		r := &run{d, w}
		for seat := range 3 {
			r.say(seat, hello)
		}
		ticks := 0
		for ticks < 100 && r.say(2, tick) {
			ticks++
		}
		if ticks != want {
			t.Errorf("bank %d: %d ticks, not %d", bank, ticks, want)
		}
	}
}

// A new phase gives nobody back what they took of their bank, whoever has begun it.
func TestPhasePaid(t *testing.T) {
	r := newRun(t)
	r.pass((grace + 750) * time.Millisecond)
	r.say(1, say, advance)
	r.has(0, grace+bank-750)
	r.has(1, grace+bank-750)
}

// A void statement has its place and head in both forms, and everything else in one.
func TestPrunedVoid(t *testing.T) {
	long := make([]byte, 60)
	for name, message := range map[string][]byte{
		"not due": append([]byte{say}, long...), "tick": append([]byte{tick}, long...),
		"leave": append([]byte{leave}, long...), "unknown": append([]byte{77}, long...),
	} {
		full, pruned := newRun(t), newRun(t)
		raw := full.statement(2, message)
		if st, err := record.ParseStatement(raw); err != nil {
			t.Fatal(err)
		} else if v, err := full.Would(st); err != nil || !v.Void {
			t.Errorf("%s: %+v, %v", name, v, err)
		}
		if !full.show(raw) || !pruned.show(record.Prune(raw)) || full.Head() != pruned.Head() {
			t.Errorf("%s: another head", name)
		}
		if full.show(record.Prune(raw)) || pruned.show(raw) {
			t.Errorf("%s: it has two places", name)
		}
	}
	r := newRun(t)
	for name, message := range map[string][]byte{"due": {say, finish}, "tick": {tick}, "leave": {leave, 0, 0, 0, 9}} {
		raw := r.statement(1, message)
		head := r.Head()
		st, err := record.ParseStatement(record.Prune(raw))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Would(st); !errors.Is(err, record.ErrNoPlace) {
			t.Errorf("%s: %v", name, err)
		}
		if r.show(record.Prune(raw)) || r.Head() != head || len(r.Outs()) > 0 {
			t.Errorf("%s: it has a place without its message", name)
		}
		if !r.show(raw) {
			t.Errorf("%s: it has none with it", name)
		}
	}
	for seat := range 2 { // and after the end
		r.say(seat, say, quit)
	}
	if raw := r.statement(0, []byte{closing}); !r.Over() || r.show(record.Prune(raw)) || !r.show(raw) {
		t.Error("a closing that was pruned has a place")
	}
	d := newDesk(t, 2, 1)
	if w, _ := d.watch(); w.Places() == 0 { // and before the beginning
		d.post(record.Prune(d.sign(0, hello)))
		if w, _ := d.watch(); w.Places() > 0 {
			t.Error("a hello that was pruned has a place")
		}
	}
}

// To complain of a seat that is out already may happen once: somebody else was faster.
func TestComplaints(t *testing.T) {
	d := newDesk(t, 4, 2)
	d.flow(0) // hellos
	for seat := range 4 {
		d.post(d.sign(seat, hello))
	}
	bad := append(short([]byte("anything")), 1)
	d.post(d.sign(3, append([]byte{say}, bad...)...))
	for seat := range 3 {
		d.post(d.own(seat))
	}
	first := [][]byte{d.own(0), d.own(1), d.own(2)} // all of seat 3, of the same place
	for i, raw := range first {
		if raw[39] != '!' {
			t.Fatalf("seat %d says %x", i, raw[38:])
		}
	}
	d.post(first...)
	d.outs(3, table.Fault)
	d.post(d.sign(1, say, '!', 3))
	d.outs(3, table.Fault, 1, table.Fault)
	d.play(0, 2)
	d.outs(3, table.Fault, 1, table.Fault)
}

// Who wants to leave does so also if the process ends before it could say so.
func TestLeaveStored(t *testing.T) {
	d := newDesk(t, 3, 3)
	d.flow(0, 1, 2)
	if err := d.tables[1].Leave(); err != nil {
		t.Fatal(err)
	}
	if err := d.tables[1].Leave(); !errors.Is(err, table.ErrState) {
		t.Errorf("twice: %v", err)
	}
	d.restart(1, d.last(1))
	d.play(0, 1, 2)
	d.outs(1, table.Left)

	d = newDesk(t, 3, 3)
	d.flow(0, 1, 2)
	d.before = func(int) error { return errDisk }
	if err := d.tables[1].Leave(); !errors.Is(err, errDisk) {
		t.Error(err)
	}
	d.before = nil
	d.play(0, 1, 2)
	d.outs()
}

// A tick that is under way holds nothing up: what is due is said beside it, and said again if
// the tick comes first.
func TestBesideTick(t *testing.T) {
	for _, tickFirst := range []bool{true, false} {
		d := newDesk(t, 3, 1)
		d.flow(0, 1, 2)
		s := d.turn()
		next := (s + 1) % 3
		late := d.waits(next)
		if late[38] != tick {
			t.Fatalf("%x", late[38:])
		}
		d.act(s, 1)
		d.flow(s)
		d.act(next, 2)
		raw, _, err := d.tables[next].Pending(d.now)
		if err != nil || raw == nil || raw[38] != say {
			t.Fatalf("the tick holds up a bet: %x, %v", raw, err)
		}
		if tickFirst {
			d.post(late)
		}
		d.post(raw)
		d.readAll(next)
		again, _, err := d.tables[next].Pending(d.now)
		if err != nil || tickFirst != (again != nil && again[38] == say) {
			t.Errorf("tick first %v: says %x, %v", tickFirst, again, err)
		}
		if tickFirst {
			if !bytes.Equal(again[38:len(again)-64], raw[38:len(raw)-64]) {
				t.Errorf("another message: %x, not %x", again[38:], raw[38:])
			}
			d.post(again)
		}
		if d.turn() == next {
			t.Error("the bet doesn't count")
		}
		d.play(0, 1, 2)
		d.outs()
	}
}

// A player is asked while there is something to choose, and until it is chosen.
func TestChoosing(t *testing.T) {
	d := newDesk(t, 3, 1)
	d.flow(0, 1, 2)
	s := d.turn()
	for seat, p := range d.tables {
		if item, ok := p.Choosing(d.now); ok != (seat == s) || ok && (item.Seat != s || item.Left <= 0) {
			t.Errorf("seat %d: %+v, %v", seat, item, ok)
		}
	}
	d.act(s, 1)
	if _, ok := d.tables[s].Choosing(d.now); ok {
		t.Error("it has chosen")
	}
	raw, _, _ := d.tables[s].Pending(d.now)
	d.restart(s, d.last(s))
	if _, ok := d.tables[s].Choosing(d.now); ok {
		t.Error("its choice is under way")
	}
	d.post(raw)
	d.readAll(s)
	if _, ok := d.tables[s].Choosing(d.now); ok {
		t.Error("it isn't due any more")
	}
}
