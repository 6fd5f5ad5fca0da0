package shuffle_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/internal/vectors/vectorstest"
	"github.com/squaredeal/squaredeal/shuffle"
)

//go:generate go run ./internal/genvectors testdata/vectors.json

type cell struct {
	Card, Position int
	Ratio          string
}

type vector struct {
	Inputs struct {
		N          uint64
		SplitMix64 uint64
		Source     []string
		K          int
		P, Q       string
		Elements   string
		Prevrandao []string
		Runs       int
	}
	Outputs struct {
		Groups                     []string
		Deck, Dealt                string
		Words                      int
		Inverse, Composed, Applied string
		Decks                      []string
		Ways                       []string
		Least, Greatest            cell
		Variation                  string
		SHA256                     string
	}
}

func TestVectors(t *testing.T) {
	class := func(err error) string {
		if errors.Is(err, shuffle.ErrMalformed) {
			return "malformed"
		}
		return err.Error()
	}
	vectorstest.Run(t, "squaredeal/shuffle v1", class, map[string]func(*testing.T, vector) error{
		"groups":      checkGroups,
		"slice":       checkSlice,
		"deal":        checkDeal,
		"permutation": checkPermutation,
		"onchain":     checkOnChain,
		"bias":        checkBias,
		"accumulated": checkAccumulated,
	})
}

// splitMix is SplitMix64 as SPEC.md, section 9.1, has it, or the words given first. It counts
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

func (v vector) source() *splitMix {
	return &splitMix{state: v.Inputs.SplitMix64, fixed: v.Inputs.Source}
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

func same[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
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
	same(t, "groups", groups, v.Outputs.Groups)
	return nil
}

// checkSlice checks all that shuffle alike.
func checkSlice(t *testing.T, v vector) error {
	n := int(v.Inputs.N)
	deck, source := ordered(n), v.source()
	shuffle.Slice(source, deck)
	same(t, "Slice", line(deck), v.Outputs.Deck)
	same(t, "words", source.words, v.Outputs.Words)

	deck = ordered(n)
	shuffle.Slice(shuffle.Source(v.source()), deck)
	same(t, "Slice by an interface", line(deck), v.Outputs.Deck)

	deck = ordered(n)
	shuffle.Shuffle(v.source(), n, func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	same(t, "Shuffle", line(deck), v.Outputs.Deck)

	p, err := shuffle.Perm(v.source(), n)
	if err != nil {
		return err
	}
	same(t, "Perm", line(p.Ints()), v.Outputs.Deck)

	deck, source = ordered(n), v.source()
	dealt := make([]int, 0, n)
	for card := range shuffle.Deal(source, deck) {
		dealt = append([]int{card}, dealt...)
	}
	same(t, "Deal", line(dealt), v.Outputs.Deck)
	same(t, "the deck after Deal", line(deck), v.Outputs.Deck)
	same(t, "words", source.words, v.Outputs.Words)
	return nil
}

func checkDeal(t *testing.T, v vector) error {
	source := v.source()
	deal := shuffle.Deal(source, ordered(int(v.Inputs.N)))
	var dealt []int
	for range v.Inputs.K { // each card by a loop of its own
		for card := range deal {
			dealt = append(dealt, card)
			break
		}
	}
	same(t, "dealt", line(dealt), v.Outputs.Dealt)
	same(t, "words", source.words, v.Outputs.Words)
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
	same(t, "inverse", line(p.Inverse().Ints()), v.Outputs.Inverse)
	same(t, "composed", line(composed.Ints()), v.Outputs.Composed)
	same(t, "applied", line(applied), v.Outputs.Applied)
	return nil
}

func checkOnChain(t *testing.T, v vector) error {
	deck := ordered(int(v.Inputs.N))
	for i, text := range v.Inputs.Prevrandao {
		prevrandao, err := shuffle.ParsePrevrandao(text)
		if err != nil {
			return err
		}
		shuffle.OnChain(prevrandao, deck)
		same(t, text, line(deck), v.Outputs.Decks[i])
	}
	return nil
}

func checkBias(t *testing.T, v vector) error {
	n := int(v.Inputs.N)
	b, err := shuffle.NaiveBias(n)
	if err != nil {
		return err
	}
	for card, row := range v.Outputs.Ways {
		for position, ways := range numbers(t, row) {
			paths := 1
			for range n {
				paths *= n
			}
			p := b.Probability(card, position)
			if got := p.Num().Int64() * int64(paths) / p.Denom().Int64(); got != int64(ways) {
				t.Errorf("card %d comes to position %d in %d ways, want %d", card, position, got, ways)
			}
		}
	}
	if v.Outputs.Variation != "" {
		least, greatest := b.Extremes()
		same(t, "least", cell{least.Card, least.Position, least.Ratio.RatString()}, v.Outputs.Least)
		same(t, "greatest", cell{greatest.Card, greatest.Position, greatest.Ratio.RatString()}, v.Outputs.Greatest)
		same(t, "variation", b.TotalVariation(0).RatString(), v.Outputs.Variation)
	}
	return nil
}

func checkAccumulated(t *testing.T, v vector) error {
	if testing.Short() && v.Inputs.Runs > 100 {
		t.Skip("-short")
	}
	h := sha256.New()
	var deck [52]byte
	for seed := range v.Inputs.Runs {
		for i := range deck {
			deck[i] = byte(i)
		}
		shuffle.Slice(&splitMix{state: uint64(seed)}, deck[:])
		h.Write(deck[:])
	}
	same(t, "accumulated", hex.EncodeToString(h.Sum(nil)), v.Outputs.SHA256)
	return nil
}
