package main

import (
	"bufio"
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
		if g.Fields[i].Kind == "result" {
			a.claim = i
		}
	}
	return a
}

// auditFile audits a file, and reports.
func auditFile(name string, stdin io.Reader, out *bufio.Writer, progress *progress, a *audit, asJSON bool) error {
	if err := a.total.each(name, stdin, &a.file, progress, a.check); err != nil {
		return err
	}
	return a.report(out, asJSON)
}

// check replays a bet. The error says that it is malformed.
func (a *audit) check(line int, fields []string) error {
	seeds := false
	for i, f := range a.game.Fields {
		if a.common[i] != "" && fields[i] != "" {
			return fmt.Errorf("%s is given on the command line, too", f.Name)
		}
		fields[i] = cmp.Or(fields[i], a.common[i])
		needed := !f.Optional && f.Default == ""
		seeds = seeds || needed && !f.Shapes && fields[i] != ""
	}
	t, claim := &a.total, fields[a.claim]
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
	}
	if errors.Is(err, sites.ErrExhausted) {
		t.Exhausted++
		if a.game.Evidenced {
			t.Accusing++
		}
		t.fail(line, "%v", err)
		return nil
	}
	if err != nil {
		return err
	}
	if accused(got.Err()) {
		t.Accusing++
	}
	if impossible != nil {
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
		return nil
	}
	result := got.Result
	if got.Claim == sites.Differs {
		why := ""
		if got.Off != 0 {
			t.Off++
			why = ", one unit off"
		} else if got.Doubt != "" {
			why = "; " + got.Doubt
		}
		t.fail(line, "the seeds give %v, the site showed %s%s", result, printable(claim), why)
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
	err := a.total.verdict()
	misfit := p < limit
	accuses := a.total.Accusing > 0 // a misfit doesn't: the file may be a selection, or of another era, or cut
	if misfit {
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
			// Accused reports whether anything contradicts the site.
			Accused bool `json:"accused"`
		}{cli.OutcomeOf(err), a.site, a.game.Name, &a.total, tests, a.file.ignored, a.game.Evidenced, accuses}, err)
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
	} else if accuses {
		fmt.Fprintln(out)
		say(out, "This contradicts the site.")
	}
	return err
}
