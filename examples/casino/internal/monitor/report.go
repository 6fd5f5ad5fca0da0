package monitor

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

// An age is a column of the report.
type age struct {
	name string
	most time.Duration
}

var ages = []age{{"a day", 24 * time.Hour}, {"a week", 7 * 24 * time.Hour}, {"30 days", 30 * 24 * time.Hour}}

// Print prints what the log has, for people.
func (s *State) Print(w io.Writer, now time.Time) {
	fmt.Fprintf(w, "%s: %s, receipts by key %s\n", strings.SplitN(s.Key, "+", 2)[0], entries(s.Tree.Size), s.Receipts)
	if s.After != "" {
		fmt.Fprintf(w, "it goes on after %s, as the casino was restored from a backup\n", s.After)
	}
	if s.GivenUp > 0 {
		fmt.Fprintf(w, "that gave up %s of the log before\n", cli.Count(s.GivenUp, "chain"))
	}
	fmt.Fprintf(w, "hashes: %s revealed, %s dropped with their accounts, %s neither\n", cli.Thousands(s.Revealed),
		cli.Thousands(s.Dropped), cli.Thousands(len(s.Open)))
	counts := make([]int, len(ages)+1)
	for _, at := range s.Open {
		i := slices.IndexFunc(ages, func(age age) bool { return now.Sub(time.UnixMilli(at)) <= age.most })
		if i < 0 {
			i = len(ages)
		}
		counts[i]++
	}
	if len(s.Open) > 0 {
		fmt.Fprint(w, "  not revealed, by age:")
		for i, age := range ages {
			fmt.Fprintf(w, " up to %s %s,", age.name, cli.Thousands(counts[i]))
		}
		fmt.Fprintf(w, " older %s\n", cli.Thousands(counts[len(ages)]))
	}
	for _, name := range sortedKeys(s.Chains) {
		c := s.Chains[name]
		fmt.Fprintf(w, "chain %s: %s of %s links revealed, with %s, the latest %s ago\n", name, cli.Thousands(int64(c.Round)),
			cli.Thousands(int64(c.Length)), cli.Count(int(c.Bets), "bet"), now.Sub(time.UnixMilli(c.Latest)).Round(time.Second))
		if c.Late {
			fmt.Fprintln(w, "  announced when its round of the beacon could be known: the casino could have picked a chain that it likes")
		} else if c.Fast > 0 {
			fmt.Fprintf(w, "  announced when its round of the beacon could be known, and the casino could have picked a chain that it likes, "+
				"unless this computer's clock was %v fast\n", time.Duration(c.Fast)*time.Millisecond)
		}
	}
	if s.Draws > 0 {
		fmt.Fprintf(w, "%s announced", cli.Count(s.Draws, "draw"))
		if compared := len(s.Places) + len(s.OldPlaces); s.Draws > int64(compared) {
			fmt.Fprintf(w, ", of which the latest %s are compared", cli.Thousands(compared))
		}
		fmt.Fprintln(w)
	}
	if s.Contradictions > 0 {
		fmt.Fprintf(w, "%s of organisers, who convict themselves and not the casino; the latest:\n", cli.Count(s.Contradictions, "contradiction"))
		for _, text := range s.Convicted {
			fmt.Fprintf(w, "  %s\n", text)
		}
	}
	if s.Unknown > 0 {
		fmt.Fprintf(w, "%s of kinds that this program doesn't know\n", entries(s.Unknown))
	}
}

func entries(n int64) string {
	if n == 1 {
		return "1 entry"
	}
	return cli.Thousands(n) + " entries"
}

// sortedKeys returns the names of chains in the order of their numbers.
func sortedKeys(chains map[string]*Chain) (names []string) {
	for name := range chains {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
	return names
}
