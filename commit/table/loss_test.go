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

// A tail that is posted again has its places again, and convicts nobody: its stamps are new, so what
// becomes of a statement must not depend on them.
func TestRepost(t *testing.T) {
	whole := newMatch(t, 3, 1)
	whole.play()
	for n := 4; n < len(whole.posts); n++ {
		for lost := 1; lost < n; lost += 1 + lost/3 {
			m := newMatch(t, 3, 1)
			m.posts = slices.Clone(whole.posts[:n])
			for seat := range 3 {
				m.restart(seat, whole.states[seat][0])
			}
			w, _ := m.watch()
			head := w.Head()
			tail := m.lose(lost)
			for _, p := range tail {
				m.post(p.Bytes)
				m.wait(5 * time.Second)
			}
			if x, _ := m.watch(); x.Head() != head {
				t.Fatalf("%d of %d lost: %d places, %v", lost, n, x.Places(), x.Outs())
			}
			if n%7 == 0 {
				m.play()
				m.wantSame()
			}
			m.wantOuts()
		}
	}
}

// Ticks come back, too, when a tail is posted again, and there are enough for what follows.
func TestRepostTicks(t *testing.T) {
	m := begunMatch(t, 3, 1)
	better := m.turn()
	others := m.others(better)
	places := len(m.posts)
	for range 3 {
		m.wait(grace / 4)
		m.exchange(others...)
	}
	for range 2 {
		w, _ := m.watch()
		head := w.Head()
		tail := m.lose(len(m.posts) - places)
		for _, p := range tail {
			m.post(p.Bytes) // no time passes between them
		}
		if x, _ := m.watch(); x.Head() != head {
			t.Fatal("ticks are lost")
		}
		m.wait(grace / 4)
		m.exchange(others...)
	}
	m.wantOuts()
	m.play(others...)
	m.wantOuts(better, table.Silent)
}

// After a loss that nobody mends, a seat that spoke says nothing in that round, so that
// nobody sees in one sequence what it said in the other; nor in an earlier one. Everybody
// posts its own last statement again, which mends the loss of three.
func TestLostTail(t *testing.T) {
	for _, keep := range []int{0, 3, 4, 9, 12, -10, -3} {
		m := newMatch(t, 3, 3)
		m.betToRound(3)
		if keep < 0 {
			keep += len(m.posts)
		}
		n := len(m.posts)
		tail := m.lose(n - keep)
		err := m.exchange()
		for _, p := range m.posts[keep:] {
			st := statementOf(p.Bytes)
			again := func(q record.Post) bool {
				return speakerOf(q.Bytes) == st.Seat && kindOf(q.Bytes) == say && !bytes.Equal(p.Bytes, q.Bytes)
			}
			if st.Kind == say && slices.ContainsFunc(tail, again) {
				t.Fatalf("%d kept: seat %d says %x", keep, st.Seat, st.Message)
			}
		}
		if healed := keep == n-3; healed != (err == nil) || !healed && !errors.Is(err, table.ErrAstray) {
			t.Errorf("%d of %d kept: %v", keep, n, err)
		}
		if keep < 3 {
			continue // other hellos may have come
		}
		for _, p := range tail {
			m.post(p.Bytes)
		}
		m.playUnharmed()
	}
}

// A peer, or a board, that shows a seat two forks in turn doesn't make it speak in both.
func TestFlippedForks(t *testing.T) {
	m := begunMatch(t, 3, 1)
	better := m.turn()
	m.act(better, 1)
	fork := slices.Clone(m.posts)
	m.exchange(better)
	here := slices.Clone(m.posts)
	m.posts = fork[:len(fork)-1]
	m.post(m.sign(m.next(better), tick)) // another place there
	there := m.posts
	for range 5 {
		m.posts = there
		m.connect(better)
		if raw, _, err := m.players[better].Pending(m.now); raw != nil || !errors.Is(err, table.ErrAstray) {
			t.Fatalf("%x %v", raw, err)
		}
		m.posts = here
		m.connect(better)
		m.wantSilent(better)
	}
	m.playUnharmed()
}

// A move that was made in one sequence, and couldn't be stored, isn't said in another: there it may be
// a fault, as here, where others have raised twice before it.
func TestMoveOfAnotherSequence(t *testing.T) {
	m := begunMatch(t, 3, 1)
	first := m.turn()
	for _, move := range []byte{raise, raise, 1} {
		m.act(m.turn(), move)
		m.exchange()
	}
	if m.turn() != first {
		t.Fatal("another turn")
	}
	m.act(first, raise)
	m.beforeStore = func(int) error { return errDisk }
	if _, _, err := m.players[first].Pending(m.now); err != errDisk {
		t.Fatal(err)
	}
	m.beforeStore = nil
	m.lose(1)
	third := (first + 2) % 3
	m.post(m.sign(third, say, raise)) // it is a cheat, and raises for the third time
	if err := m.exchange(first); err != nil {
		t.Fatal(err)
	}
	m.wantOuts()
	m.play(first, m.next(first))
}

// A seat whose say was read, and which has signed a tick (or a leave) since, is astray in a fork just
// before the say, or posts that again: the say stays under way beside the tick, and counts as read
// with its own place, not only the one that it names. Without either, the seat would say another thing
// there in the same round: here, fold in one sequence and raise in the other. In hold'em a fold carries
// the seat's layer of all of the stock: whoever has seen that knows the board that comes.
func TestForkAfterTick(t *testing.T) {
	for _, restart := range []bool{false, true} {
		m := begunMatch(t, 3, 1)
		better := m.turn()
		m.act(better, fold)
		fork := slices.Clone(m.posts)
		m.exchange(better) // the fold, which has a place
		folded := m.lastPost()
		if w, g := m.watch(); !g.folded[better] || len(w.Outs()) > 0 {
			t.Fatal("no fold")
		}
		m.wait(grace * 5 / 8)
		m.exchange(better) // a tick
		if last := statementOf(m.lastPost()); last.Seat != better || last.Kind != tick {
			t.Fatal("no tick")
		}
		m.posts = fork // another sequence, without the fold
		m.reconnect(better, restart)
		if err := m.players[better].Act([]byte{raise}); err != nil {
			t.Fatal(err)
		}
		raw, _, err := m.players[better].Pending(m.now)
		if raw != nil && !bytes.Equal(raw, folded) || raw == nil && !errors.Is(err, table.ErrAstray) {
			t.Errorf("restart %v: seat %d folded, and says %x in the other sequence: %v", restart, better, messageOf(raw), err)
		}
	}
}

// The same without a lying board: it loses its tail, and the seat takes its bet back, by itself,
// before those who have the tail post it again.
func TestTakenBack(t *testing.T) {
	m := begunMatch(t, 3, 1)
	better := m.turn()
	m.act(better, raise)
	m.exchange(better)
	n := len(m.posts)
	m.wait(grace * 5 / 8)
	m.exchange(better)
	m.cut(n - 1) // only the raise and the tick are lost
	m.connect(better)
	if err := m.players[better].Act([]byte{fold}); err != nil {
		t.Fatal(err)
	}
	m.exchange(better)
	if _, g := m.watch(); g.folded[better] {
		t.Error("it has raised, and folds")
	}
}

// foldAfterLeave is a match whose board (a replica that is behind) lacks the tick that a seat's leave
// names. The seat folds there, and perhaps reads it; then the tick is there again, the leave comes
// before the fold, and makes it void of place.
func foldAfterLeave(t *testing.T, read, restart bool) (m *match, better int, folded []byte) {
	m = begunMatch(t, 3, 1)
	better = m.turn()
	m.post(m.sign(m.next(better), tick))
	m.read(better)
	if err := m.players[better].Leave(); err != nil {
		t.Fatal(err)
	}
	left := m.says(better, leave)
	whole := slices.Clone(m.posts)
	m.cut(len(m.posts) - 1)
	m.connect(better)
	m.act(better, fold)
	folded = m.says(better, say)
	if read {
		m.post(folded)
		m.read(better)
	}
	m.posts = whole
	m.post(left, folded)
	m.reconnect(better, restart)
	if _, game := m.watch(); game.folded[better] {
		t.Fatal("folded")
	}
	return m, better, folded
}

// A seat that has signed a fold doesn't raise in its place: both would be signed and public.
func TestLeaveComesBack(t *testing.T) {
	for _, restart := range []bool{false, true} {
		m, better, folded := foldAfterLeave(t, false, restart)
		m.players[better].Act([]byte{raise})
		if raw := m.pending(better); kindOf(raw) == say && !bytes.Equal(messageOf(raw), messageOf(folded)) {
			t.Errorf("restart %v: it has signed a fold, and now signs %x", restart, messageOf(raw))
		}
	}
}

// A process that goes on says the fold again, as one does that restarts, and isn't astray, which would
// cost it its time.
func TestLeaveComesFirst(t *testing.T) {
	for _, restart := range []bool{false, true} {
		m, better, _ := foldAfterLeave(t, true, restart)
		raw := m.says(better, say)
		if !bytes.Equal(messageOf(raw), []byte{say, fold}) {
			t.Errorf("restart %v: it has folded, and says %x", restart, raw)
		}
		m.post(raw)
		m.play()
		m.wantSame()
		m.wantOuts(better, table.Left)
	}
}

// The board loses a raise and the tick after it, which is under way in the raise's place. A program
// that forgot the raise couldn't post it again: it would be astray, and its seat silent.
func TestSayBeforeTickIsLost(t *testing.T) {
	for _, ticks := range []bool{false, true} {
		m := begunMatch(t, 3, 1)
		better := m.turn()
		m.act(better, raise)
		n := len(m.posts)
		m.exchange(better)
		if ticks {
			m.wait(grace * 5 / 8)
			m.exchange(better)
		}
		m.cut(n)
		m.connect(better)
		for range 60 {
			m.wait(grace / 8)
			m.exchange()
			if m.turn() != better && m.turn() >= 0 {
				break
			}
		}
		w, _ := m.watch()
		for _, o := range w.Outs() {
			if o.Seat == better {
				t.Errorf("a tick after the raise: %v; seat %d is honest and online, and %v", ticks, better, o.Why)
			}
		}
	}
}

// Commitments cross in another order after a loss of everything since: all come back, and no
// seat is astray, not even one that has ticked.
func TestOtherOrder(t *testing.T) {
	m := newMatch(t, 3, 1)
	for s := range 3 {
		m.read(s)
		if raw := m.pending(s); kindOf(raw) == hello {
			m.post(raw)
		}
	}
	n := len(m.posts)
	for s := range 3 {
		m.read(s)
	}
	a, b := m.says(0, say), m.says(1, say) // commitments
	m.post(a, b)
	m.read(1)
	m.wait(grace * 5 / 8)
	m.says(1, tick)
	m.cut(n)
	m.post(b, a) // by somebody who has them
	m.connectAll()
	m.playUnharmed()
}

// A say is said again, as its seat's tick came first. The board loses both, and the first one is posted
// before the tick: it counts, and its seat, which has said nothing else, isn't astray.
func TestOldSayComesFirst(t *testing.T) {
	for _, restart := range []bool{false, true} {
		m := begunMatch(t, 3, 1)
		better := m.turn()
		next := m.next(better)
		late := m.waitFor(next)
		m.act(better, 1)
		m.exchange(better)
		m.act(next, 2)
		f := m.says(next, say)
		n := len(m.posts)
		m.post(late)
		m.read(next)
		f2 := m.says(next, say)
		m.cut(n)
		m.post(f) // by a cheat, before the tick comes back
		m.post(late, f2)
		m.wait(time.Millisecond)
		for i := range 3 {
			m.reconnect(i, restart)
		}
		m.playUnharmed()
	}
}
