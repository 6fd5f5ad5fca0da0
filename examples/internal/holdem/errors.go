package holdem

import "errors"

// Every error that this package makes itself wraps one of these. That a seat cheats is
// none: [Table.View] says so.
var (
	// ErrMalformed: an argument, a state or a statement breaks its format or range, or is
	// a zero value.
	ErrMalformed = errors.New("holdem: malformed")
	// ErrState: the call isn't possible now: it isn't this seat's turn, or the match is
	// over for it.
	ErrState = errors.New("holdem: wrong state")
	// ErrIllegal: the rules of betting don't allow this action.
	ErrIllegal = errors.New("holdem: not allowed")
	// ErrOut: the others go on without this seat: it has left, or they have waited for it
	// too long.
	ErrOut = errors.New("holdem: out of the match")
)
