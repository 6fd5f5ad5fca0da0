package boardtest

import (
	"crypto/sha256"
	"errors"
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
)

// Sums is a game of some rounds, in each of which all seats say a number of 32 bytes, at once.
func Sums(rounds int) board.NewGame {
	return func(t table.Terms, seat int, _ []byte) (table.Game, error) {
		if string(t.Game) != "sums" {
			return nil, errors.New("that is another game")
		}
		return &sum{seat: seat, left: rounds, said: make([][]byte, len(t.Seats))}, nil
	}
}

type sum struct {
	seat  int
	own   []byte
	left  int
	said  [][]byte
	gone  []int
	total byte
}

func (g *sum) Start(head record.Digest) {
	if g.left == 0 || len(g.said)-len(g.gone) < 2 {
		for s := range g.said {
			g.said[s] = []byte{0}
		}
		return
	}
	g.left--
	clear(g.said)
	own := sha256.Sum256(append(head[:], byte(g.seat)))
	g.own = own[:]
}

func (g *sum) Due() (phase int, seats []int) {
	for s, m := range g.said {
		if m == nil && !slices.Contains(g.gone, s) {
			seats = append(seats, s)
		}
	}
	return 0, seats
}

func (g *sum) Pending() []byte { return g.own }

func (g *sum) Check(_ int, m []byte) error {
	if len(m) < 32 {
		return errors.New("no number")
	}
	return nil
}

func (g *sum) Apply(seat int, m []byte) error {
	if err := g.Check(seat, m); err != nil {
		return err
	}
	if string(m[:5]) == "panic" {
		panic("the game has a fault")
	}
	g.said[seat] = m
	g.total += m[0]
	return nil
}

func (g *sum) Out(seat int, _ table.Reason) { g.gone = append(g.gone, seat) }

func (g *sum) Checkpoint() []byte {
	b := []byte{byte(g.left), byte(g.left >> 8), g.total}
	for _, s := range g.gone {
		b = append(b, byte(s))
	}
	return b
}

func (g *sum) Restore(b []byte) error {
	g.left, g.total, g.gone = int(b[0])|int(b[1])<<8, b[2], nil
	for _, s := range b[3:] {
		g.gone = append(g.gone, int(s))
	}
	clear(g.said)
	return nil
}
