package modp

import (
	"slices"

	"filippo.io/bigmod"
)

// A Comb holds powers of a few fixed bases, with which their powers to many
// exponents take a fifth of the time. It is immutable.
//
// An exponent of a·teeth bits is seen as teeth rows of a bits, and the columns of
// these as blocks of `spacing`. For each block the table has the product of every
// set of rows, so that a column takes one multiplication, and the blocks share
// their squarings. (Lim and Lee, CRYPTO 1994.)
type Comb struct {
	m            *Modulus
	bases        int
	exponentSize int
	lanes        *laneComb // or else
	spacing      int       // columns of a block
	tables       [][]uint  // for each base, blocks·2^teeth entries of limbs
}

// Of 4 to 6 teeth and 4 to 16 blocks, these are the fastest at 2048 bits. A table
// has 256 powers: 64 kB at 2048 bits.
const (
	teeth  = 5
	blocks = 8
)

// NewComb returns the comb of the bases, a sequence of numbers below the modulus,
// for exponents of exponentSize bytes. It panics as Exp does.
func (m *Modulus) NewComb(bases []byte, exponentSize int) *Comb {
	size := m.Size()
	if len(bases)%size != 0 {
		panic("modp: wrong length")
	}
	c := &Comb{m: m, bases: len(bases) / size, exponentSize: exponentSize}
	if m.lanes != nil {
		c.lanes = m.lanes.newComb(bases, size, exponentSize)
		return c
	}
	c.spacing = (8*exponentSize + teeth*blocks - 1) / (teeth * blocks)
	for base := range slices.Chunk(bases, size) {
		c.tables = append(c.tables, c.table(base))
	}
	return c
}

// table returns, at block·2^teeth + set, the product of
// base^(2^(spacing·(blocks·row + block))) over the rows in the set.
func (c *Comb) table(base []byte) []uint {
	var entries [blocks << teeth]*bigmod.Nat
	power := bigmod.NewNat()
	c.m.load(power, base)
	for row := range teeth {
		for block := range blocks {
			entries[block<<teeth+1<<row] = clone(power, c.m)
			for range c.spacing {
				power.Mul(power, c.m.m)
			}
		}
	}
	var table []uint
	for i := range entries {
		if entries[i] == nil {
			block, set := i>>teeth<<teeth, i&(1<<teeth-1)
			if set == 0 {
				entries[i] = c.m.one()
			} else {
				rest := set & (set - 1)
				entries[i] = clone(entries[block+rest], c.m).Mul(entries[block+set^rest], c.m.m)
			}
		}
		table = append(table, entries[i].Bits()...)
	}
	return table
}

// Exp sets each Size() bytes of dst to the product of the bases' powers: of the
// first base, to the exponent at this place in exponents[0], of the second, to that
// in exponents[1], and so on. There may be fewer sequences of exponents than bases.
// It panics as Modulus.Exp does.
func (c *Comb) Exp(dst []byte, exponents ...[]byte) {
	size := c.m.Size()
	for _, e := range exponents {
		if len(dst)%size != 0 || len(dst)/size*c.exponentSize != len(e) || len(exponents) > c.bases {
			panic("modp: wrong length")
		}
	}
	if c.lanes != nil {
		c.lanes.exp(dst, size, exponents, c.exponentSize)
		return
	}
	factor := bigmod.NewNat().ExpandFor(c.m.m)
	limbs := len(factor.Bits())
	for i := range len(dst) / size {
		power := c.m.one()
		for column := c.spacing - 1; column >= 0; column-- {
			power.Mul(power, c.m.m)
			for k := range exponents {
				e := exponents[k][i*c.exponentSize:][:c.exponentSize]
				for block := range blocks {
					set := 0
					for row := range teeth {
						set |= bit(e, c.spacing*(blocks*row+block)+column) << row
					}
					pick(factor.Bits(), c.tables[k][block<<teeth*limbs:][:limbs<<teeth], set)
					power.Mul(factor, c.m.m)
				}
			}
		}
		put(dst[i*size:][:size], power.Bits())
	}
}

// bit returns a bit of a big-endian number, counted from the lowest, 0 beyond its
// highest.
func bit(b []byte, i int) int {
	if i >= 8*len(b) {
		return 0
	}
	return int(b[len(b)-1-i/8]>>(i%8)) & 1
}

// pick copies an entry of the table to dst, whose length is an entry's, by reading
// all entries.
func pick(dst, table []uint, index int) {
	clear(dst)
	for i := range len(table) / len(dst) {
		// All ones if i is the index, as index xor i is below 2^31.
		mask := uint(int32(uint32(index^i)-1) >> 31)
		for j, limb := range table[i*len(dst):][:len(dst)] {
			dst[j] |= limb & mask
		}
	}
}

func clone(x *bigmod.Nat, m *Modulus) *bigmod.Nat {
	y := bigmod.NewNat().ExpandFor(m.m)
	copy(y.Bits(), x.Bits())
	return y
}

func (m *Modulus) one() *bigmod.Nat { return bigmod.NewNat().SetUint(1).ExpandFor(m.m) }
