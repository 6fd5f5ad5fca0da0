package sites

import (
	"math"
	"slices"
)

// judge compares the site's result, which was read last, with that of the run. If it differs, or
// can't be, it is tried one unit higher and one lower.
func (r *run) judge(p *possible) (v Verdict, off int, err error) {
	f, c := r.form(), &r.shown
	impossible := p.check(c, 0)
	if impossible == nil {
		if v := r.compare(p); v != Differs {
			return v, 0, nil
		}
	}
	if f.Names != nil || p.pays != nil {
		return Differs, 0, impossible
	}
	for _, off := range [2]int64{1, -1} {
		if p.check(c, off) != nil || !r.shifted(off) {
			continue
		}
		if from := p.low + off; f.Places != "" && (from == 0 || from == 1) {
			return AgreesCounted, int(off), nil
		}
		return Differs, int(off), nil
	}
	return Differs, 0, impossible
}

// shifted reports whether all of the claim's values are so many units above the run's.
func (r *run) shifted(off int64) bool {
	for i, v := range r.shown.values {
		if r.out[i] == infinite || v-off != r.out[i] || r.shown.digits[i] < r.form().Decimals || r.shown.full[i] != float64(v) {
			return false
		}
	}
	return true
}

// compare compares the claim's values, which may be the first only, with the run's.
func (r *run) compare(p *possible) Verdict {
	all := Agrees
	for i, v := range r.shown.values {
		switch r.compareValue(i) {
		case Differs:
			r.shown.coarse = false
			return Differs
		case AgreesAsShown:
			all = AgreesAsShown
			if r.shown.digits[i] > r.form().Decimals && i < len(r.uncut) {
				r.shown.coarse = true // 2.000 for 1.9996, which is 1.99
			} else if p.pays != nil {
				_, table := p.pays.row(r, i)
				r.shown.coarse = r.shown.coarse || v != r.out[i] && slices.Contains(table, v)
			}
		}
	}
	if r.shown.coarse {
		return Differs
	}
	return all
}

func (r *run) compareValue(i int) Verdict {
	decimals, shown := r.form().Decimals, r.shown.digits[i]
	v, full, got := r.shown.values[i], r.shown.full[i], r.out[i]
	switch {
	case shown > decimals && v == got && full == math.Trunc(full):
		return Agrees
	case shown > decimals && i < len(r.uncut):
		if full == math.Trunc(full) && near(r.uncut[i], full, math.Pow10(decimals-shown)) {
			return AgreesAsShown
		}
		return verdict(near(r.uncut[i], full, math.Pow10(decimals-shown)))
	case shown > decimals: // of a pay that the table has with fewer
		if v == got || int64(math.Round(full)) == got {
			return AgreesAsShown
		}
		return Differs
	case v == got:
		return Agrees
	case got == infinite || shown == decimals:
		return Differs
	}
	unit := int64(math.Pow10(decimals - shown)) // of the last digit shown
	if got/unit == v/unit || (got+unit/2)/unit == v/unit {
		return AgreesAsShown
	}
	return Differs
}

// near reports whether a number is shown cut or rounded to a unit, but for the last bits of
// doubles.
func near(exact, shown, unit float64) bool {
	const bits = 1e-14
	diff, slack := exact-shown, bits*exact
	return diff < unit+slack && diff >= -unit/2-slack
}
