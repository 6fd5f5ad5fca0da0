package hub

import (
	"context"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
)

// A follower opens its table for each call, so that it goes on when that begins anew.
type follower struct {
	hub *Hub
	id  string
}

// Follow returns a table for a program of this process that plays at it.
func (h *Hub) Follow(id string) board.Board { return follower{h, id} }

func (f follower) Post(ctx context.Context, b []byte) error {
	t, err := f.hub.Open(ctx, f.id)
	if err != nil {
		return err
	}
	defer t.Release()
	return t.Post(ctx, b)
}

func (f follower) Posts(ctx context.Context, from uint64, wait bool) ([]record.Post, error) {
	t, err := f.hub.Open(ctx, f.id)
	if err != nil {
		return nil, err
	}
	defer t.Release()
	return t.Posts(ctx, from, wait)
}
