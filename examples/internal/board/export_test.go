package board

import "context"

// PlayOn is Play of a seat that has its table.
func (s *Seat) PlayOn(ctx context.Context) {
	for s.connect(ctx) == ErrRestarted {
	}
}
