package board

import (
	"errors"
	"fmt"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// Audit reads all posts of a board, as somebody without a seat who trusts nobody. They must end
// with the board's second signed head, and both heads agree with what was read before them; or,
// before the end, with a head that the board has signed when it was asked for one. An
// [ErrEarly] names the board: it closed before grace and bank had passed since the end, and a
// seat's closing is missing. Audit returns the table as far as it came, also with an error;
// nil if no match began.
func Audit(posts []record.Post, game NewGame) (*table.Table, error) {
	w := NewWatcher(game)
	for i, p := range posts {
		if p.Number != uint64(i+1) {
			return w.table, wrap.Errorf(ErrMalformed, "post %d is numbered %d", i+1, p.Number)
		}
		if record.IsHead(p.Bytes) && w.table != nil {
			_, err := w.heads.check(w.lobby.agreement, w.table, p.Bytes)
			if i == len(posts)-1 && err == errNoEnd {
				return w.table, nil
			}
			if errors.Is(err, record.ErrFork) || errors.Is(err, record.ErrUnread) { // not a stranger's, or again
				return w.table, fmt.Errorf("board: post %d: %w", p.Number, err)
			}
		}
		if _, err := w.Read(p); err != nil {
			return w.table, err
		}
	}
	if !w.Closed() {
		return w.table, fmt.Errorf("%w, by %d of 2 heads after %d posts", ErrUnsigned, len(w.heads.signed), len(posts))
	}
	if w.table == nil {
		return nil, ErrNeverBegan
	}
	patience := w.lobby.offer.Grace + w.lobby.offer.Bank
	if took := w.heads.signed[1].Stamp - w.heads.signed[0].Stamp; !w.table.Closed() && took < patience.Milliseconds() {
		return w.table, wrap.Errorf(ErrEarly, "%d ms after the end, not %v, without the closings of seats %v", took, patience, w.table.Awaited())
	}
	return w.table, nil
}
