// Package house is the casino without its network: players' accounts, seeds and bets in
// a database, SQLite or PostgreSQL.
//
// Every request reads the player's row, opens the session in it, draws, and writes the new
// session, the bet, the balance and an entry of the ledger in one transaction. The entry has
// the number after the one that was read, so that of two requests which read the same row,
// one fails, and begins again. When a transaction fails, nothing has happened, or everything
// has and the answer was lost: the same request again finds out, and a request that was
// answered before gets the stored answer.
//
// Nothing is locked outside the database, so that any number of processes may share one.
package house

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/vault"
)

// Start is what a new player has, in hundredths of a coin.
const Start = 1000 * 100

// A House is the casino's database. It is safe for concurrent use, after SetBankroll and
// SetDatabaseClock: these come first, if at all.
type House struct {
	write       *sql.DB
	read        *sql.DB
	postgres    bool
	writing     parsed
	reading     parsed
	clock       string // the database's time in SQL, in milliseconds
	keys        vault.Keys
	signer      signer
	log         openLog // for transactions that hold logLock
	bankroll    int64
	exposure    exposure
	exports     chan struct{} // holds one token while a page of an export is read
	retries     atomic.Int64
	recent      recent
	now         func() time.Time
	patience    time.Duration // with the database, of what nobody asks for
	beat        time.Duration // between signs of life
	crashAtOnce int           // rounds that are audited at once
}

// Open opens the database of that name, postgres://… or the name of an SQLite file, and
// makes or upgrades its tables.
func Open(ctx context.Context, name string, keys vault.Keys) (*House, error) {
	return openWith(ctx, name, keys, (*House).migrate)
}

// OpenExisting opens a database whose tables a program of this version has made.
func OpenExisting(ctx context.Context, name string, keys vault.Keys) (*House, error) {
	return openWith(ctx, name, keys, (*House).mustHaveTables)
}

func openWith(ctx context.Context, name string, keys vault.Keys,
	tables func(h *House, ctx context.Context, tx *sql.Tx) error) (*House, error) {
	open := openPostgres
	if IsFile(name) {
		open = openSQLite
	}
	h, err := open(name)
	if err != nil {
		return nil, fmt.Errorf("house: %w", err)
	}
	h.keys, h.bankroll, h.exports, h.now = keys, DefaultBankroll, make(chan struct{}, 1), time.Now
	h.patience, h.beat, h.crashAtOnce = patience, beat, crashAtOnce
	err = h.locked(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := tables(h, ctx, tx); err != nil {
			return err
		}
		return h.prepare(ctx, tx)
	})
	if err != nil {
		h.Close()
		return nil, fmt.Errorf("house: %w", err)
	}
	return h, nil
}

// IsFile reports whether a database's name is that of an SQLite file.
func IsFile(name string) bool {
	return !strings.HasPrefix(name, "postgres://") && !strings.HasPrefix(name, "postgresql://")
}

// Close closes the database.
func (h *House) Close() error {
	err := h.write.Close()
	if h.read != h.write {
		err = errors.Join(err, h.read.Close())
	}
	return err
}

// Ping reports whether the database can be read.
func (h *House) Ping(ctx context.Context) error {
	var one int
	return h.read.QueryRowContext(ctx, "SELECT 1").Scan(&one)
}

// Stats returns the figures of the connections that write.
func (h *House) Stats() sql.DBStats { return h.write.Stats() }

// SetDatabaseClock sets an expression of SQL for the database's time, in milliseconds since
// 1970, before the house is used. It is exported for the tests of other packages: a round of
// crash is at every moment what the database's time says, and they choose the moments.
func (h *House) SetDatabaseClock(expression string) { h.clock = expression }

// Retries returns how often a transaction was begun again because of another one.
func (h *House) Retries() int64 { return h.retries.Load() }
