package draw

import (
	"cmp"
	"slices"

	"github.com/squaredeal/squaredeal/internal/stream"
)

// A share is an entry's part of the total weight.
type share struct{ before, weight uint64 }

// rightShares draws as drawWeighted does, from the shares alone, and returns for how many
// places the ticket is in the share, up to the first where it isn't.
func rightShares(src *stream.Stream, shares []share, total uint64) int {
	var taken []share // in order
	for place, s := range shares {
		if total == 0 {
			return place
		}
		ticket := src.Uint64N(total)
		for _, t := range taken { // tickets count what isn't taken
			if t.before > ticket {
				break
			}
			ticket += t.weight
		}
		if ticket < s.before || ticket-s.before >= s.weight {
			return place
		}
		i, _ := slices.BinarySearchFunc(taken, s, func(a, b share) int { return cmp.Compare(a.before, b.before) })
		taken = slices.Insert(taken, i, s)
		total -= s.weight
	}
	return len(shares)
}
