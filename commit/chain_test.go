package commit_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/commit"
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

func TestChainOfTenMillion(t *testing.T) {
	if testing.Short() {
		t.Skip("-short")
	}
	const n = 10_000_000
	var done []uint64
	var a archive
	c, err := commit.GenerateChain(t.Context(), commit.StepRaw, n, a.store, func(hashes uint64) { done = append(done, hashes) })
	if err != nil {
		t.Fatal(err)
	}
	for i, hashes := range done {
		if hashes != uint64(i)<<20 {
			t.Errorf("progress %v", done)
		}
	}
	if len(done) != n>>20+1 || c.Len() != n {
		t.Errorf("%d calls of progress, %d rounds", len(done), c.Len())
	}
	round, anchor := c.Revealed()
	if round != 0 {
		t.Errorf("round %d at the start", round)
	}
	for i := uint64(1); i <= 3000; i++ {
		x, err := c.Next()
		if err != nil {
			t.Fatal(err)
		}
		if err := commit.VerifyChain(commit.StepRaw, anchor, x, i); err != nil {
			t.Fatal(err)
		}
	}
	if got, most := len(a.latest()), 24*32+122; got > most {
		t.Errorf("the state has %d bytes, more than %d", got, most)
	}
}

// newChain returns a chain with a fixed last value, and its values.
func newChain(t testing.TB, n uint64, store func(commit.ChainState) error) (*commit.Chain, []commit.Link) {
	t.Helper()
	last := commit.Link(bytes.Repeat([]byte{7}, 32))
	values := []commit.Link{last}
	for range n {
		values = append(values, sha256.Sum256(values[len(values)-1][:]))
	}
	slices.Reverse(values)
	c, err := commit.NewChain(t.Context(), commit.StepRaw, n, last, store, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c, values
}

func TestGenerateChain(t *testing.T) {
	seen := make(map[commit.Link]bool)
	for range 2 {
		c, err := commit.GenerateChain(t.Context(), commit.StepHex, 3, discard, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, anchor := c.Revealed()
		seen[anchor] = true
		for i := uint64(1); i <= 3; i++ {
			x, err := c.Next()
			if err != nil {
				t.Fatal(err)
			}
			if err := commit.VerifyChain(commit.StepHex, anchor, x, i); err != nil {
				t.Error(err)
			}
			seen[x] = true
		}
		if x, err := c.Next(); !errors.Is(err, commit.ErrState) || x != (commit.Link{}) {
			t.Errorf("a fourth round: %v, %v", x, err)
		}
		if round, _ := c.Revealed(); round != 3 {
			t.Errorf("round %d at the end", round)
		}
	}
	if len(seen) != 8 {
		t.Errorf("%d values are different, want 8", len(seen))
	}
}

// A server that crashes at any moment, before or after its store is written, never
// skips a round, and never reveals one that it hasn't stored.
func TestChainAcrossCrashes(t *testing.T) {
	const n = 300
	src := rand.New(rand.NewPCG(7, 8))
	var stored []byte
	errCrash := errors.New("crash")
	store := func(s commit.ChainState) error {
		crash := src.IntN(4)
		if crash != 1 {
			stored = s.Bytes()
		}
		if crash < 2 {
			return errCrash
		}
		return nil
	}
	var a archive
	_, values := newChain(t, n, a.store)
	stored = a.latest()
	shown := uint64(0)
	for shown < n {
		c, err := commit.ParseChain(stored, store)
		if err != nil {
			t.Fatal(err)
		}
		// It shows the last value again, in case it was stored and not sent.
		round, x := c.Revealed()
		if x != values[round] || round != shown && round != shown+1 {
			t.Fatalf("resumed at round %d after %d, value %v", round, shown, x)
		}
		shown = round
		for shown < n {
			x, err := c.Next()
			if errors.Is(err, errCrash) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			shown++
			if x != values[shown] {
				t.Fatalf("round %d reveals another value", shown)
			}
		}
	}
}

// A chain whose store fails stays as it was, and goes on when the store works again.
func TestChainStoreFails(t *testing.T) {
	full := errors.New("disk full")
	fail := false
	c, values := newChain(t, 10, func(commit.ChainState) error {
		if fail {
			return full
		}
		return nil
	})
	for i := 1; i <= 10; i++ {
		fail = true
		for range 2 {
			if x, err := c.Next(); !errors.Is(err, full) || x != (commit.Link{}) {
				t.Fatalf("Next = %v, %v", x, err)
			}
			if round, x := c.Revealed(); round != uint64(i-1) || x != values[i-1] {
				t.Fatalf("round %d, %v", round, x)
			}
		}
		fail = false
		if x, err := c.Next(); err != nil || x != values[i] {
			t.Fatalf("round %d: %v, %v", i, x, err)
		}
	}
	fail = true
	c, err := commit.NewChain(t.Context(), commit.StepRaw, 3, commit.Link{}, func(commit.ChainState) error { return full }, nil)
	if !errors.Is(err, full) || c != nil || !strings.HasPrefix(err.Error(), "commit: storing the chain: ") {
		t.Errorf("NewChain: %v, %v", c, err)
	}
}

func TestChainArguments(t *testing.T) {
	for what, err := range map[string]error{
		"no rounds":     newChainError(t, commit.StepRaw, 0, discard),
		"many rounds":   newChainError(t, commit.StepRaw, commit.MaxRounds+1, discard),
		"step function": newChainError(t, 2, 3, discard),
		"store":         newChainError(t, commit.StepRaw, 3, nil),
		"verify step":   commit.VerifyChain(2, commit.Link{}, commit.Link{}, 1),
		"verify 0":      commit.VerifyChain(commit.StepRaw, commit.Link{}, commit.Link{}, 0),
		"verify many":   commit.VerifyChain(commit.StepRaw, commit.Link{}, commit.Link{}, commit.MaxSteps+1),
	} {
		if !errors.Is(err, commit.ErrMalformed) {
			t.Errorf("%s: %v", what, err)
		}
	}
	var a archive
	newChain(t, 3, a.store)
	if c, err := commit.ParseChain(a.latest(), nil); !errors.Is(err, commit.ErrMalformed) || c != nil {
		t.Error(c, err)
	}
	if commit.MaxRounds != 4294967296 || commit.MaxSteps != 16777216 {
		t.Error("the limits have changed")
	}
}

func newChainError(t *testing.T, step commit.Step, n uint64, store func(commit.ChainState) error) error {
	c, err := commit.NewChain(t.Context(), step, n, commit.Link{}, store, nil)
	if c != nil {
		t.Error("a chain and an error")
	}
	return err
}

func TestChainCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	stored := false
	c, err := commit.GenerateChain(ctx, commit.StepRaw, commit.MaxRounds, func(commit.ChainState) error {
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
	if _, err := commit.GenerateChain(ctx, commit.StepRaw, 3, discard, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestZeroChain(t *testing.T) {
	var c commit.Chain
	if _, err := c.Next(); !errors.Is(err, commit.ErrMalformed) {
		t.Error(err)
	}
	if round, x := c.Revealed(); round != 0 || x != (commit.Link{}) || c.Len() != 0 {
		t.Errorf("round %d, %v, of %d", round, x, c.Len())
	}
	newChain(t, 3, func(s commit.ChainState) error {
		clear(s.Bytes())
		if !bytes.Contains(s.Bytes(), bytes.Repeat([]byte{7}, 32)) {
			t.Error("the state's bytes aren't a copy")
		}
		return nil
	})
	if (commit.ChainState{}).Bytes() != nil {
		t.Error("the zero state has bytes")
	}
}

// Every bit of a stored state is checked.
func TestChainStateDamage(t *testing.T) {
	var a archive
	c, values := newChain(t, 13, a.store)
	for range 5 {
		if _, err := c.Next(); err != nil {
			t.Fatal(err)
		}
	}
	state := a.latest()
	for bit := range 8 * len(state) {
		state[bit/8] ^= 1 << (bit % 8)
		if c, err := commit.ParseChain(state, discard); !errors.Is(err, commit.ErrMalformed) || c != nil {
			t.Errorf("bit %d: %v", bit, err)
		}
		state[bit/8] ^= 1 << (bit % 8)
	}
	// A right checksum doesn't help what is out of range, whatever number of values
	// comes with it.
	head := state[:8+25+1] // label and step function
	for values := range 70 {
		for _, c := range []struct{ n, round uint64 }{{0, 0}, {1<<32 + 1, 0}, {13, 14}, {math.MaxUint64, 0}, {13, math.MaxUint64}} {
			b := binary.BigEndian.AppendUint64(bytes.Clone(head), c.n)
			b = binary.BigEndian.AppendUint64(b, c.round)
			b = append(b, make([]byte, 32*values)...)
			sum := sha256.Sum256(b)
			if c2, err := commit.ParseChain(append(b, sum[:]...), discard); !errors.Is(err, commit.ErrMalformed) || c2 != nil {
				t.Errorf("n = %d, round %d, %d values: %v", c.n, c.round, values, err)
			}
		}
	}
	for n := range state {
		if _, err := commit.ParseChain(state[:n], discard); !errors.Is(err, commit.ErrMalformed) {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
	// It is copied.
	resumed, err := commit.ParseChain(state, discard)
	if err != nil {
		t.Fatal(err)
	}
	clear(state)
	for i := 6; i <= 13; i++ {
		if x, err := resumed.Next(); err != nil || x != values[i] {
			t.Errorf("round %d: %v, %v", i, x, err)
		}
	}
}

func TestChainConcurrency(t *testing.T) {
	const n = 400
	var a archive
	c, values := newChain(t, n, a.store)
	var mu sync.Mutex
	var got []string
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for {
				x, err := c.Next()
				if err != nil {
					return
				}
				c.Revealed()
				mu.Lock()
				got = append(got, x.String())
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	var want []string
	for _, x := range values[1:] {
		want = append(want, x.String())
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("values (-want +got):\n%s", diff)
	}
	if len(a.states) != n+1 {
		t.Errorf("%d states were stored", len(a.states))
	}
}

// A value is good for its place only.
func TestVerifyChainPlace(t *testing.T) {
	_, values := newChain(t, 9, discard)
	for i := range values {
		for j := range values {
			for steps := uint64(1); steps < 12; steps++ {
				err := commit.VerifyChain(commit.StepRaw, values[i], values[j], steps)
				if (err == nil) != (j-i == int(steps)) || err != nil && !errors.Is(err, commit.ErrMismatch) {
					t.Errorf("x%d is %d steps from x%d: %v", j, steps, i, err)
				}
			}
		}
	}
	if testing.Short() {
		return
	}
	if err := commit.VerifyChain(commit.StepRaw, values[0], values[1], commit.MaxSteps); !errors.Is(err, commit.ErrMismatch) {
		t.Error(err)
	}
}

func TestLinkText(t *testing.T) {
	testText(t, commit.Link(ramp(32)), commit.ParseLink)
}

func TestStepText(t *testing.T) {
	if got := fmt.Sprint(commit.StepRaw, commit.StepHex, commit.Step(9)); got != "raw hex Step(9)" {
		t.Error(got)
	}
}
