//go:build !purego

package ristretto

import (
	"slices"

	"golang.org/x/sys/cpu"
)

//go:generate go run ./internal/genasm field_amd64.s

// What these functions do is said where they are in Go, under names with Generic.

//go:noescape
func mul(z, a, b *fe)

//go:noescape
func addAffine(p *point, q *affine)

//go:noescape
func subtractAffine(p *point, q *affine)

//go:noescape
func square(z, a *fe)

//go:noescape
func squareTimes(z, a *fe, n int)

//go:noescape
func eightMultiples(q *[8]affine, entries *entry, n int, digits *[8]int8)

func (z *fe) mul(a, b *fe) { mul(z, a, b) }

func (z *fe) square(a *fe) { square(z, a) }

func (z *fe) squareTimes(a *fe, n int) { squareTimes(z, a, n) }

// hasAVX2 reports whether the processor has what addAffine, subtractAffine and
// eightMultiples need, which is AVX2 and BMI2.
var hasAVX2 = cpu.X86.HasAVX2 && cpu.X86.HasBMI2

// combWidth is that of comb.go. The wider it is, the more a choice takes, and AVX2 makes that
// quick.
var combWidth = func() uint {
	if hasAVX2 {
		return 7
	}
	return 5
}()

func (p *point) addAffine(q *affine) {
	if hasAVX2 {
		addAffine(p, q)
	} else {
		p.addAffineGeneric(q)
	}
}

func (p *point) subtractAffine(q *affine) {
	if hasAVX2 {
		subtractAffine(p, q)
	} else {
		p.subtractAffineGeneric(q)
	}
}

func (m multiples) choose(q *[8]affine, d []int8) {
	if !hasAVX2 {
		m.chooseGeneric(q, d)
		return
	}
	var digits [8]int8
	copy(digits[:], d)
	eightMultiples(q, &m[0], len(m), &digits)
}

// arrange transposes eight entries each, as a matrix of words of 32 bits, if eightMultiples
// is to read them.
func arrange(entries []entry) {
	if !hasAVX2 {
		return
	}
	for eight := range slices.Chunk(entries, 8) {
		old := [8]entry(eight)
		word := func(i, of int) uint64 { return old[of][i/2] >> (i % 2 * 32) & (1<<32 - 1) }
		for i := range 24 {
			for j := 0; j < 8; j += 2 {
				at := 4*i + j/2
				eight[at/12][at%12] = word(i, j) | word(i, j+1)<<32
			}
		}
	}
}
