//go:build !amd64 || purego

package modp

// Without lanes, a Modulus has none, and the portable functions do everything.
const (
	haveLanes = false
	maxBits   = 4096
)

type (
	laneModulus struct{}
	laneComb    struct{}
	laneTable   struct{}
)

func lanesOf([]byte) *laneModulus { return nil }

// Nothing calls these, as there are no lanes.

func noLanes() { panic("modp: no lanes") }

func (*laneModulus) exp(dst, bases, exponent []byte, size int)                       { noLanes() }
func (*laneModulus) multiExp(dst, bases, exponents []byte, size int)                 { noLanes() }
func (*laneModulus) multiExpVarTime(dst, bases []byte, exponents [][]byte, size int) { noLanes() }
func (*laneModulus) newComb(bases []byte, size, exponentSize int) (c *laneComb)      { noLanes(); return }
func (*laneModulus) newTable(bases []byte, size, exponentSize int) (t *laneTable)    { noLanes(); return }
func (*laneComb) exp(dst []byte, size int, exponents [][]byte, exponentSize int)     { noLanes() }
func (*laneTable) exp(dst []byte, from int, exponent []byte, size int)               { noLanes() }
