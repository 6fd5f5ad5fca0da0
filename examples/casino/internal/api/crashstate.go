package api

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
)

// A snapshot is what a listener is told first, and at the beginning of each round.
type snapshot struct {
	Now     int64              `json:"now"` // the database's time
	Chain   *house.Chain       `json:"chain,omitempty"`
	Round   *house.CrashRound  `json:"round,omitempty"`
	Bets    []house.PublicBet  `json:"bets"`
	History []house.CrashRound `json:"history"`
}

// A crashState is what is known of the current round, and what listeners were told of it.
type crashState struct {
	now     int64     // the database's time
	at      time.Time // when it was that
	chain   *house.Chain
	round   *house.CrashRound
	history []house.CrashRound // rounds that have ended, the newest first

	bets   map[int64]house.PublicBet // by number
	last   int64                     // the greatest number
	cashed int64                     // the latest time of a cash-out
	fresh  []int64                   // numbers of which listeners don't know yet
	toldAt time.Time                 // when they were told last of bets

	tickedAt   time.Time // when they were told the database's time
	tickedWith int64     // which that was
}

// isOf reports whether the round is the one that is known.
func (t *crashState) isOf(r *house.CrashRound) bool {
	return t != nil && t.round != nil && r != nil && t.round.Chain == r.Chain && t.round.Round == r.Round
}

// isOpen reports whether a round takes bets or runs: not if it has ended or is void.
func isOpen(r *house.CrashRound) bool { return r.Link == nil && !r.Void }

// isBehind reports whether there may be bets or cash-outs that aren't known: while the round
// runs, and once more when it is over.
func (t *crashState) isBehind(wasOpen bool) bool {
	open := isOpen(t.round)
	return t.round.Bets > t.last || open && t.now >= t.round.Starts || !open && wasOpen
}

// tickDue reports whether listeners are to be told the time: after a while, or if the clock
// has jumped.
func (t *crashState) tickDue() bool {
	since := time.Since(t.tickedAt)
	off := t.now - t.tickedWith - since.Milliseconds()
	return since >= tickEvery || max(off, -off) > clockJump.Milliseconds()
}

// tick takes note that listeners are told the time.
func (t *crashState) tick() { t.tickedAt, t.tickedWith = time.Now(), t.now }

// ticks returns the event with the time, if it is due.
func (t *crashState) ticks() [][]byte {
	if !t.tickDue() {
		return nil
	}
	t.tick()
	return [][]byte{event("tick", struct {
		Now int64 `json:"now"`
	}{t.now})}
}

// read reads what has happened to the bets. A cash-out may be stored later than one after it,
// by a moment.
func (t *crashState) read(ctx context.Context, h *house.House) error {
	all, err := h.PublicBets(ctx, t.round.Chain, t.round.Round, t.last, t.cashed-2*tickEvery.Milliseconds())
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

// news returns the events with the bets that listeners don't know yet, who do from then on.
func (t *crashState) news() (events [][]byte) {
	for numbers := range slices.Chunk(t.fresh, betsListed) {
		bets := make([]house.PublicBet, len(numbers))
		for i, number := range numbers {
			bets[i] = t.bets[number]
		}
		events = append(events, event("bets", struct {
			Chain int64             `json:"chain"`
			Round int64             `json:"round"`
			Bets  []house.PublicBet `json:"bets"`
		}{t.round.Chain, t.round.Round, bets}))
	}
	if events != nil {
		t.fresh, t.toldAt = nil, time.Now()
	}
	return events
}

// first is the event with a snapshot, whose time goes on if the database hasn't answered since.
func (t *crashState) first() []byte {
	bets := slices.SortedFunc(maps.Values(t.bets), func(a, b house.PublicBet) int { return cmp.Compare(b.Number, a.Number) })
	bets = bets[:min(len(bets), betsListed)]
	return event("table", snapshot{
		Now: t.now + time.Since(t.at).Milliseconds(), Chain: t.chain, Round: t.round,
		Bets:    append([]house.PublicBet{}, bets...), // not null in JSON if there are none
		History: append([]house.CrashRound{}, t.history...),
	})
}
