package spec

import (
	"crypto/sha256"
	"hash"
	"math/big"
	"strings"
)

// sra/SPEC.md: groups, elements, decks. Elements are their encodings.

// A group is a safe prime and its name, or ristretto255, which has no p.
type group struct {
	name string
	p, q *big.Int
}

func (g group) curve() bool { return g.p == nil }

func newGroup(name string, p *big.Int) group {
	if name == "" {
		name = "safe-prime-" + hexOf(sha(lp("squaredeal/sra/v1/group")+lp(string(p.Bytes()))))
	}
	return group{name: name, p: p, q: new(big.Int).Rsh(p, 1)}
}

// pi returns 2^bits·π, rounded down, by π = 176·atan(1/57)
// + 28·atan(1/239) − 48·atan(1/682) + 96·atan(1/12943) (Størmer 1896).
func pi(bits int) *big.Int {
	const guard = 100
	sum := new(big.Int)
	for _, term := range [][2]int64{{176, 57}, {28, 239}, {-48, 682}, {96, 12943}} {
		power := new(big.Int).Mul(pow2(bits+guard), big.NewInt(term[0]))
		power.Quo(power, big.NewInt(term[1]))
		for k := int64(1); power.Sign() != 0; k += 2 {
			sum.Add(sum, new(big.Int).Quo(power, big.NewInt(k)))
			power.Quo(power, big.NewInt(-term[1]*term[1]))
		}
	}
	return sum.Rsh(sum, guard)
}

// modp is the formula of RFC 3526 for a prime.
func modp(bits int, c int64) *big.Int {
	p := plus(new(big.Int).Sub(pow2(bits), pow2(bits-64)), -1)
	digits := plus(pi(bits-130), c)
	return p.Add(p, digits.Lsh(digits, 64))
}

var (
	ristretto255 = group{name: "ristretto255", q: curveOrder}
	modp2048     = newGroup("modp2048", modp(2048, 124476))
	modp3072     = newGroup("modp3072", modp(3072, 1690314))
	modp4096     = newGroup("modp4096", modp(4096, 240904))

	// The least safe prime of 2049 bits: its length isn't a multiple of 8, and q has a byte less.
	least2049 = newGroup("", plus(pow2(2048), 10029811))

	// The least safe primes that are too short, and too long.
	safe2047, safe4097 = plus(pow2(2046), 5909755), plus(pow2(4096), 29761351)
)

// size is the length of an element, and scalarSize that of a scalar.
func (g group) size() int {
	if g.curve() {
		return 32
	}
	return len(g.p.Bytes())
}

func (g group) scalarSize() int { return len(g.q.Bytes()) }

// element is |x mod p|, encoded.
func (g group) element(x *big.Int) string {
	x = new(big.Int).Mod(x, g.p)
	if x.Cmp(g.q) > 0 {
		x.Sub(g.p, x)
	}
	return g.fill(x)
}

// fill is any number at the length of an element.
func (g group) fill(x *big.Int) string { return string(x.FillBytes(make([]byte, g.size()))) }

func (g group) isElement(x string) bool {
	if len(x) != g.size() || !rule("element-identity", x != g.identity()) {
		return false
	}
	if g.curve() {
		_, ok := decode(x)
		return ok
	}
	n := integer(x)
	return rule("element-zero", n.Sign() > 0) && rule("element-reduced", n.Cmp(g.p) < 0) &&
		rule("element-sign", n.Cmp(g.q) <= 0 || n.Cmp(g.p) >= 0)
}

func (g group) identity() string {
	if g.curve() {
		return zeros(32)
	}
	return g.fill(one)
}

func (g group) scalars(list ...*big.Int) (b string) {
	for _, x := range list {
		if g.curve() {
			b += little(x, 32)
		} else {
			b += g.bigEndian(x)
		}
	}
	return b
}

// scalar is the inverse of scalars.
func (g group) scalar(b string) *big.Int {
	if g.curve() {
		return fromLittle(b)
	}
	return integer(b)
}

// bigEndian is a scalar among the secrets of nonces.
func (g group) bigEndian(x *big.Int) string { return string(x.FillBytes(make([]byte, g.scalarSize()))) }

// product is Πbases_i^exponents_i; an exponent may be negative.
func (g group) product(bases []string, exponents []*big.Int) string {
	if g.curve() {
		return curveProduct(bases, exponents)
	}
	out := big.NewInt(1)
	for i := range bases {
		out.Mul(out, new(big.Int).Exp(integer(bases[i]), new(big.Int).Mod(exponents[i], g.q), g.p))
		out.Mod(out, g.p)
	}
	return g.element(out)
}

func (g group) power(x string, e *big.Int) string { return g.product([]string{x}, []*big.Int{e}) }

func (g group) powers(deck []string, e *big.Int) (out []string) {
	for _, x := range deck {
		out = append(out, g.power(x, e))
	}
	return out
}

func (g group) inverse(e *big.Int) *big.Int { return new(big.Int).ModInverse(e, g.q) }

func (g group) minusOne() *big.Int { return plus(g.q, -1) }

// expand is expand_message_xmd of RFC 9380, step by step.
func expand(h hash.Hash, message, dst string, length int) string {
	sum := func(x string) string {
		h.Reset()
		h.Write([]byte(x))
		return string(h.Sum(nil))
	}
	dstPrime := dst + octet(len(dst))
	b0 := sum(zeros(h.BlockSize()) + message + octet(length>>8) + octet(length) + "\x00" + dstPrime)
	last, all := zeros(h.Size()), ""
	for i := 1; len(all) < length; i++ {
		mixed := []byte(b0)
		for j := range mixed {
			mixed[j] ^= last[j]
		}
		last = sum(string(mixed) + octet(i) + dstPrime)
		all += last
	}
	return all[:length]
}

// hash returns every step from a message to an element.
func (g group) hash(use, message string) (dst, uniform, x string) {
	dst = "squaredeal/sra/v1/" + use + "/" + g.name
	if g.curve() {
		uniform, x = hashToCurve(message, dst)
		return dst, uniform, x
	}
	uniform = expand(sha256.New(), message, dst, (g.p.BitLen()+128+7)/8)
	return dst, uniform, g.element(integer(uniform))
}

func cardMessage(label string, i int) string { return lp(label) + u32(i) }

func (g group) card(label string, i int) string {
	_, _, x := g.hash("card", cardMessage(label, i))
	return x
}

func (g group) deck(label string, n int) (deck []string) {
	for i := range n {
		deck = append(deck, g.card(label, i))
	}
	return deck
}

var generators = map[string]string{} // by group and number

func (g group) numbered(i int) string {
	if broken == "generators" && i > 0 {
		return g.power(g.generator(), logarithm(i))
	}
	id := g.name + u32(i)
	if generators[id] == "" {
		_, _, generators[id] = g.hash("generator", u32(i))
		if g.curve() && i == 0 {
			generators[id] = encode(basePoint)
		}
	}
	return generators[id]
}

// logarithm is that of generator i, if the rule about them is broken.
func logarithm(i int) *big.Int { return big.NewInt(int64(i) + 1) }

func (g group) generator() string { return g.numbered(0) }

func joined(deck []string) string { return strings.Join(deck, "") }

// permute returns the cards in a new order: position i holds card order[i].
func permute[T any](deck []T, order []int) (out []T) {
	for _, i := range order {
		out = append(out, deck[i])
	}
	return out
}
