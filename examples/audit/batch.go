package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// listed is how many lines that fail are printed.
const listed = 10

// A tally counts bets by what came of them.
type tally struct {
	Bets        int                   `json:"bets"`
	Claims      map[sites.Verdict]int `json:"claims"`         // of the site, about the results
	Eras        map[string]int        `json:"eras,omitempty"` // results that agree by another era of the game
	Commitments map[sites.Verdict]int `json:"commitments"`    // of the site
	Unseeded    int                   `json:"unseeded"`       // results without seeds
	Exhausted   int                   `json:"exhausted"`      // digests that hold too few numbers
	Malformed   int                   `json:"malformed"`
	Failures    []fault               `json:"failures"` // the first
}

// A fault is a line that fails.
type fault struct {
	Line   int    `json:"line"`
	Reason string `json:"reason"`
}

func newTally() tally {
	return tally{Claims: make(map[sites.Verdict]int), Eras: make(map[string]int), Commitments: make(map[sites.Verdict]int), Failures: []fault{}}
}

// fail notes that a line fails.
func (t *tally) fail(line int, format string, args ...any) {
	if len(t.Failures) < listed {
		t.Failures = append(t.Failures, fault{line, fmt.Sprintf(format, args...)})
	}
}

// verdict says whether all bets agree, as far as the scheme is known to be the site's.
func (t *tally) verdict(g *sites.Game) error {
	var wrong []string
	count := func(n int, thing string) {
		if n > 0 {
			wrong = append(wrong, cli.Count(n, thing))
		}
	}
	if g.Evidenced {
		count(t.Claims[sites.Differs], "wrong result")
		count(t.Exhausted, "exhausted digest")
	}
	if committed(g) {
		count(t.Commitments[sites.Differs], "wrong commitment")
	}
	switch {
	case wrong != nil:
		return cli.CheckFailed(fmt.Errorf("%s in %s", cli.And(wrong), cli.Count(t.Bets, "bet")))
	case t.Malformed > 0:
		return cli.CheckFailed(fmt.Errorf("malformed, so not checked: %s of %s", cli.Thousands(t.Malformed), cli.Count(t.Bets, "bet")))
	}
	return nil
}

// An audit replays the bets of a file.
type audit struct {
	site     string
	game     *sites.Game
	replayer *sites.Replayer
	file     file
	common   []string // the fields that the command line gives to all bets
	claim    int      // where the site's result is among the fields

	total  tally
	forms  map[string]*form
	noOdds bool // of this game
}

func newAudit(site string, g *sites.Game, bet sites.Bet) *audit {
	a := &audit{site: site, game: g, file: file{names: names(g)}, total: newTally(), forms: make(map[string]*form)}
	a.replayer, _ = sites.NewReplayer(site, g.Name) // there is such a game
	for i, name := range a.file.names {
		a.common = append(a.common, bet[name])
		if g.Fields[i].Kind == "result" {
			a.claim = i
		}
	}
	return a
}

// auditFile audits a file, and reports.
func auditFile(name string, stdin io.Reader, out *bufio.Writer, progress *cli.Progress, a *audit, asJSON bool) error {
	in, err := open(name, stdin)
	if err != nil {
		return err
	}
	defer in.Close()
	if err := a.run(in, progress); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return a.report(out, asJSON)
}

// run replays and counts the bets.
func (a *audit) run(in io.Reader, progress *cli.Progress) error {
	t := &a.total
	err := a.file.read(in, func(line int, fields []string, err error) {
		t.Bets++
		if err == nil {
			err = a.check(line, fields)
		}
		if err != nil {
			t.Malformed++
			t.fail(line, "%v", err)
		}
		if t.Bets%1000 == 0 {
			progress.Show(0, 0, cli.Count(t.Bets, "bet"))
		}
	})
	progress.Hide()
	switch {
	case err != nil:
		return err
	case t.Bets == 0:
		return cli.Misuse(errors.New("no bet"))
	case t.Bets == t.Malformed:
		return cli.Misuse(fmt.Errorf("no bet; line %d: %s", t.Failures[0].Line, t.Failures[0].Reason))
	}
	return nil
}

// check replays a bet. The error says that it is malformed.
func (a *audit) check(line int, fields []string) error {
	t, claim := &a.total, fields[a.claim]
	seeds := false
	for i, f := range a.game.Fields {
		if a.common[i] != "" && fields[i] != "" {
			return fmt.Errorf("%s is given on the command line, too", f.Name)
		}
		fields[i] = cmp.Or(fields[i], a.common[i])
		needed := !f.Optional && f.Default == ""
		seeds = seeds || needed && !f.Shapes && fields[i] != ""
	}
	if claim != "" && !seeds {
		shown, err := a.replayer.ParseResult(fields, claim)
		if err == nil {
			t.Unseeded++
			a.count(fields, shown)
		}
		return err
	}

	got, err := a.replayer.Replay(fields)
	impossible, ok := errors.AsType[*sites.FieldError](err)
	if ok && impossible.Field == "result" { // the site may show what the game can't give
		fields[a.claim] = ""
		got, err = a.replayer.Replay(fields)
		got.Claim = sites.Differs
	}
	if errors.Is(err, sites.ErrExhausted) {
		t.Exhausted++
		t.fail(line, "%v", err)
		return nil
	}
	if err != nil {
		return err
	}
	t.Claims[got.Claim]++
	if t.Commitments[got.Commitment]++; got.Commitment == sites.Differs {
		t.fail(line, "the commitment isn't to this seed")
	}
	if got.Game != a.game.Name { // whose odds are others
		t.Eras[got.Game]++
		return nil
	}
	result := got.Result
	if got.Claim == sites.Differs {
		t.fail(line, "the seeds give %v, the site showed %s", result, printable(claim))
		if result, err = a.replayer.ParseResult(fields, claim); err != nil {
			return nil // there is no such result
		}
	}
	a.count(fields, result)
	return nil
}

// report prints what came of the file.
func (a *audit) report(out *bufio.Writer, asJSON bool) error {
	tests, p, limit := a.tests()
	err := a.total.verdict(a.game)
	misfit := p < limit
	if misfit && a.game.Evidenced {
		reason := fmt.Errorf("the results don't fit the odds: p = %s", pValue(p))
		if err != nil {
			reason = fmt.Errorf("%w; %w", err, reason)
		}
		err = cli.CheckFailed(reason)
	}
	if asJSON {
		return cli.PrintResult(out, struct {
			cli.Outcome
			Site    string   `json:"site"`
			Game    string   `json:"game"`
			Counts  *tally   `json:"counts"`
			Tests   []test   `json:"tests"`
			Ignored []string `json:"ignored,omitempty"`
			// Evidenced reports whether the scheme is known to be the site's.
			Evidenced bool `json:"evidenced"`
		}{cli.OutcomeOf(err), a.site, a.game.Name, &a.total, tests, a.file.ignored, a.game.Evidenced}, err)
	}

	t := &a.total
	title(out, a.site, a.game)
	t.print(out)
	if a.file.ignored != nil {
		say(out, "Columns that aren't fields of a bet, and were ignored: %s", strings.Join(a.file.ignored, ", "))
	}
	for i := range tests {
		tests[i].print(out, limit)
	}
	if a.noOdds {
		fmt.Fprintln(out, "\nThe odds of this game aren't known, so nothing is compared with them.")
	}
	doubtful := !a.game.Evidenced && (t.Claims[sites.Differs]+t.Exhausted > 0 || misfit)
	if doubtful || !committed(a.game) && t.Commitments[sites.Differs] > 0 {
		fmt.Fprintln(out)
		doubt(out, a.game)
	}
	return err
}

// print writes the tally for people.
func (t *tally) print(out *bufio.Writer) {
	fmt.Fprintf(out, "%s.\n", cli.Count(t.Bets, "bet"))
	row := func(what string, n int) { printCount(out, what, n) }
	row("results agree", t.Claims[sites.Agrees])
	row("agree at the digits that were shown", t.Claims[sites.AgreesAsShown])
	for _, era := range slices.Sorted(maps.Keys(t.Eras)) {
		row("of these, by "+era, t.Eras[era])
	}
	row("results DIFFER", t.Claims[sites.Differs])
	row("without a result to compare", t.Claims[sites.Absent])
	row("commitments agree", t.Commitments[sites.Agrees])
	row("commitments DIFFER", t.Commitments[sites.Differs])
	row("without a commitment", t.Commitments[sites.Absent])
	row("without seeds, so not replayed", t.Unseeded)
	row("digests with too few numbers", t.Exhausted)
	row("malformed, so not checked", t.Malformed)
	printFaults(out, t.Failures)
}

// printCount prints how many there are of something, if there are any.
func printCount(out *bufio.Writer, what string, n int) {
	if n > 0 {
		fmt.Fprintf(out, "  %-40s %10s\n", what, cli.Thousands(n))
	}
}

// printFaults prints lines that fail.
func printFaults(out *bufio.Writer, all []fault) {
	if len(all) > 0 {
		fmt.Fprintln(out)
	}
	for _, f := range all {
		fold(out, 4, "", fmt.Sprintf("line %d: %s", f.Line, f.Reason))
	}
	if len(all) == listed {
		fmt.Fprintln(out, "    These are the first; the counts above are of all.")
	}
}
