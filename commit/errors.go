package commit

import (
	"errors"

	"github.com/squaredeal/squaredeal/internal/seats"
)

// Every error that this package makes itself wraps one of these, or the error of a
// store function or a context, and holds no secret.
var (
	// ErrMalformed: an argument or an encoding breaks its format or range, or is a
	// zero value.
	ErrMalformed = errors.New("commit: malformed")
	// ErrMismatch: nonce and value don't open a commitment, or a link doesn't lead to the
	// one before it.
	ErrMismatch = errors.New("commit: mismatch")
	// ErrOtherToss: a message names another session, another number of seats, or a seat
	// that isn't its sender's. It may be of another toss, or the settings of one side may
	// be wrong, so nobody is blamed.
	ErrOtherToss = errors.New("commit: message of another toss")
	// ErrDiverged: a reveal names commitments that differ from those read. Its sender has
	// read a different sequence of messages, or says so: it or whoever keeps the sequence
	// is at fault, so nobody is blamed.
	ErrDiverged = errors.New("commit: reveal names different commitments")
	// ErrMissing: a toss has no result yet, as messages are missing.
	ErrMissing = errors.New("commit: missing")
	// ErrState: the call or the message isn't possible in the current state, which is
	// unchanged.
	ErrState = errors.New("commit: wrong state")
)

// A BlameError names the seats whose messages no honest seat sends when it reads the same
// sequence. SPEC.md, section 5.5, says how far that is proof.
type BlameError struct {
	Seats []int // by the numbers of the toss, ascending, never empty
	Err   error // what is wrong; it wraps one of this package's errors
}

// Error returns the text of Err, then the seats: up to eight, and how many more.
func (e *BlameError) Error() string { return seats.Blame(e.Err, e.Seats) }

func blame(seat int, err error) error { return &BlameError{[]int{seat}, err} }

// Unwrap returns Err.
func (e *BlameError) Unwrap() error { return e.Err }
