package publiclog

import "errors"

// ErrSignature is wrapped by errors of checkpoints that a log's key hasn't signed.
var ErrSignature = errors.New("publiclog: the log's key didn't sign this checkpoint")

// ErrMalformed is wrapped by errors of what can't be read.
var ErrMalformed = errors.New("publiclog: malformed")

// ErrFalse is wrapped when a log isn't what it has signed.
var ErrFalse = errors.New("publiclog: the log's entries don't lead to the checkpoint that it has signed")

// ErrDraw is wrapped by errors of entries that aren't announcements of a draw by their organiser.
var ErrDraw = errors.New("publiclog: this is no announcement of a draw")
