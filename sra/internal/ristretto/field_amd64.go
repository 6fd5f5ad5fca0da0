//go:build !purego

package ristretto

import "golang.org/x/sys/cpu"

//go:generate go run ./internal/genasm field_amd64.s

// What these functions do is said where they are in Go: mulGeneric, squareTimesGeneric
// and pickGeneric.

//go:noescape
func mul(z, a, b *fe)

//go:noescape
func addAffine(p *point, q *affine)

//go:noescape
func square(z, a *fe)

//go:noescape
func squareTimes(z, a *fe, n int)

//go:noescape
func pick(e, entries *entry, n int, number uint64)

func (z *fe) mul(a, b *fe) { mul(z, a, b) }

func (z *fe) square(a *fe) { square(z, a) }

func (z *fe) squareTimes(a *fe, n int) { squareTimes(z, a, n) }

func (p *point) addAffine(q *affine) { addAffine(p, q) }

// pick needs the instructions of AVX2.
func (e *entry) pick(m multiples, number uint64) {
	if cpu.X86.HasAVX2 {
		pick(e, &m[0], len(m), number)
	} else {
		e.pickGeneric(m, number)
	}
}
