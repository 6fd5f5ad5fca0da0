//go:build !amd64 || purego

package ristretto

func (z *fe) mul(a, b *fe) { z.mulGeneric(a, b) }

func (z *fe) square(a *fe) { z.squareTimesGeneric(a, 1) }

func (z *fe) squareTimes(a *fe, n int) { z.squareTimesGeneric(a, n) }

func (p *point) addAffine(q *affine) { p.addAffineGeneric(q) }

func (e *entry) pick(m multiples, number uint64) { e.pickGeneric(m, number) }
