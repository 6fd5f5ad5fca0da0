package heartsgame

import (
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// An Event is something that has happened: package narrator tells it in words. After a
// restart, the events of a hand come again, with their numbers.
type Event struct {
	Hand, Number int
	Seat         int // whose it is, or Nobody
	What         any // one of these
}

// What has happened.
type (
	Proof struct {
		Kind   hand.Kind
		Passes bool // it is about cards that are passed
	}
	Dealt  struct{ Cards []int } // to this seat: the others don't hear of it
	Passes struct{ To int }      // three cards, which only the two know
	Gets   struct {              // this seat: the others don't hear of it
		Cards []int
		From  int
	}
	Plays  struct{ Card int }
	Broken struct{} // hearts
	Takes  struct{ Points int }
	Moon   struct{}
	Score  struct {
		Points  []int // by seat, after the hand
		Players []int
	}
	Void struct{} // somebody has gone before the end of the hand
	Gone struct { // from the game
		Why   table.Reason
		Fault string
	}
	End struct{ Winners []int } // of the game
)

func (g *Game) note(seat int, what any) {
	g.noted++
	g.Events = append(g.Events, Event{g.Hand, g.noted, seat, what})
}
