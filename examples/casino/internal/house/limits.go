package house

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

const (
	// CoolingOff is how long a player's wish to be less strict waits.
	CoolingOff = 24 * time.Hour
	// Break is how long a player makes no bet between two sessions.
	Break = 30 * time.Minute
	// MaxPause is how long a pause may last.
	MaxPause = 5 * 365 * 24 * time.Hour

	day  = int64(24 * time.Hour / time.Millisecond)
	week = 7 * day
)

// OwnLimit begins the reason for declining a bet by a limit that the player has set. The
// limit's name and its value follow.
const OwnLimit = "own limit"

// ErrLimits says that a player can't have such limits.
var ErrLimits = errors.New("house: these limits are out of range")

// Limits are a player's own, 0 being none: what a bet may stake, what may be lost in a day and
// in a week (of UTC, from Monday), how many minutes a session may last, and the time until
// which no bet is taken, in milliseconds since 1970.
type Limits struct {
	Stake   int64 `json:"stake"`
	Day     int64 `json:"day"`
	Week    int64 `json:"week"`
	Session int64 `json:"session"`
	Pause   int64 `json:"pause"`
}

// A LimitState is a player's limits with what they are compared with.
type LimitState struct {
	Limits
	Next *Limits `json:"next,omitempty"` // what comes into force later, as it is less strict
	From int64   `json:"from,omitempty"` // when, in milliseconds since 1970

	Counted  int64 `json:"counted"` // the time of the latest bet or payment since there are limits
	LostDay  int64 `json:"lostDay"` // on the day of that time; less than 0 if it was won
	LostWeek int64 `json:"lostWeek"`
	Began    int64 `json:"began"` // the session of the latest bet
	Bet      int64 `json:"bet"`   // the time of that bet
}

func parseLimits(text string) (*LimitState, error) {
	if text == "" {
		return nil, nil
	}
	s := new(LimitState)
	return s, json.Unmarshal([]byte(text), s)
}

// String is the text that is stored.
func (s *LimitState) String() string {
	if s == nil {
		return ""
	}
	text, _ := json.Marshal(s) // numbers can be
	return string(text)
}

// pass lets time pass: what was to come comes into force, and what was lost on other days
// doesn't count any more.
func (s *LimitState) pass(now int64) {
	if s.Next != nil && now >= s.From {
		s.Limits, s.Next, s.From = *s.Next, nil, 0
	}
	if now/day != s.Counted/day {
		s.LostDay = 0
	}
	if monday := 3 * day; (now+monday)/week != (s.Counted+monday)/week { // 1970 began on a Thursday
		s.LostWeek = 0
	}
}

// set makes limits those that the player wants: what is stricter at once, what is less strict
// after a time to cool off. A wish takes the place of one that waits.
func (s *LimitState) set(wanted Limits, now int64) {
	if s.Next != nil && *s.Next == wanted {
		return // the same wish again, as after a lost answer
	}
	strict := func(has, wants int64) int64 {
		if has == 0 || wants != 0 && wants < has {
			return wants
		}
		return has
	}
	before := s.Limits
	s.Limits = Limits{strict(before.Stake, wanted.Stake), strict(before.Day, wanted.Day), strict(before.Week, wanted.Week),
		strict(before.Session, wanted.Session), max(wanted.Pause, before.Pause)}
	if s.Pause <= now {
		s.Pause = 0
	}
	s.Next, s.From = nil, 0
	if s.Limits != wanted {
		s.Next, s.From = &wanted, now+CoolingOff.Milliseconds()
	}
}

// declines returns the reason for declining a bet, empty if no limit does.
func (s *LimitState) declines(stake, now int64) string {
	if s == nil {
		return ""
	}
	reason := func(name string, value int64) string { return fmt.Sprintf("%s %s %d", OwnLimit, name, value) }
	switch {
	case s.Pause > now:
		return reason("pause", s.Pause)
	case s.Stake != 0 && stake > s.Stake:
		return reason("stake", s.Stake)
	case s.Day != 0 && s.LostDay+stake > s.Day:
		return reason("day", s.Day)
	case s.Week != 0 && s.LostWeek+stake > s.Week:
		return reason("week", s.Week)
	case s.Session != 0 && now-s.Bet <= Break.Milliseconds() && now-s.Began >= s.Session*time.Minute.Milliseconds():
		return reason("session", s.Session)
	}
	return ""
}

// book counts an entry of the ledger.
func (s *LimitState) book(e Entry) {
	switch e.Kind {
	case played, joined:
		if e.At-s.Bet > Break.Milliseconds() {
			s.Began = e.At
		}
		s.Bet = e.At
	case stepped, cancelled, settled:
	default:
		return
	}
	s.Counted = e.At
	s.LostDay += e.Taken - e.Given
	s.LostWeek += e.Taken - e.Given
}

// SetLimits sets a player's limits. Repeated, it changes nothing.
func (h *House) SetLimits(ctx context.Context, login string, wanted Limits) (view View, err error) {
	err = h.change(ctx, login, func(a *account) error {
		if wanted.Pause != 0 && wanted.Pause <= a.latest {
			wanted.Pause = 0
		}
		if wanted.Stake < 0 || wanted.Day < 0 || wanted.Week < 0 || wanted.Session < 0 || wanted.Session > 24*60 || wanted.Pause < 0 ||
			max(wanted.Stake, wanted.Day, wanted.Week) > 1_000_000_000_000 || wanted.Pause > a.latest+MaxPause.Milliseconds() {
			return ErrLimits
		}
		before := a.limits
		if before == nil {
			before = new(LimitState)
		}
		after := *before
		after.set(wanted, a.latest)
		if after.String() != before.String() {
			a.limits = &after
			a.book(limited, sql.NullInt64{}, 0, 0)
			text, err := json.Marshal(wanted)
			if err != nil {
				return err
			}
			a.write("INSERT INTO own_limits (player, entry, wanted) VALUES ($1, $2, $3)", a.player, a.entry, string(text))
		}
		view = a.view()
		return nil
	})
	return view, err
}
