package hand

import (
	"crypto/rand"
	"slices"

	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// Lengths in bytes of what a [State] is made from, and of a State.
const (
	SecretSize = 32
	StateSize  = SecretSize + len(Digest{})
)

// A State is what a seat stores of a hand: the secret that all that it says and keeps to itself
// follows from, its keys, its orders, its proofs; and the head of what it had read when it last
// spoke. Use one for each hand, and forget it when nobody will show cards any more: with the
// messages, it opens all that the seat has seen. It prints as redacted and refuses to be
// marshalled; [State.Bytes] is what to store. The zero value is invalid.
type State struct{ hiddenState }

type hiddenState = secret.Value[state]

type state struct {
	secret [SecretSize]byte
	head   Digest // zero if the seat hasn't spoken
}

// GenerateState returns a new state, with a secret from crypto/rand.
func GenerateState() State {
	var b [SecretSize]byte
	rand.Read(b[:]) // never fails
	return NewState(b)
}

// NewState returns the state of a seat that hasn't spoken, with a secret that was derived, for
// this hand alone, from one that crypto/rand gave.
func NewState(b [SecretSize]byte) State { return State{secret.Hide(state{secret: b})} }

// ParseState reads what [State.Bytes] returned. It returns an [sra.ErrMalformed] for another
// length.
func ParseState(b []byte) (State, error) {
	if len(b) != StateSize {
		return State{}, wrap.Errorf(errMalformed, "a state of %d bytes, not %d", len(b), StateSize)
	}
	return State{secret.Hide(state{[SecretSize]byte(b), Digest(b[SecretSize:])})}, nil
}

// Bytes returns the state in clear, nil for the zero value.
func (s State) Bytes() []byte {
	if s.isZero() {
		return nil
	}
	x := secret.Reveal(s.hiddenState)
	return slices.Concat(x.secret[:], x.head[:])
}

func (s State) isZero() bool { return secret.IsZero(s.hiddenState) }
