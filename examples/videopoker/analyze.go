package main

import (
	"bufio"
	"fmt"
	"strconv"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/poker"
)

// analyze prints the exact return of each pay table under optimal play.
func analyze(out *bufio.Writer, tables []poker.PayTable, asJSON bool) error {
	analyzer := poker.NewAnalyzer()
	if !asJSON {
		for i, table := range tables {
			if i > 0 {
				fmt.Fprintln(out)
			}
			out.WriteString(analysisText(table, analyzer.Analyze(table)))
		}
		return nil
	}

	type line struct {
		Name         string  `json:"event"`
		Pays         int64   `json:"pays"`
		Combinations int64   `json:"combinations"`
		Probability  float64 `json:"probability"`
		Return       float64 `json:"return"`
	}
	type totals struct {
		Combinations int64   `json:"combinations"`
		Probability  float64 `json:"probability"`
		Return       float64 `json:"return"`
	}
	type analysis struct {
		Table  string `json:"table"`
		Lines  []line `json:"lines"`
		Totals totals `json:"totals"`
	}
	result := struct {
		cli.Outcome
		Tables []analysis `json:"tables"`
	}{Outcome: cli.OutcomeOf(nil)}
	for _, table := range tables {
		a := analyzer.Analyze(table)
		r := analysis{Table: table.Name, Totals: totals{a.Totals.Combinations, a.Totals.Probability, a.Totals.Return}}
		for _, l := range a.Lines {
			r.Lines = append(r.Lines, line(l))
		}
		result.Tables = append(result.Tables, r)
	}
	return cli.PrintJSON(out, result)
}

func analysisText(table poker.PayTable, a poker.Analysis) string {
	var t strings.Builder
	fmt.Fprintf(&t, "%s, exact, under optimal play\n\n", table.Name)
	const row = "%-16s %5s %18s %12s %10s\n"
	fmt.Fprintf(&t, row, "Event", "Pays", "Combinations", "Probability", "Return")
	for _, l := range append(a.Lines, a.Totals) {
		pays := strconv.FormatInt(l.Pays, 10)
		if l.Name == a.Totals.Name {
			pays = ""
		}
		fmt.Fprintf(&t, row, l.Name, pays, cli.Thousands(l.Combinations), fmt.Sprintf("%.6f", l.Probability), fmt.Sprintf("%.6f", l.Return))
	}
	return t.String()
}
