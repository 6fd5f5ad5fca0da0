package sra

import (
	"bytes"
	"fmt"
	"math/big"
	"slices"

	"github.com/squaredeal/squaredeal/internal/wrap"
	"github.com/squaredeal/squaredeal/sra/internal/arith"
)

// A proofReader takes a proof apart. After a fault it returns nothing.
type proofReader struct {
	g        *group
	routines int
	rest     []byte
	fault    string
}

func (p *proofReader) take(n int) []byte {
	if p.fault == "" && len(p.rest) < n {
		p.fault = "too short"
	}
	if p.fault != "" {
		return nil
	}
	taken := p.rest[:n]
	p.rest = p.rest[n:]
	return taken
}

// elements returns n elements and their encodings.
func (p *proofReader) elements(n int) (x arith.Elements, encoded []byte) {
	encoded = p.take(n * p.g.a.ElementSize())
	if p.fault != "" {
		return nil, nil
	}
	x, at, fault := p.g.a.Decode(encoded, p.routines)
	if fault != "" {
		p.fault = fmt.Sprintf("wrong: element %d in it is %s", at, fault)
	}
	return x, encoded
}

// scalars returns n scalars.
func (p *proofReader) scalars(n int) []big.Int {
	size := len(p.g.qBytes)
	encoded := p.g.reverse(p.take(n * size))
	for x := range slices.Chunk(encoded, size) {
		if bytes.Compare(x, p.g.qBytes) >= 0 && p.fault == "" {
			p.fault = "wrong: a scalar in it is not below q"
		}
	}
	return p.g.numbers(encoded, size)
}

// masked returns n numbers s′ of the proof of a shuffle.
func (p *proofReader) masked(n int) []big.Int {
	if !p.g.short {
		return p.scalars(n)
	}
	encoded := p.take(n * maskedSize)
	for x := range slices.Chunk(encoded, maskedSize) {
		if x[0] > 1 && p.fault == "" {
			p.fault = fmt.Sprintf("wrong: a masked number in it has more than %d bits", maskedBits)
		}
	}
	return p.g.numbers(encoded, maskedSize)
}

func (p *proofReader) end(what string) error {
	if p.fault == "" && len(p.rest) > 0 {
		p.fault = "too long"
	}
	if p.fault != "" {
		return wrap.Errorf(ErrMalformed, "%s is %s", what, p.fault)
	}
	return nil
}
