package table

import "time"

// maxVoids is how many more statements a seat may make that have no effect, but ticks, than
// others make that have one, and so make another's void.
const maxVoids = 16

// maxTicks is how many ticks a seat may make in a row: four times as many as it takes to
// wait for everything that is due, so that a tail with ticks can be posted again.
func (t *Table) maxTicks() int {
	return 16 + 16*int((2*t.terms.Grace+t.terms.Bank-1)/t.terms.Grace)
}

// pass lets the table's time go on to a place with this stamp: by no more than a quarter of
// the grace, so that a board that was away, or whose clock was wrong once, puts nobody out. A
// stamp that is a little earlier changes nothing, as two clocks of a board would make time.
func (t *Table) pass(stamp int64) {
	most := uint64(t.terms.Grace.Milliseconds() / 4)
	if stamp >= t.stamp {
		t.time += int64(min(uint64(stamp)-uint64(t.stamp), most))
	} else if uint64(t.stamp)-uint64(stamp) <= most {
		return
	}
	t.stamp = stamp
}

// left returns how much of its time a due seat has left, in milliseconds.
func (t *Table) left(s seat) int64 {
	return t.terms.Grace.Milliseconds() + max(0, t.terms.Bank.Milliseconds()-s.used) - (t.time - s.sinceTime)
}

// late returns the seats whose time is up.
func (t *Table) late() (seats []int) {
	for i, s := range t.seats {
		if s.since >= 0 && t.left(s) <= 0 {
			seats = append(seats, i)
		}
	}
	return seats
}

// An Item is what a seat has to say.
type Item struct {
	Seat  int
	Since int           // the places after which it became due
	Left  time.Duration // of the seat's time, at most
}

// Due returns who is due, by seat, and estimates by this machine's clock how much time they
// have left. A program had better act for its player before that is nothing.
func (t *Table) Due(now time.Time) (due []Item) {
	for i, s := range t.seats {
		if s.since >= 0 {
			left := time.Duration(t.left(s))*time.Millisecond - max(0, now.Sub(t.heard))
			due = append(due, Item{i, s.since, max(0, left)})
		}
	}
	return due
}
