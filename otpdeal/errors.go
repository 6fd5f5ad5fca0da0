package otpdeal

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/internal/seats"
)

// Every error of this package wraps one of these or the error of a store function.
// None holds a card or a key.
var (
	// ErrMalformed: an argument or an encoding breaks its format or range, or is a zero value.
	ErrMalformed = errors.New("otpdeal: malformed")
	// ErrSender: a message of this kind doesn't go from this seat to that one.
	ErrSender = errors.New("otpdeal: wrong sender")
	// ErrState: the call or the message isn't possible in the current state.
	ErrState = errors.New("otpdeal: wrong state")
	// ErrTaken: two seats claim the same key number.
	ErrTaken = errors.New("otpdeal: key number taken")
	// ErrCards: a hand isn't 13 different cards, or the entries aren't a full deck.
	ErrCards = errors.New("otpdeal: wrong cards")
	// ErrMismatch: bytes differ from those that they must repeat.
	ErrMismatch = errors.New("otpdeal: mismatch")
	// ErrDisputed: the two ends of a message recorded it differently.
	ErrDisputed = errors.New("otpdeal: disputed")
	// ErrMissing: a message, a record or the entries weren't given.
	ErrMissing = errors.New("otpdeal: missing")
)

// A BlameError names seats at least one of which did what no honest seat does. A
// role that refuses a message can't always tell which one: then it names several. The
// comment of each role says when.
type BlameError struct {
	Seats []int // [HostSeat] and so on, ascending, never empty
	Err   error // what is wrong; it wraps one of this package's errors
}

func blame(err error, at ...int) *BlameError { return &BlameError{seats.Sorted(at...), err} }

// Error returns the text of Err, then the seats.
func (e *BlameError) Error() string { return seats.Blame(e.Err, e.Seats) }

// Unwrap returns Err.
func (e *BlameError) Unwrap() error { return e.Err }

// An AuditError says why an [Audit] didn't confirm a deal.
type AuditError struct {
	// Findings are contradictions. At least one of the seats that each names deviated
	// from the protocol: it sent what it shouldn't have, or its record lies.
	Findings []*BlameError
	// Missing is what wasn't given, and what a record lacks though it has what precedes
	// it.
	Missing []*MissingError
}

// A MissingError says that a seat hasn't given its record or the entries, or that its
// record lacks a message. That alone accuses nobody: if the seats agree that the deal
// was finished, the seat withholds something; if it was broken off, it shows where.
type MissingError struct {
	Seat int
	Err  error // what is missing; it wraps [ErrMissing]
}

// Error returns the text of Err, then the seat.
func (e *MissingError) Error() string { return seats.Blame(e.Err, []int{e.Seat}) }

// Unwrap returns Err.
func (e *MissingError) Unwrap() error { return e.Err }

// Error returns the findings and what is missing, at most eight of them.
func (e *AuditError) Error() string {
	var texts []string
	for i, err := range e.Unwrap() {
		if i == 8 {
			texts = append(texts, fmt.Sprintf("%d more", len(e.Findings)+len(e.Missing)-i))
			break
		}
		texts = append(texts, err.Error())
	}
	return strings.Join(texts, "; ")
}

// Unwrap returns the findings and then what is missing, for [errors.As] and
// [errors.Is].
func (e *AuditError) Unwrap() (list []error) {
	for _, finding := range e.Findings {
		list = append(list, finding)
	}
	for _, missing := range e.Missing {
		list = append(list, missing)
	}
	return list
}

// Suspects returns the seats that all findings name, in ascending order. If there are
// findings, and only one seat has deviated, it is among them. It is no proof: two seats
// that both deny what an honest one sent make that one the only suspect.
func (e *AuditError) Suspects() (list []int) {
	for seat := range NumSeats {
		spared := func(b *BlameError) bool { return !slices.Contains(b.Seats, seat) }
		if len(e.Findings) > 0 && !slices.ContainsFunc(e.Findings, spared) {
			list = append(list, seat)
		}
	}
	return list
}
