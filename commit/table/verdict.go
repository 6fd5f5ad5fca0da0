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

// Would returns what would become of a statement if it was the next one, whatever its
// signature: see [record.Agreement.Verify]. It changes nothing. The error, of package
// record, says why it would have no place.
func (t *Table) Would(st record.Statement) (Verdict, error) {
	if t.reader == nil {
		return Verdict{}, errZero
	}
	if err := t.reader.Fits(st); err != nil {
		return Verdict{}, err
	}
	return t.rule(st)
}

// rule returns what becomes of a statement that fits, by nothing but its kind, its length and
// the state. That doesn't depend on stamps: posted again, a statement has another.
func (t *Table) rule(st record.Statement) (v Verdict, err error) {
	s, none := &t.seats[st.Seat], ""
	is := func(k byte, length int) bool { return st.Kind == k && st.Len == length }
	switch {
	case t.end > 0 && !is(kind.Closing, 0):
		none = "the game is over"
	case t.end == 0 && t.round == 0 && !is(kind.Hello, 0):
		none = "the game hasn't begun"
	case t.end > 0 || t.round == 0:
	case is(kind.Tick, 0):
		if v.Tick = true; s.ticks >= t.maxTicks() {
			none = "it has made all its ticks"
		}
	case st.Kind == kind.Say && s.since >= 0 && st.Places >= s.since:
	case is(kind.Leave, leaveLen-1) && !s.out && s.leaves == 0:
	default:
		if v.Void = true; s.voids >= maxVoids {
			none = fmt.Sprintf("%d of its statements had no effect", maxVoids)
		}
	}
	if none == "" && st.Pruned() && !v.Void {
		none = "its message is missing"
	}
	if none != "" {
		return Verdict{}, wrap.Errorf(record.ErrNoPlace, "seat %d: %s", st.Seat, none)
	}
	return v, nil
}
