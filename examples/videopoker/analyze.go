package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/squaredeal/squaredeal/examples/videopoker/internal/poker"
)

// lookup returns the pay tables of that name; "all" is all three.
func lookup(name string) ([]poker.PayTable, bool) {
	if name == "all" {
		return poker.Tables[:], true
	}
	table, ok := poker.Lookup(name)
	return []poker.PayTable{table}, ok
}

// analyze prints the exact return of each pay table under optimal play.
func analyze(out io.Writer, tables []poker.PayTable, asJSON bool) error {
	analyzer := poker.NewAnalyzer()
	if !asJSON {
		for i, table := range tables {
			if i > 0 {
				fmt.Fprintln(out)
			}
			if _, err := io.WriteString(out, analysisText(table, analyzer.Analyze(table))); err != nil {
				return err
			}
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
	type result struct {
		Table  string `json:"table"`
		Lines  []line `json:"lines"`
		Totals totals `json:"totals"`
	}
	results := []result{}
	for _, table := range tables {
		a := analyzer.Analyze(table)
		r := result{Table: table.Name, Totals: totals{a.Totals.Combinations, a.Totals.Probability, a.Totals.Return}}
		for _, l := range a.Lines {
			r.Lines = append(r.Lines, line(l))
		}
		results = append(results, r)
	}
	enc := json.NewEncoder(out)
	enc.SetIndent("", "  ")
	return enc.Encode(results)
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
		fmt.Fprintf(&t, row, l.Name, pays, thousands(l.Combinations), fmt.Sprintf("%.6f", l.Probability), fmt.Sprintf("%.6f", l.Return))
	}
	return t.String()
}

// thousands writes a non-negative number with a comma before every three digits.
func thousands(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
