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

// possible says what values a result has.
type possible struct {
	low, high int64
	count     int  // of values, in all lists
	group     int  // values per list; 0 if it is one list
	distinct  bool // no value is twice in a list
	set       bool // the order in a list says nothing
	unbounded bool // values may be infinite
	uncut     bool // values are cut from quotients
	pays      *payTable
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
	return Result{slices.Clone(values), p.group, &r.plan.game.def.Form}, nil
}

// read reads a result of as many values as the game has, and sorts lists that are sets.
func (r *run) read(text string, p *possible) error {
	f, c := &r.plan.game.def.Form, &r.shown
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
		for list := range slices.Chunk(c.values, p.size(len(c.values))) {
			slices.Sort(list)
		}
		for i, v := range c.values {
			c.full[i] = float64(v)
		}
	}
	return nil
}

// counted requires as many values as the game has, or, with fewest, as many as that at least.
func (p *possible) counted(n, fewest int) error {
	if fewest == 0 || fewest > p.count {
		fewest = p.count
	}
	switch {
	case n >= fewest && n <= p.count:
		return nil
	case fewest == p.count:
		return badResult(fmt.Sprintf("has %d values, not %d", n, p.count))
	}
	return badResult(fmt.Sprintf("has %d values, not %d to %d", n, fewest, p.count))
}

// size is how many values of n a list has.
func (p *possible) size(n int) int {
	if p.group > 0 {
		return p.group
	}
	return max(n, 1)
}

// tokens are the texts of a result's values.
func (r *run) tokens(text string) []string {
	all := strings.FieldsFunc(text, func(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune(",;|[](){}\"'", c) })
	if !r.plan.game.def.Form.Joined {
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

// check requires that the game can have these values, less so many units each. What pays are
// in a table is for the comparison.
func (p *possible) check(c *claim, off int64) error {
	if p.pays != nil {
		return nil
	}
	for i, v := range c.values {
		if v -= off; v > p.high || v < p.low && c.full[i] == math.Trunc(c.full[i]) {
			return badResult("is out of range")
		}
	}
	for list := range slices.Chunk(c.values, p.size(len(c.values))) {
		for i, v := range list {
			if p.distinct && slices.Contains(list[:i], v) {
				return badResult("has a value twice")
			}
		}
	}
	return nil
}

// judge compares the site's result, which was read last, with that of the run. If it differs, or
// can't be, it is tried one unit higher and one lower.
func (r *run) judge(p *possible) (v Verdict, off int, err error) {
	f, c := &r.plan.game.def.Form, &r.shown
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
		if r.out[i] == infinite || v-off != r.out[i] || r.shown.digits[i] < r.plan.game.def.Form.Decimals || r.shown.full[i] != float64(v) {
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
			if r.shown.digits[i] > r.plan.game.def.Form.Decimals && i < len(r.uncut) {
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
	decimals, shown := r.plan.game.def.Form.Decimals, r.shown.digits[i]
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

// doubt says how a result that differs could be meant, if it follows that way: it contradicts
// nothing then.
func (r *run) doubt(p *possible) string {
	c, f := r.shown.values, &r.plan.game.def.Form
	switch {
	case f.Hands && among(c, r.out):
		return "it has the same cards in another order, as if shown hand by hand"
	case f.Names != nil && !f.Joined && len(c) == len(r.out) && among(c, r.out):
		return "it has the same values in another order"
	case p.pays != nil && (r.placed(c, 0) || r.placed(c, 1)):
		return "it is the place in the table of pays, not what that pays"
	case r.shown.coarse:
		return "it is the same in other digits, though these are another result of the game, too"
	case r.shown.numbered:
		return "it has numbers for names, which others may count in another order"
	case r.backwards(p):
		return "it is the same from the other end"
	case r.complements(p):
		return "it has all the " + f.Places + " but these"
	case f.Fewest > 0 && r.besides(c):
		return "it is the same but for its first card, which isn't always part of the result"
	case r.pointless(p):
		return "it is the same with the decimal point elsewhere"
	}
	return r.plan.game.Doubt
}

// backwards reports whether the claim is the run's values, or lists, from the last to the first; or,
// of slots, the one that is as far from the other end.
func (r *run) backwards(p *possible) bool {
	c, size := r.shown.values, max(r.group, 1)
	if r.plan.game.def.Form.Decimals > 0 && p.pays == nil || len(c) > len(r.out) {
		return false
	}
	if len(c) == 1 {
		return r.mirrored(p)
	}
	for i := range c {
		from := len(c)/size - 1 - i/size
		if c[i] != r.out[from*size+i%size] {
			return false
		}
	}
	return true
}

// mirrored reports whether the claim is the run's slot, counted from the other end. It pays the same.
func (r *run) mirrored(p *possible) bool {
	if r.plan.game.def.Form.Places == "" || p.distinct {
		return false
	}
	v := p.low + p.high - r.out[0]
	return r.shown.values[0] == v || r.shown.values[0] == v+1-2*p.low
}

// complements reports whether the claim is the set of all places but the run's.
func (r *run) complements(p *possible) bool {
	size := p.size(len(r.out))
	if !p.set || r.plan.game.def.Form.Places == "" || int64(2*size) != p.high-p.low+1 {
		return false
	}
	for i, v := range r.shown.values {
		if slices.Contains(r.out[i/size*size:][:size], v) {
			return false
		}
	}
	return true
}

// besides reports whether the claim is the run's values after another first one, or without their
// first one.
func (r *run) besides(c []int64) bool {
	n := len(c)
	return n > 1 && slices.Equal(c[1:], r.out[:n-1]) || n < len(r.out) && slices.Equal(c, r.out[1:n+1])
}

// pointless reports whether the claim is the run's values in units, without a decimal point; or, if
// these are whole numbers that sites also show as percentages, as such.
func (r *run) pointless(p *possible) bool {
	const percent, most = 100, 1e15
	unit := r.plan.game.def.Form.unit()
	rolls := r.plan.game.def.Form.whole() && p.high >= percent*percent-1 && p.pays == nil
	for i, v := range r.shown.values {
		inUnits := unit > 1 && r.shown.digits[i] == 0 && r.out[i] < most && v == r.out[i]*unit
		if !inUnits && !(rolls && v < most && v*percent == r.out[i]) {
			return false
		}
	}
	return true
}

// among reports whether all of some values are among others.
func among(some, others []int64) bool {
	left := slices.Clone(others)
	for _, v := range some {
		i := slices.Index(left, v)
		if i < 0 {
			return false
		}
		left = slices.Delete(left, i, i+1)
	}
	return true
}

// placed reports whether values are the places in the table, counted from first.
func (r *run) placed(values []int64, first int64) bool {
	unit := r.plan.game.def.Form.unit()
	for i, v := range values {
		if r.plan.game.def.Form.Names != nil || v != (r.places[i]+first)*unit {
			return false
		}
	}
	return true
}

// offText says by how much the site's result is off, if that is one unit.
func (r *Report) offText() string {
	switch r.Off {
	case 1:
		return ", which is one unit below the site's"
	case -1:
		return ", which is one unit above the site's"
	}
	return ""
}

// counted says from where a site's result counts places, which is off by one from where the
// scheme does.
func (g *Game) counted(first int64, off int) string {
	places := g.def.Form.Places
	text := fmt.Sprintf("the %s of this result are counted from %d; the scheme counts them from %d", places, first+int64(off), first)
	for _, e := range g.Evidence {
		if e.Parameter != "map.first" {
			continue
		}
		switch {
		case e.By == byRound:
			return text + ", as public rounds do"
		case e.Source != "":
			return text + ", as at " + e.Source
		}
	}
	return text
}

// longer reports whether a site may show more decimals than the form has: those of multipliers
// and pays, before they are cut.
func (p *possible) longer() bool { return p.pays != nil || p.uncut }
