package commit_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/internal/long"
)

// A cheatWalk comes to all moments of a toss among two honest seats and a cheat, seat 2.
type cheatWalk struct {
	t                    *testing.T
	says                 [][]byte // what the cheat may say
	seen                 map[string]bool
	moments, ends, seeds int
}

// A cheatMoment is what all have read.
type cheatMoment struct {
	states [2]string // of the honest seats
	left   int       // messages of the cheat
	record []commit.TossMessage
}

const (
	cheatSession = "a cheat"
	cheat        = 2
)

// Two honest seats and a cheat on a board. The cheat posts anything of a list, at any
// moment. At each place, both honest seats and an onlooker are in the same state and give
// the same answers; no honest seat is ever blamed, or due when it has said what it had to
// say; and a seed that is there stays.
func TestTossCheatStates(t *testing.T) {
	w := &cheatWalk{t: t, says: cheatMessages(t), seen: make(map[string]bool)}
	start := cheatMoment{left: long.Pick(3, 6)}
	for seat := range start.states {
		var d disk[commit.TossState]
		if _, err := derivedToss(cheatSession, 3, seat, d.store); err != nil {
			t.Fatal(err)
		}
		start.states[seat] = string(d.held)
	}
	w.walk(start)
	if w.moments < 100 || w.ends < 30 || w.seeds < 3 {
		t.Errorf("only %d moments, %d ends, %d seeds", w.moments, w.ends, w.seeds)
	}
	t.Logf("%d moments, %d ends, %d with a seed", w.moments, w.ends, w.seeds)
}

// cheatMessages returns what a cheat may say: commitments and reveals of its own, of others and of
// another session, in all that they can be mixed.
func cheatMessages(t *testing.T) [][]byte {
	tb := newTable(t, cheatSession, 3)
	nonceA, valueA := derived(cheat)
	nonceB, valueB := derived(99)
	other, err := commit.NewToss([]byte(cheatSession), 3, cheat, nonceB, valueB, discardToss)
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
	return [][]byte{
		tb.commits[cheat], second, under(tb.commits[0], cheat), under(tb.commits[1], cheat),
		tb.reveals[cheat], revealAfter(second, nonceB, valueB), revealAfter(second, nonceA, valueA),
		revealAfter(tb.commits[cheat], nonceA, valueB),
		revealAfter(under(tb.commits[0], cheat), nonce0, value0),
		{3}, tb.commits[0], newTable(t, "another session", 3).commits[cheat],
	}
}

// everyone returns the tosses of the honest seats, and an onlooker's.
func (w *cheatWalk) everyone(m cheatMoment) (tosses []*commit.Toss, disks []*disk[commit.TossState]) {
	for _, state := range m.states {
		d := &disk[commit.TossState]{held: []byte(state)}
		toss, err := commit.ParseToss(d.held, d.store)
		if err != nil {
			w.t.Fatal(err)
		}
		tosses, disks = append(tosses, toss), append(disks, d)
	}
	onlooker, err := commit.WatchToss([]byte(cheatSession), 3)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, said := range m.record {
		onlooker.Receive(said.From, said.Bytes)
	}
	return append(tosses, onlooker), disks
}

// show shows a message to everyone, who must answer the same.
func (w *cheatWalk) show(m cheatMoment, from int, message []byte) cheatMoment {
	tosses, disks := w.everyone(m)
	seed, _ := tosses[0].Seed()
	var first string
	for i, toss := range tosses {
		err := toss.Receive(from, message)
		if err != nil && from != cheat || blamed(err) != nil && !slices.Equal(blamed(err), []int{cheat}) {
			w.t.Fatalf("reader %d refuses a message of seat %d: %v", i, from, err)
		}
		now, _ := toss.Seed()
		if seed != (commit.Seed{}) && now != seed {
			w.t.Fatal("the seed has changed")
		}
		got := fmt.Sprint(err, due(toss), now)
		if i == 0 {
			first = got
		} else if got != first {
			w.t.Fatalf("reader %d: %s, not %s", i, got, first)
		}
	}
	for seat, d := range disks {
		m.states[seat] = string(d.held)
	}
	m.record = append(slices.Clip(m.record), commit.TossMessage{From: from, Bytes: message})
	return m
}

// walk comes to a moment and all that may follow.
func (w *cheatWalk) walk(m cheatMoment) {
	// The cheat's refused messages matter for the referee alone.
	seed, verdict := commit.VerifyToss([]byte(cheatSession), 3, m.record)
	key := fmt.Sprintf("%q %d %v", m.states, m.left, verdict)
	if w.seen[key] {
		return
	}
	w.seen[key] = true
	w.moments++
	tosses, _ := w.everyone(m)
	_, late := tosses[0].Due()
	silent := true
	for seat := range m.states {
		pending := tosses[seat].Pending()
		if pending == nil {
			if slices.Contains(late, seat) {
				w.t.Fatalf("seat %d is due and has nothing to say", seat)
			}
			continue
		}
		silent = false
		w.walk(w.show(m, seat, pending))
	}
	if m.left > 0 {
		for _, message := range w.says {
			next := m
			next.left--
			w.walk(w.show(next, cheat, message))
		}
	}
	if silent {
		w.end(tosses[0], late, seed, verdict)
	}
}

// end checks what a seat and the referee say when the honest seats have said all that they have
// to say: if somebody is late now, it is the cheat.
func (w *cheatWalk) end(toss *commit.Toss, late []int, seed commit.Seed, verdict error) {
	w.ends++
	own, err := toss.Seed()
	switch {
	case err == nil && (verdict != nil || own != seed):
		w.t.Fatalf("the referee finds %v, %v, the seats %v", seed, verdict, own)
	case err == nil:
		w.seeds++
	case !slices.Equal(late, []int{cheat}) || verdict == nil || blamed(verdict) != nil && !slices.Equal(blamed(verdict), []int{cheat}):
		w.t.Fatalf("seats %v are late: %v, the referee: %v", late, err, verdict)
	}
}
