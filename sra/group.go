package sra

import (
	"crypto/sha256"
	"encoding/hex"
	"math/big"
	"slices"
	"sync"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/wrap"
	"github.com/squaredeal/squaredeal/sra/internal/arith"
	"github.com/squaredeal/squaredeal/sra/internal/modp"
	"github.com/squaredeal/squaredeal/sra/internal/ristretto"
)

// The lengths of a group's prime that are accepted, in bits. 2048 bits are worth
// about 112 bits of security (NIST SP 800-57, part 1); beyond 4096, proving the
// primes that a peer sends and working with them takes too long.
const (
	MinBits = 2048
	MaxBits = 4096
)

// A Group is the set in which cards are encrypted. Its order is a prime q, so it has no
// subgroup that a card could be seen to be in or not to be in.
//
// [Ristretto255] is the one to use. The others consist of integers: for a safe prime
// p = 2q+1, of those mod p, where x and p−x count as one element, written as the
// smaller of them, |x|.
//
// A Group is immutable. The zero value is invalid.
type Group struct{ g *group }

type group struct {
	name    string
	p       *big.Int // nil for a group that isn't of integers
	q       *big.Int
	qBytes  []byte
	qMinus2 []byte
	topMask byte // the bits that q has in its first byte
	short   bool // challenges and masks are much shorter than scalars
	modQ    *modp.Modulus
	a       arith.Group

	generator arith.Elements // G
	chainBase arith.Elements // H_0

	fixedBases func() arith.Comb // G and H_0, made when first needed
	bases      bases
}

// Ristretto255 returns the group of RFC 9496, on the curve of Ed25519: the one to use
// unless there is a reason. It is worth about 126 bits of security, an element has 32
// bytes, and it is many times faster than the groups of integers.
func Ristretto255() Group { return ristretto255() }

// Group14 returns the group of integers with the prime of 2048 bits of RFC 3526, whose
// digits are those of π, so that nobody can have chosen it to suit.
func Group14() Group { return group14() }

// Group15 returns the group of the prime of 3072 bits of RFC 3526.
func Group15() Group { return group15() }

// Group16 returns the group of the prime of 4096 bits of RFC 3526.
func Group16() Group { return group16() }

var (
	ristretto255 = sync.OnceValue(func() Group {
		return makeGroup("ristretto255", nil, ristretto.New(), ristretto.Generator())
	})
	group14 = sync.OnceValue(func() Group { return namedGroup("modp2048", modp2048) })
	group15 = sync.OnceValue(func() Group { return namedGroup("modp3072", modp3072) })
	group16 = sync.OnceValue(func() Group { return namedGroup("modp4096", modp4096) })
)

func namedGroup(name, digits string) Group {
	p, _ := new(big.Int).SetString(digits, 16)
	return newGroup(name, p)
}

// NewGroup returns the group of p, which must be a safe prime of [MinBits] to
// [MaxBits] bits. It returns an [ErrMalformed] if p isn't, or nil.
//
// That (p−1)/2 is prime is tested by 64 rounds of Miller–Rabin with bases from
// crypto/rand. So each p that isn't a safe prime, even one that somebody made to be
// mistaken for one, is accepted with a probability of at most 2⁻¹²⁸; a safe prime
// always is. The test takes some tenths of a second for 2048 bits, and a second or
// two for 4096. The primes of RFC 3526 aren't tested again, and give the named
// groups.
//
// A prime may be safe and have a weakness that its maker alone can see (Fried,
// Gaudry, Heninger and Thomé 2017). Don't play in a peer's group, unless the peer
// can show where it comes from.
func NewGroup(p *big.Int) (Group, error) {
	switch {
	case p == nil:
		return Group{}, wrap.Errorf(ErrMalformed, "p is nil")
	case p.Sign() <= 0:
		return Group{}, wrap.Errorf(ErrMalformed, "p isn't positive")
	case p.BitLen() < MinBits:
		return Group{}, wrap.Errorf(ErrMalformed, "p has %d bits, fewer than %d", p.BitLen(), MinBits)
	case p.BitLen() > MaxBits:
		return Group{}, wrap.Errorf(ErrMalformed, "p has %d bits, more than %d", p.BitLen(), MaxBits)
	}
	for _, name := range []string{"modp2048", "modp3072", "modp4096"} {
		if named, _ := groupNamed(name); p.Cmp(named.g.p) == 0 {
			return named, nil
		}
	}
	if err := checkSafePrime(p); err != nil {
		return Group{}, err
	}
	return unnamedGroup(p), nil
}

// groupNamed returns the group with a name of its own.
func groupNamed(name string) (g Group, ok bool) {
	switch name {
	case "ristretto255":
		return Ristretto255(), true
	case "modp2048":
		return Group14(), true
	case "modp3072":
		return Group15(), true
	case "modp4096":
		return Group16(), true
	}
	return Group{}, false
}

// unnamedGroup returns the group of a safe prime, named for its value.
func unnamedGroup(p *big.Int) Group {
	digest := sha256.Sum256(field.Append(field.Append(nil, "squaredeal/sra/v1/group"), p.Bytes()))
	return newGroup("safe-prime-"+hex.EncodeToString(digest[:]), new(big.Int).Set(p))
}

func newGroup(name string, p *big.Int) Group {
	a := modp.New(p)
	return makeGroup(name, p, a, nil)
}

// makeGroup returns the group with this arithmetic. The standard generator is nil if
// G is to be hashed.
func makeGroup(name string, p *big.Int, a arith.Group, standard arith.Elements) Group {
	q := a.Order()
	g := &group{name: name, p: p, q: q, qBytes: q.Bytes(), a: a, generator: standard}
	g.qMinus2 = new(big.Int).Sub(q, two).FillBytes(make([]byte, len(g.qBytes)))
	g.topMask = 0xff >> uint(8*len(g.qBytes)-q.BitLen())
	g.short = q.BitLen() > maskedBits
	modQ, err := modp.NewModulus(g.qBytes)
	if err != nil {
		panic(err) // q is odd
	}
	g.modQ = modQ
	if standard == nil {
		g.generator = g.hashGenerators(0, 1)
	}
	g.chainBase = g.hashGenerators(1, 1)
	g.fixedBases = sync.OnceValue(func() arith.Comb {
		return a.NewComb(a.Known(slices.Concat(g.generator.Bytes(), g.chainBase.Bytes())))
	})
	g.bases.group = g
	return Group{g}
}

// hash hashes messages to elements, for a use (SPEC.md, section 5). Nobody can know a
// relation between the elements of different messages, if the hash is a random
// oracle.
func (g *group) hash(use string, messages [][]byte) arith.Elements {
	return g.a.Hash("squaredeal/sra/v1/"+use+"/"+g.name, messages)
}

// hashGenerators returns generators from a number on.
func (g *group) hashGenerators(from, n int) arith.Elements {
	var messages [][]byte
	for i := range n {
		messages = append(messages, u32(from+i))
	}
	return g.hash("generator", messages)
}

// bases are h_0 … h_(n−1), which are the generators from 2 on. Those that were made are kept.
type bases struct {
	group *group

	mu   sync.Mutex
	made arith.Elements
	n    int            // how many there are
	last arith.Elements // what just returned last
}

// first returns n of them.
func (b *bases) first(n int) arith.Elements {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.grow(n)
	if b.last == nil || b.last.Len() != n {
		at := make([]int, n)
		for i := range at {
			at[i] = i
		}
		b.last = b.group.a.Select(b.made, at)
	}
	return b.last
}

// atLeast returns n or more, the same for different n.
func (b *bases) atLeast(n int) arith.Elements {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.grow(n)
	return b.made
}

func (b *bases) grow(n int) {
	if b.n < n {
		b.n = min(max(n, 2*b.n), MaxCards)
		b.made = b.group.a.Fixed(b.group.hashGenerators(2, b.n))
	}
}

func (g Group) check() error {
	if g.g == nil {
		return wrap.Errorf(ErrMalformed, "zero Group")
	}
	return nil
}

// Name returns ristretto255; modp2048, modp3072 or modp4096 for the groups of RFC
// 3526; and for any other safe-prime- and a SHA-256 of p in hex (SPEC.md, section 3).
// So equal names mean equal groups.
func (g Group) Name() string {
	if g.g == nil {
		return ""
	}
	return g.g.name
}

// String is Name.
func (g Group) String() string { return g.Name() }

// P returns a copy of the prime p, nil for ristretto255 and for the zero value.
func (g Group) P() *big.Int {
	if g.g == nil || g.g.p == nil {
		return nil
	}
	return new(big.Int).Set(g.g.p)
}

// ElementSize returns the length of an element's encoding in bytes, 32 or that of p; 0
// for the zero value.
func (g Group) ElementSize() int {
	if g.g == nil {
		return 0
	}
	return g.g.a.ElementSize()
}

// Equal reports whether g and h are the same group. The zero value is equal to
// none.
func (g Group) Equal(h Group) bool { return g.g != nil && h.g != nil && g.g.name == h.g.name }
