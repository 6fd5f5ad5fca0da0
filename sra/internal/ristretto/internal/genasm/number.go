package main

import (
	"fmt"
)

// A number is in memory: at an offset from a register.
type number struct {
	register string
	offset   int
}

// limb is the operand of a limb, and lane that of a limb of eight numbers.
func (n number) limb(i int) string { return fmt.Sprintf("%d(%s)", n.offset+8*i, n.register) }
func (n number) lane(i int) string { return fmt.Sprintf("%d(%s)", n.offset+64*i, n.register) }

// plus returns the number i places after n.
func (n number) plus(i int) number { return number{n.register, n.offset + i*laneSize} }
