package commit_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/commit"
)

// A table has a toss for each seat, started.
type table struct {
	tosses  []*commit.Toss
	commits [][]byte
	reveals [][]byte // once all commitments are in
}

func newTable(t testing.TB, session string, seats int) *table {
	t.Helper()
	tb := &table{make([]*commit.Toss, seats), make([][]byte, seats), make([][]byte, seats)}
	for seat := range seats {
		var err error
		if tb.tosses[seat], tb.commits[seat], err = derivedToss([]byte(session), seats, seat); err != nil {
			t.Fatal(err)
		}
	}
	return tb
}

// committed returns a table where all commitments have come in.
func committed(t testing.TB, session string, seats int) *table {
	t.Helper()
	tb := newTable(t, session, seats)
	for seat, toss := range tb.tosses {
		tb.reveals[seat] = broadcast(t, toss, seat, tb.commits)
	}
	return tb
}

func (tb *table) seed(t testing.TB, seat int) [commit.SeedSize]byte {
	t.Helper()
	broadcast(t, tb.tosses[seat], seat, tb.reveals)
	seed, err := tb.tosses[seat].Seed()
	if err != nil {
		t.Fatal(err)
	}
	return seed
}

func TestTossAnyOrder(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 2))
	for _, seats := range []int{2, 3, 4, 7, 40} {
		tb := newTable(t, "any order", seats)
		for seat, toss := range tb.tosses {
			tb.reveals[seat] = listen(t, toss, seat, src.Perm(seats), tb.commits)
		}
		var first [commit.SeedSize]byte
		for seat, toss := range tb.tosses {
			if _, err := toss.Seed(); !errors.Is(err, commit.ErrState) {
				t.Errorf("a seed before the last reveal: %v", err)
			}
			if reply := listen(t, toss, seat, src.Perm(seats), tb.reveals); reply != nil {
				t.Errorf("a reply to a reveal: %x", reply)
			}
			seed, err := toss.Seed()
			if err != nil {
				t.Fatal(err)
			}
			if seat == 0 {
				first = seed
			} else if seed != first {
				t.Errorf("seat %d has another seed than seat 0", seat)
			}
		}
	}
}

// listen hands the messages of a phase to one seat in an order, and checks whom it
// misses after each. It returns the reply to the last one.
func listen(t *testing.T, toss *commit.Toss, seat int, order []int, messages [][]byte) (last []byte) {
	t.Helper()
	var missing []int
	for i := range messages {
		if i != seat {
			missing = append(missing, i)
		}
	}
	for _, from := range order {
		if from == seat {
			continue
		}
		if last != nil {
			t.Errorf("a reply before the last message: %x", last)
		}
		if got := toss.Missing(); !slices.Equal(got, missing) {
			t.Errorf("seat %d misses %v, want %v", seat, got, missing)
		}
		missing = slices.DeleteFunc(missing, func(i int) bool { return i == from })
		var err error
		if last, err = toss.Receive(from, messages[from]); err != nil {
			t.Fatal(err)
		}
	}
	return last
}

// Three of 1,024 seats are played in full, and the others say what they would.
func TestLargestToss(t *testing.T) {
	const seats = commit.MaxSeats
	src := rand.New(rand.NewPCG(3, 4))
	tb := newTable(t, "the largest", seats)
	played := []int{0, 500, seats - 1}
	var digest [32]byte
	for _, seat := range played {
		var m commit.RevealMessage
		if err := m.UnmarshalBinary(listen(t, tb.tosses[seat], seat, src.Perm(seats), tb.commits)); err != nil {
			t.Fatal(err)
		}
		digest = m.Digest
	}
	for seat := range seats {
		nonce, value := derived(seat)
		tb.reveals[seat], _ = commit.RevealMessage{Nonce: nonce, Value: value, Digest: digest}.MarshalBinary()
	}
	var seeds [][commit.SeedSize]byte
	for _, seat := range played {
		listen(t, tb.tosses[seat], seat, src.Perm(seats), tb.reveals)
		seed, err := tb.tosses[seat].Seed()
		if err != nil {
			t.Fatal(err)
		}
		if len(tb.tosses[seat].Missing()) != 0 {
			t.Error("somebody is missing at the end")
		}
		seeds = append(seeds, seed)
	}
	if seeds[0] != seeds[1] || seeds[0] != seeds[2] {
		t.Errorf("seeds %x", seeds)
	}
}

func TestGenerateToss(t *testing.T) {
	const seats = 3
	tb := &table{make([]*commit.Toss, seats), make([][]byte, seats), make([][]byte, seats)}
	for seat := range seats {
		var err error
		if tb.tosses[seat], tb.commits[seat], err = commit.GenerateToss([]byte("s"), seats, seat); err != nil {
			t.Fatal(err)
		}
	}
	var drawn [][32]byte
	for seat, toss := range tb.tosses {
		tb.reveals[seat] = broadcast(t, toss, seat, tb.commits)
		var m commit.RevealMessage
		if err := m.UnmarshalBinary(tb.reveals[seat]); err != nil {
			t.Fatal(err)
		}
		drawn = append(drawn, m.Value, [32]byte(m.Nonce.Bytes()))
	}
	if first := tb.seed(t, 0); first != tb.seed(t, 1) || first != tb.seed(t, 2) {
		t.Error("the seeds differ")
	}
	for i, b := range drawn {
		if slices.Contains(drawn[:i], b) {
			t.Error("the same bytes were drawn twice")
		}
	}
}

// Everything that goes into a toss changes its seed.
func TestSeedDependsOnAll(t *testing.T) {
	seen := map[[commit.SeedSize]byte]string{committed(t, "s", 3).seed(t, 0): "the toss"}
	add := func(what string, seed [commit.SeedSize]byte) {
		if other, ok := seen[seed]; ok {
			t.Errorf("%s and %s have one seed", what, other)
		}
		seen[seed] = what
	}
	add("another session", committed(t, "t", 3).seed(t, 0))
	add("another number of seats", committed(t, "s", 4).seed(t, 0))
	for changed := range 3 {
		for _, what := range []string{"nonce", "value"} {
			tb := newTable(t, "s", 3)
			nonce, value := derived(changed)
			if what == "nonce" {
				nonce, _ = derived(99)
			} else {
				_, value = derived(99)
			}
			var err error
			if tb.tosses[changed], tb.commits[changed], err = commit.ReplayToss([]byte("s"), 3, changed, nonce, value); err != nil {
				t.Fatal(err)
			}
			for seat, toss := range tb.tosses {
				tb.reveals[seat] = broadcast(t, toss, seat, tb.commits)
			}
			add(fmt.Sprintf("another %s of seat %d", what, changed), tb.seed(t, 0))
		}
	}
}

// refuse hands a message to a toss that must refuse it without changing.
func refuse(t *testing.T, toss *commit.Toss, from int, message []byte, target error, blamed ...int) {
	t.Helper()
	before := commit.Snapshot(toss)
	reply, err := toss.Receive(from, message)
	var blame *commit.BlameError
	if !errors.Is(err, target) || !errors.As(err, &blame) || reply != nil {
		t.Errorf("reply %x, error %v, want a %v", reply, err, target)
	} else if diff := cmp.Diff(blamed, blame.Seats); diff != "" {
		t.Errorf("blamed (-want +got):\n%s", diff)
	}
	if commit.Snapshot(toss) != before {
		t.Error("a refused message has changed the toss")
	}
}

// Every bit of every message counts, and a refused one can still be followed by the
// right one.
func TestTossTampering(t *testing.T) {
	tb := committed(t, "tampering", 2)
	toss, message, err := derivedToss([]byte("tampering"), 2, 0)
	if err != nil || !bytes.Equal(message, tb.commits[0]) {
		t.Fatal(message, err)
	}
	flipped := func(message []byte, bit int) []byte {
		m := bytes.Clone(message)
		m[bit/8] ^= 1 << (bit % 8)
		return m
	}
	for bit := range 8 {
		// Type 1 becomes 3, 5, …, which don't exist; or 0.
		refuse(t, toss, 1, flipped(tb.commits[1], bit), commit.ErrMalformed, 1)
	}
	for bit := 8; bit < 8*len(tb.commits[1]); bit++ {
		toss, _, _ := derivedToss([]byte("tampering"), 2, 0)
		if _, err := toss.Receive(1, flipped(tb.commits[1], bit)); err != nil {
			t.Fatal(err)
		}
		refuse(t, toss, 1, tb.reveals[1], commit.ErrMismatch, 1)
	}
	broadcast(t, toss, 0, tb.commits)
	for bit := range 8 * len(tb.reveals[1]) {
		message := flipped(tb.reveals[1], bit)
		switch at := bit / 8; {
		case at == 0:
			refuse(t, toss, 1, message, commit.ErrMalformed, 1)
		case at < 65:
			refuse(t, toss, 1, message, commit.ErrMismatch, 1)
		default:
			toss, _, _ := derivedToss([]byte("tampering"), 2, 0)
			broadcast(t, toss, 0, tb.commits)
			if _, err := toss.Receive(1, message); err != nil {
				t.Fatal(err)
			}
			checkDiffering(t, toss, 1)
		}
	}
	for n := range 100 {
		if n != 33 {
			refuse(t, toss, 1, append([]byte{1}, make([]byte, n)...)[:n], commit.ErrMalformed, 1)
		}
		if n != 97 {
			refuse(t, toss, 1, append([]byte{2}, make([]byte, n)...)[:n], commit.ErrMalformed, 1)
		}
	}
	if tb.tosses[0] = toss; tb.seed(t, 0) != tb.seed(t, 1) {
		t.Error("the seeds differ")
	}
}

func checkDiffering(t *testing.T, toss *commit.Toss, seats ...int) {
	t.Helper()
	seed, err := toss.Seed()
	var blame *commit.BlameError
	if !errors.Is(err, commit.ErrMismatch) || !errors.As(err, &blame) || !slices.Equal(blame.Seats, seats) || seed != [commit.SeedSize]byte{} {
		t.Errorf("Seed = %x, %v; want seats %v to be blamed", seed, err, seats)
	}
}

// What each seat's messages are refused as, at each moment, if they come twice, early
// or late.
func TestTossOutOfPhase(t *testing.T) {
	tb := committed(t, "phases", 3)
	toss, _, err := derivedToss([]byte("phases"), 3, 0)
	if err != nil {
		t.Fatal(err)
	}
	receive := func(from int, message []byte) {
		t.Helper()
		if _, err := toss.Receive(from, message); err != nil {
			t.Fatal(err)
		}
	}
	refuse(t, toss, 1, tb.reveals[1], commit.ErrEarly, 1)
	receive(1, tb.commits[1])
	refuse(t, toss, 1, tb.commits[1], commit.ErrState, 1)
	refuse(t, toss, 1, tb.reveals[1], commit.ErrEarly, 1) // its own commitment is in, not the last
	refuse(t, toss, 2, tb.reveals[2], commit.ErrEarly, 2)
	receive(2, tb.commits[2])
	refuse(t, toss, 2, tb.commits[2], commit.ErrState, 2)
	receive(2, tb.reveals[2])
	refuse(t, toss, 2, tb.reveals[2], commit.ErrState, 2)
	refuse(t, toss, 2, tb.commits[2], commit.ErrState, 2)
	receive(1, tb.reveals[1])
	for from := 1; from < 3; from++ {
		refuse(t, toss, from, tb.commits[from], commit.ErrState, from)
		refuse(t, toss, from, tb.reveals[from], commit.ErrState, from)
	}
	tb.reveals[0] = nil
	for _, from := range []int{0, -1, 3, 1 << 30} {
		before := commit.Snapshot(toss)
		_, err := toss.Receive(from, tb.commits[1])
		var blame *commit.BlameError
		if !errors.Is(err, commit.ErrMalformed) || errors.As(err, &blame) || commit.Snapshot(toss) != before {
			t.Errorf("from %d: %v", from, err)
		}
	}
	if _, err := toss.Seed(); err != nil {
		t.Error(err)
	}
}

// A seat's messages are good for that seat, that session and that number of seats
// only.
func TestTossReplay(t *testing.T) {
	tb := committed(t, "hand 1", 3)
	for what, c := range map[string]struct {
		from    int
		session string
		seats   int
		target  error
	}{
		"the same":              {1, "hand 1", 3, nil},
		"another seat":          {2, "hand 1", 3, commit.ErrMismatch},
		"another session":       {1, "hand 2", 3, commit.ErrMismatch},
		"more seats":            {1, "hand 1", 4, commit.ErrMismatch},
		"a session cut shorter": {1, "hand ", 3, commit.ErrMismatch},
	} {
		// All messages that seat 1 sent in hand 1, sent by somebody else or elsewhere.
		toss, _, err := commit.GenerateToss([]byte(c.session), c.seats, 0)
		if err != nil {
			t.Fatal(err)
		}
		for from := 1; from < c.seats; from++ {
			m, _ := commit.CommitMessage{Commitment: commit.Commitment{byte(from)}}.MarshalBinary()
			if from == c.from {
				m = tb.commits[1]
			}
			if _, err := toss.Receive(from, m); err != nil {
				t.Fatal(err)
			}
		}
		if c.target != nil {
			refuse(t, toss, c.from, tb.reveals[1], c.target, c.from)
		} else if _, err := toss.Receive(c.from, tb.reveals[1]); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// A seat that repeats one's own commitment is refused at once. One that repeats another
// seat's isn't, whichever comes first; but it can't open it, and so it is the one that is
// named, and not the one that it copied.
func TestTossEcho(t *testing.T) {
	tb := newTable(t, "echo", 3)
	refuse(t, tb.tosses[0], 1, tb.commits[0], commit.ErrCopied, 1)

	victim := tb.commits[1]
	for _, order := range [][]int{{1, 2}, {2, 1}} {
		toss, _, err := derivedToss([]byte("echo"), 3, 0)
		if err != nil {
			t.Fatal(err)
		}
		var own commit.RevealMessage
		for _, from := range order {
			reply, err := toss.Receive(from, victim)
			if err != nil {
				t.Fatal(err)
			}
			if reply != nil {
				if err := own.UnmarshalBinary(reply); err != nil {
					t.Fatal(err)
				}
			}
		}
		m := commit.RevealMessage{Digest: own.Digest}
		m.Nonce, m.Value = derived(1)
		reveal, _ := m.MarshalBinary()
		refuse(t, toss, 2, reveal, commit.ErrMismatch, 2)
		if _, err := toss.Receive(1, reveal); err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff([]int{2}, toss.Missing()); diff != "" {
			t.Errorf("missing (-want +got):\n%s", diff)
		}
	}
}

// Seat 2 tells seats 0 and 1 different commitments, opens each to whom it told it,
// and says that it saw the list which that seat saw. Nobody gets a seed, but the honest
// seats are named to one another, and seat 2 isn't: the package comment says so.
func TestTossEquivocation(t *testing.T) {
	tb := newTable(t, "equivocation", 3)
	nonce, value := derived(99)
	_, second, err := commit.ReplayToss([]byte("equivocation"), 3, 2, nonce, value)
	if err != nil {
		t.Fatal(err)
	}
	to := func(seat int) [][]byte {
		messages := slices.Clone(tb.commits)
		if seat == 1 {
			messages[2] = second
		}
		return messages
	}
	for seat := range 2 {
		tb.reveals[seat] = broadcast(t, tb.tosses[seat], seat, to(seat))
	}
	for seat := range 2 {
		m := commit.RevealMessage{Nonce: nonce, Value: value}
		if seat == 0 {
			m.Nonce, m.Value = derived(2)
		}
		copy(m.Digest[:], tb.reveals[seat][65:])
		tb.reveals[2], _ = m.MarshalBinary()
		broadcast(t, tb.tosses[seat], seat, tb.reveals)
		checkDiffering(t, tb.tosses[seat], 1-seat)
	}
}

// A seat that sees the seed before anybody else can refuse to reveal. That is not to
// be prevented, but it is named.
func TestTossAbort(t *testing.T) {
	tb := committed(t, "abort", 3)
	cheater, victim := 2, 0
	tb.seed(t, cheater)
	if _, err := tb.tosses[victim].Receive(1, tb.reveals[1]); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{cheater}, tb.tosses[victim].Missing()); diff != "" {
		t.Errorf("missing (-want +got):\n%s", diff)
	}
	if _, err := tb.tosses[victim].Seed(); !errors.Is(err, commit.ErrState) {
		t.Error(err)
	}
}

// A toss copies what it is given, and what it returns.
func TestTossAliasing(t *testing.T) {
	want := committed(t, "aliasing", 2).seed(t, 0)
	session := []byte("aliasing")
	nonce, value := derived(0)
	toss, message, err := commit.ReplayToss(session, 2, 0, nonce, value)
	if err != nil {
		t.Fatal(err)
	}
	clear(session)
	clear(message)
	tb := committed(t, "aliasing", 2)
	reply, err := toss.Receive(1, tb.commits[1])
	if err != nil || !bytes.Equal(reply, tb.reveals[0]) {
		t.Fatal(reply, err)
	}
	clear(reply)
	clear(tb.commits[1])
	missing := toss.Missing()
	missing[0] = 7
	if _, err := toss.Receive(1, tb.reveals[1]); err != nil {
		t.Fatal(err)
	}
	clear(tb.reveals[1])
	if got, err := toss.Seed(); got != want || err != nil {
		t.Errorf("seed %x, %v; want %x", got, err, want)
	}
}

func TestZeroToss(t *testing.T) {
	var toss commit.Toss
	if _, err := toss.Receive(1, []byte{1}); !errors.Is(err, commit.ErrMalformed) {
		t.Error(err)
	}
	if _, err := toss.Seed(); !errors.Is(err, commit.ErrMalformed) {
		t.Error(err)
	}
	if toss.Missing() != nil {
		t.Error("somebody is missing")
	}
}

func TestMessages(t *testing.T) {
	tb := committed(t, "messages", 2)
	c := commit.CommitMessage{Commitment: commit.Commitment{1}}
	if err := c.UnmarshalBinary(tb.reveals[0]); !errors.Is(err, commit.ErrMalformed) || c.Commitment != (commit.Commitment{1}) {
		t.Errorf("%v, and the receiver is %v", err, c)
	}
	r := commit.RevealMessage{Value: [32]byte{1}}
	if err := r.UnmarshalBinary(tb.commits[0]); !errors.Is(err, commit.ErrMalformed) || r.Value != [32]byte{1} {
		t.Errorf("%v, and the receiver is %v", err, r)
	}
	// The right size and the wrong type.
	if err := c.UnmarshalBinary(append([]byte{2}, tb.commits[1][1:]...)); !errors.Is(err, commit.ErrMalformed) || c.Commitment != (commit.Commitment{1}) {
		t.Errorf("%v, and the receiver is %v", err, c)
	}
	if err := r.UnmarshalBinary(append([]byte{1}, tb.reveals[1][1:]...)); !errors.Is(err, commit.ErrMalformed) || r.Value != [32]byte{1} {
		t.Errorf("%v, and the receiver is %v", err, r)
	}
	if err := c.UnmarshalBinary(tb.commits[0]); err != nil {
		t.Fatal(err)
	}
	if err := r.UnmarshalBinary(tb.reveals[0]); err != nil {
		t.Fatal(err)
	}
	nonce, value := derived(0)
	if !r.Nonce.Equal(nonce) || r.Value != value {
		t.Error("the reveal is of another value")
	}
	prefixed, err := r.AppendBinary([]byte("prefix"))
	if err != nil || !bytes.Equal(prefixed, append([]byte("prefix"), tb.reveals[0]...)) {
		t.Errorf("appended %x, %v", prefixed, err)
	}
	prefixed, err = c.AppendBinary([]byte("prefix"))
	if err != nil || !bytes.Equal(prefixed, append([]byte("prefix"), tb.commits[0]...)) {
		t.Errorf("appended %x, %v", prefixed, err)
	}
}

func TestBlameErrorText(t *testing.T) {
	for _, c := range []struct {
		seats []int
		want  string
	}{
		{[]int{3}, "commit: wrong state: seat 3"},
		{[]int{3, 5}, "commit: wrong state: seats 3 and 5"},
		{[]int{1, 3, 5}, "commit: wrong state: seats 1, 3 and 5"},
		{[]int{0, 1, 2, 3, 4, 5, 6, 7}, "commit: wrong state: seats 0, 1, 2, 3, 4, 5, 6 and 7"},
		{[]int{0, 1, 2, 3, 4, 5, 6, 7, 8}, "commit: wrong state: seats 0, 1, 2, 3, 4, 5, 6, 7 and 1 more"},
		{[]int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, "commit: wrong state: seats 0, 1, 2, 3, 4, 5, 6, 7 and 2 more"},
	} {
		err := &commit.BlameError{Seats: c.seats, Err: commit.ErrState}
		if got := err.Error(); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
