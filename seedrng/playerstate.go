package seedrng

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/stored"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A PlayerState is all that a [Player] remembers. It prints as redacted, since a client
// seed in it may not have been sent yet, and refuses to be encoded; [PlayerState.Bytes]
// is what to give to a database.
type PlayerState struct{ encoding }

// Bytes returns a copy of the encoding that SPEC.md, section 5.5, defines, nil for the
// zero value.
func (s PlayerState) Bytes() []byte { return stored.Bytes(s.encoding) }

// A pair of seeds as the player knows it; zero if there is none.
type pair struct {
	hash   Hash
	client string
}

func (p pair) exists() bool { return p != pair{} }

// playerState is what a Player remembers. It is replaced as a whole, and nothing that it
// points to is written to.
type playerState struct {
	active pair
	rounds []PlayedRound // by nonce
	asked  pair          // sent to the server and not confirmed
}

// step returns a recorded step, nil if there is none.
func (st *playerState) step(nonce uint64, step int) *Step {
	if nonce >= uint64(len(st.rounds)) || step < 0 || step >= len(st.rounds[nonce].Steps) {
		return nil
	}
	return &st.rounds[nonce].Steps[step]
}

// round returns a copy of a round, which may be the next one.
func (st *playerState) round(nonce uint64) PlayedRound {
	if nonce == uint64(len(st.rounds)) {
		return PlayedRound{}
	}
	return st.rounds[nonce].clone()
}

// withRound returns the state with another round in the place of one, which may be the
// next.
func (st playerState) withRound(nonce uint64, round PlayedRound) playerState {
	st.rounds = slices.Clone(st.rounds)
	if nonce == uint64(len(st.rounds)) {
		st.rounds = append(st.rounds, round)
	}
	st.rounds[nonce] = round
	return st
}

// pending returns the step that isn't answered, if there is one.
func (st *playerState) pending() (Request, bool) {
	for nonce, round := range st.rounds {
		last := len(round.Steps) - 1
		if step := round.Steps[last]; step.Received == "" && round.Declined == "" {
			return Request{st.active.hash, uint64(nonce), last, step.Sent}, true
		}
	}
	return Request{}, false
}

// answered returns an error if a step isn't answered.
func (st *playerState) answered() error {
	if r, ok := st.pending(); ok {
		return wrap.Errorf(ErrPending, "round %d, step %d isn't answered: send it again", r.Nonce, r.Step)
	}
	return nil
}

const playerLabel = "squaredeal/seedrng/v1/player"

// encode writes the state as SPEC.md, section 5.5, defines it.
func (st playerState) encode() []byte {
	b := field.Append(nil, playerLabel)
	b = st.active.append(b)
	b = binary.BigEndian.AppendUint64(b, uint64(len(st.rounds)))
	for _, round := range st.rounds {
		if round.Declined != "" {
			b = binary.BigEndian.AppendUint64(b, 0)
			b = field.Append(b, round.Steps[0].Sent)
			b = field.Append(b, round.Declined)
			continue
		}
		b = binary.BigEndian.AppendUint64(b, uint64(len(round.Steps)))
		for _, step := range round.Steps {
			b = field.Append(b, step.Sent)
			b = field.Append(b, step.Received)
		}
	}
	return field.Seal(st.asked.append(b))
}

func (p pair) append(b []byte) []byte {
	if !p.exists() {
		return field.Append(field.Append(b, ""), "")
	}
	return field.Append(field.Append(b, p.hash[:]), p.client)
}

// parsePlayerState accepts the states that encode writes, and no others.
func parsePlayerState(b []byte) (playerState, error) {
	r := field.NewSealedReader(b)
	r.Label(playerLabel)

	var st playerState
	st.active = readPair(r, "active pair")
	const name = "rounds"
	rounds := r.Uint64(name)
	r.Check(name, rounds <= MaxPlayedRounds && (st.active.exists() || rounds == 0))
	unanswered := 0
	for r.Fault() == "" && uint64(len(st.rounds)) < rounds {
		n := r.Uint64(name)
		r.Check(name, n <= MaxSteps)
		var round PlayedRound
		if n == 0 {
			round.Steps = []Step{{Sent: string(r.Field(name))}}
			round.Declined = string(r.Field(name))
			r.Check(name, checkText(name, round.Steps[0].Sent, MaxStepLen) == nil && checkText(name, round.Declined, MaxStepLen) == nil)
		}
		for r.Fault() == "" && uint64(len(round.Steps)) < n {
			step := Step{string(r.Field(name)), string(r.Field(name))}
			r.Check(name, checkText(name, step.Sent, MaxStepLen) == nil)
			if step.Received == "" {
				unanswered++
				r.Check(name, unanswered == 1 && uint64(len(round.Steps)) == n-1)
			} else {
				r.Check(name, checkText(name, step.Received, MaxStepLen) == nil)
			}
			round.Steps = append(round.Steps, step)
		}
		st.rounds = append(st.rounds, round)
	}
	st.asked = readPair(r, "pair asked for")
	r.Check("pair asked for", !st.asked.exists() || st.asked.hash != st.active.hash)
	if fault := r.End(); fault != "" {
		return playerState{}, wrap.Errorf(ErrMalformed, "player state: %s", fault)
	}
	return st, nil
}

// readPair reads a hash and a client seed, or none.
func readPair(r *field.Reader, name string) pair {
	hash, client := r.Field(name), string(r.Field(name))
	if len(hash) == 0 {
		r.Check(name, client == "")
		return pair{}
	}
	r.Check(name, len(hash) == sha256.Size && checkText(name, client, MaxSeedLen) == nil)
	if r.Fault() != "" {
		return pair{}
	}
	p := pair{Hash(hash), client}
	r.Check(name, p.hash != Hash{})
	return p
}
