//go:build race

package seedrng_test

// slow says that the race detector takes most of the time.
const slow = true
