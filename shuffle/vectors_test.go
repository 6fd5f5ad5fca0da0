package shuffle_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/internal/vectors"
	"github.com/squaredeal/squaredeal/shuffle"
)

type vector struct {
	Inputs struct {
		N          uint64
		SplitMix64 *uint64
		Source     []string
		K          int
		P, Q       string
		Elements   string
		Runs       int
	}
	Outputs struct {
		Groups                     []string
		Deck, Dealt                string
		Words                      int
		Inverse, Composed, Applied string
		SHA256                     string
	}
}

func TestVectors(t *testing.T) {
	vectors.Run(t, "squaredeal/shuffle v1", class, map[string]func(*testing.T, vector) error{
		"groups":      checkGroups,
		"slice":       checkSlice,
		"deal":        checkDeal,
		"permutation": checkPermutation,
		"accumulated": checkAccumulated,
	})
}

// class is the word for an error in the vectors.
func class(err error) string {
	if errors.Is(err, shuffle.ErrMalformed) {
		return "malformed"
	}
	return err.Error()
}

// splitMix is SplitMix64 as SPEC.md, section 8.1, has it, or the words given first. It counts
// the words it gives.
type splitMix struct {
	state uint64
	fixed []string
	words int
}

func (s *splitMix) Uint64() uint64 {
	s.words++
	if len(s.fixed) > 0 {
		w, err := strconv.ParseUint(s.fixed[0], 16, 64)
		if err != nil {
			panic(err)
		}
		s.fixed = s.fixed[1:]
		return w
	}
	s.state += 0x9e3779b97f4a7c15
	z := s.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// source returns a new source of the case's words, nil if it has none.
func (v vector) source() *splitMix {
	switch {
	case v.Inputs.SplitMix64 != nil:
		return &splitMix{state: *v.Inputs.SplitMix64}
	case v.Inputs.Source != nil:
		return &splitMix{fixed: v.Inputs.Source}
	}
	return nil
}

func ordered(n int) []int {
	deck := make([]int, n)
	for i := range deck {
		deck[i] = i
	}
	return deck
}

func line[T any](list []T) string { return strings.Trim(fmt.Sprint(list), "[]") }

func numbers(t *testing.T, text string) []int {
	t.Helper()
	list := []int{}
	for _, field := range strings.Fields(text) {
		n, err := strconv.Atoi(field)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, n)
	}
	return list
}

func checkGroups(t *testing.T, v vector) error {
	groups := []string{}
	for b := v.Inputs.N; b > 1; {
		end, product := shuffle.GroupAt(b)
		groups = append(groups, fmt.Sprintf("%d-%d %d", b, end+1, product))
		if b = end; len(groups) == 4 && v.Inputs.N > 1000 {
			break
		}
	}
	vectors.Same(t, "groups", groups, v.Outputs.Groups)
	return nil
}

// refusal returns the error with which f panics.
func refusal(f func()) error {
	err, _ := recovered(f).(error)
	return err
}

// checkRefusedSlice checks that all that shuffle alike refuse alike.
func checkRefusedSlice(t *testing.T, src shuffle.Source, n uint64) error {
	if n > math.MaxInt {
		t.Skip("no list is so long here")
	}
	long := make([]struct{}, n) // no memory
	err := refusal(func() { shuffle.Slice(src, long) })
	for what, call := range map[string]func(){
		"Shuffle": func() { shuffle.Shuffle(src, int(n), func(i, j int) {}) },
		"Deal":    func() { shuffle.Deal(src, long) },
		"Perm": func() {
			if _, err := shuffle.Perm(src, int(n)); err != nil {
				panic(err)
			}
		},
	} {
		if got := refusal(call); fmt.Sprint(got) != fmt.Sprint(err) {
			t.Errorf("%s: %v, but Slice: %v", what, got, err)
		}
	}
	return err
}

// checkSlice checks all that shuffle alike.
func checkSlice(t *testing.T, v vector) error {
	if v.source() == nil {
		return checkRefusedSlice(t, nil, v.Inputs.N)
	} else if v.Inputs.N > shuffle.MaxLen {
		return checkRefusedSlice(t, v.source(), v.Inputs.N)
	}
	n := int(v.Inputs.N)
	deck, source := ordered(n), v.source()
	shuffle.Slice(source, deck)
	vectors.Same(t, "Slice", line(deck), v.Outputs.Deck)
	vectors.Same(t, "words", source.words, v.Outputs.Words)

	deck = ordered(n)
	shuffle.Slice(shuffle.Source(v.source()), deck)
	vectors.Same(t, "Slice by an interface", line(deck), v.Outputs.Deck)

	deck = ordered(n)
	shuffle.Shuffle(v.source(), n, func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	vectors.Same(t, "Shuffle", line(deck), v.Outputs.Deck)

	p, err := shuffle.Perm(v.source(), n)
	if err != nil {
		return err
	}
	vectors.Same(t, "Perm", line(p.Ints()), v.Outputs.Deck)

	deck, source = ordered(n), v.source()
	dealt := make([]int, 0, n)
	for card := range shuffle.Deal(source, deck) {
		dealt = append([]int{card}, dealt...)
	}
	vectors.Same(t, "Deal", line(dealt), v.Outputs.Deck)
	vectors.Same(t, "the deck after Deal", line(deck), v.Outputs.Deck)
	vectors.Same(t, "words", source.words, v.Outputs.Words)
	return nil
}

func checkDeal(t *testing.T, v vector) error {
	if k := v.Inputs.K; k < 0 || uint64(k) > v.Inputs.N {
		// Deal is an iterator, which can't be asked for more cards than there are.
		dealt := len(slices.Collect(shuffle.Deal(v.source(), ordered(int(v.Inputs.N)))))
		if k < 0 || dealt != k {
			return shuffle.ErrMalformed
		}
	}
	source := v.source()
	deal := shuffle.Deal(source, ordered(int(v.Inputs.N)))
	var dealt []int
	for range v.Inputs.K { // each card by a loop of its own
		for card := range deal {
			dealt = append(dealt, card)
			break
		}
	}
	vectors.Same(t, "dealt", line(dealt), v.Outputs.Dealt)
	vectors.Same(t, "words", source.words, v.Outputs.Words)
	return nil
}

func checkPermutation(t *testing.T, v vector) error {
	p, err := shuffle.NewPermutation(numbers(t, v.Inputs.P))
	if err != nil {
		return err
	}
	q, err := shuffle.NewPermutation(numbers(t, v.Inputs.Q))
	if err != nil {
		return err
	}
	composed, err := p.Compose(q)
	if err != nil {
		return err
	}
	applied, err := shuffle.Apply(p, strings.Fields(v.Inputs.Elements))
	if err != nil {
		return err
	}
	vectors.Same(t, "inverse", line(p.Inverse().Ints()), v.Outputs.Inverse)
	vectors.Same(t, "composed", line(composed.Ints()), v.Outputs.Composed)
	vectors.Same(t, "applied", line(applied), v.Outputs.Applied)
	return nil
}

func checkAccumulated(t *testing.T, v vector) error {
	vectors.Accumulate(t, v.Inputs.Runs, v.Outputs.SHA256, func(seed int) []byte {
		deck := make([]byte, 52)
		for i := range deck {
			deck[i] = byte(i)
		}
		shuffle.Slice(&splitMix{state: uint64(seed)}, deck)
		return deck
	})
	return nil
}
