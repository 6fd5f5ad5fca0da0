package otpdeal

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Every error of this package wraps one of these, and holds no card and no key.
var (
	// ErrMalformed: an argument, a message or a record breaks its format or range.
	ErrMalformed = errors.New("otpdeal: malformed")
	// ErrSender: a message of this kind doesn't go from this seat to that one.
	ErrSender = errors.New("otpdeal: wrong sender")
	// ErrState: the message came early or twice, or the call isn't possible now.
	ErrState = errors.New("otpdeal: wrong state")
	// ErrTaken: a key number is claimed by two seats.
	ErrTaken = errors.New("otpdeal: key number taken")
	// ErrCards: a hand isn't 13 different cards, or a table no full deck.
	ErrCards = errors.New("otpdeal: wrong cards")
	// ErrMismatch: bytes differ from those that they must repeat.
	ErrMismatch = errors.New("otpdeal: mismatch")
	// ErrDisputed: the two ends of a message have recorded it differently.
	ErrDisputed = errors.New("otpdeal: disputed")
	// ErrMissing: a record lacks a message.
	ErrMissing = errors.New("otpdeal: missing")
)

func malformed(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrMalformed}, args...)...)
}

// A BlameError says which seats a message, or a finding of an [Audit], is to be
// blamed on. Whoever refuses a message can't always tell whose fault it is: then
// there are several seats, and at least one of them is at fault. The comment of each
// role says when.
type BlameError struct {
	Seats []int // ascending, never empty
	Err   error // what is wrong; it wraps one of the errors above
}

func blame(err error, seats ...int) *BlameError {
	slices.Sort(seats)
	return &BlameError{slices.Compact(seats), err}
}

// Error returns the text of Err and the seats.
func (e *BlameError) Error() string {
	var b strings.Builder
	for i, seat := range e.Seats {
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
	return fmt.Sprintf("%v: %s", e.Err, b.String())
}

// Unwrap returns Err.
func (e *BlameError) Unwrap() error { return e.Err }
