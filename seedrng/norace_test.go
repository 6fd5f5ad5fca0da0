//go:build !race

package seedrng_test

const slow = false
