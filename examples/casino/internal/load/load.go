// Package load plays at a casino as many people do at once, all of whom check every round.
package load

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

// grace is how long after the end players may need for what they have begun.
const grace = 5 * time.Minute

// A Report is what came of it.
type Report struct {
	Players   []Account
	Took      time.Duration
	Latencies []time.Duration // of bets and steps, from the first try to the answer; sorted
}

// Run has n new players bet for some time, at the processes of these addresses. The error
// says which of them were cheated, or got no answer.
func Run(ctx context.Context, urls []string, n int, duration time.Duration) (Report, error) {
	start := time.Now()
	until := start.Add(duration)
	ctx, cancel := context.WithDeadline(ctx, until.Add(grace))
	defer cancel()
	transport := &http.Transport{MaxIdleConnsPerHost: n, MaxConnsPerHost: 0, DisableCompression: true}
	defer transport.CloseIdleConnections()

	clients := make([]*client, n)
	errs := make([]error, n)
	var all sync.WaitGroup
	for i := range clients {
		var err error
		if clients[i], err = newClient(urls, transport); err != nil {
			return Report{}, err
		}
		all.Go(func() {
			if err := clients[i].play(ctx, until); err != nil {
				errs[i] = fmt.Errorf("%s: %w", clients[i].name(), err)
			}
		})
	}
	all.Wait()

	report := Report{Took: min(time.Since(start), duration)}
	for _, c := range clients {
		report.Players = append(report.Players, c.Account)
		report.Latencies = append(report.Latencies, c.latencies...)
	}
	slices.Sort(report.Latencies)
	return report, errors.Join(errs...)
}

// Sum returns the totals of all players.
func (r Report) Sum() (sum Account) {
	for _, p := range r.Players {
		sum.Balance += p.Balance
		sum.Bets += p.Bets
		sum.Declined += p.Declined
		sum.Rotations += p.Rotations
		sum.Checked += p.Checked
		sum.Retries += p.Retries
		sum.Limited += p.Limited
		sum.Repeats += p.Repeats
	}
	return sum
}

// percentile returns the time that this percentage of some sorted ones don't exceed.
func percentile(sorted []time.Duration, p float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(len(sorted)-1, int(p/100*float64(len(sorted))))]
}

// within says some percentiles of sorted times, rounded to a unit.
func within(sorted []time.Duration, unit time.Duration, percentages ...float64) string {
	var texts []string
	for _, p := range percentages {
		texts = append(texts, fmt.Sprintf("%v (%v %%)", percentile(sorted, p).Round(unit), p))
	}
	return "within " + strings.Join(texts, ", ")
}

// Print prints the report for people.
func (r Report) Print(w io.Writer) {
	sum := r.Sum()
	fmt.Fprintf(w, "%s, %.0f s: %s, %.0f a second\n", cli.Count(len(r.Players), "player"), r.Took.Seconds(),
		cli.Count(sum.Bets, "bet"), float64(sum.Bets)/r.Took.Seconds())
	fmt.Fprintf(w, "answered %s\n", within(r.Latencies, 100*time.Microsecond, 50, 90, 99, 100))
	fmt.Fprintf(w, "%s for want of an answer; %s of answered requests got the same answer\n", cli.Count(sum.Retries, "repetition"),
		cli.Count(sum.Repeats, "repetition"))
	if sum.Limited > 0 {
		fmt.Fprintf(w, "%s of answers 429: it is the casino's limit of requests that sets this pace\n", cli.Count(sum.Limited, "repetition"))
	}
	fmt.Fprintf(w, "%s of %s checked after %s\n", cli.Thousands(sum.Checked), cli.Count(sum.Bets, "round"),
		cli.Count(sum.Rotations, "rotation"))
}
