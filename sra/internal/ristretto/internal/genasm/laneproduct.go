package main

// fold sets Z0 … Z4 to columns 0 to 4 of ten, with 19 times those five above. Column k is what is
// in register once[k] and twice what is in twice[k], if not −1. It overwrites them, and Z19.
func (w lanes) fold(once, twice [10]int) {
	plus := func(a, b int) { w.Op("VPADDQ Z%d, Z%d, Z%d", b, a, a) }
	for k := range 5 {
		above := twice[k+5]
		plus(above, above)
		if once[k+5] >= 0 {
			plus(above, once[k+5])
		}
		// once + 2·twice + 19·above = once + above + 2·(twice + above + 8·above)
		w.Op("VPSLLQ $3, Z%d, Z19", above)
		t := twice[k]
		if t < 0 {
			t = 19
		} else {
			plus(t, 19)
		}
		plus(t, above)
		plus(t, t)
		if once[k] < 0 {
			w.Op("VPADDQ Z%d, Z%d, Z%d", t, above, k)
			continue
		}
		plus(once[k], above)
		w.Op("VPADDQ Z%d, Z%d, Z%d", t, once[k], k)
	}
}

// laneProduct has column k of the low halves of products in Zk, and that of the high halves,
// which count twice in it as their weight is 2⁵², in Z(8+k).
func (w lanes) laneProduct() {
	w.Local("product", "Z0 … Z4 = the columns of the product of Z20 … Z24 and Z25 … Z29")
	for i := range 18 {
		w.zero(i)
	}
	for i := range 5 {
		for j := range 5 {
			w.Op("VPMADD52LUQ Z%d, Z%d, Z%d", second+j, first+i, i+j)
		}
		for j := range 5 {
			w.Op("VPMADD52HUQ Z%d, Z%d, Z%d", second+j, first+i, 8+i+j+1)
		}
	}
	w.fold([10]int{0, 1, 2, 3, 4, 5, 6, 7, 8, -1}, [10]int{-1, 9, 10, 11, 12, 13, 14, 15, 16, 17})
	w.Op("RET")
}

func (w lanes) zero(z int) { w.Op("VPXORQ Z%d, Z%d, Z%d", z, z, z) }

// laneSquare computes the products of different limbs once. Columns are a sum of what counts
// once, the low halves of squares; twice, the low halves of the others and the high halves of
// squares; and four times.
func (w lanes) laneSquare() {
	w.Local("square", "Z0 … Z4 = the columns of the square of Z20 … Z24")
	once := [10]int{0, -1, 2, -1, 4, -1, 6, -1, 8, -1}
	twice := [10]int{-1, 1, 9, 3, 10, 5, 11, 7, 18, 12}
	fourTimes := [10]int{-1, -1, 13, 14, 15, 16, 17, 25, 18, -1}
	for _, columns := range [][10]int{once, twice, fourTimes} {
		for _, r := range columns {
			if r >= 0 {
				w.zero(r)
			}
		}
	}
	for i := range 5 {
		for j := i; j < 5; j++ {
			k, low, high := i+j, twice, fourTimes
			if i == j {
				low, high = once, twice
			}
			w.Op("VPMADD52LUQ Z%d, Z%d, Z%d", first+j, first+i, low[k])
			w.Op("VPMADD52HUQ Z%d, Z%d, Z%d", first+j, first+i, high[k+1])
		}
	}
	for k, r := range fourTimes {
		if r >= 0 {
			w.Op("VPADDQ Z%d, Z%d, Z%d", r, r, r)
			if twice[k] != r {
				w.Op("VPADDQ Z%d, Z%d, Z%d", r, twice[k], twice[k])
			}
		}
	}
	w.fold(once, twice)
	w.Op("RET")
}

// multiplyLanes sets z to the product of Z20 … Z24 and Z25 … Z29, reduced.
func (w lanes) multiplyLanes(z number) {
	w.Op("CALL product<>(SB)")
	w.carry(result, 5)
	w.save(result, z)
}

func (w lanes) laneMul() {
	w.Func("laneMul(z, a, b *laneFe)", "0", 8)
	w.Op("MOVQ z+0(FP), DI")
	w.Op("MOVQ a+8(FP), SI")
	w.Op("MOVQ b+16(FP), DX")
	w.constants()
	w.load(number{"SI", 0}, first)
	w.load(number{"DX", 0}, second)
	w.multiplyLanes(number{"DI", 0})
	w.EndAVX()
}

func (w lanes) laneSquareTimes() {
	w.Func("laneSquareTimes(z, a *laneFe, n int)", "0", 8)
	w.Op("MOVQ z+0(FP), DI")
	w.Op("MOVQ a+8(FP), SI")
	w.Op("MOVQ n+16(FP), CX")
	w.constants()
	w.load(number{"SI", 0}, first)
	w.Label("squareLoop")
	w.Op("CALL square<>(SB)")
	w.carry(result, 5)
	for i := range 5 {
		w.Op("VMOVDQA64 Z%d, Z%d", result+i, first+i)
	}
	w.Op("DECQ CX")
	w.Op("JNZ squareLoop")
	w.save(first, number{"DI", 0})
	w.EndAVX()
}

func (w lanes) laneSum(name string, difference bool) {
	w.Func(name+"(z, a, b *laneFe)", "0", 8)
	w.Op("MOVQ z+0(FP), DI")
	w.Op("MOVQ a+8(FP), SI")
	w.Op("MOVQ b+16(FP), DX")
	w.constants()
	w.load(number{"SI", 0}, first)
	w.load(number{"DX", 0}, second)
	if difference {
		w.subtract("two", first, second, result)
	} else {
		w.add(first, second, result)
	}
	w.carry(result, 5)
	w.save(result, number{"DI", 0})
	w.EndAVX()
}

// laneReduce adds 19, and what comes out at the top once more, if 2²⁵⁵ or more comes out.
func (w lanes) laneReduce() {
	w.Func("laneReduce(z, a *laneFe)", "0", 8)
	w.Op("MOVQ z+0(FP), DI")
	w.Op("MOVQ a+8(FP), SI")
	w.constants()
	w.load(number{"SI", 0}, 0)
	w.Op("VPADDQ Z31, Z0, Z5")
	w.Op("VPSRLQ $51, Z5, Z5")
	for i := 1; i < 5; i++ {
		w.Op("VPADDQ Z%d, Z5, Z5", i)
		w.Op("VPSRLQ $51, Z5, Z5")
	}
	w.Op("VPMADD52LUQ Z31, Z5, Z0")
	for i := range 5 {
		if i < 4 {
			w.Op("VPSRLQ $51, Z%d, Z5", i)
			w.Op("VPADDQ Z5, Z%d, Z%d", i+1, i+1)
		}
		w.Op("VPANDQ Z30, Z%d, Z%d", i, i)
	}
	w.save(0, number{"DI", 0})
	w.EndAVX()
}
