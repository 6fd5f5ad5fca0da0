package httpboard_test

import (
	"context"
	"fmt"
	"log"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/commit/table/board/boardtest"
	"github.com/squaredeal/squaredeal/commit/table/board/httpboard"
)

// A server keeps a board in a file; two programs play at it over a socket, and keep their seats in files.
func Example() {
	ctx := context.Background()
	dir, _ := os.MkdirTemp("", "")
	defer os.RemoveAll(dir)
	game := boardtest.Sums(3) // or your own

	key, err := httpboard.LoadKey(filepath.Join(dir, "board.key"))
	if err != nil {
		log.Fatal(err)
	}
	posts, err := httpboard.OpenBoardFile(filepath.Join(dir, "board"))
	if err != nil {
		log.Fatal(err)
	}
	b, err := board.Open(board.Offer{Game: []byte("sums"), Seats: 2, Longest: 32, Grace: 5 * time.Second}, key, game, posts)
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	go httpboard.Serve(ctx, listener, b, httpboard.Options{})

	played := make(chan error)
	for seat := range 2 {
		s := board.Seat{Board: httpboard.Dial("http://" + listener.Addr().String()), Number: seat, Game: game,
			Keeper: httpboard.KeeperFile(filepath.Join(dir, fmt.Sprint("seat", seat)))}
		go func() { played <- s.Play(ctx) }()
	}
	fmt.Println(<-played, <-played)
	// Output: <nil> <nil>
}
