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
	honest, proofs := newSpeech(t, lists, e, key).bytes(), idSize+g.ElementSize()
	for _, l := range lists {
		proofs += l.Elements.Len() * g.ElementSize()
	}
	put := func(what string, at int, b []byte) {
		m := bytes.Clone(honest)
		copy(m[at:], b)
		add(what, m)
	}
	put("the proof of another's key", proofs, must(stranger.ProveKey(t.ID[:])))
	for seat := range h.Seats() {
		if k := h.PublicKey(seat).Bytes(); k != nil {
			put("the key that a seat has", idSize, k)
		}
	}
	for i, l := range lists {
		wrong := key // of the two, that which doesn't raise the list
		if l.Whole {
			wrong = e
		}
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
			if !e.Equal(key) {
				say("cards by the other of the two keys", func(s *speech) {
					to, order, err := wrong.Shuffle(l.Elements)
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
				s.to[i] = must(wrong.Encrypt(l.Elements))
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
