// Command cardroom serves a room where people play cards in their browsers, and nobody deals:
// hold'em, rummy and Hearts on package commit/table, with NATS JetStream as the board.
//
// Without flags it keeps all tables in a folder of the current directory, and prints the
// address of the page. README.md says how to run it for more than that.
package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"time"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/cardroom/hub"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/bots"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/games"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/room"
	"github.com/squaredeal/squaredeal/examples/cardroom/web"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/serve"
)

//go:generate go run ./internal/generate

// patience is how long requests that are under way may take when the room closes.
const patience = 5 * time.Second

func main() {
	os.Exit(run(serve.Context(), os.Args[1:], os.Stdout, os.Stderr))
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	return cli.Run("cardroom", usage, stdout, stderr, func(out *bufio.Writer) error {
		o, err := parse(args)
		switch {
		case err != nil:
			return err
		case o.audit != "":
			return audit(o.audit, out)
		}
		return o.serve(ctx, stdout, slog.New(slog.NewTextHandler(stderr, nil)))
	})
}

// watch begins a game of which only what everybody may know matters.
func watch(terms table.Terms, seat int, secret []byte) (table.Game, error) {
	return games.New(terms, seat, secret)
}

// serve opens the room, prints its address, and closes it when the context ends.
func (o options) serve(ctx context.Context, stdout io.Writer, log *slog.Logger) error {
	key, err := loadKey(o.data)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", o.addr)
	if err != nil {
		return err
	}
	defer listener.Close()
	program, err := program(ctx, log)
	if err != nil {
		return err
	}
	pages, err := web.Handler(program)
	if err != nil {
		return err
	}
	h, err := hub.Start(hub.Config{
		Key: key, Game: watch, PerSeat: games.PerSeat, Log: log, Dir: o.data, Peers: o.peers, Name: o.name, URLs: o.nats, Replicas: o.replicas,
	})
	if err != nil {
		return err
	}
	defer h.Close()
	handler, err := room.New(h, pages, log)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	server := room.NewServer(handler, log)
	server.BaseContext = func(net.Listener) context.Context { return ctx } // of WebSockets, too
	if o.bots > 0 {
		filled := make(chan struct{})
		go func() {
			defer close(filled)
			if err := bots.Fill(ctx, h, o.data, o.bots, log); err != nil {
				log.Error("no bots sit down", "error", err)
			}
		}()
		defer func() { cancel(); <-filled }()
	}
	fmt.Fprintln(stdout, serve.Link(listener.Addr()))
	return serve.Until(ctx, server, listener, h.Done(), patience, log)
}

// program returns the player's program: what go generate has made, in a binary that embeds it,
// or else compiled now.
func program(ctx context.Context, log *slog.Logger) (web.Program, error) {
	if embedded.Wasm != nil {
		return embedded, nil
	}
	log.Info("compiling the players' program, which takes a minute the first time")
	return web.Build(ctx)
}

var embedded web.Program
