package board

import "errors"

// Errors of this package, which may return those of packages table and record, of the game, the
// Keeper and the Storage as well.
var (
	// ErrMalformed: an argument or an encoding breaks its format or range, or is a zero value.
	ErrMalformed = errors.New("board: malformed")
	// ErrRestarted: the board was restarted since the request before, and may have lost posts.
	ErrRestarted = errors.New("board: it was restarted")
	// ErrNoOffer: the board's first post is no offer, or it has none.
	ErrNoOffer = errors.New("board: there is no offer")
	// ErrNoSeat: the seat is taken, or for other keys, or there is none.
	ErrNoSeat = errors.New("board: no seat")
	// ErrNotFinal: too few seats have signed the end in time.
	ErrNotFinal = errors.New("board: the end isn't final")
	// ErrNeverBegan: the match had no beginning, for want of hellos, so nobody owes anything.
	ErrNeverBegan = errors.New("board: the match never began")
	// ErrBarred: the key had a seat, and said no hello in time.
	ErrBarred = errors.New("board: the key is barred")
	// ErrReset: the lobby was reset after this seat had read that its match began.
	ErrReset = errors.New("board: it was reset")
	// ErrUnsigned: the board hasn't signed the end, so the posts may be incomplete.
	ErrUnsigned = errors.New("board: the end isn't signed")
	// ErrEarly: the board was closed before a seat's time for its closing was up.
	ErrEarly = errors.New("board: it was closed too early")
	// ErrFalse: the board shows what no honest board does: see [Seat.Doubt].
	ErrFalse = errors.New("board: it shows what no honest board does")
)
