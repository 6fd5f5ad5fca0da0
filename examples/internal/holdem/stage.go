package holdem

import "github.com/squaredeal/squaredeal/sra/hand"

// A Stage is what is going on in a match.
type Stage string

// The stages.
const (
	Tossing   Stage = "tossing" // for the first button
	Seating   Stage = "seating" // who plays the hand
	Shuffling Stage = "shuffling"
	Dealing   Stage = "dealing" // the hole cards
	Bets      Stage = "betting"
	Opening   Stage = "opening" // cards of the board
	Showing   Stage = "showing"
)

// Stage returns what is going on; nothing between two rounds.
func (g *Game) Stage() Stage {
	switch {
	case g.toss != nil:
		return Tossing
	case g.asked != nil:
		return Seating
	case !g.playing:
		return ""
	case g.acting:
		return Bets
	}
	_, due := g.cards.Due()
	switch kind := g.cards.Kind(due[0]); {
	case kind == hand.Show:
		return Showing
	case kind != hand.Layer:
		return Shuffling
	case !g.Dealt(g.Betting.Contenders()[0]):
		return Dealing
	}
	return Opening
}
