package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/api"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/casino/internal/operator"
	"github.com/squaredeal/squaredeal/examples/casino/internal/vault"
	"github.com/squaredeal/squaredeal/examples/casino/web"
	"github.com/squaredeal/squaredeal/examples/internal/games"
	"github.com/squaredeal/squaredeal/examples/internal/serve"
)

// patience is how long requests that are under way may take when the casino closes. All but
// exports of long histories have less time anyway.
const patience = 15 * time.Second

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
	defer o.work(ctx, h, log)()
	players, figures, err := servers(h, log)
	if err != nil {
		return err
	}
	defer figures.Close()
	public, private, err := o.listen()
	if err != nil {
		return err
	}
	log.Info("open", "address", public.Addr().String(), "operator", private.Addr().String(), "key", keys.Newest())
	fmt.Fprintln(stdout, serve.Link(public.Addr()))

	broken := make(chan error, 1)
	go func() { broken <- figures.Serve(private) }()
	return serve.Until(ctx, players, public, broken, patience, log)
}

// work begins what a casino does without being asked: it runs crash, and adds to the public
// log. The function that it returns ends that.
func (o options) work(ctx context.Context, h *house.House, log *slog.Logger) (end func()) {
	working, stop := context.WithCancel(ctx)
	var workers sync.WaitGroup
	workers.Go(func() { h.Croupier(o.beacon, house.DefaultTimes).Run(working, log) })
	workers.Go(func() {
		h.KeepLog(working, func(err error) { log.Error("nothing was added to the public log", "error", err) })
	})
	return func() {
		stop()
		workers.Wait()
	}
}

// servers returns the one for players, and the one for the operator and for Prometheus.
func servers(h *house.House, log *slog.Logger) (players, figures *http.Server, err error) {
	pages, err := web.Handler()
	if err != nil {
		return nil, nil, err
	}
	page, err := operator.New(h, log)
	if err != nil {
		return nil, nil, err
	}
	public, metrics := api.New(h, pages, log)
	private := http.NewServeMux()
	private.Handle("GET /metrics", operator.Local(metrics))
	private.Handle("/", page)
	return api.NewServer(public, log), api.NewServer(private, log), nil
}

// listen returns the listener for players, and the one for the operator.
func (o options) listen() (public, private net.Listener, err error) {
	if public, err = net.Listen("tcp", o.addr); err != nil {
		return nil, nil, err
	}
	if private, err = net.Listen("tcp", o.operator); err != nil {
		return nil, nil, errors.Join(err, public.Close())
	}
	return public, private, nil
}

// logger returns the log on standard error, in its format.
func (o options) logger(w io.Writer) *slog.Logger {
	switch o.log {
	case "json":
		return slog.New(slog.NewJSONHandler(w, nil))
	case "debug":
		return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	return slog.New(slog.NewTextHandler(w, nil))
}
