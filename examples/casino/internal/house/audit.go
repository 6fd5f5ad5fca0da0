package house

import (
	"context"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/vault"
	"github.com/squaredeal/squaredeal/examples/casino/receipt"
	"github.com/squaredeal/squaredeal/seedrng"
)

const (
	auditAtOnce = 200       // players
	crashAtOnce = 1000      // rounds
	maxSkew     = time.Hour // between the clocks of processes and of the database
)

// Audit computes everything again, from one state of the database: each round from its
// seeds, whether they are revealed or sealed in a session, and each balance from the ledger,
// of which every row must be what its kind allows at that moment; and it looks in the public
// log for what was said of each pair. The result is kept for [House.Overview].
func (h *House) Audit(ctx context.Context) (report Report, err error) {
	err = h.snapshot(ctx, func(tx *sql.Tx) error {
		report, err = h.auditIn(ctx, tx)
		return err
	})
	if err != nil {
		return report, err
	}
	return report, h.keepResult(ctx, report)
}

func (h *House) auditIn(ctx context.Context, tx *sql.Tx) (Report, error) {
	a := auditor{keys: h.keys, crashAtOnce: h.crashAtOnce, report: Report{days: make(map[dayKind]Sum)}}
	var err error
	if a.now, err = h.timeIn(ctx, tx); err == nil {
		a.used, err = keysInUse(ctx, tx)
	}
	if err == nil {
		a.renewals, err = renewals(ctx, tx)
	}
	for _, r := range a.renewals {
		if r.goesOn() {
			a.report.fault("-restored, begun at %d, has ended only some of the sessions: run it again", r.began)
		}
	}
	if err == nil {
		err = a.auditChains(ctx, tx)
	}
	for last, more := "", true; more && err == nil; {
		last, more, err = a.auditPlayers(ctx, tx, last)
	}
	if err == nil {
		err = a.countRows(ctx, tx)
	}
	a.report.total()
	return a.report, err
}

// An auditor goes through some players at a time.
type auditor struct {
	keys        vault.Keys
	crashAtOnce int      // rounds of a chain
	now         int64    // of the database
	used        []string // keys that may seal
	renewals    []renewal
	report      Report
	players     map[string]*audited
	said        []saying // of these, which the public log should have
}

// audited is what is known of one player.
type audited struct {
	balance, entry, pair, maxWin int64         // as the row has it
	entered, latest              int64         // likewise, in milliseconds
	shown                        receipt.Shown // of the next hash, which the session has; likewise
	leaf                         string
	session                      *seedrng.Session
	view                         seedrng.View // of the session

	crash                  roundID                // of the bet that isn't settled, as the row has it
	crashed, crashedBefore int64                  // the numbers of bets on crash, likewise
	crashBets              map[int64]*crashBetRow // by entry, until the ledger has come to it
	limits                 string                 // as the row has it
	wanted                 map[int64]Limits       // limits, by the number of the entry
	pairs                  []auditedPair
	place                  place // in the ledger
	lost                   bool  // it can't be followed any further
}

func (a *auditor) fault(player, format string, args ...any) {
	a.report.fault("player %.16s: %s", player, fmt.Sprintf(format, args...))
}

// auditPlayers audits the players after one, and says which was the last, and whether there
// are more.
func (a *auditor) auditPlayers(ctx context.Context, tx *sql.Tx, after string) (last string, more bool, err error) {
	a.players, a.said = make(map[string]*audited), nil
	err = eachRow(ctx, tx, "SELECT player, balance, entry, pair, max_win, entered, latest, own, crash_chain, crash_round, crashed, "+
		"crashed_before, name, next_max_win, shown, leaf, key, session FROM players WHERE player > $1 ORDER BY player LIMIT $2",
		[]any{after, auditAtOnce}, func(scan scanner) error {
			p := new(audited)
			var name, key string
			var sealed []byte
			if err := scan(&last, &p.balance, &p.entry, &p.pair, &p.maxWin, &p.entered, &p.latest, &p.limits, &p.crash.chain, &p.crash.round,
				&p.crashed, &p.crashedBefore, &name, &p.shown.MaxWin, &p.shown.Time, &p.leaf, &key, &sealed); err != nil {
				return err
			}
			p.shown.Number = p.pair + 1
			hex.Decode(p.shown.Session[:], []byte(name)) // a wrong one gives another leaf
			a.players[last] = p
			a.openSession(last, p, key, sealed)
			a.checkShown(last, p)
			return nil
		})
	if err != nil {
		return "", false, err
	}
	// After the last player there should be nothing, and that is looked at as well.
	more = len(a.players) == auditAtOnce
	where, args := " WHERE player > $1 ORDER BY player, ", []any{after}
	if more {
		where, args = " WHERE player > $1 AND player <= $2 ORDER BY player, ", []any{after, last}
	}
	for _, part := range []struct {
		query string
		read  func(scan scanner) error
	}{
		{"SELECT player, pair, hash, client, max_win, opening, coalesce(server, ''), coalesce(rounds, 0), crashed FROM pairs" + where +
			"pair", a.readPair},
		{"SELECT player, pair, nonce, at, stake, paid, open, sent, received, declined FROM bets" + where + "pair, nonce", a.readRound},
		{"SELECT player, b.chain, b.round, pair, serial, entry, at, early, sent, cashed, settled, paid, r.round IS NOT NULL, " +
			"coalesce(starts, 0), coalesce(ended, 0), link IS NOT NULL, coalesce(point, 0), coalesce(lapsed, FALSE), coalesce(void, FALSE) " +
			"FROM crash_bets b LEFT JOIN crash_rounds r ON r.chain = b.chain AND r.round = b.round" + where + "b.chain, b.round",
			a.readCrashBet},
		{"SELECT player, entry, wanted FROM own_limits" + where + "entry", a.readWish},
		{"SELECT " + entryColumns + " FROM ledger" + where + "entry", a.readEntry},
	} {
		if err := eachRow(ctx, tx, part.query, args, part.read); err != nil {
			return "", false, err
		}
	}
	for _, player := range slices.Sorted(maps.Keys(a.players)) {
		a.complete(player, a.players[player])
	}
	return last, more, a.checkSaid(ctx, tx)
}

// countRows finds rows that the order of players doesn't reach.
func (a *auditor) countRows(ctx context.Context, tx *sql.Tx) error {
	for table, seen := range map[string]int64{"players": a.report.Players, "pairs": a.report.Pairs, "ledger": a.report.Entries,
		"bets": a.report.Rounds, "crash_rounds": a.report.crashRounds, "crash_bets": a.report.crashBets, "own_limits": a.report.wishes} {
		var rows int64
		if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM "+table).Scan(&rows); err != nil {
			return err
		}
		if rows != seen {
			a.report.fault("the table %s has %d rows, of which %d belong to a player", table, rows, seen)
		}
	}
	return nil
}

// find returns a row's player.
func (a *auditor) find(player string) *audited {
	p := a.players[player]
	if p == nil {
		a.fault(player, "there are rows of nobody's account")
		p = &audited{lost: true}
		a.players[player] = p
	}
	return p
}

// openSession opens a player's session.
func (a *auditor) openSession(player string, p *audited, key string, sealed []byte) {
	a.report.Players++
	a.report.balances += p.balance
	if p.entry == 0 { // the grant is booked with the player's first change
		a.report.granted += Start
	}
	if !slices.Contains(a.used, key) {
		a.fault(player, "the session is sealed with key %s, which isn't in use", key)
	}
	state, err := a.keys.Open(player, key, sealed)
	if err == nil {
		p.session, err = seedrng.ParseSession(state, func(_, _ seedrng.SessionState) error { return nil })
	}
	if err != nil {
		a.fault(player, "the session can't be opened: %v", err)
		return
	}
	p.view = p.session.View()
}

// readWish reads what limits a player wanted.
func (a *auditor) readWish(scan scanner) error {
	var player, text string
	var entry int64
	if err := scan(&player, &entry, &text); err != nil {
		return err
	}
	a.report.wishes++
	p := a.find(player)
	if p.wanted == nil {
		p.wanted = make(map[int64]Limits)
	}
	var wanted Limits
	if err := json.Unmarshal([]byte(text), &wanted); err != nil {
		a.fault(player, "the limits of entry %d: %v", entry, err)
	}
	p.wanted[entry] = wanted
	return nil
}

// complete checks that nothing of a player is missing.
func (a *auditor) complete(player string, p *audited) {
	before := p.place.entry
	switch {
	case p.lost: // that is a fault already
	case p.entry == 0 && (p.balance != Start || p.latest != p.entered || before.Number != 0):
		a.fault(player, "the balance is %d, with times %d and %d, without an entry of the ledger", p.balance, p.entered, p.latest)
	case p.entry != before.Number || p.entry > 0 && p.balance != before.Balance:
		a.fault(player, "the balance is %d, with entry %d; the ledger has %d, with %d", p.balance, p.entry, before.Balance, before.Number)
	case p.entry > 0 && p.latest != before.At:
		a.fault(player, "the time of the last change is %d, and the ledger has %d", p.latest, before.At)
	case p.latest > a.now+maxSkew.Milliseconds():
		a.fault(player, "the time of the last change is %d, which is still to come", p.latest)
	case len(p.wanted) > 0:
		a.fault(player, "limits were wanted %d times without an entry", len(p.wanted))
	case p.limits != p.place.limits.String():
		a.fault(player, "the player's own limits are %q, and by the ledger %q", p.limits, p.place.limits)
	default:
		if err := p.checkEnded(); err != nil {
			a.fault(player, "%v", err)
		}
		if err := errors.Join(p.checkCrashLeft(), p.checkCrashCounts()); err != nil {
			a.fault(player, "%v", err)
		}
		a.checkRenewed(player, p)
	}
	switch last := len(p.pairs); {
	case p.pair != int64(last):
		a.fault(player, "there are %d pairs of seeds, not %d", last, p.pair)
	case last > 0 && p.maxWin != p.pairs[last-1].maxWin, last == 0 && p.maxWin != 0:
		a.fault(player, "the limit is %d, and isn't that of the last seeds", p.maxWin)
	}
	a.checkSession(player, p)
}

// checkSession checks that the active pair is the session's, and the number of rounds of each.
func (a *auditor) checkSession(player string, p *audited) {
	if p.session == nil {
		return // that is a fault already
	}
	for i, pair := range p.pairs {
		counted, active := pair.counted, false
		if !pair.revealed {
			counted, active = int64(p.view.NextNonce), i == len(p.pairs)-1
		}
		if !p.lost && counted != int64(len(pair.rounds)) || active == pair.revealed {
			a.fault(player, "pair %d has %d rounds; there should be %d", i+1, len(pair.rounds), counted)
		}
	}
	if active := p.view.ServerHash != (seedrng.Hash{}); active && (len(p.pairs) == 0 || p.pairs[len(p.pairs)-1].revealed) {
		a.fault(player, "the seeds of the session are in no pair")
	}
	if open := len(p.view.OpenRounds); !p.lost && (open > 1 || (open == 1) != (p.place.open != nil) ||
		open == 1 && int64(p.view.OpenRounds[0].Nonce) != p.place.openNonce) {
		a.fault(player, "the open round isn't that of the session")
	}
}
