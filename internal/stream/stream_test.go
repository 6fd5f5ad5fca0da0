package stream_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/internal/stream"
)

var errs = &stream.Errors{Malformed: errors.New("malformed"), Exhausted: errors.New("exhausted")}

func open(key, prefix string) *stream.Stream {
	return stream.New(stream.NewKey(key), []byte(prefix), errs)
}

// reference is the stream by definition.
type reference struct {
	key, prefix string
	bytes       []byte
	at          int
}

func block(key, prefix string, r uint64) []byte {
	mac := hmac.New(sha256.New, []byte(key))
	fmt.Fprintf(mac, "%s%d", prefix, r)
	return mac.Sum(nil)
}

func (r *reference) take(n int) []byte {
	for len(r.bytes) < r.at+n {
		r.bytes = append(r.bytes, block(r.key, r.prefix, uint64(len(r.bytes)/32))...)
	}
	r.at += n
	return r.bytes[r.at-n : r.at]
}

// below follows the definition with arithmetic of 128 bits.
func (r *reference) below(n uint64) uint64 {
	for {
		if n <= 1<<32 {
			if w := uint64(binary.BigEndian.Uint32(r.take(4))); w < 1<<32-(1<<32)%n {
				return w % n
			}
			continue
		}
		w := binary.BigEndian.Uint64(r.take(8))
		_, mod := bits.Div64(1, 0, n) // 2⁶⁴ mod n
		if mod == 0 || w < 0-mod {
			return w % n
		}
	}
}

func TestBlocks(t *testing.T) {
	for _, key := range []string{"", "k", strings.Repeat("k", 63), strings.Repeat("k", 64), strings.Repeat("k", 65),
		strings.Repeat("k", 1024)} {
		for _, prefix := range []string{"", "client:1:", strings.Repeat("p", 2000)} {
			want := (&reference{key: key, prefix: prefix}).take(32 * 12)
			got := make([]byte, len(want))
			if n, err := open(key, prefix).Read(got); n != len(got) || err != nil || !bytes.Equal(got, want) {
				t.Errorf("key of %d bytes, prefix of %d: Read = %d, %v", len(key), len(prefix), n, err)
			}
		}
	}
}

// One key serves many streams, which don't disturb each other.
func TestSharedKey(t *testing.T) {
	key := stream.NewKey([]byte("key"))
	prefix := append(make([]byte, 0, 100), "a:"...)
	a, b := stream.New(key, prefix, errs), stream.New(key, []byte("b:"), errs)
	ra, rb := &reference{key: "key", prefix: "a:"}, &reference{key: "key", prefix: "b:"}
	for range 100 {
		if a.Uint64() != binary.BigEndian.Uint64(ra.take(8)) || b.Uint32() != binary.BigEndian.Uint32(rb.take(4)) {
			t.Fatal("the streams differ from the definition")
		}
	}
}

var bounds = []uint64{
	1, 2, 3, 6, 52, 1 << 16, 1<<31 + 1, 1<<32 - 1, 1 << 32, 1<<32 + 1, 3 << 31, 10_000_000_000,
	1 << 62, 1 << 63, 1<<63 + 1, 3 << 62, math.MaxUint64 - 1, math.MaxUint64,
}

// Every draw takes the bytes that the definition says, at every alignment.
func TestDraws(t *testing.T) {
	s, r := open("key", "prefix"), &reference{key: "key", prefix: "prefix"}
	for i := range 300 {
		for _, n := range bounds {
			if got, want := s.Uint64N(n), r.below(n); got != want {
				t.Fatalf("Uint64N(%d) = %d, want %d", n, got, want)
			}
			if n <= math.MaxInt {
				if got, want := s.IntN(int(n)), r.below(n); got != int(want) {
					t.Fatalf("IntN(%d) = %d, want %d", n, got, want)
				}
			}
		}
		b := make([]byte, i%40)
		if s.Read(b); !bytes.Equal(b, r.take(len(b))) {
			t.Fatal("Read differs")
		}
	}
}

// The largest word accepted and the smallest rejected, for a bound above half of all
// words: a first word w is the limit of the bound w, and below that of w + 1.
func TestLimits(t *testing.T) {
	const prefix = "limits 4"
	first := open("key", prefix)
	long := first.Uint64()
	for _, w := range []uint64{long >> 32, long} {
		if bits.LeadingZeros64(w)%32 != 0 {
			t.Fatalf("the word %x is below half of all words", w)
		}
		for _, n := range []uint64{w, w + 1} {
			r := &reference{key: "key", prefix: prefix}
			s := open("key", prefix)
			if got, want := s.Uint64N(n), r.below(n); got != want || (want == w) != (n == w+1) {
				t.Errorf("the first draw below %d is %d, want %d", n, got, want)
			}
			if s.Uint32() != binary.BigEndian.Uint32(r.take(4)) {
				t.Errorf("a draw below %d took other bytes", n)
			}
		}
	}
}

func TestDistinct(t *testing.T) {
	for _, c := range []struct{ n, k int }{{1, 0}, {1, 1}, {52, 52}, {64, 64}, {65, 65}, {1 << 16, 3000}, {1<<16 + 1, 3000},
		{math.MaxInt, 20}} {
		s, r := open("key", fmt.Sprint(c)), &reference{key: "key", prefix: fmt.Sprint(c)}
		want := []int{}
		for len(want) < c.k {
			if v := int(r.below(uint64(c.n))); !slices.Contains(want, v) {
				want = append(want, v)
			}
		}
		if got := s.Distinct(c.n, c.k); !slices.Equal(got, want) {
			t.Errorf("Distinct(%d, %d) = %v, want %v", c.n, c.k, got, want)
		}
		if s.Uint32() != binary.BigEndian.Uint32(r.take(4)) {
			t.Errorf("Distinct(%d, %d) took other bytes", c.n, c.k)
		}
	}
}

func TestWeighted(t *testing.T) {
	for _, weights := range [][]uint64{
		{1}, {0, 0, 7, 0}, {1, 2, 3}, {0, 5, 0, 5, 0}, {1 << 32}, {1 << 32, 1}, {math.MaxUint64 - 1, 1}, {math.MaxUint64, 0},
		{1 << 63, 1<<63 - 1},
	} {
		s, r := open("key", fmt.Sprint(weights)), &reference{key: "key", prefix: fmt.Sprint(weights)}
		var sum uint64
		for _, w := range weights {
			sum += w
		}
		for range 200 {
			v, want := r.below(sum), 0
			for before := uint64(0); v-before >= weights[want]; want++ {
				before += weights[want]
			}
			if got := s.Weighted(weights); got != want {
				t.Fatalf("Weighted(%v) = %d, want %d", weights, got, want)
			}
		}
	}
	// Each index about as often as it weighs: every word of 4 bytes counts once.
	counts := make([]int, 3)
	s := open("key", "counts")
	const draws = 300_000
	for range draws {
		counts[s.Weighted([]uint64{1, 2, 3})]++
	}
	chi := 0.0
	for i, c := range counts {
		expected := draws * float64(i+1) / 6
		chi += (float64(c) - expected) * (float64(c) - expected) / expected
	}
	if chi > 13.82 { // the 99.9 % quantile of 2 degrees of freedom; the seed is fixed
		t.Errorf("counts %v: chi-square %.1f", counts, chi)
	}
}

func recovered(f func()) (r any) {
	defer func() { r = recover() }()
	f()
	return nil
}

func TestImpossible(t *testing.T) {
	s := open("key", "prefix")
	for name, draw := range map[string]func(){
		"IntN(0)":             func() { s.IntN(0) },
		"IntN(-1)":            func() { s.IntN(-1) },
		"IntN(MinInt)":        func() { s.IntN(math.MinInt) },
		"Uint64N(0)":          func() { s.Uint64N(0) },
		"Distinct(0, 0)":      func() { s.Distinct(0, 0) },
		"Distinct(-1, -1)":    func() { s.Distinct(-1, -1) },
		"Distinct(52, 53)":    func() { s.Distinct(52, 53) },
		"Distinct(52, -1)":    func() { s.Distinct(52, -1) },
		"Weighted(nil)":       func() { s.Weighted(nil) },
		"Weighted(0)":         func() { s.Weighted([]uint64{0, 0}) },
		"Weighted(2^64)":      func() { s.Weighted([]uint64{math.MaxUint64, 1}) },
		"Weighted(2^65 - 2)":  func() { s.Weighted([]uint64{math.MaxUint64, math.MaxUint64}) },
		"Weighted(2^64 to 0)": func() { s.Weighted([]uint64{1 << 63, 1 << 63}) },
	} {
		if err, _ := recovered(draw).(error); !errors.Is(err, errs.Malformed) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got, want := s.Uint64(), open("key", "prefix").Uint64(); got != want {
		t.Error("an impossible draw took bytes")
	}
}

// The last block is computed, then everything fails: nothing wraps around to block 0.
func TestExhausted(t *testing.T) {
	s := open("key", "prefix")
	s.Seek(math.MaxUint64)
	got := make([]byte, 40)
	if n, err := s.Read(got); n != 32 || !errors.Is(err, errs.Exhausted) || !bytes.Equal(got[:32], block("key", "prefix", math.MaxUint64)) {
		t.Errorf("Read = %d, %v", n, err)
	}
	for name, draw := range map[string]func(){
		"Uint32":   func() { s.Uint32() },
		"Uint64":   func() { s.Uint64() },
		"IntN":     func() { s.IntN(6) },
		"Uint64N":  func() { s.Uint64N(1 << 40) },
		"Distinct": func() { s.Distinct(52, 10) },
		"Weighted": func() { s.Weighted([]uint64{1, 2}) },
	} {
		if err, _ := recovered(draw).(error); !errors.Is(err, errs.Exhausted) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if n, err := s.Read(nil); n != 0 || err != nil {
		t.Errorf("Read(nil) = %d, %v", n, err)
	}
}

func TestBlocksDoNotAllocate(t *testing.T) {
	s := open("key", "prefix")
	b := make([]byte, 32)
	weights := []uint64{1, 2, 3}
	if n := testing.AllocsPerRun(1000, func() {
		s.Read(b)
		s.IntN(52)
		s.Uint64N(1 << 40)
		s.Weighted(weights)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
