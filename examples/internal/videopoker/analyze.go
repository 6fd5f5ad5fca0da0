package videopoker

import (
	"fmt"
	"math/bits"
)

const (
	subsets = 1 + 52 + 1326 + 22100 + 270725 // sets of at most four cards
	classes = 1 + 13 + 169 + 1755 + 16432    // of these sets
	fours   = 1 + 13 + 169 + 1755            // the first class of four cards

	dealWeight = 7_669_695                        // of all draws to a hold together, see the package comment
	divisor    = 12                               // of the published counts
	total      = 2_598_960 * dealWeight / divisor // the sum of the published counts
)

// draws[k] is C(47,k), the number of ways to replace k cards.
var draws = [6]int64{1, 47, 1081, 16215, 178365, 1533939}

// counts is a number of hands for each event.
type counts [numEvents]int32

// value returns what the hands pay together.
func (n *counts) value(pays *[numEvents]int64) int64 {
	var v int64
	for e, k := range n {
		v += pays[e] * int64(k)
	}
	return v
}

// An Analyzer holds the counts that don't depend on the pay table. It can be
// used by several goroutines at once.
type Analyzer struct {
	class  [subsets]uint16 // of a set, by index
	member [classes]set    // the canonical set of a class; smaller sets first
	hands  [classes]counts // T: the hands that contain that set
}

// NewAnalyzer counts the hands that contain each set of at most four cards.
func NewAnalyzer() *Analyzer {
	a := new(Analyzer)
	// The empty set is class 0, index 0. The sets of each size follow in the
	// order of their index, the canonical one before the others of its class.
	index, class := 1, 1
	for k := 1; k <= 4; k++ {
		for s := set(1)<<k - 1; s <= allCards; s = s.next() {
			if first := s.canonical(); first != s {
				a.class[index] = a.class[first.index()]
			} else {
				a.class[index] = uint16(class)
				a.member[class] = s
				class++
			}
			index++
		}
	}
	for i := fours; i < classes; i++ {
		s, n := a.member[i], &a.hands[i]
		for rest := allCards &^ s; rest != 0; rest &= rest - 1 {
			n[(s|rest&-rest).event()]++
		}
	}
	// Adding up the counts of s and one more card finds each hand that contains
	// s once for every card that it holds besides.
	for i := fours - 1; i >= 0; i-- {
		s, n := a.member[i], &a.hands[i]
		for rest := allCards &^ s; rest != 0; rest &= rest - 1 {
			for e, k := range a.hands[a.class[(s|rest&-rest).index()]] {
				n[e] += k
			}
		}
		for e := range n {
			n[e] /= int32(5 - s.size())
		}
	}
	return a
}

// An Analysis is the outcome of optimal play.
type Analysis struct {
	Table  string `json:"table"`
	Lines  []Line `json:"lines"` // one for each row of the pay table
	Totals Line   `json:"totals"`
}

// A Line says how often a row of a pay table is hit, and what it returns.
type Line struct {
	Name         string  `json:"event"`
	Pays         int64   `json:"pays"`         // coins for each coin bet
	Combinations int64   `json:"combinations"` // of 1,661,102,543,100
	Probability  float64 `json:"probability"`  // Combinations/1,661,102,543,100
	Return       float64 `json:"return"`       // Pays * Probability
}

// Analyze plays every deal with its best hold.
func (a *Analyzer) Analyze(t PayTable) Analysis {
	pays := t.pays()
	value := make([]int64, classes)
	for i := range value {
		value[i] = a.hands[i].value(&pays)
	}
	var weight [32]int64 // of a draw to each hold
	for hold := range weight {
		weight[hold] = dealWeight / draws[5-bits.OnesCount(uint(hold))]
	}

	// Instead of adding up the draws to every best hold, count how often each
	// T[S] is used, and for S = D each event. A deal adds less than 2^25 to
	// these sums in absolute value, all deals less than 2^47.
	var used [classes]int64
	var drawn [numEvents]int64

	// A canonical deal less its highest card is canonical too: only the last
	// mask in descending order gets smaller. So the canonical deals are the
	// canonical sets of four cards with a higher card added, where that leaves
	// the masks in order. The four cards in ascending order are bits 0 to 3 of
	// the number of a subset or hold, the highest card is bit 4.
	for _, s := range a.member[fours:] {
		var class [32]uint16
		var low [16]int64
		index := s.indexes()
		for m, i := range index {
			class[m] = a.class[i]
			low[m] = value[class[m]]
		}
		exclude(&low) // leaves the hands that have the cards m of s, and no others
		for c := bits.Len64(uint64(s)); c < deck; c++ {
			deal := s | 1<<c
			n := deal.arrangements()
			if n == 0 {
				continue
			}
			event := deal.event()
			var high [16]int64
			for m := range 15 {
				class[m+16] = a.class[index[m]+place[bits.OnesCount(uint(m))][c]]
				high[m] = value[class[m+16]]
			}
			high[15] = pays[event]
			exclude(&high) // leaves those that have the card c besides

			// The hold is packed below its weighted value; pays below 2^35 leave
			// room for it. It doesn't matter how ties end: tied holds of the same
			// deal differ in no row of these tables.
			var best int64
			for m := range 16 {
				best = max(best,
					(low[m]-high[m])*weight[m]<<5|int64(m),
					high[m]*weight[m+16]<<5|int64(m+16))
			}
			hold := uint8(best & 31)
			n *= weight[hold]
			for m := hold; m < 31; m = (m + 1) | hold {
				used[class[m]] += sign(m^hold) * n
			}
			drawn[event] += sign(31^hold) * n
		}
	}
	for i, n := range used {
		for e, k := range a.hands[i] {
			drawn[e] += n * int64(k)
		}
	}
	return t.analysis(&drawn)
}

// exclude takes the values of the hands that contain each subset m of four
// cards, and leaves those of the hands that contain m and no other of the four:
// the sum over S ⊇ m of (-1)^(|S|-|m|) v[S], for two of the cards at a time.
func exclude(v *[16]int64) {
	for i := 0; i < 16; i += 4 {
		a, b, c, d := v[i], v[i+1], v[i+2], v[i+3]
		v[i], v[i+1], v[i+2] = a-b-c+d, b-d, c-d
	}
	for i := range 4 {
		a, b, c, d := v[i], v[i+4], v[i+8], v[i+12]
		v[i], v[i+4], v[i+8] = a-b-c+d, b-d, c-d
	}
}

// sign returns (-1)^|m|.
func sign(m uint8) int64 { return 1 - int64(bits.OnesCount8(m)&1)*2 }

// analysis fills in the rows from the weighted draws that end in each event.
// They divide by 12: most deals stand for 12 or 24 arrangements. The others
// stand for 4 and are flushes, or have three cards of one rank and two cards of
// the fourth suit; all of them keep three cards or more, and the weight of a
// draw of at most two cards divides by 3.
func (t PayTable) analysis(drawn *[numEvents]int64) Analysis {
	a := Analysis{Table: t.Name}
	var paid int64
	for _, r := range t.Rows {
		var n int64
		for _, e := range r.events {
			n += drawn[e]
		}
		if n%divisor != 0 {
			panic(fmt.Sprintf("videopoker: %s: %d weighted draws don't divide by %d", r.Name, n, divisor))
		}
		n /= divisor
		a.Lines = append(a.Lines, Line{r.Name, r.Pays, n, float64(n) / total, float64(r.Pays*n) / total})
		a.Totals.Combinations += n
		paid += r.Pays * n
	}
	a.Totals.Name = "Totals"
	a.Totals.Probability = float64(a.Totals.Combinations) / total
	a.Totals.Return = float64(paid) / total
	return a
}
