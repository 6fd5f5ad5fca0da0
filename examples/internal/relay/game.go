// Package relay seats several players at one table, over TCP connections to a relay
// that none of them has to trust.
//
// A [Relay] carries frames. The seats, each with a [Channel], make keys for one hand
// and sign all that they say; where the game is sealed, the relay can't read it either.
// What it can do is to drop messages, which looks like a seat that is silent: so such a
// verdict names the relay too. The keys pass through it as well: players who compare
// the fingerprint of all keys in another way know that it has exchanged none.
//
// A hand ends with [Channel.Finish], whether all went well or not: every seat says why
// it stops, for whom it has waited, and shows what it was told, with the signatures of
// those who said it. So a seat that has told two stories is found out, and one that
// waits for somebody who waits for a third isn't taken for the cause. What isn't proved
// is one's word against another's, and then both are named.
package relay

import (
	"crypto/fips140"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

// A Game is what all at a table must know alike.
type Game struct {
	Label   string // names the program and its version
	Seats   int
	Sealed  bool             // what one seat tells another is hidden from the relay
	MaxLen  int              // length in bytes of the longest message
	Names   func(int) string // what to call a seat; nil for "seat 1"
	Answer  time.Duration    // how long to wait for a seat, in each step
	Arrival time.Duration    // how long to wait for the table to fill
}

func (g *Game) name(seat int) string {
	if g.Names == nil {
		return fmt.Sprintf("seat %d", seat)
	}
	return g.Names(seat)
}

// check reports whether the game can be played in this process at all.
func (g *Game) check() error {
	if g.Sealed && fips140.Enforced() {
		return errors.New("messages are sealed by X25519 and XSalsa20-Poly1305, which GODEBUG=fips140=only forbids")
	}
	return nil
}

// nobody is no seat.
const nobody = -1

// A Blame names seats of which at least one is at fault; or it is the relay, where it
// can have caused the same.
type Blame struct {
	Seats []int
	Relay bool
	Err   error

	names []string
}

// Blame names some seats, as a failed check.
func (g *Game) Blame(err error, seats ...int) error { return g.blame(false, err, seats) }

// BlameRelay names some seats or the relay.
func (g *Game) BlameRelay(err error, seats ...int) error { return g.blame(true, err, seats) }

func (g *Game) blame(relay bool, err error, seats []int) error {
	b := &Blame{Seats: seats, Relay: relay, Err: err}
	for _, seat := range seats {
		b.names = append(b.names, g.name(seat))
	}
	if relay {
		b.names = append(b.names, "the relay")
	}
	return cli.CheckFailed(b)
}

func (b *Blame) Error() string { return cli.Or(b.names) + ": " + b.Err.Error() }

// Unwrap returns what is wrong.
func (b *Blame) Unwrap() error { return b.Err }

// Blamed returns the seats.
func (b *Blame) Blamed() []int { return b.Seats }

// What is wrong with a seat, besides what it says.
var (
	ErrSilent  = errors.New("no message came in time")
	ErrGone    = errors.New("it has left the table")
	ErrForged  = errors.New("its message doesn't open, or isn't signed by it: it was changed on its way, or is out of order")
	ErrFlood   = errors.New("it sends too much")
	ErrStories = errors.New("it has told the seats different things, and signed both")
	ErrStopped = errors.New("stops the hand")
)

// ErrRelay is that the relay has ended the connection.
var ErrRelay = errors.New("the relay has ended the connection")

// Fingerprint writes a fingerprint for people who compare it: 128 bits of it, so that
// no relay finds two sets of keys that have the same.
func Fingerprint(f [32]byte) string {
	var groups []string
	for i := 0; i < 16; i += 2 {
		groups = append(groups, fmt.Sprintf("%x", f[i:i+2]))
	}
	return strings.Join(groups, " ")
}
