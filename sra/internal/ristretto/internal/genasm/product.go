package main

// product sets z to a·b. It keeps 19·b_i in R8 … R11; as each column ends, one of them has
// served.
func (w single) product(z, a, b number) {
	for i := 1; i < 5; i++ {
		w.Op("IMUL3Q $19, %s, R%d", b.limb(i), 7+i)
	}
	c := []column{
		{low: "CX", high: "BX"}, {low: "R8", high: "R12"}, {low: "R9", high: "BX"}, {low: "R10", high: "R12"}, {low: "R11", high: "BX"},
	}
	w.multiply(c, func(k int) {
		for i := range 5 {
			if j := k - i; j >= 0 {
				w.Op("MOVQ %s, AX", b.limb(j))
			} else {
				w.Op("MOVQ R%d, AX", 7+j+5)
			}
			w.addProduct(&c[k], a.limb(i))
		}
	})
	w.store(c, z)
}

func (w single) mul() {
	w.Func("mul(z, a, b *fe)", "NOSPLIT", 0)
	w.Op("MOVQ z+0(FP), R13")
	w.Op("MOVQ a+8(FP), SI")
	w.Op("MOVQ b+16(FP), DI")
	w.product(number{"R13", 0}, number{"SI", 0}, number{"DI", 0})
	w.Op("RET")
}

// productByRows is product with MULX, one limb of a after another. It takes fewer
// instructions, and all registers but SI and DI, which it leaves as they are. It carries as
// multiplyInTwoChains does.
func (w single) productByRows(z, a, b number) {
	c := []column{
		{low: "R8", high: "R13"}, {low: "R9", high: "R14"}, {low: "R10", high: "R15"}, {low: "R11", high: "BX"}, {low: "R12", high: "CX"},
	}
	for i := range c {
		w.Op("MOVQ %s, DX", a.limb(i))
		for j := range c {
			if i+j == 5 {
				w.times19("DX")
			}
			if k := &c[(i+j)%5]; i == 0 {
				w.Op("MULXQ %s, %s, %s", b.limb(j), k.low, k.high)
			} else {
				w.Op("MULXQ %s, AX, BP", b.limb(j))
				w.Op("ADDQ AX, %s", k.low)
				w.Op("ADCQ BP, %s", k.high)
			}
		}
	}
	for _, k := range []int{3, 0, 4, 1, 2} {
		if k != 0 && k != 3 {
			w.carryTo(&c[k-1], &c[k])
		}
		w.carry(&c[k])
		if k == 4 {
			w.times19(c[4].high)
			w.Op("ADDQ %s, %s", c[4].high, c[0].low)
		}
	}
	w.Op("ADDQ %s, %s", c[2].high, c[3].low)
	w.carryLimb(c, 0)
	w.carryLimb(c, 3)
	w.store(c, z)
}

// times19 multiplies a register by 19, and overwrites AX.
func (w single) times19(register string) {
	w.Op("LEAQ (%s)(%s*8), AX", register, register)
	w.Op("LEAQ (%s)(AX*2), %s", register, register)
}
