package holdem

import (
	"crypto/ed25519"
	"sync"
	"testing"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/must"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// A hand in which four seats stay to the end, on a board, beside its cryptography alone:
// four hands of package hand that read one another's messages, and the same with all that is
// said signed by its seat and verified by the others, as on a table.
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
	var public [4]ed25519.PublicKey
	var private [4]ed25519.PrivateKey
	for seat := range 4 {
		public[seat], private[seat] = must2(ed25519.GenerateKey(nil))
	}
	for _, signed := range []bool{true, false} {
		b.Run(map[bool]string{true: "4/signed", false: "4/cards"}[signed], func(b *testing.B) {
			for b.Loop() {
				alone(func(seat int, message []byte) {
					if !signed {
						return
					}
					signature := ed25519.Sign(private[seat], message)
					for range 3 {
						if !ed25519.Verify(public[seat], message, signature) {
							b.Fatal(seat)
						}
					}
				})
			}
		})
	}
}

func must2[A, B any](a A, b B, err error) (A, B) { return must.Get(a, err), b }

// alone plays a hand without a table. It calls said with each message, 16 bets among them.
func alone(said func(seat int, message []byte)) {
	var hands []*hand.Hand
	for seat := range 4 {
		keep := func(_, _ hand.State) error { return nil }
		hands = append(hands, must.Get(hand.New([]byte("alone"), deck, 4, seat, hand.GenerateState(), keep)))
	}
	flow := func(step func(h *hand.Hand) error) {
		for _, h := range hands {
			must.Do(step(h))
		}
		for len(hands[0].Due()) > 0 {
			for _, t := range hands[0].Due() {
				message := must.Get(hands[t.Seat].Pending())
				said(t.Seat, message)
				for _, h := range hands {
					must.Get(h.Receive(t.Seat, message))
				}
			}
		}
	}
	flow(func(*hand.Hand) error { return nil })
	next := 0
	for _, to := range [][]int{{0, 1, 2, 3, 0, 1, 2, 3}, {hand.Everyone, hand.Everyone, hand.Everyone}, {hand.Everyone}, {hand.Everyone}} {
		var deal []hand.Place
		for _, seat := range to {
			deal = append(deal, hand.Place{Position: next, To: seat})
			next++
		}
		flow(func(h *hand.Hand) error { return h.Deal(deal...) })
		for seat := range 4 {
			said(seat, make([]byte, moveLen))
		}
	}
	flow(func(h *hand.Hand) error {
		for seat := range 4 {
			must.Do(h.Show(seat, seat, 4+seat))
		}
		return nil
	})
}

// lockstep plays until a hand has begun. Each post is read at once by all.
func (m *match) lockstep(hand int) {
	for m.players[0].game.Hand < hand && !m.players[0].table.Over() {
		for _, p := range m.players {
			if _, due := p.game.Due(); p.game.acting && due[0] == p.seat && p.game.Pending() == nil {
				must.Do(p.table.Act(p.game.Move(m.bet(p, p.game.Betting))))
			}
			m.answers(p)
			statement, _, err := p.table.Pending(m.now)
			if must.Do(err); statement == nil {
				continue
			}
			m.post(statement)
			for _, p := range m.players {
				m.reads(p)
			}
		}
	}
}

// longMatch is a match of 50 hands, 200 in the large, that goes on.
var longMatch = sync.OnceValue(func() *match {
	c := Config{Seats: 4, Hands: MaxHands, Chips: 10000, SmallBlind: 1, BigBlind: 2}
	m := newMatch(nil, 2, c)
	m.bet = func(p *player, b *Betting) Action {
		if b.Showdown {
			return mucks(p, b)
		}
		return Bot(b, p.game.Hole(), p.game.Board(), m.rng)
	}
	hands := 50
	if clitest.Long() {
		hands = 200
	}
	m.lockstep(1 + hands)
	return m
})

func BenchmarkAudit(b *testing.B) {
	m := longMatch()
	posts := m.posts
	at := must.Get(table.Watch(m.terms, NewGame(m.config, Nobody, nil)))
	for i, p := range posts { // the first 50 hands
		must.Get(at.Read(m.now, p))
		if at.Round() == 52 {
			posts = posts[:i+1]
			break
		}
	}
	b.Run("50/squaredeal", func(b *testing.B) {
		for b.Loop() {
			game := NewGame(m.config, Nobody, nil)
			if t := must.Get(table.Audit(m.terms, game, posts, nil)); t.Round() != 52 || len(t.Outs()) > 0 {
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
	posts, game := m.posts, NewGame(m.config, Nobody, nil)
	at := must.Get(table.Watch(m.terms, game))
	for i, post := range posts {
		if must.Get(at.Read(m.now, post)); game.Hand == hand && !game.playing {
			posts = posts[:i]
			break
		}
	}
	b.Run("hand/squaredeal", func(b *testing.B) {
		for b.Loop() {
			game := NewGame(m.config, p.seat, p.seed)
			t := must.Get(table.Parse(m.terms, game, p.key, p.state, func(_, _ table.State) error { return nil }))
			after := must.Get(t.Connect(m.shown))
			for _, post := range posts[after:] {
				must.Get(t.Read(m.now, post))
			}
			if game.Hand != hand || !game.playing {
				b.Fatal(game.Hand)
			}
		}
		b.ReportMetric(float64(len(p.state)), "B/state")
	})
}
