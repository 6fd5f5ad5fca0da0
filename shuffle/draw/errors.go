package draw

import (
	"errors"
)

// Every error of this package wraps one of these.
var (
	// ErrMalformed: an argument or an encoding breaks its format or range, or is a zero
	// value.
	ErrMalformed = errors.New("draw: malformed")
	// ErrMismatch: a list, a proof, a winner or an announcement isn't what the
	// announcement determines.
	ErrMismatch = errors.New("draw: mismatch")
	// ErrRound: the terms don't name the beacon and the round of a value.
	ErrRound = errors.New("draw: another round")
	// ErrLate: the announcement was published too late before its round.
	ErrLate = errors.New("draw: announced too late")
)
