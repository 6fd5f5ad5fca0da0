package seats_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/internal/seats"
)

func TestBlame(t *testing.T) {
	cause := errors.New("cause")
	for want, list := range map[string][]int{
		"cause":                                  nil,
		"cause: seat 0":                          {0},
		"cause: seats 0 and 12":                  {0, 12},
		"cause: seats 0, 1 and 2":                {0, 1, 2},
		"cause: seats 0, 1, 2, 3, 4, 5, 6 and 7": {0, 1, 2, 3, 4, 5, 6, 7},
		"cause: seats 0, 1, 2, 3, 4, 5, 6, 7 and 2 more": {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
	} {
		if got := seats.Blame(cause, list); got != want {
			t.Errorf("%v: %q, want %q", list, got, want)
		}
	}
}

func TestSorted(t *testing.T) {
	if got := seats.Sorted(3, 1, 3, 0); !slices.Equal(got, []int{0, 1, 3}) {
		t.Error(got)
	}
}
