package shuffle_test

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/shuffle"
)

var _ shuffle.Source = rand.Source(nil)

// A shuffler puts a deck in order anew.
type shuffler func(deck []int)

func fisherYates() shuffler {
	src := rand.NewPCG(1, 2)
	return func(deck []int) { shuffle.Slice(src, deck) }
}

// naive is the negative control: each card changes places with one of the whole deck.
func naive() shuffler {
	r := rand.New(rand.NewPCG(1, 2))
	return func(deck []int) {
		for i := range deck {
			j := r.IntN(len(deck))
			deck[i], deck[j] = deck[j], deck[i]
		}
	}
}

// offByOne is another: each card changes places with one that is strictly before it (Sattolo).
func offByOne() shuffler {
	r := rand.New(rand.NewPCG(1, 2))
	return func(deck []int) {
		for i := len(deck) - 1; i > 0; i-- {
			j := r.IntN(i)
			deck[i], deck[j] = deck[j], deck[i]
		}
	}
}

// chiSquare returns the statistic of counts against equal expectations, as a multiple of
// its standard deviation above its mean.
func chiSquare(counts []int, freedom int) (sigmas float64) {
	total := 0
	for _, c := range counts {
		total += c
	}
	expected := float64(total) / float64(len(counts))
	x := 0.0
	for _, c := range counts {
		x += (float64(c) - expected) * (float64(c) - expected) / expected
	}
	return (x - float64(freedom)) / math.Sqrt(2*float64(freedom))
}

// The generators' seeds are fixed, so a test passes or fails forever. A statistic of a good
// shuffle stays below this many standard deviations, and that of a bad one far above.
const limit = 4

func factorial(n int) int {
	f := 1
	for i := 2; i <= n; i++ {
		f *= i
	}
	return f
}

// rank numbers the permutations of n.
func rank(deck []int) int {
	r := 0
	for i, card := range deck {
		r *= len(deck) - i
		for _, later := range deck[i+1:] {
			if later < card {
				r++
			}
		}
	}
	return r
}

// permutationSigmas counts every permutation of n in many shuffles.
func permutationSigmas(n int, s shuffler) float64 {
	counts := make([]int, factorial(n))
	for range 1000 * len(counts) {
		deck := ordered(n)
		s(deck)
		counts[rank(deck)]++
	}
	return chiSquare(counts, len(counts)-1)
}

func TestAllPermutations(t *testing.T) {
	for n := 2; n <= 6; n++ {
		if x := permutationSigmas(n, fisherYates()); x > limit || n >= 4 && x < -limit {
			t.Errorf("n = %d: chi-square %.1f sigmas above its mean", n, x)
		}
		if x := permutationSigmas(n, offByOne()); x < 5*limit {
			t.Errorf("negative control: the off-by-one shuffle of %d passes with %.1f sigmas", n, x)
		}
		// For n = 2 its four paths do fall evenly on the two permutations.
		if x := permutationSigmas(n, naive()); n > 2 && x < 5*limit {
			t.Errorf("negative control: the naive shuffle of %d passes with %.1f sigmas", n, x)
		}
	}
}

const decks = 100_000

// Each card comes to each position of 52 equally often. Rows and columns of the table
// have fixed sums, which leaves 51·51 degrees of freedom.
func TestPositions(t *testing.T) {
	sigmas := func(s shuffler) float64 {
		counts := make([]int, 52*52)
		for range decks {
			deck := ordered(52)
			s(deck)
			for position, card := range deck {
				counts[52*position+card]++
			}
		}
		return chiSquare(counts, 51*51)
	}
	if x := sigmas(fisherYates()); x > limit {
		t.Errorf("chi-square %.1f sigmas above its mean", x)
	}
	if x := sigmas(naive()); x < 10*limit {
		t.Errorf("negative control: the naive shuffle passes with %.1f sigmas", x)
	}
}

// Of 52 cards, one stays in its place on average, and 51/52 follow their predecessor. Both
// numbers have a variance close to 1.
func TestFixedPointsAndSuccessions(t *testing.T) {
	sigmas := func(s shuffler) (fixed, successions float64) {
		f, n := 0, 0
		for range decks {
			deck := ordered(52)
			s(deck)
			for i, card := range deck {
				if card == i {
					f++
				}
				if i > 0 && card == deck[i-1]+1 {
					n++
				}
			}
		}
		return (float64(f) - decks) / math.Sqrt(decks), (float64(n) - decks*51./52) / math.Sqrt(decks)
	}
	fixed, successions := sigmas(fisherYates())
	if math.Abs(fixed) > limit || math.Abs(successions) > limit {
		t.Errorf("fixed points %.1f, successions %.1f sigmas from the mean", fixed, successions)
	}
	if fixed, successions = sigmas(offByOne()); math.Abs(fixed) < 10*limit {
		t.Errorf("negative control: the off-by-one shuffle passes with %.1f, %.1f sigmas", fixed, successions)
	}
	if fixed, successions = sigmas(naive()); math.Abs(fixed) < limit || math.Abs(successions) < limit {
		t.Errorf("negative control: the naive shuffle passes with %.1f, %.1f sigmas", fixed, successions)
	}
}

// script is a source of given words.
type script []uint64

func (s *script) Uint64() uint64 {
	w := (*s)[0]
	*s = (*s)[1:]
	return w
}

// The words that give one outcome of a group are those from ⌈k·2⁶⁴/P⌉ on, below
// ⌈(k+1)·2⁶⁴/P⌉, without the ones rejected at the start. So that every outcome has as many, the
// first accepted word must be the ⌊2⁶⁴/P⌋th from the end of its interval.
func TestEveryOutcomeHasAsManyWords(t *testing.T) {
	two64 := new(big.Int).Lsh(big.NewInt(1), 64)
	ceil := func(k, p *big.Int) *big.Int { // ⌈k·2⁶⁴/p⌉
		x := new(big.Int).Mul(k, two64)
		return x.Div(x.Add(x, p).Sub(x, big.NewInt(1)), p)
	}
	r := rand.New(rand.NewPCG(3, 4))
	for n := 2; n <= 19; n++ { // one group each
		p := new(big.Int).MulRange(1, int64(n))
		for range 200 {
			k := big.NewInt(r.Int64N(p.Int64()))
			begin, end := ceil(k, p), ceil(new(big.Int).Add(k, big.NewInt(1)), p)
			first := new(big.Int).Sub(end, new(big.Int).Div(two64, p))

			deckOf := func(word *big.Int) (deck []int, rejected bool) {
				source := script{word.Uint64(), 1 << 32, 1 << 33, 1<<62 + 1<<32}
				deck = ordered(n)
				shuffle.Slice(&source, deck)
				return deck, len(source) < 3
			}
			deck, rejected := deckOf(first)
			last, lastRejected := deckOf(new(big.Int).Sub(end, big.NewInt(1)))
			if rejected || lastRejected || !slices.Equal(deck, last) {
				t.Fatalf("n = %d, outcome %v: the first and last word are rejected (%v, %v) or give %v and %v", n, k, rejected, lastRejected,
					deck, last)
			}
			if before := new(big.Int).Sub(first, big.NewInt(1)); before.Cmp(begin) >= 0 {
				if _, rejected := deckOf(before); !rejected {
					t.Fatalf("n = %d, outcome %v: one word too many is accepted", n, k)
				}
			}
		}
	}
}

// The dealt part doesn't change any more, and the cards are neither lost nor doubled.
func TestDealInSteps(t *testing.T) {
	whole := ordered(52)
	shuffle.Slice(rand.NewPCG(5, 6), whole)
	slices.Reverse(whole)

	deck := ordered(52)
	deal := shuffle.Deal(rand.NewPCG(5, 6), deck)
	var dealt []int
	for _, stop := range []int{5, 6, 23, 51, 52} {
		for card := range deal {
			if dealt = append(dealt, card); len(dealt) == stop {
				break
			}
		}
		if diff := cmp.Diff(whole[:stop], dealt); diff != "" {
			t.Fatalf("after %d cards (-want +got):\n%s", stop, diff)
		}
		rest := slices.Clone(deck)
		slices.Sort(rest)
		if diff := cmp.Diff(ordered(52), rest); diff != "" {
			t.Fatalf("after %d cards the deck isn't whole:\n%s", stop, diff)
		}
	}
	for card := range deal {
		t.Errorf("a 53rd card: %d", card)
	}
}

func TestDealTakesWordsLate(t *testing.T) {
	source := &splitMix{}
	deal := shuffle.Deal(source, ordered(52))
	if source.words != 0 {
		t.Errorf("%d words before the first card", source.words)
	}
	for range deal {
		break
	}
	if source.words != 1 {
		t.Errorf("%d words for the first card", source.words)
	}
}

// Loops inside one another, a panic in a loop and iter.Pull all deal from the same deck.
func TestDealIsSingleUse(t *testing.T) {
	whole := ordered(52)
	shuffle.Slice(rand.NewPCG(7, 8), whole)
	slices.Reverse(whole)

	deal := shuffle.Deal(rand.NewPCG(7, 8), ordered(52))
	var dealt []int
	for outer := range deal {
		dealt = append(dealt, outer)
		for inner := range deal {
			dealt = append(dealt, inner)
			break
		}
		if len(dealt) == 10 {
			break
		}
	}
	recovered(func() {
		for card := range deal {
			dealt = append(dealt, card)
			panic("in the loop")
		}
	})
	next, stop := iter.Pull(deal)
	defer stop()
	for card, ok := next(); ok; card, ok = next() {
		dealt = append(dealt, card)
	}
	if diff := cmp.Diff(whole, dealt); diff != "" {
		t.Errorf("dealt (-want +got):\n%s", diff)
	}
}

func TestRefusals(t *testing.T) {
	src := rand.NewPCG(1, 2)
	var none shuffle.Source
	long := make([]struct{}, min(shuffle.MaxLen+1, math.MaxInt)) // no memory
	if uint64(len(long)) <= shuffle.MaxLen {
		long = nil // too short to be too long, on this platform
	}
	for _, c := range []struct {
		what string
		call func()
		want string
	}{
		{"Slice without a source", func() { shuffle.Slice(none, ordered(52)) }, "nil source"},
		{"Slice of nothing without a source", func() { shuffle.Slice[shuffle.Source, int](nil, nil) }, "nil source"},
		{"Shuffle without a source", func() { shuffle.Shuffle(none, 52, func(i, j int) {}) }, "nil source"},
		{"Shuffle of -1", func() { shuffle.Shuffle(src, -1, func(i, j int) {}) }, "-1 elements"},
		{"Deal without a source", func() { shuffle.Deal(none, ordered(52)) }, "nil source"},
		{"Slice of too many", func() { shuffle.Slice(src, long) }, "4294967297 elements"},
		{"Shuffle of too many", func() { shuffle.Shuffle(src, len(long), func(i, j int) {}) }, "4294967297 elements"},
		{"Deal of too many", func() { shuffle.Deal(src, long) }, "4294967297 elements"},
		{"Secretly of too many", func() { shuffle.Secretly(long) }, "4294967297 elements"},
	} {
		if long == nil && strings.Contains(c.what, "too many") {
			continue
		}
		err, _ := recovered(c.call).(error)
		if !errors.Is(err, shuffle.ErrMalformed) || !strings.Contains(fmt.Sprint(err), c.want) {
			t.Errorf("%s: %v, want %q", c.what, err, c.want)
		}
	}
}

// MaxLen elements are not too many.
func TestMaxLen(t *testing.T) {
	if shuffle.MaxLen > math.MaxInt {
		t.Skip("no slice is so long here")
	}
	largest := uint64(shuffle.MaxLen)
	if got := recovered(func() {
		shuffle.Shuffle(rand.NewPCG(1, 2), int(largest), func(i, j int) { panic(uint64(i)) })
	}); got != largest-1 {
		t.Errorf("the first swap is of %v", got)
	}
	cards := 0
	for range shuffle.Deal(rand.NewPCG(1, 2), make([]struct{}, largest)) {
		cards++
		break
	}
	if cards != 1 {
		t.Errorf("%d cards", cards)
	}
}

func recovered(f func()) (r any) {
	defer func() { r = recover() }()
	f()
	return nil
}
