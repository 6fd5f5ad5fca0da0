package house

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/games"
)

// A cursor is a place in a player's history.
type cursor struct{ pair, nonce int64 }

// A Line is a finished round with the seeds that it follows from, as audits read it.
type Line struct {
	Server   string `json:"server"`
	Client   string `json:"client"`
	Hash     string `json:"hash"`
	Game     string `json:"game"` // v1, the scheme of seedrng
	Nonce    string `json:"nonce"`
	Sent     string `json:"sent"` // the texts of all steps
	Received string `json:"received,omitempty"`
	Declined string `json:"declined,omitempty"` // why the bet wasn't taken; then it has no outcome
	Stake    int64  `json:"stake"`
	Paid     int64  `json:"paid"`
	Time     string `json:"time"`
	Pair     int64  `json:"pair"`   // the number of the pair of seeds, from 1
	Rounds   int64  `json:"rounds"` // with this pair, those that were declined included
}

// Export calls yield with the rounds whose seeds are revealed, the oldest first, in pages:
// one at least, which may be empty. Of all exports of this process, one at a time reads a
// page, and most of the time none does: bets come first.
func (h *House) Export(ctx context.Context, login string, yield func(page []Line) error) error {
	const page = 500
	after := cursor{0, -1}
	for {
		records, err := h.page(ctx, login, after, page)
		if err != nil {
			return err
		}
		lines := make([]Line, 0, len(records))
		for _, r := range records {
			sent, received := r.texts()
			l := Line{Server: r.server, Client: r.client, Hash: r.ServerHash.String(), Game: "v1", Nonce: strconv.FormatUint(r.Nonce, 10),
				Sent: games.Join(sent), Received: games.Join(received), Declined: r.Declined, Stake: r.Stake, Paid: r.Paid,
				Time: r.Time.Format("2006-01-02T15:04:05.000Z"), Pair: r.pair, Rounds: r.rounds}
			lines = append(lines, l)
			after = cursor{r.pair, int64(r.Nonce)}
		}
		if err := yield(lines); err != nil {
			return err
		}
		if len(records) < page {
			return nil
		}
	}
}

// page returns the next rounds to export.
func (h *House) page(ctx context.Context, login string, after cursor, limit int) ([]record, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case h.exports <- struct{}{}:
	}
	start := time.Now()
	records, err := h.records(ctx, login, "AND (b.pair, b.nonce) > ($2, $3) AND p.server IS NOT NULL ORDER BY b.pair, b.nonce LIMIT $4",
		after.pair, after.nonce, limit)
	time.AfterFunc(3*time.Since(start), func() { <-h.exports })
	return records, err
}

// records returns those of a player's rounds that the rest of a query asks for.
func (h *House) records(ctx context.Context, login, where string, args ...any) (records []record, err error) {
	err = h.snapshot(ctx, func(tx *sql.Tx) error {
		var player string
		err := tx.QueryRowContext(ctx, "SELECT player FROM players WHERE login = $1", login).Scan(&player)
		if err != nil {
			return err
		}
		return eachRow(ctx, tx, selectRounds+where, append([]any{player}, args...), func(scan scanner) error {
			r, err := scanRound(scan)
			records = append(records, r)
			return err
		})
	})
	if errors.Is(err, sql.ErrNoRows) {
		err = h.moved(ctx, login)
	}
	return records, err
}
