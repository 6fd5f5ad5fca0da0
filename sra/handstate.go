package sra

import (
	"math/big"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/stored"
)

type encoding = stored.State

// A HandState is the state of a [Hand], with the key in it: what a store function
// keeps. It prints as redacted, and its Bytes are what [ParseHand] takes. The zero
// value stands for no state.
//
// A database should replace just the state that the store function gets as the old
// one, and fail otherwise: a hand that goes on from an older state, or in two
// processes, says something else than before, which honest seats refuse; and it
// doesn't know of deals since then, so that a position can be dealt again, to another
// seat, which then sees the card. If the newest state is lost, give the hand up.
type HandState struct{ encoding }

// Bytes returns a copy of the encoding, which holds the secret key in clear; nil for
// the zero value. The format is this package's own.
func (s HandState) Bytes() []byte { return stored.Bytes(s.encoding) }

const stateLabel = "squaredeal/sra/v1/hand-state"

// encode is the inverse of parseHandState.
func (s handState) encode() []byte {
	g := s.cards.group
	b := field.Append(nil, stateLabel)
	b = field.Append(b, g.g.name)
	b = field.Append(b, g.g.unnamed())
	b = field.Append(b, s.id)
	for _, n := range []int{s.seats, s.seat, s.routines, s.shuffled} {
		b = append(b, u32(n)...)
	}
	b = field.Append(b, s.key.secret().e.encoding())
	b = field.Append(b, s.cards.x.Bytes())
	b = field.Append(b, s.deck.x.Bytes())
	for _, k := range s.keys {
		b = field.Append(b, k.Bytes())
	}
	b = append(b, u32(len(s.deals))...)
	for _, d := range s.deals {
		b = append(b, u32(d.next)...)
		b = field.Append(b, appendDeal(nil, d.cards))
	}
	for i, p := range s.positions {
		shown := byte(0)
		if p.shown {
			shown = 1
		}
		b = append(field.Append(b, p.value), shown)
		b = append(append(b, u32(p.card)...), u32(s.known[i])...)
	}
	b = append(b, u32(len(s.sent))...)
	for _, m := range s.sent {
		b = field.Append(b, m)
	}
	for seat, heard := range s.heard {
		b = append(b, u32(len(heard))...)
		for _, d := range heard {
			b = append(b, d[:]...)
		}
		for _, m := range s.early[seat] {
			b = field.Append(b, m)
		}
	}
	return field.Seal(b)
}

// unnamed returns the prime of a group whose name doesn't tell it.
func (g *group) unnamed() []byte {
	if _, ok := groupNamed(g.name); ok {
		return nil
	}
	return g.p.Bytes()
}

// ParseHand returns the hand with a stored state, as its Bytes. Only the newest state
// will do: see [HandState]. It returns an [ErrMalformed] for a nil store, and for a
// state that was damaged; the checksum in it is one against accidents, not against
// somebody who can write to the database.
//
// Send the messages of [Hand.Sent] again: they may have been stored and not sent. Ask
// the others for theirs again, too.
func ParseHand(state []byte, store func(old, new HandState) error) (*Hand, error) {
	if store == nil {
		return nil, errNilStore
	}
	s, err := parseHandState(state)
	if err != nil {
		return nil, err
	}
	return &Hand{secret.Hide(stored.Open(s, state, handState.encode, storeHand(store)))}, nil
}

// A stateReader reads a state.
type stateReader struct{ *field.Reader }

// number reads an int of 32 bits, between bounds.
func (r stateReader) number(name string, least, most int) int {
	n := int(int32(r.Uint32(name)))
	r.Check(name, least <= n && n <= most)
	if r.Fault() != "" {
		return least
	}
	return n
}

func parseHandState(state []byte) (handState, error) {
	r := stateReader{field.NewSealedReader(state)}
	damaged := func(what string) (handState, error) {
		return handState{}, malformed("the state of the hand: %s", what)
	}
	r.Check("label", string(r.Field("label")) == stateLabel)
	name, p := string(r.Field("group")), r.Field("prime")
	id := r.Field("id")
	seats, seat := r.number("seats", MinSeats, MaxSeats), r.number("seat", 0, MaxSeats-1)
	routines, shuffled := r.number("goroutines", 1, 1<<20), r.number("shuffled", 0, seats)
	e, cards, final := r.Field("key"), r.Field("cards"), r.Field("deck")
	if r.Fault() != "" {
		return damaged(r.Fault())
	}
	g, ok := groupNamed(name)
	if !ok {
		var err error
		if g, err = NewGroup(new(big.Int).SetBytes(p)); err != nil {
			return handState{}, err
		}
	}
	key, err := ParseKey(g, e)
	if err != nil {
		return handState{}, err
	}
	key.routines = atMost(routines)
	key.used.Store(true)
	deck, err := ParseDeck(g, len(cards)/g.ElementSize(), cards)
	if err != nil {
		return handState{}, err
	}
	deck.public = true
	s, err := newHandState(id, deck, seats, seat, key)
	if err != nil {
		return handState{}, err
	}
	if s.deck, err = ParseDeck(g, deck.Len(), final); err != nil {
		return handState{}, err
	}
	s.shuffled = shuffled
	for i := range s.keys {
		if k := r.Field("keys"); len(k) > 0 {
			if s.keys[i], err = ParsePublicKey(g, k); err != nil {
				return handState{}, err
			}
			s.keys[i] = s.keys[i].Parallel(s.routines)
		}
	}
	if !s.keys[seat].Equal(key.public) || s.shuffled > 0 && !s.haveKeys() {
		return damaged("keys")
	}
	s.fixDigests()
	s.readDeals(r)
	for i := range s.positions {
		p := &s.positions[i]
		value, shown := r.Field("positions"), r.Byte("positions")
		card := r.number("positions", -1, deck.Len()-1)
		s.known[i] = r.number("positions", -1, deck.Len()-1)
		if r.Check("positions", shown <= 1 && (p.deal >= 0) == (len(value) > 0)); p.deal >= 0 && r.Fault() == "" {
			if _, err := ParseElement(g, value); err != nil {
				return handState{}, err
			}
			p.value, p.card, p.shown = value, card, shown == 1
		}
	}
	for range r.number("sent", 1, 2+2*deck.Len()) {
		m := r.Field("sent")
		r.Check("sent", len(m) > len(digest{}))
		s.sent = append(s.sent, m)
	}
	for i := range s.heard {
		for range r.number("heard", 0, 2+2*deck.Len()) {
			s.heard[i] = append(s.heard[i], digest(r.Fixed("heard", len(digest{}))))
		}
		for kind := range s.early[i] {
			if m := r.Field("early"); len(m) > 0 {
				s.early[i][kind] = m
			}
		}
	}
	if fault := r.End(); fault != "" {
		return damaged(fault)
	}
	return s, nil
}

func (s *handState) readDeals(r stateReader) {
	for range r.number("deals", 0, len(s.positions)) {
		next := r.number("deals", 0, s.seats)
		cards := parseDeal(r.Field("deals"))
		same, err := s.checkDeal(cards)
		r.Check("deals", err == nil && same < 0 && next != s.seat)
		if r.Fault() != "" {
			return
		}
		r.Check("deals", next == s.seats || len(layersOf(cards, next)) > 0)
		s.deals[s.addDeal(cards)].next = next
	}
}
