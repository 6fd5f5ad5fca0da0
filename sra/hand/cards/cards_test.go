package cards_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
	"github.com/squaredeal/squaredeal/sra/hand/cards"
)

var (
	deck = must(sra.PublicDeck(sra.Ristretto255(), "test", 12))
	head = [32]byte{1}
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func seed(seat int) []byte { return bytes.Repeat([]byte{byte(seat)}, cards.MinSeed) }

// A game is a hand at each of its seats and at an observer, who all read the same.
type game struct {
	t       testing.TB
	seats   []int
	hands   map[int]*cards.Hand // the observer's at Everyone
	before  func(seat int, message []byte)
	dropped []int
}

func newGame(t testing.TB, seats ...int) *game {
	g := &game{t: t, seats: seats, hands: make(map[int]*cards.Hand)}
	for _, me := range append([]int{cards.Everyone}, seats...) {
		g.hands[me] = must(cards.New(head, seats, me, seed(me), deck))
	}
	return g
}

// seen is the hand of the observer.
func (g *game) seen() *cards.Hand { return g.hands[cards.Everyone] }

// all makes a step everywhere, with the same result.
func all[T any](g *game, step func(h *cards.Hand) (T, error)) (T, error) {
	g.t.Helper()
	want, wantErr := step(g.seen())
	for _, seat := range g.seats {
		if got, err := step(g.hands[seat]); fmt.Sprint(got, err) != fmt.Sprint(want, wantErr) {
			g.t.Fatalf("seat %d: %v %v, the observer: %v %v", seat, got, err, want, wantErr)
		}
		if got := g.hands[seat].View(); got != g.seen().View() {
			g.t.Fatalf("seat %d:\n%s\nthe observer:\n%s", seat, got, g.seen().View())
		}
	}
	return want, wantErr
}

func (g *game) step(step func(h *cards.Hand) error) error {
	g.t.Helper()
	_, err := all(g, func(h *cards.Hand) (int, error) { return 0, step(h) })
	return err
}

func (g *game) done(err error) {
	g.t.Helper()
	if err != nil {
		g.t.Fatal(err)
	}
}

func (g *game) receive(seat int, message []byte) error {
	g.t.Helper()
	return g.step(func(h *cards.Hand) error { return h.Receive(seat, message) })
}

// flow has all who are due say what they have to, until nobody is.
func (g *game) flow() {
	g.t.Helper()
	for {
		phase, due := g.seen().Due()
		if len(due) == 0 {
			return
		}
		seat := due[len(due)-1] // any will do
		message := g.hands[seat].Own()
		if g.before != nil {
			here := len(g.dropped)
			if g.before(seat, message); len(g.dropped) != here {
				continue
			}
		}
		g.done(g.receive(seat, message))
		if now, rest := g.seen().Due(); now == phase && len(rest) != len(due)-1 || now < phase {
			g.t.Fatalf("phase %d, due %v, then phase %d, due %v", phase, due, now, rest)
		}
	}
}

// here are the seats that weren't dropped.
func (g *game) here() []int {
	return slices.DeleteFunc(slices.Clone(g.seats), func(s int) bool { return slices.Contains(g.dropped, s) })
}

// drop reports whether all is shuffled again.
func (g *game) drop(seat int) bool {
	g.t.Helper()
	again, err := all(g, func(h *cards.Hand) (bool, error) { return h.Drop(seat) })
	g.done(err)
	g.dropped = append(g.dropped, seat)
	return again
}

// deal deals to seats, those that weren't dropped of which then have their cards, and everyone.
func (g *game) deal(to ...int) (positions []int) {
	g.t.Helper()
	for {
		g.flow()
		to = slices.DeleteFunc(to, func(s int) bool { return slices.Contains(g.dropped, s) })
		positions, err := all(g, func(h *cards.Hand) ([]int, error) { return h.Deal(to...) })
		g.done(err)
		if g.flow(); len(positions) > 0 && slices.Contains(g.seen().Of(to[0]), positions[0]) {
			return positions
		}
	}
}

func (g *game) show(seat int) {
	g.t.Helper()
	g.done(g.step(func(h *cards.Hand) error { return h.Show(seat, h.Of(seat)...) }))
}

func (g *game) fold(seat int) {
	g.t.Helper()
	message := must(g.hands[seat].Farewell())
	g.done(g.step(func(h *cards.Hand) error { return h.Fold(seat, message) }))
}

// check checks who sees what: each seat its own cards, which are the same ever after, and
// everybody the open ones.
func (g *game) check(known map[int]int) {
	g.t.Helper()
	seen := map[int]bool{}
	for _, owner := range append(g.here(), cards.Everyone) {
		for _, p := range g.seen().Of(owner) {
			for seat, h := range g.hands {
				card := h.Look(p)
				if len(card) == 1 != (seat == owner || h.Open(p)) {
					if !slices.Contains(g.dropped, seat) {
						g.t.Fatalf("position %d of %d, at seat %d: %v", p, owner, seat, card)
					}
				}
				if len(card) == 1 {
					if was, ok := known[p]; ok && was != card[0] {
						g.t.Fatalf("card %d at position %d, then %d", was, p, card[0])
					}
					known[p] = card[0]
				}
			}
			if seen[known[p]] {
				g.t.Fatalf("card %d is dealt twice", known[p])
			}
			seen[known[p]] = true
		}
	}
}

func TestHand(t *testing.T) {
	g := newGame(t, 7, 2, 5)
	if phase, due := g.seen().Due(); phase != 1 || !slices.Equal(due, []int{7, 2, 5}) || g.seen().Kind(2) != hand.Key || g.seen().Kind(0) != 0 || g.seen().Own() != nil {
		t.Error(phase, due, g.seen().Kind(2))
	}
	g.done(g.receive(2, g.hands[2].Own()))
	if phase, due := g.seen().Due(); phase != 1 || !slices.Equal(due, []int{7, 5}) {
		t.Error("what is due still isn't of the same phase:", phase, due)
	}
	g.flow()
	if g.seen().Stock() != 12 {
		t.Error(g.seen().Stock())
	}
	if p := g.deal(5, 2, cards.Everyone, 5); !slices.Equal(p, []int{0, 1, 2, 3}) || !slices.Equal(g.seen().Of(5), []int{0, 3}) ||
		!slices.Equal(g.seen().Of(2), []int{1}) || !slices.Equal(g.seen().Of(cards.Everyone), []int{2}) || g.seen().Of(7) != nil || g.seen().Of(3) != nil {
		t.Error(p, g.seen().Of(5))
	}
	known := map[int]int{}
	g.check(known)
	phase, _ := g.seen().Due()
	g.seen().Next()
	if next, due := g.seen().Due(); next != phase+1 || due != nil {
		t.Error(next, due)
	}
	g = newGame(t, 7, 2, 5)
	g.deal(5, 2, cards.Everyone, 5)
	g.show(5)
	if _, due := g.seen().Due(); !slices.Equal(due, []int{5}) || g.seen().Kind(5) != hand.Show {
		t.Error(due)
	}
	g.flow()
	g.check(known)
	if g.seen().Look(3, 0, 1, 99)[0] != known[3] || len(g.seen().Look(3, 0, 1)) != 2 || !g.seen().Open(0) || g.seen().Open(1) || g.seen().Open(-1) {
		t.Error(g.seen().Look(3, 0, 1))
	}
	// The open cards go back, and those that are held stay.
	g.done(g.step(func(h *cards.Hand) error { return h.Shuffle(0, 2, 3) }))
	g.flow()
	delete(known, 0)
	delete(known, 2)
	delete(known, 3)
	if g.check(known); g.seen().Stock() != 11 || g.seen().Of(5) != nil || !slices.Equal(g.seen().Of(2), []int{1}) {
		t.Error(g.seen().Stock(), g.seen().Of(2))
	}
	if p := g.deal(2); p[0] < 12 {
		t.Error(p)
	}
	g.check(known)
}

func TestNew(t *testing.T) {
	pair := []int{3, 1}
	for what, err := range map[string]error{
		"no seats":     second(cards.New(head, nil, 0, seed(0), deck)),
		"one":          second(cards.New(head, pair[:1], 3, seed(3), deck)),
		"seventeen":    second(cards.New(head, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, 0, seed(0), deck)),
		"repeated":     second(cards.New(head, []int{3, 1, 3}, 1, seed(1), deck)),
		"negative":     second(cards.New(head, []int{3, -1}, 3, seed(3), deck)),
		"me":           second(cards.New(head, pair, -2, nil, deck)),
		"no seed":      second(cards.New(head, pair, 3, nil, deck)),
		"a short seed": second(cards.New(head, pair, 3, seed(3)[1:], deck)),
		"no deck":      second(cards.New(head, pair, 3, seed(3), sra.Deck{})),
		"any deck":     second(cards.New(head, pair, -1, nil, must(deck.Select(0, 1)))),
		"any elements": second(cards.New(head, pair, -1, nil, must(must(sra.GenerateKey(deck.Group())).Encrypt(deck)))),
	} {
		if fails := what != "any deck"; fails != errors.Is(err, sra.ErrMalformed) || fails != (err != nil) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := cards.New(head, []int{1, 0}, 0, seed(0), deck); err != nil {
		t.Error(err)
	}
	for _, me := range []int{-1, 0, 99} { // they watch
		if h := must(cards.New(head, pair, me, nil, deck)); h.Own() != nil {
			t.Error(me)
		}
	}
	// A seat that begins again says the same, and another head or seed gives other keys.
	own := func(head [32]byte, s int) string {
		return string(must(cards.New(head, pair, 3, seed(s), deck)).Own()[32:64])
	}
	first := own(head, 3)
	if own(head, 3) != first || own(head, 1) == first || own([32]byte{2}, 3) == first {
		t.Error("keys don't follow from head and seed alone")
	}
	seats := slices.Clone(pair)
	h := must(cards.New(head, seats, -1, nil, deck))
	seats[0] = 8
	if _, due := h.Due(); !slices.Equal(due, pair) {
		t.Error("the caller's slice is kept")
	}
}

func second[T any](_ T, err error) error { return err }

// blamed reports whether all find a message of a seat wrong, in the game's number, and stay
// as they were.
func (g *game) blamed(seat int, message []byte, class error) bool {
	g.t.Helper()
	before := g.seen().View()
	err := g.receive(seat, message)
	var blame *hand.BlameError
	return errors.As(err, &blame) && blame.Seat == seat && strings.HasSuffix(err.Error(), fmt.Sprintf(": seat %d", seat)) &&
		errors.Is(err, class) && g.seen().View() == before
}

// Whatever isn't the message of the turn that is due is the fault of its seat, at every place
// of a hand: a game that took it as void would let the seat say anything but what it owes.
func TestJunk(t *testing.T) {
	g := newGame(t, 7, 2, 5)
	var said [][]byte
	kinds := map[hand.Kind]bool{}
	g.before = func(seat int, m []byte) {
		kinds[g.seen().Kind(seat)] = true
		for what, x := range map[string][]byte{"nothing": nil, "a word": []byte("bet 5"), "part of a turn": m[:31], "another turn": append(bytes.Repeat([]byte{9}, 32), m[32:]...)} {
			if !g.blamed(seat, x, cards.ErrTurn) {
				t.Errorf("%s passes for a %v message", what, g.seen().Kind(seat))
			}
		}
		for i, x := range said {
			if !g.blamed(seat, x, cards.ErrTurn) {
				t.Errorf("message %d passes for a %v message", i, g.seen().Kind(seat))
			}
		}
		wrong := bytes.Clone(m)
		wrong[len(wrong)-1] ^= 128
		if !g.blamed(seat, m[:len(m)-1], sra.ErrMalformed) || !g.blamed(seat, wrong, sra.ErrMalformed) && !g.blamed(seat, wrong, sra.ErrProof) {
			t.Errorf("an altered %v message passes", g.seen().Kind(seat))
		}
		_, due := g.seen().Due()
		for _, other := range []int{7, 2, 5, 0, -1} {
			switch {
			case other == seat:
			case slices.Contains(due, other):
				if !g.blamed(other, m, cards.ErrTurn) {
					t.Errorf("seat %d says what seat %d has to", other, seat)
				}
			default: // the caller mixes something up
				if err := g.receive(other, m); !errors.Is(err, hand.ErrState) || errors.As(err, new(*hand.BlameError)) {
					t.Errorf("seat %d isn't due: %v", other, err)
				}
			}
		}
		said = append(said, m)
	}
	g.deal(7, 2, 5, cards.Everyone)
	g.done(g.step(func(h *cards.Hand) error { return h.Shuffle(h.Of(cards.Everyone)...) }))
	g.flow()
	g.fold(7)
	g.show(2)
	if g.flow(); len(kinds) != 5 {
		t.Error(kinds)
	}
}

func TestSteps(t *testing.T) {
	g := newGame(t, 7, 2, 5, 4)
	refused := func(what string, class error, step func(h *cards.Hand) error) {
		t.Helper()
		before := g.seen().View()
		if err := g.step(step); !errors.Is(err, class) || errors.As(err, new(*hand.BlameError)) || g.seen().View() != before {
			t.Errorf("%s: %v", what, err)
		}
	}
	deal := func(to ...int) func(h *cards.Hand) error {
		return func(h *cards.Hand) error { return second(h.Deal(to...)) }
	}
	show := func(seat int, positions ...int) func(h *cards.Hand) error {
		return func(h *cards.Hand) error { return h.Show(seat, positions...) }
	}
	fold := func(seat int) func(h *cards.Hand) error {
		return func(h *cards.Hand) error { return h.Fold(seat, nil) }
	}
	refused("a deal before the shuffle", hand.ErrNotReady, deal(2))
	refused("a show before the shuffle", hand.ErrState, show(2, 0))
	refused("a fold before the shuffle", hand.ErrState, fold(2))
	refused("a shuffle of nothing", hand.ErrState, func(h *cards.Hand) error { return h.Shuffle() })
	if m, err := g.hands[2].Farewell(); m != nil || !errors.Is(err, hand.ErrState) {
		t.Error(m, err)
	}
	begun := g.seen().View()
	if again, err := all(g, func(h *cards.Hand) (bool, error) { return h.Drop(3) }); again || err != nil || g.seen().View() != begun {
		t.Error("a seat that takes no part:", again, err)
	}
	g.flow()
	refused("no cards", hand.ErrState, deal())
	refused("too many cards", hand.ErrState, deal(slices.Repeat([]int{2}, 13)...))
	refused("a seat that takes no part", hand.ErrState, deal(2, 3))
	refused("the farewell of an observer", hand.ErrState, func(h *cards.Hand) error { return second(g.seen().Farewell()) })
	refused("a fold of a seat that takes no part", hand.ErrState, fold(3))
	g.deal(2, 5, 4)
	refused("a card of another seat", hand.ErrState, show(2, 1))
	refused("a card of the stock", hand.ErrState, show(2, 5))
	refused("no position", hand.ErrState, show(2, -1))
	refused("no cards shown", hand.ErrState, show(2))
	refused("a card shown twice", hand.ErrState, show(2, 0, 0))
	refused("a card of the stock back", hand.ErrState, func(h *cards.Hand) error { return h.Shuffle(5) })
	g.show(2)
	refused("a card that is to be shown", hand.ErrState, show(2, 0))
	refused("a fold while a seat is due", hand.ErrState, fold(7))
	g.flow()
	// A fold whose message is missing, or another's, is a fault, before it has left.
	before := g.seen().View()
	var blame *hand.BlameError
	if err := g.step(fold(7)); !errors.As(err, &blame) || blame.Seat != 7 || !errors.Is(err, cards.ErrTurn) || g.seen().View() != before {
		t.Error(err)
	}
	if g.drop(4) {
		t.Error("all is shuffled though nobody is due")
	}
	refused("a deal to a seat that was dropped", hand.ErrState, deal(2, 4))
	g.fold(7)
	refused("a deal to a seat that has folded", hand.ErrState, deal(7))
	refused("a fold of one of two", hand.ErrState, fold(2))
	refused("a farewell of one of two", hand.ErrState, func(h *cards.Hand) error { return second(g.hands[2].Farewell()) })
	refused("a show of a seat that was dropped", hand.ErrState, show(4, 2))
	if again, err := all(g, func(h *cards.Hand) (bool, error) { return h.Drop(4) }); again || err != nil {
		t.Error("dropped again:", again, err)
	}
	g.deal(cards.Everyone) // without seat 4
	if again, err := all(g, func(h *cards.Hand) (bool, error) { return h.Drop(7) }); again || err != nil {
		t.Error("a seat that has folded:", again, err)
	}
	g.deal(2)
}

// A fold opens nothing, and the others go on without the seat; one without a card in the
// stock has nothing to say.
func TestFold(t *testing.T) {
	g := newGame(t, 7, 2, 5)
	g.deal(7, 2, 5)
	g.fold(7)
	g.deal(cards.Everyone, 2)
	known := map[int]int{}
	g.check(known)
	g.show(7) // it still can
	g.flow()
	g.check(known)

	g = newGame(t, 7, 2, 5, 9)
	g.deal(slices.Repeat([]int{2}, 11)...)
	g.fold(9) // with a layer of one card
	g.deal(2)
	if m := must(g.hands[5].Farewell()); m != nil {
		t.Errorf("%d bytes", len(m))
	}
	if err := g.step(func(h *cards.Hand) error { return h.Fold(7, []byte{1}) }); !errors.Is(err, cards.ErrTurn) {
		t.Error(err)
	}
	g.fold(5)

	// A farewell with a wrong proof is the fault of its seat, which still owes it.
	g = newGame(t, 7, 2, 5)
	g.deal(7, 2, 5)
	m := must(g.hands[2].Farewell())
	m[len(m)-1] ^= 1
	var blame *hand.BlameError
	if err := g.step(func(h *cards.Hand) error { return h.Fold(2, m) }); !errors.As(err, &blame) || blame.Seat != 2 || !errors.Is(err, sra.ErrProof) {
		t.Error(err)
	}
	if _, due := g.seen().Due(); !slices.Equal(due, []int{2}) {
		t.Error(due)
	}
	if !g.drop(2) {
		t.Error("nothing is shuffled")
	}
	known = map[int]int{}
	g.flow()
	g.check(known)
	g.deal(7)
	g.check(known)
}

// The zero value takes nothing, and panics nowhere.
func TestZeroHand(t *testing.T) {
	h := new(cards.Hand)
	again, err := h.Drop(0)
	if again || err != nil {
		t.Error(again, err)
	}
	for _, err := range []error{h.Receive(0, nil), second(h.Deal(0)), second(h.Deal(cards.Everyone)), second(h.Farewell()), h.Fold(0, nil), h.Show(0, 0), h.Show(0), h.Shuffle(), h.Shuffle(0)} {
		if !errors.Is(err, hand.ErrState) && !errors.Is(err, hand.ErrNotReady) {
			t.Error(err)
		}
	}
	if _, due := h.Due(); due != nil || h.Own() != nil || h.Stock() != 0 || h.Of(0) != nil || h.Of(cards.Everyone) != nil || h.Look(0) != nil || h.Open(0) {
		t.Error(h.View())
	}
}

// whole plays a hand in which everything happens, of those who aren't dropped on the way.
func (g *game) whole(known map[int]int) {
	g.t.Helper()
	g.deal(g.here()...)
	g.check(known)
	g.deal(cards.Everyone, cards.Everyone)
	if here := g.here(); len(here) > 2 && here[0] == g.seats[0] {
		g.fold(here[0])
	}
	g.deal(cards.Everyone)
	g.check(known)
	for _, seat := range g.here() {
		if len(g.seen().Of(seat)) > 0 {
			g.show(seat)
		}
	}
	g.flow()
	g.check(known)
}

// One seat is dropped before each of the messages of a hand, when it is due or another is: the
// others go on, keep their cards, and never wait for it.
func TestDrop(t *testing.T) {
	count := 0
	g := newGame(t, 7, 2, 5, 9)
	g.before = func(int, []byte) { count++ }
	g.whole(map[int]int{})
	for _, one := range []int{0, 7, 2} { // 0: the one that is due
		for at := range count {
			g, n := newGame(t, 7, 2, 5, 9), 0
			known := map[int]int{}
			g.before = func(due int, _ []byte) {
				if _, all := g.seen().Due(); slices.ContainsFunc(all, func(s int) bool { return slices.Contains(g.dropped, s) }) {
					t.Fatalf("dropped %v, due %v", g.dropped, all)
				}
				if n++; n-1 == at {
					seat, kind := one, g.seen().Kind(due)
					if one == 0 {
						seat = due
					}
					folded := seat == 7 && kind != hand.Key && kind != hand.Shuffle && len(g.seen().Of(cards.Everyone)) > 1
					if again := g.drop(seat); again != (kind != hand.Show && !folded) {
						t.Fatalf("seat %d dropped before message %d, %v of seat %d: again is %v", seat, at, kind, due, again)
					}
					if g.hands[seat].Own() != nil {
						t.Fatal("a seat that was dropped has something to say")
					}
				}
			}
			g.whole(known)
			if n < at || len(g.dropped) != 1 || len(g.seen().Of(cards.Everyone)) != 3 {
				t.Fatalf("%d: %d messages, dropped %v, open %v", at, n, g.dropped, g.seen().Of(cards.Everyone))
			}
		}
	}
}

// Two of three are dropped: while others show, that is no matter; with a deal under way, the
// hand is over, and says so.
func TestDropTooMany(t *testing.T) {
	g := newGame(t, 7, 2, 5)
	g.deal(7, 2, 5)
	g.show(7)
	g.show(2)
	if g.drop(7) || g.drop(5) {
		t.Error("all is shuffled to show cards")
	}
	g.flow()
	if !g.seen().Open(g.seen().Of(2)[0]) {
		t.Error("seat 2 hasn't shown its card")
	}
	before := g.seen().View()
	if err := g.step(func(h *cards.Hand) error { return second(h.Deal(2)) }); !errors.Is(err, hand.ErrState) || g.seen().View() != before {
		t.Error(err)
	}
	g = newGame(t, 7, 2)
	before = g.seen().View()
	if err := g.step(func(h *cards.Hand) error { return second(h.Drop(2)) }); !errors.Is(err, hand.ErrState) || g.seen().View() != before {
		t.Error(err)
	}
}
