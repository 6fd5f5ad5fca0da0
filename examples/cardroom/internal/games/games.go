// Package games has the games of the card room, as the programs of its players play them.
//
// A game is a table.Game, which says what its rules are, and besides, for its player: what
// they see, what they may choose, what is chosen for them when they take too long, and what a
// bot would do. To add another, write those methods, add it to [New] and to [PerSeat], and draw
// what its View returns: see web/holdem.js.
package games

import (
	"encoding/json"
	"errors"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/heartsgame"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/narrator"
	"github.com/squaredeal/squaredeal/examples/internal/rummy"
)

// A Game is one at a seat, or of somebody without a seat.
type Game interface {
	table.Game
	// View returns what the player sees, for encoding/json.
	View() any
	// News returns what has happened since it was called last.
	News() []Event
	// MustChoose reports whether a seat that is due has to choose: else its program speaks for it.
	MustChoose(seat int) bool
	// Choose returns the move for what the player chose on the page.
	Choose(choice json.RawMessage) ([]byte, error)
	// Default returns the move for a player who takes too long or has left.
	Default() []byte
	// Bot returns the move of a bot, or nil to be silent.
	Bot() []byte
}

// A Sitter is a Game in which a player may sit out.
type Sitter interface {
	// SitOut has the player sit out from the next round on, or play again.
	SitOut(out bool)
	// Answer returns what the seat says by itself when it is asked whether it plays; nil if it
	// isn't, or if the table waits for its player.
	Answer() []byte
}

// An Event is something that has happened, in words.
type Event = narrator.Line

// New begins the game of the terms at a seat, or without one, which is -1. All that the seat
// does by chance follows from the secret.
func New(terms table.Terms, seat int, secret []byte) (Game, error) {
	var named struct{ Name string }
	if json.Unmarshal(terms.Game, &named) != nil {
		return nil, errGame
	}
	switch named.Name {
	case holdem.Label:
		g, err := holdem.New(terms, seat, secret)
		if err != nil {
			return nil, err
		}
		return Holdem(g), nil
	case rummy.Label:
		g, err := rummy.New(terms, seat, secret)
		if err != nil {
			return nil, err
		}
		return &rummyGame{Game: g}, nil
	case heartsgame.Label:
		g, err := heartsgame.New(terms, seat, secret)
		if err != nil {
			return nil, err
		}
		return Hearts(g), nil
	}
	return nil, errGame
}

// How much counts for a seat at most in a hand or a round of its game, with the cost of each post: what it says in one
// that is as long as can be, eight ticks of others for each choice, as it may take all its time for it, 64 for a bank of
// eight times that, and one for each proof, which its program makes at once. A hand of hold'em has a choice on each
// street and at the showdown, and place for two more; who is raised again and again needs more, but can go all-in. A
// round of rummy has 75 turns of each of the last two. A hand of Hearts has 14 choices.
const (
	pokerHand    = 72 << 10
	rummyRound   = 1 << 20
	heartsHand   = 128 << 10
	besideRounds = 1 << 20 // when seats go, or a table waits for one that sits out
)

// PerSeat is for [hub.Config]: how much may count for a seat in a game that [New] takes.
func PerSeat(game []byte) int {
	var c struct {
		Name                 string
		Hands, Rounds, Limit int
	}
	if json.Unmarshal(game, &c) != nil {
		return 0
	}
	rounds := 0
	switch c.Name {
	case holdem.Label:
		rounds = c.Hands * pokerHand
	case rummy.Label:
		rounds = c.Rounds * rummyRound
	case heartsgame.Label: // 26 points a hand at least
		rounds = (heartsgame.Seats*c.Limit/26 + 1) * heartsHand
	}
	return rounds + besideRounds
}

var errGame = errors.New("this card room has no such game")

// errChoice is that a page asks for what its game doesn't offer.
var errChoice = errors.New("that isn't one of the choices")
