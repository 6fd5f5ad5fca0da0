package videopoker_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/videopoker"
)

// The canonical sets are as many as there are classes, they stand for all sets,
// and the index numbers the sets in order. The numbers of classes are those of
// the package comment, and in part of the page on methodology cited there.
func TestSets(t *testing.T) {
	next := int32(0)
	for k, want := range []struct{ classes, sets int64 }{
		{1, 1}, {13, 52}, {169, 1326}, {1755, 22100}, {16432, 270725}, {134459, 2598960},
	} {
		var classes, represented, sets int64
		videopoker.EachSet(k, func(index int32, arrangements int64) {
			if index >= 0 {
				if index != next {
					t.Fatalf("a set of %d cards has index %d, want %d", k, index, next)
				}
				next++
			}
			if arrangements > 0 {
				classes++
			}
			represented += arrangements
			sets++
		})
		if classes != want.classes || represented != want.sets || sets != want.sets {
			t.Errorf("%d cards: %d classes of %d sets in all, of %d sets; want %d of %d",
				k, classes, represented, sets, want.classes, want.sets)
		}
	}
}
