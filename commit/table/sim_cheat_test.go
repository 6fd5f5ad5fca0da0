package table_test

import (
	"bytes"
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

// The cheats of the simulation: each is of one or more kinds, reads like a spectator and says what
// it likes, on all boards at once.

// A cheatKind is one way to cheat.
type cheatKind string

const (
	// By what they do now and then: see deeds.
	ticker   cheatKind = "ticker"   // says a tick, even if a message is due from it
	racer    cheatKind = "racer"    // makes two moves at once
	repeater cheatKind = "repeater" // posts again what it has said
	copier   cheatKind = "copier"   // posts again what anybody has said, perhaps altered
	forger   cheatKind = "forger"   // speaks in anybody's name
	babbler  cheatKind = "babbler"  // posts what is no statement
	strayer  cheatKind = "strayer"  // names a head that nobody has
	hurrier  cheatKind = "hurrier"  // names a place that isn't there yet
	flooder  cheatKind = "flooder"  // says three things in each step
	leaver   cheatKind = "leaver"   // leaves
	laggard  cheatKind = "laggard"  // names a place of the round that is past
	closer   cheatKind = "closer"   // signs an end that isn't there
	breaker  cheatKind = "breaker"  // breaks the rules of the game
	poisoner cheatKind = "poisoner" // makes a commitment with a wrong seal
	sleeper  cheatKind = "sleeper"  // falls silent
	// By when they say what is due.
	dawdler cheatKind = "dawdler" // about when its time is up
	staller cheatKind = "staller" // half a second before that
	crosser cheatKind = "crosser" // long after it was signed
	// By what they do before and after the match.
	straggler cheatKind = "straggler" // speaks when it is over
	absentee  cheatKind = "absentee"  // doesn't come
)

// cheatKinds are those of which any cheat may be.
var cheatKinds = []cheatKind{
	ticker, racer, repeater, copier, forger, babbler, strayer, hurrier, flooder, leaver, laggard, closer,
	breaker, poisoner, sleeper, dawdler, staller, straggler, crosser,
}

// A cheat is a liar of some kinds.
type cheat struct {
	liar
	w      *world
	kinds  []cheatKind
	chain  map[int]record.Digest // heads by place
	read   uint64                // the number of the last post
	epoch  int                   // of the board
	base   int                   // places before the round
	round  int
	past   int      // a place of the round, another one in each step
	flying int64    // until when what it said last is on its way
	quiet  bool     // it has fallen silent
	after  int      // what it has tried to say since the end
	sent   [][]byte // some of what it has said
}

func newCheat(w *world, id int) *cheat {
	c := &cheat{w: w, liar: liar{walk: &w.walk, id: id}}
	c.liar.send = c.send
	for range 1 + w.rng.IntN(3) {
		c.kinds = append(c.kinds, cheatKinds[w.rng.IntN(len(cheatKinds))])
	}
	switch n := w.rng.IntN(400); {
	case n == 0:
		c.kinds = append(c.kinds, absentee)
	case n <= 20: // all such are silent together
		c.kinds, c.quiet = []cheatKind{sleeper}, true
	}
	return c
}

// is reports, once in so many times, whether a cheat is of a kind.
func (c *cheat) is(kind cheatKind, one int) bool {
	return slices.Contains(c.kinds, kind) && c.oneIn(one)
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
	case c.deed() != instead && !c.quiet && c.left(w.time()) >= 0 && w.now >= c.flying:
		c.answer()
	}
}

// follow reads what the board has, from its beginning if it has lost something.
func (c *cheat) follow() {
	b := c.w.boardOf(c.id)
	if b.epoch != c.epoch || c.t == nil {
		c.epoch, c.flying, c.read, c.base, c.round = b.epoch, 0, 0, 0, 0
		c.g = c.newGame(c.id)
		c.t, _ = table.Watch(c.w.terms, c.g)
		c.chain = map[int]record.Digest{0: c.t.Head()}
	}
	for _, p := range b.after(c.read) {
		c.t.Read(c.time(), p)
		c.read = p.Number
		if c.t.Round() != c.round {
			c.round, c.base = c.t.Round(), c.t.Places()
		}
		c.chain[c.t.Places()] = c.t.Head()
	}
}

// greet is what a cheat does before the match.
func (c *cheat) greet() {
	awaited := slices.Contains(c.t.Awaited(), c.id)
	if awaited && c.oneIn(5) && !slices.Contains(c.kinds, absentee) || c.is(flooder, 2) {
		c.says(0, hello)
	}
}

// linger is what a cheat does when the match is over.
func (c *cheat) linger() {
	c.after++
	if c.after < 40 && c.is(straggler, 4) {
		c.saysAt(c.rng.Int64N(100), c.past, c.chain[c.past], []byte{byte(c.rng.IntN(6)), byte(c.rng.IntN(9))}[:1+c.rng.IntN(2)]...)
	}
}

// answer says what is due, early or late.
func (c *cheat) answer() {
	w, wait := c.w, c.rng.Int64N(100)
	switch {
	case c.is(dawdler, 2):
		wait = max(0, c.left(w.time())-300+w.rng.Int64N(600))
	case c.is(staller, 1):
		wait = max(0, c.left(w.time())-500)
	}
	m := c.due()
	if slices.Contains(c.kinds, crosser) { // signed now, shown much later
		wait = w.rng.Int64N(2500)
		c.says(wait, m...)
	} else {
		phase, t := c.g.phase, c.t
		w.later(wait, func() { // signed when it is said
			if c.t == t && c.g.phase == phase {
				c.post(signNext(c.t, c.keys[c.id], c.id, m...))
			}
		})
	}
	c.flying = w.now + wait + 200
}

// post posts to the board that the cheat reads, and to the other.
func (c *cheat) post(raw []byte) {
	board := c.w.reads[c.id]
	c.w.post(board, raw)
	if len(c.w.boards) > 1 {
		c.w.post(1-board, raw)
	}
}

// send posts a statement some time from now.
func (c *cheat) send(wait int64, raw []byte) {
	if len(c.sent) < 50 {
		c.sent = append(c.sent, raw)
	}
	c.later(wait, func() { c.post(raw) })
}

// saysAt has the cheat say something of any place.
func (c *cheat) saysAt(wait int64, place int, head record.Digest, message ...byte) {
	c.send(wait, signAt(c.t.Digest(), c.keys[c.id], c.id, place, head, message))
}

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
		if !c.is(d.of, d.one) {
			continue
		}
		if out := d.do(c); out != impossible {
			return out
		}
	}
	return impossible
}

// deeds are done once in so many steps, by cheats of the kind.
var deeds = []struct {
	of  cheatKind
	one int
	do  func(c *cheat) outcome
}{
	{ticker, 2, func(c *cheat) outcome {
		c.says(0, tick)
		return instead
	}},
	{racer, 30, func(c *cheat) outcome {
		c.says(c.rng.Int64N(50), say, 0)
		c.says(c.rng.Int64N(50), say, 1)
		return beside
	}},
	{repeater, 20, (*cheat).repeat},
	{copier, 10, (*cheat).copy},
	{forger, 10, func(c *cheat) outcome {
		seat, m := c.rng.IntN(c.w.numSeats), []byte{byte(c.rng.IntN(6)), 1}
		c.post(signNext(c.t, c.keys[c.id], seat, m...))
		return beside
	}},
	{babbler, 10, func(c *cheat) outcome {
		c.post(make([]byte, c.rng.IntN(300)))
		return beside
	}},
	{strayer, 10, func(c *cheat) outcome {
		c.saysAt(0, c.t.Places(), record.Digest{1}, say)
		return beside
	}},
	{hurrier, 10, func(c *cheat) outcome {
		c.saysAt(0, c.t.Places()+1+c.rng.IntN(3), record.Digest{1}, say)
		return beside
	}},
	{flooder, 1, (*cheat).flood},
	{leaver, 200, func(c *cheat) outcome {
		c.says(0, leave, 0, 0, 0, byte(c.t.Round()+c.rng.IntN(3)))
		return beside
	}},
	{laggard, 10, func(c *cheat) outcome {
		c.saysAt(0, c.past, c.chain[c.past], say, 1)
		return beside
	}},
	{closer, 20, func(c *cheat) outcome {
		c.says(0, closing)
		return beside
	}},
	{breaker, 30, func(c *cheat) outcome {
		if c.left(c.time()) < 0 {
			return impossible
		}
		c.says(0, c.illegal()...)
		return beside
	}},
	{poisoner, 3, func(c *cheat) outcome {
		if c.left(c.time()) < 0 || c.g.stage != committing {
			return impossible
		}
		c.says(0, c.poison()...)
		return beside
	}},
	{sleeper, 100, func(c *cheat) outcome {
		c.quiet = true
		return beside
	}},
}

// repeat posts again what the cheat has said.
func (c *cheat) repeat() outcome {
	if len(c.sent) == 0 {
		return impossible
	}
	c.post(c.sent[c.rng.IntN(len(c.sent))])
	return beside
}

// copy posts again what anybody has said, perhaps altered.
func (c *cheat) copy() outcome {
	posts := c.w.boardOf(c.id).posts
	if len(posts) == 0 {
		return impossible
	}
	raw := bytes.Clone(posts[c.rng.IntN(len(posts))].Bytes)
	if len(raw) > 0 && c.oneIn(2) {
		raw[c.rng.IntN(len(raw))] ^= 1 << c.rng.IntN(8)
	}
	c.post(raw)
	return beside
}

// flood says three things in each step, in turn and out of it.
func (c *cheat) flood() outcome {
	if c.t.Places() >= 2000 {
		return impossible
	}
	for i := range 3 {
		c.says(int64(i), byte(c.rng.IntN(6)), byte(i), 1, 2, 3)
	}
	if c.oneIn(2) {
		return instead
	}
	return beside
}
