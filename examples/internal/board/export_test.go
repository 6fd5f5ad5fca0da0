package board

import (
	"context"
	"errors"
)

// PlayOn is Play of a seat that has its table.
func (s *Seat) PlayOn(ctx context.Context) {
	for s.connect(ctx) == ErrRestarted {
	}
}

// Close ends the board: it takes nothing more, and its file can be opened again.
func (l *Local) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.err = errors.Join(l.err, errors.New("the board is closed"))
	if l.file == nil {
		return nil
	}
	return l.file.Close()
}
