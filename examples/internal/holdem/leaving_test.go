package holdem_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

// However impatient seats are, and whoever dies or restarts when: all who are left agree,
// with each other and with an audit, and nobody is blamed.
func TestImpatience(t *testing.T) {
	runs := 20
	if testing.Short() {
		runs = 6
	}
	for seed := range uint64(runs) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			seats := 2 + int(seed)%5
			b := newBus(t, seed, config(seats, 2))
			alive := seats
			for n := 0; b.step(); n++ {
				s := b.rng.IntN(seats)
				if b.tables[s] == nil {
					continue
				}
				switch b.rng.IntN([]int{150, 50}[seed/5%2]) {
				case 0, 1, 2:
					b.call(s, func(t *holdem.Table) ([][]byte, error) { return t.Expire(b.rng.Perm(seats)...) })
				case 3:
					if alive > 1 && b.rng.IntN(3) == 0 {
						b.kill(s)
						alive--
					}
				case 4, 5, 6:
					b.restart(s)
				case 7:
					if b.rng.IntN(8) == 0 && b.tables[s].View().Stage != holdem.Over {
						send, _ := b.tables[s].Leave()
						b.post(s, send)
					}
				}
				if n > 10000 {
					for s, table := range b.tables {
						if table != nil {
							v := table.View()
							t.Log(s, v.Stage, v.Err, v.Awaited, v.Players, len(b.sent))
						}
					}
					for _, e := range b.audit().Events {
						t.Log(e)
					}
					t.Fatal("no end")
				}
			}
			v := b.audit()
			if v.Guilty != nil {
				t.Errorf("guilty: %v", v.Guilty)
			}
			b.checkOver()
			for s, table := range b.tables {
				if table != nil && table.View().Cheats != nil {
					t.Errorf("seat %d names %v", s, table.View().Cheats)
				}
			}
		})
	}
}

// A seat dies, or restarts, after each single step of a hand: the others, or all, go on.
func TestEveryStep(t *testing.T) {
	const seats = 3
	every := 8
	if testing.Short() {
		every = 30
	}
	for dies := range 2 {
		for steps, n := dies, 2; steps < n; steps += every {
			b := newBus(t, uint64(steps), config(seats, 1))
			b.act = caller
			seat := (steps + dies) % seats
			for range steps {
				b.step()
			}
			if dies == 1 {
				b.kill(seat)
			} else {
				b.restart(seat)
			}
			b.run()
			v := b.checkOver()
			if v.Guilty != nil || dies == 0 && (len(v.Outs) > 0 || len(v.Results) != 1) {
				t.Errorf("seat %d after step %d: %+v", seat, steps, v)
			}
			if checkFull(t, v); dies == 1 {
				for _, o := range v.Outs {
					if o.Seat != seat {
						t.Errorf("seat %d died after step %d, and %+v", seat, steps, o)
					}
				}
			}
			n = max(n, min(b.steps, 150))
		}
	}
}

// Of six seats two die, and a third restarts, at any step: the others finish with all
// cards, and nobody else is missed.
func TestDeaths(t *testing.T) {
	runs := 2
	if testing.Short() {
		runs = 1
	}
	for seed := range uint64(runs) {
		const seats = 6
		b := newBus(t, seed, config(seats, 2))
		b.act = caller
		who := b.rng.Perm(seats)
		at := []int{b.rng.IntN(700), b.rng.IntN(700), b.rng.IntN(700)}
		for n := 0; b.step(); n++ {
			for i, s := range who[:2] {
				if n == at[i] {
					b.kill(s)
				}
			}
			if n == at[2] {
				b.restart(who[2])
			}
		}
		v := b.checkOver()
		checkFull(t, v)
		for _, o := range v.Outs {
			if o.Why != holdem.Broke && !slices.Contains(who[:2], o.Seat) {
				t.Errorf("run %d: seats %v died, and %+v", seed, who[:2], o)
			}
		}
		if len(v.Results) != 2 || v.Guilty != nil {
			t.Errorf("run %d: %+v", seed, v)
		}
	}
}

// A match that ended as most others were gone is over after a restart too, with nobody
// there to say anything.
func TestAbandonedRestart(t *testing.T) {
	b := newBus(t, 1, config(3, 1))
	for b.tables[0].View().Turn < 0 {
		b.step()
	}
	b.kill(1)
	b.kill(2)
	b.run()
	b.restart(0)
	b.queues[0] = nil
	b.checkOver()
}
