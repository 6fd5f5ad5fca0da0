package seedrng

import (
	"errors"

	"github.com/squaredeal/squaredeal/internal/stream"
)

// Every error that this package makes wraps one of these, names the field at fault,
// and holds no secret.
var (
	// ErrMalformed: an argument or an encoding breaks its format or range, or is a zero value.
	ErrMalformed = errors.New("seedrng: malformed")
	// ErrMismatch: a value isn't the one that it must be: a server seed doesn't have the
	// hash that was published for it, or a message names a hash, nonce, step or bet that
	// isn't the current one.
	ErrMismatch = errors.New("seedrng: mismatch")
	// ErrNoSeeds: no pair of seeds is active yet. Rotate first.
	ErrNoSeeds = errors.New("seedrng: no seeds")
	// ErrOpen: a round is open, which must be finished first; or it is too late to
	// decline its bet.
	ErrOpen = errors.New("seedrng: round open")
	// ErrFinished: the round is over. A server has the answer to its bet in its records,
	// unless it stores answers after the state (see [Session.Play]).
	ErrFinished = errors.New("seedrng: round finished")
	// ErrPending: something that the player has sent isn't answered. Send it again.
	ErrPending = errors.New("seedrng: answer pending")
	// ErrExhausted: nothing more can be drawn from a stream, or reserved or recorded with
	// a pair of seeds.
	ErrExhausted = errors.New("seedrng: exhausted")
	// ErrCheat: the server sent what no honest server sends. Only a [Player] says so.
	ErrCheat = errors.New("seedrng: the server cheated")
)

var streamErrors = &stream.Errors{Malformed: ErrMalformed, Exhausted: ErrExhausted}
