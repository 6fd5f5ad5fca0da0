package api

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
)

// A crashState is what is known of the current round.
type crashState struct {
	Now     int64              `json:"now"` // the database's time
	Chain   *house.Chain       `json:"chain,omitempty"`
	Round   *house.CrashRound  `json:"round,omitempty"`
	Bets    []house.PublicBet  `json:"bets"`
	History []house.CrashRound `json:"history"` // rounds that have ended, the newest first

	bets   map[int64]house.PublicBet // by number
	last   int64                     // the greatest number
	cashed int64                     // the latest time of a cash-out
	fresh  []int64                   // numbers of which listeners don't know yet
	told   time.Time                 // when they were told last of bets
	ticked time.Time                 // when they were told the time
	now    int64                     // which that was
}

// read reads what has happened to the bets. A cash-out may be stored later than one after it, by a moment.
func (t *crashState) read(ctx context.Context, h *house.House) error {
	all, err := h.PublicBets(ctx, t.Round.Chain, t.Round.Round, t.last, t.cashed-2*tickEvery.Milliseconds())
	if err != nil {
		return err
	}
	t.bets, t.fresh = maps.Clone(t.bets), slices.Clone(t.fresh)
	for _, b := range all {
		known, ok := t.bets[b.Number]
		if ok && (known.Cashed == nil) == (b.Cashed == nil) {
			continue
		}
		t.bets[b.Number] = b
		t.fresh = append(t.fresh, b.Number)
		t.last = max(t.last, b.Number)
		if b.Cashed != nil {
			t.cashed = max(t.cashed, *b.Cashed)
		}
	}
	return nil
}

// news are the bets that listeners don't know yet, who do from then on.
func (t *crashState) news() any {
	all := make([]house.PublicBet, 0, len(t.fresh))
	for _, number := range t.fresh {
		all = append(all, t.bets[number])
	}
	t.fresh, t.told = nil, time.Now()
	return struct {
		Chain int64             `json:"chain"`
		Round int64             `json:"round"`
		Total int64             `json:"total"`
		Bets  []house.PublicBet `json:"bets"`
	}{t.Round.Chain, t.Round.Round, t.Round.Bets, all}
}

// first is the event of a listener who knows nothing.
func (t *crashState) first() []byte {
	now := *t
	now.Bets = slices.SortedFunc(maps.Values(t.bets), func(a, b house.PublicBet) int { return cmp.Compare(b.Number, a.Number) })
	now.Bets = now.Bets[:min(len(now.Bets), betsListed)]
	if now.Bets == nil {
		now.Bets = []house.PublicBet{}
	}
	if now.History == nil {
		now.History = []house.CrashRound{}
	}
	return event("table", now)
}
