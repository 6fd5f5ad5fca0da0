package sites

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// A Result is what came out of a bet. Its String is what sites show: "28.07",
// "6 13 22", "QS TD 5S", "HHTH", "1 2 0 | 0 1 2".
type Result struct {
	Values []int64 // integers in units of 10^−Form.Decimals, or places in Form.Names
	Group  int     // values per list in a list of lists; 0 if it is one list
	form   *form
}

// String writes the result; that of the zero Result is empty.
func (r Result) String() string { return string(r.append(nil)) }

// MarshalText returns what String returns.
func (r Result) MarshalText() ([]byte, error) { return r.append(nil), nil }

func (r Result) append(b []byte) []byte {
	for i, v := range r.Values {
		switch {
		case i > 0 && r.Group > 0 && i%r.Group == 0:
			b = append(b, " | "...)
		case i > 0 && (r.form == nil || !r.form.Joined):
			b = append(b, ' ')
		}
		b = r.form.append(b, v)
	}
	return b
}

// append appends one value.
func (f *form) append(b []byte, v int64) []byte {
	if v == infinite {
		return append(b, "Infinity"...)
	}
	switch {
	case f == nil || v < 0 || f.Names != nil && v >= int64(len(f.Names)): // a caller's own
		return strconv.AppendInt(b, v, 10)
	case f.Names != nil:
		return append(b, f.Names[v]...)
	}
	b = strconv.AppendInt(b, v/f.unit(), 10)
	if f.Decimals > 0 {
		b = append(b, '.')
		for unit, rest := f.unit()/10, v%f.unit(); unit > 0; unit /= 10 {
			b = append(b, '0'+byte(rest/unit%10))
		}
	}
	return b
}

// unit is how many units of values make 1.
func (f *form) unit() int64 {
	unit := int64(1)
	for range f.Decimals {
		unit *= 10
	}
	return unit
}

// compare compares the site's result, parsed last, with that of the run.
func (r *run) compare(claimed Result) Verdict {
	got := r.out
	if f := r.plan.game.def.Form.Fewest; f > 0 && len(claimed.Values) >= f { // the first values only
		got = got[:min(len(got), len(claimed.Values))]
	}
	if claimed.Group != r.group || len(claimed.Values) != len(got) {
		return Differs
	}
	verdict := Agrees
	for i, v := range claimed.Values {
		if v == got[i] {
			continue
		}
		unit := int64(1) // of the last digit shown
		for range r.plan.game.def.Form.Decimals - r.shown[i] {
			unit *= 10
		}
		if unit == 1 || got[i] == infinite || got[i]/unit != v/unit && (got[i]+unit/2)/unit != v/unit {
			return Differs
		}
		verdict = AgreesAsShown
	}
	return verdict
}

func badResult(reason string) error { return &FieldError{"result", reason} }

// maxResult bounds the text of a result.
const maxResult = 4096

func (r *run) parseResult(text string) (Result, error) {
	form := &r.plan.game.def.Form
	if len(text) > maxResult {
		return Result{}, badResult(fmt.Sprintf("has %d bytes, the limit is %d", len(text), maxResult))
	}
	tokens := strings.FieldsFunc(text, func(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune(",;|[](){}\"'", c) })
	if form.Joined {
		tokens = strings.Split(strings.Join(tokens, ""), "")
	}
	res := Result{form: form}
	r.shown = r.shown[:0]
	for _, t := range tokens {
		v, err := r.parseValue(t)
		if err != nil {
			return Result{}, err
		}
		res.Values = append(res.Values, v)
	}
	return res, r.possible(&res)
}

func (r *run) parseValue(token string) (int64, error) {
	form := &r.plan.game.def.Form
	if form.Names != nil {
		r.shown = append(r.shown, 0)
		if v := slices.Index(form.Names, token); v >= 0 {
			return int64(v), nil
		}
		if v, ok := form.Also[token]; ok {
			return v, nil
		}
		return 0, badResult("has a value that the game doesn't have")
	}
	if m := &r.plan.game.def.Map; (token == "Infinity" || token == "∞") && (m.Digits > 0 || m.Factor > 0) {
		r.shown = append(r.shown, form.Decimals)
		return infinite, nil
	}
	whole, fraction, _ := strings.Cut(strings.TrimRight(token, "x×%"), ".")
	if whole == "" || strings.ContainsFunc(whole+fraction, func(c rune) bool { return c < '0' || c > '9' }) {
		return 0, badResult("isn't a number")
	}
	for len(fraction) > form.Decimals && strings.HasSuffix(fraction, "0") {
		fraction = fraction[:len(fraction)-1]
	}
	if len(fraction) > form.Decimals {
		return 0, badResult(fmt.Sprintf("has more than %d decimals", form.Decimals))
	}
	r.shown = append(r.shown, len(fraction))
	v, err := strconv.ParseInt(whole+fraction+strings.Repeat("0", form.Decimals-len(fraction)), 10, 64)
	if err != nil || v == math.MaxInt64 {
		return 0, badResult("isn't a number")
	}
	return v, nil
}

// possible requires that the game can have these values, and puts them into groups and
// in order.
func (r *run) possible(res *Result) error {
	m := &r.plan.game.def.Map
	var low, high int64 // of a value
	count, distinct := r.num(&m.Count), false
	switch n := int64(r.num(&m.N)); m.Kind {
	case mapSums:
		low, high = m.First, m.First+(n-1)*int64(r.num(&m.Of))
	case mapDraw:
		low, high, distinct = m.First, m.First+n-1, true
		if m.grouped() {
			res.Group = int(count)
			count *= r.num(&m.Groups)
		}
	case mapShuffle:
		low, high, distinct = m.First, m.First+n-1, m.Wrap == 0
		if m.Wrap > 0 {
			high = m.Wrap - 1
		}
	case mapLeast:
		count = 1
	case mapPercent:
		low, high = 0, 100_00
	default:
		low, high = m.Min, m.Max
		if high == 0 {
			high = infinite
		}
	}
	if n, fewest := uint64(len(res.Values)), uint64(r.plan.game.def.Form.Fewest); fewest > 0 && (n < fewest || n > count) {
		return badResult(fmt.Sprintf("has %d values, not %d to %d", n, fewest, count))
	} else if fewest == 0 && n != count {
		return badResult(fmt.Sprintf("has %d values, not %d", n, count))
	}
	if m.Table != nil {
		for i, v := range res.Values {
			if _, table := r.table(m, i); !slices.Contains(table, v) {
				return badResult("isn't in the game's table")
			}
		}
		return nil
	}
	for _, v := range res.Values {
		if v < low || v > high {
			return badResult("is out of range")
		}
	}
	group := res.Group
	if group == 0 {
		group = len(res.Values)
	}
	for list := range slices.Chunk(res.Values, group) {
		if m.Sorted {
			slices.Sort(list)
		}
		for i, v := range list {
			if distinct && slices.Contains(list[:i], v) {
				return badResult("has a value twice")
			}
		}
	}
	return nil
}
