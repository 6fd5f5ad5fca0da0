package modp

import (
	"encoding/binary"
	"math/bits"
)

// A number of at most 256 bits, least significant word first.
type fourWords [4]uint64

// A shortModulus is a modulus of 193 to 256 bits, such as the order of ristretto255. It
// multiplies as Montgomery (1985) does, for R = 2²⁵⁶, in a sixth of the time that numbers of
// any length take.
type shortModulus struct {
	m, r2 fourWords // r2 is R² mod m
	k     uint64    // −1/m mod 2⁶⁴
}

// shortOf returns nil if m, odd and without leading zeros, has another length.
func shortOf(m []byte) *shortModulus {
	if len(m) <= 24 || len(m) > 32 {
		return nil
	}
	s := &shortModulus{m: fourWordsOf(m)}
	for s.k = 1; s.k*s.m[0] != ^uint64(0); { // one more bit is right each time, or more (Newton)
		s.k *= 2 + s.k*s.m[0]
	}
	s.r2 = fourWords{1}
	for range 2 * 256 {
		s.add(&s.r2, &s.r2, &s.r2)
	}
	return s
}

func fourWordsOf(b []byte) (x fourWords) {
	var full [32]byte
	copy(full[32-len(b):], b)
	for i := range x {
		x[i] = binary.BigEndian.Uint64(full[24-8*i:])
	}
	return x
}

// load returns b, which must be below m.
func (s *shortModulus) load(b []byte) fourWords {
	x := fourWordsOf(b)
	var borrow uint64
	for i := range x {
		_, borrow = bits.Sub64(x[i], s.m[i], borrow)
	}
	if borrow == 0 {
		panic("modp: a number isn't below the modulus")
	}
	return x
}

// put is put of the four words.
func (x *fourWords) put(dst []byte) {
	var full [32]byte
	for i := range x {
		binary.BigEndian.PutUint64(full[24-8*i:], x[i])
	}
	copy(dst, full[32-len(dst):])
}

// add sets z to a + b mod m.
func (s *shortModulus) add(z, a, b *fourWords) {
	var sum fourWords
	var carry uint64
	for i := range sum {
		sum[i], carry = bits.Add64(a[i], b[i], carry)
	}
	s.reduceOnce(z, &sum, carry)
}

// reduceOnce sets z to x + carry·2²⁵⁶, below 2m, mod m.
func (s *shortModulus) reduceOnce(z, x *fourWords, carry uint64) {
	var less fourWords
	var borrow uint64
	for i := range less {
		less[i], borrow = bits.Sub64(x[i], s.m[i], borrow)
	}
	keep := -(borrow &^ carry)
	for i := range z {
		z[i] = less[i] ^ keep&(less[i]^x[i])
	}
}

// mul sets z to a·b mod m.
func (s *shortModulus) mul(z, a, b *fourWords) {
	s.montgomery(z, a, b)
	s.montgomery(z, z, &s.r2)
}

// montgomery sets z to a·b/2²⁵⁶ mod m.
func (s *shortModulus) montgomery(z, a, b *fourWords) {
	var t fourWords
	var top uint64 // of t
	for _, word := range a {
		// t += word·b, and then multiples of m that make its lowest word 0, which is dropped.
		high := addProduct(&t, word, b)
		var carry uint64
		top, carry = bits.Add64(top, high, 0)
		high = addProduct(&t, t[0]*s.k, &s.m)
		var more uint64
		top, more = bits.Add64(top, high, 0)
		t[0], t[1], t[2], t[3], top = t[1], t[2], t[3], top, carry+more
	}
	s.reduceOnce(z, &t, top)
}

// addProduct adds word·b to t, and returns what is above.
func addProduct(t *fourWords, word uint64, b *fourWords) (high uint64) {
	for i := range t {
		h, l := bits.Mul64(word, b[i])
		var carry uint64
		l, carry = bits.Add64(l, high, 0)
		h += carry
		t[i], carry = bits.Add64(t[i], l, 0)
		high = h + carry
	}
	return high
}
