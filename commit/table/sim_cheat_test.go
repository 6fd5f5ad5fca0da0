package table_test

import (
	"bytes"
	"math/rand/v2"
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

// The cheats of the simulation: each is of one or more kinds, reads like a spectator and says what
// it likes, on all boards at once.

// A cheat is a seat that follows as a spectator.
type cheat struct {
	*seat
	t      *table.Table
	kinds  []string
	base   int // places before the round
	round  int
	past   int   // a place of the round, another one in each step
	flying int64 // until when what it said last is on its way
	quiet  bool
	after  int // what it has tried to say since the end
	olds   [][]byte
}

// allKinds are those of deeds, and how a cheat says what is due, or doesn't.
var allKinds = []string{
	"false", "race", "twice", "copies", "forge", "junk", "astray", "ahead", "flood", "leave", "stale", "close",
	"illegal", "poison", "silent", "late", "stall", "after", "crossing",
}

// newCheat returns a cheat of some kinds.
func newCheat(s *seat) *cheat {
	rng, c := s.w.rng, &cheat{seat: s}
	for range 1 + rng.IntN(3) {
		c.kinds = append(c.kinds, allKinds[rng.IntN(len(allKinds))])
	}
	switch n := rng.IntN(400); {
	case n == 0:
		c.kinds = append(c.kinds, "absent")
	case n <= 20: // all such are silent together
		c.kinds, c.quiet = []string{"silent"}, true
	}
	if s.w.only != "" {
		c.kinds = []string{s.w.only}
	}
	return c
}

// is reports, once in so many times, whether a cheat is of a kind.
func (c *cheat) is(kind string, one int) bool {
	return slices.Contains(c.kinds, kind) && c.w.rng.IntN(one) == 0
}

// step is what a cheat does now and then: a deed, and what is due.
func (c *cheat) step() {
	w := c.w
	w.later(1+w.rng.Int64N(readDelay), c.step)
	c.follow()
	c.past = c.base + w.rng.IntN(c.t.Places()-c.base+1)
	switch {
	case c.t.Round() == 0:
		c.greet()
	case c.t.Over():
		c.linger()
	case c.deed() != instead && !c.quiet && c.left() >= 0 && w.now >= c.flying:
		c.answer()
	}
}

// follow reads what the board has, from its beginning if it has lost something.
func (c *cheat) follow() {
	b := c.w.boards[c.board]
	if b.epoch != c.epoch || c.t == nil {
		c.epoch, c.flying, c.read, c.base, c.round = b.epoch, 0, 0, 0, 0
		c.g = newTestGame(c.w.numSeats, c.w.rounds, c.id)
		c.t, _ = table.Watch(c.w.terms, c.g)
		c.chain = map[int]record.Digest{0: c.t.Head()}
	}
	for _, p := range b.after(c.read) {
		c.t.Read(c.w.clock(), p)
		if c.read = p.Number; c.t.Round() != c.round {
			c.round, c.base = c.t.Round(), c.t.Places()
		}
		c.chain[c.t.Places()] = c.t.Head()
	}
}

// greet is what a cheat does before the match.
func (c *cheat) greet() {
	awaited := slices.Contains(c.t.Awaited(), c.id)
	if awaited && c.w.rng.IntN(5) == 0 && !slices.Contains(c.kinds, "absent") || c.is("flood", 2) {
		c.says(0, []byte{hello})
	}
}

// linger is what a cheat does when the match is over.
func (c *cheat) linger() {
	rng := c.w.rng
	if c.after++; c.after < 40 && c.is("after", 4) {
		c.signed(rng.Int64N(100), c.past, c.chain[c.past], []byte{byte(rng.IntN(6)), byte(rng.IntN(9))}[:1+rng.IntN(2)])
	}
}

// answer says what is due, early or late.
func (c *cheat) answer() {
	w, wait := c.w, c.w.rng.Int64N(100)
	switch {
	case c.is("late", 2):
		wait = max(0, c.left()-300+w.rng.Int64N(600))
	case c.is("stall", 1):
		wait = max(0, c.left()-500)
	}
	m := c.g.choose(w.rng)
	if m == nil {
		m = c.g.Pending()
	}
	m = append([]byte{say}, m...)
	if slices.Contains(c.kinds, "crossing") { // signed now, shown much later
		wait = w.rng.Int64N(2500)
		c.says(wait, m)
	} else {
		phase, t := c.g.phase, c.t
		w.later(wait, func() { // signed when it is said
			if c.t == t && c.g.phase == phase {
				c.post(signAt(c.t.Digest(), c.key, c.id, c.t.Places(), c.t.Head(), m))
			}
		})
	}
	c.flying = w.now + wait + 200
}

// left returns how many milliseconds are left for what is due from a cheat, -1 if nothing is.
func (c *cheat) left() int64 {
	for _, d := range c.t.Due(c.w.clock()) {
		if d.Seat == c.id {
			return d.Left.Milliseconds()
		}
	}
	return -1
}

// post posts to the board that the cheat reads, and to the other.
func (c *cheat) post(raw []byte) {
	c.w.post(c.board, raw)
	if len(c.w.boards) > 1 {
		c.w.post(1-c.board, raw)
	}
}

// signed posts, some time from now, a statement that is signed now.
func (c *cheat) signed(d int64, place int, head record.Digest, m []byte) {
	raw := signAt(c.t.Digest(), c.key, c.id, place, head, m)
	if len(c.olds) < 50 {
		c.olds = append(c.olds, raw)
	}
	c.w.later(d, func() { c.post(raw) })
}

// says is signed, of the place where the cheat stands.
func (c *cheat) says(d int64, m []byte) { c.signed(d, c.t.Places(), c.t.Head(), m) }

// What has come of a deed.
type outcome int

const (
	impossible outcome = iota // so the cheat tries the next of its kinds
	beside                    // it is done, and what is due is said besides
	instead                   // it is done, and nothing else
)

// deed does the first deed of the cheat's kinds whose time has come and that is possible.
func (c *cheat) deed() outcome {
	for _, d := range deeds {
		if !c.is(d.kind, d.one) {
			continue
		}
		if out := d.do(c, c.w.rng); out != impossible {
			return out
		}
	}
	return impossible
}

// deeds are done once in so many steps, by cheats of the kind.
var deeds = []struct {
	kind string
	one  int
	do   func(c *cheat, rng *rand.Rand) outcome
}{
	{"false", 2, func(c *cheat, _ *rand.Rand) outcome {
		c.says(0, []byte{tick})
		return instead
	}},
	{"race", 30, func(c *cheat, rng *rand.Rand) outcome {
		c.says(rng.Int64N(50), []byte{say, 0})
		c.says(rng.Int64N(50), []byte{say, 1})
		return beside
	}},
	{"twice", 20, (*cheat).repeat},
	{"copies", 10, (*cheat).copy},
	{"forge", 10, func(c *cheat, rng *rand.Rand) outcome { // in anybody's name
		seat, m := rng.IntN(c.w.numSeats), []byte{byte(rng.IntN(6)), 1}
		c.post(signAt(c.t.Digest(), c.key, seat, c.t.Places(), c.t.Head(), m))
		return beside
	}},
	{"junk", 10, func(c *cheat, rng *rand.Rand) outcome {
		c.post(make([]byte, rng.IntN(300)))
		return beside
	}},
	{"astray", 10, func(c *cheat, _ *rand.Rand) outcome {
		c.signed(0, c.t.Places(), record.Digest{1}, []byte{say})
		return beside
	}},
	{"ahead", 10, func(c *cheat, rng *rand.Rand) outcome {
		c.signed(0, c.t.Places()+1+rng.IntN(3), record.Digest{1}, []byte{say})
		return beside
	}},
	{"flood", 1, (*cheat).flood},
	{"leave", 200, func(c *cheat, rng *rand.Rand) outcome {
		c.says(0, []byte{leave, 0, 0, 0, byte(c.t.Round() + rng.IntN(3))})
		return beside
	}},
	{"stale", 10, func(c *cheat, _ *rand.Rand) outcome {
		c.signed(0, c.past, c.chain[c.past], []byte{say, 1})
		return beside
	}},
	{"close", 20, func(c *cheat, _ *rand.Rand) outcome {
		c.says(0, []byte{closing})
		return beside
	}},
	{"illegal", 30, func(c *cheat, rng *rand.Rand) outcome {
		if c.left() < 0 {
			return impossible
		}
		c.says(0, append([]byte{say}, c.g.junk(rng)...))
		return beside
	}},
	{"poison", 3, (*cheat).poison},
	{"silent", 100, func(c *cheat, _ *rand.Rand) outcome {
		c.quiet = true
		return beside
	}},
}

// repeat posts again what the cheat has said.
func (c *cheat) repeat(rng *rand.Rand) outcome {
	if len(c.olds) == 0 {
		return impossible
	}
	c.post(c.olds[rng.IntN(len(c.olds))])
	return beside
}

// copy posts again what anybody has said, perhaps altered.
func (c *cheat) copy(rng *rand.Rand) outcome {
	posts := c.w.boards[c.board].posts
	if len(posts) == 0 {
		return impossible
	}
	raw := bytes.Clone(posts[rng.IntN(len(posts))].Bytes)
	if len(raw) > 0 && rng.IntN(2) == 0 {
		raw[rng.IntN(len(raw))] ^= 1 << rng.IntN(8)
	}
	c.post(raw)
	return beside
}

// flood says three things in each step, in turn and out of it.
func (c *cheat) flood(rng *rand.Rand) outcome {
	if c.t.Places() >= 2000 {
		return impossible
	}
	for i := range 3 {
		c.says(int64(i), []byte{byte(rng.IntN(6)), byte(i), 1, 2, 3})
	}
	if rng.IntN(2) == 0 {
		return instead
	}
	return beside
}

// poison says what doesn't fit the commitment that it made.
func (c *cheat) poison(*rand.Rand) outcome {
	if c.left() < 0 || c.g.stage != committing {
		return impossible
	}
	c.says(0, append([]byte{say}, append(short(c.g.secret()), 1)...))
	return beside
}
