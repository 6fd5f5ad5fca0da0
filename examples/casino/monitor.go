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
// seen is kept in a file between two looks, whoever begins it. A look that fails while more are to
// come is told, and the next one goes on, unless the file isn't one for this log.
func (o options) follow(ctx context.Context, stdout io.Writer) error {
	until := time.Now().Add(o.duration)
	for {
		faults, err := o.lookAtLog(ctx, stdout)
		if len(faults) > 0 {
			for _, fault := range faults {
				fmt.Fprintln(stdout, fault)
			}
			return cli.CheckFailed(errors.Join(errors.New("the log isn't what it should be"), err))
		}
		if _, ok := errors.AsType[keptError](err); ok || !o.following || time.Now().Add(monitorEvery).After(until) {
			return err
		}
		if err != nil {
			fmt.Fprintln(stdout, err)
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(monitorEvery):
		}
	}
}

// A keptError says that the file of -kept can't be gone on with.
type keptError struct{ error }

// lookAtLog follows the log once, and returns what is wrong with it. A look that takes long is kept
// in steps, and the log looked at again when it ends, as it has grown.
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
	if state.Key != key && state.Casino != o.monitored {
		return nil, keptError{fmt.Errorf("%s has the log of %s: follow this one with another -kept", o.kept, state.Casino)}
	}
	source := publiclog.Open(address)
	if state.Key != key {
		return state.Another(ctx, source, found, time.Now()), o.keep(state)
	}
	for whole := false; !whole && faults == nil; {
		begins := state.Look == nil
		faults, err = state.Follow(ctx, source, time.Now())
		state.Casino = o.monitored
		if err = errors.Join(err, o.keep(state)); err != nil {
			return faults, err
		}
		whole = begins && state.Look == nil
	}
	state.Print(stdout, time.Now())
	return faults, nil
}

// readState reads what was seen of a log, or begins with the one with that key.
func (o options) readState(key string) (*monitor.State, error) {
	content, err := os.ReadFile(o.kept)
	if errors.Is(err, fs.ErrNotExist) {
		return monitor.New(key), nil
	}
	if err != nil {
		return nil, keptError{err}
	}
	state, err := monitor.Parse(content)
	if err != nil {
		return nil, keptError{fmt.Errorf("%s: %w", o.kept, err)}
	}
	return state, nil
}

// keep replaces what was seen before, all at once, even if the computer fails.
func (o options) keep(state *monitor.State) error {
	content, err := json.Marshal(state)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(o.kept+".new", os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(content)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(o.kept+".new", o.kept)
}
