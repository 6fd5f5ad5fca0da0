package holdem_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

// Seats that run in two processes with one key from some step on, which tell different
// seats different things, or that sign something else in any earlier place, alone or with
// others who fall silent, are out and named. The others finish all hands, none of which is
// void or changes any more, and an audit of any of their transcripts agrees.
func TestTwins(t *testing.T) {
	eachSeed(t, 16, 4, twins)
}

// A double is a seat's second process.
type double struct {
	seat  int
	table *holdem.Table
	heard int
	to    []bool // the seats that hear it; the others hear the first process
}

func twins(t *testing.T, seed uint64) {
	seats := 2 + int(seed)%4
	b := newBus(t, seed, config(seats, 3))
	if seed%3 == 0 {
		b.act = caller
	}
	cheats := b.rng.Perm(seats)[:1+b.rng.IntN(max(1, seats-1))/2]
	var doubles []*double
	from := -1 // the double that posts
	b.keep = func(by, to int, _ []byte) bool {
		for _, d := range doubles {
			if d.seat == by && d.to[to] != (from == by) {
				return true
			}
		}
		return false
	}
	finished := make([][]holdem.Result, seats)
	look := func() {
		t.Helper()
		for s, table := range b.tables {
			if table == nil || b.cheats[s] != "" {
				continue
			}
			r := table.View().Results
			if n := len(finished[s]); len(r) < n || fmt.Sprint(r[:n]) != fmt.Sprint(finished[s]) {
				t.Fatalf("seat %d has seen %d hands, then %d", s, n, len(r))
			}
			finished[s] = r
		}
	}
	second := func(d *double) {
		say := func(send [][]byte, _ error) {
			from = d.seat
			b.post(d.seat, send)
			from = -1
		}
		for ; d.heard < len(b.sent); d.heard++ {
			say(d.table.Hear(b.sent[d.heard]))
		}
		v := d.table.View()
		switch {
		case v.Turn == d.seat && v.Legal.Fold && b.rng.IntN(2) == 0:
			say(d.table.Act(holdem.Action{Kind: holdem.Fold}))
		case v.Turn == d.seat && v.Legal != (holdem.Legal{}):
			say(d.table.Act(caller(v)))
		case b.rng.IntN(60) == 0:
			say(d.table.Expire(b.rng.Perm(seats)...))
		case b.rng.IntN(150) == 0 && v.Stage != holdem.Over:
			say(d.table.Leave())
		}
	}
	for _, cheat := range cheats {
		for range b.rng.IntN(60 * seats * (seats - 1)) {
			b.step()
			look()
			for _, d := range doubles {
				second(d)
			}
		}
		b.cheats[cheat] = "equivocates"
		switch b.rng.IntN(4) {
		case 0, 1:
			d := &double{seat: cheat, heard: len(b.sent), to: make([]bool, seats)}
			disk := &disk{held: b.disks[cheat].held}
			d.table, _ = holdem.ParseTable(disk.held, disk.store)
			for s := range d.to {
				d.to[s] = b.rng.IntN(2) == 0
			}
			if b.rng.IntN(2) == 0 {
				d.heard = b.rng.IntN(len(b.sent) + 1)
			}
			doubles = append(doubles, d)
		case 2:
			for range 1 + b.rng.IntN(3) {
				n := len(said(b, cheat))
				number := b.rng.IntN(n)
				if b.rng.IntN(2) == 0 {
					number = max(0, n-1-b.rng.IntN(4))
				}
				raw := twin(b, cheat, number)
				if b.rng.IntN(2) == 0 {
					b.post(cheat, [][]byte{raw})
				} else {
					to := b.rng.IntN(seats)
					b.queues[to] = append(b.queues[to], raw)
				}
				for range b.rng.IntN(10) {
					b.step()
					look()
				}
			}
		case 3:
			b.kill(cheat)
		}
	}
	for n := 0; b.step(); n++ {
		look()
		for _, d := range doubles {
			second(d)
		}
		if n > 50000 {
			t.Fatal("no end")
		}
	}
	v := b.checkOver()
	for _, g := range v.Guilty {
		if !slices.Contains(cheats, g.Seat) {
			t.Errorf("guilty: %d, %v", g.Seat, g.What)
		}
	}
	for _, o := range v.Outs {
		if o.Why != holdem.Broke && !slices.Contains(cheats, o.Seat) {
			t.Errorf("out: %+v", o)
		}
	}
	for _, r := range v.Results {
		if r.Void {
			t.Errorf("hand %d is void", r.Hand)
		}
	}
	var honest, all [][]byte
	for s, table := range b.tables {
		if table == nil {
			continue
		}
		all = append(all, table.Transcript())
		if b.cheats[s] == "" && table.View().Err == nil {
			honest = append(honest, table.Transcript())
		}
	}
	for _, d := range doubles {
		all = append(all, d.table.Transcript())
	}
	for range 3 {
		some := [][]byte{honest[b.rng.IntN(len(honest))]}
		for _, transcript := range all {
			if b.rng.IntN(2) == 0 {
				some = append(some, transcript)
			}
		}
		w, err := holdem.Audit(b.config, b.keys, some...)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(v.Results, w.Results) + cmp.Diff(fmt.Sprint(v.Outs), fmt.Sprint(w.Outs)); diff != "" {
			t.Errorf("the audit of %d transcripts: %s", len(some), diff)
		}
		for _, g := range w.Guilty {
			if !slices.Contains(cheats, g.Seat) {
				t.Errorf("guilty in another audit: %d, %v", g.Seat, g.What)
			}
		}
	}
}
