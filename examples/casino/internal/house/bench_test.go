package house_test

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/seedrng"
)

// BenchmarkBet compares a bet with one without a receipt, and with a bare transaction of the same
// database that updates one row and inserts one, by one player and by a hundred at once.
func BenchmarkBet(b *testing.B) {
	b.Run("sqlite", func(b *testing.B) { benchmark(b, filepath.Join(b.TempDir(), "casino.db")) })
	b.Run("postgres", func(b *testing.B) { benchmark(b, casinotest.StartPostgres(b).URL()) })
}

func benchmark(b *testing.B, name string) {
	ctx := context.Background()
	h := casinotest.Open(b, name)
	db := house.Writer(h)
	exec(b, h, "CREATE TABLE bare_players (player TEXT PRIMARY KEY, balance BIGINT NOT NULL, session BYTEA NOT NULL)",
		"CREATE TABLE bare_bets (player TEXT, nonce BIGINT, bet TEXT, outcome TEXT, PRIMARY KEY (player, nonce))")
	for _, players := range []int{1, 100} {
		bet := func(b *testing.B, bet func(h *house.House, ctx context.Context, player string, hash seedrng.Hash, nonce uint64,
			text string) (house.Answer, error)) {
			bettors := make([]bettor, players)
			for i := range bettors {
				bettors[i].player = newPlayer()
				bettors[i].hash = rotate(b, h, bettors[i].player, enter(b, h, bettors[i].player))
			}
			exec(b, h, "UPDATE players SET balance = 1000000000000")
			atOnce(b, players, func(i int) error {
				p := &bettors[i]
				_, err := bet(h, ctx, p.player, p.hash, p.nonce, "dice over 9000 for 100")
				p.nonce++
				return err
			})
		}
		b.Run(fmt.Sprintf("%d/squaredeal", players), func(b *testing.B) { bet(b, (*house.House).Bet) })
		b.Run(fmt.Sprintf("%d/unsigned", players), func(b *testing.B) { bet(b, house.BetUnsigned) })
		b.Run(fmt.Sprintf("%d/bare", players), func(b *testing.B) {
			bettors := make([]bettor, players)
			for i := range bettors {
				bettors[i].player = newPlayer()
				if _, err := db.Exec("INSERT INTO bare_players (player, balance, session) VALUES ($1, 100000, '')", bettors[i].player); err != nil {
					b.Fatal(err)
				}
			}
			session := []byte(strings.Repeat("x", 400))
			atOnce(b, players, func(i int) error {
				p := &bettors[i]
				p.nonce++
				return bare(ctx, db, session, p.player, int64(p.nonce))
			})
		})
	}
}

type bettor struct {
	player string
	hash   seedrng.Hash
	nonce  uint64
}

// atOnce has all players do what one does, one after the other, until b.N is reached.
func atOnce(b *testing.B, players int, do func(i int) error) {
	b.ReportAllocs()
	b.ResetTimer()
	var done atomic.Int64
	var all sync.WaitGroup
	for i := range players {
		all.Go(func() {
			for done.Add(1) <= int64(b.N) {
				if err := do(i); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
}

func bare(ctx context.Context, db *sql.DB, session []byte, player string, nonce int64) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "UPDATE bare_players SET balance = balance - 1, session = $1 WHERE player = $2", session,
		player); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO bare_bets (player, nonce, bet, outcome) VALUES ($1, $2, $3, $4)",
		player, nonce, "dice over 9000 for 100", fmt.Sprint(nonce%10000, " pays 110")); err != nil {
		return err
	}
	return tx.Commit()
}

// BenchmarkAudit measures an audit's time for each round.
func BenchmarkAudit(b *testing.B) {
	b.Run("sqlite", func(b *testing.B) { benchmarkAudit(b, filepath.Join(b.TempDir(), "casino.db")) })
	b.Run("postgres", func(b *testing.B) { benchmarkAudit(b, casinotest.StartPostgres(b).URL()+"&synchronous_commit=off") })
}

func benchmarkAudit(b *testing.B, name string) {
	const players, rounds = 20, 1000
	ctx := context.Background()
	h := casinotest.Open(b, name)
	if !strings.HasPrefix(name, "postgres:") {
		exec(b, h, "PRAGMA synchronous = OFF")
	}
	var all sync.WaitGroup
	for range players {
		player := newPlayer()
		hash := rotate(b, h, player, enter(b, h, player))
		all.Go(func() {
			for nonce := range uint64(rounds) {
				text := "dice over 9000 for 100"
				if nonce%3 == 0 {
					text = "poker jacks for 100"
				}
				answer, err := h.Bet(ctx, player, hash, nonce, text)
				if err == nil && answer.Round.Open {
					_, err = h.Step(ctx, player, hash, nonce, 1, "hold 1 2")
				}
				if err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	n := 0
	b.ResetTimer()
	for b.Loop() {
		report, err := h.Audit(ctx)
		if err != nil || report.Faults > 0 || report.Rounds != players*rounds {
			b.Fatalf("%v, %+v", err, report)
		}
		n += players * rounds
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(n), "µs/round")
}

// BenchmarkMerge measures what an entry of the public log takes, when many are added at once.
func BenchmarkMerge(b *testing.B) {
	const entries = 2000
	h := casinotest.Open(b, filepath.Join(b.TempDir(), "casino.db"))
	n := 0
	for b.Loop() {
		b.StopTimer()
		exec(b, h, fmt.Sprintf("WITH RECURSIVE i(n) AS (SELECT %d UNION ALL SELECT n + 1 FROM i WHERE n < %d) INSERT INTO "+
			"log_pending SELECT printf('shown %%064d', n), 1 FROM i", n, n+entries-1))
		n += entries
		b.StartTimer()
		if err := h.Merge(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(n), "µs/entry")
}

// BenchmarkCrash compares a bet on crash with one without a receipt: a hundred players bet
// on one round at once, and then on the next one.
func BenchmarkCrash(b *testing.B) {
	b.Run("sqlite", func(b *testing.B) { benchmarkCrash(b, filepath.Join(b.TempDir(), "casino.db")) })
	b.Run("postgres", func(b *testing.B) { benchmarkCrash(b, casinotest.StartPostgres(b).URL()) })
}

func benchmarkCrash(b *testing.B, name string) {
	const players = 100
	h := casinotest.Open(b, name)
	bettors := make([]string, players)
	for i := range bettors {
		bettors[i] = sit(b, h)
	}
	var round int64
	measure := func(b *testing.B, bet func(h *house.House, ctx context.Context, player string, chain, round int64,
		text string) (house.CrashAnswer, error)) {
		for done := 0; done < b.N; done += players {
			b.StopTimer()
			round++
			exec(b, h, fmt.Sprintf("INSERT INTO crash_rounds (chain, round, starts, max_win) VALUES (1, %d, 9000000000000, 9000000000000)", round),
				"UPDATE players SET crash_chain = 0, crash_round = 0, balance = 1000000000000")
			b.StartTimer()
			var all sync.WaitGroup
			for _, player := range bettors[:min(players, b.N-done)] {
				all.Go(func() {
					if _, err := bet(h, context.Background(), player, 1, round, "crash 150 for 100"); err != nil {
						b.Error(err)
					}
				})
			}
			all.Wait()
		}
	}
	b.Run("squaredeal", func(b *testing.B) { measure(b, (*house.House).BetOnCrash) })
	b.Run("unsigned", func(b *testing.B) { measure(b, house.BetOnCrashUnsigned) })
}

// BenchmarkRows measures what is stored, in bytes: of a bet on dice with its entry of the
// ledger, and of a player who has seeds. Indexes count.
func BenchmarkRows(b *testing.B) {
	b.Run("sqlite", func(b *testing.B) {
		benchmarkRows(b, filepath.Join(b.TempDir(), "casino.db"), "VACUUM", "page_count * page_size FROM pragma_page_count, pragma_page_size")
	})
	b.Run("postgres", func(b *testing.B) {
		benchmarkRows(b, casinotest.StartPostgres(b).URL()+"&synchronous_commit=off", "VACUUM FULL",
			"sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND relname IN ('players', 'pairs', 'bets', 'ledger')")
	})
}

func benchmarkRows(b *testing.B, name, vacuum, size string) {
	const players, bets = 400, 8_000
	h := casinotest.Open(b, name)
	if house.IsFile(name) {
		exec(b, h, "PRAGMA synchronous = OFF")
	}
	stored := func() (bytes float64) {
		exec(b, h, vacuum)
		if err := house.Writer(h).QueryRow("SELECT " + size).Scan(&bytes); err != nil {
			b.Fatal(err)
		}
		return bytes
	}
	for b.Loop() {
		empty := stored()
		var player string
		var hash seedrng.Hash
		for range players {
			player = newPlayer()
			hash = rotate(b, h, player, enter(b, h, player))
		}
		seated := stored()
		exec(b, h, "UPDATE players SET balance = 1000000000")
		for nonce := range uint64(bets) {
			if _, err := h.Bet(context.Background(), player, hash, nonce, "dice over 9000 for 100"); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric((seated-empty)/players, "bytes/player")
		b.ReportMetric((stored()-seated)/bets, "bytes/bet")
	}
}
