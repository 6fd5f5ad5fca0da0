package drand

import (
	"errors"
)

// Every error of this package wraps one of these.
var (
	// ErrMalformed: an argument or an encoding breaks its format or range, or fields of a
	// round contradict one another.
	ErrMalformed = errors.New("drand: malformed")
	// ErrSignature: a signature isn't the network's of that round.
	ErrSignature = errors.New("drand: invalid signature")
	// ErrNetwork: a network isn't one that this package verifies.
	ErrNetwork = errors.New("drand: unknown network")
)
