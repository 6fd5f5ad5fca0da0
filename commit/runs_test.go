package commit_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/commit"
)

// An opening is what a seat may commit to and reveal.
type opening struct {
	nonce commit.Nonce
	value commit.Value
}

func randomOpening(src *rand.Rand) opening {
	b := make([]byte, 64)
	for i := range b {
		b[i] = byte(src.Uint32())
	}
	return opening{mustNonce(b[:32]), mustValue(b[32:])}
}

// A game is a toss with honest seats, seats 0 to len(tosses)−1, and cheats. What is
// posted comes to all honest seats in one order, or, without a relay, each
// connection has a pace of its own, and cheats tell each seat something else.
type game struct {
	t       *testing.T
	src     *rand.Rand
	seats   int
	relayed bool
	session []byte
	tosses  []*commit.Toss
	disks   []disk[commit.TossState]
	cheats  map[int][]opening // two of each cheat
	sent    [][]byte          // what the honest seats have said, for copies
	log     []commit.TossMessage
	named   [][]int    // by each honest seat
	way     [][]posted // to each honest seat; with a relay, all are the same
	crashes int        // yet to come
}

func newGame(t *testing.T, src *rand.Rand, relayed bool) *game {
	g := &game{t: t, src: src, relayed: relayed, seats: 2 + src.IntN(4), crashes: src.IntN(3), cheats: make(map[int][]opening)}
	honest := 1 + src.IntN(g.seats)
	g.session = []byte{byte(src.Uint32()), byte(src.Uint32())}
	g.tosses, g.disks, g.named, g.way = make([]*commit.Toss, honest), make([]disk[commit.TossState], honest), make([][]int, honest), make([][]posted, honest)
	for seat := range g.seats {
		if seat >= honest {
			g.cheats[seat] = []opening{randomOpening(src), randomOpening(src)}
			continue
		}
		own := randomOpening(src)
		toss, m, err := commit.NewToss(g.session, g.seats, seat, own.nonce, own.value, g.disks[seat].store)
		if err != nil {
			t.Fatal(err)
		}
		g.tosses[seat] = toss
		g.post(seat, m)
	}
	return g
}

// post puts a message on its way to all honest seats.
func (g *game) post(from int, message []byte) {
	if from < len(g.tosses) {
		g.sent = append(g.sent, message)
	}
	g.log = append(g.log, commit.TossMessage{From: from, Bytes: message})
	for seat := range g.tosses {
		if seat != from {
			g.way[seat] = append(g.way[seat], posted{from, message})
		}
	}
}

// deliver hands the next message to a seat, or one of the next if connections differ,
// perhaps twice, and perhaps after a restart.
func (g *game) deliver(seat int) {
	at := 0
	if !g.relayed {
		at = g.src.IntN(min(3, len(g.way[seat])))
	}
	p := g.way[seat][at]
	g.way[seat] = slices.Delete(g.way[seat], at, at+1)
	for again := range 1 + g.src.IntN(5)/4 {
		if g.crashes > 0 && g.src.IntN(8) == 0 {
			g.crashes--
			var err error
			if g.tosses[seat], err = commit.ParseToss(g.disks[seat].held, g.disks[seat].store); err != nil {
				g.t.Fatal(err)
			}
			for _, m := range g.tosses[seat].Sent() {
				g.post(seat, m)
			}
		}
		reply, err := g.tosses[seat].Receive(p.from, p.message)
		var blame *commit.BlameError
		if errors.As(err, &blame) {
			g.named[seat] = append(g.named[seat], blame.Seats...)
		}
		if reply != nil && again == 0 {
			g.post(seat, reply)
		}
	}
}

// cheat lets a cheat say something.
func (g *game) cheat() {
	src := g.src
	from := len(g.tosses) + src.IntN(len(g.cheats))
	o := g.cheats[from][src.IntN(2)]
	head, err := commit.ParseCommitMessage(g.sent[0])
	if err != nil {
		g.t.Fatal(err)
	}
	session, seats := g.session, g.seats
	var message []byte
	switch src.IntN(9) {
	case 0, 1, 2: // its commitment
		if _, message, err = commit.ReplayToss(session, seats, from, o.nonce, o.value); err != nil {
			g.t.Fatal(err)
		}
	case 3, 4, 5: // a reveal, with a digest that somebody had, or none
		m := commit.RevealMessage{Toss: head.Toss, Seat: from, Nonce: o.nonce, Value: o.value}
		for _, s := range g.sent {
			if theirs, err := commit.ParseRevealMessage(s); err == nil && src.IntN(3) > 0 {
				m.Digest = theirs.Digest
				if src.IntN(6) == 0 {
					m.Nonce, m.Value = theirs.Nonce, theirs.Value // as of a copied commitment
				}
			}
		}
		message = encodeReveal(m)
		if src.IntN(6) == 0 {
			message[37+src.IntN(96)] ^= 1
		}
	case 6: // a copy, as it is, or with its own number
		message = bytes.Clone(g.sent[src.IntN(len(g.sent))])
		if src.IntN(4) > 0 {
			message[36] = byte(from)
		}
	case 7: // of another toss
		if src.IntN(2) == 0 {
			seats++
		} else {
			session = append([]byte("not "), session...)
		}
		if _, message, err = commit.ReplayToss(session, seats, from, o.nonce, o.value); err != nil {
			g.t.Fatal(err)
		}
	case 8: // nonsense
		message = bytes.Clone(g.sent[src.IntN(len(g.sent))])
		message = message[:src.IntN(len(message))]
	}
	if !g.relayed && src.IntN(2) == 0 {
		seat := src.IntN(len(g.tosses)) // to one of them alone
		g.way[seat] = append(g.way[seat], posted{from, message})
		g.log = append(g.log, commit.TossMessage{From: from, Bytes: message})
		return
	}
	g.post(from, message)
}

// play plays until nothing is on its way and the cheats have said enough.
func (g *game) play() {
	budget := g.src.IntN(12)
	for step := 0; ; step++ {
		var ready []int
		for seat := range g.way {
			if len(g.way[seat]) > 0 {
				ready = append(ready, seat)
			}
		}
		switch {
		case step > 5000:
			g.t.Fatal("it doesn't end")
		case len(g.cheats) > 0 && budget > 0 && (len(ready) == 0 || g.src.IntN(4) == 0):
			budget--
			g.cheat()
		case len(ready) == 0:
			return
		default:
			g.deliver(ready[g.src.IntN(len(ready))])
		}
	}
}

func (g *game) honest(seats []int) bool {
	return slices.ContainsFunc(seats, func(s int) bool { return s < len(g.tosses) })
}

// Random games with cheats of every kind. Over a relay, no honest seat names an honest
// one, all of them come to the same end, and the referee agrees. On single connections
// the referee, who sees everything, has no proof against an honest seat, but against a
// cheat wherever an honest seat blames anybody for a reveal.
func TestRandomGames(t *testing.T) {
	runs := 100_000
	if quick() {
		runs = 3_000
	}
	src := rand.New(rand.NewPCG(7, 9))
	ends := make(map[string]int)
	for run := range runs {
		relayed := run%4 != 0
		g := newGame(t, src, relayed)
		g.play()
		seed, verdict := commit.VerifyToss(g.session, g.seats, g.log)
		var blame *commit.BlameError
		proof := errors.As(verdict, &blame) && !errors.Is(verdict, commit.ErrMissing)
		if verdict != nil && blame == nil || proof && g.honest(blame.Seats) {
			t.Fatalf("run %d: the referee: %v", run, verdict)
		}
		src.Shuffle(len(g.log), func(i, j int) { g.log[i], g.log[j] = g.log[j], g.log[i] })
		if again, err := commit.VerifyToss(g.session, g.seats, g.log); again != seed || (err == nil) != (verdict == nil) || err != nil && err.Error() != verdict.Error() {
			t.Fatalf("run %d: in another order: %v, not %v", run, err, verdict)
		}
		var first string
		for seat, toss := range g.tosses {
			own, err := toss.Seed()
			end := seedOrClass(own, err)
			if err == nil && verdict == nil && own != seed {
				t.Fatalf("run %d: seat %d has %v, the referee %v", run, seat, own, seed)
			}
			if seat > 0 && first != end && relayed {
				t.Fatalf("run %d: seat 0 has %s, seat %d has %s; the referee: %v", run, first, seat, end, verdict)
			}
			if errors.Is(err, commit.ErrMismatch) && !proof {
				t.Fatalf("run %d: seat %d: %v; the referee: %v", run, seat, err, verdict)
			}
			if seat == 0 {
				first = end
			}
			if !relayed {
				continue
			}
			if named := append(g.named[seat], accused(toss)...); g.honest(named) {
				t.Fatalf("run %d of %d seats: honest seat %d names %v", run, g.seats, seat, named)
			}
			if err != nil && (blame == nil || !slices.Equal(accused(toss), blame.Seats) && errors.Is(verdict, commit.ErrMissing)) {
				t.Fatalf("run %d: seat %d names %v: %v, the referee: %v", run, seat, accused(toss), err, verdict)
			}
		}
		switch {
		case verdict == nil:
			ends["seed"]++
		default:
			ends[class(errors.Unwrap(verdict))]++
		}
	}
	for _, end := range []string{"seed", "mismatch", "state", "missing"} {
		if ends[end] < runs/100 {
			t.Errorf("too few games end in %s: %v", end, ends)
		}
	}
	t.Log(ends)
}
