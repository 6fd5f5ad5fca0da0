package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/lines"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// A vector is a published round: a bet, or a walk along a chain.
type vector struct {
	ID    string    `json:"id"`
	Site  string    `json:"site"`
	Game  string    `json:"game"`
	Bet   sites.Bet `json:"bet"`
	Shows string    `json:"shows"` // what some step has, too

	Name  string `json:"name"` // of a chain that is no site's
	Alg   string `json:"alg"`
	Text  bool   `json:"text"`
	Hash  string `json:"hash"`
	End   string `json:"end"`
	Steps uint64 `json:"steps"`
}

// An outcome is what came of a vector.
type outcome struct {
	ID     string `json:"id"`
	Site   string `json:"site"`
	Agrees bool   `json:"agrees"`
	Known  bool   `json:"known,omitempty"`  // that it doesn't
	Reason string `json:"reason,omitempty"` // unless it agrees
}

// maxVectors bounds a file of vectors, in bytes.
const maxVectors = 64 << 20

// compare replays the vectors of a file.
func compare(name string, stdin io.Reader, out *bufio.Writer, progress *cli.Progress, asJSON bool) error {
	in, name, err := lines.Open(name, stdin)
	if err != nil {
		return err
	}
	defer in.Close()
	limited := &io.LimitedReader{R: in, N: maxVectors + 1}
	var file struct{ Rounds, Chains, NotReproduced []vector }
	if err := json.NewDecoder(limited).Decode(&file); err != nil {
		if limited.N == 0 {
			err = fmt.Errorf("the file is longer than %s", cli.Count(maxVectors, "byte"))
		}
		return cli.Misuse(fmt.Errorf("%s: %w", name, err))
	}
	var all []outcome
	add := func(v *vector, known bool, reason string) {
		progress.Show(int64(len(all)), 0, v.ID)
		all = append(all, outcome{ID: v.ID, Site: v.Site, Agrees: reason == "", Known: known, Reason: reason})
	}
	for _, v := range file.Rounds {
		add(&v, false, v.replay())
	}
	for _, v := range file.Chains {
		if v.ID = "the chain of " + v.Site + "/" + v.Game; v.Site == "" {
			v.ID, v.Site = "the chain of "+v.Name, v.Name
		}
		add(&v, false, v.follow(progress))
	}
	for _, v := range file.NotReproduced {
		add(&v, true, v.replay())
	}
	progress.Hide()
	if len(all) == 0 {
		return cli.Misuse(fmt.Errorf("%s: no round", name))
	}
	return printOutcomes(out, all, asJSON)
}

// printOutcomes prints those that don't agree, and counts.
func printOutcomes(out *bufio.Writer, all []outcome, asJSON bool) error {
	agree, known := 0, 0
	scores := make(map[string][2]int) // of each site
	var order []string
	for _, o := range all {
		if !slices.Contains(order, o.Site) {
			order = append(order, o.Site)
		}
		score := scores[o.Site]
		score[1]++
		switch {
		case o.Agrees:
			agree++
			score[0]++
		case o.Known:
			known++
		}
		scores[o.Site] = score
	}
	var err error
	if bad := len(all) - agree - known; bad > 0 {
		err = cli.CheckFailed(fmt.Errorf("%d of %s don't agree", bad, cli.Count(len(all), "round")))
	}
	if asJSON {
		return cli.PrintResult(out, struct {
			cli.Outcome
			Agree  int       `json:"agree"`
			Known  int       `json:"known"`
			Rounds []outcome `json:"rounds"`
		}{cli.OutcomeOf(err), agree, known, all}, err)
	}
	for _, site := range order {
		fmt.Fprintf(out, "%4d of %4d agree  %s\n", scores[site][0], scores[site][1], printable(site))
	}
	fmt.Fprintln(out)
	for _, o := range all {
		if !o.Agrees {
			fmt.Fprint(out, cli.Wrap("", "  ", fmt.Sprintf("%s: %s", printable(o.ID), o.Reason)))
		}
	}
	text := fmt.Sprintf("%s: %s agree", cli.Count(len(all), "round"), cli.Thousands(agree))
	if known > 0 {
		text += fmt.Sprintf("; known not to: %d", known)
	}
	fold(out, 0, "", text+".")
	return err
}

// replay returns an empty text if the vector agrees, and else why not.
func (v *vector) replay() string {
	report, err := sites.Replay(v.Site, v.Game, v.Bet)
	switch {
	case err != nil:
		return err.Error() + "."
	case report.Claim == sites.Absent:
		return fmt.Sprintf("the replay gives %v; no result was published.", report.Result)
	case report.Claim != sites.Agrees || report.Game != v.Game:
		return fmt.Sprintf("the replay gives %v, published was %s.", report.Result, printable(v.Bet["result"]))
	case report.Commitment == sites.Differs:
		return "the commitment isn't to this seed."
	case !slices.ContainsFunc(report.Steps, func(s sites.Step) bool { return strings.Contains(s.Text, v.Shows) }):
		return fmt.Sprintf("no step shows %s.", printable(v.Shows))
	}
	return ""
}

// follow walks along a chain, which is to have so many steps.
func (v *vector) follow(progress *cli.Progress) string {
	if v.Steps == 0 {
		return "the number of steps is missing."
	}
	w, err := follow(sites.Chain{Alg: v.Alg, Text: v.Text, End: v.End, Length: v.Steps}, v.Hash, progress)
	switch {
	case err != nil:
		return err.Error() + "."
	case !w.Ended() || w.Steps() != v.Steps:
		return fmt.Sprintf("after %s the hash hasn't come to the end, or came to it before.", cli.Count(int64(w.Steps()), "step"))
	}
	return ""
}
