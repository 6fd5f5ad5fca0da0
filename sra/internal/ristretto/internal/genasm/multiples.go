package main

import (
	"fmt"
)

// eightMultiples looks up eight digits at once: VPERMD has eight entries' words of 32 bits in
// a register, and picks one of them for each digit. So tables are transposed, eight entries at
// a time (arrange, in field_amd64.go). No instruction is of SSE: between those of AVX, one
// takes as long as ten multiplications.
func (w single) eightMultiples() {
	w.Func("eightMultiples(q *[8]affine, entries *entry, n int, digits *[8]int8)", "NOSPLIT", 18*32)
	w.Op("MOVQ q+0(FP), DI")
	w.Op("MOVQ digits+24(FP), AX")
	w.Op("VPMOVSXBD (AX), Y0")
	w.Op("VPERMQ $0xd8, Y0, Y0") // so that VPUNPCK leaves the order of the digits
	w.Op("VPSRAD $31, Y0, Y1")
	w.Op("VMOVDQU Y1, %s", digitSign)
	w.Op("VPABSD Y0, Y0")
	w.Op("VPXOR Y11, Y11, Y11")
	w.Op("VPCMPEQD Y11, Y0, Y1")
	w.Op("VPSRLD $31, Y1, Y1")
	w.Op("VMOVDQU Y1, %s", digitIsZero)
	w.Op("VPCMPEQD Y12, Y12, Y12")
	w.Op("VPADDD Y12, Y0, Y13") // the number of the entry; VPERMD takes it mod 8
	for k := range 3 {
		w.pickWords(k)
		for i := range 8 {
			w.Op("VMOVDQU Y%d, %s", i, word(8*(k%2)+i))
		}
		if k > 0 {
			w.storeNumbers(k)
		}
	}
	w.EndAVX()
}

// The frame has sixteen words of 32 bits of eight entries, and what is known of the eight digits.
var digitIsZero, digitSign = word(16), word(17)

func word(i int) string { return fmt.Sprintf("%d(SP)", 32*i) }

// pickWords picks the words 8·k … 8·k+7 of the entries that Y13 numbers, into Y0 … Y7.
func (w single) pickWords(k int) {
	w.Op("MOVQ entries+8(FP), SI")
	w.Op("MOVQ n+16(FP), CX")
	w.Op("VPXOR Y11, Y11, Y11")
	w.Op("VPCMPEQD Y12, Y12, Y12")
	w.Op("VPSRLD $3, Y13, Y14") // 0 when it is among the next eight
	for i := range 8 {
		w.Op("VPXOR Y%d, Y%d, Y%d", i, i, i)
	}
	w.Label(fmt.Sprint("loop", k))
	w.Op("VPCMPEQD Y11, Y14, Y15")
	w.Op("VPADDD Y12, Y14, Y14")
	for i := range 8 {
		w.Op("VPERMD %d(SI), Y13, Y8", 32*(8*k+i))
		w.Op("VPAND Y15, Y8, Y8")
		w.Op("VPOR Y8, Y%d, Y%d", i, i)
	}
	w.Op("ADDQ $%d, SI", 32*24)
	w.Op("SUBQ $8, CX")
	w.Op("JNZ loop%d", k)
	if k < 2 { // 0 is the entry 1, 1, 0
		w.Op("VPOR %s, Y0, Y0", digitIsZero)
	}
}

// storeNumbers stores what stands in the frame: two numbers of each entry, exchanged if the digit is
// negative; or, with k = 2, the third.
func (w single) storeNumbers(k int) {
	w.Op("VPBROADCASTQ mask<>(SB), Y15")
	for half, unpack := range []string{"VPUNPCKLDQ", "VPUNPCKHDQ"} {
		load := func(i, register int) {
			w.Op("VMOVDQU %s, Y%d", word(i), register)
			w.Op("%s %s, Y%d, Y%d", unpack, word(i+1), register, register)
		}
		w.Op("VMOVDQU %s, Y12", digitSign)
		w.Op("%s Y12, Y12, Y12", unpack)
		for i := range 4 {
			load(2*i, i)
			if k == 2 {
				continue
			}
			load(8+2*i, 4+i)
			w.Op("VPXOR Y%d, Y%d, Y8", i, 4+i)
			w.Op("VPAND Y12, Y8, Y8")
			w.Op("VPXOR Y8, Y%d, Y%d", i, i)
			w.Op("VPXOR Y8, Y%d, Y%d", 4+i, 4+i)
		}
		w.storeLimbs(0, 4*half, k/2*2)
		if k == 1 {
			w.storeLimbs(4, 4*half, 1)
		}
	}
}

// storeLimbs stores the limbs of four numbers, whose words are in four registers, as
// number k of affine points of q. The last is negated if the digit is negative.
func (w single) storeLimbs(words, point, k int) {
	for i := range 5 {
		shift := 51 * i % 64 // of the first of the words that have the limb
		if low := words + 51*i/64; shift == 0 {
			w.Op("VPAND Y15, Y%d, Y8", low)
		} else {
			w.Op("VPSRLQ $%d, Y%d, Y8", shift, low)
			if i < 4 {
				w.Op("VPSLLQ $%d, Y%d, Y9", 64-shift, low+1)
				w.Op("VPOR Y9, Y8, Y8")
			}
			w.Op("VPAND Y15, Y8, Y8")
		}
		if k == 2 { // 2p − 2dxy
			w.Op("VPBROADCASTQ twiceP<>+%d(SB), Y9", min(8*i, 8))
			w.Op("VPSUBQ Y8, Y9, Y9")
			w.Op("VPXOR Y8, Y9, Y9")
			w.Op("VPAND Y12, Y9, Y9")
			w.Op("VPXOR Y9, Y8, Y8")
		}
		at := 120*point + 40*k + 8*i
		w.Op("VMOVQ X8, %d(DI)", at)
		w.Op("VMOVHPS X8, %d(DI)", at+120)
		w.Op("VEXTRACTI128 $1, Y8, X8")
		w.Op("VMOVQ X8, %d(DI)", at+240)
		w.Op("VMOVHPS X8, %d(DI)", at+360)
	}
}
