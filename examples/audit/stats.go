package main

import (
	"bufio"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"
	"strings"
	"sync"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// unlikely is the p-value below which a file's results don't fit the odds. With several
// tests, each gets its share of it.
const unlikely = 1e-6

// forms are the forms of a game, such as numbers of mines, that a file has bets of: at
// most a hundred or so, as fields are bounded. Its method find may be called concurrently.
type forms struct {
	site string
	game *sites.Game

	mu  sync.Mutex
	all map[string]*form
	err error // why there are no odds
}

// A form is a game with its rows, risk, mines or the like.
type form struct {
	fields       []string // name=value
	distribution *sites.Distribution
	counts       *count // of all workers
}

// A count counts the results of a form.
type count struct {
	table           *sites.Table // nil if they aren't counted
	shown, replayed []uint64
}

// counts are those of one worker.
type counts map[string]*count

// of returns the count of the form that a bet has.
func (c counts) of(all *forms, values []string) *count {
	var buffer [256]byte
	key := buffer[:0]
	for i, f := range all.game.Fields {
		if f.Shapes {
			text := values[i]
			if text == "" {
				text = f.Default
			}
			key = append(append(key, text...), 0)
		}
	}
	found := c[string(key)]
	if found == nil {
		found = newCount(all.find(string(key)))
		c[string(key)] = found
	}
	return found
}

func newCount(f *form) *count {
	if f == nil || len(f.distribution.Tables) == 0 {
		return new(count)
	}
	t := &f.distribution.Tables[0]
	return &count{table: t, shown: make([]uint64, len(t.Classes)), replayed: make([]uint64, len(t.Classes))}
}

// count counts results, of which either may be nil. All that the game can have are in a
// class.
func (c *count) count(shown, replayed *sites.Result) {
	if c.table == nil {
		return
	}
	if shown != nil {
		c.table.Count(c.shown, *shown)
	}
	if replayed != nil {
		c.table.Count(c.replayed, *replayed)
	}
}

// find returns a form, nil if it isn't to be tested. The key holds the values of the
// fields that choose it.
func (all *forms) find(key string) *form {
	all.mu.Lock()
	defer all.mu.Unlock()
	if f := all.all[key]; f != nil || all.err != nil {
		return f
	}
	f, bet, values := new(form), make(sites.Bet), strings.Split(key, "\x00")
	for _, field := range all.game.Fields {
		if field.Shapes {
			bet[field.Name] = values[0]
			f.fields = append(f.fields, field.Name+"="+values[0])
			values = values[1:]
		}
	}
	if f.distribution, all.err = sites.Odds(all.site, all.game.Name, bet); all.err != nil {
		return nil
	}
	f.counts = newCount(f)
	if all.all == nil {
		all.all = make(map[string]*form)
	}
	all.all[key] = f
	return f
}

// add adds the counts of a worker.
func (all *forms) add(from counts) {
	for key, c := range from {
		if c.table == nil {
			continue
		}
		to := all.all[key].counts
		for i := range c.shown {
			to.shown[i] += c.shown[i]
			to.replayed[i] += c.replayed[i]
		}
	}
}

// A test compares the results of a form with its odds.
type test struct {
	Form      []string  `json:"form,omitempty"`
	Results   string    `json:"results"` // "shown" by the site, or "replayed"
	Values    uint64    `json:"values"`
	Statistic float64   `json:"statistic"`
	Freedom   int       `json:"freedom"` // 0 if there are too few to test
	P         float64   `json:"p"`
	Coarse    *coarse   `json:"coarse,omitempty"`
	Classes   []tested  `json:"classes"`
	Pays      []float64 `json:"pays,omitempty"` // on average, and exactly

	groups []counted
}

// A coarse test is of groups of classes, where a table has many: a small shift that favours
// many neighbouring results drowns among thousands of classes.
type coarse struct {
	Statistic float64 `json:"statistic"`
	Freedom   int     `json:"freedom"`
	P         float64 `json:"p"`
}

// pValues are those of the test and of the coarse one, if there is one.
func (t *test) pValues() []float64 {
	var all []float64
	if t.Freedom > 0 {
		all = append(all, t.P)
	}
	if t.Coarse != nil && t.Coarse.Freedom > 0 {
		all = append(all, t.Coarse.P)
	}
	return all
}

// A tested is a class and how often it came.
type tested struct {
	Name     string  `json:"name"`
	Count    uint64  `json:"count"`
	Expected float64 `json:"expected"`
}

// tests compares all forms: the results that the site showed, and, if they aren't the
// same, those that the seeds give.
func (all *forms) tests() []test {
	var tests []test
	for _, key := range slices.Sorted(maps.Keys(all.all)) {
		f := all.all[key]
		tests = append(tests, f.test("shown", f.counts.shown))
		if !slices.Equal(f.counts.shown, f.counts.replayed) && sum(f.counts.replayed) > 0 {
			tests = append(tests, f.test("replayed", f.counts.replayed))
		}
	}
	return tests
}

func sum(counts []uint64) (total uint64) {
	for _, n := range counts {
		total += n
	}
	return total
}

func (f *form) test(results string, counts []uint64) test {
	table := f.counts.table
	fit := table.Fit(counts)
	t := test{Form: f.fields, Results: results, Values: sum(counts), Statistic: fit.Statistic, Freedom: fit.Freedom, P: fit.P, groups: group(table.Classes, counts)}
	if len(t.groups) < len(table.Classes) {
		t.Coarse = t.fitGroups(table)
	}
	for i, c := range table.Classes {
		p, _ := c.P.Float64()
		t.Classes = append(t.Classes, tested{c.Name, counts[i], p * float64(t.Values)})
	}
	if f.distribution.Return != nil && t.Values > 0 {
		paid := new(big.Rat)
		for i, c := range table.Classes {
			v := new(big.Rat).SetFrac(big.NewInt(c.Low), big.NewInt(100)) // pays are hundredths
			paid.Add(paid, v.Mul(v, new(big.Rat).SetInt(new(big.Int).SetUint64(counts[i]))))
		}
		paid.Quo(paid, new(big.Rat).SetInt(new(big.Int).SetUint64(t.Values)))
		mean, _ := paid.Float64()
		exact, _ := f.distribution.Return.Float64()
		t.Pays = []float64{mean, exact}
	}
	return t
}

// fitGroups tests the groups that are printed.
func (t *test) fitGroups(table *sites.Table) *coarse {
	groups := sites.Table{Each: table.Each, Draw: table.Draw, From: table.From}
	var counts []uint64
	for _, g := range t.groups {
		groups.Classes = append(groups.Classes, sites.Class{Name: g.name, P: g.p})
		counts = append(counts, g.count)
	}
	fit := groups.Fit(counts)
	return &coarse{fit.Statistic, fit.Freedom, fit.P}
}

// text writes a test for people.
func (t *test) text(out *bufio.Writer, limit float64) {
	of := "The results"
	if t.Results == "replayed" {
		of = "What the seeds give"
	}
	if t.Form != nil {
		of += ", " + strings.Join(t.Form, ", ")
	}
	if t.Freedom == 0 {
		fmt.Fprintf(out, "\n%s: %s, too few for a test against the odds.\n", of, cli.Count(int64(t.Values), "value"))
		return
	}
	fmt.Fprintf(out, "\n%s, against the odds:\n\n", of)
	n := width(t.groups)
	fmt.Fprintf(out, "  %*s  %14s  %14s  %14s\n", n, "", "counted", "expected", "difference")
	for _, g := range t.groups {
		p, _ := g.p.Float64()
		expected := p * float64(t.Values)
		difference := tenths(math.Abs(float64(g.count) - expected))
		switch {
		case difference == "0.0":
		case float64(g.count) < expected:
			difference = "-" + difference
		default:
			difference = "+" + difference
		}
		fmt.Fprintf(out, "  %-*s  %14s  %14s  %14s\n", n, g.name, cli.Thousands(int64(g.count)), tenths(expected), difference)
	}
	if t.Pays != nil {
		fmt.Fprintf(out, "\nOn average they pay %s, and exactly %s is due.\n", percentOf(t.Pays[0]), percentOf(t.Pays[1]))
	}
	fmt.Fprintln(out)
	if c := t.Coarse; c != nil && c.Freedom > 0 {
		fmt.Fprint(out, cli.Wrap("These rows: ", "", fmt.Sprintf("chi-square %.1f with %s of freedom, p = %s. %s", c.Statistic, cli.Count(c.Freedom, "degree"), pValue(c.P), inWords(c.P, limit))))
		fmt.Fprint(out, cli.Wrap("Result by result: ", "", fmt.Sprintf("chi-square %.1f with %s of freedom, p = %s. %s", t.Statistic, cli.Count(t.Freedom, "degree"), pValue(t.P), inWords(t.P, limit))))
		return
	}
	fmt.Fprint(out, cli.Wrap("", "", fmt.Sprintf("Chi-square %.1f with %s of freedom: p = %s. %s", t.Statistic, cli.Count(t.Freedom, "degree"), pValue(t.P), inWords(t.P, limit))))
}

// tenths writes a number that isn't negative, with a comma before every three digits and
// one decimal.
func tenths(x float64) string {
	n := int64(math.Round(10 * x))
	return fmt.Sprintf("%s.%d", cli.Thousands(n/10), n%10)
}

func pValue(p float64) string {
	switch {
	case p == 0:
		return "0 as far as a computer can tell"
	case p < 0.001:
		return fmt.Sprintf("%.1e", p)
	}
	return fmt.Sprintf("%.3f", p)
}

// inWords says what a p-value means.
func inWords(p, limit float64) string {
	text := "Fair results practically never fit this badly."
	switch {
	case p > 0.01:
		text = fmt.Sprintf("Fair results fit this badly in %.0f of 100 files.", math.Round(100*p))
	case p > 1e-15:
		text = fmt.Sprintf("Fair results fit this badly in one of %s files.", cli.Thousands(int64(math.Round(1/p))))
	}
	switch {
	case p < limit:
		return text + " So these don't come from these odds: the site used another table or chose its seeds, the file lacks bets or repeats some, or its odds are others."
	case p < 0.01:
		return text + " That is unusual, but no proof: more bets will tell."
	}
	return text + " That is nothing unusual."
}

// report prints what came of the file.
func (a *audit) report(out *bufio.Writer, asJSON bool) error {
	tests := a.forms.tests()
	var pValues []float64
	for i := range tests {
		pValues = append(pValues, tests[i].pValues()...)
	}
	limit := unlikely / float64(max(1, len(pValues)))
	err := a.total.verdict(a.game)
	if i := slices.IndexFunc(pValues, func(p float64) bool { return p < limit }); i >= 0 {
		misfit := fmt.Errorf("the results don't fit the odds: p = %s", pValue(pValues[i]))
		if err != nil {
			misfit = fmt.Errorf("%w; %w", err, misfit)
		}
		if a.misfit = true; a.game.Evidenced {
			err = cli.CheckFailed(misfit)
		}
	}
	if asJSON {
		if a.total.Failures == nil {
			a.total.Failures = []fault{}
		}
		return cli.PrintResult(out, struct {
			cli.Outcome
			Site    string   `json:"site"`
			Game    string   `json:"game"`
			Counts  *tally   `json:"counts"`
			Tests   []test   `json:"tests"`
			Ignored []string `json:"ignored,omitempty"`
			// Evidenced reports whether the scheme is known to be the site's.
			Evidenced bool `json:"evidenced"`
		}{cli.OutcomeOf(err), a.site, a.game.Name, &a.total, tests, a.layout.ignored, a.game.Evidenced}, err)
	}

	title(out, a.site, a.game)
	a.total.text(out, a.layout.shown)
	if a.layout.ignored != nil {
		var all []string
		for _, name := range a.layout.ignored {
			all = append(all, printable(name))
		}
		fmt.Fprint(out, cli.Wrap("", "  ", "Columns that aren't fields of a bet, and were ignored: "+strings.Join(all, ", ")))
	}
	for i := range tests {
		tests[i].text(out, limit)
	}
	if errors.Is(a.forms.err, sites.ErrUnknown) {
		fmt.Fprintln(out, "\nThe odds of this game aren't known, so nothing is compared with them.")
	}
	if differ := a.total.Claim.Differs + a.total.Exhausted; !a.game.Evidenced && (differ > 0 || a.misfit) || !committed(a.game) && a.total.Commitment.Differs > 0 {
		fmt.Fprint(out, "\n"+cli.Wrap("", "", doubt(a.game)))
	}
	return err
}

// text writes the tally for people.
func (t *tally) text(out *bufio.Writer, shown bool) {
	fmt.Fprintf(out, "%s.\n", cli.Count(t.Bets, "bet"))
	row := func(what string, n int) {
		if n > 0 {
			fmt.Fprintf(out, "  %-40s %10s\n", what, cli.Thousands(n))
		}
	}
	if shown {
		fmt.Fprintln(out, "  There are no seeds, so nothing is replayed.")
	} else {
		row("results agree", t.Claim.Agrees)
		row("agree at the digits that were shown", t.Claim.AsShown)
		for _, era := range slices.Sorted(maps.Keys(t.Eras)) {
			row("of these, by "+era, t.Eras[era])
		}
		row("results DIFFER", t.Claim.Differs)
		row("without a result to compare", t.Claim.Absent)
		row("commitments agree", t.Commitment.Agrees)
		row("commitments DIFFER", t.Commitment.Differs)
		row("without a commitment", t.Commitment.Absent)
		row("digests with too few numbers", t.Exhausted)
	}
	row("malformed, so not checked", t.Malformed)
	if len(t.Failures) == 0 {
		return
	}
	fmt.Fprintln(out)
	for _, f := range t.Failures {
		fold(out, 4, "", fmt.Sprintf("line %d: %s", f.Line, f.Reason))
	}
	if len(t.Failures) == listed {
		fmt.Fprintf(out, "    These are the first; the counts above are of all.\n")
	}
}
