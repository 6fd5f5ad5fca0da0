package holdem

import (
	"bytes"
	"crypto/sha256"

	"github.com/squaredeal/squaredeal/examples/internal/must"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// CheatNames are the ways to cheat. With shuffle, the first card of the first deck that the seat
// sends stands in place of the second one, too, in disguise, as everybody would notice the
// same number twice. With swap, it puts the ace of spades in place of the last card of the
// flop. With bet, it bets more than it has. With stall, it says nothing any more at the flop,
// which proves nothing.
var CheatNames = []string{"bet", "shuffle", "stall", "swap"}

// A Cheat is the game of a seat that cheats as soon as it can, and follows the protocol
// otherwise.
type Cheat struct {
	*Game
	Way    string // of CheatNames
	silent bool   // it says nothing any more
}

// Pending returns what the cheat says instead of what is due.
func (c *Cheat) Pending() []byte {
	m := bytes.Clone(c.Game.Pending())
	if m == nil || c.toss != nil {
		return m
	}
	size := deck.Group().ElementSize()
	element := func(i int) []byte { return m[sha256.Size+i*size:][:size] } // after what names the turn
	flop := c.Stage() == Opening && len(c.Board()) == 0
	switch {
	case c.Way == "shuffle" && c.cards.Kind(c.Me) == hand.Shuffle:
		disguise := must.Get(sra.NewKey(deck.Group(), make([]byte, sha256.Size)))
		first := must.Get(sra.ParseDeck(deck.Group(), 1, element(1))) // after its key
		copy(element(2), must.Get(disguise.Encrypt(first)).Bytes())
	case c.Way == "swap" && flop && c.cards.Kind(c.Me) == hand.Layer:
		said := bytes.Clone(m[sha256.Size:][:3*size])
		card := 0
		for bytes.Contains(said, deck.At(card).Bytes()) {
			card++ // the ace is there already: the deuce
		}
		copy(element(2), deck.At(card).Bytes())
	case c.Way == "stall" && flop:
		c.silent = true
	}
	if c.silent {
		return nil
	}
	return m
}

// Act returns the cheat's move, given an honest one; nil if it says nothing any more.
func (c *Cheat) Act(a Action) []byte {
	if c.silent {
		return nil
	}
	if c.Way == "bet" {
		a = Action{Kind: Raise, To: c.Betting.Stacks[c.Me] + c.Betting.Bets[c.Me] + 1}
	}
	return c.Move(a)
}

// Check finds nothing wrong with the cheat's own moves.
func (c *Cheat) Check(int, []byte) error { return nil }
