package videopoker_test

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/videopoker"
)

// bruteforce makes every draw to a hold and evaluates it. It returns what the
// draws pay in each of the tables, and their number. TestEvaluate checks Evaluate.
func bruteforce(deal [5]uint8, mask uint8) (paid [len(videopoker.Tables)]int64, draws int64) {
	var count [videopoker.RoyalFlush + 1]int64
	hand := deal
	var draw func(i int, from uint8)
	draw = func(i int, from uint8) {
		for i < 5 && mask>>i&1 == 1 {
			i++
		}
		if i == 5 {
			count[videopoker.Evaluate(hand)]++
			draws++
			return
		}
		for c := from; c < 52; c++ {
			if !slices.Contains(deal[:], c) {
				hand[i] = c
				draw(i+1, c+1)
			}
		}
	}
	draw(0, 0)
	for i, table := range videopoker.Tables {
		for e, n := range count {
			paid[i] += n * table.Row(videopoker.Event(e)).Pays
		}
	}
	return paid, draws
}

// randomDeals returns n deals, the same ones in every run.
func randomDeals(n int) [][5]uint8 {
	r := rand.New(rand.NewPCG(7, 11))
	deals := make([][5]uint8, n)
	for i := range deals {
		for j, c := range r.Perm(52)[:5] {
			deals[i][j] = uint8(c)
		}
	}
	return deals
}

// TestHold leaves the holds of fewer than two cards, which have most of the
// draws, to TestBest.
func TestHold(t *testing.T) {
	a := videopoker.NewAnalyzer()
	for _, deal := range randomDeals(40) {
		for mask := range uint8(32) {
			if bits.OnesCount8(mask) < 2 {
				continue
			}
			paid, draws := bruteforce(deal, mask)
			for i, table := range videopoker.Tables {
				got, err := a.Hold(table, deal, mask)
				if want := (videopoker.Hold{Mask: mask, Paid: paid[i], Draws: draws}); err != nil || got != want {
					t.Errorf("%s, %v: Hold = %v, %v, want %v", table.Name, deal, got, err, want)
				}
			}
		}
	}
}

// TestBest makes the 2,598,960 draws to the 32 holds of each deal. The
// chosen deals add holds that random ones don't reach.
func TestBest(t *testing.T) {
	a := videopoker.NewAnalyzer()
	deals := append(randomDeals(6),
		[5]uint8{9, 25, 11, 0, 10},   // a straight or four to a royal flush
		[5]uint8{1, 16, 33, 45, 22},  // nothing to keep
		[5]uint8{24, 9, 23, 12, 48},  // four to a straight, with either ten
		[5]uint8{40, 1, 14, 29, 27},  // four deuces
		[5]uint8{50, 47, 49, 48, 51}, // a straight flush
		[5]uint8{13, 39, 0, 26, 12},  // four aces
	)
	for _, deal := range deals {
		var want [len(videopoker.Tables)]videopoker.Hold
		for mask := range uint8(32) {
			paid, draws := bruteforce(deal, mask)
			for i := range want {
				h := videopoker.Hold{Mask: mask, Paid: paid[i], Draws: draws}
				if mask == 0 || better(deal, h, want[i]) {
					want[i] = h
				}
			}
		}
		for i, table := range videopoker.Tables {
			if got, err := a.Best(table, deal); err != nil || got != want[i] {
				t.Errorf("%s, %v: Best = %v, %v, want %v", table.Name, deal, got, err, want[i])
			}
		}
	}
}

// better reports whether Best should prefer g to h.
func better(deal [5]uint8, g, h videopoker.Hold) bool {
	if g.Paid*h.Draws != h.Paid*g.Draws {
		return g.Paid*h.Draws > h.Paid*g.Draws
	}
	return slices.Compare(kept(deal, g.Mask), kept(deal, h.Mask)) > 0
}

// kept returns the cards of a hold in descending order.
func kept(deal [5]uint8, mask uint8) []uint8 {
	var cards []uint8
	for i, c := range deal {
		if mask>>i&1 == 1 {
			cards = append(cards, c)
		}
	}
	slices.Sort(cards)
	slices.Reverse(cards)
	return cards
}

func TestBestOrder(t *testing.T) {
	a := videopoker.NewAnalyzer()
	r := rand.New(rand.NewPCG(13, 17))
	// The added deals have two best holds.
	deals := append(randomDeals(300),
		[5]uint8{24, 9, 23, 12, 48}, // four to a straight, with either ten
		[5]uint8{40, 1, 14, 29, 27}, // four deuces, with or without the fifth card
	)
	for _, deal := range deals {
		for _, table := range videopoker.Tables {
			want, err := a.Best(table, deal)
			if err != nil {
				t.Fatal(err)
			}
			shuffled := deal
			r.Shuffle(5, func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
			got, err := a.Best(table, shuffled)
			if err != nil {
				t.Fatal(err)
			}
			if got.Paid != want.Paid || got.Draws != want.Draws ||
				!slices.Equal(kept(shuffled, got.Mask), kept(deal, want.Mask)) {
				t.Errorf("%s: Best is %v for %v and %v for %v", table.Name, want, deal, got, shuffled)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	a := videopoker.NewAnalyzer()
	for _, deal := range [][5]uint8{
		{0, 1, 2, 3, 52},
		{255, 1, 2, 3, 4},
		{0, 1, 2, 3, 64},
		{0, 1, 2, 3, 0},
		{51, 51, 2, 3, 4},
	} {
		if h, err := a.Best(videopoker.JacksOrBetter, deal); err == nil {
			t.Errorf("Best(%v) = %v", deal, h)
		}
		if h, err := a.Hold(videopoker.JacksOrBetter, deal, 1); err == nil {
			t.Errorf("Hold(%v) = %v", deal, h)
		}
	}
	if h, err := a.Hold(videopoker.JacksOrBetter, [5]uint8{0, 1, 2, 3, 4}, 32); err == nil {
		t.Errorf("Hold with mask 32 = %v", h)
	}
}
