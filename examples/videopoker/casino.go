package main

import (
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/examples/videopoker/internal/poker"
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
	round   *seedrng.Round
	cheat   string // none if empty
}

func newCasino(cheat string) (*casino, error) {
	// A real one writes the state to its database; this one lives for a hand.
	session, err := seedrng.GenerateSession(func(_, _ seedrng.SessionState) error { return nil })
	return &casino{session: session, cheat: cheat}, err
}

// nextHash commits the casino to its next server seed.
func (c *casino) nextHash() seedrng.Hash { return c.session.View().NextServerHash }

// begin takes the player's client seed, with the hash that it goes with, and
// returns the hash of the server seed after.
func (c *casino) begin(hash seedrng.Hash, client string) (seedrng.Hash, error) {
	view, err := c.session.Rotate(hash, client)
	return view.NextServerHash, err
}

// deal returns the ten cards of a new hand. (It shows the player five of them
// first.)
func (c *casino) deal() (nonce uint64, ten []int, err error) {
	if ten, err = c.drawTen(0); err != nil {
		return 0, nil, err
	}
	switch c.cheat {
	case cheatNonce:
		analyzer := poker.NewAnalyzer()
		for c.round.Nonce() == 0 || worth(analyzer, ten) > 0.5 {
			if err := c.round.Finish(); err != nil {
				return 0, nil, err
			}
			if ten, err = c.drawTen(c.round.Nonce() + 1); err != nil {
				return 0, nil, err
			}
		}
	case cheatCards:
		slices.Reverse(ten)
	}
	return c.round.Nonce(), ten, nil
}

// worth returns the expected return of a hand, played well.
func worth(analyzer *poker.Analyzer, ten []int) float64 {
	best, err := analyzer.Best(poker.JacksOrBetter, five(ten))
	if err != nil {
		panic(err) // the cards are distinct
	}
	return best.Return()
}

func (c *casino) drawTen(nonce uint64) (ten []int, err error) {
	if c.round, err = c.session.Reserve(c.session.View().ServerHash, nonce, fmt.Sprint("hand ", nonce)); err != nil {
		return nil, err
	}
	return c.round.Stream().Distinct(deckSize, handSize), nil
}

// end finishes the hand and, as it begins with other seeds, reveals the old server
// seed.
func (c *casino) end(hash seedrng.Hash, client string) (server string, err error) {
	if err := c.round.Finish(); err != nil {
		return "", err
	}
	view, err := c.session.Rotate(hash, client)
	if err != nil {
		return "", err
	}
	if c.cheat == cheatSeed {
		return seedrng.GenerateServerSeed().Reveal(), nil
	}
	return view.Revealed.ServerSeed, nil
}
