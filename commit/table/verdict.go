package table

import (
	"fmt"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/internal/kind"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Verdict is what becomes of a statement that has a place.
type Verdict struct {
	Void bool // it has no effect, whatever its message says besides its kind and length
	Tick bool // it lets time go on
}

// Would returns the verdict on a statement, were it the next one, and changes nothing. It doesn't
// check the signature: see [record.Agreement.Verify]. The error, of package record
// unless the Table is zero, says why the statement would have no place.
func (t *Table) Would(st record.Statement) (Verdict, error) {
	if t.reader == nil {
		return Verdict{}, errZero
	}
	if err := t.reader.Fits(st); err != nil {
		return Verdict{}, err
	}
	return t.rule(st)
}

// rule returns the verdict on a statement that fits, by its kind, its length and the state. It
// doesn't depend on stamps: a statement that is posted again has another one.
func (t *Table) rule(st record.Statement) (v Verdict, err error) {
	s := &t.seats[st.Seat]
	is := func(k byte, length int) bool { return st.Kind == k && st.Len == length }
	switch {
	case t.end > 0 || t.round == 0:
	case is(kind.Tick, 0):
		v.Tick = true
	case st.Kind == kind.Say && s.since >= 0 && st.Places >= s.since:
	case is(kind.Leave, leaveLen-1) && !s.out && s.leaves == 0:
	default:
		v.Void = true
	}
	fault := ""
	switch {
	case t.end > 0 && !is(kind.Closing, 0):
		fault = "the game is over"
	case t.end == 0 && t.round == 0 && !is(kind.Hello, 0):
		fault = "the game hasn't begun"
	case v.Tick && s.ticks >= t.maxTicks():
		fault = "it has made all its ticks"
	case v.Void && s.voids >= maxVoids:
		fault = fmt.Sprintf("%d of its statements had no effect", maxVoids)
	case st.Pruned() && !v.Void:
		fault = "its message is missing"
	}
	if fault != "" {
		return Verdict{}, wrap.Errorf(record.ErrNoPlace, "seat %d: %s", st.Seat, fault)
	}
	return v, nil
}
