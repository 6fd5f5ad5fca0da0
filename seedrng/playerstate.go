package seedrng

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/stored"
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
	rounds [][]Step // by nonce
	asked  pair     // sent to the server and not confirmed
}

// step returns a recorded step, nil if there is none.
func (st *playerState) step(nonce uint64, step int) *Step {
	if nonce >= uint64(len(st.rounds)) || step < 0 || step >= len(st.rounds[nonce]) {
		return nil
	}
	return &st.rounds[nonce][step]
}

// stepsOf returns a copy of the steps of a round, which may be the next one.
func (st *playerState) stepsOf(nonce uint64) []Step {
	if nonce == uint64(len(st.rounds)) {
		return nil
	}
	return slices.Clone(st.rounds[nonce])
}

// withSteps returns the state with other steps of a round, which may be the next one.
func (st playerState) withSteps(nonce uint64, steps []Step) playerState {
	st.rounds = slices.Clone(st.rounds)
	if nonce == uint64(len(st.rounds)) {
		st.rounds = append(st.rounds, nil)
	}
	st.rounds[nonce] = steps
	return st
}

// answered returns an error if a step isn't answered. Only the last of a round can be
// without an answer.
func (st *playerState) answered() error {
	for nonce, steps := range st.rounds {
		if last := len(steps) - 1; steps[last].Received == "" {
			return fail(ErrState, "round %d, step %d isn't answered: send it again", nonce, last)
		}
	}
	return nil
}

const playerLabel = "squaredeal/seedrng/v1/player"

// encode writes the state as SPEC.md, section 5.5, defines it.
func (st playerState) encode() []byte {
	b := field.Append(nil, playerLabel)
	b = st.active.append(b)
	b = binary.BigEndian.AppendUint64(b, uint64(len(st.rounds)))
	for _, steps := range st.rounds {
		b = binary.BigEndian.AppendUint64(b, uint64(len(steps)))
		for _, step := range steps {
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
		r.Check(name, 0 < n && n <= MaxSteps)
		var steps []Step
		for r.Fault() == "" && uint64(len(steps)) < n {
			step := Step{string(r.Field(name)), string(r.Field(name))}
			r.Check(name, checkText(name, step.Sent, MaxStepLen) == nil)
			if step.Received == "" {
				unanswered++
				r.Check(name, unanswered == 1 && uint64(len(steps)) == n-1)
			} else {
				r.Check(name, checkText(name, step.Received, MaxStepLen) == nil)
			}
			steps = append(steps, step)
		}
		st.rounds = append(st.rounds, steps)
	}
	st.asked = readPair(r, "pair asked for")
	r.Check("pair asked for", !st.asked.exists() || st.asked.hash != st.active.hash)
	if fault := r.End(); fault != "" {
		return playerState{}, fail(ErrMalformed, "player state: %s", fault)
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
