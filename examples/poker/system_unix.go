//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package main

import (
	"errors"
	"os"
	"syscall"
)

// signals are those of somebody who wants to stop, or whose terminal is closed.
var signals = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}

// locked changes files of a directory while no other process does so, and returns when the
// change would survive a loss of power.
func locked(dir string, change func() error) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close() // which also unlocks it
	for {
		if err = syscall.Flock(int(d.Fd()), syscall.LOCK_EX); !errors.Is(err, syscall.EINTR) {
			break
		}
	}
	if err != nil {
		return err
	}
	if err := change(); err != nil {
		return err
	}
	return d.Sync()
}
