package house

import (
	"context"
	"database/sql"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// maxTries is how often a request is begun again because of others at the same moment. Each
// time, one of these has got on.
const maxTries = 20

// again does something until no other transaction is in its way, and waits in between, longer
// each time, for as long as chance has it.
func (h *House) again(ctx context.Context, work func() error) error {
	for try := 1; ; try++ {
		err := work()
		if err == nil || !overtaken(err) || try == maxTries {
			return err
		}
		h.retries.Add(1)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(rand.N(min(time.Millisecond<<try, 100*time.Millisecond))):
		}
	}
}

// snapshot does a request that reads, from one state of the database.
func (h *House) snapshot(ctx context.Context, request func(tx *sql.Tx) error) error {
	var options sql.TxOptions
	if h.postgres {
		options = sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true}
	}
	tx, err := h.read.BeginTx(ctx, &options)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	return request(tx)
}

// A statement is one that changes something. What it returns, if it does, goes to where
// returned points.
type statement struct {
	query    string
	args     []any
	returned []any
}

// commit carries out some statements in one transaction.
func (h *House) commit(ctx context.Context, statements []statement) error {
	if h.postgres {
		return commitAtOnce(ctx, h.write, statements)
	}
	parsed := make([]*sql.Stmt, len(statements))
	for i, s := range statements { // before the transaction has the one connection
		var err error
		if parsed[i], err = h.writing.parse(ctx, h.write, s.query); err != nil {
			return err
		}
	}
	tx, err := h.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for i, s := range statements {
		stmt := tx.StmtContext(ctx, parsed[i])
		if s.returned == nil {
			_, err = stmt.ExecContext(ctx, s.args...)
		} else {
			err = stmt.QueryRowContext(ctx, s.args...).Scan(s.returned...)
		}
		if err != nil {
			return err
		}
	}
	return tx.Commit()
}

// commitAtOnce sends all statements to PostgreSQL at once, which takes them for one
// transaction: a single round trip.
func commitAtOnce(ctx context.Context, db *sql.DB, statements []statement) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	var batch pgx.Batch
	for _, s := range statements {
		queued := batch.Queue(s.query, s.args...)
		if s.returned != nil {
			queued.QueryRow(func(row pgx.Row) error { return row.Scan(s.returned...) })
		}
	}
	return conn.Raw(func(driver any) error {
		return driver.(*stdlib.Conn).Conn().SendBatch(ctx, &batch).Close()
	})
}

// overtaken reports whether a transaction failed for nothing but another one at the same
// moment: it made the same entry of the ledger first, or PostgreSQL can't put the two in an
// order (40001) or has found a deadlock (40P01), or an entry found no player (23502), who was
// removed, or a bet on crash no number, as the round had started or was full.
func overtaken(err error) bool {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code == "23502" || e.Code == "23505" || e.Code == "40001" || e.Code == "40P01"
	}
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && (e.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY || e.Code() == sqlite3.SQLITE_CONSTRAINT_NOTNULL)
}

// locked does something in a transaction of which there is one at a time, of all processes.
func (h *House) locked(ctx context.Context, work func(ctx context.Context, tx *sql.Tx) error) error {
	return h.lockedBy(ctx, migrationLock, work)
}

// lockedBy does so for transactions that have a lock of their own.
func (h *House) lockedBy(ctx context.Context, lock int64, work func(ctx context.Context, tx *sql.Tx) error) error {
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
		if _, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", lock); err != nil {
			return err
		}
	}
	if err := work(ctx, tx); err != nil {
		return err
	}
	return tx.Commit()
}

// committed are the options of transactions that wait for one another's rows and then see what
// these did.
func (h *House) committed() *sql.TxOptions {
	if h.postgres {
		return &sql.TxOptions{Isolation: sql.LevelReadCommitted}
	}
	return nil
}
