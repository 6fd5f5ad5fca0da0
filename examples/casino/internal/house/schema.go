package house

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
)

// A version is a step from the tables of the version before.
type version struct {
	statements []string
	postgres   []string // for PostgreSQL alone
	// fill is called after the statements, with the tables of this version.
	fill func(ctx context.Context, tx *sql.Tx) error
}

// clustered ends the definition of a table that SQLite keeps in the order of its primary key,
// in one tree instead of two.
const clustered = " WITHOUT ROWID"

// versions are the steps from no tables to the current ones. A change is a new step at
// the end. Processes of the version before should be able to go on with it, as they are
// replaced one after the other, or unable to write.
var versions = []version{{statements: []string{
	// session is a seedrng.SessionState, sealed for the player with the key of that
	// fingerprint. pair counts the player's pairs of seeds.
	`CREATE TABLE players (
		player  TEXT PRIMARY KEY,
		balance BIGINT NOT NULL CHECK (balance >= 0),
		granted BIGINT NOT NULL,
		pair    BIGINT NOT NULL,
		key     TEXT NOT NULL,
		session BYTEA NOT NULL
	)`,
	// server is NULL until the pair is revealed.
	`CREATE TABLE pairs (
		player TEXT NOT NULL REFERENCES players,
		pair   BIGINT NOT NULL,
		hash   TEXT NOT NULL UNIQUE,
		client TEXT NOT NULL,
		server TEXT,
		rounds BIGINT,
		PRIMARY KEY (player, pair)
	)`,
	// choice and final are NULL while a hand is open, and in games of one step. declined is
	// the reason why the bet wasn't taken: then outcome is empty, and the stake is given back
	// as paid, so that all rows add up. It is NULL for all others.
	`CREATE TABLE bets (
		player  TEXT NOT NULL,
		pair    BIGINT NOT NULL,
		nonce   BIGINT NOT NULL CHECK (nonce >= 0),
		at      BIGINT NOT NULL,
		stake   BIGINT NOT NULL CHECK (stake > 0),
		paid    BIGINT NOT NULL CHECK (paid >= 0),
		open    BOOLEAN NOT NULL,
		bet     TEXT NOT NULL,
		outcome TEXT NOT NULL,
		choice  TEXT,
		final   TEXT,
		declined TEXT CHECK (declined IS NULL OR declined <> '' AND outcome = '' AND paid = stake AND NOT open AND choice IS NULL),
		PRIMARY KEY (player, pair, nonce),
		FOREIGN KEY (player, pair) REFERENCES pairs
	)`,
}}, {statements: []string{
	// The ledger has one row for each change of an account, and nothing ever changes or
	// removes one. nonce is that of a bet, with the pair of then; otherwise it is NULL.
	`CREATE TABLE ledger (
		player  TEXT NOT NULL,
		entry   BIGINT NOT NULL,
		at      BIGINT NOT NULL,
		kind    TEXT NOT NULL,
		pair    BIGINT NOT NULL,
		nonce   BIGINT,
		taken   BIGINT NOT NULL,
		given   BIGINT NOT NULL,
		balance BIGINT NOT NULL,
		PRIMARY KEY (player, entry)
	)` + clustered,
	// entry is the number of the player's last one in the ledger, and entered the time of the
	// first visit. max_win is what a bet with the active seeds may pay at most: there was no
	// limit before.
	"ALTER TABLE players ADD COLUMN entry BIGINT NOT NULL DEFAULT 0",
	"ALTER TABLE players ADD COLUMN entered BIGINT NOT NULL DEFAULT 0",
	"ALTER TABLE players ADD COLUMN max_win BIGINT NOT NULL DEFAULT 990000000",
	"CREATE UNIQUE INDEX open_hands ON bets (player) WHERE open",
	// keys has the fingerprints of those that may have sealed a session.
	"CREATE TABLE keys (key TEXT PRIMARY KEY)",
	"INSERT INTO keys (key) SELECT DISTINCT key FROM players",
	// processes has those that are at work. seen is the time of the last sign of life, and
	// keys are the fingerprints of all keys that the process has.
	`CREATE TABLE processes (
		process TEXT PRIMARY KEY,
		name    TEXT NOT NULL,
		seen    BIGINT NOT NULL,
		keys    TEXT NOT NULL,
		alone   BOOLEAN NOT NULL
	)`,
}, postgres: []string{
	// To check it, PostgreSQL locks a row of pairs for each bet, which costs a third of a bet's
	// time. SQLite never did; an audit does.
	"ALTER TABLE bets DROP CONSTRAINT bets_player_pair_fkey",
}, fill: openLedger}, {statements: []string{
	// The ledger has it. A program that knows no ledger can't write a player without it.
	"ALTER TABLE players DROP COLUMN granted",
}}, {statements: []string{
	// The limit of the next seeds stands with their hash, which was shown without one before. A
	// program that shows none can't write a player.
	"ALTER TABLE players RENAME COLUMN max_win TO active_max_win",
	"ALTER TABLE players ADD COLUMN next_max_win BIGINT NOT NULL DEFAULT 990000000",
}}}

// migrationLock is a number for PostgreSQL's advisory lock, so that of several processes
// that start, one makes the tables.
const migrationLock int64 = 0x5344_4341_5349_4e4f

// locked does something in a transaction of which there is one at a time, of all processes.
func (h *House) locked(ctx context.Context, work func(ctx context.Context, tx *sql.Tx) error) error {
	var options sql.TxOptions
	if h.postgres {
		options.Isolation = sql.LevelReadCommitted // to see what was done while it waited for the lock
	}
	tx, err := h.write.BeginTx(ctx, &options)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if h.postgres {
		if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", migrationLock); err != nil {
			return err
		}
	}
	if err := work(ctx, tx); err != nil {
		return err
	}
	return tx.Commit()
}

// prepare makes the tables, or upgrades them, and checks the keys.
func (h *House) prepare(ctx context.Context, tx *sql.Tx) error {
	if err := h.migrate(ctx, tx); err != nil {
		return err
	}
	return h.admitKeys(ctx, tx)
}

func (h *House) migrate(ctx context.Context, tx *sql.Tx) error {
	if _, err := tx.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS versions (version BIGINT PRIMARY KEY)"); err != nil {
		return err
	}
	var found int
	if err := tx.QueryRowContext(ctx, "SELECT coalesce(max(version), 0) FROM versions").Scan(&found); err != nil {
		return err
	}
	if found > len(versions) {
		return fmt.Errorf("the database has version %d, of a newer program than this one, which knows %d", found, len(versions))
	}
	for i, v := range versions[found:] {
		number := found + i + 1
		statements := v.statements
		if h.postgres {
			statements = slices.Concat(statements, v.postgres)
		}
		for _, statement := range statements {
			if h.postgres {
				statement = strings.TrimSuffix(statement, clustered)
			}
			if _, err := tx.ExecContext(ctx, statement); err != nil {
				return fmt.Errorf("upgrading the database to version %d: %w", number, err)
			}
		}
		if v.fill != nil {
			if err := v.fill(ctx, tx); err != nil {
				return fmt.Errorf("upgrading the database to version %d: %w", number, err)
			}
		}
		if _, err := tx.ExecContext(ctx, "INSERT INTO versions (version) VALUES ($1)", number); err != nil {
			return err
		}
	}
	return nil
}
