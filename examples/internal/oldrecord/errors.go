package oldrecord

import (
	"errors"
	"fmt"
)

// Every error of this package wraps one of these, or the error of a store function,
// and holds no secret. Only [ErrEquivocation] is proof of anybody's guilt.
var (
	// ErrMalformed: an argument or an encoding breaks its format or range, or belongs
	// to another table.
	ErrMalformed = errors.New("oldrecord: malformed")
	// ErrSignature: the signature of a statement isn't that of its seat.
	ErrSignature = errors.New("oldrecord: invalid signature")
	// ErrEarly: a statement comes after one that isn't known here.
	ErrEarly = errors.New("oldrecord: early")
	// ErrState: the call isn't possible in the current state, which is unchanged.
	ErrState = errors.New("oldrecord: wrong state")
	// ErrFull: a seat's statements exceed [MaxSeatBytes] or [MaxStatements].
	ErrFull = errors.New("oldrecord: full")
	// ErrEquivocation: a seat has signed two statements that contradict each other.
	ErrEquivocation = errors.New("oldrecord: equivocation")
)

func malformed(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrMalformed}, args...)...)
}
