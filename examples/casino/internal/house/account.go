package house

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/squaredeal/squaredeal/seedrng"
)

// ErrNoPlayer says that there is no such player.
var ErrNoPlayer = errors.New("house: no such player")

// ErrDamaged is wrapped by errors about rows that contradict each other, as after an older
// backup was restored in part.
var ErrDamaged = errors.New("house: the database is damaged")

// An account is a player's row, and what a request changes.
type account struct {
	player   string
	balance  int64
	entry    int64 // the number of the player's last one in the ledger
	pair     int64
	latest   int64       // the time of the last change, in milliseconds since 1970; of this one, once it is under way
	now      int64       // when the row was read
	limits   *LimitState // limits that the player has set, nil if there are none
	session  *seedrng.Session
	state    []byte
	signer   signer
	name     string    // of the session, in receipts
	shown    int64     // when the next hash first was
	leaf     string    // of the next hash, in the public log
	open     *Round    // nil if none is
	recovery string    // the hash of the key, empty if there is none
	crash    *CrashBet // the bet on crash that isn't settled, nil if there is none

	crashed, crashedBefore int64 // the numbers of bets on crash with the active seeds, and with those that are revealed

	maxWin, nextMaxWin int64 // what a bet may pay at most, with the active seeds and with the next ones

	booked []Entry
	writes []statement
}

func (a *account) write(query string, args ...any) {
	a.writes = append(a.writes, statement{query: query, args: args})
}

// keep is the session's store function. The state is written with the bet, in one
// transaction: nobody sees what was drawn before it commits, and it only does if the row
// holds the state that the session began with.
func (a *account) keep(old, new seedrng.SessionState) error {
	if !bytes.Equal(old.Bytes(), a.state) {
		return errors.New("house: the session's state isn't the account's")
	}
	a.state = new.Bytes()
	return nil
}

// load reads the account that a login is for.
func (h *House) load(ctx context.Context, login string) (*account, error) {
	for {
		a, err := h.loadRow(ctx, login)
		if err != nil {
			return nil, err
		}
		open := a.session.View().OpenRounds
		if len(open) == 0 {
			return a, nil
		}
		a.open, err = h.findRound(ctx, a.player, a.pair, open[0].Nonce)
		if err != nil || a.open.Open {
			return a, err // if it has got on since the row was read, no step after it can be booked
		}
		// It was finished in between. If so, the row is another one now.
		again, err := h.loadRow(ctx, login)
		if err != nil {
			return nil, err
		}
		if again.entry == a.entry {
			return nil, fmt.Errorf("%w: player %s: the open round isn't that of the session", ErrDamaged, a.player)
		}
	}
}

// loadRow reads the row of the player whom a login is for.
func (h *House) loadRow(ctx context.Context, login string) (*account, error) {
	a := &account{now: h.now().UnixMilli(), signer: h.signer}
	var own, key string
	var sealed []byte
	var chain, round int64
	err := h.row(ctx, "SELECT player, coalesce(recovery, ''), balance, entry, pair, max_win, next_max_win, latest, own, name, shown, "+
		"leaf, crash_chain, crash_round, crashed, crashed_before, key, session FROM players WHERE login = $1", login).
		Scan(&a.player, &a.recovery, &a.balance, &a.entry, &a.pair, &a.maxWin, &a.nextMaxWin, &a.latest, &own, &a.name, &a.shown, &a.leaf,
			&chain, &round, &a.crashed, &a.crashedBefore, &key, &sealed)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, h.moved(ctx, login)
	}
	if err != nil {
		return nil, err
	}
	if a.state, err = h.keys.Open(a.player, key, sealed); err != nil {
		return nil, fmt.Errorf("house: player %s: %w", a.player, err)
	}
	if a.limits, err = parseLimits(own); err != nil {
		return nil, fmt.Errorf("%w: player %s: %v", ErrDamaged, a.player, err)
	}
	if chain != 0 {
		if a.crash, err = h.crashBet(ctx, a.player, chain, round); err == nil && a.crash == nil {
			err = fmt.Errorf("%w: player %s: there is no bet on round %d of chain %d", ErrDamaged, a.player, round, chain)
		}
	}
	if err == nil {
		a.session, err = seedrng.ParseSession(a.state, a.keep)
	}
	return a, err
}

// change does a request that may change a player's account: what it writes is one
// transaction, which the request has booked an entry for. If it fails, nothing is changed.
// The player's row comes first, so that it is locked, or known to be gone, when the entry is
// made: see insertEntry.
func (h *House) change(ctx context.Context, login string, request func(a *account) error) error {
	return h.again(ctx, func() error {
		a, err := h.load(ctx, login)
		if err != nil {
			return err
		}
		a.latest = max(a.latest, a.now) // no time goes back, whatever the clocks of processes do
		if a.limits != nil {
			a.limits.pass(a.latest)
		}
		if err := request(a); err != nil || a.writes == nil {
			return err
		}
		if err := h.commit(ctx, append([]statement{h.updateRow(a)}, a.writes...)); err != nil {
			return err
		}
		h.recent.add(a.booked)
		return nil
	})
}

// updateRow is the statement that writes the player's row.
func (h *House) updateRow(a *account) statement {
	var chain, round int64
	if a.crash != nil {
		chain, round = a.crash.Chain, a.crash.Round
	}
	return statement{
		query: "UPDATE players SET balance = $1, entry = $2, pair = $3, max_win = $4, next_max_win = $5, latest = $6, own = $7, " +
			"crash_chain = $8, crash_round = $9, crashed = $10, crashed_before = $11, key = $12, session = $13 WHERE player = $14",
		args: []any{a.balance, a.entry, a.pair, a.maxWin, a.nextMaxWin, a.latest, a.limits.String(), chain, round, a.crashed,
			a.crashedBefore, h.keys.Newest(), h.keys.Seal(a.player, a.state), a.player},
	}
}

// Enter makes an account for a new player.
func (h *House) Enter(ctx context.Context, player string) (View, error) {
	now := h.now().UnixMilli()
	a := &account{player: player, balance: Start, nextMaxWin: h.maxWin(), signer: h.signer, name: newSessionName(), shown: now}
	var err error
	if a.session, err = seedrng.GenerateSession(a.keep); err != nil {
		return View{}, err
	}
	a.leaf = a.shownStatement(a.session.View().NextServerHash).Commitment()
	a.write("INSERT INTO players (player, login, name, balance, next_max_win, entered, latest, shown, leaf, key, session) "+
		"VALUES ($1, $1, $2, $3, $4, $5, $5, $5, $6, $7, $8)",
		player, a.name, a.balance, a.nextMaxWin, now, a.leaf, h.keys.Newest(), h.keys.Seal(player, a.state))
	a.writes = append(a.writes, logged(shownEntry+a.leaf, now))
	err = h.again(ctx, func() error { return h.commit(ctx, a.writes) })
	if err != nil {
		return View{}, err
	}
	return a.view(), nil
}

// Refill gives new play money to a player who has less than the least stake, and no round
// or bet open. Otherwise it changes nothing.
func (h *House) Refill(ctx context.Context, login string) (view View, err error) {
	err = h.change(ctx, login, func(a *account) error {
		if a.open == nil && a.crash == nil && a.balance < minStake {
			a.book(refilled, sql.NullInt64{}, 0, Start-a.balance)
		}
		view = a.view()
		return nil
	})
	if err != nil {
		return View{}, err // what was drawn hasn't been committed
	}
	return view, nil
}
