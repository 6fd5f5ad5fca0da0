package house

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/casino/internal/crash"
)

// A CrashRound is a round of crash, as the public sees it. Times are in milliseconds since
// 1970, by the database's clock.
type CrashRound struct {
	Chain   int64        `json:"chain"`
	Round   int64        `json:"round"`
	Starts  int64        `json:"starts"`
	Bets    int64        `json:"bets"`
	Exposed int64        `json:"exposed"` // what the bets could win together
	MaxWin  int64        `json:"maxWin"`  // its limit
	Link    *commit.Link `json:"link,omitempty"`
	Point   int64        `json:"point,omitempty"` // once the link is revealed
	Ended   int64        `json:"ended,omitempty"`
	Lapsed  bool         `json:"lapsed,omitempty"` // nobody ran it for a while: see crash.Bet.Paid
	Void    bool         `json:"void,omitempty"`   // its chain was given up, and all stakes are given back

	now int64 // when it was read
}

// Outcome returns how a round that isn't open any more has ended.
func (r *CrashRound) Outcome() crash.Outcome {
	return crash.Outcome{Point: r.Point, Lapsed: r.Lapsed, Void: r.Void}
}

const crashRoundColumns = "chain, round, starts, bets, exposed, max_win, link, coalesce(point, 0), coalesce(ended, 0), lapsed, void"

func scanCrashRound(scan scanner, more ...any) (*CrashRound, error) {
	var r CrashRound
	var link sql.NullString
	err := scan(append([]any{&r.Chain, &r.Round, &r.Starts, &r.Bets, &r.Exposed, &r.MaxWin, &link, &r.Point, &r.Ended, &r.Lapsed,
		&r.Void}, more...)...)
	if err == nil && link.Valid {
		r.Link = new(commit.Link)
		if *r.Link, err = commit.ParseLink(link.String); err != nil {
			err = fmt.Errorf("%w: round %d of chain %d: %v", ErrDamaged, r.Round, r.Chain, err)
		}
	}
	return &r, err
}

// findCrashRound returns a round, with the database's time, nil if it isn't there.
func (h *House) findCrashRound(ctx context.Context, chain, round int64) (*CrashRound, error) {
	return h.queryCrashRound(ctx, "WHERE chain = $1 AND round = $2", chain, round)
}

// queryCrashRound returns the round of a condition, with the database's time, nil if there is none.
func (h *House) queryCrashRound(ctx context.Context, where string, args ...any) (*CrashRound, error) {
	var now int64
	r, err := scanCrashRound(h.row(ctx, "SELECT "+crashRoundColumns+", "+h.clock+" FROM crash_rounds "+where, args...).Scan, &now)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	r.now = now
	return r, nil
}

// LatestCrashRound returns the latest round of all, nil before the first, and the database's time.
func (h *House) LatestCrashRound(ctx context.Context) (r *CrashRound, now int64, err error) {
	if r, err = h.queryCrashRound(ctx, "ORDER BY chain DESC, round DESC LIMIT 1"); err != nil {
		return nil, 0, err
	}
	if r != nil {
		return r, r.now, nil
	}
	now, err = h.timeIn(ctx, h.read)
	return nil, now, err
}

// Reveals returns the rounds of a chain before a number that have ended, the newest first.
func (h *House) Reveals(ctx context.Context, chain, before int64, limit int) (all []CrashRound, err error) {
	all = []CrashRound{}
	query := "SELECT " + crashRoundColumns +
		" FROM crash_rounds WHERE chain = $1 AND round < $2 AND link IS NOT NULL ORDER BY round DESC LIMIT $3"
	err = eachRow(ctx, h.read, query, []any{chain, before, limit}, func(scan scanner) error {
		r, err := scanCrashRound(scan)
		if err == nil {
			all = append(all, *r)
		}
		return err
	})
	return all, err
}
