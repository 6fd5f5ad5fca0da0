package holdem

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/faces"
	"github.com/squaredeal/squaredeal/examples/internal/must"
	"github.com/squaredeal/squaredeal/sra/hand"
)

var three = Config{Seats: 3, Hands: 2, Chips: 100, SmallBlind: 1, BigBlind: 2, Deposit: 100}

// calls is what a seat does that wants to see all cards.
func calls(p *player, b *Betting) Action {
	switch l := b.Legal(p.seat); {
	case l.Check:
		return Action{Kind: Check}
	case l.Muck:
		return Action{Kind: Show}
	}
	return Action{Kind: Call}
}

// audited is what somebody without a seat says about a match.
func (m *match) audited() (outs []table.Out, events []Event, results []Result) {
	game := NewGame(m.config, Nobody, nil)
	audit := must.Get(table.Audit(m.terms, game, m.posts, nil))
	return audit.Outs(), game.Events, game.Results
}

// told counts the events of a kind.
func told[What any](events []Event) (n int) {
	for _, e := range events {
		if _, ok := e.What.(What); ok {
			n++
		}
	}
	return n
}

// Each way to cheat puts the cheat out, and nobody else, at once or when its time is up.
// The others finish the hand.
func TestCheating(t *testing.T) {
	for _, way := range CheatNames {
		t.Run(way, func(t *testing.T) {
			m := newMatch(t, 1, three)
			m.bet = calls
			m.players[0].cheat = &Cheat{Way: way}
			m.sit(m.players[0])
			m.play(0)
			m.check(0)
			outs, events, results := m.audited()
			want := table.Fault
			if way == "stall" {
				want = table.Silent
			}
			if len(outs) != 1 || outs[0].Seat != 0 || outs[0].Why != want || outs[0].Round != 2 || len(results) != 2 {
				t.Fatalf("%+v, %d results", outs, len(results))
			}
			if text := outs[0].Text; want == table.Fault && !strings.Contains(text, map[string]string{
				"shuffle": "proof of the shuffle", "swap": "proof of the decryption", "bet": "raises to 101",
			}[way]) {
				t.Errorf("the evidence is %q", text)
			}
			// A seat that is out by its bet has only to be dealt out before the flop.
			if n := told[Reshuffle](events); n != 1 {
				t.Errorf("the cards were shuffled again %d times", n)
			}
			lost := 2 // the cheat goes at the flop, or before it has a chip in the pot but its blind
			if way == "shuffle" || way == "bet" {
				lost = results[0].lost(0)
			}
			if paid := three.Chips - results[0].Stacks[0]; paid != lost {
				t.Errorf("the cheat has lost %d, not %d", paid, lost)
			}
		})
	}
}

// lost is what a seat's blind was, that goes before it has bet.
func (r Result) lost(seat int) int { return []int{0, 1, 2}[(seat-r.Button+3)%3] }

// Who folds and closes the program owes nothing, and nothing is shuffled again.
func TestFoldAndGo(t *testing.T) {
	c := Config{Seats: 4, Hands: 1, Chips: 100, SmallBlind: 1, BigBlind: 2}
	m := newMatch(t, 2, c)
	folded := 0
	m.bet = func(p *player, b *Betting) Action {
		if b.Street == Flop && b.Legal(p.seat).Fold && folded < 2 {
			return Action{Kind: Fold}
		}
		if b.Legal(p.seat).MaxRaise > 0 && b.Street == Flop && len(b.Deeds) == 4 {
			return Action{Kind: Raise, To: b.Legal(p.seat).MinRaise}
		}
		return calls(p, b)
	}
	for range 100000 {
		for _, p := range m.players {
			if m.step(p); p.game.playing && p.game.Betting.Out[p.seat] && p.down.IsZero() && p.flight == nil {
				p.down = m.now.Add(24 * time.Hour)
				folded++
			}
		}
		if m.now = m.now.Add(time.Millisecond); m.players[0].table.Over() || m.players[1].table.Over() || m.players[2].table.Over() ||
			m.players[3].table.Over() {
			break
		}
	}
	outs, events, results := m.audited()
	if folded != 2 || len(outs) != 0 || told[Reshuffle](events) != 0 || len(results) != 1 || len(results[0].Board) != 5 {
		t.Fatalf("%d have folded, outs %+v, results %+v", folded, outs, results)
	}
}

// A fold that doesn't take the seat's layer off the cards is a fault, as the others
// would wait for it.
func TestFalseFold(t *testing.T) {
	for what, twist := range map[string]func(m []byte) []byte{
		"none": func(m []byte) []byte { return m[:moveLen] }, "cut": func(m []byte) []byte { return m[:len(m)-1] },
		"altered": func(m []byte) []byte { return append(bytes.Clone(m[:len(m)-1]), m[len(m)-1]^1) },
	} {
		m := newMatch(t, 8, Config{Seats: 4, Hands: 1, Chips: 100, SmallBlind: 1, BigBlind: 2})
		first := Nobody
		for _, p := range m.players {
			p.twist = func(b []byte) []byte {
				if g := p.game; !g.acting || len(b) <= moveLen {
					return b
				}
				first = p.seat
				return twist(b)
			}
			m.sit(p)
		}
		m.bet = func(p *player, b *Betting) Action {
			if len(b.Deeds) == 0 && (first == Nobody || first == p.seat) {
				return Action{Kind: Fold}
			}
			return calls(p, b)
		}
		m.play(0)
		m.check(first)
		outs, events, results := m.audited()
		if len(outs) != 1 || outs[0].Seat != first || outs[0].Why != table.Fault || told[Reshuffle](events) != 1 || len(results) != 1 ||
			len(results[0].Board) != 5 {
			t.Errorf("%s: seat %d, %+v", what, first, outs)
		}
	}
}

// Who goes when it has seen the river before the others gets no other one for nothing: it
// loses what it has in the pot, and its deposit. (F7.)
func TestRiverRegret(t *testing.T) {
	m := newMatch(t, 3, three)
	m.bet = calls
	last := Nobody
	for _, p := range m.players {
		p.twist = func(b []byte) []byte {
			if g := p.game; g.playing && g.Hand == 1 && g.Stage() == Opening && len(g.Board()) == 4 && (last == Nobody || last == p.seat) {
				if _, due := g.cards.Due(); g.cards.Kind(due[0]) == hand.Layer && m.layers() == 2 {
					last = p.seat
					return nil
				}
			}
			return b
		}
		m.sit(p)
	}
	m.play(0)
	m.check(last)
	outs, events, results := m.audited()
	if len(outs) != 1 || outs[0].Seat != last || outs[0].Why != table.Silent || told[Reshuffle](events) != 1 {
		t.Fatalf("seat %d had the river: %+v", last, outs)
	}
	if r := results[0]; len(r.Board) != 5 || r.Stacks[last] != 98 || r.Shown[last] != nil || r.Payout[last] != 0 {
		t.Errorf("%+v", r)
	}
}

// layers counts those of the board's next cards that were taken off.
func (m *match) layers() (n int) {
	_, events, _ := m.audited()
	for _, e := range events {
		switch e.What.(type) {
		case Proof:
			n++
		case Deed, Opened:
			n = 0
		}
	}
	return n
}

// An accomplice that says two things at once can't take an all-in back: one counts, the
// other has no place, and nobody is blamed. (F4.)
func TestAllInStays(t *testing.T) {
	m := newMatch(t, 4, three)
	var folds [][]byte
	m.bet = func(p *player, b *Betting) Action {
		switch {
		case len(b.Deeds) == 0:
			return Action{Kind: Raise, To: b.Legal(p.seat).MaxRaise}
		case len(b.Deeds) == 1: // the accomplice signs a fold as well
			log := must.Get(record.NewReader(must.Get(m.terms.Agreement())))
			for _, post := range m.posts {
				log.Read(post.Bytes)
			}
			folds = append(folds, must.Get(log.Sign(p.key, append([]byte{2}, p.game.Move(Action{Kind: Fold})...))))
		}
		if folds != nil && len(b.Deeds) == 2 {
			m.post(folds[0])
		}
		return calls(p, b)
	}
	m.play(0)
	m.check()
	outs, _, results := m.audited()
	if len(folds) == 0 || len(outs) != 0 || results[0].Pots[0].Chips != 300 {
		t.Errorf("%d folds, %+v, %+v", len(folds), outs, results[0])
	}
}

// Who doesn't reveal in the toss is out, and the others toss again; so is who repeats its
// commitment, which would make them wait for ever.
func TestToss(t *testing.T) {
	for what, twist := range map[string]func(m, before []byte) []byte{
		"silent": func(_, _ []byte) []byte { return nil }, "repeats": func(_, before []byte) []byte { return before },
	} {
		m := newMatch(t, 5, three)
		m.bet = calls
		p := m.players[1]
		var first []byte
		p.twist = func(b []byte) []byte {
			if first == nil {
				first = b
			}
			if !bytes.Equal(b, first) {
				return twist(b, first)
			}
			return b
		}
		m.sit(p)
		m.play(0)
		m.check(1)
		outs, events, results := m.audited()
		if len(outs) != 1 || outs[0].Seat != 1 || outs[0].Round != 1 || told[Button](events) != 1 || len(results) != 2 ||
			results[0].Stacks[1] != 100 {
			t.Errorf("%s: %+v", what, outs)
		}
	}
}

// Of two seats that are silent at once at the end, one has the pot; two that are silent
// while they deal end the match.
func TestAllSilent(t *testing.T) {
	for _, stage := range []Stage{Tossing, Shuffling, Dealing, Opening, Showing} {
		m := newMatch(t, 6, three)
		m.bet = calls
		for _, p := range m.players[1:] {
			silent := false
			p.twist = func(b []byte) []byte {
				if silent = silent || p.game.Stage() == stage; silent {
					return nil
				}
				return b
			}
			m.sit(p)
		}
		m.play(0)
		game := m.check(1, 2)
		if outs, _, _ := m.audited(); len(outs) != 2 || game.Plays(1) || game.Plays(2) || !game.Plays(0) {
			t.Errorf("%s: %+v", stage, outs)
		}
	}
}

// Restore goes back from any state to a checkpoint that a match like this can have.
func TestRestore(t *testing.T) {
	for _, text := range []string{
		string(NewGame(three, Nobody, nil).Checkpoint()),
		`{"hand":0,"button":-1,"big":-1,"stacks":[100,100,100],"gone":[true,true,false],"sat":[0,0,0]}`,
		`{"hand":0,"button":2,"big":-1,"stacks":[100,100,100],"gone":[true,false,false],"sat":[24,20,4]}`,
		`{"hand":1,"button":2,"big":1,"stacks":[300,0,0],"gone":[false,false,false],"sat":[0,0,0]}`,
		`{"hand":2,"button":0,"big":0,"stacks":[0,299,1],"gone":[false,true,true],"sat":[20,0,24]}`,
	} {
		g := tossing()
		if err := g.Restore([]byte(text)); err != nil || string(g.Checkpoint()) != text || g.Stage() != "" {
			t.Errorf("%s: %v, %s, %s", text, err, g.Checkpoint(), g.Stage())
		}
		g.Start(record.Digest{})
	}
}

// tossing returns a match that tosses for the button.
func tossing() *Game {
	g := NewGame(three, 1, make([]byte, 32))
	g.Start(record.Digest{})
	return g
}

// A checkpoint that no match can have is refused, and leaves the toss as it is.
func TestRestoreRefuses(t *testing.T) {
	g := tossing()
	state := func() string {
		phase, due := g.Due()
		return fmt.Sprint(g.Stage(), phase, due, g.Pending(), string(g.Checkpoint()))
	}
	before := state()
	for text, fault := range map[string]string{
		``:     "JSON",
		`{`:    "JSON",
		`null`: "big", // which is seat 0's
		`{}`:   "big",
		`{"hand":-1,"button":-1,"big":-1,"stacks":[100,100,100],"gone":[false,false,false],"sat":[0,0,0]}`:         "hand",
		`{"hand":3,"button":0,"big":0,"stacks":[100,100,100],"gone":[false,false,false],"sat":[0,0,0]}`:            "hand",
		`{"hand":0.5,"button":0,"big":-1,"stacks":[100,100,100],"gone":[false,false,false],"sat":[0,0,0]}`:         "hand",
		`{"hand":0,"button":-2,"big":-1,"stacks":[100,100,100],"gone":[false,false,false],"sat":[0,0,0]}`:          "button",
		`{"hand":0,"button":3,"big":-1,"stacks":[100,100,100],"gone":[false,false,false],"sat":[0,0,0]}`:           "button",
		`{"hand":1,"button":-1,"big":0,"stacks":[100,100,100],"gone":[false,false,false],"sat":[0,0,0]}`:           "button",
		`{"hand":1,"button":0,"big":-2,"stacks":[100,100,100],"gone":[false,false,false],"sat":[0,0,0]}`:           "big",
		`{"hand":1,"button":0,"big":3,"stacks":[100,100,100],"gone":[false,false,false],"sat":[0,0,0]}`:            "big",
		`{"hand":1,"button":0,"big":-1,"stacks":[100,100,100],"gone":[false,false,false],"sat":[0,0,0]}`:           "big",
		`{"hand":0,"button":0,"big":1,"stacks":[100,100,100],"gone":[false,false,false],"sat":[0,0,0]}`:            "big",
		`{"hand":1,"button":0,"big":1,"stacks":[200,100],"gone":[false,false,false],"sat":[0,0,0]}`:                "stacks",
		`{"hand":1,"button":0,"big":1,"stacks":[100,100,100,0],"gone":[false,false,false],"sat":[0,0,0]}`:          "stacks",
		`{"hand":1,"button":0,"big":1,"stacks":null,"gone":[false,false,false],"sat":[0,0,0]}`:                     "stacks",
		`{"hand":1,"button":0,"big":1,"stacks":[100,100,101],"gone":[false,false,false],"sat":[0,0,0]}`:            "stacks",
		`{"hand":1,"button":0,"big":1,"stacks":[100,100,99],"gone":[false,false,false],"sat":[0,0,0]}`:             "stacks",
		`{"hand":1,"button":0,"big":1,"stacks":[-1,101,200],"gone":[false,false,false],"sat":[0,0,0]}`:             "stacks",
		`{"hand":0,"button":0,"big":-1,"stacks":[99,101,100],"gone":[false,false,false],"sat":[0,0,0]}`:            "stacks",
		`{"hand":1,"button":0,"big":1,"stacks":[9223372036854775807,1,300],"gone":[true,true,true],"sat":[0,0,0]}`: "stacks",
		`{"hand":1,"button":0,"big":1,"stacks":[9223372036854775808,0,0],"gone":[true,true,true],"sat":[0,0,0]}`:   "stacks",
		`{"hand":1,"button":0,"big":1,"stacks":[100,100,100],"gone":[false,false],"sat":[0,0,0]}`:                  "gone",
		`{"hand":1,"button":0,"big":1,"stacks":[100,100,100],"gone":[false,false,false],"sat":[0,0]}`:              "sat",
		`{"hand":1,"button":0,"big":1,"stacks":[100,100,100],"gone":[false,false,false],"sat":[0,-1,0]}`:           "sat",
		`{"hand":1,"button":0,"big":1,"stacks":[100,100,100],"gone":[false,false,false],"sat":[21,0,0]}`:           "sat",
		`{"hand":1,"button":0,"big":1,"stacks":[100,100,100],"gone":[true,false,false],"sat":[25,0,0]}`:            "sat",
		`{"hand":0,"button":-1,"big":-1,"stacks":[100,100,100],"gone":[false,false,false],"sat":[1,0,0]}`:          "sat",
		`{"hand":0,"button":-1,"big":-1,"stacks":[100,100,100],"gone":[false,false,false],"sat":[0,0,0]} `:         "encoding",
		`{"Hand":0,"button":-1,"big":-1,"stacks":[100,100,100],"gone":[false,false,false],"sat":[0,0,0]}`:          "encoding",
		`{"hand":0,"button":-1,"big":-1,"stacks":[100,100,100],"gone":[false,false,false],"sat":[0,0,0],"x":1}`:    "encoding",
		`{"hand":1,"hand":0,"button":-1,"big":-1,"stacks":[100,100,100],"gone":[false,false,false],"sat":[0,0,0]}`: "encoding",
		`{"button":-1,"big":-1,"stacks":[100,100,100],"gone":[false,false,false],"sat":[0,0,0]}`:                   "encoding",
	} {
		if err := g.Restore([]byte(text)); !errors.Is(err, ErrMalformed) || !strings.Contains(err.Error(), "checkpoint: ") ||
			!strings.Contains(err.Error(), fault) || state() != before {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// The board carries no card in clear but those that were opened to all.
func TestBoardSeesNothing(t *testing.T) {
	m := newMatch(t, 9, Config{Seats: 3, Hands: 1, Chips: 100, SmallBlind: 1, BigBlind: 2})
	m.bet = calls
	m.play(0)
	_, _, results := m.audited()
	open := slices.Concat(append(results[0].Shown, results[0].Board)...)
	for c := range deck.Len() {
		carried := slices.ContainsFunc(m.posts, func(p record.Post) bool { return bytes.Contains(p.Bytes, deck.At(c).Bytes()) })
		if name := faces.Names([]int{c})[0]; carried != slices.Contains(open, name) {
			t.Errorf("the board has seen %s: %v, and %v were opened", name, carried, open)
		}
	}
}

// A bot's moves are legal, and end a match.
func TestBot(t *testing.T) {
	m := newMatch(t, 7, Config{Seats: 4, Hands: 4, Chips: 60, SmallBlind: 1, BigBlind: 2})
	m.bet = func(p *player, b *Betting) Action {
		a := Bot(b, p.game.Hole(), p.game.Board(), m.rng)
		if !b.Legal(p.seat).Allows(a) {
			t.Fatalf("%+v, of %+v", a, b.Legal(p.seat))
		}
		return a
	}
	m.play(0)
	if outs, _, results := m.audited(); len(outs) != 0 || len(results) == 0 || slices.Max(results[0].Stacks) == 60 {
		t.Errorf("%+v", results)
	}
}

// The button goes around the seats that play on. Of the last two, the one that had the big
// blind last gets it, so that nobody has the big blind twice in a row.
func TestButton(t *testing.T) {
	for _, c := range []struct{ broke, button, big int }{{0, 2, 1}, {1, 2, 0}, {2, 1, 0}, {Nobody, 1, 0}} {
		g := NewGame(three, Nobody, nil)
		g.Hand, g.Button, g.Big = 1, 0, 2
		if c.broke != Nobody {
			g.Stacks[c.broke] = 0
		}
		g.Start(record.Digest{})
		g.allAnswer()
		if b := g.Betting; b.Button != c.button || b.Big != c.big || g.Big != c.big || len(b.Contenders()) == 2 && b.Small != c.button {
			t.Errorf("seat %d is broke: button %d, blinds %d and %d", c.broke, b.Button, b.Small, b.Big)
		}
	}
}
