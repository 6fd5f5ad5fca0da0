package main

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/seedrng"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// auditRounds checks rounds that package seedrng drew, whose seeds are revealed, as
// examples/casino exports them: commitments, and the cards of video poker.
func auditRounds(name string, stdin io.Reader, out *bufio.Writer, progress *progress, asJSON bool) error {
	t, f := newTally(), file{names: []string{"server", "client", "hash", "nonce", "outcome"}}
	err := t.each(name, stdin, &f, progress, func(line int, fields []string) error {
		server, client, hash, nonce, outcome := fields[0], fields[1], fields[2], fields[3], fields[4]
		seed, err := seedrng.ParseServerSeed(server)
		if err != nil {
			return err
		}
		shown, err := seedrng.ParseHash(hash)
		if err != nil {
			return err
		}
		number, err := strconv.ParseUint(nonce, 10, 64)
		if err != nil {
			return fmt.Errorf("the nonce %q isn't a number", printable(nonce))
		}
		stream, err := seedrng.NewStream(seed, client, number)
		if err != nil {
			return err
		}

		commitment, claim := sites.Agrees, sites.Absent
		if err := shown.Verify(server); err != nil {
			commitment = sites.Differs
			t.fail(line, "%v", err)
		}
		if dealt, err := cards.Parse(outcome); err == nil && len(dealt) == 5 {
			claim = sites.Agrees
			if fair := stream.Distinct(52, 10)[:5]; !slices.Equal(dealt, fair) {
				claim = sites.Differs
				t.fail(line, "the seeds give %s, the casino dealt %s", cards.Join(fair), outcome)
			}
		}
		if commitment == sites.Differs || claim == sites.Differs {
			t.Accusing++
		}
		t.Commitments[commitment]++
		t.Claims[claim]++
		return nil
	})
	if err != nil {
		return err
	}
	err = t.verdict()
	if asJSON {
		return cli.PrintResult(out, struct {
			cli.Outcome
			Counts  tally `json:"counts"`
			Accused bool  `json:"accused"`
		}{cli.OutcomeOf(err), t, t.Accusing > 0}, err)
	}
	t.print(out)
	return err
}
