package holdem

import (
	"fmt"
	"slices"
)

// MostOut is how many hands a seat may sit out in a row, counting those for which the table
// has waited for it, and MostWaits how many waits that may be if only one seat would play,
// as it is held up. Afterwards, the seat has left with its chips.
const (
	MostOut   = 20
	MostWaits = 5
)

// SitOut is for this seat's player: it sits out from the next hand on, or plays again.
func (g *Game) SitOut(out bool) { g.wish = &out }

// SitsOut reports what this seat's player wants from the next hand on.
func (g *Game) SitsOut() bool {
	if g.wish != nil {
		return *g.wish
	}
	return g.Me != Nobody && g.Sat[g.Me] > 0 // as before a restart
}

// ask asks all seats whether they play the next hand.
func (g *Game) ask() {
	g.asked, g.joins = g.players, make([]bool, g.Config.Seats)
}

// Word encodes whether a seat plays the next hand, for [table.Player.Act] at the stage [Seating].
func Word(plays bool) []byte {
	if plays {
		return []byte{1}
	}
	return []byte{0}
}

// Answer returns this seat's word when it is asked, as its player wants. It is nil while
// the table waits for them.
func (g *Game) Answer() []byte {
	if g.Stage() != Seating || g.SitsOut() && g.Sat[g.Me] > 0 && g.few() {
		return nil
	}
	return Word(!g.SitsOut())
}

// Waits reports whether a hand needs one of those who sit out: they have time
// for a choice, to come back.
func (g *Game) Waits() bool {
	return len(g.asked) > 0 && g.few() && !slices.ContainsFunc(g.asked, func(s int) bool { return g.Sat[s] == 0 })
}

// few reports whether fewer than two seats have said so far that they play.
func (g *Game) few() bool { return len(InTurn(Nobody, g.Config.Seats, g.in)) < 2 }

// in reports whether a seat plays the hand for which all are asked.
func (g *Game) in(seat int) bool { return g.Plays(seat) && g.joins[seat] }

func checkWord(word []byte) error {
	if len(word) != 1 || word[0] > 1 {
		return fmt.Errorf("%w: neither that it plays the hand nor that it doesn't", ErrMalformed)
	}
	return nil
}

// takeWord takes the word of a seat that is asked.
func (g *Game) takeWord(seat int, word []byte) error {
	if err := checkWord(word); err != nil {
		return err
	}
	g.joins[seat] = word[0] == 1
	g.askNoMore(seat)
	return nil
}

// askNoMore asks a seat no more. When all have answered, the hand begins, unless fewer than
// two play it: then the round is over, and the next one asks again.
func (g *Game) askNoMore(seat int) {
	if g.asked = slices.DeleteFunc(slices.Clone(g.asked), func(s int) bool { return s == seat }); len(g.asked) > 0 {
		return
	}
	g.asked = nil
	in, counts := len(InTurn(Nobody, g.Config.Seats, g.in)), 1
	switch {
	case in == 1: // it is held up
		counts = MostOut / MostWaits
	case in > 1:
		g.Hand++
		g.noted = 0
	}
	for _, s := range InTurn(Nobody, g.Config.Seats, g.Plays) {
		switch {
		case !g.joins[s]:
			g.countOut(s, counts)
		case g.Sat[s] > 0:
			g.Sat[s] = 0
			g.note(s, Back{})
		}
	}
	if in > 1 {
		g.beginHand()
	}
}

// countOut counts what a seat sits out, in hands.
func (g *Game) countOut(seat, hands int) {
	switch g.Sat[seat] += hands; {
	case g.Sat[seat] == hands:
		g.note(seat, SatOut{})
	case g.Sat[seat] > MostOut:
		g.Gone[seat] = true
		g.note(seat, TooLong{})
	}
}
