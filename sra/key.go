package sra

import (
	"crypto/rand"
	"crypto/sha3"
	"crypto/subtle"

	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/wrap"
	"github.com/squaredeal/squaredeal/sra/internal/arith"
)

// A Key encrypts the cards of one hand: card x becomes x^e, and under several
// players' keys, which commute, x^(e·f·…). Use a new key for each hand. Under the
// same key a card looks the same again, so that a card seen in one hand is known in
// the next one; and a key that is revealed at the end opens every hand that it was
// used for.
//
// A Key prints as redacted under every fmt verb and refuses to be marshalled; what to
// store is [Key.Bytes], or the seed that [NewKey] made the key from, as the exponent alone
// doesn't give the same order again. Work with it takes constant time. It is immutable.
// The zero value is invalid: what works with it returns an error.
type Key struct {
	hiddenExponents
	group    Group
	public   PublicKey
	routines int
}

type hiddenExponents = secret.Value[exponents]

// exponents are e and d of a key, e·d ≡ 1 mod q. If the key was made from a seed, or from
// keys that were, its proofs and its orders begin with two more secrets, and otherwise, these
// being nil, with fresh randomness.
type exponents struct {
	e, d          scalars
	nonces, order *entropy
}

// drawFrom makes a stream the source of what the key draws.
func (x *exponents) drawFrom(stream *sha3.SHAKE) {
	x.nonces, x.order = new(entropy), new(entropy)
	stream.Read(x.nonces[:])
	stream.Read(x.order[:])
}

func (k Key) secret() exponents { return secret.Reveal(k.hiddenExponents) }

// GenerateKey returns a new key, with a uniformly random exponent in 2 … q−1 from
// crypto/rand. It returns an [ErrMalformed] for the zero group.
func GenerateKey(g Group) (Key, error) {
	if err := g.check(); err != nil {
		return Key{}, err
	}
	for {
		e := g.g.newScalars(1)
		rand.Read(e.b) // never fails
		e.b[0] &= g.g.topMask
		if e.isExponent() {
			return newKey(g, exponents{e: e, d: e.inverse()}), nil
		}
	}
}

// SeedSize is the length in bytes of what [NewKey] makes a key from.
const SeedSize = 32

// NewKey returns the key of a seed of [SeedSize] bytes (SPEC.md, section 6), from which
// everything follows that is drawn with it: the proof of a statement and the order into
// which it shuffles a deck are always the same. So a program that was restarted says again
// what it said before. Draw the seed from crypto/rand, or derive it from one that was drawn
// so, and use it for one hand; whoever has it can open every card of the hand. [Key.Bytes]
// has the exponent only, so keep the seed to make the same key again.
//
// NewKey returns an [ErrMalformed] for the zero group or a seed of another length.
func NewKey(g Group, seed []byte) (Key, error) {
	if err := g.check(); err != nil {
		return Key{}, err
	}
	if len(seed) != SeedSize {
		return Key{}, wrap.Errorf(ErrMalformed, "the seed has %d bytes, not %d", len(seed), SeedSize)
	}
	stream := shake("key/seed", []byte(g.g.name), seed)
	var x exponents
	x.drawFrom(stream)
	r := nonces{g.g, stream}
	for {
		if x.e = r.scalars(1); x.e.isExponent() {
			x.d = x.e.inverse()
			return newKey(g, x), nil
		}
	}
}

// orFresh returns what follows from a seed, or else fresh randomness.
func (fixed *entropy) orFresh() entropy {
	if fixed != nil {
		return *fixed
	}
	return newEntropy()
}

// entropy is what a proof of this key begins with.
func (k Key) entropy() entropy { return k.secret().nonces.orFresh() }

// ParseKey takes the exponent of a key, as [Key.Bytes] returns it. It returns an
// [ErrMalformed] unless it is a scalar in 2 … q−1 (SPEC.md, section 4).
func ParseKey(g Group, b []byte) (Key, error) {
	if err := g.check(); err != nil {
		return Key{}, err
	}
	if len(b) != len(g.g.qBytes) {
		return Key{}, wrap.Errorf(ErrMalformed, "the key has %d bytes, %v takes %d", len(b), g, len(g.g.qBytes))
	}
	e := scalars{g.g, g.g.reverse(b)}
	if !e.isExponent() {
		return Key{}, wrap.Errorf(ErrMalformed, "the key isn't in 2 to q-1")
	}
	return newKey(g, exponents{e: e, d: e.inverse()}), nil
}

// isExponent reports whether s is one scalar in 2 … q−1. Nothing else about it shows in
// its time.
func (s scalars) isExponent() bool {
	two := make([]byte, len(s.b))
	two[len(two)-1] = 2
	return arith.Less(s.b, s.g.qBytes)&(1-arith.Less(s.b, two)) == 1
}

func newKey(g Group, x exponents) Key {
	public := g.g.fixedBases().Exp(1, x.e.b)
	return Key{
		hiddenExponents: secret.Hide(x), group: g, routines: 1,
		public: PublicKey{group: g, x: public, routines: 1},
	}
}

// Times returns the key whose exponent is the product of those of k and l: it encrypts as
// k and l do, one after the other, and its proofs verify under its own public key. It works
// in as many goroutines as k does.
//
// If both keys were made by [NewKey], or are products of such keys, the product draws from
// what they draw from (SPEC.md, section 6): the same two keys make the same product, which
// proves and shuffles in the same way each time. k.Times(l) and l.Times(k) are equal, but
// they draw differently: use one of the two, as whoever sees a deck in both their orders
// knows which cards are the same. If one of the keys was made otherwise, the product draws
// fresh randomness.
//
// Times returns an [ErrMalformed] if one of the keys is the zero value, if they aren't of
// the same group, or if one is the inverse of the other, as nothing would be encrypted then.
// Its time shows whether they are inverse, and nothing else of them.
func (k Key) Times(l Key) (Key, error) {
	switch {
	case k.isZero() || l.isZero():
		return Key{}, wrap.Errorf(ErrMalformed, "zero Key")
	case !k.group.Equal(l.group):
		return Key{}, wrap.Errorf(ErrMalformed, "one key is of the group %v, the other of %v", k.group, l.group)
	}
	a, b := k.secret(), l.secret()
	x := exponents{e: a.e.times(b.e), d: a.d.times(b.d)}
	if !x.e.isExponent() { // neither factor is 0, so it is 1
		return Key{}, wrap.Errorf(ErrMalformed, "the product of the keys is 1")
	}
	if a.nonces != nil && b.nonces != nil {
		x.drawFrom(shake("key/times", []byte(k.group.g.name), a.nonces[:], a.order[:], b.nonces[:], b.order[:]))
	}
	return newKey(k.group, x).Parallel(k.routines), nil
}

func (k Key) isZero() bool { return secret.IsZero(k.hiddenExponents) }

// Group returns the group that the key is for.
func (k Key) Group() Group { return k.group }

// Public returns the public key.
func (k Key) Public() PublicKey { return k.public }

// Bytes returns the secret exponent e as the group writes scalars (SPEC.md, section
// 4), nil for the zero value. Whoever has it can open every card of the hand.
func (k Key) Bytes() []byte {
	if k.isZero() {
		return nil
	}
	return k.secret().e.encoding()
}

// Equal reports whether two valid keys are the same, in constant time.
func (k Key) Equal(l Key) bool {
	return k.group.Equal(l.group) && subtle.ConstantTimeCompare(k.secret().e.b, l.secret().e.b) == 1
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
	return k.power(d, k.secret().e), nil
}

// power returns the deck with each card raised to the exponent.
func (k Key) power(d Deck, exponent scalars) Deck {
	return Deck{group: d.group, x: d.group.g.a.Exp(d.x, exponent.b, k.routines)}
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
	return k.power(d, k.secret().d), nil
}

// Shuffle encrypts the deck and puts it in a secret order, which it returns too: position i
// of the result holds card p(i) of the deck, encrypted. Send the deck, and keep the order
// secret. Every order is equally likely, as far as anybody can tell; a key made by [NewKey],
// or a product of such keys, draws it from its seeds and the deck (SPEC.md, section 6). Shuffle
// returns an error as Encrypt does.
func (k Key) Shuffle(d Deck) (Deck, SecretPermutation, error) {
	if err := k.check(d); err != nil {
		return Deck{}, SecretPermutation{}, err
	}
	order := k.order(d)
	shuffled := d.group.g.a.Known(permuted(k.power(d, k.secret().e).x.Bytes(), order))
	return Deck{group: d.group, x: shuffled}, SecretPermutation{secret.Hide(order)}, nil
}

func (k Key) check(d Deck) error {
	switch {
	case k.isZero():
		return wrap.Errorf(ErrMalformed, "zero Key")
	case d.Len() == 0:
		return wrap.Errorf(ErrMalformed, "zero Deck")
	case !k.group.Equal(d.group):
		return wrap.Errorf(ErrMalformed, "the deck is of the group %v, the key of %v", d.group, k.group)
	}
	return nil
}
