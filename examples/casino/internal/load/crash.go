package load

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/casino/internal/crash"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

// A crashPlayer plays crash as one person does, and checks every round and every answer.
type crashPlayer struct {
	*client
	until   time.Time
	chains  map[int64]*chain
	latest  int64 // of the chains
	seeds   int64 // the latest chain when the player's seeds were good
	ended   map[roundID]house.CrashRound
	bet     *house.CrashBet // that isn't settled
	counted CrashAccount
}

// A chain is one that was announced, and what its rounds are checked with, once its round of the
// beacon is published.
type chain struct {
	*house.Chain
	verifier *commit.ChainVerifier
	beacon   [32]byte
}

type roundID struct{ chain, round int64 }

// A CrashAccount is what a player of crash has counted.
type CrashAccount struct {
	Account
	Rounds int // that were checked
	Joined int // of these, with a bet
	Cashed int // by hand
	Paid   int64
}

// A CrashReport is what came of playing crash.
type CrashReport struct {
	Players   []CrashAccount
	Took      time.Duration   // until the last bets were settled
	Latencies []time.Duration // of bets, cash-outs and settlements, from the first try to the answer; sorted
}

// Crash has n new players play crash for some time, at the processes of these addresses, and
// until their last bets are settled. The error says which of them were cheated, or got no
// answer.
func Crash(ctx context.Context, urls []string, n int, duration time.Duration) (CrashReport, error) {
	start := time.Now()
	until := start.Add(duration)
	ctx, cancel := context.WithDeadline(ctx, until.Add(grace))
	defer cancel()
	transport := &http.Transport{MaxIdleConnsPerHost: n, DisableCompression: true}
	defer transport.CloseIdleConnections()
	players, errs := make([]*crashPlayer, n), make([]error, n)
	var all sync.WaitGroup
	for i := range players {
		c, err := newClient(urls, transport)
		if err != nil {
			return CrashReport{}, err
		}
		players[i] = &crashPlayer{client: c, until: until, chains: make(map[int64]*chain), ended: make(map[roundID]house.CrashRound)}
		all.Go(func() {
			if err := players[i].play(ctx); err != nil {
				errs[i] = fmt.Errorf("%s: %w", c.name(), err)
			}
		})
	}
	all.Wait()
	report := CrashReport{Took: time.Since(start)}
	for _, p := range players {
		p.Account.Balance = p.balance
		p.counted.Account, p.counted.Rounds = p.Account, len(p.ended)
		report.Players = append(report.Players, p.counted)
		report.Latencies = append(report.Latencies, p.latencies...)
	}
	slices.Sort(report.Latencies)
	return report, errors.Join(errs...)
}

// Sum returns the totals of all players, and the greatest number of rounds that one has checked.
func (r CrashReport) Sum() (sum CrashAccount) {
	for _, p := range r.Players {
		sum.Rounds = max(sum.Rounds, p.Rounds)
		sum.Joined += p.Joined
		sum.Cashed += p.Cashed
		sum.Paid += p.Paid
		sum.Retries += p.Retries
		sum.Limited += p.Limited
	}
	return sum
}

// Print prints the report for people.
func (r CrashReport) Print(w io.Writer) {
	sum := r.Sum()
	fmt.Fprintf(w, "%s of crash, %.0f s: %s in %s, each checked; %s cashed out by hand\n",
		cli.Count(len(r.Players), "player"), r.Took.Seconds(), cli.Count(sum.Joined, "bet"), cli.Count(sum.Rounds, "round"),
		cli.Thousands(sum.Cashed))
	fmt.Fprintf(w, "answered %s\n", within(r.Latencies, 100*time.Microsecond, 50, 99, 100))
	fmt.Fprintf(w, "%s for want of an answer, %s after answers 429\n", cli.Count(sum.Retries, "repetition"), cli.Thousands(sum.Limited))
}

func (p *crashPlayer) play(ctx context.Context) error {
	if err := p.post(ctx, "/api/enter", struct{}{}, &p.view); err != nil {
		return err
	}
	p.Player, p.balance = p.view.Player, p.view.Balance
	if err := p.rotate(ctx); err != nil {
		return err
	}
	_, err := p.listen(ctx, func(e event) error { return p.hear(ctx, e) })
	return errors.Join(err, ctx.Err())
}

// hear does what is to be done after an event.
func (p *crashPlayer) hear(ctx context.Context, e event) error {
	chain, round, err := e.table()
	if err != nil {
		return err
	}
	if chain != nil {
		if err := p.checkChain(chain); err != nil {
			return err
		}
	}
	for _, r := range slices.Backward(e.data.History) {
		if err := p.checkRound(r); err != nil {
			return err
		}
	}
	if round != nil && (round.Link != nil || round.Void) {
		if err := p.checkRound(*round); err != nil {
			return err
		}
	}
	if p.bet != nil {
		return p.follow(ctx, e)
	}
	if time.Now().After(p.until) {
		return errDone
	}
	if e.name == "table" && round != nil && round.Link == nil && !round.Void && e.data.Now < round.Starts {
		return p.join(ctx, round)
	}
	return nil
}

// follow settles the bet after its round, whose end may not have been heard if its chain has
// ended, too, or cashes it out now and then.
func (p *crashPlayer) follow(ctx context.Context, e event) error {
	_, ended := p.ended[roundID{p.bet.Chain, p.bet.Round}]
	switch {
	case ended || p.bet.Chain < p.latest:
		return p.settle(ctx)
	case p.bet.Cashed == nil && e.name == "tick" && rand.IntN(4) == 0:
		return p.cashOut(ctx)
	}
	return nil
}

// checkChain takes what is announced of a chain, which must stay as it is.
func (p *crashPlayer) checkChain(announced *house.Chain) error {
	known := p.chains[announced.Chain]
	if known == nil {
		if p.latest == 0 {
			p.seeds = announced.Chain
		}
		known = &chain{Chain: announced}
		p.chains[announced.Chain], p.latest = known, max(p.latest, announced.Chain)
	}
	if known.Anchor != announced.Anchor || known.BeaconRound != announced.BeaconRound || known.Published != "" &&
		known.Published != announced.Published {
		return fmt.Errorf("the chain was %+v, and is %+v", known.Chain, announced)
	}
	if known.verifier != nil || announced.Published == "" {
		return nil
	}
	known.Chain = announced
	var err error
	if known.beacon, err = crash.Verify(uint64(announced.BeaconRound), []byte(announced.Published)); err != nil {
		return err
	}
	known.verifier, err = commit.NewChainVerifier(0, announced.Anchor, func(_, _ commit.ChainVerifierState) error { return nil })
	return err
}

// checkRound checks a round that is over, and that it stays as it is.
func (p *crashPlayer) checkRound(r house.CrashRound) error {
	if r.Link == nil && !r.Void {
		return fmt.Errorf("a round is said to be over, without a link: %+v", r)
	}
	id := roundID{r.Chain, r.Round}
	if known, ok := p.ended[id]; ok {
		if known.Outcome() != r.Outcome() || !r.Void && *known.Link != *r.Link {
			return fmt.Errorf("a round was %+v, and is %+v", known, r)
		}
		return nil
	}
	c := p.chains[r.Chain]
	if c == nil {
		return fmt.Errorf("a round of a chain that wasn't announced: %+v", r)
	}
	if !r.Void {
		if err := c.check(r); err != nil {
			return err
		}
	}
	p.ended[id] = r
	return nil
}

// check checks that a round's link and point follow from the chain.
func (c *chain) check(r house.CrashRound) error {
	if c.verifier == nil {
		return fmt.Errorf("a round of a chain without a beacon: %+v", r)
	}
	drawn, err := c.verifier.Verify(uint64(r.Round), *r.Link)
	if err != nil {
		return err
	}
	if point := crash.Point(drawn, c.beacon); point != r.Point {
		return fmt.Errorf("a round that crashes at %d: %+v", point, r)
	}
	return nil
}

// betOn is the request about the bet on a round.
func betOn(chain, round int64) map[string]any {
	return map[string]any{"chain": strconv.FormatInt(chain, 10), "round": strconv.FormatInt(round, 10)}
}

// request sends a request about a bet, and takes the time that the answer needs.
func (p *crashPlayer) request(ctx context.Context, what string, request map[string]any, answer *house.CrashAnswer) error {
	start := time.Now()
	err := p.post(ctx, "/api/crash/"+what, request, answer)
	p.latencies = append(p.latencies, time.Since(start))
	return err
}

// join bets on a round, by hand or with a target, unless it is too late.
func (p *crashPlayer) join(ctx context.Context, r *house.CrashRound) error {
	text := fmt.Sprintf("crash for %d", 100*(1+rand.IntN(5)))
	if rand.IntN(2) == 0 {
		text = fmt.Sprintf("crash %d0 for %d", 11+rand.IntN(30), 100*(1+rand.IntN(5)))
	}
	bet, err := crash.ParseBet(text)
	if err != nil {
		return err
	}
	if p.chains[r.Chain] == nil {
		return fmt.Errorf("a round of a chain that wasn't announced: %+v", r)
	}
	request := betOn(r.Chain, r.Round)
	request["bet"] = text
	var answer house.CrashAnswer
	switch err := p.request(ctx, "bet", request, &answer); {
	case err == nil:
	case p.seeds < p.latest && allowed(err, house.NoSeeds) == nil:
		return p.anew(ctx, r)
	default:
		return allowed(err, house.CrashClosed)
	}
	p.seeds = p.latest
	p.balance -= bet.Stake
	p.bet = &answer.Bet
	p.counted.Joined++
	if answer.Bet.Sent != text || answer.Bet.Chain != r.Chain || answer.Bet.Round != r.Round {
		return fmt.Errorf("an answer to %q on round %d of chain %d: %+v", text, r.Round, r.Chain, answer)
	}
	return p.checkBalance(answer.Balance)
}

// anew bets on a round with new seeds: a restoration, which has given up the chain before, has ended
// those of all players.
func (p *crashPlayer) anew(ctx context.Context, r *house.CrashRound) (err error) {
	if p.records, err = newRecords(); err != nil {
		return err
	}
	if err := p.post(ctx, "/api/enter", struct{}{}, &p.view); err != nil {
		return err
	}
	if err := p.rotate(ctx); err != nil {
		return err
	}
	p.seeds = p.latest
	return p.join(ctx, r)
}

// cashOut cashes out, and remembers what the answer says.
func (p *crashPlayer) cashOut(ctx context.Context) error {
	var answer house.CrashAnswer
	if err := p.request(ctx, "cashout", betOn(p.bet.Chain, p.bet.Round), &answer); err != nil {
		return allowed(err, house.CrashOver, house.CrashClosed)
	}
	if answer.Bet.Cashed == nil {
		return fmt.Errorf("cashed out, without a time: %+v", answer)
	}
	p.bet.Cashed = answer.Bet.Cashed
	p.counted.Cashed++
	return p.checkBalance(answer.Balance)
}

// settle settles the bet, and compares what is paid with what is due.
func (p *crashPlayer) settle(ctx context.Context) error {
	var answer house.CrashAnswer
	if err := p.request(ctx, "settle", betOn(p.bet.Chain, p.bet.Round), &answer); err != nil {
		return err
	}
	r := answer.Round
	if r == nil || r.Chain != p.bet.Chain || r.Round != p.bet.Round {
		return fmt.Errorf("%+v is settled by %+v", p.bet, r)
	}
	if err := p.checkRound(*r); err != nil {
		return err
	}
	bet, err := crash.ParseBet(p.bet.Sent)
	if err != nil {
		return err
	}
	due := bet.Paid(p.bet.Cashed, r.Outcome())
	if answer.Bet.Paid == nil || *answer.Bet.Paid != due {
		return fmt.Errorf("%d is due by %+v and %+v: %+v", due, p.bet, r, answer)
	}
	p.balance += due
	p.counted.Paid += due
	p.bet = nil
	return p.checkBalance(answer.Balance)
}

// allowed forgives refusals with some codes: a request may come too late.
func allowed(err error, codes ...string) error {
	if r, ok := errors.AsType[*refusal](err); ok && slices.Contains(codes, r.Code) {
		return nil
	}
	return err
}
