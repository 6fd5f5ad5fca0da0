package main

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// list prints the sites and their games, or those of one site.
func list(out *bufio.Writer, site string, asJSON bool) error {
	type object struct {
		cli.Outcome
		Sites []sites.Site `json:"sites"`
	}
	o := object{Outcome: cli.OutcomeOf(nil)}
	games := 0
	for _, s := range sites.Sites() {
		if site == "" || s.Name == site {
			o.Sites = append(o.Sites, s)
			games += len(s.Games)
		}
	}
	if asJSON {
		return cli.PrintJSON(out, o)
	}
	for _, s := range o.Sites {
		fmt.Fprintf(out, "%s: %s\n", s.Name, s.Title)
		if site == "" {
			var names []string
			for _, g := range s.Games {
				if g.Evidenced {
					g.Name += "*"
				}
				names = append(names, g.Name)
			}
			fold(out, 4, "", strings.Join(names, ", "))
			continue
		}
		for _, g := range s.Games {
			fold(out, 16, "  "+g.Name, g.Title)
			fold(out, 16, "", "Parameters fixed: "+evidence(&g)+".")
		}
	}
	if site == "" {
		fmt.Fprintf(out, "\n%s of %s. -list -site SITE says more of one.\n", cli.Count(games, "game"), cli.Count(len(o.Sites), "site"))
		fmt.Fprintln(out, "* Every parameter on which results depend is known to be the site's.")
	} else {
		fmt.Fprintln(out, "\nWith -site and -game, -h lists the fields of a game's bets.")
	}
	return nil
}

// help prints the fields of a game.
func help(out *bufio.Writer, site, game string) error {
	g, err := sites.Find(site, game)
	if err != nil {
		return cli.Misuse(err)
	}
	title(out, site, g)
	fmt.Fprint(out, cli.Wrap("", "", fmt.Sprintf("What binds the site: %s.", g.Commits)))
	fmt.Fprintln(out, "\nThe fields of a bet:")
	for _, f := range g.Fields {
		fold(out, 14, "  "+f.Name, describe(f))
	}
	fmt.Fprintln(out, "\nWhat fixes the parameters of the scheme (seedrng/sites/schemes.json):")
	for _, b := range bases {
		if names, sources := parametersBy(g, b.by); names != nil {
			text := fmt.Sprintf("%s: %s", b.text, strings.Join(names, ", "))
			if sources != nil {
				text += ". From " + strings.Join(sources, "; ")
			}
			sentences(out, []string{text})
		}
	}
	fmt.Fprintln(out, "\nSources of the definition:")
	sentences(out, g.Sources)
	return nil
}

// describe says what a field holds.
func describe(f sites.Field) string {
	text := f.Title
	switch f.Kind {
	case "text":
		text += fmt.Sprintf(": text of %d to %s", f.Min, cli.Count(int64(f.Max), "byte"))
	case "hex":
		text += fmt.Sprintf(": %s lowercase hex digits", span(2*f.Min, 2*f.Max))
	case "number":
		text += ": " + span(f.Min, f.Max)
	case "choice":
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
