package main

import (
	"bytes"
	"context"
	"errors"
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
		runs = 200
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
