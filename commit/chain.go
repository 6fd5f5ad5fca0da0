package commit

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/bits"
	"sync"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/stored"
)

// MaxRounds is the greatest number of rounds of a [Chain].
const MaxRounds uint64 = 1 << 32

// MaxSteps is the greatest distance that [VerifyChain] checks: it takes a second or
// two.
const MaxSteps uint64 = 1 << 24

// A Link is a value of a hash chain: its anchor, or what one round reveals. Its
// text form is 64 lowercase hex characters.
type Link [sha256.Size]byte

// ParseLink reads the text form and nothing else: an [ErrMalformed] says what is
// wrong with any other text.
func ParseLink(text string) (Link, error) {
	var x Link
	if err := field.ParseHex(x[:], text); err != nil {
		return x, malformed("link: %v", err)
	}
	return x, nil
}

// String returns the text form.
func (x Link) String() string { return hex.EncodeToString(x[:]) }

// MarshalText returns the text form.
func (x Link) MarshalText() ([]byte, error) { return []byte(x.String()), nil }

// UnmarshalText is [ParseLink]; x keeps its value on error.
func (x *Link) UnmarshalText(text []byte) error {
	parsed, err := ParseLink(string(text))
	if err != nil {
		return err
	}
	*x = parsed
	return nil
}

// A Step is the function from each value of a chain to the one that was revealed
// before it.
type Step byte

const (
	// StepRaw is SHA-256 of the 32 bytes: the one to use.
	StepRaw Step = iota
	// StepHex is SHA-256 of the 64 lowercase hex characters, for auditing sites that
	// chain in that way.
	StepHex
)

// String returns "raw" or "hex".
func (s Step) String() string {
	switch s {
	case StepRaw:
		return "raw"
	case StepHex:
		return "hex"
	}
	return fmt.Sprintf("Step(%d)", byte(s))
}

func (s Step) check() error {
	if s != StepRaw && s != StepHex {
		return malformed("step function %d", byte(s))
	}
	return nil
}

func (s Step) hash(x Link) Link {
	if s == StepHex {
		var text [2 * len(x)]byte
		hex.Encode(text[:], x[:])
		return sha256.Sum256(text[:])
	}
	return sha256.Sum256(x[:])
}

// VerifyChain reports whether x leads to the anchor in exactly that many steps: nil
// if so, an [ErrMismatch] if not. The anchor may be any value that is known to
// belong to the chain, so that a player who keeps the last value checks the next
// one in one step, and one who joins late goes by way of values that were revealed
// in between. It returns an [ErrMalformed] for a step function that doesn't exist,
// and unless steps is 1 to [MaxSteps].
func VerifyChain(step Step, anchor, x Link, steps uint64) error {
	if err := step.check(); err != nil {
		return err
	}
	if steps < 1 || steps > MaxSteps {
		return malformed("%d steps, not 1 to %d", steps, MaxSteps)
	}
	got := x
	for range steps {
		got = step.hash(got)
	}
	if got != anchor {
		return fmt.Errorf("%w: %d steps from %v lead to %v, not to %v", ErrMismatch, steps, x, got, anchor)
	}
	return nil
}

// A Chain commits a server to a secret value for each of n rounds, by one public
// anchor: x₀, where each value xᵢ is the hash of xᵢ₊₁. Round i reveals xᵢ.
//
// Between rounds it keeps at most ⌈log₂ n⌉ values (one if n = 1) besides the one
// revealed last, and a round takes at most ⌈log₂(n)/2⌉ hashes.
//
// The server gives it a store function, which is called with the new [ChainState]
// before a value is revealed. So a server that resumes from the state stored last
// never takes a revealed value for a secret one: if the state is kept when store
// returns, if it is the newest, and if one Chain alone goes on from it. Whoever
// reads the stored states knows all outcomes to come. Store is called while the
// Chain is locked, so states come in order, and other calls wait; it must not call
// the Chain. If it returns an error, the call fails with that error and the Chain
// stays as it was.
//
// A Chain is safe for concurrent use, and prints as redacted. The zero value is
// invalid: Next returns an [ErrMalformed].
type Chain struct {
	store func(ChainState) error

	mu sync.Mutex
	hiddenChain
}

type hiddenChain = secret.Value[chainState]

// GenerateChain makes a chain for n rounds, 1 to [MaxRounds], from a secret value
// of crypto/rand, and stores it. This takes n hashes, a second for ten million.
// Before each 2²⁰ of them it calls progress, unless that is nil, with the number
// done, and fails with the context's error if the context has ended. It returns an
// [ErrMalformed] for another n, a step function that doesn't exist, or a nil store.
func GenerateChain(ctx context.Context, step Step, n uint64, store func(ChainState) error, progress func(hashes uint64)) (*Chain, error) {
	var last [32]byte
	rand.Read(last[:]) // never fails
	return newChain(ctx, step, n, last, store, progress)
}

// newChain is GenerateChain with a given last value, which round n reveals.
func newChain(ctx context.Context, step Step, n uint64, last [32]byte, store func(ChainState) error, progress func(hashes uint64)) (*Chain, error) {
	switch {
	case step.check() != nil:
		return nil, step.check()
	case n < 1 || n > MaxRounds:
		return nil, malformed("%d rounds, not 1 to %d", n, MaxRounds)
	case store == nil:
		return nil, malformed("store function is nil")
	}

	c := &Chain{store: store}
	st := chainState{step: step, n: n}
	at := st.positions()
	st.pebbles = make([]pebble, len(at))
	unset := len(at)
	const interval = 1 << 20
	_, first := size(n)
	x := Link(last)
	for i := n; ; i-- { // x is the chain's i-th value
		if unset > 0 && at[unset-1] == first+i-1 {
			unset--
			st.pebbles[unset] = pebble{at[unset], x}
		}
		if i == 0 {
			break
		}
		if done := n - i; done%interval == 0 {
			if err := ctx.Err(); err != nil {
				return nil, fmt.Errorf("commit: making a chain: %w", err)
			}
			if progress != nil {
				progress(done)
			}
		}
		x = step.hash(x)
	}
	st.last = x
	if err := c.save(st); err != nil {
		return nil, err
	}
	return c, nil
}

// ParseChain returns the chain with a stored state, as its Bytes. It returns an
// [ErrMalformed] for a nil store, and for a state that was damaged: the checksum in
// it is one against accidents, not against somebody who can write to the database.
func ParseChain(state []byte, store func(ChainState) error) (*Chain, error) {
	if store == nil {
		return nil, malformed("store function is nil")
	}
	st, err := parseChainState(state)
	if err != nil {
		return nil, err
	}
	return &Chain{store: store, hiddenChain: secret.Hide(st)}, nil
}

// Len returns n, the number of rounds; 0 for the zero value.
func (c *Chain) Len() uint64 {
	_, _, n := c.snapshot()
	return n
}

// Revealed returns the number of rounds revealed, and the value of the last one:
// before the first round 0 and the anchor, which is to be published before any
// outcome depends on the chain. After a crash, the server shows this value again:
// it may have been stored and not sent.
func (c *Chain) Revealed() (round uint64, x Link) {
	round, x, _ = c.snapshot()
	return round, x
}

func (c *Chain) snapshot() (round uint64, x Link, n uint64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if secret.IsZero(c.hiddenChain) {
		return 0, Link{}, 0
	}
	st := secret.Reveal(c.hiddenChain)
	return st.round, st.last, st.n
}

// Next reveals the value of the next round, which settles its outcomes: call it
// when no more bets on them can be made. It returns an [ErrState] when all n are
// revealed.
func (c *Chain) Next() (Link, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if secret.IsZero(c.hiddenChain) {
		return Link{}, malformed("zero Chain")
	}
	st := secret.Reveal(c.hiddenChain)
	if st.round == st.n {
		return Link{}, fmt.Errorf("%w: all %d values are revealed", ErrState, st.n)
	}
	k, first := size(st.n)
	st.last, st.pebbles = walk(st.pebbles, k, first+st.round, st.step.hash)
	st.round++
	if err := c.save(st); err != nil {
		return Link{}, err
	}
	return st.last, nil
}

// save stores the state and then makes it the current one. The caller holds mu.
func (c *Chain) save(st chainState) error {
	encoding := st.encode()
	if err := c.store(ChainState{secret.Hide(encoding)}); err != nil {
		return fmt.Errorf("commit: storing the chain: %w", err)
	}
	c.hiddenChain = secret.Hide(st)
	return nil
}

// A ChainState is all that a [Chain] remembers, the secret values that are to come
// among it. It prints as redacted and refuses to be marshalled; [ChainState.Bytes]
// is what to store.
type ChainState struct{ encoding }

type encoding = stored.State

// Bytes returns a copy of the encoding that SPEC.md, section 6.3, defines, nil for
// the zero value.
func (s ChainState) Bytes() []byte { return stored.Bytes(s.encoding) }

// chainState is the state in the terms of pebbles.go.
type chainState struct {
	step    Step
	n       uint64
	round   uint64 // the number of values revealed
	last    Link   // the value revealed last, at first the anchor
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

const chainStateLabel = "squaredeal/chain/v1/state"

// encode writes the state as SPEC.md, section 6.3, defines it. Where the pebbles
// stand follows from the round.
func (st *chainState) encode() []byte {
	b := field.Append(nil, chainStateLabel)
	b = append(b, byte(st.step))
	b = binary.BigEndian.AppendUint64(b, st.n)
	b = binary.BigEndian.AppendUint64(b, st.round)
	b = append(b, st.last[:]...)
	for _, p := range st.pebbles {
		b = append(b, p.value[:]...)
	}
	sum := sha256.Sum256(b)
	return append(b, sum[:]...)
}

// parseChainState accepts the states that encode writes, and no others.
func parseChainState(b []byte) (chainState, error) {
	label := field.Append(nil, chainStateLabel)
	fixed := len(label) + 1 + 8 + 8 + len(Link{}) + sha256.Size
	if len(b) < fixed {
		return chainState{}, malformed("chain state: %d bytes, not %d or more", len(b), fixed)
	}
	rest, sum := b[:len(b)-sha256.Size], sha256.Sum256(b[:len(b)-sha256.Size])
	if !bytes.Equal(sum[:], b[len(rest):]) {
		return chainState{}, malformed("chain state: checksum")
	}
	rest, ok := bytes.CutPrefix(rest, label)
	if !ok {
		return chainState{}, malformed("chain state: label")
	}
	st := chainState{
		step:  Step(rest[0]),
		n:     binary.BigEndian.Uint64(rest[1:]),
		round: binary.BigEndian.Uint64(rest[9:]),
		last:  Link(rest[17:]),
	}
	rest = rest[17+len(st.last):]
	switch {
	case st.step.check() != nil:
		return chainState{}, malformed("chain state: step function %d", st.step)
	case st.n < 1 || st.n > MaxRounds:
		return chainState{}, malformed("chain state: %d rounds", st.n)
	case st.round > st.n:
		return chainState{}, malformed("chain state: round %d of %d", st.round, st.n)
	}
	at := st.positions()
	if len(rest) != len(at)*len(Link{}) {
		return chainState{}, malformed("chain state: %d bytes of values, not %d", len(rest), len(at)*len(Link{}))
	}
	for i, p := range at {
		st.pebbles = append(st.pebbles, pebble{p, Link(rest[i*len(Link{}):])})
	}
	return st, nil
}
