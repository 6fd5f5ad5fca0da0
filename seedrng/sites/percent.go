package sites

import (
	"math/big"
)

// fieldsMod takes the sum of the number fields server and client mod 2^16, for percent.
type fieldsMod struct{ cursorUse }

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
type percent struct{ ofNumbers }

func (*percent) kind() string { return "percent" }

func (m *percent) evaluate(r *run) error {
	v, err := m.numbers.below(r, 1<<16)
	if err != nil {
		return err
	}
	p := percentOf(v)
	r.out = append(r.out, p)
	if r.tracing {
		r.step("number", "divided by 65535, in percent, rounded", r.value(p))
	}
	return nil
}

func (*percent) possible(*run) possible { return possible{high: wholePercent, count: 1} }

func (m *percent) odds(r *run, d *Distribution) bool {
	d.atLeast = func(v int64) *big.Rat {
		return m.numbers.atLeast(r, 1<<16, search(1<<16, func(sum uint64) bool { return percentOf(sum) >= v }))
	}
	d.Marginals = []Marginal{r.classes(d, span(0, wholePercent, 1), wholePercent, 1)}
	return true
}

func (*percent) explain(k digestKind) string {
	return k.explain() + "The sum is the result, as a share of 65,535."
}

func (*percent) asks() demand { return demand{below: true, even: true} }

func (*percent) shapes() []string { return nil }

func (*percent) parameters(_ *definition, add func(string, bool)) { add("map.kind", true) }
