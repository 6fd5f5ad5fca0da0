// Package house is the casino without its network: players' accounts, seeds and bets in
// a database, SQLite or PostgreSQL.
//
// Every request is one transaction. It locks the player's row, opens the session in it,
// draws, and writes the new session, the bet and the balance together. When it fails,
// nothing has happened, or everything has and the answer was lost: the same request again
// finds out, and a request that was answered before gets the stored answer.
//
// Nothing is locked outside the database, so that any number of processes may share one.
package house

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/casino/internal/vault"
)

// Start is what a new player has, in hundredths of a coin.
const Start = 1000 * 100

// A House is the casino's database. It is safe for concurrent use.
type House struct {
	write *sql.DB
	read  *sql.DB
	// lock ends a SELECT that locks its row until the transaction ends.
	lock string
	keys vault.Keys
}

// Open opens the database of that name, postgres://… or the name of an SQLite file, and
// makes or upgrades its tables.
func Open(ctx context.Context, name string, keys vault.Keys) (*House, error) {
	open := openPostgres
	if IsFile(name) {
		open = openSQLite
	}
	h, err := open(name)
	if err != nil {
		return nil, fmt.Errorf("house: %w", err)
	}
	h.keys = keys
	if err = h.migrate(ctx); err == nil {
		err = h.checkKeys(ctx)
	}
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

// Check reports whether the database can be read.
func (h *House) Check(ctx context.Context) error {
	var one int
	return h.read.QueryRowContext(ctx, "SELECT 1").Scan(&one)
}

// Stats returns the figures of the connections that write.
func (h *House) Stats() sql.DBStats { return h.write.Stats() }

// checkKeys refuses a key file that lacks a key which the database's rows are sealed with.
func (h *House) checkKeys(ctx context.Context) error {
	rows, err := h.read.QueryContext(ctx, "SELECT key, count(*) FROM players GROUP BY key")
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var key string
		var n int64
		if err := rows.Scan(&key, &n); err != nil {
			return err
		}
		if !slices.Contains(h.keys.Fingerprints(), key) {
			return fmt.Errorf("the sessions of %d players are sealed with key %s, which the key file lacks", n, key)
		}
	}
	return rows.Err()
}
