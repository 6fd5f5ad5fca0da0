package house

import (
	"database/sql"
	"errors"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx
	"modernc.org/sqlite"               // the driver sqlite
	sqlite3 "modernc.org/sqlite/lib"
)

// busyPatience is how long a transaction waits for those of other processes in SQLite.
const busyPatience = 10 * time.Second

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
			"_busy_timeout": {strconv.FormatInt(busyPatience.Milliseconds(), 10)},
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
	return &House{write: write, read: read}, nil
}

// pingSQLite connects to a file. Of processes that do so at once while the file is new, one makes it a file with a
// write-ahead log, and SQLite refuses some of the others without waiting, for fear of a deadlock: they try again.
func pingSQLite(db *sql.DB) error {
	for deadline := time.Now().Add(busyPatience); ; time.Sleep(10 * time.Millisecond) {
		err := db.Ping()
		busy, ok := errors.AsType[*sqlite.Error](err)
		if !ok || busy.Code()&0xff != sqlite3.SQLITE_BUSY || time.Now().After(deadline) {
			return err
		}
	}
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
