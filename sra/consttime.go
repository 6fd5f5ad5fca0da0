package sra

import (
	"crypto/subtle"
	"encoding/binary"
)

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

// permuted returns the blocks of src in a secret order: block j of the result is
// block order[j] of src.
func permuted(src []byte, order []int) []byte {
	dst := make([]byte, len(src))
	size := len(src) / len(order)
	for j, i := range order {
		pick(dst[j*size:][:size], src, i)
	}
	return dst
}
