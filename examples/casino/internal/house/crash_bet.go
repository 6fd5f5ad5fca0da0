package house

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/crash"
	"github.com/squaredeal/squaredeal/seedrng"
)

// A CrashBet is one on a round of crash.
type CrashBet struct {
	Chain  int64  `json:"chain"`
	Round  int64  `json:"round"`
	Number int64  `json:"number"` // among the bets of the round, from 1
	Name   string `json:"name"`   // of the player, for the public
	// Serial counts the player's bets on crash from 1 with each pair of seeds, of which this
	// is the hash.
	ServerHash seedrng.Hash `json:"serverHash"`
	Serial     int64        `json:"serial"`
	Sent       string       `json:"sent"`
	Cashed     *int64       `json:"cashed,omitempty"` // when it was cashed out by hand, in milliseconds after the start
	Paid       *int64       `json:"paid,omitempty"`   // once it is settled
	Time       time.Time    `json:"time"`
	Early      int64        `json:"early"` // milliseconds before the start
}

const selectCrashBet = "SELECT b.chain, b.round, b.number, b.serial, p.hash, b.sent, b.cashed, b.paid, b.at, b.early " +
	"FROM crash_bets b JOIN pairs p ON p.player = b.player AND p.pair = b.pair WHERE b.player = $1 "

// crashBet returns a player's bet on a round, nil if there is none.
func (h *House) crashBet(ctx context.Context, player string, chain, round int64) (*CrashBet, error) {
	b, err := scanCrashBet(player, h.row(ctx, selectCrashBet+"AND b.chain = $2 AND b.round = $3", player, chain, round).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return b, err
}

func scanCrashBet(player string, scan scanner) (*CrashBet, error) {
	b := CrashBet{Name: CrashName(player)}
	var at int64
	var hash string
	if err := scan(&b.Chain, &b.Round, &b.Number, &b.Serial, &hash, &b.Sent, &b.Cashed, &b.Paid, &at, &b.Early); err != nil {
		return nil, err
	}
	b.Time = time.UnixMilli(at).UTC()
	var err error
	if b.ServerHash, err = seedrng.ParseHash(hash); err != nil {
		err = fmt.Errorf("%w: a bet on round %d of chain %d: %w", ErrDamaged, b.Round, b.Chain, err)
	}
	return &b, err
}

// BetOnCrash takes a bet on a round that hasn't started by the database's clock, or refuses
// it. Repeated, it gets the stored answer. A player has one bet that isn't settled.
func (h *House) BetOnCrash(ctx context.Context, login string, chain, round int64, text string) (CrashAnswer, error) {
	answer, err := h.betOnCrash(ctx, login, chain, round, text)
	if err != nil {
		return CrashAnswer{}, err
	}
	return h.signedCrash(answer)
}

func (h *House) betOnCrash(ctx context.Context, login string, chain, round int64, text string) (answer CrashAnswer, err error) {
	bet, err := crash.ParseBet(text)
	if err != nil {
		return CrashAnswer{}, err
	}
	err = h.change(ctx, login, func(a *account) error {
		before, err := h.crashBet(ctx, a.player, chain, round)
		if err != nil {
			return err
		}
		if before != nil && before.Sent == text {
			answer = CrashAnswer{Bet: *before, Balance: a.balance, Repeated: true}
			return nil
		}
		if before != nil {
			return a.refuse(OtherRequest, "there is another bet on this round", nil)
		}
		r, err := h.findCrashRound(ctx, chain, round)
		if err == nil {
			err = a.mayBetOnCrash(bet, r)
		}
		if err != nil {
			return err
		}
		answer = CrashAnswer{Bet: CrashBet{Chain: chain, Round: round, Name: CrashName(a.player), ServerHash: a.session.View().ServerHash,
			Serial: a.crashed + 1, Sent: text, Time: time.UnixMilli(a.latest).UTC()}}
		a.joinCrash(bet, &answer.Bet, h.clock)
		answer.Balance = a.balance
		return nil
	})
	if err != nil {
		return CrashAnswer{}, err
	}
	return answer, nil
}

// mayBetOnCrash refuses a bet that can't be taken on a round, or on none.
func (a *account) mayBetOnCrash(bet crash.Bet, r *CrashRound) error {
	own := a.limits.declines(bet.Stake, a.latest)
	switch {
	case a.session.View().ServerHash == seedrng.Hash{}:
		return a.refuse(NoSeeds, "there are no active seeds, whose bets this one would be counted with", nil)
	case a.crash != nil:
		return a.refuse(CrashBetOpen, fmt.Sprintf("the bet on round %d isn't settled", a.crash.Round), nil)
	case r == nil || r.Void || r.now >= r.Starts:
		return a.refuse(CrashClosed, "the round takes no bets, or none any more", nil)
	case bet.Stake > a.balance:
		return a.refuse(LowBalance, "the stake exceeds the balance", nil)
	case own != "":
		return a.refuse(OwnForbids, own, nil)
	case r.Exposed+bet.MaxWin() > r.MaxWin:
		return a.refuse(CrashFull, fmt.Sprintf("the bets of the round could win %d, and %d is the limit", r.Exposed+bet.MaxWin(),
			r.MaxWin), nil)
	}
	return nil
}

// joinCrash writes a bet, whose place and time the transaction finds out. Without a place it
// fails, and the request begins again: it was overtaken by the start, or by other bets.
func (a *account) joinCrash(bet crash.Bet, b *CrashBet, clock string) {
	a.crash = &CrashBet{Chain: b.Chain, Round: b.Round}
	a.crashed = b.Serial
	a.book(joined, sql.NullInt64{}, bet.Stake, 0)
	a.write("UPDATE crash_rounds SET exposed = exposed + $1, bets = bets + 1 WHERE chain = $2 AND round = $3", bet.MaxWin(), b.Chain, b.Round)
	a.writes = append(a.writes, statement{
		query: `INSERT INTO crash_bets (player, chain, round, pair, serial, entry, at, sent, early, number)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8,
			(SELECT CASE WHEN early > 0 THEN early END FROM
				(SELECT starts - ` + clock + ` AS early FROM crash_rounds WHERE chain = $2 AND round = $3) times),
			(SELECT bets FROM crash_rounds WHERE chain = $2 AND round = $3 AND exposed <= max_win AND NOT void))
			RETURNING number, early`,
		args:     []any{a.player, b.Chain, b.Round, a.pair, a.crashed, a.entry, a.latest, b.Sent},
		returned: []any{&b.Number, &b.Early},
	})
}

// CashOut cashes out a bet, at the database's time. What that comes to shows when the round
// ends: the multiplier of that moment, or nothing if the round had crashed before. Repeated,
// it gets the stored answer.
func (h *House) CashOut(ctx context.Context, login string, chain, round int64) (answer CrashAnswer, err error) {
	err = h.again(ctx, func() error {
		a, err := h.load(ctx, login)
		if err != nil {
			return err
		}
		b, err := h.crashBet(ctx, a.player, chain, round)
		if err != nil {
			return err
		}
		if b == nil {
			return a.refuse(NotOpen, "there is no bet on this round", nil)
		}
		answer = CrashAnswer{Bet: *b, Balance: a.balance, Repeated: b.Cashed != nil || b.Paid != nil}
		if answer.Repeated {
			return nil
		}
		cashed, why, err := h.cash(ctx, a.player, chain, round)
		if err == nil && why != "" {
			err = a.refuse(why, "the round isn't running", nil)
		}
		answer.Bet.Cashed = cashed
		return err
	})
	if err != nil {
		return CrashAnswer{}, err
	}
	return h.signedCrash(answer)
}

// cash stores when a bet is cashed out, unless that has happened. It shares the round with
// others, and excludes its end: what is stored was in time, or before anybody could know that
// it wasn't.
func (h *House) cash(ctx context.Context, player string, chain, round int64) (cashed *int64, why string, err error) {
	tx, err := h.write.BeginTx(ctx, h.committed())
	if err != nil {
		return nil, "", err
	}
	defer tx.Rollback()
	var elapsed int64
	var over bool
	err = tx.QueryRowContext(ctx, "SELECT "+h.clock+
		" - starts, link IS NOT NULL OR void FROM crash_rounds WHERE chain = $1 AND round = $2"+h.locks("SHARE"), chain,
		round).Scan(&elapsed, &over)
	switch {
	case err != nil:
		return nil, "", err
	case over:
		return nil, CrashOver, nil
	case elapsed < 0:
		return nil, CrashClosed, nil
	}
	if _, err := tx.ExecContext(ctx,
		"UPDATE crash_bets SET cashed = $1 WHERE player = $2 AND chain = $3 AND round = $4 AND cashed IS NULL", elapsed, player, chain,
		round); err != nil {
		return nil, "", err
	}
	if err := tx.QueryRowContext(ctx, "SELECT cashed FROM crash_bets WHERE player = $1 AND chain = $2 AND round = $3", player, chain,
		round).Scan(&cashed); err != nil {
		return nil, "", err
	}
	return cashed, "", tx.Commit()
}

// Settle pays a bet on a round that has ended, if it pays anything, and lets the player bet
// again. Money moves in an answer to the player alone, so that a browser knows of every
// change. Repeated, it gets the stored answer.
func (h *House) Settle(ctx context.Context, login string, chain, round int64) (answer CrashAnswer, err error) {
	err = h.change(ctx, login, func(a *account) error {
		r, err := h.findCrashRound(ctx, chain, round) // before the bet, which may be cashed out until the round has ended
		if err != nil {
			return err
		}
		b, err := h.crashBet(ctx, a.player, chain, round)
		switch {
		case err != nil:
			return err
		case b == nil || r == nil:
			return a.refuse(NotOpen, "there is no bet on this round", nil)
		case b.Paid != nil:
			answer = CrashAnswer{Bet: *b, Round: r, Balance: a.balance, Repeated: true}
			return nil
		case r.Link == nil && !r.Void:
			return a.refuse(CrashRunning, "the round hasn't ended", nil)
		}
		bet, err := crash.ParseBet(b.Sent)
		if err != nil {
			return fmt.Errorf("%w: %v", ErrDamaged, err)
		}
		paid := bet.Paid(b.Cashed, r.Outcome())
		a.crash = nil
		a.book(settled, sql.NullInt64{}, 0, paid)
		a.write("UPDATE crash_bets SET paid = $1, settled = $2 WHERE player = $3 AND chain = $4 AND round = $5",
			paid, a.entry, a.player, chain, round)
		b.Paid = &paid
		answer = CrashAnswer{Bet: *b, Round: r, Balance: a.balance}
		return nil
	})
	if err != nil {
		return CrashAnswer{}, err
	}
	return h.signedCrash(answer)
}
