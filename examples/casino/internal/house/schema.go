package house

import (
	"context"
	"fmt"
)

// versions are the steps from no tables to the current ones. A change is a new step at
// the end, which the previous program must be able to work with: processes are replaced
// one after the other.
var versions = [][]string{{
	// session is a seedrng.SessionState, sealed for the player with the key of that
	// fingerprint. pair counts the player's pairs of seeds. granted is all play money that
	// was given to the player.
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
}}

// migrationLock is a number for PostgreSQL's advisory lock, so that of several processes
// that start, one makes the tables.
const migrationLock int64 = 0x5344_4341_5349_4e4f

// migrate makes the tables, or upgrades them.
func (h *House) migrate(ctx context.Context) error {
	tx, err := h.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if h.lock != "" {
		if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", migrationLock); err != nil {
			return err
		}
	}
	if _, err := tx.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS versions (version BIGINT PRIMARY KEY)"); err != nil {
		return err
	}
	var version int
	if err := tx.QueryRowContext(ctx, "SELECT coalesce(max(version), 0) FROM versions").Scan(&version); err != nil {
		return err
	}
	if version > len(versions) {
		return fmt.Errorf("the database has version %d, of a newer program than this one, which knows %d", version, len(versions))
	}
	for version < len(versions) {
		for _, statement := range versions[version] {
			if _, err := tx.ExecContext(ctx, statement); err != nil {
				return fmt.Errorf("upgrading the database to version %d: %w", version+1, err)
			}
		}
		version++
		if _, err := tx.ExecContext(ctx, "INSERT INTO versions (version) VALUES ($1)", version); err != nil {
			return err
		}
	}
	return tx.Commit()
}
