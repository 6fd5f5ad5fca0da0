package sra

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/sha3"
	"encoding/binary"
)

// A proof is a sequence of bytes, made by a method of [Key] and checked by the
// method of [PublicKey] with the same name. It shows that the owner of the key did
// what it says, and nothing else: neither the key nor an order can be learned from
// it.
//
// Each proof is bound to a context, which prover and verifier know: the session,
// the hand, the seat and the step, say. In another context it isn't valid, so it
// can't be copied from there.

// Lengths in bytes (SPEC.md, section 7).
const (
	challengeSize = 16 // 128 bits; for weights too
	maskSize      = 42 // ω′, 336 bits: 80 bits more than what it hides, so what shows of that is below 2⁻⁸⁰
	maskedSize    = 43 // s′ = ω′ + c·u′, at most 337 bits
)

// A digest is a SHA-256 of a label and of fields, each with its length.
type digest [sha256.Size]byte

func hashFields(label string, fields ...[]byte) (d digest) {
	h := sha256.New()
	var length [8]byte
	add := func(field []byte) {
		binary.BigEndian.PutUint64(length[:], uint64(len(field)))
		h.Write(length[:])
		h.Write(field)
	}
	add([]byte("squaredeal/sra/v1/" + label))
	for _, field := range fields {
		add(field)
	}
	h.Sum(d[:0])
	return d
}

// weights returns n weights of challengeSize bytes that nobody can choose: they
// follow from the seed, a digest of all that they weigh.
func weights(seed digest, n int) []byte {
	w := make([]byte, 0, n*challengeSize)
	for i := range n {
		d := hashFields("weight", seed[:], binary.BigEndian.AppendUint32(nil, uint32(i)))
		w = append(w, d[:challengeSize]...)
	}
	return w
}

// entropy is what a proof takes from crypto/rand. With it, a proof is a function of
// the secrets and the statement.
type entropy [32]byte

func newEntropy() (e entropy) {
	rand.Read(e[:]) // never fails
	return e
}

// nonces are the secret random numbers of a proof, read from SHAKE256 of a label,
// the entropy, the secrets and the statement. So the same number doesn't serve for
// two statements, which would give the key away, even if the entropy is repeated.
type nonces struct {
	g *group
	h *sha3.SHAKE
}

func (g *group) nonces(label string, e entropy, statement digest, secrets ...[]byte) nonces {
	h := sha3.NewSHAKE256()
	for _, field := range append([][]byte{[]byte("squaredeal/sra/v1/" + label), e[:], statement[:]}, secrets...) {
		h.Write(appendField(nil, field))
	}
	return nonces{g, h}
}

// scalars returns n uniformly random numbers mod q, of q's length. Those that are
// rejected tell nothing of the others.
func (r nonces) scalars(n int) []byte {
	size := len(r.g.qBytes)
	excess := uint(8*size - r.g.q.BitLen())
	out := make([]byte, n*size)
	for i := 0; i < n; {
		x := out[i*size:][:size]
		r.h.Read(x)
		x[0] &= 0xff >> excess
		i += less(x, r.g.qBytes)
	}
	return out
}

func (r nonces) bytes(n int) []byte {
	out := make([]byte, n)
	r.h.Read(out)
	return out
}

// widen returns numbers of `from` bytes as numbers mod q, of q's length.
func (g *group) widen(numbers []byte, from int) []byte {
	size := len(g.qBytes)
	out := make([]byte, len(numbers)/from*size)
	for i := range len(numbers) / from {
		copy(out[(i+1)*size-from:], numbers[i*from:][:from])
	}
	return out
}

// mulq and addq return the products and the sums mod q of numbers of q's length. b
// may be a single number, for all of a.
func (g *group) mulq(a, b []byte) []byte {
	out := make([]byte, len(a))
	g.modQ.Mul(out, a, g.asMany(b, a))
	return out
}

func (g *group) addq(a, b []byte) []byte {
	out := make([]byte, len(a))
	g.modQ.Add(out, a, g.asMany(b, a))
	return out
}

func (g *group) asMany(b, a []byte) []byte {
	many := b
	for len(many) < len(a) {
		many = append(many[:len(many):len(many)], b...)
	}
	return many
}

// sumq returns the sum mod q of numbers of q's length.
func (g *group) sumq(a []byte) []byte {
	size := len(g.qBytes)
	sum := make([]byte, size)
	for i := 0; i < len(a); i += size {
		g.modQ.Add(sum, sum, a[i:][:size])
	}
	return sum
}

// mul sets dst to the products of a and b, elements of the group.
func (g *group) mul(dst, a, b []byte) {
	g.modP.Mul(dst, a, b)
	g.absEach(dst)
}

func (g *group) absEach(elements []byte) {
	size := len(g.pBytes)
	for i := 0; i < len(elements); i += size {
		abs(elements[i:][:size], g.pBytes)
	}
}
