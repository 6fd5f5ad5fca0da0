// Command genasm writes the assembly of package ristretto: products of numbers mod
// 2²⁵⁵ − 19 in five limbs of 51 bits, sums and differences of points, and the choice of a table's
// entries. The last two need instructions of AVX2 and BMI2, the others none that isn't in
// every amd64 processor. In another file are those for eight numbers at once, of AVX-512 IFMA.
package main

import (
	"os"
	"slices"

	"github.com/squaredeal/squaredeal/sra/internal/asm"
)

func main() {
	if slices.Contains(os.Args[1:], "lanes_amd64.s") {
		asm.Main(func(w *asm.Writer) { lanes{w}.write() })
	} else {
		asm.Main(func(w *asm.Writer) { single{w}.write() })
	}
}

// A single writes what computes with one number or point at a time.
type single struct{ *asm.Writer }

func (w single) write() {
	w.Line("")
	w.Line("DATA mask<>(SB)/8, $0x7ffffffffffff")
	w.Line("GLOBL mask<>(SB), RODATA|NOPTR, $8")
	w.Constant("twiceP", 1<<52-38, 1<<52-2) // the lowest limb, and the others
	w.mul()
	w.addAffine("addAffine", false)
	w.addAffine("subtractAffine", true)
	w.square()
	w.squareTimes()
	w.eightMultiples()
}
