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

// turnIn is the turn that a message is of.
func turnIn(h *hand.Hand, m []byte) hand.Turn {
	due := h.Due()
	return due[slices.IndexFunc(due, func(t hand.Turn) bool { return bytes.HasPrefix(m, t.ID[:]) })]
}

// refuse gives a message to all, who find it void, or a fault of this class, and are left
// as they were.
func (s *story) refuse(what string, from int, m []byte, class error) {
	s.t.Helper()
	for seat, h := range s.hands {
		before := h.View()
		taken, err := h.Receive(from, m)
		var blame *hand.BlameError
		blames := errors.As(err, &blame) && blame.Seats[0] == from &&
			(strings.HasPrefix(err.Error(), "hand: malformed: ") || strings.HasPrefix(err.Error(), "hand: invalid proof: "))
		if taken || h.View() != before || !errors.Is(err, class) || blames != (class != nil) {
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
		turn := turnIn(s.hands[seat], m)
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
		for what, x := range map[string][]byte{"cut": m[:len(m)-1], "longer": append(bytes.Clone(m), 0), "only the turn": m[:32],
			"without proofs": m[:32+len(m[32:])/3]} {
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
		for what, list := range forgeries(s.hands[seat], turn, m) {
			for i, x := range list {
				if i%long.Pick(6, 1) == 0 {
					s.refuse(what, seat, x, sra.ErrProof)
				}
				tried[turn.Kind]++
			}
		}
		heard = append(heard, item{seat: seat, message: m})
	}
	s.tell()
	for kind := hand.Shuffle; kind <= hand.Leave; kind++ {
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

// replaced is a deck with another element, the zero one if that is in it already.
func replaced(d sra.Deck, i int, x sra.Element) sra.Deck {
	all := elements(d)
	all[i] = x
	d, err := sra.NewDeck(all...)
	if err != nil {
		return sra.Deck{}
	}
	return d
}

func elements(d sra.Deck) (all []sra.Element) {
	for i := range d.Len() {
		all = append(all, d.At(i))
	}
	return all
}

// swapped is a deck with its first two elements, or some others, exchanged.
func swapped(d sra.Deck, at ...int) sra.Deck {
	all := elements(d)
	i, j := 0, 1
	if len(at) > 0 {
		i, j = at[0], at[1]
	}
	all[i], all[j] = all[j], all[i]
	return must(sra.NewDeck(all...))
}

// A speech is the message of a shuffle or raise turn, in parts.
type speech struct {
	context []byte
	turn    hand.Turn
	lists   []hand.List
	e, key  sra.Key // the new exponent, the whole new key
	to      []sra.Deck
	order   sra.SecretPermutation
}

// newSpeech raises and shuffles as the turn says, with these keys.
func newSpeech(turn hand.Turn, lists []hand.List, e, key sra.Key) *speech {
	s := &speech{context: turn.ID[:], turn: turn, lists: lists, e: e, key: key}
	for i, l := range lists {
		if l.Part == "cards" {
			to, order, err := s.by(i).Shuffle(l.Elements)
			s.to, s.order = append(s.to, must(to, err)), order
		} else {
			s.to = append(s.to, must(s.by(i).Encrypt(l.Elements)))
		}
	}
	return s
}

// by is the key that raises a list.
func (s *speech) by(list int) sra.Key {
	if s.lists[list].Whole {
		return s.key
	}
	return s.e
}

// bytes proves all of it, true or not.
func (s *speech) bytes() []byte {
	elements, proofs := s.e.Public().Bytes(), must(s.e.ProveKey(s.context))
	for i, l := range s.lists {
		elements = append(elements, s.to[i].Bytes()...)
		if l.Part == "cards" {
			proofs = append(proofs, must(s.by(i).ProveShuffle(s.context, l.Elements, s.to[i], s.order))...)
		} else {
			proofs = append(proofs, must(s.by(i).ProveDecryption(s.context, s.to[i], l.Elements))...)
		}
	}
	return slices.Concat(s.turn.ID[:], elements, proofs)
}

// forgeries are a seat's messages that prove, with its keys, something else than is due.
func forgeries(h *hand.Hand, t hand.Turn, m []byte) map[string][][]byte {
	list := map[string][][]byte{}
	if t.Kind == hand.Shuffle || t.Kind == hand.Raise {
		forgeRaises(h, t, func(what string, x []byte) {
			if !bytes.Equal(x, m) { // as when two lists have one element
				list[what] = append(list[what], x)
			}
		})
		return list
	}
	context, from, key := t.ID[:], h.From(t), h.Old(t)
	stranger := must(sra.GenerateKey(from.Group()))
	honest := must(sra.ParseDeck(from.Group(), from.Len(), m[32:][:from.Len()*from.Group().ElementSize()]))
	layers := func(what string, to sra.Deck) {
		if to.Len() > 0 && !to.Equal(honest) {
			list[what] = append(list[what], slices.Concat(context, to.Bytes(), must(key.ProveDecryption(context, from, to))))
		}
	}
	layers("all layers on", from)
	layers("a stranger's layer", must(stranger.Decrypt(from)))
	layers("a layer more", must(key.Decrypt(honest)))
	layers("one layer on", replaced(honest, 0, from.At(0)))
	layers("a card in clear", replaced(honest, 0, must(sra.PublicDeck(from.Group(), "story", 18)).At(1)))
	if from.Len() > 1 {
		layers("exchanged", swapped(honest))
		layers("exchanged", swapped(honest, 0, from.Len()-1))
	}
	for p := range h.Positions() {
		for what, x := range map[string]sra.Element{"another's value": h.Value(p), "another's sealed value": h.Sealed(p)} {
			if x.Bytes() != nil && !slices.Contains(t.Positions, p) {
				layers(what, replaced(honest, 0, must(key.Decrypt(must(sra.NewDeck(x)))).At(0)))
			}
		}
	}
	list["another key"] = append(list["another key"], slices.Concat(context, must(stranger.Decrypt(from)).Bytes(),
		must(stranger.ProveDecryption(context, from, must(stranger.Decrypt(from))))))
	list["without a context"] = append(list["without a context"],
		slices.Concat(context, honest.Bytes(), must(key.ProveDecryption(nil, from, honest))))
	return list
}

func forgeRaises(h *hand.Hand, t hand.Turn, add func(what string, m []byte)) {
	e, key := h.Grow(t)
	lists := h.Lists(t)
	g := e.Group()
	stranger := must(sra.GenerateKey(g))
	say := func(what string, change func(s *speech)) {
		s := newSpeech(t, lists, e, key)
		if change(s); !slices.ContainsFunc(s.to, func(d sra.Deck) bool { return d.Len() == 0 }) {
			add(what, s.bytes())
		}
	}
	say("in another context", func(s *speech) { s.context = s.context[:31] })
	{ // a proof of another's key
		s := newSpeech(t, lists, e, key)
		m := s.bytes()
		other := bytes.Clone(m)
		at := 32 + g.ElementSize()*(1+func() (n int) {
			for _, l := range lists {
				n += l.Elements.Len()
			}
			return n
		}())
		copy(other[at:], must(stranger.ProveKey(t.ID[:])))
		add("the proof of another's key", other)
		for seat := range h.Seats() {
			if k := h.PublicKey(seat).Bytes(); k != nil {
				other = bytes.Clone(m)
				copy(other[32:], k)
				add("the key that a seat has", other)
			}
		}
	}
	for i, l := range lists {
		if l.Part == "cards" {
			foreign := must(stranger.Encrypt(l.Elements))
			say("one card of another key", func(s *speech) { s.to[i] = replaced(s.to[i], 0, foreign.At(0)) })
			say("a card as it was", func(s *speech) { s.to[i] = replaced(s.to[i], 0, l.Elements.At(l.Elements.Len()-1)) })
			say("cards as they were", func(s *speech) { s.to[i] = l.Elements })
			say("another key", func(s *speech) { s.to[i] = foreign })
			if l.Elements.Len() > 1 {
				say("another order", func(s *speech) { s.to[i] = swapped(s.to[i]) })
			}
			for p := range h.Positions() { // the sealed value of another position in place of one
				if x := h.Sealed(p); x.Bytes() != nil && !slices.Contains(l.Positions, p) {
					say("another position", func(s *speech) {
						s.to[i] = replaced(s.to[i], 0, must(s.by(i).Encrypt(must(sra.NewDeck(x)))).At(0))
					})
				}
			}
			if other := [2]sra.Key{e, key}; l.Whole && !e.Equal(key) {
				say("by the new exponent alone", func(s *speech) {
					to, order, err := other[0].Shuffle(l.Elements)
					s.to[i], s.order = must(to, err), order
				})
			} else if !e.Equal(key) {
				say("by the whole key", func(s *speech) {
					to, order, err := other[1].Shuffle(l.Elements)
					s.to[i], s.order = must(to, err), order
				})
			}
			continue
		}
		last := l.Elements.Len() - 1
		say(l.Part+" as they were", func(s *speech) { s.to[i] = l.Elements })
		say(l.Part+" by a stranger", func(s *speech) { s.to[i] = must(stranger.Encrypt(l.Elements)) })
		say(l.Part+": the last as it was", func(s *speech) { s.to[i] = replaced(s.to[i], last, l.Elements.At(last)) })
		say(l.Part+": the last by a stranger", func(s *speech) {
			s.to[i] = replaced(s.to[i], last, must(stranger.Encrypt(l.Elements)).At(last))
		})
		if !e.Equal(key) {
			say(l.Part+" by the other of the two keys", func(s *speech) {
				by := key
				if l.Whole {
					by = e
				}
				s.to[i] = must(by.Encrypt(l.Elements))
			})
		}
		if last > 1 {
			say(l.Part+" exchanged", func(s *speech) { s.to[i] = swapped(s.to[i], 1, 2) })
		}
		if last > 0 {
			say(l.Part+" exchanged", func(s *speech) { s.to[i] = swapped(s.to[i], last-1, last) })
		}
		for j, other := range lists {
			if j != i { // a card of another list in place of one, raised alike
				say(l.Part+" with a card of "+other.Part, func(s *speech) {
					x := must(s.by(i).Encrypt(other.Elements))
					s.to[i] = replaced(s.to[i], last, x.At(x.Len()-1))
				})
			}
		}
	}
}

// A seat says in one turn what it could in another of its own, of the same kind.
func TestOtherTurn(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "turns", 2, 5)
	s.flow()
	s.step(deal(hand.Place{0, 1}))
	m := s.pending(0)
	s.step(deal(hand.Place{1, 0}))
	s.step(deal(hand.Place{2, 1}))
	due := s.hands[0].Due()
	if len(due) != 3 {
		t.Fatal(due)
	}
	s.refuse("position 0 in the turn of position 2", 0, slices.Concat(due[2].ID[:], m[32:]), sra.ErrProof)
	s.sayIn(due[2]) // what became due first needn't be said first
	s.flow()
	if len(s.hands[0].With(hand.Held)) != 3 {
		t.Error(s.hands[0].View())
	}
	// Two shows of one seat, and two that are due at a time.
	s.step(show(1, 0))
	s.step(show(1, 2))
	due, m = s.hands[0].Due(), s.pending(1)
	s.refuse("position 0 in the turn of position 2", 1, slices.Concat(due[1].ID[:], m[32:]), sra.ErrProof)
	s.sayIn(due[1])
	s.flow()
	if len(s.hands[0].With(hand.Open)) != 2 {
		t.Error(s.hands[0].View())
	}
}

// A "card" G^a that whoever made the deck could follow isn't accepted in it, and neither is a
// deck that isn't this hand's.
func TestPlantedCard(t *testing.T) {
	g := sra.Ristretto255()
	public := must(sra.PublicDeck(g, "cards", 4))
	planted := must(sra.GenerateKey(g)).Public().Element()
	if _, err := hand.New([]byte("x"), replaced(public, 2, planted), 2, 0, hand.GenerateState(), forgets); !errors.Is(err, sra.ErrMalformed) {
		t.Error(err)
	}
	begin := func(id string, cards sra.Deck, seats, seat int) *hand.Hand {
		return must(hand.New([]byte(id), cards, seats, seat, hand.GenerateState(), forgets))
	}
	a := begin("x", public, 2, 0)
	for what, b := range map[string]*hand.Hand{
		"id":    begin("y", public, 2, 0),
		"deck":  begin("x", must(public.Select(1, 0, 2, 3)), 2, 0),
		"label": begin("x", must(sra.PublicDeck(g, "other", 4)), 2, 0),
		"seats": begin("x", public, 3, 0),
	} {
		if taken, err := a.Receive(0, pending(b)); taken || err != nil || a.Digest() == b.Digest() {
			t.Errorf("another %s: %v %v", what, taken, err)
		}
	}
}

// All seats but one conspire, tell each other everything, and don't see its card or the stock:
// whatever they take off, what is left has the layer of the honest seat.
func TestCollusion(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "collusion", 4, 8)
	s.steps(deal(hand.Place{0, 2}, hand.Place{1, 0}, hand.Place{2, hand.Everyone}), deal(hand.Place{4, 2}), back(4, 2),
		mix([]int{0}, 5, 6), mix([]int{1, 3}, 6, 7), leave(0), deal(hand.Place{3, 2}))
	h := s.hands[3]
	for p := range 8 {
		for what, x := range map[string]sra.Element{"value": h.Value(p), "sealed value": h.Sealed(p)} {
			if x.Bytes() == nil || p == 1 && what == "value" { // that of seat 0, which is gone
				continue
			}
			for some := range 8 { // in any combination
				var off []int
				for i, seat := range []int{0, 1, 3} {
					if some>>i&1 == 1 {
						off = append(off, seat)
					}
				}
				if s.without(x, off...) >= 0 {
					t.Errorf("the %s of position %d is open without the layers of %v", what, p, off)
				}
			}
			if status, _ := h.Status(p); status == hand.Stock && s.without(x, 2) >= 0 { // of which seat 2 hasn't said anything
				t.Error("position", p, "has lost layers")
			}
		}
		if _, ok := h.Look(p); ok != (p == 2) {
			t.Error("seat 3 knows position", p, ok)
		}
	}
	if !s.know(2, 3) || !s.know(2, 0) {
		t.Error("seat 2 doesn't see its cards")
	}
	s.whole()
}

// Messages keep to [hand.MessageSize], and come as near to it as a hand can: to an element, when
// seats hold all cards and one is gone, and to a proof, when one holds all.
func TestLongestMessage(t *testing.T) {
	onBothKinds(t, func(t *testing.T, g sra.Group) {
		for _, n := range []int{1, 2, 5} {
			for held := n - 1; held <= n; held++ { // by seat 0, and the rest by seat 1
				s := newStory(t, g, "long", 3, n)
				longest := 0
				s.before = func(_ int, m []byte) { longest = max(longest, len(m)) }
				var places []hand.Place
				for p := range n {
					places = append(places, hand.Place{p, 0})
				}
				if held < n {
					places[held].To = 1
				}
				s.steps(deal(places...), drop(2))
				want := hand.MessageSize(g, n)
				if held == n {
					want -= sra.DecryptionProofSize(g)
				} else {
					want -= g.ElementSize()
				}
				if held > 0 && longest != want {
					t.Errorf("%d cards: %d bytes, not %d", n, longest, want)
				}
				if longest > hand.MessageSize(g, n) {
					t.Errorf("%d cards: %d bytes, the limit is %d", n, longest, hand.MessageSize(g, n))
				}
			}
		}
	})
}

// Seats that have read different sequences, or whose games make different steps, have
// different heads, find each other's messages void, and blame nobody.
func TestDifferentSequences(t *testing.T) {
	fork := func(t *testing.T, split func(s *story, x *hand.Hand)) {
		s := newStory(t, sra.Ristretto255(), "fork", 3, 6)
		s.steps(deal(hand.Place{0, 0}, hand.Place{1, 1}, hand.Place{5, 2}), deal(hand.Place{4, hand.Everyone}))
		x := replay(t, s.fresh(1), s.items) // seat 1's, from here on
		split(s, x)
		if x.Head() == s.hands[0].Head() {
			t.Error("the heads are the same")
		}
		own := 0
		for _, turn := range x.Due() {
			if turn.Seat == 1 {
				own++
				s.refuse("of somebody who has read something else", 1, x.Message(turn), nil)
			}
		}
		said := 0
		s.before = func(seat int, m []byte) {
			before := x.View()
			if taken, err := x.Receive(seat, m); seat != 1 && (taken || err != nil || x.View() != before) {
				t.Errorf("seat 1, of seat %d: %v %v", seat, taken, err)
			}
			said++
		}
		if s.flow(); said+own == 0 {
			t.Error("nobody has said anything")
		}
	}
	for what, steps := range map[string][2]step{
		"another card":         {deal(hand.Place{2, 0}), deal(hand.Place{3, 0})},
		"to another seat":      {deal(hand.Place{2, 0}), deal(hand.Place{2, 2})},
		"to everyone":          {deal(hand.Place{2, hand.Everyone}), deal(hand.Place{2, 2})},
		"another order":        {deal(hand.Place{2, 0}, hand.Place{3, 0}), deal(hand.Place{3, 0}, hand.Place{2, 0})},
		"another show":         {show(0, 0), show(1, 1)},
		"another leave":        {leave(0), leave(1)},
		"another is gone":      {drop(0), drop(2)},
		"another shuffles":     {mix([]int{0}, 2, 3), mix([]int{1}, 2, 3)},
		"in another turn":      {mix([]int{0, 1}, 2, 3), mix([]int{1, 0}, 2, 3)},
		"shuffled":             {mix([]int{1}, 2, 3), mix([]int{1}, 3, 2)},
		"a card more shuffled": {mix([]int{1}, 2), mix([]int{1}, 2, 3)},
		"a card or a seat":     {mix([]int{0}, 2, 3), mix([]int{0, 2}, 3)},
		"a show or a leave":    {show(1, 1), leave(1)},
		"a show or a deal":     {show(1, 1), deal(hand.Place{2, 0})},
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
	// Returns need no message: what follows differs.
	for what, steps := range map[string][2]step{
		"another returns":  {back(0), back(1)},
		"one returns":      {back(0), func(*hand.Hand) error { return nil }},
		"in another order": {back(4, 0), back(0, 4)},
	} {
		t.Run(what, func(t *testing.T) {
			fork(t, func(s *story, x *hand.Hand) {
				s.step(steps[0])
				s.step(deal(hand.Place{2, 0}))
				if err := errors.Join(steps[1](x), x.Deal(hand.Place{2, 0})); err != nil {
					t.Fatal(err)
				}
			})
		})
	}
	// A seat that says two things in one turn: each may be taken, at those who read it first.
	s := newStory(t, sra.Ristretto255(), "two", 3, 4)
	x := replay(t, s.again(2), s.items)
	turn := turnOf(s.hands[0], 0)
	key := must(sra.GenerateKey(s.cards.Group()))
	other := newSpeech(turn, s.hands[0].Lists(turn), key, key).bytes()
	if taken, err := x.Receive(0, other); !taken || err != nil {
		t.Fatal(taken, err)
	}
	s.say(0)
	m := s.pending(1)
	if taken, err := x.Receive(1, m); taken || err != nil || x.Head() == s.hands[0].Head() {
		t.Error(taken, err)
	}
	s.refuse("a second shuffle", 0, other, nil)
}

// A seat that has left takes no turn, whatever it proves: what it says of cards that are dealt
// afterwards is void, at seats and observers alike.
func TestLeftSeat(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "left", 4, 8)
	s.steps(deal(hand.Place{0, 1}))
	stock := must(sra.NewDeck(s.hands[0].Sealed(3)))
	s.steps(leave(1))
	s.step(deal(hand.Place{3, hand.Everyone}, hand.Place{4, 2}))
	key := s.hands[1].Key()
	to := must(key.Decrypt(stock))
	for _, t := range s.hands[0].Due() {
		for _, from := range []sra.Deck{stock, must(sra.NewDeck(s.hands[0].Value(3)))} {
			x := must(key.Decrypt(from))
			s.refuse("a layer of a seat that has left", 1, slices.Concat(t.ID[:], x.Bytes(), must(key.ProveDecryption(t.ID[:], from, x))), nil)
		}
	}
	s.refuse("a layer without a turn", 1, slices.Concat(make([]byte, 32), to.Bytes(), must(key.ProveDecryption(nil, stock, to))), nil)
	s.flow()
	if status, _ := s.hands[4].Status(3); status != hand.Open {
		t.Error(s.hands[4].View())
	}
	s.step(mix([]int{0}, 5, 6))
	for range 3 {
		turn := s.hands[0].Due()[0]
		e := must(sra.GenerateKey(s.cards.Group()))
		m := newSpeech(turn, s.hands[turn.Seat].Lists(turn), e, e).bytes()
		s.refuse("a raise of a seat that has left", 1, m, nil)
		s.say(turn.Seat)
	}
}

// What is void costs nothing that stays.
func TestJunk(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "junk", 3, 4)
	s.flow()
	s.step(deal(hand.Place{0, 1}))
	junk := bytes.Repeat([]byte{7}, 1<<16)
	h := s.hands[1]
	if n := testing.AllocsPerRun(100, func() { h.Receive(0, junk) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// A seat that raises with an exponent that it had before is not at fault: nothing follows
// from it for others, and it ends as if it had drawn another.
func TestOldKey(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "old key", 3, 4)
	s.steps(deal(hand.Place{0, 0}, hand.Place{1, 1}))
	old := s.hands[0].Key()
	s.quiet = true // seat 0 is an observer from now on
	for _, f := range []step{mix([]int{0}, 2, 3), mix([]int{1}, 2, 3), drop(2)} {
		s.step(f)
		for s.hands[1].Due() != nil {
			turn := s.hands[1].Due()[0]
			if turn.Seat != 0 {
				s.say(turn.Seat)
				continue
			}
			key := must(old.Times(old))
			s.read(item{seat: 0, message: newSpeech(turn, s.hands[1].Lists(turn), old, key).bytes()})
			old = key
		}
	}
	if h := s.hands[1]; !h.Quiet() || len(h.With(hand.Held)) != 2 || len(s.stock()) != 2 {
		t.Error(h.View())
	}
	if seated(s.hands[0]) {
		t.Error("seat 0 has a key that isn't of its secret")
	}
}
