package sra

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"github.com/squaredeal/squaredeal/internal/field"
)

const stateLabel = "squaredeal/sra/v1/hand-state"

// MarshalBinary returns the state of the hand, for a program that restarts in the
// middle of it. It holds the secret key in clear. The format is this package's own.
//
// Store it after each call of Receive, Deal and Show without an error, whether or
// not it returned a message, and before that is sent. A hand that goes on from an
// older state may say something else than before, which honest seats refuse; and
// it doesn't know of deals since then, so that a position can be dealt again, to
// another seat, which then sees the card. The messages of a stored hand can be sent
// again (see [Hand.Sent]). MarshalBinary returns an [ErrMalformed] for the zero
// value.
func (h *Hand) MarshalBinary() ([]byte, error) {
	if h.seats == 0 {
		return nil, malformed("zero Hand")
	}
	g := h.cards.group.g
	b := appendFields(nil, []byte(stateLabel), g.p.Bytes(), h.id, u32(h.seats), u32(h.seat), u32(h.key.routines),
		h.key.secret().e.b, h.cards.x.Bytes(), u32(h.shuffled), h.deck.x.Bytes())
	for _, k := range h.keys {
		b = field.Append(b, k.Bytes())
	}
	b = field.Append(b, u32(len(h.deals)))
	for _, d := range h.deals {
		var cards []byte
		for _, c := range d.cards {
			cards = slices.Concat(cards, u32(c.Position), u32(c.To))
		}
		b = appendFields(b, u32(d.next), cards)
	}
	for _, p := range h.positions {
		shown := 0
		if p.shown {
			shown = 1
		}
		b = appendFields(b, p.value, u32(p.card), u32(shown))
	}
	b = field.Append(b, u32(len(h.sent)))
	b = appendFields(b, h.sent...)
	sum := sha256.Sum256(b)
	return append(b, sum[:]...), nil
}

func appendFields(b []byte, fields ...[]byte) []byte {
	for _, f := range fields {
		b = field.Append(b, f)
	}
	return b
}

// UnmarshalBinary restores a hand from what MarshalBinary returned. It returns an
// [ErrMalformed] and leaves h as it was if the state is damaged. It trusts a state
// that isn't: keep it as you would a key.
func (h *Hand) UnmarshalBinary(b []byte) error {
	sum := len(b) - sha256.Size
	if sum < 0 || sha256.Sum256(b[:sum]) != [sha256.Size]byte(b[sum:]) {
		return malformed("the state of the hand is damaged")
	}
	restored, err := restoreHand(&stateReader{rest: b[:sum]})
	if err != nil {
		return err
	}
	*h = *restored
	return nil
}

// restoreHand reads a state. What can't be the state of a hand is an error, though
// a checksum that fits shows that it was one.
func restoreHand(r *stateReader) (*Hand, error) {
	if string(r.field()) != stateLabel {
		return nil, malformed("the state isn't one of a hand of this version")
	}
	g, err := parseGroup(r.field())
	if err != nil {
		return nil, err
	}
	id, seats, seat, routines := r.field(), r.number(), r.number(), r.number()
	key, err := ParseKey(g, r.field())
	if err != nil {
		return nil, err
	}
	key.routines = max(1, routines)
	encoded := r.field()
	cards, err := ParseDeck(g, len(encoded)/g.ElementSize(), encoded)
	if err != nil {
		return nil, err
	}
	h, err := newHand(id, cards, seats, seat, key)
	if err != nil {
		return nil, err
	}
	h.shuffled = r.number()
	if h.deck, err = ParseDeck(g, cards.Len(), r.field()); err != nil {
		return nil, err
	}
	for i := range h.keys {
		if k := r.field(); len(k) > 0 {
			if h.keys[i], err = ParsePublicKey(g, k); err != nil {
				return nil, err
			}
			h.keys[i].routines = key.routines
		}
	}
	if !h.keys[seat].Equal(key.Public()) || h.shuffled < 0 || h.shuffled > seats || h.shuffled > 0 && !h.haveKeys() {
		return nil, malformed("the state of the hand contradicts itself")
	}
	h.fixDigests()
	for range r.count() {
		if err := h.restoreDeal(r.number(), r.field()); err != nil {
			return nil, err
		}
	}
	for i := range h.positions {
		if err := h.restorePosition(&h.positions[i], r.field(), r.number(), r.number()); err != nil {
			return nil, err
		}
	}
	for range r.count() {
		h.sent = append(h.sent, r.field())
	}
	if r.short || len(r.rest) > 0 {
		return nil, malformed("the state of the hand has another length")
	}
	return h, nil
}

func (h *Hand) restoreDeal(next int, encoded []byte) error {
	d := deal{next: next}
	for c := range slices.Chunk(encoded, 8) {
		if len(c) < 8 {
			return malformed("a deal in the state is cut off")
		}
		d.cards = append(d.cards, Deal{int(int32(binary.BigEndian.Uint32(c))), int(int32(binary.BigEndian.Uint32(c[4:])))})
	}
	if err := h.checkDeal(d.cards); err != nil {
		return malformed("a deal in the state can't be: %v", err)
	}
	if next < 0 || next > h.seats || next == h.seat || next < h.seats && len(d.layersOf(next)) == 0 {
		return malformed("a deal in the state waits for seat %d", next)
	}
	h.addDeal(d)
	return nil
}

func (h *Hand) restorePosition(p *position, value []byte, card, shown int) error {
	if p.deal < 0 {
		if len(value) > 0 || card != -1 || shown != 0 {
			return malformed("a position in the state isn't dealt")
		}
		return nil
	}
	if _, err := ParseElement(h.cards.group, value); err != nil {
		return err
	}
	if card < -1 || card >= h.cards.Len() || shown < 0 || shown > 1 {
		return malformed("a position in the state has card %d", card)
	}
	p.value, p.card, p.shown = value, card, shown == 1
	return nil
}

// A stateReader takes fields off a state. When there is no other, it returns zeros
// and remembers.
type stateReader struct {
	rest  []byte
	short bool
}

func (r *stateReader) field() []byte {
	if len(r.rest) < 8 || binary.BigEndian.Uint64(r.rest) > uint64(len(r.rest)-8) {
		r.rest, r.short = nil, true
		return nil
	}
	n := 8 + int(binary.BigEndian.Uint64(r.rest))
	field := bytes.Clone(r.rest[8:n])
	r.rest = r.rest[n:]
	return field
}

func (r *stateReader) number() int {
	b := r.field()
	if len(b) != 4 {
		r.rest, r.short = nil, true
		return 0
	}
	return int(int32(binary.BigEndian.Uint32(b)))
}

// count returns a number of fields or more that follow, which can't be more than
// there are bytes.
func (r *stateReader) count() int {
	n := r.number()
	if n < 0 || n > len(r.rest)/8 {
		r.rest, r.short = nil, true
		return 0
	}
	return n
}
