//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd)

package httpboard

import "os"

// lock and hold do nothing: files aren't locked here, and one that is open can't be replaced.

func lock(*os.File, bool) error { return nil }

func hold(string) (release func() error, err error) { return func() error { return nil }, nil }
