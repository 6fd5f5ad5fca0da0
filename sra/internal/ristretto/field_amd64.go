//go:build !purego

package ristretto

import "golang.org/x/sys/cpu"

//go:generate go run ./internal/genasm field_amd64.s

// What these functions do is said where they are in Go, under names with Generic.

//go:noescape
func mul(z, a, b *fe)

//go:noescape
func addAffine(p *point, q *affine)

//go:noescape
func square(z, a *fe)

//go:noescape
func squareTimes(z, a *fe, n int)

//go:noescape
func multiple(q *affine, entries *entry, n int, digit int64)

func (z *fe) mul(a, b *fe) { mul(z, a, b) }

func (z *fe) square(a *fe) { square(z, a) }

func (z *fe) squareTimes(a *fe, n int) { squareTimes(z, a, n) }

// hasAVX2 reports whether addAffine and multiple can be used, which need BMI2 too.
var hasAVX2 = cpu.X86.HasAVX2 && cpu.X86.HasBMI2

func (p *point) addAffine(q *affine) {
	if hasAVX2 {
		addAffine(p, q)
	} else {
		p.addAffineGeneric(q)
	}
}

func (m multiples) multiple(q *affine, d int8) {
	if hasAVX2 {
		multiple(q, &m[0], len(m), int64(d))
	} else {
		m.multipleGeneric(q, d)
	}
}
