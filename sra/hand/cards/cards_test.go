package cards_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
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

func seed(seat int) []byte { return bytes.Repeat([]byte{byte(seat)}, cards.MinSeedLen) }

// A game is a hand at each of its seats and at an observer, who all read the same.
type game struct {
	t       testing.TB
	seats   []int
	hands   map[int]*cards.Hand // the observer's at Everyone
	before  func(seat int, message []byte)
	dropped []int
	once    map[int][]int // seats that know a card that isn't theirs any more, by position
}

func newGame(t testing.TB, seats ...int) *game { return newGameOf(t, deck, seats...) }

func newGameOf(t testing.TB, deck sra.Deck, seats ...int) *game {
	g := &game{t: t, seats: seats, hands: make(map[int]*cards.Hand), once: make(map[int][]int)}
	for _, me := range append([]int{cards.Everyone}, seats...) {
		g.hands[me] = must(cards.New(head, deck, seats, me, seed(me)))
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
		message := must(g.hands[seat].Pending())
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

// drop reports whether all is shuffled anew.
func (g *game) drop(seat int) bool {
	g.t.Helper()
	again, err := all(g, func(h *cards.Hand) (bool, error) { return h.Drop(seat) })
	g.done(err)
	g.dropped = append(g.dropped, seat)
	g.renewed(again)
	return again
}

// renew reports whether all is shuffled anew.
func (g *game) renew() bool {
	g.t.Helper()
	again, err := all(g, (*cards.Hand).Renew)
	g.done(err)
	g.renewed(again)
	return again
}

// renewed forgets who knew cards that nobody holds.
func (g *game) renewed(again bool) {
	for p := range g.once {
		if kept := slices.ContainsFunc(append(g.here(), cards.Everyone),
			func(s int) bool { return slices.Contains(g.seen().Of(s), p) }); again && !kept {
			delete(g.once, p)
		}
	}
}

// deal deals to seats, those that weren't dropped of which then have their cards, and everyone.
func (g *game) deal(to ...int) (positions []int) {
	g.t.Helper()
	for {
		g.flow()
		if g.renew() {
			continue
		}
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

// back returns cards to the stock: who knows them still does.
func (g *game) back(positions ...int) {
	g.t.Helper()
	for _, p := range positions {
		for seat, h := range g.hands {
			if slices.Contains(h.Of(seat), p) || h.Open(p) {
				g.once[p] = append(g.once[p], seat)
			}
		}
	}
	g.done(g.step(func(h *cards.Hand) error { return h.Return(positions...) }))
}

// shuffle has seats shuffle cards of the stock.
func (g *game) shuffle(seats []int, positions ...int) {
	g.t.Helper()
	g.done(g.step(func(h *cards.Hand) error { return h.Shuffle(seats, positions...) }))
	g.flow()
	for _, p := range positions {
		g.once[p] = slices.DeleteFunc(g.once[p], func(seat int) bool { return !slices.Equal(seats, []int{seat}) })
	}
}

// dealAt deals cards at some positions to one seat.
func (g *game) dealAt(to int, positions ...int) {
	g.t.Helper()
	g.done(g.step(func(h *cards.Hand) error { return h.DealAt(places(to, positions...)...) }))
	g.flow()
}

func places(to int, positions ...int) (places []hand.Place) {
	for _, p := range positions {
		places = append(places, hand.Place{Position: p, To: to})
	}
	return places
}

// check checks who knows what: each seat its own cards, everybody the open ones, and of those
// that were returned whoever knew them then. They are the same ever after.
func (g *game) check(known map[int]int) {
	g.t.Helper()
	for _, p := range g.cards(known) {
		for _, seat := range append(g.here(), cards.Everyone) {
			h := g.hands[seat]
			if knows := slices.Contains(h.Of(seat), p) || h.Open(p) || slices.Contains(g.once[p], seat); len(h.Look(p)) == 1 != knows {
				g.t.Fatalf("seat %d knows the card at position %d: %v", seat, p, !knows)
			}
		}
	}
}

// cards checks that all who know a card agree on it, its holder among them, and that none is there
// twice. It returns the positions that there are.
func (g *game) cards(known map[int]int) (positions []int) {
	g.t.Helper()
	at := map[int]int{}
	note := func(p int, needed bool) {
		positions = append(positions, p)
		for _, seat := range append(g.here(), cards.Everyone) {
			for _, card := range g.hands[seat].Look(p) {
				if was, ok := known[p]; ok && was != card {
					g.t.Fatalf("card %d at position %d, then %d", was, p, card)
				}
				if other, ok := at[card]; ok && other != p {
					g.t.Fatalf("card %d is at positions %d and %d", card, p, other)
				}
				known[p], at[card], needed = card, p, false
			}
		}
		if needed {
			g.t.Fatalf("nobody knows the card at position %d", p)
		}
	}
	for _, owner := range append(g.here(), cards.Everyone) {
		for _, p := range g.seen().Of(owner) {
			note(p, true)
		}
	}
	for _, p := range g.seen().Stock() {
		note(p, false)
	}
	return positions
}

func TestHand(t *testing.T) {
	g := newGame(t, 7, 2, 5)
	if phase, due := g.seen().Due(); phase != 1 || !slices.Equal(due, []int{7}) || g.seen().Kind(7) != hand.Shuffle ||
		g.seen().Kind(2) != 0 || must(g.seen().Pending()) != nil {
		t.Error(phase, due, g.seen().Kind(7))
	}
	g.done(g.receive(7, must(g.hands[7].Pending())))
	if phase, due := g.seen().Due(); phase != 2 || !slices.Equal(due, []int{2}) {
		t.Error(phase, due)
	}
	g.flow()
	if n := len(g.seen().Stock()); n != 12 {
		t.Error(n)
	}
	if p := g.deal(5, 2, cards.Everyone, 5); !slices.Equal(p, []int{0, 1, 2, 3}) || !slices.Equal(g.seen().Of(5), []int{0, 3}) ||
		!slices.Equal(g.seen().Of(2), []int{1}) || !slices.Equal(g.seen().Of(cards.Everyone), []int{2}) || g.seen().Of(7) != nil ||
		g.seen().Of(3) != nil {
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
	if g.seen().Look(3, 0, 1, 99)[0] != known[3] || len(g.seen().Look(3, 0, 1)) != 2 || !g.seen().Open(0) || g.seen().Open(1) ||
		g.seen().Open(-1) {
		t.Error(g.seen().Look(3, 0, 1))
	}
}

// Two seats show at once: what is due is of one phase, in any order.
func TestShowsAtOnce(t *testing.T) {
	for first := range 2 {
		g := newGame(t, 7, 2, 5)
		g.deal(2, 7)
		g.show(2)
		g.show(7)
		phase, due := g.seen().Due()
		if !slices.Equal(due, []int{2, 7}) {
			t.Fatal(due)
		}
		crossing := must(g.hands[due[1-first]].Pending())
		g.done(g.receive(due[first], must(g.hands[due[first]].Pending())))
		if now, rest := g.seen().Due(); now != phase || !slices.Equal(rest, []int{due[1-first]}) {
			t.Errorf("phase %d, due %v, then phase %d, due %v", phase, due, now, rest)
		}
		g.done(g.receive(due[1-first], crossing))
		g.check(map[int]int{})
	}
}

// Cards go back to where they were, known as they were, and from there to others.
func TestMoves(t *testing.T) {
	g := newGame(t, 7, 2, 5)
	known := map[int]int{}
	g.deal(2, 2, 7, 5, cards.Everyone) // at 0 to 4
	g.check(known)
	phase, _ := g.seen().Due()
	g.back(1, 3, 4)
	if now, due := g.seen().Due(); now != phase+1 || due != nil {
		t.Error("phase and seats due after a return:", now-phase, due)
	}
	if stock := g.seen().Stock(); !slices.Equal(stock, []int{1, 3, 4, 5, 6, 7, 8, 9, 10, 11}) || !slices.Equal(g.seen().Of(2), []int{0}) ||
		g.seen().Of(5) != nil || g.seen().Of(cards.Everyone) != nil || g.seen().Open(4) {
		t.Error(stock)
	}
	g.check(known)
	is := func(position int, status hand.Status, to int) {
		t.Helper()
		if s, seat := g.seen().Status(position); s != status || seat != to {
			t.Errorf("position %d is %v, to %d", position, s, seat)
		}
	}
	is(0, hand.Held, 2)
	is(1, hand.Stock, cards.Everyone)
	is(2, hand.Held, 7)
	is(4, hand.Stock, cards.Everyone)
	is(12, hand.Void, cards.Everyone)
	is(-1, hand.Void, cards.Everyone)

	g.dealAt(7, 1) // passed
	g.dealAt(cards.Everyone, 3)
	is(1, hand.Held, 7)
	is(3, hand.Open, cards.Everyone)
	g.check(known)
	g.back(0)
	if p := g.deal(5); !slices.Equal(p, []int{0}) {
		t.Error("dealt at", p)
	}
	g.check(known)
}

// Cards that one seat shuffles it goes on knowing, if it knew them; those that all shuffle are forgotten.
func TestKnownInShuffles(t *testing.T) {
	g := newGame(t, 7, 2, 5)
	known, three := map[int]int{}, []int{0, 6, 8}
	look := func(seat int) []int { return slices.Sorted(slices.Values(g.hands[seat].Look(three...))) }
	g.deal(cards.Everyone) // at 0
	g.back(0)

	// Seat 5 looks at three, and orders them.
	g.dealAt(5, three...)
	g.back(three...)
	before := look(5)
	for _, seat := range []int{cards.Everyone, 7, 2} {
		if len(look(seat)) != 1 {
			t.Error("of a card that was open and two that weren't, seat", seat, "knows", look(seat))
		}
	}
	g.shuffle([]int{5}, 8, 0, 6)
	if after := look(5); len(before) != 3 || !slices.Equal(after, before) {
		t.Error(before, after)
	}
	for _, p := range three {
		known[p] = g.hands[5].Look(p)[0]
	}
	g.dealAt(2, three...)
	g.check(known)

	// By two seats, nobody knows anything any more.
	g.back(three...)
	g.check(known)
	g.shuffle([]int{5, 2}, three...)
	g.check(known)
	clear(known)
	g.dealAt(7, three...)
	g.check(known)
	if after := look(7); !slices.Equal(after, before) {
		t.Errorf("%v were shuffled, %v dealt", before, after)
	}
}

func TestNew(t *testing.T) {
	pair := []int{3, 1}
	for what, err := range map[string]error{
		"no seats":     second(cards.New(head, deck, nil, 0, seed(0))),
		"one":          second(cards.New(head, deck, pair[:1], 3, seed(3))),
		"seventeen":    second(cards.New(head, deck, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, 0, seed(0))),
		"repeated":     second(cards.New(head, deck, []int{3, 1, 3}, 1, seed(1))),
		"negative":     second(cards.New(head, deck, []int{3, -1}, 3, seed(3))),
		"me":           second(cards.New(head, deck, pair, -2, nil)),
		"no seed":      second(cards.New(head, deck, pair, 3, nil)),
		"a short seed": second(cards.New(head, deck, pair, 3, seed(3)[1:])),
		"no deck":      second(cards.New(head, sra.Deck{}, pair, 3, seed(3))),
		"any deck":     second(cards.New(head, must(deck.Select(0, 1)), pair, -1, nil)),
		"any elements": second(cards.New(head, must(must(sra.GenerateKey(deck.Group())).Encrypt(deck)), pair, -1, nil)),
	} {
		if fails := what != "any deck"; fails != errors.Is(err, sra.ErrMalformed) || fails && !strings.HasPrefix(err.Error(), "cards: ") ||
			!fails && err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := cards.New(head, deck, []int{1, 0}, 0, seed(0)); err != nil {
		t.Error(err)
	}
	for _, me := range []int{-1, 0, 99} { // they watch
		if h := must(cards.New(head, deck, pair, me, nil)); must(h.Pending()) != nil {
			t.Error(me)
		}
	}
	// A seat that begins again says the same, and another head or seed gives other keys.
	own := func(head [32]byte, s int) string {
		return string(must(must(cards.New(head, deck, pair, 3, seed(s))).Pending())[32:64])
	}
	first := own(head, 3)
	if own(head, 3) != first || own(head, 1) == first || own([32]byte{2}, 3) == first {
		t.Error("keys don't follow from head and seed alone")
	}
	seats := slices.Clone(pair)
	h := must(cards.New(head, deck, seats, -1, nil))
	seats[0] = 8
	if here := h.Here(); !slices.Equal(here, pair) {
		t.Error("the caller's slice is kept")
	}
}

// A seat that has spoken with another seed doesn't pass for one that has nothing to say.
func TestOtherSeed(t *testing.T) {
	g := newGame(t, 7, 2, 5)
	other := must(cards.New(head, deck, g.seats, 2, seed(3)))
	g.before = func(seat int, m []byte) { g.done(other.Receive(seat, m)) }
	g.flow() // shuffles
	const text = "cards: wrong state: seat 2 has spoken with another seed"
	if m, err := other.Farewell(); m != nil || !errors.Is(err, hand.ErrState) || err.Error() != text {
		t.Error(m, err)
	}
	g.done(g.step(deal(5)))
	g.done(deal(5)(other))
	var due []int
	g.before = func(seat int, m []byte) {
		due = append(due, seat)
		if own, err := other.Pending(); own != nil || (err != nil) != (seat == 2) || err != nil && err.Error() != text {
			t.Error(seat, own, err)
		}
		g.done(other.Receive(seat, m))
	}
	if g.flow(); !slices.Equal(due, []int{7, 2}) || other.View() != g.seen().View() {
		t.Error(due)
	}
}

func second[T any](_ T, err error) error { return err }

// blamed reports whether all find a message of a seat wrong, in the game's number, and stay
// as they were.
func (g *game) blamed(seat int, message []byte, class error) bool {
	g.t.Helper()
	before := g.seen().View()
	err := g.receive(seat, message)
	blame, ok := errors.AsType[*hand.BlameError](err)
	return ok && blame.Seats[0] == seat && strings.HasPrefix(err.Error(), "cards: ") &&
		strings.HasSuffix(err.Error(), fmt.Sprintf(": seat %d", seat)) && errors.Is(err, class) && g.seen().View() == before
}

// Whatever isn't the message of the turn that is due is the fault of its seat, at every place
// of a hand: a game that took it as void would let the seat say anything but what it owes.
func TestJunk(t *testing.T) {
	g := newGame(t, 7, 2, 5)
	var said [][]byte
	kinds := map[hand.Kind]bool{}
	g.before = func(seat int, m []byte) {
		kinds[g.seen().Kind(seat)] = true
		for what, x := range map[string][]byte{"nothing": nil, "a word": []byte("bet 5"), "part of a turn": m[:31],
			"another turn": append(bytes.Repeat([]byte{9}, 32), m[32:]...)} {
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
				err := g.receive(other, m)
				_, blames := errors.AsType[*hand.BlameError](err)
				if !errors.Is(err, hand.ErrState) || blames {
					t.Errorf("seat %d isn't due: %v", other, err)
				}
			}
		}
		said = append(said, m)
	}
	g.deal(7, 2, 5, cards.Everyone)
	g.back(1, 3)
	g.shuffle([]int{2}, 3, 1)
	g.show(5)
	if g.flow(); len(kinds) != 4 {
		t.Error(kinds)
	}
}

// A refusal is a step that is refused, with the end of its error's text.
type refusal struct {
	what  string
	class error
	text  string
	step  func(h *cards.Hand) error
}

func (g *game) refused(list ...refusal) {
	g.t.Helper()
	for _, r := range list {
		before := g.seen().View()
		err := g.step(r.step)
		_, blames := errors.AsType[*hand.BlameError](err)
		if !errors.Is(err, r.class) || blames || !strings.HasPrefix(err.Error(), "cards: ") ||
			!strings.HasSuffix(err.Error(), r.text) || g.seen().View() != before {
			g.t.Errorf("%s: %v", r.what, err)
		}
	}
}

// Steps.
func deal(to ...int) func(h *cards.Hand) error {
	return func(h *cards.Hand) error { return second(h.Deal(to...)) }
}

func dealAt(to int, positions ...int) func(h *cards.Hand) error {
	return func(h *cards.Hand) error { return h.DealAt(places(to, positions...)...) }
}

func back(positions ...int) func(h *cards.Hand) error {
	return func(h *cards.Hand) error { return h.Return(positions...) }
}

func shuffle(seats []int, positions ...int) func(h *cards.Hand) error {
	return func(h *cards.Hand) error { return h.Shuffle(seats, positions...) }
}

func show(seat int, positions ...int) func(h *cards.Hand) error {
	return func(h *cards.Hand) error { return h.Show(seat, positions...) }
}

func fold(seat int) func(h *cards.Hand) error {
	return func(h *cards.Hand) error { return h.Fold(seat, nil) }
}

func TestSteps(t *testing.T) {
	g := newGame(t, 7, 2, 5, 4)
	g.refused([]refusal{
		{"a deal before the shuffle", hand.ErrNotReady, "a shuffle is due", deal(2)},
		{"a deal by position before the shuffle", hand.ErrNotReady, "a shuffle is due", dealAt(2, 0)},
		{"a return before the shuffle", hand.ErrNotReady, "a shuffle is due", back(0)},
		{"a shuffle before the shuffle", hand.ErrNotReady, "a shuffle is due", shuffle([]int{2}, 0)},
		{"a show before the shuffle", hand.ErrState, "position 0 isn't held by seat 2", show(2, 0)},
		{"a fold before the shuffle", hand.ErrState, "seat 7 is due first", fold(2)},
	}...)
	if m, err := g.hands[2].Farewell(); m != nil || !errors.Is(err, hand.ErrState) {
		t.Error(m, err)
	}
	begun := g.seen().View()
	if again, err := all(g, func(h *cards.Hand) (bool, error) { return h.Drop(3) }); again || err != nil || g.seen().View() != begun {
		t.Error("a seat that takes no part:", again, err)
	}
	if g.renew() || g.seen().View() != begun {
		t.Error("all is shuffled anew, and nobody is gone")
	}
	g.flow()
	g.refused([]refusal{
		{"no cards", hand.ErrState, "no cards are dealt", deal()},
		{"no places", hand.ErrState, "no cards are dealt", dealAt(2)},
		{"too many cards", hand.ErrState, "13 cards of a stock of 12 are dealt", deal(slices.Repeat([]int{2}, 13)...)},
		{"a seat that takes no part", hand.ErrState, "seat 3 isn't here", deal(2, 3)},
		{"at a position, too", hand.ErrState, "seat 3 isn't here", dealAt(3, 0)},
		{"no position", hand.ErrState, "position 12 isn't in the stock: it is void", dealAt(2, 12)},
		{"a position twice", hand.ErrState, "position 1 is dealt twice", dealAt(2, 1, 1)},
		{"a shuffle by nobody", hand.ErrState, "", shuffle(nil, 0, 1)},
		{"a shuffle of nothing", hand.ErrState, "", shuffle([]int{2})},
		{"a shuffle by a seat that takes no part", hand.ErrState, "seat 3 isn't here", shuffle([]int{3}, 0, 1)},
		{"a shuffle by everyone", hand.ErrState, "seat -1 isn't here", shuffle([]int{cards.Everyone}, 0, 1)},
		{"a shuffle by a seat twice", hand.ErrState, "seat 5 is named twice", shuffle([]int{5, 2, 5}, 0, 1)},
		{"a shuffle of a position twice", hand.ErrState, "position 1 is named twice", shuffle([]int{2}, 1, 1)},
		{"a fold of a seat that takes no part", hand.ErrState, "seat 3 isn't here", fold(3)},
	}...)
	if m, err := g.seen().Farewell(); m != nil || !errors.Is(err, hand.ErrState) {
		t.Error("an observer's farewell:", m, err)
	}
	g.done(g.step(deal(2, 5, 4)))
	g.refused([]refusal{
		{"a card that is being dealt", hand.ErrState, "position 1 isn't in the stock: it is dealing", dealAt(2, 1)},
		{"the same back", hand.ErrState, "position 1 is neither held nor open: its status is dealing", back(1)},
		{"a shuffle while cards are dealt", hand.ErrState, "a deal is under way", shuffle([]int{2}, 8, 9)},
		{"a fold while cards are dealt", hand.ErrState, "seat 7 is due first", fold(2)},
	}...)
	g.flow()
	g.refused([]refusal{
		{"a card of another seat", hand.ErrState, "position 1 isn't held by seat 2", show(2, 1)},
		{"a card of the stock", hand.ErrState, "position 5 isn't held by seat 2", show(2, 5)},
		{"no position", hand.ErrState, "position -1 isn't held by seat 2", show(2, -1)},
		{"no cards shown", hand.ErrState, "no cards are shown", show(2)},
		{"a card shown twice", hand.ErrState, "position 0 is shown twice", show(2, 0, 0)},
		{"a card that is held, dealt", hand.ErrState, "position 0 isn't in the stock: it is held", dealAt(5, 0)},
		{"a card that is held, shuffled", hand.ErrState, "position 0 isn't in the stock: it is held", shuffle([]int{2}, 0, 5)},
		{"a card of the stock back", hand.ErrState, "position 5 is neither held nor open: its status is stock", back(5)},
		{"nothing back", hand.ErrState, "no cards are returned", back()},
		{"a card back twice", hand.ErrState, "position 1 is returned twice", back(0, 1, 1)},
	}...)
	g.show(2)
	g.refused([]refusal{
		{"a card that is to be shown", hand.ErrState, "position 0 is to be shown already", show(2, 0)},
		{"the same back", hand.ErrState, "position 0 is to be shown", back(1, 0)},
		{"a fold while a seat is due", hand.ErrState, "seat 2 is due first", fold(7)},
	}...)
	g.flow()
	g.done(g.step(shuffle([]int{7}, 4, 5)))
	held := refusal{"a show while cards are shuffled", hand.ErrNotReady, "a shuffle is due", show(5, 1)}
	g.refused(held)
	g.done(g.receive(7, must(g.hands[7].Pending())))
	held.text = "a raise is due"
	g.refused(held)
}

// A seat is dropped while nobody is due: its layer stays on the cards, which don't move before
// they are shuffled anew.
func TestRenew(t *testing.T) {
	g := newGame(t, 7, 2, 5, 4)
	g.deal(2, 5, 4, 7, cards.Everyone)
	if g.drop(4) {
		t.Error("all is shuffled though nobody is due")
	}
	if here := g.seen().Here(); !slices.Equal(here, []int{7, 2, 5}) {
		t.Error(here)
	}
	absent := "the cards have the layer of seat 4, which was dropped"
	g.refused([]refusal{
		{"a deal", hand.ErrState, absent, deal(2)},
		{"a deal to a seat that was dropped", hand.ErrState, absent, deal(2, 4)},
		{"a deal at a position", hand.ErrState, absent, dealAt(2, 8)},
		{"a return", hand.ErrState, absent, back(0)},
		{"a return of its card", hand.ErrState, absent, back(2)},
		{"a shuffle", hand.ErrState, absent, shuffle([]int{2}, 8, 9)},
		{"a show of its card", hand.ErrState, "seat 4 was dropped", show(4, 2)},
	}...)
	known := map[int]int{}
	g.show(2) // that needs no layer but its own
	g.flow()
	if g.check(known); !g.renew() || g.renew() {
		t.Error("the cards that have the layer of seat 4 aren't shuffled anew, or are twice")
	}
	g.flow()
	g.check(known)
	// 0 and 4 are open, 7 and 5 hold theirs: of 12, eight are in the stock, at new positions.
	if stock := g.seen().Stock(); len(stock) != 8 || stock[0] < 12 || !slices.Equal(g.seen().Of(5), []int{1}) || g.seen().Of(4) != nil {
		t.Error(stock, g.seen().Of(5), g.seen().Of(4))
	}
	g.back(0, 1, 4)
	g.shuffle([]int{2, 7}, 0, 1, 4)
	delete(known, 0)
	delete(known, 1)
	delete(known, 4)
	g.dealAt(5, 0, 1)
	g.check(known)
	g.refused([]refusal{
		{"a void position", hand.ErrState, "position 2 isn't in the stock: it is void", dealAt(5, 2)},
		{"the same back", hand.ErrState, "position 2 is neither held nor open: its status is void", back(2)},
	}...)

	// A seat that has folded, with all others' layers: it isn't absent when it is dropped then.
	g.fold(7)
	g.refused([]refusal{
		{"a deal to a seat that has folded", hand.ErrState, "seat 7 isn't here", deal(7)},
		{"at a position, too", hand.ErrState, "seat 7 isn't here", dealAt(7, 4)},
		{"a shuffle by it", hand.ErrState, "seat 7 isn't here", shuffle([]int{7, 2}, 4)},
		{"another fold", hand.ErrState, "seat 7 isn't here", fold(7)},
		{"a fold of one of two", hand.ErrState, "only two seats are left", fold(2)},
		{"its card back", hand.ErrState, "position 3 was held by a seat that has left", back(3)},
		{"its card and another back", hand.ErrState, "position 3 was held by a seat that has left", back(1, 3)},
	}...)
	if m, err := g.hands[2].Farewell(); m != nil || !errors.Is(err, hand.ErrState) {
		t.Error("a farewell of one of two:", m, err)
	}
	g.done(g.step(show(7, 3)))
	g.refused(refusal{"its card that is to be shown", hand.ErrState, "position 3 is to be shown", back(3)})
	g.flow()
	g.refused(refusal{"its card that is open", hand.ErrState, "position 3 was held by a seat that has left", back(3)})
	if g.drop(7) || g.renew() {
		t.Error("all is shuffled as a seat was dropped that had folded")
	}
	if again, err := all(g, func(h *cards.Hand) (bool, error) { return h.Drop(4) }); again || err != nil {
		t.Error("dropped again:", again, err)
	}
	g.dealAt(2, 4)
	g.deal(2)
	g.check(known)
}

// A fold opens nothing, and the others go on without the seat.
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
}

// A seat that holds all cards has nothing to say when it folds, and so says nothing.
func TestFoldOfAllCards(t *testing.T) {
	for _, message := range [][]byte{nil, {1}} {
		g := newGame(t, 7, 2, 5, 9)
		g.deal(slices.Repeat([]int{2}, 12)...)
		if m := must(g.hands[2].Farewell()); m != nil {
			t.Errorf("%d bytes", len(m))
		}
		err := g.step(func(h *cards.Hand) error { return h.Fold(2, message) })
		blame, ok := errors.AsType[*hand.BlameError](err)
		fault := ok && blame.Seats[0] == 2 && errors.Is(err, cards.ErrTurn)
		if fault != (message != nil) || !fault && err != nil {
			t.Error(err)
		}
		if _, due := g.seen().Due(); due != nil || slices.Contains(g.seen().Here(), 2) || g.drop(2) {
			t.Error(due, g.seen().Here())
		}
	}
}

// A farewell that is missing, or is another seat's, is a fault of one that has left.
func TestFoldWithoutFarewell(t *testing.T) {
	for _, from := range []int{0, 5} {
		g := newGame(t, 7, 2, 5)
		g.deal(7, 2, 5)
		var m []byte
		if from != 0 {
			m = must(g.hands[from].Farewell())
		}
		err := g.step(func(h *cards.Hand) error { return h.Fold(2, m) })
		if blame, ok := errors.AsType[*hand.BlameError](err); !ok || blame.Seats[0] != 2 || !errors.Is(err, cards.ErrTurn) {
			t.Error(err)
		}
		g.done(g.receive(2, must(g.hands[2].Pending()))) // all the same
		g.deal(7)
	}
}

// A farewell with a wrong proof is the fault of its seat, which still owes it.
func TestFoldWithWrongProof(t *testing.T) {
	g := newGame(t, 7, 2, 5)
	g.deal(7, 2, 5)
	m := must(g.hands[2].Farewell())
	m[len(m)-1] ^= 1
	err := g.step(func(h *cards.Hand) error { return h.Fold(2, m) })
	if blame, ok := errors.AsType[*hand.BlameError](err); !ok || blame.Seats[0] != 2 || !errors.Is(err, sra.ErrProof) {
		t.Error(err)
	}
	if _, due := g.seen().Due(); !slices.Equal(due, []int{2}) {
		t.Error(due)
	}
	if !g.drop(2) {
		t.Error("nothing is shuffled")
	}
	known := map[int]int{}
	g.flow()
	g.check(known)
	g.deal(7)
	g.check(known)
}

// Whatever makes a farewell void begins a phase, so that a table finds the one that crosses it
// overtaken, and nobody is blamed.
func TestPhases(t *testing.T) {
	g := newGame(t, 7, 2, 5, 9)
	positions := g.deal(7, 2, 5)
	before := must(g.hands[2].Farewell())
	phase, _ := g.seen().Due()
	g.back(positions[0])
	returned, _ := g.seen().Due()
	if after := must(g.hands[2].Farewell()); returned == phase || bytes.Equal(before, after) {
		t.Error("a return begins no phase, or leaves a farewell as it is")
	}
	if g.drop(9) {
		t.Fatal("all is shuffled anew")
	}
	if now, _ := g.seen().Due(); now == returned {
		t.Error("a drop begins no phase")
	}
}

// When a seat is dropped that has folded, a farewell that crosses that holds: it has opened its
// seat's layer of a stock that isn't shuffled anew.
func TestDropOfFolded(t *testing.T) {
	g := newGame(t, 7, 2, 5, 9)
	g.deal(7, 2, 5, 9)
	g.fold(9)
	phase, _ := g.seen().Due()
	m := must(g.hands[2].Farewell())
	if g.drop(9) || g.renew() {
		t.Error("all is shuffled anew")
	}
	if now, _ := g.seen().Due(); now != phase {
		t.Error("a phase begins")
	}
	g.done(g.step(func(h *cards.Hand) error { return h.Fold(2, m) }))
	g.deal(7)
	g.check(map[int]int{})
}

// The zero value takes nothing, and panics nowhere.
func TestZeroHand(t *testing.T) {
	h := new(cards.Hand)
	for _, again := range []bool{must(h.Drop(0)), must(h.Renew())} {
		if again {
			t.Error("all is shuffled anew")
		}
	}
	for i, err := range []error{
		h.Receive(0, nil), second(h.Deal(0)), second(h.Deal(cards.Everyone)), second(h.Deal()), h.DealAt(), h.DealAt(places(0, 0)...),
		h.DealAt(places(cards.Everyone, 0)...),
		h.Return(), h.Return(0), h.Shuffle(nil), h.Shuffle([]int{0}, 0), h.Shuffle(nil, 0), second(h.Farewell()), h.Fold(0, nil),
		h.Show(0, 0), h.Show(0),
	} {
		if !errors.Is(err, hand.ErrState) {
			t.Error(i, err)
		}
	}
	if s, to := h.Status(0); s != hand.Void || to != cards.Everyone {
		t.Error(s, to)
	}
	if _, due := h.Due(); due != nil || must(h.Pending()) != nil || h.Kind(0) != 0 || h.Stock() != nil || h.Here() != nil ||
		h.Of(0) != nil || h.Of(cards.Everyone) != nil || h.Look(0) != nil || h.Open(0) {
		t.Error(h.View())
	}
}

// whole plays a hand in which everything happens, of those who aren't dropped on the way.
func (g *game) whole(known map[int]int) {
	g.t.Helper()
	g.deal(g.here()...)
	g.check(known)
	g.deal(cards.Everyone, cards.Everyone)
	for g.renew() {
		g.flow()
	}
	g.back(g.seen().Of(cards.Everyone)...)
	g.shuffle(g.here()[1:2], g.seen().Stock()[:3]...)
	clear(known)
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
	for i, one := range []int{0, 7, 2} { // 0: the one that is due
		for at := i * long.Pick(2, 0); at < count; at += long.Pick(7, 1) {
			g, n := newGame(t, 7, 2, 5, 9), 0
			g.before = func(due int, _ []byte) {
				if _, all := g.seen().Due(); slices.ContainsFunc(all, func(s int) bool { return slices.Contains(g.dropped, s) }) {
					t.Fatalf("dropped %v, due %v", g.dropped, all)
				}
				if n++; n-1 == at {
					seat, kind := one, g.seen().Kind(due)
					if one == 0 {
						seat = due
					}
					here := slices.Contains(g.seen().Here(), seat)
					if again := g.drop(seat); again != (kind != hand.Show && here) {
						t.Fatalf("seat %d dropped before message %d, %v of seat %d: again is %v", seat, at, kind, due, again)
					}
					if must(g.hands[seat].Pending()) != nil {
						t.Fatal("a seat that was dropped has something to say")
					}
				}
			}
			g.whole(map[int]int{})
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
	const alone = "1 seats would stay, not 2 or more"
	g.refused(refusal{"all shuffled by one", hand.ErrState, alone, func(h *cards.Hand) error { return second(h.Renew()) }})
	g = newGame(t, 7, 2)
	g.refused(refusal{"one of two dropped", hand.ErrState, alone, func(h *cards.Hand) error { return second(h.Drop(2)) }})
}
