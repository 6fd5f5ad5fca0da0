// Command genasm writes the assembly of package ristretto: products of numbers mod
// 2²⁵⁵ − 19 in five limbs of 51 bits, sums and differences of points, and the choice of a table's
// entries. The last two need instructions of AVX2 and BMI2, the others none that isn't in
// every amd64 processor. In another file are those for eight numbers at once, of AVX-512 IFMA.
package main

import (
	"fmt"
	"os"
	"slices"

	"github.com/squaredeal/squaredeal/sra/internal/asm"
)

var p = asm.P // writes a line

func main() {
	if slices.Contains(os.Args[1:], "lanes_amd64.s") {
		asm.Main(lanes)
	} else {
		asm.Main(one)
	}
}

// one writes what computes with one number or point at a time.
func one() {
	p("")
	p("DATA mask<>(SB)/8, $0x7ffffffffffff")
	p("GLOBL mask<>(SB), RODATA|NOPTR, $8")
	p("DATA twiceP<>+0(SB)/8, $0xfffffffffffda")
	p("DATA twiceP<>+8(SB)/8, $0xffffffffffffe")
	p("GLOBL twiceP<>(SB), RODATA|NOPTR, $16")
	mul()
	addAffine("addAffine", false)
	addAffine("subtractAffine", true)
	square()
	squareTimes()
	eightMultiples()
}

// A column is the sum of the products of one weight, in the registers low and high.
type column struct {
	low, high string
	started   bool
}

// add adds AX times a limb in memory.
func (c *column) add(limb string) {
	p("MULQ %s", limb)
	if !c.started {
		p("MOVQ AX, %s", c.low)
		p("MOVQ DX, %s", c.high)
		c.started = true
		return
	}
	p("ADDQ AX, %s", c.low)
	p("ADCQ DX, %s", c.high)
}

// carry leaves the limb in low, of 51 bits, and the column's carry in high.
func (c *column) carry() {
	p("SHLQ $13, %s, %s", c.low, c.high)
	p("ANDQ mask<>(SB), %s", c.low)
}

// carryTo adds the carry to the next column.
func (c *column) carryTo(next *column) {
	p("ADDQ %s, %s", c.high, next.low)
	p("ADCQ $0, %s", next.high)
}

// multiply computes columns, and carries from each to the next, and from the last to
// the first two.
func multiply(c []column, products func(k int)) {
	for k := range c {
		products(k)
		if k > 0 {
			c[k-1].carryTo(&c[k])
		}
		c[k].carry()
	}
	p("IMUL3Q $19, %s, AX", c[4].high)
	p("ADDQ AX, %s", c[0].low)
	carryLimb(c, 0)
}

// multiplyInTwoChains carries from column 0 to 1, 2 and then limb 3, and at the same time
// from column 3 to 4, 0 and 1, and at last from limb 3 to 4. It takes more instructions and
// less time until the limbs are there, which is what counts where they are needed next.
func multiplyInTwoChains(c []column, products func(k int)) {
	for k := range c {
		products(k)
		if k != 0 && k != 3 {
			c[k-1].carryTo(&c[k])
		}
		c[k].carry()
		if k == 3 {
			p("ADDQ %s, %s", c[2].high, c[3].low)
		}
	}
	p("IMUL3Q $19, %s, AX", c[4].high)
	p("ADDQ AX, %s", c[0].low)
	carryLimb(c, 0)
	carryLimb(c, 3)
}

func carryLimb(c []column, k int) {
	p("MOVQ %s, AX", c[k].low)
	p("ANDQ mask<>(SB), %s", c[k].low)
	p("SHRQ $51, AX")
	p("ADDQ AX, %s", c[k+1].low)
}

func store(c []column, to string) {
	for i := range c {
		p("MOVQ %s, %s", c[i].low, limb(to, i))
	}
}

func limb(register string, i int) string { return fmt.Sprintf("%d(%s)", 8*i, register) }

// A number is in memory: at an offset from a register.
type number struct {
	register string
	offset   int
}

func (n number) limb(i int) string { return fmt.Sprintf("%d(%s)", n.offset+8*i, n.register) }

// product sets z to a·b. It keeps 19·b_i in R8 … R11; as each column ends, one of them has
// served.
func product(z, a, b number) {
	for i := 1; i < 5; i++ {
		p("IMUL3Q $19, %s, R%d", b.limb(i), 7+i)
	}
	c := []column{
		{low: "CX", high: "BX"}, {low: "R8", high: "R12"}, {low: "R9", high: "BX"}, {low: "R10", high: "R12"}, {low: "R11", high: "BX"},
	}
	multiply(c, func(k int) {
		for i := range 5 {
			if j := k - i; j >= 0 {
				p("MOVQ %s, AX", b.limb(j))
			} else {
				p("MOVQ R%d, AX", 7+j+5)
			}
			c[k].add(a.limb(i))
		}
	})
	for i := range c {
		p("MOVQ %s, %s", c[i].low, z.limb(i))
	}
}

func mul() {
	p("")
	p("// func mul(z, a, b *fe)")
	p("TEXT ·mul(SB), NOSPLIT, $0-24")
	p("MOVQ z+0(FP), R13")
	p("MOVQ a+8(FP), SI")
	p("MOVQ b+16(FP), DI")
	product(number{"R13", 0}, number{"SI", 0}, number{"DI", 0})
	p("RET")
}

// sumDifference sets sum to a + b, or to 2a + b, and difference to a − b + 2p, or to 2a −
// b + 2p.
func sumDifference(sum, difference, a, b number, twice bool) {
	for i := range 5 {
		p("MOVQ %s, AX", a.limb(i))
		if twice {
			p("ADDQ AX, AX")
		}
		p("MOVQ %s, CX", b.limb(i))
		p("LEAQ (AX)(CX*1), DX")
		p("ADDQ twiceP<>+%d(SB), AX", min(8*i, 8))
		p("SUBQ CX, AX")
		p("MOVQ DX, %s", sum.limb(i))
		p("MOVQ AX, %s", difference.limb(i))
	}
}

// productByRows is product with MULX, one limb of a after another. It takes fewer
// instructions, and all registers but SI and DI, which it leaves as they are. It carries as
// multiplyInTwoChains does.
func productByRows(z, a, b number) {
	c := []column{
		{low: "R8", high: "R13"}, {low: "R9", high: "R14"}, {low: "R10", high: "R15"}, {low: "R11", high: "BX"}, {low: "R12", high: "CX"},
	}
	for i := range c {
		p("MOVQ %s, DX", a.limb(i))
		for j := range c {
			if i+j == 5 {
				times19("DX")
			}
			if k := &c[(i+j)%5]; i == 0 {
				p("MULXQ %s, %s, %s", b.limb(j), k.low, k.high)
			} else {
				p("MULXQ %s, AX, BP", b.limb(j))
				p("ADDQ AX, %s", k.low)
				p("ADCQ BP, %s", k.high)
			}
		}
	}
	for _, k := range []int{3, 0, 4, 1, 2} {
		if k != 0 && k != 3 {
			c[k-1].carryTo(&c[k])
		}
		c[k].carry()
		if k == 4 {
			times19(c[4].high)
			p("ADDQ %s, %s", c[4].high, c[0].low)
		}
	}
	p("ADDQ %s, %s", c[2].high, c[3].low)
	carryLimb(c, 0)
	carryLimb(c, 3)
	for i := range c {
		p("MOVQ %s, %s", c[i].low, z.limb(i))
	}
}

// times19 multiplies a register by 19, and overwrites AX.
func times19(register string) {
	p("LEAQ (%s)(%s*8), AX", register, register)
	p("LEAQ (%s)(AX*2), %s", register, register)
}

// addAffine writes addAffine or subtractAffine. p is at SI, q at DI, and X, Y, Z and T of the
// completed point at SP.
func addAffine(name string, subtract bool) {
	p("")
	p("// func %s(p *point, q *affine)", name)
	p("TEXT ·%s(SB), NOSPLIT, $160-16", name)
	p("MOVQ p+0(FP), SI")
	p("MOVQ q+8(FP), DI")
	x, y, z, t := number{"SI", 0}, number{"SI", 40}, number{"SI", 80}, number{"SI", 120}
	cx, cy, cz, ct := number{"SP", 0}, number{"SP", 40}, number{"SP", 80}, number{"SP", 120}
	sum, difference, product := number{"DI", 0}, number{"DI", 40}, number{"DI", 80}
	if subtract {
		sum, difference = difference, sum
	}
	sumDifference(cx, cy, y, x, false)
	productByRows(cx, cx, sum)
	productByRows(cy, cy, difference)
	productByRows(cz, t, product)
	sumDifference(cy, cx, cx, cy, false)
	if subtract {
		sumDifference(ct, cz, z, cz, true)
	} else {
		sumDifference(cz, ct, z, cz, true)
	}
	productByRows(x, ct, cx)
	productByRows(y, cz, cy)
	productByRows(z, ct, cz)
	productByRows(t, cx, cy)
	p("RET")
}

// squares are the products of each column of a square: how many times which limbs.
var squares = [][]struct{ times, i, j int }{
	{{1, 0, 0}, {38, 4, 1}, {38, 3, 2}},
	{{2, 0, 1}, {38, 4, 2}, {19, 3, 3}},
	{{2, 0, 2}, {1, 1, 1}, {38, 4, 3}},
	{{2, 0, 3}, {2, 1, 2}, {19, 4, 4}},
	{{2, 0, 4}, {2, 1, 3}, {1, 2, 2}},
}

// square keeps 38·a₄ in R14 and 2·a₀ in R13.
func square() {
	p("")
	p("// func square(z, a *fe)")
	p("TEXT ·square(SB), NOSPLIT, $0-16")
	p("MOVQ a+8(FP), SI")
	p("IMUL3Q $38, 32(SI), R14")
	p("MOVQ 0(SI), R13")
	p("ADDQ R13, R13")
	c := []column{
		{low: "CX", high: "BX"}, {low: "R8", high: "R12"}, {low: "R9", high: "BX"}, {low: "R10", high: "R12"}, {low: "R11", high: "BX"},
	}
	multiply(c, func(k int) {
		for _, t := range squares[k] {
			switch {
			case t.times == 38 && t.i == 4:
				p("MOVQ R14, AX")
			case t.times == 2 && t.i == 0:
				p("MOVQ R13, AX")
			case t.times == 1:
				p("MOVQ %s, AX", limb("SI", t.i))
			case t.times == 2:
				p("MOVQ %s, AX", limb("SI", t.i))
				p("ADDQ AX, AX")
			default:
				p("IMUL3Q $%d, %s, AX", t.times, limb("SI", t.i))
			}
			c[k].add(limb("SI", t.j))
		}
	})
	p("MOVQ z+0(FP), DI")
	store(c, "DI")
	p("RET")
}

// squareTimes keeps all limbs in registers, the old ones in SI, DI, R8, R9 and R10.
func squareTimes() {
	p("")
	p("// func squareTimes(z, a *fe, n int)")
	p("TEXT ·squareTimes(SB), NOSPLIT, $8-24")
	p("MOVQ n+16(FP), AX")
	p("MOVQ AX, n-8(SP)")
	p("MOVQ a+8(FP), AX")
	old := []string{"SI", "DI", "R8", "R9", "R10"}
	for i, r := range old {
		p("MOVQ %s, %s", limb("AX", i), r)
	}
	p("loop:")
	c := []column{
		{low: "R11", high: "BX"}, {low: "R12", high: "CX"}, {low: "R13", high: "BX"}, {low: "R14", high: "CX"}, {low: "R15", high: "BX"},
	}
	multiplyInTwoChains(c, func(k int) {
		for _, t := range squares[k] {
			switch t.times {
			case 1:
				p("MOVQ %s, AX", old[t.i])
			case 2:
				p("LEAQ (%s)(%s*1), AX", old[t.i], old[t.i])
			default:
				p("IMUL3Q $%d, %s, AX", t.times, old[t.i])
			}
			c[k].add(old[t.j])
		}
	})
	p("DECQ n-8(SP)")
	p("JZ done")
	for i, r := range old {
		p("MOVQ %s, %s", c[i].low, r)
	}
	p("JMP loop")
	p("done:")
	p("MOVQ z+0(FP), AX")
	store(c, "AX")
	p("RET")
}

// eightMultiples looks up eight digits at once: VPERMD has eight entries' words of 32 bits in
// a register, and picks one of them for each digit. So tables are transposed, eight entries at
// a time (arrange, in field_amd64.go). No instruction is of SSE: between those of AVX, one
// takes as long as ten multiplications.
func eightMultiples() {
	word := func(i int) string { return fmt.Sprintf("%d(SP)", 32*i) } // of 32 bits
	isZero, sign := word(16), word(17)
	p("")
	p("// func eightMultiples(q *[8]affine, entries *entry, n int, digits *[8]int8)")
	p("TEXT ·eightMultiples(SB), NOSPLIT, $%d-32", 18*32)
	p("MOVQ q+0(FP), DI")
	p("MOVQ digits+24(FP), AX")
	p("VPMOVSXBD (AX), Y0")
	p("VPERMQ $0xd8, Y0, Y0") // so that VPUNPCK leaves the order of the digits
	p("VPSRAD $31, Y0, Y1")
	p("VMOVDQU Y1, %s", sign)
	p("VPABSD Y0, Y0")
	p("VPXOR Y11, Y11, Y11")
	p("VPCMPEQD Y11, Y0, Y1")
	p("VPSRLD $31, Y1, Y1")
	p("VMOVDQU Y1, %s", isZero)
	p("VPCMPEQD Y12, Y12, Y12")
	p("VPADDD Y12, Y0, Y13") // the number of the entry; VPERMD takes it mod 8
	for k := range 3 {
		p("MOVQ entries+8(FP), SI")
		p("MOVQ n+16(FP), CX")
		p("VPXOR Y11, Y11, Y11")
		p("VPCMPEQD Y12, Y12, Y12")
		p("VPSRLD $3, Y13, Y14") // 0 when it is among the next eight
		for i := range 8 {
			p("VPXOR Y%d, Y%d, Y%d", i, i, i)
		}
		p("loop%d:", k)
		p("VPCMPEQD Y11, Y14, Y15")
		p("VPADDD Y12, Y14, Y14")
		for i := range 8 {
			p("VPERMD %d(SI), Y13, Y8", 32*(8*k+i))
			p("VPAND Y15, Y8, Y8")
			p("VPOR Y8, Y%d, Y%d", i, i)
		}
		p("ADDQ $%d, SI", 32*24)
		p("SUBQ $8, CX")
		p("JNZ loop%d", k)
		if k < 2 { // 0 is the entry 1, 1, 0
			p("VPOR %s, Y0, Y0", isZero)
		}
		for i := range 8 {
			p("VMOVDQU Y%d, %s", i, word(8*(k%2)+i))
		}
		if k == 0 {
			continue
		}
		p("VPBROADCASTQ mask<>(SB), Y15")
		for half, unpack := range []string{"VPUNPCKLDQ", "VPUNPCKHDQ"} {
			load := func(i, register int) {
				p("VMOVDQU %s, Y%d", word(i), register)
				p("%s %s, Y%d, Y%d", unpack, word(i+1), register, register)
			}
			p("VMOVDQU %s, Y12", sign)
			p("%s Y12, Y12, Y12", unpack)
			for i := range 4 {
				load(2*i, i)
				if k == 2 {
					continue
				}
				load(8+2*i, 4+i)
				p("VPXOR Y%d, Y%d, Y8", i, 4+i)
				p("VPAND Y12, Y8, Y8")
				p("VPXOR Y8, Y%d, Y%d", i, i)
				p("VPXOR Y8, Y%d, Y%d", 4+i, 4+i)
			}
			storeLimbs(0, 4*half, k/2*2)
			if k == 1 {
				storeLimbs(4, 4*half, 1)
			}
		}
	}
	p("VZEROUPPER")
	p("RET")
}

// storeLimbs stores the limbs of four numbers, whose words are in four registers, as
// number k of affine points of q. The last is negated if the digit is negative.
func storeLimbs(words, point, k int) {
	for i := range 5 {
		shift := 51 * i % 64 // of the first of the words that have the limb
		if low := words + 51*i/64; shift == 0 {
			p("VPAND Y15, Y%d, Y8", low)
		} else {
			p("VPSRLQ $%d, Y%d, Y8", shift, low)
			if i < 4 {
				p("VPSLLQ $%d, Y%d, Y9", 64-shift, low+1)
				p("VPOR Y9, Y8, Y8")
			}
			p("VPAND Y15, Y8, Y8")
		}
		if k == 2 { // 2p − 2dxy
			p("VPBROADCASTQ twiceP<>+%d(SB), Y9", min(8*i, 8))
			p("VPSUBQ Y8, Y9, Y9")
			p("VPXOR Y8, Y9, Y9")
			p("VPAND Y12, Y9, Y9")
			p("VPXOR Y9, Y8, Y8")
		}
		at := 120*point + 40*k + 8*i
		p("VMOVQ X8, %d(DI)", at)
		p("VMOVHPS X8, %d(DI)", at+120)
		p("VEXTRACTI128 $1, Y8, X8")
		p("VMOVQ X8, %d(DI)", at+240)
		p("VMOVHPS X8, %d(DI)", at+360)
	}
}
