package table_test

import (
	"encoding/binary"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/squaredeal/squaredeal/commit/table"
)

// A BlameError that doesn't name one seat of the table is the speaker's fault, and texts are short.
func TestBlame(t *testing.T) {
	long := errors.New("longer" + strings.Repeat("länger ", 100)) // cut off within a letter
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
		m := newMatch(t, 3, 1)
		m.exchange(0, 1)
		m.post(m.sign(2, hello))
		m.post(m.sign(0, say))
		w, err := table.Audit(m.terms, &lout{talk{seats: 3, times: 9, rounds: 9}, c.err}, m.posts, nil)
		if err != nil {
			t.Fatal(err)
		}
		if o := w.Outs(); len(o) != 1 || o[0].Seat != c.seat || len(o[0].Text) != table.MaxTextLen-1 || !utf8.ValidString(o[0].Text) {
			t.Errorf("%T: %+v", c.err, o)
		}
	}
}

// Of complaints about one seat that cross each other, the first puts it out, and the others have no
// effect, one of each speaker: were they faults, honest seats would be out that were slower.
func TestTwoComplaints(t *testing.T) {
	m := newMatch(t, 4, 1)
	m.exchange(0, 1, 2)
	m.post(m.sign(3, hello))
	for seat := range 3 {
		m.post(m.signPending(seat))
	}
	m.post(m.sign(3, append(append([]byte{say}, short([]byte("x"))...), 1)...))
	var complaints [][]byte
	for seat := range 3 {
		complaints = append(complaints, m.signPending(seat))
	}
	m.post(complaints...)
	m.wantOuts(3, table.Fault)
	for range 100 { // and it isn't a way to flood
		m.post(m.sign(2, say, '!', 3))
	}
	m.wantOuts(3, table.Fault, 2, table.Fault)
	if m.places() > 60 {
		t.Errorf("%d places", m.places())
	}
	m.play(0, 1)
	m.wantSame(0, 1)
}

// To complain of a seat that is out already may happen once: somebody else was faster.
func TestComplaints(t *testing.T) {
	m := newMatch(t, 4, 2)
	m.exchange(0) // hellos
	for seat := range 4 {
		m.post(m.sign(seat, hello))
	}
	bad := append(short([]byte("anything")), 1)
	m.post(m.sign(3, append([]byte{say}, bad...)...))
	for seat := range 3 {
		m.post(m.signPending(seat))
	}
	first := [][]byte{m.signPending(0), m.signPending(1), m.signPending(2)} // all of seat 3, of the same place
	for i, raw := range first {
		if messageOf(raw)[1] != '!' {
			t.Fatalf("seat %d says %x", i, messageOf(raw))
		}
	}
	m.post(first...)
	m.wantOuts(3, table.Fault)
	m.post(m.sign(1, say, '!', 3))
	m.wantOuts(3, table.Fault, 1, table.Fault)
	m.play(0, 2)
	m.wantOuts(3, table.Fault, 1, table.Fault)
}

// A player's move shows another's fault, which changes nothing for who is due: the program says it
// once. Again and again, it would be a complaint that comes second, and then its own fault.
func TestMoveThatAccuses(t *testing.T) {
	m := newErrandMatch(t, bank)
	x, err := table.New(m.terms, new(errand), m.keys[1], storeNothing)
	if err != nil {
		t.Fatal(err)
	}
	m.join(x)
	if err := x.Act([]byte{accuse, 0}); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		raw, _, err := x.Pending(m.now)
		if err != nil {
			t.Fatal(err)
		}
		if raw != nil {
			m.shows(raw)
			if _, err := x.Read(m.now, m.posts[len(m.posts)-1]); err != nil {
				t.Fatal(err)
			}
		}
	}
	wantOuts(t, m.Table, 0, table.Fault)
	if _, ok := x.Choosing(m.now); !ok {
		t.Error("its player isn't asked any more")
	}
}

// A seat that has left gets its deposit back if it signs the end; one that was at fault or silent doesn't.
func TestReturned(t *testing.T) {
	m := begunMatch(t, 4, 2)
	if m.players[1].Leave() != nil || !errors.Is(m.players[1].Act([]byte{9}), table.ErrState) && m.turn() != 1 {
		t.Error("seat 1 can't leave")
	}
	for cheat := m.turn(); ; cheat = m.turn() {
		if cheat == 0 {
			m.post(m.sign(0, say, 9))
			break
		}
		m.act(cheat, 1)
		m.exchange(1, 2, 3)
	}
	m.play(1, 2, 0)
	w, _ := m.watch()
	for seat, want := range []bool{false, true, true, false} {
		if w.Returned(seat) != want {
			t.Errorf("seat %d: %v, outs %v", seat, !want, w.Outs())
		}
	}
	for _, o := range w.Outs() {
		if p := m.posts[o.Place]; o.Why == table.Fault && (speakerOf(p.Bytes) != 0 || messageOf(p.Bytes)[1] != 9) {
			t.Errorf("the evidence against %+v is %x", o, p.Bytes)
		}
	}
	if err := m.players[1].Leave(); !errors.Is(err, table.ErrState) {
		t.Error(err)
	}
}

// No cheat can end the match for a seat that is broke, while the others go on: what a cheat says ends nothing, and
// a seat that isn't due reads as all do.
func TestBrokeSeat(t *testing.T) {
	var m *match
	broke, cheat := -1, -1
	for try := byte(0); broke < 0 || cheat < 0; try++ { // until one is broke before the others
		m = newMatch(t, 3, 30)
		m.terms.Game = []byte{try}
		for seat := range 3 {
			m.restart(seat, nil)
		}
		for broke < 0 {
			m.exchange()
			w, game := m.watch()
			if w.Over() {
				break
			}
			broke, cheat = slices.Index(game.playing, false), m.turn()
			if broke < 0 {
				m.act(cheat, []byte{2, 2, 0}[cheat])
			}
		}
	}
	for _, kind := range []byte{hello, tick, closing, 6, 0} {
		m.post(m.sign(cheat, kind), m.sign(broke, kind), m.sign(cheat, kind, 0), m.sign(broke, leave, 0, 0, 0, 0))
	}
	m.play()
	w, _ := m.wantSame()
	if !w.Final() || !w.Returned(broke) {
		t.Error("the broke seat has lost its deposit")
	}
	m.wantOuts()
}

// A seat that sees the river first can't have it dealt again by going: if it has folded, it owes nothing,
// and its going changes nothing.
func TestFoldAndGo(t *testing.T) {
	results := make(map[string]bool)
	for _, gone := range []bool{false, true} {
		m := begunMatch(t, 3, 1)
		m.act(m.turn(), fold)
		m.exchange()
		if gone {
			m.play(1, 2)
		} else {
			m.play()
		}
		_, game := m.wantSame(1, 2)
		results[game.result()] = true
		m.wantOuts()
	}
	if len(results) != 1 {
		t.Error("the result changes if it goes")
	}
}

// A fold and "time is up" race: the first on the board counts, and nobody is out twice.
func TestFoldAndTick(t *testing.T) {
	for _, foldFirst := range []bool{false, true} {
		m := begunMatch(t, 3, 1)
		better := m.turn()
		others := m.others(better)
		for m.timeLeft() > grace/4 {
			m.wait(grace / 4)
			m.post(m.sign(others[0], tick))
		}
		m.wait(grace / 4)
		race := [][]byte{m.sign(others[0], tick), m.sign(better, say, fold)}
		if foldFirst {
			slices.Reverse(race)
		}
		m.post(race...)
		if foldFirst {
			m.wantOuts()
			m.play()
			continue
		}
		m.wantOuts(better, table.Silent)
		m.play(others...)
		m.wantSame(others...)
	}
}

// A process that stops, at any moment, doesn't make the others wait for ever.
func TestStopped(t *testing.T) {
	for moment := range 20 {
		m := begunMatch(t, 3, 1)
		n := len(m.posts)
		for len(m.posts) < n+moment {
			if better := m.turn(); better >= 0 {
				m.act(better, 1)
			}
			m.exchange()
			if m.turn() < 0 {
				break
			}
		}
		m.play(0, 1)
		if w, _ := m.wantSame(0, 1); w.Over() && !w.Final() {
			t.Errorf("moment %d: the end isn't final", moment)
		}
	}
}

// The last to speak decides only whether it speaks: silent, it is out and the rest is as if
// it had never committed; the others lose nothing by it.
func TestLastToOpen(t *testing.T) {
	for last := range 3 {
		m := begunMatch(t, 3, 1)
		others := m.others(last)
		for better := m.turn(); better >= 0; better = m.turn() {
			m.act(better, 1)
			m.post(m.says(better, say)) // the last one's bet, and not what opens it
			m.exchange(others...)
			if _, game := m.watch(); game.stage == opening {
				break
			}
		}
		m.play(others...)
		w, game := m.wantSame(others...)
		if !w.Over() {
			t.Error("the match isn't over")
		}
		if game.Stacks[others[0]]+game.Stacks[others[1]] < 24-2*4 {
			t.Errorf("stacks %v", game.Stacks)
		}
		wantOuts(t, w, last, table.Silent)
	}
}

// All leave at once: nobody has a price to pay, the game is over, and its end is final.
func TestAllLeave(t *testing.T) {
	m := begunMatch(t, 3, 5)
	for _, x := range m.players {
		if err := x.Leave(); err != nil {
			t.Fatal(err)
		}
	}
	m.play()
	m.wantOuts(0, table.Left, 1, table.Left, 2, table.Left)
	w, game := m.wantSame()
	if !w.Final() || w.Round() != 2 || game.Stacks[0]+game.Stacks[1]+game.Stacks[2] != 36 {
		t.Errorf("final %v, round %d, stacks %v", w.Final(), w.Round(), game.Stacks)
	}
	for seat := range 3 {
		if !w.Returned(seat) {
			t.Errorf("seat %d has lost its deposit", seat)
		}
	}
}

// All are out by one tick of somebody who is out, too: nobody gets the pot, and it is over.
func TestAllOut(t *testing.T) {
	m := begunMatch(t, 3, 2)
	better := m.turn()
	m.posts = m.posts[:6] // where all three are due, or have said something
	for seat := range 3 {
		m.restart(seat, nil)
	}
	m.post(m.sign(better, say, 99)) // its hello is long said
	for range 12 {
		m.wait(grace / 4)
		m.post(m.sign(better, tick))
	}
	w, game := m.watch()
	if len(w.Outs()) < 2 || !w.Over() || w.Awaited() == nil {
		t.Errorf("outs %v, over %v, %+v", w.Outs(), w.Over(), game)
	}
	m.play()
	m.wantSame()
}

// A round is over when a leave names one that is long past, or never comes.
func TestLeaveNamesAnyRound(t *testing.T) {
	for _, named := range []uint32{0, 1, 2, 1<<32 - 1} {
		m := begunMatch(t, 3, 4)
		m.post(m.sign(1, binary.BigEndian.AppendUint32([]byte{leave}, named)...))
		m.post(m.sign(1, leave, 0, 0, 0, 3)) // too late
		m.bet(func() bool { return m.players[0].Round() < 2 })
		m.restart(0, m.stored(0))
		m.play()
		w, _ := m.wantSame()
		if named > 100 {
			m.wantOuts()
			continue
		}
		m.wantOuts(1, table.Left)
		if o := w.Outs()[0]; o.Round != int(max(1, named)) {
			t.Errorf("%d named: %+v", named, o)
		}
	}
}

// A seat that wants to leave does so also if the process ends before it could say so.
func TestLeaveStored(t *testing.T) {
	m := begunMatch(t, 3, 3)
	leaving := func(want bool) {
		t.Helper()
		if m.players[1].Leaving() != want || m.players[0].Leaving() {
			t.Error("it leaves:", !want)
		}
	}
	leaving(false)
	if err := m.players[1].Leave(); err != nil {
		t.Fatal(err)
	}
	if err := m.players[1].Leave(); !errors.Is(err, table.ErrState) {
		t.Errorf("twice: %v", err)
	}
	leaving(true)
	m.restart(1, m.stored(1))
	leaving(true)
	m.play()
	leaving(true)
	m.wantOuts(1, table.Left)

	m = begunMatch(t, 3, 3)
	m.beforeStore = func(int) error { return errDisk }
	if err := m.players[1].Leave(); !errors.Is(err, errDisk) {
		t.Error(err)
	}
	m.beforeStore = nil
	m.playUnharmed()
}

// A seat that wants to leave, and is out before it has said so, says nothing any more.
func TestLeaveTooLate(t *testing.T) {
	m := begunMatch(t, 3, 1)
	better := m.turn()
	if err := m.players[better].Leave(); err != nil {
		t.Fatal(err)
	}
	m.post(m.sign(better, say, 99))
	n := len(m.posts)
	if err := m.exchange(better); err != nil || len(m.posts) > n || !errors.Is(m.players[better].Leave(), table.ErrState) {
		t.Errorf("%d posts, %v", len(m.posts)-n, err)
	}
}
