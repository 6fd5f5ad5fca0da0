package hand

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/sra"
)

const idSize = len(Digest{})

// MessageSize returns the length of the longest message of a hand with n cards: that of a
// shuffle with n kept cards; 0 for the zero group and for a number of cards out of range.
func MessageSize(g sra.Group, n int) int {
	if g.ElementSize() == 0 || n < 1 || n > sra.MaxCards {
		return 0
	}
	return idSize + 2*n*g.ElementSize() + sra.ShuffleProofSize(g, n) + sra.DecryptionProofSize(g)
}

// size returns the length of the message of a turn, and how much of that are the elements.
func (h *Hand) size(t turn) (size, elements int) {
	g, proofs := h.cards.Group(), 0
	switch t.Kind {
	case Key:
		elements, proofs = 1, sra.KeyProofSize(g)
	case Shuffle:
		elements, proofs = h.now.Len()+h.raised.Len(), sra.ShuffleProofSize(g, h.now.Len())
		if h.raised.Len() > 0 {
			proofs += sra.DecryptionProofSize(g)
		}
	default:
		elements, proofs = len(t.Positions), len(h.byDeck(t.Positions))*sra.DecryptionProofSize(g)
	}
	elements *= g.ElementSize()
	return idSize + elements + proofs, elements
}

// Receive reads the next message of the sequence, of a seat that may be this one. It reports
// whether the message was taken. One that wasn't, without an error, is void: it was taken
// before, was overtaken by a step, or is of another hand or of a seat that has read something
// else, and by itself that is nobody's fault.
//
// Where it was made sure that the speaker is due and has read what the game has, as package
// commit/table does before Apply, no honest seat says what is void: a game must return an error
// then, as package cards does. With nil, any bytes would pass for what is due.
//
// A [BlameError] is a fault of the seat, and changes nothing: the turn is still due. Read no
// more of that seat, as each message costs a verification. It wraps
// an [sra.ErrMalformed] if the message isn't an encoding of one for the turn, and an
// [sra.ErrProof] if a proof isn't valid or the seat has another's key. Receive returns a plain
// [sra.ErrMalformed] if there is no such seat.
func (h *Hand) Receive(seat int, message []byte) (taken bool, err error) {
	if seat < 0 || seat >= h.seats {
		return false, malformed("seat %d isn't in 0 to %d", seat, h.seats-1)
	}
	i := slices.IndexFunc(h.due, func(t turn) bool { return t.Seat == seat && bytes.HasPrefix(message, t.ID[:]) })
	if i < 0 {
		return false, nil
	}
	t := h.due[i]
	take, elements, err := h.judge(t, message)
	if err != nil {
		return false, &BlameError{seat, fmt.Errorf("hand: %w", err)}
	}
	h.due = slices.Delete(h.due, i, i+1)
	h.read(readMessage, slices.Concat(u32(seat), t.ID[:], elements))
	take()
	h.goOn()
	return true, nil
}

// judge returns the effect of a message, and the elements in it. It changes nothing.
func (h *Hand) judge(t turn, message []byte) (take func(), elements []byte, err error) {
	size, n := h.size(t)
	if len(message) != size {
		return nil, nil, fmt.Errorf("%w: the %v message has %d bytes, not %d", sra.ErrMalformed, t.Kind, len(message), size)
	}
	elements = message[idSize:][:n]
	c := check{t.ID[:], message[idSize+n:], h.said(t.Turn, message), h.batch}
	switch t.Kind {
	case Key:
		take, err = h.judgeKey(t, elements, c)
	case Shuffle:
		take, err = h.judgeShuffle(t, elements, c)
	default:
		take, err = h.judgeLayers(t, elements, c)
	}
	return take, elements, err
}

// A check is of the proofs of a message, in their order. Those that this process has made
// itself aren't checked, and those of an audit later.
type check struct {
	context, proofs []byte
	skip            bool
	batch           *sra.Batch
}

// next takes the next proof, adds it to a batch, and checks it unless that is an audit's.
func (c *check) next(size int, add func(b *sra.Batch, proof []byte) error) error {
	proof := c.proofs[:size]
	if c.proofs = c.proofs[size:]; c.skip {
		return nil
	}
	b := c.batch
	if b == nil {
		b = new(sra.Batch)
	}
	if err := add(b, proof); err != nil || c.batch != nil {
		return err
	}
	_, err := b.Verify()
	return err
}

func (c *check) key(k sra.PublicKey) error {
	return c.next(sra.KeyProofSize(k.Group()), func(b *sra.Batch, proof []byte) error {
		return b.AddKey(k, c.context, proof)
	})
}

func (c *check) shuffle(k sra.PublicKey, from, to sra.Deck) error {
	return c.next(sra.ShuffleProofSize(k.Group(), from.Len()), func(b *sra.Batch, proof []byte) error {
		return b.AddShuffle(k, c.context, from, to, proof)
	})
}

// decryption checks that `to` is `from` without the layer of a key.
func (c *check) decryption(k sra.PublicKey, from, to sra.Deck) error {
	return c.next(sra.DecryptionProofSize(k.Group()), func(b *sra.Batch, proof []byte) error {
		return b.AddDecryption(k, c.context, from, to, proof)
	})
}

func (h *Hand) publicKey(deck, seat int) sra.PublicKey {
	return h.decks[deck].keys[seat].Parallel(h.routines)
}

func (h *Hand) judgeKey(t turn, b []byte, c check) (take func(), err error) {
	k, err := sra.ParsePublicKey(h.cards.Group(), b)
	if err != nil {
		return nil, err
	}
	if err := c.key(k); err != nil {
		return nil, err
	}
	keys := h.deck().keys
	if slices.ContainsFunc(keys, k.Equal) {
		return nil, invalid("it has the key of another seat")
	}
	return func() {
		if keys[t.Seat] = k; h.isMine(t.Seat) && !h.ownKey(t.ID).Public().Equal(k) {
			h.mine = nil
		}
		if len(h.due) == 0 {
			h.passShuffle(0)
		}
	}, nil
}

func (h *Hand) judgeShuffle(t turn, b []byte, c check) (take func(), err error) {
	g, n := h.now.Group(), h.now.Len()
	to, err := sra.ParseDeck(g, n, b[:n*g.ElementSize()])
	if err != nil {
		return nil, err
	}
	var raised sra.Deck
	if kept := h.raised.Len(); kept > 0 {
		if raised, err = sra.ParseDeck(g, kept, b[n*g.ElementSize():]); err != nil {
			return nil, err
		}
	}
	k := h.publicKey(len(h.decks)-1, t.Seat)
	err = c.shuffle(k, h.now, to)
	if err == nil && raised.Len() > 0 {
		err = c.decryption(k, raised, h.raised)
	}
	if err == nil {
		err = h.checkNew(to, nil)
	}
	if err != nil {
		return nil, err
	}
	return func() {
		h.now, h.raised = to, raised
		h.passShuffle(t.Seat + 1)
	}, nil
}

// judgeLayers is of the messages that take layers off cards.
func (h *Hand) judgeLayers(t turn, b []byte, c check) (take func(), err error) {
	to, err := sra.ParseDeck(h.cards.Group(), len(t.Positions), b)
	if err != nil {
		return nil, err
	}
	from := h.before(t)
	for _, p := range h.byDeck(t.Positions) {
		if err := c.decryption(h.publicKey(p.deck, t.Seat), must(from.Select(p.places...)), must(to.Select(p.places...))); err != nil {
			return nil, err
		}
	}
	if t.Kind == Veto {
		return h.judgeVeto(to)
	}
	if err := h.checkNew(to, t.Positions); err != nil {
		return nil, err
	}
	for i, at := range t.Positions { // no valid proof leads to another value
		if (t.Kind == Show || t.Kind == Layer && h.positions[at].to == Everyone && len(t.of.seats) == 0) && h.cards.Index(to.At(i)) < 0 {
			return nil, invalid("what is at position %d isn't a card", at)
		}
	}
	return func() {
		for i, at := range t.Positions {
			p := &h.positions[at]
			if p.value = to.At(i); t.Kind == Show {
				p.status, p.card = Open, h.cards.Index(p.value)
			}
		}
		switch t.Kind {
		case Layer:
			h.passLayer(t.of)
		case Leave:
			h.endLeave(t.of)
		}
	}, nil
}

// checkNew refuses values that are at other positions: valid proofs lead there only with keys that
// were chosen for it, but those of an audit aren't checked yet.
func (h *Hand) checkNew(to sra.Deck, positions []int) error {
	for at, p := range h.positions {
		if !slices.Contains(positions, at) {
			if i := to.Index(p.value); i >= 0 {
				return invalid("card %d is what is at position %d", i, at)
			}
		}
	}
	return nil
}

// judgeVeto finds a seat's kept cards in the new deck.
func (h *Hand) judgeVeto(to sra.Deck) (take func(), err error) {
	var retired []*position
	for i := range to.Len() {
		at := h.now.Index(to.At(i))
		if at < 0 || h.positions[h.deck().first+at].status != Stock { // no valid proof leads here
			return nil, invalid("kept card %d isn't in the deck", i)
		}
		retired = append(retired, &h.positions[h.deck().first+at])
	}
	return func() {
		for _, p := range retired {
			p.status = Retired
		}
		h.ready = len(h.due) == 0
	}, nil
}

// before returns the cards of a turn with the layers that come off.
func (h *Hand) before(t turn) sra.Deck {
	if t.Kind != Veto {
		return h.values(t.Positions)
	}
	places := make([]int, len(t.Positions))
	for i, p := range t.Positions {
		places[i] = slices.Index(h.kept, p)
	}
	return must(h.raised.Select(places...))
}

// A part is the places in a list of positions of those that are of one deck.
type part struct {
	deck   int
	places []int
}

// byDeck splits a list of positions by their decks, in the order of these.
func (h *Hand) byDeck(positions []int) (parts []part) {
	for deck := range h.decks {
		p := part{deck: deck}
		for i, at := range positions {
			if h.positions[at].deck == deck {
				p.places = append(p.places, i)
			}
		}
		if len(p.places) > 0 {
			parts = append(parts, p)
		}
	}
	return parts
}
