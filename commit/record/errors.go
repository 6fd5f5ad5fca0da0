package record

import (
	"errors"
	"fmt"
)

// Every error of this package wraps one of these, or the error of a store function,
// and holds no secret. Only [ErrEquivocation] is proof of anybody's guilt.
var (
	// ErrMalformed: an argument or an encoding breaks its format or range, or belongs
	// to another table.
	ErrMalformed = errors.New("record: malformed")
	// ErrSignature: the signature of a statement isn't that of its seat.
	ErrSignature = errors.New("record: invalid signature")
	// ErrEarly: a statement comes after one that isn't known here.
	ErrEarly = errors.New("record: early")
	// ErrState: the call isn't possible in the current state, which is unchanged.
	ErrState = errors.New("record: wrong state")
	// ErrFull: a seat's statements exceed [MaxSeatBytes] or [MaxStatements].
	ErrFull = errors.New("record: full")
	// ErrEquivocation: a seat has signed two statements that contradict each other.
	ErrEquivocation = errors.New("record: equivocation")
)

func malformed(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrMalformed}, args...)...)
}
