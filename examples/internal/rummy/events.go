package rummy

import (
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// An Event is something that has happened: package narrator tells it in words. After a
// restart, the events of a round come again, with their numbers.
type Event struct {
	Round, Number int
	Seat          int // whose it is, or Nobody
	What          any // one of these
}

// What has happened.
type (
	Proof struct{ Kind hand.Kind }
	Dealt struct{ Cards []int } // to this seat: the others don't hear of it
	Begin struct{ Top int }     // of the pile: all have their cards
	Drawn struct{ Card int }    // from the stock by this seat: the others don't hear of it
	Play  struct {
		Taken   []int // from the pile: one, or none
		Discard int
		Melds   []int // all other cards, with which the seat goes out
	}
	Reshuffle struct { // of the pile but its top, as the stock is empty
		By   []int // seats
		Gone bool  // instead, of the stock with the cards of somebody who has gone
	}
	Win struct {
		Turns, Points int
		Alone         bool // all others have gone
	}
	Draw struct{} // nobody has won in [MaxTurns]
	Gone struct { // from the game
		Why   table.Reason
		Fault string
	}
	End struct{} // of the game
)

func (g *Game) note(seat int, what any) {
	g.noted++
	g.Events = append(g.Events, Event{g.Round, g.noted, seat, what})
}
