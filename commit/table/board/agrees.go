package board

import (
	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// Agrees compares what this seat has read with an audit of what the board shows now. If they
// differ, it returns a [record.ErrFork].
func (s *Seat) Agrees(audit *table.Table) error {
	if s.Player == nil || audit == nil || s.Player.Head() != audit.Head() {
		return wrap.Errorf(record.ErrFork, "seat %d has read something else than the board shows now", s.Number)
	}
	return nil
}
