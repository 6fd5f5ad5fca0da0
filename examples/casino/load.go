package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/load"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

// play has many players play, and prints how that went. They find fault with every answer that
// isn't right.
func (o options) play(ctx context.Context, stdout io.Writer) (err error) {
	if err := o.reach(ctx, "/api/games"); err != nil {
		return err
	}
	var report interface{ Print(w io.Writer) }
	if o.crash {
		report, err = load.Crash(ctx, o.urls, o.players, o.duration)
	} else {
		report, err = load.Run(ctx, o.urls, o.players, o.duration)
	}
	report.Print(stdout)
	if err != nil {
		return cli.CheckFailed(err)
	}
	return nil
}

// listenIn has many connections listen to crash, and prints how late they hear of it.
func (o options) listenIn(ctx context.Context, stdout io.Writer) error {
	if err := o.reach(ctx, "/api/crash"); err != nil {
		return err
	}
	report, err := load.Watch(ctx, o.urls, o.connections, o.duration)
	report.Print(stdout)
	return err
}

// probe checks that casinos and their databases work.
func (o options) probe(ctx context.Context) error {
	if err := o.reach(ctx, "/healthz"); err != nil {
		return cli.CheckFailed(err)
	}
	return nil
}

// reach finds out whether a casino answers at each address. Later, players go on asking one
// that doesn't answer, as it may come back.
func (o options) reach(ctx context.Context, path string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for _, address := range o.urls {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, address+path, nil)
		if err != nil {
			return err
		}
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			return err
		}
		response.Body.Close()
		if response.StatusCode != http.StatusOK {
			return fmt.Errorf("%s isn't an open casino: %s", address, response.Status)
		}
	}
	return nil
}
