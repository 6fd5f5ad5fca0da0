// Package roomtest has a game without cards, and players of it, for tests of the card room.
package roomtest

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/hub"
)

// Offer is of a game of some rounds in each of which every seat says some bytes, in turn.
func Offer(seats, rounds, size int, grace time.Duration) board.Offer {
	return board.Offer{Game: fmt.Appendf(nil, "turns %d %d", rounds, size), Seats: seats, Longest: max(4, size), Grace: grace}
}

// turns is that game. What a seat has to say follows from the round.
type turns struct {
	left, size int
	gone       []bool
	due        []int
	own        []byte
}

// Game begins it.
func Game(terms table.Terms, _ int, _ []byte) (table.Game, error) {
	g := &turns{gone: make([]bool, len(terms.Seats))}
	if _, err := fmt.Sscanf(string(terms.Game), "turns %d %d", &g.left, &g.size); err != nil || terms.Longest != max(4, g.size) {
		return nil, errors.New("the terms are of another game")
	}
	return g, nil
}

func (g *turns) Start(head record.Digest) {
	g.due = nil
	if g.left == 0 {
		return
	}
	g.left--
	for seat, gone := range g.gone {
		if !gone {
			g.due = append(g.due, seat)
		}
	}
	g.own = bytes.Repeat(head[:], g.size/len(head)+1)[:g.size]
}

func (g *turns) Due() (phase int, seats []int) {
	return len(g.gone) - len(g.due), g.due[:min(1, len(g.due))]
}

func (g *turns) Pending() []byte { return g.own }

func (g *turns) Check(int, []byte) error { return nil }

func (g *turns) Apply(_ int, message []byte) error {
	if !bytes.Equal(message, g.own) {
		return errors.New("wrong bytes")
	}
	g.due = g.due[1:]
	return nil
}

func (g *turns) Out(seat int, _ table.Reason) {
	g.gone[seat] = true
	g.due = slices.DeleteFunc(g.due, func(s int) bool { return s == seat })
}

func (g *turns) Checkpoint() []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(g.left))
	for seat, gone := range g.gone {
		if gone {
			b = append(b, byte(seat))
		}
	}
	return b
}

func (g *turns) Restore(b []byte) error {
	g.left, g.due = int(binary.BigEndian.Uint32(b)), nil
	clear(g.gone)
	for _, seat := range b[4:] {
		g.gone[seat] = true
	}
	return nil
}

// Key is the rooms' secret of tests.
var Key = bytes.Repeat([]byte{7}, hub.KeySize)

// Config is that of a hub of its own in a directory.
func Config(t testing.TB, dir string) hub.Config {
	return hub.Config{Key: Key, Game: Game, Dir: dir, Log: slog.New(slog.NewTextHandler(t.Output(), nil))}
}

// Start starts a hub, which the end of the test closes.
func Start(t testing.TB, c hub.Config) *hub.Hub {
	t.Helper()
	h, err := hub.Start(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	return h
}

// Create makes a table.
func Create(t testing.TB, h *hub.Hub, offer board.Offer) (id string) {
	t.Helper()
	id, err := h.Create(t.Context(), offer, true)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// Open opens a table until the end of the test.
func Open(t testing.TB, h *hub.Hub, id string) *hub.Board {
	t.Helper()
	b, err := h.Open(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Release)
	return b
}

// Ask returns a request for a seat of a table.
func Ask(t testing.TB, b board.Board, seat int, key ed25519.PrivateKey) []byte {
	t.Helper()
	own, err := record.ParseKey(key.Seed())
	if err != nil {
		t.Fatal(err)
	}
	return OfferOf(t, b).Ask(seat, own, nil)
}

// OfferOf returns a table's offer.
func OfferOf(t testing.TB, b board.Board) board.Offer {
	t.Helper()
	posts, err := b.Posts(t.Context(), 1, true)
	if err != nil {
		t.Fatal(err)
	}
	offer, err := board.ParseOffer(posts[0].Bytes)
	if err != nil {
		t.Fatal(err)
	}
	return offer
}

// A Player is a seat's program, which keeps its state in memory.
type Player struct {
	board.Seat
	Key   ed25519.PrivateKey
	state []byte
}

// NewPlayer returns one of any free seat.
func NewPlayer() *Player {
	p := &Player{Key: ed25519.NewKeyFromSeed(record.GenerateKey().Bytes())}
	p.Seat = board.Seat{Number: board.AnySeat, Game: Game, Keeper: p}
	return p
}

// Load implements [board.Keeper].
func (p *Player) Load([]byte) ([]byte, error) {
	if p.state == nil {
		p.state = p.Key.Seed()
	}
	return p.state, nil
}

// Replace implements [board.Keeper].
func (p *Player) Replace(old, new []byte) error {
	if !bytes.Equal(old, p.state) {
		return errors.New("two programs play this seat")
	}
	p.state = new
	return nil
}

// PlayOn plays the seat on a board, also after a crash.
func (p *Player) PlayOn(ctx context.Context, b board.Board) error {
	p.Seat = board.Seat{Board: b, Number: board.AnySeat, Game: Game, Keeper: p, Waits: p.Waits, Changed: p.Changed}
	return p.Play(ctx)
}

// Honest checks that a table is over, all of whose seats are honest and were there.
func Honest(t testing.TB, b board.Board) []record.Post {
	t.Helper()
	posts, err := board.All(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	audited, err := board.Audit(posts, Game)
	if err != nil || !audited.Over() || len(audited.Outs()) > 0 {
		t.Fatalf("audit: %v, outs %v", err, audited.Outs())
	}
	return posts
}
