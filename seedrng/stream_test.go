package seedrng_test

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/seedrng"
)

var (
	_ rand.Source = (*seedrng.Stream)(nil)
	_ io.Reader   = (*seedrng.Stream)(nil)
)

func TestPublishedBlock(t *testing.T) {
	b := make([]byte, 32)
	if n, err := mustStream(serverText, clientText, 1).Read(b); n != 32 || err != nil {
		t.Fatal(n, err)
	}
	if got := hex.EncodeToString(b); got != block0 {
		t.Errorf("block 0 = %s, want %s", got, block0)
	}
}

// However reads and draws are cut and mixed, the bytes come in the same order.
func TestOneCursor(t *testing.T) {
	want := make([]byte, 10_000)
	mustStream(serverText, clientText, 0).Read(want)

	s := mustStream(serverText, clientText, 0)
	r := rand.New(rand.NewPCG(1, 2))
	var got []byte
	for len(got) < len(want) {
		switch r.IntN(3) {
		case 0:
			got = binary.BigEndian.AppendUint32(got, s.Uint32())
		case 1:
			got = binary.BigEndian.AppendUint64(got, s.Uint64())
		case 2:
			b := make([]byte, r.IntN(100))
			if n, err := s.Read(b); n != len(b) || err != nil {
				t.Fatal(n, err)
			}
			got = append(got, b...)
		}
	}
	if !bytes.Equal(got[:len(want)], want) {
		t.Error("the bytes differ")
	}
	if err := iotest.TestReader(io.LimitReader(mustStream(serverText, clientText, 0), int64(len(want))), want); err != nil {
		t.Error(err)
	}
}

// Any change of server seed, client seed or nonce changes the first word; moving a
// character from one field to the next does too.
func TestInputsSeparate(t *testing.T) {
	seen := make(map[uint64]string)
	for _, in := range []struct {
		server, client string
		nonce          uint64
	}{
		{"a", "b", 1}, {"a", "b", 11}, {"a", "b:1", 1}, {"a", "b:1:1", 1}, {"a", "b1", 1}, {"ab", "b", 1}, {"a", "ab", 1},
		{"a", ":", 1}, {"a", "::", 1}, {"a", "b:", 1}, {"a", "b", 0}, {"a", "b ", 1}, {"a", "B", 1}, {"A", "b", 1},
	} {
		w := mustStream(in.server, in.client, in.nonce).Uint64()
		if before, ok := seen[w]; ok {
			t.Errorf("%+v starts as %s does", in, before)
		}
		seen[w] = fmt.Sprintf("%+v", in)
	}
}

// Impossible draws panic, and take no bytes.
func TestImpossibleDraws(t *testing.T) {
	s := mustStream(serverText, clientText, 0)
	for name, draw := range map[string]func(){
		"IntN(0)":          func() { s.IntN(0) },
		"IntN(-1)":         func() { s.IntN(-1) },
		"Uint64N(0)":       func() { s.Uint64N(0) },
		"Distinct(0, 0)":   func() { s.Distinct(0, 0) },
		"Distinct(52, -1)": func() { s.Distinct(52, -1) },
		"Distinct(52, 53)": func() { s.Distinct(52, 53) },
		"Weighted(nil)":    func() { s.Weighted(nil) },
	} {
		if err, _ := recovered(draw).(error); !errors.Is(err, seedrng.ErrMalformed) || !strings.HasPrefix(err.Error(), "seedrng: malformed: ") {
			t.Errorf("%s: panic %v", name, err)
		}
	}
	if got, want := s.Uint64(), mustStream(serverText, clientText, 0).Uint64(); got != want {
		t.Error("an impossible draw took bytes")
	}
}

// A failure of others: a draw whose error is ignored is always 0. A lottery of ten billion
// tickets draws from all of them.
func TestLargeBounds(t *testing.T) {
	s := mustStream(serverText, clientText, 0)
	const tickets = 10_000_000_000
	above := 0
	for range 1000 {
		v := s.Uint64N(tickets)
		if v >= tickets {
			t.Fatalf("ticket %d", v)
		}
		if v >= tickets/2 {
			above++
		}
	}
	if above < 400 || above > 600 {
		t.Errorf("%d of 1,000 tickets in the upper half", above)
	}
}

// IntN and Uint64N are the same draw.
func TestIntNIsUint64N(t *testing.T) {
	a, b := mustStream(serverText, clientText, 0), mustStream(serverText, clientText, 0)
	for n := 1; n < math.MaxInt/3; n = 3*n + 1 {
		if got, want := a.IntN(n), b.Uint64N(uint64(n)); uint64(got) != want {
			t.Fatalf("IntN(%d) = %d, Uint64N = %d", n, got, want)
		}
	}
}

// Distinct gives the same values whether it keeps them as bits or in a map.
func TestDistinctIsIntNWithoutRepeats(t *testing.T) {
	for _, c := range []struct{ n, k int }{{1, 1}, {52, 52}, {64, 64}, {65, 65}, {1 << 16, 3000}, {1<<16 + 1, 3000}} {
		got := mustStream(serverText, clientText, 9).Distinct(c.n, c.k)
		s := mustStream(serverText, clientText, 9)
		seen := make(map[int]bool)
		var want []int
		for len(want) < c.k {
			if v := s.IntN(c.n); !seen[v] {
				seen[v] = true
				want = append(want, v)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("Distinct(%d, %d) (-want +got):\n%s", c.n, c.k, diff)
		}
	}
}

// chiSquare returns the statistic of counts against equal expectations.
func chiSquare(counts []int) float64 {
	total := 0
	for _, c := range counts {
		total += c
	}
	expected := float64(total) / float64(len(counts))
	x := 0.0
	for _, c := range counts {
		x += (float64(c) - expected) * (float64(c) - expected) / expected
	}
	return x
}

// The seeds are fixed, so these draws pass or fail forever. The limits are the
// 99.9 % quantiles of chi-square; the negative controls are draws with the flaws that
// IntN avoids.
func TestUniform(t *testing.T) {
	s := mustStream(serverText, "chi-square", 0)

	const draws = 520_000
	const quantile51, quantile2 = 87.97, 13.82
	cards := make([]int, 52)
	bytesMod := make([]int, 52)
	for range draws {
		cards[s.IntN(52)]++
		bytesMod[s.Uint32()>>24%52]++
	}
	if x := chiSquare(cards); x > quantile51 {
		t.Errorf("IntN(52): chi-square %.1f with 51 degrees of freedom", x)
	}
	if x := chiSquare(bytesMod); x < quantile51 {
		t.Errorf("negative control: a byte mod 52 passes with %.1f", x)
	}

	// Without rejection, the first third of this range comes up twice as often.
	const third = 1 << 30
	if 3*third > math.MaxInt {
		return
	}
	bound := int64(3 * third)
	thirds, modulo := make([]int, 3), make([]int, 3)
	for range draws {
		thirds[s.IntN(int(bound))/third]++
		modulo[int64(s.Uint32())%bound/third]++
	}
	if x := chiSquare(thirds); x > quantile2 {
		t.Errorf("IntN(3·2^30): chi-square %.1f with 2 degrees of freedom", x)
	}
	if x := chiSquare(modulo); x < quantile2 {
		t.Errorf("negative control: no rejection passes with %.1f", x)
	}
}

// Every ordered pair comes up equally often in Distinct(5, 2).
func TestDistinctUniform(t *testing.T) {
	counts := make([]int, 25)
	s := mustStream(serverText, "pairs", 0)
	for range 200_000 {
		d := s.Distinct(5, 2)
		counts[5*d[0]+d[1]]++
	}
	var pairs []int
	for i, c := range counts {
		switch {
		case i/5 != i%5:
			pairs = append(pairs, c)
		case c != 0:
			t.Errorf("%d drawn twice", i/5)
		}
	}
	const quantile19 = 43.82
	if x := chiSquare(pairs); x > quantile19 {
		t.Errorf("chi-square %.1f with 19 degrees of freedom", x)
	}
}

func TestFraction(t *testing.T) {
	s, words := mustStream(serverText, clientText, 1), mustStream(serverText, clientText, 1)
	for range 1000 {
		f, w := s.Fraction(), words.Uint32()
		if f < 0 || f >= 1 || f*(1<<32) != float64(w) {
			t.Fatalf("Fraction = %v, the word is %d", f, w)
		}
	}
	// The first word of the published bet, 0xc590d171, as those sites write it.
	if f := mustStream(serverText, clientText, 1).Fraction(); f != 0xc5/256.0+0x90/65536.0+0xd1/16777216.0+0x71/4294967296.0 {
		t.Errorf("Fraction = %v", f)
	}
}

// The last block is computed, then draws fail: nothing wraps around to block 0.
func TestExhaustion(t *testing.T) {
	s := mustStream(serverText, clientText, 1)
	seedrng.SkipTo(s, math.MaxUint64)
	last := make([]byte, 40)
	if n, err := s.Read(last); n != 32 || !errors.Is(err, seedrng.ErrExhausted) {
		t.Fatalf("Read = %d, %v", n, err)
	}
	if hex.EncodeToString(last[:32]) == block0 {
		t.Error("the counter wrapped")
	}

	for name, draw := range map[string]func(){
		"Uint32":   func() { s.Uint32() },
		"Uint64":   func() { s.Uint64() },
		"Fraction": func() { s.Fraction() },
		"IntN":     func() { s.IntN(6) },
		"Uint64N":  func() { s.Uint64N(1 << 40) },
		"Distinct": func() { s.Distinct(52, 10) },
		"Weighted": func() { s.Weighted([]uint64{1, 2}) },
	} {
		if err, _ := recovered(draw).(error); !errors.Is(err, seedrng.ErrExhausted) {
			t.Errorf("%s: panic %v", name, err)
		}
	}
	if n, err := s.Read(nil); n != 0 || err != nil {
		t.Errorf("Read(nil) = %d, %v", n, err)
	}
}

func TestZeroStream(t *testing.T) {
	var s seedrng.Stream
	n, err := s.Read(make([]byte, 1))
	if n != 0 || !errors.Is(err, seedrng.ErrMalformed) || !strings.Contains(err.Error(), "zero Stream") {
		t.Errorf("Read = %d, %v", n, err)
	}
	if err, _ := recovered(func() { s.Uint64() }).(error); !errors.Is(err, seedrng.ErrMalformed) {
		t.Errorf("Uint64: panic %v", err)
	}
}

func hmacSHA256(key []byte, message string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(message))
	return mac.Sum(nil)
}

// A failure of others: HMAC puts SHA-256(key) in the place of a key longer than its
// block, and that is the hash the server publishes.
func TestLongServerSeedIsPublic(t *testing.T) {
	for _, c := range []struct {
		bytes       int
		predictable bool
	}{{64, false}, {65, true}, {1024, true}} {
		text := strings.Repeat("s", c.bytes)
		if _, err := seedrng.ParseServerSeed(text); c.predictable != errors.Is(err, seedrng.ErrMalformed) {
			t.Errorf("ParseServerSeed of %d bytes: %v", c.bytes, err)
		}
		seed, err := seedrng.ParseAuditSeed(text)
		if err != nil {
			t.Fatal(err)
		}
		s, err := seedrng.NewStream(seed, clientText, 7)
		if err != nil {
			t.Fatal(err)
		}
		published := seed.Hash()
		want := hmacSHA256(published[:], clientText+":7:0")
		got := make([]byte, 32)
		s.Read(got)
		if bytes.Equal(got, want) != c.predictable || seed.Predictable() != c.predictable {
			t.Errorf("%d bytes: computable from the hash: %v, Predictable: %v, want %v", c.bytes, bytes.Equal(got, want), seed.Predictable(),
				c.predictable)
		}
	}
}

// A failure of others: an outcome computed as SHA-256(server seed) is the commitment.
func TestOutcomeIsNotTheCommitment(t *testing.T) {
	seed := mustParse(serverText)
	published := seed.Hash()
	b := make([]byte, 32)
	for nonce := range uint64(100) {
		mustStream(serverText, clientText, nonce).Read(b)
		if bytes.Equal(b, published[:]) {
			t.Error("a block is the published hash")
		}
		if bytes.Equal(b, hmacSHA256(published[:], fmt.Sprintf("%s:%d:0", clientText, nonce))) {
			t.Error("a block follows from the published hash")
		}
	}
}
