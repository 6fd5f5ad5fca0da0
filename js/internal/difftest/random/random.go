// Package random makes the numbers, texts, bytes and alterations of random cases.
package random

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Number returns a number of any length up to 64 bits, at least 1.
func Number(r *rand.Rand) uint64 { return max(1, r.Uint64()>>r.UintN(64)) }

// Spaced returns values with spaces between them.
func Spaced[T any](values []T) string { return strings.Trim(fmt.Sprint(values), "[]") }

// Text returns a text of 1 to limit bytes, of any code points.
func Text(r *rand.Rand, limit int) string {
	var b strings.Builder
	for size := 1 + r.IntN(limit); b.Len() < size; {
		point := rune(r.Int32N(0x110000 >> r.IntN(15)))
		if b.Len()+len(string(point)) > limit {
			point = 'x'
		}
		b.WriteRune(point) // half a surrogate pair becomes U+FFFD, of three bytes as well
	}
	return b.String()
}

// Bytes returns n random bytes.
func Bytes(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// Altered returns bytes with a small change, or none.
func Altered(r *rand.Rand, b []byte) []byte {
	b = append([]byte(nil), b...)
	i := r.IntN(len(b))
	switch r.IntN(6) {
	case 0:
		b[i] ^= 1 << r.IntN(8)
	case 1:
		b[i] = byte(r.Uint32())
	case 2:
		b = append(b[:i], b[i+1:]...)
	case 3:
		b = append(b[:i], append([]byte{byte(r.Uint32())}, b[i:]...)...)
	case 4:
		b = b[:i]
	}
	return b
}
