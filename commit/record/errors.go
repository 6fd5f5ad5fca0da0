package record

import "errors"

// Every error of this package wraps one of these. None is proof of anybody's guilt.
var (
	ErrMalformed = errors.New("record: malformed")         // bytes or arguments break their format or range, or belong to another table
	ErrNoPlace   = errors.New("record: no place")          // a statement has no place in the sequence that was read
	ErrSignature = errors.New("record: invalid signature") // it isn't that of the seat, or of the board
	ErrState     = errors.New("record: wrong state")       // the call isn't possible now, and has changed nothing
	ErrUnread    = errors.New("record: not read yet")      // the board has signed a head beyond what was read
	ErrFork      = errors.New("record: fork")              // two sequences differ
)
