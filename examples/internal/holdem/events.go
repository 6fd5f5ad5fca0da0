package holdem

import (
	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/showdown"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// An Event is something that has happened: package narrator tells it in words. After a
// restart, the events of a hand come again, with their numbers.
type Event struct {
	Hand, Number int
	Seat         int // whose it is, or Nobody
	What         any // a Deed, or one of these
}

// What has happened.
type (
	Button struct{ Seed commit.Seed } // the seat has the first one
	Blind  struct {
		Chips int
		Big   bool
	}
	Proof struct {
		Stage    Stage
		Kind     hand.Kind
		Deck     int   // cards that are shuffled
		Shown    []int // cards
		Strength showdown.Strength
	}
	Dealt  struct{ Cards []int } // to this seat: the others don't hear of it
	Opened struct {              // cards of the board
		Cards  []int
		Before int // were open
	}
	SatOut    struct{}                           // from this hand on
	Back      struct{}                           // who has sat out
	TooLong   struct{}                           // the seat has sat out, and is gone
	Reshuffle struct{}                           // without a seat that has gone
	Refund    struct{ Chips int }                // of what nobody has called
	Win       struct{ Chips, Of, Pot, Pots int } // the main pot is the first, 0
	Broke     struct{}                           // the seat has no chips left
	Gone      struct {                           // from the match
		Why     table.Reason
		Fault   string
		Playing bool // a hand: not before it, or between two
	}
	End struct{} // of the match
)

func (g *Game) note(seat int, what any) {
	g.noted++
	g.Events = append(g.Events, Event{g.Hand, g.noted, seat, what})
}
