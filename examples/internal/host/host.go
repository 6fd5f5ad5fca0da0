// Package host is for the examples whose first process keeps the board: it serves that while it
// plays.
package host

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/commit/table/board/httpboard"
)

// Board serves a board at an address, which it prints, while a function plays on it. It returns
// when the match is over, or the function fails before that. Without an address, it only plays.
// It tells when the board's storage begins to fail, and when it doesn't any more.
func Board(ctx context.Context, l *board.Local, addr string, notices io.Writer, play func(context.Context, board.Board) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go watch(ctx, l, notices)
	if addr == "" {
		return play(ctx, l)
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	fmt.Fprintf(notices, "The board listens on %s\n", listener.Addr())
	served := make(chan error, 1)
	go func() { served <- httpboard.Serve(ctx, listener, l, httpboard.Options{}) }()
	if err = play(ctx, l); err != nil {
		time.AfterFunc(2*time.Second, cancel) // so that the others see the end, if it is one
	}
	return cmp.Or(err, <-served)
}

func watch(ctx context.Context, l *board.Local, notices io.Writer) {
	look := time.NewTicker(time.Second)
	defer look.Stop()
	for failing := false; ; {
		select {
		case <-look.C:
		case <-ctx.Done():
			return
		}
		err := l.StorageError()
		switch {
		case err != nil && !failing:
			fmt.Fprintf(notices, "The board can't keep what is said, so the match stands still: %v\n", err)
		case err == nil && failing:
			fmt.Fprintln(notices, "The board keeps what is said again")
		}
		failing = err != nil
	}
}
