package house_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
)

// moved checks that a login isn't good any more.
func moved(t *testing.T, err error) {
	t.Helper()
	if m, ok := errors.AsType[*house.Moved](err); !ok || m.Time.IsZero() {
		t.Errorf("%v, not moved", err)
	}
}

// setKey makes a player's recovery key.
func setKey(t *testing.T, h *house.House, login string) string {
	t.Helper()
	key, hash := casinotest.RecoveryKey()
	view, err := h.View(context.Background(), login)
	noError(t, err)
	for range 2 { // as after a lost answer
		if err := h.SetRecoveryKey(context.Background(), login, hash, view.Recovery); err != nil {
			t.Fatal(err)
		}
	}
	return key
}

// A key moves the account, with an open hand, as often as it comes; the login
// before is good for nothing.
func TestRecovery(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		ctx := context.Background()
		h, old := casinotest.Open(t, name), newPlayer()
		hash := rotate(t, h, old, enter(t, h, old))
		dealt, err := h.Bet(ctx, old, hash, 0, poker)
		noError(t, err)
		lost := setKey(t, h, old)
		key := setKey(t, h, old)
		if _, err := h.Recover(ctx, lost, newPlayer()); !errors.Is(err, house.ErrNotRecovered) {
			t.Errorf("an older key: %v", err)
		}
		phone := newPlayer()
		view, err := h.Recover(ctx, key, phone)
		if noError(t, err); view.Player != old[:16] || view.Balance != dealt.Balance || view.Open == nil {
			t.Errorf("%+v", view)
		}
		_, err = h.View(ctx, old)
		moved(t, err)
		_, err = h.Step(ctx, old, hash, 0, 1, "hold")
		moved(t, err)
		moved(t, h.SetRecoveryKey(ctx, old, strings.Repeat("ab", 32), ""))
		if err := h.Export(ctx, old, func([]house.Line) error { return nil }); err == nil {
			t.Error("a login of before exports")
		}
		again, err := h.Bet(ctx, phone, hash, 0, poker)
		same(t, dealt, again, err)
		_, err = h.Step(ctx, phone, hash, 0, 1, "hold")
		noError(t, err)
		if _, err := h.View(ctx, newPlayer()); err != house.ErrNoPlayer {
			t.Errorf("nobody's login: %v", err)
		}

		// As people type it, and again.
		third := newPlayer()
		view, err = h.Recover(ctx, " "+strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(key), "-", " "), "0", "o"), third)
		noError(t, err)
		_, err = h.View(ctx, phone)
		moved(t, err)
		rotate(t, h, third, view)
		if lines := exported(t, h, third); len(lines) != 1 {
			t.Errorf("%+v", lines)
		}
		visitor := newPlayer()
		enter(t, h, visitor)
		key = setKey(t, h, visitor)
		view, err = h.Recover(ctx, key, newPlayer())
		noError(t, err)
		n, err := h.Renew(ctx)
		if must(t, n, err) != 2 {
			t.Errorf("%d sessions", n)
		}
		_, err = h.Reseal(ctx)
		noError(t, err)
		audited(t, h)
	})
}

// Any character that is wrong is noticed, nearly always, without asking the database.
func TestRecoveryKey(t *testing.T) {
	h, player := casinotest.Open(t, t.TempDir()+"/casino.db"), newPlayer()
	enter(t, h, player)
	key := setKey(t, h, player)
	const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	tried, passed := 0, 0
	for i := range key {
		for _, c := range digits {
			if key[i] == '-' || key[i] == byte(c) {
				continue
			}
			tried++
			_, err := h.Recover(t.Context(), key[:i]+string(c)+key[i+1:], newPlayer())
			switch {
			case errors.Is(err, house.ErrNotRecovered):
				passed++
			case !errors.Is(err, house.ErrRecoveryKey):
				t.Fatalf("character %d as %c: %v", i, c, err)
			}
		}
	}
	if tried != 28*31 || passed > 5 { // one in 4,096 is expected
		t.Errorf("of %d keys with a wrong character, %d are taken for others", tried, passed)
	}
	for _, text := range []string{"", "-", key[:len(key)-1], key + "0", strings.Repeat("U", 28), strings.Repeat("é", 14),
		strings.Repeat("0", 1<<16)} {
		if _, err := h.Recover(t.Context(), text, newPlayer()); !errors.Is(err, house.ErrRecoveryKey) {
			t.Errorf("%.40q: %v", text, err)
		}
	}
}

// Two browsers use one key, and the old one bets, all at the same moment: afterwards one of
// them has the account, and no bet counts twice.
func TestRecoveryAtOnce(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		ctx := context.Background()
		h, login := casinotest.Open(t, name), newPlayer()
		hash := rotate(t, h, login, enter(t, h, login))
		key := setKey(t, h, login)
		for nonce := range uint64(8) {
			logins := []string{newPlayer(), newPlayer()}
			errs := make([]error, 3)
			var all sync.WaitGroup
			all.Go(func() { _, errs[0] = h.Bet(ctx, login, hash, nonce, dice) })
			for i, next := range logins {
				all.Go(func() { _, errs[i+1] = h.Recover(ctx, key, next) })
			}
			all.Wait()
			if _, ok := errors.AsType[*house.Moved](errs[0]); errs[0] != nil && !ok || errs[1] != nil || errs[2] != nil {
				t.Errorf("%v", errs)
			}
			_, err := h.View(ctx, login)
			moved(t, err)
			var good []string
			for _, next := range logins {
				if _, err := h.View(ctx, next); err == nil {
					good = append(good, next)
				}
			}
			if len(good) != 1 {
				t.Fatalf("%d browsers have the account", len(good))
			}
			login = good[0]
			answer, err := h.Bet(ctx, login, hash, nonce, dice)
			if noError(t, err); answer.Repeated != (errs[0] == nil) {
				t.Errorf("%v, %+v", errs[0], answer)
			}
		}
		audited(t, h)
	})
}

// A key that is replaced while somebody uses it moves nothing.
func TestRecoveryKeyReplaced(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		ctx := context.Background()
		h, login := casinotest.Open(t, name), newPlayer()
		enter(t, h, login)
		stolen := setKey(t, h, login)
		var key string
		replacing := false
		house.SetClock(h, func() time.Time { // between looking for the account and moving it
			if !replacing {
				replacing = true
				key = setKey(t, h, login)
			}
			return time.Now()
		})
		thief := newPlayer()
		if _, err := h.Recover(ctx, stolen, thief); err == nil {
			t.Error("the key of before moves the account")
		}
		if _, err := h.Recover(ctx, stolen, thief); !errors.Is(err, house.ErrNotRecovered) {
			t.Errorf("again: %v", err)
		}
		_, err := h.View(ctx, login)
		noError(t, err)
		_, err = h.Recover(ctx, key, newPlayer())
		noError(t, err)
		audited(t, h)
	})
}

// The key of before is good until another one has taken its place, and no account
// takes the place of another's.
func TestRecoveryKeyKept(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		ctx := context.Background()
		h, login, stranger := casinotest.Open(t, name), newPlayer(), newPlayer()
		enter(t, h, login)
		enter(t, h, stranger)
		key, hash := casinotest.RecoveryKey()
		if err := h.SetRecoveryKey(ctx, login, hash, ""); err != nil {
			t.Fatal(err)
		}
		for _, bad := range []string{"", hash[1:], hash + "00", strings.ToUpper(hash), strings.Repeat("g", 64), " " + hash[1:]} {
			if err := h.SetRecoveryKey(ctx, login, bad, hash); !errors.Is(err, house.ErrRecoveryHash) {
				t.Errorf("%q: %v", bad, err)
			}
		}
		if err := h.SetRecoveryKey(ctx, stranger, hash, ""); !errors.Is(err, house.ErrRecoveryHash) {
			t.Errorf("another account's: %v", err)
		}
		if err := h.SetRecoveryKey(ctx, newPlayer(), hash, ""); err != house.ErrNoPlayer {
			t.Errorf("nobody's: %v", err)
		}
		phone := newPlayer()
		view, err := h.Recover(ctx, key, phone)
		if noError(t, err); view.Player != login[:16] {
			t.Errorf("%+v", view)
		}
		next := setKey(t, h, phone)
		// A request that was sent before the latest key was made, and comes only now.
		for _, before := range []string{"", hash} {
			refused(t, h.SetRecoveryKey(ctx, phone, strings.Repeat("cd", 32), before), house.OtherKey)
		}
		refused(t, h.SetRecoveryKey(ctx, phone, hash, ""), house.OtherKey)
		if _, err := h.Recover(ctx, key, newPlayer()); !errors.Is(err, house.ErrNotRecovered) {
			t.Errorf("the key of before: %v", err)
		}
		view, err = h.Recover(ctx, next, newPlayer())
		noError(t, err)
	})
}

// An account with a bet of any kind would be lost to another one's key; one without, or that
// the key is for, wouldn't.
func TestWouldLose(t *testing.T) {
	h, rig := casinotest.StartCrash(t, t.TempDir()+"/casino.db")
	other, visitor, dices, crashes := newPlayer(), newPlayer(), newBetter(t, h), sit(t, h)
	enter(t, h, other)
	enter(t, h, visitor)
	dices.bet(dice)
	join(t, h, crashes, rig.Round(), "crash 200 for 100")
	key := setKey(t, h, other)
	for login, want := range map[string]bool{visitor: false, dices.player: true, crashes: true, newPlayer(): false} {
		if loses, err := h.WouldLose(t.Context(), login, key); err != nil || loses != want {
			t.Errorf("%v, %v; want %v", loses, err, want)
		}
	}
	if loses, err := h.WouldLose(t.Context(), crashes, setKey(t, h, crashes)); err != nil || loses {
		t.Errorf("by the account's own key: %v, %v", loses, err)
	}
}
