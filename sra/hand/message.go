package hand

import (
	"bytes"
	"slices"

	"github.com/squaredeal/squaredeal/internal/wrap"
	"github.com/squaredeal/squaredeal/sra"
)

const idSize = len(Digest{})

// MessageSize returns a length that no message of a hand with n cards exceeds: that of a shuffle
// of all of them, with all held; 0 for the zero group and for a number of cards out of range.
func MessageSize(g sra.Group, n int) int {
	if g.ElementSize() == 0 || n < 1 || n > MaxCards {
		return 0
	}
	return idSize + (3*n+2)*g.ElementSize() + sra.KeyProofSize(g) + 3*sra.DecryptionProofSize(g) + sra.ShuffleProofSize(g, n)
}

// size returns the length of the message of a turn, and how much of that are the elements.
func (h *Hand) size(t turn) (size, elements int) {
	g := h.cards.Group()
	elements, proofs := len(t.Positions), sra.DecryptionProofSize(g)
	if t.shuffle != nil {
		elements, proofs = 1, sra.KeyProofSize(g)
		for _, l := range t.lists {
			elements += l.elements.Len()
			if l.part == shuffled {
				proofs += sra.ShuffleProofSize(g, l.elements.Len())
			} else {
				proofs += sra.DecryptionProofSize(g)
			}
		}
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
// more of that seat, as each message costs a verification. It wraps an [sra.ErrMalformed] if
// the message isn't an encoding of one for the turn, and an [sra.ErrProof] if a proof isn't
// valid. Receive returns a plain [sra.ErrMalformed] if there is no such seat.
func (h *Hand) Receive(seat int, message []byte) (taken bool, err error) {
	if h.Seats() == 0 {
		return false, wrap.Errorf(errMalformed, "zero Hand")
	}
	if seat < 0 || seat >= h.Seats() {
		return false, wrap.Errorf(errMalformed, "seat %d isn't in 0 to %d", seat, h.Seats()-1)
	}
	i := slices.IndexFunc(h.due, func(t turn) bool { return t.Seat == seat && bytes.HasPrefix(message, t.ID[:]) })
	if i < 0 {
		return false, nil
	}
	t := h.due[i]
	take, elements, err := h.judge(t, message)
	if err != nil {
		return false, &BlameError{[]int{seat}, wrap.As(err, errMalformed, errProof)}
	}
	h.due = slices.Delete(h.due, i, i+1)
	h.read(readMessage, slices.Concat(u32(seat), t.ID[:], elements))
	take()
	return true, nil
}

// judge returns the effect of a message, and the elements in it. It changes nothing.
func (h *Hand) judge(t turn, message []byte) (take func(), elements []byte, err error) {
	size, n := h.size(t)
	if len(message) != size {
		return nil, nil, wrap.Errorf(errMalformed, "the %v message has %d bytes, not %d", t.Kind, len(message), size)
	}
	elements = message[idSize:][:n]
	p := &proofs{rest: message[idSize+n:], skip: h.said(t.Turn, message), batch: h.batch, later: h.batch != nil}
	if !p.later {
		p.batch = new(sra.Batch)
	}
	if t.shuffle != nil {
		take, err = h.judgeShuffle(t, elements, p)
	} else {
		take, err = h.judgeLayers(t, elements, p)
	}
	return take, elements, err
}

// proofs are those of a message, in their order, which are checked together. Those that this
// process has made itself aren't checked, and those of a replay later.
type proofs struct {
	rest        []byte
	batch       *sra.Batch
	skip, later bool
	err         error // of the first that has no encoding of one
}

// add takes the next proof.
func (p *proofs) add(size int, add func(b *sra.Batch, proof []byte) error) {
	proof := p.rest[:size]
	if p.rest = p.rest[size:]; !p.skip && p.err == nil {
		p.err = add(p.batch, proof)
	}
}

// addDecryption takes the proof that `to` is `from` without the layer of a key.
func (p *proofs) addDecryption(k sra.PublicKey, context Digest, from, to sra.Deck) {
	p.add(sra.DecryptionProofSize(k.Group()), func(b *sra.Batch, proof []byte) error {
		return b.AddDecryption(k, context[:], from, to, proof)
	})
}

// verify returns what is wrong with the first proof that is at fault.
func (p *proofs) verify() error {
	if !p.later {
		if _, err := p.batch.Verify(); err != nil {
			return err // of a proof before one without an encoding
		}
	}
	return p.err
}

func (h *Hand) judgeShuffle(t turn, b []byte, p *proofs) (take func(), err error) {
	g := h.cards.Group()
	next := func(n int) (elements []byte) {
		elements, b = b[:n*g.ElementSize()], b[n*g.ElementSize():]
		return elements
	}
	e, err := sra.ParsePublicKey(g, next(1))
	if err != nil {
		return nil, err
	}
	key, raised := e, slices.Clone(t.lists)
	for i, l := range t.lists {
		to, err := sra.ParseDeck(g, l.elements.Len(), next(l.elements.Len()))
		if err != nil {
			return nil, err
		}
		if l.part == own {
			if key, err = sra.ParsePublicKey(g, to.At(0).Bytes()); err != nil {
				return nil, err
			}
		}
		raised[i].elements = to
	}
	e, key = e.Parallel(h.routines), key.Parallel(h.routines)
	p.add(sra.KeyProofSize(g), func(b *sra.Batch, proof []byte) error { return b.AddKey(e, t.ID[:], proof) })
	for i, l := range t.lists {
		by, to := raisedBy(t, l, e, key), raised[i].elements
		if l.part != shuffled {
			p.addDecryption(by, t.ID, to, l.elements)
			continue
		}
		p.add(sra.ShuffleProofSize(g, to.Len()), func(b *sra.Batch, proof []byte) error {
			return b.AddShuffle(by, t.ID[:], l.elements, to, proof)
		})
	}
	if err := p.verify(); err != nil {
		return nil, err
	}
	return func() { h.takeShuffle(t, e, key, raised) }, nil
}

func (h *Hand) takeShuffle(t turn, e, key sra.PublicKey, raised []list) {
	var numbers []int
	for _, at := range t.Positions {
		numbers = append(numbers, h.known(at))
		if len(t.Positions) > 1 {
			h.forget(at)
		}
	}
	if h.isMine(t.Seat) {
		h.takeOwn(t, e, numbers)
	}
	h.keys[t.Seat] = key
	for _, l := range raised {
		for i, at := range l.positions {
			p := &h.positions[at]
			switch {
			case l.part != own:
				p.sealed = l.elements.At(i)
			case p.status == Held: // and not shown since
				p.value = l.elements.At(1 + i)
			}
		}
	}
	t.shuffle.last = raised
	h.passShuffle(t.shuffle)
}

// judgeLayers is of the messages that take layers off cards.
func (h *Hand) judgeLayers(t turn, b []byte, p *proofs) (take func(), err error) {
	to, err := sra.ParseDeck(h.cards.Group(), len(t.Positions), b)
	if err != nil {
		return nil, err
	}
	p.addDecryption(t.key.Parallel(h.routines), t.ID, t.from, to)
	if err := p.verify(); err != nil {
		return nil, err
	}
	for i, at := range t.Positions { // no valid proof leads to another value
		if (t.Kind == Show || t.Kind == Layer && h.positions[at].to == Everyone && len(t.deal.seats) == 0) && h.cards.Index(to.At(i)) < 0 {
			return nil, wrap.Errorf(errProof, "what is at position %d isn't a card", at)
		}
	}
	return func() { h.takeLayers(t, to) }, nil
}

func (h *Hand) takeLayers(t turn, to sra.Deck) {
	for i, at := range t.Positions {
		p, x := &h.positions[at], to.At(i)
		switch t.Kind {
		case Leave:
			p.sealed = x
		case Show:
			p.status, p.value, p.number = Open, x, h.cards.Index(x)
		default:
			p.value = x
		}
	}
	if t.Kind == Layer {
		h.passLayer(t.deal)
	}
}
