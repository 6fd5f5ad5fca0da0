package main

// address sets a register to the address of a block: base + index·blockSize. It may be
// the same as the index's, not the same as the base's.
func (w lanes) address(register, base, index string) {
	w.Op("IMUL3Q $%d, %s, %s", blockSize, index, register)
	w.Op("ADDQ %s, %s", base, register)
}

// pairs calls multiplyBlocks R13 times, with the next block at R11 and the one before at
// R12 each time.
func (w lanes) pairs(name string) {
	w.Op("TESTQ R13, R13")
	w.Op("JZ %sDone", name)
	w.Label(name)
	w.Op("CALL multiplyBlocks<>(SB)")
	w.Op("ADDQ $%d, R11", blockSize)
	w.Op("SUBQ $%d, R12", blockSize)
	w.Op("DECQ R13")
	w.Op("JNZ %s", name)
	w.Label(name + "Done")
}

// reduceLow is column block R10 of the reduction, of the lower half: it adds q·m of the
// blocks that are known, solves for the next block, and shifts.
func (w lanes) reduceLow(name string) {
	w.Comment("q[0 … d−1]·m[d … 1], and the next block of q")
	w.Op("MOVQ R8, R11")
	w.address("R12", "CX", "R10")
	w.Op("MOVQ R10, R13")
	w.pairs(name + "KnownLow")
	w.Op("MOVQ $0xfffffffffffff, AX")
	w.Op("VPBROADCASTQ AX, Z31")
	w.address("R12", "R8", "R10")
	w.Op("TESTQ BX, BX")
	w.Op("JNZ %sGeneral", name)
	w.Op("CALL solveOnes<>(SB)")
	w.Op("JMP %sSolved", name)
	w.Label(name + "General")
	w.Op("VMOVDQU64 (BX), Z28")
	w.Op("CALL solve<>(SB)")
	w.Label(name + "Solved")
	w.shift()
}

// reduceHigh is column block blocks+R10, of the upper half: it adds q·m.
func (w lanes) reduceHigh(name string) {
	w.Comment("q[d+1 … blocks−1]·m[blocks−1 … d+1]")
	w.highPairs(name+"KnownHigh", "R8", "CX")
}

// highPairs adds the products of the blocks R10+1 … blocks−1 of one number with those of
// another, from its last one down.
func (w lanes) highPairs(name, a, b string) {
	w.Op("LEAQ 1(R10), R11")
	w.address("R11", a, "R11")
	w.Op("LEAQ -1(R9), R12")
	w.Op("MOVQ R12, R13")
	w.Op("SUBQ R10, R13")
	w.address("R12", b, "R12")
	w.pairs(name)
}

// carry writes the lower half of the accumulator as B digits to R12. The carry beyond
// is kept at R14.
func (w lanes) carry() {
	w.Op("MOVQ $0xfffffffffffff, AX")
	w.Op("VPBROADCASTQ AX, Z31")
	w.Op("VMOVDQU64 (R14), Z30")
	for i := range digits {
		w.Op("VPADDQ Z30, Z%d, Z29", i)
		w.Op("VPANDQ Z31, Z29, Z28")
		w.Op("VPSRLQ $52, Z29, Z30")
		w.Op("VMOVDQU64 Z28, %d(R12)", 64*i)
	}
	w.Op("VMOVDQU64 Z30, (R14)")
}
