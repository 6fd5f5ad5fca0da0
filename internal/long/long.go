// Package long says how much tests should do.
package long

import "os"

// Tests reports whether tests that are exhaustive, or random, are to be so in the large:
// if SQUAREDEAL_LONG is set in the environment, as it is in .ci/run.
func Tests() bool { return os.Getenv("SQUAREDEAL_LONG") != "" }
