package main

import (
	"bufio"
	"fmt"
	"strconv"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/videopoker"
)

// analyze prints the exact return of a pay table, or of all, under optimal play.
func analyze(out *bufio.Writer, short string, asJSON bool) error {
	analyzer := videopoker.NewAnalyzer()
	var all []videopoker.Analysis
	for _, table := range videopoker.Tables {
		if short == table.Short || short == "all" {
			all = append(all, analyzer.Analyze(table))
		}
	}
	if asJSON {
		return cli.PrintJSON(out, struct {
			cli.Outcome
			Tables []videopoker.Analysis `json:"tables"`
		}{cli.OutcomeOf(nil), all})
	}
	for i, a := range all {
		if i > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintf(out, "%s, exact, under optimal play\n\n", a.Table)
		const row = "%-16s %5s %18s %12.6f %10.6f\n"
		fmt.Fprintf(out, "%-16s %5s %18s %12s %10s\n", "Event", "Pays", "Combinations", "Probability", "Return")
		for _, l := range a.Lines {
			fmt.Fprintf(out, row, l.Name, strconv.FormatInt(l.Pays, 10), cli.Thousands(l.Combinations), l.Probability, l.Return)
		}
		fmt.Fprintf(out, row, a.Totals.Name, "", cli.Thousands(a.Totals.Combinations), a.Totals.Probability, a.Totals.Return)
	}
	return nil
}
