package videopoker_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/examples/internal/videopoker"
)

// naive evaluates a hand from the number of cards of each rank.
func naive(hand [5]uint8) videopoker.Event {
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
		return videopoker.RoyalFlush
	case flush && straight:
		return videopoker.StraightFlush
	case four == 12:
		return videopoker.FourAces
	case four >= 0 && four <= 2:
		return videopoker.FourLow
	case four > 2:
		return videopoker.FourHigh
	case threes == 1 && pairs == 1:
		return videopoker.FullHouse
	case flush:
		return videopoker.Flush
	case straight:
		return videopoker.Straight
	case threes == 1:
		return videopoker.ThreeOfAKind
	case pairs == 2:
		return videopoker.TwoPair
	case pairs == 1 && pair >= 9:
		return videopoker.HighPair
	case pairs == 1 && pair == 8:
		return videopoker.PairOfTens
	}
	return videopoker.Nothing
}

// TestEvaluate compares every hand with naive, and the number of hands of each
// event with the well-known frequencies of poker hands: 624 fours of a kind are
// 48 for each rank, 1,098,240 pairs are 84,480 for each rank.
func TestEvaluate(t *testing.T) {
	got := map[videopoker.Event]int{}
	var h [5]uint8
	for h[0] = 0; h[0] < 52; h[0]++ {
		for h[1] = 0; h[1] < h[0]; h[1]++ {
			for h[2] = 0; h[2] < h[1]; h[2]++ {
				for h[3] = 0; h[3] < h[2]; h[3]++ {
					for h[4] = 0; h[4] < h[3]; h[4]++ {
						e := videopoker.Evaluate(h)
						if want := naive(h); e != want {
							t.Fatalf("Evaluate(%v) = %d, want %d", h, e, want)
						}
						got[e]++
					}
				}
			}
		}
	}
	want := map[videopoker.Event]int{
		videopoker.RoyalFlush:    4,
		videopoker.StraightFlush: 36,
		videopoker.FourAces:      48,
		videopoker.FourLow:       3 * 48,
		videopoker.FourHigh:      9 * 48,
		videopoker.FullHouse:     3744,
		videopoker.Flush:         5108,
		videopoker.Straight:      10200,
		videopoker.ThreeOfAKind:  54912,
		videopoker.TwoPair:       123552,
		videopoker.HighPair:      4 * 84480,
		videopoker.PairOfTens:    84480,
		videopoker.Nothing:       1302540 + 8*84480,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("hands of each event (-want +got):\n%s", diff)
	}
}
