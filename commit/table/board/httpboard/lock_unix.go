//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package httpboard

import (
	"errors"
	"os"
	"syscall"

	"github.com/squaredeal/squaredeal/internal/wrap"
)

// lock locks a file until it is closed, or the process ends. If another process has locked it, lock
// waits, or returns an ErrState.
func lock(f *os.File, wait bool) error {
	how := syscall.LOCK_EX
	if !wait {
		how |= syscall.LOCK_NB
	}
	err := syscall.Flock(int(f.Fd()), how)
	for err == syscall.EINTR {
		err = syscall.Flock(int(f.Fd()), how)
	}
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		return nil // as on Windows: this file system has no locks
	case err == syscall.EWOULDBLOCK:
		return wrap.Errorf(ErrState, "another process has %s open", f.Name())
	}
	return err
}

// hold locks the file that has this name now, which another process may replace in between.
func hold(name string) (release func() error, err error) {
	for {
		f, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			return nil, err
		}
		err = lock(f, true)
		locked, err1 := f.Stat()
		named, err2 := os.Stat(name)
		if err == nil && err1 == nil && err2 == nil && os.SameFile(locked, named) {
			return f.Close, nil
		}
		f.Close()
		if err != nil || err1 != nil {
			return nil, errors.Join(err, err1)
		}
	}
}
