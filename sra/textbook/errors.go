package textbook

import (
	"errors"
)

// ErrMalformed: an argument or an encoding breaks its format or range, or is a zero value. Every error
// of this package wraps it.
var ErrMalformed = errors.New("textbook: malformed")
