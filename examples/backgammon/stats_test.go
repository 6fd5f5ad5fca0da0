package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"math/rand/v2"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

// sampleOf returns the sample whose name starts so.
func sampleOf(t *testing.T, name string) sample {
	t.Helper()
	for _, s := range samples {
		if strings.HasPrefix(s.what, name) {
			return s
		}
	}
	t.Fatalf("no sample %q", name)
	return sample{}
}

// The weights, counted over all bytes once more, and figures known from elsewhere.
func TestWeights(t *testing.T) {
	var honest, fixed, echo [outcomes]int
	for a := range 256 {
		fixed[(a+0)%36]++
		echo[(a+a)%36]++
		for b := range 256 {
			honest[(a+b)%36]++
		}
	}
	for name, want := range map[string][outcomes]int{
		"jgammon, both honest": honest, "jgammon, seat 1's first byte": fixed, "jgammon, seat 1 echoes": echo,
	} {
		if got := sampleOf(t, name).weight; got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
	for n := range fixed {
		if want := 7 + max(0, 4-n)/max(1, 4-n); fixed[n] != want {
			t.Errorf("N = %d comes up in %d of 256, want %d", n, fixed[n], want)
		}
		if n%2 == 1 && echo[n] != 0 {
			t.Errorf("an echo gives N = %d", n)
		}
	}
	if most, least := extremes(fixed); math.Abs(most-12.5) > 1e-9 || math.Abs(least+1.5625) > 1e-9 {
		t.Errorf("%v, %v", most, least)
	}
	// In closed form: 36·(1−S) + 36·n·(S−1/36), with S the sum of the squares of the
	// probabilities. That is 3644/65536 of an echo, and 1824/65536 of one fixed byte.
	for _, c := range []struct {
		name string
		s    float64
	}{{"toss, both", 1. / 36}, {"jgammon, seat 1's first byte", 1824. / 65536}, {"jgammon, seat 1 echoes", 3644. / 65536}} {
		for _, n := range []int{1, 1000, 100_000} {
			want := 36*(1-c.s) + 36*float64(n)*(c.s-1./36)
			if got := sampleOf(t, c.name).expected(n); math.Abs(got/want-1) > 1e-9 {
				t.Errorf("%s, %d throws: %v, want %v", c.name, n, got, want)
			}
		}
	}
}

// distance is chi-square against the exact weights of a sample, over the outcomes that
// can occur, and how many these are.
func distance(c counts, s sample, n int) (sum float64, cells int) {
	all := 0
	for _, w := range s.weight {
		all += w
	}
	for d, w := range s.weight {
		mean := float64(n) * float64(w) / float64(all)
		switch {
		case w > 0:
			sum += (float64(c.of[d]) - mean) * (float64(c.of[d]) - mean) / mean
			cells++
		case c.of[d] > 0:
			return math.Inf(1), cells
		}
	}
	return sum, cells
}

// Every sample fits its own exact distribution, and none a different one.
func TestSamples(t *testing.T) {
	n := 200_000
	if testing.Short() {
		n = 20_000
	}
	for i, s := range samples {
		c, err := s.take([32]byte{byte(i), 'b'}, n, func(int) {})
		if err != nil {
			t.Fatal(err)
		}
		if s.what == "toss, seat 1 echoes" {
			if c.refused != n || c.of != [outcomes]int{} {
				t.Errorf("%s: %d of %d refused", s.what, c.refused, n)
			}
			continue
		}
		sum, cells := distance(c, s, n)
		if limit := float64(cells) + 4*math.Sqrt(2*float64(cells)); c.refused != 0 || sum > limit {
			t.Errorf("%s: %v with %d outcomes", s.what, sum, cells)
		}
		if testing.Short() { // too few throws to tell the samples apart
			continue
		}
		fairly := c.chiSquare() <= rare
		if honest := strings.HasSuffix(s.what, "honest"); fairly != honest {
			t.Errorf("%s: chi-square %v", s.what, c.chiSquare())
		}
		for _, other := range samples { // but those two that are hard to tell apart
			alike := other.what == s.what || strings.HasSuffix(other.what, "honest") && strings.HasSuffix(s.what, "honest")
			if sum, _ := distance(c, other, n); !alike && other.weight != [outcomes]int{} && sum <= rare {
				t.Errorf("%s fits %s", s.what, other.what)
			}
		}
		if got := c.chiSquare() / s.expected(n); s.expected(n) > 1000 && math.Abs(got-1) > 0.02 {
			t.Errorf("%s: %v of what is expected", s.what, got)
		}
	}
}

func TestChiSquare(t *testing.T) {
	even, one := counts{}, counts{}
	for d := range even.of {
		even.of[d] = 10
	}
	one.of[35] = 360
	if even.chiSquare() != 0 || math.Abs(one.chiSquare()-360*35) > 1e-6 {
		t.Error(even.chiSquare(), one.chiSquare())
	}
}

func TestTakeOnAnyNumberOfCores(t *testing.T) {
	for _, s := range samples {
		const n = 3500
		want, err := s.take([32]byte{1}, n, func(int) {})
		if err != nil {
			t.Fatal(err)
		}
		total := want.refused
		for _, count := range want.of {
			total += count
		}
		if total != n {
			t.Errorf("%s: %d throws of %d", s.what, total, n)
		}
		for _, cores := range []int{1, 5} {
			previous := runtime.GOMAXPROCS(cores)
			got, err := s.take([32]byte{1}, n, func(int) {})
			runtime.GOMAXPROCS(previous)
			if got != want || err != nil {
				t.Errorf("%s: %d cores count otherwise, %v", s.what, cores, err)
			}
		}
		if other, _ := s.take([32]byte{2}, n, func(int) {}); other == want && want.refused == 0 {
			t.Errorf("%s: another seed counts the same", s.what)
		}
	}
	failing := sample{throw: func(*rand.ChaCha8, int) (dice, error) { return 0, commit.ErrState }}
	if _, err := failing.take([32]byte{}, 5000, func(int) {}); err != commit.ErrState {
		t.Error(err)
	}
}

// The throws in memory are those that the parties make of the same values.
func TestTossInMemory(t *testing.T) {
	var drawn [128]byte
	rand.NewChaCha8([32]byte{7}).Read(drawn[:])
	session := binary.BigEndian.AppendUint64([]byte(helloLabel), 5)
	var tosses [2]*commit.Toss
	for seat := range tosses {
		nonce, err := commit.ParseNonce(drawn[64*seat:][:32])
		if err != nil {
			t.Fatal(err)
		}
		if tosses[seat], err = commit.NewToss(session, 2, seat, nonce, drawn[64*seat:][32:64], forfeit); err != nil {
			t.Fatal(err)
		}
	}
	for turn := range 4 {
		message := tosses[turn%2].Pending()
		for _, toss := range tosses {
			if err := toss.Receive(turn%2, message); err != nil {
				t.Fatal(err)
			}
		}
	}
	want, err := tossOfDice{tosses[0], 5}.outcome()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := tossInMemory(rand.NewChaCha8([32]byte{7}), 5, false); got != want.dice || err != nil {
		t.Errorf("%v, %v, want %v", got, err, want.dice)
	}
}

// The table of -stats is that of its samples.
func TestStatsTable(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	var b bytes.Buffer
	out := bufio.NewWriter(&b)
	if _, err := measureFrom(out, nil, [32]byte{3}, 100_000); err != nil {
		t.Fatal(err)
	}
	out.Flush()
	for _, want := range []string{
		"Throws of each kind: 100,000.", "above 66.6 once in 1,000",
		"  toss, seat 1 echoes                100,000 of 100,000 refused\n",
		"12.5 % too frequent and the others 1.6 % too rare, exactly", "0.20 % too frequent",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the output lacks %q", want)
		}
	}
	rows := regexp.MustCompile(`(?m)^  (toss|jgammon), (.*?)  +([0-9.]+) +([0-9.]+)  (looks fair|not fair)$`).FindAllStringSubmatch(b.String(), -1)
	if len(rows) != 4 {
		t.Fatalf("%d rows:\n%s", len(rows), &b)
	}
	for i, want := range []struct {
		expected string
		fair     bool
	}{{"35.0", true}, {"35.0", true}, {"230.3", false}, {"100204.9", false}} {
		measured, err := strconv.ParseFloat(rows[i][4], 64)
		if err != nil || rows[i][3] != want.expected || (rows[i][5] == "looks fair") != want.fair || (measured <= rare) != want.fair {
			t.Errorf("%q, want %+v", rows[i][0], want)
		}
	}
}

func TestStats(t *testing.T) {
	status, text, stderr := command("-stats", "2000", "-json")
	var object struct {
		Result  string
		Throws  int
		Samples []measurement
	}
	if err := json.Unmarshal([]byte(text), &object); err != nil || status != cli.Passed || stderr != "" || object.Result != "passed" || object.Throws != 2000 || len(object.Samples) != len(samples) {
		t.Fatalf("%v, status %d, %s\n%s", err, status, stderr, text)
	}
	for i, m := range object.Samples {
		echo := samples[i].weight == [outcomes]int{}
		if m.Sample != samples[i].what || (m.Refused == 2000) != echo || (m.Verdict == "refused") != echo || !echo && (m.Expected != samples[i].expected(2000) || m.Measured == 0) {
			t.Errorf("%+v", m)
		}
	}

	for _, n := range []string{"1", "179", "180"} {
		status, out, stderr := command("-stats", n)
		if few := strings.Contains(out, "So few throws"); status != cli.Passed || stderr != "" || few != (n != "180") || strings.Contains(out, "NaN") {
			t.Errorf("-stats %s: %d, %s\n%s", n, status, stderr, out)
		}
		for line := range strings.Lines(out) {
			if len(line) > 81 {
				t.Errorf("too long: %s", line)
			}
		}
	}
}
