package rummy

import "bytes"

// A Cheat is a game that lies, unless How is empty: with discard, it shows a card that it
// doesn't hold as its discard; with meld, it lays down cards that are no melds; with silent, it
// is gone when it has drawn a card.
type Cheat struct {
	*Game
	How  string
	Gone bool // says nothing any more
}

// Own puts another card in the place of the one that the seat has discarded.
func (c *Cheat) Own() []byte {
	message := c.Game.Own()
	if c.Gone {
		return nil
	}
	if c.How == "discard" && c.Step == Showing {
		is := c.Cards.Look(c.Hands[c.Me][c.play[0]])[0]
		message = bytes.Clone(message)
		copy(message[32:], c.deck.At((is+1)%c.deck.Len()).Bytes())
	}
	return message
}

// Check lets everything pass: what is wrong is for the others to find.
func (c *Cheat) Check(seat int, choice []byte) error {
	if c.How == "meld" {
		return nil
	}
	return c.Game.Check(seat, choice)
}

// Choose returns what the cheat chooses, nil if it says nothing.
func (c *Cheat) Choose() []byte {
	choice := c.Game.Choose()
	switch {
	case choice == nil || c.Gone:
		return nil
	case c.Step != Playing:
	case c.How == "silent":
		c.Gone = true
		return nil
	case c.How == "meld": // all that it doesn't discard is one
		choice = append(choice[:1], make([]byte, len(c.Hands[c.Me])-1)...)
	}
	return choice
}
