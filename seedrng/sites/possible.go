package sites

import (
	"fmt"
	"math"
	"slices"
)

// possible says what values a result has.
type possible struct {
	low, high int64
	count     int  // of values, in all lists
	group     int  // values per list; 0 if it is one list
	distinct  bool // no value is twice in a list
	set       bool // the order in a list says nothing
	unbounded bool // values may be infinite
	uncut     bool // values are cut from quotients
	pays      *payTable
}

// counted requires as many values as the game has, or, with fewest, as many as that at least.
func (p *possible) counted(n, fewest int) error {
	if fewest == 0 || fewest > p.count {
		fewest = p.count
	}
	switch {
	case n >= fewest && n <= p.count:
		return nil
	case fewest == p.count:
		return badResult(fmt.Sprintf("has %d values, not %d", n, p.count))
	}
	return badResult(fmt.Sprintf("has %d values, not %d to %d", n, fewest, p.count))
}

// size is how many values of n a list has.
func (p *possible) size(n int) int {
	if p.group > 0 {
		return p.group
	}
	return max(n, 1)
}

// check requires that the game can have these values, less so many units each. What pays are
// in a table is for the comparison.
func (p *possible) check(c *claim, off int64) error {
	if p.pays != nil {
		return nil
	}
	for i, v := range c.values {
		if v -= off; v > p.high || v < p.low && c.full[i] == math.Trunc(c.full[i]) {
			return badResult("is out of range")
		}
	}
	for list := range slices.Chunk(c.values, p.size(len(c.values))) {
		for i, v := range list {
			if p.distinct && slices.Contains(list[:i], v) {
				return badResult("has a value twice")
			}
		}
	}
	return nil
}

// longer reports whether a site may show more decimals than the form has: those of multipliers
// and pays, before they are cut.
func (p *possible) longer() bool { return p.pays != nil || p.uncut }
