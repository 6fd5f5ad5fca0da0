package table_test

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

// The board of the arena, with the judge who reads it for all cheats, and counts what section 12.1 of
// SPEC.md bounds.

// A crowd is the game as all cheats know it; the first is no seat's.
type crowd struct{ games []*testGame }

func (c *crowd) Start(head record.Digest)       { c.each(func(f *testGame) { f.Start(head) }) }
func (c *crowd) Due() (int, []int)              { return c.games[0].Due() }
func (c *crowd) Pending() []byte                { return nil }
func (c *crowd) Check(int, []byte) error        { return nil }
func (c *crowd) Out(seat int, why table.Reason) { c.each(func(f *testGame) { f.Out(seat, why) }) }
func (c *crowd) Checkpoint() []byte             { return c.games[0].Checkpoint() }

func (c *crowd) Apply(seat int, m []byte) (err error) {
	c.each(func(f *testGame) { err = f.Apply(seat, m) })
	return err
}

func (c *crowd) Restore(b []byte) error {
	c.each(func(f *testGame) { _ = f.Restore(b) })
	return nil
}

func (c *crowd) each(do func(f *testGame)) {
	for _, f := range c.games {
		do(f)
	}
}

// show shows a post, if the board does.
func (a *arena) show(raw []byte) {
	st, err := record.ParseStatement(raw)
	var v table.Verdict
	if err == nil {
		v, err = a.judge.Would(st)
		if v.Void && st.Len > 32 && a.keeps {
			raw = record.Prune(raw)
		}
	}
	if err != nil && (a.keeps || a.rng.IntN(10) > 0) || a.keeps && v.Tick && !a.judge.Late() && a.now-a.since < graceMillis/8 {
		return
	}
	stamp := beginning + a.clock.stamp(a)
	if a.keeps {
		stamp = max(stamp, a.lastStamp)
	}
	a.lastStamp = stamp
	a.board.add(1, stamp, raw)
	a.see(a.board.posts[len(a.board.posts)-1])
	for _, u := range a.honest {
		if u.wakes > a.now+60 {
			u.wake(1 + a.rng.Int64N(60))
		}
	}
}

// see has those read who read at once.
func (a *arena) see(p record.Post) {
	st, err := record.ParseStatement(p.Bytes)
	v, _ := a.judge.Would(st)
	outs, round := len(a.judge.Outs()), a.judge.Round()
	placed, _ := a.judge.Read(time.Time{}, p)
	a.states[p.Number] = a.state(a.judge, a.crowd.games[0])
	a.bytes += len(p.Bytes)
	if err != nil || !placed || round == 0 || st.Kind == closing {
		return
	}
	a.since = a.now
	gone := a.judge.Outs()[outs:]
	fault := slices.ContainsFunc(gone, func(o table.Out) bool { return o.Why == table.Fault })
	effects := len(gone)
	if ended := a.measure(); !v.Void && !v.Tick && !fault && (ended || st.Kind == leave) {
		effects++
	}
	a.count(st, v, len(p.Bytes))
	a.effects += effects
	if effects > 0 {
		clear(a.ticks)
		for s := range a.void {
			a.void[s] = max(0, a.void[s]-effects)
		}
	}
}

// measure notes the items that have begun and ended, and reports whether any has ended.
func (a *arena) measure() (ended bool) {
	items := make(map[table.Item]int64)
	for _, i := range a.judge.Due(time.Time{}) {
		i.Left = 0
		if _, ok := a.items[i]; !ok {
			a.items[i] = a.now
			a.begun++
		}
		items[i] = a.items[i]
	}
	for i, begun := range a.items {
		if _, ok := items[i]; !ok {
			a.longestItem = max(a.longestItem, int(a.now-begun))
		}
	}
	ended = !maps.Equal(items, a.items)
	a.items = items
	return ended
}

// count counts a statement of so many bytes that has a place.
func (a *arena) count(st record.Statement, v table.Verdict, bytes int) {
	switch {
	case v.Void:
		a.voids++
		if a.isUpright(st.Seat) {
			a.crossed++
		}
		a.void[st.Seat]++
		if a.void[st.Seat] > maxVoids {
			a.fail("seat %d has said %d things without effect", st.Seat, a.void[st.Seat])
		}
	case v.Tick:
		a.ticks[st.Seat]++
		a.allTick++
		if a.isUpright(st.Seat) {
			a.mostTicks = max(a.mostTicks, a.ticks[st.Seat])
		}
	case st.Kind == say:
		a.taken += bytes
	}
}

// state is what all have to agree on.
func (a *arena) state(t *table.Table, g *testGame) string {
	s := fmt.Sprintf("%x %v %d %v %d %x", t.Head(), t.Outs(), t.Round(), t.Over(), t.Places(), g.result())
	for i := range a.keys {
		s += fmt.Sprint(t.Returned(i))
	}
	return s
}

// lose loses the end of the board.
func (a *arena) lose() {
	a.board.lose(1 + a.rng.IntN(8))
	a.begin()
}
