package main

// pick8 has the same pattern of accesses whatever the indices are: it reads every entry.
// A masked load would be shorter, and be faster on Zen 5. But what its mask leaves out
// isn't read, as a page that may not be read shows, and whether that can be told from
// outside is up to the processor. So entries are loaded whole, and the mask applied after.
func (w lanes) pick8() {
	w.Line("")
	w.Comment("r = table[index], for each of the eight numbers its own index. Every entry is read.")
	w.Func("pick8(r, table, index *uint64, blocks, entries int)", "NOSPLIT", 8)
	w.Op("MOVQ r+0(FP), DI")
	w.Op("MOVQ table+8(FP), SI")
	w.Op("MOVQ index+16(FP), AX")
	w.Op("MOVQ blocks+24(FP), CX")
	w.Op("MOVQ entries+32(FP), DX")
	w.Op("VMOVDQU64 (AX), Z10")
	w.Op("MOVQ $1, AX")
	w.Op("VPBROADCASTQ AX, Z11")
	w.Op("IMUL3Q $%d, CX, R9 // the size of an entry", blockSize)
	w.Label("pickBlock")
	for i := range digits {
		w.Op("VPXORQ Z%d, Z%d, Z%d", i, i, i)
	}
	w.Op("VPXORQ Z12, Z12, Z12 // the number of the entry")
	w.Op("MOVQ SI, R10")
	w.Op("MOVQ DX, R11")
	w.Label("pickEntry")
	w.Op("VPCMPEQQ Z10, Z12, K1")
	w.Op("VPADDQ Z11, Z12, Z12")
	w.Op("VPTERNLOGQ.Z $0xff, Z13, Z13, K1, Z13 // all ones in the lanes that take this entry")
	for i := range digits {
		w.Op("VPTERNLOGQ $0xf8, %d(R10), Z13, Z%d // |= entry & Z13", 64*i, i)
	}
	w.Op("ADDQ R9, R10")
	w.Op("DECQ R11")
	w.Op("JNZ pickEntry")
	for i := range digits {
		w.Op("VMOVDQU64 Z%d, %d(DI)", i, 64*i)
	}
	w.Op("ADDQ $%d, DI", blockSize)
	w.Op("ADDQ $%d, SI", blockSize)
	w.Op("DECQ CX")
	w.Op("JNZ pickBlock")
	w.EndAVX()
}

// lookup8 takes eight entries of a table of 64 numbers that all lanes share. The table has
// the 64 values of a digit beside each other, in eight registers of eight; VPERMI2Q picks
// from two of them by the low 4 bits of an index, and the bits above choose among the
// results.
func (w lanes) lookup8() {
	w.Line("")
	w.Comment("r = table[index], for each of the eight numbers its own index below 64, of a table that")
	w.Comment("they share: for each digit, the 64 entries'. Every entry is read.")
	w.Func("lookup8(r, table, index *uint64, digits int)", "NOSPLIT", 8)
	w.Op("MOVQ r+0(FP), DI")
	w.Op("MOVQ table+8(FP), SI")
	w.Op("MOVQ index+16(FP), AX")
	w.Op("MOVQ digits+24(FP), CX")
	w.Op("VMOVDQU64 (AX), Z8")
	for i, bit := range []int{16, 32} {
		w.Op("MOVQ $%d, AX", bit)
		w.Op("VPBROADCASTQ AX, Z9")
		w.Op("VPTESTMQ Z9, Z8, K%d", i+1)
	}
	w.Label("lookupDigit")
	for i := range 4 {
		w.Op("VMOVDQU64 %d(SI), Z%d", 128*i, 4+i)
		w.Op("VMOVDQA64 Z8, Z%d", i)
		w.Op("VPERMI2Q %d(SI), Z%d, Z%d", 128*i+64, 4+i, i)
	}
	w.Op("VMOVDQA64 Z1, K1, Z0")
	w.Op("VMOVDQA64 Z3, K1, Z2")
	w.Op("VMOVDQA64 Z2, K2, Z0")
	w.Op("VMOVDQU64 Z0, (DI)")
	w.Op("ADDQ $512, SI")
	w.Op("ADDQ $64, DI")
	w.Op("DECQ CX")
	w.Op("JNZ lookupDigit")
	w.EndAVX()
}
