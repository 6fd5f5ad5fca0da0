package main

// A column is the sum of the products of one weight, in the registers low and high.
type column struct {
	low, high string
	started   bool
}

// addProduct adds AX times a limb in memory to a column.
func (w single) addProduct(c *column, limb string) {
	w.Op("MULQ %s", limb)
	if !c.started {
		w.Op("MOVQ AX, %s", c.low)
		w.Op("MOVQ DX, %s", c.high)
		c.started = true
		return
	}
	w.Op("ADDQ AX, %s", c.low)
	w.Op("ADCQ DX, %s", c.high)
}

// carry leaves a column's limb in low, of 51 bits, and its carry in high.
func (w single) carry(c *column) {
	w.Op("SHLQ $13, %s, %s", c.low, c.high)
	w.Op("ANDQ mask<>(SB), %s", c.low)
}

// carryTo adds the carry of a column to the next.
func (w single) carryTo(c, next *column) {
	w.Op("ADDQ %s, %s", c.high, next.low)
	w.Op("ADCQ $0, %s", next.high)
}

// multiply computes columns, and carries from each to the next, and from the last to
// the first two.
func (w single) multiply(c []column, products func(k int)) {
	for k := range c {
		products(k)
		if k > 0 {
			w.carryTo(&c[k-1], &c[k])
		}
		w.carry(&c[k])
	}
	w.Op("IMUL3Q $19, %s, AX", c[4].high)
	w.Op("ADDQ AX, %s", c[0].low)
	w.carryLimb(c, 0)
}

// multiplyInTwoChains carries from column 0 to 1, 2 and then limb 3, and at the same time
// from column 3 to 4, 0 and 1, and at last from limb 3 to 4. It takes more instructions and
// less time until the limbs are there, which is what counts where they are needed next.
func (w single) multiplyInTwoChains(c []column, products func(k int)) {
	for k := range c {
		products(k)
		if k != 0 && k != 3 {
			w.carryTo(&c[k-1], &c[k])
		}
		w.carry(&c[k])
		if k == 3 {
			w.Op("ADDQ %s, %s", c[2].high, c[3].low)
		}
	}
	w.Op("IMUL3Q $19, %s, AX", c[4].high)
	w.Op("ADDQ AX, %s", c[0].low)
	w.carryLimb(c, 0)
	w.carryLimb(c, 3)
}

func (w single) carryLimb(c []column, k int) {
	w.Op("MOVQ %s, AX", c[k].low)
	w.Op("ANDQ mask<>(SB), %s", c[k].low)
	w.Op("SHRQ $51, AX")
	w.Op("ADDQ AX, %s", c[k+1].low)
}

func (w single) store(c []column, to number) {
	for i := range c {
		w.Op("MOVQ %s, %s", c[i].low, to.limb(i))
	}
}
