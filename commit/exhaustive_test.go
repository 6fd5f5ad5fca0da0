package commit_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/commit"
)

// These tests walk through all states that a toss or a chain can come to, by their
// stored forms: whatever happens in whatever order comes to one of them.

// underRace says that the race detector watches, which makes everything ten times as
// slow.
var underRace bool

// quick reports whether long tests are to be cut short.
func quick() bool { return testing.Short() || underRace }

// What happens to a call that stores something.
type fault int

const (
	works   fault = iota
	fails         // the store fails, and hasn't written
	unclear       // it fails, but has written: the process starts again
	dies          // the process dies after the store has written, and starts again
	faults
)

var errStore = errors.New("the store fails")

// A faulty store writes, or doesn't.
type faulty[S interface{ Bytes() []byte }] struct {
	disk[S]
	fault fault
}

func (f *faulty[S]) store(old, new S) error {
	if f.fault == fails {
		return errStore
	}
	if err := f.disk.store(old, new); err != nil {
		return err
	}
	if f.fault != works {
		return errStore // of a process that dies, nobody hears this
	}
	return nil
}

// Honest seats on connections that keep no order and lose nothing for ever: each
// message comes to each seat at any time and any number of times, and each process
// fails in every way while it takes it. Nobody is ever blamed, nothing is revealed too
// early or twice in different ways, and whoever has everything has the seed.
func TestTossStates(t *testing.T) {
	seats := 3
	if quick() {
		seats = 2
	}
	honest := committed(t, "exhaustive", seats)
	want := honest.seed(t, 0)
	toss := func(state string, f *faulty[commit.TossState]) *commit.Toss {
		f.held = []byte(state)
		toss, err := commit.ParseToss(f.held, f.store)
		if err != nil {
			t.Fatal(err)
		}
		return toss
	}
	// A world is the stored state of each seat.
	world := func(states []string) [sha256.Size]byte { return sha256.Sum256(fmt.Appendf(nil, "%q", states)) }
	start := make([]string, seats)
	for seat := range seats {
		nonce, value := derived(seat)
		var f faulty[commit.TossState]
		if _, _, err := commit.NewToss([]byte("exhaustive"), seats, seat, nonce, value, f.store); err != nil {
			t.Fatal(err)
		}
		start[seat] = string(f.held)
	}
	seen := map[[sha256.Size]byte]bool{world(start): true}
	queue := [][]string{start}
	calls, ends := 0, 0
	for len(queue) > 0 {
		states := queue[0]
		queue = queue[1:]
		sent := make([][][]byte, seats)
		done := true
		for seat := range seats {
			a := toss(states[seat], new(faulty[commit.TossState]))
			sent[seat] = a.Sent()
			if !bytes.Equal(sent[seat][0], honest.commits[seat]) || len(sent[seat]) > 1 && !bytes.Equal(sent[seat][1], honest.reveals[seat]) {
				t.Fatal("a seat sends another message than before")
			}
			seed, err := a.Seed()
			var blame *commit.BlameError
			switch missing := a.Missing(); {
			case errors.As(err, &blame), (err == nil) != (len(missing) == 0), err == nil && seed != want, slices.Contains(missing, seat):
				t.Fatalf("seed %v, %v, and %v are missing", seed, err, missing)
			case err != nil:
				done = false
			}
		}
		if done {
			ends++
		}
		for seat := range seats {
			for from := range seats {
				for _, message := range sent[from] {
					if from == seat {
						continue
					}
					for fault := range faults {
						calls++
						f := faulty[commit.TossState]{fault: fault}
						a := toss(states[seat], &f)
						reply, err := a.Receive(from, message)
						changed := string(f.held) != states[seat]
						if (err == nil) != (fault == works || !changed && fault != fails) && !(err == nil && fault == fails) {
							t.Fatalf("fault %d: %v; changed: %v", fault, err, changed)
						}
						if err != nil && (!errors.Is(err, errStore) || reply != nil || fault == fails && changed) {
							t.Fatalf("fault %d: %x, %v", fault, reply, err)
						}
						if reply != nil && !bytes.Equal(reply, honest.reveals[seat]) {
							t.Fatalf("reply %x", reply)
						}
						next := slices.Clone(states)
						next[seat] = string(f.held)
						if fault == works && commit.Snapshot(a) != next[seat] {
							t.Fatal("the toss is in another state than the store")
						}
						if b := toss(next[seat], new(faulty[commit.TossState])); len(b.Sent()) == 2 && len(sent[seat]) == 1 && fault == works && reply == nil {
							t.Fatal("no reply to the last commitment")
						}
						if key := world(next); !seen[key] {
							seen[key] = true
							queue = append(queue, next)
						}
					}
				}
			}
		}
	}
	if ends != 1 {
		t.Errorf("%d states in which all have the seed", ends)
	}
	t.Logf("%d seats: %d states, %d calls", seats, len(seen), calls)
}

// Two honest seats and a cheat over a relay, which shows the same messages to all in
// one order. The cheat says anything of a list, at any moment. Whatever it does, both
// honest seats come to the same end, name no honest seat, and a referee agrees.
func TestTossCheatStates(t *testing.T) {
	const seats, cheat = 3, 2
	session := []byte("a cheat")
	most := 4 // messages of the cheat
	if quick() {
		most = 2
	}
	tb := newTable(t, string(session), seats)
	c := make([]commit.CommitMessage, seats)
	for seat := range seats {
		var err error
		if c[seat], err = commit.ParseCommitMessage(tb.commits[seat]); err != nil {
			t.Fatal(err)
		}
	}
	nonceA, valueA := derived(cheat)
	nonceB, valueB := derived(99)
	_, second, err := commit.ReplayToss(session, seats, cheat, nonceB, valueB)
	if err != nil {
		t.Fatal(err)
	}
	digest := func(cheats []byte) [32]byte {
		toss, _, err := derivedToss(session, seats, 0)
		if err != nil {
			t.Fatal(err)
		}
		toss.Receive(1, tb.commits[1])
		reply, err := toss.Receive(cheat, cheats)
		if err != nil {
			t.Fatal(err)
		}
		m, err := commit.ParseRevealMessage(reply)
		if err != nil {
			t.Fatal(err)
		}
		return m.Digest
	}
	copyOf := func(seat int) []byte {
		return encodeCommit(commit.CommitMessage{Toss: c[0].Toss, Seat: cheat, Commitment: c[seat].Commitment})
	}
	reveal := func(nonce commit.Nonce, value commit.Value, of []byte) []byte {
		return encodeReveal(commit.RevealMessage{Toss: c[0].Toss, Seat: cheat, Nonce: nonce, Value: value, Digest: digest(of)})
	}
	nonce0, value0 := derived(0)
	says := [][]byte{
		tb.commits[cheat], second, copyOf(0), copyOf(1),
		reveal(nonceA, valueA, tb.commits[cheat]), reveal(nonceB, valueB, second), reveal(nonceA, valueA, second),
		reveal(nonce0, value0, copyOf(0)), reveal(nonceA, valueB, tb.commits[cheat]),
		{3}, tb.commits[0], committed(t, "another session", seats).commits[cheat],
	}

	// A moment is what has been shown, and what the honest seats still have to say.
	type moment struct {
		states  [2]string
		waiting [2][][]byte
		record  []commit.TossMessage
		left    int // messages of the cheat
	}
	var start moment
	start.left = most
	for seat := range 2 {
		var d disk[commit.TossState]
		nonce, value := derived(seat)
		if _, _, err := commit.NewToss(session, seats, seat, nonce, value, d.store); err != nil {
			t.Fatal(err)
		}
		start.states[seat] = string(d.held)
		start.waiting[seat] = [][]byte{tb.commits[seat]}
	}
	show := func(m moment, from int, message []byte) moment {
		m.record = append(slices.Clone(m.record), commit.TossMessage{From: from, Bytes: message})
		for seat := range 2 {
			if seat == from {
				m.waiting[seat] = m.waiting[seat][1:]
				continue
			}
			d := disk[commit.TossState]{held: []byte(m.states[seat])}
			toss, err := commit.ParseToss(d.held, d.store)
			if err != nil {
				t.Fatal(err)
			}
			before := len(toss.Sent())
			reply, err := toss.Receive(from, message)
			var blame *commit.BlameError
			if errors.As(err, &blame) {
				if from != cheat || !slices.Equal(blame.Seats, []int{cheat}) {
					t.Fatalf("seat %d names %v: %v", seat, blame.Seats, err)
				}
			} else if err != nil && (from != cheat || !errors.Is(err, commit.ErrOtherToss)) {
				t.Fatal(err)
			}
			if sent := toss.Sent(); len(sent) > before {
				m.waiting[seat] = append(slices.Clone(m.waiting[seat]), sent[before:]...)
				if !bytes.Equal(reply, sent[before]) {
					t.Fatalf("reply %x", reply)
				}
			}
			m.states[seat] = string(d.held)
		}
		return m
	}
	moments, ends := 0, 0
	seen := make(map[string]bool)
	var walk func(m moment)
	walk = func(m moment) {
		// The referee's verdict doesn't depend on the order: another test checks that.
		var record []string
		for _, said := range m.record {
			record = append(record, string(said.Bytes))
		}
		slices.Sort(record)
		key := fmt.Sprintf("%q %q %d %q", m.states, m.waiting, m.left, slices.Compact(record))
		if seen[key] {
			return
		}
		seen[key] = true
		moments++
		for seat := range 2 {
			if len(m.waiting[seat]) > 0 {
				walk(show(m, seat, m.waiting[seat][0]))
			}
		}
		if m.left > 0 {
			for _, message := range says {
				next := m
				next.left--
				walk(show(next, cheat, message))
			}
		}
		if len(m.waiting[0])+len(m.waiting[1]) > 0 {
			return
		}
		// All that the honest seats have to say is said: time is up.
		ends++
		var results [2]string
		for seat := range 2 {
			toss, err := commit.ParseToss([]byte(m.states[seat]), discardToss)
			if err != nil {
				t.Fatal(err)
			}
			seed, err := toss.Seed()
			accused := accused(toss)
			if err != nil && !slices.Equal(accused, []int{cheat}) {
				t.Fatalf("seat %d names %v: %v", seat, accused, err)
			}
			results[seat] = seedOrClass(seed, err)
		}
		if results[0] != results[1] {
			t.Fatalf("seat 0 has %s, seat 1 %s", results[0], results[1])
		}
		seed, err := commit.VerifyToss(session, seats, m.record)
		var blame *commit.BlameError
		if err != nil && (!errors.As(err, &blame) || !slices.Equal(blame.Seats, []int{cheat})) || err == nil && seed.String() != results[0] {
			t.Fatalf("the referee finds %v, %v, the seats %s", seed, err, results[0])
		}
	}
	walk(start)
	if moments < 500 || ends < 90 {
		t.Errorf("only %d moments, %d ends", moments, ends)
	}
	t.Logf("%d moments, %d ends", moments, ends)
}

// Two processes on one store play a chain, one of them perhaps from an old state,
// with every call, every failure and every restart at every moment.
func TestChainStates(t *testing.T) {
	rounds := uint64(4)
	if quick() {
		rounds = 2
	}
	for n := uint64(1); n <= rounds; n++ {
		testChainStates(t, n)
	}
}

func testChainStates(t *testing.T, n uint64) {
	// A world is what is stored, what each process believes, and how many rounds are
	// public.
	type world struct {
		held   string
		own    [2]string
		public uint64
	}
	var d disk[commit.ChainState]
	_, values := newChain(t, n, d.store)
	var words []uint64
	for i, x := range values {
		words = append(words, firstWord(t, commit.NewRound(uint64(i), x)))
	}
	start := world{held: string(d.held), own: [2]string{string(d.held), string(d.held)}}
	seen := map[world]bool{start: true}
	queue := []world{start}
	calls := 0
	var ended bool
	for len(queue) > 0 {
		w := queue[0]
		queue = queue[1:]
		add := func(next world) {
			if !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
		for p := range 2 {
			restart := w
			restart.own[p] = w.held
			add(restart)
			for round := range n + 2 {
				for _, reveals := range []bool{false, true} {
					for fault := range faults {
						calls++
						f := faulty[commit.ChainState]{fault: fault}
						f.held = []byte(w.held)
						c, err := commit.ParseChain([]byte(w.own[p]), f.store)
						if err != nil {
							t.Fatal(err)
						}
						revealed, x := c.Revealed()
						drawn := c.Drawn()
						if x != values[revealed] {
							t.Fatalf("round %d shows another value", revealed)
						}
						next := w
						if reveals {
							x, err := c.Reveal(round)
							if err == nil {
								if x != values[round] || round > drawn {
									t.Fatalf("Reveal(%d) = %v with %d drawn", round, x, drawn)
								}
								next.public = max(next.public, round)
							}
							checkCall(t, err, round, n, revealed, round == revealed+1 && drawn != round)
						} else {
							r, err := c.Draw(round)
							if err == nil {
								if r.Number() != round || firstWord(t, r) != words[round] {
									t.Fatalf("Draw(%d) is another round", round)
								}
								if round <= revealed || round > drawn && round <= w.public {
									t.Fatalf("round %d is drawn as a secret, and it is public", round)
								}
							}
							checkCall(t, err, round, n, revealed, round == revealed)
						}
						if fault == works {
							next.own[p] = string(commit.Encode(c))
						} else if fault != fails {
							next.own[p] = string(f.held) // it has started again
						}
						next.held = string(f.held)
						if r, _ := mustChain(t, next.held).Revealed(); r < next.public {
							t.Fatalf("round %d is public, but %d is stored", next.public, r)
						}
						if r, _ := mustChain(t, w.held).Revealed(); next.held != w.held && next.held == w.own[p] && r > revealed {
							t.Fatal("an old state has replaced a newer one")
						}
						ended = ended || next.public == n
						add(next)
					}
				}
			}
		}
	}
	if !ended {
		t.Error("the last round is never revealed")
	}
	t.Logf("%d rounds: %d states, %d calls", n, len(seen), calls)
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
