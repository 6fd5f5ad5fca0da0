package main

func (w lanes) loadA() {
	for i := range digits {
		w.Op("VMOVDQU64 %d(R11), Z%d", 64*i, 20+i)
	}
}

// multiplyBlocks adds the product of two blocks to the accumulator. A digit of the product
// of two digits goes to the column of their places' sum, or to the next one.
func (w lanes) multiplyBlocks() {
	w.Local("multiplyBlocks", "accumulator += A·b, for the blocks at R11 and R12.")
	w.loadA()
	for j := range digits {
		w.Op("VMOVDQU64 %d(R12), Z30", 64*j)
		for i := range digits {
			w.Op("VPMADD52LUQ Z30, Z%d, Z%d", 20+i, i+j)
		}
		for i := range digits {
			w.Op("VPMADD52HUQ Z30, Z%d, Z%d", 20+i, i+j+1)
		}
	}
	w.Op("RET")
}

// multiplyTriangle does what multiplyBlocks does for the products of different digits of one
// block, each once: they count twice in the square, as sqr8 sees to.
func (w lanes) multiplyTriangle() {
	w.Local("multiplyTriangle", "accumulator += the products of every two digits of the block at R11.")
	w.loadA()
	for j := 1; j < digits; j++ {
		for i := range j {
			w.Op("VPMADD52LUQ Z%d, Z%d, Z%d", 20+j, 20+i, i+j)
		}
		for i := range j {
			w.Op("VPMADD52HUQ Z%d, Z%d, Z%d", 20+j, 20+i, i+j+1)
		}
	}
	w.Op("RET")
}

// solve finds the next B digits of the multiple of the modulus that makes the lower columns
// vanish, and adds their product with the modulus's lowest block. If −1/m mod 2^52 is 1
// for all moduli, a digit is the column itself, and their lowest digit is 2^52−1.
func (w lanes) solve(name string, ones bool) {
	comment := "The block of q at R12: so that accumulator + q·m, m at CX, is 0 in its lower half. Z31 is 2^52−1."
	if !ones {
		comment += " Z28 is −1/m mod 2^52."
	}
	w.Local(name, comment)
	for i := range digits {
		// The column's carry goes to the next column, and the column is done.
		if ones {
			w.Op("VPANDQ Z31, Z%d, Z30", i)
			// column + q·(2^52−1): the low half is 0, the high half (column>>52) + q − 0.
			w.Op("VPSRLQ $52, Z%d, Z29", i)
			w.Op("VPADDQ Z30, Z29, Z29")
			w.Op("VPADDQ Z29, Z%d, Z%d", i+1, i+1)
		} else {
			w.Op("VPXORQ Z30, Z30, Z30")
			w.Op("VPMADD52LUQ Z28, Z%d, Z30", i)
			w.Op("VPMADD52LUQ 0(CX), Z30, Z%d", i)
			w.Op("VPMADD52HUQ 0(CX), Z30, Z%d", i+1)
			w.Op("VPSRLQ $52, Z%d, Z29", i)
			w.Op("VPADDQ Z29, Z%d, Z%d", i+1, i+1)
		}
		w.Op("VMOVDQU64 Z30, %d(R12)", 64*i)
		for j := 1; j < digits; j++ {
			w.Op("VPMADD52LUQ %d(CX), Z30, Z%d", 64*j, i+j)
		}
		for j := 1; j < digits; j++ {
			w.Op("VPMADD52HUQ %d(CX), Z30, Z%d", 64*j, i+j+1)
		}
	}
	w.Op("RET")
}

// shift makes the upper half of the accumulator the lower one.
func (w lanes) shift() {
	for i := range digits {
		w.Op("VMOVDQA64 Z%d, Z%d", i+digits, i)
		w.Op("VPXORQ Z%d, Z%d, Z%d", i+digits, i+digits, i+digits)
	}
}

func (w lanes) zero() {
	for i := range 2 * digits {
		w.Op("VPXORQ Z%d, Z%d, Z%d", i, i, i)
	}
}
