package holdem

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/must"
)

// Two cheats and a board that shows two sequences learn the cards that will come, and want to
// play against an honest seat: it folds in one sequence, which takes its layer off the stock,
// and ticks once. The two open the board there. Then it is shown the sequence without its fold,
// where nothing is astray, and calls: but it posts its fold again, which counts in both.
func TestBoardKnown(t *testing.T) {
	m := newMatch(t, 1, Config{Seats: 3, Hands: 1, Chips: 100, SmallBlind: 1, BigBlind: 2})
	all := func(except *player, until func() bool) {
		for range 10000 {
			for _, p := range m.players {
				for p.read < len(m.posts) && p != except {
					m.reads(p)
				}
			}
			if until() {
				return
			}
			for _, p := range m.players {
				if p == except {
					continue
				}
				for p.read < len(m.posts) {
					m.reads(p)
				}
				if until() {
					return
				}
				if _, due := p.game.Due(); p.game.acting && slices.Contains(due, p.seat) {
					l := p.game.Betting.Legal(p.seat)
					a := Action{Kind: Check}
					if l.Call > 0 {
						a.Kind = Call
					}
					p.table.Act(p.game.Move(a))
				}
				m.answers(p)
				if b, _, err := p.table.Pending(m.now); err != nil {
					t.Fatal(err)
				} else if b != nil {
					m.post(b)
				}
			}
			m.now = m.now.Add(time.Millisecond)
		}
		t.Fatal("it doesn't get there")
	}
	all(nil, func() bool { return m.players[0].game.acting })
	h := m.players[m.players[0].game.Betting.Turn()]
	for h.read < len(m.posts) {
		m.reads(h)
	}
	fork := slices.Clone(m.posts)
	say := func(a Action) []byte {
		if err := h.table.Act(h.game.Move(a)); err != nil {
			t.Fatal(err)
		}
		b, _, err := h.table.Pending(m.now)
		if b == nil || err != nil {
			t.Fatal("the seat says nothing:", err)
		}
		m.post(b)
		m.reads(h)
		return b
	}
	fold := say(Action{Kind: Fold})
	m.now = m.now.Add(8 * time.Second)
	if b, _, err := h.table.Pending(m.now); b == nil || err != nil {
		t.Fatal("no tick", err)
	} else {
		m.post(b)
	}
	cheat := m.players[(h.seat+1)%3]
	all(h, func() bool { return len(cheat.game.Board()) == 5 })

	m.posts = fork
	h.read = int(must.Get(h.table.Connect(m.shown)))
	for h.read < len(m.posts) {
		m.reads(h)
	}
	h.table.Start(m.now)
	for _, p := range m.players { // the cheats begin again, from their seeds
		if p != h {
			p.game = NewGame(m.config, p.seat, p.seed)
			p.table = must.Get(table.New(m.terms, p.game, p.key, func(_, _ table.State) error { return nil }))
			for p.read = 0; p.read < len(m.posts); {
				m.reads(p)
			}
			p.table.Start(m.now)
		}
	}
	if call := say(Action{Kind: Call}); !bytes.Equal(call, fold) {
		t.Errorf("with the board known to two others, seat %d says something else than before", h.seat)
	}
}

// Check finds nothing wrong with a fold that Apply refuses: an honest program that encodes it by
// hand, or folds for a player who is away, is out by a fault, with its deposit.
func TestShortFold(t *testing.T) {
	m := newMatch(t, 1, Config{Seats: 3, Hands: 1, Chips: 100, SmallBlind: 1, BigBlind: 2})
	for !m.players[0].game.acting {
		for _, p := range m.players {
			for p.read < len(m.posts) {
				m.reads(p)
			}
			m.answers(p)
			if b, _, err := p.table.Pending(m.now); err != nil {
				t.Fatal(err)
			} else if b != nil {
				m.post(b)
			}
		}
	}
	h := m.players[m.players[0].game.Betting.Turn()]
	for h.read < len(m.posts) {
		m.reads(h)
	}
	if err := h.table.Act([]byte{byte(Fold), 0, 0, 0, 0}); err != nil {
		return
	}
	b, _, err := h.table.Pending(m.now)
	if err != nil {
		t.Fatal(err)
	}
	m.post(b)
	m.reads(h)
	if outs := h.table.Outs(); len(outs) > 0 {
		t.Errorf("Act took it, and it is a fault: %v", outs)
	}
}
