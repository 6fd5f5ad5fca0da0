package table

import (
	"slices"
)

// Round returns the number of the current round, 0 before all have said their hello. When the
// game is over, it no longer changes; the last round, in which nobody was due, is counted.
func (t *Table) Round() int { return t.round }

// Over reports whether the game is over. From then on, nothing changes but the list of those
// who have signed it.
func (t *Table) Over() bool { return t.end > 0 }

// Final reports whether the game is over and more than half of all seats have signed that:
// then no other end can become final unless one of them signs both. See also [Player.Done].
func (t *Table) Final() bool { return t.finalClosings != 0 || t.end > 0 && t.reader.Final() >= t.end }

// Closed reports whether there is nothing more to wait for: the end is final, and has been
// signed by all seats whose deposits may return. A board signs its last head then.
func (t *Table) Closed() bool {
	if !t.Final() {
		return false
	}
	for i := range t.seats {
		if !t.lost(i) && !t.closed(i) {
			return false
		}
	}
	return true
}

// Outs returns the seats that are out, in the order in which they went.
func (t *Table) Outs() []Out { return slices.Clone(t.outs) }

// Awaited returns the seats whose hello is missing or, when the game is over, their
// closing statement.
func (t *Table) Awaited() (seats []int) {
	for i, s := range t.seats {
		if t.round == 0 && !s.hello || t.end > 0 && !t.closed(i) {
			seats = append(seats, i)
		}
	}
	return seats
}

// closed reports whether a seat has signed the end.
func (t *Table) closed(seat int) bool {
	return t.end > 0 && t.reader.Signed(seat) >= t.end || t.finalClosings>>seat&1 != 0
}

// closings returns whose closing statements have made the end final, 0 if it isn't.
func (t *Table) closings() (bits uint64) {
	if !t.Final() {
		return 0
	}
	for i := range t.seats {
		if t.closed(i) {
			bits |= 1 << i
		}
	}
	return bits
}

// lost reports whether a seat has lost its deposit.
func (t *Table) lost(seat int) bool {
	return slices.ContainsFunc(t.outs, func(o Out) bool { return o.Seat == seat && o.Why != Left })
}

// Returned reports whether a seat gets the deposit back that the terms may ask for: it
// isn't out by a fault or by silence, and has signed the end. The others' are burnt, or go
// where the terms say, but to no seat: see SPEC.md, section 9.
func (t *Table) Returned(seat int) bool {
	return seat >= 0 && seat < len(t.seats) && !t.lost(seat) && t.closed(seat)
}
