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

// blamed returns the seats that an error blames.
func blamed(err error) []int {
	if blame, ok := errors.AsType[*commit.BlameError](err); ok {
		return blame.Seats
	}
	return nil
}

// waitsFor reports whether a toss waits for these seats in a phase.
func waitsFor(toss *commit.Toss, phase commit.TossPhase, seats ...int) bool {
	p, s := toss.Due()
	return p == phase && slices.Equal(s, seats)
}

// In any order within each phase, all who read the same are in the same state at each
// place, and each seat has to say what it hasn't read of itself.
func TestTossAnyOrder(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 2))
	for _, seats := range []int{2, 3, 4, 7, 40} {
		tb := newTable(t, "any order", seats)
		tosses := tb.tosses(t, seats)
		onlooker, err := commit.WatchToss([]byte("any order"), seats)
		if err != nil {
			t.Fatal(err)
		}
		for phase, messages := range [][][]byte{tb.commits, tb.reveals} {
			rest := make([]int, seats)
			for seat := range seats {
				rest[seat] = seat
			}
			for _, from := range src.Perm(seats) {
				for seat, toss := range append(tosses, onlooker) {
					if !waitsFor(toss, commit.CommitPhase+commit.TossPhase(phase), rest...) {
						t.Fatalf("seat %d waits in phase %s, not for %v in %d", seat, due(toss), rest, phase)
					}
					if _, err := toss.Seed(); !errors.Is(err, commit.ErrMissing) || blamed(err) != nil {
						t.Fatalf("a seed before the last reveal: %v", err)
					}
					var want []byte
					if slices.Contains(rest, seat) {
						want = messages[seat]
					}
					if !bytes.Equal(toss.Pending(), want) {
						t.Fatalf("seat %d has to say %x, want %x", seat, toss.Pending(), want)
					}
					if err := toss.Receive(from, messages[from]); err != nil {
						t.Fatal(err)
					}
				}
				rest = slices.DeleteFunc(rest, func(s int) bool { return s == from })
			}
		}
		want := tb.seed(t)
		for seat, toss := range append(tosses, onlooker) {
			if seed, err := toss.Seed(); seed != want || err != nil || !waitsFor(toss, commit.DonePhase) || toss.Pending() != nil {
				t.Errorf("seat %d: %v, %v, %s", seat, seed, err, due(toss))
			}
		}
	}
}

// Two parties without a board take turns by seat number, and read their own messages
// when they have sent them.
func TestTossTurns(t *testing.T) {
	tb := newTable(t, "turns", 2)
	tosses := tb.tosses(t, 2)
	for turn := range 4 {
		from := turn % 2
		m := tosses[from].Pending()
		for _, toss := range tosses {
			if err := toss.Receive(from, m); err != nil {
				t.Fatal(err)
			}
		}
		if due(tosses[0]) != due(tosses[1]) {
			t.Errorf("turn %d: %s and %s", turn, due(tosses[0]), due(tosses[1]))
		}
	}
	for _, toss := range tosses {
		if seed, err := toss.Seed(); err != nil || seed != tb.seed(t) {
			t.Error(seed, err)
		}
	}
}

func TestLargestToss(t *testing.T) {
	const seats = commit.MaxSeats
	tb := newTable(t, "the largest", seats)
	want := tb.seed(t)
	for _, seat := range []int{500, seats - 1} {
		toss := tb.toss(t, seat)
		read(t, toss, tb.commits)
		if !bytes.Equal(toss.Pending(), tb.reveals[seat]) {
			t.Errorf("seat %d says %x, want %x", seat, toss.Pending(), tb.reveals[seat])
		}
		read(t, toss, tb.reveals)
		if seed, err := toss.Seed(); seed != want || err != nil || !waitsFor(toss, commit.DonePhase) {
			t.Errorf("seat %d: %v, %v, %s", seat, seed, err, due(toss))
		}
	}
	if seed, err := commit.VerifyToss([]byte("the largest"), seats, sequence(tb.commits, tb.reveals)); err != nil || seed != want {
		t.Errorf("seed %v, by the record %v, %v", want, seed, err)
	}
}

func TestGenerateToss(t *testing.T) {
	const seats = 3
	var tosses [seats]*commit.Toss
	for seat := range seats {
		var err error
		if tosses[seat], err = commit.GenerateToss([]byte("s"), seats, seat, discardToss); err != nil {
			t.Fatal(err)
		}
	}
	var drawn [][]byte
	for phase := range 2 {
		var messages [][]byte
		for _, toss := range tosses {
			messages = append(messages, toss.Pending())
			if phase == 1 {
				drawn = append(drawn, toss.Pending()[bodyAt:valueAt], toss.Pending()[valueAt:listAt])
			}
		}
		for _, toss := range tosses {
			read(t, toss, messages)
		}
	}
	first, err := tosses[0].Seed()
	for _, toss := range tosses {
		if seed, err2 := toss.Seed(); err != nil || err2 != nil || seed != first {
			t.Error("the seeds differ")
		}
	}
	for i, b := range drawn {
		if slices.ContainsFunc(drawn[:i], func(a []byte) bool { return bytes.Equal(a, b) }) {
			t.Error("the same bytes were drawn twice")
		}
	}
}

// Everything that goes into a toss changes its seed.
func TestSeedDependsOnAll(t *testing.T) {
	seen := map[commit.Seed]string{newTable(t, "s", 3).seed(t): "the toss"}
	add := func(what string, seed commit.Seed) {
		if other, ok := seen[seed]; ok {
			t.Errorf("%s and %s have one seed", what, other)
		}
		seen[seed] = what
	}
	add("another session", newTable(t, "t", 3).seed(t))
	add("another number of seats", newTable(t, "s", 4).seed(t))
	for changed := range 3 {
		for _, what := range []string{"nonce", "value"} {
			nonce, value := derived(changed)
			if what == "nonce" {
				nonce, _ = derived(99)
			} else {
				_, value = derived(99)
			}
			toss, err := commit.NewToss([]byte("s"), 3, changed, nonce, value, discardToss)
			if err != nil {
				t.Fatal(err)
			}
			tb := newTable(t, "s", 3)
			tb.commits[changed] = toss.Pending()
			read(t, toss, tb.commits)
			for seat := range 3 {
				nonce, value := derived(seat)
				tb.reveals[seat] = revealFor(toss.Pending(), seat, nonce, value)
			}
			tb.reveals[changed] = toss.Pending()
			read(t, toss, tb.reveals)
			seed, err := toss.Seed()
			if err != nil {
				t.Fatal(err)
			}
			add(fmt.Sprintf("another %s of seat %d", what, changed), seed)
		}
	}
}

// refuse hands a message to a toss that must refuse it without changing.
func refuse(t *testing.T, toss *commit.Toss, from int, message []byte, target error, wantBlamed ...int) {
	t.Helper()
	before := look(toss)
	err := toss.Receive(from, message)
	if !errors.Is(err, target) || !slices.Equal(blamed(err), wantBlamed) {
		t.Errorf("%v, want a %v that blames %v", err, target, wantBlamed)
	}
	if look(toss) != before {
		t.Error("a refused message has changed the toss")
	}
}

// look returns all that a toss remembers and says.
func look(toss *commit.Toss) string {
	return commit.Snapshot(toss) + fmt.Sprintf("%x %s ", toss.Pending(), due(toss)) + seedOrClass(toss.Seed())
}

// Every bit of every message counts.
func TestTossTampering(t *testing.T) {
	tb := newTable(t, "tampering", 2)
	flipped := func(message []byte, bit int) []byte {
		m := bytes.Clone(message)
		m[bit/8] ^= 1 << (bit % 8)
		return m
	}
	toss := tb.toss(t, 0)
	// Type 1 becomes 3, 5, …, which don't exist; or 0.
	for bit := range 8 * len(tb.commits[1]) {
		switch at, m := bit/8, flipped(tb.commits[1], bit); {
		case at < nameAt:
			refuse(t, toss, 1, m, commit.ErrMalformed, 1)
		case at < bodyAt:
			refuse(t, toss, 1, m, commit.ErrOtherToss)
		default: // a commitment that can't be opened
			other := tb.toss(t, 0)
			if err := other.Receive(1, m); err != nil {
				t.Fatal(err)
			}
			read(t, other, tb.commits[:1])
			refuse(t, other, 1, tb.reveals[1], commit.ErrMismatch, 1)
		}
	}
	read(t, toss, tb.commits)
	for bit := range 8 * len(tb.reveals[1]) {
		switch at, m := bit/8, flipped(tb.reveals[1], bit); {
		case at < nameAt:
			refuse(t, toss, 1, m, commit.ErrMalformed, 1)
		case at < bodyAt:
			refuse(t, toss, 1, m, commit.ErrOtherToss)
		case at < listAt:
			refuse(t, toss, 1, m, commit.ErrMismatch, 1)
		default:
			refuse(t, toss, 1, m, commit.ErrDiverged)
		}
	}
	for n := range 150 {
		for messageType, size := range map[byte]int{1: commit.CommitMessageSize, 2: commit.RevealMessageSize} {
			if n != size {
				refuse(t, toss, 1, append([]byte{messageType}, make([]byte, n)...)[:n], commit.ErrMalformed, 1)
			}
		}
	}
	read(t, toss, tb.reveals)
	if seed, err := toss.Seed(); seed != tb.seed(t) || err != nil {
		t.Error(seed, err)
	}
	for bit := range 8 * len(tb.reveals[1]) { // after the end, too
		switch at, m := bit/8, flipped(tb.reveals[1], bit); {
		case at < nameAt:
			refuse(t, toss, 1, m, commit.ErrMalformed, 1)
		case at < bodyAt:
			refuse(t, toss, 1, m, commit.ErrOtherToss)
		default:
			refuse(t, toss, 1, m, commit.ErrState, 1)
		}
	}
}

// A seat's messages are good for that seat, that session and that number of seats
// only. Those that one signed for a hand are no evidence in another.
func TestTossReplay(t *testing.T) {
	tb := newTable(t, "hand 1", 3)
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
		own := newTable(t, c.session, c.seats)
		toss := own.toss(t, 0)
		refuse(t, toss, c.from, tb.commits[1], commit.ErrOtherToss)
		refuse(t, toss, c.from, tb.reveals[1], commit.ErrOtherToss)
		foreign := []commit.TossMessage{{From: c.from, Bytes: tb.commits[1]}, {From: c.from, Bytes: tb.reveals[1]}}
		if _, err := commit.VerifyToss([]byte(c.session), c.seats, append(foreign, sequence(own.commits, own.reveals)...)); err != nil {
			t.Errorf("seat %d, %q: %v", c.from, c.session, err)
		}
	}
	// Not even what is inside a message, put under the head of another toss.
	other := newTable(t, "hand 2", 3)
	toss := other.toss(t, 0)
	other.commits[1] = slices.Concat(other.commits[1][:bodyAt], tb.commits[1][bodyAt:])
	read(t, toss, other.commits)
	refuse(t, toss, 1, slices.Concat(other.reveals[1][:bodyAt], tb.reveals[1][bodyAt:listAt], toss.Pending()[listAt:]), commit.ErrMismatch, 1)
}

// One seat posts a copy of another's commitment. Whatever it does then, nobody blames an
// honest seat, and it is the one that is due in the end.
func TestTossCopy(t *testing.T) {
	for _, seats := range []int{2, 3, 9} {
		for copied := range seats - 1 {
			tb := newTable(t, "copies", seats)
			cheat := seats - 1
			own := tb.commits[cheat]
			tb.commits[cheat] = under(tb.commits[copied], cheat)
			tosses := tb.committed(t, cheat)
			var reveals [][]byte
			for _, toss := range tosses {
				reveals = append(reveals, toss.Pending())
			}
			nonce, value := derived(cheat)
			for _, toss := range tosses {
				read(t, toss, reveals)
				refuse(t, toss, cheat, own, commit.ErrState, cheat)
				refuse(t, toss, cheat, under(reveals[copied], cheat), commit.ErrMismatch, cheat)
				refuse(t, toss, cheat, revealFor(reveals[0], cheat, nonce, value), commit.ErrMismatch, cheat)
				if !waitsFor(toss, commit.RevealPhase, cheat) {
					t.Errorf("%d seats, %d copied: %s", seats, copied, due(toss))
				}
			}
		}
	}
}

// A cheat says all that it has to just before the time is up, so that the others can't
// answer. With a time for each phase, none of the honest seats is late: the phase has
// changed, and all are due anew, the same ones in everybody's eyes.
func TestTossOneDeadline(t *testing.T) {
	tb := newTable(t, "one deadline", 3)
	said := append(sequence(tb.commits), commit.TossMessage{From: 2, Bytes: tb.reveals[2]})
	for seat, toss := range tb.tosses(t, 3) {
		for _, m := range said {
			if err := toss.Receive(m.From, m.Bytes); err != nil {
				t.Fatal(err)
			}
		}
		if !waitsFor(toss, commit.RevealPhase, 0, 1) {
			t.Errorf("seat %d waits for %s, and not for 0 and 1 in a phase that has just begun", seat, due(toss))
		}
		if (toss.Pending() != nil) != (seat < 2) {
			t.Errorf("seat %d has to say %x", seat, toss.Pending())
		}
	}
	_, err := commit.VerifyToss([]byte("one deadline"), 3, said)
	if !errors.Is(err, commit.ErrMissing) || blamed(err) != nil || err.Error() != "commit: missing: reveals of seats 0 and 1" {
		t.Errorf("the referee: %v", err)
	}
}

// A seat's reveal comes after the time is up. It knows as well as the others that it is
// late: its own messages count when they come back.
func TestTossLate(t *testing.T) {
	tb := newTable(t, "late", 3)
	timeUp := commit.TossMessage{From: -1} // of whoever keeps the order
	said := append(sequence(tb.commits), commit.TossMessage{From: 0, Bytes: tb.reveals[0]},
		commit.TossMessage{From: 2, Bytes: tb.reveals[2]}, timeUp, commit.TossMessage{From: 1, Bytes: tb.reveals[1]})
	for seat, toss := range tb.tosses(t, 3) {
		for _, m := range said {
			if m.From == timeUp.From {
				break
			}
			if err := toss.Receive(m.From, m.Bytes); err != nil {
				t.Fatal(err)
			}
		}
		if seed, err := toss.Seed(); !waitsFor(toss, commit.RevealPhase, 1) || !errors.Is(err, commit.ErrMissing) {
			t.Errorf("seat %d waits for %s and has %v, %v", seat, due(toss), seed, err)
		}
	}
}

// A cheat reveals before the last commitment. A seat that restarts from its state goes on
// after the message for which that was stored, or reads all again from its nonce and value,
// and is where the others are: the reveal is still to come.
func TestTossRestartAfterEarlyReveal(t *testing.T) {
	nonce, value := derived(0)
	var state []byte
	var read, stored int
	store := func(_, new commit.TossState) error {
		state, stored = new.Bytes(), read
		return nil
	}
	honest, err := commit.NewToss([]byte("early"), 2, 0, nonce, value, store)
	if err != nil {
		t.Fatal(err)
	}
	otherNonce, otherValue := derived(1)
	cheat, err := commit.NewToss([]byte("early"), 2, 1, otherNonce, otherValue, discardToss)
	if err != nil {
		t.Fatal(err)
	}
	c0, c1 := honest.Pending(), cheat.Pending()
	cheat.Receive(0, c0)
	cheat.Receive(1, c1)
	said := []commit.TossMessage{{From: 0, Bytes: c0}, {From: 1, Bytes: cheat.Pending()}, {From: 1, Bytes: c1}}
	for i, m := range said {
		read = i + 1
		if err := honest.Receive(m.From, m.Bytes); (err != nil) != (i == 1) {
			t.Fatal(i, err)
		}
	}
	restarted, err := commit.ParseToss(state, discardToss)
	if err != nil {
		t.Fatal(err)
	}
	again, err := commit.NewToss([]byte("early"), 2, 0, nonce, value, discardToss)
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range said {
		again.Receive(m.From, m.Bytes)
		if i >= stored {
			restarted.Receive(m.From, m.Bytes)
		}
	}
	for what, toss := range map[string]*commit.Toss{"it": honest, "restarted, it": restarted, "having read all again, it": again} {
		if phase, seats := toss.Due(); phase != commit.RevealPhase || !slices.Equal(seats, []int{0, 1}) {
			t.Errorf("%s waits for %s", what, due(toss))
		}
	}
}

// What is said after the end is evidence against whoever says it. The seed stays.
func TestTossAfterTheEnd(t *testing.T) {
	tb := newTable(t, "after the end", 3)
	said := sequence(tb.commits, tb.reveals)
	nonce, value := derived(99)
	second, err := commit.NewToss([]byte("after the end"), 3, 2, nonce, value, discardToss)
	if err != nil {
		t.Fatal(err)
	}
	otherList := bytes.Clone(tb.reveals[2])
	otherList[listAt]++
	late := [][]byte{second.Pending(), revealFor(tb.reveals[2], 2, nonce, value), otherList}
	for _, toss := range tb.committed(t, 3) {
		read(t, toss, tb.reveals)
		for _, m := range late {
			refuse(t, toss, 2, m, commit.ErrState, 2)
		}
		refuse(t, toss, 2, []byte{3}, commit.ErrMalformed, 2)
		if seed, err := toss.Seed(); seed != tb.seed(t) || err != nil {
			t.Error(seed, err)
		}
	}
	for _, m := range late {
		said = append(said, commit.TossMessage{From: 2, Bytes: m})
		if seed, err := commit.VerifyToss([]byte("after the end"), 3, said); seed != tb.seed(t) || err != nil {
			t.Errorf("the referee: %v, %v", seed, err)
		}
	}
}

// Whoever keeps the sequence shows seats 0 and 1 different commitments of seat 2, which
// opens each to whom it was shown. Nobody gets a seed, and nobody is blamed.
func TestTossDivergence(t *testing.T) {
	tb := newTable(t, "divergence", 3)
	nonce, value := derived(99)
	second, err := commit.NewToss([]byte("divergence"), 3, 2, nonce, value, discardToss)
	if err != nil {
		t.Fatal(err)
	}
	tosses := tb.tosses(t, 2)
	read(t, tosses[0], tb.commits)
	read(t, tosses[1], append(slices.Clone(tb.commits[:2]), second.Pending()))
	reveals := [][]byte{tosses[0].Pending(), tosses[1].Pending()}
	for seat, toss := range tosses {
		own, others := reveals[seat], reveals[1-seat]
		if err := toss.Receive(seat, own); err != nil {
			t.Fatal(err)
		}
		refuse(t, toss, 1-seat, others, commit.ErrDiverged)
		n, v := derived(2)
		if seat == 1 {
			n, v = nonce, value
		}
		if err := toss.Receive(2, revealFor(own, 2, n, v)); err != nil {
			t.Fatal(err)
		}
		if _, err := toss.Seed(); !errors.Is(err, commit.ErrMissing) || !waitsFor(toss, commit.RevealPhase, 1-seat) {
			t.Errorf("seat %d: %v, %s", seat, err, due(toss))
		}
	}
}

// A seat that knows the seed before anybody else can refuse to reveal. That is not to be
// prevented, but it is the one that is due.
func TestTossAbort(t *testing.T) {
	tb := newTable(t, "abort", 3)
	victim := tb.committed(t, 1)[0]
	read(t, victim, tb.reveals[:2])
	if _, err := victim.Seed(); !errors.Is(err, commit.ErrMissing) || err.Error() != "commit: missing: reveals of seat 2" ||
		!waitsFor(victim, commit.RevealPhase, 2) {
		t.Errorf("%v, %s", err, due(victim))
	}
}

// Two honest seats whose settings differ find that out from the first messages, before
// anybody has revealed, and don't blame each other.
func TestTossOtherSettings(t *testing.T) {
	settings := func(session string, seats, seat int) *commit.Toss {
		toss, err := derivedToss(session, seats, seat, discardToss)
		if err != nil {
			t.Fatal(err)
		}
		return toss
	}
	a := settings("table 7 hand 1", 2, 0)
	for _, c := range []struct {
		session     string
		seats, seat int
	}{{"table 7 hand 01", 2, 1}, {"table 7 hand 1", 3, 1}, {"table 7 hand 1", 3, 2}, {"table 7 hand 1", 2, 0}} {
		b := settings(c.session, c.seats, c.seat)
		refuse(t, a, 1, b.Pending(), commit.ErrOtherToss)
		if c.seat != 0 {
			refuse(t, b, 0, a.Pending(), commit.ErrOtherToss)
		}
	}
}

// A seat that crashes resumes from its stored state and has the same to say. It may read
// again what it has read.
func TestTossRestart(t *testing.T) {
	var d disk[commit.TossState]
	tb := newTable(t, "restart", 2)
	toss, err := derivedToss("restart", 2, 0, d.store)
	if err != nil {
		t.Fatal(err)
	}
	said := []commit.TossMessage{{From: 1, Bytes: tb.commits[1]}, {From: 0, Bytes: tb.commits[0]}, {From: 1, Bytes: tb.reveals[1]},
		{From: 0, Bytes: tb.reveals[0]}}
	for i, want := range [][]byte{tb.commits[0], tb.commits[0], tb.reveals[0], tb.reveals[0], nil} {
		before := look(toss)
		if toss, err = commit.ParseToss(d.held, d.store); err != nil {
			t.Fatal(err)
		}
		for _, m := range said[:i] {
			if err := toss.Receive(m.From, m.Bytes); err != nil {
				t.Fatal(err)
			}
		}
		if look(toss) != before || !bytes.Equal(toss.Pending(), want) {
			t.Errorf("after %d messages, it has %x to say, want %x", i, toss.Pending(), want)
		}
		if i < len(said) {
			if err := toss.Receive(said[i].From, said[i].Bytes); err != nil {
				t.Fatal(err)
			}
		}
	}
	if seed, err := toss.Seed(); seed != tb.seed(t) || err != nil {
		t.Error(seed, err)
	}
	if len(d.states) != 1+len(said) {
		t.Errorf("%d states were stored", len(d.states))
	}

	// Two processes with one state: the slower one can't go on.
	d = disk[commit.TossState]{held: d.states[0]}
	var two [2]*commit.Toss
	for i := range two {
		if two[i], err = commit.ParseToss(d.held, d.store); err != nil {
			t.Fatal(err)
		}
	}
	if err := two[0].Receive(1, tb.commits[1]); err != nil {
		t.Fatal(err)
	}
	refuse(t, two[1], 1, tb.commits[1], errConflict)
}

// A seat has lost its state, and tosses again in the same session. What it had said
// counts, for itself as for everybody: it has nothing more to say, and stays due.
func TestTossLostState(t *testing.T) {
	tb := newTable(t, "lost", 2)
	again, err := commit.GenerateToss([]byte("lost"), 2, 0, discardToss)
	if err != nil {
		t.Fatal(err)
	}
	second := again.Pending()
	read(t, again, tb.commits)
	if again.Pending() != nil || !waitsFor(again, commit.RevealPhase, 0, 1) {
		t.Errorf("%x, %s", again.Pending(), due(again))
	}
	refuse(t, again, 0, second, commit.ErrState, 0)
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
	tb := newTable(t, "store", 3)
	toss, err := derivedToss("store", 3, 0, store)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range sequence(tb.commits, tb.reveals) {
		fail = true
		refuse(t, toss, m.From, m.Bytes, full)
		fail = false
		if err := toss.Receive(m.From, m.Bytes); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := toss.Seed(); err != nil {
		t.Error(err)
	}
	fail = true
	got, err := commit.GenerateToss([]byte("store"), 3, 0, store)
	if !errors.Is(err, full) || got != nil || !strings.HasPrefix(err.Error(), "commit: storing the toss: ") {
		t.Errorf("GenerateToss: %v, %v", got, err)
	}
}

func TestTossArguments(t *testing.T) {
	if toss, err := commit.GenerateToss([]byte("s"), 2, 0, nil); !errors.Is(err, commit.ErrMalformed) || toss != nil {
		t.Error(toss, err)
	}
	nonce, value := derived(0)
	for _, c := range []struct {
		nonce commit.Nonce
		value []byte
	}{{commit.Nonce{}, value}, {nonce, nil}, {nonce, value[:31]}, {nonce, append(value, 0)}} {
		if toss, err := commit.NewToss([]byte("s"), 2, 0, c.nonce, c.value, discardToss); !errors.Is(err, commit.ErrMalformed) || toss != nil {
			t.Error(toss, err)
		}
	}
	for session, seats := range map[string]int{"": 2, "s": 1, strings.Repeat("s", 1025): 2, "t": 1025} {
		if toss, err := commit.WatchToss([]byte(session), seats); !errors.Is(err, commit.ErrMalformed) || toss != nil {
			t.Error(toss, err)
		}
	}
	var d disk[commit.TossState]
	if _, err := commit.GenerateToss([]byte("s"), 2, 0, d.store); err != nil {
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
	tb := newTable(t, "aliasing", 2)
	want := tb.seed(t)
	session := []byte("aliasing")
	var d disk[commit.TossState]
	nonce, value := derived(0)
	toss, err := commit.NewToss(session, 2, 0, nonce, value, d.store)
	if err != nil {
		t.Fatal(err)
	}
	clear(session)
	clear(value)
	clear(toss.Pending())
	state := bytes.Clone(d.held)
	if toss, err = commit.ParseToss(state, d.store); err != nil {
		t.Fatal(err)
	}
	clear(state)
	for _, m := range sequence(tb.commits, tb.reveals) {
		clear(toss.Pending())
		_, seats := toss.Due()
		seats[0] = 7
		if err := toss.Receive(m.From, m.Bytes); err != nil {
			t.Fatal(err)
		}
		clear(m.Bytes)
	}
	if got, err := toss.Seed(); got != want || err != nil {
		t.Errorf("seed %v, %v; want %v", got, err, want)
	}
}

// Copies of a toss are one toss, also for goroutines.
func TestTossConcurrency(t *testing.T) {
	const seats = 30
	tb := newTable(t, "concurrency", seats)
	toss, err := derivedToss("concurrency", seats, 0, new(disk[commit.TossState]).store)
	if err != nil {
		t.Fatal(err)
	}
	same := *toss
	for _, messages := range [][][]byte{tb.commits, tb.reveals} {
		var wg sync.WaitGroup
		for seat := range seats {
			wg.Go(func() {
				for range 2 {
					if err := same.Receive(seat, messages[seat]); err != nil {
						t.Error(err)
					}
					toss.Due()
					toss.Seed()
					if m := toss.Pending(); m != nil && !bytes.Equal(m, tb.commits[0]) && !bytes.Equal(m, tb.reveals[0]) {
						t.Errorf("it says %x", m)
					}
				}
			})
		}
		wg.Wait()
	}
	if seed, err := toss.Seed(); seed != tb.seed(t) || err != nil {
		t.Error(seed, err)
	}
}

func TestSeedText(t *testing.T) {
	testText(t, commit.Seed(ramp(32)), commit.ParseSeed)
}

func TestTossPhaseText(t *testing.T) {
	phases := []commit.TossPhase{0, commit.CommitPhase, commit.RevealPhase, commit.DonePhase}
	if diff := cmp.Diff("[TossPhase(0) commit reveal done]", fmt.Sprint(phases)); diff != "" {
		t.Error(diff)
	}
}

func TestBlameErrorText(t *testing.T) {
	err := &commit.BlameError{Seats: []int{1, 3}, Err: commit.ErrState}
	if got := err.Error(); got != "commit: wrong state: seats 1 and 3" {
		t.Error(got)
	}
}
