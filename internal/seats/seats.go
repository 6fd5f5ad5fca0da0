// Package seats sorts and prints the seats that an error names, in one way for all packages.
package seats

import (
	"fmt"
	"slices"
	"strings"
)

// most is the number of seats printed; the rest are counted.
const most = 8

// String returns "seat 3", "seats 0 and 2", or "seats 0, 1 and 2"; of more than
// eight seats the first ones, and the number of the others.
func String(seats []int) string {
	if len(seats) == 1 {
		return fmt.Sprintf("seat %d", seats[0])
	}
	var names []string
	for _, seat := range seats[:min(len(seats), most)] {
		names = append(names, fmt.Sprint(seat))
	}
	if others := len(seats) - most; others > 0 {
		names = append(names, fmt.Sprintf("%d more", others))
	}
	last := max(0, len(names)-1)
	return "seats " + strings.Join(names[:last], ", ") + " and " + strings.Join(names[last:], "")
}

// Sorted returns the seats in ascending order, each once, as a new slice.
func Sorted(seats ...int) []int {
	return slices.Compact(slices.Sorted(slices.Values(seats)))
}

// Blame returns the text of an error that names seats: the cause first.
func Blame(err error, seats []int) string {
	if len(seats) == 0 {
		return err.Error()
	}
	return fmt.Sprintf("%v: %s", err, String(seats))
}
