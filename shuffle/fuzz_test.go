package shuffle_test

import (
	"encoding/binary"
	"errors"
	"math/bits"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/shuffle"
)

// words is a source of the fuzzer's words, and of SplitMix64's after those.
func words(text []byte) *splitMix {
	s := &splitMix{}
	for ; len(text) >= 8; text = text[8:] {
		s.fixed = append(s.fixed, hexWord(text))
	}
	return s
}

func hexWord(b []byte) string {
	const digits = "0123456789abcdef"
	w := binary.BigEndian.Uint64(b)
	text := make([]byte, 16)
	for i := range text {
		text[i] = digits[w>>(60-4*i)&15]
	}
	return string(text)
}

// definition shuffles as SPEC.md says: the indices first, then the decision, then the swaps.
func definition(src shuffle.Source, n int) []int {
	deck := ordered(n)
	for b := uint64(n); b >= 2; {
		product, last := b, b
		for last > 2 {
			high, p := bits.Mul64(product, last-1)
			if high != 0 || p > 1<<60 {
				break
			}
			product = p
			last--
		}
		var indices []uint64
		for {
			indices = nil
			r := src.Uint64()
			for c := b; c >= last; c-- {
				var j uint64
				j, r = bits.Mul64(r, c)
				indices = append(indices, j)
			}
			if r >= -product%product {
				break
			}
		}
		for i, j := range indices {
			at := b - 1 - uint64(i)
			deck[at], deck[j] = deck[j], deck[at]
		}
		b = last - 1
	}
	return deck
}

func FuzzSlice(f *testing.F) {
	f.Add(uint16(52), make([]byte, 64))
	f.Add(uint16(3), []byte{0, 0, 0, 0, 0, 0, 0, 3, 255, 255, 255, 255, 255, 255, 255, 255})
	f.Add(uint16(1000), []byte{})
	f.Fuzz(func(t *testing.T, size uint16, text []byte) {
		n := int(size) % 2048
		want := definition(words(text), n)
		got := ordered(n)
		shuffle.Slice(words(text), got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
		dealt := slices.Collect(shuffle.Deal(words(text), ordered(n)))
		slices.Reverse(dealt)
		if !slices.Equal(want, dealt) {
			t.Fatalf("Deal gives %v, want %v", dealt, want)
		}
		if _, err := shuffle.NewPermutation(got); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzNewPermutation(f *testing.F) {
	f.Add([]byte{2, 0, 1})
	f.Add([]byte{0, 0})
	f.Fuzz(func(t *testing.T, text []byte) {
		from := make([]int, len(text))
		for i, b := range text {
			from[i] = int(int8(b))
		}
		p, err := shuffle.NewPermutation(from)
		sorted := slices.Sorted(slices.Values(from))
		if valid := slices.Equal(sorted, ordered(len(from))); valid != (err == nil) {
			t.Fatalf("valid %v, error %v", valid, err)
		}
		if err != nil {
			if !errors.Is(err, shuffle.ErrMalformed) || p.Len() != 0 {
				t.Fatalf("%v, %v", p.Ints(), err)
			}
			return
		}
		if !slices.Equal(p.Ints(), from) || !p.Inverse().Inverse().Equal(p) {
			t.Fatalf("%v became %v", from, p.Ints())
		}
	})
}
