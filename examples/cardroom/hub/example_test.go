package hub_test

import (
	"context"
	"fmt"
	"log"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/commit/table/board/boardtest"
	"github.com/squaredeal/squaredeal/examples/cardroom/hub"
)

// Two seats play in the process that keeps their board. The game is any table.Game.
func Example() {
	dir, err := os.MkdirTemp("", "hub")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	game := boardtest.Sums(3)
	h, err := hub.Start(hub.Config{Key: record.GenerateKey().Bytes(), Game: game, Dir: dir, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		log.Fatal(err)
	}
	defer h.Close()
	ctx := context.Background()
	id, err := h.Create(ctx, board.Offer{Game: []byte("sums"), Seats: 2, Longest: 32, Grace: 10 * time.Second}, false)
	if err != nil {
		log.Fatal(err)
	}
	var seats sync.WaitGroup
	for range 2 {
		seats.Go(func() {
			seat := board.Seat{Board: h.Follow(id), Number: board.AnySeat, Game: game}
			if err := seat.Play(ctx); err != nil {
				log.Print(err)
			}
		})
	}
	seats.Wait()
	posts, err := board.All(ctx, h.Follow(id))
	if err != nil {
		log.Fatal(err)
	}
	match, err := board.Audit(posts, game)
	fmt.Println(err, match.Final(), len(match.Outs()), "out")
	// Output: <nil> true 0 out
}
