package boardtest

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/commit/table/internal/kind"
)

// A Rig is a board, and what a test can do to it. It ends with its test.
type Rig struct {
	Dial    func() board.Board     // returns the board for one program, which goes on using it after a restart
	Restart func(lose int)         // ends its process and begins again, without its last posts; nil if it can't
	Room    func(longest int)      // has its disk take posts of so many bytes and less, and no longer ones; nil if it can't
	Shift   func(by time.Duration) // moves the clock of its stamps; nil if it can't
}

// An Opener opens a board of its own for a test.
type Opener func(t *testing.T, offer board.Offer, game board.NewGame) *Rig

// TestBoard tests boards of one kind, all tests in parallel, for a few seconds.
func TestBoard(t *testing.T, open Opener) {
	run(t, open, func(t *testing.T, test func(*testing.T)) { test(t) })
}

// TestInBubbles is TestBoard in bubbles of package synctest, where nobody waits. Boards that leave the
// process can't be tested so.
func TestInBubbles(t *testing.T, open Opener) { run(t, open, synctest.Test) }

func run(t *testing.T, open Opener, in func(*testing.T, func(*testing.T))) {
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			in(t, func(t *testing.T) { c.test(&match{T: t, open: open}) })
		})
	}
}

var tests = []struct {
	name string
	test func(*match)
}{
	{"Play", testPlay},
	{"Duplicates", testDuplicates},
	{"Refusals", testRefusals},
	{"Junk", testJunk},
	{"Voids", testVoids},
	{"Ticks", testTicks},
	{"LateClosing", testLateClosing},
	{"NoClosing", testNoClosing},
	{"LostTail", testLostTail},
	{"LostReset", testLostReset},
	{"Restart", testRestart},
	{"SeatRestarts", testSeatRestarts},
	{"FullDisk", testFullDisk},
	{"RoomForTwo", testRoomForTwo},
	{"NoRoomInLobby", testNoRoomInLobby},
	{"NoRoomAtEnd", testNoRoomAtEnd},
	{"Clocks", testClocks},
	{"Squatter", testSquatter},
	{"Concurrent", testConcurrent},
	{"SilentPlayer", testSilent},
	{"CancelledPost", testCancelled},
}

const (
	grace   = time.Second
	longest = 2000
)

// Where a statement has the number of places and its message, and a head its stamp.
const (
	placesAt    = 1 + 1
	messageAt   = record.Overhead - ed25519.SignatureSize
	headStampAt = record.HeadSize - ed25519.SignatureSize - 8
)

// A match is a board, with seats that play rounds of [Sums] at it.
type match struct {
	*testing.T
	open   Opener
	rig    *Rig
	board  board.Board
	rounds int

	wg      sync.WaitGroup
	players []*player
}

type player struct {
	number int
	keeper board.Keeper
	seat   board.Seat
	err    error
}

var errCrash = errors.New("crashed")

func (m *match) begin(seats, rounds int) {
	m.Helper()
	m.rounds = rounds
	m.rig = m.open(m.T, board.Offer{Game: []byte("sums"), Seats: seats, Longest: longest, Grace: grace, Bank: grace / 2}, Sums(rounds))
	m.board = m.rig.Dial()
}

// play has a seat's program play.
func (m *match) play(seat int) { m.crash(seat, nil) }

// crash has a seat's program play, die at some point, and begin again.
func (m *match) crash(seat int, dies func(*table.Table) bool) {
	p := &player{keeper: new(Keeper), number: seat}
	m.players = append(m.players, p)
	m.wg.Go(func() {
		if dies != nil {
			if p.run(m, dies); !errors.Is(p.err, errCrash) {
				m.Errorf("seat %d doesn't die: %v", seat, p.err)
			}
		}
		p.run(m, func(*table.Table) bool { return false })
	})
}

func (p *player) run(m *match, dies func(*table.Table) bool) {
	ctx, cancel := context.WithCancelCause(m.Context())
	defer cancel(nil)
	p.seat = board.Seat{Board: m.rig.Dial(), Number: p.number, Game: Sums(m.rounds), Keeper: p.keeper}
	p.seat.Changed = func() {
		if dies(&p.seat.Player.Table) {
			cancel(errCrash)
		}
	}
	p.err = p.seat.Play(ctx)
	if p.err != nil && context.Cause(ctx) != nil {
		p.err = context.Cause(ctx)
	}
}

// end waits for all players, and checks that all have ended alike, as an audit says.
func (m *match) end() *table.Table {
	m.Helper()
	m.wg.Wait()
	posts := m.posts()
	held, err := board.Decode(board.Encode(posts))
	if err != nil || len(held) != len(posts) {
		m.Fatalf("%d posts of %d, %v", len(held), len(posts), err)
	}
	audit, err := board.Audit(held, Sums(m.rounds))
	if err != nil {
		for _, p := range m.players {
			m.Logf("seat %d: %v", p.number, p.err)
		}
		m.Fatal("the audit:", err)
	}
	for i, p := range m.players {
		if p.err != nil || p.seat.Player.Head() != audit.Head() || !audit.Returned(p.seat.Number) || errors.Is(p.seat.Doubt, board.ErrFalse) {
			m.Errorf("player %d: %v, and of the board: %v", i, p.err, p.seat.Doubt)
		}
	}
	heads := 0
	for i, p := range posts {
		if i > 0 && p.Stamp < posts[i-1].Stamp {
			m.Errorf("post %d is stamped %d, after %d", i+1, p.Stamp, posts[i-1].Stamp)
		}
		if record.IsHead(p.Bytes) {
			heads++
			if stamp := int64(binary.BigEndian.Uint64(p.Bytes[headStampAt:])); stamp < posts[i-1].Stamp {
				m.Errorf("head %d is stamped %d, after %d", heads, stamp, posts[i-1].Stamp)
			}
		}
	}
	if heads != 2 {
		m.Errorf("%d heads", heads)
	}
	return audit
}

// whole checks that nobody is out, and that all rounds were played.
func (m *match) whole() {
	m.Helper()
	if a := m.end(); len(a.Outs()) != 0 || a.Round() != m.rounds+1 {
		m.Errorf("outs %v in round %d", a.Outs(), a.Round())
	}
}

func (m *match) posts() []record.Post {
	m.Helper()
	for {
		posts, err := board.All(m.Context(), m.board)
		if errors.Is(err, board.ErrRestarted) {
			continue
		}
		if err != nil {
			m.Fatal(err)
		}
		return posts
	}
}

// until waits until the posts are as they should be.
func (m *match) until(so func([]record.Post) bool) []record.Post {
	m.Helper()
	for range 3000 {
		if posts := m.posts(); so(posts) {
			return posts
		}
		time.Sleep(10 * time.Millisecond)
	}
	m.Fatal("it doesn't happen")
	return nil
}

// A puppet is a seat without a program: the test has it sign what it likes.
type puppet struct {
	*match
	*board.Watcher
	key  record.Key
	seat int
	next uint64
}

func (m *match) puppet(seat int) *puppet {
	m.Helper()
	p := &puppet{match: m, Watcher: board.NewWatcher(Sums(m.rounds)), key: record.GenerateKey(), seat: seat, next: 1}
	p.read()
	if err := m.board.Post(m.Context(), p.Offer().Ask(seat, p.key, nil)); err != nil {
		m.Fatal(err)
	}
	return p
}

// twoAndPuppet begins a match of three seats and so many rounds: programs play seats 0 and 1, and a
// puppet has seat 2, and has said its hello.
func (m *match) twoAndPuppet(rounds int) *puppet {
	m.Helper()
	m.begin(3, rounds)
	m.play(0)
	m.play(1)
	p := m.puppet(2)
	p.await(func(t *table.Table) bool { return true })
	if err := p.say(kind.Hello); err != nil {
		m.Fatal(err)
	}
	return p
}

// read reads what there is.
func (p *puppet) read() {
	p.Helper()
	for {
		posts, err := p.board.Posts(p.Context(), p.next, false)
		if err != nil && !errors.Is(err, board.ErrRestarted) {
			p.Fatal(err)
		}
		if len(posts) == 0 && err == nil {
			return
		}
		for _, post := range posts {
			if _, err := p.Watcher.Read(post); err != nil {
				p.Fatal(err)
			}
			p.next = post.Number + 1
		}
	}
}

// await reads until the table is as it should be.
func (p *puppet) await(so func(*table.Table) bool) {
	p.Helper()
	p.until(func([]record.Post) bool {
		p.read()
		return p.Table() != nil && so(p.Table())
	})
}

// say posts a message, named after all that was read.
func (p *puppet) say(message ...byte) error { return p.board.Post(p.Context(), p.sign(message)) }

func (p *puppet) sign(message []byte) []byte {
	return Sign(p.Table(), p.key, p.seat, message)
}

// Sign returns a statement that names all that a table has read, as record's SPEC.md has it,
// also one that no honest program makes.
func Sign(t *table.Table, key record.Key, seat int, message []byte) []byte {
	at, head, body := t.Digest(), t.Head(), sha256.Sum256(message[1:])
	b := binary.BigEndian.AppendUint32([]byte{1, byte(seat)}, uint32(t.Places()))
	b = append(b, head[:]...)
	label := "squaredeal/record/v1/statement"
	d := append(binary.BigEndian.AppendUint64(nil, uint64(len(label))), label...)
	d = append(append(d, at[:]...), b...)
	d = append(binary.BigEndian.AppendUint32(d, uint32(len(message)-1)), message[0])
	digest := sha256.Sum256(append(d, body[:]...))
	return append(append(b, message...), key.Sign(digest[:])...)
}

// own is what the puppet has to say in this round.
func (p *puppet) own() []byte {
	head := p.Table().Head()
	m := sha256.Sum256(append(head[:], byte(p.seat)))
	return append([]byte{kind.Say}, m[:]...)
}

func (p *puppet) due() bool {
	return slices.ContainsFunc(p.Table().Due(time.Now()), func(i table.Item) bool { return i.Seat == p.seat })
}

// A Keeper is a [board.Keeper].
type Keeper struct {
	mu   sync.Mutex
	held []byte
}

// Load implements [board.Keeper].
func (k *Keeper) Load(first []byte) ([]byte, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.held == nil {
		k.held = bytes.Clone(first)
	}
	return bytes.Clone(k.held), nil
}

// Replace implements [board.Keeper].
func (k *Keeper) Replace(old, new []byte) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if !bytes.Equal(k.held, old) {
		return fmt.Errorf("%d bytes are kept, not the old ones", len(k.held))
	}
	k.held = bytes.Clone(new)
	return nil
}

// reason checks that a post was refused, and why.
func reason(t testing.TB, err error, want board.Reason) {
	t.Helper()
	if r, ok := errors.AsType[*board.Refusal](err); !ok || r.Reason != want {
		t.Errorf("%v, not refused as %q", err, want)
	}
}
