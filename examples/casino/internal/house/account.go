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

// An account is a player's row, in a transaction.
type account struct {
	player           string
	balance, granted int64
	pair             int64
	session          *seedrng.Session
	state            []byte
	changed          bool
}

// keep is the session's store function. The state is written at the end of the
// transaction, once, together with the bet: nobody sees what was drawn before it commits.
// The row is locked, so what it holds is the state that the session began with.
func (a *account) keep(old, new seedrng.SessionState) error {
	if !bytes.Equal(old.Bytes(), a.state) {
		return errors.New("house: the session has another state than the account")
	}
	a.state, a.changed = new.Bytes(), true
	return nil
}

// load reads a player's row. The lock is empty, or h.lock.
func (h *House) load(ctx context.Context, tx *sql.Tx, player, lock string) (*account, error) {
	a := &account{player: player}
	var key string
	var sealed []byte
	err := tx.QueryRowContext(ctx, "SELECT balance, granted, pair, key, session FROM players WHERE player = $1"+lock, player).
		Scan(&a.balance, &a.granted, &a.pair, &key, &sealed)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, ErrNoPlayer
	}
	if err != nil {
		return nil, err
	}
	if a.state, err = h.keys.Open(player, key, sealed); err != nil {
		return nil, fmt.Errorf("house: player %s: %w", player, err)
	}
	a.session, err = seedrng.ParseSession(a.state, a.keep)
	return a, err
}

// save writes a player's row.
func (h *House) save(ctx context.Context, tx *sql.Tx, a *account) error {
	result, err := tx.ExecContext(ctx, "UPDATE players SET balance = $1, granted = $2, pair = $3, key = $4, session = $5 WHERE player = $6",
		a.balance, a.granted, a.pair, h.keys.Newest(), h.keys.Seal(a.player, a.state), a.player)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n != 1 {
		return errors.Join(err, fmt.Errorf("house: %d rows of player %s", n, a.player))
	}
	return nil
}

// change does a request that may change a player's account: one transaction. If the
// request fails, nothing is changed.
func (h *House) change(ctx context.Context, player string, request func(tx *sql.Tx, a *account) error) error {
	tx, err := h.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	a, err := h.load(ctx, tx, player, h.lock)
	if err != nil {
		return err
	}
	if err := request(tx, a); err != nil {
		return err
	}
	if !a.changed {
		return nil
	}
	if err := h.save(ctx, tx, a); err != nil {
		return err
	}
	return tx.Commit()
}

// snapshot does a request that reads, from one state of the database.
func (h *House) snapshot(ctx context.Context, request func(tx *sql.Tx) error) error {
	var options sql.TxOptions
	if h.lock != "" {
		options = sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
	}
	tx, err := h.read.BeginTx(ctx, &options)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	return request(tx)
}

// Enter makes an account for a new player.
func (h *House) Enter(ctx context.Context, player string) (View, error) {
	a := &account{player: player, balance: Start, granted: Start}
	var err error
	if a.session, err = seedrng.GenerateSession(a.keep); err != nil {
		return View{}, err
	}
	_, err = h.write.ExecContext(ctx, "INSERT INTO players (player, balance, granted, pair, key, session) VALUES ($1, $2, $3, $4, $5, $6)",
		player, a.balance, a.granted, a.pair, h.keys.Newest(), h.keys.Seal(player, a.state))
	if err != nil {
		return View{}, err
	}
	return a.view(nil), nil
}

// Refill gives new play money to a player who has less than the least stake, and no hand
// open. Otherwise it changes nothing.
func (h *House) Refill(ctx context.Context, player string) (view View, err error) {
	err = h.change(ctx, player, func(tx *sql.Tx, a *account) error {
		hand, err := a.hand(ctx, tx)
		if err != nil {
			return err
		}
		if hand == nil && a.balance < minStake {
			a.granted += Start - a.balance
			a.balance, a.changed = Start, true
		}
		view = a.view(hand)
		return nil
	})
	if err != nil {
		return View{}, err // what was drawn hasn't been committed
	}
	return view, nil
}
