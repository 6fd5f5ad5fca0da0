package sra

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/sha3"
	"encoding/binary"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/sra/internal/arith"
)

// challengeSize is the length of challenges and weights in bytes.
const challengeSize = 16

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

func u32(n int) []byte { return binary.BigEndian.AppendUint32(nil, uint32(n)) }

// statement is the digest of all that a proof of this kind is about.
func (k PublicKey) statement(kind string, context []byte, decks ...Deck) digest {
	fields := [][]byte{[]byte(k.group.g.name), context, k.x.Bytes()}
	for _, d := range decks {
		fields = append(fields, d.x.Bytes())
	}
	return hashFields(kind+"/statement", fields...)
}

// challenge returns the challenge to what the prover has committed itself to.
func challenge(kind string, seed digest, commitments ...[]byte) []byte {
	d := hashFields(kind+"/challenge", append([][]byte{seed[:]}, commitments...)...)
	return d[:challengeSize]
}

// weights returns n weights of challengeSize bytes that nobody can choose: they
// follow from the seed, a digest of all that they weigh.
func weights(seed digest, n int) []byte {
	w := make([]byte, 0, n*challengeSize)
	fields := field.Append(field.Append(nil, "squaredeal/sra/v1/weight"), seed[:])
	fields = field.Append(fields, make([]byte, 4))
	for i := range n {
		binary.BigEndian.PutUint32(fields[len(fields)-4:], uint32(i))
		d := sha256.Sum256(fields)
		w = append(w, d[:challengeSize]...)
	}
	return w
}

// entropy is what a proof, or an order, takes from crypto/rand, or from the seed of its key.
// With it, a proof is a function of the secrets and the statement.
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
	return nonces{g, shake(label, append([][]byte{e[:], statement[:]}, secrets...)...)}
}

// shake returns the stream SHAKE256 of a label and of fields, each with its length.
func shake(label string, fields ...[]byte) *sha3.SHAKE {
	h := sha3.NewSHAKE256()
	h.Write(field.Append(nil, "squaredeal/sra/v1/"+label))
	for _, f := range fields {
		h.Write(field.Append(nil, f))
	}
	return h
}

// scalars returns n uniformly random scalars. Those that are rejected tell nothing
// of the others.
func (r nonces) scalars(n int) scalars {
	out := r.g.newScalars(n)
	for i := 0; i < n; {
		x := out.at(i).b
		r.h.Read(x)
		x[0] &= r.g.topMask
		i += arith.Less(x, r.g.qBytes)
	}
	return out
}

// masks returns n masks ω′, as scalars: of maskSize bytes if these are shorter than
// scalars.
func (r nonces) masks(n int) scalars {
	if !r.g.short {
		return r.scalars(n)
	}
	out := make([]byte, n*maskSize)
	r.h.Read(out)
	return r.g.widen(out, maskSize)
}
