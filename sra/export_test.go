package sra

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/shuffle"
)

// SmallGroup returns the group of a safe prime of any size, from 7 up, without a check.
func SmallGroup(p *big.Int) Group { return unnamedGroup(p) }

// Hooks to functions of the same name.
var (
	CheckSafePrime = checkSafePrime
	Pick           = pick
	Permuted       = permuted
)

// Order returns the order of a group.
func Order(g Group) *big.Int { return g.g.q }

// NumberedGenerator returns the encoding of generator i: G, H0, h_0, ….
func NumberedGenerator(g Group, i int) []byte { return g.g.hashGenerators(i, 1).Bytes() }

// SetDeck replaces the deck that a seat has shuffled last. If the seat has told with it where
// its kept cards are, it says so again, and SetDeck returns the message.
func SetDeck(h *Hand, d Deck) (message []byte) {
	message, err := h.change(func(s *handState) error {
		s.deck = d
		s.fixDigests()
		if s.haveShuffled() && s.vetoed[s.seat] {
			for p := s.first; p < len(s.positions); p++ {
				s.positions[p].retired = false
			}
			s.vetoed[s.seat] = false // goOn does the rest
		}
		return nil
	})
	if err != nil {
		panic(err)
	}
	return message
}

// State returns the state that a hand has stored last.
func State(h *Hand) []byte { return secret.Reveal(h.hiddenHand).Get().encode() }

// MustBePublic marks a deck as one of PublicDeck, to see what that keeps away.
func MustBePublic(d Deck) Deck {
	d.public = true
	return d
}

// Generator returns the encoding of G.
func Generator(g Group) []byte { return g.g.generator.Bytes() }

// Proofs of which the random bytes are given.
func ProveKey(k Key, context []byte, random [32]byte) []byte { return k.proveKey(context, random) }

func ProveDecryption(k Key, context []byte, from, to Deck, random [32]byte) []byte {
	return k.proveDecryption(context, from, to, random)
}

func ProveShuffle(k Key, context []byte, from, to Deck, order []int, random [32]byte) []byte {
	p, err := shuffle.NewPermutation(order)
	if err != nil {
		panic(err)
	}
	return k.proveShuffle(context, from, to, SecretPermutation{secret.Hide(p)}, random)
}

// Heard returns two digests of what an observer has heard: of the messages that it
// took, and of those that it keeps.
func Heard(o *Observer) (digests [2]string) {
	s := o.cell.Get()
	return s.digests()
}

// Keeps reports whether an observer keeps a message as early.
func Keeps(o *Observer, from int, message []byte) bool {
	s := o.cell.Get()
	return slices.Equal(s.early[from][message[0]], message)
}

// HandHeard is Heard of a hand.
func HandHeard(h *Hand) [2]string {
	s, _ := h.get()
	return s.digests()
}

func (s *public) digests() [2]string { return [2]string{fmt.Sprint(s.heard), fmt.Sprint(s.early)} }

// Secret returns a hand's present key, its deck as it is dealt from, and the position of the
// first card of that.
func Secret(h *Hand) (key Key, deck Deck, first int) {
	s, _ := h.get()
	return s.key, s.deck, s.first
}

// Split returns the messages of which a message consists.
func Split(message []byte) [][]byte {
	if message[0] != togetherMessage {
		return [][]byte{message}
	}
	parts, err := splitTogether(message[headSize:])
	if err != nil {
		panic(err)
	}
	return parts
}

// RedealWith is Redeal with a key that is given.
func RedealWith(h *Hand, key Key, left ...int) ([]byte, error) {
	return h.change(func(s *handState) error {
		gone, err := s.gone(left)
		if err != nil {
			return err
		}
		return s.redeal(gone, key)
	})
}

// LeaveWith returns what a seat says that leaves with these lists A and B. It stays.
func LeaveWith(h *Hand, before, passed []int) []byte {
	s, _ := h.get()
	s = s.clone()
	s.leave(leaving{before, passed})
	return s.sent[len(s.sent)-1]
}

// SpoilEarly exchanges the message of this kind that a hand keeps for a seat, and what is to come
// of it.
func SpoilEarly(h *Hand, from int, message []byte) {
	_, err := h.change(func(s *handState) error {
		s.early[from][message[0]] = message
		return nil
	})
	if err != nil {
		panic(err)
	}
}

// Together is one message of several.
func Together(h *Hand, parts ...[]byte) []byte {
	s, _ := h.get()
	return s.newMessage(togetherMessage, joinTogether(parts))
}

// DealWith returns what a seat says that has its turn in a deal which it hasn't been told of.
func DealWith(h *Hand, cards ...Deal) []byte {
	s, _ := h.get()
	s = s.clone()
	for _, c := range cards {
		s.positions[c.Position] = undealt
	}
	number := s.addDeal(cards, s.seat)
	s.decrypt(number)
	return s.sent[len(s.sent)-1]
}
