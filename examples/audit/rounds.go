package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/seedrng"
)

// Rounds counts those that package seedrng drew.
type rounds struct {
	All      int     `json:"rounds"`
	Fair     int     `json:"fair"`
	Cards    int     `json:"cards"`    // of these, hands whose cards are those of the seeds
	Failures []fault `json:"failures"` // the first
}

// auditRounds checks a file of rounds whose seeds are revealed, as examples/casino exports it.
func auditRounds(name string, stdin io.Reader, out *bufio.Writer, progress *cli.Progress, asJSON bool) error {
	in, err := open(name, stdin)
	if err != nil {
		return err
	}
	defer in.Close()
	r := rounds{Failures: []fault{}}
	f := file{names: []string{"server", "client", "hash", "nonce", "outcome"}}
	err = f.read(in, func(line int, fields []string, err error) {
		r.All++
		if err == nil {
			err = r.check(fields[0], fields[1], fields[2], fields[3], fields[4])
		}
		if err != nil && len(r.Failures) < listed {
			r.Failures = append(r.Failures, fault{line, err.Error()})
		}
		if r.All%1000 == 0 {
			progress.Show(0, 0, cli.Count(r.All, "round"))
		}
	})
	progress.Hide()
	if err == nil && r.All == 0 {
		err = cli.Misuse(errors.New("no round"))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}

	if r.Fair < r.All {
		err = cli.CheckFailed(fmt.Errorf("%s of %s failed", cli.Thousands(r.All-r.Fair), cli.Count(r.All, "round")))
	}
	if asJSON {
		return cli.PrintResult(out, struct {
			cli.Outcome
			Counts rounds `json:"counts"`
		}{cli.OutcomeOf(err), r}, err)
	}
	fmt.Fprintf(out, "%s.\n", cli.Count(r.All, "round"))
	printCount(out, "server seeds have the hashes shown", r.Fair)
	printCount(out, "of these, cards are those of the seeds", r.Cards)
	printCount(out, "FAILED", r.All-r.Fair)
	printFaults(out, r.Failures)
	return err
}

// check recomputes a round.
func (r *rounds) check(server, client, hash, nonce, outcome string) error {
	seed, err := seedrng.ParseServerSeed(server)
	if err != nil {
		return err
	}
	shown, err := seedrng.ParseHash(hash)
	if err != nil {
		return err
	}
	if err := shown.Verify(server); err != nil {
		return err
	}
	number, err := strconv.ParseUint(nonce, 10, 64)
	if err != nil {
		return fmt.Errorf("nonce %s isn't a number", printable(nonce))
	}
	stream, err := seedrng.NewStream(seed, client, number)
	if err != nil {
		return err
	}
	if dealt, err := cards.ParseNumbers(outcome); err == nil && len(dealt) == 5 {
		if fair := stream.Distinct(52, 10)[:5]; !slices.Equal(dealt, fair) {
			return fmt.Errorf("the seeds give %s, the casino dealt %s", cards.JoinNumbered(fair), outcome)
		}
		r.Cards++
	}
	r.Fair++
	return nil
}
