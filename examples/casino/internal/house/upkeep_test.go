package house_test

import (
	"context"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/internal/games"
	"github.com/squaredeal/squaredeal/seedrng"
)

// After Renew, no seed of before is drawn from, stakes of open hands are back, and what was
// played can be checked.
func TestRenew(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		ctx := context.Background()
		h, alice, bob := casinotest.Open(t, name), newPlayer(), newPlayer()
		view := enter(t, h, alice)
		hash := rotate(t, h, alice, view)
		bet, err := h.Bet(ctx, alice, hash, 0, dice)
		noError(t, err)
		_, err = h.Bet(ctx, alice, hash, 1, poker)
		noError(t, err)
		before, err := h.View(ctx, alice)
		noError(t, err)
		enter(t, h, bob)

		if n, err := h.Renew(ctx); err != nil || n != 2 {
			t.Fatalf("%d, %v", n, err)
		}
		after, err := h.View(ctx, alice)
		if noError(t, err); before.MaxWin == 0 || after.MaxWin != 0 {
			t.Errorf("without seeds, a bet may pay %d, and before %d", after.MaxWin, before.MaxWin)
		}
		if after.Balance != bet.Balance || after.Open != nil || after.Seeds.ServerHash != (seedrng.Hash{}) ||
			after.Seeds.NextServerHash == before.Seeds.NextServerHash {
			t.Errorf("%+v", after)
		}
		_, err = h.Bet(ctx, alice, hash, 2, dice)
		refused(t, err, house.NoSeeds)
		_, err = h.Rotate(ctx, alice, before.Seeds.NextServerHash, "words")
		refused(t, err, house.OtherSeeds)
		again, err := h.Bet(ctx, alice, hash, 0, dice)
		same(t, bet, again, err)
		next := rotate(t, h, alice, after)
		_, err = h.Bet(ctx, alice, next, 0, dice)
		noError(t, err)

		lines := exported(t, h, alice)
		if len(lines) != 2 || lines[1].Paid != lines[1].Stake {
			t.Fatalf("%+v", lines)
		}
		seed, err := seedrng.ParseServerSeed(lines[0].Server)
		noError(t, err)
		stream, err := seedrng.NewStream(seed, lines[0].Client, 0)
		noError(t, err)
		played, err := games.Play([]string{dice}, stream)
		if err != nil || strings.Join(played.Received, "") != lines[0].Received || seed.Hash() != hash {
			t.Errorf("%v, %+v", err, lines[0])
		}
	})
}

// A renewal that is broken off goes on, and an audit takes both parts for one.
func TestRenewalBrokenOff(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		h, alice, bob := casinotest.Open(t, name), newPlayer(), newPlayer()
		rotate(t, h, alice, enter(t, h, alice))
		enter(t, h, bob)
		exec(t, h, "ALTER TABLE pairs RENAME TO hidden") // alice has a pair to reveal, and bob has none
		if _, err := h.Renew(t.Context()); err == nil {
			t.Fatal("sessions end without their pairs")
		}
		exec(t, h, "ALTER TABLE hidden RENAME TO pairs")
		late := newPlayer()
		view := enter(t, h, late)
		rotate(t, h, late, view)
		if n, err := h.Renew(t.Context()); n != 3 || err != nil {
			t.Errorf("%d sessions ended, %v", n, err)
		}
		audited(t, h)
		var rows, open int
		noError(t, house.Writer(h).QueryRow("SELECT count(*), count(*) - count(ended) FROM renewals").Scan(&rows, &open))
		if rows != 1 || open != 0 {
			t.Errorf("%d renewals, %d of them open", rows, open)
		}
	})
}
