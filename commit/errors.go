package commit

import (
	"errors"
	"fmt"

	"github.com/squaredeal/squaredeal/internal/seats"
)

// Every error that this package makes itself wraps one of these, or the error of a
// store function or a context, and holds no secret.
var (
	// ErrMalformed: an argument or an encoding breaks its format or range, or is a
	// zero value.
	ErrMalformed = errors.New("commit: malformed")
	// ErrMismatch: nonce and value don't open a commitment, a link doesn't lead to the
	// one before it, or a seat revealed with another list of commitments.
	ErrMismatch = errors.New("commit: mismatch")
	// ErrOtherToss: a message names another session, another number of seats, or a seat
	// that isn't its sender's. It may be of another toss, or the settings of one side may
	// be wrong, so nobody is blamed.
	ErrOtherToss = errors.New("commit: message of another toss")
	// ErrMissing: a toss has no result yet, or [VerifyToss] finds none, because messages
	// are missing.
	ErrMissing = errors.New("commit: missing messages")
	// ErrState: the call or the message isn't possible in the current state, which is
	// unchanged.
	ErrState = errors.New("commit: wrong state")
)

func malformed(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrMalformed}, args...)...)
}

// A BlameError names the seats whose messages show that they don't follow the
// protocol. The package comment says how far that is proof.
type BlameError struct {
	Seats []int // ascending, never empty
	Err   error // what is wrong; it wraps one of this package's errors
}

// Error returns the text of Err, then the seats: up to eight, and how many more.
func (e *BlameError) Error() string { return seats.Blame(e.Err, e.Seats) }

// Unwrap returns Err.
func (e *BlameError) Unwrap() error { return e.Err }
