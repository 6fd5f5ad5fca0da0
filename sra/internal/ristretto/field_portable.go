//go:build !amd64 || purego

package ristretto

func (z *fe) mul(a, b *fe) { z.mulGeneric(a, b) }

func (z *fe) square(a *fe) { z.squareTimesGeneric(a, 1) }

func (z *fe) squareTimes(a *fe, n int) { z.squareTimesGeneric(a, n) }

func (p *point) addAffine(q *affine) { p.addAffineGeneric(q) }

func (p *point) subtractAffine(q *affine) { p.subtractAffineGeneric(q) }

func (m multiples) choose(q *[8]affine, d []int8) { m.chooseGeneric(q, d) }

func arrange([]entry) {}

// combWidth is that of comb.go.
const combWidth = 5
