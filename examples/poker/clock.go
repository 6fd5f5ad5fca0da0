package main

import (
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

// A clock measures how long this seat has waited for others.
type clock struct {
	terms    terms
	restored bool // this process goes on with what another one left
	since    map[int]waited
}

// A waited is a seat that is waited for.
type waited struct {
	heard  int // how many of its statements had come when the wait began
	start  time.Time
	warned bool // its time was over once, and may have been over only here
	missed bool // this process may have missed the beginning
}

// update looks at who is waited for now, and returns the seats whose time is over, and
// when to look again. While somebody has to bet, whoever is waited for may think: those
// who vote on that seat wait for other votes as long as for the bet, as others may have
// begun to wait later. A seat has a tenth more time than the terms say, in which this
// process must have run: it may have been its own fault that it has heard nothing.
//
// If most others have lost their patience already, half the time is enough, but only for a
// process that was started again since they began to wait: somebody who votes at once
// mustn't take the others' time away.
func (c *clock) update(view holdem.View, now time.Time) (late []int, again time.Time) {
	since := make(map[int]waited)
	again = now.Add(c.terms.Think)
	for _, w := range view.Awaited {
		if w.Seat == view.Seat {
			continue
		}
		limit := c.terms.Patience
		if view.Turn >= 0 {
			limit = c.terms.Think
		}
		s, ok := c.since[w.Seat]
		if !ok || s.heard != w.Heard {
			s = waited{heard: w.Heard, start: now, missed: c.restored && c.since == nil}
		}
		if s.missed && 2*len(w.Against) >= len(view.Players)-2 && len(w.Against) > 0 {
			limit /= 2
		}
		end := s.start.Add(limit)
		switch {
		case now.Before(end):
		case !s.warned:
			s.warned = true
			s.start = now.Add(limit/10 - limit)
			end = now.Add(limit / 10)
		default:
			late = append(late, w.Seat)
			s.start, s.warned = now, false
			end = now.Add(limit)
		}
		since[w.Seat] = s
		if end.Before(again) {
			again = end
		}
	}
	c.since = since
	return late, again
}
