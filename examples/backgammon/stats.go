package main

import (
	"bufio"
	crand "crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
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

// batch is how many throws have one source of randomness.
const batch = 1000

// take makes n throws on all cores, and says how many are done, batch by batch. Each
// batch has a source of its own, so that the counts don't depend on the number of cores.
func (s sample) take(seed [32]byte, n int, done func(batch int)) (total counts, err error) {
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
				end := min(start+batch, n)
				failure = s.takeBatch(&c, seed, start, end)
				done(end - start)
			}
			mu.Lock()
			defer mu.Unlock()
			total.add(c)
			if err == nil {
				err = failure
			}
		})
	}
	wg.Wait()
	return total, err
}

// takeBatch makes the throws with these numbers, and counts them.
func (s sample) takeBatch(c *counts, seed [32]byte, start, end int) error {
	binary.BigEndian.PutUint64(seed[24:], binary.BigEndian.Uint64(seed[24:])^uint64(start))
	src := rand.NewChaCha8(seed)
	for number := start; number < end; number++ {
		d, err := s.throw(src, number)
		switch {
		case errors.Is(err, commit.ErrMismatch):
			c.refused++
		case err != nil:
			return err
		default:
			c.of[d]++
		}
	}
	return nil
}

func (c *counts) add(d counts) {
	for i, n := range d.of {
		c.of[i] += n
	}
	c.refused += d.refused
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

// A measurement is the chi-square of a sample, for -json.
type measurement struct {
	Sample   string  `json:"sample"`
	Expected float64 `json:"expected,omitempty"`
	Measured float64 `json:"measured,omitempty"`
	Refused  int     `json:"refused"`
	Verdict  string  `json:"verdict"` // looks fair, not fair or refused
}

// measure prints the chi-square of n throws of every sample.
func measure(out *bufio.Writer, progress *cli.Progress, n int, asJSON bool) error {
	var seed [32]byte
	crand.Read(seed[:]) // never fails
	story := out
	if asJSON {
		story = bufio.NewWriter(io.Discard)
	}
	measured, err := measureFrom(story, progress, seed, n)
	if asJSON {
		return cli.PrintResult(out, struct {
			cli.Outcome
			Throws  int           `json:"throws"` // of each sample
			Samples []measurement `json:"samples"`
		}{cli.OutcomeOf(err), n, measured}, err)
	}
	return err
}

func measureFrom(out *bufio.Writer, progress *cli.Progress, seed [32]byte, n int) (all []measurement, err error) {
	say := func(format string, args ...any) { fmt.Fprintf(out, format, args...) }
	say("Throws of each kind: %s. Chi-square compares how often each of the 36\noutcomes came up with an even spread. For fair dice it is %d on average, the\ndegrees of freedom, and above %v once in 1,000 measurements.\n\n", cli.Thousands(n), freedom, rare)
	if n < 5*outcomes {
		say("(So few throws tell little: each outcome should come up five times or more.)\n\n")
	}
	say("                                     chi-square\n")
	say("                                     expected    measured\n")
	var thrown atomic.Int64 // of all samples
	count := func(batch int) {
		now := thrown.Add(int64(batch))
		progress.Show(now, int64(n)*int64(len(samples)), cli.Count(now, "throw"))
	}
	for _, s := range samples {
		seed[0]++ // another one for each
		c, err := s.take(seed, n, count)
		if err != nil {
			return all, err
		}
		progress.Hide()
		m := measurement{Sample: s.what, Refused: c.refused, Verdict: "refused"}
		if c.refused > 0 {
			say("  %-34s %s of %s refused\n", s.what, cli.Thousands(c.refused), cli.Thousands(n))
		} else {
			m.Expected, m.Measured = s.expected(n), c.chiSquare()
			m.Verdict = "looks fair"
			if m.Measured > rare {
				m.Verdict = "not fair"
			}
			say("  %-33s %9.1f %11.1f  %s\n", s.what, m.Expected, m.Measured, m.Verdict)
		}
		all = append(all, m)
		if err := out.Flush(); err != nil {
			return all, err
		}
	}
	often, seldom := extremes(bytes256(1))
	mostOfTwo, _ := extremes(sumOfTwo(bytes256(1), bytes256(1)))
	say("\n36 doesn't divide 256. If one of jgammon's first bytes is fixed, four N are\n%.1f %% too frequent and the others %.1f %% too rare, exactly. With two random\nbytes the most frequent N is %.2f %% too frequent, which few samples show. With\nan echo, no N is odd. In a toss, an echo can't be opened.\n", often, -seldom, mostOfTwo)
	return all, nil
}
