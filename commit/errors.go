package commit

import (
	"errors"
	"fmt"
	"strings"
)

// Every error that this package makes itself wraps one of these, names the seat or
// the field at fault, and holds no secret.
var (
	// ErrMalformed: an argument or an encoding breaks its format or range.
	ErrMalformed = errors.New("commit: malformed")
	// ErrMismatch: an opening isn't that of the commitment, a chain value doesn't lead
	// to its anchor, or two seats' lists of commitments differ.
	ErrMismatch = errors.New("commit: mismatch")
	// ErrCopied: two seats sent the same commitment.
	ErrCopied = errors.New("commit: copied commitment")
	// ErrState: the call or the message isn't possible in the present state, which it
	// left as it was.
	ErrState = errors.New("commit: wrong state")
)

func malformed(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrMalformed}, args...)...)
}

// A BlameError says which seats a message or a failed toss is to be blamed on.
type BlameError struct {
	Seats []int // ascending, never empty; more than one if one of them is at fault
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
