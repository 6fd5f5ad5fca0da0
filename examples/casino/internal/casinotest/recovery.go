package casinotest

import (
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"math/big"
	"strings"
)

// RecoveryKey draws a recovery key, and returns it with its hash.
func RecoveryKey() (key, hash string) {
	random := make([]byte, 16)
	rand.Read(random)
	return RecoveryKeyOf(random)
}

// RecoveryKeyOf returns the recovery key of 16 bytes and its hash, by the text of README.md.
func RecoveryKeyOf(random []byte) (key, hash string) {
	check := sha256.Sum256(append([]byte("squaredeal/casino/v1/recovery-check "), random...))
	rest := new(big.Int).SetBytes(append(append([]byte{}, random...), check[0], check[1]))
	rest.Rsh(rest, 4)
	digits := make([]string, 28)
	for i := range digits {
		var digit big.Int
		rest.DivMod(rest, big.NewInt(32), &digit)
		digits[27-i] = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[digit.Int64():][:1]
	}
	var groups []string
	for i := range 7 {
		groups = append(groups, strings.Join(digits[4*i:4*i+4], ""))
	}
	return strings.Join(groups, "-"), fmt.Sprintf("%x", sha256.Sum256(append([]byte("squaredeal/casino/v1/recovery "), random...)))
}
