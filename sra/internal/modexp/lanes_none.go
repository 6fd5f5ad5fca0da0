//go:build !amd64 || purego

package modexp

import "math/big"

// Without lanes, a Modulus has none, and the portable functions do everything.
const (
	haveLanes = false
	maxBits   = 0
)

type (
	laneModulus struct{}
	laneComb    struct{}
	laneTable   struct{}
)

func lanesOf([]byte) *laneModulus { return nil }

func fermatLanes([]*big.Int) []bool { panic("modexp: no lanes") }

func (*laneModulus) exp(dst, bases, exponent []byte, size int)                       {}
func (*laneModulus) multiExp(dst, bases, exponents []byte, size int)                 {}
func (*laneModulus) multiExpVarTime(dst, bases []byte, exponents [][]byte, size int) {}
func (*laneModulus) newComb(bases []byte, size, exponentSize int) *laneComb          { return nil }
func (*laneModulus) newTable(bases []byte, size, exponentSize int) *laneTable        { return nil }
func (*laneComb) exp(dst []byte, size int, exponents [][]byte, exponentSize int)     {}
func (*laneTable) exp(dst []byte, from int, exponent []byte, size int)               {}
