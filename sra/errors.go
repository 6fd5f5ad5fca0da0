package sra

import (
	"errors"
	"fmt"

	"github.com/squaredeal/squaredeal/internal/seats"
)

// Every error that this package makes itself wraps one of these, names the field or
// the card at fault, and holds no secret.
var (
	// ErrMalformed: an argument or an encoding breaks its format or range, or
	// belongs to another group.
	ErrMalformed = errors.New("sra: malformed")
	// ErrProof: a proof isn't valid: what it is to show isn't true, or it was made for
	// something else.
	ErrProof = errors.New("sra: invalid proof")
	// ErrRules: a seat opens a card that was to be dealt otherwise.
	ErrRules = errors.New("sra: against the rules")
	// ErrDiverged: a seat has seen other messages than this one, or says so.
	ErrDiverged = errors.New("sra: views diverge")
	// ErrEarly: a message came before one that it follows, which may be nobody's fault.
	ErrEarly = errors.New("sra: early message")
	// ErrState: the call or the message isn't possible in the present state, or would
	// give a secret away.
	ErrState = errors.New("sra: wrong state")
)

// A BlameError names the seat whose message doesn't let a hand go on. How far that
// is proof of its guilt, the package comment says.
type BlameError struct {
	Seats []int // ascending, never empty
	Err   error // what is wrong; it wraps one of the errors above
}

// Error names the seats.
func (e *BlameError) Error() string { return seats.Blame(e.Err, e.Seats) }

// Unwrap returns Err.
func (e *BlameError) Unwrap() error { return e.Err }

func malformed(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrMalformed}, args...)...)
}

func invalid(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrProof}, args...)...)
}

func early(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrEarly}, args...)...)
}

func stateError(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrState}, args...)...)
}
