package videopoker

import (
	"cmp"
	"fmt"
	"math/bits"
)

// A Hold is a choice of cards to keep, and what the draws to it pay.
type Hold struct {
	Mask  uint8 // bit i is set if the i-th card dealt is kept
	Paid  int64 // by all the draws together, in coins for each coin bet
	Draws int64 // the number of draws
}

// Return returns the expected return, Paid/Draws.
func (h Hold) Return() float64 { return float64(h.Paid) / float64(h.Draws) }

// Compare compares the expected returns of two holds, exactly.
func (h Hold) Compare(g Hold) int { return cmp.Compare(h.Paid*g.Draws, g.Paid*h.Draws) }

// Hold returns what a hold of a deal pays.
func (a *Analyzer) Hold(t PayTable, deal [5]uint8, mask uint8) (Hold, error) {
	if err := check(deal); err != nil {
		return Hold{}, err
	}
	if mask > 31 {
		return Hold{}, fmt.Errorf("videopoker: hold %d isn't a mask of five bits", mask)
	}
	pays := t.pays()
	return a.hold(&pays, deal, mask), nil
}

// Best returns the hold of a deal with the greatest expected return. Of several
// it returns the one that keeps the highest-numbered of the cards by which they
// differ, so that the order of the deal doesn't matter.
func (a *Analyzer) Best(t PayTable, deal [5]uint8) (Hold, error) {
	if err := check(deal); err != nil {
		return Hold{}, err
	}
	pays := t.pays()
	best := a.hold(&pays, deal, 0)
	for mask := uint8(1); mask < 32; mask++ {
		h := a.hold(&pays, deal, mask)
		if c := h.Compare(best); c > 0 || c == 0 && pick(deal, mask) > pick(deal, best.Mask) {
			best = h
		}
	}
	return best, nil
}

func check(deal [5]uint8) error {
	var s set
	for _, c := range deal {
		if c >= deck {
			return fmt.Errorf("videopoker: no card %d", c)
		}
		if s&(1<<c) != 0 {
			return fmt.Errorf("videopoker: card %d dealt twice", c)
		}
		s |= 1 << c
	}
	return nil
}

// hold applies the formula of the package comment as it stands.
func (a *Analyzer) hold(pays *[numEvents]int64, deal [5]uint8, mask uint8) Hold {
	h := Hold{Mask: mask, Draws: draws[5-bits.OnesCount8(mask)]}
	for m := mask; m < 32; m = (m + 1) | mask {
		s := pick(deal, m)
		if m == 31 {
			h.Paid += sign(m^mask) * pays[s.event()]
		} else {
			h.Paid += sign(m^mask) * a.hands[a.class[s.index()]].value(pays)
		}
	}
	return h
}
