package table_test

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/internal/kind"
)

// How to add a test: a match is a board with a Player at each seat, who play a testGame on it (see
// games_test.go), in one thread and in virtual time. Nothing happens unless the test calls it:
//
//	m := begunMatch(t, 3, 1)            // three seats, one round: all have shuffled, and it is somebody's turn to bet
//	better := m.turn()
//	m.act(better, raise)                // its player chooses,
//	m.exchange()                        // and all read the board and post what they have to say
//	m.post(m.sign(m.next(better), tick)) // a cheat posts what it likes
//	m.wait(grace)                       // time passes
//	m.play(m.others(better)...)         // the others play to the end, while that seat is silent
//	m.wantOuts(better, table.Silent)
//
// What a board and a disk may do besides: lose and cut take posts away, connect and restart go on
// from there, beforeStore and afterStore fail. Cases that differ in their steps alone are rows of a
// table: see TestClocks.

const hello, say, tick, leave, closing = kind.Hello, kind.Say, kind.Tick, kind.Leave, kind.Closing

const (
	graceMillis = 2000 // for what counts its time in milliseconds
	grace       = graceMillis * time.Millisecond
	bank        = time.Second
)

var errDisk = errors.New("disk")

type match struct {
	t           testing.TB
	terms       table.Terms
	rounds      int
	now         time.Time
	posts       []record.Post
	keys        []record.Key // of the seats, and of the board
	players     []*table.Player
	games       []*testGame
	reads       []int                // posts, by seat
	states      [][][]byte           // that were stored, by seat
	beforeStore func(seat int) error // may be nil
	afterStore  func(seat int) error

	watcher  *table.Table // what somebody sees who reads the board
	watched  []record.Post
	spectate *testGame
}

// newMatch begins with an empty board.
func newMatch(t testing.TB, seats, rounds int) *match {
	m := &match{
		t: t, rounds: rounds, now: time.UnixMilli(1e9), players: make([]*table.Player, seats), games: make([]*testGame, seats),
		reads: make([]int, seats), states: make([][][]byte, seats),
	}
	m.terms = table.Terms{Game: []byte("match"), Longest: 64, Grace: grace, Bank: bank}
	for seat := range seats + 1 {
		key, err := record.ParseKey(append(make([]byte, 31), byte(seat)))
		if err != nil {
			t.Fatal(err)
		}
		m.keys, m.terms.Seats = append(m.keys, key), append(m.terms.Seats, key.Public())
	}
	m.terms.Board, m.terms.Seats = m.terms.Seats[seats], m.terms.Seats[:seats:seats]
	for seat := range seats {
		m.restart(seat, nil)
	}
	return m
}

// begunMatch begins when all have said what the protocol wants, and the first player has to bet.
func begunMatch(t testing.TB, seats, rounds int) *match {
	m := newMatch(t, seats, rounds)
	m.exchange()
	return m
}

func (m *match) all() (seats []int) {
	for seat := range m.players {
		seats = append(seats, seat)
	}
	return seats
}

// next is the seat after a seat, and others are all but it, from that one on.
func (m *match) next(seat int) int { return (seat + 1) % len(m.players) }

func (m *match) others(seat int) (others []int) {
	for other := m.next(seat); other != seat; other = m.next(other) {
		others = append(others, other)
	}
	return others
}

// wait lets time pass.
func (m *match) wait(d time.Duration) { m.now = m.now.Add(d) }

// restart begins a process anew, from a state or, if it is nil, from nothing, and connects it.
func (m *match) restart(seat int, state []byte) {
	m.t.Helper()
	m.games[seat] = newTestGame(len(m.players), m.rounds, seat)
	store := func(_, new table.State) error {
		if m.beforeStore != nil && m.beforeStore(seat) != nil {
			return errDisk
		}
		m.states[seat] = append(m.states[seat], new.Bytes())
		if m.afterStore != nil {
			return m.afterStore(seat)
		}
		return nil
	}
	var err error
	if state == nil {
		m.players[seat], err = table.New(m.terms, m.games[seat], m.keys[seat], store)
	} else {
		m.players[seat], err = table.Parse(m.terms, m.games[seat], m.keys[seat], state, store)
	}
	if err != nil {
		m.t.Fatal(err)
	}
	m.connect(seat)
}

// reconnect is connect or, from what the seat has stored last, restart.
func (m *match) reconnect(seat int, restart bool) {
	if restart {
		m.restart(seat, m.stored(seat))
	} else {
		m.connect(seat)
	}
}

// stored returns what a seat has stored last, nil if nothing.
func (m *match) stored(seat int) []byte {
	if len(m.states[seat]) == 0 {
		return nil
	}
	return m.states[seat][len(m.states[seat])-1]
}

func (m *match) shown(number uint64) (record.Post, bool) {
	if number == 0 || number > uint64(len(m.posts)) {
		return record.Post{}, false
	}
	return m.posts[number-1], true
}

// connect lets a seat, whose board may have changed, read it and speak.
func (m *match) connect(seat int) {
	m.t.Helper()
	after, err := m.players[seat].Connect(m.shown)
	if err != nil {
		m.t.Fatal(err)
	}
	m.reads[seat] = int(after)
	m.read(seat)
	m.players[seat].Start(m.now)
}

func (m *match) connectAll() {
	for seat := range m.players {
		m.connect(seat)
	}
}

// read lets a seat read what the board has.
func (m *match) read(seat int) {
	for ; m.reads[seat] < len(m.posts); m.reads[seat]++ {
		if _, err := m.players[seat].Read(m.now, m.posts[m.reads[seat]]); err != nil {
			m.t.Fatal(err)
		}
	}
}

// join is connect for a player that isn't one of the match's.
func (m *match) join(player *table.Player) {
	after, err := player.Connect(m.shown)
	if err != nil {
		m.t.Fatal(err)
	}
	for _, p := range m.posts[after:] {
		player.Read(m.now, p)
	}
	player.Start(m.now)
}

// post has the board show something now, and postAt with another stamp, in milliseconds.
func (m *match) post(raw ...[]byte) {
	for _, b := range raw {
		m.postAt(m.now.UnixMilli(), b)
	}
}

func (m *match) postAt(stamp int64, b []byte) {
	m.posts = append(m.posts, record.Post{Number: uint64(len(m.posts) + 1), Stamp: stamp, Bytes: b})
}

// lastPost returns what was posted last.
func (m *match) lastPost() []byte { return m.posts[len(m.posts)-1].Bytes }

// cut has the board lose all but its first posts.
func (m *match) cut(keep int) (tail []record.Post) {
	tail = slices.Clone(m.posts[keep:])
	m.posts = slices.Clone(m.posts[:keep])
	return tail
}

// lose has the board lose its last posts, and everybody connect again.
func (m *match) lose(n int) (tail []record.Post) {
	tail = m.cut(len(m.posts) - n)
	m.wait(time.Millisecond)
	m.connectAll()
	return tail
}

// watch returns what somebody sees who reads the board now, and its game.
func (m *match) watch() (*table.Table, *testGame) {
	same := func(a, b record.Post) bool { return a.Stamp == b.Stamp && bytes.Equal(a.Bytes, b.Bytes) }
	n := len(m.watched)
	if m.watcher == nil || n > len(m.posts) || !slices.EqualFunc(m.watched, m.posts[:n], same) {
		n, m.spectate = 0, newTestGame(len(m.players), m.rounds, -1)
		var err error
		if m.watcher, err = table.Watch(m.terms, m.spectate); err != nil {
			m.t.Fatal(err)
		}
	}
	for _, p := range m.posts[n:] {
		if _, err := m.watcher.Read(time.Time{}, p); err != nil {
			m.t.Fatal(err)
		}
	}
	m.watched = slices.Clone(m.posts)
	return m.watcher, m.spectate
}

// places returns how many statements have a place.
func (m *match) places() int {
	w, _ := m.watch()
	return w.Places()
}

// timeLeft returns how much time the first that is due has left.
func (m *match) timeLeft() time.Duration {
	w, _ := m.watch()
	return w.Due(time.Time{})[0].Left
}

// turn returns whose bet it is, -1 if nobody's.
func (m *match) turn() int {
	if _, game := m.watch(); game.stage == betting {
		return game.wait[0]
	}
	return -1
}

// sign signs as any seat, with all that the board has.
func (m *match) sign(seat int, message ...byte) []byte {
	w, _ := m.watch()
	return signNext(w, m.keys[seat], seat, message...)
}

// signPending signs what the game wants of a seat.
func (m *match) signPending(seat int) []byte {
	m.read(seat)
	return m.sign(seat, append([]byte{say}, m.games[seat].Pending()...)...)
}

// act has a seat's player choose.
func (m *match) act(seat int, move ...byte) {
	m.t.Helper()
	m.read(seat)
	if err := m.players[seat].Act(move); err != nil {
		m.t.Fatalf("seat %d: %v", seat, err)
	}
}

// pending returns what a seat would post now, nil if it is nothing.
func (m *match) pending(seat int) []byte {
	m.t.Helper()
	raw, _, err := m.players[seat].Pending(m.now)
	if err != nil {
		m.t.Fatalf("seat %d: %v", seat, err)
	}
	return raw
}

// says returns what a seat would post now, which must be of a kind.
func (m *match) says(seat int, kind byte) []byte {
	m.t.Helper()
	raw := m.pending(seat)
	if kindOf(raw) != kind {
		m.t.Fatalf("seat %d says %x, nothing of kind %d", seat, raw, kind)
	}
	return raw
}

// waitFor lets time pass until a seat has something to post.
func (m *match) waitFor(seat int) (raw []byte) {
	for raw == nil {
		m.wait(grace / 8)
		raw, _, _ = m.players[seat].Pending(m.now)
	}
	return raw
}

// exchange lets seats, or all, read and post until they have nothing to say now.
func (m *match) exchange(seats ...int) (err error) {
	if len(seats) == 0 {
		seats = m.all()
	}
	for quiet := false; !quiet; {
		quiet = true
		for _, seat := range seats {
			m.read(seat)
			raw, _, e := m.players[seat].Pending(m.now)
			err = errors.Join(err, e)
			if errors.Is(e, errDisk) {
				m.restart(seat, m.stored(seat))
				quiet = false
			}
			if raw != nil {
				m.post(raw)
				quiet = false
			}
		}
	}
	return err
}

// bet has a player whose turn it is choose, and all seats exchange, while a condition holds.
func (m *match) bet(while func() bool) {
	for while() {
		if seat := m.turn(); seat >= 0 {
			m.act(seat, 1)
		}
		m.exchange()
	}
}

// betToRound has all play until a player has to bet in a round.
func (m *match) betToRound(round int) {
	m.bet(func() bool { return m.players[0].Round() < round || m.turn() < 0 })
}

// play lets seats, or all, play to the end, while the others say nothing.
func (m *match) play(seats ...int) {
	m.t.Helper()
	if len(seats) == 0 {
		seats = m.all()
	}
	for range 4000 {
		m.exchange(seats...)
		if w, _ := m.watch(); w.Over() {
			m.exchange(seats...)
			return
		}
		if seat := m.turn(); slices.Contains(seats, seat) {
			m.act(seat, 1)
			continue
		}
		m.wait(grace / 8)
	}
	w, game := m.watch()
	m.t.Fatalf("waits for ever: due %v, outs %v, %+v", w.Due(m.now), w.Outs(), game)
}

// playUnharmed has all play to the end: they agree, and nobody is out.
func (m *match) playUnharmed() {
	m.t.Helper()
	m.play()
	m.wantSame()
	m.wantOuts()
}

// playToEnd has all play until all have read the end, and nobody has signed it.
func (m *match) playToEnd() {
	for !m.players[0].Over() {
		if seat := m.turn(); seat >= 0 {
			m.act(seat, 1)
		}
		for seat, player := range m.players {
			m.read(seat)
			if player.Over() {
				break
			}
			if raw := m.pending(seat); raw != nil {
				m.post(raw)
			}
		}
	}
	for seat := range m.players {
		m.read(seat)
	}
}

// wantSilent checks that a seat has nothing to say, and no error.
func (m *match) wantSilent(seat int) {
	m.t.Helper()
	if raw, _, err := m.players[seat].Pending(m.now); raw != nil || err != nil {
		m.t.Errorf("seat %d says %x, %v", seat, raw, err)
	}
}

// wantSame checks that seats, or all, and whoever reads the board are in one state, and returns it.
func (m *match) wantSame(seats ...int) (*table.Table, *testGame) {
	m.t.Helper()
	if len(seats) == 0 {
		seats = m.all()
	}
	w, game := m.watch()
	for _, seat := range seats {
		m.read(seat)
		p := m.players[seat]
		if p.Head() != w.Head() || p.Over() != w.Over() || fmt.Sprint(p.Outs()) != fmt.Sprint(w.Outs()) ||
			m.games[seat].result() != game.result() {
			m.t.Fatalf("seat %d has %d places, outs %v; the audit has %d, %v", seat, p.Places(), p.Outs(), w.Places(), w.Outs())
		}
	}
	return w, game
}

// wantOuts checks who is out, and why: seat, table.Reason, seat, …
func (m *match) wantOuts(want ...any) {
	m.t.Helper()
	w, _ := m.watch()
	wantOuts(m.t, w, want...)
}

func wantOuts(t testing.TB, w *table.Table, want ...any) {
	t.Helper()
	var got []any
	for _, o := range w.Outs() {
		got = append(got, o.Seat, o.Why)
	}
	if !slices.Equal(got, want) {
		t.Errorf("outs %v, not %v", w.Outs(), want)
	}
}

// signNext signs as a seat, with all that a table has read.
func signNext(t *table.Table, key record.Key, seat int, message ...byte) []byte {
	return signAt(t.Digest(), key, seat, t.Places(), t.Head(), message)
}

// signAt signs what an honest seat never would. SPEC.md of package record, section 6.1.
func signAt(agreed record.Digest, key record.Key, seat, places int, head record.Digest, message []byte) []byte {
	const name = "squaredeal/record/v1/statement"
	fixed := append(binary.BigEndian.AppendUint32([]byte{1, byte(seat)}, uint32(places)), head[:]...)
	b := append(binary.BigEndian.AppendUint64(nil, uint64(len(name))), name...)
	b = append(append(b, agreed[:]...), fixed...)
	if len(message) > 0 { // without a kind, it is no statement
		body := sha256.Sum256(message[1:])
		b = append(binary.BigEndian.AppendUint32(b, uint32(len(message)-1)), message[0])
		b = append(b, body[:]...)
	}
	d := sha256.Sum256(b)
	return append(append(fixed, message...), ed25519.Sign(ed25519.NewKeyFromSeed(key.Bytes()), d[:])...)
}

// statementOf reads a statement; of anything else, and of nil, it is a zero one.
func statementOf(raw []byte) record.Statement {
	st, _ := record.ParseStatement(raw)
	return st
}

func kindOf(raw []byte) byte      { return statementOf(raw).Kind }
func messageOf(raw []byte) []byte { return statementOf(raw).Message }
func speakerOf(raw []byte) int    { return statementOf(raw).Seat }
