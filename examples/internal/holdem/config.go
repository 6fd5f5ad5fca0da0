// Package holdem has the rules of no-limit Texas hold'em: what a [Config] fixes, the
// [Betting] of a hand and its pots, a [Bot], and the [Game] that deals the cards and plays
// the match on a table of package commit/table. Command poker says who sends what when.
//
// The rules are those of tournaments, with these differences: the button passes to the
// next seat that plays on, so a seat may miss a blind when another is out; nobody shows cards
// before the end, also after an all-in; no card is burned. With two seats left, the button has
// the small blind.
//
// Before each hand, all seats say whether they play it. One that sits out gets no cards and holds no key to any, so it
// can't hold the hand up; but it pays its blinds, as in tournaments: it can't dodge them, nor keep a lead for nothing. If
// fewer than two play, there is no hand, and nobody pays: all are asked again, and those who sit out have time for a
// choice to come back. A seat that sits out more than [MostOut] times in a row has left, with its chips.
//
// At the end all who are in show their cards, if one is all-in. Otherwise whoever bet or raised last
// on the river shows first, or else the first after the button, and then each in turn shows, or
// mucks: that gives up the pot, as a fold does, and takes no layer off the cards, so nobody else
// ever learns them, and nothing is proved about them. The pot goes to the best cards that are
// shown. A [Game] shows cards that nobody has beaten yet, and mucks for a player who doesn't choose.
package holdem

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// Limits of a Config.
const (
	MinSeats = 2
	MaxSeats = 9
	MaxHands = 1000
	MaxChips = 1 << 26 // of one seat
)

// A Config is what all seats agree on before they sit down.
type Config struct {
	Seats      int `json:"seats"`
	Hands      int `json:"hands"` // to play, unless one seat has all chips before
	Chips      int `json:"chips"` // of each seat at the start
	SmallBlind int `json:"smallBlind"`
	BigBlind   int `json:"bigBlind"`
	Deposit    int `json:"deposit"` // of each seat, outside of the game
}

// Errors.
var (
	ErrMalformed = errors.New("holdem: malformed")    // a Config, a checkpoint or a move breaks its format or range
	ErrIllegal   = errors.New("holdem: illegal move") // by the rules of betting, at this point
)

// Label names the rules.
const Label = "squaredeal/examples/holdem/v5"

type named struct {
	Name string `json:"name"`
	Config
}

// Bytes returns the rules, for [table.Terms]: JSON that names this game.
func (c Config) Bytes() []byte {
	b, _ := json.Marshal(named{Label, c}) // numbers
	return b
}

// ParseConfig reads what [Config.Bytes] returned, of a game that can be played.
func ParseConfig(b []byte) (Config, error) {
	var n named
	if err := json.Unmarshal(b, &n); err != nil || n.Name != Label || !bytes.Equal(n.Bytes(), b) {
		return Config{}, fmt.Errorf("%w: the rules are those of another game", ErrMalformed)
	}
	c := n.Config
	in := func(n, low, high int) bool { return low <= n && n <= high }
	if !in(c.Seats, MinSeats, MaxSeats) || !in(c.Hands, 1, MaxHands) || !in(c.Chips, 1, MaxChips) || !in(c.Deposit, 0, MaxChips) ||
		!in(c.BigBlind, 1, MaxChips) || !in(c.SmallBlind, 0, c.BigBlind) {
		return Config{}, fmt.Errorf("%w: a number is out of range: %+v", ErrMalformed, c)
	}
	return c, nil
}
