package house

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

// clustered ends the definition of a table that SQLite keeps in the order of its primary key,
// in one tree instead of two.
const clustered = " WITHOUT ROWID"

// versions are the steps from no tables to the current ones, each in its statements. A
// change is a new step at the end. Processes of the version before should be able to go on
// with it, as they are replaced one after the other, or unable to write.
var versions = [][]string{{
	// session is a seedrng.SessionState, sealed for the player with the key of that
	// fingerprint. pair counts the player's pairs of seeds, and entry the player's entries in
	// the ledger. max_win is what a bet with the active seeds may pay at most, and
	// next_max_win with the next ones. entered is the time of the first visit, and latest that
	// of the last change. login is the ID that the cookie stands for: the player's, or another
	// after a recovery. recovery is the hash of the key for one. own is a LimitState in JSON,
	// empty if the player has set no limits. name is that of the session in receipts, shown
	// the time when its next hash was first shown, and leaf what the public log has of that
	// hash.
	`CREATE TABLE players (
		player  TEXT PRIMARY KEY,
		login   TEXT NOT NULL UNIQUE,
		recovery TEXT UNIQUE,
		own     TEXT NOT NULL DEFAULT '',
		name    TEXT NOT NULL,
		shown   BIGINT NOT NULL,
		leaf    TEXT NOT NULL,
		balance BIGINT NOT NULL CHECK (balance >= 0),
		entry   BIGINT NOT NULL DEFAULT 0,
		pair    BIGINT NOT NULL DEFAULT 0,
		max_win BIGINT NOT NULL DEFAULT 0,
		next_max_win BIGINT NOT NULL,
		entered BIGINT NOT NULL,
		latest  BIGINT NOT NULL,
		key     TEXT NOT NULL,
		session BYTEA NOT NULL
	)`,
	// server, rounds and crashed, the number of bets on crash meanwhile, are NULL until the
	// pair is revealed. opening is what the public log needs to show then that it has the
	// hash.
	`CREATE TABLE pairs (
		player  TEXT NOT NULL REFERENCES players,
		pair    BIGINT NOT NULL,
		hash    TEXT NOT NULL UNIQUE,
		client  TEXT NOT NULL,
		max_win BIGINT NOT NULL,
		opening TEXT NOT NULL,
		server  TEXT,
		rounds  BIGINT,
		crashed BIGINT,
		PRIMARY KEY (player, pair)
	)`,
	// sent and received have the texts of all steps, joined. declined is the reason why the bet
	// wasn't taken: then received is empty, and the stake is given back as paid, so that all rows
	// add up. It is NULL for all others. No foreign key: to check it, PostgreSQL locks a row of
	// pairs for each bet, which costs a third of a bet's time.
	`CREATE TABLE bets (
		player  TEXT NOT NULL,
		pair    BIGINT NOT NULL,
		nonce   BIGINT NOT NULL CHECK (nonce >= 0),
		at      BIGINT NOT NULL,
		stake   BIGINT NOT NULL CHECK (stake > 0),
		paid    BIGINT NOT NULL CHECK (paid >= 0),
		open    BOOLEAN NOT NULL,
		sent    TEXT NOT NULL,
		received TEXT NOT NULL,
		declined TEXT CHECK (declined IS NULL OR declined <> '' AND received = '' AND paid = stake AND NOT open),
		PRIMARY KEY (player, pair, nonce)
	)`,
	"CREATE UNIQUE INDEX open_rounds ON bets (player) WHERE open",
	// The ledger has one row for each change of an account, and nothing ever changes one, or
	// removes one without the account. nonce is that of a bet, with the pair of then; otherwise
	// it is NULL.
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
	// own_limits has what limits players wanted, with the entry that set them.
	"CREATE TABLE own_limits (player TEXT NOT NULL, entry BIGINT NOT NULL, wanted TEXT NOT NULL, PRIMARY KEY (player, entry))",
	// moved has the logins that were in use before a recovery.
	"CREATE TABLE moved (login TEXT PRIMARY KEY, player TEXT NOT NULL, at BIGINT NOT NULL)",
	// keys has the fingerprints of those that may have sealed a session.
	"CREATE TABLE keys (key TEXT PRIMARY KEY)",
	// signing has the one seed of the key that signs receipts, sealed, and its public key.
	"CREATE TABLE signing (public TEXT PRIMARY KEY, key TEXT NOT NULL, sealed BYTEA NOT NULL)",
	// logs has the public logs, of which the last one grows: what is in log_pending comes
	// next. log_tiles has their hashes and, at level -1, their entries, as package tlog
	// divides them; log_index the number of each entry, by its hash. latest is the time of the
	// last entries, in milliseconds.
	`CREATE TABLE logs (
		log     BIGINT PRIMARY KEY,
		size    BIGINT NOT NULL,
		root    TEXT NOT NULL,
		note    TEXT NOT NULL,
		latest  BIGINT NOT NULL
	)`,
	`CREATE TABLE log_tiles (
		log     BIGINT NOT NULL,
		level   BIGINT NOT NULL,
		n       BIGINT NOT NULL,
		content BYTEA NOT NULL,
		PRIMARY KEY (log, level, n)
	)` + clustered,
	"CREATE TABLE log_index (log BIGINT NOT NULL, hash TEXT NOT NULL, number BIGINT NOT NULL, PRIMARY KEY (log, hash))" + clustered,
	"CREATE TABLE log_pending (entry TEXT PRIMARY KEY, at BIGINT NOT NULL)" + clustered,
	// processes has those that are at work. seen is the time of the last sign of life, and
	// keys are the fingerprints of all keys that the process has.
	`CREATE TABLE processes (
		process TEXT PRIMARY KEY,
		name    TEXT NOT NULL,
		seen    BIGINT NOT NULL,
		keys    TEXT NOT NULL,
		alone   BOOLEAN NOT NULL
	)`,
	// renewals has a row for each time that all sessions were ended. ended is NULL until that is
	// done.
	"CREATE TABLE renewals (began BIGINT PRIMARY KEY, ended BIGINT)",
	// audits has the results of the latest audits, in JSON.
	"CREATE TABLE audits (at BIGINT PRIMARY KEY, result TEXT NOT NULL)",
}, {
	// The round of the player's bet on crash that isn't settled; 0 if there is none.
	"ALTER TABLE players ADD COLUMN crash_chain BIGINT NOT NULL DEFAULT 0",
	"ALTER TABLE players ADD COLUMN crash_round BIGINT NOT NULL DEFAULT 0",
	// The number of bets on crash with the active seeds, and with those that are revealed.
	"ALTER TABLE players ADD COLUMN crashed BIGINT NOT NULL DEFAULT 0",
	"ALTER TABLE players ADD COLUMN crashed_before BIGINT NOT NULL DEFAULT 0",
	// chains are those of crash: see Chain. state is a commit.ChainState, sealed with the key
	// of that fingerprint.
	`CREATE TABLE chains (
		chain   BIGINT PRIMARY KEY,
		anchor  TEXT NOT NULL UNIQUE,
		length  BIGINT NOT NULL,
		beacon  TEXT NOT NULL,
		beacon_round BIGINT NOT NULL,
		announced BIGINT NOT NULL,
		published TEXT,
		ended   BIGINT,
		key     TEXT NOT NULL,
		state   BYTEA NOT NULL
	)`,
	// crash_rounds are rounds of crash: see CrashRound. link, point and ended are NULL until
	// the round ends. lapse_from and lapse_to are when nobody ran it.
	`CREATE TABLE crash_rounds (
		chain   BIGINT NOT NULL,
		round   BIGINT NOT NULL,
		starts  BIGINT NOT NULL,
		max_win BIGINT NOT NULL,
		exposed BIGINT NOT NULL DEFAULT 0,
		bets    BIGINT NOT NULL DEFAULT 0,
		lapse_from BIGINT,
		lapse_to BIGINT,
		link    TEXT,
		point   BIGINT,
		ended   BIGINT,
		lapsed  BOOLEAN NOT NULL DEFAULT FALSE,
		void    BOOLEAN NOT NULL DEFAULT FALSE,
		PRIMARY KEY (chain, round)
	)`,
	"CREATE INDEX crash_running ON crash_rounds (chain) WHERE link IS NULL",
	// crash_bets are bets on these: see CrashBet. pair is that of the seeds which were active,
	// serial counts the bets with them, and early is the time before the start. entry and
	// settled are the numbers of the player's entries in the ledger.
	`CREATE TABLE crash_bets (
		player  TEXT NOT NULL,
		chain   BIGINT NOT NULL,
		round   BIGINT NOT NULL,
		number  BIGINT NOT NULL,
		pair    BIGINT NOT NULL,
		serial  BIGINT NOT NULL,
		entry   BIGINT NOT NULL,
		at      BIGINT NOT NULL,
		early   BIGINT NOT NULL,
		sent    TEXT NOT NULL,
		cashed  BIGINT,
		settled BIGINT,
		paid    BIGINT,
		PRIMARY KEY (player, chain, round)
	)`,
	"CREATE UNIQUE INDEX crash_numbers ON crash_bets (chain, round, number)",
	// leases say which process does what only one may do: seen is when it last did something,
	// and until is when another one may take over, which increments the fence.
	"CREATE TABLE leases (name TEXT PRIMARY KEY, holder TEXT NOT NULL, fence BIGINT NOT NULL, seen BIGINT NOT NULL, until BIGINT NOT NULL)",
	"INSERT INTO leases (name, holder, fence, seen, until) VALUES ('crash', '', 0, 0, 0)",
}}

// migrationLock is a number for PostgreSQL's advisory lock, so that of several processes
// that start, one makes the tables.
const migrationLock int64 = 0x5344_4341_5349_4e4f

// prepare checks the keys, and reads the one that signs and which log grows.
func (h *House) prepare(ctx context.Context, tx *sql.Tx) error {
	if err := h.admitKeys(ctx, tx); err != nil {
		return err
	}
	if err := h.readSigner(ctx, tx); err != nil {
		return err
	}
	return h.readLog(ctx, tx)
}

// versionIn returns the version of the tables.
func versionIn(ctx context.Context, tx *sql.Tx) (found int, err error) {
	err = tx.QueryRowContext(ctx, "SELECT coalesce(max(version), 0) FROM versions").Scan(&found)
	return found, err
}

// mustHaveTables refuses a database without tables, or with those of another version.
func (h *House) mustHaveTables(ctx context.Context, tx *sql.Tx) error {
	found, err := versionIn(ctx, tx)
	if err != nil {
		return fmt.Errorf("no casino has opened this database: %w", err)
	}
	if found != len(versions) {
		return fmt.Errorf("the database has version %d, and this program knows %d: use the program that has made the tables",
			found, len(versions))
	}
	return nil
}

// migrate makes the tables, or upgrades them.
func (h *House) migrate(ctx context.Context, tx *sql.Tx) error {
	if _, err := tx.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS versions (version BIGINT PRIMARY KEY)"); err != nil {
		return err
	}
	found, err := versionIn(ctx, tx)
	if err != nil {
		return err
	}
	if found > len(versions) {
		return fmt.Errorf("the database has version %d, of a newer program than this one, which knows %d", found, len(versions))
	}
	for i, statements := range versions[found:] {
		number := found + i + 1
		for _, statement := range statements {
			if h.postgres {
				statement = strings.TrimSuffix(statement, clustered)
			}
			if _, err := tx.ExecContext(ctx, statement); err != nil {
				return fmt.Errorf("upgrading the database to version %d: %w", number, err)
			}
		}
		if _, err := tx.ExecContext(ctx, "INSERT INTO versions (version) VALUES ($1)", number); err != nil {
			return err
		}
	}
	return nil
}
