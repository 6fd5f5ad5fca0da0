//go:build race

package commit_test

func init() { underRace = true }
