package main

// squares are the products of each column of a square: how many times which limbs.
var squares = [][]struct{ times, i, j int }{
	{{1, 0, 0}, {38, 4, 1}, {38, 3, 2}},
	{{2, 0, 1}, {38, 4, 2}, {19, 3, 3}},
	{{2, 0, 2}, {1, 1, 1}, {38, 4, 3}},
	{{2, 0, 3}, {2, 1, 2}, {19, 4, 4}},
	{{2, 0, 4}, {2, 1, 3}, {1, 2, 2}},
}

// square keeps 38·a₄ in R14 and 2·a₀ in R13.
func (w single) square() {
	w.Func("square(z, a *fe)", "NOSPLIT", 0)
	a := number{"SI", 0}
	w.Op("MOVQ a+8(FP), SI")
	w.Op("IMUL3Q $38, 32(SI), R14")
	w.Op("MOVQ 0(SI), R13")
	w.Op("ADDQ R13, R13")
	c := []column{
		{low: "CX", high: "BX"}, {low: "R8", high: "R12"}, {low: "R9", high: "BX"}, {low: "R10", high: "R12"}, {low: "R11", high: "BX"},
	}
	w.multiply(c, func(k int) {
		for _, t := range squares[k] {
			switch {
			case t.times == 38 && t.i == 4:
				w.Op("MOVQ R14, AX")
			case t.times == 2 && t.i == 0:
				w.Op("MOVQ R13, AX")
			case t.times == 1:
				w.Op("MOVQ %s, AX", a.limb(t.i))
			case t.times == 2:
				w.Op("MOVQ %s, AX", a.limb(t.i))
				w.Op("ADDQ AX, AX")
			default:
				w.Op("IMUL3Q $%d, %s, AX", t.times, a.limb(t.i))
			}
			w.addProduct(&c[k], a.limb(t.j))
		}
	})
	w.Op("MOVQ z+0(FP), DI")
	w.store(c, number{"DI", 0})
	w.Op("RET")
}

// squareTimes keeps all limbs in registers, the old ones in SI, DI, R8, R9 and R10.
func (w single) squareTimes() {
	w.Func("squareTimes(z, a *fe, n int)", "NOSPLIT", 8)
	w.Op("MOVQ n+16(FP), AX")
	w.Op("MOVQ AX, n-8(SP)")
	w.Op("MOVQ a+8(FP), AX")
	old := []string{"SI", "DI", "R8", "R9", "R10"}
	for i, r := range old {
		w.Op("MOVQ %s, %s", number{"AX", 0}.limb(i), r)
	}
	w.Label("loop")
	c := []column{
		{low: "R11", high: "BX"}, {low: "R12", high: "CX"}, {low: "R13", high: "BX"}, {low: "R14", high: "CX"}, {low: "R15", high: "BX"},
	}
	w.multiplyInTwoChains(c, func(k int) {
		for _, t := range squares[k] {
			switch t.times {
			case 1:
				w.Op("MOVQ %s, AX", old[t.i])
			case 2:
				w.Op("LEAQ (%s)(%s*1), AX", old[t.i], old[t.i])
			default:
				w.Op("IMUL3Q $%d, %s, AX", t.times, old[t.i])
			}
			w.addProduct(&c[k], old[t.j])
		}
	})
	w.Op("DECQ n-8(SP)")
	w.Op("JZ done")
	for i, r := range old {
		w.Op("MOVQ %s, %s", c[i].low, r)
	}
	w.Op("JMP loop")
	w.Label("done")
	w.Op("MOVQ z+0(FP), AX")
	w.store(c, number{"AX", 0})
	w.Op("RET")
}
