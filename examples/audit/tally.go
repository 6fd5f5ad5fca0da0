package main

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// listed is how many lines that fail are printed.
const listed = 10

// A tally counts bets by what came of them.
type tally struct {
	Bets        int                   `json:"bets"`
	Claims      map[sites.Verdict]int `json:"claims"`              // of the site, about the results
	Eras        map[string]int        `json:"eras,omitempty"`      // results that agree by another era of the game
	Off         int                   `json:"off,omitempty"`       // results that differ by one unit
	Commitments map[sites.Verdict]int `json:"commitments"`         // of the site
	Unseeded    int                   `json:"unseeded"`            // results without seeds
	Exhausted   int                   `json:"exhausted"`           // digests that hold too few numbers
	Cancelled   int                   `json:"cancelled,omitempty"` // rounds that gave back their stakes before the end
	Declined    int                   `json:"declined,omitempty"`  // bets that the casino says it didn't take
	Missed      int                   `json:"missed,omitempty"`    // of these, those that would have paid more than their stakes
	Unpriced    int                   `json:"unpriced,omitempty"`  // rounds without a stake or a payment to compare
	Accusing    int                   `json:"accusing"`            // bets that contradict the site
	Full        int                   `json:"full"`                // results that agree with all their digits
	Malformed   int                   `json:"malformed"`
	Failures    []fault               `json:"failures"` // the first
	more        bool                  // than these
}

// A fault is a line that fails.
type fault struct {
	Line   int    `json:"line"`
	Reason string `json:"reason"`
}

func newTally() tally {
	return tally{Claims: make(map[sites.Verdict]int), Eras: make(map[string]int), Commitments: make(map[sites.Verdict]int),
		Failures: []fault{}}
}

// fail notes that a line fails.
func (t *tally) fail(line int, format string, args ...any) {
	if t.more = len(t.Failures) == listed; !t.more {
		t.Failures = append(t.Failures, fault{line, fmt.Sprintf(format, args...)})
	}
}

// each counts the bets of a file, which is standard input if its name is -, and passes the
// fields of each to check, whose error says that the bet is malformed.
func (t *tally) each(name string, stdin io.Reader, f *file, progress *progress, check func(line int, fields []string) error) error {
	in := stdin
	if name != "-" {
		opened, err := os.Open(name)
		if err != nil {
			return err
		}
		defer opened.Close()
		in = opened
	}
	err := f.read(in, func(line int, fields []string, err error) {
		t.Bets++
		if err == nil {
			err = check(line, fields)
		}
		if err != nil {
			t.Malformed++
			t.fail(line, "%v", err)
		}
		if t.Bets%1000 == 0 {
			progress.show(0, 0, cli.Count(t.Bets, "bet"))
		}
	})
	progress.hide()
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	case t.Bets == 0:
		return cli.Misuse(fmt.Errorf("%s: no bet", name))
	case t.Bets == t.Malformed:
		return cli.Misuse(fmt.Errorf("%s: no bet; line %d: %s", name, t.Failures[0].Line, t.Failures[0].Reason))
	}
	return nil
}

// verdict says whether all bets agree.
func (t *tally) verdict() error {
	var wrong []string
	count := func(n int, thing string) {
		if n > 0 {
			wrong = append(wrong, cli.Count(n, thing))
		}
	}
	count(t.Claims[sites.Differs], "wrong result")
	if t.Claims[sites.Agrees] > 0 { // a lie may hide among them
		count(t.Claims[sites.AgreesCounted], "otherwise counted result")
	}
	if t.Full > 0 {
		count(t.Claims[sites.AgreesAsShown], "shortened result")
	}
	count(t.Exhausted, "exhausted digest")
	count(t.Commitments[sites.Differs], "wrong commitment")
	count(t.Malformed, "malformed line")
	if wrong == nil {
		return nil
	}
	return cli.CheckFailed(fmt.Errorf("%s in %s", cli.And(wrong), cli.Count(t.Bets, "bet")))
}

// print writes the tally for people.
func (t *tally) print(out printer) {
	fmt.Fprintf(out, "%s.\n", cli.Count(t.Bets, "bet"))
	row := func(what string, n int) {
		if n > 0 {
			fmt.Fprintf(out, "  %-40s %10s\n", what, cli.Thousands(n))
		}
	}
	row("results agree", t.Claims[sites.Agrees])
	row("agree at the digits that were shown", t.Claims[sites.AgreesAsShown])
	row("agree, counted from another number", t.Claims[sites.AgreesCounted])
	for _, era := range slices.Sorted(maps.Keys(t.Eras)) {
		row("of these, by "+era, t.Eras[era])
	}
	row("results DIFFER", t.Claims[sites.Differs])
	row("of these, one unit higher or lower", t.Off)
	row("without a result to compare", t.Claims[sites.Absent])
	row("of these, cancelled: stake given back", t.Cancelled)
	row("of these, declined by the casino", t.Declined)
	row("which would have paid more than staked", t.Missed)
	row("without a stake or payment to compare", t.Unpriced)
	row("commitments agree", t.Commitments[sites.Agrees])
	row("commitments DIFFER", t.Commitments[sites.Differs])
	row("without a commitment", t.Commitments[sites.Absent])
	row("without seeds, so not replayed", t.Unseeded)
	row("digests with too few numbers", t.Exhausted)
	row("malformed, so not checked", t.Malformed)
	if len(t.Failures) > 0 {
		fmt.Fprintln(out)
	}
	for _, f := range t.Failures {
		out.fold(4, "", fmt.Sprintf("line %d: %s", f.Line, f.Reason))
	}
	if t.more {
		fmt.Fprintln(out, "    These are the first; the counts above are of all.")
	}
}
