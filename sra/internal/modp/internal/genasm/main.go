// Command genasm writes the assembly of package modp: arithmetic on eight numbers at
// once with the instructions of AVX-512 IFMA.
package main

import (
	"github.com/squaredeal/squaredeal/sra/internal/asm"
)

// A number is `blocks` blocks of B digits of 52 bits. A block of one factor, A, stays
// in registers while those of the other pass by: Z0 … Z19 are the accumulator, the sums
// of 2·B columns; Z20 … Z29 are A.
const B = 10

const blockSize = 64 * B // bytes: a digit of eight numbers takes 64

var p = asm.P // writes a line

func main() {
	asm.Main(func() {
		multiplyBlocks()
		multiplyTriangle()
		solve("solve", false)
		solve("solveOnes", true)
		mul8()
		sqr8()
		pick8()
		lookup8()
	})
}

func local(name, comment string) {
	p("")
	p("// %s", comment)
	p("TEXT %s<>(SB), NOSPLIT|NOFRAME, $0-0", name)
}

// exported begins a function of Go, with its frame of 8 bytes, for calls.
func exported(signature, name string, arguments int) {
	p("")
	p("// func %s%s", name, signature)
	p("TEXT ·%s(SB), NOSPLIT, $8-%d", name, arguments)
}

func loadA() {
	for i := range B {
		p("VMOVDQU64 %d(R11), Z%d", 64*i, 20+i)
	}
}

// multiplyBlocks adds the product of two blocks to the accumulator. A digit of the product
// of two digits goes to the column of their places' sum, or to the next one.
func multiplyBlocks() {
	local("multiplyBlocks", "accumulator += A·b, for the blocks at R11 and R12.")
	loadA()
	for j := range B {
		p("VMOVDQU64 %d(R12), Z30", 64*j)
		for i := range B {
			p("VPMADD52LUQ Z30, Z%d, Z%d", 20+i, i+j)
		}
		for i := range B {
			p("VPMADD52HUQ Z30, Z%d, Z%d", 20+i, i+j+1)
		}
	}
	p("RET")
}

// multiplyTriangle does what multiplyBlocks does for the products of different digits of one
// block, each once: they count twice in the square, as sqr8 sees to.
func multiplyTriangle() {
	local("multiplyTriangle", "accumulator += the products of every two digits of the block at R11.")
	loadA()
	for j := 1; j < B; j++ {
		for i := range j {
			p("VPMADD52LUQ Z%d, Z%d, Z%d", 20+j, 20+i, i+j)
		}
		for i := range j {
			p("VPMADD52HUQ Z%d, Z%d, Z%d", 20+j, 20+i, i+j+1)
		}
	}
	p("RET")
}

// solve finds the next B digits of the multiple of the modulus that makes the lower columns
// vanish, and adds their product with the modulus's lowest block. If −1/m mod 2^52 is 1
// for all moduli, a digit is the column itself, and their lowest digit is 2^52−1.
func solve(name string, ones bool) {
	comment := "The block of q at R12: so that accumulator + q·m, m at CX, is 0 in its lower half. Z31 is 2^52−1."
	if !ones {
		comment += " Z28 is −1/m mod 2^52."
	}
	local(name, comment)
	for i := range B {
		// The column's carry goes to the next column, and the column is done.
		if ones {
			p("VPANDQ Z31, Z%d, Z30", i)
			// column + q·(2^52−1): the low half is 0, the high half (column>>52) + q − 0.
			p("VPSRLQ $52, Z%d, Z29", i)
			p("VPADDQ Z30, Z29, Z29")
			p("VPADDQ Z29, Z%d, Z%d", i+1, i+1)
		} else {
			p("VPXORQ Z30, Z30, Z30")
			p("VPMADD52LUQ Z28, Z%d, Z30", i)
			p("VPMADD52LUQ 0(CX), Z30, Z%d", i)
			p("VPMADD52HUQ 0(CX), Z30, Z%d", i+1)
			p("VPSRLQ $52, Z%d, Z29", i)
			p("VPADDQ Z29, Z%d, Z%d", i+1, i+1)
		}
		p("VMOVDQU64 Z30, %d(R12)", 64*i)
		for j := 1; j < B; j++ {
			p("VPMADD52LUQ %d(CX), Z30, Z%d", 64*j, i+j)
		}
		for j := 1; j < B; j++ {
			p("VPMADD52HUQ %d(CX), Z30, Z%d", 64*j, i+j+1)
		}
	}
	p("RET")
}

// shift makes the upper half of the accumulator the lower one.
func shift() {
	for i := range B {
		p("VMOVDQA64 Z%d, Z%d", i+B, i)
		p("VPXORQ Z%d, Z%d, Z%d", i+B, i+B, i+B)
	}
}

func zero() {
	for i := range 2 * B {
		p("VPXORQ Z%d, Z%d, Z%d", i, i, i)
	}
}

func label(name string) { p("%s:", name) }

// address sets a register to the address of a block: base + index·blockSize. It may be
// the same as the index's, not the same as the base's.
func address(register, base, index string) {
	p("IMUL3Q $%d, %s, %s", blockSize, index, register)
	p("ADDQ %s, %s", base, register)
}

// pairs calls multiplyBlocks R13 times, with the next block at R11 and the one before at
// R12 each time.
func pairs(name string) {
	p("TESTQ R13, R13")
	p("JZ %sDone", name)
	label(name)
	p("CALL multiplyBlocks<>(SB)")
	p("ADDQ $%d, R11", blockSize)
	p("SUBQ $%d, R12", blockSize)
	p("DECQ R13")
	p("JNZ %s", name)
	label(name + "Done")
}

// reduceLow is column block R10 of the reduction, of the lower half: it adds q·m of the
// blocks that are known, solves for the next block, and shifts.
func reduceLow(name string) {
	p("// q[0 … d−1]·m[d … 1], and the next block of q")
	p("MOVQ R8, R11")
	address("R12", "CX", "R10")
	p("MOVQ R10, R13")
	pairs(name + "KnownLow")
	p("MOVQ $0xfffffffffffff, AX")
	p("VPBROADCASTQ AX, Z31")
	address("R12", "R8", "R10")
	p("TESTQ BX, BX")
	p("JNZ %sGeneral", name)
	p("CALL solveOnes<>(SB)")
	p("JMP %sSolved", name)
	label(name + "General")
	p("VMOVDQU64 (BX), Z28")
	p("CALL solve<>(SB)")
	label(name + "Solved")
	shift()
}

// reduceHigh is column block blocks+R10, of the upper half: it adds q·m.
func reduceHigh(name string) {
	p("// q[d+1 … blocks−1]·m[blocks−1 … d+1]")
	highPairs(name+"KnownHigh", "R8", "CX")
}

// highPairs adds the products of the blocks R10+1 … blocks−1 of one number with those of
// another, from its last one down.
func highPairs(name, a, b string) {
	p("LEAQ 1(R10), R11")
	address("R11", a, "R11")
	p("LEAQ -1(R9), R12")
	p("MOVQ R12, R13")
	p("SUBQ R10, R13")
	address("R12", b, "R12")
	pairs(name)
}

// carry writes the lower half of the accumulator as B digits to R12. The carry beyond
// is kept at R14.
func carry() {
	p("MOVQ $0xfffffffffffff, AX")
	p("VPBROADCASTQ AX, Z31")
	p("VMOVDQU64 (R14), Z30")
	for i := range B {
		p("VPADDQ Z30, Z%d, Z29", i)
		p("VPANDQ Z31, Z29, Z28")
		p("VPSRLQ $52, Z29, Z30")
		p("VMOVDQU64 Z28, %d(R12)", 64*i)
	}
	p("VMOVDQU64 Z30, (R14)")
}

func mul8() {
	p("")
	p("// The columns of a·b + q·m, a block at a time; the lower ones, made 0, first.")
	exported("(r, a, b, m, k0, scratch *uint64, blocks int)", "mul8", 56)
	p("MOVQ r+0(FP), DI")
	p("MOVQ a+8(FP), SI")
	p("MOVQ b+16(FP), DX")
	p("MOVQ m+24(FP), CX")
	p("MOVQ k0+32(FP), BX")
	p("MOVQ scratch+40(FP), R8 // q, the carry, the result")
	p("MOVQ blocks+48(FP), R9")
	address("R14", "R8", "R9")
	zero()
	p("VMOVDQU64 Z0, (R14)")
	p("XORQ R10, R10 // d")
	label("mulLow")
	p("// a[0 … d]·b[d … 0]")
	p("MOVQ SI, R11")
	address("R12", "DX", "R10")
	p("LEAQ 1(R10), R13")
	pairs("mulLowProducts")
	reduceLow("mul")
	p("INCQ R10")
	p("CMPQ R10, R9")
	p("JLT mulLow")
	p("XORQ R10, R10 // d − blocks")
	label("mulHigh")
	p("// a[d+1 … blocks−1]·b[blocks−1 … d+1]")
	highPairs("mulHighProducts", "SI", "DX")
	reduceHigh("mul")
	address("R12", "R14", "R10")
	p("ADDQ $64, R12")
	carry()
	shift()
	p("INCQ R10")
	p("CMPQ R10, R9")
	p("JLT mulHigh")
	p("// r may be a or b, which have been needed to the end.")
	p("IMUL3Q $%d, R9, R13", B)
	p("LEAQ 64(R14), R11")
	label("mulCopy")
	p("VMOVDQU64 (R11), Z0")
	p("VMOVDQU64 Z0, (DI)")
	p("ADDQ $64, R11")
	p("ADDQ $64, DI")
	p("DECQ R13")
	p("JNZ mulCopy")
	p("VZEROUPPER")
	p("RET")
}

func sqr8() {
	p("")
	p("// The columns of a² first, with products of different digits computed once; then those of")
	p("// a² + q·m.")
	exported("(r, a, m, k0, scratch *uint64, blocks int)", "sqr8", 48)
	p("MOVQ r+0(FP), DI")
	p("MOVQ a+8(FP), SI")
	p("MOVQ m+16(FP), CX")
	p("MOVQ k0+24(FP), BX")
	p("MOVQ scratch+32(FP), R8 // q, the carry, the columns of a²")
	p("MOVQ blocks+40(FP), R9")
	address("R14", "R8", "R9")
	p("LEAQ 64(R14), DX // the columns")
	zero()
	p("VMOVDQU64 Z0, (R14)")
	p("XORQ R10, R10 // d")
	label("sqrColumns")
	p("// Pairs of blocks i < j, i + j = d: i from max(0, d−blocks+1), below d/2.")
	p("MOVQ R10, AX")
	p("SUBQ R9, AX")
	p("INCQ AX")
	p("XORQ R13, R13")
	p("CMPQ AX, $0")
	p("CMOVQLT R13, AX")
	p("LEAQ 1(R10), R13")
	p("SHRQ $1, R13")
	p("SUBQ AX, R13")
	p("MOVQ R10, R12")
	p("SUBQ AX, R12")
	address("R11", "SI", "AX")
	address("R12", "SI", "R12")
	pairs("sqrPairs")
	p("TESTQ $1, R10")
	p("JNZ sqrOdd")
	p("MOVQ R10, AX")
	p("SHRQ $1, AX")
	address("R11", "SI", "AX")
	p("CALL multiplyTriangle<>(SB)")
	label("sqrOdd")
	p("// Twice these, and the squares of the digits B·d/2 … B·d/2 + B/2 − 1.")
	address("R12", "DX", "R10")
	p("IMUL3Q $%d, R10, R11", blockSize/2)
	p("ADDQ SI, R11")
	for i := range B / 2 {
		p("VMOVDQU64 %d(R11), Z30", 64*i)
		p("VPADDQ Z%d, Z%d, Z28", 2*i, 2*i)
		p("VPADDQ Z%d, Z%d, Z29", 2*i+1, 2*i+1)
		p("VPMADD52LUQ Z30, Z30, Z28")
		p("VPMADD52HUQ Z30, Z30, Z29")
		p("VMOVDQU64 Z28, %d(R12)", 128*i)
		p("VMOVDQU64 Z29, %d(R12)", 128*i+64)
	}
	shift()
	p("INCQ R10")
	p("LEAQ (R9)(R9*1), AX")
	p("CMPQ R10, AX")
	p("JLT sqrColumns")

	zero()
	addColumns := func() {
		for i := range B {
			p("VPADDQ %d(DX), Z%d, Z%d", 64*i, i, i)
		}
		p("ADDQ $%d, DX", blockSize)
	}
	p("XORQ R10, R10")
	label("sqrLow")
	addColumns()
	reduceLow("sqr")
	p("INCQ R10")
	p("CMPQ R10, R9")
	p("JLT sqrLow")
	p("XORQ R10, R10")
	label("sqrHigh")
	addColumns()
	reduceHigh("sqr")
	address("R12", "DI", "R10")
	carry()
	shift()
	p("INCQ R10")
	p("CMPQ R10, R9")
	p("JLT sqrHigh")
	p("VZEROUPPER")
	p("RET")
}

// pick8 has the same pattern of accesses whatever the indices are: it reads every entry.
// A masked load would be shorter, and be faster on Zen 5. But what its mask leaves out
// isn't read, as a page that may not be read shows, and whether that can be told from
// outside is up to the processor. So entries are loaded whole, and the mask applied after.
func pick8() {
	p("")
	p("// r = table[index], for each of the eight numbers its own index. Every entry is read.")
	exported("(r, table, index *uint64, blocks, entries int)", "pick8", 40)
	p("MOVQ r+0(FP), DI")
	p("MOVQ table+8(FP), SI")
	p("MOVQ index+16(FP), AX")
	p("MOVQ blocks+24(FP), CX")
	p("MOVQ entries+32(FP), DX")
	p("VMOVDQU64 (AX), Z10")
	p("MOVQ $1, AX")
	p("VPBROADCASTQ AX, Z11")
	p("IMUL3Q $%d, CX, R9 // the size of an entry", blockSize)
	label("pickBlock")
	for i := range B {
		p("VPXORQ Z%d, Z%d, Z%d", i, i, i)
	}
	p("VPXORQ Z12, Z12, Z12 // the number of the entry")
	p("MOVQ SI, R10")
	p("MOVQ DX, R11")
	label("pickEntry")
	p("VPCMPEQQ Z10, Z12, K1")
	p("VPADDQ Z11, Z12, Z12")
	p("VPTERNLOGQ.Z $0xff, Z13, Z13, K1, Z13 // all ones in the lanes that take this entry")
	for i := range B {
		p("VPTERNLOGQ $0xf8, %d(R10), Z13, Z%d // |= entry & Z13", 64*i, i)
	}
	p("ADDQ R9, R10")
	p("DECQ R11")
	p("JNZ pickEntry")
	for i := range B {
		p("VMOVDQU64 Z%d, %d(DI)", i, 64*i)
	}
	p("ADDQ $%d, DI", blockSize)
	p("ADDQ $%d, SI", blockSize)
	p("DECQ CX")
	p("JNZ pickBlock")
	p("VZEROUPPER")
	p("RET")
}

// lookup8 takes eight entries of a table of 64 numbers that all lanes share. The table has
// the 64 values of a digit beside each other, in eight registers of eight; VPERMI2Q picks
// from two of them by the low 4 bits of an index, and the bits above choose among the
// results.
func lookup8() {
	p("")
	p("// r = table[index], for each of the eight numbers its own index below 64, of a table that")
	p("// they share: for each digit, the 64 entries'. Every entry is read.")
	exported("(r, table, index *uint64, digits int)", "lookup8", 32)
	p("MOVQ r+0(FP), DI")
	p("MOVQ table+8(FP), SI")
	p("MOVQ index+16(FP), AX")
	p("MOVQ digits+24(FP), CX")
	p("VMOVDQU64 (AX), Z8")
	for i, bit := range []int{16, 32} {
		p("MOVQ $%d, AX", bit)
		p("VPBROADCASTQ AX, Z9")
		p("VPTESTMQ Z9, Z8, K%d", i+1)
	}
	label("lookupDigit")
	for i := range 4 {
		p("VMOVDQU64 %d(SI), Z%d", 128*i, 4+i)
		p("VMOVDQA64 Z8, Z%d", i)
		p("VPERMI2Q %d(SI), Z%d, Z%d", 128*i+64, 4+i, i)
	}
	p("VMOVDQA64 Z1, K1, Z0")
	p("VMOVDQA64 Z3, K1, Z2")
	p("VMOVDQA64 Z2, K2, Z0")
	p("VMOVDQU64 Z0, (DI)")
	p("ADDQ $512, SI")
	p("ADDQ $64, DI")
	p("DECQ CX")
	p("JNZ lookupDigit")
	p("VZEROUPPER")
	p("RET")
}
