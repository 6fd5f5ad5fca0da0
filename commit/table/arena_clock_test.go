package table_test

import (
	"fmt"
	"math/rand/v2"
)

// The clocks by which the arena's board stamps posts: right, coarse, wrong once, standing and slow.

// A clock is that of the board's stamps.
type clock struct {
	name  string
	still int64 // the longest time in which it moves by less than an eighth of graceMillis
	stamp func(a *arena) int64
}

func inSteps(step int64) clock {
	return clock{fmt.Sprintf("in steps of %d ms", step), max(graceMillis/8, step), func(a *arena) int64 { return a.now - a.now%step }}
}

func clocks(rng *rand.Rand) []clock {
	jumps, ahead := 1, int64(0)
	return []clock{
		{"right", graceMillis / 8, func(a *arena) int64 { return a.now }},
		{"of two servers", graceMillis / 4, func(a *arena) int64 { return a.now - a.rng.Int64N(2)*(graceMillis/4-1) }},
		inSteps([]int64{250, 500, 2000, 6000, 15000}[rng.IntN(5)]),
		{"wrong once", 600e3 + graceMillis/8, func(a *arena) int64 {
			if jumps > 0 && a.oneIn(40) {
				jumps--
				wrong := []int64{600e3, -600e3, 1 << 60, -1 << 62}
				if a.keeps { // it stands then
					wrong = wrong[:2]
				}
				return a.now + wrong[a.rng.IntN(len(wrong))]
			}
			return a.now
		}},
		{"standing", 60000 + graceMillis/8, func(a *arena) int64 {
			if jumps > 0 && a.oneIn(60) {
				jumps--
				ahead = a.now + 60000
			}
			return max(a.now, ahead)
		}},
		{"slow", 20 * graceMillis / 8, func(a *arena) int64 { return a.now / 20 }},
	}
}
