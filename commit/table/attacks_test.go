package table_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

// Attacks that broke earlier designs, and some on this one. The first had votes on who was
// silent, numbers of statements, and a record that convicted seats of saying two things. What
// attacked the transports of that design (a relay's queues, its connections) has no counterpart
// here, as a table has none; nor has an objection to a vote.

// A desk is a board with tables that read all of it, in one thread.
type desk struct {
	t      testing.TB
	terms  table.Terms
	rounds int
	now    time.Time
	posts  []record.Post
	keys   []record.Key
	tables []*table.Player
	games  []*fake
	read   []int                // posts, by seat
	states [][][]byte           // that were stored, by seat
	before func(seat int) error // the store, and after it
	after  func(seat int) error

	watcher  *table.Table
	watched  []record.Post
	spectate *fake
}

func newDesk(t testing.TB, seats, rounds int) *desk {
	d := &desk{
		t: t, rounds: rounds, now: time.UnixMilli(1e9), tables: make([]*table.Player, seats), games: make([]*fake, seats),
		read: make([]int, seats), states: make([][][]byte, seats),
	}
	d.terms = table.Terms{Game: []byte("desk"), Longest: 64, Grace: grace * time.Millisecond, Bank: bank * time.Millisecond}
	for seat := range seats {
		key, err := record.ParseKey(append(make([]byte, 31), byte(seat)))
		if err != nil {
			t.Fatal(err)
		}
		d.keys, d.terms.Seats = append(d.keys, key), append(d.terms.Seats, key.Public())
	}
	key, _ := record.ParseKey(append(make([]byte, 31), 255))
	d.keys, d.terms.Board = append(d.keys, key), key.Public()
	for seat := range seats {
		d.restart(seat, nil)
	}
	return d
}

// restart begins a process anew, from a state, and lets it read the board.
func (d *desk) restart(seat int, state []byte) {
	d.t.Helper()
	d.games[seat] = newFake(len(d.tables), d.rounds, seat)
	store := func(_, new table.State) error {
		if d.before != nil && d.before(seat) != nil {
			return errDisk
		}
		d.states[seat] = append(d.states[seat], new.Bytes())
		if d.after != nil {
			return d.after(seat)
		}
		return nil
	}
	var err error
	if state == nil {
		d.tables[seat], err = table.New(d.terms, d.games[seat], d.keys[seat], store)
	} else {
		d.tables[seat], err = table.Parse(d.terms, d.games[seat], d.keys[seat], state, store)
	}
	if err != nil {
		d.t.Fatal(err)
	}
	d.connect(seat)
}

func (d *desk) shown(number uint64) (record.Post, bool) {
	if number == 0 || number > uint64(len(d.posts)) {
		return record.Post{}, false
	}
	return d.posts[number-1], true
}

func (d *desk) connect(seat int) {
	d.t.Helper()
	after, err := d.tables[seat].Connect(d.shown)
	if err != nil {
		d.t.Fatal(err)
	}
	d.read[seat] = int(after)
	d.readAll(seat)
	d.tables[seat].Start(d.now)
}

func (d *desk) readAll(seat int) {
	for ; d.read[seat] < len(d.posts); d.read[seat]++ {
		if _, err := d.tables[seat].Read(d.now, d.posts[d.read[seat]]); err != nil {
			d.t.Fatal(err)
		}
	}
}

func (d *desk) post(raw ...[]byte) {
	for _, b := range raw {
		d.posts = append(d.posts, record.Post{Number: uint64(len(d.posts) + 1), Stamp: d.now.UnixMilli(), Bytes: b})
	}
}

// lose has the board lose its last posts, and everybody connect again.
func (d *desk) lose(n int) (tail []record.Post) {
	tail = slices.Clone(d.posts[len(d.posts)-n:])
	d.posts = slices.Clone(d.posts[:len(d.posts)-n])
	d.now = d.now.Add(time.Millisecond)
	for seat := range d.tables {
		d.connect(seat)
	}
	return tail
}

// watch returns what somebody sees who reads the board now, and its game.
func (d *desk) watch() (*table.Table, *fake) {
	same := func(a, b record.Post) bool { return a.Stamp == b.Stamp && bytes.Equal(a.Bytes, b.Bytes) }
	n := len(d.watched)
	if d.watcher == nil || n > len(d.posts) || !slices.EqualFunc(d.watched, d.posts[:n], same) {
		n, d.spectate = 0, newFake(len(d.tables), d.rounds, -1)
		var err error
		if d.watcher, err = table.Watch(d.terms, d.spectate); err != nil {
			d.t.Fatal(err)
		}
	}
	for _, p := range d.posts[n:] {
		if _, err := d.watcher.Read(time.Time{}, p); err != nil {
			d.t.Fatal(err)
		}
	}
	d.watched = slices.Clone(d.posts)
	return d.watcher, d.spectate
}

// left returns how much time the first that is due has left.
func (d *desk) left() time.Duration {
	w, _ := d.watch()
	return w.Due(time.Time{})[0].Left
}

// sign signs as any seat, with all that the board has.
func (d *desk) sign(seat int, message ...byte) []byte {
	t, _ := d.watch()
	return signAt(t.Digest(), d.keys[seat], seat, t.Places(), t.Head(), message)
}

// own signs what the game wants of a seat.
func (d *desk) own(seat int) []byte {
	d.readAll(seat)
	return d.sign(seat, append([]byte{say}, d.games[seat].Pending()...)...)
}

// flow lets seats read and speak until they have nothing to say now.
func (d *desk) flow(seats ...int) (err error) {
	for quiet := false; !quiet; {
		quiet = true
		for _, seat := range seats {
			d.readAll(seat)
			raw, _, e := d.tables[seat].Pending(d.now)
			if err = errors.Join(err, e); errors.Is(e, errDisk) {
				d.restart(seat, d.last(seat))
				quiet = false
			}
			if raw != nil {
				d.post(raw)
				quiet = false
			}
		}
	}
	return err
}

// last returns what a seat has stored last, nil if nothing.
func (d *desk) last(seat int) []byte {
	if len(d.states[seat]) == 0 {
		return nil
	}
	return d.states[seat][len(d.states[seat])-1]
}

// waits lets time pass until a seat has something to post.
func (d *desk) waits(seat int) (raw []byte) {
	for raw == nil {
		d.now = d.now.Add(grace / 8 * time.Millisecond)
		raw, _, _ = d.tables[seat].Pending(d.now)
	}
	return raw
}

func (d *desk) act(seat int, move ...byte) {
	d.t.Helper()
	d.readAll(seat)
	if err := d.tables[seat].Act(move); err != nil {
		d.t.Fatalf("seat %d: %v", seat, err)
	}
}

// turn returns whose bet it is, -1 if nobody's.
func (d *desk) turn() int {
	if _, game := d.watch(); game.stage == betting {
		return game.wait[0]
	}
	return -1
}

// play lets seats play to the end, while the others say nothing.
func (d *desk) play(seats ...int) {
	d.t.Helper()
	for range 4000 {
		d.flow(seats...)
		if w, _ := d.watch(); w.Over() {
			d.flow(seats...)
			return
		}
		if s := d.turn(); slices.Contains(seats, s) {
			d.act(s, 1)
			continue
		}
		d.now = d.now.Add(grace / 8 * time.Millisecond)
	}
	w, game := d.watch()
	d.t.Fatalf("waits for ever: due %v, outs %v, %+v", w.Due(d.now), w.Outs(), game)
}

// same checks that seats, and whoever reads the board, are in one state, and returns it.
func (d *desk) same(seats ...int) (*table.Table, *fake) {
	d.t.Helper()
	w, game := d.watch()
	for _, seat := range seats {
		d.readAll(seat)
		if t := d.tables[seat]; t.Head() != w.Head() || t.Over() != w.Over() || d.games[seat].result() != game.result() ||
			fmt.Sprint(t.Outs()) != fmt.Sprint(w.Outs()) {
			d.t.Fatalf("seat %d has %d places, outs %v; the audit has %d, %v", seat, t.Places(), t.Outs(), w.Places(), w.Outs())
		}
	}
	return w, game
}

// outs checks who is out, and why.
func (d *desk) outs(want ...any) {
	d.t.Helper()
	w, _ := d.watch()
	var got []any
	for _, o := range w.Outs() {
		got = append(got, o.Seat, o.Why)
	}
	if !slices.Equal(got, want) {
		d.t.Errorf("outs %v, not %v", w.Outs(), want)
	}
}

// F1: one objection at the right moment made honest seats vote each other out. "Time is up"
// names nobody now, and too early it is a tick.
func TestFalseTicks(t *testing.T) {
	d := newDesk(t, 4, 1)
	d.flow(0, 1, 2, 3)
	cheat := d.turn()
	for range 100 {
		d.post(d.sign(cheat, tick))
	}
	d.outs()
	d.play(slices.DeleteFunc([]int{0, 1, 2, 3}, func(s int) bool { return s == cheat })...)
	d.outs(cheat, table.Silent)
}

// F2: one signed vote ended the match for every seat that was broke, while the others went
// on. What a cheat says ends nothing, and a seat that isn't due reads as all do.
func TestBrokeSeat(t *testing.T) {
	var d *desk
	broke, cheat := -1, -1
	for try := byte(0); broke < 0 || cheat < 0; try++ { // until one is broke before the others
		d = newDesk(t, 3, 30)
		d.terms.Game = []byte{try}
		for seat := range 3 {
			d.restart(seat, nil)
		}
		for broke < 0 {
			d.flow(0, 1, 2)
			w, game := d.watch()
			if w.Over() {
				break
			}
			broke, cheat = slices.Index(game.playing, false), d.turn()
			if broke < 0 {
				d.act(cheat, []byte{2, 2, 0}[cheat])
			}
		}
	}
	for _, kind := range []byte{hello, tick, closing, 6, 0} {
		d.post(d.sign(cheat, kind), d.sign(broke, kind), d.sign(cheat, kind, 0), d.sign(broke, leave, 0, 0, 0, 0))
	}
	d.play(0, 1, 2)
	w, _ := d.same(0, 1, 2)
	if !w.Final() || !w.Returned(broke) {
		t.Error("the broke seat has lost its deposit")
	}
	d.outs()
}

// F3: what was said after the end changed the audit. Now it has no place.
func TestAfterTheEnd(t *testing.T) {
	d := newDesk(t, 3, 2)
	d.play(0, 1, 2)
	w, game := d.watch()
	for _, old := range d.posts {
		d.post(old.Bytes)
	}
	for seat := range 3 {
		for kind := range byte(8) {
			d.post(d.sign(seat, kind), d.sign(seat, kind, 0, 0, 0, 0))
		}
	}
	if again, then := d.same(0, 1, 2); again.Head() != w.Head() || then.result() != game.result() || !again.Final() ||
		len(again.Awaited()) > 0 {
		t.Error("the end has changed")
	}
	d.outs()
}

// F4: an accomplice's two statements with one number took a lost all-in back. Of two that
// name one place, the first counts, and nobody is guilty.
func TestTwoStatements(t *testing.T) {
	d := newDesk(t, 3, 1)
	d.flow(0, 1, 2)
	cheat := d.turn()
	a, b := d.sign(cheat, say, 1), d.sign(cheat, say, 2)
	d.post(a, b, a)
	places := len(d.posts) - 2
	if w, game := d.same(0, 1, 2); w.Places() != places || game.paid[cheat] != 2 {
		t.Errorf("%d places, %d paid", w.Places(), game.paid[cheat])
	}
	d.play(0, 1, 2)
	d.post(a, b)
	d.same(0, 1, 2)
	d.outs()
}

// F5: two cheats stalled for ever without a fault. Now each thing that is due takes at most
// the grace, and each seat the bank once in a round; a quarter of the grace for the tick.
func TestStall(t *testing.T) {
	d := newDesk(t, 3, 1)
	d.flow(0, 1, 2)
	begin, items := d.now, 0
	for d.turn() >= 0 || items == 0 {
		seat := d.turn()
		if seat == 0 {
			d.act(0, 1)
			d.flow(0)
			continue
		}
		if d.left() > grace/2*time.Millisecond {
			d.now = d.now.Add(grace / 8 * time.Millisecond)
			d.post(d.sign(3-seat, tick)) // so that time goes on, as an honest seat's would
			continue
		}
		move := byte(raise)
		if _, game := d.watch(); game.raises == 3 {
			move = 1
		}
		d.post(d.sign(seat, say, move))
		items++
	}
	most := time.Duration(items*grace+2*bank) * time.Millisecond
	if spent := d.now.Sub(begin); spent > most || items < 3 {
		t.Errorf("%d bets have taken %v of at most %v", items, spent, most)
	}
	d.play(0)
	d.outs(1, table.Silent, 2, table.Silent)
}

// F6: a relay that claimed more posts than there were made all wait. Numbers may have gaps,
// and a statement that names a place to come has none.
func TestClaims(t *testing.T) {
	d := newDesk(t, 3, 1)
	d.flow(0, 1, 2)
	w, _ := d.watch()
	d.post(signAt(w.Digest(), d.keys[1], 1, w.Places()+5, w.Head(), []byte{say, 1}))
	for seat, x := range d.tables {
		d.readAll(seat)
		if placed, err := x.Read(d.now, record.Post{Number: 1 << 40, Stamp: 1 << 60}); placed || err != nil {
			t.Error(placed, err)
		}
		d.restart(seat, d.last(seat))
	}
	d.play(0, 1, 2)
	d.outs()
}

// F7: who saw the river first went, and it was dealt again. Who has folded owes nothing, so
// that its going changes nothing.
func TestFoldAndGo(t *testing.T) {
	results := make(map[string]bool)
	for _, gone := range []bool{false, true} {
		d := newDesk(t, 3, 1)
		d.flow(0, 1, 2)
		d.act(d.turn(), fold)
		d.flow(0, 1, 2)
		if gone {
			d.play(1, 2)
		} else {
			d.play(0, 1, 2)
		}
		_, game := d.same(1, 2)
		results[game.result()] = true
		d.outs()
	}
	if len(results) != 1 {
		t.Error("the result changes if it goes")
	}
}

// F8: a restart from an older state convicted its owner. From each state that was ever
// stored, at each moment, a seat goes on to the same end as the others.
func TestOldBackup(t *testing.T) {
	for moment := 0; moment < 14; moment += 3 {
		for backup := 0; backup < 9; backup += 2 {
			d := newDesk(t, 3, 1)
			for range moment {
				raw, _, err := d.tables[0].Pending(d.now)
				if d.turn() == 0 {
					d.act(0, 1)
				} else if s := d.turn(); s > 0 {
					d.act(s, 1)
				}
				if d.flow(1, 2); err != nil {
					t.Fatal(err)
				}
				if raw != nil {
					d.post(raw)
				}
				d.readAll(0)
			}
			if backup < len(d.states[0]) {
				d.restart(0, d.states[0][backup])
			}
			d.play(0, 1, 2)
			d.same(0, 1, 2)
			d.outs()
		}
	}
}

// A statement was under way when its process went on from an older state: two statements
// convicted it. The one that comes first counts.
func TestOldBackupUnderWay(t *testing.T) {
	d := newDesk(t, 3, 1)
	d.flow(0, 1, 2)
	s := d.turn()
	d.act(s, 1)
	held, _, err := d.tables[s].Pending(d.now)
	if held == nil || err != nil {
		t.Fatal(err)
	}
	d.restart(s, d.states[s][len(d.states[s])-2])
	d.act(s, 2)
	d.flow(s)
	d.post(held)
	d.play(0, 1, 2)
	d.same(0, 1, 2)
	d.outs()
}

// F10: a process that stopped, at any moment, made the others wait for ever.
func TestStopped(t *testing.T) {
	for moment := range 20 {
		d := newDesk(t, 3, 1)
		d.flow(0, 1, 2)
		n := len(d.posts)
		for len(d.posts) < n+moment {
			if s := d.turn(); s >= 0 {
				d.act(s, 1)
			}
			if d.flow(0, 1, 2); d.turn() < 0 {
				break
			}
		}
		d.play(0, 1)
		if w, _ := d.same(0, 1); w.Over() && !w.Final() {
			t.Errorf("moment %d: the end isn't final", moment)
		}
	}
}

// Who knew first that the table was full put out those who hadn't heard. Nobody is due
// before all have said their hello, and each of them is due from then on.
func TestFirstClock(t *testing.T) {
	d := newDesk(t, 3, 1)
	d.flow(2)
	for range 50 {
		d.now = d.now.Add(grace * time.Millisecond)
		d.post(d.sign(2, tick), d.sign(0, say, 1), d.sign(2, leave, 0, 0, 0, 0))
	}
	d.flow(0, 1)
	d.post(d.sign(2, tick))
	d.play(0, 1, 2)
	d.outs()
}

// A bank that was overdrawn put its seat out at the next thing that was due. What is due
// has the grace, always.
func TestOverdrawn(t *testing.T) {
	d := newDesk(t, 3, 1)
	d.flow(0, 1, 2)
	s := d.turn()
	for range 14 { // places for its time to go on, and no tick
		d.now = d.now.Add(grace / 4 * time.Millisecond)
		d.post(d.sign((s+1)%3, say, 1))
	}
	d.act(s, raise)
	d.flow(s)
	for d.turn() != s {
		d.act(d.turn(), raise)
		d.flow(0, 1, 2)
	}
	if left := d.left(); left != grace*time.Millisecond {
		t.Errorf("%v left", left)
	}
	d.post(d.sign((s+1)%3, tick))
	d.outs()
	d.play(0, 1, 2)
	d.outs()
}

// One stamp an hour ahead put everybody out who was due, and then time stood still for an hour.
func TestFarFuture(t *testing.T) {
	for _, hours := range []time.Duration{1, -1, 1 << 20, -1 << 20} {
		d := newDesk(t, 3, 1)
		d.flow(0, 1, 2)
		s := d.turn()
		now := d.now
		d.now = now.Add(hours * time.Hour)
		d.post(d.sign((s+1)%3, tick))
		d.now = now.Add(time.Millisecond)
		d.post(d.sign((s+2)%3, tick))
		d.outs()
		d.play(slices.DeleteFunc([]int{0, 1, 2}, func(x int) bool { return x == s })...)
		if spent := d.now.Sub(now); spent > (2*grace+bank)*time.Millisecond {
			t.Errorf("%v hours: %v until %d is out", hours, spent, s)
		}
		d.outs(s, table.Silent)
	}
	d := newDesk(t, 2, 1) // stamps as far apart as they can be
	d.flow(0, 1)
	for i, stamp := range []int64{-1 << 63, 1<<63 - 1, -1 << 63, 1<<63 - 1} {
		d.posts = append(d.posts, record.Post{Number: uint64(len(d.posts) + 1), Stamp: stamp, Bytes: d.sign(i%2, tick)})
	}
	d.outs()
	d.play(0, 1)
	d.outs()
}

// A board that was away put out those who were due, by the first who spoke when it was back.
func TestPause(t *testing.T) {
	d := newDesk(t, 4, 1)
	d.flow(0, 1, 2, 3)
	s := d.turn()
	d.now = d.now.Add(10 * time.Minute)
	for i := range 3 {
		d.post(d.sign((s+1+i)%4, tick))
	}
	d.act(s, 1)
	d.play(0, 1, 2, 3)
	d.outs()
}

// A seat that was out, or any after the end, got places without bound. What has no effect is
// bounded, in and out, also when it is signed with all that was read.
func TestFlood(t *testing.T) {
	d := newDesk(t, 3, 1)
	d.flow(0, 1, 2)
	cheat := d.turn()
	d.post(d.sign(cheat, say, 99))
	d.outs(cheat, table.Fault)
	w, game := d.watch()
	x, err := table.Watch(d.terms, newFake(3, 1, -1))
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range d.posts {
		if placed, err := x.Read(d.now, p); !placed || err != nil {
			t.Fatal(i, err)
		}
	}
	for i := range 600 { // all kinds, by who is out and who isn't due
		seat := []int{cheat, (game.wait[0] + 1) % 3}[i%2]
		raw := signAt(x.Digest(), d.keys[seat], seat, x.Places(), x.Head(), []byte{byte(i / 2 % 7), 1, 2, 3, byte(i), 4}[:1+i/14%6])
		if _, err := x.Read(d.now, record.Post{Number: uint64(len(d.posts) + i + 1), Stamp: d.now.UnixMilli(), Bytes: raw}); err != nil {
			t.Fatal(err)
		}
	}
	ticks := 16 + 16*2 // (2000 + 1000) / 2000, rounded up
	if n := x.Places() - w.Places(); n < 2*16 || n > 2*(16+20+ticks) {
		t.Errorf("%d places by two seats without an effect", n)
	}
	if len(x.Outs()) != 1 {
		t.Error(x.Outs())
	}
}

// Junk with a right place and head and a wrong signature, or in another's name, has no place.
func TestForged(t *testing.T) {
	d := newDesk(t, 3, 1)
	d.flow(0, 1, 2)
	w, _ := d.watch()
	s := d.turn()
	for i := range 3 {
		raw := signAt(w.Digest(), d.keys[(s+1)%3], s, w.Places(), w.Head(), []byte{say, 99})
		raw[len(raw)-1-i] ^= byte(i)
		d.post(raw)
	}
	if x, _ := d.same(0, 1, 2); x.Head() != w.Head() {
		t.Error("forged")
	}
	d.outs()
}

// The loser cut the end off and let everybody be silent, with stamps of its own. Without the
// board's signed head that shows; with it, the cut does.
func TestForgedSilence(t *testing.T) {
	d := newDesk(t, 2, 1)
	d.play(0, 1)
	w, _ := d.watch()
	signed, err := w.SignHead(d.keys[2], d.now.UnixMilli())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := table.Audit(d.terms, newFake(2, 1, -1), d.posts, signed); err != nil {
		t.Error(err)
	}
	more := append(slices.Clone(d.posts), record.Post{Number: 1000, Bytes: signAt(w.Digest(), d.keys[0], 0, 0, w.Head(), nil)})
	if _, err := table.Audit(d.terms, newFake(2, 1, -1), more, signed); err != nil {
		t.Error(err) // it has no place
	}
	early, _ := table.Audit(d.terms, newFake(2, 1, -1), d.posts[:w.Places()-1], nil)
	if head, err := early.SignHead(d.keys[2], 0); err != nil {
		t.Error(err)
	} else if _, err := table.Audit(d.terms, newFake(2, 1, -1), d.posts, head); !errors.Is(err, record.ErrFork) {
		t.Errorf("a transcript beyond the signed head: %v", err)
	}
	forged := 0
	for cut := range w.Places() {
		e := newDesk(t, 2, 1)
		e.posts = slices.Clone(d.posts[:cut])
		for range 20 {
			e.now = e.now.Add(time.Hour)
			e.post(e.sign(0, tick))
		}
		x, _ := e.watch()
		if x.Final() {
			t.Errorf("cut at %d, a forged end is final", cut)
		}
		if _, err := table.Audit(e.terms, newFake(2, 1, -1), e.posts, signed); x.Over() {
			if forged++; !errors.Is(err, record.ErrFork) && !errors.Is(err, record.ErrUnread) && !errors.Is(err, record.ErrState) {
				t.Errorf("cut at %d: %v", cut, err)
			}
		}
		if _, err := table.Audit(d.terms, newFake(2, 1, -1), d.posts[:cut], signed); !errors.Is(err, record.ErrUnread) {
			t.Errorf("cut at %d: %v", cut, err)
		}
	}
	if forged < 5 {
		t.Errorf("%d forged ends", forged)
	}
}

// A rematch by the same terms took statements of the first match. Keys are of one table, so
// they aren't even well signed in another.
func TestRematch(t *testing.T) {
	d := newDesk(t, 3, 1)
	d.play(0, 1, 2)
	for _, change := range []func(*table.Terms){
		func(t *table.Terms) { t.Game = []byte("rematch") },
		func(t *table.Terms) { t.Grace += time.Millisecond },
		func(t *table.Terms) { t.Bank++; t.Bank += time.Millisecond - 1 },
		func(t *table.Terms) { t.Longest++ },
		func(t *table.Terms) { t.Board = nil },
		func(t *table.Terms) { t.Seats = t.Seats[:2] },
	} {
		terms := d.terms
		change(&terms)
		x, err := table.Audit(terms, newFake(len(terms.Seats), 1, -1), d.posts, nil)
		if err != nil || x.Places() != 0 {
			t.Error(x.Places(), err)
		}
	}
}

// A tail that was posted again, with new stamps, lost its places or convicted somebody.
func TestRepost(t *testing.T) {
	whole := newDesk(t, 3, 1)
	whole.play(0, 1, 2)
	for n := 4; n < len(whole.posts); n++ {
		for lost := 1; lost < n; lost += 1 + lost/3 {
			d := newDesk(t, 3, 1)
			d.posts = slices.Clone(whole.posts[:n])
			for seat := range 3 {
				d.restart(seat, whole.states[seat][0])
			}
			w, _ := d.watch()
			head := w.Head()
			tail := d.lose(lost)
			for _, p := range tail {
				d.post(p.Bytes)
				d.now = d.now.Add(5 * time.Second)
			}
			if x, _ := d.watch(); x.Head() != head {
				t.Fatalf("%d of %d lost: %d places, %v", lost, n, x.Places(), x.Outs())
			}
			if n%7 == 0 {
				d.play(0, 1, 2)
				d.same(0, 1, 2)
			}
			d.outs()
		}
	}
}

// Ticks come back, too, when a tail is posted again, and there are enough for what follows.
func TestRepostTicks(t *testing.T) {
	d := newDesk(t, 3, 1)
	d.flow(0, 1, 2)
	s := d.turn()
	others := []int{(s + 1) % 3, (s + 2) % 3}
	places := len(d.posts)
	for range 3 {
		d.now = d.now.Add(grace / 4 * time.Millisecond)
		d.flow(others...)
	}
	for range 2 {
		w, _ := d.watch()
		head := w.Head()
		tail := d.lose(len(d.posts) - places)
		for _, p := range tail {
			d.post(p.Bytes) // no time passes between them
		}
		if x, _ := d.watch(); x.Head() != head {
			t.Fatal("ticks are lost")
		}
		d.now = d.now.Add(grace / 4 * time.Millisecond)
		d.flow(others...)
	}
	d.outs()
	d.play(others...)
	d.outs(s, table.Silent)
}

// After a loss that nobody mends, a seat that spoke says nothing in that round, so that
// nobody sees in one sequence what it said in the other; nor in an earlier one. Everybody
// posts its own last statement again, which mends the loss of three.
func TestLostTail(t *testing.T) {
	for _, keep := range []int{0, 3, 4, 9, 12, -10, -3} {
		d := newDesk(t, 3, 3)
		for seat := -1; d.tables[0].Round() < 3 || seat < 0; seat = d.turn() {
			if seat >= 0 {
				d.act(seat, 1)
			}
			d.flow(0, 1, 2)
		}
		if keep < 0 {
			keep += len(d.posts)
		}
		n := len(d.posts)
		tail := d.lose(n - keep)
		err := d.flow(0, 1, 2)
		for _, p := range d.posts[keep:] {
			again := func(q record.Post) bool {
				return p.Bytes[1] == q.Bytes[1] && q.Bytes[38] == say && !bytes.Equal(p.Bytes, q.Bytes)
			}
			if p.Bytes[38] == say && slices.ContainsFunc(tail, again) {
				t.Fatalf("%d kept: seat %d says %x", keep, p.Bytes[1], p.Bytes[38:])
			}
		}
		if healed := keep == n-3; healed != (err == nil) || !healed && !errors.Is(err, table.ErrAstray) {
			t.Errorf("%d of %d kept: %v", keep, n, err)
		}
		if keep < 3 {
			continue // other hellos may have come
		}
		for _, p := range tail {
			d.post(p.Bytes)
		}
		d.play(0, 1, 2)
		d.same(0, 1, 2)
		d.outs()
	}
}

// A seat that is astray signs the end all the same: there is nothing to see in that.
func TestAstrayAtTheEnd(t *testing.T) {
	d := newDesk(t, 3, 3)
	for d.tables[0].Round() < 3 || d.turn() < 0 {
		if s := d.turn(); s >= 0 {
			d.act(s, 1)
		}
		d.flow(0, 1, 2)
	}
	d.lose(len(d.posts) - 5)
	d.post(d.sign(2, tick)) // so that it isn't as it was
	if raw, _, err := d.tables[0].Pending(d.now); raw != nil || !errors.Is(err, table.ErrAstray) {
		t.Errorf("%x %v", raw, err)
	}
	for w, _ := d.watch(); !w.Over(); w, _ = d.watch() {
		d.now = d.now.Add(grace / 4 * time.Millisecond)
		d.post(d.sign(2, tick))
	}
	if err := d.flow(0, 1); err != nil {
		t.Error(err)
	}
	if w, _ := d.same(0, 1); w.Round() > 2 || !slices.Equal(w.Awaited(), []int{2}) {
		t.Errorf("round %d, awaited %v", w.Round(), w.Awaited())
	}
}

// A peer, or a board, that shows a seat two forks in turn doesn't make it speak in both.
func TestFlippedForks(t *testing.T) {
	d := newDesk(t, 3, 1)
	d.flow(0, 1, 2)
	s := d.turn()
	d.act(s, 1)
	fork := slices.Clone(d.posts)
	d.flow(s)
	here := slices.Clone(d.posts)
	d.posts = fork[:len(fork)-1]
	d.post(d.sign((s+1)%3, tick)) // another place there
	there := d.posts
	for range 5 {
		d.posts = there
		d.connect(s)
		if raw, _, err := d.tables[s].Pending(d.now); raw != nil || !errors.Is(err, table.ErrAstray) {
			t.Fatalf("%x %v", raw, err)
		}
		d.posts = here
		d.connect(s)
		if raw, _, err := d.tables[s].Pending(d.now); raw != nil || err != nil {
			t.Fatalf("%x %v", raw, err)
		}
	}
	d.play(0, 1, 2)
	d.same(0, 1, 2)
	d.outs()
}

// A move that was made in one sequence, and couldn't be stored, was said in another, where it
// was a fault.
func TestMoveOfAnotherSequence(t *testing.T) {
	d := newDesk(t, 3, 1)
	d.flow(0, 1, 2)
	first := d.turn()
	for _, move := range []byte{raise, raise, 1} {
		d.act(d.turn(), move)
		d.flow(0, 1, 2)
	}
	if d.turn() != first {
		t.Fatal("another turn")
	}
	d.act(first, raise)
	d.before = func(int) error { return errDisk }
	if _, _, err := d.tables[first].Pending(d.now); err != errDisk {
		t.Fatal(err)
	}
	d.before = nil
	d.lose(1)
	third := (first + 2) % 3
	d.post(d.sign(third, say, raise)) // it is a cheat, and raises for the third time
	if err := d.flow(first); err != nil {
		t.Fatal(err)
	}
	d.outs()
	d.play(first, (first+1)%3)
}

// Two complaints about one seat crossed each other, and the second was a fault.
func TestTwoComplaints(t *testing.T) {
	d := newDesk(t, 4, 1)
	d.flow(0, 1, 2)
	d.post(d.sign(3, hello))
	for seat := range 3 {
		d.post(d.own(seat))
	}
	d.post(d.sign(3, append(append([]byte{say}, short([]byte("x"))...), 1)...))
	var complaints [][]byte
	for seat := range 3 {
		complaints = append(complaints, d.own(seat))
	}
	d.post(complaints...)
	d.outs(3, table.Fault)
	for range 100 { // and it isn't a way to flood
		d.post(d.sign(2, say, '!', 3))
	}
	d.outs(3, table.Fault, 2, table.Fault)
	if w, _ := d.watch(); w.Places() > 60 {
		t.Errorf("%d places", w.Places())
	}
	d.play(0, 1)
	d.same(0, 1)
}

// The last to speak decides only whether it speaks: silent, it is out and the rest is as if
// it had never committed; the others lose nothing by it.
func TestLastToOpen(t *testing.T) {
	for last := range 3 {
		d := newDesk(t, 3, 1)
		others := slices.DeleteFunc([]int{0, 1, 2}, func(s int) bool { return s == last })
		d.flow(0, 1, 2)
		for s := d.turn(); s >= 0; s = d.turn() {
			d.act(s, 1)
			d.flow(s) // what isn't a bet is held back by the loop below
			d.flow(others...)
			if _, game := d.watch(); game.stage == opening {
				break
			}
		}
		d.play(others...)
		w, game := d.same(others...)
		if w.Over(); game.Stacks[others[0]]+game.Stacks[others[1]] < 24-2*4 {
			t.Errorf("stacks %v", game.Stacks)
		}
		for _, o := range w.Outs() {
			if o.Seat != last || o.Why != table.Silent {
				t.Errorf("out: %v", o)
			}
		}
	}
}

// A seat that crashes before, in or after any store of a match goes on as if nothing had been.
func TestCrashAtEachStore(t *testing.T) {
	for n := 0; ; n++ {
		for _, after := range []bool{false, true} {
			d := newDesk(t, 3, 2)
			count := 0
			crash := func(seat int) error {
				if seat != 1 {
					return nil
				}
				if count++; count == n+1 {
					return errDisk // and flow begins its process anew
				}
				return nil
			}
			if d.before = crash; after {
				d.before, d.after = nil, crash
			}
			d.play(0, 1, 2)
			d.outs()
			if w, _ := d.same(0, 1, 2); !w.Final() {
				t.Errorf("store %d, after it %v: not final", n, after)
			}
			if count <= n {
				if n < 8 {
					t.Errorf("%d stores", n)
				}
				return
			}
		}
	}
}

// A fold and "time is up" race: the first on the board counts, and nobody is out twice.
func TestFoldAndTick(t *testing.T) {
	for _, foldFirst := range []bool{false, true} {
		d := newDesk(t, 3, 1)
		d.flow(0, 1, 2)
		s := d.turn()
		others := []int{(s + 1) % 3, (s + 2) % 3}
		for d.left() > grace/4*time.Millisecond {
			d.now = d.now.Add(grace / 4 * time.Millisecond)
			d.post(d.sign(others[0], tick))
		}
		d.now = d.now.Add(grace / 4 * time.Millisecond)
		race := [][]byte{d.sign(others[0], tick), d.sign(s, say, fold)}
		if foldFirst {
			slices.Reverse(race)
		}
		if d.post(race...); foldFirst {
			d.outs()
			d.play(0, 1, 2)
			continue
		}
		d.outs(s, table.Silent)
		d.play(others...)
		d.same(others...)
	}
}

// All leave at once: nobody has a price to pay, the game is over, and its end is final.
func TestAllLeave(t *testing.T) {
	d := newDesk(t, 3, 5)
	d.flow(0, 1, 2)
	for _, x := range d.tables {
		if err := x.Leave(); err != nil {
			t.Fatal(err)
		}
	}
	d.play(0, 1, 2)
	d.outs(0, table.Left, 1, table.Left, 2, table.Left)
	w, game := d.same(0, 1, 2)
	if !w.Final() || w.Round() != 2 || game.Stacks[0]+game.Stacks[1]+game.Stacks[2] != 36 {
		t.Errorf("final %v, round %d, stacks %v", w.Final(), w.Round(), game.Stacks)
	}
	for seat := range 3 {
		if !w.Returned(seat) {
			t.Errorf("seat %d has lost its deposit", seat)
		}
	}
}

// Everyone is silent but one: it gets the pot in a bounded time. A tick takes it a quarter of
// the grace, as long again to let others go first, and here an eighth, by the steps of play.
func TestAlone(t *testing.T) {
	for seats := 2; seats < 6; seats++ {
		d := newDesk(t, seats, 3)
		for seat := range seats {
			d.flow(seat)
		}
		begin := d.now
		d.play(0)
		const ticks = (grace+bank)/(grace/4) + 1
		if spent := d.now.Sub(begin); spent > ticks*(grace/4+grace/4+grace/8)*time.Millisecond {
			t.Errorf("%d seats: %v", seats, spent)
		}
		w, game := d.same(0)
		if len(w.Outs()) != seats-1 || w.Final() || game.Stacks[0] != 12+seats-1 {
			t.Errorf("outs %v, final %v, stacks %v", w.Outs(), w.Final(), game.Stacks)
		}
	}
}

// All are out by one tick of somebody who is out, too: nobody gets the pot, and it is over.
func TestAllOut(t *testing.T) {
	d := newDesk(t, 3, 2)
	d.flow(0, 1, 2)
	s := d.turn()
	d.posts = d.posts[:6] // where all three are due, or have said something
	for seat := range 3 {
		d.restart(seat, nil)
	}
	d.post(d.sign(s, say, 99)) // its hello is long said
	for range 12 {
		d.now = d.now.Add(grace / 4 * time.Millisecond)
		d.post(d.sign(s, tick))
	}
	w, game := d.watch()
	if len(w.Outs()) < 2 || !w.Over() || w.Awaited() == nil {
		t.Errorf("outs %v, over %v, %+v", w.Outs(), w.Over(), game)
	}
	d.play(0, 1, 2)
	d.same(0, 1, 2)
}

// A final end wasn't stored while the seat's own closing statement was under way, and so
// could change after a crash.
func TestFinalIsStored(t *testing.T) {
	d := newDesk(t, 3, 1)
	for d.tables[2].Round() < 2 {
		if s := d.turn(); s >= 0 {
			d.act(s, 1)
		}
		if d.flow(0, 1); !d.tables[0].Over() {
			d.flow(2)
		}
		for ; d.read[2] < len(d.posts) && !d.tables[2].Over(); d.read[2]++ {
			d.tables[2].Read(d.now, d.posts[d.read[2]])
		}
	}
	if d.tables[2].Final() {
		t.Fatal("final too early")
	}
	if raw, _, err := d.tables[2].Pending(d.now); raw == nil || err != nil { // lost on its way
		t.Fatal(err)
	}
	d.readAll(2)
	if !d.tables[2].Final() {
		t.Fatal("not final")
	}
	if _, _, err := d.tables[2].Pending(d.now); err != nil {
		t.Fatal(err)
	}
	end := d.games[2].result()
	d.posts = d.posts[:8]
	d.restart(2, d.last(2))
	if !d.tables[2].Final() || !d.tables[2].Over() || d.games[2].result() != end {
		t.Error("the final end has changed")
	}

	// It stays so when the seat signs it again, on a board that has lost who had.
	d = newDesk(t, 3, 1)
	d.play(0, 1, 2)
	if _, _, err := d.tables[2].Pending(d.now); err != nil {
		t.Fatal(err)
	}
	for d.posts[len(d.posts)-1].Bytes[38] == closing {
		d.posts = d.posts[:len(d.posts)-1]
	}
	d.restart(2, d.last(2))
	d.flow(2)
	d.posts = d.posts[:4]
	if d.restart(2, d.last(2)); !d.tables[2].Final() {
		t.Error("the final end has changed")
	}
}

// A seat's state has one size, however long the match is, and what the board has of it.
func TestStateSize(t *testing.T) {
	var sizes []int
	for _, rounds := range []int{2, 40} {
		d := newDesk(t, 2, rounds)
		for range rounds {
			d.flow(0, 1)
			for s := d.turn(); s >= 0; s = d.turn() {
				d.act(s, 0)
				d.flow(0, 1)
			}
		}
		longest := 0
		for _, state := range d.states[0] {
			longest = max(longest, len(state))
		}
		sizes = append(sizes, longest)
	}
	if sizes[1] > sizes[0]+8 || sizes[1] > 2000 { // digits of the fake game's numbers
		t.Errorf("states of %v bytes", sizes)
	}
}

// A round is over when a leave names one that is long past, or never comes.
func TestLeaveNamesAnyRound(t *testing.T) {
	for _, named := range []uint32{0, 1, 2, 1<<32 - 1} {
		d := newDesk(t, 3, 4)
		d.flow(0, 1, 2)
		d.post(d.sign(1, binary.BigEndian.AppendUint32([]byte{leave}, named)...))
		d.post(d.sign(1, leave, 0, 0, 0, 3)) // too late
		for d.tables[0].Round() < 2 {
			if s := d.turn(); s >= 0 {
				d.act(s, 1)
			}
			d.flow(0, 1, 2)
		}
		d.restart(0, d.last(0))
		d.play(0, 1, 2)
		w, _ := d.same(0, 1, 2)
		if named > 100 {
			d.outs()
			continue
		}
		d.outs(1, table.Left)
		if o := w.Outs()[0]; o.Round != int(max(1, named)) {
			t.Errorf("%d named: %+v", named, o)
		}
	}
}
