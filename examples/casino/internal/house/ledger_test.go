package house_test

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
)

// ledger returns a player's entries as texts.
func ledger(t *testing.T, h *house.House, player string) (all []string) {
	t.Helper()
	rows, err := house.Writer(h).Query("SELECT kind, pair, nonce, taken, given, balance FROM ledger WHERE player = $1 ORDER BY entry", player)
	must(t, rows, err)
	defer rows.Close()
	for rows.Next() {
		var kind string
		var pair, taken, given, balance int64
		var nonce sql.NullInt64
		must(t, 0, rows.Scan(&kind, &pair, &nonce, &taken, &given, &balance))
		at := fmt.Sprint(pair)
		if nonce.Valid {
			at += fmt.Sprint(".", nonce.Int64)
		}
		all = append(all, fmt.Sprintf("%s %s -%d +%d =%d", kind, at, taken, given, balance))
	}
	return all
}

// audited checks that an audit finds nothing wrong.
func audited(t *testing.T, h *house.House) house.Report {
	t.Helper()
	report, err := h.Audit(context.Background())
	if must(t, report, err); report.Faults != 0 {
		t.Errorf("%d faults: %q", report.Faults, report.First)
	}
	return report
}

// story plays all that changes a balance: a player wins, loses everything, is declined, gets
// new play money, is declined in a hand, finishes it, has another one cancelled, and deals a
// third, which stays open.
func story(t *testing.T, h *house.House) (player string) {
	t.Helper()
	ctx := context.Background()
	player = newPlayer()
	hash := rotate(t, h, player, enter(t, h, player))
	nonce := uint64(0)
	bet := func(text string) house.Answer {
		t.Helper()
		answer, err := h.Bet(ctx, player, hash, nonce, text)
		must(t, answer, err)
		nonce++
		return answer
	}
	bet("dice under 9000 for 100")
	for left := balance(t, h, player); left >= 100; { // which is lost, but for once in 10,000 times
		left = bet(fmt.Sprintf("dice under 1 for %d", min(left/100*100, 100_000))).Balance
	}
	if bet(dice).Round.Declined != house.LowBalance {
		t.Fatal("a bet without money is taken")
	}
	view, err := h.Refill(ctx, player)
	must(t, view, err)
	bet(poker)
	bet(dice) // declined
	drawn, err := h.Step(ctx, player, hash, nonce-2, 1, "hold 1")
	must(t, drawn, err)
	view, err = h.View(ctx, player)
	must(t, view, err)
	hash, nonce = view.Seeds.NextServerHash, 0
	_, err = h.Rotate(ctx, player, hash, "words")
	must(t, 0, err)
	bet(poker)
	n, err := h.Renew(ctx)
	must(t, n, err)
	view, err = h.View(ctx, player)
	must(t, view, err)
	hash, nonce = rotate(t, h, player, view), 0
	bet(poker)
	return player
}

func balance(t *testing.T, h *house.House, player string) int64 {
	t.Helper()
	view, err := h.View(context.Background(), player)
	return must(t, view, err).Balance
}

// Each change has its entry, and every balance follows from them.
func TestLedger(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		h := casinotest.Open(t, name)
		visitor := newPlayer()
		enter(t, h, visitor)
		player := story(t, h)
		entries := ledger(t, h, player)
		if entries[0] != "enter 1 -0 +100000 =100000" || !strings.HasPrefix(entries[1], "bet 1.0 -100 +") {
			t.Errorf("%q", entries)
		}
		last := entries[len(entries)-1]
		if want := fmt.Sprintf("bet 3.0 -500 +0 =%d", balance(t, h, player)); last != want {
			t.Errorf("%q, not %q", last, want)
		}
		for _, kind := range []string{"refill", "step", "declined", "rotate", "cancel"} {
			if !slices.ContainsFunc(entries, func(e string) bool { return strings.HasPrefix(e, kind+" ") }) {
				t.Errorf("no %s among %q", kind, entries)
			}
		}
		if entries := ledger(t, h, visitor); len(entries) != 1 || !strings.HasPrefix(entries[0], "enter") { // by Renew
			t.Errorf("%q", entries)
		}
		enter(t, h, newPlayer()) // who has no entry yet
		report := audited(t, h)
		if unexplained := house.Unexplained(report); unexplained != 0 {
			t.Errorf("the sums differ from the balances by %d", unexplained)
		}
		if report.Players != 3 || report.Pairs != 3 || report.Entries != int64(len(entries))+1 {
			t.Errorf("%+v", report)
		}
	})
}

// Whatever somebody alters who can write to the database, an audit finds.
func TestAuditFinds(t *testing.T) {
	h := casinotest.Open(t, filepath.Join(t.TempDir(), "casino.db"))
	player := story(t, h)
	other := newPlayer()
	rotate(t, h, other, enter(t, h, other))
	audited(t, h)
	ofPlayer := " WHERE player = '" + player + "'"
	for alteration, want := range map[string]string{
		"UPDATE players SET balance = balance + 100" + ofPlayer:                                                                           "the balance is",
		"UPDATE ledger SET given = given + 100" + ofPlayer + " AND entry = 2":                                                             "entry 2 of the ledger",
		"DELETE FROM ledger" + ofPlayer + " AND entry = 3":                                                                                "entry 4 of the ledger follows 2",
		"UPDATE ledger SET kind = 'gift'" + ofPlayer + " AND kind = 'refill'":                                                             "of kind gift",
		"DELETE FROM bets" + ofPlayer + " AND pair = 1 AND nonce = 0":                                                                     "nonce 0 is missing",
		"DELETE FROM bets" + ofPlayer + " AND pair = 2":                                                                                   "which isn't there",
		"DELETE FROM bets" + ofPlayer + " AND open":                                                                                       "there should be 1 and 1",
		"UPDATE bets SET received = '1 pays 0'" + ofPlayer + " AND pair = 1 AND nonce = 1":                                                "the seeds give",
		"UPDATE bets SET received = 'A♠ K♠ Q♠ J♠ 10♠'" + ofPlayer + " AND open":                                                           "the seeds give",
		"UPDATE bets SET sent = 'chess for 100'" + ofPlayer + " AND pair = 1 AND nonce = 0":                                               "no game is called",
		"UPDATE bets SET stake = 200" + ofPlayer + " AND pair = 1 AND nonce = 0":                                                          "the stake is 200",
		"UPDATE bets SET declined = 'round-open'" + ofPlayer + " AND declined = 'balance'":                                                "that wasn't so",
		"UPDATE bets SET declined = 'balance'" + ofPlayer + " AND declined = 'round-open'":                                                "that wasn't so",
		"UPDATE bets SET declined = 'limit 990000000'" + ofPlayer + " AND declined = 'round-open'":                                        "that wasn't so",
		"UPDATE bets SET declined = 'the moon'" + ofPlayer + " AND declined = 'round-open'":                                               "that wasn't so",
		"UPDATE pairs SET server = '" + strings.Repeat("ab", 32) + "'" + ofPlayer + " AND pair = 1":                                       "the seeds of pair 1",
		"UPDATE pairs SET server = NULL" + ofPlayer + " AND pair = 1":                                                                     "the seeds of pair 1",
		"UPDATE pairs SET client = 'words'" + ofPlayer + " AND pair = 3":                                                                  "the seeds of pair 3",
		"UPDATE pairs SET rounds = rounds + 1" + ofPlayer + " AND pair = 1":                                                               "there should be",
		"DELETE FROM pairs" + ofPlayer + " AND pair = 3":                                                                                  "there is no such pair",
		"UPDATE players SET pair = 4" + ofPlayer:                                                                                          "there are 3 pairs of seeds",
		"UPDATE players SET session = (SELECT session FROM players WHERE player = '" + other + "')":                                       "can't be opened",
		"UPDATE players SET key = '0123456789abcdef'" + ofPlayer:                                                                          "isn't in use",
		"DELETE FROM players" + ofPlayer:                                                                                                  "nobody's account",
		"INSERT INTO players SELECT 'ffff' || player, balance, 0, pair, active_max_win, next_max_win, key, session, entered FROM players": "without an entry",
	} {
		tx, err := house.Writer(h).Begin()
		must(t, tx, err)
		_, err = tx.Exec("PRAGMA defer_foreign_keys = ON")
		must(t, 0, err)
		if _, err := tx.Exec(alteration); err != nil {
			t.Fatalf("%s: %v", alteration, err)
		}
		report, err := house.AuditIn(h, tx)
		if must(t, report, err); !strings.Contains(strings.Join(report.First, "\n"), want) {
			t.Errorf("%s: %d faults: %q", alteration, report.Faults, report.First)
		}
		tx.Rollback()
	}
	audited(t, h)
}
