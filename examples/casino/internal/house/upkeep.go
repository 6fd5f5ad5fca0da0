package house

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/vault"
	"github.com/squaredeal/squaredeal/examples/casino/tlog"
	"github.com/squaredeal/squaredeal/seedrng"
)

// Reseal seals with the newest key what older ones have sealed, while the casino is open,
// and returns the number of players it looked at. Then the older keys may be removed from the key file.
func (h *House) Reseal(ctx context.Context) (n int, err error) {
	n, err = h.each(ctx, h.keys.Newest(), func(login string) error {
		return h.again(ctx, func() error {
			a, err := h.load(ctx, login)
			if _, moved := errors.AsType[*Moved](err); moved || errors.Is(err, ErrNoPlayer) {
				return nil // since it was looked for, it was recovered, and so sealed, or removed
			}
			if err != nil {
				return err
			}
			// Whatever changes the account in between seals it as well.
			_, err = h.write.ExecContext(ctx, "UPDATE players SET key = $1, session = $2 WHERE player = $3 AND entry = $4",
				h.keys.Newest(), h.keys.Seal(a.player, a.state), a.player, a.entry)
			return err
		})
	})
	if err == nil {
		err = h.resealChains(ctx)
	}
	if err != nil {
		return n, err
	}
	return n, h.locked(ctx, func(ctx context.Context, tx *sql.Tx) error {
		if err := h.resealSigner(ctx, tx); err != nil {
			return err
		}
		return h.retireKeys(ctx, tx)
	})
}

// resealChains seals the states of chains with the newest key, unless a croupier does at that
// moment.
func (h *House) resealChains(ctx context.Context) error {
	var all []sealedChain
	err := eachRow(ctx, h.read, "SELECT chain, key, state FROM chains WHERE key <> $1", []any{h.keys.Newest()}, func(scan scanner) error {
		var s sealedChain
		err := scan(&s.chain, &s.key, &s.state)
		all = append(all, s)
		return err
	})
	for _, s := range all {
		state, openErr := s.open(h.keys)
		if err = errors.Join(err, openErr); err != nil {
			return err
		}
		_, err = h.write.ExecContext(ctx, "UPDATE chains SET key = $1, state = $2 WHERE chain = $3 AND state = $4",
			h.keys.Newest(), h.keys.Seal(owner(s.chain), state), s.chain, s.state)
	}
	return err
}

// giveUpChains ends the chains of crash, of which players may know more than the database
// does, and voids rounds that haven't ended.
func (h *House) giveUpChains(ctx context.Context) error {
	return h.commit(ctx, []statement{
		{query: "UPDATE crash_rounds SET void = TRUE WHERE link IS NULL"},
		{query: "INSERT INTO log_pending (entry, at) SELECT 'ended ' || CAST(chain AS TEXT), CAST($1 AS BIGINT) FROM chains " +
			"WHERE ended IS NULL", args: []any{h.now().UnixMilli()}},
		{query: "UPDATE chains SET ended = (SELECT CASE WHEN began > $1 THEN began ELSE $1 END FROM renewals WHERE ended IS NULL) " +
			"WHERE ended IS NULL", args: []any{h.now().UnixMilli()}},
	})
}

// Renew gives every player a new session, and returns their number. It is for a database that
// was restored from an older backup: rounds that were dealt since would be dealt again, to
// players who know them. The seeds of each old session are revealed, open rounds are
// cancelled, and the stakes of these are given back. The chain of crash ends. No process may
// be at work, or begin to before it is done. Sessions that are damaged are named by the error, and
// their rows marked: nobody can play on with them. The next time, they are tried again.
func (h *House) Renew(ctx context.Context) (n int, err error) {
	leave, err := h.Attend(ctx, true)
	if err != nil {
		return 0, err
	}
	defer leave()
	// The world may have seen more of the log than the backup has: it doesn't grow any more.
	if err := h.beginLog(ctx); err != nil {
		return 0, err
	}
	// One that was broken off goes on.
	_, err = h.write.ExecContext(ctx,
		"INSERT INTO renewals (began) SELECT CAST($1 AS BIGINT) WHERE NOT EXISTS (SELECT 1 FROM renewals WHERE ended IS NULL)",
		h.now().UnixMilli())
	if err != nil {
		return 0, err
	}
	if err := h.giveUpChains(ctx); err != nil {
		return 0, err
	}
	_, err = h.write.ExecContext(ctx, "UPDATE players SET key = substr(key, $1) WHERE key LIKE $2", len(passedMark)+1, passedMark+"%")
	if err != nil {
		return 0, err
	}
	n, err = h.each(ctx, "", func(login string) error {
		err := h.change(ctx, login, func(a *account) error { return h.renew(ctx, a) })
		if err != nil && isDamage(err) {
			_, markErr := h.write.ExecContext(ctx, "UPDATE players SET key = CAST($1 AS TEXT) || key WHERE login = $2", passedMark, login)
			if markErr != nil {
				return markErr
			}
		}
		return err
	})
	if err != nil && !isDamage(err) {
		return n, err
	}
	_, endErr := h.write.ExecContext(ctx,
		"UPDATE renewals SET ended = (SELECT max(latest) FROM (SELECT CAST($1 AS BIGINT) AS latest UNION SELECT max(latest) FROM "+
			"players) times) WHERE ended IS NULL", h.now().UnixMilli())
	if err != nil {
		err = fmt.Errorf("if one of these is ever repaired, all sessions must end again: %w", err)
	}
	return n, errors.Join(err, endErr)
}

// passedMark begins the name of the key that sealed a session which a renewal passed: no key has such
// a name, so that the session can't be opened.
const passedMark = "passed "

// isDamage reports whether an error is of a row that nothing can be played with as it is.
func isDamage(err error) bool {
	return errors.Is(err, vault.ErrSealed) || errors.Is(err, ErrDamaged) || errors.Is(err, seedrng.ErrMalformed)
}

// each does something for every player whose session is sealed with any key but one, and
// returns the number of players. It passes damaged rows, and its error names them.
func (h *House) each(ctx context.Context, but string, work func(login string) error) (n int, err error) {
	var damaged []error
	for last := ""; ; {
		var login string
		err := h.read.QueryRowContext(ctx, "SELECT player, login FROM players WHERE key <> $1 AND player > $2 ORDER BY player LIMIT 1",
			but, last).Scan(&last, &login)
		if errors.Is(err, sql.ErrNoRows) {
			return n, errors.Join(damaged...)
		}
		if err == nil {
			err = work(login)
		}
		switch {
		case err == nil:
			n++
		case isDamage(err):
			damaged = append(damaged, err)
		default:
			return n, err
		}
	}
}

// renew ends the player's session and begins another.
func (h *House) renew(ctx context.Context, a *account) error {
	v := a.session.View()
	a.writes = append(a.writes, logged(droppedEntry+a.leaf, a.latest))
	if a.open == nil {
		a.book(renewed, sql.NullInt64{}, 0, 0)
	} else {
		a.book(cancelled, ofBet(a.open.Nonce), 0, a.open.Stake)
		a.write("UPDATE bets SET paid = stake, open = $1 WHERE player = $2 AND pair = $3 AND nonce = $4", false, a.player, a.pair,
			int64(a.open.Nonce))
		round, err := a.session.Reserve(v.ServerHash, a.open.Nonce, v.OpenRounds[0].Bet)
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
		if err := h.reveal(ctx, a, a.pair, seeds.Revealed); err != nil {
			return err
		}
	}
	a.state = nil
	session, err := seedrng.GenerateSession(a.keep)
	if err != nil {
		return err
	}
	a.session, a.name, a.crashedBefore = session, newSessionName(), 0
	a.keepShown()
	return nil
}

const (
	visitorTime    = 30 * 24 * time.Hour // for which a visitor's account is kept
	visitorsAtOnce = 200
)

// A visitor is somebody who never did anything but take seeds once, as the page does when it opens, made
// no recovery key, and wasn't there at a restoration.
type visitor struct {
	player string
	leaves []string // in the public log, of the hashes that were shown, and whose seeds weren't revealed
}

// removeVisitors removes the accounts of visitors, a while after they came.
func (h *House) removeVisitors(ctx context.Context) error {
	last, more, err := "", true, error(nil)
	for more && err == nil {
		last, more, err = h.removeSome(ctx, last)
	}
	return err
}

// removeSome removes some visitors after one, and says which was the last, and whether there may be more.
// Their rows are locked first: one who begins to play at that moment stays, or has been removed.
func (h *House) removeSome(ctx context.Context, after string) (last string, more bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, h.patience)
	defer cancel()
	tx, err := h.write.BeginTx(ctx, h.committed())
	if err != nil {
		return "", false, err
	}
	defer tx.Rollback()
	visitors, err := h.lockVisitors(ctx, tx, after)
	if err != nil {
		return "", false, err
	}
	for _, v := range visitors {
		for _, leaf := range v.leaves {
			if err := logIn(ctx, tx, droppedEntry+leaf, h.now().UnixMilli()); err != nil {
				return "", false, err
			}
		}
		for _, table := range []string{"ledger", "pairs", "players"} {
			if _, err := tx.ExecContext(ctx, "DELETE FROM "+table+" WHERE player = $1", v.player); err != nil {
				return "", false, err
			}
		}
		last = v.player
	}
	return last, len(visitors) == visitorsAtOnce, tx.Commit()
}

// lockVisitors finds visitors to be removed. Each entry of their ledgers, if there is one, is for a pair of
// seeds, and none for a renewal; of those with two pairs, browsers have records.
func (h *House) lockVisitors(ctx context.Context, tx *sql.Tx, after string) (all []visitor, err error) {
	query := "SELECT p.player, p.leaf, coalesce(s.opening, ''), coalesce(s.hash, '') FROM players p LEFT JOIN pairs s " +
		"ON s.player = p.player WHERE p.entry = p.pair AND p.pair <= 1 AND p.recovery IS NULL AND p.latest < $1 " +
		"AND p.player > $2 ORDER BY p.player LIMIT $3" + h.locks("UPDATE OF p")
	err = eachRow(ctx, tx, query, []any{h.now().Add(-visitorTime).UnixMilli(), after, visitorsAtOnce}, func(scan scanner) error {
		var v visitor
		var leaf, opening, hash string
		if err := scan(&v.player, &leaf, &opening, &hash); err != nil {
			return err
		}
		v.leaves = []string{leaf}
		if hash != "" {
			v.leaves = append(v.leaves, tlog.Commitment(opening, hash))
		}
		all = append(all, v)
		return nil
	})
	return all, err
}
