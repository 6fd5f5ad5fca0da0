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
func Board(ctx context.Context, l *board.Local, addr string, notices io.Writer, play func(context.Context, board.Board) error) error {
	if addr == "" {
		return play(ctx, l)
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	fmt.Fprintf(notices, "The board listens on %s\n", listener.Addr())
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	served := make(chan error, 1)
	go func() { served <- httpboard.Serve(ctx, listener, l, httpboard.Options{}) }()
	if err = play(ctx, l); err != nil {
		time.AfterFunc(2*time.Second, cancel) // so that the others see the end, if it is one
	}
	return cmp.Or(err, <-served)
}
