package commit

import (
	"context"
	"crypto/rand"
	"fmt"

	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/stored"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// MaxRounds is the greatest number of rounds of a [Chain].
const MaxRounds uint64 = 1 << 32

// A Chain commits a server to a secret value for each of n rounds, by one public
// anchor: x₀, where each value xᵢ is the SHA-256 of xᵢ₊₁. A round has two steps, each of
// which may be repeated: Draw gives the server the round's draws, while they are a
// secret; Reveal, when the round is over, gives the value to publish. No round begins
// before the one before it is revealed.
//
// Between rounds it keeps at most ⌈log₂ n⌉ values (one if n = 1) besides the one
// revealed last, and a round takes at most ⌈log₂(n)/2⌉ + 3 hashes.
//
// Every change is given to the store function before anything of it can be seen, so a
// server that resumes from the state stored last never takes a revealed value for a
// secret one. If store fails, the call fails and nothing has changed; if it may have
// stored the state nevertheless, go on with [ParseChain] from what the store holds.
// Whoever reads the stored states knows all outcomes to come.
//
// A Chain is safe for concurrent use, and prints as redacted; a copy of it is the same
// chain. The zero value is invalid: Draw and Reveal return an [ErrMalformed].
type Chain struct{ hiddenChain }

type hiddenChain = secret.Value[*stored.Cell[chainState]]

// GenerateChain makes a chain for n rounds, 1 to [MaxRounds], from a secret value of
// crypto/rand, and stores it. This takes n hashes, a second for ten million. Before
// each 2²⁰ of them it calls progress, unless that is nil, with the number done, and
// fails with the context's error if the context has ended. It returns an
// [ErrMalformed] for another n, a nil context, or a nil store.
//
// Store gets no old state (nil Bytes) here. Later it gets the one that it stored last,
// so that a database can refuse to replace any other: two processes can't play one
// chain. It must not call the Chain.
func GenerateChain(ctx context.Context, n uint64, store func(old, new ChainState) error, progress func(hashes uint64)) (*Chain, error) {
	var last Link
	rand.Read(last[:]) // never fails
	return newChain(ctx, n, last, store, progress)
}

// newChain is GenerateChain with a given last value, which round n reveals.
func newChain(ctx context.Context, n uint64, last Link, store func(old, new ChainState) error,
	progress func(hashes uint64)) (*Chain, error) {
	switch {
	case ctx == nil:
		return nil, wrap.Errorf(ErrMalformed, "nil context")
	case n < 1 || n > MaxRounds:
		return nil, wrap.Errorf(ErrMalformed, "%d rounds, not 1 to %d", n, MaxRounds)
	case store == nil:
		return nil, errNilStore
	}
	st := chainState{n: n}
	at := st.positions()
	st.pebbles = make([]pebble, len(at))
	unset := len(at)
	const interval = 1 << 20
	_, first := size(n)
	x := last
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
		x = hash(x)
	}
	st.anchor, st.last = x, x
	cell, err := stored.New(st, encodeChain, storeChain(store))
	if err != nil {
		return nil, err
	}
	return &Chain{secret.Hide(cell)}, nil
}

// ParseChain returns the chain of a stored state, given as its Bytes. Only the newest
// state will do. It returns an [ErrMalformed] for a nil store, and for a state that was
// damaged: the checksum in it detects accidents, not tampering.
//
// Look at [Chain.Revealed] and [Chain.Drawn] to see where the chain stopped. Its last
// value may have been stored and not sent, and a round may have been drawn: Draw gives
// it again.
func ParseChain(state []byte, store func(old, new ChainState) error) (*Chain, error) {
	if store == nil {
		return nil, errNilStore
	}
	st, err := parseChainState(state)
	if err != nil {
		return nil, err
	}
	return &Chain{secret.Hide(stored.Open(st, state, encodeChain, storeChain(store)))}, nil
}

var errZeroChain = wrap.Errorf(ErrMalformed, "zero Chain")

func storeChain(store func(old, new ChainState) error) func(old, new stored.State) error {
	return stored.Store(store, func(s stored.State) ChainState { return ChainState{s} }, "commit: storing the chain")
}

func (c *Chain) state() chainState {
	if secret.IsZero(c.hiddenChain) {
		return chainState{}
	}
	return secret.Reveal(c.hiddenChain).Get()
}

// Len returns n, the number of rounds; 0 for the zero value.
func (c *Chain) Len() uint64 { return c.state().n }

// Anchor returns the link to publish before any outcome depends on the chain; zero for the
// zero value.
func (c *Chain) Anchor() Link { return c.state().anchor }

// Revealed returns the number of rounds revealed, and the value of the last one: before
// the first round, 0 and the anchor.
func (c *Chain) Revealed() (round uint64, x Link) {
	st := c.state()
	return st.round, st.last
}

// Drawn returns the number of rounds drawn: that of rounds revealed, or one more, if
// a round has been drawn and isn't revealed.
func (c *Chain) Drawn() uint64 {
	st := c.state()
	return st.drawnRounds()
}

// Draw begins a round, and returns it with its draws, which nobody else can compute
// before it is revealed: call it when no more bets on it can be made. The round to draw
// is the one after the last revealed.
//
// The same call again, also after a crash, returns the same round, until it is revealed:
// from then on its draws are no secret. It stores the unchanged state, old and new being
// equal, to make sure that no other process has revealed the round. So a request that
// needs the round calls Draw, and doesn't keep a Round from an earlier request. (A
// database that counts only the rows which an update changed, as MySQL does unless told
// otherwise, would see a conflict there.)
//
// It returns an [ErrMalformed] for a round that isn't in 1 to Len, an [ErrState] for any
// other than the one to draw, and an [ErrMismatch] if the stored values were altered:
// they don't lead to the value revealed last, and nobody would accept them.
func (c *Chain) Draw(round uint64) (Round, error) {
	var x Link
	err := c.change(round, func(st chainState) (*chainState, error) {
		if round == st.round {
			return nil, wrap.Errorf(ErrState, "round %d is revealed", round)
		}
		var err error
		x, err = st.output()
		st.drawn = true
		return &st, err
	})
	if err != nil {
		return Round{}, err
	}
	return newRound(round, x), nil
}

// Reveal ends a round, and returns the value to publish. The same call again, also
// after a crash, returns the same value, until the next round is revealed. It returns
// an [ErrState] for a round that isn't drawn, and else the errors of Draw.
func (c *Chain) Reveal(round uint64) (Link, error) {
	var x Link
	err := c.change(round, func(st chainState) (*chainState, error) {
		switch {
		case round == st.round:
			x = st.last
			return nil, nil
		case !st.drawn:
			return nil, wrap.Errorf(ErrState, "round %d isn't drawn", round)
		}
		next, err := st.walk()
		x = next.last
		return &next, err
	})
	if err != nil {
		return Link{}, err
	}
	return x, nil
}

// change changes the state in a way that a round allows: the one revealed last, or the
// next.
func (c *Chain) change(round uint64, next func(chainState) (*chainState, error)) error {
	if secret.IsZero(c.hiddenChain) {
		return errZeroChain
	}
	return secret.Reveal(c.hiddenChain).Change(func(st chainState) (*chainState, error) {
		switch {
		case round < 1 || round > st.n:
			return nil, wrap.Errorf(ErrMalformed, "round %d isn't in 1 to %d", round, st.n)
		case round != st.round && round != st.round+1:
			return nil, wrap.Errorf(ErrState, "round %d, when %d rounds are revealed", round, st.round)
		}
		return next(st)
	})
}
