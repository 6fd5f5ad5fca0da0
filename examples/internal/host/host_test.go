package host_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/commit/table/board/boardtest"
	"github.com/squaredeal/squaredeal/examples/internal/host"
)

// Whoever hosts a board is told once when its storage fails, and when it is back.
func TestStorage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		storage := new(boardtest.Storage)
		offer := board.Offer{Game: []byte("sums"), Seats: 2, Longest: 9, Grace: time.Second}
		l, err := board.Open(offer, record.GenerateKey(), boardtest.Sums(1), storage)
		if err != nil {
			t.Fatal(err)
		}
		var notices bytes.Buffer
		var told []int // lines, after each step
		err = host.Board(t.Context(), l, "", &notices, func(ctx context.Context, b board.Board) error {
			posts, err := b.Posts(ctx, 1, false)
			if err != nil {
				return err
			}
			offer, err := board.ParseOffer(posts[0].Bytes)
			if err != nil {
				return err
			}
			for _, room := range []int{0, 0, boardtest.AllRoom, boardtest.AllRoom} {
				storage.Room(room)
				b.Post(ctx, offer.Ask(0, record.GenerateKey(), nil))
				time.Sleep(3 * time.Second)
				synctest.Wait()
				told = append(told, strings.Count(notices.String(), "\n"))
			}
			return nil
		})
		if text := notices.String(); err != nil || len(told) != 4 || told[0] != 1 || told[1] != 1 || told[2] != 2 || told[3] != 2 {
			t.Errorf("%v, %v: %s", err, told, text)
		}
	})
}
