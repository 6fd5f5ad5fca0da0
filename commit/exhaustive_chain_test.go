package commit_test

import (
	"errors"
	"testing"

	"github.com/squaredeal/squaredeal/commit"
)

// Two processes on one store play a chain, one of them perhaps from an old state,
// with every call, every failure and every restart at every moment.
func TestChainStates(t *testing.T) {
	for n := uint64(1); n <= 4; n++ {
		testChainStates(t, n)
	}
}

// A chainWorld is what is stored, what each process believes, and how many rounds are
// public.
type chainWorld struct {
	held   string
	own    [2]string
	public uint64
}

// A chainWalk comes to all worlds of a chain.
type chainWalk struct {
	t      *testing.T
	n      uint64
	values []commit.Link
	words  []uint64 // that the rounds draw first
	seen   map[chainWorld]bool
	queue  []chainWorld
	calls  int
}

func testChainStates(t *testing.T, n uint64) {
	var d disk[commit.ChainState]
	_, values := newChain(t, n, d.store)
	w := &chainWalk{t: t, n: n, values: values, seen: make(map[chainWorld]bool)}
	for i, x := range values {
		w.words = append(w.words, firstWord(t, commit.NewRound(uint64(i), x)))
	}
	ended := false
	for w.add(chainWorld{held: string(d.held), own: [2]string{string(d.held), string(d.held)}}); len(w.queue) > 0; {
		at := w.queue[0]
		w.queue = w.queue[1:]
		ended = ended || at.public == n
		for p := range at.own {
			restart := at
			restart.own[p] = at.held
			w.add(restart)
			for round := range n + 2 {
				for fault := range faults {
					w.call(at, p, round, fault, w.draw)
					w.call(at, p, round, fault, w.reveal)
				}
			}
		}
	}
	if !ended {
		t.Error("the last round is never revealed")
	}
	t.Logf("%d rounds: %d states, %d calls", n, len(w.seen), w.calls)
}

func (w *chainWalk) add(next chainWorld) {
	if !w.seen[next] {
		w.seen[next] = true
		w.queue = append(w.queue, next)
	}
}

// call has a process make a call, with a fault, and goes on from what comes of it. The call returns
// how many rounds are public after it.
func (w *chainWalk) call(at chainWorld, p int, round uint64, fault fault, call func(c *commit.Chain, round, public uint64) uint64) {
	w.calls++
	f := faulty[commit.ChainState]{fault: fault}
	f.held = []byte(at.held)
	c, err := commit.ParseChain([]byte(at.own[p]), f.store)
	if err != nil {
		w.t.Fatal(err)
	}
	revealed, x := c.Revealed()
	if x != w.values[revealed] {
		w.t.Fatalf("round %d shows another value", revealed)
	}
	next := at
	next.public = call(c, round, at.public)
	if fault == works {
		next.own[p] = string(commit.Encode(c))
	} else if fault != fails {
		next.own[p] = string(f.held) // it has started again
	}
	next.held = string(f.held)
	if r, _ := mustChain(w.t, next.held).Revealed(); r < next.public {
		w.t.Fatalf("round %d is public, but %d is stored", next.public, r)
	}
	if r, _ := mustChain(w.t, at.held).Revealed(); next.held != at.held && next.held == at.own[p] && r > revealed {
		w.t.Fatal("an old state has replaced a newer one")
	}
	w.add(next)
}

// reveal is Reveal: it shows a round's value, and none of a round that isn't drawn.
func (w *chainWalk) reveal(c *commit.Chain, round, public uint64) uint64 {
	revealed, _ := c.Revealed()
	drawn := c.Drawn()
	x, err := c.Reveal(round)
	if err == nil {
		if x != w.values[round] || round > drawn {
			w.t.Fatalf("Reveal(%d) = %v with %d drawn", round, x, drawn)
		}
		public = max(public, round)
	}
	checkCall(w.t, err, round, w.n, revealed, round == revealed+1 && drawn != round)
	return public
}

// draw is Draw: it draws the same whenever it draws, and nothing of a round that is public.
func (w *chainWalk) draw(c *commit.Chain, round, public uint64) uint64 {
	revealed, _ := c.Revealed()
	r, err := c.Draw(round)
	if err == nil {
		if r.Number() != round || firstWord(w.t, r) != w.words[round] {
			w.t.Fatalf("Draw(%d) is another round", round)
		}
		if round <= public {
			w.t.Fatalf("round %d is drawn as a secret, and it is public", round)
		}
	}
	checkCall(w.t, err, round, w.n, revealed, round == revealed)
	return public
}

func mustChain(t *testing.T, state string) *commit.Chain {
	t.Helper()
	c, err := commit.ParseChain([]byte(state), discard)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// checkCall checks the error of a Draw or Reveal: no other calls are refused than
// those that must be.
func checkCall(t *testing.T, err error, round, n, revealed uint64, never bool) {
	t.Helper()
	switch {
	case round < 1 || round > n:
		if !errors.Is(err, commit.ErrMalformed) {
			t.Fatalf("round %d of %d: %v", round, n, err)
		}
	case round != revealed && round != revealed+1 || never:
		if !errors.Is(err, commit.ErrState) {
			t.Fatalf("round %d after %d: %v", round, revealed, err)
		}
	case err != nil && !errors.Is(err, errStore) && !errors.Is(err, errConflict):
		t.Fatalf("round %d after %d: %v", round, revealed, err)
	}
}
