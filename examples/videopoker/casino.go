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
	cheat string            // none if empty
	hands map[handID]*dealt // with the active seeds
}

type handID struct {
	hash  seedrng.Hash
	nonce uint64
}

type dealt struct {
	round   *seedrng.Round
	ten     []int            // its cards
	sent    []string         // by the player
	answers []seedrng.Answer // to that, as an answer can be lost
}

func newCasino(cheat string) (*casino, error) {
	// A real one writes the state to its database; this one lives for a hand.
	session, err := seedrng.GenerateSession(func(_, _ seedrng.SessionState) error { return nil })
	return &casino{Session: session, cheat: cheat, hands: make(map[handID]*dealt)}, err
}

// rotate takes the player's client seed, with the hash that it goes with. If there was
// a pair of seeds before, that reveals its server seed.
func (c *casino) rotate(hash seedrng.Hash, client string) (seedrng.View, error) {
	before := c.View().ServerHash
	view, err := c.Rotate(hash, client)
	if err == nil && view.ServerHash != before { // or the answer was lost, and hands have begun since
		clear(c.hands)
	}
	if c.cheat == cheatSeed && view.Revealed != nil {
		other := *view.Revealed
		other.ServerSeed = seedrng.GenerateServerSeed().Reveal()
		view.Revealed = &other
	}
	return view, err
}

// answer takes a step of a hand, the bet or the cards to hold, and returns five cards. The same step again has
// the same answer.
func (c *casino) answer(r seedrng.Request) (answer seedrng.Answer, err error) {
	id := handID{r.ServerHash, r.Nonce}
	h := c.hands[id]
	switch {
	case h != nil && r.Step >= 0 && r.Step < len(h.sent) && h.sent[r.Step] == r.Text:
		return h.answers[r.Step], nil
	case h == nil && r.Step == 0:
		if h, err = c.deal(id, r.Text); err != nil {
			return answer, err
		}
	case h == nil || r.Step != len(h.sent) || r.Step > 1:
		return answer, fmt.Errorf("step %d isn't the next of hand %d", r.Step, r.Nonce)
	}
	sent := append(h.sent, r.Text)
	outcomes, err := play(sent, h.ten)
	if err != nil {
		return answer, err
	}
	if r.Step == 1 {
		if err := h.round.Finish(); err != nil {
			return answer, err
		}
	}
	answer = r.Outcome(outcomes[r.Step])
	h.sent, h.answers = sent, append(h.answers, answer)
	c.hands[id] = h
	return answer, nil
}

// deal reserves the round of a bet and draws its cards.
func (c *casino) deal(id handID, bet string) (*dealt, error) {
	if err := checkBet(bet); err != nil {
		return nil, err // before a nonce is used up
	}
	h := new(dealt)
	for nonce := id.nonce; ; nonce++ {
		// The name of the bet would be its key in the casino's database.
		round, err := c.Reserve(id.hash, nonce, fmt.Sprintf("%s, hand %d", bet, nonce))
		if err != nil {
			return nil, err
		}
		h.round, h.ten = round, tenCards(round.Stream())
		if c.cheat != cheatNonce || nonce > 0 && evaluate(h.ten[:5]).Pays == 0 {
			break
		}
		if err := h.round.Finish(); err != nil {
			return nil, err
		}
	}
	if c.cheat == cheatCards {
		h.ten[0], h.ten[9] = h.ten[9], h.ten[0]
	}
	return h, nil
}
