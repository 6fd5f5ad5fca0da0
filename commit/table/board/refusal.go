package board

import (
	"errors"
	"fmt"

	"github.com/squaredeal/squaredeal/commit/record"
)

// A Reason is why a board refuses a post.
type Reason byte

// The reasons, and what whoever posts does then.
const (
	Malformed Reason = 1 + iota // it is no post of this board: nothing
	Signature                   // its signature is wrong: nothing
	NoPlace                     // it has no place, as what it names is past: nothing
	Later                       // it can't have a place yet: post it again soon
	Full                        // the board has no room for now: post it again after a while
	Closed                      // the board has signed its last head: nothing
)

// String returns the reason in lower case.
func (r Reason) String() string {
	if r < Malformed || r > Closed {
		return fmt.Sprintf("Reason(%d)", byte(r))
	}
	return [...]string{"malformed", "signature", "no place", "later", "full", "closed"}[r-Malformed]
}

// A Refusal is why a post has no place. It is nobody's fault, and ends nothing.
type Refusal struct {
	Reason Reason
	Err    error // what is wrong in particular, or nil
}

// Error returns the reason, and Err.
func (r *Refusal) Error() string {
	if r.Err == nil {
		return "board: refused: " + r.Reason.String()
	}
	return fmt.Sprintf("board: refused: %v: %v", r.Reason, r.Err)
}

// Unwrap returns Err.
func (r *Refusal) Unwrap() error { return r.Err }

func refuse(reason Reason, format string, a ...any) error {
	return &Refusal{reason, fmt.Errorf(format, a...)}
}

// refused returns the refusal for an error of package record.
func refused(err error) error {
	reason := NoPlace
	switch {
	case errors.Is(err, record.ErrMalformed):
		reason = Malformed
	case errors.Is(err, record.ErrSignature):
		reason = Signature
	case errors.Is(err, record.ErrUnread):
		reason = Later
	}
	return &Refusal{reason, err}
}

// soon reports whether to post the same again.
func (r *Refusal) soon() bool { return r != nil && (r.Reason == Later || r.Reason == Full) }
