package board

import (
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
)

// OpenAt is Open with a clock for the stamps.
func OpenAt(offer Offer, key record.Key, game NewGame, log Log, clock func() time.Time) (*Local, error) {
	w := NewWatcher(game)
	w.clock = clock
	return open(offer, key, log, w)
}
