package main

import (
	"fmt"

	"github.com/squaredeal/squaredeal/examples/internal/poker"
	"github.com/squaredeal/squaredeal/seedrng"
)

// The ways in which a casino can cheat, for -cheat.
const (
	cheatSeed  = "seed"  // reveal a server seed that isn't the one committed to
	cheatNonce = "nonce" // skip the nonces whose hands are good for the player
	cheatCards = "cards" // deal cards that aren't those of the seeds
)

// A casino keeps the server seed in a session.
type casino struct {
	session *seedrng.Session
	cheat   string // none if empty

	round *seedrng.Round
	ten   []int // its cards
}

func newCasino(cheat string) (*casino, error) {
	// A real one writes the state to its database; this one lives for a hand.
	session, err := seedrng.GenerateSession(func(_, _ seedrng.SessionState) error { return nil })
	return &casino{session: session, cheat: cheat}, err
}

// view returns what anybody may see: first of all, the hash of the next server seed.
func (c *casino) view() seedrng.View { return c.session.View() }

// rotate takes the player's client seed, with the hash that it goes with. If there was
// a pair of seeds before, that reveals its server seed.
func (c *casino) rotate(hash seedrng.Hash, client string) (seedrng.View, error) {
	view, err := c.session.Rotate(hash, client)
	if c.cheat == cheatSeed && view.Revealed != nil {
		other := *view.Revealed
		other.ServerSeed = seedrng.GenerateServerSeed().Reveal()
		view.Revealed = &other
	}
	return view, err
}

// answer takes a step of a hand: the bet, or the cards to hold.
func (c *casino) answer(request seedrng.Request) (seedrng.Answer, error) {
	var outcome string
	var err error
	if request.Step == 0 {
		outcome, err = c.deal(request.ServerHash, request.Nonce, request.Text)
	} else {
		outcome, err = c.draw(request.Text)
	}
	return request.Outcome(outcome), err
}

// deal takes a bet, and returns the five cards that are dealt.
func (c *casino) deal(hash seedrng.Hash, nonce uint64, bet string) (outcome string, err error) {
	if err := c.drawTen(hash, nonce, bet); err != nil {
		return "", err
	}
	switch c.cheat {
	case cheatNonce:
		analyzer := poker.NewAnalyzer()
		for c.round.Nonce() == nonce || worth(analyzer, c.ten) > 0.5 {
			if err := c.round.Finish(); err != nil {
				return "", err
			}
			if err := c.drawTen(hash, c.round.Nonce()+1, bet); err != nil {
				return "", err
			}
		}
	case cheatCards:
		c.ten[0], c.ten[9] = c.ten[9], c.ten[0]
	}
	return dealt(c.ten), nil
}

// drawTen reserves the round of a bet and draws its cards.
func (c *casino) drawTen(hash seedrng.Hash, nonce uint64, bet string) (err error) {
	// The name of the bet would be its key in the casino's database.
	if c.round, err = c.session.Reserve(hash, nonce, fmt.Sprintf("%s, hand %d", bet, nonce)); err != nil {
		return err
	}
	c.ten = c.round.Stream().Distinct(deckSize, handSize)
	return nil
}

// worth returns the expected return of a hand, played well.
func worth(analyzer *poker.Analyzer, ten []int) float64 {
	best, err := analyzer.Best(poker.JacksOrBetter, five(ten))
	if err != nil {
		panic(err) // the cards are distinct
	}
	return best.Return()
}

// draw takes the cards to hold, returns the final ones, and finishes the hand.
func (c *casino) draw(hold string) (outcome string, err error) {
	if outcome, err = drawn(c.ten, hold); err != nil {
		return "", err
	}
	return outcome, c.round.Finish()
}
