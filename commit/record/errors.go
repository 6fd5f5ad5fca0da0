package record

import (
	"errors"
)

// Every error of this package wraps one of these. None is proof of anybody's guilt.
var (
	// ErrMalformed: an argument or an encoding breaks its format or range, belongs to another
	// agreement, or is a zero value.
	ErrMalformed = errors.New("record: malformed")
	// ErrNoPlace: a statement has no place in the sequence that was read.
	ErrNoPlace = errors.New("record: no place")
	// ErrSignature: a signature isn't that of the seat, or of the board.
	ErrSignature = errors.New("record: invalid signature")
	// ErrState: the call isn't possible in the current state, which is unchanged.
	ErrState = errors.New("record: wrong state")
	// ErrUnread: a statement or a signed head names a place beyond what was read.
	ErrUnread = errors.New("record: not read yet")
	// ErrFork: two sequences differ.
	ErrFork = errors.New("record: fork")
)
