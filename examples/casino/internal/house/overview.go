package house

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/games"
)

const (
	keptEntries = 50                  // of the latest changes that this process has made
	keptDays    = 14                  // in the result of an audit
	keptAudits  = 90 * 24 * time.Hour // from the first one on
)

// recent are the latest entries that this process has made. The ledger isn't in the order of
// time: to look for its last rows would read all of it, and an index would make each bet dearer.
type recent struct {
	mu      sync.Mutex
	entries [keptEntries]Entry
	n       int
}

func (r *recent) add(entries []Entry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, e := range entries {
		r.entries[r.n%keptEntries] = e
		r.n++
	}
}

// Recent returns the latest entries of this process, the newest first.
func (h *House) Recent() (all []Entry) {
	h.recent.mu.Lock()
	defer h.recent.mu.Unlock()
	for i := h.recent.n - 1; i >= max(0, h.recent.n-keptEntries); i-- {
		all = append(all, h.recent.entries[i%keptEntries])
	}
	return all
}

// Entries returns some of a player's entries before a number, the newest first.
func (h *House) Entries(ctx context.Context, player string, before int64, limit int) (all []Entry, err error) {
	query := "SELECT " + entryColumns + " FROM ledger WHERE player = $1 AND entry < $2 ORDER BY entry DESC LIMIT $3"
	err = eachRow(ctx, h.read, query, []any{player, before, limit}, func(scan scanner) error {
		e, err := scanEntry(scan)
		all = append(all, e)
		return err
	})
	return all, err
}

// An Account is a player's, as an operator sees it: without sessions.
type Account struct {
	Player          string
	Balance         int64
	Entries, Pairs  int64
	MaxWin          int64
	Entered, Latest time.Time
}

// Accounts returns some accounts whose player's ID, or the one that their cookie stands for,
// begins with a text of hexadecimal digits.
func (h *House) Accounts(ctx context.Context, prefix string, limit int) (all []Account, err error) {
	query := "SELECT player, balance, entry, pair, max_win, entered, latest FROM players WHERE player >= $1 AND player < $2 OR " +
		"login >= $1 AND login < $2 ORDER BY player LIMIT $3"
	err = eachRow(ctx, h.read, query, []any{prefix, prefix + "g", limit}, func(scan scanner) error { // g is the letter after f
		var a Account
		var entered, latest int64
		err := scan(&a.Player, &a.Balance, &a.Entries, &a.Pairs, &a.MaxWin, &entered, &latest)
		a.Entered, a.Latest = time.UnixMilli(entered).UTC(), time.UnixMilli(latest).UTC()
		all = append(all, a)
		return err
	})
	return all, err
}

// An Exposed is what the open rounds of a game could cost.
type Exposed struct {
	Game   string
	Rounds int64
	Amount int64
}

// openBets returns what open rounds could cost, by game.
func openBets(ctx context.Context, db queryer) ([]Exposed, error) {
	byGame := make(map[string]Exposed)
	err := eachRow(ctx, db, "SELECT sent, count(*) FROM bets WHERE open GROUP BY sent", nil, func(scan scanner) error {
		var text string
		var n int64
		if err := scan(&text, &n); err != nil {
			return err
		}
		if bet, err := games.ParseBet(games.Split(text)[0]); err == nil { // a damaged one concerns its player
			name := bet.Game.Name()
			e := byGame[name]
			byGame[name] = Exposed{name, e.Rounds + n, e.Amount + n*bet.MaxWin()}
		}
		return nil
	})
	if err == nil {
		e := Exposed{Game: "crash"}
		err = db.QueryRowContext(ctx,
			"SELECT CAST(coalesce(sum(bets), 0) AS BIGINT), CAST(coalesce(sum(exposed), 0) AS BIGINT) FROM crash_rounds WHERE link IS "+
				"NULL AND NOT void").Scan(&e.Rounds, &e.Amount)
		if e.Rounds > 0 {
			byGame[e.Game] = e
		}
	}
	return slices.SortedFunc(maps.Values(byGame), func(a, b Exposed) int { return strings.Compare(a.Game, b.Game) }), err
}

// An Overview is what an operator wants to know of a casino.
type Overview struct {
	Bankroll, MaxWin int64
	Exposed          []Exposed
	Processes        []Process
	Keys             []string // fingerprints of those that sessions may be sealed with
	Audit            *Result  // the latest, nil before the first
}

// Overview returns an overview, from one state of the database. It reads no table whose
// length follows from the number of players or bets, but those rounds that are open.
func (h *House) Overview(ctx context.Context) (o Overview, err error) {
	o.Bankroll, o.MaxWin = h.bankroll, h.maxWin()
	err = h.snapshot(ctx, func(tx *sql.Tx) (err error) {
		if o.Exposed, err = openBets(ctx, tx); err != nil {
			return err
		}
		if o.Processes, err = working(ctx, tx, h.clock); err == nil {
			o.Keys, err = keysInUse(ctx, tx)
		}
		if err == nil {
			o.Audit, err = latestAudit(ctx, tx)
		}
		return err
	})
	return o, err
}

// A Result is what is kept of an audit.
type Result struct {
	Time                            time.Time
	Faults                          int64
	First                           []string
	Players, Pairs, Entries, Rounds int64
	Declined, Cancelled             int64
	Balances                        int64
	Sums                            []Sum // of the last days, the newest first
}

// keepResult keeps the result of an audit, and forgets old ones.
func (h *House) keepResult(ctx context.Context, r Report) error {
	sums := slices.SortedFunc(maps.Values(r.days), func(a, b Sum) int {
		return cmp.Or(b.Day.Compare(a.Day), strings.Compare(a.Kind, b.Kind))
	})
	for i, days := 1, 1; i < len(sums); i++ {
		if sums[i].Day != sums[i-1].Day {
			days++
		}
		if days > keptDays {
			sums = sums[:i]
		}
	}
	now := time.Now()
	result, err := json.Marshal(Result{now.UTC(), int64(r.Faults), r.First, r.Players, r.Pairs, r.Entries, r.Rounds, r.declined,
		r.cancelled, r.balances, sums})
	if err != nil {
		return err
	}
	return h.commit(ctx, []statement{
		{query: "DELETE FROM audits WHERE at < $1", args: []any{now.Add(-keptAudits).UnixMilli()}},
		{query: "INSERT INTO audits (at, result) VALUES ($1, $2) ON CONFLICT (at) DO UPDATE SET result = excluded.result",
			args: []any{now.UnixMilli(), string(result)}},
	})
}

// latestAudit returns the result of the latest audit, nil before the first.
func latestAudit(ctx context.Context, tx *sql.Tx) (*Result, error) {
	var text string
	err := tx.QueryRowContext(ctx, "SELECT result FROM audits ORDER BY at DESC LIMIT 1").Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var result Result
	return &result, json.Unmarshal([]byte(text), &result)
}
