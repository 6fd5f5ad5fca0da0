package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// list prints the sites and their games, or those of one site.
func list(out printer, site string, asJSON bool) error {
	listed := sites.Sites()
	if site != "" {
		listed = slices.DeleteFunc(listed, func(s sites.Site) bool { return !strings.EqualFold(s.Name, site) })
		if len(listed) == 0 {
			_, err := sites.Find(site, "")
			return err // which says what sites there are
		}
	}
	if asJSON {
		return cli.PrintJSON(out, struct {
			cli.Outcome
			Sites []sites.Site `json:"sites"`
		}{cli.OutcomeOf(nil), listed})
	}
	games := 0
	for _, s := range listed {
		fmt.Fprintf(out, "%s: %s\n", s.Name, s.Title)
		var names []string
		for _, g := range s.Games {
			if site != "" {
				out.fold(16, "  "+g.Name, g.Title)
				out.fold(16, "", "Parameters fixed: "+evidence(&g)+".")
			}
			if g.Evidenced {
				g.Name += "*"
			}
			names = append(names, g.Name)
		}
		if site == "" {
			out.fold(4, "", strings.Join(names, ", "))
		}
		games += len(s.Games)
	}
	if site != "" {
		fmt.Fprintln(out, "\nWith -site and -game, -h lists the fields of a game's bets.")
		return nil
	}
	fmt.Fprintf(out, "\n%s of %s. -list -site SITE says more of one.\n", cli.Count(games, "game"), cli.Count(len(listed), "site"))
	fmt.Fprintln(out, "* Every parameter on which results depend is known to be the site's.")
	return nil
}

// help prints the fields of a game, and where its definition comes from.
func help(out printer, site, game string) error {
	g, err := sites.Find(site, game)
	if err != nil {
		return err
	}
	out.title(site, g)
	out.say("What binds the site: %s.", g.Commits)
	fmt.Fprintln(out, "\nThe fields of a bet:")
	for _, f := range g.Fields {
		out.fold(14, "  "+f.Name, describe(f))
	}
	fmt.Fprintln(out, "\nWhat fixes the parameters of the scheme (package seedrng/sites):")
	for _, e := range g.Evidence {
		text := bases[e.By]
		if e.Source != "" {
			text += ": " + e.Source
		}
		if e.Date != "" {
			text += " (" + e.Date + ")"
		}
		out.fold(18, "  "+e.Parameter, text)
	}
	fmt.Fprintln(out, "\nSources of the definition:")
	out.bullets(g.Sources)
	return nil
}

// describe says what a field holds.
func describe(f sites.Field) string {
	text := f.Title
	switch f.Kind {
	case sites.KindText:
		text += fmt.Sprintf(": text of %d to %s", f.Min, cli.Count(int64(f.Max), "byte"))
	case sites.KindHex:
		text += ": " + span(2*f.Min, 2*f.Max) + " lowercase hex digits"
	case sites.KindNumber:
		text += ": " + span(f.Min, f.Max)
	case sites.KindChoice:
		text += ": " + cli.Or(f.Choices)
	}
	switch {
	case f.Default != "":
		text += "; " + f.Default + " if left out"
	case f.Optional:
		text += " (optional)"
	}
	return text
}

func span(low, high uint64) string {
	if low == high {
		return fmt.Sprint(low)
	}
	return fmt.Sprintf("%d to %d", low, high)
}

// bases say what fixes parameters.
var bases = map[sites.Basis]string{
	sites.ByRound:   "by public rounds",
	sites.BySite:    "by the site's own code or words",
	sites.BySlight:  "by nothing, but fewer than one bet in a million depends on them",
	sites.ByOthers:  "by somebody else's code or words only",
	sites.ByNothing: "by nothing",
}

// evidence says how many parameters are fixed by what.
func evidence(g *sites.Game) string {
	fixed := make(map[sites.Basis]int)
	for _, e := range g.Evidence {
		fixed[e.By]++
	}
	var parts []string
	for _, by := range []sites.Basis{sites.ByRound, sites.BySite, sites.BySlight, sites.ByOthers, sites.ByNothing} { // the surest first
		if fixed[by] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", fixed[by], bases[by]))
		}
	}
	return cli.And(parts)
}

// committed reports whether the form of the commitment is evidenced to be the site's.
func committed(g *sites.Game) bool {
	return slices.ContainsFunc(g.Evidence, func(e sites.Evidence) bool {
		return e.Parameter == "commitment" && (e.By == sites.ByRound || e.By == sites.BySite)
	})
}
