package load

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/casino/internal/crash"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

// An event is one of /api/crash/events.
type event struct {
	name string
	at   time.Time // when it came
	data struct {
		Now     int64
		Chain   json.RawMessage // an object in a table, a number with bets
		Round   json.RawMessage // likewise
		History []house.CrashRound
	}
}

// table returns what an event says of the chain and the round, nil if it says nothing of them.
func (e event) table() (chain *house.Chain, round *house.CrashRound, err error) {
	if e.name == "table" && e.data.Chain != nil {
		err = json.Unmarshal(e.data.Chain, &chain)
	}
	if (e.name == "table" || e.name == "end") && e.data.Round != nil {
		err = errors.Join(err, json.Unmarshal(e.data.Round, &round))
	}
	return chain, round, err
}

// errDone ends listening.
var errDone = errors.New("done")

// listen calls each for every event of crash, at any of the processes, until it returns an error or the context ends. A
// connection that is cut
// is made anew; the number of these is returned.
func (c *client) listen(ctx context.Context, each func(e event) error) (cut int, err error) {
	for ; ; cut++ {
		err := c.listenOnce(ctx, c.urls[rand.IntN(len(c.urls))]+"/api/crash/events", each)
		if ctx.Err() != nil || errors.Is(err, errDone) {
			return cut, nil
		}
		if err != nil {
			return cut, err
		}
		select {
		case <-ctx.Done():
		case <-time.After(100*time.Millisecond + rand.N(200*time.Millisecond)):
		}
	}
}

// listenOnce returns the error of each, nil if the connection is cut.
func (c *client) listenOnce(ctx context.Context, url string, each func(e event) error) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	response, err := (&http.Client{Transport: c.http.Transport}).Do(r) // without a limit of time
	if err != nil {
		return nil
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		io.Copy(io.Discard, response.Body)
		return nil
	}
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 1<<20)
	var e event
	for lines.Scan() {
		if name, ok := bytes.CutPrefix(lines.Bytes(), []byte("event: ")); ok {
			e = event{name: string(name), at: time.Now()}
		}
		data, ok := bytes.CutPrefix(lines.Bytes(), []byte("data: "))
		if !ok {
			continue
		}
		if err := json.Unmarshal(data, &e.data); err != nil {
			return fmt.Errorf("%w: %s", err, data)
		}
		if err := each(e); err != nil {
			return err
		}
	}
	return nil
}

// A WatchReport is what listeners of crash have heard.
type WatchReport struct {
	Listeners int
	Took      time.Duration
	Events    int
	Ends      int // of rounds
	Cut       int // connections
	Delays    []time.Duration
}

// Watch has n listeners hear what happens in crash for some time. Delays are from the database's time in an event to its arrival, and
// mean something only if both clocks are the same.
func Watch(ctx context.Context, urls []string, n int, duration time.Duration) (WatchReport, error) {
	ctx, cancel := context.WithTimeout(ctx, duration)
	defer cancel()
	transport := &http.Transport{MaxIdleConnsPerHost: n, DisableCompression: true}
	defer transport.CloseIdleConnections()
	report := WatchReport{Listeners: n, Took: duration}
	var mu sync.Mutex
	var all sync.WaitGroup
	var errs []error
	for i := range n {
		all.Go(func() {
			time.Sleep(time.Duration(i) * time.Millisecond) // not all at once
			c := &client{urls: urls, http: &http.Client{Transport: transport}}
			var delays []time.Duration
			ends := 0
			cut, err := c.listen(ctx, func(e event) error {
				if e.name == "end" {
					ends++
				}
				if e.name == "end" || e.name == "tick" { // a table is of the last look
					delays = append(delays, e.at.Sub(time.UnixMilli(e.data.Now)))
				}
				return nil
			})
			mu.Lock()
			defer mu.Unlock()
			report.Events += len(delays)
			report.Ends += ends
			report.Cut += cut
			report.Delays = append(report.Delays, delays...)
			errs = append(errs, err)
		})
	}
	all.Wait()
	slices.Sort(report.Delays)
	return report, errors.Join(errs...)
}

// Percentile returns the delay within which that percentage of events came.
func (r WatchReport) Percentile(p float64) time.Duration {
	return Report{Latencies: r.Delays}.Percentile(p)
}

// Print prints the report for people.
func (r WatchReport) Print(w io.Writer) {
	fmt.Fprintf(w, "%s, %.0f s: %s, %s of rounds; %s cut\n", cli.Count(r.Listeners, "listener"), r.Took.Seconds(),
		cli.Count(r.Events, "event"), cli.Count(r.Ends, "end"), cli.Count(r.Cut, "connection"))
	fmt.Fprintf(w, "heard within %v (50 %%), %v (99 %%), %v (100 %%)\n", r.Percentile(50).Round(time.Millisecond),
		r.Percentile(99).Round(time.Millisecond), r.Percentile(100).Round(time.Millisecond))
}

// A crashPlayer plays crash as one person does, and checks every round and every answer.
type crashPlayer struct {
	*client
	until    time.Time
	chain    *house.Chain
	verifier *commit.ChainVerifier
	beacon   [32]byte
	ended    map[int64]house.CrashRound // rounds of the chain
	bet      *house.CrashBet            // that isn't settled
	bets     int
	cashed   int
	paid     int64
}

// A CrashAccount is what a player of crash has counted.
type CrashAccount struct {
	Account
	Rounds int // that were checked
	Cashed int // by hand
	Paid   int64
}

// Crash has n players play crash for some time, at the processes of these addresses, and until their last bets are settled. The error
// says which of them were cheated, or got no answer.
func Crash(ctx context.Context, urls []string, n int, duration time.Duration) ([]CrashAccount, error) {
	until := time.Now().Add(duration)
	ctx, cancel := context.WithDeadline(ctx, until.Add(grace))
	defer cancel()
	transport := &http.Transport{MaxIdleConnsPerHost: n, DisableCompression: true}
	defer transport.CloseIdleConnections()
	accounts, errs := make([]CrashAccount, n), make([]error, n)
	var all sync.WaitGroup
	for i := range accounts {
		c, err := newClient(urls, transport)
		if err != nil {
			return nil, err
		}
		all.Go(func() {
			p := &crashPlayer{client: c, until: until, ended: make(map[int64]house.CrashRound)}
			if err := p.play(ctx); err != nil {
				errs[i] = fmt.Errorf("%s: %w", c.name(), err)
			}
			p.Account.Balance = p.balance
			accounts[i] = CrashAccount{p.Account, len(p.ended), p.cashed, p.paid}
		})
	}
	all.Wait()
	return accounts, errors.Join(errs...)
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
		if err := p.follow(chain); err != nil {
			return err
		}
	}
	for _, r := range slices.Backward(e.data.History) {
		if err := p.check(r); err != nil {
			return err
		}
	}
	if round != nil && round.Link != nil {
		if err := p.check(*round); err != nil {
			return err
		}
	}
	if p.bet != nil {
		if r, ok := p.ended[p.bet.Round]; ok {
			return p.settle(ctx, r)
		}
		if p.bet.Cashed == nil && e.name == "tick" && rand.IntN(4) == 0 {
			return p.cashOut(ctx)
		}
		return nil
	}
	if time.Now().After(p.until) {
		return errDone
	}
	if e.name == "table" && round != nil && round.Link == nil && e.data.Now < round.Starts {
		return p.join(ctx, round)
	}
	return nil
}

// follow takes what is announced of a chain, which must stay as it is.
func (p *crashPlayer) follow(chain *house.Chain) error {
	if p.chain != nil && p.chain.Chain == chain.Chain {
		if p.chain.Anchor != chain.Anchor || p.chain.BeaconRound != chain.BeaconRound || p.chain.Published != "" &&
			p.chain.Published != chain.Published {
			return fmt.Errorf("the chain was %+v, and is %+v", p.chain, chain)
		}
		if p.chain.Published != "" {
			return nil
		}
	}
	p.chain = chain
	if chain.Published == "" {
		return nil
	}
	var err error
	if p.beacon, err = crash.Verify(uint64(chain.BeaconRound), []byte(chain.Published)); err != nil {
		return err
	}
	p.verifier, err = commit.NewChainVerifier(0, chain.Anchor, func(_, _ commit.ChainVerifierState) error { return nil })
	return err
}

// check checks a round that has ended, and that it stays as it is.
func (p *crashPlayer) check(r house.CrashRound) error {
	if known, ok := p.ended[r.Round]; ok {
		if *known.Link != *r.Link || known.Point != r.Point || known.Lapsed != r.Lapsed {
			return fmt.Errorf("a round was %+v, and is %+v", known, r)
		}
		return nil
	}
	drawn, err := p.verifier.Verify(uint64(r.Round), *r.Link)
	if err != nil {
		return err
	}
	if point := crash.Point(drawn, p.beacon); point != r.Point {
		return fmt.Errorf("a round that crashes at %d: %+v", point, r)
	}
	p.ended[r.Round] = r
	return nil
}

func (p *crashPlayer) request(r *house.CrashRound) map[string]any {
	return map[string]any{"chain": strconv.FormatInt(r.Chain, 10), "round": strconv.FormatInt(r.Round, 10)}
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
	request := p.request(r)
	request["bet"] = text
	var answer house.CrashAnswer
	if err := p.post(ctx, "/api/crash/bet", request, &answer); err != nil {
		return allowed(err, house.Closed)
	}
	p.balance -= bet.Stake
	p.bet = &answer.Bet
	p.bets++
	if answer.Bet.Sent != text || answer.Bet.Round != r.Round {
		return fmt.Errorf("an answer to %q on round %d: %+v", text, r.Round, answer)
	}
	return p.checkBalance(answer.Balance)
}

// cashOut cashes out, and remembers what the answer says.
func (p *crashPlayer) cashOut(ctx context.Context) error {
	var answer house.CrashAnswer
	if err := p.post(ctx, "/api/crash/cashout", p.request(&house.CrashRound{Chain: p.bet.Chain, Round: p.bet.Round}), &answer); err != nil {
		return allowed(err, house.Over, house.Closed)
	}
	if answer.Bet.Cashed == nil {
		return fmt.Errorf("cashed out, without a time: %+v", answer)
	}
	p.bet.Cashed = answer.Bet.Cashed
	p.cashed++
	return p.checkBalance(answer.Balance)
}

// settle settles the bet, and compares what is paid with what is due.
func (p *crashPlayer) settle(ctx context.Context, r house.CrashRound) error {
	var answer house.CrashAnswer
	if err := p.post(ctx, "/api/crash/settle", p.request(&r), &answer); err != nil {
		return err
	}
	bet, err := crash.ParseBet(p.bet.Sent)
	if err != nil {
		return err
	}
	due := bet.Paid(p.bet.Cashed, r.Point, r.Lapsed)
	if answer.Bet.Paid == nil || *answer.Bet.Paid != due {
		return fmt.Errorf("%d is due by %+v and %+v: %+v", due, p.bet, r, answer)
	}
	p.balance += due
	p.paid += due
	p.bet = nil
	return p.checkBalance(answer.Balance)
}

// allowed forgives refusals with some codes: a request may come too late.
func allowed(err error, codes ...string) error {
	for _, code := range codes {
		if errors.Is(err, errRefused) && strings.Contains(err.Error(), strconv.Quote(code)) {
			return nil
		}
	}
	return err
}
