package showdown_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/examples/internal/faces"
	"github.com/squaredeal/squaredeal/examples/internal/showdown"
)

// parse returns the numbers of cards, written as package faces prints them, except
// that the suits are s, h, d and c.
func parse(t testing.TB, hand string) (numbers []int) {
	t.Helper()
	glyphs := strings.NewReplacer("s", "♠", "h", "♥", "d", "♦", "c", "♣")
	for name := range strings.FieldsSeq(glyphs.Replace(hand)) {
		i := 0
		for i < 52 && faces.Card(i).String() != name {
			i++
		}
		if i == 52 {
			t.Fatalf("%s isn't a card", name)
		}
		numbers = append(numbers, i)
	}
	return numbers
}

// naive compares five cards by how often each rank is there. It returns the category,
// and then the ranks, the most frequent first, as numbers from 2 to 14.
func naive(hand []int) []int {
	var count [15]int
	flush := true
	for _, c := range hand {
		rank := c%13 + 1
		if rank == 1 {
			rank = 14
		}
		count[rank]++
		flush = flush && c/13 == hand[0]/13
	}
	var ranks, shape []int
	for rank, n := range count {
		if n > 0 {
			ranks = append(ranks, rank)
		}
	}
	slices.SortFunc(ranks, func(a, b int) int { return cmp.Or(count[b]-count[a], b-a) })
	for _, rank := range ranks {
		shape = append(shape, count[rank])
	}
	straight := len(ranks) == 5 && ranks[0]-ranks[4] == 4
	if slices.Equal(ranks, []int{14, 5, 4, 3, 2}) {
		straight, ranks = true, []int{5, 4, 3, 2, 1}
	}
	is := func(counts ...int) bool { return slices.Equal(shape, counts) }
	category := showdown.HighCard
	switch {
	case flush && straight:
		category = showdown.StraightFlush
	case is(4, 1):
		category = showdown.FourOfAKind
	case is(3, 2):
		category = showdown.FullHouse
	case flush:
		category = showdown.Flush
	case straight:
		category = showdown.Straight
	case is(3, 1, 1):
		category = showdown.ThreeOfAKind
	case is(2, 2, 1):
		category = showdown.TwoPair
	case is(2, 1, 1, 1):
		category = showdown.Pair
	}
	return append([]int{int(category)}, ranks...)
}

// each calls f with all sets of n cards of which the lowest is given, in one slice.
func each(n, lowest int, f func(hand []int)) {
	hand := make([]int, n)
	hand[0] = lowest
	var fill func(i, from int)
	fill = func(i, from int) {
		if i == n {
			f(hand)
			return
		}
		for c := from; c <= 52-n+i; c++ {
			hand[i] = c
			fill(i+1, c+1)
		}
	}
	fill(1, lowest+1)
}

// All 2,598,960 hands of five: the well-known frequencies; and the order is that of naive:
// equal strengths have equal ranks there, and sorted by strength they are sorted there. The
// number of different strengths, 7462, is well known as well.
func TestFive(t *testing.T) {
	count := make(map[showdown.Category]int)
	ranks := make(map[showdown.Strength][]int)
	for lowest := range 48 {
		each(5, lowest, func(hand []int) {
			s := showdown.Best(hand...)
			count[s.Category()]++
			want := naive(hand)
			if got, ok := ranks[s]; !ok {
				ranks[s] = want
			} else if !slices.Equal(got, want) {
				t.Fatalf("%v and %v are of one strength", got, want)
			}
		})
	}
	want := map[showdown.Category]int{
		showdown.StraightFlush: 40,
		showdown.FourOfAKind:   624,
		showdown.FullHouse:     3744,
		showdown.Flush:         5108,
		showdown.Straight:      10200,
		showdown.ThreeOfAKind:  54912,
		showdown.TwoPair:       123552,
		showdown.Pair:          1098240,
		showdown.HighCard:      1302540,
	}
	if diff := gocmp.Diff(want, count); diff != "" {
		t.Errorf("hands of each category (-want +got):\n%s", diff)
	}
	if len(ranks) != 7462 {
		t.Errorf("%d strengths, not 7462", len(ranks))
	}
	var sorted []showdown.Strength
	for s := range ranks {
		sorted = append(sorted, s)
	}
	slices.Sort(sorted)
	for i, s := range sorted[1:] {
		if weaker := sorted[i]; slices.Compare(ranks[weaker], ranks[s]) >= 0 {
			t.Errorf("%v isn't weaker than %v", ranks[weaker], ranks[s])
		}
	}
}

// The best of six or seven cards is the best of their hands of five: random ones with a
// fixed seed.
func TestBestOfMore(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 7))
	for range 100_000 {
		deck := random.Perm(52)
		six, seven := showdown.Best(deck[:6]...), showdown.Best(deck[:7]...)
		var best [2]showdown.Strength
		for a := range 7 {
			for b := range a {
				five := make([]int, 0, 5)
				for i, c := range deck[:7] {
					if i != a && i != b {
						five = append(five, c)
					}
				}
				best[1] = max(best[1], showdown.Best(five...))
				if a == 6 {
					best[0] = max(best[0], showdown.Best(five...))
				}
			}
		}
		if six != best[0] || seven != best[1] {
			t.Fatalf("%s: %v and %v, want %v", faces.Join(deck[:7]), six, seven, best)
		}
	}
}

// Hands that share a board, the winner first; equal ones are on one line.
func TestShowdowns(t *testing.T) {
	for _, test := range []struct {
		board string
		hands [][]string
	}{
		{"2h 7h 9h Js Kd", [][]string{{"Ah 3h"}, {"Qh 8h"}, {"10c Qc", "10s Qd"}, {"9c 9d"}, {"Kh 2c"}, {"Kc As"}, {"Ks Qs"},
			{"Ac 3c", "As 4s"}}},
		{"As Ks Qs Js 10s", [][]string{{"2h 2d", "Ah Ac", "9s 8s"}}},
		{"5s 4s 3s 2s 9d", [][]string{{"6s Kd"}, {"As Ad"}, {"Ks 9h"}, {"Qs 9c"}, {"6h 7h"}, {"6d Ah"}, {"Ah Kc"}, {"9h 9c"}}},
		{"8s 8h 8d Kc Kh", [][]string{{"8c 2d"}, {"Ks 3d"}, {"As Ad"}, {"Qd Qc", "2c 3c", "Ac Qs"}}},
		{"8s 8h 4d 4c Qh", [][]string{{"8c 8d"}, {"4h 4s"}, {"Qd Qc"}, {"8c Qs"}, {"8c 2d", "8d 4s"}, {"4s Ad"}, {"Qs Ah"}, {"Qs 2h"},
			{"As 2c", "Ad 3c"}, {"Kd 3c"}, {"2s 3s"}}},
		{"Qs Qh 7d 5c 2h", [][]string{{"As Kc", "Ad Ks"}, {"Ac Js"}, {"Kh Jc", "Kd Jh"}, {"9s 8s", "9d 8d"}, {"9c 6c"}}},
	} {
		last := showdown.Strength(1<<32 - 1)
		for _, equals := range test.hands {
			first := showdown.Best(parse(t, test.board+" "+equals[0])...)
			if first >= last {
				t.Errorf("%s with %s: %v isn't below %v", test.board, equals[0], first, last)
			}
			for _, other := range equals[1:] {
				if s := showdown.Best(parse(t, test.board+" "+other)...); s != first {
					t.Errorf("%s with %s is %v, with %s %v", test.board, equals[0], first, other, s)
				}
			}
			last = first
		}
	}
}

func TestNames(t *testing.T) {
	for hand, want := range map[string]string{
		"As Ks Qs Js 10s 2h 2d":  "a straight flush to the ace",
		"5h 4h 3h 2h Ah 6d 7d":   "a straight flush to the five",
		"6s 6h 6d 6c Ah Kd Kc":   "four sixes, with A",
		"As Ah Ad Kc Kh Qd Qc":   "a full house, aces over kings",
		"9s 9h 9d 2c 2h 2d Ac":   "a full house, nines over deuces",
		"Ad 2d 9d 10d Jd Qd Qh":  "a flush, with A Q J 10 9",
		"2s 3h 4d 5c 6h 7d Kc":   "a straight to the seven",
		"7s 7h 7d 5c 3h 2d Jc":   "three sevens, with J 5",
		"7s 7h 6d 6c 3h 3d Jc":   "two pair, sevens and sixes, with J",
		"10s 10h 4d 5c 3h 8d Jc": "a pair of tens, with J 8 5",
		"2s 4h 5d 7c 9h Jd Ac":   "ace high, with J 9 7 5",
		"2s 2h":                  "a pair of deuces",
		"Ks 2h":                  "king high, with 2",
	} {
		s := showdown.Best(parse(t, hand)...)
		if got := s.String(); got != want {
			t.Errorf("%s is %q, want %q", hand, got, want)
		}
	}
}

func BenchmarkBest(b *testing.B) {
	hand := parse(b, "7s 7h 6d 6c 3h 3d Jc")
	b.ReportAllocs()
	for b.Loop() {
		showdown.Best(hand...)
	}
}
