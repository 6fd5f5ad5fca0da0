package house

import (
	"fmt"
	"io"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/games"
)

// maxNamed is the number of faults in a report.
const maxNamed = 10

// A Report is what an audit has found.
type Report struct {
	Faults int
	First  []string // of the faults

	Players, Pairs, Entries, Rounds int64
	declined, cancelled             int64 // of the rounds
	granted, staked, paid           int64
	wishes                          int64 // for limits of players' own
	crashRounds, crashBets          int64
	balances                        int64 // as the accounts have them

	days map[dayKind]Sum // of the ledger
}

// A dayKind is a day, from 1970 on, and a kind of entries.
type dayKind struct {
	day  int64
	kind string
}

// A Sum is what the entries of one kind on one day come to.
type Sum struct {
	Day          time.Time
	Kind         string
	Entries      int64
	Taken, Given int64
}

// book adds an entry of the ledger to the sums.
func (r *Report) book(e Entry) {
	r.Entries++
	switch e.Kind {
	case entered, refilled:
		r.granted += e.Given
	default:
		r.staked += e.Taken
		r.paid += e.Given
	}
	at := dayKind{e.At / (24 * time.Hour).Milliseconds(), e.Kind}
	sum := r.days[at]
	r.days[at] = Sum{e.Time().Truncate(24 * time.Hour), e.Kind, sum.Entries + 1, sum.Taken + e.Taken, sum.Given + e.Given}
}

// Print prints the report for people.
func (r Report) Print(w io.Writer) {
	fmt.Fprintf(w, "%s, %s, %s, %s (%s declined, %s cancelled)\n", cli.Count(r.Players, "player"), cli.Count(r.Pairs, "seed pair"),
		cli.Count(r.Entries, "ledger row"), cli.Count(r.Rounds, "round"), cli.Thousands(r.declined), cli.Thousands(r.cancelled))
	if r.crashRounds > 0 {
		fmt.Fprintf(w, "%s of crash, with %s\n", cli.Count(r.crashRounds, "round"), cli.Count(r.crashBets, "bet"))
	}
	fmt.Fprintf(w, "granted %s, staked %s, paid %s; on accounts %s\n", money(r.granted), money(r.staked), money(r.paid), money(r.balances))
	if r.Faults == 0 {
		fmt.Fprintln(w, "everything is right")
		return
	}
	for _, fault := range r.First {
		fmt.Fprintln(w, fault)
	}
	fmt.Fprintf(w, "%s, of which these are the first\n", cli.Count(r.Faults, "fault"))
}

// fault adds a fault to the report.
func (r *Report) fault(format string, args ...any) {
	r.Faults++
	if len(r.First) < maxNamed {
		r.First = append(r.First, fmt.Sprintf(format, args...))
	}
}

// total compares the sums of all accounts with what they follow from.
func (r *Report) total() {
	if due := r.granted - r.staked + r.paid; r.balances != due {
		r.fault("the accounts have %s, and %s follows from what was granted, staked and paid", money(r.balances), money(due))
	}
}

// money formats an amount in coins.
func money(amount int64) string {
	sign := ""
	if amount < 0 {
		sign, amount = "-", -amount
	}
	return fmt.Sprintf("%s%s.%02d", sign, cli.Thousands(amount/games.Coin), amount%games.Coin)
}
