// Command genasm writes the assembly of package modp: arithmetic on eight numbers at
// once with the instructions of AVX-512 IFMA.
package main

import (
	"github.com/squaredeal/squaredeal/sra/internal/asm"
)

const (
	digits    = 10          // of a block; B in comments
	blockSize = 64 * digits // bytes: a digit of eight numbers takes 64
)

// lanes writes what computes with eight numbers of `blocks` blocks of B digits of 52 bits. A block of
// one factor, A, stays in registers while those of the other pass by: Z0 … Z19 are the accumulator,
// the sums of 2·B columns; Z20 … Z29 are A.
type lanes struct{ *asm.Writer }

func main() {
	asm.Main(func(to *asm.Writer) {
		w := lanes{to}
		w.multiplyBlocks()
		w.multiplyTriangle()
		w.solve("solve", false)
		w.solve("solveOnes", true)
		w.mul8()
		w.sqr8()
		w.pick8()
		w.lookup8()
	})
}
