package main

import (
	"fmt"
	"io"
	"strconv"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/games"
	"github.com/squaredeal/squaredeal/seedrng"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// auditRounds checks rounds that package seedrng drew, whose seeds are revealed, as
// examples/casino exports them: commitments, outcomes, and what was paid.
func auditRounds(name string, stdin io.Reader, out printer, progress *progress, asJSON bool) error {
	t, f := newTally(), file{names: []string{"server", "client", "hash", "nonce", "sent", "received", "declined", "stake", "paid"}}
	if err := t.each(name, stdin, &f, progress, t.checkRound); err != nil {
		return err
	}
	err := t.verdict()
	if asJSON {
		return cli.PrintResult(out, roundsSummary{cli.OutcomeOf(err), t, t.Accusing > 0}, err)
	}
	t.print(out)
	return err
}

// checkRound checks a round, and counts what it shows. The error says that it is malformed.
func (t *tally) checkRound(line int, fields []string) error {
	server, client, hash, nonce := fields[0], fields[1], fields[2], fields[3]
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
	r := casinoRound{games.Split(fields[4]), fields[5], fields[6], fields[7], fields[8]}
	claim, differs, err := r.check(stream)
	if err != nil {
		return err
	}
	commitment := sites.Agrees
	if err := shown.Verify(server); err != nil {
		commitment = sites.Differs
		t.fail(line, "%v", err)
	}
	if claim == sites.Differs {
		t.fail(line, "%s", differs)
	}
	if commitment == sites.Differs || claim == sites.Differs {
		t.Accusing++
	}
	t.Commitments[commitment]++
	t.Claims[claim]++
	return nil
}

// A roundsSummary is what -batch -json prints of them.
type roundsSummary struct {
	cli.Outcome
	Counts  tally `json:"counts"`
	Accused bool  `json:"accused"`
}

// A casinoRound is what the casino says of a round.
type casinoRound struct {
	sent                            []string
	received, declined, stake, paid string
}

// check plays a round again, and says what differs. A bet that was declined has no outcome to
// compare, and one that was cancelled before its end gives back its stake.
func (r casinoRound) check(stream *seedrng.Stream) (claim sites.Verdict, differs string, err error) {
	bet, err := games.ParseBet(r.sent[0])
	if err != nil {
		return sites.Absent, "", err
	}
	outcome, err := games.Play(r.sent, stream)
	if err != nil {
		return sites.Absent, "", err
	}
	want := casinoRound{received: games.Join(outcome.Received), stake: strconv.FormatInt(bet.Stake, 10),
		paid: strconv.FormatInt(outcome.Paid, 10)}
	claim = sites.Agrees
	switch {
	case r.declined != "":
		claim, want.received, want.paid = sites.Absent, "", want.stake
	case !outcome.Over:
		want.paid = want.stake
	}
	for _, part := range []struct{ name, fair, told string }{
		{"the outcome", want.received, r.received}, {"the stake", want.stake, r.stake}, {"the payment", want.paid, r.paid},
	} {
		if part.told != part.fair && (part.told != "" || part.name == "the outcome") { // a file may have no column for money
			return sites.Differs, fmt.Sprintf("%s: the seeds give %q, the casino says %q", part.name, part.fair, printable(part.told)), nil
		}
	}
	return claim, "", nil
}
