package table_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

// A seat says nothing between Connect and Start, also if it has spoken before.
func TestConnect(t *testing.T) {
	m := begunMatch(t, 2, 1)
	better := m.turn()
	m.act(better, 1)
	if _, err := m.players[better].Connect(m.shown); err != nil {
		t.Fatal(err)
	}
	m.wantSilent(better)
	m.players[better].Start(m.now)
	m.says(better, say)
	last := m.posts[len(m.posts)-1]
	last.Bytes = m.sign(0, tick)
	if placed, err := m.players[better].Read(m.now, last); placed || !errors.Is(err, table.ErrState) {
		t.Errorf("a number again: %v %v", placed, err)
	}
}

// A move that is too long, of a seat that isn't due, or that the game refuses isn't made.
func TestAct(t *testing.T) {
	m := begunMatch(t, 3, 1)
	better := m.turn()
	if err := m.players[better].Act(make([]byte, m.terms.Longest+1)); !errors.Is(err, table.ErrState) {
		t.Error(err)
	}
	if err := m.players[m.next(better)].Act([]byte{1}); !errors.Is(err, table.ErrState) {
		t.Error(err)
	}
	if err := m.players[better].Act([]byte{9}); err == nil || errors.Is(err, table.ErrState) {
		t.Error(err)
	}
	m.wantSilent(better)
	m.act(better, 1)
	m.act(better, 2) // instead
	m.exchange(better)
	if _, game := m.watch(); game.paid[better] != 3 {
		t.Errorf("%d paid", game.paid[better])
	}
	for range 3 { // posted once, until it is time to post it again
		m.wantSilent(better)
	}
}

// A move of no bytes that is accepted is said, or else its seat would be silent.
func TestEmptyMove(t *testing.T) {
	for _, move := range [][]byte{{}, nil} {
		m := newMatch(t, 2, 1)
		a, err := table.New(m.terms, &talk{seats: 2, times: 4, rounds: 1}, m.keys[0], storeNothing)
		if err != nil {
			t.Fatal(err)
		}
		m.post(m.sign(0, hello), m.sign(1, hello))
		m.join(a)
		if len(a.Due(m.now)) == 0 || a.Due(m.now)[0].Seat != 0 {
			t.Fatal(a.Due(m.now))
		}
		if err := a.Act(move); err != nil {
			t.Fatal(err)
		}
		if raw, _, err := a.Pending(m.now); raw == nil || err != nil {
			t.Errorf("Act(%#v) was fine, and nothing is said: %v", move, err)
		}
	}
}

// What is posted comes again after a while, until it is read, and not before.
func TestPostedAgain(t *testing.T) {
	m := newMatch(t, 2, 1)
	first, again, err := m.players[0].Pending(m.now)
	if first == nil || err != nil || !again.Equal(m.now.Add(grace/4)) {
		t.Fatal(again, err)
	}
	if raw, due, err := m.players[0].Pending(again.Add(-1)); raw != nil || err != nil || !due.Equal(again) {
		t.Errorf("%x %v %v", raw, due, err)
	}
	for range 2 {
		raw, next, err := m.players[0].Pending(again)
		if !bytes.Equal(raw, first) || err != nil {
			t.Errorf("%x %v", raw, err)
		}
		clear(raw) // it is the caller's
		if raw, due, err := m.players[0].Pending(next.Add(-1)); raw != nil || err != nil || !due.Equal(next) {
			t.Errorf("%x %v %v", raw, due, err)
		}
		again = next
	}
	if n := len(m.states[0]); n != 1 {
		t.Errorf("%d states for one statement", n)
	}
	m.restart(0, m.stored(0))
	if raw, _, err := m.players[0].Pending(m.now); !bytes.Equal(raw, first) || err != nil {
		t.Errorf("after a restart: %x %v", raw, err)
	}
}

// A player is asked while there is something to choose, and until it is chosen.
func TestChoosing(t *testing.T) {
	m := begunMatch(t, 3, 1)
	better := m.turn()
	for seat, p := range m.players {
		if item, ok := p.Choosing(m.now); ok != (seat == better) || ok && (item.Seat != better || item.Left <= 0) {
			t.Errorf("seat %d: %+v, %v", seat, item, ok)
		}
	}
	m.act(better, 1)
	if _, ok := m.players[better].Choosing(m.now); ok {
		t.Error("it has chosen")
	}
	raw := m.pending(better)
	m.restart(better, m.stored(better))
	if _, ok := m.players[better].Choosing(m.now); ok {
		t.Error("its choice is under way")
	}
	m.post(raw)
	m.read(better)
	if _, ok := m.players[better].Choosing(m.now); ok {
		t.Error("it isn't due any more")
	}
}

// A tick that is under way holds nothing up: what is due is said beside it, and said again if
// the tick comes first.
func TestBesideTick(t *testing.T) {
	for _, tickFirst := range []bool{true, false} {
		m := begunMatch(t, 3, 1)
		better := m.turn()
		next := m.next(better)
		late := m.waitFor(next)
		m.act(better, 1)
		m.exchange(better)
		m.act(next, 2)
		raw := m.says(next, say)
		if tickFirst {
			m.post(late)
		}
		m.post(raw)
		m.read(next)
		again := m.pending(next)
		if tickFirst != (kindOf(again) == say) || kindOf(late) != tick {
			t.Errorf("tick first %v: says %x, beside %x", tickFirst, again, late)
		}
		if tickFirst {
			if !bytes.Equal(messageOf(again), messageOf(raw)) {
				t.Errorf("another message: %x, not %x", messageOf(again), messageOf(raw))
			}
			m.post(again)
		}
		if m.turn() == next {
			t.Error("the bet doesn't count")
		}
		m.playUnharmed()
	}
}

// A seat that has nothing to say stores each round nevertheless, so that a restart reads one.
func TestSilentRounds(t *testing.T) {
	m := newMatch(t, 3, 1)
	game := func() table.Game { return &talk{seats: 3, times: 2, rounds: 9} }
	store := func(_, new table.State) error { m.states[2] = append(m.states[2], new.Bytes()); return nil }
	x, err := table.New(m.terms, game(), m.keys[2], store)
	if err != nil {
		t.Fatal(err)
	}
	w, _ := table.Watch(m.terms, game())
	x.Start(m.now)
	for i := range 3 + 8 { // seat 2 never speaks
		seat, message := i, []byte{hello}
		if i > 2 {
			seat, message = (i-3)%2, []byte{say}
		}
		p := record.Post{Number: uint64(i + 1), Bytes: signNext(w, m.keys[seat], seat, message...)}
		w.Read(m.now, p)
		x.Read(m.now, p)
		if _, _, err := x.Pending(m.now); err != nil {
			t.Fatal(err)
		}
	}
	y, err := table.Parse(m.terms, game(), m.keys[2], m.stored(2), store)
	if err != nil || x.Round() != 5 || y.Round() != 5 {
		t.Error(x.Round(), y.Round(), err)
	}
}
