package table_test

import (
	"bytes"
	"container/heap"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/internal/long"
)

// The simulation runs whole matches in virtual time: honest processes that crash anywhere, cheats
// that say anything, and a board that delays, pauses, stamps wrongly, loses its tail and forks.

// Times, in milliseconds.
const (
	graceMillis = 2000
	readDelay   = 60
	postDelay   = 120
)

// A setup is what to simulate.
type setup struct {
	seats, cheats, rounds            int
	hold, relay, crash, pause, wrong bool // relay: the board favours cheats
	lost, lostFar, backups           int  // how many tails, short and of any length; old backups
	fork, flip                       bool // flip: seats change between the forks
	only                             string
}

type event struct {
	at, seq int64
	do      func()
}

type events []event

func (e events) Len() int { return len(e) }

func (e events) Less(i, j int) bool {
	return e[i].at < e[j].at || e[i].at == e[j].at && e[i].seq < e[j].seq
}

func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)   { *e = append(*e, x.(event)) }
func (e *events) Pop() any     { n := len(*e) - 1; x := (*e)[n]; *e = (*e)[:n]; return x }

// A board shows posts, of whose numbers it leaves some out.
type board struct {
	posts            []record.Post
	epoch            int // changes when posts are lost
	number           uint64
	paused, nextStop int64
}

// after returns the posts after a number.
func (b *board) after(number uint64) []record.Post {
	i, _ := slices.BinarySearchFunc(b.posts, number+1, func(p record.Post, n uint64) int {
		return int(int64(p.Number) - int64(n))
	})
	return b.posts[i:]
}

func (b *board) shown(number uint64) (record.Post, bool) {
	if rest := b.after(number - 1); len(rest) > 0 && rest[0].Number == number {
		return rest[0], true
	}
	return record.Post{}, false
}

type world struct {
	setup
	rng    *rand.Rand
	now    int64
	events int64
	queue  events
	terms  table.Terms
	boards []*board
	actors []*actor
	bad    []string
	counts map[string]int
}

// An actor is a seat: an honest process with its disk and its host, or a cheat.
type actor struct {
	w     *world
	id    int
	key   record.Key
	t     *table.Player
	g     *testGame
	board int // which it reads
	epoch int
	read  uint64
	chain map[int]record.Digest // heads by place, of what it reads
	own   map[int]string        // own statements by place, there

	// Honest ones.
	held, down, live bool
	disk, backup     []byte
	kept             []record.Post // that had a place
	start, again     int64         // when to start, and to call Pending again
	thought          int64
	said             []said
	old              bool // has gone on from a backup
	astray           bool // has had an ErrAstray
	flipped          bool // has read both forks
	ended            string
	final            string
	closedAt         *record.Digest

	// Cheats.
	kinds  []string
	base   int // places before the round
	round  int
	flying int64
	quiet  bool
	after  int
	olds   [][]byte
}

// A said is what an honest seat has signed in a round.
type said struct {
	start, head record.Digest
	places      int
	message     string
	raw         string
}

type crash struct{}

func (w *world) clock() time.Time { return time.UnixMilli(1e9 + w.now) }

func (w *world) later(d int64, do func()) {
	w.events++
	heap.Push(&w.queue, event{w.now + max(0, d), w.events, do})
}

// post adds a post to a board, now or after its pause.
func (w *world) post(i int, raw []byte) {
	b := w.boards[i]
	if w.pause && w.now < b.paused {
		w.later(b.paused-w.now+w.rng.Int64N(100), func() { w.post(i, raw) })
		return
	}
	if w.now > b.nextStop {
		b.paused = w.now + w.rng.Int64N(20000)
		b.nextStop = b.paused + 5000 + w.rng.Int64N(30000)
	}
	stamp := 1e9 + w.now + int64(i) // forks don't agree
	if w.wrong && w.now%700 < 20 {  // not more often for who says more
		stamp += []int64{3600_000, -3600_000}[w.now/700%2]
	}
	b.number += 1 + w.rng.Uint64N(2)
	b.posts = append(b.posts, record.Post{Number: b.number, Stamp: stamp, Bytes: raw})
}

func (a *actor) fail(format string, args ...any) {
	a.w.bad = append(a.w.bad, fmt.Sprintf("%d ms, seat %d: ", a.w.now, a.id)+fmt.Sprintf(format, args...))
}

// append posts to the board that the seat reads; cheats, and some others, post to both.
func (a *actor) append(raw []byte) {
	a.w.post(a.board, raw)
	if len(a.w.boards) > 1 && (a.kinds != nil || a.w.rng.IntN(3) == 0) {
		a.w.post(1-a.board, raw)
	}
}

// send brings a statement to the board some time, perhaps twice, perhaps damaged.
func (a *actor) send(raw []byte) {
	w := a.w
	d := 1 + w.rng.Int64N(postDelay)
	if w.relay {
		d += w.rng.Int64N(500)
	}
	if a.held && w.rng.IntN(6) == 0 {
		d = w.rng.Int64N(8000)
	}
	w.later(d, func() { a.append(raw) })
	if w.rng.IntN(10) == 0 {
		again := bytes.Clone(raw)
		if w.rng.IntN(2) == 0 {
			again[w.rng.IntN(len(again))] ^= 1 << w.rng.IntN(8)
		}
		w.later(w.rng.Int64N(3*postDelay), func() { a.append(again) })
	}
}

// store is a database that refuses to replace anything but what it holds.
func (a *actor) store(old, new table.State) error {
	if !bytes.Equal(old.Bytes(), a.disk) {
		a.fail("the store replaces %d bytes that it doesn't hold", len(old.Bytes()))
	}
	if a.w.rng.IntN(60) == 0 {
		return errDisk
	}
	a.mayDie()
	if a.w.rng.IntN(8) == 0 {
		a.backup = a.disk
	}
	a.disk = new.Bytes()
	if n := len(a.disk); n > 8<<10 {
		a.fail("a state of %d bytes", n)
	}
	a.mayDie()
	return nil
}

// mayDie ends the process, sometimes.
func (a *actor) mayDie() {
	if a.w.crash && a.final == "" && a.w.rng.IntN(400) == 0 {
		panic(crash{})
	}
}

// alive runs a step of a process, and lets it begin again if it dies.
func (a *actor) alive(step func()) {
	defer func() {
		if r := recover(); r == (crash{}) {
			a.w.counts["restarts"]++
			a.down = true
			a.w.later(a.w.rng.Int64N(200), func() { a.alive(a.restart) })
		} else if r != nil {
			panic(r)
		}
	}()
	step()
}

func (a *actor) restart() {
	w := a.w
	if a.backup != nil && w.backups > 0 && w.rng.IntN(3) == 0 {
		w.counts["backups"]++
		w.backups--
		a.disk, a.old, a.final = a.backup, true, ""
	}
	a.g = newTestGame(w.seats, w.rounds, a.id)
	a.g.die = a.mayDie
	var err error
	if a.disk == nil {
		a.t, err = table.New(w.terms, a.g, a.key, a.store)
	} else {
		a.t, err = table.Parse(w.terms, a.g, a.key, a.disk, a.store)
	}
	if err != nil {
		a.fail("restart: %v", err)
	}
	if w.rng.IntN(3) == 0 { // its host has kept less than it had read
		a.kept = a.kept[:w.rng.IntN(len(a.kept)+1)]
	}
	a.connect()
	a.down = false
}

// connect begins to read a board, and posts again what it has lost.
func (a *actor) connect() {
	w, b := a.w, a.w.boards[a.board]
	a.epoch, a.live = b.epoch, false
	after, err := a.t.Connect(b.shown)
	if err != nil {
		a.fail("connect: %v", err)
	}
	a.read = after
	maps.DeleteFunc(a.chain, func(place int, _ record.Digest) bool { return place > a.t.Places() })
	maps.DeleteFunc(a.own, func(place int, _ string) bool { return place >= a.t.Places() })
	a.chain[a.t.Places()] = a.t.Head()
	common := 0
	for common < len(a.kept) {
		p, ok := b.shown(a.kept[common].Number)
		if !ok || p.Stamp != a.kept[common].Stamp || !bytes.Equal(p.Bytes, a.kept[common].Bytes) {
			break
		}
		common++
	}
	d := 1 + w.rng.Int64N(40)
	for _, p := range a.kept[common:] {
		w.later(d, func() { a.append(p.Bytes) })
		d += w.rng.Int64N(3)
	}
	if a.start = w.now; common < len(a.kept) {
		a.start += d + 5
	}
	a.kept = slices.DeleteFunc(a.kept, func(p record.Post) bool { return p.Number > after })
}

// poll is a step of an honest process.
func (a *actor) poll() {
	w := a.w
	w.later(1+w.rng.Int64N(readDelay), a.poll)
	if a.down {
		return
	}
	if a.held && w.rng.IntN(20) == 0 {
		a.down = true
		w.later(w.rng.Int64N(4000), func() { a.down = false })
		return
	}
	a.alive(a.step)
}

func (a *actor) step() {
	w := a.w
	if a.mayDie(); w.flip && len(w.boards) > 1 && w.rng.IntN(200) == 0 {
		w.counts["flips"]++
		a.flipped = true
		a.board, a.epoch = 1-a.board, -1
	}
	b := w.boards[a.board]
	if b.epoch != a.epoch {
		a.connect()
	}
	a.readAll()
	if !a.live && w.now >= a.start {
		a.t.Start(w.clock())
		a.live, a.again = true, 0
	}
	if a.live && w.now >= a.again {
		a.speak()
	}
	a.watchEnd()
	for _, d := range a.t.Due(w.clock()) {
		if d.Seat != a.id {
			continue
		}
		if m := a.g.choose(w.rng); m != nil {
			switch {
			case a.thought == 0:
				a.thought = w.now + w.rng.Int64N(400)
			case w.now >= a.thought:
				if a.thought, a.again = 0, 0; a.t.Act(m) != nil {
					a.fail("its move %v is refused", m)
				}
			}
		}
	}
	if a.t.Round() > 0 && !a.t.Over() && w.rng.IntN(300) == 0 && a.t.Leave() == nil {
		w.counts["leaves"]++
		a.again = 0
	}
}

// readAll reads what the board has, up to somewhere.
func (a *actor) readAll() {
	posts := a.w.boards[a.board].after(a.read)
	if a.live && a.w.rng.IntN(5) == 0 {
		posts = posts[:a.w.rng.IntN(len(posts)+1)]
	}
	for _, p := range posts {
		placed, err := a.t.Read(a.w.clock(), p)
		if err != nil {
			a.fail("read: %v", err)
		}
		if a.read, a.again = p.Number, 0; placed {
			a.kept = append(a.kept, p)
			if speakerOf(p.Bytes) == a.id {
				a.own[a.t.Places()-1] = string(p.Bytes)
			}
			a.chain[a.t.Places()] = a.t.Head()
		}
	}
}

// speak posts what the seat has to say.
func (a *actor) speak() {
	raw, again, err := a.t.Pending(a.w.clock())
	a.again = again.UnixMilli() - 1e9
	switch {
	case errors.Is(err, table.ErrAstray):
		if a.w.counts["astray"]++; a.w.counts["losses"]+a.w.counts["forks"] == 0 {
			a.fail("%v", err)
		}
		a.astray = true
	case err == errDisk:
		a.again = 0
	case err != nil:
		a.fail("pending: %v", err)
	case raw != nil:
		a.note(raw)
		if a.mayDie(); a.t.Seat() == a.id {
			a.send(raw)
		}
	}
}

// note checks that all that a seat says in a round is on one chain.
func (a *actor) note(raw []byte) {
	st := statementOf(raw)
	n := said{a.g.start, st.Head, st.Places, string(st.Message), string(raw)}
	if n.message[0] == closing && !a.old {
		end := a.g.start
		if a.closedAt != nil && *a.closedAt != end {
			a.fail("closes two ends")
		}
		a.closedAt = &end
	}
	since := -1
	for _, d := range a.t.Due(a.w.clock()) {
		if d.Seat == a.id {
			since = d.Since
		}
	}
	again := slices.ContainsFunc(a.said, func(o said) bool { return o.head == n.head && o.message == n.message })
	if n.message[0] != say || a.old || again {
		return
	}
	for _, o := range a.said {
		switch {
		case o.start != n.start:
		case o.places == n.places:
			a.fail("says %x and %x at place %d", o.message, n.message, n.places)
		case a.chain[o.places] != o.head || o.places > n.places:
			a.fail("says %x after place %d and %x after place %d of another sequence", o.message, o.places, n.message, n.places)
		case o.places >= since && o.message != n.message && o.message[1] != '!':
			ok := false
			for _, r := range a.own {
				ok = ok || r == o.raw
			}
			if !ok {
				a.fail("says %x at %d, and %x at %d, since %d", o.message, o.places, n.message, n.places, since)
			}
		}
	}
	a.said = append(a.said, n)
}

// watchEnd checks that an end stays as it is.
func (a *actor) watchEnd() {
	if a.final != "" && (!a.t.Final() || a.final != a.g.result()) {
		a.fail("a final end has changed")
	}
	if a.ended != "" && (!a.t.Over() || a.ended != a.g.result()) {
		if a.ended = ""; a.w.counts["losses"]+a.w.counts["forks"] == 0 {
			a.fail("the end has changed")
		}
	}
	if a.t.Over() {
		a.ended = a.g.result()
	}
	if a.t.Final() && a.live && a.again > a.w.now { // Pending has stored it
		a.final = a.ended
	}
}

var allKinds = []string{
	"false", "race", "twice", "copies", "forge", "junk", "astray", "ahead", "flood", "leave", "stale", "close",
	"illegal", "poison", "silent", "late", "stall", "after", "crossing",
}

// lie is a step of a cheat. It follows as a spectator, and says what it likes.
func (a *actor) lie() {
	w, rng, b := a.w, a.w.rng, a.w.boards[a.board]
	w.later(1+rng.Int64N(readDelay), a.lie)
	if b.epoch != a.epoch || a.t == nil {
		a.epoch, a.flying, a.read, a.base, a.round = b.epoch, 0, 0, 0, 0
		a.g = newTestGame(w.seats, w.rounds, a.id)
		seen, _ := table.Watch(w.terms, a.g)
		a.t = &table.Player{Table: *seen}
		a.chain = map[int]record.Digest{0: a.t.Head()}
	}
	for _, p := range b.after(a.read) {
		a.t.Read(w.clock(), p)
		if a.read = p.Number; a.t.Round() != a.round {
			a.round, a.base = a.t.Round(), a.t.Places()
		}
		a.chain[a.t.Places()] = a.t.Head()
	}
	is := func(kind string, one int) bool { return slices.Contains(a.kinds, kind) && rng.IntN(one) == 0 }
	signed := func(d int64, place int, head record.Digest, m []byte) {
		raw := signAt(a.t.Digest(), a.key, a.id, place, head, m)
		if len(a.olds) < 50 {
			a.olds = append(a.olds, raw)
		}
		w.later(d, func() { a.append(raw) })
	}
	k := a.t.Places()
	says := func(d int64, m []byte) { signed(d, k, a.t.Head(), m) }
	past := a.base + rng.IntN(k-a.base+1)
	if a.t.Round() == 0 {
		if slices.Contains(a.t.Awaited(), a.id) && rng.IntN(5) == 0 && !slices.Contains(a.kinds, "absent") || is("flood", 2) {
			says(0, []byte{hello})
		}
		return
	}
	if a.t.Over() {
		if a.after++; a.after < 40 && is("after", 4) {
			signed(rng.Int64N(100), past, a.chain[past], []byte{byte(rng.IntN(6)), byte(rng.IntN(9))}[:1+rng.IntN(2)])
		}
		return
	}
	var left int64 = -1
	for _, d := range a.t.Due(w.clock()) {
		if d.Seat == a.id {
			left = d.Left.Milliseconds()
		}
	}
	switch {
	case is("false", 2):
		says(0, []byte{tick})
		return
	case is("race", 30):
		says(rng.Int64N(50), []byte{say, 0})
		says(rng.Int64N(50), []byte{say, 1})
	case is("twice", 20) && len(a.olds) > 0:
		a.append(a.olds[rng.IntN(len(a.olds))])
	case is("copies", 10) && len(b.posts) > 0: // of anybody, perhaps forged
		raw := bytes.Clone(b.posts[rng.IntN(len(b.posts))].Bytes)
		if len(raw) > 0 && rng.IntN(2) == 0 {
			raw[rng.IntN(len(raw))] ^= 1 << rng.IntN(8)
		}
		a.append(raw)
	case is("forge", 10): // in anybody's name
		a.append(signAt(a.t.Digest(), a.key, rng.IntN(w.seats), k, a.t.Head(), []byte{byte(rng.IntN(6)), 1}))
	case is("junk", 10):
		a.append(make([]byte, rng.IntN(300)))
	case is("astray", 10):
		signed(0, k, record.Digest{1}, []byte{say})
	case is("ahead", 10):
		signed(0, k+1+rng.IntN(3), record.Digest{1}, []byte{say})
	case is("flood", 1) && k < 2000: // in and out
		for i := range 3 {
			says(int64(i), []byte{byte(rng.IntN(6)), byte(i), 1, 2, 3})
		}
		if rng.IntN(2) == 0 {
			return
		}
	case is("leave", 200):
		says(0, []byte{leave, 0, 0, 0, byte(a.t.Round() + rng.IntN(3))})
	case is("stale", 10):
		signed(0, past, a.chain[past], []byte{say, 1})
	case is("close", 20):
		says(0, []byte{closing})
	case is("illegal", 30) && left >= 0:
		says(0, append([]byte{say}, a.g.junk(rng)...))
	case is("poison", 3) && left >= 0 && a.g.stage == committing:
		says(0, append([]byte{say}, append(short(a.g.secret()), 1)...))
	case is("silent", 100):
		a.quiet = true
	}
	if a.quiet || left < 0 || w.now < a.flying {
		return
	}
	wait := rng.Int64N(100)
	switch {
	case is("late", 2):
		wait = max(0, left-300+rng.Int64N(600))
	case is("stall", 1):
		wait = max(0, left-500)
	}
	m := a.g.choose(rng)
	if m == nil {
		m = a.g.Pending()
	}
	m = append([]byte{say}, m...)
	if slices.Contains(a.kinds, "crossing") { // signed now, shown much later
		wait = rng.Int64N(2500)
		says(wait, m)
	} else {
		phase, table := a.g.phase, a.t
		w.later(wait, func() { // signed when it is said
			if a.t == table && a.g.phase == phase {
				a.append(signAt(a.t.Digest(), a.key, a.id, a.t.Places(), a.t.Head(), m))
			}
		})
	}
	a.flying = w.now + wait + 200
}

func newWorld(seed uint64, c setup) *world {
	w := &world{setup: c, rng: rand.New(rand.NewPCG(seed, 7)), boards: []*board{{nextStop: 3000}}, counts: map[string]int{"runs": 1}}
	w.terms = table.Terms{Game: []byte("fake"), Longest: 64, Grace: grace, Bank: bank}
	for i := range c.seats {
		key, err := record.ParseKey(binary.BigEndian.AppendUint64(make([]byte, 24), seed<<8+uint64(i)))
		if err != nil {
			panic(err)
		}
		w.actors = append(w.actors, &actor{w: w, id: i, key: key})
		w.terms.Seats = append(w.terms.Seats, key.Public())
	}
	perm := w.rng.Perm(c.seats)
	for _, i := range perm[:c.cheats] {
		a := w.actors[i]
		for range 1 + w.rng.IntN(3) {
			a.kinds = append(a.kinds, allKinds[w.rng.IntN(len(allKinds))])
		}
		switch w.rng.IntN(400) {
		case 0:
			a.kinds = append(a.kinds, "absent")
		case 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20: // all such are silent together
			a.kinds, a.quiet = []string{"silent"}, true
		}
		if c.only != "" {
			a.kinds = []string{c.only}
		}
		w.later(w.rng.Int64N(50), a.lie)
	}
	for n, i := range perm[c.cheats:] {
		a := w.actors[i]
		a.held, a.down = c.hold && n == 0, true
		a.chain = make(map[int]record.Digest)
		a.own = make(map[int]string)
		w.later(0, func() { a.alive(a.restart) })
		w.later(w.rng.Int64N(50), a.poll)
	}
	for i := range c.lost + c.lostFar {
		w.later(500+w.rng.Int64N(20000), func() {
			b := w.boards[w.rng.IntN(len(w.boards))]
			n := w.rng.IntN(6)
			if i >= c.lost {
				n = w.rng.IntN(1 + len(b.posts))
			}
			b.posts = slices.Clone(b.posts[:max(0, len(b.posts)-n-1)])
			b.epoch++
			if w.counts["losses"]++; w.rng.IntN(2) == 0 { // numbers are used again
				b.number = 0
				if len(b.posts) > 0 {
					b.number = b.posts[len(b.posts)-1].Number
				}
			}
		})
	}
	if c.fork {
		w.later(500+w.rng.Int64N(15000), func() {
			b := *w.boards[0]
			b.posts = slices.Clone(b.posts)
			w.boards = append(w.boards, &b)
			w.counts["forks"]++
			for _, a := range w.actors {
				a.board = w.rng.IntN(2)
			}
		})
	}
	return w
}

func (w *world) absent() bool {
	return slices.ContainsFunc(w.actors, func(a *actor) bool { return slices.Contains(a.kinds, "absent") })
}

// honest reports whether all honest seats are in some state.
func (w *world) honest(all func(a *actor) bool) bool {
	return !slices.ContainsFunc(w.actors, func(a *actor) bool { return a.kinds == nil && !all(a) })
}

func (w *world) run() {
	idle := int64(0)
	for w.now < 1_500_000 && len(w.queue) > 0 && len(w.bad) == 0 {
		e := heap.Pop(&w.queue).(event)
		w.now = e.at
		e.do()
		done := w.honest(func(a *actor) bool { return a.t != nil && a.t.Over() && a.epoch == w.boards[a.board].epoch })
		if !done {
			idle = w.now
		}
		stuck := w.absent() && w.now > 60_000 || w.counts["losses"]+w.counts["forks"] > 0 && w.now > 120_000
		if w.now-idle > 12_000 || stuck && !done {
			return
		}
	}
}

// check checks what must hold when the run is over.
func (w *world) check() {
	astray := !w.honest(func(a *actor) bool { return !a.astray })
	for _, a := range w.actors {
		if a.kinds != nil || len(w.bad) > 0 {
			continue
		}
		if w.crash, w.backups = false, 0; a.down {
			a.restart()
		}
		b := w.boards[a.board]
		if a.epoch != b.epoch {
			a.connect()
		}
		for _, p := range b.after(a.read) {
			if _, err := a.t.Read(w.clock(), p); err != nil {
				a.fail("in the end: %v", err)
			}
		}
		game := newTestGame(w.seats, w.rounds, -1)
		audit, err := table.Audit(w.terms, game, b.posts, nil)
		if err != nil {
			a.fail("audit: %v", err)
		}
		if a.t.Final() && a.t.Head() != audit.Head() { // it has kept its end
			if w.counts["kept"]++; a.final != "" && a.g.result() != a.final || w.counts["losses"]+w.counts["forks"] == 0 {
				a.fail("a final end has changed")
			}
			continue
		}
		switch {
		case audit.Over():
			w.counts["over"]++
		case w.absent() && audit.Round() == 0:
		case astray || len(w.boards) > 1 && (audit.Round() == 0 || w.flip): // or nobody is left there
			w.counts["stuck"]++
		default:
			a.fail("not over: round %d, places %d, due %v, outs %v", audit.Round(), audit.Places(), audit.Due(w.clock()), audit.Outs())
		}
		for _, o := range audit.Outs() {
			switch w.counts[o.Why.String()]++; {
			case o.Seat != a.id || o.Why == table.Left:
			case o.Why == table.Fault:
				a.fail("is blamed: %+v", o)
			case a.astray || a.flipped:
				w.counts["astray out"]++
			case a.held:
				w.counts["held out"]++
			default:
				a.fail("is out: %+v of %d", o, audit.Places())
			}
		}
		if a.g.result() != game.result() || a.t.Head() != audit.Head() || a.t.Over() != audit.Over() ||
			fmt.Sprint(a.t.Outs()) != fmt.Sprint(audit.Outs()) {
			a.fail("the audit differs: %d %v %x, here %d %v %x", audit.Places(), audit.Outs(), game.result(), a.t.Places(), a.t.Outs(), a.g.result())
		}
		w.counts["places"] += audit.Places()
		w.counts["posts"] += len(b.posts)
	}
}

var runs = flag.Int("runs", long.Pick(2, 12), "random runs of each kind")

var firstRun = flag.Uint64("first", 0, "the first of them")

var exploreDepth = flag.Int("depth", long.Pick(1, 3), "of TestExplore")

func simulate(t *testing.T, configure func(rng *rand.Rand, c *setup)) {
	t.Parallel()
	var mu sync.Mutex
	var wg sync.WaitGroup
	work := make(chan uint64)
	bad, total := 0, make(map[string]int)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for seed := range work {
				rng := rand.New(rand.NewPCG(seed, 3))
				n := 2 + rng.IntN(4)
				c := setup{seats: n, cheats: rng.IntN(n), rounds: 1 + rng.IntN(3), hold: rng.IntN(3) == 0, crash: rng.IntN(2) == 0,
					backups: rng.IntN(5), relay: rng.IntN(4) == 0}
				configure(rng, &c)
				w := newWorld(seed, c)
				w.run()
				w.check()
				mu.Lock()
				for k, n := range w.counts {
					total[k] += n
				}
				if len(w.bad) > 0 {
					if bad++; bad <= 4 {
						t.Errorf("seed %d: %s\n%+v %v", seed, strings.Join(w.bad, "\n  "), c, w.counts)
						for _, a := range w.actors {
							t.Logf("  seat %d: %v held %v old %v astray %v", a.id, a.kinds, a.held, a.old, a.astray)
						}
					}
				}
				mu.Unlock()
			}
		})
	}
	for i := range *runs {
		work <- *firstRun + uint64(i)
	}
	close(work)
	wg.Wait()
	t.Logf("%d runs, %d bad: %v", *runs, bad, total)
}

// A board that keeps its promises.
func TestSimulate(t *testing.T) {
	simulate(t, func(*rand.Rand, *setup) {})
}

// A board that pauses, and stamps wrongly.
func TestSimulateClock(t *testing.T) {
	simulate(t, func(rng *rand.Rand, c *setup) {
		c.pause, c.wrong = rng.IntN(3) > 0, rng.IntN(2) == 0
	})
}

// A board that loses its tail, which others post again.
func TestSimulateLost(t *testing.T) {
	simulate(t, func(rng *rand.Rand, c *setup) { c.lost, c.lostFar = rng.IntN(3), rng.IntN(4)/3 })
}

// A board that forks, and seats that read both.
func TestSimulateForked(t *testing.T) {
	simulate(t, func(rng *rand.Rand, c *setup) { c.fork, c.flip = true, rng.IntN(2) == 0 })
}

// All at once.
func TestSimulateAll(t *testing.T) {
	simulate(t, func(rng *rand.Rand, c *setup) {
		c.pause, c.wrong = rng.IntN(3) == 0, rng.IntN(3) == 0
		c.lost, c.lostFar, c.fork, c.flip = rng.IntN(3), rng.IntN(4)/3, rng.IntN(4) == 0, rng.IntN(2) == 0
	})
}
