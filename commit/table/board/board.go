package board

import (
	"context"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Board gives everybody the same posts, with the numbers 1, 2, 3, ….
type Board interface {
	// Post gives the board a post. It returns nil if the post has a place, or has had it since the last
	// reset and the board isn't closed, and a [Refusal] otherwise.
	Post(ctx context.Context, b []byte) error
	// Posts returns posts from a number on, the first ones there are. It may return none, even
	// after it has waited for one. Callers don't alter the posts. It returns an [ErrRestarted] if
	// the board may have lost some.
	Posts(ctx context.Context, from uint64, wait bool) ([]record.Post, error)
}

// A NewGame begins the game of a seat, all whose chance follows from a secret; or of [Nobody],
// without one. It refuses the terms of another game.
type NewGame func(terms table.Terms, seat int, secret []byte) (table.Game, error)

// Nobody is the seat of those who only watch.
const Nobody = -1

// AnySeat asks for the first free seat.
const AnySeat = -1

// Limits, in bytes, except MaxResets.
const (
	MaxPostLen   = record.MaxMessageLen / 16
	MaxChunkLen  = 1 << 20 // shown at once, and a post more
	MaxAboutLen  = 512     // of what a seat says of itself
	DefaultLimit = 1 << 28 // of what a game says: see [Watcher.Limit]
	MaxResets    = 16      // of a lobby, the last of which closes the board
)

// All returns all posts of a board.
func All(ctx context.Context, b Board) (all []record.Post, err error) {
	if b == nil {
		return nil, wrap.Errorf(ErrMalformed, "there is no board")
	}
	for {
		posts, err := b.Posts(ctx, uint64(len(all)+1), false)
		all = append(all, posts...)
		if err != nil || len(posts) == 0 {
			return all, err
		}
	}
}

const label = "squaredeal/board/v1/"
