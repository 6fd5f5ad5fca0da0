//go:build !unix

package casinotest

import (
	"os"
	"testing"
)

// A Cluster is a PostgreSQL server of a test's own, which needs Unix.
type Cluster struct{}

// StartPostgres skips the test.
func StartPostgres(t testing.TB) *Cluster {
	t.Helper()
	t.Skip("the test's PostgreSQL needs Unix")
	return nil
}

// Main runs a package's tests.
func Main(m *testing.M) { os.Exit(m.Run()) }

// Database skips the test.
func Database(t testing.TB) (url string) {
	t.Helper()
	return StartPostgres(t).URL()
}

// URL returns nothing.
func (c *Cluster) URL() string { return "" }

// Dir returns nothing.
func (c *Cluster) Dir() string { return "" }
