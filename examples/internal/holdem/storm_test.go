package holdem_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/oldrecord"
)

// Liars, seats that run twice with one key, posts that are late, impatience, restarts,
// deaths and leaves, all at once: nobody who is honest is blamed, and those who go on
// agree.
func TestStorm(t *testing.T) {
	eachSeed(t, 24, 4, storm)
}

func storm(t *testing.T, seed uint64) {
	seats := 3 + int(seed)%3
	cheats := make([]string, seats)
	for s := range seats {
		if (s+int(seed/3))%seats < (1+int(seed/2)%2) && seats > 3 || s == int(seed/3)%seats {
			cheats[s] = "liar"
		}
	}
	b := newBus(t, seed, config(seats, 1), cheats...)
	type late struct {
		to  int
		raw []byte
	}
	var held []late
	b.keep = func(from, to int, raw []byte) bool {
		if cheats[from] == "" && b.rng.IntN(3) > 0 || b.rng.IntN(3) > 0 {
			return false
		}
		held = append(held, late{to, raw})
		return true
	}
	flush := func(n int) {
		for ; n > 0 && len(held) > 0; n-- {
			i := b.rng.IntN(len(held))
			b.queues[held[i].to] = append(b.queues[held[i].to], held[i].raw)
			held = slices.Delete(held, i, i+1)
		}
	}
	var clone *holdem.Table
	heard, twin := 0, -1
	alive := seats
	doubles := seed%4 < 2
	limit := b.rng.IntN([]int{120, 600}[seed/4%2])
	for n := 0; n < limit && b.step(); n++ {
		flush(b.rng.IntN(3))
		s := b.rng.IntN(seats)
		if b.tables[s] == nil {
			continue
		}
		switch b.rng.IntN(60) {
		case 0, 1, 2:
			if cheats[s] == "" {
				b.call(s, func(t *holdem.Table) ([][]byte, error) { return t.Expire(b.rng.Perm(seats)...) })
			}
		case 3:
			if alive > 1 && b.rng.IntN(4) == 0 {
				b.kill(s)
				alive--
			}
		case 4, 5, 6, 7:
			if cheats[s] == "" {
				b.restart(s)
			}
		case 8:
			if b.rng.IntN(8) == 0 && b.tables[s].View().Stage != holdem.Over {
				send, _ := b.tables[s].Leave()
				b.post(s, send)
			}
		case 9, 10:
			if doubles && clone == nil && cheats[s] != "" {
				d := &disk{held: b.disks[s].held}
				clone, _ = holdem.ParseTable(b.disks[s].held, d.store)
				twin, heard = s, b.rng.IntN(len(b.sent)+1)
			}
		}
		if clone != nil && b.rng.IntN(2) == 0 {
			for ; heard < len(b.sent); heard++ {
				send, _ := clone.Hear(b.sent[heard])
				b.post(twin, send)
			}
			if v := clone.View(); v.Turn == twin && v.Legal.Fold {
				send, _ := clone.Act(holdem.Action{Kind: holdem.Fold})
				b.post(twin, send)
			}
			if b.rng.IntN(10) == 0 {
				send, _ := clone.Expire(b.rng.Perm(seats)...)
				b.post(twin, send)
			}
		}
	}
	for flush(len(held)); ; flush(len(held)) {
		b.run()
		if len(held) == 0 {
			break
		}
	}
	if clone != nil {
		cheats[twin] = "twin"
	}
	check := func(v *holdem.Verdict, whose string) {
		for _, g := range v.Guilty {
			if cheats[g.Seat] == "" {
				t.Errorf("%s blames seat %d: %v", whose, g.Seat, g.What)
			}
		}
	}
	v := b.audit()
	check(v, "the audit")
	for s, table := range b.tables {
		if table == nil || cheats[s] != "" {
			continue
		}
		for _, c := range table.View().Cheats {
			if cheats[c.Seat] == "" {
				t.Errorf("seat %d blames seat %d: %v", s, c.Seat, c.What)
			}
		}
		alone, err := holdem.Audit(b.config, b.keys, table.Transcript())
		if err != nil {
			t.Fatal(err)
		}
		check(alone, fmt.Sprint("the audit of seat ", s))
		before := table.View()
		b.restart(s)
		if after := b.tables[s].View(); fmt.Sprint(after.Results, after.Outs, after.Stage, len(after.Cheats), after.Stacks) != fmt.Sprint(before.Results, before.Outs, before.Stage, len(before.Cheats), before.Stacks) {
			t.Errorf("seat %d after a restart: %v %v %v %v, not %v %v %v %v", s, after.Results, after.Outs, after.Stage, len(after.Cheats), before.Results, before.Outs, before.Stage, len(before.Cheats))
		}
	}
	b.queues = make([][][]byte, seats)
	if clone == nil || !lostPatience(b) {
		b.checkOver()
	}
}

// lostPatience reports whether an honest seat has voted on another: they may disagree about
// who has left then, if a seat contradicts itself.
func lostPatience(b *bus) bool {
	table, err := b.config.Table(b.keys)
	if err != nil {
		b.t.Fatal(err)
	}
	return slices.ContainsFunc(b.sent, func(raw []byte) bool {
		st, err := oldrecord.ParseStatement(table, raw)
		return err == nil && b.cheats[st.Seat()] == "" && slices.ContainsFunc(holdem.VoteOn(st), func(s int) bool { return b.cheats[s] == "" })
	})
}
