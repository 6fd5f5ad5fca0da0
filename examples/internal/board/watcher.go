package board

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

// A Watcher is what the posts of a board say to somebody without a seat, such as the board.
type Watcher struct {
	game  NewGame
	lobby lobby
	table *table.Table // nil while there are free seats
	given uint64       // statements
}

// NewWatcher returns the watcher of a board without posts.
func NewWatcher(game NewGame) *Watcher { return &Watcher{game: game} }

// Read takes the next post, and reports whether it has a place: one without may be dropped
// by the board. The error is the game's, which refuses the terms.
func (w *Watcher) Read(p record.Post) (placed bool, err error) {
	if w.table != nil {
		w.given++ // a number of its own, as others may not know what is dropped
		return w.table.Read(time.Now(), record.Post{Number: w.given, Stamp: p.Stamp, Bytes: p.Bytes})
	}
	placed = w.lobby.read(p.Bytes)
	if terms, full := w.lobby.terms(); full {
		game, err := w.game(terms, nobody, nil)
		if err == nil {
			w.table, err = table.Watch(terms, game)
		}
		if err != nil {
			return false, err
		}
	}
	return placed, nil
}

// Judge returns the key in whose name a post speaks, or an error if it can't have the next
// place: of a statement, that of [record.Log.Judge]. It changes nothing.
func (w *Watcher) Judge(post []byte) (ed25519.PublicKey, error) {
	if w.table != nil {
		terms, _ := w.lobby.terms()
		agreed, err := terms.Agreement()
		if err != nil {
			return nil, err
		}
		st, err := agreed.Verify(post)
		if err == nil {
			_, err = w.table.Would(st)
		}
		if err != nil {
			return nil, err
		}
		return w.lobby.seats[st.Seat], nil
	}
	if w.lobby.offer == nil {
		return nil, errors.New("there is no offer yet")
	}
	then := lobby{w.lobby.offer, slices.Clone(w.lobby.seats)}
	if !then.read(post) {
		return nil, fmt.Errorf("%w: it asks for no free seat", record.ErrNoPlace)
	}
	for i, key := range then.seats {
		if w.lobby.seats[i] == nil && key != nil {
			return key, nil
		}
	}
	panic("a request that has a place takes a seat")
}

// Offer returns the first post, nil if it is missing.
func (w *Watcher) Offer() *Offer { return w.lobby.offer }

// Seats returns the keys of the seats, nil for free ones.
func (w *Watcher) Seats() []ed25519.PublicKey { return slices.Clone(w.lobby.seats) }

// Free returns how many seats nobody has.
func (w *Watcher) Free() int { return w.lobby.free() }

// Table returns the table, nil while there are free seats.
func (w *Watcher) Table() *table.Table { return w.table }
