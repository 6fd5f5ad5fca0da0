package table_test

import (
	"errors"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

// What names a place from before its seat was due is void, without blame, though it comes
// when the seat is due again or for something else.
func TestCrossing(t *testing.T) {
	m := begunMatch(t, 3, 1)
	better := m.turn()
	next := m.next(better)
	early := m.sign(next, say, raise)
	m.act(better, 1)
	m.exchange(better)
	m.post(early)
	if _, game := m.watch(); m.turn() != next || game.raises != 0 {
		t.Errorf("%+v", game)
	}
	m.wantOuts()
	m.play()
}

// A seat that is still due in a new phase has its time again, and what it said before is void.
func TestNewPhase(t *testing.T) {
	m := newMatch(t, 2, 1)
	m.exchange(0)
	m.post(m.sign(1, hello))
	game := &shift{talk{seats: 2, times: 9, rounds: 9}}
	early := m.sign(1, say, 1)
	m.wait(grace / 4)
	m.post(m.sign(0, say, 1), early)
	w, err := table.Audit(m.terms, game, m.posts, nil)
	if err != nil || game.said != 1 || w.Places() != 4 {
		t.Errorf("%d messages, %d places, %v", game.said, w.Places(), err)
	}
	for _, due := range w.Due(time.Time{}) {
		if due.Since != 3 || due.Left != grace+bank {
			t.Errorf("%+v", due)
		}
	}
}

// A seat may say 16 things in vain, and one more for each effect that follows: it can't save up.
func TestVoidsAreBounded(t *testing.T) {
	m := begunMatch(t, 3, 1) // commitments, shares, shuffles: effects
	for seat := range 3 {
		places := m.places()
		for i := range 40 {
			m.post(m.sign(seat, [][]byte{{9}, {tick, 0}, {leave}, {}, {hello}, {closing}}[i%6]...))
		}
		if voids := m.places() - places; voids != 16 {
			t.Errorf("%d places", voids)
		}
	}
}

// A cheat saves its voids for many rounds, and says them all in the instant in which an honest
// seat becomes due.
func TestSavedVoids(t *testing.T) {
	m := begunMatch(t, 3, 60)
	for range 4000 {
		better := m.turn()
		if w, _ := m.watch(); w.Round() > 40 || w.Over() {
			break
		}
		if better >= 0 {
			m.act(better, 0) // pays nothing
		}
		m.exchange()
	}
	w, _ := m.watch()
	better := m.turn()
	before, c := w.Places(), m.next(better)
	for range 20000 {
		n := w.Places()
		m.post(m.sign(c, say, 1))
		w, _ = m.watch()
		if w.Places() == n {
			break
		}
	}
	if n := w.Places() - before; n > 100 {
		t.Errorf("in round %d of a game, one seat says %d statements without effect in one instant, each of Longest bytes", w.Round(), n)
	}
}

// What has no effect is bounded, in and out, also when it is signed with all that was read: else a seat
// that is out could fill a board's disk.
func TestFlood(t *testing.T) {
	m := begunMatch(t, 3, 1)
	cheat := m.turn()
	m.post(m.sign(cheat, say, 99))
	m.wantOuts(cheat, table.Fault)
	w, game := m.watch()
	x, err := table.Watch(m.terms, newTestGame(3, 1, -1))
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range m.posts {
		if placed, err := x.Read(m.now, p); !placed || err != nil {
			t.Fatal(i, err)
		}
	}
	for i := range 600 { // all kinds, by who is out and who isn't due
		seat := []int{cheat, m.next(game.wait[0])}[i%2]
		raw := signNext(x, m.keys[seat], seat, []byte{byte(i / 2 % 7), 1, 2, 3, byte(i), 4}[:1+i/14%6]...)
		if _, err := x.Read(m.now, record.Post{Number: uint64(len(m.posts) + i + 1), Stamp: m.now.UnixMilli(), Bytes: raw}); err != nil {
			t.Fatal(err)
		}
	}
	ticks := 16 + 16*2 // (grace + bank) / grace, rounded up
	if n := x.Places() - w.Places(); n < 2*16 || n > 2*(16+20+ticks) {
		t.Errorf("%d places by two seats without an effect", n)
	}
	wantOuts(t, x, cheat, table.Fault)
}

// A void statement has its place and head in both forms, and everything else in one.
func TestPrunedVoid(t *testing.T) {
	long := make([]byte, 60)
	for name, message := range map[string][]byte{
		"not due": append([]byte{say}, long...), "tick": append([]byte{tick}, long...),
		"leave": append([]byte{leave}, long...), "unknown": append([]byte{77}, long...),
	} {
		full, pruned := newErrandMatch(t, bank), newErrandMatch(t, bank)
		raw := full.statement(2, message)
		if v, err := full.Would(statementOf(raw)); err != nil || !v.Void {
			t.Errorf("%s: %+v, %v", name, v, err)
		}
		if !full.shows(raw) || !pruned.shows(record.Prune(raw)) || full.Head() != pruned.Head() {
			t.Errorf("%s: another head", name)
		}
		if full.shows(record.Prune(raw)) || pruned.shows(raw) {
			t.Errorf("%s: it has two places", name)
		}
	}
	r := newErrandMatch(t, bank)
	for name, message := range map[string][]byte{"due": {say, finish}, "tick": {tick}, "leave": {leave, 0, 0, 0, 9}} {
		raw := r.statement(1, message)
		head := r.Head()
		if _, err := r.Would(statementOf(record.Prune(raw))); !errors.Is(err, record.ErrNoPlace) {
			t.Errorf("%s: %v", name, err)
		}
		if r.shows(record.Prune(raw)) || r.Head() != head || len(r.Outs()) > 0 {
			t.Errorf("%s: it has a place without its message", name)
		}
		if !r.shows(raw) {
			t.Errorf("%s: it has none with it", name)
		}
	}
	for seat := range 2 { // and after the end
		r.says(seat, say, quit)
	}
	if raw := r.statement(0, []byte{closing}); !r.Over() || r.shows(record.Prune(raw)) || !r.shows(raw) {
		t.Error("a closing that was pruned has a place")
	}
	m := newMatch(t, 2, 1)
	m.post(record.Prune(m.sign(0, hello)))
	if m.places() > 0 { // and before the beginning
		t.Error("a hello that was pruned has a place")
	}
}

// A board that drops what Would refuses drops nothing that has a place.
func TestWould(t *testing.T) {
	m := newMatch(t, 3, 2)
	m.bet(func() bool { return !m.players[0].Over() })
	w, err := table.Watch(m.terms, newTestGame(3, 2, -1))
	if err != nil {
		t.Fatal(err)
	}
	agreed, err := m.terms.Agreement()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range m.posts {
		st, err := agreed.Verify(p.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		verdict, err := w.Would(st)
		if tick := kindOf(p.Bytes) == tick; err != nil || verdict.Tick != tick {
			t.Errorf("seat %d: %+v, %v", st.Seat, verdict, err)
		}
		if placed, err := w.Read(m.now, p); !placed || err != nil {
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

// Junk with a right place and head and a wrong signature, or in another's name, has no place.
func TestForged(t *testing.T) {
	m := begunMatch(t, 3, 1)
	w, _ := m.watch()
	better := m.turn()
	for i := range 3 {
		raw := signAt(w.Digest(), m.keys[m.next(better)], better, w.Places(), w.Head(), []byte{say, 99})
		raw[len(raw)-1-i] ^= byte(i)
		m.post(raw)
	}
	if x, _ := m.wantSame(); x.Head() != w.Head() {
		t.Error("forged")
	}
	m.wantOuts()
}

// Nobody can make all wait by claiming more posts than there are. Numbers may have gaps,
// and a statement that names a place to come has none.
func TestClaims(t *testing.T) {
	m := begunMatch(t, 3, 1)
	w, _ := m.watch()
	m.post(signAt(w.Digest(), m.keys[1], 1, w.Places()+5, w.Head(), []byte{say, 1}))
	for seat, x := range m.players {
		m.read(seat)
		if placed, err := x.Read(m.now, record.Post{Number: 1 << 40, Stamp: 1 << 60}); placed || err != nil {
			t.Error(placed, err)
		}
		m.restart(seat, m.stored(seat))
	}
	m.playUnharmed()
}

// An accomplice can't take back a lost all-in by two statements of one place: of such, the first counts, and
// nobody is guilty.
func TestTwoStatements(t *testing.T) {
	m := begunMatch(t, 3, 1)
	cheat := m.turn()
	a, b := m.sign(cheat, say, 1), m.sign(cheat, say, 2)
	m.post(a, b, a)
	places := len(m.posts) - 2
	if w, game := m.wantSame(); w.Places() != places || game.paid[cheat] != 2 {
		t.Errorf("%d places, %d paid", w.Places(), game.paid[cheat])
	}
	m.play()
	m.post(a, b)
	m.wantSame()
	m.wantOuts()
}

// A rematch by the same terms took statements of the first match. Keys are of one table, so
// they aren't even well signed in another.
func TestRematch(t *testing.T) {
	m := newMatch(t, 3, 1)
	m.play()
	for _, change := range []func(*table.Terms){
		func(t *table.Terms) { t.Game = []byte("rematch") },
		func(t *table.Terms) { t.Grace += time.Millisecond },
		func(t *table.Terms) { t.Bank++; t.Bank += time.Millisecond - 1 },
		func(t *table.Terms) { t.Longest++ },
		func(t *table.Terms) { t.Board = nil },
		func(t *table.Terms) { t.Seats = t.Seats[:2] },
	} {
		terms := m.terms
		change(&terms)
		x, err := table.Audit(terms, newTestGame(len(terms.Seats), 1, -1), m.posts, nil)
		if err != nil || x.Places() != 0 {
			t.Error(x.Places(), err)
		}
	}
}
