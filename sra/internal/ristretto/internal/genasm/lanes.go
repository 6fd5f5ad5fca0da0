package main

import "fmt"

// A number in lanes is eight numbers mod 2²⁵⁵ − 19 in five limbs of 51 bits, each limb the
// same register's or memory's eight words. Bounds of limbs are given in lanes_amd64.go.
//
// Registers: Z0 … Z19 are what product and square compute with, and square with Z25 too; Z20 …
// Z24 and Z25 … Z29 are the factors. Z30 is 2⁵¹ − 1, and Z31 is 19.
const (
	result = 0
	first  = 20
	second = 25
)

const laneSize = 5 * 64 // bytes

func lanes() {
	p("")
	constant("limb", 1<<51-1)
	constant("nineteen", 19)
	constant("one", 1)
	// 2p, and 1024·p: the lowest limb, and the others.
	constant("two", 1<<52-38, 1<<52-2)
	constant("many", 1<<61-19<<10, 1<<61-1<<10)
	laneProduct()
	laneSquare()
	laneMul()
	laneSquareTimes()
	laneSum("laneAdd", false)
	laneSum("laneSub", true)
	laneReduce()
	laneDouble()
	laneAddPoints("laneAddAffine", true)
	laneAddPoints("laneAddCached", false)
	lanePick()
	laneLookup()
	lanePickOdd()
	laneStoreOdd()
}

// constant declares words of 64 bits.
func constant(name string, words ...uint64) {
	for i, w := range words {
		p("DATA %s<>+%d(SB)/8, $%#x", name, 8*i, w)
	}
	p("GLOBL %s<>(SB), RODATA|NOPTR, $%d", name, 8*len(words))
}

// broadcast sets a register to a word of a constant in all lanes.
func broadcast(name string, word, register int) {
	p("VPBROADCASTQ %s<>+%d(SB), Z%d", name, 8*word, register)
}

func constants() {
	broadcast("limb", 0, 30)
	broadcast("nineteen", 0, 31)
}

// Numbers in memory, at an offset from a register.

func load(n number, z int) {
	for i := range 5 {
		p("VMOVDQU64 %s, Z%d", n.lane(i), z+i)
	}
}

func save(z int, n number) {
	for i := range 5 {
		p("VMOVDQU64 Z%d, %s", z+i, n.lane(i))
	}
}

func (n number) lane(i int) string { return fmt.Sprintf("%d(%s)", n.offset+64*i, n.register) }

// plus returns the number i places after n.
func (n number) plus(i int) number { return number{n.register, n.offset + i*laneSize} }

// add sets z to a + b, without a carry, as subtract sets it to a − b and a constant multiple
// of 2²⁵⁵ − 19.
func add(a, b, z int) {
	for i := range 5 {
		p("VPADDQ Z%d, Z%d, Z%d", b+i, a+i, z+i)
	}
}

func subtract(multiple string, a, b, z int) {
	for i := range 5 {
		p("VPADDQ.BCST %s<>+%d(SB), Z%d, Z%d", multiple, min(8*i, 8), a+i, z+i)
		p("VPSUBQ Z%d, Z%d, Z%d", b+i, z+i, z+i)
	}
}

// carry carries from each limb of z to the next, once. It overwrites the five registers from t.
func carry(z, t int) {
	for i := range 5 {
		p("VPSRLQ $51, Z%d, Z%d", z+i, t+i)
	}
	for i := range 5 {
		p("VPANDQ Z30, Z%d, Z%d", z+i, z+i)
	}
	for i := range 4 {
		p("VPADDQ Z%d, Z%d, Z%d", t+i, z+i+1, z+i+1)
	}
	p("VPMADD52LUQ Z31, Z%d, Z%d", t+4, z)
}

// fold sets Z0 … Z4 to columns 0 to 4 of ten, with 19 times those five above. Column k is what is
// in register once[k] and twice what is in twice[k], if not −1. It overwrites them, and Z19.
func fold(once, twice [10]int) {
	plus := func(a, b int) { p("VPADDQ Z%d, Z%d, Z%d", b, a, a) }
	for k := range 5 {
		above := twice[k+5]
		plus(above, above)
		if once[k+5] >= 0 {
			plus(above, once[k+5])
		}
		// once + 2·twice + 19·above = once + above + 2·(twice + above + 8·above)
		p("VPSLLQ $3, Z%d, Z19", above)
		t := twice[k]
		if t < 0 {
			t = 19
		} else {
			plus(t, 19)
		}
		plus(t, above)
		plus(t, t)
		if once[k] < 0 {
			p("VPADDQ Z%d, Z%d, Z%d", t, above, k)
			continue
		}
		plus(once[k], above)
		p("VPADDQ Z%d, Z%d, Z%d", t, once[k], k)
	}
}

func localFunction(name, comment string) {
	p("")
	p("// %s", comment)
	p("TEXT %s<>(SB), NOSPLIT|NOFRAME, $0-0", name)
}

// laneProduct has column k of the low halves of products in Zk, and that of the high halves,
// which count twice in it as their weight is 2⁵², in Z(8+k).
func laneProduct() {
	localFunction("product", "Z0 … Z4 = the columns of the product of Z20 … Z24 and Z25 … Z29")
	for i := range 18 {
		zero(i)
	}
	for i := range 5 {
		for j := range 5 {
			p("VPMADD52LUQ Z%d, Z%d, Z%d", second+j, first+i, i+j)
		}
		for j := range 5 {
			p("VPMADD52HUQ Z%d, Z%d, Z%d", second+j, first+i, 8+i+j+1)
		}
	}
	fold([10]int{0, 1, 2, 3, 4, 5, 6, 7, 8, -1}, [10]int{-1, 9, 10, 11, 12, 13, 14, 15, 16, 17})
	p("RET")
}

func zero(z int) { p("VPXORQ Z%d, Z%d, Z%d", z, z, z) }

// laneSquare computes the products of different limbs once. Columns are a sum of what counts
// once, the low halves of squares; twice, the low halves of the others and the high halves of
// squares; and four times.
func laneSquare() {
	localFunction("square", "Z0 … Z4 = the columns of the square of Z20 … Z24")
	once := [10]int{0, -1, 2, -1, 4, -1, 6, -1, 8, -1}
	twice := [10]int{-1, 1, 9, 3, 10, 5, 11, 7, 18, 12}
	fourTimes := [10]int{-1, -1, 13, 14, 15, 16, 17, 25, 18, -1}
	for _, columns := range [][10]int{once, twice, fourTimes} {
		for _, r := range columns {
			if r >= 0 {
				zero(r)
			}
		}
	}
	for i := range 5 {
		for j := i; j < 5; j++ {
			k, low, high := i+j, twice, fourTimes
			if i == j {
				low, high = once, twice
			}
			p("VPMADD52LUQ Z%d, Z%d, Z%d", first+j, first+i, low[k])
			p("VPMADD52HUQ Z%d, Z%d, Z%d", first+j, first+i, high[k+1])
		}
	}
	for k, r := range fourTimes {
		if r >= 0 {
			p("VPADDQ Z%d, Z%d, Z%d", r, r, r)
			if twice[k] != r {
				p("VPADDQ Z%d, Z%d, Z%d", r, twice[k], twice[k])
			}
		}
	}
	fold(once, twice)
	p("RET")
}

// multiplyLanes sets z to the product of Z20 … Z24 and Z25 … Z29, reduced.
func multiplyLanes(z number) {
	p("CALL product<>(SB)")
	carry(result, 5)
	save(result, z)
}

func begin(signature, name string, frame, arguments int) {
	p("")
	p("// func %s%s", name, signature)
	p("TEXT ·%s(SB), 0, $%d-%d", name, frame, arguments)
}

func end() {
	p("VZEROUPPER")
	p("RET")
}

func laneMul() {
	begin("(z, a, b *laneFe)", "laneMul", 8, 24)
	p("MOVQ z+0(FP), DI")
	p("MOVQ a+8(FP), SI")
	p("MOVQ b+16(FP), DX")
	constants()
	load(number{"SI", 0}, first)
	load(number{"DX", 0}, second)
	multiplyLanes(number{"DI", 0})
	end()
}

func laneSquareTimes() {
	begin("(z, a *laneFe, n int)", "laneSquareTimes", 8, 24)
	p("MOVQ z+0(FP), DI")
	p("MOVQ a+8(FP), SI")
	p("MOVQ n+16(FP), CX")
	constants()
	load(number{"SI", 0}, first)
	p("squareLoop:")
	p("CALL square<>(SB)")
	carry(result, 5)
	for i := range 5 {
		p("VMOVDQA64 Z%d, Z%d", result+i, first+i)
	}
	p("DECQ CX")
	p("JNZ squareLoop")
	save(first, number{"DI", 0})
	end()
}

func laneSum(name string, difference bool) {
	begin("(z, a, b *laneFe)", name, 8, 24)
	p("MOVQ z+0(FP), DI")
	p("MOVQ a+8(FP), SI")
	p("MOVQ b+16(FP), DX")
	constants()
	load(number{"SI", 0}, first)
	load(number{"DX", 0}, second)
	if difference {
		subtract("two", first, second, result)
	} else {
		add(first, second, result)
	}
	carry(result, 5)
	save(result, number{"DI", 0})
	end()
}

// laneReduce adds 19, and what comes out at the top once more, if 2²⁵⁵ or more comes out.
func laneReduce() {
	begin("(z, a *laneFe)", "laneReduce", 8, 16)
	p("MOVQ z+0(FP), DI")
	p("MOVQ a+8(FP), SI")
	constants()
	load(number{"SI", 0}, 0)
	p("VPADDQ Z31, Z0, Z5")
	p("VPSRLQ $51, Z5, Z5")
	for i := 1; i < 5; i++ {
		p("VPADDQ Z%d, Z5, Z5", i)
		p("VPSRLQ $51, Z5, Z5")
	}
	p("VPMADD52LUQ Z31, Z5, Z0")
	for i := range 5 {
		if i < 4 {
			p("VPSRLQ $51, Z%d, Z5", i)
			p("VPADDQ Z5, Z%d, Z%d", i+1, i+1)
		}
		p("VPANDQ Z30, Z%d, Z%d", i, i)
	}
	save(0, number{"DI", 0})
	end()
}

// scratch sets R8 to the first place of the frame that is aligned to 64 bytes: a load that
// crosses a cache line takes two. The frame has room for n numbers.
func scratch() number {
	p("LEAQ 63(SP), R8")
	p("ANDQ $-64, R8")
	return number{"R8", 0}
}

func frame(n int) int { return n*laneSize + 64 + 8 }

// complete sets p to the point that E, F, G, H in memory stand for: X = E·F, Y = G·H,
// Z = F·G, T = E·H.
func complete(point, e, f, g, h number) {
	load(e, first)
	load(f, second)
	multiplyLanes(point)
	load(g, first)
	multiplyLanes(point.plus(2))
	load(h, second)
	multiplyLanes(point.plus(1))
}

func laneDouble() {
	begin("(p *lanePoint, n int)", "laneDouble", frame(5), 16)
	s := scratch()
	e, f, g, h, difference := s, s.plus(1), s.plus(2), s.plus(3), s.plus(4)
	p("MOVQ p+0(FP), DI")
	p("MOVQ n+8(FP), CX")
	constants()
	x := number{"DI", 0}
	y, z, t := x.plus(1), x.plus(2), x.plus(3)
	p("doubleLoop:")
	load(x, first)
	load(y, second)
	p("CALL product<>(SB)")
	add(result, result, result)
	carry(result, 5)
	save(result, e) // 2XY
	p("CALL square<>(SB)")
	save(result, g) // X²
	load(y, first)
	p("CALL square<>(SB)")
	load(g, 5)
	add(result, 5, 10)
	carry(10, 15)
	save(10, h) // Y² + X²
	subtract("many", 5, result, 10)
	save(10, difference) // X² − Y²
	subtract("many", result, 5, 10)
	carry(10, 15)
	save(10, g) // Y² − X²
	load(z, first)
	p("CALL square<>(SB)")
	add(result, result, result)
	load(difference, 5)
	add(result, 5, result)
	carry(result, 5)
	save(result, f) // 2Z² − G
	complete(x, e, f, g, h)
	p("DECQ CX")
	p("JNZ doubleLoop")
	load(e, first)
	multiplyLanes(t) // the doublings before don't need it
	end()
}

// laneAddPoints writes the addition of a point of four numbers, or of three if it is affine.
func laneAddPoints(name string, affine bool) {
	kind := "laneCached"
	if affine {
		kind = "laneAffine"
	}
	begin("(p *lanePoint, q *"+kind+")", name, frame(4), 16)
	s := scratch()
	e, f, g, h := s, s.plus(1), s.plus(2), s.plus(3)
	p("MOVQ p+0(FP), DI")
	p("MOVQ q+8(FP), SI")
	constants()
	x, q := number{"DI", 0}, number{"SI", 0}
	y, z, t := x.plus(1), x.plus(2), x.plus(3)
	load(y, 0)
	load(x, 5)
	subtract("two", 0, 5, first)
	add(0, 5, 10)
	carry(10, 15)
	save(10, h) // Y + X
	carry(first, 15)
	load(q.plus(1), second)
	p("CALL product<>(SB)")
	save(result, e)
	load(h, first)
	load(q, second)
	p("CALL product<>(SB)")
	load(e, 5)
	add(result, 5, 10)
	carry(10, 15)
	save(10, h)
	subtract("many", result, 5, 10)
	carry(10, 15)
	save(10, e)
	if !affine {
		load(z, first)
		load(q.plus(3), second)
		p("CALL product<>(SB)")
		save(result, f)
	}
	load(t, first)
	load(q.plus(2), second)
	p("CALL product<>(SB)")
	if affine {
		load(z, 5)
		add(5, 5, 5)
	} else {
		load(f, 5)
	}
	add(result, 5, 10)
	carry(10, 15)
	save(10, g)
	subtract("many", 5, result, 10)
	carry(10, 15)
	save(10, f)
	complete(x, e, f, g, h)
	load(e, first)
	multiplyLanes(t)
	end()
}

// digitsOf sets Z15 to the sizes of eight digits, K1 and K2 to those that are negative and
// those that are 0.
func digitsOf() {
	p("VPMOVSXBQ (AX), Z15")
	zero(16)
	p("VPCMPQ $1, Z16, Z15, K1 // less")
	p("VPCMPEQQ Z16, Z15, K2")
	p("VPABSQ Z15, Z15")
}

// signed makes multiples of what is in Z0 … Z14: of those that K2 has 0, which is (1, 1, 0),
// and of those that K1 has the negative.
func signed() {
	broadcast("one", 0, 16)
	p("VMOVDQA64 Z16, K2, Z0")
	p("VMOVDQA64 Z16, K2, Z5")
	negatives()
}

// negatives makes (y − x, y + x, 2p − 2dxy) of what is in Z0 … Z14, in the lanes that K1 has.
func negatives() {
	for i := range 5 {
		p("VMOVDQA64 Z%d, Z16", i)
		p("VMOVDQA64 Z%d, K1, Z%d", 5+i, i)
		p("VMOVDQA64 Z16, K1, Z%d", 5+i)
		broadcast("two", min(i, 1), 17)
		p("VPSUBQ Z%d, Z17, K1, Z%d", 10+i, 10+i)
	}
}

func saveAffine() {
	for i := range 3 {
		save(5*i, number{"DI", 0}.plus(i))
	}
}

// lanePick applies masks to registers, not to loads: whether those skip what they needn't read
// is up to the processor.
func lanePick() {
	p("")
	p("// Every entry is read.")
	begin("(q *laneAffine, entries *laneAffine, n int, digits *[8]int8)", "lanePick", 0, 32)
	p("MOVQ q+0(FP), DI")
	p("MOVQ entries+8(FP), SI")
	p("MOVQ n+16(FP), CX")
	p("MOVQ digits+24(FP), AX")
	digitsOf()
	broadcast("one", 0, 18)
	p("VMOVDQA64 Z18, Z17 // the number of the entry")
	for i := range 15 {
		zero(i)
	}
	p("pickLoop:")
	p("VPCMPEQQ Z15, Z17, K3")
	p("VPADDQ Z18, Z17, Z17")
	p("VPTERNLOGQ.Z $0xff, Z19, Z19, K3, Z19 // all ones in the lanes that take this entry")
	for i := range 15 {
		p("VPTERNLOGQ $0xf8, %d(SI), Z19, Z%d // |= entry & Z19", 64*i, i)
	}
	p("ADDQ $%d, SI", 3*laneSize)
	p("DECQ CX")
	p("JNZ pickLoop")
	signed()
	saveAffine()
	end()
}

// laneLookup has the 64 entries' words of a limb in eight registers. VPERMI2Q picks from two of
// them by the low 4 bits of a number, and the two bits above choose among the results.
func laneLookup() {
	p("")
	p("// Every entry is read.")
	begin("(q *laneAffine, entries *[15][64]uint64, digits *[8]int8)", "laneLookup", 0, 24)
	p("MOVQ q+0(FP), DI")
	p("MOVQ entries+8(FP), SI")
	p("MOVQ digits+16(FP), AX")
	digitsOf()
	broadcast("one", 0, 16)
	p("VPSUBQ Z16, Z15, Z15 // entry 0 is that of 1; where the digit is 0, any will do")
	p("KNOTW K2, K5")
	for i, bit := range []int{16, 32} {
		p("VPSLLQ $%d, Z16, Z17", 4+i)
		p("VPTESTMQ Z17, Z15, K%d // %d", 3+i, bit)
	}
	for i := range 15 {
		for k := range 4 {
			p("VMOVDQA64 Z15, Z%d", 20+k)
			p("VMOVDQU64 %d(SI), Z%d", 512*i+128*k, 24+k)
			p("VPERMI2Q %d(SI), Z%d, Z%d", 512*i+128*k+64, 24+k, 20+k)
		}
		p("VMOVDQA64 Z21, K3, Z20")
		p("VMOVDQA64 Z23, K3, Z22")
		p("VMOVDQA64 Z22, K4, Z20")
		p("VMOVDQA64.Z Z20, K5, Z%d", i)
	}
	signed()
	saveAffine()
	end()
}

// transpose sets Z(to) … Z(to+7) to the words of Z16 … Z23: word i of register l is word l of
// register i. It overwrites these and Z24 … Z31.
func transpose(to int) {
	for i := 0; i < 8; i += 2 {
		p("VPUNPCKLQDQ Z%d, Z%d, Z%d", 16+i+1, 16+i, 24+i)
		p("VPUNPCKHQDQ Z%d, Z%d, Z%d", 16+i+1, 16+i, 24+i+1)
	}
	for i := range 2 { // words 0, 4, 2, 6 and then 1, 5, 3, 7
		for k, lanes := range []int{0x88, 0xdd} {
			p("VSHUFI64X2 $%#x, Z%d, Z%d, Z16", lanes, 26+i, 24+i)
			p("VSHUFI64X2 $%#x, Z%d, Z%d, Z17", lanes, 30+i, 28+i)
			p("VSHUFI64X2 $0x88, Z17, Z16, Z%d", to+i+2*k)
			p("VSHUFI64X2 $0xdd, Z17, Z16, Z%d", to+i+2*k+4)
		}
	}
}

func lanePickOdd() {
	begin("(q *laneAffine, entries *oddEntry, codes *[8]uint32)", "lanePickOdd", 0, 24)
	p("MOVQ q+0(FP), DI")
	p("MOVQ entries+8(FP), SI")
	p("MOVQ codes+16(FP), AX")
	for lane := range 8 {
		p("MOVL %d(AX), R%d", 4*lane, 8+lane)
		p("ANDQ $-%d, R%d", oddSize, 8+lane)
	}
	for half := range 2 {
		for lane := range 8 {
			p("VMOVDQU64 %d(SI)(R%d*1), Z%d", 64*half, 8+lane, 16+lane)
		}
		transpose(8 * half)
	}
	p("VPMOVZXDQ (AX), Z16")
	broadcast("one", 0, 17)
	p("VPTESTMQ Z17, Z16, K1")
	negatives()
	saveAffine()
	end()
}

// oddSize is the length of an oddEntry.
const oddSize = 16 * 8

func laneStoreOdd() {
	begin("(entries *oddEntry, n int, q *laneAffine)", "laneStoreOdd", 0, 24)
	p("MOVQ entries+0(FP), DI")
	p("MOVQ n+8(FP), CX")
	p("MOVQ q+16(FP), SI")
	p("SHLQ $7, CX // the distance of two points' entries, in bytes")
	for half := range 2 {
		for i := range 8 {
			if limb := 8*half + i; limb < 15 {
				p("VMOVDQU64 %d(SI), Z%d", 64*limb, 16+i)
			} else {
				zero(16 + i)
			}
		}
		transpose(8 * half)
	}
	for lane := range 8 {
		p("VMOVDQU64 Z%d, (DI)", lane)
		p("VMOVDQU64 Z%d, 64(DI)", 8+lane)
		p("ADDQ CX, DI")
	}
	end()
}
