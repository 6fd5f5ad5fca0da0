package commit

import (
	"fmt"

	"github.com/squaredeal/squaredeal/internal/secret"
)

// NewCommitment returns the commitment with a given nonce.
func NewCommitment(nonce Nonce, context, value []byte) Commitment {
	b := secret.Reveal(nonce.hidden)
	return mac(&b, context, value)
}

// NewChain makes a chain with a given last value.
var NewChain = newChain

// NewRound makes a round of a value.
var NewRound = newRound

// Value returns the value of a round.
func Value(r Round) Link { return secret.Reveal(r.hiddenRound).value }

// Snapshot returns all that a toss would store.
func Snapshot(t *Toss) string { return string(encodeToss(secret.Reveal(t.hiddenToss).Get())) }

// A Walker walks a chain of n rounds whose values are integers: the hash of x is
// x−1, and round i reveals i.
type Walker struct {
	n, round uint64
	pebbles  []pebble
}

// NewWalker returns a walker that has revealed round values.
func NewWalker(n, round uint64) *Walker {
	w := &Walker{n: n, round: round}
	k, first := size(n)
	for _, p := range positions(k, first+round) {
		w.pebbles = append(w.pebbles, pebble{p, number(p + 1 - first)})
	}
	return w
}

func number(x uint64) (l Link) {
	for i := range 8 {
		l[i] = byte(x >> (8 * i))
	}
	return l
}

func (l Link) number() (x uint64) {
	for i := range 8 {
		x |= uint64(l[i]) << (8 * i)
	}
	return x
}

// Next plays a round. It returns the value that is revealed, the number of hashes and
// the number of values kept from it to the next.
func (w *Walker) Next() (x uint64, hashes, kept int) {
	k, first := size(w.n)
	down := func(l Link) Link {
		hashes++
		return number(l.number() - 1)
	}
	out := output(w.pebbles, first+w.round, down)
	w.pebbles = walk(w.pebbles, k, first+w.round, down)
	w.round++
	return out.number(), hashes, len(w.pebbles)
}

// Kept returns the number of values kept.
func (w *Walker) Kept() int { return len(w.pebbles) }

// Equal reports whether two walkers keep the same values.
func (w *Walker) Equal(v *Walker) bool {
	return fmt.Sprint(w.pebbles) == fmt.Sprint(v.pebbles)
}

// Encode returns the state that c would store.
func Encode(c *Chain) []byte {
	return encodeChain(c.state())
}
