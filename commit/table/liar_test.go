package table_test

import (
	"time"

	"github.com/squaredeal/squaredeal/commit/table"
)

// A liar is a seat that reads like a spectator, and signs what it likes. The cheats of the simulation and the
// villains of the arena embed it.
type liar struct {
	*walk
	id   int
	t    *table.Table
	g    *testGame
	send func(wait int64, raw []byte) // posts something, some time from now
}

// says has the liar sign a message now, at the place where it stands.
func (l *liar) says(wait int64, message ...byte) {
	l.send(wait, signNext(l.t, l.keys[l.id], l.id, message...))
}

// left returns how many milliseconds are left for what is due from the liar, -1 if nothing is.
func (l *liar) left(now time.Time) int64 {
	for _, d := range l.t.Due(now) {
		if d.Seat == l.id {
			return d.Left.Milliseconds()
		}
	}
	return -1
}

// due is what the game wants of the liar, or a move that is right.
func (l *liar) due() []byte {
	m := l.g.choose(l.rng)
	if m == nil {
		m = l.g.Pending()
	}
	return append([]byte{say}, m...)
}

// illegal is a message of the game, and most often no right one.
func (l *liar) illegal() []byte { return append([]byte{say}, l.g.junk(l.rng)...) }

// poison is the commitment of the liar, with a seal that is wrong.
func (l *liar) poison() []byte { return append(append([]byte{say}, short(l.g.secret())...), 1) }
