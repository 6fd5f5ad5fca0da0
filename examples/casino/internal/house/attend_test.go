package house_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/casino/internal/vault"
)

func refusedWith(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, not an error with %q", err, want)
	}
}

// Of processes with different key files that start at once on an empty database, one opens
// it, and can open it again, before there is any player. (A known failure: all did, and after
// the next start none.)
func TestKeysAtOnce(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		ctx := context.Background()
		var keys []vault.Keys
		for _, digits := range []string{"a1", "b2", "c3"} {
			keys = append(keys, parseKeys(t, strings.Repeat(digits, 32)))
		}
		houses, errs := make([]*house.House, len(keys)), make([]error, len(keys))
		var all sync.WaitGroup
		for i := range keys {
			all.Go(func() { houses[i], errs[i] = house.Open(ctx, name, keys[i]) })
		}
		all.Wait()
		opened := 0
		for i, err := range errs {
			if err != nil {
				refusedWith(t, err, "lacks")
				continue
			}
			opened++
			noError(t, houses[i].Close())
			h, err := house.Open(ctx, name, keys[i])
			noError(t, err)
			defer h.Close()
		}
		if opened != 1 {
			t.Errorf("%d processes have opened the database", opened)
		}
	})
}

// A new key is taken only when all processes have it, and so nobody meets a session that
// can't be opened.
func TestKeysOfOthers(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		ctx := context.Background()
		a, b := strings.Repeat("a1", 32), strings.Repeat("b2", 32)
		early := openKeys(t, name, a) // has opened the database, and isn't at work yet
		first := openKeys(t, name, a)
		leave, err := first.Attend(ctx, false)
		noError(t, err)
		_, err = house.Open(ctx, name, parseKeys(t, b, a))
		refusedWith(t, err, "append it")
		leave()

		both := openKeys(t, name, a, b)
		leave, err = both.Attend(ctx, false)
		noError(t, err)
		newest := openKeys(t, name, b, a)
		_, err = early.Attend(ctx, false)
		refusedWith(t, err, "lacks")
		_, err = newest.Reseal(ctx)
		refusedWith(t, err, "seals with key")
		leave()
		_, err = newest.Reseal(ctx)
		noError(t, err)
		openKeys(t, name, b)
	})
}

// Restored and servers keep out of each other's way. A process that was killed counts for
// some seconds.
func TestAlone(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		ctx := context.Background()
		dir := t.TempDir()
		h, other := casinotest.OpenWith(t, name, dir), casinotest.OpenWith(t, name, dir)
		player := newPlayer()
		hash := rotate(t, h, player, enter(t, h, player))
		leave, err := h.Attend(ctx, false)
		noError(t, err)
		leaveToo, err := other.Attend(ctx, false)
		noError(t, err)
		leave()
		_, err = h.Renew(ctx)
		refusedWith(t, err, "was at work")
		_, err = h.Bet(ctx, player, hash, 0, dice) // the session is what it was
		noError(t, err)
		exec(t, h, "UPDATE processes SET seen = seen - 19000")
		_, err = h.Renew(ctx)
		refusedWith(t, err, "was at work 19 s ago")
		exec(t, h, "UPDATE processes SET seen = seen - 3000")
		n, err := h.Renew(ctx)
		if noError(t, err); n != 1 {
			t.Errorf("%d sessions", n)
		}
		leaveToo()

		leave, err = h.Attend(ctx, true)
		noError(t, err)
		_, err = other.Attend(ctx, false)
		refusedWith(t, err, "was at work")
		leave()
	})
}

// A process that was taken for dead is known again after its next sign of life. (A known
// failure: it was forgotten for good, and -restored didn't see that it was at work.)
func TestKnownAgain(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		synctest.Test(t, func(t *testing.T) {
			ctx := context.Background()
			h := casinotest.Open(t, name)
			leave, err := h.Attend(ctx, false)
			noError(t, err)
			defer leave()
			exec(t, h, "UPDATE processes SET seen = seen - 22000")
			_, err = h.Renew(ctx)
			noError(t, err)
			time.Sleep(6 * time.Second)
			_, err = h.Renew(ctx)
			refusedWith(t, err, "was at work")
		})
	})
}

// Visitors who did nothing but take seeds are removed after a while, and nobody else. The public log
// says that their hashes were dropped.
func TestVisitors(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		h := casinotest.Open(t, name)
		now := time.Now().Add(-31 * 24 * time.Hour)
		house.SetClock(h, func() time.Time { return now })
		came, seeded, better, limited, twice := newPlayer(), sit(t, h), newBetter(t, h), sit(t, h), newBetter(t, h)
		enter(t, h, came)
		better.bet(dice)
		_, err := h.SetLimits(t.Context(), limited, house.Limits{Stake: 500})
		noError(t, err)
		_, hash := casinotest.RecoveryKey()
		recoverable := sit(t, h)
		noError(t, h.SetRecoveryKey(t.Context(), recoverable, hash, ""))
		rotate(t, h, twice.player, twice.view())
		now = time.Now()
		recent := sit(t, h)
		noError(t, house.RemoveVisitors(h))
		for id, want := range map[string]error{came: house.ErrNoPlayer, seeded: house.ErrNoPlayer, better.player: nil, limited: nil,
			twice.player: nil, recoverable: nil, recent: nil} {
			if _, err := h.View(t.Context(), id); err != want {
				t.Errorf("%v, not %v", err, want)
			}
		}
		audited(t, h)
		noError(t, h.Merge(t.Context()))
		if _, s := entriesOf(t, h); s.Dropped != 3 || len(s.Open) != 10 || s.Revealed != 1 {
			t.Errorf("%+v", s)
		}
	})
}
