package house

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/casino/internal/crash"
	"github.com/squaredeal/squaredeal/examples/casino/receipt"
)

const (
	// ChainLength is the number of rounds of a chain: half a year of them.
	ChainLength = 1_000_000
	// Grace is for how long nobody may run a round without consequences: see crash.Bet.Paid.
	Grace = 5 * time.Second
)

// Times are those of rounds of crash, and for how long a croupier that doesn't move is waited for.
type Times struct{ Betting, Pause, Lease time.Duration }

// DefaultTimes are those of a casino that is open.
var DefaultTimes = Times{Betting: 6 * time.Second, Pause: 4 * time.Second, Lease: 2 * time.Second}

// A Croupier runs the rounds of crash, while no other one of the same database does.
// All that it decides is a transaction that begins with the row of a lease, which is locked
// until the end: one croupier moves at a time, and one that was replaced finds another fence
// there than its own, and changes nothing. What it knows is in the database alone, so the next
// one goes on where it was.
type Croupier struct {
	house  *House
	beacon crash.Beacon
	times  Times
	length uint64
	id     string
	fence  int64
	drawn  drawnRound
}

// A drawnRound is the one that runs. The chain that it follows from is opened when it is drawn
// and when it ends, and not in between.
type drawnRound struct {
	roundID
	point, end int64 // the time of the crash
}

// Croupier returns one of this process.
func (h *House) Croupier(beacon crash.Beacon, times Times) *Croupier {
	return &Croupier{house: h, beacon: beacon, times: times, length: ChainLength, id: rand.Text()}
}

// Run runs rounds until the context ends, whenever no other process does.
func (c *Croupier) Run(ctx context.Context, log *slog.Logger) {
	for {
		leading := c.fence
		wait, err := c.Step(ctx)
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			log.LogAttrs(ctx, slog.LevelError, "crash", slog.Any("error", err))
			wait = time.Second
		}
		if c.fence != leading {
			log.LogAttrs(ctx, slog.LevelInfo, "crash", slog.Bool("leads", c.fence != 0), slog.Int64("fence", c.fence))
		}
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), beat)
	defer cancel()
	// Another one need not wait for the lease to run out.
	c.house.write.ExecContext(ctx, "UPDATE leases SET until = 0 WHERE name = 'crash' AND fence = $1 AND holder = $2", c.fence, c.id)
}

// Step does what is to be done now, and returns the time until it should be called again.
func (c *Croupier) Step(ctx context.Context) (time.Duration, error) {
	var first need
	var wait time.Duration
	err := c.lead(ctx, func(ctx context.Context, tx *sql.Tx, now int64) (err error) {
		first, wait, err = c.move(ctx, tx, now)
		return err
	})
	if err == nil && first != nil {
		err = first(ctx)
	}
	if errors.Is(err, errFollows) { // perhaps because another one took over meanwhile
		c.fence = 0
		return c.times.Lease / 4, nil
	}
	return min(wait, c.times.Lease/4), err
}

// A need is what a croupier does outside of a transaction, as it takes time, before it can go on;
// nil if it can.
type need = func(ctx context.Context) error

var errFollows = errors.New("house: another croupier leads")

// lead does something in a transaction that only the croupier may do who leads, or who takes
// over from one that doesn't move. The context of the work ends with the time that it may take.
func (c *Croupier) lead(ctx context.Context, work func(ctx context.Context, tx *sql.Tx, now int64) error) error {
	h := c.house
	ctx, cancel := context.WithTimeout(ctx, h.patience)
	defer cancel()
	tx, err := h.write.BeginTx(ctx, h.committed())
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var holder string
	var fence, seen, until int64
	if err := tx.QueryRowContext(ctx, "SELECT holder, fence, seen, until FROM leases WHERE name = 'crash'"+
		h.locks("UPDATE")).Scan(&holder, &fence, &seen, &until); err != nil {
		return err
	}
	now, err := h.timeIn(ctx, tx) // once the row is locked
	if err != nil {
		return err
	}
	if holder != c.id || fence != c.fence {
		if now < until {
			return errFollows
		}
		fence++
	}
	now = max(now, seen) // no time goes back, whatever a new server of the database has for a clock
	if _, err := tx.ExecContext(ctx, "UPDATE leases SET holder = $1, fence = $2, seen = $3, until = $4 WHERE name = 'crash'", c.id,
		fence, now, now+c.times.Lease.Milliseconds()); err != nil {
		return err
	}
	if seen > 0 && now-seen > Grace.Milliseconds() {
		_, err := tx.ExecContext(ctx, "UPDATE crash_rounds SET lapse_from = coalesce(lapse_from, $1), lapse_to = $2 WHERE link IS "+
			"NULL AND NOT void", seen, now)
		if err != nil {
			return err
		}
	}
	if err := work(ctx, tx, now); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	c.fence = fence
	return nil
}

// move makes the next move of the game, if its time has come.
func (c *Croupier) move(ctx context.Context, tx *sql.Tx, now int64) (need, time.Duration, error) {
	var sealed sealedChain
	chain, err := scanChain(tx.QueryRowContext(ctx, "SELECT "+chainColumns+", chain, key, state FROM chains WHERE ended IS NULL "+
		"ORDER BY chain DESC LIMIT 1").Scan, &sealed.chain, &sealed.key, &sealed.state)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return c.newChain, 0, nil
	case err != nil:
		return nil, 0, err
	case chain.Published == "":
		at, err := crash.Network().TimeOf(uint64(chain.BeaconRound))
		if err != nil || now < at.UnixMilli() {
			return nil, time.Second, err
		}
		return func(ctx context.Context) error { return c.publish(ctx, chain) }, 0, nil
	}
	r, err := scanCrashRound(tx.QueryRowContext(ctx,
		"SELECT "+crashRoundColumns+" FROM crash_rounds WHERE chain = $1 ORDER BY round DESC LIMIT 1", chain.Chain).Scan)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return c.open(ctx, tx, chain.Chain, 1, now)
	case err != nil:
		return nil, 0, err
	case r.Link != nil && r.Round == chain.Length:
		_, err := tx.ExecContext(ctx, "UPDATE chains SET ended = $1 WHERE chain = $2", now, chain.Chain)
		return nil, 0, err
	case r.Link != nil:
		if wait := r.Ended + c.times.Pause.Milliseconds() - now; wait > 0 {
			return nil, time.Duration(wait) * time.Millisecond, nil
		}
		return c.open(ctx, tx, chain.Chain, r.Round+1, now)
	case now < r.Starts:
		return nil, time.Duration(r.Starts-now) * time.Millisecond, nil
	}
	return c.run(ctx, tx, chain, sealed, r, now)
}

// open opens a round for bets.
func (c *Croupier) open(ctx context.Context, tx *sql.Tx, chain, round, now int64) (need, time.Duration, error) {
	_, err := tx.ExecContext(ctx, "INSERT INTO crash_rounds (chain, round, starts, max_win) VALUES ($1, $2, $3, $4)",
		chain, round, now+c.times.Betting.Milliseconds(), c.house.maxWin())
	return nil, c.times.Betting, err
}

// secret opens a chain, whose next state is stored with a transaction.
func (c *Croupier) secret(ctx context.Context, tx *sql.Tx, sealed sealedChain) (*commit.Chain, error) {
	keys := c.house.keys
	state, err := sealed.open(keys)
	if err != nil {
		return nil, err
	}
	return commit.ParseChain(state, func(_, state commit.ChainState) error {
		_, err := tx.ExecContext(ctx, "UPDATE chains SET key = $1, state = $2 WHERE chain = $3", keys.Newest(),
			keys.Seal(owner(sealed.chain), state.Bytes()), sealed.chain)
		return err
	})
}

// draw finds out when a round crashes that has started, which nobody may bet on any more.
func (c *Croupier) draw(chain *Chain, r *CrashRound, secret *commit.Chain) error {
	beacon, err := crash.Verify(uint64(chain.BeaconRound), []byte(chain.Published))
	if err != nil {
		return err
	}
	drawn, err := secret.Draw(uint64(r.Round))
	if err != nil {
		return err
	}
	point := crash.Point(drawn, beacon)
	c.drawn = drawnRound{roundID{r.Chain, r.Round}, point, r.Starts + crash.End(point)}
	return nil
}

// run draws a round that has started, and ends it when it crashes.
func (c *Croupier) run(ctx context.Context, tx *sql.Tx, chain *Chain, sealed sealedChain, r *CrashRound, now int64) (need,
	time.Duration, error) {
	isDrawn := c.drawn.roundID == roundID{r.Chain, r.Round}
	if isDrawn && now < c.drawn.end {
		return nil, time.Duration(c.drawn.end-now) * time.Millisecond, nil
	}
	secret, err := c.secret(ctx, tx, sealed)
	if err == nil && !isDrawn {
		err = c.draw(chain, r, secret)
	}
	if err != nil {
		return nil, 0, err
	}
	point, end := c.drawn.point, c.drawn.end
	if now < end {
		return nil, time.Duration(end-now) * time.Millisecond, nil
	}
	link, err := secret.Reveal(uint64(r.Round))
	if err != nil {
		return nil, 0, err
	}
	// This waits for bets and cash-outs that are under way, and those after it see that the
	// round has ended; so its end is after all that were stored.
	var bets int64
	err = tx.QueryRowContext(ctx, "SELECT bets FROM crash_rounds WHERE chain = $1 AND round = $2"+c.house.locks("UPDATE"), chain.Chain,
		r.Round).Scan(&bets)
	if err != nil {
		return nil, 0, err
	}
	ended, err := c.house.timeIn(ctx, tx)
	if err != nil {
		return nil, 0, err
	}
	ended = max(ended, now)
	_, err = tx.ExecContext(ctx, `UPDATE crash_rounds
		SET link = $1, point = $2, ended = $3, lapsed = (coalesce(lapse_from, $4) < $4 AND lapse_to > starts)
		WHERE chain = $5 AND round = $6`, link.String(), point, ended, end, chain.Chain, r.Round)
	if err == nil {
		err = logIn(ctx, tx, receipt.CrashEnd{Chain: chain.Chain, Round: r.Round, Link: link, Bets: bets}.Entry(), ended)
	}
	return nil, c.times.Pause, err
}

// newChain makes a chain, and announces it with a round of the beacon.
func (c *Croupier) newChain(ctx context.Context) error {
	var state []byte
	secret, err := commit.GenerateChain(ctx, c.length, func(_, new commit.ChainState) error {
		state = new.Bytes()
		return nil
	}, nil)
	if err != nil {
		return err
	}
	keys := c.house.keys
	err = c.lead(ctx, func(ctx context.Context, tx *sql.Tx, now int64) error {
		var chain, live int64
		if err := tx.QueryRowContext(ctx, "SELECT coalesce(max(chain), 0) + 1, count(*) - count(ended) FROM chains").Scan(&chain,
			&live); err != nil || live > 0 {
			return err
		}
		network, round := crash.Network().Beacon(), int64(c.beacon.Name(time.UnixMilli(now)))
		_, err := tx.ExecContext(ctx, "INSERT INTO chains (chain, anchor, length, beacon, beacon_round, announced, key, state) "+
			"VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
			chain, secret.Anchor().String(), int64(c.length), network, round, now, keys.Newest(), keys.Seal(owner(chain), state))
		if err != nil {
			return err
		}
		return logIn(ctx, tx, fmt.Sprintf("chain %d %v %d %s %d",
			chain, secret.Anchor(), c.length, crash.LoggedBeacon(), round), now)
	})
	if err != nil {
		return err
	}
	return c.house.Merge(ctx) // now, as later somebody could know the beacon's round
}

// publish gets the round of the beacon that a chain waits for, and stores it once it is verified: also if another
// croupier has taken over meanwhile, which may wait as long for the beacon's answer.
func (c *Croupier) publish(ctx context.Context, chain *Chain) error {
	text, err := c.beacon.Fetch(ctx, uint64(chain.BeaconRound))
	if err == nil {
		_, err = crash.Verify(uint64(chain.BeaconRound), text)
	}
	if err != nil {
		return fmt.Errorf("chain %d can't be played without round %d of the beacon: %w", chain.Chain, chain.BeaconRound, err)
	}
	ctx, cancel := context.WithTimeout(ctx, c.house.patience)
	defer cancel()
	_, err = c.house.write.ExecContext(ctx, "UPDATE chains SET published = $1 WHERE chain = $2 AND published IS NULL", string(text),
		chain.Chain)
	return err
}
