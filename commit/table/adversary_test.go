package table_test

import (
	"bytes"
	"container/heap"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/internal/long"
)

// An arena is a match in which all seats but one or more cheat, and know what honest seats are
// about to say. It runs in virtual time, in milliseconds.
type arena struct {
	rng    *rand.Rand
	clock  clock
	keeps  bool // the board keeps to section 7.8 of SPEC.md
	crash  bool
	losses int
	rounds int
	terms  table.Terms
	keys   []record.Key

	now, since int64 // since: of the last place
	seq        int64
	queue      events
	posts      []record.Post
	number     uint64
	epoch      int // changes when posts are lost
	lastStamp  int64
	judge      *table.Table
	crowd      *crowd
	honest     []*upright
	villains   []*villain
	said       [][]byte          // by cheats
	states     map[uint64]string // after each post
	bad        []string

	// Since the last effect, or in all.
	ticks, void             []int // by seat
	items                   map[table.Item]int64
	mostTicks, longestItem  int
	effects, voids, allTick int
	crossed                 int // statements of honest seats, which were void then
	begun                   int // items
	bytes, taken            int // of all posts, and of says that count
}

// A clock is that of the board's stamps.
type clock struct {
	name  string
	still int64 // the longest time in which it moves by less than an eighth of graceMillis
	stamp func(a *arena) int64
}

func inSteps(step int64) clock {
	return clock{fmt.Sprintf("in steps of %d ms", step), max(graceMillis/8, step), func(a *arena) int64 { return a.now - a.now%step }}
}

func clocks(rng *rand.Rand) []clock {
	jumps, ahead := 1, int64(0)
	return []clock{
		{"right", graceMillis / 8, func(a *arena) int64 { return a.now }},
		{"of two servers", graceMillis / 4, func(a *arena) int64 { return a.now - a.rng.Int64N(2)*(graceMillis/4-1) }},
		inSteps([]int64{250, 500, 2000, 6000, 15000}[rng.IntN(5)]),
		{"wrong once", 600e3 + graceMillis/8, func(a *arena) int64 {
			if jumps > 0 && a.rng.IntN(40) == 0 {
				jumps--
				wrong := []int64{600e3, -600e3, 1 << 60, -1 << 62}
				if a.keeps { // it stands then
					wrong = wrong[:2]
				}
				return a.now + wrong[a.rng.IntN(len(wrong))]
			}
			return a.now
		}},
		{"standing", 60000 + graceMillis/8, func(a *arena) int64 {
			if jumps > 0 && a.rng.IntN(60) == 0 {
				jumps--
				ahead = a.now + 60000
			}
			return max(a.now, ahead)
		}},
		{"slow", 20 * graceMillis / 8, func(a *arena) int64 { return a.now / 20 }},
	}
}

// A crowd is the game as all cheats know it; the first is nobody.
type crowd struct{ games []*testGame }

func (c *crowd) Start(head record.Digest) { c.each(func(f *testGame) { f.Start(head) }) }
func (c *crowd) Due() (int, []int)        { return c.games[0].Due() }
func (c *crowd) Pending() []byte          { return nil }
func (c *crowd) Check(int, []byte) error  { return nil }

func (c *crowd) Apply(seat int, m []byte) (err error) {
	c.each(func(f *testGame) { err = f.Apply(seat, m) })
	return err
}

func (c *crowd) Out(seat int, why table.Reason) { c.each(func(f *testGame) { f.Out(seat, why) }) }
func (c *crowd) Checkpoint() []byte             { return c.games[0].Checkpoint() }

func (c *crowd) Restore(b []byte) error {
	c.each(func(f *testGame) { _ = f.Restore(b) })
	return nil
}

func (c *crowd) each(do func(f *testGame)) {
	for _, f := range c.games {
		do(f)
	}
}

// An upright seat is a program with its disk.
type upright struct {
	a             *arena
	id            int
	p             *table.Player
	g             *testGame
	disk          []byte
	read, epoch   int
	at            int64 // when it wakes
	resume, again int64
	thinks        int64
	live          bool
	leaves        bool
	kept          []record.Post
	final         string
}

// A villain is a cheat, with what it does, as shares of 100 or so.
type villain struct {
	a                                                  *arena
	id                                                 int
	g                                                  *testGame
	prompt, front, flood, ticks, leave, illegal, stall int
	poison, suppress, frames, replays, closes          bool
}

func (a *arena) fail(format string, args ...any) {
	a.bad = append(a.bad, fmt.Sprintf("%d ms: ", a.now)+fmt.Sprintf(format, args...))
}

func (a *arena) time() time.Time { return time.UnixMilli(1e9 + a.now) }

func (a *arena) later(d int64, do func()) {
	a.seq++
	heap.Push(&a.queue, event{a.now + d, a.seq, do})
}

// show shows a post, if the board does.
func (a *arena) show(raw []byte) {
	st, err := record.ParseStatement(raw)
	var v table.Verdict
	if err == nil {
		if v, err = a.judge.Would(st); v.Void && st.Len > 32 && a.keeps {
			raw = record.Prune(raw)
		}
	}
	if err != nil && (a.keeps || a.rng.IntN(10) > 0) || a.keeps && v.Tick && !a.judge.Late() && a.now-a.since < graceMillis/8 {
		return
	}
	a.number++
	stamp := 1e9 + a.clock.stamp(a)
	if a.keeps {
		stamp = max(stamp, a.lastStamp)
	}
	a.lastStamp = stamp
	a.posts = append(a.posts, record.Post{Number: a.number, Stamp: stamp, Bytes: raw})
	a.see(a.posts[len(a.posts)-1])
	for _, u := range a.honest {
		if u.at > a.now+60 {
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
	if a.bytes += len(p.Bytes); err != nil || !placed || round == 0 || st.Kind == closing {
		return
	}
	a.since = a.now
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
	gone := a.judge.Outs()[outs:]
	effects := len(gone)
	if fault := slices.ContainsFunc(gone, func(o table.Out) bool { return o.Why == table.Fault }); !v.Void && !v.Tick && !fault &&
		(!maps.Equal(items, a.items) || st.Kind == leave) {
		effects++
	}
	a.items = items
	switch {
	case v.Void:
		a.voids++
		if a.upright(st.Seat) {
			a.crossed++
		}
		if a.void[st.Seat]++; a.void[st.Seat] > 16 {
			a.fail("seat %d has said %d things without effect", st.Seat, a.void[st.Seat])
		}
	case v.Tick:
		a.ticks[st.Seat]++
		a.allTick++
		if a.upright(st.Seat) {
			a.mostTicks = max(a.mostTicks, a.ticks[st.Seat])
		}
	case st.Kind == say:
		a.taken += len(p.Bytes)
	}
	if a.effects += effects; effects > 0 {
		clear(a.ticks)
		for s := range a.void {
			a.void[s] = max(0, a.void[s]-effects)
		}
	}
}

func (a *arena) upright(seat int) bool {
	return slices.ContainsFunc(a.honest, func(u *upright) bool { return u.id == seat })
}

// state is what all have to agree on.
func (a *arena) state(t *table.Table, g *testGame) string {
	s := fmt.Sprintf("%x %v %d %v %d %x", t.Head(), t.Outs(), t.Round(), t.Over(), t.Places(), g.result())
	for i := range a.keys {
		s += fmt.Sprint(t.Returned(i))
	}
	return s
}

// begin begins to read the board.
func (a *arena) begin() {
	a.crowd = &crowd{[]*testGame{newTestGame(len(a.keys), a.rounds, -1)}}
	for _, v := range a.villains {
		v.g = newTestGame(len(a.keys), a.rounds, v.id)
		a.crowd.games = append(a.crowd.games, v.g)
	}
	a.judge, _ = table.Watch(a.terms, a.crowd)
	a.items, a.ticks, a.states = make(map[table.Item]int64), make([]int, len(a.keys)), make(map[uint64]string)
	a.void = make([]int, len(a.keys))
	for _, p := range a.posts {
		a.see(p)
	}
}

// lose loses the end of the board.
func (a *arena) lose() {
	a.posts = slices.Clone(a.posts[:max(0, len(a.posts)-1-a.rng.IntN(8))])
	a.epoch++
	a.begin()
}

func (a *arena) left(seat int) int64 {
	for _, d := range a.judge.Due(time.Time{}) {
		if d.Seat == seat {
			return d.Left.Milliseconds()
		}
	}
	return -1
}

// says has a cheat say something now.
func (v *villain) says(message ...byte) {
	a := v.a
	raw := signAt(a.judge.Digest(), a.keys[v.id], v.id, a.judge.Places(), a.judge.Head(), message)
	if len(a.said) < 200 {
		a.said = append(a.said, raw)
	}
	a.show(raw)
}

// due is what the game wants of a cheat.
func (v *villain) due() []byte {
	m := v.g.choose(v.a.rng)
	if m == nil {
		m = v.g.Pending()
	}
	return append([]byte{say}, m...)
}

// junk is what has no effect.
func (v *villain) junk() {
	body := make([]byte, v.a.rng.IntN(60))
	kind := []byte{say, tick, leave, closing, 77}[v.a.rng.IntN(5)]
	if kind == say && v.a.left(v.id) >= 0 || kind == leave && len(body) == 4 {
		kind = 78
	}
	v.says(append([]byte{kind}, body...)...)
}

// before is what a cheat does before an honest statement is shown.
func (v *villain) before() {
	a := v.a
	if a.judge.Round() == 0 || a.judge.Over() || a.rng.IntN(100) >= v.front {
		return
	}
	for range 1 + a.rng.IntN(3) {
		switch due := a.left(v.id) >= 0; {
		case due && v.g.stage == opening && a.rng.IntN(2) == 0:
			v.says(say, 77, 77) // and is out, so that what honest seats say now is void
		case due && a.rng.IntN(2) == 0:
			v.says(v.due()...)
		default:
			v.junk()
		}
	}
}

// step is what a cheat does now and then.
func (v *villain) step() {
	a, rng := v.a, v.a.rng
	a.later(10+rng.Int64N(20+(a.now-a.since)/10), v.step)
	one := func(in int) bool { return rng.IntN(in) == 0 }
	switch left := a.left(v.id); {
	case a.judge.Round() == 0:
		if slices.Contains(a.judge.Awaited(), v.id) {
			v.says(hello)
		}
		return
	case a.judge.Over():
		if v.closes && one(30) {
			v.says(closing)
		}
		return
	case v.replays && one(40) && len(a.said) > 0:
		a.show(a.said[rng.IntN(len(a.said))])
	case rng.IntN(100) < v.flood:
		v.junk()
	case rng.IntN(100) < v.ticks:
		v.says(tick)
	case v.suppress && a.now-a.since >= graceMillis/4-30: // before the honest ones tick
		v.says(9)
	case rng.IntN(3000) < v.leave:
		v.says(binary.BigEndian.AppendUint32([]byte{leave}, []uint32{0, uint32(a.judge.Round()), uint32(a.judge.Round() + 1),
			1 << 31}[rng.IntN(4)])...)
	case left < 0:
	case rng.IntN(2000) < v.illegal:
		v.says(append([]byte{say}, v.g.junk(rng)...)...)
	case v.poison && v.g.stage == committing && one(4):
		v.says(append(append([]byte{say}, short(v.g.secret())...), 1)...)
	case v.frames && slices.ContainsFunc(a.villains, func(o *villain) bool { l := a.left(o.id); return o != v && l >= 0 && l < 100 }):
		v.says(say, 77, 77) // out, so that another's time begins anew
	case v.stall == 2 || v.stall == 1 && left > 60:
	case v.stall == 1 || rng.IntN(100) < v.prompt:
		v.says(v.due()...)
	}
}

// boot starts a program, or starts it again after a crash.
func (u *upright) boot() {
	a := u.a
	u.g = newTestGame(len(a.keys), a.rounds, u.id)
	store := func(old, new table.State) error {
		if !bytes.Equal(old.Bytes(), u.disk) {
			a.fail("seat %d: the store replaces another state", u.id)
		}
		u.disk = new.Bytes()
		return nil
	}
	var err error
	if u.disk == nil {
		u.p, err = table.New(a.terms, u.g, a.keys[u.id], store)
	} else {
		u.p, err = table.Parse(a.terms, u.g, a.keys[u.id], u.disk, store)
	}
	if err != nil {
		a.fail("seat %d: %v", u.id, err)
		return
	}
	u.connect()
}

// connect begins to read again, and posts what the board has lost.
func (u *upright) connect() {
	a := u.a
	after, err := u.p.Connect(func(n uint64) (record.Post, bool) {
		i, ok := slices.BinarySearchFunc(a.posts, n, func(p record.Post, n uint64) int { return int(p.Number) - int(n) })
		if !ok {
			return record.Post{}, false
		}
		return a.posts[i], true
	})
	if err != nil {
		a.fail("seat %d: %v", u.id, err)
	}
	u.read, _ = slices.BinarySearchFunc(a.posts, after+1, func(p record.Post, n uint64) int { return int(p.Number) - int(n) })
	u.epoch, u.live, u.resume, u.again = a.epoch, false, a.now, 0
	for _, p := range u.kept {
		if !slices.ContainsFunc(a.posts, func(o record.Post) bool { return bytes.Equal(o.Bytes, p.Bytes) }) {
			u.resume = a.now + 40
			a.later(5+a.rng.Int64N(20), func() { a.show(p.Bytes) })
		}
	}
	u.kept = slices.Clone(a.posts[:u.read])
}

// step is a step of a program.
func (u *upright) step() {
	a := u.a
	next := 1 + a.rng.Int64N(60)
	if u.p == nil || a.crash && a.rng.IntN(150) == 0 {
		u.boot()
	}
	if u.epoch != a.epoch {
		u.connect()
	}
	for ; u.read < len(a.posts); u.read++ {
		p := a.posts[u.read]
		placed, err := u.p.Read(a.time(), p)
		if err != nil {
			a.fail("seat %d: %v", u.id, err)
		}
		if placed {
			u.kept = append(u.kept, p)
		}
		if got := a.state(&u.p.Table, u.g); got != a.states[p.Number] && !u.p.Final() {
			a.fail("seat %d after post %d: %s, not %s", u.id, p.Number, got, a.states[p.Number])
		}
		u.again = 0
	}
	if !u.live && a.now >= u.resume {
		u.p.Start(a.time())
		u.live = true
	}
	if u.live {
		if u.choose(); a.now >= u.again && u.speak() {
			next += a.rng.Int64N(150) // it has crashed
			u.p = nil
		}
	}
	if u.p != nil && u.live && u.thinks == 0 && !u.leaves {
		next = max(next, u.again-a.now)
	}
	u.wake(next)
}

// wake has a program take its next step some time from now, and not before.
func (u *upright) wake(d int64) {
	at := u.a.now + d
	u.at = at
	u.a.later(d, func() {
		if u.at == at {
			u.step()
		}
	})
}

// choose has the player move, or leave.
func (u *upright) choose() {
	a := u.a
	if _, ok := u.p.Choosing(a.time()); !ok {
		u.thinks = 0
	} else if u.thinks == 0 {
		u.thinks = a.now + a.rng.Int64N(200)
	} else if a.now >= u.thinks {
		if err := u.p.Act(u.g.choose(a.rng)); err != nil {
			a.fail("seat %d: %v", u.id, err)
		}
		u.again = 0
	}
	if u.leaves && a.rng.IntN(500) == 0 && u.p.Leave() == nil {
		u.again = 0
	}
}

// speak posts what the program has to say, and reports whether it crashes.
func (u *upright) speak() bool {
	a := u.a
	raw, again, err := u.p.Pending(a.time())
	if u.again = again.UnixMilli() - 1e9; err != nil && (a.losses == 0 || !errors.Is(err, table.ErrAstray)) {
		a.fail("seat %d: %v", u.id, err)
	}
	if u.final == "" && u.p.Done() {
		u.final = u.g.result()
	} else if u.final != "" && u.final != u.g.result() {
		a.fail("seat %d: a final end has changed", u.id)
	}
	if raw == nil {
		return false
	}
	if a.crash && a.rng.IntN(60) == 0 {
		return true // stored, and not posted
	}
	a.later(1+a.rng.Int64N(300), func() {
		for _, v := range a.villains {
			v.before()
		}
		a.show(raw)
	})
	if a.rng.IntN(10) == 0 {
		a.later(1+a.rng.Int64N(1500), func() { a.show(raw) })
	}
	return a.crash && a.rng.IntN(60) == 0
}

// done reports whether an honest seat has nothing to wait for.
func (u *upright) done() bool {
	return u.p != nil && u.p.Over() && u.epoch == u.a.epoch && u.read == len(u.a.posts) && !slices.Contains(u.p.Awaited(), u.id)
}

func newArena(seed uint64) *arena {
	rng := rand.New(rand.NewPCG(seed, 3))
	n := 2 + rng.IntN(5)
	a := &arena{rng: rng, rounds: 1 + rng.IntN(3), keeps: rng.IntN(2) == 0, crash: rng.IntN(2) == 0}
	a.clock = clocks(rng)[seed%6]
	banks := []time.Duration{0, grace / 2, 2 * grace, 8 * grace}
	a.terms = table.Terms{Game: []byte("arena"), Longest: 64, Grace: grace, Bank: banks[rng.IntN(len(banks))]}
	for s := range n {
		seed := sha256.Sum256(fmt.Appendf(nil, "%d %d", seed, s))
		key, err := record.ParseKey(seed[:])
		if err != nil {
			panic(err)
		}
		a.keys, a.terms.Seats = append(a.keys, key), append(a.terms.Seats, key.Public())
	}
	of := func(v ...int) int { return v[rng.IntN(len(v))] }
	one := func(in int) bool { return rng.IntN(in) == 0 }
	cheats, quiet, suppress := 1+rng.IntN(n-1), one(3), one(2)
	for i, s := range rng.Perm(n) {
		if i >= cheats {
			a.honest = append(a.honest, &upright{a: a, id: s, leaves: rng.IntN(3) == 0})
			continue
		}
		v := &villain{
			a: a, id: s, prompt: of(2, 20, 100), stall: of(0, 0, 1, 1, 2), front: of(0, 50, 100), flood: of(0, 0, 2, 30, 100), ticks: of(0, 0, 50),
			leave: of(0, 0, 3), illegal: of(0, 0, 1, 10), poison: one(3), suppress: one(2), frames: one(2), replays: one(2), closes: !one(3),
		}
		if quiet { // others have to keep the time
			v = &villain{a: a, id: s, prompt: v.prompt, stall: v.stall, suppress: suppress}
		}
		a.villains = append(a.villains, v)
	}
	if one(4) {
		a.losses = 1 + rng.IntN(2)
	}
	return a
}

// run plays a match until all honest seats are done, and nothing is on its way.
func (a *arena) run() {
	a.begin()
	for _, v := range a.villains {
		a.later(a.rng.Int64N(50), v.step)
	}
	for _, u := range a.honest {
		u.wake(a.rng.Int64N(50))
	}
	for range a.losses {
		a.later(1500+a.rng.Int64N(20000), a.lose)
	}
	for rest := a.now; len(a.bad) == 0 && a.now < 8*3600e3 && a.now < rest+2000; {
		e := heap.Pop(&a.queue).(event)
		a.now = e.at
		if e.do(); slices.ContainsFunc(a.honest, func(u *upright) bool { return !u.done() }) {
			rest = a.now
		}
		if a.losses > 0 && a.now > 600e3 && a.now > a.since+60e3 {
			break
		}
	}
	a.check()
}

// check checks that no honest seat was harmed, and what section 12.1 says of clocks.
func (a *arena) check() {
	t := a.judge
	for _, o := range t.Outs() {
		if a.upright(o.Seat) && (o.Why == table.Fault || o.Why == table.Silent && a.losses == 0) {
			a.fail("an honest seat is out: %+v", o)
		}
	}
	if a.losses > 0 || len(a.bad) > 0 {
		return
	}
	if !t.Over() {
		a.fail("not over: round %d, outs %v, due %v", t.Round(), t.Outs(), t.Due(a.time()))
	}
	for _, u := range a.honest {
		if !t.Returned(u.id) {
			a.fail("the deposit of honest seat %d is burnt", u.id)
		}
	}
	n, bank := len(a.keys), int(a.terms.Bank.Milliseconds())
	all := graceMillis + bank
	m := (all + graceMillis - 1) / graceMillis
	if most := 16*m + 2 + bits.Len64(uint64(8*a.clock.still/graceMillis)); a.mostTicks > most {
		a.fail("an honest seat has made %d ticks in a row, more than %d", a.mostTicks, most)
	}
	if a.clock.name == "right" && a.longestItem > 3*all {
		a.fail("an item has taken %d ms", a.longestItem)
	}
	if a.clock.name == "right" && a.keeps {
		ticks := 8*(a.begun+t.Round()*n*bank/graceMillis) + n
		most := a.taken + 139*n*(16+a.effects) + 103*ticks + n*n*(102+1+a.terms.Longest) + n*(103+107+103)
		if a.voids > n*(16+a.effects) || a.allTick > ticks || a.bytes > most {
			a.fail("%d voids, %d ticks, %d bytes: more than %d, %d, %d", a.voids, a.allTick, a.bytes, n*(16+a.effects), ticks, most)
		}
	}
}

var (
	matches    = flag.Int("matches", long.Pick(42, 90), "of TestAdversary")
	firstMatch = flag.Uint64("firstmatch", 0, "the first of them")
)

// All seats but one or more flood, stall, complain, forge, leave and go, and see what honest
// seats are about to say, by six kinds of clocks.
func TestAdversary(t *testing.T) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	work := make(chan uint64)
	total, most := make(map[string]int), make(map[string]int)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for seed := range work {
				a := newArena(seed)
				a.run()
				mu.Lock()
				if len(a.bad) > 0 {
					t.Errorf("match %d, clock %s, %d cheats of %d, bank %v, keeps %v, crash %v, losses %d: %v",
						seed, a.clock.name, len(a.villains), len(a.keys), a.terms.Bank, a.keeps, a.crash, a.losses, a.bad)
				}
				total["crossed"] += a.crossed
				total["posts"] += len(a.posts)
				total["seconds"] += int(a.now / 1000)
				if a.losses == 0 {
					most["ticks, "+a.clock.name] = max(most["ticks, "+a.clock.name], a.mostTicks)
					most["item, "+a.clock.name] = max(most["item, "+a.clock.name], a.longestItem)
				} else if !a.judge.Over() {
					total["stuck"]++
				}
				for _, o := range a.judge.Outs() {
					total[o.Why.String()]++
				}
				mu.Unlock()
			}
		})
	}
	for i := range *matches {
		work <- *firstMatch + uint64(i)
	}
	close(work)
	wg.Wait()
	t.Logf("%d matches: %v; %v", *matches, total, most)
}
