package httpboard

import "errors"

// Every error of this package wraps one of these, one of package board or record, or one of the network or the
// file system, or tells what a server has answered.
var (
	// ErrMalformed: an argument is missing.
	ErrMalformed = errors.New("httpboard: malformed")
	// ErrState: the file is open in another process, or was changed by one.
	ErrState = errors.New("httpboard: wrong state")
	// ErrNoBoard: the address isn't that of a board.
	ErrNoBoard = errors.New("httpboard: there is no board at this address, but something else")
	// ErrInvitation: the board asks for an invitation, and this isn't it.
	ErrInvitation = errors.New("httpboard: an invitation is needed")
)
