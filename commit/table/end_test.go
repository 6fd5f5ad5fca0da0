package table_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

// What is said after the end has no place, and doesn't change the audit.
func TestAfterTheEnd(t *testing.T) {
	m := newMatch(t, 3, 2)
	m.play()
	w, game := m.watch()
	for _, old := range m.posts {
		m.post(old.Bytes)
	}
	for seat := range 3 {
		for kind := range byte(8) {
			m.post(m.sign(seat, kind), m.sign(seat, kind, 0, 0, 0, 0))
		}
	}
	if again, then := m.wantSame(); again.Head() != w.Head() || then.result() != game.result() || !again.Final() || len(again.Awaited()) > 0 {
		t.Error("the end has changed")
	}
	m.wantOuts()
}

// Messages of one byte have one, and only those kinds count that the table is waiting for.
func TestMessages(t *testing.T) {
	m := newMatch(t, 3, 1)
	m.post(m.sign(0, hello, 0), m.sign(0, tick), m.sign(0))
	if w, _ := m.watch(); w.Places() != 0 {
		t.Error("no hello has a place")
	}
	m.exchange(0, 1)
	if m.players[0].Round() > 0 || len(m.players[0].Awaited()) != 1 {
		t.Error("the match has begun without seat 2")
	}
	m.wait(time.Hour)
	m.post(m.sign(2, hello))
	m.post(m.sign(2, tick))
	if left := m.timeLeft(); left != grace+bank {
		t.Errorf("%v left: time went on before the first round", left)
	}
	m.play()
	for _, p := range m.posts {
		if kindOf(p.Bytes) == closing {
			m.posts = m.posts[:p.Number-1]
			break
		}
	}
	places := m.places()
	m.post(m.sign(1, closing, 0), m.sign(1, tick), m.sign(1))
	if w, _ := m.watch(); w.Places() != places || len(w.Awaited()) != 3 || w.Final() || w.Returned(1) {
		t.Error("no closing statement has a place")
	}
	m.post(m.sign(0, closing))
	if w, _ := m.watch(); w.Final() || !w.Returned(0) || w.Returned(1) || w.Returned(-1) || w.Returned(3) {
		t.Error("one has signed the end")
	}
	m.post(m.sign(1, closing))
	if w, _ := m.watch(); !w.Final() || w.Returned(2) {
		t.Error("two have signed the end")
	}
}

// An end that is final stays when the board has changed, and all that the seat says is that it has
// read it. It reads which others have signed it.
func TestKept(t *testing.T) {
	for _, closes := range []bool{false, true} {
		m := newMatch(t, 3, 1)
		for !m.players[2].Over() {
			if better := m.turn(); better >= 0 {
				m.act(better, 1)
			}
			m.exchange(0, 1)
			m.read(2)
			if !m.players[2].Over() || closes {
				m.exchange(2)
			}
		}
		m.exchange(0)
		m.exchange(1)
		if !closes {
			m.read(2)
		}
		m.read(2)
		if !m.players[2].Final() {
			t.Fatal("not final")
		}
		if raw := m.pending(2); (raw == nil) != closes {
			t.Errorf("%x", raw) // it is lost on its way
		}
		more, end := m.sign(2, closing), m.players[2].Round()
		m.posts = m.posts[:5]
		if after, err := m.players[2].Connect(m.shown); after != 0 || err != nil {
			t.Fatal(after, err)
		}
		m.post(more, m.sign(2, tick))
		m.connect(2)
		head := m.players[2].Head()
		if !m.players[2].Final() || !m.players[2].Over() || closes != m.players[2].Returned(2) || m.players[2].Round() != end {
			t.Error("the end isn't final any more")
		}
		var raw []byte
		for range 3 {
			m.wait(grace)
			raw = m.says(2, closing)
		}
		if m.players[2].Head() != head {
			t.Error("the end is read on")
		}
		m.post(raw)
		m.connect(2)
		m.wantSilent(2)
		if !m.players[2].Done() {
			t.Error("not done")
		}
	}
}

// A final end is stored also while the seat's own closing statement is under way, or it could change
// after a crash.
func TestFinalIsStored(t *testing.T) {
	m := newMatch(t, 3, 1)
	for m.players[2].Round() < 2 {
		if better := m.turn(); better >= 0 {
			m.act(better, 1)
		}
		m.exchange(0, 1)
		if !m.players[0].Over() {
			m.exchange(2)
		}
		for ; m.reads[2] < len(m.posts) && !m.players[2].Over(); m.reads[2]++ {
			m.players[2].Read(m.now, m.posts[m.reads[2]])
		}
	}
	if m.players[2].Final() {
		t.Fatal("final too early")
	}
	m.says(2, closing) // lost on its way
	m.read(2)
	if !m.players[2].Final() {
		t.Fatal("not final")
	}
	m.pending(2)
	end := m.games[2].result()
	m.posts = m.posts[:8]
	m.restart(2, m.stored(2))
	if !m.players[2].Final() || !m.players[2].Over() || m.games[2].result() != end {
		t.Error("the final end has changed")
	}

	// It stays so when the seat signs it again, on a board that has lost who had.
	m = newMatch(t, 3, 1)
	m.play()
	m.pending(2)
	for kindOf(m.lastPost()) == closing {
		m.posts = m.posts[:len(m.posts)-1]
	}
	m.restart(2, m.stored(2))
	m.exchange(2)
	m.posts = m.posts[:4]
	m.restart(2, m.stored(2))
	if !m.players[2].Final() {
		t.Error("the final end has changed")
	}
}

// A board waits for those whose deposits may return, and for the end to be final.
func TestClosed(t *testing.T) {
	m := begunMatch(t, 3, 1)
	m.play(0, 1) // seat 2 is silent
	n := len(m.posts)
	for ; kindOf(m.posts[n-1].Bytes) == closing; n-- {
	}
	tail := m.cut(n)
	for i, p := range tail {
		if w, _ := m.watch(); w.Closed() {
			t.Errorf("closed with %d of %d closings", i, len(tail))
		}
		m.post(p.Bytes)
	}
	if w, _ := m.watch(); !w.Final() || !w.Closed() {
		t.Errorf("final %v, closed %v", w.Final(), w.Closed())
	}
}

// Closings change places after a harmless loss: the end is the same. A seat whose closing has lost its
// place signs it again, also if it had read that the end is final.
func TestClosingsInAnotherOrder(t *testing.T) {
	for _, test := range []struct {
		name           string
		final, restart bool
	}{
		{"before the end is final", false, false}, {"after a restart", false, true},
		{"when it is final", true, false}, {"when it is final, after a restart", true, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := newMatch(t, 5, 1)
			m.playToEnd()
			end := len(m.posts)
			zero, one := m.says(0, closing), m.says(1, closing) // under way
			m.post(zero)
			m.read(2)
			m.post(m.says(2, closing))
			if test.final {
				m.exchange(2, 3)
			}
			if m.players[2].Final() != test.final {
				t.Fatalf("final %v", !test.final)
			}
			tail := m.cut(end)
			m.post(one) // which was faster than those who post the others again
			for _, p := range tail {
				m.post(p.Bytes)
			}
			m.wait(time.Second)
			for seat := range 5 {
				m.reconnect(seat, test.restart)
			}
			for range 50 {
				m.wait(grace)
				m.exchange()
			}
			w, _ := m.watch()
			for seat := range 5 {
				if !w.Returned(seat) {
					t.Errorf("final %v; the deposit of seat %d is burnt", w.Final(), seat)
				}
			}
		})
	}
}

// A seat signs two different ends, so two readers could each keep a final end, and these differ: the two are evidence.
func TestTwoEnds(t *testing.T) {
	const cheat = 0
	m := newMatch(t, 4, 1)
	m.playToEnd()
	end := len(m.posts)
	// In sequence A seat 1 sees only its own closing; seat 2 sees it, its own and the cheat's.
	m.post(m.says(1, closing))
	m.read(1)
	m.post(m.says(2, closing), m.sign(cheat, closing))
	m.read(2)
	if !m.players[2].Final() || m.players[1].Final() {
		t.Fatal("A isn't final for seat 2, or is for seat 1")
	}
	resultA := m.games[2].result()
	// In sequence B, where the seat that has the last word says nothing, seats 1 and 3 and the cheat close.
	m.cut(end - 1)
	for _, seat := range []int{cheat, 1, 3} {
		m.connect(seat)
	}
	for w, _ := m.watch(); !w.Over(); w, _ = m.watch() {
		m.wait(grace / 4)
		m.post(m.sign(cheat, tick))
	}
	m.exchange(1, 3)
	m.post(m.sign(cheat, closing))
	m.read(3)
	if w, _ := m.watch(); m.players[3].Final() && m.games[3].result() != resultA {
		t.Errorf("two ends are final: A by 0, 1 and 2; B by 0, 1 and 3 (outs there %v). Seat 1 is honest and has signed both", w.Outs())
	}
}

// The loser cut the end off and let everybody be silent, with stamps of its own. Without the
// board's signed head that shows; with it, the cut does.
func TestForgedSilence(t *testing.T) {
	m := newMatch(t, 2, 1)
	m.play()
	w, _ := m.watch()
	signed, err := w.SignHead(m.keys[2], m.now.UnixMilli())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := table.Audit(m.terms, newTestGame(2, 1, -1), m.posts, signed); err != nil {
		t.Error(err)
	}
	more := append(slices.Clone(m.posts), record.Post{Number: 1000, Bytes: signAt(w.Digest(), m.keys[0], 0, 0, w.Head(), nil)})
	if _, err := table.Audit(m.terms, newTestGame(2, 1, -1), more, signed); err != nil {
		t.Error(err) // it has no place
	}
	early, _ := table.Audit(m.terms, newTestGame(2, 1, -1), m.posts[:w.Places()-1], nil)
	if head, err := early.SignHead(m.keys[2], 0); err != nil {
		t.Error(err)
	} else if _, err := table.Audit(m.terms, newTestGame(2, 1, -1), m.posts, head); !errors.Is(err, record.ErrFork) {
		t.Errorf("a transcript beyond the signed head: %v", err)
	}
	forged := 0
	for cut := range w.Places() {
		e := newMatch(t, 2, 1)
		e.posts = slices.Clone(m.posts[:cut])
		for range 20 {
			e.wait(time.Hour)
			e.post(e.sign(0, tick))
		}
		x, _ := e.watch()
		if x.Final() {
			t.Errorf("cut at %d, a forged end is final", cut)
		}
		if _, err := table.Audit(e.terms, newTestGame(2, 1, -1), e.posts, signed); x.Over() {
			forged++
			if !errors.Is(err, record.ErrFork) && !errors.Is(err, record.ErrUnread) && !errors.Is(err, record.ErrState) {
				t.Errorf("cut at %d: %v", cut, err)
			}
		}
		if _, err := table.Audit(m.terms, newTestGame(2, 1, -1), m.posts[:cut], signed); !errors.Is(err, record.ErrUnread) {
			t.Errorf("cut at %d: %v", cut, err)
		}
	}
	if forged < 5 {
		t.Errorf("%d forged ends", forged)
	}
}

// A seat that is astray signs the end all the same: there is nothing to see in that.
func TestAstrayAtTheEnd(t *testing.T) {
	m := newMatch(t, 3, 3)
	m.betToRound(3)
	m.lose(len(m.posts) - 5)
	m.post(m.sign(2, tick)) // so that it isn't as it was
	if raw, _, err := m.players[0].Pending(m.now); raw != nil || !errors.Is(err, table.ErrAstray) {
		t.Errorf("%x %v", raw, err)
	}
	for w, _ := m.watch(); !w.Over(); w, _ = m.watch() {
		m.wait(grace / 4)
		m.post(m.sign(2, tick))
	}
	if err := m.exchange(0, 1); err != nil {
		t.Error(err)
	}
	if w, _ := m.wantSame(0, 1); w.Round() > 2 || !slices.Equal(w.Awaited(), []int{2}) {
		t.Errorf("round %d, awaited %v", w.Round(), w.Awaited())
	}
}

// A board loses its tail, and gets all of it again, when seat 2 has read that the end is final, and
// hasn't closed: it closes, gets its deposit back, and is done.
func TestKeptDeposit(t *testing.T) {
	for _, test := range []struct {
		name string
		lost func(end int, m *match) int // how many posts the board keeps
	}{
		{"the closings are lost", func(end int, m *match) int { return len(m.posts) - 2 }},
		{"the last post before the end, too", func(end int, m *match) int { return end - 1 }},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := newMatch(t, 3, 1)
			m.playToEnd()
			end := len(m.posts)
			m.exchange(0, 1)
			m.read(2)
			if !m.players[2].Final() || kindOf(m.lastPost()) != closing {
				t.Fatal("not final")
			}
			tail := m.cut(test.lost(end, m))
			m.wait(time.Second)
			for _, p := range tail { // with new stamps
				m.post(p.Bytes)
			}
			m.connectAll()
			for range 20 {
				m.wait(grace)
				m.exchange()
			}
			if w, _ := m.watch(); !w.Final() || !w.Returned(2) {
				t.Errorf("final %v, and the deposit of seat 2 is burnt", w.Final())
			}
			m.wait(grace)
			for seat, player := range m.players {
				m.wantSilent(seat)
				if !player.Done() {
					t.Errorf("seat %d isn't done", seat)
				}
			}
		})
	}
}
