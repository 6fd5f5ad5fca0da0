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
	form   *Form
}

// String writes the result; that of the zero Result is empty.
func (r Result) String() string { return string(r.append(nil)) }

// AppendText appends what String returns.
func (r Result) AppendText(b []byte) ([]byte, error) { return r.append(b), nil }

// MarshalText returns what String returns.
func (r Result) MarshalText() ([]byte, error) { return r.append(nil), nil }

// Equal reports whether results have the same values, in the same groups.
func (r Result) Equal(s Result) bool { return r.Group == s.Group && slices.Equal(r.Values, s.Values) }

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
func (f *Form) append(b []byte, v int64) []byte {
	if v == Infinite {
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
func (f *Form) unit() int64 {
	unit := int64(1)
	for range f.Decimals {
		unit *= 10
	}
	return unit
}

// ParseResult reads a result of a bet as sites write it: commas, brackets, bars and
// quotes separate values like spaces, and a number may end with x or %. It needs the
// fields of the bet that [Game.Shapes] reports. A result that the game can't have is a
// [FieldError] of "result".
func ParseResult(site, game string, bet Bet, text string) (Result, error) {
	s, err := find(site, game)
	if err != nil {
		return Result{}, err
	}
	r := newRun(s)
	if err := r.load(bet, true); err != nil {
		return Result{}, err
	}
	return r.parseResult(text)
}

func badResult(reason string) error { return &FieldError{"result", reason} }

// maxResult bounds the text of a result.
const maxResult = 4096

func (r *run) parseResult(text string) (Result, error) {
	form := &r.plan.game.Form
	if len(text) > maxResult {
		return Result{}, badResult(fmt.Sprintf("has %d bytes, the limit is %d", len(text), maxResult))
	}
	tokens := strings.FieldsFunc(text, func(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune(",;|[](){}\"'", c) })
	if form.Joined {
		tokens = strings.Split(strings.Join(tokens, ""), "")
	}
	res := Result{form: form}
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
	form := &r.plan.game.Form
	if form.Names != nil {
		if v := slices.Index(form.Names, token); v >= 0 {
			return int64(v), nil
		}
		return 0, badResult("has a value that the game doesn't have")
	}
	if m := &r.plan.game.Map; (token == "Infinity" || token == "∞") && (m.Digits > 0 || m.Factor > 0) {
		return Infinite, nil
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
	v, err := strconv.ParseInt(whole+fraction+strings.Repeat("0", form.Decimals-len(fraction)), 10, 64)
	if err != nil || v == math.MaxInt64 {
		return 0, badResult("isn't a number")
	}
	return v, nil
}

// possible requires that the game can have these values, and puts them into groups and
// in order.
func (r *run) possible(res *Result) error {
	m := &r.plan.game.Map
	var low, high int64 // of a value
	count, distinct := r.num(&m.Count), false
	switch n := int64(r.num(&m.N)); m.Kind {
	case Sums:
		low, high = m.First, m.First+(n-1)*int64(r.num(&m.Of))
	case Draw:
		low, high, distinct = m.First, m.First+n-1, true
		if m.grouped() {
			res.Group = int(count)
			count *= r.num(&m.Groups)
		}
	case Shuffle:
		low, high, distinct = m.First, m.First+n-1, m.Wrap == 0
		if m.Wrap > 0 {
			high = m.Wrap - 1
		}
	case Least:
		count = 1
	case Percent:
		low, high = 0, 100_00
	default:
		low, high = m.Min, m.Max
		if high == 0 {
			high = Infinite
		}
	}
	if uint64(len(res.Values)) != count {
		return badResult(fmt.Sprintf("has %d values, not %d", len(res.Values), count))
	}
	if m.Table != nil {
		table := m.Table[string(r.tableKey(m))]
		for _, v := range res.Values {
			if !slices.Contains(table, v) {
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
