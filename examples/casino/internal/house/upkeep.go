package house

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"

	"github.com/squaredeal/squaredeal/seedrng"
)

// Reseal seals with the newest key what older ones have sealed, while the casino is open,
// and returns the number of players. Then the older keys may be removed from the key file.
func (h *House) Reseal(ctx context.Context) (n int, err error) {
	return h.each(ctx, h.keys.Newest(), func(_ *sql.Tx, a *account) error {
		a.changed = true
		return nil
	})
}

// Renew gives every player a new session, and returns their number. It is for a database
// that was restored from an older backup: rounds that were dealt since would be dealt again,
// to players who know them. The seeds of each old session are revealed, open hands are
// cancelled, and the stakes of these are given back.
func (h *House) Renew(ctx context.Context) (n int, err error) {
	return h.each(ctx, "", func(tx *sql.Tx, a *account) error { return a.renew(ctx, tx) })
}

// each changes the account of every player whose session is sealed with any key but one,
// each in a transaction of its own.
func (h *House) each(ctx context.Context, but string, request func(tx *sql.Tx, a *account) error) (n int, err error) {
	for last := ""; ; n++ {
		err := h.read.QueryRowContext(ctx, "SELECT player FROM players WHERE key <> $1 AND player > $2 ORDER BY player LIMIT 1", but, last).Scan(&last)
		if errors.Is(err, sql.ErrNoRows) {
			return n, nil
		}
		if err == nil {
			err = h.change(ctx, last, request)
		}
		if err != nil {
			return n, err
		}
	}
}

// renew ends the player's session and begins another.
func (a *account) renew(ctx context.Context, tx *sql.Tx) error {
	v := a.session.View()
	for _, open := range v.OpenRounds {
		hand, err := findRound(ctx, tx, a.player, a.pair, open.Nonce)
		if err != nil {
			return err
		}
		a.balance += hand.Stake
		_, err = tx.ExecContext(ctx, "UPDATE bets SET paid = stake, open = $1 WHERE player = $2 AND pair = $3 AND nonce = $4",
			false, a.player, a.pair, int64(open.Nonce))
		if err != nil {
			return err
		}
		round, err := a.session.Reserve(v.ServerHash, open.Nonce, open.Bet)
		if err != nil {
			return err
		}
		if err := round.Finish(); err != nil {
			return err
		}
	}
	if v.ServerHash != (seedrng.Hash{}) {
		// Nobody plays with the pair that this makes. It is there to reveal the one before.
		seeds, err := a.session.Rotate(v.NextServerHash, rand.Text())
		if err != nil {
			return err
		}
		if err := a.reveal(ctx, tx, seeds.Revealed); err != nil {
			return err
		}
	}
	a.state = nil
	session, err := seedrng.GenerateSession(a.keep)
	if err != nil {
		return err
	}
	a.session = session
	return nil
}
