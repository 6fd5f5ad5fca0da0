package house_test

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
)

// BenchmarkBet compares a bet with a bare transaction of the same database that updates
// one row and inserts one, one after the other on one connection.
func BenchmarkBet(b *testing.B) {
	b.Run("sqlite", func(b *testing.B) { benchmark(b, filepath.Join(b.TempDir(), "casino.db")) })
	b.Run("postgres", func(b *testing.B) { benchmark(b, casinotest.StartPostgres(b).URL()) })
}

func benchmark(b *testing.B, name string) {
	ctx := context.Background()
	h := casinotest.Open(b, name)
	b.Run("squaredeal", func(b *testing.B) {
		b.ReportAllocs()
		player := newPlayer()
		view := enter(b, h, player)
		hash := rotate(b, h, player, view)
		if _, err := house.Writer(h).Exec("UPDATE players SET balance = 1000000000000"); err != nil {
			b.Fatal(err)
		}
		nonce := uint64(0)
		for b.Loop() {
			if _, err := h.Bet(ctx, player, hash, nonce, "dice over 9000 for 100"); err != nil {
				b.Fatal(err)
			}
			nonce++
		}
	})
	b.Run("bare", func(b *testing.B) {
		b.ReportAllocs()
		db := house.Writer(h)
		for _, statement := range []string{
			"DROP TABLE IF EXISTS bare_players",
			"DROP TABLE IF EXISTS bare_bets",
			"CREATE TABLE bare_players (player TEXT PRIMARY KEY, balance BIGINT NOT NULL, session BYTEA NOT NULL)",
			"CREATE TABLE bare_bets (player TEXT, nonce BIGINT, bet TEXT, outcome TEXT, PRIMARY KEY (player, nonce))",
			"INSERT INTO bare_players (player, balance, session) VALUES ('alice', 100000, '')",
		} {
			if _, err := db.Exec(statement); err != nil {
				b.Fatal(err)
			}
		}
		session := []byte(strings.Repeat("x", 400))
		nonce := 0
		for b.Loop() {
			if err := bare(ctx, db, session, nonce); err != nil {
				b.Fatal(err)
			}
			nonce++
		}
	})
}

func bare(ctx context.Context, db *sql.DB, session []byte, nonce int) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "UPDATE bare_players SET balance = balance - 1, session = $1 WHERE player = $2", session, "alice"); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO bare_bets (player, nonce, bet, outcome) VALUES ($1, $2, $3, $4)",
		"alice", nonce, "dice over 9000 for 100", fmt.Sprint(nonce%10000, " pays 110")); err != nil {
		return err
	}
	return tx.Commit()
}
