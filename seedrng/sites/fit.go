package sites

import (
	"math"
	"sort"
)

// Count adds a result's values to counts, which has a counter for each class. It reports
// whether every value is in a class.
func (m *Marginal) Count(counts []uint64, r Result) bool {
	all := true
	for _, v := range r.Values {
		i := sort.Search(len(m.Classes), func(i int) bool { return m.Classes[i].High >= v })
		if i < len(m.Classes) && m.Classes[i].Low <= v {
			counts[i]++
		} else {
			all = false
		}
	}
	return all
}

// A Fit is a chi-square test of counts against a Marginal.
type Fit struct {
	Statistic float64
	Freedom   int     // degrees of freedom; 0 if there are too few counts to test anything
	P         float64 // the probability of a statistic as large as this, if the Marginal holds
}

// minExpected is the least expectation of a class in a chi-square test.
const minExpected = 5

// Fit tests counts against the probabilities of the classes. Neighbouring classes are
// joined until each has an expectation of 5 or more, and the statistic is corrected for
// values that are drawn without replacement, whose counts vary less.
func (m *Marginal) Fit(counts []uint64) Fit {
	total := 0.0
	for _, n := range counts {
		total += float64(n)
	}
	type pool struct{ count, expected float64 }
	var pools []pool
	var open pool
	for i, c := range m.Classes {
		p, _ := c.P.Float64()
		open.count += float64(counts[i])
		open.expected += p * total
		if open.expected >= minExpected {
			pools = append(pools, open)
			open = pool{}
		}
	}
	if len(pools) < 2 {
		return Fit{P: 1}
	}
	last := &pools[len(pools)-1]
	last.count += open.count
	last.expected += open.expected
	x := 0.0
	for _, p := range pools {
		x += (p.count - p.expected) * (p.count - p.expected) / p.expected
	}
	if m.From > m.Draw {
		x *= float64(m.From-1) / float64(m.From-m.Draw)
	}
	freedom := len(pools) - 1
	return Fit{x, freedom, upperGamma(float64(freedom)/2, x/2)}
}

// upperGamma is the regularized incomplete gamma function Q(a, x): a series for its
// complement below a + 1, a continued fraction, evaluated by Lentz's method, above.
func upperGamma(a, x float64) float64 {
	if x <= 0 {
		return 1
	}
	const steps, precise, tiny = 1 << 20, 1e-15, 1e-300
	logGamma, _ := math.Lgamma(a)
	scale := math.Exp(a*math.Log(x) - x - logGamma)
	if x < a+1 {
		term := 1 / a
		sum := term
		for i := 1.0; i < steps && term > sum*precise; i++ {
			term *= x / (a + i)
			sum += term
		}
		return 1 - min(scale*sum, 1)
	}
	b := x + 1 - a
	c, d := 1/tiny, 1/b
	h := d
	for i := 1.0; i < steps; i++ {
		k := -i * (i - a)
		b += 2
		d = 1 / nonzero(k*d+b, tiny)
		c = nonzero(b+k/c, tiny)
		h *= d * c
		if math.Abs(d*c-1) < precise {
			break
		}
	}
	return min(scale*h, 1)
}

func nonzero(x, tiny float64) float64 {
	if math.Abs(x) < tiny {
		return tiny
	}
	return x
}
