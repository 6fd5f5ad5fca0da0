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
	errState     = wrap.Class("cards: wrong state", hand.ErrState)
)
