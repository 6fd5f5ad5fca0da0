package main

import (
	"fmt"

	"github.com/squaredeal/squaredeal/commit"
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
// 36 of its stream for this throw (commit/SPEC.md, section 7).
func diceFrom(seed commit.Seed, number int) dice {
	return dice(seed.Stream(fmt.Append(nil, "backgammon throw ", number)).IntN(outcomes))
}
