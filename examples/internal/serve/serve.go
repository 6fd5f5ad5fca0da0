// Package serve is what the examples that serve a page have in common, which do so until they
// are asked to end; and those that serve a board, which do so while they play.
package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/commit/table/board/httpboard"
)

// Context returns the context of a process, which ends with Ctrl-C, or when it is terminated.
// A second time, the process ends at once.
func Context() context.Context {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx
}

// Link returns the address of the page for a browser on this machine.
func Link(addr net.Addr) string {
	tcp, ok := addr.(*net.TCPAddr)
	if ok && tcp.IP.IsUnspecified() {
		return fmt.Sprintf("http://localhost:%d", tcp.Port)
	}
	return fmt.Sprintf("http://%v", addr)
}

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

// Until serves until the context ends, or something else is broken, whose error it returns.
// When the context ends, requests under way may take some patience more; then they are cut off.
func Until(ctx context.Context, server *http.Server, l net.Listener, broken <-chan error, patience time.Duration, log *slog.Logger) error {
	served := make(chan error, 1)
	go func() { served <- server.Serve(l) }()
	select {
	case err := <-served:
		return err
	case err := <-broken:
		return errors.Join(err, server.Close())
	case <-ctx.Done():
	}
	log.Info("closing")
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	err := server.Shutdown(closing)
	if errors.Is(err, context.DeadlineExceeded) {
		log.Warn("cut off what was still under way")
		return server.Close()
	}
	return err
}
