package holdem

import (
	"bytes"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/must"
)

// Two cheats and a board that shows two sequences learn the cards that will come, and want to
// play against an honest seat: it folds in one sequence, which takes its layer off the stock,
// and ticks once. The two open the board there. Then it is shown the sequence without its fold,
// where nothing is astray, and calls: but it posts its fold again, which counts in both.
func TestBoardKnown(t *testing.T) {
	m := newMatch(t, 1, Config{Seats: 3, Hands: 1, Chips: 100, SmallBlind: 1, BigBlind: 2})
	honest := m.firstToBet()
	unfolded := slices.Clone(m.posts)
	fold := m.acts(honest, Action{Kind: Fold})
	m.now = m.now.Add(8 * time.Second)
	if m.says(honest) == nil {
		t.Fatal("the seat doesn't tick")
	}
	cheat := m.players[(honest.seat+1)%3]
	m.callUntil(honest, func() bool { return len(cheat.game.Board()) == 5 })

	m.show(unfolded, honest)
	if call := m.acts(honest, Action{Kind: Call}); !bytes.Equal(call, fold) {
		t.Errorf("with the board known to two others, seat %d says something else than before", honest.seat)
	}
}

// A fold that leaves the seat's layer on the cards would be a fault of a program that encodes it by
// hand, and cost its deposit: it is refused before it is said.
func TestShortFold(t *testing.T) {
	m := newMatch(t, 1, Config{Seats: 3, Hands: 1, Chips: 100, SmallBlind: 1, BigBlind: 2})
	p := m.firstToBet()
	if err := p.table.Act([]byte{byte(Fold), 0, 0, 0, 0}); !errors.Is(err, ErrMalformed) {
		t.Errorf("a short fold: %v", err)
	}
	if b, _, err := p.table.Pending(m.now); b != nil || err != nil {
		t.Errorf("after a short fold the seat says %x, %v", b, err)
	}
}

// firstToBet plays until a seat is to bet, and returns it.
func (m *match) firstToBet() *player {
	m.t.Helper()
	first := m.players[0]
	m.callUntil(nil, func() bool { return first.game.acting })
	p := m.players[first.game.Betting.Turn()]
	m.catchUp(p)
	return p
}

// callUntil has all players but one, if any, speak in turn until something
// holds. They call what is bet.
func (m *match) callUntil(absent *player, holds func() bool) {
	m.t.Helper()
	for range 10000 {
		for _, p := range m.players {
			if p == absent {
				continue
			}
			if m.catchUp(p); holds() {
				return
			}
			if _, due := p.game.Due(); p.game.acting && slices.Contains(due, p.seat) {
				p.table.Act(p.game.Move(p.game.Betting.Legal(p.seat).CheckOr(Call))) // refused while the last one is under way
			}
			m.answers(p)
			m.says(p)
		}
		m.now = m.now.Add(time.Millisecond)
	}
	m.t.Fatal("it doesn't get there")
}

// acts has a player make a move, and returns its statement.
func (m *match) acts(p *player, a Action) []byte {
	m.t.Helper()
	if err := p.table.Act(p.game.Move(a)); err != nil {
		m.t.Fatal(err)
	}
	statement := m.says(p)
	if statement == nil {
		m.t.Fatal("the seat says nothing")
	}
	m.catchUp(p)
	return statement
}

// says posts what a player has to say, and returns it: nil if that is nothing.
func (m *match) says(p *player) []byte {
	m.t.Helper()
	statement, _, err := p.table.Pending(m.now)
	if err != nil {
		m.t.Fatal(err)
	}
	if statement != nil {
		m.post(statement)
	}
	return statement
}

// show shows an honest player another sequence of posts. The others begin again
// with it, from their seeds.
func (m *match) show(posts []record.Post, honest *player) {
	m.t.Helper()
	m.posts = posts
	for _, p := range m.players {
		if p == honest {
			p.read = int(must.Get(p.table.Connect(m.shown)))
		} else {
			p.game, p.read = NewGame(m.config, p.seat, p.seed), 0
			p.table = must.Get(table.New(m.terms, p.game, p.key, func(_, _ table.State) error { return nil }))
		}
		m.catchUp(p)
		p.table.Start(m.now)
	}
}
