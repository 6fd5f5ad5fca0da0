package table

import (
	"errors"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// Every error of this package wraps one of these, one of package record, or an error of the game or
// the store function.
var (
	// ErrMalformed: an argument or a state breaks its format or range, or is a zero value.
	ErrMalformed = errors.New("table: malformed")
	// ErrState: the call isn't possible in the current state, which is unchanged.
	ErrState = errors.New("table: wrong state")
	// ErrAstray: this seat has spoken in another sequence of the same round.
	ErrAstray = errors.New("table: the board has changed")

	errZero  = wrap.Errorf(ErrMalformed, "zero Table or Player")
	errTerms = wrap.Class(ErrMalformed.Error(), ErrMalformed, record.ErrMalformed)
)
