//go:build !purego

package modexp

import (
	"math/big"
	"unsafe"
)

// A laneModulus is what eight lanes with one modulus, or each with its own, have to
// know of it. Moduli are public.
type laneModulus struct {
	blocks int
	m      []uint64        // the moduli
	rr     []uint64        // R² mod m
	k0     *uint64         // −1/m mod 2^52 of each; nil if all of these are 1
	words  [lanes][]uint64 // the moduli, the lowest word first
}

// lanesOf returns a modulus for all lanes, nil if there are none or it is too long.
func lanesOf(m []byte) *laneModulus {
	p := new(big.Int).SetBytes(m)
	if !haveLanes || p.BitLen() > maxBits {
		return nil
	}
	return newLaneModulus(p)
}

// newLaneModulus returns up to eight odd moduli of the same length in bits. If
// there are fewer, the last one is that of the other lanes.
func newLaneModulus(moduli ...*big.Int) *laneModulus {
	bitLen := moduli[0].BitLen()
	m := &laneModulus{blocks: (bitLen + 2 + digitBits*blockDigits - 1) / (digitBits * blockDigits)}
	m.m, m.rr = m.alloc(1), m.alloc(1)
	r2 := new(big.Int).Lsh(big.NewInt(1), uint(2*digitBits*m.digits()))
	k0, ones := make([]uint64, lanes), true
	for l := range lanes {
		p := moduli[min(l, len(moduli)-1)]
		m.put(m.m, l, p.Bytes())
		m.put(m.rr, l, new(big.Int).Mod(r2, p).Bytes())
		m.words[l] = toWords(make([]uint64, (bitLen+63)/64), p.Bytes())
		low := m.words[l][0]
		inverse := low // to 3 bits, and then to 6, 12, 24, 48, 96
		for range 5 {
			inverse *= 2 - low*inverse
		}
		k0[l] = -inverse & digitMask
		ones = ones && k0[l] == 1
	}
	if !ones {
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
