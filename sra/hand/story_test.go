package hand_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// seated reports whether a hand has a seat.
func seated(h *hand.Hand) bool {
	_, ok := h.Seat()
	return ok
}

// A step is one of the game's.
type step func(h *hand.Hand) error

func deal(cards ...hand.Card) step { return func(h *hand.Hand) error { return h.Deal(cards...) } }
func show(seat int, positions ...int) step {
	return func(h *hand.Hand) error { return h.Show(seat, positions...) }
}
func leave(seat int) step { return func(h *hand.Hand) error { return h.Leave(seat) } }
func redeal(gone ...int) step {
	return func(h *hand.Hand) error { return h.Redeal(gone, nil) }
}

// An item is one of a sequence: a message, or a step.
type item struct {
	seat    int
	message []byte
	step    step
}

// A story is seats that read everything at once, the last of them an observer.
type story struct {
	t       testing.TB
	id      string
	seats   int
	cards   sra.Deck
	secrets []hand.Secret
	hands   []*hand.Hand
	items   []item
	before  func(seat int, message []byte) // each message is said
	after   func()                         // each item was read
	quiet   bool                           // states aren't compared
}

func newStory(t testing.TB, g sra.Group, id string, seats, n int) *story {
	s := &story{t: t, id: id, seats: seats, cards: must(sra.PublicDeck(g, "story", n))}
	for range seats {
		s.secrets = append(s.secrets, hand.GenerateSecret())
	}
	for seat := range seats + 1 {
		s.hands = append(s.hands, s.again(seat))
	}
	return s
}

// again begins a seat's hand, or that of the observer.
func (s *story) again(seat int) *hand.Hand {
	if seat == s.seats {
		return must(hand.Watch([]byte(s.id), s.cards, s.seats))
	}
	return must(hand.New([]byte(s.id), s.cards, s.seats, seat, s.secrets[seat]))
}

func (s *story) read(i item) {
	s.t.Helper()
	s.items = append(s.items, i)
	for seat, h := range s.hands {
		if i.step != nil {
			if err := i.step(h); err != nil {
				s.t.Fatalf("seat %d: %v", seat, err)
			}
		} else if taken, err := h.Receive(i.seat, i.message); !taken || err != nil {
			s.t.Fatalf("seat %d, message of %d: %v %v", seat, i.seat, taken, err)
		}
		if !s.quiet && h.View() != s.hands[0].View() {
			s.t.Fatalf("seat %d:\n%s\nseat 0:\n%s", seat, h.View(), s.hands[0].View())
		}
	}
	if s.after != nil {
		s.after()
	}
}

// flow has all seats say what they have to, but those that are silent.
func (s *story) flow(silent ...int) {
	s.t.Helper()
	for said := true; said; {
		said = false
		for seat := range s.secrets {
			m := s.hands[seat].Pending()
			if m == nil || slices.Contains(silent, seat) {
				continue
			}
			if said = true; s.before != nil {
				s.before(seat, m)
			}
			s.read(item{seat: seat, message: m})
		}
	}
}

func (s *story) step(f step) {
	s.t.Helper()
	s.read(item{step: f})
}

// steps are made one after another, with all that follows from each.
func (s *story) steps(list ...step) {
	s.t.Helper()
	s.flow()
	for _, f := range list {
		s.step(f)
		s.flow()
	}
}

func (s *story) stock() (positions []int) {
	for _, c := range s.hands[0].With(hand.Stock) {
		positions = append(positions, c.Position)
	}
	return positions
}

// tell is a hand of five seats and 18 cards in which everything happens.
func (s *story) tell() {
	s.t.Helper()
	all := hand.Everyone
	s.steps(
		deal(hand.Card{0, 0}, hand.Card{1, 1}, hand.Card{2, 2}, hand.Card{3, 3}, hand.Card{4, 4}, hand.Card{5, 0}, hand.Card{6, 1}),
		deal(hand.Card{7, all}, hand.Card{8, 2}),
		show(1, 6),
	)
	s.step(deal(hand.Card{9, 2}))
	s.flow(3)
	s.steps(redeal(4))
	p := s.stock()
	s.step(deal(hand.Card{p[0], 0}, hand.Card{p[1], 1}, hand.Card{p[6], all}))
	s.step(leave(2))
	s.step(deal(hand.Card{p[2], 3}, hand.Card{p[3], 0}))
	s.steps(show(0, 0, p[0], 5))
	s.steps(show(2, 8))
	s.steps(func(h *hand.Hand) error { return h.Redeal([]int{3}, []int{7}) })
	q := s.stock()
	s.steps(deal(hand.Card{q[0], 0}, hand.Card{q[1], all}), show(1, 1, p[1]))
	s.steps(func(h *hand.Hand) error { return h.Redeal(nil, []int{q[0], q[1]}) })
}

func onBothKinds(t *testing.T, f func(t *testing.T, g sra.Group)) {
	t.Run("ristretto255", func(t *testing.T) { f(t, sra.Ristretto255()) })
	t.Run("modp2048", func(t *testing.T) {
		long.Only(t)
		f(t, sra.Group14())
	})
}

// All is told in both kinds of groups, with work shared among goroutines in one.
func TestStory(t *testing.T) {
	onBothKinds(t, func(t *testing.T, g sra.Group) {
		s := newStory(t, g, "story", 5, 18)
		s.hands[0].Parallel(2)
		s.tell()
		h := s.hands[0]
		if seat, ok := h.Seat(); seat != 0 || !ok || seated(s.hands[4]) || seated(s.hands[2]) || seated(s.hands[5]) || h.Seats() != 5 {
			t.Error("seats that are out watch, and others don't")
		}
		if !slices.Equal(h.Here(), []int{0, 1}) || !h.Ready() || h.Due() != nil || h.Decks() != 4 {
			t.Error(h.View())
		}
		// What is open stays so; 7, q[0] and q[1] went back, and seat 0 still holds a card.
		open := h.With(hand.Open)
		if len(open) != 8 || len(s.stock()) != 9 || len(h.With(hand.Held)) != 1 || len(h.With(hand.Dealing)) != 0 {
			t.Error(h.View())
		}
		seen := map[int]bool{}
		for _, c := range open {
			number, ok := h.Card(c.Position)
			if !ok || seen[number] || number < 0 || number >= 18 {
				t.Error(c, number, ok)
			}
			seen[number] = true
		}
	})
}

// A seat knows what it holds until it goes back, and nobody else does.
func TestHeld(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "held", 3, 6)
	s.steps(deal(hand.Card{0, 0}, hand.Card{1, 1}, hand.Card{2, 0}))
	know := func(seat, position int) bool {
		_, ok := s.hands[seat].Card(position)
		return ok
	}
	for seat := range s.hands {
		if know(seat, 0) != (seat == 0) || know(seat, 1) != (seat == 1) || know(seat, 3) || know(seat, -1) || know(seat, 6) {
			t.Error("seat", seat)
		}
	}
	number, _ := s.hands[0].Card(0)
	s.steps(func(h *hand.Hand) error { return h.Redeal(nil, []int{2}) }) // an exchange
	if status, to := s.hands[1].Status(2); know(0, 2) || status != hand.Void || to != hand.Everyone {
		t.Error("position 2 went back", status, to)
	}
	if kept := s.hands[2].With(hand.Held); !slices.Equal(kept, []hand.Card{{0, 0}, {1, 1}}) || len(s.hands[0].With(hand.Retired)) != 2 {
		t.Error(s.hands[0].View())
	}
	s.steps(show(0, 0))
	for seat, h := range s.hands {
		if n, ok := h.Card(0); !ok || n != number {
			t.Errorf("seat %d sees %d, not %d", seat, n, number)
		}
	}
}

// The stock is empty until the hand is ready; what is dealt is on its way.
func TestStatus(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "status", 2, 5)
	s.flow(1)
	if h := s.hands[0]; h.Ready() || h.With(hand.Stock) != nil || h.Due()[0].Kind != hand.Key || h.Due()[0].Seat != 1 {
		t.Error(h.View())
	}
	s.flow()
	s.step(deal(hand.Card{3, 1}, hand.Card{1, hand.Everyone}))
	h := s.hands[1]
	if on := h.With(hand.Dealing); !slices.Equal(on, []hand.Card{{1, hand.Everyone}, {3, 1}}) || !slices.Equal(s.stock(), []int{0, 2, 4}) {
		t.Error(h.View())
	}
	due := h.Due()
	if len(due) != 1 || due[0].Seat != 0 || due[0].Kind != hand.Layer || !slices.Equal(due[0].Positions, []int{3, 1}) {
		t.Errorf("%v", due)
	}
	due[0].Positions[0] = 4
	if h.Due()[0].Positions[0] != 3 {
		t.Error("Due lets the caller change the turn")
	}
	s.flow()
	if status, to := h.Status(3); status != hand.Held || to != 1 {
		t.Error(status, to)
	}
	for k, want := range map[interface{ String() string }]string{
		hand.Key: "key", hand.Leave: "leave", hand.Kind(9): "unknown", hand.Void: "void", hand.Retired: "retired", hand.Status(6): "unknown",
	} {
		if k.String() != want {
			t.Errorf("%v, not %s", k, want)
		}
	}
}

// The seat that has the first turn changes from deal to deal, among those who have turns.
func TestTurnsRotate(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "rotate", 4, 12)
	s.flow()
	first := func() int {
		s.step(deal(hand.Card{s.stock()[0], hand.Everyone}))
		seat := s.hands[0].Due()[0].Seat
		var order []int
		for s.hands[0].Due() != nil {
			seat := s.hands[0].Due()[0].Seat
			order = append(order, seat)
			s.read(item{seat: seat, message: s.hands[seat].Pending()})
		}
		for i, next := range order[1:] {
			if here := s.hands[0].Here(); next != here[(slices.Index(here, order[i])+1)%len(here)] {
				t.Errorf("the turns are %v", order)
			}
		}
		return seat
	}
	var firsts []int
	for range 5 {
		firsts = append(firsts, first())
	}
	s.steps(leave(1))
	for range 6 {
		firsts = append(firsts, first())
	}
	if want := []int{0, 1, 2, 3, 0, 3, 0, 2, 3, 0, 2}; !slices.Equal(firsts, want) {
		t.Errorf("%v, not %v", firsts, want)
	}
}

// A seat that leaves takes no layer off what is retired: these are the cards that seats hold.
func TestLeaveSparesRetired(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "retired", 4, 8)
	s.steps(deal(hand.Card{0, 0}, hand.Card{1, 1}))
	s.steps(redeal(3))
	h := s.hands[0]
	retired := h.With(hand.Retired)
	s.step(leave(1))
	for _, c := range retired {
		if slices.Contains(h.Due()[0].Positions, c.Position) {
			t.Error("a leave opens what is retired")
		}
	}
	s.flow()
	for _, c := range retired {
		x := h.Value(c.Position)
		for _, seat := range []int{0, 2} {
			x = must(s.hands[seat].Key(1).Decrypt(x))
		}
		if s.cards.Index(x.At(0)) >= 0 {
			t.Error("seats 0 and 2 see the card at position", c.Position)
		}
	}
}

// What a step is given is the caller's again afterwards.
func TestAliasing(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "alias", 2, 5)
	s.flow()
	cards, shown := []hand.Card{{0, 0}, {1, 1}}, []int{0}
	s.step(deal(cards...))
	cards[0], cards[1] = hand.Card{4, 1}, hand.Card{4, 1}
	s.flow()
	if held := s.hands[0].With(hand.Held); !slices.Equal(held, []hand.Card{{0, 0}, {1, 1}}) {
		t.Error(held)
	}
	s.step(show(0, shown...))
	shown[0] = 1
	s.flow()
	if open := s.hands[0].With(hand.Open); !slices.Equal(open, []hand.Card{{0, 0}}) {
		t.Error(open)
	}
	s.step(deal(hand.Card{2, 1}))
	m := s.hands[0].Pending()
	clear(m)
	s.flow()
}

// A leave waits for the deals before it, and deals for the leave.
func TestLeaveWaits(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "leave", 4, 9)
	s.flow()
	s.step(deal(hand.Card{0, 1}))
	s.step(leave(1))
	s.step(leave(3))
	s.step(deal(hand.Card{1, 0}, hand.Card{2, hand.Everyone}))
	h := s.hands[0]
	kinds := func() (kinds []hand.Kind) {
		for _, t := range h.Due() {
			kinds = append(kinds, t.Kind)
		}
		return kinds
	}
	if !slices.Equal(kinds(), []hand.Kind{hand.Layer}) || !slices.Equal(h.Here(), []int{0, 2}) {
		t.Error(h.View())
	}
	for h.Due()[0].Kind == hand.Layer {
		seat := h.Due()[0].Seat
		s.read(item{seat: seat, message: s.hands[seat].Pending()})
	}
	if due := h.Due(); !slices.Equal(kinds(), []hand.Kind{hand.Leave}) || due[0].Seat != 1 || len(due[0].Positions) != 8 {
		t.Error(h.View())
	}
	s.read(item{seat: 1, message: s.hands[1].Pending()})
	if due := h.Due(); !slices.Equal(kinds(), []hand.Kind{hand.Leave}) || due[0].Seat != 3 {
		t.Error(h.View())
	}
	s.read(item{seat: 3, message: s.hands[3].Pending()})
	if due := h.Due(); !slices.Equal(kinds(), []hand.Kind{hand.Layer}) || due[0].Seat != 2 { // the second deal begins with seat 1
		t.Error(h.View())
	}
	s.flow()
	s.steps(show(1, 0)) // also when it has left
	if _, ok := h.Card(0); !ok {
		t.Error("a seat that has left can't show")
	}
	if err := h.Leave(0); !errors.Is(err, hand.ErrState) {
		t.Error("two must stay", err)
	}
	// What waits is void after a redeal.
	s = newStory(t, sra.Ristretto255(), "leave", 4, 9)
	s.flow()
	s.step(deal(hand.Card{0, 1}))
	s.step(leave(1))
	s.step(deal(hand.Card{1, 0}))
	s.step(redeal(3))
	s.flow()
	if h := s.hands[0]; !slices.Equal(h.Here(), []int{0, 2}) || len(h.With(hand.Dealing)) > 0 || h.With(hand.Held) != nil || len(s.stock()) != 9 {
		t.Error(h.View())
	}
	p := s.stock()[0]
	s.steps(deal(hand.Card{p, 0}))
	if status, _ := s.hands[0].Status(p); status != hand.Held {
		t.Error(s.hands[0].View())
	}
	// When all is dealt, a leave needs no message.
	s = newStory(t, sra.Ristretto255(), "leave", 3, 2)
	s.steps(deal(hand.Card{0, 1}, hand.Card{1, 0}), leave(2), redeal(2))
	if h := s.hands[0]; !slices.Equal(h.Here(), []int{0, 1}) || len(h.With(hand.Retired)) != 2 {
		t.Error(h.View())
	}
}

// Between two leaves, a deal has the layers of the seat that leaves later.
func TestDealBetweenLeaves(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "between", 4, 5)
	s.flow()
	s.step(leave(1))
	s.step(deal(hand.Card{0, 0}, hand.Card{1, hand.Everyone}))
	s.step(leave(2))
	s.step(deal(hand.Card{2, 3}))
	s.flow()
	if h := s.hands[0]; len(h.With(hand.Held)) != 2 || len(h.With(hand.Open)) != 1 || !slices.Equal(h.Here(), []int{0, 3}) {
		t.Error(h.View())
	}
	for position, seat := range map[int]int{0: 0, 1: 2, 2: 3} {
		if number, ok := s.hands[seat].Card(position); !ok || number < 0 {
			t.Errorf("seat %d sees %d at position %d", seat, number, position)
		}
	}
}

// Two turns of one kind that a seat gets at one place have names of their own.
func TestTwoTurnsAtOnce(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "at once", 4, 5)
	s.flow()
	s.step(leave(3))
	s.step(deal(hand.Card{0, 0}))
	s.step(deal(hand.Card{1, hand.Everyone}))
	s.read(item{seat: 3, message: s.hands[3].Pending()})
	due := s.hands[0].Due()
	if len(due) != 2 || due[0].Seat != 1 || due[1].Seat != 1 || due[0].Kind != due[1].Kind || due[0].ID == due[1].ID {
		t.Fatal(due)
	}
	s.flow()
	if h := s.hands[0]; len(h.With(hand.Held)) != 1 || len(h.With(hand.Open)) != 1 {
		t.Error(h.View())
	}
}

// Steps that aren't possible are refused, and change nothing.
func TestSteps(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "steps", 3, 6)
	refused := func(what string, f step) {
		t.Helper()
		for _, h := range s.hands {
			before := h.View()
			if err := f(h); !errors.Is(err, hand.ErrState) || h.View() != before {
				t.Errorf("%s: %v", what, err)
			}
		}
	}
	back := func(positions ...int) step {
		return func(h *hand.Hand) error { return h.Redeal(nil, positions) }
	}
	unready := func() {
		t.Helper()
		for _, f := range []step{deal(hand.Card{0, 0}), show(0, 0), leave(0)} {
			for _, h := range s.hands {
				before := h.View()
				if err := f(h); !errors.Is(err, hand.ErrNotReady) || h.View() != before {
					t.Error(err)
				}
			}
		}
	}
	unready()
	s.flow()
	all := hand.Everyone
	refused("no cards", deal())
	refused("a position twice", deal(hand.Card{0, 0}, hand.Card{0, 1}))
	for _, c := range []hand.Card{{-1, 0}, {6, 0}, {0, 3}, {0, -2}} {
		refused("a deal", deal(c))
	}
	s.steps(deal(hand.Card{0, 0}, hand.Card{1, 1}, hand.Card{2, all}))
	refused("dealt before", deal(hand.Card{3, 0}, hand.Card{0, 1}))
	refused("no cards", show(0))
	for _, p := range []int{1, 2, 3, -1, 6} {
		refused("shown by another, open, not dealt, or none", show(0, p))
	}
	refused("twice", show(0, 0, 0))
	s.step(show(0, 0))
	refused("to be shown already", show(0, 0))
	refused("no such seat", leave(3))
	refused("no such seat", leave(-1))
	refused("nobody and nothing", back())
	refused("no such seat", redeal(3))
	refused("no such seat", redeal(-1))
	refused("twice", redeal(0, 0))
	refused("one would stay", redeal(0, 1))
	refused("twice", back(0, 0))
	for _, p := range []int{3, 6, -1} {
		refused("goes back", back(p))
	}
	s.flow()
	s.step(deal(hand.Card{3, 0}))
	s.step(leave(2))
	refused("it is leaving", leave(2))
	refused("a card to one that leaves", deal(hand.Card{4, 2}))
	refused("one would stay", redeal(0))
	refused("it is dealt", back(3))
	s.flow()
	s.step(redeal(2))
	refused("it is out", redeal(2))
	unready()
	s.flow()
	for p := range s.hands[0].Positions() {
		if status, _ := s.hands[0].Status(p); status != hand.Held && status != hand.Open {
			refused("what isn't held or open goes back", back(p))
		}
	}
	refused("a retired card", deal(hand.Card{s.hands[0].With(hand.Retired)[0].Position, 0}))
	p := s.stock()
	s.steps(deal(hand.Card{p[0], all}, hand.Card{p[1], all}), show(1, 1), show(0, 3))
	refused("all cards are open", redeal(1)) // and one would stay
	s = newStory(t, sra.Ristretto255(), "steps", 3, 1)
	s.steps(deal(hand.Card{0, all}))
	refused("all cards are open", redeal(1))
	s.steps(func(h *hand.Hand) error { return h.Redeal([]int{1}, []int{0}) })
}

// The order in which seats and positions are named to a redeal makes no difference.
func TestRedealOrder(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "order", 4, 6)
	s.steps(deal(hand.Card{0, hand.Everyone}, hand.Card{1, hand.Everyone}))
	a, b := s.hands[0].Clone(), s.hands[0].Clone()
	for h, args := range map[*hand.Hand][2][]int{a: {{1, 2}, {0, 1}}, b: {{2, 1}, {1, 0}}} {
		if err := h.Redeal(args[0], args[1]); err != nil {
			t.Fatal(err)
		}
		if args[0][0]+args[0][1] != 3 || args[1][0]+args[1][1] != 1 {
			t.Error("the arguments have changed")
		}
	}
	if a.View() != b.View() {
		t.Errorf("%s\n%s", a.View(), b.View())
	}
}

func TestNewRefusals(t *testing.T) {
	g := sra.Ristretto255()
	cards := must(sra.PublicDeck(g, "x", 3))
	key := must(sra.GenerateKey(g))
	secret := hand.GenerateSecret()
	for what, c := range map[string]struct {
		id          string
		cards       sra.Deck
		seats, seat int
		secret      hand.Secret
	}{
		"no id":          {"", cards, 2, 0, secret},
		"a long id":      {string(make([]byte, hand.MaxIDLen+1)), cards, 2, 0, secret},
		"one seat":       {"x", cards, 1, 0, secret},
		"too many seats": {"x", cards, hand.MaxSeats + 1, 0, secret},
		"seat -1":        {"x", cards, 2, -1, secret},
		"seat 2":         {"x", cards, 2, 2, secret},
		"no secret":      {"x", cards, 2, 0, hand.Secret{}},
		"no deck":        {"x", sra.Deck{}, 2, 0, secret},
		"a made-up deck": {"x", must(key.Encrypt(cards)), 2, 0, secret},
	} {
		if h, err := hand.New([]byte(c.id), c.cards, c.seats, c.seat, c.secret); h != nil || !errors.Is(err, sra.ErrMalformed) || !strings.HasPrefix(err.Error(), "hand: ") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if h, err := hand.Watch(nil, cards, 2); h != nil || !errors.Is(err, sra.ErrMalformed) {
		t.Error(err)
	}
	for _, n := range []int{0, 31, 33} {
		if _, err := hand.ParseSecret(make([]byte, n)); !errors.Is(err, sra.ErrMalformed) {
			t.Error(n, err)
		}
	}
	for _, n := range []int{hand.MessageSize(sra.Group{}, 52), hand.MessageSize(g, 0), hand.MessageSize(g, -1), hand.MessageSize(g, sra.MaxCards+1)} {
		if n != 0 {
			t.Error(n)
		}
	}
	if _, err := hand.New(make([]byte, hand.MaxIDLen), cards, hand.MaxSeats, hand.MaxSeats-1, secret); err != nil {
		t.Error(err)
	}
}

// The zero value takes nothing, and panics nowhere.
func TestZeroHand(t *testing.T) {
	h := new(hand.Hand)
	for _, err := range []error{h.Deal(hand.Card{}), h.Show(0, 0), h.Leave(0), h.Redeal([]int{0}, nil), h.Redeal(nil, []int{0})} {
		if !errors.Is(err, hand.ErrState) && !errors.Is(err, hand.ErrNotReady) {
			t.Error(err)
		}
	}
	if taken, err := h.Receive(0, make([]byte, 100)); taken || !errors.Is(err, sra.ErrMalformed) {
		t.Error(taken, err)
	}
	h.Await(hand.Digest{1})
	_, leaves := h.LeaveMessage()
	_, ok := h.Card(0)
	if ok || leaves || h.Pending() != nil || h.Due() != nil || h.Here() != nil || h.Ready() || h.With(hand.Void) != nil || seated(h) || h.Seats() != 0 {
		t.Error(h.View())
	}
}
