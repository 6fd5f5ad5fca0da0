package ristretto

import (
	"encoding/binary"
	"math/big"
	"math/bits"
)

// A scalar is an integer below 2²⁵⁶, little-endian.
type scalar [4]uint64

// order is q, the order of the group.
var order = scalar{0x5812631a5cf5d3ed, 0x14def9dea2f79cd6, 0, 0x1000000000000000}

func orderBig() *big.Int {
	q, _ := new(big.Int).SetString("7237005577332262213973186563042994240857116359379907606001950938285454250989", 10)
	return q
}

// setBytes sets s to the big-endian number b, of at most 32 bytes, mod q.
func (s *scalar) setBytes(b []byte) {
	var full [32]byte
	copy(full[32-len(b):], b)
	be := binary.BigEndian
	*s = scalar{be.Uint64(full[24:]), be.Uint64(full[16:]), be.Uint64(full[8:]), be.Uint64(full[:])}
	for i := 3; i >= 0; i-- { // 2²⁵⁶ is less than 16·q
		s.reduceOnce(order.shiftLeft(uint(i)))
	}
}

func (s scalar) shiftLeft(n uint) scalar {
	return scalar{s[0] << n, s[1]<<n | s[0]>>(64-n), s[2]<<n | s[1]>>(64-n), s[3]<<n | s[2]>>(64-n)}
}

// reduceOnce subtracts m from s, unless s is less.
func (s *scalar) reduceOnce(m scalar) {
	var d scalar
	var borrow uint64
	for i := range d {
		d[i], borrow = bits.Sub64(s[i], m[i], borrow)
	}
	less := -borrow
	for i := range s {
		s[i] = d[i] ^ less&(d[i]^s[i])
	}
}

// halve sets s, below q, to s/2 mod q.
func (s *scalar) halve() {
	odd := -(s[0] & 1)
	var carry uint64
	for i := range s {
		s[i], carry = bits.Add64(s[i], order[i]&odd, carry)
	}
	*s = scalar{s[0]>>1 | s[1]<<63, s[1]>>1 | s[2]<<63, s[2]>>1 | s[3]<<63, s[3] >> 1}
}

// digitCount is the number of digits of a number below 2ᵇⁱᵗˢ. The digits of n places
// reach from −2^(width·n−1) to a third of 2^(width·n) at least.
func digitCount(bits int, width uint) int { return (bits+1)/int(width) + 1 }

// secretBits is the length of q.
const secretBits = 253

// maxWidth is that of digits.
const maxWidth = 12

// halfDigits has for each width the number whose digits in the radix 2^width are all half of it.
var halfDigits = func() (all [maxWidth + 1][6]uint64) {
	for width := 1; width <= maxWidth; width++ {
		for at := width - 1; at < 64*len(all[0]); at += width {
			all[width][at/64] |= 1 << (at % 64)
		}
	}
	return all
}()

// digits sets d to the digits of s in the radix 2^width, the lowest first, each in
// −2^(width−1) … 2^(width−1)−1. They are those of s with 2^(width−1) more in each place, less
// that. It takes the same time for all s.
func digits[D int8 | int16](d []D, s *scalar, width uint) {
	t := halfDigits[width] // there may be more digits than bits
	var carry uint64
	for i := range t {
		if i < len(s) {
			t[i], carry = bits.Add64(t[i], s[i], carry)
		} else {
			t[i], carry = bits.Add64(t[i], 0, carry)
		}
	}
	for i := range d {
		at, shift := uint(i)*width/64, uint(i)*width%64
		window := t[at]>>shift | t[at+1]<<1<<(63-shift)
		d[i] = D(int64(window&(1<<width-1)) - 1<<(width-1))
	}
}
