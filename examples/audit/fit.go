package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// unlikely is the p-value below which a file's results don't fit the odds. With several
// tests, each gets its share of it.
const unlikely = 1e-6

// A form is a game with its rows, risk, mines or the like, and counts the classes of its
// results. There are a hundred or so of a game at most, as fields are bounded.
type form struct {
	fields []string // name=value
	odds   *sites.Distribution
	counts []uint64
}

// count counts a result of a bet with these fields: the one that the site showed, if it showed
// one.
func (a *audit) count(fields []string, result sites.Result) {
	var shape []string
	for i, f := range a.game.Fields {
		if f.Shapes {
			shape = append(shape, f.Name+"="+cmp.Or(fields[i], f.Default))
		}
	}
	key := strings.Join(shape, ", ")
	f := a.forms[key]
	if f == nil && !a.noOdds {
		bet := make(sites.Bet)
		for i, name := range a.file.names {
			bet[name] = fields[i]
		}
		odds, err := sites.Odds(a.site, a.game.Name, bet)
		if err != nil {
			a.noOdds = true
			return
		}
		f = &form{shape, odds, make([]uint64, len(odds.Marginals[0].Classes))}
		a.forms[key] = f
	}
	if f != nil {
		f.odds.Marginals[0].Count(f.counts, result)
	}
}

// A test compares the results of a form with its odds.
type test struct {
	Form   []string  `json:"form,omitempty"`
	Values uint64    `json:"values"`
	Rows   []row     `json:"rows"`
	Fit    fit       `json:"fit"`              // of the rows
	Finely *fit      `json:"finely,omitempty"` // result by result, if the rows join some
	Pays   []float64 `json:"pays,omitempty"`   // on average, and exactly
}

// A row is a class of results, or several that are next to each other.
type row struct {
	Name     string  `json:"name"`
	Count    uint64  `json:"count"`
	Expected float64 `json:"expected"`
}

// A fit is a chi-square test. A small shift that favours many neighbouring results shows in
// rows that join them, and drowns among thousands of classes.
type fit struct {
	Statistic float64 `json:"statistic"`
	Freedom   int     `json:"freedom"` // 0 if there are too few to test
	P         float64 `json:"p"`
}

// tests compares all forms, and returns the least p-value, which shouldn't be below the limit.
func (a *audit) tests() (tests []test, least, limit float64) {
	least = 1
	fits := 0
	for _, key := range slices.Sorted(maps.Keys(a.forms)) {
		t := a.forms[key].test()
		for _, f := range []*fit{&t.Fit, t.Finely} {
			if f != nil && f.Freedom > 0 {
				least = min(least, f.P)
				fits++
			}
		}
		tests = append(tests, t)
	}
	return tests, least, unlikely / float64(max(1, fits))
}

func (f *form) test() test {
	marginal, t := f.odds.Marginals[0], test{Form: f.fields}
	paid := 0.
	for i, c := range marginal.Classes {
		t.Values += f.counts[i]
		paid += float64(c.Low) / 100 * float64(f.counts[i])
	}
	if f.odds.Return != nil && t.Values > 0 { // the results are pays, in hundredths
		t.Pays = []float64{paid / float64(t.Values), float(f.odds.Return)}
	}
	joined := sites.Marginal{Each: marginal.Each, Draw: marginal.Draw, From: marginal.From}
	var counts []uint64
	for _, g := range group(marginal.Classes, f.counts) {
		joined.Classes = append(joined.Classes, sites.Class{Name: g.name, P: g.p})
		counts = append(counts, g.count)
		t.Rows = append(t.Rows, row{g.name, g.count, float(g.p) * float64(t.Values)})
	}
	t.Fit = fit(joined.Fit(counts))
	if len(t.Rows) < len(marginal.Classes) {
		finely := fit(marginal.Fit(f.counts))
		t.Finely = &finely
	}
	return t
}

// print writes a test for people.
func (t *test) print(out printer, limit float64) {
	of := "The results"
	if t.Form != nil {
		of += ", " + strings.Join(t.Form, ", ")
	}
	if t.Fit.Freedom == 0 {
		fmt.Fprintf(out, "\n%s: %s, too few for a test against the odds.\n", of, cli.Count(int64(t.Values), "value"))
		return
	}
	width := 0
	for _, r := range t.Rows {
		width = max(width, len(r.Name))
	}
	fmt.Fprintf(out, "\n%s, against the odds:\n\n", of)
	fmt.Fprintf(out, "  %*s  %14s  %14s  %14s\n", width, "", "counted", "expected", "difference")
	for _, r := range t.Rows {
		fmt.Fprintf(out, "  %-*s  %14d  %14.1f  %+14.1f\n", width, r.Name, r.Count, r.Expected, float64(r.Count)-r.Expected)
	}
	if t.Pays != nil {
		fmt.Fprintf(out, "\nOn average they pay %s, and exactly %s is due.\n", percent(t.Pays[0]), percent(t.Pays[1]))
	}
	fmt.Fprintln(out)
	out.say("These rows: %s", t.Fit.inWords(limit))
	if t.Finely != nil && t.Finely.Freedom > 0 {
		out.say("Result by result: %s", t.Finely.inWords(limit))
	}
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

// inWords says what a fit means.
func (f *fit) inWords(limit float64) string {
	text := fmt.Sprintf("chi-square %.1f with %s of freedom, p = %s. ", f.Statistic, cli.Count(f.Freedom, "degree"), pValue(f.P))
	switch {
	case f.P > 0.01:
		text += fmt.Sprintf("Fair results fit this badly in %.0f of 100 files.", 100*f.P)
	case f.P > 1e-15:
		text += fmt.Sprintf("Fair results fit this badly in one of %s files.", cli.Thousands(int64(math.Round(1/f.P))))
	default:
		text += "Fair results practically never fit this badly."
	}
	switch {
	case f.P < limit:
		return text + " So these don't come from these odds: the site used another table or chose its seeds, " +
			"the file lacks bets or repeats some, or its odds are others."
	case f.P < 0.01:
		return text + " That is unusual, but no proof: more bets will tell."
	}
	return text + " That is nothing unusual."
}
