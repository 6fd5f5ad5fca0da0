package cards

import (
	"errors"

	"github.com/squaredeal/squaredeal/internal/wrap"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// ErrTurn: the seat is due, but its message isn't of its turn. It is in a [hand.BlameError]. Other errors
// wrap [sra.ErrMalformed], [sra.ErrProof], [hand.ErrState] or [hand.ErrNotReady].
var ErrTurn = errors.New("cards: that isn't a message of the turn that is due")

var (
	errMalformed = wrap.Class("cards: malformed", sra.ErrMalformed)
	errProof     = wrap.Class("cards: invalid proof", sra.ErrProof)
	errState     = wrap.Class("cards: wrong state", hand.ErrState)
	errNotReady  = wrap.Class("cards: not ready", hand.ErrNotReady)
)

// own returns an error of package hand as one of this package.
func own(err error) error { return wrap.As(err, errMalformed, errProof, errState, errNotReady) }
