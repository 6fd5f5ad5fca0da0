package commit

import (
	"errors"
	"fmt"

	"github.com/squaredeal/squaredeal/internal/seats"
)

// Every error that this package makes itself wraps one of these, or the error of a
// store function or a context, and holds no secret.
var (
	// ErrMalformed: an argument or an encoding breaks its format or range.
	ErrMalformed = errors.New("commit: malformed")
	// ErrMismatch: nonce and value don't open the commitment, a link doesn't lead to its
	// anchor, or two seats' lists of commitments differ.
	ErrMismatch = errors.New("commit: mismatch")
	// ErrCopied: a seat sent one's own commitment back.
	ErrCopied = errors.New("commit: copied commitment")
	// ErrEarly: a reveal came before the last commitment, which may be nobody's fault.
	ErrEarly = errors.New("commit: early reveal")
	// ErrState: the call or the message isn't possible in the current state, which is
	// unchanged.
	ErrState = errors.New("commit: wrong state")
)

func malformed(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrMalformed}, args...)...)
}

// A BlameError names the seats whose messages don't let a toss go on. How far that
// is proof of their guilt, the package comment says.
type BlameError struct {
	Seats []int // ascending, never empty, each one of the others
	Err   error // what is wrong; it wraps one of the errors above
}

// Error returns the cause, then the seats: all of them up to eight, then how many more.
func (e *BlameError) Error() string { return seats.Blame(e.Err, e.Seats) }

// Unwrap returns Err.
func (e *BlameError) Unwrap() error { return e.Err }
