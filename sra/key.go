package sra

import (
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"io"
	"slices"
	"sync/atomic"

	"github.com/squaredeal/squaredeal/shuffle"
)

// A Key encrypts the cards of one hand: card x becomes x^e, and under several
// players' keys, which commute, x^(e·f·…). Use a new key for each hand. Under the
// same key a card looks the same again, so that a card seen in one hand is known in
// the next one; and a key that is revealed at the end opens every hand that it was
// used for.
//
// A Key prints as redacted under every fmt verb and refuses to be marshalled;
// [Key.Bytes] is what to store. Work with it takes constant time. It is immutable.
// The zero value is invalid: what works with it returns an error.
type Key struct {
	group    Group
	public   PublicKey
	routines int
	used     *atomic.Bool // by a Hand; of all copies

	// A closure, which nothing that prints by reflection looks into.
	secret func() secret
}

// A secret is the exponent e of a key and its inverse d, e·d ≡ 1 mod q, at the
// length of q.
type secret struct{ e, d []byte }

// GenerateKey returns a new key, with a uniformly random exponent in 2 … q−1 from
// crypto/rand. It returns an [ErrMalformed] for the zero group.
func GenerateKey(g Group) (Key, error) {
	if err := g.check(); err != nil {
		return Key{}, err
	}
	q := g.g.qBytes
	excess := uint(8*len(q) - g.g.q.BitLen())
	for {
		e := make([]byte, len(q))
		rand.Read(e) // never fails
		e[0] &= 0xff >> excess
		if g.g.isExponent(e) {
			return newKey(g, e), nil
		}
	}
}

// ParseKey takes the exponent of a key, as [Key.Bytes] returns it. It returns an
// [ErrMalformed] if it has another length than q or isn't in 2 … q−1.
func ParseKey(g Group, b []byte) (Key, error) {
	if err := g.check(); err != nil {
		return Key{}, err
	}
	switch {
	case len(b) != len(g.g.qBytes):
		return Key{}, malformed("the key has %d bytes, %v takes %d", len(b), g, len(g.g.qBytes))
	case !g.g.isExponent(b):
		return Key{}, malformed("the key isn't in 2 to q-1")
	}
	return newKey(g, slices.Clone(b)), nil
}

// isExponent reports whether e, of q's length, is in 2 … q−1. Nothing else about e
// shows in its time.
func (g *group) isExponent(e []byte) bool {
	two := make([]byte, len(e))
	two[len(two)-1] = 2
	return less(e, g.qBytes)&(1-less(e, two)) == 1
}

// newKey computes the inverse of e as e^(q−2) mod q, by Fermat's little theorem:
// Euclid's algorithm would take a time that depends on e.
func newKey(g Group, e []byte) Key {
	d := make([]byte, len(e))
	g.g.modQ.Exp(d, e, g.g.qMinus2)
	k := Key{group: g, routines: 1, used: new(atomic.Bool), secret: func() secret { return secret{e, d} }}
	public := make([]byte, len(g.g.pBytes))
	k.fixedPowers(public, e)
	k.public = PublicKey{Element{g, public}, 1}
	return k
}

func (k Key) isZero() bool { return k.secret == nil }

// Group returns the group that the key is for.
func (k Key) Group() Group { return k.group }

// Public returns the public key.
func (k Key) Public() PublicKey { return k.public }

// Bytes returns the secret exponent e, big-endian at q's length, nil for the zero
// value. Whoever has it can open every card of the hand.
func (k Key) Bytes() []byte {
	if k.isZero() {
		return nil
	}
	return slices.Clone(k.secret().e)
}

// Equal reports whether two valid keys are the same, in constant time.
func (k Key) Equal(l Key) bool {
	return k.group.Equal(l.group) && subtle.ConstantTimeCompare(k.secret().e, l.secret().e) == 1
}

// Parallel returns the same key, whose work on decks is shared among n goroutines,
// or as many as GOMAXPROCS allows to run if that is less. Without it, a key works
// in the caller's goroutine. The results are the same, and no goroutine is left
// when a call returns.
func (k Key) Parallel(n int) Key {
	k.routines = atMost(n)
	return k
}

// Encrypt returns the deck with each card x replaced by x^e. It returns an
// [ErrMalformed] if the key or the deck is the zero value, or if they aren't of the
// same group.
func (k Key) Encrypt(d Deck) (Deck, error) {
	if err := k.check(d); err != nil {
		return Deck{}, err
	}
	return k.encrypt(d), nil
}

func (k Key) encrypt(d Deck) Deck {
	if d.table == nil {
		return Deck{group: d.group, encoded: k.power(d.encoded, k.secret().e)}
	}
	encrypted := Deck{group: d.group, encoded: make([]byte, len(d.encoded))}
	size := d.group.ElementSize()
	d.group.g.splitPowers(k.routines, d.Len(), func(from, to int) {
		d.table.Exp(encrypted.encoded[from*size:to*size], from, k.secret().e)
	})
	d.group.g.absEach(encrypted.encoded)
	return encrypted
}

// Decrypt takes the key's layer off the deck: each card x is replaced by x^d, where
// d = 1/e mod q. Layers come off in any order. It returns an error as Encrypt does.
//
// It opens whatever it is given. So give it cards that all players know to be of
// the final deck, and that the rules entitle somebody to see; not a card because
// somebody sent it, which could be a disguised form of any other.
func (k Key) Decrypt(d Deck) (Deck, error) {
	if err := k.check(d); err != nil {
		return Deck{}, err
	}
	return Deck{group: d.group, encoded: k.power(d.encoded, k.secret().d)}, nil
}

// Shuffle encrypts the deck and puts it in a new order, which it draws from a
// [shuffle.GeneratePermutation] and returns too: position i of the result holds card p(i)
// of the deck, encrypted. Send the deck, and keep the order secret. It returns an
// error as Encrypt does.
func (k Key) Shuffle(d Deck) (Deck, SecretPermutation, error) {
	if err := k.check(d); err != nil {
		return Deck{}, SecretPermutation{}, err
	}
	to, order := k.shuffle(d)
	return to, order, nil
}

func (k Key) shuffle(d Deck) (Deck, SecretPermutation) {
	p, err := shuffle.GeneratePermutation(d.Len())
	if err != nil {
		panic(err) // a deck has 1 to MaxCards cards
	}
	encrypted := k.encrypt(d).encoded
	shuffled := Deck{group: d.group, encoded: make([]byte, len(encrypted))}
	for i := range d.Len() {
		pick(shuffled.at(i), encrypted, p.At(i))
	}
	return shuffled, SecretPermutation{func() shuffle.Permutation { return p }}
}

func (k Key) check(d Deck) error {
	switch {
	case k.isZero():
		return malformed("the key is missing")
	case d.Len() == 0:
		return malformed("the deck is missing")
	case !k.group.Equal(d.group):
		return malformed("the deck is of the group %v, the key of %v", d.group, k.group)
	}
	return nil
}

// power returns |x^exponent| for each of the elements.
func (k Key) power(elements, exponent []byte) []byte {
	g := k.group.g
	size := len(g.pBytes)
	out := make([]byte, len(elements))
	g.splitPowers(k.routines, len(elements)/size, func(from, to int) {
		g.modP.Exp(out[from*size:to*size], elements[from*size:to*size], exponent)
	})
	g.absEach(out)
	return out
}

// Format prints the key as redacted, whatever the verb.
func (Key) Format(f fmt.State, _ rune) { io.WriteString(f, "sra.Key(redacted)") }

// MarshalText always fails, so that no encoder writes a key into a message or
// leaves a hole where a caller meant to store one.
func (Key) MarshalText() ([]byte, error) {
	return nil, fmt.Errorf("%w: a key isn't marshalled: store its Bytes", ErrState)
}

// A SecretPermutation is the order into which a player has put the cards. Whoever
// knows those of all players can follow every card, encrypted as it is. It prints
// as redacted and refuses to be marshalled. The zero value is of no cards.
type SecretPermutation struct {
	p func() shuffle.Permutation // a closure, as in Key
}

// Reveal returns the permutation in clear.
func (p SecretPermutation) Reveal() shuffle.Permutation {
	if p.p == nil {
		return shuffle.Permutation{}
	}
	return p.p()
}

// Format prints the permutation as redacted, whatever the verb.
func (SecretPermutation) Format(f fmt.State, _ rune) {
	io.WriteString(f, "sra.SecretPermutation(redacted)")
}

// MarshalText always fails, as Key's does.
func (SecretPermutation) MarshalText() ([]byte, error) {
	return nil, fmt.Errorf("%w: a secret permutation isn't marshalled: store what Reveal returns", ErrState)
}
