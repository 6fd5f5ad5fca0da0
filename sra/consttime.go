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

// swapLast swaps the last number with number j, by reading and writing all of them.
func swapLast(x []int, j int) {
	last, picked := x[len(x)-1], 0
	for i := range x {
		mask := -subtle.ConstantTimeEq(int32(i), int32(j)) // all ones for number j
		picked |= x[i] & mask
		x[i] ^= (x[i] ^ last) & mask
	}
	x[len(x)-1] = picked
}

// permute32 is permuted for blocks of 32 bytes, in registers.
func permute32(dst, src []byte, order []int) {
	ne := binary.NativeEndian
	blocks := make([][4]uint64, len(order))
	for i := range blocks {
		for j := range blocks[i] {
			blocks[i][j] = ne.Uint64(src[32*i+8*j:])
		}
	}
	for j, at := range order {
		var b0, b1, b2, b3 uint64
		for i := range blocks {
			mask := uint64((int64(i^at) - 1) >> 63) // all ones if i is at
			block := &blocks[i]
			b0 |= block[0] & mask
			b1 |= block[1] & mask
			b2 |= block[2] & mask
			b3 |= block[3] & mask
		}
		for k, b := range [4]uint64{b0, b1, b2, b3} {
			ne.PutUint64(dst[32*j+8*k:], b)
		}
	}
}

// permuted returns the blocks of src in a secret order: block j of the result is
// block order[j] of src.
func permuted(src []byte, order []int) []byte {
	dst := make([]byte, len(src))
	size := len(src) / len(order)
	if size == 32 {
		permute32(dst, src, order)
		return dst
	}
	for j, i := range order {
		pick(dst[j*size:][:size], src, i)
	}
	return dst
}

// permutedInts is permuted for numbers.
func permutedInts(src, order []int) []int {
	dst := make([]int, len(order))
	for j, at := range order {
		for i, x := range src {
			dst[j] |= x & -subtle.ConstantTimeEq(int32(i), int32(at))
		}
	}
	return dst
}
