package main

import (
	"math"
	"slices"

	"github.com/squaredeal/squaredeal/seedrng"
)

// A test counts the numbers of draws by class: from each of begins to the next. For decks, it
// counts them at each position.
type test struct {
	name    string
	kind    kind
	count   int // of draws
	begins  []uint64
	chances []float64
	biased  bool // so that it must fail
}

// rare is a p value that fair draws don't reach in a billion runs, on average.
const rare = 1e-9

// tests are those that the program shows.
var tests = []test{
	{"156,000 numbers below 52", integers(52), 156_000, cards, cardChances, false},
	{"5,200 decks: which card is where", decks(52), 5200, cards, cardChances, false},
	{"50,000 crash points", crashPoints, 50_000, targets, targetChances(), false},
	{"biased: 156,000 bytes mod 52", biasedIntegers, 156_000, cards, cardChances, true},
	{"biased: 5,200 decks, swaps with any card", biasedDecks, 5200, cards, cardChances, true},
}

var cards, cardChances = unshuffled(52), slices.Repeat([]float64{1. / 52}, 52)

// targets divide crash points into classes.
var targets = []uint64{100, 101, 110, 125, 150, 200, 300, 500, 1000, 2000, 5000, 10_000, 100_000}

// targetChances follow from that of a point to reach a target t above 100: 99/t, less at most
// 10⁻¹⁶.
func targetChances() (chances []float64) {
	reach := 1.
	for _, target := range targets[1:] {
		next := 99 / float64(target)
		chances = append(chances, reach-next)
		reach = next
	}
	return append(chances, reach)
}

// A fit is Pearson's statistic and its degrees of freedom.
type fit struct {
	statistic float64
	freedom   int
}

// p returns the probability of a statistic as large as this from fair draws, by the cube
// root of Wilson and Hilferty (1931). With 12 degrees of freedom or more, it is within 7 % of
// the exact one down to 0.001; far below, only its order counts.
func (f fit) p() float64 {
	k := 2 / (9 * float64(f.freedom))
	z := (math.Cbrt(f.statistic/float64(f.freedom)) - (1 - k)) / math.Sqrt(k)
	return math.Erfc(z/math.Sqrt2) / 2
}

// run draws and counts.
func (t *test) run(seed seedrng.ServerSeed) (f fit, err error) {
	var counts []float64
	d, classes, positions := t.kind(seed), len(t.begins), 0
	for range t.count {
		row, err := d.next()
		if err != nil {
			return f, err
		}
		if counts == nil {
			positions = len(row)
			counts = make([]float64, positions*classes)
		}
		for position, number := range row {
			after, _ := slices.BinarySearch(t.begins, number+1)
			counts[position*classes+after-1]++
		}
	}
	for i, count := range counts {
		expected := t.chances[i%classes] * float64(t.count)
		f.statistic += (count - expected) * (count - expected) / expected
	}
	f.freedom = classes - 1
	if positions > 1 {
		// Each row and each column of a deck's table has a fixed sum, so (n−1)² counts are free,
		// and their covariances make the statistic n/(n−1) times a chi-square.
		f.freedom *= positions - 1
		f.statistic *= float64(positions-1) / float64(positions)
	}
	return f, nil
}

// biasedIntegers are a byte mod 52, whose first 48 values are 5/4 as likely as the others.
var biasedIntegers = perNonce(52, 1, func(stream *seedrng.Stream, row []uint64) { row[0] = uint64(stream.Uint32()>>24) % 52 })

// biasedDecks swap each card with any, in 52⁵² equally likely ways, which 52! doesn't divide.
var biasedDecks = perNonce(52, 52, func(stream *seedrng.Stream, deck []uint64) {
	copy(deck, cards)
	for i := range deck {
		j := stream.IntN(len(deck))
		deck[i], deck[j] = deck[j], deck[i]
	}
})
