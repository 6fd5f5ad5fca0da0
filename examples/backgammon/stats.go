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

// measure prints the chi-square of n throws of every sample.
func measure(out *bufio.Writer, n int) error {
	var seed [32]byte
	crand.Read(seed[:]) // never fails
	return measureFrom(out, seed, n)
}

func measureFrom(out *bufio.Writer, seed [32]byte, n int) error {
	say := func(format string, args ...any) { fmt.Fprintf(out, format, args...) }
	say("Throws of each kind: %d. Chi-square compares how often each of the 36 outcomes\ncame up with an even spread. For fair dice it is %d on average, the degrees of\nfreedom, and above %v once in 1,000 measurements.\n\n", n, freedom, rare)
	if n < 5*outcomes {
		say("(So few throws tell little: each outcome should come up five times or more.)\n\n")
	}
	say("                                     chi-square\n")
	say("                                     expected    measured\n")
	for _, s := range samples {
		seed[0]++ // another one for each
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
	say("\n36 doesn't divide 256. If one of jgammon's first bytes is fixed, four N are\n%.1f %% too frequent and the others %.1f %% too rare, exactly. With two random\nbytes the most frequent N is %.2f %% too frequent, which few samples show. With\nan echo, no N is odd. A toss refuses an echo, before it reveals anything.\n", often, -seldom, mostOfTwo)
	return nil
}
