package roomtest

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
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
