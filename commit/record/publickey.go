package record

import (
	"bytes"
	"crypto/ed25519"
	"math/big"
	"slices"
)

// The curve of Ed25519: −x² + y² = 1 + d·x²·y² modulo p.
var (
	one       = big.NewInt(1)
	curveP    = new(big.Int).Sub(new(big.Int).Lsh(one, 255), big.NewInt(19))
	curveD, _ = new(big.Int).SetString("37095705934669439343138083508754565189542113879843219016388785533085940283555", 10)
	order8, _ = new(big.Int).SetString("2707385501144840649318225287225658788936804267575313519463743609750303402022", 10)
	smallY    = []*big.Int{new(big.Int), one, new(big.Int).Sub(curveP, one), order8, new(big.Int).Sub(curveP, order8)}
)

// keyFault says what keeps a public key from a table, "" if nothing does. Its time
// depends on the key.
func keyFault(key ed25519.PublicKey) string {
	if len(key) != ed25519.PublicKeySize {
		return "isn't 32 bytes long"
	}
	b := bytes.Clone(key)
	slices.Reverse(b)
	b[0] &= 0x7f // without the sign of x
	y := new(big.Int).SetBytes(b)
	if y.Cmp(curveP) >= 0 {
		return "isn't canonical"
	}
	if slices.ContainsFunc(smallY, func(s *big.Int) bool { return s.Cmp(y) == 0 }) {
		return "has small order"
	}
	y2 := y.Mul(y, y)
	u := new(big.Int).Sub(y2, one) // x² = u/v, a square if u·v is one
	v := y2.Mul(y2, curveD)
	v.Add(v, one)
	if big.Jacobi(u.Mod(u.Mul(u, v), curveP), curveP) != 1 {
		return "is no point of the curve"
	}
	return ""
}
