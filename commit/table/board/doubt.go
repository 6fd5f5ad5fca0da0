package board

import (
	"errors"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// doubt returns an [ErrFalse] if no honest board shows a post that had no place: nobody has
// signed it so, or its signer has read something else, also of that what wasn't shown yet. Boards
// that race for one sequence may show others without a place. The table is nil while seats are free.
func (l *lobby) doubt(t *table.Table, h *heads, p record.Post) error {
	r, noRequest := ParseRequest(p.Bytes)
	st, noStatement := record.ParseStatement(p.Bytes)
	var err error
	switch {
	case l.closed():
	case l.offer == nil:
		err = errors.New("it is no offer, and the first")
	case noRequest == nil && !r.signed(*l.offer):
		err = errors.New("a request that its key hasn't signed")
	case noRequest == nil:
	case record.IsHead(p.Bytes) && t != nil:
		err = h.doubt(l.agreement, t, p.Bytes)
	case noStatement != nil:
		err = errors.New("it is nothing that anybody says")
	case l.resets > 0 && !l.begun(): // it may be of the lobby before
	case l.reader == nil:
		err = errors.New("a statement, while seats are free")
	default:
		err = l.doubtStatement(t, p.Bytes, st)
	}
	if err != nil {
		err = wrap.Errorf(ErrFalse, "post %d: %w", p.Number, err)
	}
	return err
}

func (l *lobby) doubtStatement(t *table.Table, post []byte, st record.Statement) error {
	if _, err := l.agreement.Verify(post); err != nil {
		return err
	}
	places, headAt := l.reader.Places(), l.reader.HeadAt
	if t != nil {
		places, headAt = t.Places(), t.HeadAt
	}
	head, ok := headAt(st.Places)
	switch {
	case st.Places > places:
		return wrap.Errorf(record.ErrUnread, "seat %d names place %d of %d", st.Seat, st.Places, places)
	case ok && head != st.Head:
		return wrap.Errorf(record.ErrFork, "seat %d names another head at place %d", st.Seat, st.Places)
	}
	return nil
}

// Agrees compares what this seat has read with an audit of what the board shows now. If they
// differ, it returns a [record.ErrFork].
func (s *Seat) Agrees(audit *table.Table) error {
	if s.Player == nil || audit == nil || s.Player.Head() != audit.Head() {
		return wrap.Errorf(record.ErrFork, "seat %d has read something else than the board shows now", s.Number)
	}
	return nil
}
