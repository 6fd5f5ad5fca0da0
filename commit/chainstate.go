package commit

import (
	"encoding/binary"
	"math/bits"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/stored"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A ChainState is all that a [Chain] remembers, the secret values that are to come
// among it. It prints as redacted and refuses to be encoded; [ChainState.Bytes] is
// what to store.
type ChainState struct{ encoding }

// Bytes returns a copy of the encoding that SPEC.md, section 6.3, defines, nil for the
// zero value.
func (s ChainState) Bytes() []byte { return stored.Bytes(s.encoding) }

// Anchor returns the anchor of the chain, which is public: a store function can tell by it
// whose state it has, even before GenerateChain returns. It is zero for the zero value.
func (s ChainState) Anchor() (x Link) {
	if secret.IsZero(s.encoding) {
		return x
	}
	copy(x[:], secret.Reveal(s.encoding)[anchorAt:])
	return x
}

// chainState is the state in the terms of pebbles.go. Its pebbles are never written to.
type chainState struct {
	n       uint64
	round   uint64 // the number of values revealed
	drawn   bool   // the next one is drawn
	anchor  Link
	last    Link // the value revealed last, at first the anchor
	pebbles []pebble
}

// size returns the k of pebbles.go for n rounds, and the round there that outputs
// x₁: the walk starts in mid-chain unless n is a power of two.
func size(n uint64) (k int, first uint64) {
	k = bits.Len64(n - 1)
	return k, 1<<k - n
}

func (st *chainState) positions() []uint64 {
	if st.round == st.n {
		return nil
	}
	k, first := size(st.n)
	return positions(k, first+st.round)
}

func (st *chainState) drawnRounds() uint64 {
	if st.drawn {
		return st.round + 1
	}
	return st.round
}

// output returns the value of the next round, if it leads to the last one.
func (st *chainState) output() (Link, error) {
	_, first := size(st.n)
	x := output(st.pebbles, first+st.round, hash)
	if hash(x) != st.last {
		return Link{}, errAltered
	}
	return x, nil
}

var errAltered = wrap.Errorf(ErrMismatch, "the stored values don't lead to the one revealed last")

// walk returns the state after the next round.
func (st *chainState) walk() (chainState, error) {
	x, err := st.output()
	if err != nil {
		return chainState{}, err
	}
	k, first := size(st.n)
	return chainState{n: st.n, round: st.round + 1, anchor: st.anchor, last: x, pebbles: walk(st.pebbles, k, first+st.round, hash)}, nil
}

const (
	chainStateLabel = "squaredeal/chain/v1/state"
	anchorAt        = 8 + len(chainStateLabel) + 8 + 8 + 1 // in the encoding
)

// encodeChain writes the state as SPEC.md, section 6.3, defines it. Where the pebbles
// stand follows from the round.
func encodeChain(st chainState) []byte {
	b := make([]byte, 0, 160+len(st.pebbles)*len(Link{}))
	b = field.Append(b, chainStateLabel)
	b = binary.BigEndian.AppendUint64(b, st.n)
	b = binary.BigEndian.AppendUint64(b, st.round)
	drawn := byte(0)
	if st.drawn {
		drawn = 1
	}
	b = append(b, drawn)
	b = append(b, st.anchor[:]...)
	b = append(b, st.last[:]...)
	for i := range st.pebbles {
		b = append(b, st.pebbles[i].value[:]...)
	}
	return field.Seal(b)
}

// parseChainState accepts the states that encodeChain writes, and no others, except that
// it doesn't check the kept values: that would take up to n hashes.
func parseChainState(b []byte) (chainState, error) {
	r := field.NewSealedReader(b)
	r.Label(chainStateLabel)
	st := chainState{n: r.Uint64("n"), round: r.Uint64("round")}
	r.Check("n", st.n >= 1 && st.n <= MaxRounds)
	r.Check("round", st.round <= st.n)
	drawn := r.Byte("drawn")
	r.Check("drawn", drawn == 0 || drawn == 1 && st.round < st.n)
	st.drawn = drawn == 1
	st.anchor = Link(r.Fixed("anchor", len(Link{})))
	st.last = Link(r.Fixed("last value", len(Link{})))
	r.Check("last value", st.round > 0 || st.last == st.anchor)
	if fault := r.Fault(); fault != "" {
		return chainState{}, wrap.Errorf(ErrMalformed, "chain state: %s", fault)
	}
	for _, p := range st.positions() {
		st.pebbles = append(st.pebbles, pebble{p, Link(r.Fixed("kept values", len(Link{})))})
	}
	if fault := r.End(); fault != "" {
		return chainState{}, wrap.Errorf(ErrMalformed, "chain state: %s", fault)
	}
	return st, nil
}
