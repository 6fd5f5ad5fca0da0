package oldhand

import (
	"errors"
	"fmt"
	"strings"

	"github.com/squaredeal/squaredeal/internal/seats"
	"github.com/squaredeal/squaredeal/sra"
)

// Every error that this package makes itself wraps one of these, or one of package sra's,
// names the field or the card at fault, and holds no secret.
var (
	// ErrRules: a seat deals or opens a card otherwise than was said before.
	ErrRules = errors.New("oldhand: against the rules")
	// ErrDiverged: a seat plays a hand that isn't this one, or has seen other messages.
	// It isn't a BlameError, as that seat may be honest.
	ErrDiverged = errors.New("oldhand: views diverge")
	// ErrEarly: a message came before one that it follows, and can't be kept until then,
	// as another one is. It isn't a BlameError.
	ErrEarly = errors.New("oldhand: early message")
	// ErrState: the call or the message isn't possible in the current state, or would give
	// a secret away. Of a message: its sender has sent a different one in its place.
	ErrState = errors.New("oldhand: wrong state")
)

// A BlameError names the seat whose message is one that no honest seat sends, if both
// were told of the same deals: it wraps [sra.ErrMalformed], [sra.ErrProof], [ErrRules] or
// [ErrState]. An [Observer] may name two seats, one of which deals against the rules.
type BlameError struct {
	Seats []int // ascending, never empty
	Err   error // what is wrong; it wraps one of this package's errors, or of sra's
}

// Error returns the text of Err, then the seats.
func (e *BlameError) Error() string { return seats.Blame(e.Err, e.Seats) }

// Unwrap returns Err.
func (e *BlameError) Unwrap() error { return e.Err }

// A RulesError is an [ErrRules] of a seat that deals otherwise than was said before:
// to a Hand by its own calls of [Hand.Deal], to an Observer by the seat that began the
// deal. It holds both deals.
type RulesError struct{ Before, Now []Deal }

// Error shows both deals.
func (e *RulesError) Error() string {
	return fmt.Sprintf("%v: it deals %s, not %s", ErrRules, dealText(e.Now), dealText(e.Before))
}

func dealText(cards []Deal) string {
	var text []string
	for _, c := range cards {
		to := "everyone"
		if c.To != Everyone {
			to = fmt.Sprintf("seat %d", c.To)
		}
		text = append(text, fmt.Sprintf("position %d to %s", c.Position, to))
	}
	return strings.Join(text, ", ")
}

// Unwrap returns [ErrRules].
func (e *RulesError) Unwrap() error { return ErrRules }

// A KeptError is about a message that came early and was kept, and turns out to be
// wrong now that its time has come. It wraps what is wrong with it. The message is
// dropped; the call that returns the error has had its effect all the same, and returns
// its message with the error. If several are wrong, the errors are joined.
type KeptError struct {
	From int // who sent the message
	Err  error
}

// Error returns the text of Err, which names the seat.
func (e *KeptError) Error() string { return e.Err.Error() }

// Unwrap returns Err.
func (e *KeptError) Unwrap() error { return e.Err }

// join returns both errors, or the one that isn't nil.
func join(a, b error) error {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return errors.Join(a, b)
}

func malformed(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{sra.ErrMalformed}, args...)...)
}

func invalid(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{sra.ErrProof}, args...)...)
}

func diverged(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrDiverged}, args...)...)
}

func early(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrEarly}, args...)...)
}

func stateError(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrState}, args...)...)
}
