package commit_test

import "github.com/squaredeal/squaredeal/internal/long"

// quick reports whether a test is to be cut short.
func quick() bool { return !long.Tests() }
