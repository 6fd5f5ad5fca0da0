package holdem

import (
	"bytes"
	"crypto/ed25519"
	"encoding/binary"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/must"
)

var (
	simRuns  = flag.Int("runs", 8, "random matches of TestMatches; 200 in the large")
	simFirst = flag.Int("first", 0, "the first of them")
)

const grace = 10 * time.Second

// A player is one machine of a match.
type player struct {
	seat   int
	key    record.Key
	seed   []byte
	game   *Game
	cheat  *Cheat // nil of an honest seat
	twist  func(m []byte) []byte
	table  *table.Player
	state  []byte
	backup []byte // an older one
	read   int
	down   time.Time // until then it is down
	dead   bool      // for ever
	flight []byte    // a statement on its way to the board
}

// A match is seats that play at random on one board, crash, fall silent and cheat.
type match struct {
	t       *testing.T
	rng     *rand.Rand
	config  Config
	terms   table.Terms
	board   record.Key
	posts   []record.Post
	players []*player
	now     time.Time
	bet     func(p *player, b *Betting) Action
	sits    func(p *player) // may have its player sit out or come back, when it is asked; nil if nobody does
	largest int             // state
}

func newMatch(t *testing.T, seed uint64, c Config) *match {
	m := &match{t: t, rng: rand.New(rand.NewPCG(seed, 7)), config: c, now: time.UnixMilli(1e12)}
	var keys []ed25519.PublicKey
	for s := range c.Seats {
		p := &player{seat: s, key: m.newKey(), seed: m.newKey().Bytes()}
		m.players, keys = append(m.players, p), append(keys, p.key.Public())
	}
	m.board = m.newKey()
	m.terms = table.Terms{Game: c.Bytes(), Longest: Longest, Grace: grace, Seats: keys, Board: m.board.Public()}
	m.bet = func(_ *player, b *Betting) Action { return randomAction(m.rng, b.Legal(b.Turn())) }
	for _, p := range m.players {
		m.sit(p)
	}
	return m
}

func (m *match) newKey() record.Key {
	var b [32]byte
	for i := range b {
		b[i] = byte(m.rng.Uint32())
	}
	return must.Get(record.ParseKey(b[:]))
}

func randomAction(rng *rand.Rand, l Legal) Action {
	for {
		a := Action{Kind: Kind(rng.IntN(6))}
		if a.Kind == Raise {
			a.To = min(l.MinRaise+rng.IntN(8), l.MaxRaise)
			if rng.IntN(6) == 0 {
				a.To = l.MaxRaise
			}
		}
		if l.Allows(a) && (a.Kind != Fold || rng.IntN(2) == 0) {
			return a
		}
	}
}

// A twisted game has its seat say something else than the protocol wants.
type twisted struct {
	*Game
	p *player
}

func (g twisted) Pending() []byte {
	if m := g.Game.Pending(); m != nil && g.p.twist != nil {
		return g.p.twist(m)
	}
	return g.Game.Pending()
}

func (g twisted) Check(int, []byte) error { return nil }

// sit begins, or goes on after a crash.
func (m *match) sit(p *player) {
	p.game = NewGame(m.config, p.seat, p.seed)
	var game table.Game = p.game
	switch {
	case p.cheat != nil:
		p.cheat = &Cheat{Game: p.game, Way: p.cheat.Way, silent: p.cheat.silent}
		game = p.cheat
	case p.twist != nil:
		game = twisted{p.game, p}
	}
	var saved []byte
	store := func(old, new table.State) error {
		if !bytes.Equal(old.Bytes(), saved) {
			m.t.Fatal("a state isn't the one that was stored")
		}
		if saved = new.Bytes(); m.rng.IntN(20) == 0 {
			p.backup = p.state
		}
		p.state = saved
		m.largest = max(m.largest, len(saved))
		return nil
	}
	var err error
	if p.backup != nil && m.rng.IntN(3) == 0 { // which does no harm
		p.state = p.backup
	}
	if p.flight = nil; p.state == nil {
		p.table, err = table.New(m.terms, game, p.key, store)
	} else {
		saved = p.state
		p.table, err = table.Parse(m.terms, game, p.key, p.state, store)
	}
	if err != nil {
		m.t.Fatal(err)
	}
	p.read = int(must.Get(p.table.Connect(m.shown)))
	m.catchUp(p)
	p.table.Start(m.now)
}

func (m *match) shown(n uint64) (record.Post, bool) {
	if n == 0 || n > uint64(len(m.posts)) {
		return record.Post{}, false
	}
	return m.posts[n-1], true
}

func (m *match) reads(p *player) {
	if _, err := p.table.Read(m.now, m.posts[p.read]); err != nil {
		m.t.Fatal(err)
	}
	p.read++
}

// catchUp has a player read all that is posted.
func (m *match) catchUp(p *player) {
	for p.read < len(m.posts) {
		m.reads(p)
	}
}

// step has a seat do something, and reports whether it did, and when it wants to be asked
// again.
func (m *match) step(p *player) (did bool, again time.Time) {
	switch {
	case p.dead:
		return false, m.now.Add(time.Hour)
	case m.now.Before(p.down):
		return false, p.down
	case !p.down.IsZero():
		p.down = time.Time{}
		m.sit(p)
		return true, m.now
	case p.read < len(m.posts):
		m.reads(p)
		return true, m.now
	case p.flight != nil:
		m.post(p.flight)
		p.flight = nil
		return true, m.now
	}
	if _, due := p.game.Due(); p.game.acting && slices.Contains(due, p.seat) && (p.cheat == nil || !p.cheat.silent) {
		move := p.game.Move(m.bet(p, p.game.Betting))
		switch {
		case p.cheat != nil:
			move = p.cheat.Act(m.bet(p, p.game.Betting))
		case p.twist != nil:
			move = p.twist(move)
		}
		if move != nil {
			p.table.Act(move) // which is refused while the last one is under way
		}
	}
	m.answers(p)
	statement, again, err := p.table.Pending(m.now)
	if err != nil {
		m.t.Fatal(err)
	}
	p.flight = statement
	return statement != nil, again
}

// answers has a seat say whether it plays the hand, if it is asked: in time, if the
// table waits for its player.
func (m *match) answers(p *player) {
	if _, due := p.game.Due(); p.game.Stage() != Seating || !slices.Contains(due, p.seat) || p.cheat != nil && p.cheat.silent {
		return
	}
	if m.sits != nil {
		m.sits(p)
	}
	word := p.game.Answer()
	if item, choosing := p.table.Choosing(m.now); word == nil && choosing && item.Left <= grace/2 {
		word = Word(false)
	}
	if word != nil && p.twist != nil {
		word = p.twist(word)
	}
	if word != nil {
		p.table.Act(word) // which is refused while the last one is under way
	}
}

func (m *match) post(b []byte) {
	m.posts = append(m.posts, record.Post{Number: uint64(len(m.posts) + 1), Stamp: m.now.UnixMilli(), Bytes: b})
}

// play plays until all who live have read a final end.
func (m *match) play(crash int) {
	for range 200000 {
		var idle time.Time
		busy, over := false, true
		for _, i := range m.rng.Perm(len(m.players)) {
			p := m.players[i]
			if crash > 0 && m.rng.IntN(crash) == 0 && p.cheat == nil && p.twist == nil && !p.dead && p.down.IsZero() {
				p.down = m.now.Add(time.Duration(m.rng.IntN(1500)) * time.Millisecond)
			}
			did, again := m.step(p)
			busy = busy || did
			over = over && (p.dead || p.down.IsZero() && p.table.Over() && p.read == len(m.posts))
			if idle.IsZero() || again.Before(idle) {
				idle = again
			}
		}
		m.now = m.now.Add(time.Duration(m.rng.IntN(20)) * time.Millisecond)
		switch {
		case busy:
		case over:
			return
		case idle.After(m.now):
			m.now = idle
		}
	}
	m.t.Fatal("the match doesn't end")
}

// check checks what must hold at the end of a match in which only bad seats are bad.
func (m *match) check(bad ...int) *Game {
	t := m.t
	t.Helper()
	game := NewGame(m.config, Nobody, nil)
	audit, err := table.Audit(m.terms, game, m.posts, nil)
	if err != nil || !audit.Over() {
		t.Fatalf("audit: %v, over %v", err, audit.Over())
	}
	if fault := game.public.fault(m.config); fault != "" { // such as chips that are lost
		t.Errorf("%s: %s", fault, game.Checkpoint())
	}
	for _, o := range audit.Outs() {
		if !slices.Contains(bad, o.Seat) {
			t.Errorf("honest seat %d is out: %+v", o.Seat, o)
		}
		if o.Why != table.Left && audit.Returned(o.Seat) {
			t.Errorf("seat %d gets its deposit back: %+v", o.Seat, o)
		}
	}
	for _, p := range m.players {
		if p.dead || slices.Contains(bad, p.seat) {
			continue
		}
		if p.table.Head() != audit.Head() || !bytes.Equal(p.game.Checkpoint(), game.Checkpoint()) {
			t.Errorf("seat %d has %s, the audit %s", p.seat, p.game.Checkpoint(), game.Checkpoint())
		}
		if !audit.Returned(p.seat) {
			t.Errorf("honest seat %d loses its deposit", p.seat)
		}
	}
	if m.largest > 16<<10 {
		t.Errorf("a state of %d bytes", m.largest)
	}
	return game
}

// misbehave has a seat cheat, or say something wrong from its next few messages on.
func (m *match) misbehave(p *player, rng *rand.Rand) {
	honest := 1 + rng.IntN(12) // messages
	wrongly := func(says func(m []byte) []byte) func(m []byte) []byte {
		return func(m []byte) []byte {
			if honest--; honest < 0 {
				return says(bytes.Clone(m))
			}
			return m
		}
	}
	switch rng.IntN(4) {
	case 0:
		p.cheat = &Cheat{Way: CheatNames[rng.IntN(len(CheatNames))]}
	case 1: // falls silent
		p.twist = wrongly(func([]byte) []byte { return nil })
	case 2: // a bit is wrong
		p.twist = wrongly(func(m []byte) []byte {
			m[rng.IntN(len(m))] ^= 1 << rng.IntN(8)
			return m
		})
	case 3: // something else
		p.twist = wrongly(func(m []byte) []byte {
			return [][]byte{m[:len(m)-1], append(m, 0), {}, {1, 0, 0, 0, 0}, binary.BigEndian.AppendUint64(nil, 1)}[rng.IntN(5)]
		})
	}
	m.sit(p)
}

// leaves has a seat leave when some more bets have been made.
func (m *match) leaves(p *player, bets int) {
	bet := m.bet
	m.bet = func(q *player, b *Betting) Action {
		if bets--; bets == 0 {
			p.table.Leave()
		}
		return bet(q, b)
	}
}

// Whole matches of two to six seats, with crashes, in which some seats fall silent at a
// random place, cheat, or say something at random.
func TestMatches(t *testing.T) {
	runs := *simRuns
	if clitest.Long() {
		runs = max(runs, 100)
	}
	count := map[string]int{}
	for run := *simFirst; run < *simFirst+runs; run++ {
		rng := rand.New(rand.NewPCG(uint64(run), 8))
		c := Config{Seats: 2 + rng.IntN(3) + rng.IntN(3)/2, Hands: 1 + rng.IntN(3), Chips: 10 + rng.IntN(60), SmallBlind: 1, BigBlind: 2}
		m := newMatch(t, uint64(run), c)
		bad := rng.Perm(c.Seats)[:rng.IntN(c.Seats)]
		for _, seat := range bad {
			m.misbehave(m.players[seat], rng)
		}
		if rng.IntN(4) == 0 {
			p := m.players[rng.IntN(c.Seats)]
			bad = append(bad, p.seat)
			m.leaves(p, 1+rng.IntN(4))
		}
		if out := rng.IntN(3); out > 0 {
			m.sits = func(p *player) { p.game.SitOut(m.rng.IntN(6) < out) }
		}
		m.play([]int{0, 40, 300}[rng.IntN(3)])
		game := m.check(bad...)
		audit, _ := table.Audit(m.terms, NewGame(c, Nobody, nil), m.posts, nil)
		for _, o := range audit.Outs() {
			count[o.Why.String()]++
		}
		count["hands"] += game.Hand
		if t.Failed() {
			t.Fatalf("run %d: %+v, bad %v", run, c, bad)
		}
	}
	t.Log(count)
}
