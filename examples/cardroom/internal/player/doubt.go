package player

import (
	"errors"
	"fmt"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/client"
)

// In this order, as a [board.ErrFalse] may also be one of the first two.
var kinds = []struct {
	is   error
	kind string
}{
	{record.ErrFork, "fork"}, {record.ErrUnread, "fork"}, {board.ErrFalse, "forged"}, {table.ErrAstray, "astray"},
	{client.ErrProtocol, "protocol"}, {client.ErrHeld, "held"}, {client.ErrDenied, "denied"},
}

// Kind returns a page's word for a doubt of a board, of [Player.Doubt] or [client.Client.Doubt]:
// forged, fork, astray, protocol, held or denied. It is empty for any other error and for nil.
func Kind(doubt error) string {
	for _, k := range kinds {
		if errors.Is(doubt, k.is) {
			return k.kind
		}
	}
	return ""
}

// doubts tells what changes.
type doubts struct{ told error }

func (d *doubts) tell(doubt error, tell func(error)) {
	if fmt.Sprint(doubt) != fmt.Sprint(d.told) && tell != nil {
		tell(doubt)
	}
	d.told = doubt
}
