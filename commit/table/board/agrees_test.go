package board_test

import (
	"errors"
	"testing"
	"testing/synctest"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/commit/table/board/boardtest"
)

// A seat agrees with an audit of its own match, and with none of another one.
func TestAgrees(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var audits [2]*table.Table
		var seats [2]*board.Seat
		for i := range audits {
			l := open(t, 2, 1, nil)
			seats[i] = seatOf(l, 0, 1)
			play(t.Context(), seats[i], seatOf(l, 1, 1))
			var err error
			if audits[i], err = board.Audit(all(t, l), boardtest.Sums(1)); err != nil {
				t.Fatal(err)
			}
		}
		for i, s := range seats {
			if err := s.Agrees(audits[i]); err != nil {
				t.Error(err)
			}
			for _, other := range []*table.Table{audits[1-i], nil} {
				if err := s.Agrees(other); !errors.Is(err, record.ErrFork) {
					t.Errorf("match %d: %v", i, err)
				}
			}
		}
		if err := new(board.Seat).Agrees(audits[0]); !errors.Is(err, record.ErrFork) {
			t.Error(err)
		}
	})
}
