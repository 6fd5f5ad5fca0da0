package main

import (
	"bufio"
	"fmt"
	"io"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

// rare is what fair dice exceed in one of 1,000 measurements: the 99.9 % quantile of
// chi-square with 35 degrees of freedom.
const rare = 66.6

// A sample is what comes of a silent game.
type sample struct {
	Protocol  string  `json:"protocol"`
	Cheat     string  `json:"cheat,omitempty"`
	Throws    int     `json:"throws"`
	ChiSquare float64 `json:"chiSquare,omitempty"`
	Verdict   string  `json:"verdict"` // looks fair, not fair or caught
}

// A samplesResult is what -stats -json prints.
type samplesResult struct {
	cli.Outcome
	Samples []sample `json:"samples"`
}

// measure prints how far the dice are from fair ones, with each protocol and cheat.
func measure(out *bufio.Writer, throws int, asJSON bool) error {
	var samples []sample
	for _, protocol := range []*protocol{&byToss, &byJGammon} {
		for _, cheat := range append([]*cheat{nil}, cheats...) {
			s, err := game{protocol, throws, cheat}.sample()
			if err != nil {
				return err
			}
			samples = append(samples, s)
		}
	}
	if asJSON {
		return cli.PrintJSON(out, samplesResult{cli.OutcomeOf(nil), samples})
	}
	fmt.Fprintf(out, `Chi-square compares how often each of the 36 throws came up with an even spread.
For fair dice it is 35 on average, and above %v once in 1,000 measurements.

  protocol  cheat      throws  chi-square
`, rare)
	for _, s := range samples {
		sum := "-"
		if s.ChiSquare > 0 {
			sum = fmt.Sprintf("%.1f", s.ChiSquare)
		}
		fmt.Fprintf(out, "  %-8s  %-6s  %9s  %10s  %s\n", s.Protocol, s.Cheat, cli.Thousands(s.Throws), sum, s.Verdict)
	}
	out.WriteString(`
A replay fixes one of jgammon's bytes. As 36 doesn't divide 256, four N are then
12.5 % too frequent, and the others 1.6 % too rare, exactly, which takes some
50,000 throws to show. With two random bytes, the most frequent N is 0.20 % too
frequent.
`)
	return nil
}

func (g game) sample() (sample, error) {
	r, err := g.play(nil, "", "", bufio.NewWriter(io.Discard))
	s := sample{Protocol: g.protocol.name, Throws: len(r.Throws), Verdict: "caught"}
	if g.cheat != nil {
		s.Cheat = g.cheat.name
	}
	if err != nil {
		s.Throws-- // of which the last one failed
		if cli.Status(err) != cli.Failed {
			return s, err
		}
		return s, nil
	}
	var counts [36]float64
	for _, t := range r.Throws {
		counts[t.Dice.number()]++
	}
	s.ChiSquare = chiSquare(counts)
	s.Verdict = "looks fair"
	if s.ChiSquare > rare {
		s.Verdict = "not fair"
	}
	return s, nil
}

// chiSquare returns Pearson's sum.
func chiSquare(counts [36]float64) (sum float64) {
	var mean float64
	for _, count := range counts {
		mean += count / 36
	}
	for _, count := range counts {
		sum += (count - mean) * (count - mean) / mean
	}
	return sum
}
