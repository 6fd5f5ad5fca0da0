package table_test

import (
	"crypto/sha256"
	"math/bits"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

// An arena, and what must hold when its match is over. Its parts are in arena_board, arena_clock,
// arena_upright and arena_villain_test.go; what it shares with the simulation in walk, board, process and
// liar_test.go.

// An arena is a match in which all seats but one or more cheat, and know what honest seats are
// about to say. It runs in virtual time, in milliseconds.
type arena struct {
	walk
	clock  clock
	keeps  bool // the board keeps to section 7.8 of SPEC.md
	crash  bool
	losses int

	board     board
	since     int64 // when the last post got its place
	lastStamp int64
	judge     *table.Table
	crowd     *crowd
	honest    []*upright
	villains  []*villain
	said      [][]byte          // by cheats
	states    map[uint64]string // after each post
	tally
}

// A tally is what is counted since the last effect, or in all.
type tally struct {
	ticks, void             []int // by seat
	items                   map[table.Item]int64
	mostTicks, longestItem  int
	effects, voids, allTick int
	crossed                 int // statements of honest seats, which were void then
	begun                   int // items
	bytes, taken            int // of all posts, and of says that count
}

func newArena(seed uint64) *arena {
	rng := rand.New(rand.NewPCG(seed, 3))
	a := &arena{walk: walk{rng: rng}}
	n := 2 + rng.IntN(5)
	a.rounds, a.keeps, a.crash = 1+rng.IntN(3), a.oneIn(2), a.oneIn(2)
	a.clock = clocks(rng)[seed%6]
	banks := []time.Duration{0, grace / 2, 2 * grace, 8 * grace}
	a.terms = table.Terms{Game: []byte("arena"), Longest: 64, Grace: grace, Bank: banks[rng.IntN(len(banks))]}
	a.seat(n, seed)
	numVillains, quiet, suppress := 1+rng.IntN(n-1), a.oneIn(3), a.oneIn(2)
	for i, s := range rng.Perm(n) {
		if i >= numVillains {
			a.honest = append(a.honest, &upright{a: a, process: process{walk: &a.walk, id: s}, leaves: a.oneIn(3)})
			continue
		}
		h := drawHabits(rng)
		if quiet { // others have to keep the time
			h = habits{answers: h.answers, stalls: h.stalls, suppresses: suppress}
		}
		a.villains = append(a.villains, newVillain(a, s, h))
	}
	if a.oneIn(4) {
		a.losses = 1 + rng.IntN(2)
	}
	return a
}

func (a *arena) isUpright(seat int) bool {
	return slices.ContainsFunc(a.honest, func(u *upright) bool { return u.id == seat })
}

// begin begins to read the board.
func (a *arena) begin() {
	a.crowd = &crowd{[]*testGame{a.newGame(-1)}}
	a.judge, _ = table.Watch(a.terms, a.crowd)
	for _, v := range a.villains {
		v.t, v.g = a.judge, a.newGame(v.id)
		a.crowd.games = append(a.crowd.games, v.g)
	}
	a.items, a.ticks, a.states = make(map[table.Item]int64), make([]int, len(a.keys)), make(map[uint64]string)
	a.void = make([]int, len(a.keys))
	for _, p := range a.board.posts {
		a.see(p)
	}
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
		a.next()
		if slices.ContainsFunc(a.honest, func(u *upright) bool { return !u.done() }) {
			rest = a.now
		}
		if a.losses > 0 && a.now > 600e3 && a.now > a.since+60e3 {
			break
		}
	}
	a.check()
}

// maxVoids is how many statements without effect a seat has that count at a time.
const maxVoids = 16

// Lengths of statements in bytes: of a hello, a tick or a closing, of a leave, and of a void one that is
// pruned, which has the length and the hash of its body.
const (
	bareLen   = record.Overhead + 1
	leaveLen  = bareLen + 4
	prunedLen = bareLen + 4 + sha256.Size
)

// check checks that no honest seat was harmed, and what section 12.1 of SPEC.md says of clocks, and
// theorem 6.10 of PROOFS.md of the size of a match.
func (a *arena) check() {
	t := a.judge
	for _, o := range t.Outs() {
		if a.isUpright(o.Seat) && (o.Why == table.Fault || o.Why == table.Silent && a.losses == 0) {
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
		voids, ticks := n*(maxVoids+a.effects), 8*(a.begun+t.Round()*n*bank/graceMillis)+n
		faults, others := n*n*(bareLen+a.terms.Longest), n*(bareLen+leaveLen+bareLen) // hellos, leaves, closings
		most := a.taken + prunedLen*voids + bareLen*ticks + faults + others
		if a.voids > voids || a.allTick > ticks || a.bytes > most {
			a.fail("%d voids, %d ticks, %d bytes: more than %d, %d, %d", a.voids, a.allTick, a.bytes, voids, ticks, most)
		}
	}
}
