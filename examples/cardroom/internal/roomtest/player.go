package roomtest

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
)

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
