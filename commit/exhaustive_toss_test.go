package commit_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/internal/long"
)

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

// A tossWorld is what stands on the board, and what each seat has stored and how many posts
// it has read since it started.
type tossWorld struct {
	posts  string // indices of the messages
	states [3]string
	read   [3]int
	again  int // how many posts may be repetitions, still
}

// A tossWalk comes to all worlds of a toss.
type tossWalk struct {
	t           *testing.T
	seats       int
	messages    [][]byte          // commitments by seat, then reveals
	seed        string            // what comes of it
	known       map[string]string // what an onlooker knows, by posts
	seen        map[tossWorld]bool
	queue       []tossWorld
	calls, ends int
}

// testTossStates explores a toss in which so many posts are repetitions.
func testTossStates(t *testing.T, seats, again int) {
	honest := newTable(t, "exhaustive", seats)
	w := &tossWalk{
		t: t, seats: seats, messages: slices.Concat(honest.commits, honest.reveals), seed: honest.seed(t).String(),
		known: make(map[string]string), seen: make(map[tossWorld]bool),
	}
	start := tossWorld{again: again}
	for seat := range seats {
		var f faulty[commit.TossState]
		if _, err := derivedToss("exhaustive", seats, seat, f.store); err != nil {
			t.Fatal(err)
		}
		start.states[seat] = string(f.held)
	}
	for w.add(start); len(w.queue) > 0; {
		at := w.queue[0]
		w.queue = w.queue[1:]
		idle := true
		for seat := range seats {
			posts, reads := w.speak(at, seat), w.read(at, seat)
			idle = idle && !posts && !reads
		}
		if idle {
			w.end(at)
		}
	}
	if w.ends == 0 {
		t.Error("no end")
	}
	t.Logf("%d seats: %d states, %d calls, %d ends", seats, len(w.seen), w.calls, w.ends)
}

func (w *tossWalk) add(next tossWorld) {
	if !w.seen[next] {
		w.seen[next] = true
		w.queue = append(w.queue, next)
	}
}

// knows returns what an onlooker knows who has read these posts.
func (w *tossWalk) knows(posts string) string {
	if known, ok := w.known[posts]; ok {
		return known
	}
	onlooker, err := commit.WatchToss([]byte("exhaustive"), w.seats)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, p := range []byte(posts) {
		if err := onlooker.Receive(int(p)%w.seats, w.messages[p]); err != nil {
			w.t.Fatal(err)
		}
	}
	w.known[posts] = due(onlooker) + seedOrClass(onlooker.Seed())
	return w.known[posts]
}

// toss returns the toss of a seat.
func (w *tossWalk) toss(at tossWorld, seat int, fault fault) (*commit.Toss, *faulty[commit.TossState]) {
	f := &faulty[commit.TossState]{disk: disk[commit.TossState]{held: []byte(at.states[seat])}, fault: fault}
	toss, err := commit.ParseToss(f.held, f.store)
	if err != nil {
		w.t.Fatal(err)
	}
	return toss, f
}

// speak has a seat post what it has to say, and reports whether that is new.
func (w *tossWalk) speak(at tossWorld, seat int) bool {
	toss, _ := w.toss(at, seat, works)
	m := toss.Pending()
	if m == nil {
		return false
	}
	p := slices.IndexFunc(w.messages, func(b []byte) bool { return bytes.Equal(b, m) })
	if p%w.seats != seat {
		w.t.Fatalf("seat %d says %x", seat, m)
	}
	posted := func(p int) bool { return strings.Contains(at.posts, string([]byte{byte(p)})) }
	for seat := range w.seats {
		if p >= w.seats && !posted(seat) {
			w.t.Fatal("a reveal before the last commitment")
		}
	}
	next := at
	next.posts += string([]byte{byte(p)})
	if !posted(p) {
		w.add(next)
		return true
	}
	if next.again--; next.again >= 0 {
		w.add(next)
	}
	return false
}

// read has a seat read the next post, with each fault, and reports whether there is one.
func (w *tossWalk) read(at tossWorld, seat int) bool {
	if at.read[seat] == len(at.posts) {
		toss, _ := w.toss(at, seat, works)
		if got := due(toss) + seedOrClass(toss.Seed()); got != w.knows(at.posts) {
			w.t.Fatalf("seat %d has read %q: %s, not %s", seat, at.posts, got, w.knows(at.posts))
		}
		return false
	}
	p := at.posts[at.read[seat]]
	for fault := range faults {
		w.calls++
		toss, f := w.toss(at, seat, fault)
		err := toss.Receive(int(p)%w.seats, w.messages[p])
		changed := string(f.held) != at.states[seat]
		if err != nil && !errors.Is(err, errStore) || err == nil && changed && fault != works || changed && fault == fails {
			w.t.Fatalf("fault %d: %v; changed: %v", fault, err, changed)
		}
		if err == nil && commit.Snapshot(toss) != string(f.held) {
			w.t.Fatal("the toss is in another state than the store")
		}
		next := at
		next.states[seat] = string(f.held)
		if err == nil {
			next.read[seat]++
			w.add(next)
			continue
		}
		w.add(next) // it starts again, and goes on where it was
		if w.seats == 2 {
			next.read[seat] = 0 // or from the first post
			w.add(next)
		}
	}
	return true
}

// end checks a world in which nobody goes on.
func (w *tossWalk) end(at tossWorld) {
	w.ends++
	if got := w.knows(at.posts); got != "done"+w.seed {
		w.t.Fatalf("after %q, nobody goes on: %s", at.posts, got)
	}
}
