package tabletest

import (
	"bytes"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"

	"github.com/squaredeal/squaredeal/commit/table"
)

// A reader is the game of a program that reads the board.
type reader struct {
	name     string
	seat     int  // -1 of a spectator
	liar     bool // a cheat has spoken for its seat: its game may fail, and differ
	game     table.Game
	restored string
}

func (r *reader) String() string { return r.name + r.restored }

// call calls a method of a game, which mustn't panic.
func (m *match) call(r *reader, method string, do func(g table.Game)) {
	defer func() {
		v := recover()
		switch _, failed := v.(failure); {
		case failed:
			panic(v)
		case v != nil && r.liar:
			r.game = nil
		case v != nil:
			m.fail("%s: %v panics: %v\n%s", method, r, v, debug.Stack())
		}
	}()
	if r.game != nil {
		do(r.game)
	}
}

// dueOf returns the phase, and how many messages are due of each seat that isn't out.
func (m *match) dueOf(r *reader) (phase int, due []int) {
	due = make([]int, m.Seats)
	m.call(r, "Due", func(g table.Game) {
		var seats []int
		phase, seats = g.Due()
		for _, s := range seats {
			if s < 0 || s >= m.Seats {
				m.fail("Due: %v says seat %d of %d", r, s, m.Seats)
			}
			if m.seats[s].out == 0 {
				due[s]++
			}
		}
		if len(seats) > 0 && slices.Max(due) == 0 && !r.liar {
			m.fail("Due: %v waits for seats that are out, and for no others: %v", r, seats)
		}
	})
	return phase, due
}

// unchanged checks that a reader's Due is what all others' was.
func (m *match) unchanged(r *reader, after string) {
	if phase, due := m.dueOf(r); !r.liar && (!slices.Equal(due, m.due) || phase != m.phase && slices.Max(due) > 0) {
		m.fail("Due: after %s, %v is in phase %d, and %v messages are due by seat; it was phase %d, %v", after, r, phase, due, m.phase, m.due)
	}
}

func (m *match) applyTo(r *reader, c call) (err error) {
	m.call(r, "Apply", func(g table.Game) { err = g.Apply(c.seat, c.given) })
	if !bytes.Equal(c.given, c.unchanged) {
		m.fail("Apply: %v alters the message", r)
	}
	return err
}

// text is what readers have to agree on of an error.
func text(err error) string {
	if blame, ok := errors.AsType[*table.BlameError](err); ok {
		return fmt.Sprintf("seats %d: %.*v", blame.Seats, table.MaxTextLen, blame.Err)
	}
	return fmt.Sprintf("%.*v", table.MaxTextLen, err)
}

// start compares a reader's checkpoint, and starts a round.
func (m *match) start(r *reader, this round) {
	m.call(r, "Checkpoint", func(g table.Game) {
		if b := g.Checkpoint(); !bytes.Equal(this.unchanged, b) && !r.liar {
			m.fail("Checkpoint: %v has %q, and a spectator had %q", r, b, this.unchanged)
		}
	})
	m.call(r, "Start", func(g table.Game) { g.Start(this.head) })
}

// restart has a reader go back to a checkpoint, with a new game or the one it has, and read
// again from there.
func (m *match) restart(r *reader, from int) {
	r.restored = " (restored in a used game)"
	if m.rng.IntN(2) == 0 || r.game == nil {
		r.restored, r.game = " (restored in a new game)", m.newGame(r.seat)
	}
	m.intact(from)
	m.call(r, "Restore", func(g table.Game) {
		if err := g.Restore(m.rounds[from].mark); err != nil {
			m.fail("Restore: %v says %w", r, err)
		}
	})
	m.intact(from)
	for _, this := range m.rounds[from:] {
		m.start(r, this)
		for _, c := range this.calls {
			if c.why != 0 {
				m.call(r, "Out", func(g table.Game) { g.Out(c.seat, c.why) })
			} else if err := m.applyTo(r, c); text(err) != text(c.err) && !r.liar {
				m.fail("Apply: %v says %q of a message, and all had said %q", r, text(err), text(c.err))
			}
		}
	}
	m.unchanged(r, "reading again")
	if s := r.seat; s >= 0 && m.due[s] > 0 && m.seats[s].pending != nil {
		m.pending(s)
	}
}

func (m *match) intact(round int) {
	if this := m.rounds[round]; !bytes.Equal(this.mark, this.unchanged) {
		m.fail("Checkpoint: what it returned for round %d has changed since", round+1)
	}
}
