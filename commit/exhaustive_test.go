package commit_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/internal/long"
)

// These tests walk through all states that a toss or a chain can come to, by their
// stored forms: whatever happens in whatever order comes to one of them.

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

// Honest seats and a board: each posts what it has to say at any time, perhaps again, reads
// the posts one by one, each at its own pace, and fails in every way while it does; when it
// starts again, it goes on where it was, or even reads all from the first post, which among
// honest seats is as good. Nothing is ever refused, nothing is revealed too early or twice
// in different ways, whoever has read the same is in the same state, and nobody waits for
// ever.
func TestTossStates(t *testing.T) {
	if !long.Tests() {
		testTossStates(t, 2, 0)
		return
	}
	testTossStates(t, 2, 1)
	testTossStates(t, 3, 0)
}

// testTossStates explores a toss in which so many posts are repetitions.
func testTossStates(t *testing.T, seats, again int) {
	honest := newTable(t, "exhaustive", seats)
	want := honest.seed(t)
	messages := slices.Concat(honest.commits, honest.reveals) // posts are indices of these
	// A world is what stands on the board, and what each seat has stored and how many posts
	// it has read since it started.
	type world struct {
		posts  string
		states [3]string
		read   [3]int
		again  int
	}
	start := world{again: again}
	for seat := range seats {
		var f faulty[commit.TossState]
		if _, err := derivedToss("exhaustive", seats, seat, f.store); err != nil {
			t.Fatal(err)
		}
		start.states[seat] = string(f.held)
	}
	// What an onlooker knows who has read these posts.
	knows := func(posts string) string {
		onlooker, err := commit.WatchToss([]byte("exhaustive"), seats)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []byte(posts) {
			if err := onlooker.Receive(int(p)%seats, messages[p]); err != nil {
				t.Fatal(err)
			}
		}
		return due(onlooker) + seedOrClass(onlooker.Seed())
	}
	known := make(map[string]string)
	seen := map[world]bool{start: true}
	queue := []world{start}
	calls, ends := 0, 0
	for len(queue) > 0 {
		w := queue[0]
		queue = queue[1:]
		add := func(next world) {
			if !seen[next] {
				seen[next] = true
				queue = append(queue, next)
			}
		}
		idle := true
		for seat := range seats {
			f := &faulty[commit.TossState]{disk: disk[commit.TossState]{held: []byte(w.states[seat])}}
			toss, err := commit.ParseToss(f.held, f.store)
			if err != nil {
				t.Fatal(err)
			}
			if m := toss.Pending(); m != nil {
				p := slices.IndexFunc(messages, func(b []byte) bool { return bytes.Equal(b, m) })
				if p%seats != seat {
					t.Fatalf("seat %d says %x", seat, m)
				}
				posted := strings.Contains(w.posts, string([]byte{byte(p)}))
				for seat := range seats {
					if p >= seats && !strings.Contains(w.posts, string([]byte{byte(seat)})) {
						t.Fatal("a reveal before the last commitment")
					}
				}
				next := w
				next.posts += string([]byte{byte(p)})
				if !posted {
					add(next)
					idle = false
				} else if next.again--; next.again >= 0 {
					add(next)
				}
			}
			if w.read[seat] == len(w.posts) {
				if known[w.posts] == "" {
					known[w.posts] = knows(w.posts)
				}
				if got := due(toss) + seedOrClass(toss.Seed()); got != known[w.posts] {
					t.Fatalf("seat %d has read %q: %s, not %s", seat, w.posts, got, known[w.posts])
				}
				continue
			}
			idle = false
			p := w.posts[w.read[seat]]
			for fault := range faults {
				calls++
				f.held, f.fault = []byte(w.states[seat]), fault
				if toss, err = commit.ParseToss(f.held, f.store); err != nil {
					t.Fatal(err)
				}
				err := toss.Receive(int(p)%seats, messages[p])
				changed := string(f.held) != w.states[seat]
				if err != nil && !errors.Is(err, errStore) || err == nil && changed && fault != works || changed && fault == fails {
					t.Fatalf("fault %d: %v; changed: %v", fault, err, changed)
				}
				if err == nil && commit.Snapshot(toss) != string(f.held) {
					t.Fatal("the toss is in another state than the store")
				}
				next := w
				next.states[seat] = string(f.held)
				if err == nil {
					next.read[seat]++
					add(next)
					continue
				}
				add(next) // it starts again, and goes on where it was
				if seats == 2 {
					next.read[seat] = 0 // or from the first post
					add(next)
				}
			}
		}
		if idle {
			ends++
			if got := knows(w.posts); got != "done"+want.String() {
				t.Fatalf("after %q, nobody goes on: %s", w.posts, got)
			}
		}
	}
	if ends == 0 {
		t.Error("no end")
	}
	t.Logf("%d seats: %d states, %d calls, %d ends", seats, len(seen), calls, ends)
}

// Two honest seats and a cheat on a board. The cheat posts anything of a list, at any
// moment. At each place, both honest seats and an onlooker are in the same state and give
// the same answers; no honest seat is ever blamed, or due when it has said what it had to
// say; and a seed that is there stays.
func TestTossCheatStates(t *testing.T) {
	const seats, cheat = 3, 2
	most := long.Pick(3, 6) // messages of the cheat
	tb := newTable(t, "a cheat", seats)
	nonceA, valueA := derived(cheat)
	nonceB, valueB := derived(99)
	other, err := commit.NewToss([]byte("a cheat"), seats, cheat, nonceB, valueB, discardToss)
	if err != nil {
		t.Fatal(err)
	}
	second := other.Pending()
	// revealAfter returns the cheat's reveal where this was read as its commitment.
	revealAfter := func(c []byte, nonce commit.Nonce, value []byte) []byte {
		toss := tb.toss(t, 0)
		read(t, toss, [][]byte{tb.commits[0], tb.commits[1], c})
		return revealFor(toss.Pending(), cheat, nonce, value)
	}
	nonce0, value0 := derived(0)
	says := [][]byte{
		tb.commits[cheat], second, under(tb.commits[0], cheat), under(tb.commits[1], cheat),
		tb.reveals[cheat], revealAfter(second, nonceB, valueB), revealAfter(second, nonceA, valueA),
		revealAfter(tb.commits[cheat], nonceA, valueB),
		revealAfter(under(tb.commits[0], cheat), nonce0, value0),
		{3}, tb.commits[0], newTable(t, "another session", seats).commits[cheat],
	}

	// A moment is what all have read.
	type moment struct {
		states [2]string
		left   int // messages of the cheat
		record []commit.TossMessage
	}
	start := moment{left: most}
	for seat := range 2 {
		var d disk[commit.TossState]
		if _, err := derivedToss("a cheat", seats, seat, d.store); err != nil {
			t.Fatal(err)
		}
		start.states[seat] = string(d.held)
	}
	// everyone returns the tosses of the honest seats, and an onlooker's.
	everyone := func(m moment) (tosses []*commit.Toss, disks []*disk[commit.TossState]) {
		for seat := range 2 {
			d := &disk[commit.TossState]{held: []byte(m.states[seat])}
			toss, err := commit.ParseToss(d.held, d.store)
			if err != nil {
				t.Fatal(err)
			}
			tosses, disks = append(tosses, toss), append(disks, d)
		}
		onlooker, err := commit.WatchToss([]byte("a cheat"), seats)
		if err != nil {
			t.Fatal(err)
		}
		for _, said := range m.record {
			onlooker.Receive(said.From, said.Bytes)
		}
		return append(tosses, onlooker), disks
	}
	show := func(m moment, from int, message []byte) moment {
		tosses, disks := everyone(m)
		seed, _ := tosses[0].Seed()
		var first string
		for i, toss := range tosses {
			err := toss.Receive(from, message)
			if err != nil && from != cheat || blamed(err) != nil && !slices.Equal(blamed(err), []int{cheat}) {
				t.Fatalf("reader %d refuses a message of seat %d: %v", i, from, err)
			}
			now, _ := toss.Seed()
			if seed != (commit.Seed{}) && now != seed {
				t.Fatal("the seed has changed")
			}
			got := fmt.Sprint(err, due(toss), now)
			if i == 0 {
				first = got
			} else if got != first {
				t.Fatalf("reader %d: %s, not %s", i, got, first)
			}
		}
		for seat := range 2 {
			m.states[seat] = string(disks[seat].held)
		}
		m.record = append(slices.Clip(m.record), commit.TossMessage{From: from, Bytes: message})
		return m
	}
	moments, ends, seeds := 0, 0, 0
	seen := make(map[string]bool)
	var walk func(m moment)
	walk = func(m moment) {
		// The cheat's refused messages matter for the referee alone.
		seed, verdict := commit.VerifyToss([]byte("a cheat"), seats, m.record)
		key := fmt.Sprintf("%q %d %v", m.states, m.left, verdict)
		if seen[key] {
			return
		}
		seen[key] = true
		moments++
		tosses, _ := everyone(m)
		_, late := tosses[0].Due()
		silent := true
		for seat := range 2 {
			pending := tosses[seat].Pending()
			if pending == nil {
				if slices.Contains(late, seat) {
					t.Fatalf("seat %d is due and has nothing to say", seat)
				}
				continue
			}
			silent = false
			walk(show(m, seat, pending))
		}
		if m.left > 0 {
			for _, message := range says {
				next := m
				next.left--
				walk(show(next, cheat, message))
			}
		}
		if !silent {
			return
		}
		// All that the honest seats have to say is said: if somebody is late now, it is the cheat.
		ends++
		own, err := tosses[0].Seed()
		switch {
		case err == nil && (verdict != nil || own != seed):
			t.Fatalf("the referee finds %v, %v, the seats %v", seed, verdict, own)
		case err == nil:
			seeds++
		case !slices.Equal(late, []int{cheat}) || verdict == nil || blamed(verdict) != nil && !slices.Equal(blamed(verdict), []int{cheat}):
			t.Fatalf("seats %v are late: %v, the referee: %v", late, err, verdict)
		}
	}
	walk(start)
	if moments < 100 || ends < 30 || seeds < 3 {
		t.Errorf("only %d moments, %d ends, %d seeds", moments, ends, seeds)
	}
	t.Logf("%d moments, %d ends, %d with a seed", moments, ends, seeds)
}

// Two processes on one store play a chain, one of them perhaps from an old state,
// with every call, every failure and every restart at every moment.
func TestChainStates(t *testing.T) {
	for n := uint64(1); n <= 4; n++ {
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
								if round <= w.public {
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
