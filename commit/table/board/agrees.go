package board

import (
	"fmt"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

// Agrees compares what this seat has read with an audit of what the board shows now. If they
// differ, it returns a [record.ErrFork].
func (s *Seat) Agrees(audit *table.Table) error {
	if s.Player == nil || audit == nil || s.Player.Head() != audit.Head() {
		return fmt.Errorf("%w: seat %d has read something else than the board shows now", record.ErrFork, s.Number)
	}
	return nil
}
