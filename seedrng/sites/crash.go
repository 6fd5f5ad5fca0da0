package sites

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
)

const two52 = 1 << 52

// first52 returns the first 52 bits of the bet's digest, as a number.
func (r *run) first52() uint64 {
	r.sum(&r.plan.bytes, r.cursor)
	return r.top(13)
}

// multiplied takes a multiplier made of the first 52 bits.
func (r *run) multiplied(h uint64, v int64, formula string) {
	r.out = append(r.out, v)
	if r.tracing {
		r.step("number", fmt.Sprintf("first 13 hex digits %013x: h = %d; ⌊%s⌋ hundredths", h, h, formula), r.value(v))
	}
}

// odds52 sets the odds of a multiplier that never falls as h rises, unless mod divides the
// digest, which makes it the least.
func (b *bounds) odds52(r *run, d *Distribution, value func(h uint64) int64, mod int64, last bool) bool {
	digestBits := uint(8 * r.plan.bytes.size())
	all := new(big.Int).Lsh(big.NewInt(1), digestBits)
	d.atLeast = func(v int64) *big.Rat {
		if v <= b.Min {
			return big.NewRat(1, 1)
		}
		first := search(two52, func(h uint64) bool { return value(h) >= v })
		// Digests from first·2^(bits − 52) on reach v, without the multiples of mod.
		from := new(big.Int).Lsh(new(big.Int).SetUint64(first), digestBits-52)
		reach := new(big.Int).Sub(all, from)
		if mod > 0 {
			reach.Sub(reach, new(big.Int).Sub(multiples(mod, all), multiples(mod, from)))
		}
		return new(big.Rat).SetFrac(reach, all)
	}
	d.Marginals = []Marginal{r.classes(d, b.cuts(d.Unit, last || b.Max > 0), b.high(), 1)}
	return true
}

const explain52 = "A constant is divided by 1 less that fraction: half as many bets reach twice the multiplier."

// inverse52 is ⌊Numer/(1 − X)⌋ in doubles, X the first 52 bits as a fraction.
type inverse52 struct {
	share
	Digits int `json:"digits,omitempty"` // significant digits that the fraction is rounded to
	bounds
	of52
}

func (*inverse52) kind() string { return "inverse52" }

func (m *inverse52) evaluate(r *run) error {
	h := r.first52()
	r.uncut = append(r.uncut, m.quotient(h))
	formula := ""
	if r.tracing {
		formula = fmt.Sprintf("%d/(1 − h/2^52)", m.Numer)
	}
	r.multiplied(h, m.of(h), formula)
	return nil
}

// quotient computes with doubles, each operation rounded, as the sites do: where the quotient
// is just below an integer, the double is that integer. Nothing here can be fused to one
// rounding.
func (m *inverse52) quotient(h uint64) float64 {
	x := float64(h) / two52
	if m.Digits > 0 {
		x = significant(h, m.Digits)
	}
	return float64(m.Numer) / (1 - x)
}

// of is the result of the first 52 bits h.
func (m *inverse52) of(h uint64) int64 {
	q := m.quotient(h)
	if math.IsInf(q, 1) {
		return infinite
	}
	return m.clamp(int64(q))
}

// significant is JavaScript's Number((h/2^52).toPrecision(digits)), for h from 2^52/100
// on; below, where no site's result depends on it, it rounds to as many decimals as at
// 2^52/100. It rounds in integers, halves up, and divides once, which gives the double
// nearest to the decimal.
func significant(h uint64, digits int) float64 {
	ten := uint64(1)
	for range digits {
		ten *= 10
	}
	if h < (two52+9)/10 {
		ten *= 10
	}
	high, low := bits.Mul64(h, ten)
	low, carry := bits.Add64(low, two52/2, 0)
	return float64((high+carry)<<12|low>>52) / float64(ten)
}

func (m *inverse52) possible(*run) possible {
	return possible{low: m.Min, high: m.high(), count: 1, unbounded: m.Digits > 0, uncut: true}
}

func (m *inverse52) odds(r *run, d *Distribution) bool {
	return m.odds52(r, d, m.of, 0, m.Digits > 0)
}

func (*inverse52) explain(k digestKind) string { return k.explain() + explain52 }

func (*inverse52) asks() demand { return demand{} }

func (*inverse52) shapes() []string { return nil }

func (m *inverse52) parameters(_ *definition, add func(string, bool)) {
	add("map.kind", true)
	add("map.numer", true)
	add("map.digits", true)
	m.bounds.parameters(add)
}

// bustabit1 is ⌊(100·2^52 − h)/(2^52 − h)⌋ in doubles, h the first 52 bits. With Numer, the
// quotient is multiplied by that before it is cut.
type bustabit1 struct {
	share
	Mod    int64 `json:"mod,omitempty"`    // the result is Min if this divides the digest
	Factor int64 `json:"factor,omitempty"` // what the result is multiplied by after it is cut
	bounds
	of52
}

func (*bustabit1) kind() string { return "bustabit1" }

func (m *bustabit1) evaluate(r *run) error {
	h := r.first52()
	if m.Mod > 0 && modDigest(r.digest, uint64(m.Mod)) == 0 {
		r.out = append(r.out, m.Min)
		if r.tracing {
			r.step("number", fmt.Sprintf("%d divides the digest", m.Mod), r.value(m.Min))
		}
		return nil
	}
	if m.Factor == 0 {
		r.uncut = append(r.uncut, m.quotient(h))
	}
	formula := ""
	if r.tracing {
		formula = "(100·2^52 − h)/(2^52 − h)"
		if m.Numer > 0 {
			formula += fmt.Sprintf("·%v", m.factor())
		}
	}
	r.multiplied(h, m.of(h), formula)
	return nil
}

// modDigest returns the digest, as one number, mod m.
func modDigest(digest []byte, m uint64) (v uint64) {
	for _, b := range digest {
		v = (v<<8 | uint64(b)) % m
	}
	return v
}

// quotient computes with doubles, as that of inverse52 does.
func (m *bustabit1) quotient(h uint64) float64 {
	q := (100*two52 - float64(h)) / (two52 - float64(h))
	if m.Numer > 0 {
		q *= m.factor()
	}
	return q
}

// of is the result of the first 52 bits h, unless Mod divides the digest.
func (m *bustabit1) of(h uint64) int64 {
	v, factor := int64(m.quotient(h)), max(m.Factor, 1)
	if v > (infinite-1)/factor {
		return infinite
	}
	return m.clamp(v * factor)
}

func (m *bustabit1) possible(*run) possible {
	return possible{low: m.Min, high: m.high(), count: 1, unbounded: m.Factor > 0, uncut: m.Factor == 0}
}

func (m *bustabit1) odds(r *run, d *Distribution) bool {
	return m.odds52(r, d, m.of, m.Mod, false)
}

func (*bustabit1) explain(k digestKind) string { return k.explain() + explain52 }

func (*bustabit1) asks() demand { return demand{} }

func (*bustabit1) shapes() []string { return nil }

func (m *bustabit1) parameters(_ *definition, add func(string, bool)) {
	add("map.kind", true)
	add("map.numer", m.Numer != 0)
	add("map.mod", true)
	add("map.factor", m.Factor != 0)
	m.bounds.parameters(add)
}
