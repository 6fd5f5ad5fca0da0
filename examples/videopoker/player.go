package main

import (
	"bufio"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/videopoker/internal/poker"
	"github.com/squaredeal/squaredeal/seedrng"
)

// A player decides by themselves if in is nil, and asks a person otherwise.
type player struct {
	out io.Writer
	in  *bufio.Scanner
}

var errInputEnded = errors.New("the input ended before the hand did")

// chooseSeed returns the client seed: random, or what a person types.
func (p player) chooseSeed() (string, error) {
	if p.in == nil {
		return rand.Text(), nil
	}
	return ask(p, "   Your client seed, any text:", func(text string) (string, error) {
		_, err := seedrng.NewStream(seedrng.GenerateServerSeed(), text, 0)
		return text, err
	})
}

// chooseHold returns the cards to keep as bits, the first card dealt being bit 0.
func (p player) chooseHold(deal []int) (uint8, error) {
	var five [5]uint8
	for i, c := range deal {
		five[i] = uint8(c)
	}
	analyzer := poker.NewAnalyzer()
	holds := make([]poker.Hold, 32)
	for mask := range holds {
		h, err := analyzer.Hold(poker.JacksOrBetter, five, uint8(mask))
		if err != nil {
			return 0, err
		}
		holds[mask] = h
	}
	ranked := slices.Clone(holds)
	slices.SortStableFunc(ranked, func(a, b poker.Hold) int {
		switch d := a.Paid*b.Draws - b.Paid*a.Draws; {
		case d > 0:
			return -1
		case d < 0:
			return 1
		}
		return bits.OnesCount8(b.Mask) - bits.OnesCount8(a.Mask)
	})

	chosen := ranked[0]
	if p.in != nil {
		mask, err := ask(p, "   Cards to hold, as positions from 1 to 5 (Enter holds none):", parseHold)
		if err != nil {
			return 0, err
		}
		chosen = holds[mask]
	}
	fmt.Fprintf(p.out, "     %s: expected return %s.\n", held(deal, chosen.Mask), expected(chosen))
	if best := ranked[0]; chosen.Paid*best.Draws < best.Paid*chosen.Draws {
		fmt.Fprintf(p.out, "     %s would have been better: %s.\n\n", held(deal, best.Mask), expected(best))
	} else {
		fmt.Fprintf(p.out, "     None of the 32 holds returns more. The runner-up, %s: %s.\n\n", held(deal, ranked[1].Mask), expected(ranked[1]))
	}
	return chosen.Mask, nil
}

func expected(h poker.Hold) string {
	if h.Draws == 1 {
		return fmt.Sprintf("%d, for certain", h.Paid)
	}
	return fmt.Sprintf("%.4f (%s draws pay %s in all)", h.Return(), thousands(h.Draws), thousands(h.Paid))
}

func held(deal []int, mask uint8) string {
	var kept []int
	for i, c := range deal {
		if mask>>i&1 == 1 {
			kept = append(kept, c)
		}
	}
	if kept == nil {
		return "no card"
	}
	return join(kept)
}

// ask repeats a question until parse accepts the answer.
func ask[T any](p player, question string, parse func(string) (T, error)) (T, error) {
	for {
		fmt.Fprint(p.out, question, " ")
		if !p.in.Scan() {
			fmt.Fprintln(p.out)
			var none T
			return none, errors.Join(errInputEnded, p.in.Err())
		}
		answer, err := parse(p.in.Text())
		if err == nil {
			return answer, nil
		}
		fmt.Fprintf(p.out, "   %v\n", err)
	}
}

func parseHold(text string) (uint8, error) {
	var mask uint8
	for _, c := range strings.NewReplacer(" ", "", ",", "", "\t", "").Replace(text) {
		if c < '1' || c > '5' {
			return 0, fmt.Errorf("%q is no position from 1 to 5", c)
		}
		bit := uint8(1) << (c - '1')
		if mask&bit != 0 {
			return 0, fmt.Errorf("position %c is there twice", c)
		}
		mask |= bit
	}
	return mask, nil
}
