package main

import "bytes"

// A cheat is a bot's game that may lie, as -cheat says. An honest one is empty.
type cheat struct {
	*rummy
	how  string
	gone bool
}

// Own puts another card in the place of the one that the seat has discarded.
func (c *cheat) Own() []byte {
	message := c.rummy.Own()
	if c.how == "discard" && c.step == showing {
		is := c.cards.Look(c.hands[c.me][c.play[0]])[0]
		message = bytes.Clone(message)
		copy(message[32:], c.deck.At((is+1)%c.deck.Len()).Bytes())
	}
	return message
}

// Check lets everything pass: what is wrong is for the others to find.
func (c *cheat) Check(seat int, choice []byte) error {
	if c.how == "meld" {
		return nil
	}
	return c.rummy.Check(seat, choice)
}

func (c *cheat) choose() []byte {
	choice := c.rummy.choose()
	switch {
	case choice == nil || c.step != playing:
	case c.how == "silent":
		c.gone = true
	case c.how == "meld": // all that it doesn't discard is one
		choice = append(choice[:1], make([]byte, len(c.hands[c.me])-1)...)
	}
	return choice
}
