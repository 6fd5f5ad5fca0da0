package commit

import (
	"errors"
	"fmt"
	"strings"
)

// Every error that this package makes itself wraps one of these, or the error of a
// store function or a context, and holds no secret.
var (
	// ErrMalformed: an argument or an encoding breaks its format or range.
	ErrMalformed = errors.New("commit: malformed")
	// ErrMismatch: an opening isn't that of the commitment, a chain value doesn't lead
	// to its anchor, or two seats' lists of commitments differ.
	ErrMismatch = errors.New("commit: mismatch")
	// ErrCopied: a seat sent one's own commitment back.
	ErrCopied = errors.New("commit: copied commitment")
	// ErrEarly: a reveal came before the last commitment, which may be nobody's fault.
	ErrEarly = errors.New("commit: early reveal")
	// ErrState: the call or the message isn't possible in the present state, which it
	// left as it was.
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

// Error names the first seats, and the number of the others.
func (e *BlameError) Error() string {
	const most = 8
	var b strings.Builder
	for i, seat := range e.Seats[:min(len(e.Seats), most)] {
		switch {
		case i == 0 && len(e.Seats) == 1:
			b.WriteString("seat ")
		case i == 0:
			b.WriteString("seats ")
		case i == len(e.Seats)-1:
			b.WriteString(" and ")
		default:
			b.WriteString(", ")
		}
		fmt.Fprint(&b, seat)
	}
	if others := len(e.Seats) - most; others > 0 {
		fmt.Fprintf(&b, " and %d more", others)
	}
	return fmt.Sprintf("%v: %s", e.Err, b.String())
}

// Unwrap returns Err.
func (e *BlameError) Unwrap() error { return e.Err }
