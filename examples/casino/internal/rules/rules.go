// Package rules are the casino's games: what a player may send, what follows from it and
// from the draws of a round, and what is paid.
//
// A round has one step or more. What is sent in a step and what is received are texts:
// the same ones are sent, stored, recorded by the player, and replayed. The README of the
// casino defines them.
//
//	dice under 4950 for 100   →  7312 pays 0
//	poker jacks for 500       →  10♥ A♠ K♦ 2♣ 3♠
//	hold 1 2                  →  10♥ A♠ 10♣ 7♥ 10♠ pays 1500
package rules

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/squaredeal/squaredeal/seedrng"
)

// Amounts of money are integers, in hundredths of a coin.
const (
	Coin     = 100
	MinStake = 1 * Coin
	MaxStake = 1000 * Coin // and a multiple of Coin, as all stakes are
)

// The games.
const (
	Dice  = "dice"
	Poker = "poker"
)

// ErrMalformed is wrapped by every error about a text that nobody may send.
var ErrMalformed = errors.New("malformed")

func malformed(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrMalformed, fmt.Sprintf(format, args...))
}

// A Bet is what the first step of a round asks for.
type Bet struct {
	Game  string
	Stake int64
	// Steps is the number of steps that a round of the game has.
	Steps int

	dice  dice
	poker table
}

// ParseBet reads the text of a bet.
func ParseBet(text string) (Bet, error) {
	what, stake, ok := strings.Cut(text, " for ")
	if !ok {
		return Bet{}, malformed("%q has no stake", text)
	}
	n, err := number(stake)
	if err != nil {
		return Bet{}, err
	}
	if n < MinStake || n > MaxStake || n%Coin != 0 {
		return Bet{}, malformed("a stake is %d to %d, in steps of %d", MinStake, MaxStake, Coin)
	}
	b := Bet{Stake: n}
	game, what, _ := strings.Cut(what, " ")
	switch game {
	case Dice:
		b.Game, b.Steps = Dice, 1
		b.dice, err = parseDice(what)
	case Poker:
		b.Game, b.Steps = Poker, 2
		b.poker, err = parseTable(what)
	default:
		err = malformed("no game is called %q", game)
	}
	return b, err
}

// number reads a decimal number without sign or leading zeros.
func number(text string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || strconv.FormatInt(n, 10) != text || n < 0 {
		return 0, malformed("%q isn't a number", text)
	}
	return n, nil
}

// An Outcome is what comes of a round, as far as it was played.
type Outcome struct {
	Received []string // one text for each that was sent
	Paid     int64
	Row      string // of the pay table, once it is poker's last step
}

// Play computes a round from the texts that the player sent in it, one to b.Steps of
// them, the first being the bet.
func Play(sent []string, stream *seedrng.Stream) (Outcome, error) {
	if len(sent) == 0 {
		return Outcome{}, malformed("nothing was sent")
	}
	bet, err := ParseBet(sent[0])
	if err != nil {
		return Outcome{}, err
	}
	switch {
	case len(sent) > bet.Steps:
		return Outcome{}, malformed("%s has %d steps, not %d", bet.Game, bet.Steps, len(sent))
	case bet.Game == Dice:
		return bet.dice.play(bet.Stake, stream), nil
	}
	return bet.poker.play(bet.Stake, sent[1:], stream)
}

// Replay are the rules for a [seedrng.Player].
func Replay(sent []string, stream *seedrng.Stream) ([]string, error) {
	outcome, err := Play(sent, stream)
	return outcome.Received, err
}

// MaxWin returns what the bet may pay at most.
func (b Bet) MaxWin() int64 {
	if b.Game == Dice {
		return b.dice.most(b.Stake)
	}
	return b.poker.most() * b.Stake
}

// Row returns the name of the row of the pay table that paid this, empty in games without
// one.
func (b Bet) Row(paid int64) string {
	for _, r := range b.poker.Rows {
		if r.Pays*b.Stake == paid {
			return r.Name
		}
	}
	return ""
}
