//go:build !purego

package modp

import (
	"encoding/binary"
	"math/bits"

	"golang.org/x/sys/cpu"
)

//go:generate go run ./internal/genasm lanes_amd64.s

// haveLanes reports whether the processor has the instructions of lanes_amd64.s.
var haveLanes = cpu.X86.HasAVX512F && cpu.X86.HasAVX512IFMA

// The functions of lanes_amd64.s work on eight numbers at once, the lanes. A number
// has 10·blocks digits of 52 bits, and digit i of lane l is word 8·i + l. Constant
// time: none of them has a branch or an address that depends on anything but
// blocks, digits, entries and whether k0 is nil, and their instructions take the
// same time for all operands, as package consttime checks. The Go code around them
// keeps to this too: a digit of an exponent becomes an index, and an index only ever
// goes to pick8 and lookup8, except in what has VarTime in its name.
//
// A product is in Montgomery form, and is below 2m if both factors are ("almost
// Montgomery multiplication", Gueron 2012): with R = 2^(520·blocks) > 4m and q < R
// it is
//
//	(a·b + q·m) / R  <  (4m² + R·m) / R  =  m·(4m/R + 1)  <  2m.
//
// No column of digits overflows: in one of a·b + q·m there are at most 2n low and
// 2n high halves of products, n being the number of digits, each below 2^52, and a
// carry below 2^12. For the 80 digits of 4096 bits, that is less than 320·2^52 +
// 2^12 < 2^61. In a square, the products of different digits are there once and
// doubled, which is the same sum.

//go:noescape
func mul8(r, a, b, m, k0, scratch *uint64, blocks int)

//go:noescape
func sqr8(r, a, m, k0, scratch *uint64, blocks int)

//go:noescape
func pick8(r, table, index *uint64, blocks, entries int)

//go:noescape
func lookup8(r, table, index *uint64, digits int)

const (
	lanes       = 8
	digitBits   = 52
	digitMask   = 1<<digitBits - 1
	blockDigits = 10
	maxBits     = 4096
	maxWords    = maxBits/64 + 1 // and one to read beyond
)

// A laneWork is the room for computing with a laneModulus in one goroutine.
type laneWork struct {
	*laneModulus
	scratch []uint64
	x, y    []uint64
	index   [lanes]uint64
}

func (m *laneModulus) newWork() *laneWork {
	scratch := m.alloc(4) // 3 numbers and 8 words
	return &laneWork{laneModulus: m, scratch: scratch, x: m.alloc(1), y: m.alloc(1)}
}

func (w *laneWork) mul(r, a, b []uint64) {
	mul8(&r[0], &a[0], &b[0], &w.m[0], w.k0, &w.scratch[0], w.blocks)
}

func (w *laneWork) sqr(r, a []uint64, times int) {
	sqr8(&r[0], &a[0], &w.m[0], w.k0, &w.scratch[0], w.blocks)
	for range times - 1 {
		sqr8(&r[0], &r[0], &w.m[0], w.k0, &w.scratch[0], w.blocks)
	}
}

// entry returns a number's place in a table.
func (m *laneModulus) entry(table []uint64, i int) []uint64 {
	size := m.digits() * lanes
	return table[i*size:][:size]
}

// pick sets y to the entry of the table at each lane's index.
func (w *laneWork) pick(table []uint64, entries int) {
	pick8(&w.y[0], &table[0], &w.index[0], w.blocks, entries)
}

// setIndex makes all lanes pick the same.
func (w *laneWork) setIndex(i uint64) {
	for l := range w.index {
		w.index[l] = i
	}
}

// small sets x, in Montgomery form, to a number below 2^52, in all lanes.
func (w *laneWork) small(x []uint64, value uint64) {
	clear(x)
	for l := range lanes {
		x[l] = value
	}
	w.mul(x, x, w.rr)
}

// load sets x, in Montgomery form, to up to eight numbers, and to 1 in the other
// lanes.
func (w *laneWork) load(x []uint64, numbers []byte, size int) {
	clear(x)
	for l := range lanes {
		if l < len(numbers)/size {
			w.checkBelow(numbers[l*size:][:size])
			w.put(x, l, numbers[l*size:][:size])
		} else {
			x[l] = 1
		}
	}
	w.mul(x, x, w.rr)
}

// store writes the lanes of x to dst, as far as that goes. It changes x.
func (w *laneWork) store(dst []byte, size int, x []uint64) {
	clear(w.y)
	for l := range lanes {
		w.y[l] = 1
	}
	// (x·1 + q·m)/R ≤ m, as x < R: a subtraction makes it canonical.
	w.mul(x, x, w.y)
	for l := range len(dst) / size {
		w.get(dst[l*size:][:size], x, l)
	}
}

// toWords sets w to a big-endian number, the lowest word first. Its time depends on
// the lengths alone.
func toWords(w []uint64, b []byte) []uint64 {
	i := 0
	for ; len(b) >= 8; i++ {
		w[i] = binary.BigEndian.Uint64(b[len(b)-8:])
		b = b[:len(b)-8]
	}
	for j := range b {
		w[i] |= uint64(b[len(b)-1-j]) << (8 * j)
	}
	return w
}

// checkBelow panics unless a big-endian number is below the modulus. Nothing else
// about it shows.
func (m *laneModulus) checkBelow(b []byte) {
	var buffer [maxWords]uint64
	w := toWords(buffer[:], b)
	borrow := uint64(0)
	for i, p := range m.words {
		_, borrow = bits.Sub64(w[i], p, borrow)
	}
	if borrow == 0 {
		panic("modp: a number isn't below the modulus")
	}
}

// put sets a lane of x to a big-endian number.
func (m *laneModulus) put(x []uint64, lane int, b []byte) {
	var buffer [maxWords]uint64
	w := toWords(buffer[:], b)
	for i := range min(m.digits(), (8*len(b)+digitBits-1)/digitBits) {
		at, shift := i*digitBits/64, i*digitBits%64
		x[lanes*i+lane] = (w[at]>>shift | w[at+1]<<1<<(63-shift)) & digitMask
	}
}

// get writes a lane of x, at most m, as a big-endian number below m.
func (m *laneModulus) get(dst []byte, x []uint64, lane int) {
	var buffer, reduced [maxWords + 1]uint64
	for i := range m.digits() {
		digit := x[lanes*i+lane]
		at, shift := i*digitBits/64, i*digitBits%64
		if at < maxWords {
			buffer[at] |= digit << shift
			buffer[at+1] |= digit >> 1 >> (63 - shift)
		}
	}
	words := m.words
	borrow := uint64(0)
	for i, p := range words {
		reduced[i], borrow = bits.Sub64(buffer[i], p, borrow)
	}
	keep := -borrow // all ones if x < m
	for i := range dst {
		at, shift := i/8, i%8*8
		dst[len(dst)-1-i] = byte((buffer[at]&keep | reduced[at]&^keep) >> shift)
	}
}

// powers sets table to x^0 … x^(entries−1), for the x in its second entry.
func (w *laneWork) powers(table []uint64, entries int) {
	w.small(w.entry(table, 0), 1)
	for i := 2; i < entries; i++ {
		w.mul(w.entry(table, i), w.entry(table, i-1), w.entry(table, 1))
	}
}

// The digits of exponents, for powers of bases that come once.
const (
	window        = 4
	windowEntries = 1 << window
)

// nibble returns digit i of a big-endian exponent, counted from the highest.
func nibble(exponent []byte, i int) uint64 {
	return uint64(exponent[i/2]>>(4*(1-i%2))) & 15
}

// exp is Modulus.Exp.
func (m *laneModulus) exp(dst, bases, exponent []byte, size int) {
	w := m.newWork()
	table := m.alloc(windowEntries)
	for i := 0; i < len(bases); i += lanes * size {
		end := min(i+lanes*size, len(bases))
		w.load(w.entry(table, 1), bases[i:end], size)
		w.powers(table, windowEntries)
		w.small(w.x, 1)
		for digit := range 2 * len(exponent) {
			w.sqr(w.x, w.x, window)
			w.setIndex(nibble(exponent, digit))
			w.pick(table, windowEntries)
			w.mul(w.x, w.x, w.y)
		}
		w.store(dst[i:end], size, w.x)
	}
}
