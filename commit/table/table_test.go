package table_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/internal/field"
)

// A seat says nothing between Connect and Start, also if it has spoken before.
func TestConnect(t *testing.T) {
	d := newDesk(t, 2, 1)
	d.flow(0, 1)
	s := d.turn()
	d.act(s, 1)
	if _, err := d.tables[s].Connect(d.shown); err != nil {
		t.Fatal(err)
	}
	if raw, _, err := d.tables[s].Pending(d.now); raw != nil || err != nil {
		t.Errorf("%x %v", raw, err)
	}
	d.tables[s].Start(d.now)
	if raw, _, err := d.tables[s].Pending(d.now); raw == nil || err != nil {
		t.Error(err)
	}
	last := d.posts[len(d.posts)-1]
	last.Bytes = d.sign(0, tick)
	if placed, err := d.tables[s].Read(d.now, last); placed || !errors.Is(err, table.ErrState) {
		t.Errorf("a number again: %v %v", placed, err)
	}
}

// An end that is final stays when the board has changed, and all that the seat says is that it has
// read it. It reads who else does.
func TestKept(t *testing.T) {
	for _, closes := range []bool{false, true} {
		d := newDesk(t, 3, 1)
		for !d.tables[2].Over() {
			if s := d.turn(); s >= 0 {
				d.act(s, 1)
			}
			d.flow(0, 1)
			if d.readAll(2); !d.tables[2].Over() || closes {
				d.flow(2)
			}
		}
		d.flow(0)
		if d.flow(1); !closes {
			d.readAll(2)
		}
		if d.readAll(2); !d.tables[2].Final() {
			t.Fatal("not final")
		}
		if raw, _, err := d.tables[2].Pending(d.now); (raw == nil) != closes || err != nil {
			t.Error(err) // it is lost on its way
		}
		more, end := d.sign(2, closing), d.tables[2].Round()
		d.posts = d.posts[:5]
		if after, err := d.tables[2].Connect(d.shown); after != 0 || err != nil {
			t.Fatal(after, err)
		}
		d.post(more, d.sign(2, tick))
		d.connect(2)
		head := d.tables[2].Head()
		if !d.tables[2].Final() || !d.tables[2].Over() || closes != d.tables[2].Returned(2) || d.tables[2].Round() != end {
			t.Error("the end isn't final any more")
		}
		var raw []byte
		for range 3 {
			var err error
			d.now = d.now.Add(grace * time.Millisecond)
			if raw, _, err = d.tables[2].Pending(d.now); raw == nil || raw[38] != closing || err != nil {
				t.Errorf("%x %v", raw, err)
			}
		}
		if d.tables[2].Head() != head {
			t.Error("the end is read on")
		}
		d.post(raw)
		d.connect(2)
		if raw, _, err := d.tables[2].Pending(d.now); raw != nil || err != nil || !d.tables[2].Done() {
			t.Errorf("says %x, done %v: %v", raw, d.tables[2].Done(), err)
		}
	}
}

// Messages of one byte have one, and only those kinds count that the table is waiting for.
func TestMessages(t *testing.T) {
	d := newDesk(t, 3, 1)
	d.post(d.sign(0, hello, 0), d.sign(0, tick), d.sign(0))
	if w, _ := d.watch(); w.Places() != 0 {
		t.Error("no hello has a place")
	}
	d.flow(0, 1)
	if d.tables[0].Round() > 0 || len(d.tables[0].Awaited()) != 1 {
		t.Error("the match has begun without seat 2")
	}
	d.now = d.now.Add(time.Hour)
	d.post(d.sign(2, hello))
	d.post(d.sign(2, tick))
	if left := d.left(); left != (grace+bank)*time.Millisecond {
		t.Errorf("%v left: time went on before the first round", left)
	}
	d.play(0, 1, 2)
	for _, p := range d.posts {
		if p.Bytes[38] == closing {
			d.posts = d.posts[:p.Number-1]
			break
		}
	}
	w, _ := d.watch()
	places := w.Places()
	d.post(d.sign(1, closing, 0), d.sign(1, tick), d.sign(1))
	if w, _ := d.watch(); w.Places() != places || len(w.Awaited()) != 3 || w.Final() || w.Returned(1) {
		t.Error("no closing statement has a place")
	}
	d.post(d.sign(0, closing))
	if w, _ := d.watch(); w.Final() || !w.Returned(0) || w.Returned(1) || w.Returned(-1) || w.Returned(3) {
		t.Error("one has signed the end")
	}
	d.post(d.sign(1, closing))
	if w, _ := d.watch(); !w.Final() || w.Returned(2) {
		t.Error("two have signed the end")
	}
}

// Who has left gets its deposit back if it signs the end; who was at fault or silent doesn't.
func TestReturned(t *testing.T) {
	d := newDesk(t, 4, 2)
	d.flow(0, 1, 2, 3)
	if d.tables[1].Leave() != nil || !errors.Is(d.tables[1].Act([]byte{9}), table.ErrState) && d.turn() != 1 {
		t.Error("seat 1 can't leave")
	}
	for cheat := d.turn(); ; cheat = d.turn() {
		if cheat == 0 {
			d.post(d.sign(0, say, 9))
			break
		}
		d.act(cheat, 1)
		d.flow(1, 2, 3)
	}
	d.play(1, 2, 0)
	w, _ := d.watch()
	for seat, want := range []bool{false, true, true, false} {
		if w.Returned(seat) != want {
			t.Errorf("seat %d: %v, outs %v", seat, !want, w.Outs())
		}
	}
	for _, o := range w.Outs() {
		if p := d.posts[o.Place]; o.Why == table.Fault && (p.Bytes[1] != 0 || p.Bytes[39] != 9) {
			t.Errorf("the evidence against %+v is %x", o, p.Bytes)
		}
	}
	if err := d.tables[1].Leave(); !errors.Is(err, table.ErrState) {
		t.Error(err)
	}
}

// A lout is a game whose errors are long, and blame anybody.
type lout struct {
	talk
	err error
}

func (g *lout) Apply(int, []byte) error { return g.err }

// A BlameError that doesn't name one seat of the table is the speaker's fault, and texts are short.
func TestBlame(t *testing.T) {
	long := errors.New(strings.Repeat("long ", 1000))
	for _, c := range []struct {
		err  error
		seat int
	}{
		{long, 0},
		{&table.BlameError{Seats: []int{-1}, Err: long}, 0},
		{&table.BlameError{Seats: []int{3}, Err: long}, 0},
		{&table.BlameError{Err: long}, 0},
		{&table.BlameError{Seats: []int{1, 2}, Err: long}, 0},
		{&table.BlameError{Seats: []int{2}, Err: long}, 2},
	} {
		d := newDesk(t, 3, 1)
		d.flow(0, 1)
		d.post(d.sign(2, hello))
		d.post(d.sign(0, say))
		w, err := table.Audit(d.terms, &lout{talk{seats: 3, times: 9, rounds: 9}, c.err}, d.posts, nil)
		if err != nil {
			t.Fatal(err)
		}
		if o := w.Outs(); len(o) != 1 || o[0].Seat != c.seat || len(o[0].Text) != table.MaxTextLen {
			t.Errorf("%T: %+v", c.err, o)
		}
	}
}

// What a restart forgets would change what counts: a state is the same as going on.
func TestRestartIsSame(t *testing.T) {
	d := newDesk(t, 3, 4)
	d.flow(0, 1, 2)
	for range 10 { // voids, time, a leave, an out: all of it before a later round
		d.now = d.now.Add(grace / 8 * time.Millisecond)
		d.post(d.sign((d.turn()+1)%3, say), d.sign((d.turn()+2)%3, tick))
	}
	d.post(d.sign(1, leave, 0, 0, 0, 3))
	for d.tables[0].Round() < 2 {
		d.act(d.turn(), 1)
		d.flow(0, 1, 2)
	}
	d.restart(0, d.last(0))
	for i := range 200 { // one goes on, one is new, and both refuse at the same place
		s := 1 + i%2
		if w, _ := d.watch(); i%4 > 1 && len(w.Due(time.Time{})) == 1 && w.Due(time.Time{})[0].Seat == s {
			continue
		}
		d.post(d.sign(s, 9, byte(i)))
	}
	d.same(0, 1, 2)
	d.play(0, 1, 2)
	d.same(0, 1, 2)
	d.outs(1, table.Left)
}

// A state is of one seat of one table.
func TestParse(t *testing.T) {
	d := newDesk(t, 3, 1)
	d.flow(0, 1, 2)
	store := func(_, _ table.State) error { return nil }
	terms := d.terms
	terms.Game = []byte("another")
	for _, c := range []struct {
		terms table.Terms
		seat  int
		state []byte
	}{{d.terms, 1, d.last(0)}, {terms, 0, d.last(0)}, {d.terms, 0, nil}, {d.terms, 0, bytes.ToUpper(d.last(0))}, {d.terms, 3, d.last(0)}} {
		if x, err := table.Parse(c.terms, newFake(3, 1, c.seat), d.keys[c.seat], c.state, store); x != nil ||
			!errors.Is(err, table.ErrMalformed) {
			t.Error(x, err)
		}
	}
	if _, err := table.New(d.terms, newFake(3, 1, 0), d.keys[0], nil); !errors.Is(err, table.ErrMalformed) {
		t.Error(err)
	}

	// With a checksum that fits, too.
	r := field.NewSealedReader(d.last(0))
	name, seat, first := r.Field("label"), r.Byte("seat"), r.Field("first")
	rest := r.Fixed("rest", r.Len())
	sealed := func(first []byte, end ...byte) []byte {
		b := field.Append(append(field.Append(nil, name), seat), first)
		return field.Seal(slices.Concat(b, rest, end))
	}
	if !bytes.Equal(sealed(first), d.last(0)) {
		t.Fatal("another state")
	}
	checkpoint := field.NewReader(first)
	checkpoint.Field("label")
	leaves := len(first) - checkpoint.Len() + 4 + 8 + 8 + 8 + 32 // of seat 0
	often := bytes.Clone(first)
	binary.BigEndian.PutUint32(often[leaves:], table.MaxRounds+1)
	for fault, state := range map[string][]byte{"state: length": sealed(first, 0), "checkpoint: length": sealed(append(first, 0)),
		"checkpoint: leaves": sealed(often)} {
		if x, err := table.Parse(d.terms, newFake(3, 1, 0), d.keys[0], state, store); x != nil || !errors.Is(err, table.ErrMalformed) ||
			!strings.HasSuffix(err.Error(), fault) {
			t.Errorf("%s: %v", fault, err)
		}
	}
	for _, change := range []func(*table.Terms){
		func(t *table.Terms) { t.Grace = table.MinGrace - time.Millisecond },
		func(t *table.Terms) { t.Grace = table.MaxGrace + time.Millisecond },
		func(t *table.Terms) { t.Grace += time.Microsecond },
		func(t *table.Terms) { t.Bank = -time.Millisecond },
		func(t *table.Terms) { t.Bank = table.MaxBanks*t.Grace + time.Millisecond },
		func(t *table.Terms) { t.Bank += time.Microsecond },
		func(t *table.Terms) { t.Longest = 0 },
		func(t *table.Terms) { t.Longest = record.MaxMessageLen },
	} {
		terms := d.terms
		change(&terms)
		if _, err := terms.Agreement(); !errors.Is(err, table.ErrMalformed) {
			t.Errorf("%+v: %v", terms, err)
		}
	}
}

// A move that is too long, of a seat that isn't due, or that the game refuses isn't made.
func TestAct(t *testing.T) {
	d := newDesk(t, 3, 1)
	d.flow(0, 1, 2)
	s := d.turn()
	if err := d.tables[s].Act(make([]byte, d.terms.Longest+1)); !errors.Is(err, table.ErrState) {
		t.Error(err)
	}
	if err := d.tables[(s+1)%3].Act([]byte{1}); !errors.Is(err, table.ErrState) {
		t.Error(err)
	}
	if err := d.tables[s].Act([]byte{9}); err == nil || errors.Is(err, table.ErrState) {
		t.Error(err)
	}
	if raw, _, err := d.tables[s].Pending(d.now); raw != nil || err != nil {
		t.Errorf("%x %v", raw, err)
	}
	d.act(s, 1)
	d.act(s, 2) // instead
	d.flow(s)
	if _, game := d.watch(); game.paid[s] != 3 {
		t.Errorf("%d paid", game.paid[s])
	}
	for range 3 { // posted once, until it is time to post it again
		if raw, _, err := d.tables[s].Pending(d.now); raw != nil || err != nil {
			t.Errorf("%x %v", raw, err)
		}
	}
}

// What is posted comes again after a while, until it is read, and not before.
func TestPostedAgain(t *testing.T) {
	d := newDesk(t, 2, 1)
	first, again, err := d.tables[0].Pending(d.now)
	if first == nil || err != nil || !again.Equal(d.now.Add(grace/4*time.Millisecond)) {
		t.Fatal(again, err)
	}
	if raw, due, err := d.tables[0].Pending(again.Add(-1)); raw != nil || err != nil || !due.Equal(again) {
		t.Errorf("%x %v %v", raw, due, err)
	}
	if raw, _, err := d.tables[0].Pending(again); !bytes.Equal(raw, first) || err != nil {
		t.Errorf("%x %v", raw, err)
	}
	if n := len(d.states[0]); n != 1 {
		t.Errorf("%d states for one statement", n)
	}
	d.restart(0, d.last(0))
	if raw, _, err := d.tables[0].Pending(d.now); !bytes.Equal(raw, first) || err != nil {
		t.Errorf("after a restart: %x %v", raw, err)
	}
}

// A seat whose time is up, and that waits again, has its whole bank in the next round only.
func TestBank(t *testing.T) {
	d := newDesk(t, 2, 3)
	d.flow(0, 1)
	s := d.turn()
	use := func(want time.Duration) {
		t.Helper()
		if left := d.left(); left != want*time.Millisecond {
			t.Errorf("%v left, not %v", left, want*time.Millisecond)
		}
	}
	use(grace + bank)
	d.now = d.now.Add(-time.Hour) // the table's time doesn't go back, nor on
	d.post(d.sign(1-s, tick))
	use(grace + bank)
	for range 5 { // half of the bank
		d.now = d.now.Add(grace / 4 * time.Millisecond)
		d.post(d.sign(1-s, tick))
	}
	d.act(s, raise)
	d.flow(s)
	d.act(1-s, raise)
	d.flow(1 - s)
	use(grace + bank - grace/4)
	for d.tables[0].Round() == 1 {
		d.flow(0, 1)
		if s := d.turn(); s >= 0 && d.tables[0].Round() == 1 {
			d.act(s, 1)
		}
	}
	use(grace + bank)
}

// What names a place from before its seat was due is void, without blame, though it comes
// when the seat is due again or for something else.
func TestCrossing(t *testing.T) {
	d := newDesk(t, 3, 1)
	d.flow(0, 1, 2)
	s := d.turn()
	next := (s + 1) % 3
	early := d.sign(next, say, raise)
	d.act(s, 1)
	d.flow(s)
	d.post(early)
	if _, game := d.watch(); d.turn() != next || game.raises != 0 {
		t.Errorf("%+v", game)
	}
	d.outs()
	d.play(0, 1, 2)
}

// Ticks are bounded, too, until something has an effect: a message, a leave, an out.
func TestTicksAreBounded(t *testing.T) {
	d := newDesk(t, 3, 1)
	d.flow(0, 1, 2)
	s := d.turn()
	waits := (s + 2) % 3
	flood := func(messages ...byte) {
		t.Helper()
		const most = 16 + 16*2 // (2000 + 1000) / 2000, rounded up
		w, _ := d.watch()
		places := w.Places()
		for range most + 20 {
			d.post(d.sign(waits, messages...))
		}
		if w, _ = d.watch(); w.Places()-places != most {
			t.Errorf("%d ticks", w.Places()-places)
		}
	}
	flood(tick)
	d.act(s, 1)
	d.flow(s)
	flood(tick)
	d.post(d.sign(s, leave, 0, 0, 0, 9))
	flood(tick)
	d.post(d.sign(s, leave, 0, 0, 0, 9)) // no effect
	d.post(d.sign(d.turn(), say, 99))
	flood(tick)
	d.outs((s+1)%3, table.Fault)
	w, _ := d.watch()
	places := w.Places()
	d.post(d.sign((s+1)%3, leave, 0, 0, 0, 9)) // nor that of a seat that is out
	d.post(d.sign(waits, tick))
	if w, _ = d.watch(); w.Places() != places+1 {
		t.Error("a leave without an effect")
	}
}

// A seat may say 16 things in vain, and one more for each effect that follows: it can't save up.
func TestVoidsAreBounded(t *testing.T) {
	d := newDesk(t, 3, 1)
	d.flow(0, 1, 2) // commitments, shares, shuffles: effects
	for seat := range 3 {
		w, _ := d.watch()
		places := w.Places()
		for i := range 40 {
			d.post(d.sign(seat, [][]byte{{9}, {tick, 0}, {leave}, {}, {hello}, {closing}}[i%6]...))
		}
		if w, _ = d.watch(); w.Places()-places != 16 {
			t.Errorf("%d places", w.Places()-places)
		}
	}
}

// A shift is a game in which seats 0 and 1 are always due, and a new phase begins with each
// message.
type shift struct{ talk }

func (g *shift) Due() (int, []int) { return g.said, []int{0, 1} }

// A seat that is still due in a new phase has its time again, and what it said before is void.
func TestNewPhase(t *testing.T) {
	d := newDesk(t, 2, 1)
	d.flow(0)
	d.post(d.sign(1, hello))
	game := &shift{talk{seats: 2, times: 9, rounds: 9}}
	early := d.sign(1, say, 1)
	d.now = d.now.Add(grace / 4 * time.Millisecond)
	d.post(d.sign(0, say, 1), early)
	w, err := table.Audit(d.terms, game, d.posts, nil)
	if err != nil || game.said != 1 || w.Places() != 4 {
		t.Errorf("%d messages, %d places, %v", game.said, w.Places(), err)
	}
	for _, due := range w.Due(time.Time{}) {
		if due.Since != 3 || due.Left != (grace+bank)*time.Millisecond {
			t.Errorf("%+v", due)
		}
	}
}

// A seat that has nothing to say stores each round nevertheless, so that a restart reads one.
func TestSilentRounds(t *testing.T) {
	d := newDesk(t, 3, 1)
	game := func() table.Game { return &talk{seats: 3, times: 2, rounds: 9} }
	store := func(_, new table.State) error { d.states[2] = append(d.states[2], new.Bytes()); return nil }
	x, err := table.New(d.terms, game(), d.keys[2], store)
	if err != nil {
		t.Fatal(err)
	}
	w, _ := table.Watch(d.terms, game())
	x.Start(d.now)
	for i := range 3 + 8 { // seat 2 never speaks
		seat, message := i, []byte{hello}
		if i > 2 {
			seat, message = (i-3)%2, []byte{say}
		}
		p := record.Post{Number: uint64(i + 1), Bytes: signAt(w.Digest(), d.keys[seat], seat, w.Places(), w.Head(), message)}
		w.Read(d.now, p)
		x.Read(d.now, p)
		if _, _, err := x.Pending(d.now); err != nil {
			t.Fatal(err)
		}
	}
	y, err := table.Parse(d.terms, game(), d.keys[2], d.last(2), store)
	if err != nil || x.Round() != 5 || y.Round() != 5 {
		t.Error(x.Round(), y.Round(), err)
	}
}

// A seat that wants to leave, and is out before it has said so, says nothing any more.
func TestLeaveTooLate(t *testing.T) {
	d := newDesk(t, 3, 1)
	d.flow(0, 1, 2)
	s := d.turn()
	if err := d.tables[s].Leave(); err != nil {
		t.Fatal(err)
	}
	d.post(d.sign(s, say, 99))
	n := len(d.posts)
	if err := d.flow(s); err != nil || len(d.posts) > n || !errors.Is(d.tables[s].Leave(), table.ErrState) {
		t.Errorf("%d posts, %v", len(d.posts)-n, err)
	}
}

// Those who wait tick, after a quarter of the grace, and less and less often while the board's clock
// stands; who is due doesn't.
func TestWhoTicks(t *testing.T) {
	d := newDesk(t, 3, 1)
	d.flow(0, 1, 2)
	s, stamp, n := d.turn(), d.now, len(d.posts)
	for range 400 {
		now := d.now.Add(grace / 8 * time.Millisecond)
		d.now = stamp // by a board whose clock stands
		for seat := range 3 {
			d.readAll(seat)
			raw, _, err := d.tables[seat].Pending(now)
			if raw != nil && (seat == s || raw[38] != tick || now.Before(stamp.Add(grace/4*time.Millisecond))) || err != nil {
				t.Fatalf("seat %d: %x %v", seat, raw, err)
			}
			if raw != nil {
				d.post(raw)
			}
		}
		d.now = now
	}
	if ticks := len(d.posts) - n; ticks < 2*4 || ticks > 2*(4+10) {
		t.Errorf("%d ticks", ticks)
	}
	d.outs()
}

// At a table of many seats, those who wait tick one after the other, but each after half of the
// grace at the latest.
func TestWhenTicks(t *testing.T) {
	const seats = 14
	d := newDesk(t, seats, 1)
	all := make([]int, seats)
	for i := range all {
		all[i] = i
	}
	d.flow(all...)
	s := d.turn()
	at := make(map[time.Duration]int)
	for seat := range seats {
		raw, again, err := d.tables[seat].Pending(d.now)
		if raw != nil || err != nil {
			t.Fatalf("seat %d: %x, %v", seat, raw, err)
		}
		if seat != s {
			at[again.Sub(d.now)]++
		}
	}
	quarter, half := grace/4*time.Millisecond, grace/2*time.Millisecond
	if at[quarter] > 1 || at[half] < seats-9 || len(at) < 8 {
		t.Error(at)
	}
}

// A board that drops what Judge refuses drops nothing that has a place.
func TestJudge(t *testing.T) {
	d := newDesk(t, 3, 2)
	for !d.tables[0].Over() {
		if s := d.turn(); s >= 0 {
			d.act(s, 1)
		}
		d.flow(0, 1, 2)
	}
	w, err := table.Watch(d.terms, newFake(3, 2, -1))
	if err != nil {
		t.Fatal(err)
	}
	agreed, err := d.terms.Agreement()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range d.posts {
		st, err := agreed.Verify(p.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		verdict, err := w.Would(st)
		if tick := p.Bytes[38] == tick; err != nil || verdict.Tick != tick {
			t.Errorf("seat %d: %+v, %v", st.Seat, verdict, err)
		}
		if placed, err := w.Read(d.now, p); !placed || err != nil {
			t.Fatal(placed, err)
		}
		if _, err := w.Would(st); !errors.Is(err, record.ErrNoPlace) {
			t.Errorf("again: %v", err)
		}
	}
	if !w.Over() {
		t.Error("it isn't over")
	}
}
