package hand_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// turnOf is the first turn of a seat that is due.
func turnOf(h *hand.Hand, seat int) hand.Turn {
	due := h.Due()
	return due[slices.IndexFunc(due, func(t hand.Turn) bool { return t.Seat == seat })]
}

// refuse gives a message to all, who find it void, or a fault of this class, and are left
// as they were.
func (s *story) refuse(what string, from int, m []byte, class error) {
	s.t.Helper()
	for seat, h := range s.hands {
		before := h.View()
		taken, err := h.Receive(from, m)
		var blame *hand.BlameError
		if taken || h.View() != before || !errors.Is(err, class) || class != nil && (!errors.As(err, &blame) || blame.Seat != from || !strings.HasPrefix(blame.Err.Error(), "hand: sra: ")) {
			s.t.Fatalf("%s, of seat %d at seat %d: %v %v", what, from, seat, taken, err)
		}
	}
}

// fault is refuse for a message that is malformed or proves something else.
func (s *story) fault(what string, from int, m []byte) {
	s.t.Helper()
	if _, err := s.hands[from].Receive(from, m); errors.Is(err, sra.ErrMalformed) {
		s.refuse(what, from, m, sra.ErrMalformed)
	} else {
		s.refuse(what, from, m, sra.ErrProof)
	}
}

// Each message, in a hand in which everything happens, is refused by all alike if it is
// altered, cut, lengthened, forged with valid proofs of something else, or put together from
// others; and it is void if it comes twice, from another seat, or from another hand.
func TestAlteredMessages(t *testing.T) {
	var foreign [][]byte
	other := newStory(t, sra.Ristretto255(), "another hand", 5, 18)
	other.before = func(_ int, m []byte) { foreign = append(foreign, m) }
	other.flow()
	s := newStory(t, sra.Ristretto255(), "this hand", 5, 18)
	var heard []item
	tried := map[hand.Kind]int{}
	s.before = func(seat int, m []byte) {
		turn := turnOf(s.hands[seat], seat)
		step := 7
		if len(m) > 1000 {
			step = 211
		}
		step *= long.Pick(7, 1)
		for i := 0; i < len(m); i += step {
			x := bytes.Clone(m)
			x[i] ^= 1
			if i < 32 {
				s.refuse("another turn", seat, x, nil)
				continue
			}
			s.fault("altered", seat, x)
		}
		for what, x := range map[string][]byte{"cut": m[:len(m)-1], "longer": append(bytes.Clone(m), 0), "only the turn": m[:32], "without proofs": m[:32+len(m[32:])/3]} {
			s.refuse(what, seat, x, sra.ErrMalformed)
		}
		s.refuse("nothing", seat, nil, nil)
		s.refuse("less than a turn", seat, m[:31], nil)
		s.refuse("of another seat", (seat+1)%5, m, nil)
		for _, x := range foreign[:long.Pick(3, len(foreign))] {
			s.refuse("of another hand", seat, x, nil)
		}
		for _, i := range heard[max(0, len(heard)-long.Pick(3, 8)):] {
			s.refuse("again", i.seat, i.message, nil)
			if s.refuse("by another", seat, i.message, nil); len(i.message) == len(m) {
				s.fault("in this place", seat, slices.Concat(m[:32], i.message[32:]))
			}
		}
		for _, x := range forgeries(s.hands[seat], turn, m) {
			s.fault("forged", seat, x)
			tried[turn.Kind]++
		}
		heard = append(heard, item{seat: seat, message: m})
	}
	s.tell()
	for kind := hand.Key; kind <= hand.Leave; kind++ {
		if tried[kind] < 5 {
			t.Errorf("%d forgeries of %v", tried[kind], kind)
		}
	}
	for seat, h := range s.hands {
		for _, from := range []int{-1, 5, 17} {
			if taken, err := h.Receive(from, heard[0].message); taken || !errors.Is(err, sra.ErrMalformed) || errors.As(err, new(*hand.BlameError)) {
				t.Errorf("seat %d, from seat %d: %v %v", seat, from, taken, err)
			}
		}
	}
}

func replaced(d sra.Deck, i int, x sra.Element) sra.Deck {
	all := elements(d)
	all[i] = x
	d, err := sra.NewDeck(all...)
	if err != nil {
		return sra.Deck{} // x is in it already
	}
	return d
}

func elements(d sra.Deck) (all []sra.Element) {
	for i := range d.Len() {
		all = append(all, d.At(i))
	}
	return all
}

func swapped(d sra.Deck) sra.Deck {
	all := elements(d)
	all[0], all[1] = all[1], all[0]
	return must(sra.NewDeck(all...))
}

// forgeries are a seat's messages that prove, with its keys, something else than is due.
func forgeries(h *hand.Hand, t hand.Turn, m []byte) (list [][]byte) {
	context, deck := t.ID[:], h.Decks()-1
	key, stranger := h.Key(deck), must(sra.GenerateKey(h.Now().Group()))
	add := func(parts ...[]byte) { list = append(list, slices.Concat(append([][]byte{context}, parts...)...)) }
	switch t.Kind {
	case hand.Key:
		own := must(key.ProveKey(context))
		for seat := range h.Seats() {
			if k := h.PublicKey(deck, seat).Bytes(); k != nil {
				add(k, own)
			}
		}
		add(stranger.Public().Bytes(), own)
		add(key.Public().Bytes(), must(key.ProveKey(nil)))
		add(key.Public().Bytes(), must(stranger.ProveKey(context)))
		one := make([]byte, 32)
		one[0] = 1
		add(must(sra.ParseElement(h.Now().Group(), generator)).Bytes(), own[:32], one)
		add(make([]byte, 32), own)
	case hand.Shuffle:
		to, order, err := key.Shuffle(h.Now())
		must(to, err)
		var raised sra.Deck
		var raise []byte
		if h.Raised().Len() > 0 {
			raised = must(key.Encrypt(h.Raised()))
			raise = must(key.ProveDecryption(context, raised, h.Raised()))
		}
		shuffled := func(to sra.Deck) {
			if to.Len() > 0 {
				add(to.Bytes(), raised.Bytes(), must(key.ProveShuffle(context, h.Now(), to, order)), raise)
			}
		}
		foreign := must(stranger.Encrypt(h.Now()))
		shuffled(replaced(to, 0, foreign.At(0)))
		shuffled(replaced(to, 3, h.Now().At(2)))
		shuffled(h.Now())
		shuffled(swapped(to))
		shuffled(foreign)
		add(to.Bytes(), raised.Bytes(), must(key.ProveShuffle(context[:31], h.Now(), to, order)), raise)
		if raised.Len() > 1 {
			proof := must(key.ProveShuffle(context, h.Now(), to, order))
			for _, x := range []sra.Deck{swapped(raised), replaced(raised, 0, h.Raised().At(0)), replaced(raised, 1, foreign.At(1)), h.Raised(), replaced(raised, 0, to.At(0))} {
				add(to.Bytes(), x.Bytes(), proof, must(key.ProveDecryption(context, x, h.Raised())))
			}
		}
	default:
		from := h.Before(t)
		decks, places := h.Parts(t)
		honest := must(sra.ParseDeck(from.Group(), from.Len(), m[32:][:from.Len()*from.Group().ElementSize()]))
		layers := func(to sra.Deck) {
			if to.Len() == 0 || to.Equal(honest) {
				return
			}
			var proofs []byte
			for i, deck := range decks {
				proofs = append(proofs, must(h.Key(deck).ProveDecryption(context, must(from.Select(places[i]...)), must(to.Select(places[i]...))))...)
			}
			add(to.Bytes(), proofs)
		}
		layers(from)
		layers(must(stranger.Decrypt(from)))
		layers(replaced(honest, 0, from.At(0)))
		layers(replaced(honest, 0, h.Now().At(2)))
		layers(replaced(honest, 0, must(sra.PublicDeck(from.Group(), "story", 18)).At(1)))
		if from.Len() > 1 {
			layers(swapped(honest))
		}
		for p := range h.Positions() { // another position of the deck
			if h.DeckOf(p) == deck && h.HasValue(p) && !slices.Contains(t.Positions, p) {
				layers(replaced(honest, 0, must(key.Decrypt(h.Value(p))).At(0)))
			}
		}
	}
	return list
}

var generator = []byte{0xe2, 0xf2, 0xae, 0x0a, 0x6a, 0xbc, 0x4e, 0x71, 0xa8, 0x84, 0xa9, 0x61, 0xc5, 0x00, 0x51, 0x5f, 0x58, 0xe3, 0x0b, 0x6a, 0xa5, 0x82, 0xdd, 0x8d, 0xb6, 0xa6, 0x59, 0x45, 0xe0, 0x8d, 0x2d, 0x76}

// Two seats that conspire announce one key: the second is at fault, at everybody's.
func TestOneKeyTwice(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "twice", 3, 5)
	s.read(item{seat: 0, message: s.hands[0].Pending()})
	k, turn := s.hands[0].Key(0), turnOf(s.hands[1], 1)
	s.refuse("the key of seat 0", 1, slices.Concat(turn.ID[:], k.Public().Bytes(), must(k.ProveKey(turn.ID[:]))), sra.ErrProof)
	s.flow()
}

// A seat says in one turn what it could in another of its own, of the same kind.
func TestOtherTurn(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "turns", 2, 5)
	s.flow()
	s.step(deal(hand.Card{0, 1}))
	m := s.hands[0].Pending()
	s.step(deal(hand.Card{1, 0}))
	s.step(deal(hand.Card{2, 1}))
	due := s.hands[0].Due()
	if len(due) != 3 {
		t.Fatal(due)
	}
	s.refuse("position 0 in the turn of position 2", 0, slices.Concat(due[2].ID[:], m[32:]), sra.ErrProof)
	// What became due first needn't be said first.
	k, from := s.hands[0].Key(0), s.hands[0].Before(due[2])
	to := must(k.Decrypt(from))
	s.read(item{seat: 0, message: slices.Concat(due[2].ID[:], to.Bytes(), must(k.ProveDecryption(due[2].ID[:], from, to)))})
	s.flow()
	if len(s.hands[0].With(hand.Held)) != 3 {
		t.Error(s.hands[0].View())
	}
}

// A seat that vetoes with the key of a card that it doesn't keep, or in another order, is at
// fault; and what it keeps can't be exchanged.
func TestVeto(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "veto", 3, 7)
	s.steps(deal(hand.Card{0, 0}, hand.Card{1, 0}, hand.Card{2, 1}, hand.Card{3, 2}))
	s.step(redeal(2))
	for !s.hands[0].Ready() && turnOf(s.hands[0], s.hands[0].Due()[0].Seat).Kind != hand.Veto {
		seat := s.hands[0].Due()[0].Seat
		s.read(item{seat: seat, message: s.hands[seat].Pending()})
	}
	turn := turnOf(s.hands[0], 0)
	if turn.Kind != hand.Veto || !slices.Equal(turn.Positions, []int{0, 1}) {
		t.Fatal(turn)
	}
	old, from := s.hands[0].Key(0), s.hands[0].Before(turn)
	honest := must(old.Decrypt(from))
	prove := func(from, to sra.Deck) []byte {
		return slices.Concat(turn.ID[:], to.Bytes(), must(old.ProveDecryption(turn.ID[:], from, to)))
	}
	s.refuse("in another order", 0, prove(from, swapped(honest)), sra.ErrProof)
	s.refuse("in another order on both sides", 0, prove(swapped(from), swapped(honest)), sra.ErrProof)
	for i := range s.hands[0].Now().Len() {
		if x := s.hands[0].Now().At(i); honest.Index(x) < 0 {
			s.refuse("another card of the deck", 0, prove(from, replaced(honest, 0, x)), sra.ErrProof)
		}
	}
	raised := s.hands[0].Raised() // 0 and 1 of seat 0, 2 of seat 1
	others := must(raised.Select(2, 0))
	s.refuse("the card of seat 1", 0, prove(others, must(old.Decrypt(others))), sra.ErrProof)
	s.flow()
	if len(s.hands[0].With(hand.Retired)) != 3 || len(s.stock()) != 4 {
		t.Error(s.hands[0].View())
	}
}

// A "card" G^a that whoever made the deck could follow isn't accepted in it, and neither is a
// deck that isn't this hand's.
func TestPlantedCard(t *testing.T) {
	g := sra.Ristretto255()
	public := must(sra.PublicDeck(g, "cards", 4))
	planted := must(sra.GenerateKey(g)).Public().Bytes()
	deck := replaced(public, 2, must(sra.ParseElement(g, planted)))
	if _, err := hand.New([]byte("x"), deck, 2, 0, hand.GenerateSecret()); !errors.Is(err, sra.ErrMalformed) {
		t.Error(err)
	}
	a := must(hand.New([]byte("x"), public, 2, 0, hand.GenerateSecret()))
	for what, b := range map[string]*hand.Hand{
		"id":    must(hand.New([]byte("y"), public, 2, 1, hand.GenerateSecret())),
		"deck":  must(hand.New([]byte("x"), must(public.Select(1, 0, 2, 3)), 2, 1, hand.GenerateSecret())),
		"label": must(hand.New([]byte("x"), must(sra.PublicDeck(g, "other", 4)), 2, 1, hand.GenerateSecret())),
		"seats": must(hand.New([]byte("x"), public, 3, 1, hand.GenerateSecret())),
	} {
		if taken, err := a.Receive(1, b.Pending()); taken || err != nil || a.Table() == b.Table() {
			t.Errorf("another %s: %v %v", what, taken, err)
		}
	}
}

// All seats but one conspire, tell each other everything, and don't see its card or the stock:
// whatever they take off, what is left has the layer of the honest seat.
func TestCollusion(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "collusion", 4, 8)
	s.steps(deal(hand.Card{0, 2}, hand.Card{1, 0}, hand.Card{2, hand.Everyone}))
	s.steps(leave(0))
	s.steps(deal(hand.Card{3, 2}))
	h := s.hands[3]
	for _, p := range []int{0, 3, 4, 5, 6, 7} {
		x := h.Value(p)
		for _, seat := range []int{0, 1, 3} { // in any combination
			for _, y := range []sra.Deck{x, must(s.hands[seat].Key(0).Decrypt(x))} {
				if s.cards.Index(y.At(0)) >= 0 {
					t.Error("position", p, "is open")
				}
			}
			x = must(s.hands[seat].Key(0).Decrypt(x))
		}
		if _, ok := h.Card(p); ok || s.cards.Index(x.At(0)) >= 0 {
			t.Error("position", p, "is open")
		}
		if p > 3 { // seat 2 hasn't said anything about the stock
			if x := must(s.hands[2].Key(0).Decrypt(s.hands[1].Value(p))); s.cards.Index(x.At(0)) >= 0 {
				t.Error("position", p, "has lost layers")
			}
		}
	}
	if _, ok := s.hands[2].Card(3); !ok {
		t.Error("seat 2 doesn't see its card")
	}
}

// The longest message is that of a shuffle with all cards kept, and all are as long as
// [hand.MessageSize] says at most.
func TestLongestMessage(t *testing.T) {
	for _, n := range []int{1, 2, 5} {
		s := newStory(t, sra.Ristretto255(), "long", 3, n)
		longest := 0
		s.before = func(_ int, m []byte) { longest = max(longest, len(m)) }
		s.flow()
		for p := range n {
			s.steps(deal(hand.Card{p, p % 2}))
		}
		s.steps(redeal(2))
		if want := hand.MessageSize(sra.Ristretto255(), n); longest != want {
			t.Errorf("%d cards: %d bytes, not %d", n, longest, want)
		}
	}
	for _, g := range []sra.Group{sra.Ristretto255(), sra.Group14()} {
		veto := 32 + 52*(g.ElementSize()+sra.DecryptionProofSize(g)) // of cards of 52 decks
		if n := hand.MessageSize(g, 52); n < veto {
			t.Errorf("%v: %d bytes, fewer than the %d of a veto", g, n, veto)
		}
	}
}

// Seats that have read different sequences, or whose games make different steps, have
// different heads, find each other's messages void, and blame nobody.
func TestDifferentSequences(t *testing.T) {
	fork := func(t *testing.T, split func(s *story, x *hand.Hand)) {
		s := newStory(t, sra.Ristretto255(), "fork", 3, 6)
		s.flow()
		s.steps(deal(hand.Card{0, 0}, hand.Card{1, 1}))
		x := replay(t, s.again(1), s.items) // seat 1's, from here on
		split(s, x)
		if x.Head() == s.hands[0].Head() {
			t.Error("the heads are the same")
		}
		m := x.Pending()
		if m == nil {
			t.Fatal("seat 1 has nothing to say")
		}
		s.refuse("of somebody who has read something else", 1, m, nil)
		said := 0
		s.before = func(seat int, m []byte) {
			before := x.View()
			if taken, err := x.Receive(seat, m); seat != 1 && (taken || err != nil || x.View() != before) {
				t.Errorf("seat 1, of seat %d: %v %v", seat, taken, err)
			}
			said++
		}
		if s.flow(); said == 0 {
			t.Error("nobody has said anything")
		}
	}
	for what, steps := range map[string][2]step{
		"another card":     {deal(hand.Card{2, 0}), deal(hand.Card{3, 0})},
		"to another seat":  {deal(hand.Card{2, 0}), deal(hand.Card{2, 2})},
		"to everyone":      {deal(hand.Card{2, hand.Everyone}), deal(hand.Card{2, 2})},
		"another order":    {deal(hand.Card{2, 0}, hand.Card{3, 0}), deal(hand.Card{3, 0}, hand.Card{2, 0})},
		"another show":     {show(0, 0), show(1, 1)},
		"another leave":    {leave(0), leave(1)},
		"another is gone":  {redeal(0), redeal(2)},
		"a card goes back": {redeal(0), func(h *hand.Hand) error { return h.Redeal([]int{0}, []int{1}) }},
	} {
		t.Run(what, func(t *testing.T) {
			fork(t, func(s *story, x *hand.Hand) {
				s.step(steps[0])
				if err := steps[1](x); err != nil {
					t.Fatal(err)
				}
			})
		})
	}
	// A seat that says two things in one turn: each may be taken, at those who read it first.
	s := newStory(t, sra.Ristretto255(), "two", 3, 4)
	for range s.hands[:3] {
		seat := s.hands[0].Due()[0].Seat
		s.read(item{seat: seat, message: s.hands[seat].Pending()})
	}
	turn := turnOf(s.hands[0], 0)
	key := s.hands[0].Key(0)
	x := replay(t, s.again(2), s.items)
	own := s.hands[0].Pending()
	stranger := must(sra.ParseKey(key.Group(), key.Bytes())) // which draws orders at random
	to, order, err := stranger.Shuffle(s.hands[0].Now())
	for bytes.HasPrefix(own[len(turn.ID):], must(to, err).Bytes()) { // the same order
		to, order, err = stranger.Shuffle(s.hands[0].Now())
	}
	other := slices.Concat(turn.ID[:], to.Bytes(), must(stranger.ProveShuffle(turn.ID[:], s.hands[0].Now(), to, order)))
	if taken, err := x.Receive(0, other); !taken || err != nil {
		t.Fatal(taken, err)
	}
	s.read(item{seat: 0, message: own})
	m := s.hands[1].Pending()
	if taken, err := x.Receive(1, m); taken || err != nil || x.Head() == s.hands[0].Head() {
		t.Error(taken, err)
	}
	s.refuse("a second shuffle", 0, other, nil)
}

// A seat that has left takes no turn, whatever it proves: what it says of cards that are dealt
// afterwards is void, at seats and observers alike.
func TestLeftSeat(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "left", 4, 8)
	s.steps(deal(hand.Card{0, 1}))
	stock := s.hands[0].Value(3)
	s.steps(leave(1))
	s.step(deal(hand.Card{3, hand.Everyone}, hand.Card{4, 2}))
	key := s.hands[1].Key(0)
	to := must(key.Decrypt(stock))
	for _, t := range s.hands[0].Due() {
		for _, from := range []sra.Deck{stock, s.hands[0].Value(3)} {
			x := must(key.Decrypt(from))
			s.refuse("a layer of a seat that has left", 1, slices.Concat(t.ID[:], x.Bytes(), must(key.ProveDecryption(t.ID[:], from, x))), nil)
		}
	}
	s.refuse("a layer without a turn", 1, slices.Concat(make([]byte, 32), to.Bytes(), must(key.ProveDecryption(nil, stock, to))), nil)
	s.flow()
	if status, _ := s.hands[4].Status(3); status != hand.Open {
		t.Error(s.hands[4].View())
	}
}

// What is void costs nothing that stays.
func TestJunk(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "junk", 3, 4)
	s.flow()
	s.step(deal(hand.Card{0, 1}))
	junk := bytes.Repeat([]byte{7}, 1<<16)
	h := s.hands[1]
	if n := testing.AllocsPerRun(100, func() { h.Receive(0, junk) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// A seat that shuffles a new deck with the key of a card that it keeps gets to that card's value,
// by a valid proof. It is at fault, and no other seat, for an audit too.
func TestOldKey(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "old key", 3, 4)
	s.steps(deal(hand.Card{0, 0}))
	old := s.hands[0].Key(0)
	s.step(redeal(2))
	turn := turnOf(s.hands[0], 0)
	s.quiet = true // seat 0 is an observer from now on
	s.read(item{seat: 0, message: slices.Concat(turn.ID[:], old.Public().Bytes(), must(old.ProveKey(turn.ID[:])))})
	s.flow()
	turn = turnOf(s.hands[1], 0)
	now, raised := s.hands[1].Now(), s.hands[1].Raised()
	to, order, err := old.Shuffle(now)
	if err != nil || turn.Kind != hand.Shuffle {
		t.Fatal(turn, err)
	}
	up := must(old.Encrypt(raised))
	m := slices.Concat(turn.ID[:], to.Bytes(), up.Bytes(), must(old.ProveShuffle(turn.ID[:], now, to, order)), must(old.ProveDecryption(turn.ID[:], up, raised)))
	s.refuse("a shuffle with an old key", 0, m, sra.ErrProof)
	var b sra.Batch
	h, _ := s.audit(t, &b, -1, nil)
	s.hands = append(s.hands, h)
	s.refuse("a shuffle with an old key", 0, m, sra.ErrProof)
	if n := b.Len(); n == 0 {
		t.Error("no proofs")
	} else if valid, err := b.Verify(); valid != n || err != nil {
		t.Errorf("%d of %d proofs hold: %v", valid, n, err)
	}
}
