package house_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/seedrng"
)

// A better makes bets at times that the test sets.
type better struct {
	t      *testing.T
	h      *house.House
	player string
	hash   seedrng.Hash
	nonce  uint64
}

func newBetter(t *testing.T, h *house.House) *better {
	player := newPlayer()
	return &better{t, h, player, rotate(t, h, player, enter(t, h, player)), 0}
}

// bet makes a bet, and returns the reason if it was declined.
func (b *better) bet(text string) string {
	b.t.Helper()
	answer, err := b.h.Bet(context.Background(), b.player, b.hash, b.nonce, text)
	must(b.t, answer, err)
	again, err := b.h.Bet(context.Background(), b.player, b.hash, b.nonce, text)
	same(b.t, answer, again, err)
	b.nonce++
	return answer.Round.Declined
}

func (b *better) set(own house.Limits) *house.LimitState {
	b.t.Helper()
	view, err := b.h.SetLimits(context.Background(), b.player, own)
	again, errAgain := b.h.SetLimits(context.Background(), b.player, own)
	if must(b.t, view, errors.Join(err, errAgain)); fmt.Sprint(view.Limits) != fmt.Sprint(again.Limits) {
		b.t.Errorf("repeated, limits are %v, not %v", again.Limits, view.Limits)
	}
	return view.Limits
}

const lossy = "dice under 1 for 1000" // which is lost, but for once in 10,000 times

// Each limit declines what it must from then on, says so, and lets through what it may. Being
// less strict waits for a day.
func TestOwnLimits(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		dir := t.TempDir()
		h := casinotest.OpenWith(t, name, dir)
		now := time.Date(2024, 6, 9, 23, 0, 0, 0, time.UTC) // a Sunday
		house.SetClock(h, func() time.Time { return now })
		b := newBetter(t, h)
		want := func(text, reason string) {
			t.Helper()
			if got := b.bet(text); got != reason {
				t.Errorf("at %v, %s is declined by %q, not %q", now, text, got, reason)
			}
		}
		want(lossy, "")
		b.set(house.Limits{Stake: 1000, Day: 3000, Week: 5000})
		want("dice under 1 for 1100", "own limit stake 1000")
		want(lossy, "")
		want(lossy, "")
		want(lossy, "")
		want(lossy, "own limit day 3000")
		now = now.Add(time.Hour) // Monday: another day and another week
		want(lossy, "")
		now = now.Add(25 * time.Hour)
		want(lossy, "")
		want(lossy, "")
		now = now.Add(24 * time.Hour)
		want(lossy, "")
		want(lossy, "")
		want(lossy, "own limit week 5000")

		// Less strict: not now, nor after a restart, but a day later.
		own := b.set(house.Limits{Stake: 500, Day: 3000})
		if own.Stake != 500 || own.Week != 5000 || own.Next == nil || own.From != now.Add(24*time.Hour).UnixMilli() {
			t.Errorf("%+v", own)
		}
		want("dice under 1 for 600", "own limit stake 500")
		now = now.Add(24*time.Hour - time.Millisecond)
		h.Close()
		h = casinotest.OpenWith(t, name, dir)
		house.SetClock(h, func() time.Time { return now })
		b.h = h
		want("dice under 1 for 500", "own limit week 5000")
		now = now.Add(time.Millisecond)
		want("dice under 1 for 500", "")
		want("dice under 1 for 600", "own limit stake 500")

		// A wish takes the place of one that waits; so the waiting begins again.
		b.set(house.Limits{Stake: 1000})
		now = now.Add(20 * time.Hour)
		b.set(house.Limits{Stake: 2000})
		now = now.Add(20 * time.Hour)
		want("dice under 1 for 600", "own limit stake 500")
		now = now.Add(4 * time.Hour)
		want("dice under 1 for 2000", "")

		// A session ends, and another may begin after a break.
		b.set(house.Limits{Stake: 2000, Session: 60})
		now = now.Add(31 * time.Minute)
		for range 3 {
			want("dice under 1 for 100", "")
			now = now.Add(20 * time.Minute)
		}
		want("dice under 1 for 100", "own limit session 60")
		now = now.Add(10 * time.Minute)
		want("dice under 1 for 100", "own limit session 60")
		now = now.Add(time.Minute)
		want("dice under 1 for 100", "")

		// A pause: an open hand may be finished, and no bet is taken before its end.
		want("poker jacks for 100", "")
		until := now.Add(72 * time.Hour).UnixMilli()
		b.set(house.Limits{Stake: 2000, Session: 60, Pause: until})
		held, err := h.Step(t.Context(), b.player, b.hash, b.nonce-1, 1, "hold")
		must(t, held, err)
		paused := fmt.Sprint("own limit pause ", until)
		want("dice under 1 for 100", paused)
		if own := b.set(house.Limits{Stake: 2000, Session: 60}); own.Pause != until || own.Next == nil {
			t.Errorf("a pause ends at once: %+v", own)
		}
		now = now.Add(23 * time.Hour)
		want("dice under 1 for 100", paused)
		now = now.Add(time.Hour)
		want("dice under 1 for 100", "")
		for _, own := range []house.Limits{{Stake: -1}, {Day: -1}, {Session: 1441}, {Week: 1 << 62},
			{Pause: now.Add(house.MaxPause + time.Hour).UnixMilli()}} {
			if _, err := h.SetLimits(t.Context(), b.player, own); !errors.Is(err, house.ErrLimits) {
				t.Errorf("%+v: %v", own, err)
			}
		}

		// A visitor may begin with limits.
		visitor := newPlayer()
		view := enter(t, h, visitor)
		if _, err := h.SetLimits(t.Context(), visitor, house.Limits{Stake: 100}); err != nil {
			t.Error(err)
		}
		v := &better{t, h, visitor, rotate(t, h, visitor, view), 0}
		if got := v.bet("dice under 1 for 200"); got != "own limit stake 100" {
			t.Errorf("a visitor's limit: %q", got)
		}
		audited(t, h)
	})
}

// What a player wins in a day is room for more.
func TestOwnLimitWon(t *testing.T) {
	s := house.LimitState{Limits: house.Limits{Day: 1000}}
	s.LostDay, s.Counted = -5000, time.Now().UnixMilli()
	if got := house.DeclinesByLimits(&s, 6000, s.Counted); got != "" {
		t.Errorf("%q", got)
	}
	if got := house.DeclinesByLimits(&s, 6100, s.Counted); got != "own limit day 1000" {
		t.Errorf("%q", got)
	}
	var read house.LimitState
	if err := json.Unmarshal([]byte(s.String()), &read); err != nil || read != s {
		t.Errorf("%v, %+v", err, read)
	}
}

// Of two tabs at once, one sets limits and the other bets: the bet is before the limit or after it.
func TestOwnLimitsAtOnce(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		h := casinotest.Open(t, name)
		for range 10 {
			b := newBetter(t, h)
			done := make(chan error)
			go func() {
				_, err := h.SetLimits(context.Background(), b.player, house.Limits{Stake: 100})
				done <- err
			}()
			b.bet(lossy)
			if err := <-done; err != nil {
				t.Error(err)
			}
			if got := b.bet(lossy); got != "own limit stake 100" {
				t.Errorf("after the limit: %q", got)
			}
		}
		audited(t, h)
	})
}
