package sra

import (
	"errors"
)

// Every error that this package makes itself wraps one of these, names the field or
// the card at fault, and holds no secret.
var (
	// ErrMalformed: an argument or an encoding breaks its format or range, belongs to another group,
	// or is a zero value.
	ErrMalformed = errors.New("sra: malformed")
	// ErrProof: a proof isn't valid: what it is to show isn't true, or it was made for
	// something else.
	ErrProof = errors.New("sra: invalid proof")
)
