package commit_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
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

func (tb *table) seed(t testing.TB, seat int) commit.Seed {
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
		var first commit.Seed
		for seat, toss := range tb.tosses {
			if _, err := toss.Seed(); !errors.Is(err, commit.ErrMissing) {
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
			if diff := cmp.Diff([][]byte{tb.commits[seat], tb.reveals[seat]}, toss.Sent()); diff != "" {
				t.Errorf("sent (-want +got):\n%s", diff)
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
	if underRace {
		t.Skip("too slow")
	}
	const seats = commit.MaxSeats
	src := rand.New(rand.NewPCG(3, 4))
	tb := newTable(t, "the largest", seats)
	played := []int{0, 500, seats - 1}
	var m commit.RevealMessage
	for _, seat := range played {
		var err error
		if m, err = commit.ParseRevealMessage(listen(t, tb.tosses[seat], seat, src.Perm(seats), tb.commits)); err != nil {
			t.Fatal(err)
		}
	}
	for seat := range seats {
		m.Seat = seat
		m.Nonce, m.Value = derived(seat)
		tb.reveals[seat] = encodeReveal(m)
	}
	var seeds []commit.Seed
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
	var record []commit.TossMessage
	for seat := range seats {
		record = append(record, commit.TossMessage{From: seat, Bytes: tb.commits[seat]}, commit.TossMessage{From: seat, Bytes: tb.reveals[seat]})
	}
	if seed, err := commit.VerifyToss([]byte("the largest"), seats, record); err != nil || seeds[0] != seed || seeds[1] != seed || seeds[2] != seed {
		t.Errorf("seeds %v, by the record %v, %v", seeds, seed, err)
	}
}

func TestGenerateToss(t *testing.T) {
	const seats = 3
	tb := &table{make([]*commit.Toss, seats), make([][]byte, seats), make([][]byte, seats)}
	for seat := range seats {
		var err error
		if tb.tosses[seat], tb.commits[seat], err = commit.GenerateToss([]byte("s"), seats, seat, discardToss); err != nil {
			t.Fatal(err)
		}
	}
	var drawn [][32]byte
	for seat, toss := range tb.tosses {
		tb.reveals[seat] = broadcast(t, toss, seat, tb.commits)
		m, err := commit.ParseRevealMessage(tb.reveals[seat])
		if err != nil {
			t.Fatal(err)
		}
		drawn = append(drawn, [32]byte(m.Value.Bytes()), [32]byte(m.Nonce.Bytes()))
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
	seen := map[commit.Seed]string{committed(t, "s", 3).seed(t, 0): "the toss"}
	add := func(what string, seed commit.Seed) {
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
	before := look(toss)
	reply, err := toss.Receive(from, message)
	var blame *commit.BlameError
	if errors.As(err, &blame) != (blamed != nil) || !errors.Is(err, target) || reply != nil {
		t.Errorf("reply %x, error %v, want a %v", reply, err, target)
	} else if blamed != nil && !slices.Equal(blame.Seats, blamed) {
		t.Errorf("blamed %v, want %v", blame.Seats, blamed)
	}
	if look(toss) != before {
		t.Error("a refused message has changed the toss")
	}
}

// look returns all that a toss remembers and says.
func look(toss *commit.Toss) string {
	return commit.Snapshot(toss) + fmt.Sprintf("%x %d ", toss.Sent(), toss.Missing()) + seedOrClass(toss.Seed())
}

// Every bit of every message counts.
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
	// Type 1 becomes 3, 5, …, which don't exist; or 0.
	for bit := range 8 * len(tb.commits[1]) {
		switch at, m := bit/8, flipped(tb.commits[1], bit); {
		case at == 0:
			refuse(t, toss, 1, m, commit.ErrMalformed, 1)
		case at < 37:
			refuse(t, toss, 1, m, commit.ErrOtherToss)
		default:
			other, _, _ := derivedToss([]byte("tampering"), 2, 0)
			if _, err := other.Receive(1, m); err != nil {
				t.Fatal(err)
			}
			checkSeedBlames(t, other, tb.reveals[1], 1)
		}
	}
	broadcast(t, toss, 0, tb.commits)
	for bit := range 8 * len(tb.reveals[1]) {
		switch at, m := bit/8, flipped(tb.reveals[1], bit); {
		case at == 0:
			refuse(t, toss, 1, m, commit.ErrMalformed, 1)
		case at < 37:
			refuse(t, toss, 1, m, commit.ErrOtherToss)
		default:
			other, _, _ := derivedToss([]byte("tampering"), 2, 0)
			broadcast(t, other, 0, tb.commits)
			checkSeedBlames(t, other, m, 1)
		}
	}
	for n := range 150 {
		for messageType, size := range map[byte]int{1: commit.CommitMessageSize, 2: commit.RevealMessageSize} {
			if n != size {
				refuse(t, toss, 1, append([]byte{messageType}, make([]byte, n)...)[:n], commit.ErrMalformed, 1)
			}
		}
	}
	if tb.tosses[0] = toss; tb.seed(t, 0) != tb.seed(t, 1) {
		t.Error("the seeds differ")
	}
}

// checkSeedBlames hands in a reveal of seat 1, after which Seed must blame these.
func checkSeedBlames(t *testing.T, toss *commit.Toss, reveal []byte, seats ...int) {
	t.Helper()
	toss.Receive(1, reveal)
	seed, err := toss.Seed()
	var blame *commit.BlameError
	if !errors.Is(err, commit.ErrMismatch) || !errors.As(err, &blame) || !slices.Equal(blame.Seats, seats) || seed != (commit.Seed{}) {
		t.Errorf("Seed = %v, %v; want seats %v to be blamed", seed, err, seats)
	}
}

// A seat's messages are good for that seat, that session and that number of seats
// only. Those that one signed for a hand are no evidence in another.
func TestTossReplay(t *testing.T) {
	tb := committed(t, "hand 1", 3)
	for _, c := range []struct {
		from    int
		session string
		seats   int
	}{
		{2, "hand 1", 3},
		{1, "hand 2", 3},
		{1, "hand 1", 4},
		{1, "hand ", 3},
		{1, "hand 1\x00", 3},
	} {
		toss, _, err := derivedToss([]byte(c.session), c.seats, 0)
		if err != nil {
			t.Fatal(err)
		}
		refuse(t, toss, c.from, tb.commits[1], commit.ErrOtherToss)
		refuse(t, toss, c.from, tb.reveals[1], commit.ErrOtherToss)
		var record []commit.TossMessage
		own := committed(t, c.session, c.seats)
		for seat := range c.seats {
			record = append(record, commit.TossMessage{From: seat, Bytes: own.commits[seat]}, commit.TossMessage{From: seat, Bytes: own.reveals[seat]})
		}
		record = append(record, commit.TossMessage{From: c.from, Bytes: tb.commits[1]}, commit.TossMessage{From: c.from, Bytes: tb.reveals[1]})
		if _, err := commit.VerifyToss([]byte(c.session), c.seats, record); err != nil {
			t.Errorf("seat %d, %q: %v", c.from, c.session, err)
		}
	}
	// Not even what is inside a message, put under the head of another toss.
	toss, _, _ := derivedToss([]byte("hand 2"), 3, 0)
	head := newTable(t, "hand 2", 3).commits
	for seat := 1; seat < 3; seat++ {
		if _, err := toss.Receive(seat, append(bytes.Clone(head[seat][:37]), tb.commits[seat][37:]...)); err != nil {
			t.Fatal(err)
		}
	}
	reveal := append(bytes.Clone(head[1][:37]), tb.reveals[1][37:]...)
	reveal[0] = 2
	if _, err := toss.Receive(1, reveal); !errors.Is(err, commit.ErrMismatch) {
		t.Error(err)
	}
}

// One seat sends a copy of another's commitment, over a relay that shows everybody the
// same messages in the same order. Whatever it does then, nobody names an honest seat.
func TestTossCopy(t *testing.T) {
	for _, seats := range []int{2, 3, 9} {
		for copied := range seats - 1 {
			for _, then := range []string{"silence", "its own commitment", "the copied reveal", "its own reveal"} {
				tb := newTable(t, "copies", seats)
				cheat := seats - 1
				m, err := commit.ParseCommitMessage(tb.commits[copied])
				if err != nil {
					t.Fatal(err)
				}
				m.Seat = cheat
				own := tb.commits[cheat]
				tb.commits[cheat] = encodeCommit(m)
				r := newRelay(tb.tosses[:cheat])
				for seat, m := range tb.commits {
					r.post(seat, m)
				}
				r.run()
				switch then {
				case "its own commitment":
					r.post(cheat, own)
				case "the copied reveal", "its own reveal":
					m, err := commit.ParseRevealMessage(r.posted[len(r.posted)-1].message)
					if err != nil {
						t.Fatal(err)
					}
					m.Nonce, m.Value = derived(copied)
					if then == "its own reveal" {
						m.Nonce, m.Value = derived(cheat)
					}
					m.Seat = cheat
					r.post(cheat, encodeReveal(m))
				}
				r.run()
				for seat, toss := range tb.tosses[:cheat] {
					for _, named := range append(r.blamed[seat], accused(toss)...) {
						if named != cheat {
							t.Errorf("%d seats, %d copied, then %s: seat %d names seat %d", seats, copied, then, seat, named)
						}
					}
					if len(accused(toss)) == 0 {
						t.Errorf("%d seats, %d copied, then %s: seat %d names nobody", seats, copied, then, seat)
					}
				}
			}
		}
	}
}

// A relay shows the same messages to all seats in the same order.
type relay struct {
	tosses []*commit.Toss // of the honest seats, from seat 0
	posted []posted
	shown  int
	blamed [][]int
}

type posted struct {
	from    int
	message []byte
}

func newRelay(tosses []*commit.Toss) *relay {
	return &relay{tosses: tosses, blamed: make([][]int, len(tosses))}
}

func (r *relay) post(from int, message []byte) {
	if message != nil {
		r.posted = append(r.posted, posted{from, message})
	}
}

// run shows all that is posted, and the replies.
func (r *relay) run() {
	for ; r.shown < len(r.posted); r.shown++ {
		p := r.posted[r.shown]
		for seat, toss := range r.tosses {
			if seat == p.from {
				continue
			}
			reply, err := toss.Receive(p.from, p.message)
			r.post(seat, reply)
			var blame *commit.BlameError
			if errors.As(err, &blame) {
				r.blamed[seat] = append(r.blamed[seat], blame.Seats...)
			}
		}
	}
}

// accused are the seats that a toss names when the time is up: those that Seed blames,
// or else those that are missing.
func accused(toss *commit.Toss) []int {
	_, err := toss.Seed()
	var blame *commit.BlameError
	if errors.As(err, &blame) {
		return blame.Seats
	}
	return toss.Missing()
}

// Three honest seats on three ordered connections, of which some are slower: a reveal
// comes before another seat's commitment, and nobody is to blame for that.
func TestTossMesh(t *testing.T) {
	tb := newTable(t, "mesh", 3)
	receive := func(seat, from int, message []byte) []byte {
		t.Helper()
		reply, err := tb.tosses[seat].Receive(from, message)
		if err != nil {
			t.Fatal(err)
		}
		return reply
	}
	receive(0, 1, tb.commits[1])
	reveal0 := receive(0, 2, tb.commits[2])
	receive(1, 0, tb.commits[0])
	receive(1, 0, reveal0)
	reveal1 := receive(1, 2, tb.commits[2])
	if _, err := tb.tosses[1].Seed(); !errors.Is(err, commit.ErrMissing) || !slices.Equal(tb.tosses[1].Missing(), []int{2}) {
		t.Errorf("%v, and %v are missing", err, tb.tosses[1].Missing())
	}
	// Seat 2 gets both reveals before any commitment.
	receive(2, 1, reveal1)
	receive(2, 0, reveal0)
	if got := tb.tosses[2].Missing(); !slices.Equal(got, []int{0, 1}) {
		t.Errorf("%v are missing", got)
	}
	receive(2, 1, tb.commits[1])
	receive(1, 2, receive(2, 0, tb.commits[0]))
	want, err := tb.tosses[2].Seed()
	if got, err2 := tb.tosses[1].Seed(); err != nil || err2 != nil || got != want {
		t.Errorf("%v, %v; %v, %v", want, err, got, err2)
	}
}

// Seat 2 tells seats 0 and 1 different commitments, opens each to whom it told it,
// and says that it saw the list which that seat saw. Nobody gets a seed, but the honest
// seats are named to one another, and seat 2 isn't: the package comment says so. A
// referee who gets the messages of both names seat 2.
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
	var record []commit.TossMessage
	for seat := range 2 {
		own, err := commit.ParseRevealMessage(tb.reveals[seat])
		if err != nil {
			t.Fatal(err)
		}
		m := commit.RevealMessage{Toss: own.Toss, Seat: 2, Nonce: nonce, Value: value, Digest: own.Digest}
		if seat == 0 {
			m.Nonce, m.Value = derived(2)
		}
		tb.reveals[2] = encodeReveal(m)
		broadcast(t, tb.tosses[seat], seat, tb.reveals)
		if got := accused(tb.tosses[seat]); !slices.Equal(got, []int{1 - seat}) {
			t.Errorf("seat %d names %v", seat, got)
		}
		record = append(record, commit.TossMessage{From: seat, Bytes: tb.commits[seat]}, commit.TossMessage{From: seat, Bytes: tb.reveals[seat]},
			commit.TossMessage{From: 2, Bytes: to(seat)[2]}, commit.TossMessage{From: 2, Bytes: tb.reveals[2]})
	}
	_, err = commit.VerifyToss([]byte("equivocation"), 3, record)
	var blame *commit.BlameError
	if !errors.As(err, &blame) || !slices.Equal(blame.Seats, []int{2}) || !errors.Is(err, commit.ErrState) {
		t.Errorf("the referee: %v", err)
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
	if _, err := tb.tosses[victim].Seed(); !errors.Is(err, commit.ErrMissing) {
		t.Error(err)
	}
}

// Two honest seats whose settings differ find that out from the first messages, before
// anybody has revealed, and don't blame each other.
func TestTossOtherSettings(t *testing.T) {
	settings := func(session string, seats, seat int) (*commit.Toss, []byte) {
		toss, m, err := derivedToss([]byte(session), seats, seat)
		if err != nil {
			t.Fatal(err)
		}
		return toss, m
	}
	a, ma := settings("table 7 hand 1", 2, 0)
	for _, c := range []struct {
		session     string
		seats, seat int
	}{{"table 7 hand 01", 2, 1}, {"table 7 hand 1", 3, 1}, {"table 7 hand 1", 3, 2}, {"table 7 hand 1", 2, 0}} {
		b, mb := settings(c.session, c.seats, c.seat)
		refuse(t, a, 1, mb, commit.ErrOtherToss)
		if c.seat != 0 {
			refuse(t, b, 0, ma, commit.ErrOtherToss)
		}
	}
}

// A seat that crashes resumes from its stored state with the same messages, and a peer
// that has seen its reveal can't commit again.
func TestTossRestart(t *testing.T) {
	var d disk[commit.TossState]
	tb := newTable(t, "restart", 2)
	toss, first, err := commit.GenerateToss([]byte("restart"), 2, 0, d.store)
	if err != nil {
		t.Fatal(err)
	}
	reboot := func() {
		if toss, err = commit.ParseToss(d.held, d.store); err != nil {
			t.Fatal(err)
		}
	}
	reboot()
	if diff := cmp.Diff([][]byte{first}, toss.Sent()); diff != "" {
		t.Errorf("sent (-want +got):\n%s", diff)
	}
	reply, err := toss.Receive(1, tb.commits[1])
	if err != nil {
		t.Fatal(err)
	}
	reboot()
	if diff := cmp.Diff([][]byte{first, reply}, toss.Sent()); diff != "" {
		t.Errorf("sent (-want +got):\n%s", diff)
	}
	if again, err := toss.Receive(1, tb.commits[1]); err != nil || !bytes.Equal(again, reply) {
		t.Errorf("the same commitment again: %x, %v", again, err)
	}
	_, another, _ := commit.GenerateToss([]byte("restart"), 2, 1, discardToss)
	refuse(t, toss, 1, another, commit.ErrState, 1)
	reveal, err := tb.tosses[1].Receive(0, first)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := toss.Receive(1, reveal); err != nil {
		t.Fatal(err)
	}
	reboot()
	if _, err := toss.Seed(); err != nil {
		t.Error(err)
	}
	// Two processes with one state: the slower one can't go on.
	states := d.states
	d = disk[commit.TossState]{held: states[0]}
	reboot()
	other := toss
	reboot()
	if _, err := toss.Receive(1, tb.commits[1]); err != nil {
		t.Fatal(err)
	}
	if reply, err := other.Receive(1, another); !errors.Is(err, errConflict) || reply != nil {
		t.Errorf("a second process: %x, %v", reply, err)
	}
}

// A store that fails leaves the toss as it was, and shows nothing.
func TestTossStoreFails(t *testing.T) {
	full := errors.New("disk full")
	fail := false
	store := func(_, _ commit.TossState) error {
		if fail {
			return full
		}
		return nil
	}
	tb := committed(t, "store", 3)
	nonce, value := derived(0)
	toss, _, err := commit.NewToss([]byte("store"), 3, 0, nonce, value, store)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []posted{{1, tb.commits[1]}, {2, tb.reveals[2]}, {2, tb.commits[2]}, {1, tb.reveals[1]}} {
		fail = true
		refuse(t, toss, m.from, m.message, full)
		fail = false
		if _, err := toss.Receive(m.from, m.message); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := toss.Seed(); err != nil {
		t.Error(err)
	}
	fail = true
	got, m, err := commit.GenerateToss([]byte("store"), 3, 0, store)
	if !errors.Is(err, full) || got != nil || m != nil || !strings.HasPrefix(err.Error(), "commit: storing the toss: ") {
		t.Errorf("GenerateToss: %v, %x, %v", got, m, err)
	}
}

func TestTossArguments(t *testing.T) {
	if _, _, err := commit.GenerateToss([]byte("s"), 2, 0, nil); !errors.Is(err, commit.ErrMalformed) {
		t.Error(err)
	}
	var d disk[commit.TossState]
	if _, _, err := commit.GenerateToss([]byte("s"), 2, 0, d.store); err != nil {
		t.Fatal(err)
	}
	if toss, err := commit.ParseToss(d.held, nil); !errors.Is(err, commit.ErrMalformed) || toss != nil {
		t.Error(toss, err)
	}
	for bit := range 8 * len(d.held) {
		d.held[bit/8] ^= 1 << (bit % 8)
		if toss, err := commit.ParseToss(d.held, d.store); !errors.Is(err, commit.ErrMalformed) || toss != nil {
			t.Errorf("bit %d: %v", bit, err)
		}
		d.held[bit/8] ^= 1 << (bit % 8)
	}
	for n := range d.held {
		if _, err := commit.ParseToss(d.held[:n], d.store); !errors.Is(err, commit.ErrMalformed) {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
}

// A toss copies what it is given, and what it returns.
func TestTossAliasing(t *testing.T) {
	want := committed(t, "aliasing", 2).seed(t, 0)
	session := []byte("aliasing")
	var d disk[commit.TossState]
	nonce, value := derived(0)
	toss, message, err := commit.NewToss(session, 2, 0, nonce, value, d.store)
	if err != nil {
		t.Fatal(err)
	}
	clear(session)
	clear(message)
	clear(toss.Sent()[0])
	state := bytes.Clone(d.held)
	if toss, err = commit.ParseToss(state, d.store); err != nil {
		t.Fatal(err)
	}
	clear(state)
	tb := committed(t, "aliasing", 2)
	reply, err := toss.Receive(1, tb.commits[1])
	if err != nil || !bytes.Equal(reply, tb.reveals[0]) {
		t.Fatal(reply, err)
	}
	clear(reply)
	clear(toss.Sent()[1])
	clear(tb.commits[1])
	missing := toss.Missing()
	missing[0] = 7
	if _, err := toss.Receive(1, tb.reveals[1]); err != nil {
		t.Fatal(err)
	}
	clear(tb.reveals[1])
	if got, err := toss.Seed(); got != want || err != nil {
		t.Errorf("seed %v, %v; want %v", got, err, want)
	}
}

// Copies of a toss are one toss, also for goroutines.
func TestTossConcurrency(t *testing.T) {
	const seats = 30
	tb := committed(t, "concurrency", seats)
	toss, _, err := commit.GenerateToss([]byte("concurrency"), seats, 0, new(disk[commit.TossState]).store)
	if err != nil {
		t.Fatal(err)
	}
	same := *toss
	var mu sync.Mutex
	var replies [][]byte
	var wg sync.WaitGroup
	for seat := 1; seat < seats; seat++ {
		wg.Go(func() {
			for range 2 {
				reply, err := same.Receive(seat, tb.commits[seat])
				if err != nil {
					t.Error(err)
				}
				toss.Missing()
				toss.Seed()
				if reply != nil {
					mu.Lock()
					replies = append(replies, reply)
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	if len(replies) == 0 {
		t.Fatal("no reveal")
	}
	for _, reply := range replies {
		if !bytes.Equal(reply, replies[0]) {
			t.Error("two different reveals")
		}
	}
}

func TestMessages(t *testing.T) {
	tb := committed(t, "messages", 2)
	c, err := commit.ParseCommitMessage(tb.commits[1])
	if err != nil || !bytes.Equal(encodeCommit(c), tb.commits[1]) || c.Seat != 1 {
		t.Errorf("%v, %v", c, err)
	}
	r, err := commit.ParseRevealMessage(tb.reveals[1])
	if err != nil || !bytes.Equal(encodeReveal(r), tb.reveals[1]) || r.Seat != 1 {
		t.Errorf("%v, %v", r, err)
	}
	nonce, value := derived(1)
	if !r.Nonce.Equal(nonce) || !bytes.Equal(r.Value.Bytes(), value.Bytes()) || r.Toss != c.Toss {
		t.Error("the reveal is of another value")
	}
	for _, b := range [][]byte{nil, {1}, tb.reveals[0], tb.commits[0][:68], append(bytes.Clone(tb.commits[0]), 0)} {
		if c, err := commit.ParseCommitMessage(b); !errors.Is(err, commit.ErrMalformed) || c != (commit.CommitMessage{}) {
			t.Errorf("%x: %v, %v", b, c, err)
		}
	}
	for _, b := range [][]byte{nil, {2}, tb.commits[0], tb.reveals[0][:132], append(bytes.Clone(tb.reveals[0]), 0)} {
		if r, err := commit.ParseRevealMessage(b); !errors.Is(err, commit.ErrMalformed) || r.Nonce.Bytes() != nil {
			t.Errorf("%x: %v, %v", b, r, err)
		}
	}
}

func TestSeedText(t *testing.T) {
	testText(t, commit.Seed(ramp(32)), commit.ParseSeed)
}

func TestBlameErrorText(t *testing.T) {
	err := &commit.BlameError{Seats: []int{1, 3}, Err: commit.ErrState}
	if got := err.Error(); got != "commit: wrong state: seats 1 and 3" {
		t.Error(got)
	}
}
