// Package games are the casino's games: what a player may send, what follows from it and
// from the draws of a round, and what is paid.
//
// A round has one step or more. What is sent in a step and what is received are texts:
// the same ones are sent, stored, recorded by the player, and replayed. The casino's GAMES.md
// defines them.
//
//	dice under 4950 for 100   →  7312 pays 0
//	poker jacks for 500       →  10♥ A♠ K♦ 2♣ 3♠
//	hold 1 2                  →  10♥ A♠ 10♣ 7♥ 10♠ pays 1500
//
// A game is a package below this one, and a line of [All].
package games

import (
	"fmt"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/games/dice"
	"github.com/squaredeal/squaredeal/examples/internal/games/game"
	"github.com/squaredeal/squaredeal/examples/internal/games/keno"
	"github.com/squaredeal/squaredeal/examples/internal/games/limbo"
	"github.com/squaredeal/squaredeal/examples/internal/games/mines"
	"github.com/squaredeal/squaredeal/examples/internal/games/plinko"
	"github.com/squaredeal/squaredeal/examples/internal/games/videopoker"
	"github.com/squaredeal/squaredeal/seedrng"
)

// All are the games, in the order in which the casino shows them.
var All = []game.Game{videopoker.Game{}, dice.Game{}, limbo.Game{}, mines.Game{}, plinko.Game{}, keno.Game{}}

// Amounts of money are integers, in hundredths of a coin.
const (
	Coin     = 100
	MinStake = 1 * Coin
	MaxStake = 1000 * Coin // and a multiple of Coin, as all stakes are
)

// ErrMalformed is wrapped by every error about a text that nobody may send.
var ErrMalformed = game.ErrMalformed

// A Bet is what the first step of a round asks for.
type Bet struct {
	game.Terms
	Game  game.Game
	Stake int64
}

// ParseBet reads the text of a bet.
func ParseBet(text string) (Bet, error) {
	what, amount, ok := strings.Cut(text, " for ")
	if !ok {
		return Bet{}, game.Malformed("%q has no stake", text)
	}
	stake, err := game.Number(amount)
	if err != nil {
		return Bet{}, err
	}
	if stake < MinStake || stake > MaxStake || stake%Coin != 0 {
		return Bet{}, game.Malformed("a stake is %d to %d, in steps of %d", MinStake, MaxStake, Coin)
	}
	name, what, _ := strings.Cut(what, " ")
	i := slices.IndexFunc(All, func(g game.Game) bool { return g.Name() == name })
	if i < 0 {
		return Bet{}, game.Malformed("no game is called %q", name)
	}
	terms, err := All[i].Parse(what)
	if err != nil {
		return Bet{}, err
	}
	return Bet{terms, All[i], stake}, nil
}

// pays returns what a multiplier pays.
func (b Bet) pays(multiplier int64) int64 { return b.Stake / Coin * multiplier }

// MaxWin returns what the bet may pay at most.
func (b Bet) MaxWin() int64 { return b.pays(b.Most()) }

// An Outcome is what comes of a round, as far as it was played.
type Outcome struct {
	Received []string // one text for each that was sent
	Over     bool
	Paid     int64
}

// Play computes a round from the texts that the player sent in it, the first of which is
// the bet.
func Play(sent []string, stream *seedrng.Stream) (Outcome, error) {
	if len(sent) == 0 {
		return Outcome{}, game.Malformed("nothing was sent")
	}
	bet, err := ParseBet(sent[0])
	if err != nil {
		return Outcome{}, err
	}
	if bet.AtOnce() && len(sent) > 1 {
		return Outcome{}, game.Malformed("%s has no steps", bet.Game.Name())
	}
	played, err := bet.Play(sent[1:], stream)
	if err != nil {
		return Outcome{}, err
	}
	o := Outcome{Received: played.Received, Over: played.Over}
	if o.Over {
		o.Paid = bet.pays(played.Multiplier)
		o.Received[len(o.Received)-1] += fmt.Sprint(" pays ", o.Paid)
	}
	return o, nil
}

// Replay are the rules for a [seedrng.Player].
func Replay(sent []string, stream *seedrng.Stream) ([]string, error) {
	outcome, err := Play(sent, stream)
	return outcome.Received, err
}

// between stands between the texts of a round where they are one text. None contains it.
const between = "; "

// Join makes one text of what was sent in a round, or of what was received.
func Join(texts []string) string { return strings.Join(texts, between) }

// Split is the inverse of [Join].
func Split(text string) []string { return strings.Split(text, between) }
