package clitest

import "os"

// Long reports whether tests are to be exhaustive, however long they take, as in .ci/run.
func Long() bool { return os.Getenv("SQUAREDEAL_LONG") != "" }
