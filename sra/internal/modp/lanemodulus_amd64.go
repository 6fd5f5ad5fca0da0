//go:build !purego

package modp

import (
	"math/big"
	"unsafe"
)

// A laneModulus is what eight lanes have to know of their modulus, which is public.
type laneModulus struct {
	blocks int
	m      []uint64 // the modulus
	rr     []uint64 // R² mod m
	k0     *uint64  // −1/m mod 2^52 in each lane; nil if it is 1
	words  []uint64 // the modulus, the lowest word first
}

// lanesOf returns a modulus for all lanes, nil if there are none or it is too long.
func lanesOf(modulus []byte) *laneModulus {
	p := new(big.Int).SetBytes(modulus)
	bitLen := p.BitLen()
	if !haveLanes || bitLen > maxBits {
		return nil
	}
	m := &laneModulus{blocks: (bitLen + 2 + digitBits*blockDigits - 1) / (digitBits * blockDigits)}
	m.m, m.rr = m.alloc(1), m.alloc(1)
	r2 := new(big.Int).Lsh(big.NewInt(1), uint(2*digitBits*m.digits()))
	r2.Mod(r2, p)
	m.words = toWords(make([]uint64, (bitLen+63)/64), p.Bytes())
	low := m.words[0]
	inverse := low // to 3 bits, and then to 6, 12, 24, 48, 96
	for range 5 {
		inverse *= 2 - low*inverse
	}
	k0 := make([]uint64, lanes)
	for l := range lanes {
		m.put(m.m, l, p.Bytes())
		m.put(m.rr, l, r2.Bytes())
		k0[l] = -inverse & digitMask
	}
	if k0[0] != 1 {
		m.k0 = &k0[0]
	}
	return m
}

func (m *laneModulus) digits() int { return m.blocks * blockDigits }

// alloc returns room for n times eight numbers, at a multiple of 64 bytes, the size
// of what is read and written at once.
func (m *laneModulus) alloc(n int) []uint64 {
	size := n * m.digits() * lanes
	b := make([]uint64, size+lanes-1)
	skip := int(-uintptr(unsafe.Pointer(unsafe.SliceData(b))) % 64 / 8)
	return b[skip : skip+size : skip+size]
}
