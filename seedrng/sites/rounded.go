package sites

import (
	"encoding/binary"
	"math/big"
)

// rounded32 are w·(N−1)/(2^32−1), rounded.
type rounded32 struct{ stream }

func (*rounded32) kind() string { return "rounded32" }

func (*rounded32) below(r *run, n uint64) (uint64, error) {
	r.sum(&r.plan.bytes, r.cursor)
	w := binary.BigEndian.Uint32(r.digest)
	v := roundedWord(w, n)
	if r.tracing {
		r.numbered(v, "word %08x = %d, times %d/(2^32 − 1), rounded", w, w, n-1)
	}
	return v, nil
}

// roundedWord rounds w·(n−1)/(2^32−1) to the nearest integer. The site divides doubles; no
// quotient is near enough to a half that its rounding could matter: twice the dividend
// is even, an odd multiple of 2^32−1 is odd, so the distance is at least 1.1·10^−10.
func roundedWord(w uint32, n uint64) uint64 {
	const d = manyWords - 1
	return (2*uint64(w)*(n-1) + d) / (2 * d)
}

func (*rounded32) atLeast(_ *run, n, i uint64) *big.Rat {
	first := uint64(0)
	if i > 0 {
		first = ceilDiv((2*i-1)*(manyWords-1), 2*(n-1))
	}
	return ratio(manyWords-min(first, manyWords), manyWords)
}

func (*rounded32) explain() string {
	return "The first four bytes of the hash are a word, which is scaled down to 0 … N − 1 and rounded. "
}

// fieldsMod are the sum of the number fields server and client mod 2^16, for percent.
type fieldsMod struct{ stream }

func (*fieldsMod) kind() string { return "fields-mod" }

func (*fieldsMod) below(r *run, _ uint64) (uint64, error) {
	v := (r.numbers[r.plan.index("server")] + r.numbers[r.plan.index("client")]) % (1 << 16)
	if r.tracing {
		r.numbered(v, "(server roll + client roll) mod 65536")
	}
	return v, nil
}

func (*fieldsMod) atLeast(_ *run, n, i uint64) *big.Rat { return ratio(n-i, n) }

func (*fieldsMod) explain() string {
	return "the rolls of the site and of the player are added mod 65,536. "
}

// percent is the number below 2^16, as hundredths of a percent of 2^16 − 1, rounded.
type percent struct{}

func (*percent) kind() string { return "percent" }

func (*percent) evaluate(r *run) error {
	v, err := r.plan.numbers.below(r, 1<<16)
	if err != nil {
		return err
	}
	p := percentOf(v)
	r.out = append(r.out, p)
	if r.tracing {
		r.step("number", "divided by 65535, in percent, rounded", r.form(p))
	}
	return nil
}

// percentOf rounds. A half never occurs: 2·10^4·v is even, and an odd multiple of 2^16 − 1
// odd.
func percentOf(v uint64) int64 {
	const d = 1<<16 - 1
	return int64((2*10_000*v + d) / (2 * d))
}

const wholePercent = 100_00 // in hundredths

func (*percent) possible(*run) possible { return possible{high: wholePercent, count: 1} }

func (*percent) odds(r *run, d *Distribution) bool {
	d.atLeast = func(v int64) *big.Rat {
		return r.plan.numbers.atLeast(r, 1<<16, search(1<<16, func(sum uint64) bool { return percentOf(sum) >= v }))
	}
	d.Marginals = []Marginal{r.classes(d, span(0, wholePercent, 1), wholePercent, 1)}
	return true
}

func (*percent) explain(n numberKind) string {
	return n.explain() + "The sum is the result, as a share of 65,535."
}

func (*percent) asks() demand { return demand{below: true, even: true} }

func (*percent) shapes() []string { return nil }

func (*percent) parameters(_ *definition, add func(string, bool)) { add("map.kind", true) }
