package house_test

import (
	"context"
	"database/sql"
	"fmt"
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
	noError(t, err)
	defer rows.Close()
	for rows.Next() {
		var kind string
		var pair, taken, given, balance int64
		var nonce sql.NullInt64
		noError(t, rows.Scan(&kind, &pair, &nonce, &taken, &given, &balance))
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
	if noError(t, err); report.Faults != 0 {
		t.Errorf("%d faults: %q", report.Faults, report.First)
	}
	return report
}

// story plays all that changes a balance: a player wins, loses everything, is declined, gets
// new play money, is declined in a hand, finishes it, has another one cancelled, is declined
// by the limit of the seeds, and deals a third hand, which stays open.
func story(t *testing.T, h *house.House) (player string) {
	t.Helper()
	ctx := context.Background()
	player = newPlayer()
	hash := rotate(t, h, player, enter(t, h, player))
	nonce := uint64(0)
	bet := func(text string) house.Answer {
		t.Helper()
		answer, err := h.Bet(ctx, player, hash, nonce, text)
		noError(t, err)
		nonce++
		return answer
	}
	bet("dice under 9000 for 100")
	for left := balance(t, h, player); left >= 100; { // which wins once in 10,000 times
		left = bet(fmt.Sprintf("dice under 1 for %d", min(left/100*100, 100_000))).Balance
	}
	if bet(dice).Round.Declined != house.LowBalance {
		t.Fatal("a bet without money is taken")
	}
	_, err := h.Refill(ctx, player)
	noError(t, err)
	bet(poker)
	bet(dice) // declined
	_, err = h.Step(ctx, player, hash, nonce-2, 1, "hold 1")
	noError(t, err)
	view, err := h.View(ctx, player)
	noError(t, err)
	hash, nonce = view.Seeds.NextServerHash, 0
	h.SetBankroll(60_000 * 100) // for the seeds after these
	_, err = h.Rotate(ctx, player, hash, "words")
	noError(t, err)
	h.SetBankroll(house.DefaultBankroll)
	bet(poker)
	_, err = h.Renew(ctx)
	noError(t, err)
	view, err = h.View(ctx, player)
	noError(t, err)
	hash, nonce = rotate(t, h, player, view), 0
	if bet("dice under 100 for 700").Round.Declined != "limit 60000" {
		t.Fatal("a bet over the limit is taken")
	}
	bet(dice)
	bet("poker jacks for 100")
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
		if want := fmt.Sprintf("bet 3.2 -100 +0 =%d", balance(t, h, player)); last != want {
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
		if report := audited(t, h); report.Players != 3 || report.Pairs != 3 || report.Entries != int64(len(entries))+1 {
			t.Errorf("%+v", report)
		}
	})
}
