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

// What a hostile reading of this package found, and what has been mended since.

// A tick (or a leave) that is signed after a say replaces it as the statement under way, and
// spoken has the place that the say names, not its own: so a fork just before the say finds
// nobody astray. The seat, asked again, says another thing in the same round: here, it folded
// in one sequence and raises in the other. In hold'em a fold carries the seat's layer of all of
// the stock: whoever has seen that knows the board that comes.
func TestForkAfterTick(t *testing.T) {
	for _, restart := range []bool{false, true} {
		d := newDesk(t, 3, 1)
		d.flow(0, 1, 2)
		s := d.turn()
		d.act(s, fold)
		fork := slices.Clone(d.posts)
		d.flow(s) // the fold, which has a place
		folded := d.posts[len(d.posts)-1].Bytes
		if w, g := d.watch(); !g.folded[s] || len(w.Outs()) > 0 {
			t.Fatal("no fold")
		}
		d.now = d.now.Add(grace * 5 / 8 * time.Millisecond)
		d.flow(s) // a tick
		if last := d.posts[len(d.posts)-1].Bytes; last[1] != byte(s) || last[38] != tick {
			t.Fatal("no tick")
		}
		d.posts = fork // another sequence, without the fold
		if restart {
			d.restart(s, d.last(s))
		} else {
			d.connect(s)
		}
		if err := d.tables[s].Act([]byte{raise}); err != nil {
			t.Fatal(err)
		}
		raw, _, err := d.tables[s].Pending(d.now)
		if raw != nil && !bytes.Equal(raw, folded) || raw == nil && !errors.Is(err, table.ErrAstray) {
			t.Errorf("restart %v: seat %d folded, and says %x in the other sequence: %v", restart, s, raw[38:len(raw)-64], err)
		}
	}
}

// The same without a lying board: it loses its tail, and the seat takes its bet back, by itself,
// before those who have the tail post it again.
func TestTakenBack(t *testing.T) {
	d := newDesk(t, 3, 1)
	d.flow(0, 1, 2)
	s := d.turn()
	d.act(s, raise)
	d.flow(s)
	n := len(d.posts)
	d.now = d.now.Add(grace * 5 / 8 * time.Millisecond)
	d.flow(s)
	d.posts = slices.Clone(d.posts[:n-1]) // only the raise and the tick are lost
	d.connect(s)
	if err := d.tables[s].Act([]byte{fold}); err != nil {
		t.Fatal(err)
	}
	d.flow(s)
	if _, g := d.watch(); g.folded[s] {
		t.Error("it has raised, and folds")
	}
}

// A seat signs two different ends, so two readers each keep a final end, and they differ.
func TestTwoEnds(t *testing.T) {
	d := newDesk(t, 4, 1)
	for !d.tables[1].Over() {
		d.flow(1, 2, 3)
		d.post(d.missing(0)...)
		if s := d.turn(); s >= 0 && !d.tables[1].Over() {
			if s == 0 {
				d.post(d.sign(0, say, 1))
			} else {
				d.act(s, 1)
			}
		}
		for seat := 1; seat < 4; seat++ {
			d.readAll(seat)
		}
	}
	d.sameEnd(t)
}

// missing signs what the game wants of a seat that is a cheat, whose table only reads.
func (d *desk) missing(seat int) (posts [][]byte) {
	w, g := d.watch()
	d.readAll(seat)
	if w.Round() == 0 {
		if slices.Contains(w.Awaited(), seat) {
			posts = append(posts, d.sign(seat, hello))
		}
		return posts
	}
	for _, i := range w.Due(d.now) {
		if i.Seat == seat && g.stage != betting {
			posts = append(posts, d.own(seat))
		}
	}
	return posts
}

func (d *desk) sameEnd(t *testing.T) {
	var end int // posts before the first closing
	for end = 0; end < len(d.posts) && d.posts[end].Bytes[38] != closing; end++ {
	}
	// In sequence A the cheat 0, seat 1 and seat 2 close; seat 1 is shown only its own closing.
	d.posts = slices.Clone(d.posts[:end])
	a := slices.Clone(d.posts)
	for seat := range 4 {
		d.connect(seat)
	}
	one, _, err := d.tables[1].Pending(d.now)
	if one == nil || err != nil {
		t.Fatal(err)
	}
	d.post(one)
	d.readAll(1)
	two, _, _ := d.tables[2].Pending(d.now)
	d.post(two, d.sign(0, closing))
	d.readAll(2)
	if !d.tables[2].Final() || d.tables[1].Final() {
		t.Fatal("A isn't final for seat 2, or is for seat 1")
	}
	resultA := d.games[2].result()
	// In sequence B, which ends with another last statement, seats 1 and 3 and the cheat close.
	d.posts = a[:len(a)-1]
	for seat := range 4 {
		if seat != 2 {
			d.connect(seat)
		}
	}
	for range 400 { // whoever is to say the last word is silent there
		if w, _ := d.watch(); w.Over() {
			break
		}
		d.now = d.now.Add(grace / 4 * time.Millisecond)
		d.post(d.sign(0, tick))
	}
	d.flow(1, 3)
	d.post(d.sign(0, closing))
	d.readAll(3)
	w, _ := d.watch()
	if d.tables[3].Final() && d.games[3].result() != resultA {
		t.Errorf("two ends are final: A by 0, 1 and 2; B by 0, 1 and 3 (outs there %v). Seat 1 is honest and has signed both", w.Outs())
	}
}

// A board that loses the closing statements of others, which are posted again, costs a seat
// its deposit that hasn't closed yet: it has kept the end, and never says its closing.
func TestKeptDeposit(t *testing.T) {
	d := newDesk(t, 3, 1)
	for !d.tables[2].Over() {
		if s := d.turn(); s >= 0 {
			d.act(s, 1)
		}
		if d.flow(0, 1); !d.tables[0].Over() {
			d.flow(2)
		}
		d.readAll(2)
	}
	if !d.tables[2].Final() || d.posts[len(d.posts)-1].Bytes[38] != closing {
		t.Fatal("not final")
	}
	tail := slices.Clone(d.posts[len(d.posts)-2:])
	d.posts = d.posts[:len(d.posts)-2]
	d.now = d.now.Add(time.Second)
	d.post(tail[0].Bytes, tail[1].Bytes) // again, with new stamps: nothing else has changed
	for seat := range 3 {
		d.connect(seat)
	}
	for range 20 {
		d.now = d.now.Add(grace * time.Millisecond)
		d.flow(0, 1, 2)
	}
	if w, _ := d.watch(); !w.Returned(2) {
		t.Error("seat 2 is honest and online, and its deposit is burnt")
	}
}

// A passing game has empty messages, which say that the player passes.
type passing struct{ talk }

// A move of no bytes is accepted, and never said: the seat is silent.
func TestEmptyMove(t *testing.T) {
	for _, move := range [][]byte{{}, nil} {
		d := newDesk(t, 2, 1)
		key := d.keys[0]
		g := &passing{talk{seats: 2, times: 4, rounds: 1}}
		a, err := table.New(d.terms, g, key, func(_, _ table.State) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		a.Start(d.now)
		d.post(d.sign(0, hello), d.sign(1, hello))
		for _, p := range d.posts {
			a.Read(d.now, p)
		}
		if len(a.Due(d.now)) == 0 || a.Due(d.now)[0].Seat != 0 {
			t.Fatal(a.Due(d.now))
		}
		if err := a.Act(move); err != nil {
			t.Fatal(err)
		}
		if raw, _, err := a.Pending(d.now); raw == nil || err != nil {
			t.Errorf("Act(%#v) was fine, and nothing is said: %v", move, err)
		}
	}
}

// A cheat saves its voids for many rounds, and says them all in the instant in which an honest
// seat becomes due.
func TestSavedVoids(t *testing.T) {
	d := newDesk(t, 3, 60)
	d.flow(0, 1, 2)
	for range 4000 {
		s := d.turn()
		if w, _ := d.watch(); w.Round() > 40 || w.Over() {
			break
		}
		if s >= 0 {
			d.act(s, 0) // pays nothing
		}
		d.flow(0, 1, 2)
	}
	w, _ := d.watch()
	s := d.turn()
	before, c := w.Places(), (s+1)%3
	for range 20000 {
		n := w.Places()
		d.post(d.sign(c, say, 1))
		if w, _ = d.watch(); w.Places() == n {
			break
		}
	}
	if n := w.Places() - before; n > 100 {
		t.Errorf("in round %d of a game, one seat says %d statements without effect in one instant, each of Longest bytes", w.Round(), n)
	}
}

// Cheats make a void statement each time before an honest seat would tick: nobody ticks, and
// the one that is due takes many graces more than it has.
func TestVoidStall(t *testing.T) {
	d := newDesk(t, 3, 1)
	d.flow(0, 1, 2)
	s := d.turn()
	honest, other := (s+1)%3, (s+2)%3
	begun, last := d.now, d.now
	for range 4000 {
		w, _ := d.watch()
		if len(w.Outs()) > 0 {
			break
		}
		d.now = d.now.Add(grace / 64 * time.Millisecond)
		n := w.Places()
		d.flow(honest)
		if w, _ = d.watch(); w.Places() > n {
			last = d.now
		} else if d.now.Sub(last) >= grace/4*time.Millisecond-grace/64*time.Millisecond {
			for _, c := range []int{s, other} {
				x := d.sign(c, hello)
				d.post(x)
				if w, _ = d.watch(); w.Places() > n {
					last = d.now
					break
				}
			}
		}
	}
	d.outs(s, table.Silent)
	if spent := d.now.Sub(begun); spent > (grace+bank+grace/2+grace/8)*time.Millisecond {
		t.Errorf("out after %v, with a grace of %d ms and a bank of %d", spent, grace, bank)
	}
}

// A board of two servers, whose clocks differ by a fifth of a second: a cheat posts ticks by one
// and the other in turn. Each step back is free, and each step forward counts again, so the
// table's time runs ahead of both clocks, and puts an honest seat out that has only just become
// due.
func TestSkewedServers(t *testing.T) {
	d := newDesk(t, 3, 1)
	d.flow(0, 1, 2)
	s := d.turn()
	begun := d.now
	for i := range 48 {
		stamp := d.now.UnixMilli() + 1 // both tell 1 ms later
		if i%2 == 0 {
			stamp -= 200
		}
		d.posts = append(d.posts, record.Post{Number: uint64(len(d.posts) + 1), Stamp: stamp, Bytes: d.sign((s+1)%3, tick)})
	}
	if w, _ := d.watch(); len(w.Outs()) > 0 {
		t.Errorf("%v after it became due, with a grace of %d ms and a bank of %d: %v", d.now.Sub(begun), grace, bank, w.Outs())
	}
}

// The worst for PROOFS.md, theorem 6.5: every second tick comes from a server that is a quarter of
// the grace behind, adds nothing, and keeps the other one waiting. So a seat that has gone holds
// up the others for four times its time, not for three.
func TestSlowerServer(t *testing.T) {
	d := newDesk(t, 3, 1)
	d.flow(0, 1, 2)
	gone, begun := d.turn(), d.now
	for ticks := range 100 {
		if w, _ := d.watch(); len(w.Outs()) > 0 {
			break
		}
		wait, behind := grace/4, int64(grace/4)
		if ticks%2 == 1 {
			wait, behind = 3*grace/4, 0
		}
		d.now = d.now.Add(time.Duration(wait) * time.Millisecond)
		tick := d.sign((gone+1)%3, tick)
		d.posts = append(d.posts, record.Post{Number: uint64(len(d.posts) + 1), Stamp: d.now.UnixMilli() - behind, Bytes: tick})
	}
	if waited := d.now.Sub(begun); waited != 4*(grace+bank)*time.Millisecond {
		t.Errorf("the others have waited %v, with a grace of %d ms and a bank of %d", waited, grace, bank)
	}
}

// A board's clock was an hour ahead, once; as stamps don't go back, time stands still for an hour.
// Those who wait use up their ticks, and when the clock goes on, wait for ever for who has gone.
func TestClockStandsStill(t *testing.T) {
	d := newDesk(t, 3, 1)
	d.flow(0, 1, 2)
	s := d.turn()
	others := []int{(s + 1) % 3, (s + 2) % 3}
	ahead := d.now.Add(time.Hour).UnixMilli()
	speak := func() {
		for _, seat := range others {
			d.readAll(seat)
			raw, _, err := d.tables[seat].Pending(d.now)
			if err != nil {
				t.Fatal(err)
			}
			if raw != nil {
				p := record.Post{Number: uint64(len(d.posts) + 1), Stamp: max(ahead, d.now.UnixMilli()), Bytes: raw}
				d.posts = append(d.posts, p)
			}
		}
	}
	begun := d.now
	for d.now.Sub(begun) < 3*time.Hour {
		if w, _ := d.watch(); len(w.Outs()) > 0 {
			break
		}
		d.now = d.now.Add(grace / 8 * time.Millisecond)
		speak()
	}
	d.outs(s, table.Silent)
	if spent := d.now.Sub(begun); spent > 2*time.Hour {
		t.Errorf("seat %d is out after %v", s, spent)
	}
}

// In the game of the Example, seat 1 says again what seat 0 says, its commitment and what it
// contains, and wins every round: the sum is even.
func TestExampleIsFair(t *testing.T) {
	o := &odds{seat: 0, seed: []byte("seed"), left: 20}
	for round := range byte(20) {
		o.Start(record.Digest{round})
		for range 2 {
			m := o.Pending()
			if err := o.Apply(0, m); err != nil {
				t.Fatal(err)
			}
			if err := o.Apply(1, m); err != nil {
				return
			}
		}
	}
	if o.wins[0] == 0 {
		t.Errorf("who copies has won %d rounds of 20", o.wins[1])
	}
}

// A player's move shows another's fault, which changes nothing for who is due: the program says it
// once. Again and again, it would be a complaint that comes second, and then its own fault.
func TestMoveThatAccuses(t *testing.T) {
	d := newDesk(t, 3, 1)
	x, err := table.New(d.terms, new(errand), d.keys[1], func(_, _ table.State) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	w, err := table.Watch(d.terms, new(errand))
	if err != nil {
		t.Fatal(err)
	}
	r := &run{d, w}
	for seat := range 3 {
		r.say(seat, hello)
	}
	d.rejoin(t, x)
	if err := x.Act([]byte{accuse, 0}); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		raw, _, err := x.Pending(d.now)
		if err != nil {
			t.Fatal(err)
		}
		if raw != nil {
			r.show(raw)
			if _, err := x.Read(d.now, d.posts[len(d.posts)-1]); err != nil {
				t.Fatal(err)
			}
		}
	}
	if outs := r.Outs(); len(outs) != 1 || outs[0].Seat != 0 {
		t.Errorf("outs %v", outs)
	}
	if _, ok := x.Choosing(d.now); !ok {
		t.Error("its player isn't asked any more")
	}
}
