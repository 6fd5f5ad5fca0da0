package main

import (
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
)

// isMeld reports whether cards are a set or a run.
func isMeld(numbers []int) bool {
	n := slices.Sorted(slices.Values(numbers)) // by suit, then by rank
	set, run := len(n) > 2, len(n) > 2
	for i := 1; i < len(n); i++ {
		set = set && n[i]%13 == n[0]%13
		run = run && n[i] == n[i-1]+1 && n[i]/13 == n[0]/13
	}
	return set || run
}

func pips(numbers []int) (sum int) {
	for _, n := range numbers {
		sum += min(n%13+1, 10)
	}
	return sum
}

func names(numbers []int) string { return cards.JoinNumbered(slices.Sorted(slices.Values(numbers))) }
