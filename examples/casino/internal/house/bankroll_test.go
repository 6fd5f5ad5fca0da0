package house_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/crash"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/internal/games"
)

// boldest are the terms of each game that may pay most.
var boldest = map[string]string{
	"poker": "jacks", "dice": "over 1", "limbo": "1000000", "mines": "13 open 1", "plinko": "high 16", "keno": "1 2 3 4 5 6 7 8 9 10",
}

// By default, no bet that the rules of any game allow is over the limit.
func TestDefaultBankroll(t *testing.T) {
	h := casinotest.Open(t, filepath.Join(t.TempDir(), "casino.db"))
	limit := enter(t, h, newPlayer()).NextMaxWin
	random := rand.New(rand.NewPCG(1, 2))
	for _, g := range games.All {
		bet, err := games.ParseBet(fmt.Sprintf("%s %s for %d", g.Name(), boldest[g.Name()], games.MaxStake))
		if noError(t, err); bet.MaxWin() > limit {
			t.Errorf("%s may pay %d, and the limit is %d", g.Name(), bet.MaxWin(), limit)
		}
		for range 300 {
			text := g.Random(random.IntN)
			if terms, err := g.Parse(text); err != nil || terms.Most() > bet.Most() {
				t.Fatalf("%s %s may pay more than %s: %v", g.Name(), text, boldest[g.Name()], err)
			}
		}
	}
	if bet, err := crash.ParseBet(fmt.Sprint("crash for ", games.MaxStake)); err != nil || bet.MaxWin() > limit {
		t.Errorf("crash may pay %d, and the limit is %d: %v", bet.MaxWin(), limit, err)
	}
}

// A bet that could pay more than the limit is declined. The limit is shown with the hash of the
// server seed, before the client seed is known, and stays as long as the seeds do: nobody can
// lower it for a bet whose outcome can be known. (A known failure: it was set when both seeds
// were known.)
func TestLimit(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		ctx := context.Background()
		h, player := casinotest.Open(t, name), newPlayer()
		h.SetBankroll(4_000_000 * 100)
		view := enter(t, h, player)
		hash := view.Seeds.NextServerHash
		h.SetBankroll(300)
		if view, err := h.View(ctx, player); err != nil || view.NextMaxWin != 4_000_000 || view.MaxWin != 0 {
			t.Errorf("%+v, %v", view, err)
		}
		view, err := h.Rotate(ctx, player, hash, "words")
		if noError(t, err); view.MaxWin != 4_000_000 || view.NextMaxWin != 3 {
			t.Errorf("%+v", view)
		}
		h.SetBankroll(100)
		for nonce, c := range []struct{ bet, declined string }{
			{"dice under 1 for 400", ""}, // 396,000.00 is the most
			{"dice over 1 for 500", "limit 4000000"},
			{"dice under 9000 for 400", ""},
			{"poker jacks for 5000", ""},
			{"poker jacks for 5100", house.RoundOpen},
		} {
			answer, err := h.Bet(ctx, player, hash, uint64(nonce), c.bet)
			if noError(t, err); answer.Round.Declined != c.declined {
				t.Errorf("%+v", answer)
			}
			again, err := h.Bet(ctx, player, hash, uint64(nonce), c.bet)
			same(t, answer, again, err)
		}
		audited(t, h)
		_, err = h.Step(ctx, player, hash, 3, 1, "hold")
		noError(t, err)
		view, err = h.Rotate(ctx, player, view.Seeds.NextServerHash, "other words")
		if noError(t, err); view.MaxWin != 3 || view.NextMaxWin != 1 {
			t.Errorf("%+v", view)
		}
		answer, err := h.Bet(ctx, player, view.Seeds.ServerHash, 0, dice)
		if noError(t, err); answer.Round.Declined != "limit 3" {
			t.Errorf("%+v", answer)
		}
	})
}

// When open hands could cost the bankroll, another one waits: it isn't declined, and nothing is
// decided, so that the house can't choose.
func TestExposure(t *testing.T) {
	ctx := context.Background()
	h, alice, bob := casinotest.Open(t, filepath.Join(t.TempDir(), "casino.db")), newPlayer(), newPlayer()
	hers, his := rotate(t, h, alice, enter(t, h, alice)), rotate(t, h, bob, enter(t, h, bob))
	h.SetBankroll(400_000)
	dealt, err := h.Bet(ctx, alice, hers, 0, poker) // which may pay 250,000
	noError(t, err)
	for range 2 {
		if _, err := h.Bet(ctx, bob, his, 0, poker); !errors.Is(err, house.ErrBusy) {
			t.Fatal(err)
		}
		house.CountAgain(h)
	}
	again, err := h.Bet(ctx, alice, hers, 0, poker)
	same(t, dealt, again, err)
	_, err = h.Step(ctx, alice, hers, 0, 1, "hold")
	noError(t, err)
	house.CountAgain(h)
	dealt, err = h.Bet(ctx, bob, his, 0, poker)
	if noError(t, err); !dealt.Round.Open || dealt.Repeated {
		t.Errorf("%+v", dealt)
	}
	if n, err := h.Exposure(ctx); err != nil || n != 250_000 {
		t.Errorf("%d, %v", n, err)
	}
}

// A count of open hands that breaks off is none, the next time neither.
func TestExposureFails(t *testing.T) {
	ctx := context.Background()
	h := casinotest.Open(t, filepath.Join(t.TempDir(), "casino.db"))
	for _, table := range []string{"bonus", "jacks", "tens"} {
		player := newPlayer()
		hash := rotate(t, h, player, enter(t, h, player))
		_, err := h.Bet(ctx, player, hash, 0, "poker "+table+" for 500")
		noError(t, err)
	}
	house.CountAgain(h)
	// Of the three, the first can be read before the last fails.
	exec(t, h, "ALTER TABLE bets RENAME TO all_bets", "CREATE INDEX by_bet ON all_bets (sent)",
		"CREATE VIEW bets AS SELECT sent, CASE WHEN sent LIKE '%tens%' THEN abs(open - 9223372036854775807 - 2) ELSE open END AS "+
			"open FROM all_bets")
	for range 2 {
		if n, err := h.Exposure(ctx); err == nil {
			t.Errorf("%d is counted", n)
		}
	}
}
