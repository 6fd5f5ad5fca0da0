package sites

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
)

// Infinite is the value of a result without bound: 99/(1 − X) where a site rounds X to 1,
// or more units than an int64 holds.
const infinite = math.MaxInt64

// evaluate makes the result of numbers.
func (r *run) evaluate() error {
	m := &r.plan.game.def.Map
	switch m.Kind {
	case mapSums:
		return r.sums(m)
	case mapDraw:
		return r.draws(m)
	case mapLeast:
		if err := r.draw(r.num(&m.N), r.num(&m.Count), 0); err != nil {
			return err
		}
		least := slices.Min(r.out)
		r.out = append(r.out[:0], least)
		if r.tracing {
			r.step("number", "the least of these", fmt.Sprint(least))
		}
		return r.lookUp(m)
	case mapShuffle:
		if r.plan.game.def.Numbers.Kind == byByte100 {
			return r.byte100(r.num(&m.N), r.num(&m.Count))
		}
		return r.shuffle(m)
	case mapInverse:
		for range r.num(&m.Count) {
			w := r.word()
			x := m.part(w)
			r.out = append(r.out, m.inverse(x))
			if r.tracing {
				part := fmt.Sprintf("⌊w·%s/2^32⌋ = ", power(m.Range))
				if m.Range == 1<<32 {
					part = ""
				}
				r.step("number", fmt.Sprintf("word %08x: x = %s%d; %s", w, part, x, m.inverseText()), r.form(r.out[len(r.out)-1]))
			}
		}
		return nil
	case mapInverse52, mapBustabit1:
		return r.inverse52(m)
	case mapPercent:
		return r.percent()
	}
	panic("sites: map of kind " + m.Kind)
}

// num returns a number of the scheme. It is within the bounds of the field it depends on.
func (r *run) num(n *num) uint64 {
	switch {
	case n.By != nil:
		return uint64(n.By[r.values[r.plan.index(n.Field)]])
	case n.Field != "":
		return r.numbers[r.plan.index(n.Field)]
	case n.Value == 0:
		return 1
	}
	return uint64(n.Value)
}

func (r *run) sums(m *mapping) error {
	n, of := r.num(&m.N), r.num(&m.Of)
	for range r.num(&m.Count) {
		sum := m.First
		for range of {
			v, err := r.below(n)
			if err != nil {
				return err
			}
			sum += int64(v)
		}
		if m.Wrap > 0 {
			sum %= m.Wrap
		}
		r.out = append(r.out, sum)
	}
	return r.lookUp(m)
}

// lookUp replaces values by what the table has for them.
func (r *run) lookUp(m *mapping) error {
	if m.Table == nil {
		return nil
	}
	for i, v := range r.out {
		steps, table := r.table(m, i)
		if steps != nil {
			v = stepOf(steps, v)
		}
		r.out[i] = table[v]
		if r.tracing {
			r.step("result", fmt.Sprintf("entry %d of the table", v), r.form(table[v]))
		}
	}
	return nil
}

// table returns the steps and the table of the value at place i.
func (r *run) table(m *mapping, i int) (steps, table []int64) {
	r.key = r.key[:0]
	for i, field := range m.By {
		if i > 0 {
			r.key = append(r.key, ' ')
		}
		r.key = append(r.key, r.values[r.plan.index(field)]...)
	}
	if len(m.Turns) > 0 {
		r.key = append(append(r.key, ' '), m.Turns[i%len(m.Turns)]...)
	}
	return m.Steps[string(r.key)], m.Table[string(r.key)]
}

// stepOf returns the place of the last step that isn't above v.
func stepOf(steps []int64, v int64) int64 {
	i, found := slices.BinarySearch(steps, v)
	if !found {
		i--
	}
	return int64(i)
}

func (r *run) draws(m *mapping) error {
	n, count := r.num(&m.N), r.num(&m.Count)
	groups := r.num(&m.Groups)
	if m.grouped() {
		r.group = int(count)
	}
	for range groups {
		from := len(r.out)
		if err := r.draw(n, count, m.First); err != nil {
			return err
		}
		if m.Sorted {
			slices.Sort(r.out[from:])
		}
	}
	return nil
}

// grouped reports whether a draw gives several lists.
func (m *mapping) grouped() bool { return m.Groups.Value != 0 || m.Groups.By != nil }

// draw appends count of first, …, first + n − 1: each number picks the place of one,
// which is removed.
func (r *run) draw(n, count uint64, first int64) error {
	r.list = r.list[:0]
	for i := range int64(n) {
		r.list = append(r.list, first+i)
	}
	for range count {
		i, err := r.below(uint64(len(r.list)))
		if err != nil {
			return err
		}
		r.out = append(r.out, r.list[i])
		if r.tracing {
			last := &r.steps[len(r.steps)-1]
			last.Text += fmt.Sprintf(" = %d, the place in what is left", i)
			if last.Value = r.form(r.list[i]); r.plan.game.def.Map.Kind == mapLeast { // a place, not a result
				last.Value = fmt.Sprint(r.list[i])
			}
		}
		r.list = slices.Delete(r.list, int(i), int(i)+1)
	}
	return nil
}

func (r *run) shuffle(m *mapping) error {
	n, count := r.num(&m.N), r.num(&m.Count)
	r.list = r.list[:0]
	for i := range int64(n) {
		r.list = append(r.list, m.First+i)
	}
	for step := uint64(0); step+1 < n; step++ {
		i, span, base := n-1-step, n-step, uint64(0)
		if m.Forward {
			i, base = step, step
			if step >= count {
				break // the first places are final
			}
		}
		if m.Place {
			r.cursor = i
		}
		j, err := r.below(span)
		if err != nil {
			return err
		}
		r.list[i], r.list[base+j] = r.list[base+j], r.list[i]
	}
	for _, v := range r.list[:count] {
		if m.Wrap > 0 {
			v %= m.Wrap
		}
		r.out = append(r.out, v)
	}
	if m.Sorted {
		slices.Sort(r.out)
	}
	return nil
}

// inverse computes with doubles, each operation rounded, in the order that the sites
// publish: where the quotient is an integer number of hundredths, or nearly, the double may
// be below it, and so is the result. Nothing here can be fused to one rounding.
func (m *mapping) inverse(x uint32) int64 {
	full := float64(m.Range)
	share := m.share()
	var q float64
	switch m.Divisor {
	case divXPlus1:
		q = full / (float64(x) + 1) * share * 100
	case divFalling:
		q = share / (1 - float64(x)/full) * 100
	case divX:
		if x == 0 {
			return m.Max
		}
		q = float64(m.Numer) / (float64(x) / full)
	}
	return m.clamp(int64(q))
}

// share is what is returned, such as 0.99.
func (m *mapping) share() float64 { return float64(m.Numer) / float64(100*max(m.Scale, 1)) }

// part returns the number that an inverse takes of a word.
func (m *mapping) part(w uint32) uint32 { return uint32(uint64(w) * m.Range >> 32) }

// power writes a number, as 2^24 if it is a power of two.
func power(n uint64) string {
	if n&(n-1) == 0 {
		return fmt.Sprintf("2^%d", bits.TrailingZeros64(n))
	}
	return fmt.Sprint(n)
}

func (m *mapping) inverseText() string {
	share := strconv.FormatFloat(m.share(), 'f', -1, 64)
	formula := ""
	switch m.Divisor {
	case divXPlus1:
		formula = fmt.Sprintf("%s/(x + 1)·%s·100", power(m.Range), share)
	case divFalling:
		formula = fmt.Sprintf("%s/(1 − x/%s)·100", share, power(m.Range))
	case divX:
		formula = fmt.Sprintf("%d/(x/%s)", m.Numer, power(m.Range))
	}
	return "⌊" + formula + "⌋ hundredths, in doubles"
}

func (m *mapping) clamp(v int64) int64 {
	v = max(v, m.Min)
	if m.Max > 0 {
		v = min(v, m.Max)
	}
	return v
}

func (r *run) inverse52(m *mapping) error {
	r.sum(&r.plan.bytes, r.cursor)
	h := r.top(13)
	if m.Kind == mapBustabit1 && m.Mod > 0 && modDigest(r.digest, uint64(m.Mod)) == 0 {
		r.out = append(r.out, m.Min)
		if r.tracing {
			r.step("number", fmt.Sprintf("%d divides the digest", m.Mod), r.form(m.Min))
		}
		return nil
	}
	v := m.top52(h)
	r.out = append(r.out, v)
	if r.tracing {
		formula := fmt.Sprintf("⌊%d/(1 − h/2^52)⌋ hundredths", m.Numer)
		if m.Kind == mapBustabit1 {
			formula = "⌊(100·2^52 − h)/(2^52 − h)⌋ hundredths"
			if m.Numer > 0 {
				formula = fmt.Sprintf("⌊(100·2^52 − h)/(2^52 − h)·%v⌋ hundredths", m.share())
			}
		}
		r.step("number", fmt.Sprintf("first 13 hex digits %013x: h = %d; %s", h, h, formula), r.form(v))
	}
	return nil
}

const two52 = 1 << 52

// top52 is the result of the first 52 bits h. It computes with doubles, each operation
// rounded, as the sites do: where the quotient is just below an integer, the double is
// that integer. Nothing here can be fused to one rounding.
func (m *mapping) top52(h uint64) int64 {
	var q float64
	if m.Kind == mapBustabit1 {
		q = (100*two52 - float64(h)) / (two52 - float64(h))
		if m.Numer > 0 {
			q *= m.share()
		}
	} else {
		x := float64(h) / two52
		if m.Digits > 0 {
			x = significant(h, m.Digits)
		}
		q = float64(m.Numer) / (1 - x)
	}
	if math.IsInf(q, 1) {
		return infinite
	}
	v, factor := int64(q), max(m.Factor, 1)
	if v > (infinite-1)/factor {
		return infinite
	}
	return m.clamp(v * factor)
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

// percent is the result of the sum of two rolls: its share of 2^16 − 1, in hundredths of
// a percent, rounded. A half never occurs: 2·10^4·v is even, and an odd multiple of
// 2^16 − 1 odd.
func (r *run) percent() error {
	v := (r.numbers[r.plan.index("server")] + r.numbers[r.plan.index("client")]) % (1 << 16)
	p := percentOf(v)
	r.out = append(r.out, p)
	if r.tracing {
		r.step("number", "(server roll + client roll) mod 65536", fmt.Sprint(v))
		r.step("number", "divided by 65535, in percent, rounded", r.form(p))
	}
	return nil
}

func percentOf(v uint64) int64 {
	const d = 1<<16 - 1
	return int64((2*10_000*v + d) / (2 * d))
}
