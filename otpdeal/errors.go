package otpdeal

import (
	"errors"

	"github.com/squaredeal/squaredeal/internal/seats"
)

// Every error of this package wraps one of these or the error of a store function.
// None holds a card or a key.
var (
	// ErrMalformed: an argument or an encoding breaks its format or range, or is a zero value.
	ErrMalformed = errors.New("otpdeal: malformed")
	// ErrSender: a message of this kind doesn't go from this seat to that one.
	ErrSender = errors.New("otpdeal: wrong sender")
	// ErrState: the call or the message isn't possible in the current state.
	ErrState = errors.New("otpdeal: wrong state")
	// ErrTaken: two seats claim the same key number.
	ErrTaken = errors.New("otpdeal: key number taken")
	// ErrCards: a hand isn't 13 different cards, or the entries aren't a full deck.
	ErrCards = errors.New("otpdeal: wrong cards")
	// ErrMismatch: bytes differ from those that they must repeat.
	ErrMismatch = errors.New("otpdeal: mismatch")
	// ErrDisputed: the two ends of a message recorded it differently.
	ErrDisputed = errors.New("otpdeal: disputed")
	// ErrMissing: a message, a record or the entries weren't given.
	ErrMissing = errors.New("otpdeal: missing")
)

// A BlameError names seats at least one of which did what no honest seat does. A
// role that refuses a message can't always tell which one: then it names several. The
// comment of each role says when.
type BlameError struct {
	Seats []int // [HostSeat] and so on, ascending, never empty
	Err   error // what is wrong; it wraps one of this package's errors
}

func blame(err error, at ...int) *BlameError { return &BlameError{seats.Sorted(at...), err} }

// Error returns the text of Err, then the seats.
func (e *BlameError) Error() string { return seats.Blame(e.Err, e.Seats) }

// Unwrap returns Err.
func (e *BlameError) Unwrap() error { return e.Err }
