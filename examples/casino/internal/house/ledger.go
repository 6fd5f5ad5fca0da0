package house

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/rules"
)

// The kinds of entries of the ledger.
const (
	entered   = "enter"      // the first entry of every player, with the play money to begin with
	refilled  = "refill"     // gives new play money
	rotated   = "rotate"     // nothing is taken or given
	played    = "bet"        // takes the stake, and gives what is paid if the bet is settled at once
	held      = "hold"       // gives what a hand pays
	declined  = "declined"   // takes the stake, and gives it back
	cancelled = "cancel"     // gives the stake of an open hand back
	renewed   = "renew"      // a session ended without an open hand
	corrected = "correction" // what an older program's tables don't explain
)

// An entry is a row of the ledger.
type entry struct {
	player       string
	number       int64
	at           int64 // milliseconds since 1970
	kind         string
	pair         int64
	nonce        sql.NullInt64 // of a bet
	taken, given int64
	balance      int64 // after it
}

const insertEntry = "INSERT INTO ledger (player, entry, at, kind, pair, nonce, taken, given, balance) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"

func (e entry) args() []any {
	return []any{e.player, e.number, e.at, e.kind, e.pair, e.nonce, e.taken, e.given, e.balance}
}

// book makes the one entry of a change. It comes before all else that the change writes, as
// it fails if another change has made it first. The play money to begin with is booked with
// a player's first change, whatever that is: most visitors never play.
func (a *account) book(kind string, nonce sql.NullInt64, taken, given int64) {
	if a.entry == 0 {
		kind, given, a.balance = entered, Start, 0
	}
	a.entry++
	a.balance += given - taken
	e := entry{a.player, a.entry, time.Now().UnixMilli(), kind, a.pair, nonce, taken, given, a.balance}
	a.write(insertEntry, e.args()...)
}

// ofBet is the nonce of an entry for a bet.
func ofBet(nonce uint64) sql.NullInt64 { return sql.NullInt64{Int64: int64(nonce), Valid: true} }

// openLedger makes the entries that a database of before the ledger would have, from its
// bets. Play money was given to players who had less than the least stake, so the bets say
// when that must have been.
func openLedger(ctx context.Context, tx *sql.Tx) error {
	type holder struct {
		player                 string
		balance, granted, pair int64
	}
	var holders []holder
	err := eachRow(ctx, tx, "SELECT player, balance, granted, pair FROM players WHERE pair > 0 ORDER BY player", nil, func(scan scanner) error {
		var p holder
		err := scan(&p.player, &p.balance, &p.granted, &p.pair)
		holders = append(holders, p)
		return err
	})
	if err != nil {
		return err
	}
	insert, err := tx.PrepareContext(ctx, insertEntry)
	if err != nil {
		return err
	}
	defer insert.Close()
	for _, p := range holders {
		past := past{player: p.player, at: time.Now().UnixMilli(), pair: 1}
		if err := past.read(ctx, tx); err != nil {
			return err
		}
		past.close(p.pair, p.balance, p.granted)
		for _, e := range past.entries {
			if _, err := insert.ExecContext(ctx, e.args()...); err != nil {
				return err
			}
		}
		if _, err := tx.ExecContext(ctx, "UPDATE players SET entry = $1 WHERE player = $2", len(past.entries), p.player); err != nil {
			return err
		}
	}
	_, err = tx.ExecContext(ctx, "UPDATE players SET entered = $1", time.Now().UnixMilli())
	return err
}

// A past is a player's history of before the ledger, in its entries.
type past struct {
	player           string
	at, pair         int64 // of the next entry
	balance, granted int64
	entries          []entry
	end              func() // of a hand, which comes after the bets that were declined because of it
}

func (p *past) add(kind string, nonce sql.NullInt64, taken, given int64) {
	p.balance += given - taken
	p.entries = append(p.entries, entry{p.player, int64(len(p.entries)) + 1, p.at, kind, p.pair, nonce, taken, given, p.balance})
}

func (p *past) grant(kind string, amount int64) {
	p.granted += amount
	p.add(kind, sql.NullInt64{}, 0, amount)
}

// read adds the entries of all bets.
func (p *past) read(ctx context.Context, tx *sql.Tx) error {
	query := "SELECT pair, nonce, at, stake, paid, open, bet, choice, declined FROM bets WHERE player = $1 ORDER BY pair, nonce"
	return eachRow(ctx, tx, query, []any{p.player}, func(scan scanner) error {
		var pair, nonce, at, stake, paid int64
		var open bool
		var text string
		var choice, reason sql.NullString
		if err := scan(&pair, &nonce, &at, &stake, &paid, &open, &text, &choice, &reason); err != nil {
			return err
		}
		bet, err := rules.ParseBet(text)
		if err != nil {
			return fmt.Errorf("%w: player %s, round %d.%d: %v", ErrDamaged, p.player, pair, nonce, err)
		}
		if reason.String != HandOpen {
			p.endHand()
		}
		p.pair, p.at = pair, at
		if len(p.entries) == 0 {
			p.grant(entered, Start)
		}
		of := ofBet(uint64(nonce))
		switch {
		case reason.Valid:
			p.add(declined, of, stake, stake)
			return nil
		case p.balance < minStake:
			p.grant(refilled, Start-p.balance)
		case p.balance < stake:
			p.add(corrected, sql.NullInt64{}, 0, stake-p.balance)
		}
		if bet.Steps == 1 {
			p.add(played, of, stake, paid)
			return nil
		}
		p.add(played, of, stake, 0)
		kind := cancelled
		if choice.Valid {
			kind = held
		}
		if !open {
			p.end = func() { p.add(kind, of, 0, paid) }
		}
		return nil
	})
}

// endHand adds the entry for the end of the latest hand, if that is due.
func (p *past) endHand() {
	if p.end != nil {
		p.end()
	}
	p.end = nil
}

// close adds what was given since the last bet, and what can't be explained.
func (p *past) close(pair, balance, granted int64) {
	p.endHand()
	p.pair = pair
	if len(p.entries) == 0 {
		p.grant(entered, Start)
	}
	if granted > p.granted {
		p.grant(refilled, granted-p.granted)
	}
	if p.balance != balance {
		p.add(corrected, sql.NullInt64{}, max(0, p.balance-balance), max(0, balance-p.balance))
	}
}
