package main

import (
	"bytes"

	"github.com/squaredeal/squaredeal/examples/internal/rummy"
)

// A cheat is a game that lies in one of the ways to cheat, unless way is empty.
type cheat struct {
	*rummy.Game
	way  string
	gone bool // says nothing any more
}

// Pending puts another card in the place of the one that the seat has discarded.
func (c *cheat) Pending() []byte {
	message := c.Game.Pending()
	if c.gone {
		return nil
	}
	if c.way == "discard" && c.Step == rummy.Showing {
		is := c.Cards.Look(c.Hands[c.Me][c.Played[0]])[0]
		message = bytes.Clone(message)
		copy(message[32:], rummy.Deck.At((is+1)%rummy.Deck.Len()).Bytes())
	}
	return message
}

// Check lets everything pass: what is wrong is for the others to find.
func (c *cheat) Check(seat int, choice []byte) error {
	if c.way == "meld" {
		return nil
	}
	return c.Game.Check(seat, choice)
}

// Choose returns what the cheat chooses, nil if it says nothing.
func (c *cheat) Choose() []byte {
	choice := c.Game.Choose()
	switch {
	case choice == nil || c.gone:
		return nil
	case c.Step != rummy.Playing:
	case c.way == "silent":
		c.gone = true
		return nil
	case c.way == "meld": // all that it doesn't discard is one
		choice = append(choice[:1], make([]byte, len(c.Hands[c.Me])-1)...)
	}
	return choice
}
