package main

import (
	"bytes"
	"fmt"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

// An audit counts, in the view of an honest seat, what the documented protocol
// doesn't look at.
type audit struct {
	missed
	protocol *protocol
	seen     map[string]origin // bodies of commitments of earlier throws
}

// missed are the counts of an audit.
type missed struct {
	Throws  int `json:"throws"`
	Even    int `json:"even"`    // of these
	Doubles int `json:"doubles"` // of these
	Echoes  int `json:"echoes"`
	Replays int `json:"replays"`
	Refused int `json:"refused"`
}

// An origin says who sent a commitment first.
type origin struct{ seat, number int }

func (a *audit) add(v view) {
	a.Throws++
	a.Refused += v.refused
	if v.outcome.dice%2 == 0 {
		a.Even++
	}
	if v.outcome.dice.double() {
		a.Doubles++
	}
	if a.seen == nil {
		a.seen = make(map[string]origin)
	}
	if a.copied(v) {
		a.Echoes++
	} else if _, ok := a.origin(v); ok {
		a.Replays++
	}
	a.remember(v.sent[0], v.seat, v.number)
	a.remember(v.got[0], 1-v.seat, v.number)
}

func (a *audit) remember(commitment []byte, seat, number int) {
	key := string(a.protocol.body(commitment))
	if _, ok := a.seen[key]; !ok {
		a.seen[key] = origin{seat, number}
	}
}

// copied reports whether the other seat sent one's own commitment.
func (a *audit) copied(v view) bool {
	return bytes.Equal(a.protocol.body(v.got[0]), a.protocol.body(v.sent[0]))
}

// origin returns who sent the other seat's commitment in an earlier throw.
func (a *audit) origin(v view) (o origin, ok bool) {
	o, ok = a.seen[string(a.protocol.body(v.got[0]))]
	return o, ok
}

// say says what was missed, if anything was.
func (a *audit) say(say sayer, seat int) {
	other := 1 - seat
	missed := func(format string, args ...any) {
		say("\n%s", cli.Wrap("", "", "It has MISSED that "+fmt.Sprintf(format, args...)))
	}
	if a.Echoes > 0 {
		missed("in %d of %d throws, seat %d sent seat %d's own hash and bits back. Twice the same byte makes N even: in %d of the %d throws it is, and with fair dice it would be in half of them.",
			a.Echoes, a.Throws, other, seat, a.Even, a.Throws)
	}
	if a.Replays > 0 {
		missed("in %d of %d throws, seat %d sent a hash and bits that had been sent before. Nothing ties them to a seat or to a throw. They don't let it choose the dice as long as seat %d's bits are new, but it has drawn nothing itself.",
			a.Replays, a.Throws, other, seat)
	}
	if a.Refused > 0 {
		missed("seat %d chose. Knowing the throw, it refused to reveal %s. The protocol doesn't say what happens then, so the throw began again. %d of the %d throws are doubles; with fair dice, 1 in 6 would be.",
			other, times(a.Refused), a.Doubles, a.Throws)
	}
	if a.Echoes+a.Replays+a.Refused == 0 {
		say("What it doesn't check is in order too: no hash was sent twice, and nobody\nrefused to reveal.\n")
	}
}
