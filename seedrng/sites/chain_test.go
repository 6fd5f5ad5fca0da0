package sites_test

import (
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"testing"

	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// walkedChain is a chain of SHA-256, and a hash 1,000 steps from its end.
func walkedChain() (chain sites.Chain, start string) {
	first := sha256.Sum256([]byte("first"))
	h := first
	for range 1000 {
		h = sha256.Sum256(h[:])
	}
	return sites.Chain{Alg: sites.SHA256, End: hex.EncodeToString(h[:]), First: 50}, hex.EncodeToString(first[:])
}

func newWalk(t *testing.T, chain sites.Chain, start string) *sites.Walk {
	t.Helper()
	w, err := sites.NewWalk(chain, start)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestWalk(t *testing.T) {
	chain, start := walkedChain()
	w := newWalk(t, chain, start)
	for _, n := range []int{0, -1} {
		if w.Advance(n) || w.Steps() != 0 || w.Hash() != start {
			t.Errorf("%d steps move it", n)
		}
	}
	for i := range 12 {
		if over := w.Advance(100); over != (i >= 9) {
			t.Errorf("after %d hundreds of steps, over is %v", i+1, over)
		}
	}
	if !w.Ended() || w.Steps() != 1000 || w.Hash() != chain.End {
		t.Errorf("%d steps to %s", w.Steps(), w.Hash())
	}
}

// The same hash as text is of another chain, and a shorter one is over before its end.
func TestWalkWithoutEnd(t *testing.T) {
	chain, start := walkedChain()
	for _, c := range []sites.Chain{
		{Alg: sites.SHA256, Text: true, End: chain.End, Length: 5000},
		{Alg: sites.SHA256, End: chain.End, Length: 999},
	} {
		w := newWalk(t, c, start)
		if !w.Advance(1_000_000) || w.Ended() || w.Steps() != c.Length {
			t.Errorf("%+v: %d steps, ended %v", c, w.Steps(), w.Ended())
		}
	}
}

// Chains of SHA-512 hash bytes or text.
func TestWalkSHA512(t *testing.T) {
	for _, text := range []bool{false, true} {
		h := make([]byte, sha512.Size)
		start := hex.EncodeToString(h)
		for range 7 {
			if text {
				h = []byte(hex.EncodeToString(h))
			}
			d := sha512.Sum512(h)
			h = d[:]
		}
		w := newWalk(t, sites.Chain{Alg: sites.SHA512, Text: text, End: hex.EncodeToString(h)}, start)
		if w.Advance(6) || !w.Advance(6) || w.Steps() != 7 || !w.Ended() {
			t.Errorf("text %v: %d steps to %s", text, w.Steps(), w.Hash())
		}
	}
}

func TestWalkMalformed(t *testing.T) {
	chain, start := walkedChain()
	for field, c := range map[string]struct {
		chain sites.Chain
		hash  string
	}{
		"hash": {chain, start[1:]},
		"end":  {sites.Chain{Alg: sites.SHA512, End: chain.End}, start + start},
		"alg":  {sites.Chain{Alg: "hmac-sha256", End: chain.End}, start},
	} {
		_, err := sites.NewWalk(c.chain, c.hash)
		if fault, ok := errors.AsType[*sites.FieldError](err); !ok || fault.Field != field {
			t.Errorf("%v, want %s", err, field)
		}
	}
}

// A zero Walk stands nowhere.
func TestWalkZero(t *testing.T) {
	for _, w := range []*sites.Walk{nil, new(sites.Walk)} {
		if !w.Advance(1) || w.Ended() || w.Steps() != 0 {
			t.Errorf("%+v", w)
		}
	}
}

// A game that is computed from a later one's hash is the one that the chain has.
func TestBack(t *testing.T) {
	const hash = "4488d92d89d0ed7fbb2ea23b219d569f63207e32fc44b957858838835c1719f1"
	g, err := sites.Find("bustabit", "crash")
	if err != nil {
		t.Fatal(err)
	}
	w, err := sites.NewWalk(g.Chains[0], hash)
	if err != nil {
		t.Fatal(err)
	}
	for _, back := range []string{"0", "1", "2", "3"} {
		earlier, err := sites.Replay("bustabit", "crash", sites.Bet{"hash": hash, "back": back})
		if err != nil {
			t.Fatal(err)
		}
		direct, err := sites.Replay("bustabit", "crash", sites.Bet{"hash": w.Hash()})
		if err != nil {
			t.Fatal(err)
		}
		if !earlier.Result.Equal(direct.Result) {
			t.Errorf("%s back: %v, %v", back, earlier.Result, direct.Result)
		}
		w.Advance(1)
	}
	report, err := sites.Replay("bustabit", "crash", sites.Bet{"hash": hash, "back": "10000"})
	if err != nil || len(report.Steps) > 20 {
		t.Errorf("%d steps, %v", len(report.Steps), err)
	}
}
