//go:build !race

package shuffle_test

func raceEnabled() bool { return false }
