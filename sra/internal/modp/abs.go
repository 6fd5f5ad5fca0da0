package modp

import (
	"crypto/subtle"

	"github.com/squaredeal/squaredeal/sra/internal/arith"
)

// abs sets x to |x|, the smaller of x and p−x, for x in 0 … p: big-endian numbers of
// one length. Its time and memory accesses depend on the length alone.
func abs(x, p []byte) {
	var buffer [maxBits / 8]byte
	negative := buffer[:len(p)]
	borrow := 0
	for i := len(p) - 1; i >= 0; i-- {
		difference := int(p[i]) - int(x[i]) - borrow
		negative[i] = byte(difference)
		borrow = difference >> 8 & 1
	}
	subtle.ConstantTimeCopy(arith.Less(negative, x), x, negative)
}
