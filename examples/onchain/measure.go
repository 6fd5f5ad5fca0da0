package main

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/shuffle"
	"github.com/squaredeal/squaredeal/shuffle/onchain"
)

// An end is an order of three cards, and the number of the contract's paths to it.
type end struct {
	order [3]int
	paths int
}

func endsOfThree() []end {
	var ends []end
	for path := range 27 { // its digits in base 3 are the choices
		order := [3]int{0, 1, 2}
		for i, choices := 0, path; i < 3; i, choices = i+1, choices/3 {
			j := choices % 3
			order[i], order[j] = order[j], order[i]
		}
		at := slices.IndexFunc(ends, func(e end) bool { return e.order == order })
		if at < 0 {
			at = len(ends)
			ends = append(ends, end{order: order})
		}
		ends[at].paths++
	}
	slices.SortFunc(ends, func(a, b end) int { return slices.Compare(a.order[:], b.order[:]) })
	return ends
}

// A table counts simulated decks by [card][position].
type table [deckSize][deckSize]int

const (
	batches = 100
	decks   = 1000 * batches // in a simulation
)

func shuffleByContract(src *rand.ChaCha8, deck []int) {
	var prevrandao [32]byte
	src.Read(prevrandao[:]) // never fails
	onchain.Shuffle(prevrandao, deck)
}

func shuffleFairly(src *rand.ChaCha8, deck []int) { shuffle.Slice(src, deck) }

// simulate shuffles ordered decks on all cores. Each batch has a source of its own,
// so that the counts don't depend on the number of cores.
func simulate(seed byte, shuffleDeck func(*rand.ChaCha8, []int)) *table {
	var total table
	var next atomic.Int32
	var mu sync.Mutex
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			var counts table
			deck := make([]int, deckSize)
			for batch := next.Add(1); batch <= batches; batch = next.Add(1) {
				src := rand.NewChaCha8([32]byte{seed, byte(batch)})
				for range decks / batches {
					for c := range deck {
						deck[c] = c
					}
					shuffleDeck(src, deck)
					for position, c := range deck {
						counts[c][position]++
					}
				}
			}
			mu.Lock()
			defer mu.Unlock()
			for c := range counts {
				for position, n := range counts[c] {
					total[c][position] += n
				}
			}
		})
	}
	wg.Wait()
	return &total
}

// An event is that a position holds one of some cards.
type event struct {
	position int
	cards    []int
}

// bestBet returns the event at a position that the contract's shuffle favours most
// over an unbiased one. By how much is the position's total variation.
func bestBet(bias *onchain.Bias, position int) event {
	e := event{position: position}
	for c := range deckSize {
		if bias.Probability(c, position).Cmp(big.NewRat(1, deckSize)) > 0 {
			e.cards = append(e.cards, c)
		}
	}
	if e.cards == nil { // all cards are equally likely, and any bet is as good
		for c := range deckSize / 2 {
			e.cards = append(e.cards, c)
		}
	}
	return e
}

// exact returns the probability after the contract's shuffle.
func (e event) exact(bias *onchain.Bias) float64 {
	sum := new(big.Rat)
	for _, c := range e.cards {
		sum.Add(sum, bias.Probability(c, e.position))
	}
	return float(sum)
}

// fair returns the probability after an unbiased shuffle.
func (e event) fair() float64 { return float64(len(e.cards)) / deckSize }

// simulated returns the share of simulated decks.
func (e event) simulated(t *table) float64 {
	n := 0
	for _, c := range e.cards {
		n += t[c][e.position]
	}
	return float64(n) / decks
}

// A figure is known exactly, and simulated with a standard error, 0 if that isn't
// known.
type figure struct {
	Exact     float64 `json:"exact"`
	Simulated float64 `json:"simulated"`
	Error     float64 `json:"standardError,omitempty"`
}

// newFigure returns the figure of a probability and of the share in a simulation:
// scale times the excess over base.
func newFigure(p, share, base, scale float64) figure {
	return figure{scale * (p - base), scale * (share - base), scale * math.Sqrt(p*(1-p)/decks)}
}

// text writes the figure with so many digits after the decimal point.
func (f figure) text(digits int) string {
	text := fmt.Sprintf("%8.*f %9.*f", digits, f.Exact, digits, f.Simulated)
	if f.Error > 0 {
		text += fmt.Sprintf(" ± %.*f", digits, f.Error)
	}
	return text
}

// A section compares figures of the two shuffles.
type section struct {
	Heading string `json:"heading"`
	Rows    []row  `json:"rows"`
	digits  int    // after the decimal point
}

type row struct {
	What        string `json:"what"`
	Contract    figure `json:"contract"`
	FisherYates figure `json:"fisherYates"`
}

// compare returns what is known exactly beside what was counted.
func compare(bias *onchain.Bias, contract, fisherYates *table) []section {
	compareEvent := func(what string, e event, base, scale float64) row {
		return row{what,
			newFigure(e.exact(bias), e.simulated(contract), base, scale),
			newFigure(e.fair(), e.simulated(fisherYates), base, scale)}
	}

	cells := section{Heading: "Probability of a card at a position, in multiples of 1/52", digits: 3}
	least, greatest := bias.Extremes()
	for _, c := range []struct {
		onchain.Cell
		which string
	}{{least, "least"}, {greatest, "greatest"}} {
		what := fmt.Sprintf("%v at %d, the %s", cards.Numbered(c.Card), c.Position, c.which)
		cells.Rows = append(cells.Rows, compareEvent(what, event{c.Position, []int{c.Card}}, 0, deckSize))
	}

	variation := section{Heading: "Excess of the best set of cards for a position, in percentage points;\nexactly, this is the total variation from uniform", digits: 2}
	worst := worstPosition(bias)
	for _, position := range []int{0, deckSize / 2, deckSize - 1} {
		what := fmt.Sprintf("position %d", position)
		if position == worst {
			what += ", the worst"
		}
		bet := bestBet(bias, position)
		variation.Rows = append(variation.Rows, compareEvent(what, bet, bet.fair(), 100))
	}

	return []section{cells, variation, {
		Heading: fmt.Sprintf("Chi-square of the whole table, %d degrees of freedom", freedom),
		Rows: []row{{"52 cards × 52 positions",
			figure{freedom + chiSquareExcess(bias), chiSquare(contract), 0},
			figure{freedom, chiSquare(fisherYates), math.Sqrt(2 * freedom)}}},
	}}
}

// worstPosition returns the position of the greatest total variation.
func worstPosition(bias *onchain.Bias) int {
	worst := 0
	for position := range deckSize {
		if bias.TotalVariation(position).Cmp(bias.TotalVariation(worst)) > 0 {
			worst = position
		}
	}
	return worst
}

// freedom is less than the number of cells, since each row and each column of the
// table sums to the number of decks.
const freedom = (deckSize - 1) * (deckSize - 1)

// chiSquare compares a table with an even one. The cells of a deck exclude one
// another in rows and in columns, which makes Pearson's sum 52/51 times a
// chi-square variable.
func chiSquare(t *table) float64 {
	const expected = float64(decks) / deckSize
	var sum float64
	for c := range t {
		for _, n := range t[c] {
			d := float64(n) - expected
			sum += d * d / expected
		}
	}
	return sum * (deckSize - 1) / deckSize
}

// chiSquareExcess returns by how much the expected chi-square of the contract
// exceeds that of an unbiased shuffle.
func chiSquareExcess(bias *onchain.Bias) float64 {
	var sum float64
	for c := range deckSize {
		for position := range deckSize {
			d := float(bias.Probability(c, position)) - 1./deckSize
			sum += d * d
		}
	}
	return sum * (deckSize - 1) * (decks - 1)
}

func float(r *big.Rat) float64 {
	f, _ := r.Float64()
	return f
}
