package main

import (
	"slices"

	"github.com/squaredeal/squaredeal/otpdeal"
)

// A player decides what a seat does: an honest one within the rules.
type player struct {
	deal func(id []byte, committed *otpdeal.Host) (*otpdeal.Host, error)
	send func(otpdeal.Message) []byte // the payload of a message of the deal
	pass func(hand []otpdeal.Card) []otpdeal.Card
	play func(p *play, hand []otpdeal.Card) otpdeal.Card
}

// honest is a simple player who follows the rules.
var honest = player{
	deal: func(_ []byte, committed *otpdeal.Host) (*otpdeal.Host, error) { return committed, nil },
	send: otpdeal.Message.Payload,
	pass: choosePass,
	play: chooseCard,
}

// The cheats, by seat, for -cheat.
var cheats = [otpdeal.NumSeats]struct {
	name, does string
	player     player
}{
	{"host", "it deals a table that it didn't commit to.", dealsAnotherTable},
	{"keymaster", "it changes a key, and so a card.", changes(otpdeal.SendKeys, otpdeal.HostSeat)},
	{"dealer", "it changes a card, under its encryption.", changes(otpdeal.SendCards, otpdeal.HostSeat)},
	{"player", "it doesn't follow suit.", revokes},
}

var dealsAnotherTable = player{
	deal: func(id []byte, _ *otpdeal.Host) (*otpdeal.Host, error) { return otpdeal.GenerateHost(id, keepNothing) },
	send: honest.send, pass: honest.pass, play: honest.play,
}

// changes returns a player who changes the first card of what it sends to a seat: it
// becomes one of another suit.
func changes(kind otpdeal.Kind, to int) player {
	p := honest
	p.send = func(m otpdeal.Message) []byte {
		payload := m.Payload()
		if m.Kind() == kind && m.To() == to {
			payload[0] ^= 0x40
		}
		return payload
	}
	return p
}

// revokes throws the dearest card of another suit when it should follow suit. All but a
// few hands in a million give it the chance.
var revokes = player{
	deal: honest.deal, send: honest.send, pass: honest.pass,
	play: func(p *play, hand []otpdeal.Card) otpdeal.Card {
		c := chooseCard(p, hand)
		others := slices.DeleteFunc(dearest(hand), func(d otpdeal.Card) bool { return d.Suit() == c.Suit() })
		if len(p.current().cards) > 0 && len(others) > 0 {
			return others[0]
		}
		return c
	},
}
