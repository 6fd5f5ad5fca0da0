package main

import (
	"bufio"
	"errors"
	"fmt"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// An account is a bet replayed.
type account struct {
	cli.Outcome
	Site       string        `json:"site"`
	Game       string        `json:"game"`
	Bet        sites.Bet     `json:"bet"`
	Value      sites.Result  `json:"value"`      // what came out
	Commitment sites.Verdict `json:"commitment"` // of the site
	Claim      sites.Verdict `json:"claim"`      // the result that the site showed
	Steps      []step        `json:"steps"`
	Flaws      []string      `json:"flaws"`
}

type step struct {
	Part  string `json:"part"`
	Text  string `json:"text"`
	Value string `json:"value"`
}

// replay replays one bet.
func replay(out *bufio.Writer, site, game string, bet sites.Bet, asJSON bool) error {
	report, err := sites.Replay(site, game, bet)
	if err != nil {
		return misuse(err)
	}
	flaws, err := sites.Flaws(site, game)
	if err != nil {
		return err
	}
	if err = report.Err(); err != nil {
		err = cli.CheckFailed(err)
	}
	if asJSON {
		a := account{cli.OutcomeOf(err), site, game, bet, report.Result, report.Commitment, report.Claim, nil, flaws}
		for _, s := range report.Steps {
			a.Steps = append(a.Steps, step(s))
		}
		return cli.PrintResult(out, a, err)
	}
	g, errFind := sites.Find(site, game)
	if errFind != nil {
		return errFind
	}
	title(out, site, g)
	for _, f := range g.Fields {
		if text := bet[f.Name]; text != "" {
			fold(out, margin, f.Name, printable(text))
		}
	}
	fmt.Fprintln(out)
	fmt.Fprint(out, cli.Wrap("The replay: ", "", explain(g)))
	fmt.Fprintln(out)
	steps(out, report.Steps)
	fmt.Fprintln(out)
	fold(out, 0, "", fmt.Sprintf("The result is %v.", report.Result))
	verdicts(out, g, bet, report)
	fmt.Fprintln(out, "\nWhat an auditor should know:")
	if g.Status == sites.Definition {
		sentences(out, []string{"No public round is known to check this definition with."})
	}
	sentences(out, flaws)
	return err
}

// misuse makes an error of a bet one of the command line.
func misuse(err error) error {
	if errors.Is(err, sites.ErrMalformed) || errors.Is(err, sites.ErrUnknown) {
		return cli.Misuse(err)
	}
	return err
}

// title writes what is played where.
func title(out *bufio.Writer, site string, g *sites.Game) {
	name := site
	for _, s := range sites.Sites() {
		if s.Name == site {
			name = s.Title
		}
	}
	fold(out, 0, "", name+": "+g.Title)
	fmt.Fprintln(out)
}

// parts says what the parts of a replay are called.
var parts = map[string]string{
	"commitment": "commitment",
	"derived":    "chain",
	"bytes":      "hash",
	"number":     "number",
	"rejected":   "rejected",
	"result":     "result",
}

// margin is the width of the column of labels.
const margin = 12

// steps writes a replay step by step; of a long one, its beginning and its end.
func steps(out *bufio.Writer, all []sites.Step) {
	const most, digest = 40, 32
	for i, s := range all {
		if len(all) > most && i >= most/2 && i < len(all)-most/2 {
			if i == most/2 {
				fmt.Fprintf(out, "%*s… and %s; -json has all\n", margin, "", cli.Count(len(all)-most, "step"))
			}
			continue
		}
		label, value := parts[s.Part], printable(s.Value)
		switch {
		case value == "" || strings.HasPrefix(s.Text, "the site's: it "):
			fold(out, margin, label, s.Text)
		case len(value) < digest:
			fold(out, margin, label, s.Text+" = "+value)
		default:
			fold(out, margin, label, s.Text)
			fold(out, margin+2, strings.Repeat(" ", margin)+"=", value)
		}
	}
}

// verdicts says what agrees.
func verdicts(out *bufio.Writer, g *sites.Game, bet sites.Bet, report *sites.Report) {
	say := func(format string, args ...any) { fmt.Fprint(out, cli.Wrap("", "", fmt.Sprintf(format, args...))) }
	switch report.Claim {
	case sites.Absent:
		say("With result=RESULT, it is compared with what the site showed.")
	case sites.Agrees:
		say("It agrees with the result that the site showed.")
	default:
		say("It is NOT the result that the site showed: %s", printable(bet["result"]))
	}
	switch report.Commitment {
	case sites.Absent:
		if g.Commitment != nil {
			say("With commitment=HASH, the server seed is compared with what the site committed to: %s.", g.Commits)
		} else {
			say("What binds the site: %s.", g.Commits)
		}
		if len(g.Chains) > 0 {
			say("With -chain, the hash is followed to the chain's end.")
		}
	case sites.Agrees:
		say("The server seed is the one that the site committed to: %s.", g.Commits)
	default:
		say("The server seed is NOT the one that the site committed to: %s.", g.Commits)
	}
}
