package faces_test

import (
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/faces"
)

func TestNames(t *testing.T) {
	hand := []faces.Card{0, 13 + 1, 26 + 9, 39 + 10, 11, 13 + 12}
	if got, want := faces.Join(hand), "A♠ 2♥ 10♦ J♣ Q♠ K♥"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for c, want := range map[int]string{0: "A♠", 12: "K♠", 13: "A♥", 28: "3♦", 51: "K♣"} {
		if got := faces.Card(c).String(); got != want {
			t.Errorf("card %d is %s, want %s", c, got, want)
		}
	}
	if got, want := faces.Join([]int{0, 28, 51}), "A♠ 3♦ K♣"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, err := faces.Parse[faces.Card](" A♠ 10♦  K♣\n"); err != nil || !slices.Equal(got, []faces.Card{0, 35, 51}) {
		t.Errorf("%d, %v", got, err)
	}
	for _, bad := range []string{"1♠", "A", "♠A", "A♠,K♣", "K♣K♣"} {
		if got, err := faces.Parse[faces.Card](bad); err == nil {
			t.Errorf("%q: %d", bad, got)
		}
	}
}
