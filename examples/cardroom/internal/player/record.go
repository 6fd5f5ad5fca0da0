package player

import (
	"context"
	"crypto/ed25519"
	"errors"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
)

// Record returns what a file of the table's posts has, which the room's command audits. Of a
// game that goes on, it ends with the head that the board signs now.
func Record(ctx context.Context, b interface {
	board.Board
	Head(context.Context) (record.Post, error)
}) ([]byte, error) {
	posts, err := board.All(ctx, b)
	if err != nil {
		return nil, err
	}
	if n := len(posts); n == 0 || !record.IsHead(posts[n-1].Bytes) {
		head, err := b.Head(ctx)
		if err != nil {
			return nil, err
		}
		posts = append(posts, head)
	}
	return board.Encode(posts), nil
}

// Key returns the key of a seat, as the room asks for it.
func Key(keeper board.Keeper) (ed25519.PrivateKey, error) {
	kept, err := keeper.Load(record.GenerateKey().Bytes())
	if err == nil && len(kept) < ed25519.SeedSize {
		err = errors.New("what is kept of the seat is damaged")
	}
	if err != nil {
		return nil, err
	}
	return ed25519.NewKeyFromSeed(kept[:ed25519.SeedSize]), nil
}
