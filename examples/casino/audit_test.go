//go:build unix

package main

import (
	"bytes"
	"database/sql"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/internal/load"
)

// openRaw opens a database without the casino's code.
func openRaw(t testing.TB, db string) *sql.DB {
	t.Helper()
	driver := "sqlite"
	if strings.HasPrefix(db, "postgres://") {
		driver = "pgx"
	}
	raw, err := sql.Open(driver, db)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { raw.Close() })
	return raw
}

// audit has the casino audit its database, and compares this with what the players counted:
// no bet is lost or there twice.
func audit(t *testing.T, db, key string, report load.Report) {
	t.Helper()
	var out, log bytes.Buffer
	if status := run(t.Context(), []string{"-audit", "-db", db, "-key", key}, &out, &log); status != 0 ||
		!strings.HasSuffix(out.String(), "everything is right\n") {
		t.Errorf("exit status %d: %s%s", status, &out, &log)
	}
	t.Log(out.String())

	stored := make(map[string]load.Account)
	rows, err := openRaw(t, db).Query(`SELECT p.player, p.balance, count(b.nonce), count(b.declined)
		FROM players p LEFT JOIN bets b ON b.player = p.player GROUP BY p.player, p.balance`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var player string
		var a load.Account
		if err := rows.Scan(&player, &a.Balance, &a.Bets, &a.Declined); err != nil {
			t.Fatal(err)
		}
		stored[player[:16]] = a
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	for _, p := range report.Players {
		a, ok := stored[p.Player]
		if !ok || a.Balance != p.Balance || a.Bets != p.Bets || a.Declined != p.Declined {
			t.Errorf("%+v is stored, and the player counts %+v", a, p)
		}
	}
	t.Logf("%d accounts whose first answer was lost", len(stored)-len(report.Players))
}
