package commit_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/internal/long"
)

// play plays rounds of a walker, and checks the values, and the bounds on hashes and
// on values kept. It returns the most of either.
func play(t *testing.T, w *commit.Walker, n, from, rounds uint64) (mostHashes, mostKept int) {
	t.Helper()
	maxKept := max(1, bits.Len64(n-1)) // ⌈log₂ n⌉
	maxHashes := (bits.Len64(n-1) + 1) / 2
	mostKept = w.Kept()
	for r := from + 1; r <= from+rounds; r++ {
		x, hashes, kept := w.Next()
		if x != r || hashes > maxHashes || kept > maxKept {
			t.Fatalf("n = %d, round %d: reveals %d with %d hashes of %d, keeps %d of %d", n, r, x, hashes, maxHashes, kept, maxKept)
		}
		mostHashes, mostKept = max(mostHashes, hashes), max(mostKept, kept)
	}
	if mostKept > maxKept {
		t.Fatalf("n = %d: %d values are kept before round %d", n, mostKept, from+1)
	}
	return mostHashes, mostKept
}

// Each chain of up to 600 rounds, whole.
func TestWalkBounds(t *testing.T) {
	for n := uint64(1); n <= 600; n++ {
		w := commit.NewWalker(n, 0)
		hashes, kept := play(t, w, n, 0, n)
		if w.Kept() != 0 {
			t.Errorf("n = %d: %d values are kept at the end", n, w.Kept())
		}
		if k := bits.Len64(n - 1); n == 1<<k && k > 0 && (hashes != (k+1)/2 || kept != k) {
			t.Errorf("n = %d: the bounds aren't reached: %d hashes, %d values", n, hashes, kept)
		}
	}
}

// A chain of ten million rounds, and others, at random places and at the worst ones.
// What a walker keeps that starts there is what one keeps that comes there.
func TestWalkBoundsInLongChains(t *testing.T) {
	src := rand.New(rand.NewPCG(5, 6))
	const window = 700
	for _, n := range []uint64{10_000_000, 1 << 20, 1<<20 + 1, 1<<20 - 1, 16_777_216, commit.MaxRounds, commit.MaxRounds - 1, 1<<31 + 1} {
		starts := []uint64{0, n - window, n/2 - window/2, n/4 - window/2, n/4*3 - window/2}
		for range 20 {
			starts = append(starts, src.Uint64N(n-window))
		}
		for _, start := range starts {
			w := commit.NewWalker(n, start)
			play(t, w, n, start, window)
			if !w.Equal(commit.NewWalker(n, start+window)) && start+window < n {
				t.Errorf("n = %d: from round %d to %d, other values are kept", n, start, start+window)
			}
		}
	}
}

func TestLongChain(t *testing.T) {
	n := long.Pick[uint64](1_100_000, 10_000_000)
	var done []uint64
	var d disk[commit.ChainState]
	c, err := commit.GenerateChain(t.Context(), n, d.store, func(hashes uint64) { done = append(done, hashes) })
	if err != nil {
		t.Fatal(err)
	}
	for i, hashes := range done {
		if hashes != uint64(i)<<20 {
			t.Errorf("progress %v", done)
		}
	}
	if len(done) != int(n>>20)+1 || c.Len() != n {
		t.Errorf("%d calls of progress, %d rounds", len(done), c.Len())
	}
	round, anchor := c.Revealed()
	if round != 0 || c.Drawn() != 0 {
		t.Errorf("round %d at the start, %d drawn", round, c.Drawn())
	}
	for i := uint64(1); i <= 3000; i++ {
		if _, err := commit.VerifyChain(anchor, i, playRound(t, c, i)); err != nil {
			t.Fatal(err)
		}
	}
	if got, most := len(d.held), bits.Len64(n)*32+154; got > most {
		t.Errorf("the state has %d bytes, more than %d", got, most)
	}
}

// playRound draws and reveals a round.
func playRound(t testing.TB, c *commit.Chain, round uint64) commit.Link {
	t.Helper()
	r, err := c.Draw(round)
	if err != nil || r.Number() != round {
		t.Fatal(r.Number(), err)
	}
	x, err := c.Reveal(round)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// newChain returns a chain with a fixed last value, and its values.
func newChain(t testing.TB, n uint64, store func(_, _ commit.ChainState) error) (*commit.Chain, []commit.Link) {
	t.Helper()
	last := commit.Link(bytes.Repeat([]byte{7}, 32))
	values := []commit.Link{last}
	for range n {
		values = append(values, sha256.Sum256(values[len(values)-1][:]))
	}
	slices.Reverse(values)
	c, err := commit.NewChain(context.Background(), n, last, store, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c, values
}

func TestGenerateChain(t *testing.T) {
	seen := make(map[commit.Link]bool)
	for range 2 {
		c, err := commit.GenerateChain(t.Context(), 3, discard, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, anchor := c.Revealed()
		seen[anchor] = true
		for i := uint64(1); i <= 3; i++ {
			x := playRound(t, c, i)
			if _, err := commit.VerifyChain(anchor, i, x); err != nil {
				t.Error(err)
			}
			seen[x] = true
		}
		if round, _ := c.Revealed(); round != 3 || c.Drawn() != 3 {
			t.Errorf("round %d at the end, %d drawn", round, c.Drawn())
		}
	}
	if len(seen) != 8 {
		t.Errorf("%d values are different, want 8", len(seen))
	}
}

// Which rounds can be drawn and revealed, and that the same call again is the same.
func TestChainSteps(t *testing.T) {
	var d disk[commit.ChainState]
	c, values := newChain(t, 3, d.store)
	draws := func(round uint64, want error) {
		t.Helper()
		for range 2 {
			r, err := c.Draw(round)
			if !errors.Is(err, want) || (err == nil) != (r.Number() == round && round > 0) {
				t.Errorf("Draw(%d) = round %d, %v, want %v", round, r.Number(), err, want)
			} else if err == nil && firstWord(t, r) != firstWord(t, commit.NewRound(round, values[round])) {
				t.Errorf("Draw(%d) is another round", round)
			}
		}
	}
	reveals := func(round uint64, want error) {
		t.Helper()
		for range 2 {
			x, err := c.Reveal(round)
			if !errors.Is(err, want) || err == nil && x != values[round] || err != nil && x != (commit.Link{}) {
				t.Errorf("Reveal(%d) = %v, %v, want %v", round, x, err, want)
			}
		}
	}
	never := func() {
		t.Helper()
		for _, round := range []uint64{0, 4, 1 << 40} {
			draws(round, commit.ErrMalformed)
			reveals(round, commit.ErrMalformed)
		}
	}
	never()
	reveals(1, commit.ErrState)
	draws(2, commit.ErrState)
	draws(1, nil)
	if round, x := c.Revealed(); round != 0 || x != values[0] {
		t.Errorf("round %d is shown while round 1 is played", round)
	}
	draws(2, commit.ErrState)
	reveals(2, commit.ErrState)
	reveals(1, nil)
	draws(1, commit.ErrState) // it is public
	reveals(2, commit.ErrState)
	draws(3, commit.ErrState)
	draws(2, nil)
	reveals(1, nil)
	draws(1, commit.ErrState)
	reveals(2, nil)
	reveals(1, commit.ErrState)
	draws(3, nil)
	never()
	reveals(3, nil)
	draws(3, commit.ErrState)
	never()
	if len(d.states) != 10 {
		t.Errorf("%d states are stored, not one at first and, as each round is drawn twice, three for each", len(d.states))
	}
}

func firstWord(t testing.TB, r commit.Round) uint64 {
	t.Helper()
	return r.Stream([]byte("word")).Uint64()
}

// The store is called before anything can be seen, and what fails changes nothing.
func TestChainStoreFails(t *testing.T) {
	full := errors.New("disk full")
	fail := false
	c, values := newChain(t, 10, func(_, _ commit.ChainState) error {
		if fail {
			return full
		}
		return nil
	})
	for i := uint64(1); i <= 10; i++ {
		fail = true
		for range 2 {
			if r, err := c.Draw(i); !errors.Is(err, full) || r.Number() != 0 || c.Drawn() != i-1 {
				t.Fatalf("Draw = %v, %v", r.Number(), err)
			}
		}
		fail = false
		if _, err := c.Draw(i); err != nil {
			t.Fatal(err)
		}
		fail = true
		for range 2 {
			if x, err := c.Reveal(i); !errors.Is(err, full) || x != (commit.Link{}) {
				t.Fatalf("Reveal = %v, %v", x, err)
			}
			if round, x := c.Revealed(); round != i-1 || x != values[i-1] || c.Drawn() != i {
				t.Fatalf("round %d, %v", round, x)
			}
		}
		fail = false
		if x, err := c.Reveal(i); err != nil || x != values[i] {
			t.Fatalf("round %d: %v, %v", i, x, err)
		}
	}
	fail = true
	c, err := commit.GenerateChain(t.Context(), 3, func(_, _ commit.ChainState) error { return full }, nil)
	if !errors.Is(err, full) || c != nil || !strings.HasPrefix(err.Error(), "commit: storing the chain: ") {
		t.Errorf("GenerateChain: %v, %v", c, err)
	}
}

// Two processes with one stored state: the slower one draws nothing.
func TestChainSecondProcess(t *testing.T) {
	var d disk[commit.ChainState]
	c, _ := newChain(t, 5, d.store)
	playRound(t, c, 1)
	second, err := commit.ParseChain(d.held, d.store)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Draw(2); err != nil {
		t.Fatal(err)
	}
	if r, err := second.Draw(2); !errors.Is(err, errConflict) || r.Number() != 0 {
		t.Errorf("a second process draws round %d, %v", r.Number(), err)
	}
}

// A process that drew a round doesn't get it again after another one has revealed it,
// when its draws are no secret.
func TestChainStaleDraw(t *testing.T) {
	var d disk[commit.ChainState]
	c, _ := newChain(t, 5, d.store)
	if _, err := c.Draw(1); err != nil {
		t.Fatal(err)
	}
	second, err := commit.ParseChain(d.held, d.store)
	if err != nil {
		t.Fatal(err)
	}
	for _, process := range []*commit.Chain{second, c} {
		if r, err := process.Draw(1); err != nil || r.Number() != 1 {
			t.Errorf("both may draw round 1 before it is revealed: %v", err)
		}
	}
	if _, err := second.Reveal(1); err != nil {
		t.Fatal(err)
	}
	if r, err := c.Draw(1); !errors.Is(err, errConflict) || r.Number() != 0 {
		t.Errorf("a stale process draws round %d, %v", r.Number(), err)
	}
	if _, err := c.Reveal(1); !errors.Is(err, errConflict) {
		t.Errorf("a stale process reveals round 1: %v", err)
	}
}

func TestChainArguments(t *testing.T) {
	//lint:ignore SA1012 a nil context is what is tested
	_, nilContext := commit.GenerateChain(nil, 10, discard, nil)
	_, noRound := commit.VerifyChain(commit.Link{}, 0, commit.Link{})
	_, lateRound := commit.VerifyChain(commit.Link{}, commit.MaxSteps+1, commit.Link{})
	for what, err := range map[string]error{
		"nil context": nilContext,
		"no rounds":   newChainError(t, 0, discard),
		"many rounds": newChainError(t, commit.MaxRounds+1, discard),
		"store":       newChainError(t, 3, nil),
		"verify 0":    noRound,
		"verify many": lateRound,
	} {
		if !errors.Is(err, commit.ErrMalformed) {
			t.Errorf("%s: %v", what, err)
		}
	}
	var d disk[commit.ChainState]
	newChain(t, 3, d.store)
	if c, err := commit.ParseChain(d.held, nil); !errors.Is(err, commit.ErrMalformed) || c != nil {
		t.Error(c, err)
	}
	if commit.MaxRounds != 4294967296 || commit.MaxSteps != 16777216 {
		t.Error("the limits have changed")
	}
}

func newChainError(t *testing.T, n uint64, store func(_, _ commit.ChainState) error) error {
	c, err := commit.NewChain(t.Context(), n, commit.Link{}, store, nil)
	if c != nil {
		t.Error("a chain and an error")
	}
	return err
}

func TestChainCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	stored := false
	c, err := commit.GenerateChain(ctx, commit.MaxRounds, func(_, _ commit.ChainState) error {
		stored = true
		return nil
	}, func(hashes uint64) {
		if hashes > 1<<21 {
			t.Error("goes on after the context has ended")
		}
		if hashes == 1<<21 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || c != nil || stored || !strings.HasPrefix(err.Error(), "commit: making a chain: ") {
		t.Errorf("%v, %v; stored: %v", c, err, stored)
	}
	// A short chain notices as well.
	if _, err := commit.GenerateChain(ctx, 3, discard, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// Every bit of a stored state is checked, and the state is copied.
func TestChainStateDamage(t *testing.T) {
	var d disk[commit.ChainState]
	c, values := newChain(t, 13, d.store)
	for i := range uint64(5) {
		playRound(t, c, i+1)
	}
	state := d.held
	for bit := range 8 * len(state) {
		state[bit/8] ^= 1 << (bit % 8)
		if c, err := commit.ParseChain(state, discard); !errors.Is(err, commit.ErrMalformed) || c != nil {
			t.Errorf("bit %d: %v", bit, err)
		}
		state[bit/8] ^= 1 << (bit % 8)
	}
	for n := range state {
		if _, err := commit.ParseChain(state[:n], discard); !errors.Is(err, commit.ErrMalformed) {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
	// A right checksum doesn't help what is out of range, whatever number of values
	// comes with it.
	label := state[:8+len("squaredeal/chain/v1/state")]
	for values := range 70 {
		for _, c := range []struct{ n, round uint64 }{{0, 0}, {1<<32 + 1, 0}, {13, 14}, {16, 17}, {math.MaxUint64, 0}, {13, math.MaxUint64}} {
			b := binary.BigEndian.AppendUint64(bytes.Clone(label), c.n)
			b = append(binary.BigEndian.AppendUint64(b, c.round), 0)
			b = append(b, make([]byte, 32*(values+1))...)
			sum := sha256.Sum256(b)
			if c2, err := commit.ParseChain(append(b, sum[:]...), discard); !errors.Is(err, commit.ErrMalformed) || c2 != nil {
				t.Errorf("n = %d, round %d, %d values: %v", c.n, c.round, values, err)
			}
		}
	}
	resumed, err := commit.ParseChain(state, discard)
	if err != nil {
		t.Fatal(err)
	}
	clear(state)
	for i := uint64(6); i <= 13; i++ {
		if x := playRound(t, resumed, i); x != values[i] {
			t.Errorf("round %d: %v", i, x)
		}
	}
}

// A state whose kept values were altered, with a right checksum, is found out before
// anything of it is revealed, wherever the alteration is.
func TestChainAltered(t *testing.T) {
	for _, n := range []uint64{2, 8, 13, 16} {
		for start := range n {
			var d disk[commit.ChainState]
			c, values := newChain(t, n, d.store)
			for i := range start {
				playRound(t, c, i+1)
			}
			revealed := 8 + len("squaredeal/chain/v1/state") + 17 + 32
			for at := revealed; at < len(d.held)-32; at += 32 {
				state := bytes.Clone(d.held[:len(d.held)-32])
				state[at] ^= 4
				sum := sha256.Sum256(state)
				c, err := commit.ParseChain(append(state, sum[:]...), discard)
				if start == 0 && at == revealed && errors.Is(err, commit.ErrMalformed) {
					continue // the anchor is there twice
				}
				if err != nil {
					t.Fatal(err)
				}
				found := false
				for i := start + 1; i <= n && !found; i++ {
					r, err := c.Draw(i)
					switch {
					case errors.Is(err, commit.ErrMismatch) && r.Number() == 0:
						found = true
						if x, err := c.Reveal(i); !errors.Is(err, commit.ErrState) || x != (commit.Link{}) {
							t.Errorf("Reveal = %v, %v", x, err)
						}
					case err != nil:
						t.Fatal(err)
					case playRound(t, c, i) != values[i]:
						t.Errorf("n = %d, from round %d: an altered value is revealed in round %d", n, start, i)
					}
				}
				if !found {
					t.Errorf("n = %d, from round %d: byte %d isn't noticed", n, start, at)
				}
			}
		}
	}
}

// Many goroutines play one chain: each round is drawn and revealed by its number, and
// none is played twice.
func TestChainConcurrency(t *testing.T) {
	const n = 400
	var d disk[commit.ChainState]
	c, values := newChain(t, n, d.store)
	same := *c
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for {
				round, x := same.Revealed()
				if x != values[round] {
					t.Errorf("round %d: %v", round, x)
				}
				if round == n {
					return
				}
				if _, err := c.Draw(round + 1); err != nil && !errors.Is(err, commit.ErrState) {
					t.Error(err)
				}
				if x, err := c.Reveal(round + 1); err == nil && x != values[round+1] || err != nil && !errors.Is(err, commit.ErrState) {
					t.Errorf("round %d: %v, %v", round+1, x, err)
				}
			}
		})
	}
	wg.Wait()
	if changes := len(slices.CompactFunc(d.states, bytes.Equal)); changes != 2*n+1 {
		t.Errorf("%d different states were stored", changes)
	}
}

// The round that a check from scratch gives has the draws that the server had.
func TestVerifyChainDraws(t *testing.T) {
	c, values := newChain(t, 4, discard)
	for i := uint64(1); i <= 4; i++ {
		drawn, err := c.Draw(i)
		if err != nil {
			t.Fatal(err)
		}
		checked, err := commit.VerifyChain(values[0], i, playRound(t, c, i))
		if err != nil || firstWord(t, checked) != firstWord(t, drawn) {
			t.Errorf("round %d: %v", i, err)
		}
	}
}

// The anchor stays known, and the state tells it, at every step and after every restart.
func TestChainAnchor(t *testing.T) {
	const n = 5
	var states []commit.ChainState
	c, values := newChain(t, n, func(_, new commit.ChainState) error {
		states = append(states, new)
		return nil
	})
	for i := range uint64(n) {
		playRound(t, c, i+1)
	}
	if len(states) != 2*n+1 || c.Anchor() != values[0] {
		t.Errorf("%d states, anchor %v, want %v", len(states), c.Anchor(), values[0])
	}
	for i, s := range states {
		c, err := commit.ParseChain(s.Bytes(), discard)
		if err != nil {
			t.Fatal(err)
		}
		if c.Anchor() != values[0] || s.Anchor() != values[0] {
			t.Errorf("state %d: anchor %v, %v", i, c.Anchor(), s.Anchor())
		}
	}
}

// A value is good for its place only, and no error names a link.
func TestVerifyChainPlace(t *testing.T) {
	_, values := newChain(t, 9, discard)
	for i := range values {
		for j := range values {
			for steps := uint64(1); steps < 12; steps++ {
				r, err := commit.VerifyChain(values[i], steps, values[j])
				if (err == nil) != (j-i == int(steps)) || (r.Number() == steps) != (err == nil) || err != nil && !errors.Is(err, commit.ErrMismatch) {
					t.Errorf("x%d is %d steps from x%d: %v", j, steps, i, err)
				}
				for _, x := range values {
					if err != nil && strings.Contains(err.Error(), x.String()[:8]) {
						t.Errorf("%v names a link", err)
					}
				}
			}
		}
	}
	if !long.Tests() {
		return
	}
	if _, err := commit.VerifyChain(values[0], commit.MaxSteps, values[1]); !errors.Is(err, commit.ErrMismatch) {
		t.Error(err)
	}
}

func TestLinkText(t *testing.T) {
	testText(t, commit.Link(ramp(32)), commit.ParseLink)
}
