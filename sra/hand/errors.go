package hand

import (
	"errors"
	"fmt"

	"github.com/squaredeal/squaredeal/internal/seats"
	"github.com/squaredeal/squaredeal/sra"
)

// Errors of steps, which change nothing then. Other errors wrap [sra.ErrMalformed] or
// [sra.ErrProof].
var (
	// ErrState: the step isn't possible in the current state.
	ErrState = errors.New("hand: wrong state")
	// ErrNotReady: not all have shuffled yet, so that there are no cards to deal or show.
	ErrNotReady = errors.New("hand: not ready")
)

// A BlameError names the seat whose message is a fault: it was the seat's turn, and an
// honest seat never says that.
type BlameError struct {
	Seat int   // by the numbers of the hand, 0 to Seats()-1; of package cards, by the game's
	Err  error // what is wrong; it wraps an [sra.ErrMalformed] or [sra.ErrProof]
}

// Error returns the text of Err, then the seat.
func (e *BlameError) Error() string { return seats.Blame(e.Err, []int{e.Seat}) }

// Unwrap returns Err.
func (e *BlameError) Unwrap() error { return e.Err }

func malformed(format string, args ...any) error {
	return fmt.Errorf("hand: %w: "+format, append([]any{sra.ErrMalformed}, args...)...)
}

// invalid is for judge, as Receive puts "hand:" before its errors and those of package sra.
func invalid(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{sra.ErrProof}, args...)...)
}

func wrongState(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrState}, args...)...)
}

// must returns v, as what could fail was checked before.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
