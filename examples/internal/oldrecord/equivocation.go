package oldrecord

import (
	"fmt"

	"github.com/squaredeal/squaredeal/internal/seats"
)

// An Equivocation is two statements that one seat has signed and that contradict
// each other: proof that it cheated, for anybody who knows the table. No honest seat
// signs such a pair, whatever the others and the network do.
type Equivocation struct{ first, second *statement } // the lower number first, then the lower digest

var errZeroEquivocation = malformed("zero Equivocation")

// newEquivocation returns the equivocation of two contradicting statements.
func newEquivocation(a, b *statement) *Equivocation {
	if compare(a, b) > 0 {
		a, b = b, a
	}
	return &Equivocation{a, b}
}

// ParseEquivocation reads what [Equivocation.Bytes] returned, and verifies it: both
// statements belong to the table, are signed by the same seat, and contradict each
// other. It returns an [ErrMalformed] or an [ErrSignature] otherwise.
func ParseEquivocation(table Table, b []byte) (*Equivocation, error) {
	entries, err := Split(b)
	if err != nil {
		return nil, err
	}
	if len(entries) != 2 {
		return nil, malformed("%d statements, not 2", len(entries))
	}
	first, err := ParseStatement(table, entries[0])
	if err != nil {
		return nil, err
	}
	second, err := ParseStatement(table, entries[1])
	if err != nil {
		return nil, err
	}
	if !contradict(first.p, second.p) || compare(first.p, second.p) > 0 {
		return nil, malformed("the statements don't contradict each other, or aren't in order")
	}
	return &Equivocation{first.p, second.p}, nil
}

// Seat returns the guilty seat. It panics for the zero value, which blames nobody.
func (e *Equivocation) Seat() int {
	if e.first == nil {
		panic(errZeroEquivocation)
	}
	return e.first.seat
}

// Statements returns the two statements: the one with the lower number first, or
// with the lower digest if their numbers are the same.
func (e *Equivocation) Statements() (first, second Statement) {
	return Statement{e.first}, Statement{e.second}
}

// Bytes returns the evidence for a third party: a transcript of the two statements.
func (e *Equivocation) Bytes() []byte {
	if e.first == nil {
		return nil
	}
	return appendEntry(appendEntry(nil, e.first), e.second)
}

// Error names the seat and the statements' numbers.
func (e *Equivocation) Error() string {
	if e.first == nil {
		return errZeroEquivocation.Error()
	}
	err := fmt.Errorf("%w: statements %d and %d", ErrEquivocation, e.first.number, e.second.number)
	return seats.Blame(err, []int{e.first.seat})
}

// Unwrap returns [ErrEquivocation].
func (e *Equivocation) Unwrap() error { return ErrEquivocation }
