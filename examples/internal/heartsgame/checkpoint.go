package heartsgame

import (
	"fmt"

	"github.com/squaredeal/squaredeal/examples/internal/checkpoint"
)

// A standing is what goes on between hands.
type standing struct {
	Hand    int   // its number, from 1
	Points  []int // by seat
	Players []int // ascending
}

// fault names the field that no game to this limit can have, if there is one. A hand
// that isn't void costs one player All points, or each other one that is left; in one
// that is void a player goes.
func (s standing) fault(limit int) string {
	sum := 0
	for _, points := range s.Points {
		if points < 0 || points >= limit+All {
			return "points"
		}
		sum += points
	}
	for i, seat := range s.Players {
		if seat < 0 || seat >= Seats || i > 0 && seat <= s.Players[i-1] {
			return "players"
		}
	}
	switch {
	case len(s.Points) != Seats || sum%All != 0:
		return "points"
	case s.Players == nil:
		return "players"
	case s.Hand < 0 || s.Hand > sum/All+Seats-len(s.Players) || sum > s.Hand*All*(Seats-1):
		return "hand"
	}
	return ""
}

// Checkpoint returns what goes on between hands.
func (g *Game) Checkpoint() []byte { return checkpoint.Encode(g.standing) }

// Restore goes back to a checkpoint of a game like this. If there can be
// none, the Game is unchanged.
func (g *Game) Restore(text []byte) error {
	s, err := checkpoint.Parse(text, func(s standing) string { return s.fault(g.Config.Limit) })
	if err != nil {
		return fmt.Errorf("heartsgame: %w", err)
	}
	g.standing, g.handState, g.noted = s, handState{}, 0
	return nil
}
