package main

// digitsOf sets Z15 to the sizes of eight digits, K1 and K2 to those that are negative and
// those that are 0.
func (w lanes) digitsOf() {
	w.Op("VPMOVSXBQ (AX), Z15")
	w.zero(16)
	w.Op("VPCMPQ $1, Z16, Z15, K1 // less")
	w.Op("VPCMPEQQ Z16, Z15, K2")
	w.Op("VPABSQ Z15, Z15")
}

// signed makes multiples of what is in Z0 … Z14: of those that K2 has 0, which is (1, 1, 0),
// and of those that K1 has the negative.
func (w lanes) signed() {
	w.broadcast("one", 0, 16)
	w.Op("VMOVDQA64 Z16, K2, Z0")
	w.Op("VMOVDQA64 Z16, K2, Z5")
	w.negatives()
}

// negatives makes (y − x, y + x, 2p − 2dxy) of what is in Z0 … Z14, in the lanes that K1 has.
func (w lanes) negatives() {
	for i := range 5 {
		w.Op("VMOVDQA64 Z%d, Z16", i)
		w.Op("VMOVDQA64 Z%d, K1, Z%d", 5+i, i)
		w.Op("VMOVDQA64 Z16, K1, Z%d", 5+i)
		w.broadcast("two", min(i, 1), 17)
		w.Op("VPSUBQ Z%d, Z17, K1, Z%d", 10+i, 10+i)
	}
}

func (w lanes) saveAffine() {
	for i := range 3 {
		w.save(5*i, number{"DI", 0}.plus(i))
	}
}

// lanePick applies masks to registers, not to loads: whether those skip what they needn't read
// is up to the processor.
func (w lanes) lanePick() {
	w.Line("")
	w.Comment("Every entry is read.")
	w.Func("lanePick(q *laneAffine, entries *laneAffine, n int, digits *[8]int8)", "0", 0)
	w.Op("MOVQ q+0(FP), DI")
	w.Op("MOVQ entries+8(FP), SI")
	w.Op("MOVQ n+16(FP), CX")
	w.Op("MOVQ digits+24(FP), AX")
	w.digitsOf()
	w.broadcast("one", 0, 18)
	w.Op("VMOVDQA64 Z18, Z17 // the number of the entry")
	for i := range 15 {
		w.zero(i)
	}
	w.Label("pickLoop")
	w.Op("VPCMPEQQ Z15, Z17, K3")
	w.Op("VPADDQ Z18, Z17, Z17")
	w.Op("VPTERNLOGQ.Z $0xff, Z19, Z19, K3, Z19 // all ones in the lanes that take this entry")
	for i := range 15 {
		w.Op("VPTERNLOGQ $0xf8, %d(SI), Z19, Z%d // |= entry & Z19", 64*i, i)
	}
	w.Op("ADDQ $%d, SI", 3*laneSize)
	w.Op("DECQ CX")
	w.Op("JNZ pickLoop")
	w.signed()
	w.saveAffine()
	w.EndAVX()
}

// laneLookup has the 64 entries' words of a limb in eight registers. VPERMI2Q picks from two of
// them by the low 4 bits of a number, and the two bits above choose among the results.
func (w lanes) laneLookup() {
	w.Line("")
	w.Comment("Every entry is read.")
	w.Func("laneLookup(q *laneAffine, entries *[15][64]uint64, digits *[8]int8)", "0", 0)
	w.Op("MOVQ q+0(FP), DI")
	w.Op("MOVQ entries+8(FP), SI")
	w.Op("MOVQ digits+16(FP), AX")
	w.digitsOf()
	w.broadcast("one", 0, 16)
	w.Op("VPSUBQ Z16, Z15, Z15 // entry 0 is that of 1; where the digit is 0, any will do")
	w.Op("KNOTW K2, K5")
	for i, bit := range []int{16, 32} {
		w.Op("VPSLLQ $%d, Z16, Z17", 4+i)
		w.Op("VPTESTMQ Z17, Z15, K%d // %d", 3+i, bit)
	}
	for i := range 15 {
		for k := range 4 {
			w.Op("VMOVDQA64 Z15, Z%d", 20+k)
			w.Op("VMOVDQU64 %d(SI), Z%d", 512*i+128*k, 24+k)
			w.Op("VPERMI2Q %d(SI), Z%d, Z%d", 512*i+128*k+64, 24+k, 20+k)
		}
		w.Op("VMOVDQA64 Z21, K3, Z20")
		w.Op("VMOVDQA64 Z23, K3, Z22")
		w.Op("VMOVDQA64 Z22, K4, Z20")
		w.Op("VMOVDQA64.Z Z20, K5, Z%d", i)
	}
	w.signed()
	w.saveAffine()
	w.EndAVX()
}

// transpose sets Z(to) … Z(to+7) to the words of Z16 … Z23: word i of register l is word l of
// register i. It overwrites these and Z24 … Z31.
func (w lanes) transpose(to int) {
	for i := 0; i < 8; i += 2 {
		w.Op("VPUNPCKLQDQ Z%d, Z%d, Z%d", 16+i+1, 16+i, 24+i)
		w.Op("VPUNPCKHQDQ Z%d, Z%d, Z%d", 16+i+1, 16+i, 24+i+1)
	}
	for i := range 2 { // words 0, 4, 2, 6 and then 1, 5, 3, 7
		for k, lanes := range []int{0x88, 0xdd} {
			w.Op("VSHUFI64X2 $%#x, Z%d, Z%d, Z16", lanes, 26+i, 24+i)
			w.Op("VSHUFI64X2 $%#x, Z%d, Z%d, Z17", lanes, 30+i, 28+i)
			w.Op("VSHUFI64X2 $0x88, Z17, Z16, Z%d", to+i+2*k)
			w.Op("VSHUFI64X2 $0xdd, Z17, Z16, Z%d", to+i+2*k+4)
		}
	}
}

func (w lanes) lanePickOdd() {
	w.Func("lanePickOdd(q *laneAffine, entries *oddEntry, codes *[8]uint32)", "0", 0)
	w.Op("MOVQ q+0(FP), DI")
	w.Op("MOVQ entries+8(FP), SI")
	w.Op("MOVQ codes+16(FP), AX")
	for lane := range 8 {
		w.Op("MOVL %d(AX), R%d", 4*lane, 8+lane)
		w.Op("ANDQ $-%d, R%d", oddSize, 8+lane)
	}
	for half := range 2 {
		for lane := range 8 {
			w.Op("VMOVDQU64 %d(SI)(R%d*1), Z%d", 64*half, 8+lane, 16+lane)
		}
		w.transpose(8 * half)
	}
	w.Op("VPMOVZXDQ (AX), Z16")
	w.broadcast("one", 0, 17)
	w.Op("VPTESTMQ Z17, Z16, K1")
	w.negatives()
	w.saveAffine()
	w.EndAVX()
}

// oddSize is the length of an oddEntry.
const oddSize = 16 * 8

func (w lanes) laneStoreOdd() {
	w.Func("laneStoreOdd(entries *oddEntry, n int, q *laneAffine)", "0", 0)
	w.Op("MOVQ entries+0(FP), DI")
	w.Op("MOVQ n+8(FP), CX")
	w.Op("MOVQ q+16(FP), SI")
	w.Op("SHLQ $7, CX // the distance of two points' entries, in bytes")
	for half := range 2 {
		for i := range 8 {
			if limb := 8*half + i; limb < 15 {
				w.Op("VMOVDQU64 %d(SI), Z%d", 64*limb, 16+i)
			} else {
				w.zero(16 + i)
			}
		}
		w.transpose(8 * half)
	}
	for lane := range 8 {
		w.Op("VMOVDQU64 Z%d, (DI)", lane)
		w.Op("VMOVDQU64 Z%d, 64(DI)", 8+lane)
		w.Op("ADDQ CX, DI")
	}
	w.EndAVX()
}
