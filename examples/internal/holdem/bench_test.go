package holdem

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/dealt"
	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// A hand in which four seats stay to the end, on a board, beside its cryptography alone:
// four hands of package hand that read one another's messages. (Without a bar: in a hand
// of package hand, a seat's own messages are checked by nobody but the others, too.)
func BenchmarkHand(b *testing.B) {
	c := Config{Seats: 4, Hands: MaxHands, Chips: 10000, SmallBlind: 1, BigBlind: 2}
	b.Run("4/squaredeal", func(b *testing.B) {
		m := newMatch(nil, 1, c)
		m.bet = calls
		m.lockstep(1)
		for b.Loop() {
			m.lockstep(m.players[0].game.Hand + 1)
		}
	})
	b.Run("4/cards", func(b *testing.B) {
		n := 0
		for b.Loop() {
			n++
			var hands []*hand.Hand
			for seat := range 4 {
				hands = append(hands, must(hand.New(fmt.Append(nil, n), Deck(), 4, seat, hand.GenerateSecret())))
			}
			flow := func(step func(h *hand.Hand) error) {
				for _, h := range hands {
					must(0, step(h))
				}
				for len(hands[0].Due()) > 0 {
					for _, t := range hands[0].Due() {
						message := hands[t.Seat].Pending()
						for _, h := range hands {
							must(h.Receive(t.Seat, message))
						}
					}
				}
			}
			flow(func(*hand.Hand) error { return nil })
			flow(func(h *hand.Hand) error {
				var deal []hand.Card
				for i := range 8 {
					deal = append(deal, hand.Card{Position: i, To: i % 4})
				}
				return h.Deal(deal...)
			})
			for _, street := range [][]int{{8, 9, 10}, {11}, {12}} {
				flow(func(h *hand.Hand) error {
					var deal []hand.Card
					for _, p := range street {
						deal = append(deal, hand.Card{Position: p, To: dealt.Everyone})
					}
					return h.Deal(deal...)
				})
			}
			flow(func(h *hand.Hand) error {
				for seat := range 4 {
					must(0, h.Show(seat, seat, 4+seat))
				}
				return nil
			})
		}
	})
}

// lockstep plays until a hand has begun. Each post is read at once by all.
func (m *match) lockstep(hand int) {
	for m.players[0].game.Hand < hand && !m.players[0].table.Over() {
		for _, p := range m.players {
			if _, due := p.game.Due(); p.game.acting && due[0] == p.seat {
				must(0, p.table.Act(p.game.Move(m.bet(p, p.game.View()))))
			}
			statement, _, err := p.table.Pending(m.now)
			if must(0, err); statement == nil {
				continue
			}
			m.post(statement)
			for _, p := range m.players {
				m.reads(p)
			}
		}
	}
}

// long50 is a match of 50 hands, 200 in the large, that goes on.
var longMatch = sync.OnceValue(func() *match {
	c := Config{Seats: 4, Hands: MaxHands, Chips: 10000, SmallBlind: 1, BigBlind: 2}
	m := newMatch(nil, 2, c)
	m.bet = func(_ *player, v View) Action { return Bot(v, m.rng) }
	hands := 50
	if long.Tests() {
		hands = 200
	}
	m.lockstep(1 + hands)
	return m
})

func BenchmarkAudit(b *testing.B) {
	m := longMatch()
	posts := m.posts
	at := must(table.Watch(m.terms, must(New(m.config, nobody, nil))))
	for i, p := range posts { // the first 50 hands
		must(at.Read(m.now, p))
		if at.Round() == 52 {
			posts = posts[:i+1]
			break
		}
	}
	b.Run("50/squaredeal", func(b *testing.B) {
		for b.Loop() {
			game := must(New(m.config, nobody, nil))
			if t := must(table.Audit(m.terms, game, posts, nil)); t.Round() != 52 || len(t.Outs()) > 0 {
				b.Fatal(t.Round())
			}
		}
	})
}

// A restart at the end of the last hand of a match.
func BenchmarkRestart(b *testing.B) {
	m := longMatch()
	p := *m.players[0]
	hand := p.game.Hand
	m.lockstep(hand + 1)
	posts := m.posts[:len(m.posts)-1]
	p.state = slices.Clone(p.state)
	b.Run("hand/squaredeal", func(b *testing.B) {
		for b.Loop() {
			game := must(New(m.config, p.seat, p.seed))
			t := must(table.Parse(m.terms, game, p.key, p.state, func(_, _ table.State) error { return nil }))
			after := must(t.Connect(m.shown))
			for _, post := range posts[after:] {
				must(t.Read(m.now, post))
			}
			if game.Hand != hand || !game.playing {
				b.Fatal(game.Hand)
			}
		}
		b.ReportMetric(float64(len(p.state)), "B/state")
	})
}
