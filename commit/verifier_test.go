package commit_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/squaredeal/squaredeal/commit"
)

// A server and a player draw the same from every round, in any context, and nothing
// else does.
func TestVerifierDraws(t *testing.T) {
	c, err := commit.GenerateChain(context.Background(), 20, discard, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, anchor := c.Revealed()
	v, err := commit.NewChainVerifier(0, anchor, new(disk[commit.ChainVerifierState]).store)
	if err != nil {
		t.Fatal(err)
	}
	words := make(map[uint64]bool)
	word := func(r commit.Round, context string) uint64 {
		return r.Stream([]byte(context)).Uint64()
	}
	for i := uint64(1); i <= 20; i++ {
		r, err := c.Draw(i)
		if err != nil {
			t.Fatal(err)
		}
		x, err := c.Reveal(i)
		if err != nil {
			t.Fatal(err)
		}
		seen, err := v.Verify(i, x)
		if err != nil {
			t.Fatal(err)
		}
		for _, context := range []string{"", "a", "a0", "b"} {
			w := word(r, context)
			if w != word(seen, context) || words[w] {
				t.Errorf("round %d, %q: %x for the server, %x for the player", i, context, w, word(seen, context))
			}
			words[w] = true
		}
		// The value as that of another round, or as a seed, draws other things.
		for _, other := range []uint64{word(commit.NewRound(i+1, x), "a"), seedWord(t, commit.Seed(x), "a")} {
			if words[other] {
				t.Errorf("round %d: a word is drawn twice", i)
			}
			words[other] = true
		}
	}
}

func seedWord(t *testing.T, seed commit.Seed, context string) uint64 {
	return seed.Stream([]byte(context)).Uint64()
}

func TestVerifierArguments(t *testing.T) {
	if v, err := commit.NewChainVerifier(0, commit.Link{}, nil); !errors.Is(err, commit.ErrMalformed) || v != nil {
		t.Error(v, err)
	}
	if v, err := commit.ParseChainVerifier(nil, nil); !errors.Is(err, commit.ErrMalformed) || v != nil {
		t.Error(v, err)
	}
	full := errors.New("disk full")
	v, err := commit.NewChainVerifier(0, commit.Link{}, func(_, _ commit.ChainVerifierState) error { return full })
	if !errors.Is(err, full) || v != nil || !strings.HasPrefix(err.Error(), "commit: storing the verifier: ") {
		t.Error(v, err)
	}
	if v, err := commit.NewChainVerifier(commit.MaxRounds, commit.Link{}, discardVerifier); err != nil || v == nil {
		t.Error(v, err)
	}
}

// A store that fails leaves the verifier as it was; a state resumes it, an older one
// too.
func TestVerifierStore(t *testing.T) {
	full := errors.New("disk full")
	fail := false
	_, values := newChain(t, 9, discard)
	var d disk[commit.ChainVerifierState]
	v, err := commit.NewChainVerifier(0, values[0], func(old, new commit.ChainVerifierState) error {
		if fail {
			return full
		}
		return d.store(old, new)
	})
	if err != nil {
		t.Fatal(err)
	}
	fail = true
	if r, err := v.Verify(3, values[3]); !errors.Is(err, full) || r.Number() != 0 {
		t.Error(r.Number(), err)
	}
	if round, x := v.Known(); round != 0 || x != values[0] {
		t.Error(round, x)
	}
	fail = false
	for _, round := range []uint64{3, 2, 7, 7, 1} {
		if r, err := v.Verify(round, values[round]); err != nil || r.Number() != round {
			t.Error(r.Number(), err)
		}
	}
	if len(d.states) != 3 {
		t.Errorf("%d states are stored, want that of the start and two more", len(d.states))
	}
	for i, round := range []uint64{0, 3, 7} {
		v, err := commit.ParseChainVerifier(d.states[i], discardVerifier)
		if err != nil {
			t.Fatal(err)
		}
		if got, x := v.Known(); got != round || x != values[round] {
			t.Errorf("round %d, want %d", got, round)
		}
		if _, err := v.Verify(9, values[9]); err != nil {
			t.Error(err)
		}
	}
	for bit := range 8 * len(d.held) {
		d.held[bit/8] ^= 1 << (bit % 8)
		if _, err := commit.ParseChainVerifier(d.held, discardVerifier); !errors.Is(err, commit.ErrMalformed) {
			t.Errorf("bit %d: %v", bit, err)
		}
		d.held[bit/8] ^= 1 << (bit % 8)
	}
}

// Only the right value of a round is accepted, and no error names a link.
func TestVerifierPlace(t *testing.T) {
	_, values := newChain(t, 6, discard)
	for known := range values {
		for round := range values {
			for i, x := range values {
				v, err := commit.NewChainVerifier(uint64(known), values[known], discardVerifier)
				if err != nil {
					t.Fatal(err)
				}
				_, err = v.Verify(uint64(round), x)
				if want := i == round && round > 0; (err == nil) != want {
					t.Errorf("x%d known, x%d for round %d: %v", known, i, round, err)
				}
				if got, link := v.Known(); err == nil && (got != uint64(max(known, round)) || link != values[got]) ||
					err != nil && got != uint64(known) {
					t.Errorf("x%d known, x%d for round %d: then round %d, %v", known, i, round, got, link)
				}
				if err != nil && (strings.Contains(err.Error(), x.String()[:8]) || strings.Contains(err.Error(), values[known].String()[:8])) {
					t.Errorf("%v names a link", err)
				}
			}
		}
	}
}

func TestVerifierConcurrency(t *testing.T) {
	_, values := newChain(t, 200, discard)
	v, err := commit.NewChainVerifier(0, values[0], new(disk[commit.ChainVerifierState]).store)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for start := range 4 {
		same := *v
		wg.Go(func() {
			for i := 1 + start; i <= 200; i += 1 + start {
				if r, err := same.Verify(uint64(i), values[i]); err != nil || r.Number() != uint64(i) {
					t.Error(r.Number(), err)
				}
			}
		})
	}
	wg.Wait()
	if round, x := v.Known(); round != 200 || x != values[200] {
		t.Error(round, x)
	}
}
