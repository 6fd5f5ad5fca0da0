package rummy

import (
	"fmt"

	"github.com/squaredeal/squaredeal/examples/internal/checkpoint"
)

// A standing is what goes on between rounds.
type standing struct {
	Round   int
	Points  []int // by seat
	Players []int // ascending
}

// mostDealt is how many cards a player is dealt at most, and mostPips what a hand of them,
// and of one that was drawn, is worth at most.
const (
	mostDealt = 10
	mostPips  = 10 * (mostDealt + 1)
)

// fault names the field that no game like this can have, if there is one.
func (s standing) fault(c Config) string {
	if s.Round < 0 || s.Round > c.Rounds {
		return "round"
	}
	sum, most := 0, s.Round*(c.Seats-1)*mostPips
	for _, points := range s.Points {
		if points < 0 || points > most-sum {
			return "points"
		}
		sum += points
	}
	for i, seat := range s.Players {
		if seat < 0 || seat >= c.Seats || i > 0 && seat <= s.Players[i-1] {
			return "players"
		}
	}
	switch {
	case len(s.Points) != c.Seats:
		return "points"
	case s.Players == nil:
		return "players"
	}
	return ""
}

// Checkpoint returns what goes on between rounds.
func (g *Game) Checkpoint() []byte { return checkpoint.Encode(g.standing) }

// Restore goes back to a checkpoint of a game like this. If there can be
// none, the Game is unchanged.
func (g *Game) Restore(text []byte) error {
	s, err := checkpoint.Parse(text, func(s standing) string { return s.fault(g.Config) })
	if err != nil {
		return fmt.Errorf("rummy: %w", err)
	}
	g.standing, g.round, g.noted = s, round{}, 0
	return nil
}
