// Package game says what a game of the casino is, to the casino and to the games.
//
// A player bets on terms, such as "under 4950" in a game of dice, sends more texts if the
// game has more steps, and receives a text for each. All of it is worked out for a bet of
// one coin: what is paid is a multiple of the stake, in hundredths.
package game

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"

	"github.com/squaredeal/squaredeal/seedrng"
)

// One is the multiplier that pays the stake: all are in hundredths.
const One = 100

// A Game is one that can be bet on.
type Game interface {
	// Name is the word that each bet on it begins with.
	Name() string
	// Announce returns what the casino tells of the game, to be encoded as JSON: all
	// that can be bet on, what it pays, and the exact returns.
	Announce() any
	// Parse reads the terms of a bet. Its errors are an [ErrMalformed].
	Parse(terms string) (Terms, error)
	// Random returns terms that can be bet on, for players who don't care, by a number
	// in [0, n) for each n that they ask for.
	Random(intN func(n int) int) string
}

// Terms are what a bet was made on.
type Terms interface {
	// Most is the greatest multiplier.
	Most() int64
	// Return is the exact share of stakes that comes back on average, if it is played
	// best.
	Return() *big.Rat
	// AtOnce reports whether a bet is settled by itself. Otherwise, there may be steps.
	AtOnce() bool
	// Play works out what comes of the steps after the bet, each as it was sent. It takes
	// the stream from its start. Its errors are an [ErrMalformed]: no such step can be
	// taken at that place.
	Play(steps []string, stream *seedrng.Stream) (Outcome, error)
	// RandomStep returns a step that can be taken after these, in a round that isn't
	// over, as Random does.
	RandomStep(steps []string, intN func(n int) int) string
}

// An Outcome is what comes of a round, as far as it was played.
type Outcome struct {
	Received   []string // one text for the bet and one for each step
	Over       bool
	Multiplier int64 // that pays, if it is over
}

// Settled is the outcome of a bet without steps.
func Settled(received string, multiplier int64) Outcome {
	return Outcome{[]string{received}, true, multiplier}
}

// ErrMalformed is wrapped by every error about a text that nobody may send.
var ErrMalformed = errors.New("malformed")

// Malformed returns an [ErrMalformed] that says more.
func Malformed(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrMalformed, fmt.Sprintf(format, args...))
}

// Number reads a decimal number without sign or leading zeros.
func Number(text string) (int64, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || strconv.FormatInt(n, 10) != text || n < 0 {
		return 0, Malformed("%q isn't a number", text)
	}
	return n, nil
}

// A Simple is the part of [Terms] of bets that are settled by themselves.
type Simple struct{}

func (Simple) AtOnce() bool { return true }

// RandomStep returns none: there are no steps.
func (Simple) RandomStep([]string, func(int) int) string { return "" }
