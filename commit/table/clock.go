package table

import "time"

// maxVoids is how many statements without effect a seat may make, not counting ticks. Each
// effect allows every seat one more: its statement may have crossed with what had the effect.
const maxVoids = 16

// maxTicks is how many ticks a seat may make in a row. To wait for everything that is due
// takes 4 for each grace; a clock in coarse steps wants up to four times as many (SPEC.md,
// section 12.1), and a tail with ticks can be posted again.
func (t *Table) maxTicks() int {
	return 16 + 16*int((2*t.terms.Grace+t.terms.Bank-1)/t.terms.Grace)
}

// pass advances the table's time to a place with this stamp, but by no more than a quarter of
// the grace, so that a board that was away, or whose clock was wrong once, puts nobody out. A
// stamp that is a little earlier changes nothing: else two clocks of one board would make time.
func (t *Table) pass(stamp int64) {
	most := uint64(t.terms.Grace.Milliseconds() / 4)
	if stamp >= t.stamp {
		t.time += int64(min(uint64(stamp)-uint64(t.stamp), most))
	} else if uint64(t.stamp)-uint64(stamp) <= most {
		return
	}
	t.stamp = stamp
}

// countTime counts the time that a seat has taken, which the game now names so many times as due.
// The seat's clock starts again with a phase, which is fresh then, and with progress: when the
// seat is named less often than ever before in the phase. It runs only while the seat is due, so
// nothing else that anybody says starts it again.
func (t *Table) countTime(s *seat, named int, fresh bool) {
	if s.since >= 0 {
		s.spent += t.time - s.begun
	}
	progress := s.least != never && named < s.least
	if fresh || progress {
		grace, bank := t.terms.Grace.Milliseconds(), t.terms.Bank.Milliseconds()
		s.used, s.spent = min(bank, s.used+max(0, s.spent-grace)), 0
	}
	switch {
	case fresh:
		s.least, s.since = never, -1
	case progress:
		s.least = named
	}
	if s.least == never && named > 0 {
		s.least = named
	}
	s.named, s.begun = named, t.time
}

// left returns how much of its time a due seat has left, in milliseconds.
func (t *Table) left(s seat) int64 {
	return t.terms.Grace.Milliseconds() + t.terms.Bank.Milliseconds() - s.used - s.spent - (t.time - s.begun)
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

// Late reports whether the time of somebody who is due is up: the next tick puts them out.
func (t *Table) Late() bool { return len(t.late()) > 0 }

// An Item is what a seat has to say.
type Item struct {
	Seat  int
	Since int           // how many places there were when the seat became due, or said the last of several messages
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
