package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/seedrng"
	"github.com/squaredeal/squaredeal/shuffle"
)

const (
	client        = "laboratory" // the client seed of all draws
	wordsPerNonce = 256          // of raw draws: 32 blocks of HMAC-SHA256
	roundsInChain = 4096         // of crash draws, which take a chain for each nonce
	maxDeck       = 1 << 16
	maxInt        = 1 << 32
)

// The recipe of commit/SPEC.md, section 7.3, in hundredths.
const (
	crashLeast    = 100
	crashMost     = 100_000_000
	crashOutcomes = 10_000_000_000_000_000
)

// draws are what is exported.
type draws struct {
	size  int  // bytes of a number in the binary format
	words bool // whether the numbers are uniform words of 32 bits
	// next returns the numbers of the next draw: one, or those of a whole deck. They are
	// valid until the next call.
	next func() ([]uint64, error)
}

// A kind of draws begins them from a server seed.
type kind func(seed seedrng.ServerSeed) draws

// parseKind reads the value of -draw.
func parseKind(text string) (kind, error) {
	name, size, sized := strings.Cut(text, ":")
	switch {
	case text == "raw":
		return rawWords, nil
	case text == "crash":
		return crashPoints, nil
	case name == "int" && sized:
		return parseSized(integers, size, maxInt)
	case name == "shuffle" && sized:
		return parseSized(decks, size, maxDeck)
	}
	return nil, errors.New("must be raw, int:N, shuffle:N or crash")
}

func parseSized(of func(n uint64) kind, text string, most uint64) (kind, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || n < 2 || n > most {
		return nil, fmt.Errorf("must have a number from 2 to %d", most)
	}
	return of(n), nil
}

// fromStreams returns draws of a number of rows from the stream of each nonce: 0, 1, 2, …
// Fill draws row i of them.
func fromStreams(seed seedrng.ServerSeed, rows uint64, row []uint64,
	fill func(stream *seedrng.Stream, i uint64) error) func() ([]uint64, error) {
	var stream *seedrng.Stream
	drawn := uint64(0)
	return func() (_ []uint64, err error) {
		i := drawn % rows
		if i == 0 {
			if stream, err = seedrng.NewStream(seed, client, drawn/rows); err != nil {
				return nil, err
			}
		}
		drawn++
		return row, fill(stream, i)
	}
}

// rawWords draws words of 32 bits, which are the bytes of the streams as they are.
func rawWords(seed seedrng.ServerSeed) draws {
	row := make([]uint64, 1)
	return draws{4, true, fromStreams(seed, wordsPerNonce, row, func(stream *seedrng.Stream, _ uint64) error {
		row[0] = uint64(stream.Uint32())
		return nil
	})}
}

// integers draws a number below n for each nonce.
func integers(n uint64) kind {
	return perNonce(n, 1, func(stream *seedrng.Stream, row []uint64) { row[0] = stream.Uint64N(n) })
}

// decks shuffles an ordered deck of n cards for each nonce.
func decks(n uint64) kind {
	ordered := unshuffled(n)
	return perNonce(n, len(ordered), func(stream *seedrng.Stream, deck []uint64) {
		copy(deck, ordered)
		shuffle.Slice(stream, deck)
	})
}

// unshuffled returns a deck in order.
func unshuffled(n uint64) []uint64 {
	deck := make([]uint64, n)
	for i := range deck {
		deck[i] = uint64(i)
	}
	return deck
}

// perNonce fills a row with numbers below n for each nonce.
func perNonce(n uint64, length int, fill func(stream *seedrng.Stream, row []uint64)) kind {
	size := 1
	for size < 4 && n > 1<<(8*size) {
		size *= 2
	}
	return func(seed seedrng.ServerSeed) draws {
		row := make([]uint64, length)
		return draws{size, n == maxInt, fromStreams(seed, 1, row, func(stream *seedrng.Stream, _ uint64) error {
			fill(stream, row)
			return nil
		})}
	}
}

// crashPoints draws the points of rounds of hash chains, in hundredths. The stream of a nonce
// gives the last value of a chain, and for each round 32 bytes in place of a beacon's value.
func crashPoints(seed seedrng.ServerSeed) draws {
	values := make([]commit.Link, roundsInChain+1)
	var verifier *commit.ChainVerifier
	row := make([]uint64, 1)
	return draws{4, false, fromStreams(seed, roundsInChain, row, func(stream *seedrng.Stream, i uint64) (err error) {
		if i == 0 {
			stream.Read(values[roundsInChain][:])
			for j := roundsInChain; j > 0; j-- {
				values[j-1] = sha256.Sum256(values[j][:])
			}
			store := func(_, _ commit.ChainVerifierState) error { return nil }
			if verifier, err = commit.NewChainVerifier(0, values[0], store); err != nil {
				return err
			}
		}
		round, err := verifier.Verify(i+1, values[i+1])
		if err != nil {
			return err
		}
		var beacon [32]byte
		stream.Read(beacon[:])
		outcome := 1 + round.Stream(append([]byte("crash "), beacon[:]...)).Uint64N(crashOutcomes)
		row[0] = min(max(crashLeast, 99*crashOutcomes/outcome), crashMost)
		return nil
	})}
}
