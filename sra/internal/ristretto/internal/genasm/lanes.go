package main

import (
	"github.com/squaredeal/squaredeal/sra/internal/asm"
)

// A number in lanes is eight numbers mod 2²⁵⁵ − 19 in five limbs of 51 bits, each limb the
// same register's or memory's eight words. Bounds of limbs are given in lanes_amd64.go.
//
// Registers: Z0 … Z19 are what product and square compute with, and square with Z25 too; Z20 …
// Z24 and Z25 … Z29 are the factors. Z30 is 2⁵¹ − 1, and Z31 is 19.
const (
	result = 0
	first  = 20
	second = 25
)

const laneSize = 5 * 64 // bytes

// lanes writes what computes with numbers in lanes.
type lanes struct{ *asm.Writer }

func (w lanes) write() {
	w.Line("")
	w.Constant("limb", 1<<51-1)
	w.Constant("nineteen", 19)
	w.Constant("one", 1)
	// 2p, and 1024·p: the lowest limb, and the others.
	w.Constant("two", 1<<52-38, 1<<52-2)
	w.Constant("many", 1<<61-19<<10, 1<<61-1<<10)
	w.laneProduct()
	w.laneSquare()
	w.laneMul()
	w.laneSquareTimes()
	w.laneSum("laneAdd", false)
	w.laneSum("laneSub", true)
	w.laneReduce()
	w.laneDouble()
	w.laneAddPoints("laneAddAffine", true)
	w.laneAddPoints("laneAddCached", false)
	w.lanePick()
	w.laneLookup()
	w.lanePickOdd()
	w.laneStoreOdd()
}

// broadcast sets a register to a word of a constant in all lanes.
func (w lanes) broadcast(name string, word, register int) {
	w.Op("VPBROADCASTQ %s<>+%d(SB), Z%d", name, 8*word, register)
}

func (w lanes) constants() {
	w.broadcast("limb", 0, 30)
	w.broadcast("nineteen", 0, 31)
}

// load and save move a number from memory to the five registers from z, and back.
func (w lanes) load(n number, z int) {
	for i := range 5 {
		w.Op("VMOVDQU64 %s, Z%d", n.lane(i), z+i)
	}
}

func (w lanes) save(z int, n number) {
	for i := range 5 {
		w.Op("VMOVDQU64 Z%d, %s", z+i, n.lane(i))
	}
}

// add sets z to a + b, without a carry, as subtract sets it to a − b and a constant multiple
// of 2²⁵⁵ − 19.
func (w lanes) add(a, b, z int) {
	for i := range 5 {
		w.Op("VPADDQ Z%d, Z%d, Z%d", b+i, a+i, z+i)
	}
}

func (w lanes) subtract(multiple string, a, b, z int) {
	for i := range 5 {
		w.Op("VPADDQ.BCST %s<>+%d(SB), Z%d, Z%d", multiple, min(8*i, 8), a+i, z+i)
		w.Op("VPSUBQ Z%d, Z%d, Z%d", b+i, z+i, z+i)
	}
}

// carry carries from each limb of z to the next, once. It overwrites the five registers from t.
func (w lanes) carry(z, t int) {
	for i := range 5 {
		w.Op("VPSRLQ $51, Z%d, Z%d", z+i, t+i)
	}
	for i := range 5 {
		w.Op("VPANDQ Z30, Z%d, Z%d", z+i, z+i)
	}
	for i := range 4 {
		w.Op("VPADDQ Z%d, Z%d, Z%d", t+i, z+i+1, z+i+1)
	}
	w.Op("VPMADD52LUQ Z31, Z%d, Z%d", t+4, z)
}
