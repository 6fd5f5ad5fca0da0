package main

import (
	"bufio"
	"errors"
	"fmt"
	"slices"
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
	Value      sites.Result  `json:"value"`              // what came out
	Commitment sites.Verdict `json:"commitment"`         // of the site
	Claim      sites.Verdict `json:"claim"`              // the result that the site showed
	Fits       []string      `json:"fits,omitempty"`     // the eras of the game by which it follows
	Evidenced  bool          `json:"evidenced"`          // whether the scheme is known to be the site's
	Unproven   string        `json:"unproven,omitempty"` // what doesn't agree with a scheme that isn't
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
	g, err := sites.Find(report.Site, report.Game)
	if err != nil {
		return err
	}
	unproven := ""
	if err = report.Err(); errors.Is(err, sites.ErrUnproven) {
		unproven, err = err.Error(), nil
	} else if err != nil {
		err = cli.CheckFailed(err)
	}
	if asJSON {
		a := account{cli.OutcomeOf(err), report.Site, report.Game, bet, report.Result, report.Commitment, report.Claim, report.Fits, g.Evidenced, unproven, nil, g.Flaws}
		for _, s := range report.Steps {
			a.Steps = append(a.Steps, step(s))
		}
		return cli.PrintResult(out, a, err)
	}
	title(out, site, g)
	for _, f := range g.Fields {
		if text := bet[f.Name]; text != "" {
			fold(out, margin, f.Name, printable(text))
		}
	}
	fmt.Fprintln(out)
	fmt.Fprint(out, cli.Wrap("The replay: ", "", g.How))
	fmt.Fprintln(out)
	steps(out, report.Steps)
	fmt.Fprintln(out)
	fold(out, 0, "", fmt.Sprintf("The result is %v.", report.Result))
	verdicts(out, g, bet, report)
	about(out, g)
	return err
}

// about says what an auditor of a game should know.
func about(out *bufio.Writer, g *sites.Game) {
	fmt.Fprintln(out, "\nWhat an auditor should know:")
	known := ""
	if g.Evidenced {
		known = "This scheme is known to be the site's. "
	}
	sentences(out, []string{fmt.Sprintf("%sIts parameters are fixed: %s. -h says which.", known, evidence(g))})
	sentences(out, g.Flaws)
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
	case sites.AgreesAsShown:
		say("It agrees with the result that the site showed, as far as its digits go: %s", printable(bet["result"]))
	default:
		say("It is NOT the result that the site showed: %s", printable(bet["result"]))
		if !g.Evidenced {
			say("%s", doubt(g))
		}
	}
	if len(report.Fits) > 0 {
		say("Of the eras of this game, the result follows by %s.", cli.And(report.Fits))
	}
	switch report.Commitment {
	case sites.Absent:
		if slices.Contains(names(g), "commitment") {
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
		if !committed(g) {
			say("%s", doubt(g))
		}
	}
}
