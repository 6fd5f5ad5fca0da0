package sites

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// A claim is the result that a site showed, as it was read.
type claim struct {
	values []int64   // in units of the form, cut to these
	digits []int     // the decimals shown
	full   []float64 // the values in units of the form, with all decimals

	numbered bool // numbers stand for names
	coarse   bool // it is the replay's in other digits, which are another result, too
}

func badResult(reason string) error { return &FieldError{"result", reason} }

// maxResult bounds the text of a result.
const maxResult = 4096

// parseResult reads a result that the game can have.
func (r *run) parseResult(text string) (Result, error) {
	p := r.plan.mapping.possible(r)
	if err := r.read(text, &p); err != nil {
		return Result{}, err
	}
	values := r.shown.values
	if err := p.check(&r.shown, 0); err != nil {
		return Result{}, err
	}
	for i, v := range values {
		if p.pays == nil {
			values[i] = max(v, p.low) // a quotient below it
		} else if _, table := p.pays.row(r, i); !slices.Contains(table, v) {
			return Result{}, badResult("isn't in the game's table")
		}
	}
	return Result{slices.Clone(values), p.group, r.form()}, nil
}

// read reads a result of as many values as the game has, and sorts lists that are sets.
func (r *run) read(text string, p *possible) error {
	f, c := r.form(), &r.shown
	if len(text) > maxResult {
		return badResult(fmt.Sprintf("has %d bytes, the limit is %d", len(text), maxResult))
	}
	c.values, c.digits, c.full, c.numbered, c.coarse = c.values[:0], c.digits[:0], c.full[:0], false, false
	for _, token := range r.tokens(text) {
		read := c.readNumber
		if f.Names != nil {
			read = r.readName
		}
		if err := read(token, f, p); err != nil {
			return err
		}
	}
	if err := p.counted(len(c.values), f.Fewest); err != nil {
		return err
	}
	if p.set {
		c.sort(p.size(len(c.values)))
	}
	return nil
}

// sort sorts lists of a size.
func (c *claim) sort(size int) {
	for i := range c.values {
		for j := i; j%size > 0 && c.values[j-1] > c.values[j]; j-- {
			c.values[j-1], c.values[j] = c.values[j], c.values[j-1]
			c.digits[j-1], c.digits[j] = c.digits[j], c.digits[j-1]
			c.full[j-1], c.full[j] = c.full[j], c.full[j-1]
		}
	}
}

// tokens are the texts of a result's values.
func (r *run) tokens(text string) []string {
	all := strings.FieldsFunc(text, func(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune(",;|[](){}\"'", c) })
	if !r.form().Joined {
		return all
	}
	var each []string
	for _, token := range all {
		if _, ok := r.plan.spelled[strings.ToLower(token)]; ok {
			each = append(each, token)
		} else {
			each = append(each, strings.Split(token, "")...)
		}
	}
	return each
}

// readName reads a name, a card, or the number of either.
func (r *run) readName(token string, f *form, _ *possible) error {
	v, ok := r.plan.spelled[strings.ToLower(token)]
	if card := cardOf(token); !ok && card != "" {
		v, ok = r.plan.spelled[card]
	}
	if n, err := strconv.ParseUint(token, 10, 8); !ok && err == nil && !f.Joined && n < uint64(len(f.Names)) {
		v, ok = int64(n), true
		r.shown.numbered = true
	}
	if !ok {
		return badResult("has a value that the game doesn't have")
	}
	r.shown.add(v, 0, float64(v))
	return nil
}

func (c *claim) add(v int64, digits int, full float64) {
	c.values, c.digits, c.full = append(c.values, v), append(c.digits, digits), append(c.full, full)
}

func (c *claim) readNumber(token string, f *form, p *possible) error {
	if p.unbounded && (token == "Infinity" || token == "∞") {
		c.add(infinite, f.Decimals, math.Inf(1))
		return nil
	}
	whole, fraction, _ := strings.Cut(strings.TrimRight(strings.TrimLeft(token, "x×"), "x×%"), ".")
	if whole == "" || strings.ContainsFunc(whole+fraction, func(c rune) bool { return c < '0' || c > '9' }) {
		return badResult("isn't a number")
	}
	if len(strings.TrimRight(fraction, "0")) > f.Decimals && !p.longer() {
		return badResult(fmt.Sprintf("has more than %d decimals", f.Decimals))
	}
	units := fraction + strings.Repeat("0", max(0, f.Decimals-len(fraction)))
	v, err := strconv.ParseInt(whole+units[:f.Decimals], 10, 64)
	if err != nil || v == infinite {
		return badResult("isn't a number")
	}
	full, _ := strconv.ParseFloat(whole+units[:f.Decimals]+"."+units[f.Decimals:], 64) // digits and a point
	c.add(v, len(fraction), full)
	return nil
}
