package oldhand

import (
	"bytes"
	"math/big"
	"slices"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/stored"
	"github.com/squaredeal/squaredeal/sra"
)

type encoding = stored.State

// A HandState is the state of a [Hand], with its keys in it: what a store function
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
	g := s.cards.Group()
	b := field.Append(nil, stateLabel)
	b = field.Append(b, g.Name())
	b = field.Append(b, unnamed(g))
	b = field.Append(b, s.id)
	for _, n := range []int{s.seats, s.seat, s.shuffled} {
		b = append(b, u32(n)...)
	}
	b = field.Append(b, s.key.Bytes())
	b = field.Append(b, s.cards.Bytes())
	b = append(b, u32s(s.numbers)...)
	b = field.Append(b, s.deck.Bytes())
	b = appendKeys(b, s.keys)
	b = append(b, s.deckDigest[:]...)
	b = s.appendRedealing(b)
	b = append(b, u32(len(s.leaves))...)
	for _, l := range s.leaves {
		b = append(append(b, u32(l.seat)...), l.after[:]...)
	}
	b = append(b, u32(len(s.deals))...)
	for _, d := range s.deals {
		b = append(append(b, u32(d.next)...), u32(d.leaves)...)
		b = field.Append(b, appendDeal(nil, d.cards))
	}
	for i, p := range s.positions {
		b = append(field.Append(b, p.value), flag(p.shown), flag(p.retired))
		b = append(append(append(b, u32(p.to)...), u32(p.card)...), u32(s.known[i])...)
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

func (s handState) appendRedealing(b []byte) []byte {
	b = append(b, s.root[:]...)
	for seat, out := range s.out {
		b = append(b, flag(out), flag(s.vetoed[seat]))
	}
	b = append(b, u32(len(s.earlier))...)
	for i, d := range s.earlier {
		b = append(append(b, u32(d.first)...), u32(d.end)...)
		b = appendKeys(b, d.keys)
		b = field.Append(b, s.old[i].Bytes())
	}
	if b = append(b, flag(s.raised.Len() > 0)); s.raised.Len() > 0 {
		b = field.Append(b, s.raised.Bytes())
	}
	return b
}

func appendKeys(b []byte, keys []sra.PublicKey) []byte {
	for _, k := range keys {
		b = field.Append(b, k.Bytes())
	}
	return b
}

func flag(set bool) byte {
	if set {
		return 1
	}
	return 0
}

// groupNamed returns the group with a name of its own.
func groupNamed(name string) (g sra.Group, ok bool) {
	switch name {
	case "ristretto255":
		return sra.Ristretto255(), true
	case "modp2048":
		return sra.Group14(), true
	case "modp3072":
		return sra.Group15(), true
	case "modp4096":
		return sra.Group16(), true
	}
	return sra.Group{}, false
}

// unnamed returns the prime of a group whose name doesn't tell it.
func unnamed(g sra.Group) []byte {
	if _, ok := groupNamed(g.Name()); ok {
		return nil
	}
	return g.P().Bytes()
}

// ParseHand returns the hand of a stored state, given as its Bytes. Only the newest state
// will do: see [HandState]. It returns an [sra.ErrMalformed] for a nil store, and for a state
// that was damaged: the checksum in it detects accidents, not tampering.
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

func (r stateReader) flag(name string) bool {
	b := r.Byte(name)
	r.Check(name, b <= 1)
	return b == 1
}

func (r stateReader) digest(name string) digest {
	b := r.Fixed(name, len(digest{}))
	if r.Fault() != "" {
		return digest{}
	}
	return digest(b)
}

// keys reads as many public keys as there are seats.
func (r stateReader) keys(g sra.Group, seats int) (keys []sra.PublicKey) {
	keys = make([]sra.PublicKey, seats)
	for i := range keys {
		if b := r.Field("keys"); len(b) > 0 {
			k, err := sra.ParsePublicKey(g, b)
			r.Check("keys", err == nil)
			keys[i] = k
		}
	}
	return keys
}

// deck reads a deck of any number of cards.
func (r stateReader) deck(g sra.Group, name string) sra.Deck {
	b := r.Field(name)
	if r.Fault() != "" {
		return sra.Deck{}
	}
	d, err := sra.ParseDeck(g, len(b)/g.ElementSize(), b)
	r.Check(name, err == nil)
	return d
}

func (r stateReader) key(g sra.Group) sra.Key {
	k, err := sra.ParseKey(g, r.Field("key"))
	r.Check("key", err == nil)
	return k
}

const maxPositions = MaxSeats * sra.MaxCards

func parseHandState(state []byte) (handState, error) {
	r := stateReader{field.NewSealedReader(state)}
	damaged := func() (handState, error) {
		return handState{}, malformed("hand state: %s", r.Fault())
	}
	r.Check("label", string(r.Field("label")) == stateLabel)
	name, p := string(r.Field("group")), r.Field("prime")
	id := r.Field("id")
	seats, seat := r.number("seats", MinSeats, MaxSeats), r.number("seat", 0, MaxSeats-1)
	shuffled := r.number("shuffled", 0, seats)
	if r.Fault() != "" {
		return damaged()
	}
	g, ok := groupNamed(name)
	if !ok {
		var err error
		if g, err = sra.NewGroup(new(big.Int).SetBytes(p)); err != nil {
			return handState{}, err
		}
	}
	r.Check("group", g.Name() == name)
	r.Check("prime", bytes.Equal(p, unnamed(g)))
	key := r.key(g)
	deck := r.deck(g, "cards")
	if r.Fault() != "" {
		return damaged()
	}
	s, err := newHandState(id, deck, seats, seat, key)
	if err != nil {
		return handState{}, err
	}
	s.shuffled = shuffled
	for i := range s.numbers {
		s.numbers[i] = r.number("cards", 0, sra.MaxCards-1)
	}
	s.deck = r.deck(g, "deck")
	r.Check("deck", s.deck.Len() == deck.Len())
	s.keys = r.keys(g, seats)
	s.deckDigest = r.digest("deck")
	s.readRedealing(r)
	if r.Fault() != "" {
		return damaged()
	}
	r.Check("keys", s.keys[seat].Equal(key.Public()) && (s.haveKeys() || shuffled <= s.seatFrom(0)))
	s.readLeaves(r)
	if r.Fault() != "" {
		return damaged()
	}
	s.readDeals(r)
	s.readPositions(r)
	s.readMessages(r)
	kept := len(s.kept(-1))
	r.Check("kept", s.raised.Len() == kept || s.ready() && s.raised.Len() == 0)
	if r.End() != "" {
		return damaged()
	}
	return s, nil
}

// readRedealing reads what is known of earlier hands, and makes room for their positions.
func (s *handState) readRedealing(r stateReader) {
	g := s.cards.Group()
	s.root = r.digest("redeal")
	for seat := range s.seats {
		s.out[seat], s.vetoed[seat] = r.flag("redeal"), r.flag("redeal")
	}
	r.Check("redeal", !s.out[s.seat])
	for range r.number("redeal", 0, MaxSeats) {
		d := finalDeck{first: r.number("redeal", s.first, s.first), end: r.number("redeal", s.first+1, s.first+sra.MaxCards)}
		d.keys = r.keys(g, s.seats)
		key := r.key(g)
		if r.Fault() != "" {
			return
		}
		s.first, s.earlier, s.old = d.end, append(s.earlier, d), append(s.old, key)
	}
	s.positions = slices.Concat(slices.Repeat([]position{undealt}, s.first), s.positions)
	s.known = slices.Repeat([]int{-1}, len(s.positions))
	if r.flag("raised") {
		s.raised = r.deck(g, "raised")
	}
}

// readLeaves reads the leaves, and compares the digest of the deck: it is that of the deck
// as it was before them.
func (s *handState) readLeaves(r stateReader) {
	for range r.number("leaves", 0, s.seats-MinSeats) {
		s.leaves = append(s.leaves, leave{r.number("leaves", 0, s.seats-1), r.digest("leaves")})
	}
	stored := s.deckDigest
	s.fixDigests()
	r.Check("deck", len(s.leaves) > 0 || s.deckDigest == stored)
	s.deckDigest = stored
}

// readDeals reads the deals, and notes which positions they are of.
func (s *handState) readDeals(r stateReader) {
	for range r.number("deals", 0, s.cards.Len()) {
		d := deal{next: r.number("deals", 0, s.seats), leaves: r.number("deals", 0, len(s.leaves))}
		d.cards = parseDeal(r.Field("deals"))
		r.Check("deals", s.haveShuffled() && len(d.cards) > 0 && d.next != s.seat)
		for _, c := range d.cards {
			if r.Check("deals", s.first <= c.Position && c.Position < len(s.positions) && Everyone <= c.To && c.To < s.seats); r.Fault() != "" {
				return
			}
			r.Check("deals", s.positions[c.Position].deal < 0)
			s.positions[c.Position] = position{deal: len(s.deals), to: c.To, card: -1}
		}
		if r.Fault() != "" {
			return
		}
		r.Check("deals", d.next == s.seats || len(s.layersOf(d.cards, d.leaves, d.next)) > 0)
		s.deals = append(s.deals, d)
	}
}

func (s *handState) readPositions(r stateReader) {
	g := s.cards.Group()
	for i := range s.positions {
		p := &s.positions[i]
		value := r.Field("positions")
		p.shown, p.retired = r.flag("positions"), r.flag("positions")
		to := r.number("positions", Everyone, s.seats-1)
		p.card, s.known[i] = r.number("positions", -1, sra.MaxCards-1), r.number("positions", -1, sra.MaxCards-1)
		if r.Check("positions", p.deal < 0 || p.to == to); r.Fault() != "" {
			return
		}
		if p.to = to; len(value) > 0 {
			_, err := sra.ParseElement(g, value)
			r.Check("positions", err == nil && (p.deal >= 0 || i < s.first))
			p.value = value
		} else {
			r.Check("positions", p.deal < 0 || s.hasLeft(to, len(s.leaves)))
		}
	}
}

// readMessages reads the messages that this seat has sent, and of each seat the digests of
// those that were accepted, and those that came early.
func (s *handState) readMessages(r stateReader) {
	for range r.number("sent", 1, maxPositions*MaxSeats) {
		m := r.Field("sent")
		if r.Check("sent", len(m) > headSize); r.Fault() != "" {
			return
		}
		s.sent = append(s.sent, m)
	}
	for seat := range s.heard {
		for range r.number("heard", 0, maxPositions*MaxSeats) {
			s.heard[seat] = append(s.heard[seat], r.digest("heard"))
			if r.Fault() != "" {
				return
			}
		}
		for kind := range s.early[seat] {
			if m := r.Field("early"); len(m) > 0 {
				s.early[seat][kind] = m
			}
		}
	}
}
