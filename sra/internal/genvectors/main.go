// Command genvectors writes the test vectors of package sra to the file that is its
// argument. It implements SPEC.md a second time, with math/big, as plainly as
// possible and without package sra, so that the vectors check one reading of it by
// another.
package main

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"log"
	"math/big"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

func main() {
	vectors.Write("squaredeal/sra v1", groups(), cards(), elements(), keys(), decks(), hands(), proofs(), transcripts(), observers(), leavings(), accumulated())
}

var one = big.NewInt(1)

func pow2(n int) *big.Int { return new(big.Int).Lsh(one, uint(n)) }

// A group is a safe prime and its name, or ristretto255.
type group struct {
	name  string
	p, q  *big.Int
	curve bool
}

func newGroup(name string, p *big.Int) group {
	if name == "" {
		value := p.Bytes()
		name = "safe-prime-" + hex.EncodeToString(sha(
			u64(len("squaredeal/sra/v1/group")), []byte("squaredeal/sra/v1/group"), u64(len(value)), value))
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

// euler returns 2^bits·e, rounded down.
func euler(bits int) *big.Int {
	const guard = 100
	sum, term := new(big.Int), pow2(bits+guard)
	for k := int64(1); term.Sign() != 0; k++ {
		sum.Add(sum, term)
		term.Quo(term, big.NewInt(k))
	}
	return sum.Rsh(sum, guard)
}

// fromDigits is the formula of RFC 3526 and RFC 7919.
func fromDigits(bits int, digits *big.Int, c int64) *big.Int {
	p := new(big.Int).Sub(pow2(bits), pow2(bits-64))
	p.Sub(p, one)
	digits = new(big.Int).Add(digits, big.NewInt(c))
	return p.Add(p, digits.Lsh(digits, 64))
}

var (
	modp2048  = newGroup("modp2048", fromDigits(2048, pi(1918), 124476))
	modp3072  = newGroup("modp3072", fromDigits(3072, pi(2942), 1690314))
	modp4096  = newGroup("modp4096", fromDigits(4096, pi(3966), 240904))
	ffdhe2048 = newGroup("", fromDigits(2048, euler(1918), 560316))

	// The least safe prime of 2049 bits: its length isn't a multiple of 8, and q has a byte less.
	least2049 = newGroup("", new(big.Int).Add(pow2(2048), big.NewInt(10029811)))
)

// deceiver returns a prime p = 2q+1 of 2048 bits for which q is a product of three primes
// that passes Miller–Rabin with each of the first 64 prime bases: r·(313·(r−1)+1)·(337·(r−1)+1),
// as in Arnault 1995. The residues of r modulo the bases make it so; r was looked for until
// p was prime.
func deceiver() *big.Int {
	r, _ := new(big.Int).SetString("16f7e45191e44f9a72929d105cd08a691ac1d89f1c4cfeb4039adde44d3dae1d30340e1811efd18049b1"+
		"97f6b4b3cf542be1b9b90fc63db88dcb22f4af99ead70b9c6fa4f3aae9571d27b58982f56c7d4f4e0196bb", 16)
	p := new(big.Int).Lsh(r, 1)
	for _, k := range []int64{313, 337} {
		factor := new(big.Int).Sub(r, one)
		factor.Mul(factor, big.NewInt(k))
		p.Mul(p, factor.Add(factor, one))
	}
	return p.Add(p, one)
}

// size is the length of an element.
func (g group) size() int {
	if g.curve {
		return 32
	}
	return len(g.p.Bytes())
}

func (g group) element(x *big.Int) string  { return hex.EncodeToString(g.bytes([]*big.Int{x})) }
func (g group) exponent(e *big.Int) string { return hex.EncodeToString(g.scalarBytes(e)) }

func (g group) abs(x *big.Int) *big.Int {
	x = new(big.Int).Mod(x, g.p)
	if x.Cmp(g.q) > 0 {
		x.Sub(g.p, x)
	}
	return x
}

func (g group) power(x, e *big.Int) *big.Int {
	return g.product([]*big.Int{x}, []*big.Int{e})
}

func (g group) powers(deck []*big.Int, e *big.Int) (out []*big.Int) {
	for _, x := range deck {
		out = append(out, g.power(x, e))
	}
	return out
}

func (g group) inverse(e *big.Int) *big.Int { return new(big.Int).ModInverse(e, g.q) }

func sha(parts ...[]byte) []byte {
	digest := sha256.Sum256(slices.Concat(parts...))
	return digest[:]
}

// expand is expand_message_xmd of RFC 9380, step by step.
func expand(message []byte, dst string, length int) []byte {
	return expandWith(sha256.New(), message, dst, length)
}

func expandWith(h hash.Hash, message []byte, dst string, length int) []byte {
	sum := func(parts ...[]byte) []byte {
		h.Reset()
		for _, part := range parts {
			h.Write(part)
		}
		return h.Sum(nil)
	}
	ell := (length + h.Size() - 1) / h.Size()
	if ell > 255 || length > 65535 || len(dst) > 255 {
		log.Fatal("expand_message_xmd: out of range")
	}
	dstPrime := append([]byte(dst), byte(len(dst)))
	b0 := sum(make([]byte, h.BlockSize()), message, []byte{byte(length >> 8), byte(length), 0}, dstPrime)
	b := [][]byte{sum(b0, []byte{1}, dstPrime)}
	for i := 2; i <= ell; i++ {
		last := b[len(b)-1]
		mixed := make([]byte, h.Size())
		for j := range mixed {
			mixed[j] = b0[j] ^ last[j]
		}
		b = append(b, sum(mixed, []byte{byte(i)}, dstPrime))
	}
	return slices.Concat(b...)[:length]
}

// hash returns every step from a message to an element.
func (g group) hash(use string, message []byte) (dst string, uniform []byte, x *big.Int) {
	dst = "squaredeal/sra/v1/" + use + "/" + g.name
	if g.curve {
		uniform, x = hashToCurve(message, dst)
		return dst, uniform, x
	}
	uniform = expand(message, dst, (g.p.BitLen()+128+7)/8)
	return dst, uniform, g.abs(new(big.Int).SetBytes(uniform))
}

func u64(n int) []byte { return binary.BigEndian.AppendUint64(nil, uint64(n)) }

func cardMessage(label string, i int) []byte {
	message := append(u64(len(label)), label...)
	return binary.BigEndian.AppendUint32(message, uint32(i))
}

func (g group) card(label string, i int) *big.Int {
	_, _, x := g.hash("card", cardMessage(label, i))
	return x
}

func (g group) deck(label string, n int) (deck []*big.Int) {
	for i := range n {
		deck = append(deck, g.card(label, i))
	}
	return deck
}

func (g group) generator() *big.Int {
	if g.curve {
		return curveGenerator()
	}
	_, _, x := g.hash("generator", make([]byte, 4))
	return x
}

func (g group) bytes(deck []*big.Int) (b []byte) {
	for _, x := range deck {
		b = append(b, x.FillBytes(make([]byte, g.size()))...)
	}
	return b
}

func (g group) digest(deck []*big.Int) string { return hex.EncodeToString(sha(g.bytes(deck))) }

// exponentFor returns an exponent in 2 … q−1 that looks random.
func (g group) exponentFor(name string) *big.Int {
	e := new(big.Int).SetBytes(expand([]byte(name), "exponents of test vectors", 600))
	e.Mod(e, new(big.Int).Sub(g.q, big.NewInt(2)))
	return e.Add(e, big.NewInt(2))
}

func groups() (out []vectors.Case) {
	for _, c := range []struct {
		id, comment string
		g           group
	}{
		{"modp2048", "RFC 3526, section 3", modp2048},
		{"modp3072", "RFC 3526, section 4", modp3072},
		{"modp4096", "RFC 3526, section 5", modp4096},
		{"ffdhe2048", "RFC 7919, appendix A.1: a safe prime that has no name here", ffdhe2048},
		{"2049-bits", "2^2048 + 10029811, the least safe prime of 2049 bits: q has a byte less", least2049},
	} {
		dst, uniform, x := c.g.hash("generator", make([]byte, 4))
		out = append(out, vectors.Case{
			ID: "group/" + c.id, Comment: c.comment,
			Inputs:        vectors.Fields{"p": c.g.p.Text(16)},
			Intermediates: vectors.Fields{"dst": dst, "uniform": hex.EncodeToString(uniform)},
			Outputs:       vectors.Fields{"name": c.g.name, "elementSize": len(c.g.p.Bytes()), "generator": c.g.element(x)},
			Result:        "ok",
		})
	}
	out = append(out, vectors.Case{
		ID: "group/ristretto255", Comment: "RFC 9496: not a group of a prime p, and G is its generator", Inputs: inGroup(ristretto255, nil),
		Outputs: vectors.Fields{"name": ristretto255.name, "elementSize": 32, "generator": ristretto255.element(ristretto255.generator())}, Result: "ok",
	})
	p := modp2048.p
	plus := func(x *big.Int, n int64) *big.Int { return new(big.Int).Add(x, big.NewInt(n)) }
	smooth := big.NewInt(4093)
	for n := int64(2); n <= 1459; n++ {
		if big.NewInt(n).ProbablyPrime(0) {
			smooth.Mul(smooth, big.NewInt(n))
		}
	}
	for _, c := range []struct {
		id, comment string
		p           *big.Int
	}{
		{"zero", "0", new(big.Int)},
		{"negative", "-p", new(big.Int).Neg(p)},
		{"short", "a safe prime of 11 bits", big.NewInt(1019)},
		{"2047-bits", "q of modp2048", modp2048.q},
		{"4097-bits", "2^4096 + 1", plus(pow2(4096), 1)},
		{"even", "p + 1 of modp2048", plus(p, 1)},
		{"composite", "23p", new(big.Int).Mul(p, big.NewInt(23))},
		{"square", "q^2 of modp2048", new(big.Int).Mul(modp2048.q, modp2048.q)},
		{"mersenne", "2^2203 - 1: a prime, but (p-1)/2 is a multiple of 3", plus(pow2(2203), -1)},
		{"half-safe", "2p + 1 for the p of modp2048: composite, though (p-1)/2 is a prime", plus(new(big.Int).Lsh(p, 1), 1)},
		{"pseudoprime", "a prime p, where (p-1)/2 is a product of three primes that passes Miller-Rabin with the first 64 prime bases", deceiver()},
		{"smooth", "a prime p with p-1 the product of 4093 and the primes up to 1459", plus(smooth, 1)},
	} {
		out = append(out, vectors.Case{ID: "group/" + c.id, Comment: c.comment, Inputs: vectors.Fields{"p": c.p.Text(16)}, Result: "malformed"})
	}
	return out
}

// inGroup is a case's inputs: the group's name, or its prime if it has none here.
func inGroup(g group, more vectors.Fields) vectors.Fields {
	fields := vectors.Fields{}
	if strings.HasPrefix(g.name, "safe-prime") {
		fields["p"] = g.p.Text(16)
	} else {
		fields["group"] = g.name
	}
	for name, value := range more {
		fields[name] = value
	}
	return fields
}

func cards() (out []vectors.Case) {
	for _, c := range []struct {
		id, comment string
		g           group
		label       string
		i           int
	}{
		{"ristretto255", "card 0 of a label", ristretto255, "squaredeal test deck", 0},
		{"ristretto255-last", "card 1023", ristretto255, "squaredeal test deck", 1023},
		{"ristretto255-not-ascii", "a label that isn't ASCII", ristretto255, "Stoß ♠", 1},
		{"first", "card 0 of a label", modp2048, "squaredeal test deck", 0},
		{"last", "card 1023", modp2048, "squaredeal test deck", 1023},
		{"one-character", "a label of one character", modp2048, "a", 51},
		{"not-ascii", "a label that isn't ASCII", modp2048, "Stoß ♠", 1},
		{"long-label", "a label of 1,024 bytes", modp2048, strings.Repeat("long ", 204) + "long", 2},
		{"modp3072", "another group", modp3072, "squaredeal test deck", 0},
		{"modp4096", "another group", modp4096, "squaredeal test deck", 0},
		{"ffdhe2048", "a group that has no name here", ffdhe2048, "squaredeal test deck", 0},
		{"2049-bits", "a prime whose length isn't a multiple of 8 bits", least2049, "squaredeal test deck", 0},
	} {
		message := cardMessage(c.label, c.i)
		dst, uniform, x := c.g.hash("card", message)
		out = append(out, vectors.Case{
			ID: "card/" + c.id, Comment: c.comment,
			Inputs:        inGroup(c.g, vectors.Fields{"label": c.label, "i": c.i}),
			Intermediates: vectors.Fields{"message": hex.EncodeToString(message), "dst": dst, "uniform": hex.EncodeToString(uniform)},
			Outputs:       vectors.Fields{"element": c.g.element(x)},
			Result:        "ok",
		})
	}
	for _, c := range []struct {
		id, comment, label string
		i                  int
	}{
		{"no-label", "an empty label", "", 0},
		{"overlong-label", "a label of 1,025 bytes", strings.Repeat("x", 1025), 0},
		{"too-many", "card 1024, of a deck of 1,025", "x", 1024},
	} {
		out = append(out, vectors.Case{ID: "card/" + c.id, Comment: c.comment, Inputs: inGroup(modp2048, vectors.Fields{"label": c.label, "i": c.i}), Result: "malformed"})
	}
	return out
}

func elements() (out []vectors.Case) {
	for _, g := range []group{modp2048, modp3072} {
		plus := func(x *big.Int, n int64) *big.Int { return new(big.Int).Add(x, big.NewInt(n)) }
		for _, c := range []struct {
			id      string
			x       *big.Int
			comment string
		}{
			{"0", new(big.Int), "malformed"},
			{"1", one, "malformed"},
			{"2", big.NewInt(2), "ok"},
			{"q", g.q, "ok"},
			{"q+1", plus(g.q, 1), "malformed"},
			{"p-1", plus(g.p, -1), "malformed"},
			{"p", g.p, "malformed"},
			{"p+2", plus(g.p, 2), "malformed"},
			{"largest", plus(pow2(g.p.BitLen()), -1), "malformed"},
		} {
			out = append(out, vectors.Case{
				ID: "element/" + g.name + "-" + c.id, Comment: "a number at p's length",
				Inputs: inGroup(g, vectors.Fields{"element": g.element(c.x)}), Result: c.comment,
			})
		}
	}
	curveElements := func(id, comment, result string, b []byte) {
		out = append(out, vectors.Case{
			ID: "element/ristretto255-" + id, Comment: comment, Inputs: inGroup(ristretto255, vectors.Fields{"element": hex.EncodeToString(b)}), Result: result,
		})
	}
	littleEndian := func(x *big.Int) []byte {
		b := x.FillBytes(make([]byte, 32))
		slices.Reverse(b)
		return b
	}
	generator := little(ristretto255.bytes([]*big.Int{ristretto255.generator()}))
	curveElements("generator", "G", "ok", littleEndian(generator))
	curveElements("identity", "the identity", "malformed", make([]byte, 32))
	curveElements("negative", "G, as p less its field element: a negative one", "malformed", littleEndian(fNeg(generator)))
	curveElements("not-reduced", "G, as p more: at 256 bits", "malformed", littleEndian(new(big.Int).Add(generator, fieldP)))
	curveElements("top-bit", "G, with the highest bit set", "malformed", littleEndian(new(big.Int).SetBit(generator, 255, 1)))
	curveElements("p", "p: 0, not reduced", "malformed", littleEndian(fieldP))
	curveElements("p+2", "2, not reduced", "malformed", littleEndian(new(big.Int).Add(fieldP, big.NewInt(2))))
	curveElements("1", "1, which is negative", "malformed", littleEndian(one))
	curveElements("p-1", "-1, where y is 0", "malformed", littleEndian(new(big.Int).Sub(fieldP, one)))
	curveElements("largest", "all bits set", "malformed", littleEndian(new(big.Int).Sub(pow2(256), one)))
	for s, found := int64(2), [2]int{}; found[0]+found[1] < 8; s += 2 { // small even numbers, four of either kind
		_, ok := decode(new(big.Int).SetBytes(littleEndian(big.NewInt(s))))
		kind, result, comment := 0, "ok", "a small field element"
		if !ok {
			kind, result, comment = 1, "malformed", "a small field element: no square root, or a negative product"
		}
		if found[kind]++; found[kind] > 4 {
			found[kind]--
			continue
		}
		curveElements(fmt.Sprint(s), comment, result, littleEndian(big.NewInt(s)))
	}
	curveElements("empty", "nothing", "malformed", nil)
	curveElements("short", "a byte less", "malformed", littleEndian(generator)[:31])
	curveElements("long", "a byte more", "malformed", append(littleEndian(generator), 0))

	g := modp2048
	for _, c := range []struct{ id, comment, b string }{
		{"empty", "nothing", ""},
		{"short", "2 with 255 bytes", strings.Repeat("00", 254) + "02"},
		{"long", "2 with 257 bytes", strings.Repeat("00", 256) + "02"},
	} {
		out = append(out, vectors.Case{ID: "element/" + c.id, Comment: c.comment, Inputs: inGroup(g, vectors.Fields{"element": c.b}), Result: "malformed"})
	}
	return out
}

func keys() (out []vectors.Case) {
	valid := func(id, comment string, g group, e *big.Int) {
		out = append(out, vectors.Case{
			ID: "key/" + id, Comment: comment,
			Inputs:        inGroup(g, vectors.Fields{"e": g.exponent(e)}),
			Intermediates: vectors.Fields{"d": g.exponent(g.inverse(e))},
			Outputs:       vectors.Fields{"public": g.element(g.power(g.generator(), e))},
			Result:        "ok",
		})
	}
	for _, g := range []group{modp2048, modp3072, modp4096} {
		valid(g.name, "an exponent that looks random", g, g.exponentFor("key"))
	}
	valid("ffdhe2048", "a group that has no name here", ffdhe2048, ffdhe2048.exponentFor("key"))
	valid("2049-bits", "exponents are a byte shorter than elements", least2049, least2049.exponentFor("key"))
	c := ristretto255
	valid("ristretto255", "an exponent that looks random, little-endian", c, c.exponentFor("key"))
	valid("ristretto255-2", "the least exponent", c, big.NewInt(2))
	valid("ristretto255-q-1", "the greatest exponent, its own inverse", c, c.minusOne())
	valid("ristretto255-half", "(q+1)/2, the inverse of 2", c, new(big.Int).Rsh(new(big.Int).Add(c.q, one), 1))
	for _, bad := range []struct {
		id, comment string
		e           *big.Int
	}{
		{"0", "0", new(big.Int)},
		{"1", "1", one},
		{"q", "q", c.q},
		{"q+2", "q + 2", new(big.Int).Add(c.q, big.NewInt(2))},
		{"2^253", "2^253", pow2(253)},
		{"largest", "all bits set", new(big.Int).Sub(pow2(256), one)},
	} {
		out = append(out, vectors.Case{ID: "key/ristretto255-" + bad.id, Comment: bad.comment, Inputs: inGroup(c, vectors.Fields{"e": c.exponent(bad.e)}), Result: "malformed"})
	}
	for _, bad := range []struct{ id, comment, e string }{
		{"empty", "nothing", ""},
		{"short", "31 bytes", c.exponent(big.NewInt(2))[:62]},
		{"long", "33 bytes", c.exponent(big.NewInt(2)) + "00"},
	} {
		out = append(out, vectors.Case{ID: "key/ristretto255-" + bad.id, Comment: bad.comment, Inputs: inGroup(c, vectors.Fields{"e": bad.e}), Result: "malformed"})
	}
	g := modp2048
	minusOne := new(big.Int).Sub(g.q, one)
	valid("2", "the least exponent", g, big.NewInt(2))
	valid("q-1", "the greatest exponent, its own inverse", g, minusOne)
	valid("half", "(q+1)/2, the inverse of 2", g, new(big.Int).Rsh(new(big.Int).Add(g.q, one), 1))
	for _, c := range []struct{ id, comment, e string }{
		{"0", "0", g.exponent(new(big.Int))},
		{"1", "1", g.exponent(one)},
		{"q", "q", g.exponent(g.q)},
		{"q+1", "q + 1", g.exponent(new(big.Int).Add(g.q, one))},
		{"p-2", "more than q", g.exponent(new(big.Int).Sub(g.p, big.NewInt(2)))},
		{"empty", "nothing", ""},
		{"short", "2 with 255 bytes", g.exponent(big.NewInt(2))[2:]},
		{"long", "2 with 257 bytes", "00" + g.exponent(big.NewInt(2))},
	} {
		out = append(out, vectors.Case{ID: "key/" + c.id, Comment: c.comment, Inputs: inGroup(g, vectors.Fields{"e": c.e}), Result: "malformed"})
	}
	return out
}

func decks() (out []vectors.Case) {
	g := modp2048
	deck := g.deck("squaredeal test deck", 3)
	add := func(id, comment, result string, n int, b []byte) {
		out = append(out, vectors.Case{ID: "deck/" + id, Comment: comment, Inputs: inGroup(g, vectors.Fields{"n": n, "deck": hex.EncodeToString(b)}), Result: result})
	}
	with := func(i int, x *big.Int) []byte {
		changed := slices.Clone(deck)
		changed[i] = x
		return g.bytes(changed)
	}
	add("three", "three cards", "ok", 3, g.bytes(deck))
	add("one", "one card", "ok", 1, g.bytes(deck[:1]))
	add("none", "no cards", "malformed", 0, nil)
	add("negative", "fewer than none", "malformed", -1, nil)
	add("too-few", "two cards for three", "malformed", 3, g.bytes(deck[:2]))
	add("too-many", "three cards for two", "malformed", 2, g.bytes(deck))
	add("cut", "a byte less", "malformed", 3, g.bytes(deck)[1:])
	add("extended", "a byte more", "malformed", 3, append(g.bytes(deck), 0))
	add("repeat", "cards 0 and 2 are the same", "malformed", 3, with(2, deck[0]))
	add("zero", "card 1 is 0", "malformed", 3, with(1, new(big.Int)))
	add("identity", "card 1 is 1", "malformed", 3, with(1, one))
	add("negated", "card 1 is p less what it was", "malformed", 3, with(1, new(big.Int).Sub(g.p, deck[1])))
	add("p", "card 2 is p", "malformed", 3, with(2, g.p))

	g = ristretto255
	deck = g.deck("squaredeal test deck", 3)
	add("ristretto255", "three cards", "ok", 3, g.bytes(deck))
	add("ristretto255-none", "no cards", "malformed", 0, nil)
	add("ristretto255-cut", "a byte less", "malformed", 3, g.bytes(deck)[1:])
	add("ristretto255-extended", "a byte more", "malformed", 3, append(g.bytes(deck), 0))
	add("ristretto255-too-few", "two cards for three", "malformed", 3, g.bytes(deck[:2]))
	add("ristretto255-too-many", "three cards for two", "malformed", 2, g.bytes(deck))
	add("ristretto255-repeat", "cards 0 and 2 are the same", "malformed", 3, with(2, deck[0]))
	add("ristretto255-identity", "card 1 is the identity", "malformed", 3, with(1, new(big.Int)))
	add("ristretto255-negative", "the lowest bit of card 1 set", "malformed", 3, with(1, new(big.Int).SetBit(deck[1], 248, 1)))
	add("ristretto255-last", "the highest bit of card 2 set", "malformed", 3, with(2, new(big.Int).SetBit(deck[2], 7, 1)))
	return out
}

// permute returns the cards in a new order: position i holds card order[i].
func permute(deck []*big.Int, order []int) (out []*big.Int) {
	for _, i := range order {
		out = append(out, deck[i])
	}
	return out
}

// orderOf returns 0, 1, …, n−1 in an order that looks random, by hashes.
func orderOf(name string, n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	key := func(i int) string { return string(sha(fmt.Append(nil, name, i))) }
	slices.SortFunc(order, func(i, j int) int { return strings.Compare(key(i), key(j)) })
	return order
}

func line(list []int) string { return strings.Trim(fmt.Sprint(list), "[]") }

func hands() (out []vectors.Case) {
	for _, c := range []struct {
		id, comment string
		g           group
		n           int
	}{
		{"ristretto255", "a deck of 52 between two players", ristretto255, 52},
		{"52", "a deck of 52 between two players", modp2048, 52},
		{"1", "a single card", modp2048, 1},
		{"modp3072", "another group", modp3072, 5},
		{"modp4096", "another group", modp4096, 3},
		{"ffdhe2048", "a group that has no name here", ffdhe2048, 5},
		{"2049-bits", "exponents are a byte shorter than elements", least2049, 2},
	} {
		g, label := c.g, "squaredeal test deck"
		var e [2]*big.Int
		var order [2][]int
		for i, player := range []string{"a", "b"} {
			e[i], order[i] = g.exponentFor("player "+player), orderOf("player "+player, c.n)
		}
		public := g.deck(label, c.n)
		first := permute(g.powers(public, e[0]), order[0])
		second := permute(g.powers(first, e[1]), order[1])
		half := g.powers(second, g.inverse(e[0]))
		open := g.powers(half, g.inverse(e[1]))
		var opened []int
		for _, x := range open {
			opened = append(opened, slices.IndexFunc(public, func(y *big.Int) bool { return x.Cmp(y) == 0 }))
		}
		out = append(out, vectors.Case{
			ID: "hand/" + c.id, Comment: c.comment,
			Inputs: inGroup(g, vectors.Fields{
				"label": label, "n": c.n,
				"e":     []string{g.exponent(e[0]), g.exponent(e[1])},
				"order": []string{line(order[0]), line(order[1])},
			}),
			Intermediates: vectors.Fields{
				"public": g.digest(public), "first": g.digest(first), "stripped": g.digest(half),
			},
			Outputs: vectors.Fields{"second": g.digest(second), "card0": g.element(second[0]), "opened": line(opened)},
			Result:  "ok",
		})
	}
	return out
}

func accumulated() (out []vectors.Case) {
	for _, g := range []group{modp2048, ristretto255} {
		cards, prefix := []int{100, 10_000, 100_000}, ""
		if g.curve {
			cards, prefix = []int{100, 1000}, "ristretto255-"
		}
		add := func(id, comment string, runs int, sum []byte) {
			out = append(out, vectors.Case{
				ID: fmt.Sprintf("accumulated/%s%s-%d", prefix, id, runs), Comment: comment,
				Inputs: inGroup(g, vectors.Fields{"of": id, "runs": runs}), Outputs: vectors.Fields{"sha256": hex.EncodeToString(sum)}, Result: "ok",
			})
		}
		h, done := sha256.New(), 0
		for _, runs := range cards {
			for ; done < runs; done++ {
				h.Write(g.bytes([]*big.Int{g.card(fmt.Sprint("run ", done), 0)}))
			}
			add("cards", "SHA-256 of card 0 of the labels run 0, run 1, …", runs, h.Sum(nil))
		}
		h, done = sha256.New(), 0
		x, generator := g.generator(), g.generator()
		for _, runs := range []int{10, 100} {
			for ; done < runs; done++ {
				e := x
				if g.curve {
					e = new(big.Int).Mod(little(g.bytes([]*big.Int{x})), g.q)
				}
				encrypted := g.power(x, e)
				h.Write(g.bytes([]*big.Int{g.power(generator, e), encrypted, g.power(x, g.inverse(e))}))
				x = encrypted
			}
			add("powers", "from x = G: the key with e = x, its public key, x encrypted and x decrypted; x encrypted is the next x", runs, h.Sum(nil))
		}
	}
	return out
}
