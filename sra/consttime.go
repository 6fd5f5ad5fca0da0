package sra

import (
	"crypto/subtle"
	"encoding/binary"
)

// The functions of this file work on big-endian numbers of equal lengths, in time
// that depends on the lengths alone.

// less returns 1 if a < b, and 0 otherwise.
func less(a, b []byte) int {
	borrow := 0
	for i := len(a) - 1; i >= 0; i-- {
		borrow = (int(a[i]) - int(b[i]) - borrow) >> 8 & 1
	}
	return borrow
}

// abs sets x to |x|, the smaller of x and p−x, for x in 0 … p.
func abs(x, p []byte) {
	var buffer [MaxBits / 8]byte
	negative := buffer[:len(p)]
	borrow := 0
	for i := len(p) - 1; i >= 0; i-- {
		difference := int(p[i]) - int(x[i]) - borrow
		negative[i] = byte(difference)
		borrow = difference >> 8 & 1
	}
	subtle.ConstantTimeCopy(less(negative, x), x, negative)
}

// pick copies the block number `index` of src to dst, whose length is a block's, by
// reading all blocks, eight bytes at a time.
func pick(dst, src []byte, index int) {
	ne := binary.NativeEndian
	clear(dst)
	for i := range len(src) / len(dst) {
		block := src[i*len(dst):][:len(dst)]
		mask := -uint64(subtle.ConstantTimeEq(int32(i), int32(index))) // all ones for the block
		j := 0
		for ; j+8 <= len(dst); j += 8 {
			ne.PutUint64(dst[j:], ne.Uint64(dst[j:])|ne.Uint64(block[j:])&mask)
		}
		for ; j < len(dst); j++ {
			dst[j] |= block[j] & byte(mask)
		}
	}
}
