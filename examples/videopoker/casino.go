package main

import (
	"fmt"

	"github.com/squaredeal/squaredeal/seedrng"
)

// The ways in which a casino can cheat, for -cheat.
const (
	cheatSeed  = "seed"  // reveal a server seed that isn't the one committed to
	cheatNonce = "nonce" // skip the nonces whose hands are good for the player
	cheatCards = "cards" // deal cards that aren't those of the seeds
)

// A casino keeps the server seed in a session, whose view anybody may see: first of all,
// the hash of the next server seed.
type casino struct {
	*seedrng.Session
	cheat string // none if empty

	round *seedrng.Round
	ten   []int    // its cards
	sent  []string // by the player
}

func newCasino(cheat string) (*casino, error) {
	// A real one writes the state to its database; this one lives for a hand.
	session, err := seedrng.GenerateSession(func(_, _ seedrng.SessionState) error { return nil })
	return &casino{Session: session, cheat: cheat}, err
}

// rotate takes the player's client seed, with the hash that it goes with. If there was
// a pair of seeds before, that reveals its server seed.
func (c *casino) rotate(hash seedrng.Hash, client string) (seedrng.View, error) {
	view, err := c.Rotate(hash, client)
	if c.cheat == cheatSeed && view.Revealed != nil {
		other := *view.Revealed
		other.ServerSeed = seedrng.GenerateServerSeed().Reveal()
		view.Revealed = &other
	}
	return view, err
}

// answer takes a step of a hand, the bet or the cards to hold, and returns five cards.
func (c *casino) answer(r seedrng.Request) (answer seedrng.Answer, err error) {
	if r.Step == 0 {
		if err := c.draw(r.ServerHash, r.Nonce, r.Text); err != nil {
			return answer, err
		}
		c.sent = nil
	}
	if r.Step != len(c.sent) || r.Step > 1 {
		return answer, fmt.Errorf("step %d isn't the next of the hand", r.Step)
	}
	sent := append(c.sent, r.Text)
	outcomes, err := play(sent, c.ten)
	if err != nil {
		return answer, err
	}
	if r.Step == 1 {
		if err := c.round.Finish(); err != nil {
			return answer, err
		}
	}
	c.sent = sent
	return r.Outcome(outcomes[r.Step]), nil
}

// draw reserves the round of a bet and draws its cards.
func (c *casino) draw(hash seedrng.Hash, nonce uint64, bet string) error {
	for {
		// The name of the bet would be its key in the casino's database.
		round, err := c.Reserve(hash, nonce, fmt.Sprintf("%s, hand %d", bet, nonce))
		if err != nil {
			return err
		}
		c.round, c.ten = round, tenCards(round.Stream())
		if c.cheat != cheatNonce || nonce > 0 && evaluate(c.ten[:5]).Pays == 0 {
			break
		}
		if err := c.round.Finish(); err != nil {
			return err
		}
		nonce++
	}
	if c.cheat == cheatCards {
		c.ten[0], c.ten[9] = c.ten[9], c.ten[0]
	}
	return nil
}
