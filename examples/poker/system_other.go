//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package main

import (
	"os"
	"syscall"
)

// signals are those of somebody who wants to stop, or whose terminal is closed.
var signals = []os.Signal{os.Interrupt, syscall.SIGTERM}

// locked changes files of a directory. Nothing keeps another process from it here.
func locked(_ string, change func() error) error { return change() }
