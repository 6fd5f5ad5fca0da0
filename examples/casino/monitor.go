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
	until := time.Now().Add(o.duration)
	for {
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

// lookAtLog follows the log once, and returns what is wrong with it.
func (o options) lookAtLog(ctx context.Context, stdout io.Writer) (faults []string, err error) {
	found, address, err := publiclog.Find(ctx, o.monitored)
	if err != nil {
		return nil, err
	}
	key := found.String()
	state, err := o.readState(key)
	if err != nil {
		return nil, err
	}
	if state.Key != key {
		return []string{fmt.Sprintf("the casino has begun another log, %s; before, it was %s. If it was restored from a backup, "+
			"follow the new one with another -kept", key, state.Key)}, nil
	}
	if faults, err = state.Follow(ctx, publiclog.Open(address), time.Now()); err != nil {
		return nil, err
	}
	state.Print(stdout, time.Now())
	return faults, o.keep(state)
}

// readState reads what was seen of a log, or begins with the one with that key.
func (o options) readState(key string) (*monitor.State, error) {
	content, err := os.ReadFile(o.kept)
	if errors.Is(err, fs.ErrNotExist) {
		return monitor.New(key), nil
	}
	if err != nil {
		return nil, err
	}
	state, err := monitor.Parse(content)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.kept, err)
	}
	return state, nil
}

// keep replaces what was seen before, all at once.
func (o options) keep(state *monitor.State) error {
	content, err := json.Marshal(state)
	if err != nil {
		return err
	}
	if err := os.WriteFile(o.kept+".new", content, 0o600); err != nil {
		return err
	}
	return os.Rename(o.kept+".new", o.kept)
}
