package house

import (
	"database/sql"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx
	_ "modernc.org/sqlite"             // the driver sqlite
)

// openSQLite opens a file. One transaction at a time writes: one connection does it for
// this process, whose requests wait for it in order, and SQLite's lock does it between
// processes. Each commit is on the disk before it is answered (synchronous=FULL).
func openSQLite(name string) (*House, error) {
	path, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	// SQLite would let everybody on the machine read it. Its other files get the same mode.
	switch f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600); {
	case err == nil:
		if err := f.Close(); err != nil {
			return nil, err
		}
	case !errors.Is(err, fs.ErrExist):
		return nil, err
	}
	dsn := func(lock string) string {
		u := url.URL{Scheme: "file", Path: filepath.ToSlash(path), RawQuery: url.Values{
			"_busy_timeout": {"10000"},
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
	read, err := sql.Open("sqlite", dsn("deferred"))
	if err != nil {
		return nil, err
	}
	read.SetMaxOpenConns(4)
	read.SetMaxIdleConns(4)
	return &House{write: write, read: read}, nil
}

// openPostgres opens a database of PostgreSQL, with room for a few processes below its
// default limit of 100 connections.
func openPostgres(name string) (*House, error) {
	db, err := sql.Open("pgx", name)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(16)
	db.SetMaxIdleConns(16)
	return &House{write: db, read: db, lock: " FOR UPDATE"}, nil
}
