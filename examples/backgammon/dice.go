package main

import (
	"encoding/hex"
	"fmt"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/seedrng"
)

// outcomes is the number of throws of two dice that can be told apart.
const outcomes = 36

// A dice is a throw, as a number N in 0 to 35.
type dice int

func (d dice) one() int { return int(d)/6 + 1 }
func (d dice) two() int { return int(d)%6 + 1 }

func (d dice) double() bool { return d.one() == d.two() }

// String returns the faces, and for eyes or fonts that can't tell them, the numbers.
func (d dice) String() string {
	face := func(n int) rune { return '⚀' + rune(n-1) }
	return fmt.Sprintf("%c %c  %d-%d", face(d.one()), face(d.two()), d.one(), d.two())
}

// diceFrom returns the throw that a toss's seed determines: the first number below
// 36 of the stream (seedrng/SPEC.md, section 4) with the seed in hex as the server
// seed, a fixed client seed, and the number of the throw as nonce.
func diceFrom(seed [commit.SeedSize]byte, number int) (dice, error) {
	server, err := seedrng.ParseServerSeed(hex.EncodeToString(seed[:]))
	if err != nil {
		return 0, err
	}
	stream, err := seedrng.NewStream(server, "backgammon", uint64(number))
	if err != nil {
		return 0, err
	}
	return dice(stream.IntN(outcomes)), nil
}
