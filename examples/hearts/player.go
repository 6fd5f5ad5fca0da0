package main

import (
	"slices"

	"github.com/squaredeal/squaredeal/otpdeal"
)

// A player decides what a seat does: an honest one within the rules.
type player struct {
	deals func(secret []byte) []byte // from which it deals
	tell  func(r route, text []byte) []byte
	pass  func(hand []otpdeal.Card) []otpdeal.Card
	play  func(p *play, hand []otpdeal.Card) otpdeal.Card
}

// honest is a simple player who follows the rules.
var honest = player{
	deals: func(secret []byte) []byte { return secret },
	tell:  func(_ route, text []byte) []byte { return text },
	pass:  func(hand []otpdeal.Card) []otpdeal.Card { return dearest(hand)[:passed] },
	play:  chooseCard,
}

// A cheat is a player who cheats, by its name for -cheat.
type cheat struct {
	name, does string
	player     player
}

// cheats are those of each seat.
var cheats = [otpdeal.NumSeats]cheat{
	{"host", "it deals a table that it didn't commit to.", dealsAnotherTable},
	{"keymaster", "it changes a key, and so a card.", changes(otpdeal.SendKeys, otpdeal.HostSeat)},
	{"dealer", "it changes a card, under its encryption.", changes(otpdeal.SendCards, otpdeal.HostSeat)},
	{"player", "it doesn't follow suit.", revokes},
}

func cheatNames() (names []string) {
	for _, c := range cheats {
		names = append(names, c.name)
	}
	return names
}

var dealsAnotherTable = player{
	func(secret []byte) []byte { return derive(secret, "another", secretLen) }, honest.tell, honest.pass, honest.play,
}

// changes returns a player who changes the first card of what it tells a seat: it becomes
// one of another suit.
func changes(kind otpdeal.Kind, to int) player {
	p := honest
	p.tell = func(r route, text []byte) []byte {
		if r.kind == kind && r.to == to {
			text[0] ^= 0x40
		}
		return text
	}
	return p
}

// revokes throws the dearest card of another suit when it should follow suit. All but a
// few hands in a million give it the chance.
var revokes = player{
	deals: honest.deals, tell: honest.tell, pass: honest.pass,
	play: func(p *play, hand []otpdeal.Card) otpdeal.Card {
		c := chooseCard(p, hand)
		others := slices.DeleteFunc(dearest(hand), func(d otpdeal.Card) bool { return d.Suit() == c.Suit() })
		if len(p.current().cards) > 0 && len(others) > 0 {
			return others[0]
		}
		return c
	},
}

// dearest sorts cards: the queen of spades, then the highest, hearts before others.
func dearest(hand []otpdeal.Card) []otpdeal.Card {
	worth := func(c otpdeal.Card) int {
		if c == queenOfSpades {
			return 100
		}
		return 2*strength(c) + points(c)
	}
	return slices.SortedFunc(slices.Values(hand), func(a, b otpdeal.Card) int { return worth(b) - worth(a) })
}

// chooseCard returns the card that a simple player plays: the lowest when it leads;
// the highest that doesn't take the trick, or else the lowest; and the dearest if it
// doesn't have the suit.
func chooseCard(p *play, hand []otpdeal.Card) otpdeal.Card {
	legal := slices.SortedFunc(slices.Values(p.legal(hand)), func(a, b otpdeal.Card) int { return strength(a) - strength(b) })
	t := p.current()
	switch {
	case len(t.cards) == 0:
		return legal[0]
	case legal[0].Suit() != t.cards[0].Suit():
		return dearest(legal)[0]
	}
	best := t.cards[(t.winner()-t.leader+otpdeal.NumSeats)%otpdeal.NumSeats]
	chosen := legal[0]
	for _, c := range legal {
		if strength(c) < strength(best) {
			chosen = c
		}
	}
	return chosen
}
