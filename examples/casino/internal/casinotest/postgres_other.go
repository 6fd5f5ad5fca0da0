//go:build !unix

package casinotest

import "testing"

// A Cluster is a PostgreSQL server of a test's own, which needs Unix.
type Cluster struct{}

// StartPostgres skips the test.
func StartPostgres(t testing.TB) *Cluster {
	t.Helper()
	t.Skip("the test's PostgreSQL needs Unix")
	return nil
}

// URL returns nothing.
func (c *Cluster) URL() string { return "" }

// Dir returns nothing.
func (c *Cluster) Dir() string { return "" }
