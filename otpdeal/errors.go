package otpdeal

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
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

// A Blame is the error for what a seat did, and names it. Where whoever refuses a
// message can't tell whose fault it is, several seats are named, and at least one
// of them is to blame: see the comment at each role. It wraps Err.
type Blame struct {
	Seats []int // ascending
	Err   error
}

func blame(err error, seats ...int) *Blame {
	slices.Sort(seats)
	return &Blame{slices.Compact(seats), err}
}

// Error returns the text of Err and the seats.
func (b *Blame) Error() string {
	names := make([]string, len(b.Seats))
	for i, seat := range b.Seats {
		names[i] = strconv.Itoa(seat)
	}
	return fmt.Sprintf("%v (by seat %s)", b.Err, strings.Join(names, " or "))
}

// Unwrap returns Err.
func (b *Blame) Unwrap() error { return b.Err }
