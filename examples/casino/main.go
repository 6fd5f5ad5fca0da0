// Command casino is a game server whose players check every round, for play money: six games
// by package seedrng, and crash by chains of package commit, with a database.
//
// Without flags it keeps an SQLite file and a key file in the current directory, and prints
// the address of the page to play. README.md says how to run it for more than that.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/api"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/casino/internal/operator"
	"github.com/squaredeal/squaredeal/examples/casino/internal/vault"
	"github.com/squaredeal/squaredeal/examples/casino/web"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/games"
	"github.com/squaredeal/squaredeal/examples/internal/serve"
)

// patience is how long requests that are under way may take when the casino closes. All but
// exports of long histories have less time anyway.
const patience = 15 * time.Second

func main() {
	os.Exit(run(serve.Context(), os.Args[1:], os.Stdout, os.Stderr))
}

// run is main, with an exit status: 1 if a mode finds what isn't right or gets no answer, 2 if
// the command line is wrong or the program can't do its work.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parse(args)
	if errors.Is(err, flag.ErrHelp) {
		io.WriteString(stdout, usage)
		return 0
	}
	if err == nil {
		err = o.do(ctx, stdout, stderr)
	}
	if err != nil {
		fmt.Fprintf(stderr, "casino: %v\n", err)
	}
	return cli.Status(err)
}

// serve opens the casino, and closes it when the context ends: requests under way are
// finished first.
func (o options) serve(ctx context.Context, stdout io.Writer, log *slog.Logger) (err error) {
	keys, made, err := vault.Load(o.key)
	if err != nil {
		return err
	}
	if made {
		log.Info("made a key file", "file", o.key, "key", keys.Newest())
	}
	h, err := house.Open(ctx, o.db, keys)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.Close()) }()
	h.SetBankroll(o.bankroll * games.Coin)
	leave, err := h.Attend(ctx, false)
	if err != nil {
		return err
	}
	defer leave()
	working, stop := context.WithCancel(ctx)
	var workers sync.WaitGroup
	workers.Go(func() { h.Croupier(o.beacon, house.DefaultTimes).Run(working, log) })
	workers.Go(func() {
		h.KeepLog(working, func(err error) { log.Error("nothing was added to the public log", "error", err) })
	})
	defer workers.Wait()
	defer stop()
	pages, err := web.Handler()
	if err != nil {
		return err
	}
	page, err := operator.New(h, log)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", o.addr)
	if err != nil {
		return err
	}
	private, err := net.Listen("tcp", o.operator)
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	players, metrics := api.New(h, pages, log)
	inside := http.NewServeMux()
	inside.Handle("GET /metrics", metrics)
	inside.Handle("/", page)
	server, figures := api.NewServer(players, log), api.NewServer(inside, log)
	defer figures.Close()
	log.Info("open", "address", listener.Addr().String(), "operator", private.Addr().String(), "key", keys.Newest())
	fmt.Fprintln(stdout, serve.Link(listener.Addr()))

	broken := make(chan error, 1)
	go func() { broken <- figures.Serve(private) }()
	return serve.Until(ctx, server, listener, broken, patience, log)
}

// upkeep does something with the database. A file that isn't there has another name: to
// make an empty one, and do nothing with it, would look like success.
func (o options) upkeep(ctx context.Context, work func(h *house.House) error) error {
	files := []string{o.key}
	if house.IsFile(o.db) {
		files = append(files, o.db)
	}
	for _, name := range files {
		if _, err := os.Stat(name); err != nil {
			return err
		}
	}
	keys, _, err := vault.Load(o.key)
	if err != nil {
		return err
	}
	h, err := house.Open(ctx, o.db, keys)
	if err != nil {
		return err
	}
	return errors.Join(work(h), h.Close())
}

// each does something with every session, and says with how many.
func (o options) each(ctx context.Context, stdout io.Writer, done string,
	work func(h *house.House, ctx context.Context) (int, error)) error {
	return o.upkeep(ctx, func(h *house.House) error {
		n, err := work(h, ctx)
		if err == nil || n > 0 {
			fmt.Fprintf(stdout, "%s %s\n", cli.Count(n, "session"), done)
		}
		return err
	})
}
