package modp

import (
	"errors"
	"math/bits"

	"filippo.io/bigmod"
)

// A Modulus is an odd number of at least 3, prepared for exponentiation.
type Modulus struct {
	m     *bigmod.Modulus
	lanes *laneModulus  // nil if the processor has none
	short *shortModulus // nil if the modulus is longer, or much shorter
}

// Batch is the number of bases that lanes work on at once.
const Batch = 8

// NewModulus returns the modulus m, big-endian. It returns an error if m is even or
// less than 3. Its time tells the length of m in bits.
func NewModulus(m []byte) (*Modulus, error) {
	if len(m) == 0 || m[len(m)-1]&1 == 0 {
		return nil, errors.New("modp: the modulus is even")
	}
	modulus, err := bigmod.NewModulus(m)
	if err != nil {
		return nil, err
	}
	return &Modulus{modulus, lanesOf(m), shortOf(m[len(m)-modulus.Size():])}, nil
}

// Size returns the length of the modulus in bytes, without leading zeros.
func (m *Modulus) Size() int { return m.m.Size() }

// Batch returns the number of bases that are worked on at once, [Batch] or 1. To
// share work among goroutines, split it at multiples of it.
func (m *Modulus) Batch() int {
	if m.lanes != nil {
		return Batch
	}
	return 1
}

// Exp sets each Size() bytes of dst to those of bases, raised to the exponent. All
// numbers are big-endian. It panics if bases isn't a sequence of numbers below the
// modulus, Size() bytes each, or if dst isn't as long.
func (m *Modulus) Exp(dst, bases, exponent []byte) {
	size := m.Size()
	if len(dst) != len(bases) || len(bases)%size != 0 {
		panic("modp: wrong length")
	}
	if m.lanes != nil {
		m.lanes.exp(dst, bases, exponent, size)
		return
	}
	base, power := bigmod.NewNat(), bigmod.NewNat()
	for i := 0; i < len(bases); i += size {
		m.load(base, bases[i:i+size])
		power.Exp(base, exponent, m.m)
		put(dst[i:i+size], power.Bits())
	}
}

// Mul sets each Size() bytes of dst to the product of those of a and b. It panics
// as Exp does. Its time depends on the number of the products alone.
func (m *Modulus) Mul(dst, a, b []byte) {
	m.each(dst, a, b, (*bigmod.Nat).Mul, (*shortModulus).mul)
}

// Add sets each Size() bytes of dst to the sum of those of a and b, as Mul does to
// their product.
func (m *Modulus) Add(dst, a, b []byte) {
	m.each(dst, a, b, (*bigmod.Nat).Add, (*shortModulus).add)
}

// Recur sets dst, after its first Size() bytes, to the numbers that follow from these: x_0
// is there, and x_(i+1) = x_i·factors_i + addends_i. Addends may be nil, for zeros. It
// panics and takes time as Mul does.
func (m *Modulus) Recur(dst, factors, addends []byte) {
	size := m.Size()
	if len(dst) != len(factors)+size || addends != nil && len(addends) != len(factors) || len(dst)%size != 0 {
		panic("modp: wrong length")
	}
	if s := m.short; s != nil {
		x := s.load(dst[:size])
		for i := 0; i < len(factors); i += size {
			y := s.load(factors[i : i+size])
			s.mul(&x, &x, &y)
			if addends != nil {
				y = s.load(addends[i : i+size])
				s.add(&x, &x, &y)
			}
			x.put(dst[i+size : i+2*size])
		}
		return
	}
	x, y := bigmod.NewNat(), bigmod.NewNat()
	m.load(x, dst[:size])
	for i := 0; i < len(factors); i += size {
		m.load(y, factors[i:i+size])
		x.Mul(y, m.m)
		if addends != nil {
			m.load(y, addends[i:i+size])
			x.Add(y, m.m)
		}
		put(dst[i+size:i+2*size], x.Bits())
	}
}

// Sum sets dst, Size() bytes, to the sum of the numbers. It panics and takes time as
// Mul does.
func (m *Modulus) Sum(dst, numbers []byte) {
	size := m.Size()
	if len(dst) != size || len(numbers)%size != 0 {
		panic("modp: wrong length")
	}
	sum, x := bigmod.NewNat().ExpandFor(m.m), bigmod.NewNat()
	for i := 0; i < len(numbers); i += size {
		m.load(x, numbers[i:i+size])
		sum.Add(x, m.m)
	}
	put(dst, sum.Bits())
}

func (m *Modulus) each(dst, a, b []byte, f func(x, y *bigmod.Nat, m *bigmod.Modulus) *bigmod.Nat,
	short func(s *shortModulus, z, a, b *fourWords)) {
	size := m.Size()
	if len(dst) != len(a) || len(dst) != len(b) || len(dst)%size != 0 {
		panic("modp: wrong length")
	}
	if s := m.short; s != nil {
		var x, y fourWords
		for i := 0; i < len(dst); i += size {
			x, y = s.load(a[i:i+size]), s.load(b[i:i+size])
			short(s, &x, &x, &y)
			x.put(dst[i : i+size])
		}
		return
	}
	x, y := bigmod.NewNat(), bigmod.NewNat()
	for i := 0; i < len(dst); i += size {
		m.load(x, a[i:i+size])
		m.load(y, b[i:i+size])
		put(dst[i:i+size], f(x, y, m.m).Bits())
	}
}

func (m *Modulus) load(x *bigmod.Nat, b []byte) {
	if _, err := x.SetBytes(b, m.m); err != nil {
		panic("modp: a number isn't below the modulus")
	}
}

// put writes limbs, the least significant first, as big-endian bytes. It stands in
// for Nat.Bytes, which allocates.
func put(dst []byte, limbs []uint) {
	const limbBits = bits.UintSize
	for i := range dst {
		dst[len(dst)-1-i] = byte(limbs[8*i/limbBits] >> (8 * i % limbBits))
	}
}
