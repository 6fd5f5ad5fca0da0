package load

import (
	"bytes"
	"cmp"
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

	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/internal/games"
	"github.com/squaredeal/squaredeal/seedrng"
)

// patience is the time after which a request that isn't answered is sent again.
const patience = 15 * time.Second

// A client plays as one person does, whose records are a [seedrng.Player].
type client struct {
	urls    []string
	http    *http.Client
	cookie  string
	records *seedrng.Player

	view    house.View
	balance int64 // as the client counts it
	told    int64 // as the latest answer has it
	open    bool  // the round of the latest answer

	Account
	latencies []time.Duration
}

// An Account is what one player has counted.
type Account struct {
	Player    string // the first characters of the ID
	Balance   int64
	Bets      int
	Declined  int // of these
	Rotations int
	Checked   int // rounds that were replayed after a rotation
	Retries   int // requests sent again for want of an answer
	Limited   int // requests sent again because there were too many, which slows the player down
	Repeats   int // answered requests that were sent again, and got the same answer
}

func newClient(urls []string, transport http.RoundTripper) (*client, error) {
	records, err := newRecords()
	return &client{urls: urls, http: &http.Client{Transport: transport, Timeout: patience}, records: records}, err
}

func newRecords() (*seedrng.Player, error) {
	return seedrng.GeneratePlayer(func(_, _ seedrng.PlayerState) error { return nil })
}

// name names the player in errors.
func (c *client) name() string {
	if c.Player == "" {
		return "a player who was never let in"
	}
	return "player " + c.Player
}

// play begins with a new player, and bets until the time is over. Then it rotates once more,
// so that every round is checked.
func (c *client) play(ctx context.Context, until time.Time) error {
	if err := c.post(ctx, "/api/enter", struct{}{}, &c.view); err != nil {
		return err
	}
	c.Player, c.balance = c.view.Player, c.view.Balance
	for time.Now().Before(until) {
		if err := c.rotate(ctx); err != nil {
			return err
		}
		for n := 20 + rand.IntN(40); n > 0 && time.Now().Before(until); n-- {
			if err := c.round(ctx); err != nil {
				return err
			}
		}
	}
	if err := c.rotate(ctx); err != nil {
		return err
	}
	c.Balance = c.balance
	return nil
}

// rotate checks all rounds since the last rotation.
func (c *client) rotate(ctx context.Context) error {
	next, limit := c.view.Seeds.NextServerHash, c.view.NextMaxWin
	seed, err := c.records.Rotate(next)
	if err != nil {
		return err
	}
	err = c.post(ctx, "/api/rotate", map[string]any{"nextServerHash": next, "clientSeed": seed}, &c.view)
	if err != nil {
		return err
	}
	if c.view.MaxWin != limit {
		return fmt.Errorf("a bet may pay %d with the seeds of %v, and %d was said before", c.view.MaxWin, next, limit)
	}
	rounds := len(c.records.View().Rounds)
	if _, err := c.records.Rotated(c.view.Seeds, games.Replay); err != nil {
		return err
	}
	c.Rotations++
	c.Checked += rounds
	return c.checkBalance(c.view.Balance)
}

func (c *client) checkBalance(got int64) error {
	if got != c.balance {
		return fmt.Errorf("the balance is %d, and should be %d", got, c.balance)
	}
	return nil
}

// round plays one round.
func (c *client) round(ctx context.Context) error {
	if c.balance < games.MaxStake/100 {
		if err := c.post(ctx, "/api/refill", struct{}{}, &c.view); err != nil {
			return err
		}
		if c.balance < games.MinStake {
			c.balance = house.Start
		}
		if err := c.checkBalance(c.view.Balance); err != nil {
			return err
		}
	}
	stake := int64(games.Coin)
	if c.balance >= 5*games.Coin {
		stake *= 1 + rand.Int64N(5)
	}
	if rand.IntN(40) == 0 {
		stake = games.MaxStake // more than they have, perhaps
	}
	nonce := c.records.View().NextNonce
	g := games.All[rand.IntN(len(games.All))]
	text := fmt.Sprintf("%s %s for %d", g.Name(), g.Random(rand.IntN), stake)
	bet, err := games.ParseBet(text)
	if err != nil {
		return err
	}
	answer, err := c.step(ctx, nonce, text)
	if err != nil {
		return err
	}
	c.Bets++
	if poor := stake > c.balance; poor != (answer.Declined != "") {
		return fmt.Errorf("a bet of %d with a balance of %d: %+v", stake, c.balance, answer)
	}
	if answer.Declined != "" {
		c.Declined++
		return nil
	}
	err = c.pay(answer, -stake)
	for steps := []string(nil); err == nil && c.open; {
		steps = append(steps, bet.RandomStep(steps, rand.IntN))
		if answer, err = c.step(ctx, nonce, steps[len(steps)-1]); err == nil {
			err = c.pay(answer, 0)
		}
	}
	return err
}

// pay changes the balance that the client counts, by what an answer says as well.
func (c *client) pay(answer seedrng.Answer, amount int64) error {
	c.balance += amount
	if _, pays, ok := strings.Cut(answer.Outcome, " pays "); ok {
		paid, err := strconv.ParseInt(pays, 10, 64)
		if err != nil {
			return err
		}
		c.balance += paid
	}
	return c.checkBalance(c.told)
}

// step sends a bet or a later step until it is answered. Some are sent twice.
func (c *client) step(ctx context.Context, nonce uint64, text string) (told seedrng.Answer, err error) {
	r := c.records.View().Request(nonce, text)
	if err := c.records.Send(r); err != nil {
		return told, err
	}
	step := r.Step
	path, request := "/api/bet", map[string]any{"serverHash": r.ServerHash, "nonce": strconv.FormatUint(nonce, 10), "bet": text}
	if step > 0 {
		delete(request, "bet")
		path, request["step"], request["text"] = "/api/step", strconv.Itoa(step), text
	}
	send := c.sendOnce
	if rand.IntN(25) == 0 {
		send = c.sendTwice
	}
	answer, err := send(ctx, path, request)
	if err != nil {
		return told, err
	}
	if len(answer.Round.Steps) != step+1 || answer.Round.Steps[step].Sent != text {
		return told, fmt.Errorf("player %s, nonce %d: an answer to %q: %+v", c.Player, nonce, text, answer)
	}
	told = r.Outcome(answer.Round.Steps[step].Received)
	if answer.Round.Declined != "" {
		told = r.Decline(answer.Round.Declined)
	}
	c.told, c.open = answer.Balance, answer.Round.Open
	return told, c.records.Receive(told)
}

// sendOnce sends a bet or a step, and takes the time that the answer needs.
func (c *client) sendOnce(ctx context.Context, path string, request map[string]any) (answer house.Answer, err error) {
	start := time.Now()
	if err = c.post(ctx, path, request, &answer); err == nil {
		c.latencies = append(c.latencies, time.Since(start))
	}
	return answer, err
}

// sendTwice sends it a second time as well, at once or later. Only one of the answers may be
// the first.
func (c *client) sendTwice(ctx context.Context, path string, request map[string]any) (answer house.Answer, err error) {
	var twin house.Answer
	var twinErr error
	again := func() { twinErr = c.clone().post(ctx, path, request, &twin) }
	var both sync.WaitGroup
	later := rand.IntN(2) == 0
	if !later {
		both.Go(again)
	}
	answer, err = c.sendOnce(ctx, path, request)
	both.Wait()
	if err == nil && later {
		again()
	}
	if err = cmp.Or(err, twinErr); err != nil {
		return answer, err
	}
	if !slices.Equal(answer.Round.Steps, twin.Round.Steps) || answer.Round.Declined != twin.Round.Declined ||
		!answer.Repeated && !twin.Repeated {
		return answer, fmt.Errorf("player %s: two answers to %v: %+v, %+v", c.Player, request, answer, twin)
	}
	c.Repeats++
	return answer, nil
}

// clone returns a client that sends requests as c does.
func (c *client) clone() *client { return &client{urls: c.urls, http: c.http, cookie: c.cookie} }

// A refusal is the error of a request that was refused: a player who does all that SPEC.md of
// seedrng asks gets none, except for a bet or cash-out on crash that comes too late.
type refusal struct {
	Code          string `json:"code"` // of the answer; empty if it has none
	url           string
	body, content []byte // of the request and of the answer
}

func (r *refusal) Error() string { return fmt.Sprintf("refused: %s, %s: %s", r.url, r.body, r.content) }

// errLimited is wrapped by the error of a request that was one too many.
var errLimited = errors.New("too many requests")

// post sends a request, to any of the processes, until it is answered.
func (c *client) post(ctx context.Context, path string, request, answer any) error {
	body, err := json.Marshal(request)
	if err != nil {
		return err
	}
	for {
		wait, err := c.try(ctx, c.urls[rand.IntN(len(c.urls))]+path, body, answer)
		if _, refused := errors.AsType[*refusal](err); err == nil || refused {
			return err
		}
		if errors.Is(err, errLimited) {
			c.Limited++
		} else {
			c.Retries++
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%w: %w", ctx.Err(), err)
		case <-time.After(wait + rand.N(50*time.Millisecond)):
		}
	}
}

// try sends a request once. If there is no answer, it says how long to wait.
func (c *client) try(ctx context.Context, url string, body []byte, answer any) (wait time.Duration, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return 0, &refusal{url: url, body: body, content: []byte(err.Error())}
	}
	r.Header.Set("Content-Type", "application/json")
	if c.cookie != "" {
		r.Header.Set("Cookie", c.cookie)
	}
	response, err := c.http.Do(r)
	if err != nil {
		return 100 * time.Millisecond, err
	}
	defer response.Body.Close()
	content, err := io.ReadAll(io.LimitReader(response.Body, 1<<20))
	if err != nil {
		return 0, err
	}
	switch {
	case response.StatusCode == http.StatusTooManyRequests:
		return time.Second, errLimited
	case response.StatusCode >= 500:
		return time.Second, fmt.Errorf("%s: %s", response.Status, content)
	case response.StatusCode != http.StatusOK:
		r := &refusal{url: url, body: body, content: content}
		json.Unmarshal(content, r) // not all refusals are the casino's
		return 0, r
	}
	if err := json.Unmarshal(content, answer); err != nil {
		return 0, err
	}
	if cookies := response.Cookies(); len(cookies) > 0 {
		c.cookie = cookies[0].Name + "=" + cookies[0].Value
	}
	return 0, nil
}
