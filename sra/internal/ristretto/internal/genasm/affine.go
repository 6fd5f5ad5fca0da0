package main

// sumDifference sets sum to a + b, or to 2a + b, and difference to a − b + 2p, or to 2a −
// b + 2p.
func (w single) sumDifference(sum, difference, a, b number, twice bool) {
	for i := range 5 {
		w.Op("MOVQ %s, AX", a.limb(i))
		if twice {
			w.Op("ADDQ AX, AX")
		}
		w.Op("MOVQ %s, CX", b.limb(i))
		w.Op("LEAQ (AX)(CX*1), DX")
		w.Op("ADDQ twiceP<>+%d(SB), AX", min(8*i, 8))
		w.Op("SUBQ CX, AX")
		w.Op("MOVQ DX, %s", sum.limb(i))
		w.Op("MOVQ AX, %s", difference.limb(i))
	}
}

// addAffine writes addAffine or subtractAffine. p is at SI, q at DI, and X, Y, Z and T of the
// completed point at SP.
func (w single) addAffine(name string, subtract bool) {
	w.Func(name+"(p *point, q *affine)", "NOSPLIT", 160)
	w.Op("MOVQ p+0(FP), SI")
	w.Op("MOVQ q+8(FP), DI")
	x, y, z, t := number{"SI", 0}, number{"SI", 40}, number{"SI", 80}, number{"SI", 120}
	cx, cy, cz, ct := number{"SP", 0}, number{"SP", 40}, number{"SP", 80}, number{"SP", 120}
	sum, difference, product := number{"DI", 0}, number{"DI", 40}, number{"DI", 80}
	if subtract {
		sum, difference = difference, sum
	}
	w.sumDifference(cx, cy, y, x, false)
	w.productByRows(cx, cx, sum)
	w.productByRows(cy, cy, difference)
	w.productByRows(cz, t, product)
	w.sumDifference(cy, cx, cx, cy, false)
	if subtract {
		w.sumDifference(ct, cz, z, cz, true)
	} else {
		w.sumDifference(cz, ct, z, cz, true)
	}
	w.productByRows(x, ct, cx)
	w.productByRows(y, cz, cy)
	w.productByRows(z, ct, cz)
	w.productByRows(t, cx, cy)
	w.Op("RET")
}
