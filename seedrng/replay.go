package seedrng

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/stream"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Replay computes the outcomes of a round from what the player sent in it, one for
// each step, by the rules that were known before the bet. It is called with what was sent
// up to each step in turn; an outcome doesn't depend on what is sent later. An error says
// that the rules don't allow what was sent. It must not call the Player.
type Replay func(sent []string, stream *Stream) (outcomes []string, err error)

// A DeclinedBet is one that the server has declined, with what would have come of it.
type DeclinedBet struct {
	Nonce  uint64
	Bet    string
	Reason string
	// Outcome is what the seeds give, empty if the rules don't allow the bet: [Replay]
	// returned an error.
	Outcome string
}

// check checks what is revealed for the active pair.
func (st *playerState) check(revealed *Revealed, replay Replay) (declined []DeclinedBet, err error) {
	if revealed == nil || revealed.ServerHash != st.active.hash {
		return nil, wrap.Errorf(ErrMismatch, "the server seed with the hash %v isn't revealed", st.active.hash)
	}
	if err := field.CheckText("the revealed server seed", revealed.ServerSeed, MaxServerSeedLen); err != nil {
		return nil, wrap.Errorf(ErrCheat, "%v", err)
	}
	if got := Hash(sha256.Sum256([]byte(revealed.ServerSeed))); got != st.active.hash {
		return nil, wrap.Errorf(ErrCheat, "the revealed server seed has the hash %v, not %v", got, st.active.hash)
	}
	key := stream.NewKey(revealed.ServerSeed)
	for nonce, round := range st.rounds {
		outcome, err := st.checkRound(key, uint64(nonce), round, replay)
		if err != nil {
			return nil, err
		}
		if round.Declined != "" {
			declined = append(declined, DeclinedBet{uint64(nonce), round.Steps[0].Sent, round.Declined, outcome})
		}
	}
	return declined, nil
}

// checkRound replays a round step by step, each time from its start: a choice that was
// made after a false outcome needn't be possible after the true one, so the outcome is
// compared before the choice is replayed. It returns the last step's outcome.
func (st *playerState) checkRound(key stream.Key, nonce uint64, round PlayedRound, replay Replay) (outcome string, err error) {
	var sent []string
	for i, step := range round.Steps {
		sent = append(sent, step.Sent)
		drawn := newStream(key, st.active.client, nonce, nil)
		outcomes, err := replay(slices.Clone(sent), &drawn)
		switch {
		case err != nil && round.Declined != "":
			return "", nil // a bet that the rules don't allow
		case err != nil:
			return "", fmt.Errorf("seedrng: replaying round %d: %w", nonce, err)
		case len(outcomes) != len(sent):
			return "", wrap.Errorf(ErrMalformed, "replaying round %d: %d outcomes of %d steps", nonce, len(outcomes), len(sent))
		case outcomes[i] != step.Received && round.Declined == "":
			return "", wrap.Errorf(ErrCheat, "round %d, step %d: the seeds give %q, the server reported %q", nonce, i, outcomes[i], step.Received)
		}
		outcome = outcomes[i]
	}
	return outcome, nil
}
