package main

import "bytes"

// An audit counts, in the view of an honest seat, what the documented protocol
// doesn't look at.
type audit struct {
	throws, even, doubles    int
	echoes, replays, refused int
	seen                     map[string]origin // commitments of earlier throws
}

// An origin says who sent a commitment first.
type origin struct{ seat, number int }

func (a *audit) add(v view) {
	a.throws++
	a.refused += v.refused
	if v.outcome.dice%2 == 0 {
		a.even++
	}
	if v.outcome.dice.double() {
		a.doubles++
	}
	if a.seen == nil {
		a.seen = make(map[string]origin)
	}
	if bytes.Equal(v.got[0], v.sent[0]) {
		a.echoes++
	} else if _, ok := a.seen[string(v.got[0])]; ok {
		a.replays++
	}
	a.remember(v.sent[0], v.seat, v.number)
	a.remember(v.got[0], 1-v.seat, v.number)
}

func (a *audit) remember(commitment []byte, seat, number int) {
	if _, ok := a.seen[string(commitment)]; !ok {
		a.seen[string(commitment)] = origin{seat, number}
	}
}

// say says what was missed, if anything.
func (a *audit) say(say sayer, seat int) {
	other := 1 - seat
	if a.echoes > 0 {
		say("\nIt has MISSED that in %d of %d throws, seat %d sent seat %d's own hash and bits\nback. Twice the same byte makes an even N: so it is in %d of the %d throws, and\nin half of those of fair dice.\n", a.echoes, a.throws, other, seat, a.even, a.throws)
	}
	if a.replays > 0 {
		say("\nIt has MISSED that in %d of %d throws, seat %d sent a hash and bits that had been\nsent before. Nothing ties them to a seat or to a throw. They don't let it choose\nthe dice as long as seat %d's bits are new, but it has drawn nothing itself.\n", a.replays, a.throws, other, seat)
	}
	if a.refused > 0 {
		say("\nIt has MISSED that seat %d chose. It refused to reveal %d times, knowing the\nthrow; the protocol doesn't say what then, and the throw began again. %d of the\n%d throws are doubles, of those of fair dice 1 in 6.\n", other, a.refused, a.doubles, a.throws)
	}
	if a.echoes+a.replays+a.refused == 0 {
		say("What it doesn't look at is in order too: no hash was sent twice, and nobody\nrefused to reveal.\n")
	}
}
