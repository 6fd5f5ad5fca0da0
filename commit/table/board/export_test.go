package board

import (
	"fmt"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
)

// OpenAt is Open with a clock for the stamps.
func OpenAt(offer Offer, key record.Key, game NewGame, storage Storage, clock func() time.Time) (*Local, error) {
	w := NewWatcher(game)
	w.clock = clock
	return open(offer, key, storage, w)
}

// View is what vectors show of a watcher.
func View(w *Watcher) string {
	if w.lobby.offer == nil {
		return "-"
	}
	places := 0
	if w.table != nil {
		places = w.table.Places()
	}
	return fmt.Sprintf("%d %d %d %d", w.lobby.free(), w.lobby.resets, places, len(w.heads.signed))
}
