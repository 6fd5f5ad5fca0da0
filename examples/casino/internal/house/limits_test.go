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
)

const lossy = "dice under 1 for 1000" // which wins once in 10,000 times

// A limitedBetter bets under limits of their own, at times that the test sets.
type limitedBetter struct {
	*better
	now time.Time
}

// Each limit declines what it must from then on, says so, and lets through what it may. Being
// less strict waits for a day.
func TestOwnLimits(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		dir := t.TempDir()
		b := &limitedBetter{now: time.Date(2024, 6, 9, 23, 0, 0, 0, time.UTC)} // a Sunday
		begin := func() *house.House {
			h := casinotest.OpenWith(t, name, dir)
			house.SetClock(h, func() time.Time { return b.now })
			return h
		}
		b.better = newBetter(t, begin())
		b.declined(lossy, "")
		b.losesTooMuch()
		b.wantsMore(func() {
			b.h.Close()
			b.h = begin()
		})
		b.wantsAnother()
		b.playsTooLong()
		b.pauses()
		b.wantsNonsense()
		b.visits()
		audited(t, b.h)
	})
}

// declined makes a bet that is declined for a reason, or isn't.
func (b *limitedBetter) declined(text, reason string) {
	b.t.Helper()
	if got := b.bet(text); got != reason {
		b.t.Errorf("at %v, %s is declined by %q, not %q", b.now, text, got, reason)
	}
}

func (b *limitedBetter) pass(d time.Duration) { b.now = b.now.Add(d) }

// losesTooMuch loses what may be lost in a day, and in a week.
func (b *limitedBetter) losesTooMuch() {
	b.t.Helper()
	b.set(house.Limits{Stake: 1000, Day: 3000, Week: 5000})
	b.declined("dice under 1 for 1100", "own limit stake 1000")
	for range 3 {
		b.declined(lossy, "")
	}
	b.declined(lossy, "own limit day 3000")
	b.pass(time.Hour) // Monday: another day and another week
	b.declined(lossy, "")
	b.pass(25 * time.Hour)
	b.declined(lossy, "")
	b.declined(lossy, "")
	b.pass(24 * time.Hour)
	b.declined(lossy, "")
	b.declined(lossy, "")
	b.declined(lossy, "own limit week 5000")
}

// wantsMore is less strict: not now, nor after a restart, but a day later.
func (b *limitedBetter) wantsMore(restart func()) {
	b.t.Helper()
	own := b.set(house.Limits{Stake: 500, Day: 3000})
	if own.Stake != 500 || own.Week != 5000 || own.Next == nil || own.From != b.now.Add(24*time.Hour).UnixMilli() {
		b.t.Errorf("%+v", own)
	}
	b.declined("dice under 1 for 600", "own limit stake 500")
	b.pass(24*time.Hour - time.Millisecond)
	restart()
	b.declined("dice under 1 for 500", "own limit week 5000")
	b.pass(time.Millisecond)
	b.declined("dice under 1 for 500", "")
	b.declined("dice under 1 for 600", "own limit stake 500")
}

// wantsAnother has a wish take the place of one that waits; so the waiting begins again.
func (b *limitedBetter) wantsAnother() {
	b.t.Helper()
	b.set(house.Limits{Stake: 1000})
	b.pass(20 * time.Hour)
	b.set(house.Limits{Stake: 2000})
	b.pass(20 * time.Hour)
	b.declined("dice under 1 for 600", "own limit stake 500")
	b.pass(4 * time.Hour)
	b.declined("dice under 1 for 2000", "")
}

// playsTooLong ends a session, and begins another after a break.
func (b *limitedBetter) playsTooLong() {
	b.t.Helper()
	b.set(house.Limits{Stake: 2000, Session: 60})
	b.pass(31 * time.Minute)
	for range 3 {
		b.declined("dice under 1 for 100", "")
		b.pass(20 * time.Minute)
	}
	b.declined("dice under 1 for 100", "own limit session 60")
	b.pass(10 * time.Minute)
	b.declined("dice under 1 for 100", "own limit session 60")
	b.pass(time.Minute)
	b.declined("dice under 1 for 100", "")
}

// pauses finishes an open hand, and no bet is taken before the end of the pause.
func (b *limitedBetter) pauses() {
	b.t.Helper()
	b.declined("poker jacks for 100", "")
	until := b.now.Add(72 * time.Hour).UnixMilli()
	b.set(house.Limits{Stake: 2000, Session: 60, Pause: until})
	_, err := b.stepAt(b.nonce-1, 1, "hold")()
	noError(b.t, err)
	paused := fmt.Sprint("own limit pause ", until)
	b.declined("dice under 1 for 100", paused)
	if own := b.set(house.Limits{Stake: 2000, Session: 60}); own.Pause != until || own.Next == nil {
		b.t.Errorf("a pause ends at once: %+v", own)
	}
	b.pass(23 * time.Hour)
	b.declined("dice under 1 for 100", paused)
	b.pass(time.Hour)
	b.declined("dice under 1 for 100", "")
}

func (b *limitedBetter) wantsNonsense() {
	b.t.Helper()
	for _, own := range []house.Limits{
		{Stake: -1}, {Day: -1}, {Session: 1441}, {Week: 1 << 62}, {Pause: b.now.Add(house.MaxPause + time.Hour).UnixMilli()},
	} {
		if _, err := b.h.SetLimits(b.t.Context(), b.player, own); !errors.Is(err, house.ErrLimits) {
			b.t.Errorf("%+v: %v", own, err)
		}
	}
}

// visits begins with limits, as a visitor may.
func (b *limitedBetter) visits() {
	b.t.Helper()
	visitor := &better{t: b.t, h: b.h, player: newPlayer()}
	view := enter(b.t, b.h, visitor.player)
	visitor.set(house.Limits{Stake: 100})
	visitor.hash = rotate(b.t, b.h, visitor.player, view)
	if got := visitor.bet("dice under 1 for 200"); got != "own limit stake 100" {
		b.t.Errorf("a visitor's limit: %q", got)
	}
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
