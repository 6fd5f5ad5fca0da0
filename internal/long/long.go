// Package long is the one switch for tests that take long; see TESTING.md.
package long

import (
	"os"
	"testing"
)

// Tests reports whether SQUAREDEAL_LONG is set in the environment: whether exhaustive
// tests go to the end, and random ones make all their runs.
func Tests() bool { return os.Getenv("SQUAREDEAL_LONG") != "" }

// Pick returns what a test does by default, or what it does in a long run.
func Pick[T any](usual, long T) T {
	if Tests() {
		return long
	}
	return usual
}

// Only skips a test unless the run is long.
func Only(t testing.TB) {
	t.Helper()
	if !Tests() {
		t.Skip("only with SQUAREDEAL_LONG=1")
	}
}
