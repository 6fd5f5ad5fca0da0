package poker_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/examples/internal/poker"
)

// naive evaluates a hand from the number of cards of each rank.
func naive(hand [5]uint8) poker.Event {
	var count [14]int // the ace is 0 and 13
	flush := true
	for _, c := range hand {
		count[c%13]++
		flush = flush && c/13 == hand[0]/13
	}
	count[13] = count[0]
	straight, royal := false, false
	for low := range 10 {
		run := 0
		for run < 5 && count[low+run] == 1 {
			run++
		}
		if run == 5 {
			straight, royal = true, low == 9
		}
	}
	var pairs, pair, threes, four int
	four = -1
	for rank, n := range count[1:] { // ace high: 12, deuce: 0
		switch n {
		case 2:
			pairs++
			pair = rank
		case 3:
			threes++
		case 4:
			four = rank
		}
	}
	switch {
	case flush && royal:
		return poker.RoyalFlush
	case flush && straight:
		return poker.StraightFlush
	case four == 12:
		return poker.FourAces
	case four >= 0 && four <= 2:
		return poker.FourLow
	case four > 2:
		return poker.FourHigh
	case threes == 1 && pairs == 1:
		return poker.FullHouse
	case flush:
		return poker.Flush
	case straight:
		return poker.Straight
	case threes == 1:
		return poker.ThreeOfAKind
	case pairs == 2:
		return poker.TwoPair
	case pairs == 1 && pair >= 9:
		return poker.HighPair
	case pairs == 1 && pair == 8:
		return poker.PairOfTens
	}
	return poker.Nothing
}

// TestEvaluate compares every hand with naive, and the number of hands of each
// event with the well-known frequencies of poker hands: 624 fours of a kind are
// 48 for each rank, 1,098,240 pairs are 84,480 for each rank.
func TestEvaluate(t *testing.T) {
	got := map[poker.Event]int{}
	var h [5]uint8
	for h[0] = 0; h[0] < 52; h[0]++ {
		for h[1] = 0; h[1] < h[0]; h[1]++ {
			for h[2] = 0; h[2] < h[1]; h[2]++ {
				for h[3] = 0; h[3] < h[2]; h[3]++ {
					for h[4] = 0; h[4] < h[3]; h[4]++ {
						e := poker.Evaluate(h)
						if want := naive(h); e != want {
							t.Fatalf("Evaluate(%v) = %d, want %d", h, e, want)
						}
						got[e]++
					}
				}
			}
		}
	}
	want := map[poker.Event]int{
		poker.RoyalFlush:    4,
		poker.StraightFlush: 36,
		poker.FourAces:      48,
		poker.FourLow:       3 * 48,
		poker.FourHigh:      9 * 48,
		poker.FullHouse:     3744,
		poker.Flush:         5108,
		poker.Straight:      10200,
		poker.ThreeOfAKind:  54912,
		poker.TwoPair:       123552,
		poker.HighPair:      4 * 84480,
		poker.PairOfTens:    84480,
		poker.Nothing:       1302540 + 8*84480,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("hands of each event (-want +got):\n%s", diff)
	}
}
