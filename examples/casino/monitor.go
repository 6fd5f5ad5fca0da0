package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/monitor"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/publiclog"
)

// monitorEvery is how often a log is looked at.
const monitorEvery = time.Minute

// follow follows the public log of a casino: once, or for as long as -for says. What it has
// seen is kept in a file between two looks, whoever begins it.
func (o options) follow(ctx context.Context, stdout io.Writer) error {
	for until := time.Now().Add(o.duration); ; {
		faults, err := o.lookAtLog(ctx, stdout)
		if err != nil {
			return err
		}
		if len(faults) > 0 {
			for _, fault := range faults {
				fmt.Fprintln(stdout, fault)
			}
			return cli.CheckFailed(errors.New("the log isn't what it should be"))
		}
		if !o.following || time.Now().Add(monitorEvery).After(until) {
			return nil
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(monitorEvery):
		}
	}
}

func (o options) lookAtLog(ctx context.Context, stdout io.Writer) (faults []string, err error) {
	found, address, err := publiclog.Find(ctx, o.monitored)
	if err != nil {
		return nil, err
	}
	key := found.String()
	state := monitor.New(key)
	content, err := os.ReadFile(o.kept)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	default:
		if state, err = monitor.Parse(content); err != nil {
			return nil, fmt.Errorf("%s: %w", o.kept, err)
		}
	}
	if state.Key != key {
		return []string{fmt.Sprintf("the casino has begun another log, %s; before, it was %s. If it was restored from a backup, "+
			"follow the new one with another -kept", key, state.Key)}, nil
	}
	if faults, err = state.Follow(ctx, publiclog.Open(address), time.Now()); err != nil {
		return nil, err
	}
	state.Print(stdout, time.Now())
	if content, err = json.Marshal(state); err != nil {
		return nil, err
	}
	if err := os.WriteFile(o.kept+".new", content, 0o600); err != nil {
		return nil, err
	}
	return faults, os.Rename(o.kept+".new", o.kept)
}
