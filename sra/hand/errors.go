package hand

import (
	"errors"

	"github.com/squaredeal/squaredeal/internal/seats"
	"github.com/squaredeal/squaredeal/internal/wrap"
	"github.com/squaredeal/squaredeal/sra"
)

// Errors of steps, and of what a seat says, after which all is as it was. Other errors wrap
// [sra.ErrMalformed] or [sra.ErrProof].
var (
	// ErrState: the step isn't possible in the current state, which is unchanged.
	ErrState = errors.New("hand: wrong state")
	// ErrNotReady: cards are being shuffled, or a seat is leaving.
	ErrNotReady = errors.New("hand: not ready")
	// ErrBehind: the seat spoke before it restarted, and what it has read since is less than it had
	// read then, or something else. If that is all there is, the order has lost or forged messages.
	ErrBehind = errors.New("hand: what this seat had read when it last spoke is missing")
)

var (
	errMalformed = wrap.Class("hand: malformed", sra.ErrMalformed)
	errProof     = wrap.Class("hand: invalid proof", sra.ErrProof)
)

// A BlameError names the seat whose message no honest seat sends when it is its turn.
type BlameError struct {
	Seats []int // one, by the numbers of the hand; of package cards, by the game's
	Err   error // what is wrong: an [sra.ErrMalformed] or an [sra.ErrProof]; of package cards, also its ErrTurn
}

// Error returns the text of Err, then the seat.
func (e *BlameError) Error() string { return seats.Blame(e.Err, e.Seats) }

// Unwrap returns Err.
func (e *BlameError) Unwrap() error { return e.Err }
