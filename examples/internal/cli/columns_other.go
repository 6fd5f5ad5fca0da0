//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package cli

import "os"

// columns returns how many columns a terminal has, 0 if it doesn't say.
func columns(*os.File) int { return 0 }
