package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/commit/table/board/httpboard"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/otpdeal"
)

// A liar says something else than a hand, or nothing.
type liar struct {
	*hand
	says func(h *hand, m []byte) []byte
	said []byte
	at   int
}

func (l *liar) Pending() []byte {
	m := l.hand.Pending()
	if l.said == nil || l.at != l.phase {
		l.said, l.at = l.says(l.hand, m), l.phase
	}
	return l.said
}

// A tester is a process of a seat.
type tester struct {
	board.Seat
	says   func(h *hand, m []byte) []byte // nil for an honest one
	player player
	dies   int // at this place, the first time

	hand *hand
	told []string
	err  error
}

var errDied = errors.New("died")

func (s *tester) game(terms table.Terms, number int, secret []byte) (table.Game, error) {
	if number == nobody {
		return watch(terms, number, secret)
	}
	s.hand = &hand{seat: number, seed: secret, player: s.player, note: func(_ int, text string) { s.told = append(s.told, text) }}
	if s.says != nil {
		return &liar{hand: s.hand, says: s.says}, nil
	}
	return s.hand, nil
}

func (s *tester) run(ctx context.Context, b board.Board) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s.Seat = board.Seat{Board: b, Number: s.Number, Keeper: s.Keeper, Game: s.game, Changed: func() {
		if s.dies > 0 && s.Player.Places() >= s.dies {
			s.dies = 0
			cancel(errDied)
		}
	}}
	if err := s.Play(ctx); err != nil {
		return errors.Join(context.Cause(ctx), err)
	}
	return nil
}

// open returns a board in memory.
func open(t testing.TB) *board.Local {
	t.Helper()
	local, err := board.Open(offer, record.GenerateKey(), watch, nil)
	if err != nil {
		t.Fatal(err)
	}
	return local
}

// deal plays a hand on a board in memory, and returns who is out by the audit of it. Those
// who died are started again.
func deal(t testing.TB, seats ...*tester) (outs []table.Out, result *hand) {
	t.Helper()
	local := open(t)
	var wg sync.WaitGroup
	for _, s := range seats {
		wg.Go(func() {
			for s.err = errDied; errors.Is(s.err, errDied); {
				s.err = s.run(t.Context(), local)
			}
		})
	}
	wg.Wait()
	posts, err := board.All(t.Context(), local)
	if err != nil {
		t.Fatal(err)
	}
	audit, err := board.Audit(posts, func(terms table.Terms, seat int, secret []byte) (table.Game, error) {
		g, err := watch(terms, seat, secret)
		result = g.(*hand)
		return g, err
	})
	if err != nil || !audit.Final() {
		t.Fatal(err)
	}
	for _, s := range seats {
		if s.err != nil || s.Player.Head() != audit.Head() {
			t.Errorf("seat %d: %v", s.Number, s.err)
		}
	}
	return audit.Outs(), result
}

func four() (seats []*tester) {
	for number := range otpdeal.NumSeats {
		seats = append(seats, &tester{Seat: board.Seat{Number: number}, player: honest})
	}
	return seats
}

func TestHand(t *testing.T) {
	for range 3 {
		synctest.Test(t, func(t *testing.T) {
			begun, seats := time.Now(), four()
			outs, result := deal(t, seats...)
			if outs != nil || !result.play.done() || time.Since(begun) > 0 {
				t.Errorf("%v, after %v", outs, time.Since(begun))
			}
			seen := make(map[otpdeal.Card]bool)
			for number, s := range seats {
				if s.hand.play.scores() != result.play.scores() || s.hand.wrong != nil ||
					!slices.Contains(s.told, "audited the deal and the play, and found nothing wrong.") {
					t.Errorf("seat %d: %v, %q", number, s.hand.wrong, s.told)
				}
				cards, err := s.hand.role.Hand()
				if err != nil {
					t.Error(err)
				}
				for _, c := range cards {
					seen[c] = true
				}
			}
			if len(seen) != otpdeal.DeckSize {
				t.Errorf("%d cards", len(seen))
			}
		})
	}
}

// All seats die, at any place, and say the same again.
func TestRestarts(t *testing.T) {
	step := 16
	if clitest.Long() {
		step = 1
	}
	for at := 1; at <= 4+4+4+4+4+4+51+4+4; at += step {
		synctest.Test(t, func(t *testing.T) {
			seats := four()
			for _, s := range seats {
				s.dies, s.Keeper = at, httpboard.KeeperFile(filepath.Join(t.TempDir(), "seat"))
			}
			if outs, result := deal(t, seats...); outs != nil || !result.play.done() {
				t.Errorf("at %d: %v", at, outs)
			}
			for _, s := range seats {
				if s.dies != 0 && at < 75 {
					t.Errorf("seat %d didn't die at %d, of %d places", s.Number, at, s.Player.Places())
				}
			}
		})
	}
}

// A seat that says nothing any more, in any phase, is out, alone.
func TestSilentSeat(t *testing.T) {
	for number := range otpdeal.NumSeats {
		for i, phase := range []int{promising, choosing, passing, hosting, assigning, requesting, unlocking, leading, playing + 1,
			showing - 20, showing} {
			if i > 2 && (i+number)%2 == 0 {
				continue // half of them are enough
			}
			synctest.Test(t, func(t *testing.T) {
				seats, asked := four(), false
				seats[number].says = func(h *hand, m []byte) []byte {
					if h.phase >= phase {
						asked = true
						return nil
					}
					return m
				}
				outs, _ := deal(t, seats...)
				if asked && (len(outs) != 1 || outs[0].Seat != number || outs[0].Why != table.Silent) || !asked && outs != nil {
					t.Errorf("seat %d in phase %d: %v", number, phase, outs)
				}
			})
		}
	}
}

// foreign is a card that isn't in a hand, nor was played.
func foreign(p *play, hand []otpdeal.Card) otpdeal.Card {
	for _, c := range otpdeal.Deck() {
		if !slices.Contains(hand, c) && !p.has(func(d otpdeal.Card) bool { return c == d }) {
			return c
		}
	}
	return hand[0]
}

// in says something else in one phase.
func in(phase int, says func(h *hand, m []byte) []byte) func(h *hand, m []byte) []byte {
	return func(h *hand, m []byte) []byte {
		if h.phase == phase {
			return says(h, bytes.Clone(m))
		}
		return m
	}
}

// write seals a letter, with the name of another hand, step or seat in it.
func write(h *hand, about route, head record.Digest, to int, text []byte) []byte {
	other := *h
	other.head, other.keys[about.to] = head, h.keys[to]
	return other.seal(about, text)
}

// Whatever a seat says against the protocol, it alone is named; an honest seat that sees it
// first complains, and isn't.
func TestLies(t *testing.T) {
	flip := func(at int) func(h *hand, m []byte) []byte {
		return func(_ *hand, m []byte) []byte {
			m[(at+len(m))%len(m)] ^= 1
			return m
		}
	}
	const host, keyMaster, dealer, dummy = otpdeal.HostSeat, otpdeal.KeyMasterSeat, otpdeal.DealerSeat, otpdeal.DummySeat
	cases := []struct {
		what   string
		cheat  int
		says   func(h *hand, m []byte) []byte
		player player
		sees   string // what an honest seat complains of, if it can see that
		text   string
	}{
		{"deals another table", host, nil, dealsAnotherTable, "", "isn't what it had committed to"},
		{"alters a key for the Key Master", host, nil, changes(otpdeal.SendAllKeys, keyMaster), "", "SEND ALL KEYS"},
		{"alters a card for the Dealer", host, nil, changes(otpdeal.SendAllCards, dealer), "", "SEND ALL CARDS"},
		{"alters a card for the Host", dealer, nil, changes(otpdeal.SendCards, host), "isn't the Host's", "SEND CARDS to seat 0"},
		{"alters a card for the Dummy", dealer, nil, changes(otpdeal.SendCards, dummy), "", "SEND CARDS to seat 3"},
		{"asks for other keys", dealer, nil, changes(otpdeal.RequestKeys, keyMaster), "otpdeal", "REQUEST KEYS"},
		{"alters a key for the Host", keyMaster, nil, changes(otpdeal.SendKeys, host), "isn't the Host's", "SEND KEYS to seat 0"},
		{"alters a key for the Dummy", keyMaster, nil, changes(otpdeal.SendKeys, dummy), "", "SEND KEYS to seat 3"},
		{"asks for no keys", dummy, nil, changes(otpdeal.RequestKeys, keyMaster), "otpdeal", "REQUEST KEYS"},
		{"doesn't follow suit", dummy, nil, revokes, "", "against the rules"},

		{"no key", dummy, in(promising, func(_ *hand, m []byte) []byte { return append(make([]byte, keyLen), m[keyLen:]...) }),
			honest, "", "key"},
		{"a short promise", dummy, in(promising, func(_ *hand, m []byte) []byte { return m[1:] }), honest, "", "63 bytes, not 64"},
		{"another key", dummy, in(promising, func(h *hand, m []byte) []byte {
			return append(keyOf(bytes.Repeat([]byte{1}, 32)).PublicKey().Bytes(), m[keyLen:]...)
		}), honest, "", "isn't the secret"},
		{"another promise", dummy, in(promising, flip(-1)), honest, "", "isn't the secret"},
		{"another secret", dummy, in(showing, flip(0)), honest, "", "isn't the secret"},
		{"what another has said", dummy, func(h *hand, m []byte) []byte {
			switch {
			case h.phase == promising && h.promises[0] == nil:
				return nil // until it is there
			case h.phase == promising:
				return append(h.keys[0].Bytes(), h.promises[0]...)
			case h.phase == showing:
				return h.secrets[0]
			}
			return m
		}, honest, "", "isn't the secret"},
		{"a complaint at the end", dummy, in(showing, func(*hand, []byte) []byte { return complaint }), honest, "", "1 bytes"},
		{"letters of other lengths", host, in(hosting, func(_ *hand, m []byte) []byte { return m[1:] }), honest, "", "bytes, not"},
		{"a letter that can't be opened", dealer, in(assigning, flip(keyLen)), honest, "failed", "can't be opened"},
		{"the last letter can't be opened", keyMaster, in(unlocking, flip(-1)), honest, "failed", "to seat 3 (the Dummy) can't be opened"},
		{"letters exchanged", keyMaster, in(unlocking, func(_ *hand, m []byte) []byte {
			n := len(m) / 3
			return slices.Concat(m[n:2*n], m[:n], m[2*n:])
		}), honest, "failed", "can't be opened"},
		{"another's letter", dummy, in(requesting, func(h *hand, m []byte) []byte { return h.sent[5].sealed }), honest, "failed",
			"can't be opened"},
		{"a letter of another step", dummy, in(requesting, func(h *hand, m []byte) []byte {
			return write(h, route{3, 1, otpdeal.SendKeys}, h.head, 1, told(h.role, route{3, 1, otpdeal.RequestKeys}))
		}), honest, "failed", "can't be opened"},
		{"a letter of another hand", dummy, in(requesting, func(h *hand, m []byte) []byte {
			return write(h, route{3, 1, otpdeal.RequestKeys}, record.Digest{1}, 1, told(h.role, route{3, 1, otpdeal.RequestKeys}))
		}), honest, "failed", "can't be opened"},
		{"a letter to another", host, in(passing, func(h *hand, m []byte) []byte {
			return write(h, route{0, 1, passes}, h.head, 2, bytesOf(h.given))
		}), honest, "failed", "can't be opened"},

		{"other cards than chosen", dummy, in(passing, func(h *hand, m []byte) []byte {
			return h.seal(route{3, 0, passes}, bytesOf(h.cards[len(h.cards)-3:]))
		}), honest, "", "other cards than it had committed to"},
		{"two cards", dummy, in(passing, func(h *hand, m []byte) []byte {
			return h.seal(route{3, 0, passes}, bytesOf([]otpdeal.Card{h.given[0], h.given[1], h.given[0]}))
		}), honest, "three cards", "three cards"},
		{"no choice", dummy, in(choosing, flip(3)), honest, "", "committed to"},
		{"a false lead", dummy, in(leading, flip(0)), honest, "", "that was false"},
		{"two in one claim", dummy, in(leading, func(*hand, []byte) []byte { return []byte{2} }), honest, "", "neither"},
		{"no card", dummy, in(playing+9, func(h *hand, m []byte) []byte { return []byte{0} }), honest, "", "no card"},
	}
	for _, phase := range []int{hosting, assigning, requesting, unlocking, choosing, passing, leading, playing + 1, playing + 30,
		showing - 1} {
		for _, number := range []int{phase % 4, (phase + 1) % 4} {
			cases = append(cases, cases[0])
			c := &cases[len(cases)-1]
			c.what, c.cheat, c.player = fmt.Sprintf("a complaint about nothing in phase %d", phase), number, honest
			c.says, c.text = in(phase, func(*hand, []byte) []byte { return complaint }), "nothing was wrong"
		}
	}
	for what, chooses := range map[string]func(p *play, hand []otpdeal.Card) otpdeal.Card{
		"a card that it doesn't hold": foreign,
		"a card again":                func(p *play, hand []otpdeal.Card) otpdeal.Card { return p.tricks[0].cards[0] },
	} {
		cases = append(cases, cases[0])
		c := &cases[len(cases)-1]
		c.what, c.cheat, c.player, c.text = what, dummy, honest, "it play"
		c.player.play = func(p *play, hand []otpdeal.Card) otpdeal.Card {
			if len(p.tricks) == 3 {
				return chooses(p, hand)
			}
			return chooseCard(p, hand)
		}
	}
	for _, c := range cases {
		t.Run(c.what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				seats, lied := four(), c.says == nil
				seats[c.cheat].player = c.player
				if c.says != nil {
					seats[c.cheat].says = func(h *hand, m []byte) []byte {
						lie := c.says(h, m)
						lied = lied || !bytes.Equal(lie, m)
						return lie
					}
				}
				outs, _ := deal(t, seats...)
				if !lied && outs == nil {
					return // it wasn't asked
				}
				if len(outs) != 1 || outs[0].Seat != c.cheat || outs[0].Why != table.Fault || !strings.Contains(outs[0].Text, c.text) {
					t.Fatalf("%+v", outs)
				}
				complains := false
				for _, s := range seats {
					if s.Number != c.cheat && s.hand.wrong != nil {
						complains = complains || c.sees != "" && strings.Contains(s.hand.wrong.Error(), c.sees)
					}
				}
				if c.sees != "" && !complains {
					t.Errorf("nobody complains: %+v", outs)
				}
			})
		})
	}
}

// A seat that passes cards of others is named, by the receiver if that has one of them.
func TestForeignPass(t *testing.T) {
	sees := 0
	for range 10 {
		synctest.Test(t, func(t *testing.T) {
			seats := four()
			seats[3].player.pass = func(hand []otpdeal.Card) []otpdeal.Card {
				others := slices.DeleteFunc(otpdeal.Deck(), func(c otpdeal.Card) bool { return slices.Contains(hand, c) })
				return others[10:13]
			}
			outs, _ := deal(t, seats...)
			if len(outs) != 1 || outs[0].Seat != 3 || !strings.Contains(outs[0].Text, "wasn't dealt") {
				t.Errorf("%+v", outs)
			}
			if err := seats[0].hand.wrong; err != nil && strings.Contains(err.Error(), "passes a card that this seat has") {
				sees++
			}
		})
	}
	if sees == 0 { // once in 10⁵ runs
		t.Error("nobody has seen it")
	}
}

// Any seat says anything at any time: no honest one is ever out.
func TestRandomLies(t *testing.T) {
	runs := 10
	if clitest.Long() {
		runs = 400
	}
	caught := 0
	for run := range runs {
		synctest.Test(t, func(t *testing.T) {
			src := rand.New(rand.NewPCG(3, uint64(run)))
			seats := four()
			cheats := []int{src.IntN(4), src.IntN(4)} // often two
			for _, cheat := range cheats {
				s, src := seats[cheat], rand.New(rand.NewPCG(uint64(cheat), uint64(run)))
				dare := func(n int) bool { return src.IntN(n) == 0 }
				s.says = func(h *hand, m []byte) []byte {
					m = bytes.Clone(m)
					switch {
					case dare(40):
						return complaint
					case dare(40) && len(m) > 0:
						m[src.IntN(len(m))] ^= 1 << src.IntN(8)
					case dare(200):
						return m[:src.IntN(len(m)+1)]
					case dare(200):
						return nil
					}
					return m
				}
				s.player.tell = func(_ route, text []byte) []byte {
					if dare(10) && text != nil {
						text[src.IntN(len(text))] ^= 1 << src.IntN(8)
					}
					return text
				}
				s.player.play = func(p *play, hand []otpdeal.Card) otpdeal.Card {
					if dare(20) {
						return foreign(p, hand)
					}
					return chooseCard(p, hand)
				}
			}
			outs, _ := deal(t, seats...)
			for _, out := range outs {
				if caught++; !slices.Contains(cheats, out.Seat) {
					t.Errorf("run %d: %v cheat, %+v", run, cheats, out)
				}
			}
		})
	}
	if caught < runs/2 {
		t.Errorf("%d of %d runs", caught, runs)
	}
}

// Until the secrets are shown, the board has nothing in clear that is meant for one seat.
func TestBoardSeesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		local := open(t)
		ctx, cancel := context.WithCancel(t.Context())
		seats := four()
		seats[2].says = in(showing, func(*hand, []byte) []byte {
			cancel()
			return nil
		})
		var wg sync.WaitGroup
		for _, s := range seats {
			wg.Go(func() { s.run(ctx, local) })
		}
		<-ctx.Done()
		wg.Wait()
		posts, _ := board.All(t.Context(), local)
		var all []byte
		for _, p := range posts {
			if len(p.Bytes) != record.Overhead+1+secretLen || bytes.Contains(p.Bytes, seats[0].hand.choices[p.Bytes[1]]) {
				all = append(all, p.Bytes...) // but secrets that others have shown
			}
		}
		for _, s := range seats {
			for _, m := range s.hand.role.Sent() {
				if text := m.Payload(); bytes.Contains(all, text[:8]) || bytes.Contains(all, text[len(text)-8:]) {
					t.Errorf("%v from %d to %d stands in clear", m.Kind(), m.From(), m.To())
				}
			}
			if bytes.Contains(all, bytesOf(s.hand.given)) || bytes.Contains(all, s.hand.secret[:8]) || s.hand.given == nil {
				t.Errorf("the secret or pass of seat %d stands in clear", s.Number)
			}
		}
		// A letter is the same again, and its nonce isn't that of any other.
		h := seats[0].hand
		a, b := h.seal(route{0, 1, passes}, []byte{1}), h.seal(route{0, 1, passes}, []byte{2})
		if !bytes.Equal(a, h.seal(route{0, 1, passes}, []byte{1})) || bytes.Equal(a[:12], b[:12]) ||
			bytes.Equal(a[:12], h.seal(route{0, 2, passes}, []byte{1})[:12]) {
			t.Error("a letter isn't the same again, or two have one nonce")
		}
	})
}
