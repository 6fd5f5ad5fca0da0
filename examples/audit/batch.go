package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

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
		if g.Fields[i].Kind == sites.KindResult {
			a.claim = i
		}
	}
	return a
}

// auditFile audits a file, and reports.
func auditFile(name string, stdin io.Reader, out printer, progress *progress, a *audit, asJSON bool) error {
	if err := a.total.each(name, stdin, &a.file, progress, a.check); err != nil {
		return err
	}
	return a.report(out, asJSON)
}

// check replays a bet. The error says that it is malformed.
func (a *audit) check(line int, fields []string) error {
	seeds, err := a.complete(fields)
	claim := fields[a.claim]
	switch {
	case err != nil:
		return err
	case claim != "" && !seeds:
		return a.unseeded(fields)
	}
	got, impossible, err := a.replay(fields)
	if errors.Is(err, sites.ErrExhausted) {
		a.total.Exhausted++
		a.total.fail(line, "%v", err)
		return nil
	}
	if err != nil {
		return err
	}
	a.judge(line, fields, claim, &got, impossible)
	return nil
}

// complete adds what the command line gives to all bets, and reports whether the
// bet has any of the seeds.
func (a *audit) complete(fields []string) (seeds bool, err error) {
	for i, f := range a.game.Fields {
		if a.common[i] != "" && fields[i] != "" {
			return false, fmt.Errorf("%s is given on the command line, too", f.Name)
		}
		fields[i] = cmp.Or(fields[i], a.common[i])
		needed := !f.Optional && f.Default == ""
		seeds = seeds || needed && !f.Shapes && fields[i] != ""
	}
	return seeds, nil
}

// unseeded counts a result that can't be replayed.
func (a *audit) unseeded(fields []string) error {
	shown, err := a.replayer.ParseResult(fields, fields[a.claim])
	if err == nil {
		a.total.Unseeded++
		a.count(fields, shown)
	}
	return err
}

// replay replays a bet. If the game can't give the result that the site shows, it leaves that out.
func (a *audit) replay(fields []string) (got sites.Report, impossible bool, err error) {
	got, err = a.replayer.Replay(fields)
	if wrong, ok := errors.AsType[*sites.FieldError](err); ok && wrong.Field == "result" {
		fields[a.claim], impossible = "", true
		got, err = a.replayer.Replay(fields)
	}
	return got, impossible, err
}

// judge counts what a replay shows of the commitment and of the result that the site shows.
func (a *audit) judge(line int, fields []string, claim string, got *sites.Report, impossible bool) {
	t := &a.total
	if accused(got.Err()) {
		t.Accusing++
	}
	if impossible {
		got.Claim = sites.Differs // but what can't be read contradicts nobody
	}
	t.Claims[got.Claim]++
	if got.Claim == sites.Agrees && claim == got.Result.String() && !strings.HasSuffix(claim, "0") { // which JSON may leave out
		t.Full++
	}
	if t.Commitments[got.Commitment]++; got.Commitment == sites.Differs {
		t.fail(line, "the commitment isn't to this seed")
	}
	if got.Game != a.game.Name { // whose odds are others
		t.Eras[got.Game]++
		return
	}
	result, err := got.Result, error(nil)
	if got.Claim == sites.Differs {
		a.differs(line, claim, got)
		result, err = a.replayer.ParseResult(fields, claim)
	}
	if err == nil { // otherwise there is no such result
		a.count(fields, result)
	}
}

// differs notes that the seeds don't give the result that the site shows.
func (a *audit) differs(line int, claim string, got *sites.Report) {
	why := ""
	if got.Off != 0 {
		a.total.Off++
		why = ", one unit off"
	} else if got.Doubt != "" {
		why = "; " + got.Doubt
	}
	a.total.fail(line, "the seeds give %v, the site showed %s%s", got.Result, printable(claim), why)
}

// A summary is what -batch -json prints.
type summary struct {
	cli.Outcome
	Site    string   `json:"site"`
	Game    string   `json:"game"`
	Counts  *tally   `json:"counts"`
	Tests   []test   `json:"tests"`
	Ignored []string `json:"ignored,omitempty"`
	// Evidenced reports whether the scheme is known to be the site's.
	Evidenced bool `json:"evidenced"`
	// Accused reports whether anything contradicts the site.
	Accused bool `json:"accused"`
}

// report prints what came of the file. A misfit accuses nobody: the file may be a selection,
// or of another era, or cut.
func (a *audit) report(out printer, asJSON bool) error {
	tests, p, limit := a.tests()
	err := a.total.verdict()
	if p < limit {
		reason := fmt.Errorf("the results don't fit the odds: p = %s", pValue(p))
		if err != nil {
			reason = fmt.Errorf("%w; %w", err, reason)
		}
		err = cli.CheckFailed(reason)
	}
	if asJSON {
		return cli.PrintResult(out, summary{
			cli.OutcomeOf(err), a.site, a.game.Name, &a.total, tests, a.file.ignored, a.game.Evidenced, a.total.Accusing > 0,
		}, err)
	}
	a.print(out, tests, p < limit, limit)
	return err
}

// print writes the report for people.
func (a *audit) print(out printer, tests []test, misfit bool, limit float64) {
	t := &a.total
	out.title(a.site, a.game)
	t.print(out)
	out.ignored(a.file.ignored)
	for i := range tests {
		tests[i].print(out, limit)
	}
	if a.noOdds {
		fmt.Fprintln(out, "\nThe odds of this game aren't known, so nothing is compared with them.")
	}
	if t.Exhausted > 0 {
		fmt.Fprintln(out)
		out.say("Honest seeds can give a digest with too few numbers: it shows nothing against the site.")
	}
	doubtful := !a.game.Evidenced && (t.Claims[sites.Differs] > 0 || misfit) || !committed(a.game) && t.Commitments[sites.Differs] > 0
	if doubtful {
		fmt.Fprintln(out)
		out.doubt(a.game)
	}
	switch {
	case t.Accusing > 0 && doubtful:
		out.say("But in %s, what is known to be the site's differs: this contradicts the site.", cli.Count(t.Accusing, "bet"))
	case t.Accusing > 0:
		fmt.Fprintln(out)
		out.say("This contradicts the site.")
	}
}

// ignored names what of a file wasn't read.
func (out printer) ignored(names []string) {
	if names != nil {
		out.say("Names that aren't fields of a bet, and were ignored: %s", strings.Join(names, ", "))
	}
}
