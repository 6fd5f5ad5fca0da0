package main

import (
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
	Off        int           `json:"off,omitempty"`      // 1 or −1 if the site's result is one unit higher or lower
	Counts     string        `json:"counts,omitempty"`   // from where places are counted, if otherwise
	Doubt      string        `json:"doubt,omitempty"`    // how a result that differs could be meant
	Evidenced  bool          `json:"evidenced"`          // whether the scheme is known to be the site's
	Accused    bool          `json:"accused"`            // whether the bet contradicts the site
	Unproven   string        `json:"unproven,omitempty"` // what doesn't agree, but may be no fault of the site
	Steps      []sites.Step  `json:"steps"`
	Flaws      []string      `json:"flaws"`
}

// replay replays one bet.
func replay(out printer, site string, g *sites.Game, bet sites.Bet, asJSON bool) error {
	report, err := sites.Replay(site, g.Name, bet)
	if err != nil {
		return err
	}
	if g, err = sites.Find(site, report.Game); err != nil { // another era's, perhaps
		return err
	}
	unproven := ""
	if err = report.Err(); err != nil {
		if errors.Is(err, sites.ErrUnproven) {
			unproven = err.Error()
		}
		err = cli.CheckFailed(err)
	}
	if asJSON {
		return cli.PrintResult(out, account{
			cli.OutcomeOf(err), site, g.Name, bet, report.Result, report.Commitment, report.Claim,
			report.Fits, report.Off, report.Counts, report.Doubt, g.Evidenced, accused(err), unproven, report.Steps, g.Flaws,
		}, err)
	}

	out.title(site, g)
	for _, f := range g.Fields {
		if text := bet[f.Name]; text != "" {
			out.fold(margin, f.Name, printable(text))
		}
	}
	fmt.Fprintln(out)
	out.say("The replay: %s", g.How)
	fmt.Fprintln(out)
	out.steps(report.Steps)
	fmt.Fprintln(out)
	out.say("The result is %v.", report.Result)
	out.claim(g, bet, report)
	out.commitment(g, report)
	out.about(g)
	return err
}

// accused reports whether an error contradicts the site.
func accused(err error) bool { return errors.Is(err, sites.ErrMismatch) }

// parts says what the parts of a replay are called, if not by their own names.
var parts = map[string]string{"derived": "chain", "bytes": "hash"}

// margin is the width of the column of labels.
const margin = 12

// steps writes a replay step by step; of a long one, its beginning and its end.
func (out printer) steps(all []sites.Step) {
	const most, digest = 40, 32
	for i, s := range all {
		if len(all) > most && i >= most/2 && i < len(all)-most/2 {
			if i == most/2 {
				fmt.Fprintf(out, "%*s… and %s; -json has all\n", margin, "", cli.Count(len(all)-most, "step"))
			}
			continue
		}
		label, value := s.Part, printable(s.Value)
		if name, ok := parts[s.Part]; ok {
			label = name
		}
		switch {
		case value == "" || strings.HasPrefix(s.Text, "the site's: it "):
			out.fold(margin, label, s.Text)
		case len(value) < digest:
			out.fold(margin, label, s.Text+" = "+value)
		default:
			out.fold(margin, label, s.Text)
			out.fold(margin+2, strings.Repeat(" ", margin)+"=", value)
		}
	}
}

// claim says whether the result is the one that the site showed.
func (out printer) claim(g *sites.Game, bet sites.Bet, report *sites.Report) {
	shown := printable(bet["result"])
	switch report.Claim {
	case sites.Absent:
		out.say("With result=RESULT, it is compared with what the site showed.")
	case sites.Agrees:
		out.say("It agrees with the result that the site showed.")
	case sites.AgreesAsShown:
		out.say("It agrees with the result that the site showed, as far as its digits go: %s", shown)
	case sites.AgreesCounted:
		out.say("It agrees with the result that the site showed, but %s: %s", report.Counts, shown)
	default:
		out.say("It is NOT the result that the site showed: %s", shown)
		out.differs(g, report)
	}
	if len(report.Fits) > 0 {
		out.say("Of the eras of this game, the result follows by %s.", cli.And(report.Fits))
	}
}

// differs says what a result that differs shows.
func (out printer) differs(g *sites.Game, report *sites.Report) {
	if report.Off != 0 {
		out.say("The site's is one unit %s%s.", map[int]string{1: "higher", -1: "lower"}[report.Off],
			map[bool]string{true: ", in every value"}[len(report.Result.Values) > 1])
	}
	switch {
	case report.Doubt != "":
		out.say("But %s, so it shows nothing against the site.", report.Doubt)
	case !g.Evidenced:
		out.doubt(g)
	default:
		out.say("This contradicts the site.")
	}
}

// commitment says whether the seed is the one that the site committed to.
func (out printer) commitment(g *sites.Game, report *sites.Report) {
	switch report.Commitment {
	case sites.Absent:
		if slices.Contains(names(g), "commitment") {
			out.say("With commitment=HASH, the server seed is compared with what the site committed to: %s.", g.Commits)
		} else {
			out.say("What binds the site: %s.", g.Commits)
		}
		if len(g.Chains) > 0 {
			out.say("With -chain, the hash is followed to the chain's end.")
		}
	case sites.Agrees:
		out.say("The server seed is the one that the site committed to: %s.", g.Commits)
	default:
		out.say("The server seed is NOT the one that the site committed to: %s.", g.Commits)
		switch {
		case !committed(g):
			out.doubt(g)
		case accused(report.Err()):
			out.say("This contradicts the site.")
		default:
			out.say("But %s, so it shows nothing against the site.", report.Doubt)
		}
	}
}

// doubt says why a bet that doesn't agree shows nothing against the site.
func (out printer) doubt(g *sites.Game) {
	out.say("This doesn't agree with the formula as published at %s. Not all of that is known to be the site's, "+
		"so it shows nothing against the site.", g.Published)
}
