package drand

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"sync"

	"github.com/cloudflare/circl/ecc/bls12381"

	"github.com/squaredeal/squaredeal/internal/wrap"
	"github.com/squaredeal/squaredeal/shuffle/draw"
)

// Verify checks the signature of a round, and returns the value of it. On [Default], previous
// is the signature of the round before, of 96 bytes, or for round 1 the seed of the chain, of
// 32; on [Quicknet], it is empty. It returns an [ErrMalformed] for other lengths and rounds,
// and an [ErrSignature] for all signatures but one.
func (n *Network) Verify(round uint64, previous, signature []byte) (draw.Value, error) {
	at, err := n.TimeOf(round)
	if err != nil {
		return draw.Value{}, err
	}
	wantSignature, wantPrevious := bls12381.G1SizeCompressed, 0
	if n.seed != "" {
		wantSignature, wantPrevious = bls12381.G2SizeCompressed, bls12381.G2SizeCompressed
		if round == 1 {
			wantPrevious = len(n.seed) / 2
		}
	}
	switch {
	case len(signature) != wantSignature: // the library reads uncompressed points as well, whose hash is another
		return draw.Value{}, wrap.Errorf(ErrMalformed, "signature of %d bytes, not %d", len(signature), wantSignature)
	case len(previous) != wantPrevious:
		return draw.Value{}, wrap.Errorf(ErrMalformed, "previous signature of %d bytes, not %d", len(previous), wantPrevious)
	case round == 1 && hex.EncodeToString(previous) != n.seed:
		return draw.Value{}, wrap.Errorf(ErrMalformed, "round 1 with another seed of the chain")
	}
	message := sha256.Sum256(binary.BigEndian.AppendUint64(append([]byte(nil), previous...), round))
	verify := verifyG1
	if n.seed != "" {
		verify = verifyG2
	}
	if !verify(signature, message[:]) {
		return draw.Value{}, wrap.Errorf(ErrSignature, "round %d of %s", round, n.name)
	}
	return draw.Value{Beacon: n.Beacon(), Round: round, Time: at, Randomness: sha256.Sum256(signature)}, nil
}

// verifyG1 checks e(H(message), key) = e(signature, g₂), which the identity doesn't satisfy: the
// scheme bls-unchained-g1-rfc9380.
func verifyG1(signature, message []byte) bool {
	var point, hashed bls12381.G1
	if point.SetBytes(signature) != nil {
		return false
	}
	hashed.Hash(message, []byte("BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"))
	return bls12381.ProdPairFrac([]*bls12381.G1{&hashed, &point}, []*bls12381.G2{quicknetKey(), bls12381.G2Generator()},
		[]int{1, -1}).IsIdentity()
}

// verifyG2 checks e(key, H(message)) = e(g₁, signature): the scheme pedersen-bls-chained.
func verifyG2(signature, message []byte) bool {
	var point, hashed bls12381.G2
	if point.SetBytes(signature) != nil {
		return false
	}
	hashed.Hash(message, []byte("BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_"))
	return bls12381.ProdPairFrac([]*bls12381.G1{defaultKey(), bls12381.G1Generator()}, []*bls12381.G2{&hashed, &point},
		[]int{1, -1}).IsIdentity()
}

var (
	quicknetKey = sync.OnceValue(func() *bls12381.G2 { return key(new(bls12381.G2), quicknet) })
	defaultKey  = sync.OnceValue(func() *bls12381.G1 { return key(new(bls12381.G1), chained) })
)

func key[P interface{ SetBytes([]byte) error }](point P, n *Network) P {
	b, err := hex.DecodeString(n.key)
	if err == nil {
		err = point.SetBytes(b)
	}
	if err != nil {
		panic(err) // a constant
	}
	return point
}
