package commit_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/internal/long"
)

// An opening is what a seat may commit to and reveal.
type opening struct {
	nonce commit.Nonce
	value []byte
}

func randomOpening(src *rand.Rand) opening {
	b := make([]byte, 64)
	for i := range b {
		b[i] = byte(src.Uint32())
	}
	return opening{mustNonce(b[:32]), b[32:]}
}

// A game is a toss with honest seats, seats 0 to len(tosses)−1, and cheats.
type game struct {
	t        *testing.T
	src      *rand.Rand
	seats    int
	session  []byte
	tosses   []*commit.Toss
	disks    []disk[commit.TossState]
	cheats   map[int][]opening // two of each cheat
	said     [][]byte          // by honest seats, for cheats
	onlooker *commit.Toss
}

func newGame(t *testing.T, src *rand.Rand) *game {
	g := &game{t: t, src: src, seats: 2 + src.IntN(4), cheats: make(map[int][]opening)}
	honest := 1 + src.IntN(g.seats)
	g.session = []byte{byte(src.Uint32()), byte(src.Uint32())}
	g.tosses, g.disks = make([]*commit.Toss, honest), make([]disk[commit.TossState], honest)
	for seat := range g.seats {
		own := randomOpening(src)
		if seat >= honest {
			g.cheats[seat] = []opening{own, randomOpening(src)}
			continue
		}
		var err error
		if g.tosses[seat], err = commit.NewToss(g.session, g.seats, seat, own.nonce, own.value, g.disks[seat].store); err != nil {
			t.Fatal(err)
		}
		g.said = append(g.said, g.tosses[seat].Pending())
	}
	var err error
	if g.onlooker, err = commit.WatchToss(g.session, g.seats); err != nil {
		t.Fatal(err)
	}
	return g
}

func (g *game) honest(seats []int) bool {
	return slices.ContainsFunc(seats, func(s int) bool { return s < len(g.tosses) })
}

// reads has an honest seat read a message, perhaps after a restart.
func (g *game) reads(seat int, m commit.TossMessage) error {
	if g.src.IntN(12) == 0 {
		pending := g.tosses[seat].Pending()
		var err error
		if g.tosses[seat], err = commit.ParseToss(g.disks[seat].held, g.disks[seat].store); err != nil {
			g.t.Fatal(err)
		}
		if !bytes.Equal(g.tosses[seat].Pending(), pending) {
			g.t.Fatalf("seat %d says something else after a restart", seat)
		}
	}
	before := commit.Snapshot(g.tosses[seat])
	err := g.tosses[seat].Receive(m.From, m.Bytes)
	if err != nil && commit.Snapshot(g.tosses[seat]) != before {
		g.t.Fatalf("a refused message has changed seat %d: %v", seat, err)
	}
	if p := g.tosses[seat].Pending(); p != nil {
		g.said = append(g.said, p)
	}
	return err
}

// cheat returns what a cheat says.
func (g *game) cheat() commit.TossMessage {
	src := g.src
	from := len(g.tosses) + src.IntN(len(g.cheats))
	o := g.cheats[from][src.IntN(2)]
	session, seats := g.session, g.seats
	copied := g.said[src.IntN(len(g.said))]
	var message []byte
	switch kind := src.IntN(10); kind {
	case 0, 1, 2, 8: // its commitment, or of another toss
		if kind == 8 {
			if src.IntN(2) == 0 {
				seats++
			} else {
				session = append([]byte("not "), session...)
			}
		} else if src.IntN(4) > 0 {
			o = g.cheats[from][0]
		}
		toss, err := commit.NewToss(session, seats, from, o.nonce, o.value, discardToss)
		if err != nil {
			g.t.Fatal(err)
		}
		message = toss.Pending()
	case 3, 4, 5, 6: // a reveal, with a list that somebody had, or none
		if src.IntN(4) > 0 {
			o = g.cheats[from][0]
		}
		message = append(bytes.Clone(g.said[0]), make([]byte, commit.RevealMessageSize-commit.CommitMessageSize)...)
		message[0] = 2
		for _, s := range g.said {
			if len(s) == commit.RevealMessageSize && src.IntN(3) > 0 {
				message = bytes.Clone(s)
			}
		}
		if src.IntN(6) > 0 { // or as of a copied commitment
			message = revealFor(message, from, o.nonce, o.value)
		}
		message = under(message, from)
		if src.IntN(6) == 0 {
			message[bodyAt+src.IntN(96)] ^= 1
		}
	case 7: // a copy, as it is, or with its own number
		message = bytes.Clone(copied)
		if src.IntN(4) > 0 {
			message = under(message, from)
		}
	case 9: // nonsense
		message = copied[:src.IntN(len(copied))]
	}
	return commit.TossMessage{From: from, Bytes: message}
}

// Random games with cheats of every kind on one sequence, with restarts and repetitions.
// At each place, all honest seats and an onlooker answer alike, are in the same phase, wait
// for the same seats and have the same seed or none; no honest seat is blamed, or late when
// it has nothing to say. The referee agrees, also when more is said after the end.
func TestRandomGames(t *testing.T) {
	runs := long.Pick(2_000, 10_000)
	src := rand.New(rand.NewPCG(7, 9))
	ends := make(map[string]int)
	for run := range runs {
		g := newGame(t, src)
		var record []commit.TossMessage
		var seed commit.Seed
		post := func(m commit.TossMessage) {
			record = append(record, m)
			first := g.onlooker.Receive(m.From, m.Bytes)
			if g.honest(blamed(first)) || first != nil && m.From < len(g.tosses) {
				t.Fatalf("run %d: honest seat %d: %v", run, m.From, first)
			}
			now, _ := g.onlooker.Seed()
			want := fmt.Sprint(first, due(g.onlooker), now)
			for seat := range g.tosses {
				err := g.reads(seat, m)
				own, _ := g.tosses[seat].Seed()
				if got := fmt.Sprint(err, due(g.tosses[seat]), own); got != want {
					t.Fatalf("run %d: seat %d: %s, not %s", run, seat, got, want)
				}
				if _, late := g.onlooker.Due(); slices.Contains(late, seat) != (g.tosses[seat].Pending() != nil) {
					t.Fatalf("run %d: %s, and seat %d has to say %x", run, want, seat, g.tosses[seat].Pending())
				}
			}
			if seed != (commit.Seed{}) && now != seed {
				t.Fatalf("run %d: the seed was %v and is %v", run, seed, now)
			}
			seed = now
		}
		for budget := src.IntN(14); ; {
			var ready []int
			for seat, toss := range g.tosses {
				if toss.Pending() != nil {
					ready = append(ready, seat)
				}
			}
			switch {
			case len(g.cheats) > 0 && budget > 0 && (len(ready) == 0 || src.IntN(3) == 0):
				budget--
				post(g.cheat())
				continue
			case len(ready) > 0:
				from := ready[src.IntN(len(ready))]
				m := commit.TossMessage{From: from, Bytes: g.tosses[from].Pending()}
				for range 1 + src.IntN(5)/4 {
					post(m)
				}
				continue
			}
			break
		}
		verdict, err := commit.VerifyToss(g.session, g.seats, record)
		if verdict != seed || (err == nil) != (seed != commit.Seed{}) || g.honest(blamed(err)) {
			t.Fatalf("run %d: the referee: %v, %v, the seats: %v", run, verdict, err, seed)
		}
		end := "seed"
		switch {
		case blamed(err) != nil:
			end = class(errors.Unwrap(err))
		case err != nil:
			end = class(err)
		}
		ends[end]++
	}
	for _, end := range []string{"seed", "mismatch", "state", "malformed", "missing"} {
		if ends[end] < runs/100 {
			t.Errorf("too few games end in %s: %v", end, ends)
		}
	}
	t.Log(ends)
}

// Whoever keeps the order is in league with the cheats: it shows each honest seat a
// sequence of its own, which holds the honest seats' messages in any order. Honest seats
// that get a seed get the same, and an honest seat is blamed for nothing but a reveal
// before the last commitment, which is no proof there.
func TestForkedGames(t *testing.T) {
	runs := long.Pick(1_500, 5_000)
	src := rand.New(rand.NewPCG(8, 10))
	ends := make(map[string]int)
	for run := range runs {
		g := newGame(t, src)
		if len(g.tosses) < 2 {
			continue
		}
		way := make([][]commit.TossMessage, len(g.tosses)) // to each honest seat
		said := make([][]byte, len(g.tosses))
		for step := 0; step < 40*len(g.tosses); step++ {
			for from, toss := range g.tosses {
				if m := toss.Pending(); m != nil && !bytes.Equal(m, said[from]) {
					said[from] = m
					for seat := range way {
						way[seat] = append(way[seat], commit.TossMessage{From: from, Bytes: m})
					}
				}
			}
			seat := src.IntN(len(g.tosses))
			var m commit.TossMessage
			switch {
			case len(g.cheats) > 0 && src.IntN(3) == 0:
				m = g.cheat()
			case len(way[seat]) == 0:
				continue
			default:
				at := src.IntN(min(2, len(way[seat])))
				m = way[seat][at]
				if src.IntN(8) > 0 {
					way[seat] = slices.Delete(way[seat], at, at+1)
				}
			}
			err := g.reads(seat, m)
			if errors.Is(err, commit.ErrDiverged) {
				ends["diverged"]++
			}
			if g.honest(blamed(err)) {
				ends["honest blamed"]++
				if !strings.Contains(err.Error(), "a reveal before the last commitment") {
					t.Fatalf("run %d: seat %d: %v", run, seat, err)
				}
			}
		}
		seeds := make(map[commit.Seed]bool)
		for _, toss := range g.tosses {
			if seed, err := toss.Seed(); err == nil {
				seeds[seed] = true
			}
		}
		if len(seeds) > 1 {
			t.Fatalf("run %d: honest seats have %d seeds", run, len(seeds))
		}
		ends[fmt.Sprint(len(seeds), " seeds")]++
	}
	for _, end := range []string{"0 seeds", "1 seeds", "diverged", "honest blamed"} {
		if ends[end] < runs/100 {
			t.Errorf("too few: %s: %v", end, ends)
		}
	}
	t.Log(ends)
}
