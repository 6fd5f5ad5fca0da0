package sites

import "strconv"

// A Result is what came out of a bet. Its String is what sites show: "28.07",
// "6 13 22", "QS TD 5S", "HHTH", "1 2 0 | 0 1 2". A value of [math.MaxInt64] is infinite.
type Result struct {
	Values []int64 // in the last digit that String writes: 2807 is "28.07"; or places in a list of names, from 0
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
