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

// A roundsAudit checks rounds that package seedrng drew, whose seeds are revealed.
type roundsAudit struct {
	total   tally
	history history
}

// roundFields are the columns of the casino's export. The time shows nothing.
var roundFields = []string{"server", "client", "hash", "game", "nonce", "sent", "received", "declined", "stake", "paid", "pair", "rounds",
	"time"}

// auditRounds checks a file of rounds, as examples/casino exports them: commitments, outcomes, what
// was paid, and whether rounds are missing.
func auditRounds(name string, stdin io.Reader, out printer, progress *progress, asJSON bool) error {
	a, f := roundsAudit{newTally(), history{byHash: make(map[string]*pair)}}, file{names: roundFields}
	if err := a.total.each(name, stdin, &f, progress, a.check); err != nil {
		return err
	}
	whole := a.history.judge()
	err := whole.verdict(a.total.verdict())
	accused := a.total.Accusing > 0
	if asJSON {
		return cli.PrintResult(out, roundsSummary{cli.OutcomeOf(err), a.total, whole, f.ignored, accused}, err)
	}
	a.total.print(out)
	out.ignored(f.ignored)
	fmt.Fprintln(out)
	whole.print(out)
	if accused {
		out.say("This contradicts the site.")
	}
	out.say("Compare the hashes, the client seeds and the bets with your own records: all of these are as the casino tells them.")
	return err
}

// check checks a round, and counts what it shows. The error says that it is malformed.
func (a *roundsAudit) check(line int, fields []string) error {
	server, client, hash, game, nonce, pair, rounds := fields[0], fields[1], fields[2], fields[3], fields[4], fields[10], fields[11]
	shown, err := seedrng.ParseHash(hash)
	if err != nil {
		return err
	}
	number, err := strconv.ParseUint(nonce, 10, 64)
	if err != nil {
		return fmt.Errorf("the nonce %q isn't a number", short(nonce))
	}
	seeds := a.history.follow(line, hash, number, pair, rounds) // first: a round that can't be checked isn't missing
	if game != "" && game != "v1" {
		return fmt.Errorf("the game is %q, not v1", short(game))
	}
	seed, err := seedrng.ParseServerSeed(server)
	if err != nil {
		return err
	}
	stream, err := seedrng.NewStream(seed, client, number)
	if err != nil {
		return err
	}
	r := casinoRound{games.Split(fields[5]), fields[6], fields[7], fields[8], fields[9]}
	found, err := r.check(stream)
	if err != nil {
		return err
	}
	t := &a.total
	commitment := sites.Agrees
	if err := shown.Verify(server); err != nil {
		commitment = sites.Differs
		t.fail(line, "%v", err)
	}
	if found.claim == sites.Differs {
		t.fail(line, "%s", found.differs)
	}
	if !seeds.goWith(line, client) || commitment == sites.Differs || found.claim == sites.Differs {
		t.Accusing++
	}
	switch {
	case found.claim != sites.Absent:
	case r.declined == "":
		t.Cancelled++
	default:
		t.Declined++
	}
	if found.missed {
		t.Missed++
	}
	if r.stake == "" || r.paid == "" {
		t.Unpriced++
	}
	t.Commitments[commitment]++
	t.Claims[found.claim]++
	return nil
}

// A roundsSummary is what -batch -json prints of them.
type roundsSummary struct {
	cli.Outcome
	Counts tally `json:"counts"`
	completeness
	Ignored []string `json:"ignored,omitempty"`
	Accused bool     `json:"accused"`
}

// A casinoRound is what the casino says of a round.
type casinoRound struct {
	sent                            []string
	received, declined, stake, paid string
}

// A finding is what a round shows that was played again.
type finding struct {
	claim   sites.Verdict
	differs string // what, if the claim does
	missed  bool   // a bet that was declined would have paid more than its stake
}

// check plays a round again. A bet that was declined has no outcome to compare, nor has one that
// was cancelled before its end: they give back their stakes.
func (r casinoRound) check(stream *seedrng.Stream) (finding, error) {
	bet, err := games.ParseBet(r.sent[0])
	if err != nil {
		return finding{}, err
	}
	outcome, err := games.Play(r.sent, stream)
	if err != nil {
		return finding{}, err
	}
	want := casinoRound{received: games.Join(outcome.Received), stake: strconv.FormatInt(bet.Stake, 10),
		paid: strconv.FormatInt(outcome.Paid, 10)}
	found := finding{claim: sites.Agrees}
	switch {
	case r.declined != "" && len(r.sent) > 1:
		return finding{claim: sites.Differs, differs: "a bet that was declined has no steps"}, nil
	case r.declined != "":
		found = finding{claim: sites.Absent, missed: outcome.Paid > bet.Stake}
		want.received, want.paid = "", want.stake
	case !outcome.Over:
		found.claim, want.paid = sites.Absent, want.stake
	}
	for _, part := range []struct{ name, fair, told string }{
		{"the outcome", want.received, r.received}, {"the stake", want.stake, r.stake}, {"the payment", want.paid, r.paid},
	} {
		if part.told != part.fair && (part.told != "" || part.name == "the outcome") { // a file may have no column for money
			differs := fmt.Sprintf("%s: the seeds give %q, the casino says %q", part.name, part.fair, short(part.told))
			return finding{claim: sites.Differs, differs: differs}, nil
		}
	}
	return found, nil
}
