package holdem

import (
	"bytes"
	"crypto/sha256"
	"slices"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/must"
)

// allAnswer has all seats that are asked play, but some.
func (g *Game) allAnswer(out ...int) {
	for _, s := range g.asked {
		must.Do(g.Apply(s, Word(!slices.Contains(out, s))))
	}
}

// Whoever sits out says so in the middle of a hand and still ends that; in the next ones, the
// seat has no cards, says nothing but whether it plays, and pays its blinds. Then it is back.
func TestSitOut(t *testing.T) {
	m := newMatch(t, 40, Config{Seats: 4, Hands: 6, Chips: 100, SmallBlind: 1, BigBlind: 2})
	m.bet = func(p *player, b *Betting) Action {
		if g := p.game; p.seat == 1 {
			g.SitOut(g.Hand >= 1 && g.Hand < 5)
		}
		return calls(p, b)
	}
	m.sits = func(p *player) {
		if p.seat == 1 && p.game.Hand == 5 {
			p.game.SitOut(false)
		}
	}
	m.play(60)
	game := m.check()
	outs, events, results := m.audited()
	if len(outs) != 0 || len(results) != 6 || told[SatOut](events) != 1 || told[Back](events) != 1 || game.Sat[1] != 0 {
		t.Fatalf("%+v, %d hands, %v", outs, len(results), game.Sat)
	}
	before := slices.Repeat([]int{100}, 4)
	for _, r := range results {
		away := r.Hand > 1 && r.Hand < 6
		paid := before[1] - r.Stacks[1]
		if owes := []int{0, 1, 2, 0}[(1-r.Button+4)%4]; away && (paid != owes || r.Shown[1] != nil || r.Payout[1] != 0) {
			t.Errorf("seat 1 owes %d, and has paid %d: %+v", owes, paid, r)
		}
		if slices.Contains(r.SatOut, 1) != away || len(r.SatOut) > 1 || (r.Shown[1] != nil) == away {
			t.Errorf("%+v", r)
		}
		before = r.Stacks
	}
	for _, e := range events {
		switch e.What.(type) {
		case Proof, Deed, Win:
			if e.Seat == 1 && e.Hand > 1 && e.Hand < 6 {
				t.Errorf("it takes part: %+v", e)
			}
		}
	}
}

// What a seat may say when it is asked, and what it may say of that at another time.
func TestWords(t *testing.T) {
	for what, c := range map[string]struct {
		at   Stage
		said []byte
		why  table.Reason
	}{
		"says neither":               {Seating, []byte{2}, table.Fault},
		"says nothing in a message":  {Seating, []byte{}, table.Fault},
		"says both":                  {Seating, []byte{1, 0}, table.Fault},
		"folds instead":              {Seating, []byte{byte(Fold), 0, 0, 0, 0}, table.Fault},
		"is silent":                  {Seating, nil, table.Silent},
		"sits out before it bets":    {Bets, Word(false), table.Fault},
		"sits out in the shuffle":    {Shuffling, Word(false), table.Fault},
		"sits out when cards open":   {Opening, Word(false), table.Fault},
		"sits out at the showdown":   {Showing, Word(false), table.Fault},
		"says again that it plays":   {Dealing, Word(true), table.Fault},
		"sits out, as anybody may":   {Seating, Word(false), 0},
		"plays, as its program says": {Seating, Word(true), 0},
	} {
		m := newMatch(t, 41, three)
		m.bet = calls
		p, done := m.players[1], false
		p.twist = func(b []byte) []byte {
			if done = done || p.game.Stage() == c.at && p.game.Button != Nobody; done {
				return c.said
			}
			return b
		}
		if c.why == 0 {
			p.twist = func(b []byte) []byte {
				if p.game.Stage() == Seating {
					return c.said
				}
				return b
			}
		}
		m.sit(p)
		m.play(0)
		var bad []int
		if c.why != 0 {
			bad = append(bad, 1)
		}
		m.check(bad...)
		outs, _, results := m.audited()
		if len(outs) != len(bad) || len(bad) > 0 && (outs[0].Seat != 1 || outs[0].Why != c.why) || len(results) != 2 {
			t.Errorf("a seat %s: %+v, %d hands", what, outs, len(results))
		}
	}
}

// until plays until something is true.
func (m *match) until(what func() bool) {
	m.t.Helper()
	for range 100000 {
		for _, p := range m.players {
			if what() {
				return
			}
			m.step(p)
		}
		m.now = m.now.Add(time.Millisecond)
	}
	m.t.Fatal("it doesn't get there")
}

// A second word has no effect, nor has one that comes after the hand has begun, nor one of
// another hand; and none of them is a fault. A word counts for the seat alone that has signed it.
func TestWordsCopied(t *testing.T) {
	m := newMatch(t, 42, three)
	m.bet = calls
	p, other := m.players[0], m.players[1]
	m.until(func() bool { return p.game.Stage() == Seating && p.flight != nil })
	first := p.flight
	log := must.Get(record.NewReader(must.Get(m.terms.Agreement())))
	for _, post := range m.posts {
		log.Read(post.Bytes)
	}
	out := append([]byte{2}, Word(false)...)
	m.post(must.Get(log.Sign(other.key, out)))
	m.post(must.Get(log.Sign(other.key, append([]byte{2}, Word(true)...))))
	late := must.Get(log.Sign(other.key, out))
	forged := bytes.Clone(first)
	forged[len(forged)-1] ^= 1
	m.post(forged)
	m.post(first)
	m.post(first)
	m.until(func() bool { return p.game.Stage() == Shuffling })
	m.post(late)
	if in := p.game.players; len(in) != 2 || slices.Contains(in, 1) {
		t.Errorf("%v play", in)
	}
	other.game.SitOut(false)
	m.until(func() bool { return p.game.Hand == 1 && p.game.Stage() == Seating })
	m.post(first)
	m.post(late)
	m.play(0)
	m.check()
	outs, _, results := m.audited()
	if len(outs) != 0 || len(results) != 2 || !slices.Equal(results[0].SatOut, []int{1}) || len(results[1].SatOut) != 0 {
		t.Errorf("%+v, %+v", outs, results)
	}
}

// Between two of whom one sits out, and when all do, the table waits, and nobody pays; those
// who sit out have time for a choice each time. It doesn't wait for ever: they have left
// then, with their chips and deposits.
func TestPause(t *testing.T) {
	for what, c := range map[string]struct {
		seats int
		out   []int
	}{
		"one of two": {2, []int{1}}, "two of three": {3, []int{0, 2}}, "all": {3, []int{0, 1, 2}},
	} {
		m := newMatch(t, 43, Config{Seats: c.seats, Hands: 3, Chips: 100, SmallBlind: 1, BigBlind: 2, Deposit: 100})
		m.bet = calls
		began := m.now
		m.sits = func(p *player) { p.game.SitOut(slices.Contains(c.out, p.seat)) }
		m.play(40)
		game := m.check()
		outs, events, results := m.audited()
		if len(outs) != 0 || len(results) != 0 || slices.Max(game.Stacks) != 100 {
			t.Errorf("%s: %+v, %+v, %v", what, outs, results, game.Stacks)
		}
		if sat, left := told[SatOut](events), told[TooLong](events); sat != len(c.out) || left != len(c.out) {
			t.Errorf("%s: %d are told to sit out, %d to have left", what, sat, left)
		}
		most := time.Duration(MostWaits)
		if len(c.out) == c.seats { // they hold up nobody
			most = MostOut
		}
		if waited := m.now.Sub(began); waited < (most-1)*grace/2 || waited > most*grace {
			t.Errorf("%s: the table has waited for %v", what, waited)
		}
		for s := range c.seats {
			if game.Plays(s) == slices.Contains(c.out, s) {
				t.Errorf("%s: seat %d plays on: %v", what, s, game.Plays(s))
			}
		}
	}
}

// Whoever comes back while the table waits plays at once, and the count of hands begins anew.
func TestBack(t *testing.T) {
	m := newMatch(t, 44, Config{Seats: 2, Hands: 2, Chips: 100, SmallBlind: 1, BigBlind: 2})
	m.bet = calls
	asked := 0
	m.sits = func(p *player) {
		if asked = max(asked, p.game.Sat[1]); p.seat == 1 {
			p.game.SitOut(p.game.Sat[1] < MostOut)
		}
	}
	m.play(0)
	m.check()
	outs, events, results := m.audited()
	if len(outs) != 0 || len(results) != 2 || asked != MostOut || told[SatOut](events) != 2 || told[Back](events) != 2 ||
		told[TooLong](events) != 0 {
		t.Errorf("%+v, %d hands, %d sat out", outs, len(results), asked)
	}
}

// A seat that sits out and whose program is gone is out when its time is up, before a
// hand: the others wait once.
func TestGoneWhileOut(t *testing.T) {
	m := newMatch(t, 45, Config{Seats: 3, Hands: 3, Chips: 100, SmallBlind: 1, BigBlind: 2})
	m.bet = calls
	m.sits = func(p *player) { p.game.SitOut(p.seat == 2) }
	m.until(func() bool { return m.players[0].game.Hand == 2 })
	m.players[2].dead = true
	m.play(0)
	m.check(2)
	outs, events, results := m.audited()
	if len(outs) != 1 || outs[0].Seat != 2 || outs[0].Why != table.Silent || told[Reshuffle](events) != 0 ||
		len(results) != 3 || len(results[2].SatOut) != 0 || m.players[0].table.Round() != 5 { // with the toss and the end
		t.Errorf("%+v, %+v", outs, results)
	}
	for _, r := range results {
		if r.Board == nil {
			t.Errorf("a hand that isn't played: %+v", r)
		}
	}
}

// A seat that is killed when it has signed its word says the same afterwards, whatever its
// player wants by then; one that sits out still does when it begins again; and so does
// everybody who reads the board.
func TestSitOutRestarts(t *testing.T) {
	m := newMatch(t, 46, three)
	m.bet = calls
	p := m.players[1]
	p.game.SitOut(true)
	m.until(func() bool { return p.game.Stage() == Seating && p.flight != nil })
	signed := p.flight
	m.sit(p)
	if p.game.Stage() != Seating || p.game.SitsOut() {
		t.Fatalf("it is at %q, and sits out: %v", p.game.Stage(), p.game.SitsOut())
	}
	if m.step(p); !bytes.Equal(p.flight, signed) {
		t.Error("it says something else after a restart")
	}
	m.until(func() bool { return p.game.Hand == 1 && p.game.Stage() == Seating })
	if m.sit(p); !p.game.SitsOut() {
		t.Error("it is back after a restart")
	}
	m.play(0)
	m.check()
	if _, _, results := m.audited(); !slices.Equal(results[0].SatOut, []int{1}) || !slices.Equal(results[1].SatOut, []int{1}) {
		t.Errorf("%+v", results)
	}
}

// In a fork in which others play a hand, a seat has other keys, although the round is the same.
func TestForkOfPlayers(t *testing.T) {
	var said [][]byte
	for _, out := range [][]int{{1}, {2}} {
		g := NewGame(three, 0, make([]byte, 32))
		g.Button = 2
		g.Start(record.Digest{1})
		g.allAnswer(out...)
		if _, due := g.Due(); !slices.Equal(due, []int{0}) {
			t.Fatalf("%v shuffle first", due)
		}
		said = append(said, g.Pending())
	}
	if size := deck.Group().ElementSize(); bytes.Equal(said[0][sha256.Size:][:size], said[1][sha256.Size:][:size]) {
		t.Error("it has the same key in both")
	}
}
