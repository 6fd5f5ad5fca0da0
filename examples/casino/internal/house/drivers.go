package house

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"modernc.org/sqlite" // the driver sqlite
	sqlite3 "modernc.org/sqlite/lib"
)

// patience is how long a transaction waits for those of other processes, and how long what a
// process does without being asked waits for the database.
const patience = 10 * time.Second

// openSQLite opens a file. One transaction at a time writes: one connection does it for
// this process, whose requests wait for it in order, and SQLite's lock does it between
// processes. Each commit is on the disk before it is answered (synchronous=FULL).
func openSQLite(name string) (*House, error) {
	path, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	if err := private(path); err != nil {
		return nil, err
	}
	dsn := func(lock string) string {
		u := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: url.Values{
			"_busy_timeout": {strconv.FormatInt(patience.Milliseconds(), 10)},
			"_journal_mode": {"WAL"},
			"_synchronous":  {"FULL"},
			"_txlock":       {lock},
		}.Encode()}
		return u.String()
	}
	write, err := sql.Open("sqlite", dsn("immediate"))
	if err != nil {
		return nil, err
	}
	write.SetMaxOpenConns(1)
	if err := pingSQLite(write); err != nil {
		return nil, errors.Join(err, write.Close())
	}
	read, err := sql.Open("sqlite", dsn("deferred"))
	if err != nil {
		return nil, err
	}
	read.SetMaxOpenConns(4)
	read.SetMaxIdleConns(4)
	return &House{write: write, read: read, clock: "CAST(unixepoch('subsec') * 1000 AS INTEGER)"}, nil
}

// private makes a file that only its owner may read, or makes one that is there so, such as
// a backup that was put back. SQLite would let everybody on the machine read it. SQLite's
// other files get the same mode.
func private(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return os.Chmod(path, 0o600)
	}
	if err != nil {
		return err
	}
	return f.Close()
}

// pingSQLite connects to a file. Of processes that do so at once while the file is new, one
// makes it a file with a write-ahead log, and SQLite refuses some of the others without
// waiting, for fear of a deadlock: they try again.
func pingSQLite(db *sql.DB) error {
	for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		err := db.Ping()
		busy, ok := errors.AsType[*sqlite.Error](err)
		if !ok || busy.Code()&0xff != sqlite3.SQLITE_BUSY || time.Now().After(deadline) {
			return err
		}
	}
}

// openPostgres opens a database of PostgreSQL, with room for a few processes below its
// default limit of 100 connections. A process that vanishes in the middle of a transaction holds
// locks no longer than others wait for them. Behind PgBouncer, for which that mode is, the role has to
// have the settings: what a connection sets would be of others' transactions, and not of its own.
func openPostgres(name string) (*House, error) {
	config, err := pgx.ParseConfig(name)
	if err != nil {
		return nil, err
	}
	settings := fmt.Sprintf("SET lock_timeout = %[1]d; SET idle_in_transaction_session_timeout = %[1]d", patience.Milliseconds())
	db := stdlib.OpenDB(*config, stdlib.OptionAfterConnect(func(ctx context.Context, conn *pgx.Conn) error {
		if config.DefaultQueryExecMode == pgx.QueryExecModeExec {
			return nil
		}
		_, err := conn.Exec(ctx, settings)
		return err
	}))
	db.SetMaxOpenConns(16)
	db.SetMaxIdleConns(16)
	return &House{write: db, read: db, postgres: true, clock: "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"}, nil
}

// parsed are statements that SQLite has parsed, which takes longer than carrying them out.
// For PostgreSQL, pgx remembers them.
type parsed struct {
	mu         sync.Mutex
	statements map[string]*sql.Stmt
}

func (p *parsed) parse(ctx context.Context, db *sql.DB, query string) (*sql.Stmt, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s := p.statements[query]; s != nil {
		return s, nil
	}
	s, err := db.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	if p.statements == nil {
		p.statements = make(map[string]*sql.Stmt)
	}
	p.statements[query] = s
	return s, nil
}

// row returns what a query finds that is often made.
func (h *House) row(ctx context.Context, query string, args ...any) *sql.Row {
	if !h.postgres {
		if s, err := h.reading.parse(ctx, h.read, query); err == nil {
			return s.QueryRowContext(ctx, args...)
		}
	}
	return h.read.QueryRowContext(ctx, query, args...)
}

// A scanner is the method Scan of a row.
type scanner func(values ...any) error

// A queryer is a database or a transaction.
type queryer interface {
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
	QueryRowContext(context.Context, string, ...any) *sql.Row
}

// eachRow calls read for each row of a query.
func eachRow(ctx context.Context, db queryer, query string, args []any, read func(scan scanner) error) error {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := read(rows.Scan); err != nil {
			return err
		}
	}
	return rows.Err()
}

// locks ends a query whose rows are locked until the end of the transaction, for UPDATE or to
// SHARE. In SQLite, whoever writes has the whole database.
func (h *House) locks(how string) string {
	if h.postgres {
		return " FOR " + how
	}
	return ""
}

// timeIn returns the database's time, in milliseconds since 1970.
func (h *House) timeIn(ctx context.Context, db queryer) (ms int64, err error) {
	err = db.QueryRowContext(ctx, "SELECT "+h.clock).Scan(&ms)
	return ms, err
}
