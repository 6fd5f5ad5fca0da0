package house

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/squaredeal/squaredeal/seedrng"
)

// Rotate takes the player's client seed for the server seed that was shown, and reveals
// the one before. Repeated, it changes nothing.
func (h *House) Rotate(ctx context.Context, login string, next seedrng.Hash, client string) (view View, err error) {
	err = h.change(ctx, login, func(a *account) error {
		before := a.session.View()
		seeds, err := a.session.Rotate(next, client)
		switch {
		case errors.Is(err, seedrng.ErrMismatch):
			return a.refuse(OtherSeeds, "nextServerHash isn't the one shown, or its client seed is another", nil)
		case errors.Is(err, seedrng.ErrOpen):
			return a.refuse(RoundOpen, "a round is open, whose end the server seed would show", nil)
		case err != nil:
			return err
		}
		if seeds.ServerHash != before.ServerHash {
			last, opening := a.pair, a.shownStatement(before.NextServerHash).Opening()
			a.pair++
			a.maxWin, a.nextMaxWin = a.nextMaxWin, h.maxWin()
			a.book(rotated, sql.NullInt64{}, 0, 0)
			if err := h.reveal(ctx, a, last, seeds.Revealed); err != nil {
				return err
			}
			a.write("INSERT INTO pairs (player, pair, hash, client, max_win, opening) VALUES ($1, $2, $3, $4, $5, $6)",
				a.player, a.pair, seeds.ServerHash.String(), client, a.maxWin, opening)
			a.keepShown()
		}
		view = a.view()
		return nil
	})
	if err != nil {
		return View{}, err // what was drawn hasn't been committed
	}
	return view, nil
}

// reveal keeps the server seed of one of the player's pairs, if there is one, and has it logged.
func (h *House) reveal(ctx context.Context, a *account, pair int64, r *seedrng.Revealed) error {
	if r == nil {
		return nil
	}
	var opening string
	err := h.row(ctx, "SELECT opening FROM pairs WHERE player = $1 AND pair = $2", a.player, pair).Scan(&opening)
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("%w: player %s: there is no pair %d of seeds", ErrDamaged, a.player, pair)
	}
	if err != nil {
		return err
	}
	a.write("UPDATE pairs SET server = $1, rounds = $2, crashed = $3 WHERE player = $4 AND pair = $5",
		r.ServerSeed, int64(r.Rounds), a.crashed, a.player, pair)
	a.crashedBefore, a.crashed = a.crashed, 0
	a.writes = append(a.writes, logged(revealedEntry(opening, r.ServerHash, r.ServerSeed), a.latest))
	return nil
}
