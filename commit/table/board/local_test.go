package board_test

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/commit/table/board/boardtest"
)

func TestPlay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, err := board.Open(board.Offer{Game: []byte("sums"), Seats: 3, Longest: 64, Grace: 4 * time.Second}, record.GenerateKey(), boardtest.Sums(5), nil)
		if err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		done := make(chan error)
		for range 3 {
			go func() {
				s := board.Seat{Board: l, Number: board.AnySeat, Game: boardtest.Sums(5)}
				done <- s.Play(t.Context())
			}()
		}
		for range 3 {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		posts, _ := board.All(t.Context(), l)
		a, err := board.Audit(posts, boardtest.Sums(5))
		t.Log(len(posts), err, time.Since(begun), a.Outs())
	})
}
