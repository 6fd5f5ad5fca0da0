package main

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"log"
	"math/big"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

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

func (g group) element(x *big.Int) string { return hex.EncodeToString(g.bytes([]*big.Int{x})) }

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

func (g group) generator() *big.Int { return g.numbered(0) }

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
		{"2047-bits-safe", "2^2046 + 5909755, the least safe prime of 2047 bits", plus(pow2(2046), 5909755)},
		{"4097-bits", "2^4096 + 1", plus(pow2(4096), 1)},
		{"modp6144", "a safe prime of 6144 bits: RFC 3526, section 6", fromDigits(6144, pi(6014), 929484)},
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
