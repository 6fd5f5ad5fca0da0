// Package roomtest has a game without cards, and players of it, for tests of the card room.
package roomtest

import (
	"bytes"
	"crypto/ed25519"
	"log/slog"
	"testing"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/hub"
)

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
