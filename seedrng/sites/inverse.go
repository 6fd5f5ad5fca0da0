package sites

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"strconv"
)

// infinite is the value of a result without bound: 99/(1 − X) where a site rounds X to 1,
// or more units than an int64 holds.
const infinite = math.MaxInt64

// bounds are the least and the most that a multiplier can be.
type bounds struct {
	Min int64 `json:"min,omitempty"`
	Max int64 `json:"max,omitempty"` // none if it is 0
}

func (b *bounds) clamp(v int64) int64 {
	v = max(v, b.Min)
	if b.Max > 0 {
		v = min(v, b.Max)
	}
	return v
}

// high is the most, or infinite.
func (b *bounds) high() int64 {
	if b.Max == 0 {
		return infinite
	}
	return b.Max
}

// cuts are where the classes of a multiplier begin.
func (b *bounds) cuts(unit int64, last bool) []int64 {
	cuts := []int64{b.Min}
	for _, hundredths := range []int64{
		100, 101, 102, 105, 110, 115, 120, 130, 140, 150, 175, 200, 250, 300, 400, 500, 700, 1000, 1500, 2000, 3000, 5000,
		100_00, 200_00, 500_00, 1000_00, 10_000_00, 100_000_00, 1_000_000_00,
	} {
		if v := hundredths * unit / 100; v > b.Min && v < b.high() {
			cuts = append(cuts, v)
		}
	}
	if last {
		cuts = append(cuts, b.high())
	}
	return cuts
}

func (b *bounds) parameters(add func(string, bool)) {
	add("map.min", true)
	add("map.max", b.Max != 0)
}

// A share is what a scheme returns, or multiplies by: Numer/Scale hundredths.
type share struct {
	Numer int64 `json:"numer,omitempty"`
	Scale int64 `json:"scale,omitempty"` // 1 if not given
}

// factor is such as 0.99.
func (s *share) factor() float64 { return float64(s.Numer) / float64(100*max(s.Scale, 1)) }

// inverse is Count times ⌊Numer·Range/(Scale·Divisor)⌋, in doubles, in the order of SPEC.md.
type inverse struct {
	Count num `json:"count,omitzero"` // 1 if not given
	share
	Range   uint64  `json:"range,omitempty"` // x is one of so many numbers, ⌊Range·w/2^32⌋
	Divisor divisor `json:"divisor,omitempty"`
	Rounded bool    `json:"rounded,omitempty"` // to the nearest hundredth, not cut
	bounds
	top bool // x is h, the first 52 bits, instead
}

// A divisor is what an inverse divides by.
type divisor string

const (
	divXPlus1  divisor = "x+1"     // x + 1
	divX       divisor = "x"       // x; for 0, the result is Max
	divFalling divisor = "range-x" // Range − x
)

func (*inverse) kind() string { return "inverse" }

// takes words, whatever numbers they would make, or the first 52 bits.
func (m *inverse) takes(k digestKind) bool {
	_, word := k.(*words)
	_, m.top = k.(*top52)
	return word || m.top
}

func (m *inverse) evaluate(r *run) error {
	for range r.num(&m.Count) {
		var w uint32
		var x uint64
		if m.top {
			x = r.first52()
		} else {
			w = r.word()
			x = m.part(w)
		}
		q := m.quotient(x)
		r.out, r.uncut = append(r.out, m.cut(q)), append(r.uncut, q)
		if r.tracing {
			from := fmt.Sprintf("word %08x: x = ⌊w·%s/2^32⌋ = ", w, power(m.Range))
			switch {
			case m.top:
				from = fmt.Sprintf("first 13 hex digits %013x: x = ", x)
			case m.Range == manyWords:
				from = fmt.Sprintf("word %08x: x = ", w)
			}
			r.step("number", fmt.Sprintf("%s%d; %s", from, x, m.text()), r.value(r.out[len(r.out)-1]))
		}
	}
	return nil
}

// part returns the number that an inverse takes of a word.
func (m *inverse) part(w uint32) uint64 { return uint64(w) * m.Range >> 32 }

// quotient computes with doubles, each operation rounded, in the order that the sites
// publish: where the quotient is an integer number of hundredths, or nearly, the double may
// be below it, and so is the result. Nothing here can be fused to one rounding.
func (m *inverse) quotient(x uint64) float64 {
	full := float64(m.Range)
	switch m.Divisor {
	case divXPlus1:
		return full / (float64(x) + 1) * m.factor() * 100
	case divFalling:
		return m.factor() / (1 - float64(x)/full) * 100
	}
	return float64(m.Numer) / (float64(x) / full)
}

// cut makes a result of a quotient.
func (m *inverse) cut(q float64) int64 {
	if math.IsInf(q, 1) {
		return m.Max
	}
	if m.Rounded {
		q += 0.5
	}
	return m.clamp(int64(q))
}

func (m *inverse) text() string {
	share := strconv.FormatFloat(m.factor(), 'f', -1, 64)
	formula := ""
	switch m.Divisor {
	case divXPlus1:
		formula = fmt.Sprintf("%s/(x + 1)·%s·100", power(m.Range), share)
	case divFalling:
		formula = fmt.Sprintf("%s/(1 − x/%s)·100", share, power(m.Range))
	case divX:
		formula = fmt.Sprintf("%d/(x/%s)", m.Numer, power(m.Range))
	}
	if m.Rounded {
		formula += " + 1/2"
	}
	return "⌊" + formula + "⌋ hundredths, in doubles"
}

// power writes a number, as 2^24 if it is a power of two.
func power(n uint64) string {
	if n&(n-1) == 0 {
		return fmt.Sprintf("2^%d", bits.TrailingZeros64(n))
	}
	return fmt.Sprint(n)
}

func (m *inverse) possible(r *run) possible {
	return possible{low: m.Min, high: m.high(), count: int(r.num(&m.Count)), uncut: true}
}

func (m *inverse) odds(r *run, d *Distribution) bool {
	total, part := uint64(manyWords), func(i uint64) uint64 { return m.part(uint32(i)) }
	if m.top {
		total, part = two52, func(i uint64) uint64 { return i }
	}
	d.atLeast = func(v int64) *big.Rat { return m.atLeast(v, total, part) }
	d.Marginals = []Marginal{r.classes(d, m.cuts(d.Unit, m.Max > 0), m.high(), int(r.num(&m.Count)))}
	return true
}

// atLeast counts the words, or the numbers of 52 bits, whose result is v or more. The result
// never falls as the word, or its complement, rises, so that one search finds the first.
func (m *inverse) atLeast(v int64, total uint64, part func(uint64) uint64) *big.Rat {
	first := search(total, func(i uint64) bool {
		if m.Divisor != divFalling {
			i = total - 1 - i
		}
		return m.cut(m.quotient(part(i))) >= v
	})
	return ratio(total-first, total)
}

func (m *inverse) explain(k digestKind) string {
	if m.top {
		return k.explain() + "A constant is divided by h, or by what is given below: half as many bets reach twice the multiplier."
	}
	return "Every four bytes of the hash are a word, whose first bits are a number x. A constant is divided by x, or by what is " +
		"given below: half as many bets reach twice the multiplier."
}

func (m *inverse) asks() demand { return demand{several: m.Count.many()} }

func (m *inverse) shapes() []string { return fieldsOf(&m.Count) }

func (m *inverse) parameters(_ *definition, add func(string, bool)) {
	add("map.kind", true)
	add("map.count", m.Count.chosen())
	add("map.numer", true)
	add("map.range", true)
	add("map.divisor", true)
	add("map.rounded", m.Rounded)
	m.bounds.parameters(add)
}
