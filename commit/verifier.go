package commit

import (
	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/stored"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// VerifyChain checks that a round of the chain with this anchor revealed x, and returns the
// round with its draws. It checks from scratch, for auditors; a player uses a
// [ChainVerifier], which keeps the last link.
//
// It hashes as many times as the number of the round says, whatever x is. So whoever names
// both can make it work: for [MaxSteps], one or two seconds where the processor has SHA
// instructions (70 to 120 ns a hash), five where it hasn't, sixteen in js/wasm. Don't
// check rounds that can't have been played yet.
//
// It returns an [ErrMismatch] if x isn't the value of that round, and an [ErrMalformed]
// for round 0 and those beyond MaxSteps. (A ChainVerifier goes further, by way of links in
// between.) Its errors name no link: x may be a secret still.
func VerifyChain(anchor Link, round uint64, x Link) (Round, error) {
	if err := x.leadsTo(anchor, round); err != nil {
		return Round{}, err
	}
	return newRound(round, x), nil
}

// A ChainVerifier is a player's side of a [Chain]: it keeps the last link that it
// knows, with its round's number, checks the links that the server reveals, and gives
// their rounds, from which the player computes the outcomes again.
//
// It is safe for concurrent use; a copy of it is the same verifier. The zero value is
// invalid: Verify returns an [ErrMalformed].
type ChainVerifier struct{ hiddenVerifier }

type hiddenVerifier = secret.Value[*stored.Cell[verifierState]]

// NewChainVerifier returns the verifier of a chain of which a link is known: the
// anchor with round 0, before the player's first bet, or any later link that the player
// trusts to be its round's. It stores it. Store is as that of [GenerateChain]. It
// returns an [ErrMalformed] for a round beyond [MaxRounds] and for a nil store.
func NewChainVerifier(round uint64, known Link, store func(old, new ChainVerifierState) error) (*ChainVerifier, error) {
	switch {
	case round > MaxRounds:
		return nil, wrap.Errorf(ErrMalformed, "round %d isn't in 0 to %d", round, MaxRounds)
	case store == nil:
		return nil, errNilStore
	}
	cell, err := stored.New(verifierState{round, known}, encodeVerifier, storeVerifier(store))
	if err != nil {
		return nil, err
	}
	return &ChainVerifier{secret.Hide(cell)}, nil
}

// ParseChainVerifier returns the verifier of a stored state, given as its Bytes. An older
// state does no harm. It returns an [ErrMalformed] for a nil store, and for a state that
// was damaged: the checksum in it detects accidents, not tampering.
func ParseChainVerifier(state []byte, store func(old, new ChainVerifierState) error) (*ChainVerifier, error) {
	if store == nil {
		return nil, errNilStore
	}
	st, err := parseVerifierState(state)
	if err != nil {
		return nil, err
	}
	return &ChainVerifier{secret.Hide(stored.Open(st, state, encodeVerifier, storeVerifier(store)))}, nil
}

func storeVerifier(store func(old, new ChainVerifierState) error) func(old, new stored.State) error {
	return stored.Store(store, func(s stored.State) ChainVerifierState { return ChainVerifierState{s} }, "commit: storing the verifier")
}

// Known returns the last link that is known to belong to the chain, and its round's
// number.
func (v *ChainVerifier) Known() (round uint64, x Link) {
	if secret.IsZero(v.hiddenVerifier) {
		return 0, Link{}
	}
	st := secret.Reveal(v.hiddenVerifier).Get()
	return st.round, st.link
}

// Verify checks that a round revealed x, and returns the round with its draws. A later
// link than the one known becomes the one known, and is stored; an earlier one, such
// as the same again, is checked against it. Rounds may be left out. Each round in between
// costs a hash, whether x is right or not: [VerifyChain] says what a server can make a
// player spend.
//
// It returns an [ErrMismatch] if x isn't the value of that round, an [ErrMalformed] for
// round 0 and those beyond [MaxRounds] or more than [MaxSteps] from the one known, and
// the error of store. It changes nothing then.
func (v *ChainVerifier) Verify(round uint64, x Link) (Round, error) {
	if secret.IsZero(v.hiddenVerifier) {
		return Round{}, wrap.Errorf(ErrMalformed, "zero ChainVerifier")
	}
	if round < 1 || round > MaxRounds {
		return Round{}, wrap.Errorf(ErrMalformed, "round %d isn't in 1 to %d", round, MaxRounds)
	}
	err := secret.Reveal(v.hiddenVerifier).Change(func(st verifierState) (*verifierState, error) {
		switch {
		case round > st.round:
			return &verifierState{round, x}, x.leadsTo(st.link, round-st.round)
		case round < st.round:
			return nil, st.link.leadsTo(x, st.round-round)
		case x != st.link:
			return nil, wrap.Errorf(ErrMismatch, "another link of round %d is known", round)
		}
		return nil, nil
	})
	if err != nil {
		return Round{}, err
	}
	return newRound(round, x), nil
}
