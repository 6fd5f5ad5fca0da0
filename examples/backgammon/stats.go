package main

import (
	"bufio"
	crand "crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/squaredeal/squaredeal/commit"
)

const (
	freedom = outcomes - 1
	// rare is what fair dice exceed in one of 1,000 measurements: the 99.9 % quantile
	// of chi-square with 35 degrees of freedom.
	rare = 66.6
)

// A sample is a way to throw, without a connection.
type sample struct {
	what   string
	weight [outcomes]int // of each N, exactly; all zero if there is no throw
	throw  func(src *rand.ChaCha8, number int) (dice, error)
}

// bytes256 counts how often the remainders of 0 to 255 mod 36 come up, times k.
func bytes256(k int) (weight [outcomes]int) {
	for b := range 256 {
		weight[k*b%outcomes]++
	}
	return weight
}

// sumOfTwo counts the sums of two independent draws mod 36.
func sumOfTwo(a, b [outcomes]int) (weight [outcomes]int) {
	for i, n := range a {
		for j, m := range b {
			weight[(i+j)%outcomes] += n * m
		}
	}
	return weight
}

func fair() (weight [outcomes]int) {
	for n := range weight {
		weight[n] = 1
	}
	return weight
}

var samples = []sample{
	{"toss, both honest", fair(), func(src *rand.ChaCha8, number int) (dice, error) {
		return tossInMemory(src, number, false)
	}},
	{"toss, seat 1 echoes", [outcomes]int{}, func(src *rand.ChaCha8, number int) (dice, error) {
		return tossInMemory(src, number, true)
	}},
	{"jgammon, both honest", sumOfTwo(bytes256(1), bytes256(1)), func(src *rand.ChaCha8, _ int) (dice, error) {
		return jgammonInMemory(randomSecret(src), randomSecret(src))
	}},
	{"jgammon, seat 1's first byte is 0", bytes256(1), func(src *rand.ChaCha8, _ int) (dice, error) {
		fixed := randomSecret(src)
		fixed[0] = 0
		return jgammonInMemory(randomSecret(src), fixed)
	}},
	{"jgammon, seat 1 echoes", bytes256(2), func(src *rand.ChaCha8, _ int) (dice, error) {
		s := randomSecret(src)
		return jgammonInMemory(s, s)
	}},
}

// tossInMemory makes a throw by package commit. Real ones use GenerateToss: the
// values of src are for this measurement alone.
func tossInMemory(src *rand.ChaCha8, number int, echo bool) (dice, error) {
	var tosses [2]*commit.Toss
	var messages [2][]byte
	session := binary.BigEndian.AppendUint64([]byte(helloLabel), uint64(number))
	for seat := range tosses {
		var nonce commit.Nonce
		var value [commit.ValueSize]byte
		src.Read(nonce[:]) // never fails
		src.Read(value[:])
		var err error
		if tosses[seat], messages[seat], err = commit.NewToss(session, 2, seat, nonce, value); err != nil {
			return 0, err
		}
	}
	if echo {
		messages[1] = messages[0]
	}
	for range 2 { // phases
		var replies [2][]byte
		for seat, t := range tosses {
			var err error
			if replies[seat], err = t.Receive(1-seat, messages[1-seat]); err != nil {
				return 0, err
			}
		}
		messages = replies
	}
	result, err := tossOfDice{tosses[0], number}.outcome()
	return result.dice, err
}

func randomSecret(src *rand.ChaCha8) (s commit.JGammonSecret) {
	src.Read(s[:])
	return s
}

func jgammonInMemory(a, b commit.JGammonSecret) (dice, error) {
	throw, err := commit.JGammon([2]commit.JGammonHash{a.Hash(), b.Hash()}, [2]commit.JGammonSecret{a, b})
	return dice(throw.N), err
}

// counts are what came of a sample's throws.
type counts struct {
	of      [outcomes]int
	refused int
}

// take makes n throws on all cores. Each batch has a source of its own, so that the
// counts don't depend on the number of cores.
func (s sample) take(seed [32]byte, n int) (total counts, err error) {
	const batch = 1000
	var next atomic.Int64
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			var c counts
			var failure error
			for failure == nil {
				start := int(next.Add(batch)) - batch
				if start >= n {
					break
				}
				key := seed
				binary.BigEndian.PutUint64(key[24:], binary.BigEndian.Uint64(key[24:])^uint64(start))
				src := rand.NewChaCha8(key)
				for number := start; number < min(start+batch, n) && failure == nil; number++ {
					d, err := s.throw(src, number)
					switch {
					case errors.Is(err, commit.ErrCopied):
						c.refused++
					case err != nil:
						failure = err
					default:
						c.of[d]++
					}
				}
			}
			mu.Lock()
			defer mu.Unlock()
			for d, count := range c.of {
				total.of[d] += count
			}
			total.refused += c.refused
			if err == nil {
				err = failure
			}
		})
	}
	wg.Wait()
	return total, err
}

// chiSquare returns Pearson's sum over the throws that were made.
func (c counts) chiSquare() float64 {
	n := 0
	for _, count := range c.of {
		n += count
	}
	mean := float64(n) / outcomes
	var sum float64
	for _, count := range c.of {
		d := float64(count) - mean
		sum += d * d / mean
	}
	return sum
}

// expected returns the mean of chiSquare for n throws of the sample's exact
// distribution: a count has the variance np(1−p) and is n(p−1/36) off.
func (s sample) expected(n int) float64 {
	all := 0
	for _, w := range s.weight {
		all += w
	}
	var sum float64
	for _, w := range s.weight {
		p := float64(w) / float64(all)
		d := p - 1./outcomes
		sum += outcomes * (p*(1-p) + float64(n)*d*d)
	}
	return sum
}

// measure prints the chi-square of n throws of every sample.
func measure(out *bufio.Writer, n int) error {
	var seed [32]byte
	crand.Read(seed[:]) // never fails
	return measureFrom(out, seed, n)
}

func measureFrom(out *bufio.Writer, seed [32]byte, n int) error {
	say := func(format string, args ...any) { fmt.Fprintf(out, format, args...) }
	say("Throws of each kind: %d. Chi-square compares how often each of the 36 outcomes\ncame up with an even spread. For fair dice it is 35 on average (there are 35\ndegrees of freedom), and above %v once in 1,000 measurements.\n\n", n, rare)
	if n < 5*outcomes {
		say("(So few throws tell little: each outcome should come up five times or more.)\n\n")
	}
	say("                                     chi-square\n")
	say("                                     expected    measured\n")
	for i, s := range samples {
		seed[0] ^= byte(i) // another one for each
		c, err := s.take(seed, n)
		switch {
		case err != nil:
			return err
		case c.refused > 0:
			say("  %-34s %d of %d refused\n", s.what, c.refused, n)
			continue
		}
		measured := c.chiSquare()
		verdict := ""
		if measured > rare {
			verdict = "  not fair"
		}
		say("  %-33s %9.1f %11.1f%s\n", s.what, s.expected(n), measured, verdict)
		if err := out.Flush(); err != nil {
			return err
		}
	}
	often, seldom := extremes(bytes256(1))
	mostOfTwo, _ := extremes(sumOfTwo(bytes256(1), bytes256(1)))
	say("\n36 doesn't divide 256. If one of jgammon's first bytes is fixed, four N are\n%.1f %% too frequent and the others %.1f %% too rare, exactly. With two random\nbytes the most frequent N is %.2f %% too frequent, which few samples show. With an\necho, no N is odd. A toss refuses an echo, before it reveals anything.\n", often, -seldom, mostOfTwo)
	return nil
}

// extremes returns by how many percent the most and the least frequent N differ from
// 1 in 36.
func extremes(weight [outcomes]int) (most, least float64) {
	all, low, high := 0, weight[0], weight[0]
	for _, w := range weight {
		all += w
		low, high = min(low, w), max(high, w)
	}
	percent := func(w int) float64 { return 100 * (float64(w)*outcomes/float64(all) - 1) }
	return percent(high), percent(low)
}
