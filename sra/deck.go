package sra

import (
	"bytes"
	"crypto/subtle"
	"iter"
	"slices"
	"unicode/utf8"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/wrap"
	"github.com/squaredeal/squaredeal/sra/internal/arith"
)

// Limits of a deck: its cards, and its label in bytes.
const (
	MaxCards    = 1024
	MaxLabelLen = 1024
)

// A Deck is a sequence of 1 to [MaxCards] different elements of one group: the
// cards in clear, encrypted, or those picked from it. It is immutable. The zero
// value is invalid: it has no cards, and what works with it returns an error.
type Deck struct {
	group  Group
	x      arith.Elements
	public bool // PublicDeck made it
}

// PublicDeck returns n cards in clear, those that everybody starts from. Card i is
// the label and i hashed to the group (SPEC.md, section 5), so that nobody knows a
// relation between two cards, as there are between small numbers. What card i
// stands for is the game's to say. The label is 1 to [MaxLabelLen] bytes of UTF-8,
// and n is in 1 … [MaxCards]; otherwise PublicDeck returns an [ErrMalformed].
func PublicDeck(g Group, label string, n int) (Deck, error) {
	if err := checkSize(g, n); err != nil {
		return Deck{}, err
	}
	switch {
	case label == "":
		return Deck{}, wrap.Errorf(ErrMalformed, "the label is empty")
	case len(label) > MaxLabelLen:
		return Deck{}, wrap.Errorf(ErrMalformed, "the label has %d bytes, the limit is %d", len(label), MaxLabelLen)
	case !utf8.ValidString(label):
		return Deck{}, wrap.Errorf(ErrMalformed, "the label isn't UTF-8")
	}
	messages := make([][]byte, n)
	for i := range messages {
		messages[i] = append(field.Append(nil, label), u32(i)...)
	}
	return Deck{g, g.g.hash("card", messages), true}, nil
}

// IsPublic reports whether [PublicDeck] made the deck, or one that its cards were selected
// from.
func (d Deck) IsPublic() bool { return d.public }

// NewDeck returns a deck of elements that the caller has. It returns an
// [ErrMalformed] if there are none or more than [MaxCards], if they aren't of the
// same group, or if one is repeated.
func NewDeck(elements ...Element) (Deck, error) {
	if len(elements) == 0 {
		return Deck{}, wrap.Errorf(ErrMalformed, "the deck has no cards")
	}
	g := elements[0].group
	if err := checkSize(g, len(elements)); err != nil {
		return Deck{}, err
	}
	encoded := make([]byte, 0, len(elements)*g.ElementSize())
	for i, x := range elements {
		if !x.group.Equal(g) {
			return Deck{}, wrap.Errorf(ErrMalformed, "card %d isn't in the group %v of card 0", i, g)
		}
		encoded = append(encoded, x.encoded...)
	}
	d := Deck{group: g, x: g.g.a.Known(encoded)}
	if err := d.checkRepeats(); err != nil {
		return Deck{}, err
	}
	return d, nil
}

// ParseDeck takes the encoding of n cards of the group g, as [Deck.Bytes] returns
// it. It returns an [ErrMalformed] that names the first card at fault, counted from
// 0, if the deck isn't n elements long, if a card isn't an element, or if it is
// repeated. n is what the game expects, 1 … [MaxCards].
func ParseDeck(g Group, n int, b []byte) (Deck, error) {
	if err := checkSize(g, n); err != nil {
		return Deck{}, err
	}
	if len(b) != n*g.ElementSize() {
		return Deck{}, wrap.Errorf(ErrMalformed, "the deck has %d bytes, %d cards of %v take %d", len(b), n, g, n*g.ElementSize())
	}
	x, at, fault := g.g.a.Decode(b, 1)
	if fault != "" {
		return Deck{}, wrap.Errorf(ErrMalformed, "card %d is %s", at, fault)
	}
	d := Deck{group: g, x: x}
	if err := d.checkRepeats(); err != nil {
		return Deck{}, err
	}
	return d, nil
}

func checkSize(g Group, n int) error {
	if err := g.check(); err != nil {
		return err
	}
	if n < 1 || n > MaxCards {
		return wrap.Errorf(ErrMalformed, "a deck of %d cards, not 1 to %d", n, MaxCards)
	}
	return nil
}

func (d Deck) checkRepeats() error {
	first := make(map[string]int, d.Len())
	for i, x := range d.strings() {
		if j, ok := first[x]; ok {
			return wrap.Errorf(ErrMalformed, "card %d is the same as card %d", i, j)
		}
		first[x] = i
	}
	return nil
}

// strings returns the cards' encodings with their numbers, as parts of one string.
func (d Deck) strings() iter.Seq2[int, string] {
	all, size := string(d.x.Bytes()), d.group.ElementSize()
	return func(yield func(int, string) bool) {
		for i := range d.Len() {
			if !yield(i, all[i*size:(i+1)*size]) {
				return
			}
		}
	}
}

// at returns the encoding of a card, not a copy.
func (d Deck) at(i int) []byte {
	size := d.group.ElementSize()
	return d.x.Bytes()[i*size : (i+1)*size : (i+1)*size]
}

// Group returns the group that the cards are in.
func (d Deck) Group() Group { return d.group }

// Len returns the number of cards, 0 for the zero value.
func (d Deck) Len() int {
	if d.x == nil {
		return 0
	}
	return d.x.Len()
}

// At returns card i. It panics with an [ErrMalformed] unless that is in 0 … Len()−1.
func (d Deck) At(i int) Element {
	if i < 0 || i >= d.Len() {
		panic(wrap.Errorf(ErrMalformed, "card %d isn't in 0 to %d", i, d.Len()-1))
	}
	return Element{d.group, d.at(i)}
}

// Bytes returns the encodings of the cards, one after another, nil for the zero
// value.
func (d Deck) Bytes() []byte {
	if d.x == nil {
		return nil
	}
	return slices.Clone(d.x.Bytes())
}

// Equal reports whether d and e hold the same cards in the same order, in time that
// depends on them. The zero value is equal to nothing.
func (d Deck) Equal(e Deck) bool {
	return d.group.Equal(e.group) && bytes.Equal(d.x.Bytes(), e.x.Bytes())
}

// Index returns the position of x in the deck, or −1 if it isn't there: the number
// of a card that has been opened, if the deck is the public one. Its time doesn't
// tell which.
func (d Deck) Index(x Element) int {
	if !d.group.Equal(x.group) {
		return -1
	}
	index := -1
	for i := range d.Len() {
		index = subtle.ConstantTimeSelect(subtle.ConstantTimeCompare(d.at(i), x.encoded), i, index)
	}
	return index
}

// Select returns the deck of the cards at these positions, in this order. It
// returns an [ErrMalformed] if there are none, if one isn't in 0 … Len()−1, or if
// one is repeated. Its memory accesses follow the positions.
func (d Deck) Select(positions ...int) (Deck, error) {
	if err := checkSize(d.group, len(positions)); err != nil {
		return Deck{}, err
	}
	if err := checkPositions(positions, d.Len()); err != nil {
		return Deck{}, err
	}
	return Deck{d.group, d.group.g.a.Select(d.x, positions), d.public}, nil
}

// checkPositions requires different positions in 0 … n−1.
func checkPositions(positions []int, n int) error {
	seen := make([]bool, n)
	for _, p := range positions {
		switch {
		case p < 0 || p >= n:
			return wrap.Errorf(ErrMalformed, "position %d isn't in 0 to %d", p, n-1)
		case seen[p]:
			return wrap.Errorf(ErrMalformed, "position %d is repeated", p)
		}
		seen[p] = true
	}
	return nil
}

// Precompute returns the same deck with tables, with which [Key.Encrypt] and
// [Key.Shuffle] take half of the time in ristretto255, or three fifths with AVX-512
// IFMA, and about a third in the other groups: for a public deck, which is encrypted in
// every hand. It takes about as long as an encryption without them. For 52 cards the
// tables take at most 0.4 MB in ristretto255; in groups of 2048 bits, 2.3 MB, or 3.4 MB
// on a processor without AVX-512 IFMA. The encoding doesn't have them. The zero value is
// returned as it is.
func (d Deck) Precompute() Deck {
	if d.Len() > 0 {
		d.x = d.group.g.a.Precompute(d.x)
	}
	return d
}
