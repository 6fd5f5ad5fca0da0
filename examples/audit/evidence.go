package main

import (
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// bases say what fixes parameters, from the surest to none.
var bases = []struct{ by, text string }{
	{"round", "by public rounds"},
	{"site", "by the site's own code or words"},
	{"slight", "by nothing, but fewer than one bet in a million depends on them"},
	{"others", "by somebody else's code or words only"},
	{"nothing", "by nothing"},
}

// parametersBy returns the names of what is fixed so, and their sources.
func parametersBy(g *sites.Game, by string) (names, sources []string) {
	for _, e := range g.Evidence {
		if e.By != by {
			continue
		}
		names = append(names, e.Parameter)
		source := e.Source
		if e.Date != "" {
			source += " (" + e.Date + ")"
		}
		if source != "" && !slices.Contains(sources, source) {
			sources = append(sources, source)
		}
	}
	return names, sources
}

// evidence says how many parameters are fixed by what.
func evidence(g *sites.Game) string {
	var parts []string
	for _, b := range bases {
		if names, _ := parametersBy(g, b.by); names != nil {
			parts = append(parts, fmt.Sprintf("%d %s", len(names), b.text))
		}
	}
	return cli.And(parts)
}

// committed reports whether the form of the commitment is evidenced to be the site's.
func committed(g *sites.Game) bool {
	return slices.ContainsFunc(g.Evidence, func(e sites.Evidence) bool {
		return e.Parameter == "commitment" && (e.By == "round" || e.By == "site")
	})
}

// doubt says why a bet that doesn't agree shows nothing against the site.
func doubt(g *sites.Game) string {
	return fmt.Sprintf("This doesn't agree with the formula as published at %s. Not all of that is known to be the site's, so it shows nothing against the site.", g.Published)
}
