package hand_test

import (
	"bytes"
	"slices"

	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

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
	honest := must(sra.ParseDeck(from.Group(), from.Len(), m[idSize:][:from.Len()*from.Group().ElementSize()]))
	layers := func(what string, to sra.Deck) {
		if to.Len() > 0 && !to.Equal(honest) {
			list[what] = append(list[what], slices.Concat(context, to.Bytes(), must(key.ProveDecryption(context, from, to))))
		}
	}
	layers("all layers on", from)
	layers("a stranger's layer", must(stranger.Decrypt(from)))
	layers("a layer more", must(key.Decrypt(honest)))
	layers("one layer on", replaced(honest, 0, from.At(0)))
	layers("a card in clear", replaced(honest, 0, must(sra.PublicDeck(from.Group(), "session", 18)).At(1)))
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
	list["another key"] = append(list["another key"], takeOff(t, stranger, from))
	list["without a context"] = append(list["without a context"],
		slices.Concat(context, honest.Bytes(), must(key.ProveDecryption(nil, from, honest))))
	return list
}

// A raiseForger forges messages of a shuffle or raise turn.
type raiseForger struct {
	h                *hand.Hand
	t                hand.Turn
	lists            []hand.List
	e, key, stranger sra.Key // the new exponent, the whole key, and another
	honest           []byte
	add              func(what string, m []byte)
}

func forgeRaises(h *hand.Hand, t hand.Turn, add func(what string, m []byte)) {
	e, key := h.Grow(t)
	lists := h.Lists(t)
	f := raiseForger{h, t, lists, e, key, must(sra.GenerateKey(e.Group())), newSpeech(t, lists, e, key).bytes(), add}
	f.say("in another context", func(s *speech) { s.context = s.context[:31] })
	f.forgeKeys()
	for i, l := range f.lists {
		if l.Part == "cards" {
			f.forgeCards(i)
		} else {
			f.forgeRaised(i)
		}
	}
}

func (f raiseForger) say(what string, change func(s *speech)) {
	s := newSpeech(f.t, f.lists, f.e, f.key)
	if change(s); !slices.ContainsFunc(s.to, func(d sra.Deck) bool { return d.Len() == 0 }) {
		f.add(what, s.bytes())
	}
}

// put says what is honest, with other bytes.
func (f raiseForger) put(what string, at int, b []byte) {
	m := bytes.Clone(f.honest)
	copy(m[at:], b)
	f.add(what, m)
}

// wrong is the one of the two keys that doesn't raise a list.
func (f raiseForger) wrong(l hand.List) sra.Key {
	if l.Whole {
		return f.e
	}
	return f.key
}

func (f raiseForger) forgeKeys() {
	size := f.e.Group().ElementSize()
	proofs := idSize + size
	for _, l := range f.lists {
		proofs += l.Elements.Len() * size
	}
	f.put("the proof of another's key", proofs, must(f.stranger.ProveKey(f.t.ID[:])))
	for seat := range f.h.Seats() {
		if k := f.h.PublicKey(seat).Bytes(); k != nil {
			f.put("the key that a seat has", idSize, k)
		}
	}
}

// forgeCards is of the list that is shuffled.
func (f raiseForger) forgeCards(i int) {
	l := f.lists[i]
	foreign := must(f.stranger.Encrypt(l.Elements))
	f.say("one card of another key", func(s *speech) { s.to[i] = replaced(s.to[i], 0, foreign.At(0)) })
	f.say("a card as it was", func(s *speech) { s.to[i] = replaced(s.to[i], 0, l.Elements.At(l.Elements.Len()-1)) })
	f.say("cards as they were", func(s *speech) { s.to[i] = l.Elements })
	f.say("another key", func(s *speech) { s.to[i] = foreign })
	if l.Elements.Len() > 1 {
		f.say("another order", func(s *speech) { s.to[i] = swapped(s.to[i]) })
	}
	for p := range f.h.Positions() { // the sealed value of another position in place of one
		if x := f.h.Sealed(p); x.Bytes() != nil && !slices.Contains(l.Positions, p) {
			f.say("another position", func(s *speech) {
				s.to[i] = replaced(s.to[i], 0, must(s.by(i).Encrypt(must(sra.NewDeck(x)))).At(0))
			})
		}
	}
	if !f.e.Equal(f.key) {
		f.say("cards by the other of the two keys", func(s *speech) {
			to, order, err := f.wrong(l).Shuffle(l.Elements)
			s.to[i], s.order = must(to, err), order
		})
	}
}

// forgeRaised is of a list that stays in its order.
func (f raiseForger) forgeRaised(i int) {
	l := f.lists[i]
	last := l.Elements.Len() - 1
	foreign := must(f.stranger.Encrypt(l.Elements))
	f.say(l.Part+" as they were", func(s *speech) { s.to[i] = l.Elements })
	f.say(l.Part+" by a stranger", func(s *speech) { s.to[i] = foreign })
	f.say(l.Part+": the last as it was", func(s *speech) { s.to[i] = replaced(s.to[i], last, l.Elements.At(last)) })
	f.say(l.Part+": the last by a stranger", func(s *speech) { s.to[i] = replaced(s.to[i], last, foreign.At(last)) })
	if !f.e.Equal(f.key) {
		f.say(l.Part+" by the other of the two keys", func(s *speech) { s.to[i] = must(f.wrong(l).Encrypt(l.Elements)) })
	}
	if last > 1 {
		f.say(l.Part+" exchanged", func(s *speech) { s.to[i] = swapped(s.to[i], 1, 2) })
	}
	if last > 0 {
		f.say(l.Part+" exchanged", func(s *speech) { s.to[i] = swapped(s.to[i], last-1, last) })
	}
	for j, other := range f.lists {
		if j != i { // a card of another list in place of one, raised alike
			f.say(l.Part+" with a card of "+other.Part, func(s *speech) {
				x := must(s.by(i).Encrypt(other.Elements))
				s.to[i] = replaced(s.to[i], last, x.At(x.Len()-1))
			})
		}
	}
}
