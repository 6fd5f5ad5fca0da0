package house

import (
	"context"
	"database/sql"
	"errors"

	"github.com/squaredeal/squaredeal/seedrng"
)

// Rotate takes the player's client seed for the server seed that was shown, and reveals
// the one before. Repeated, it changes nothing.
func (h *House) Rotate(ctx context.Context, player string, next seedrng.Hash, client string) (view View, err error) {
	err = h.change(ctx, player, func(tx *sql.Tx, a *account) error {
		before := a.session.View()
		seeds, err := a.session.Rotate(next, client)
		switch {
		case errors.Is(err, seedrng.ErrMismatch):
			return a.refuse(ctx, tx, OtherSeeds, "nextServerHash isn't the one shown, or its client seed is another", nil)
		case errors.Is(err, seedrng.ErrOpen):
			return a.refuse(ctx, tx, HandOpen, "a hand is open, whose cards the server seed would show", nil)
		case err != nil:
			return err
		}
		if !a.changed {
			view = a.view(nil)
			return nil
		}
		if r := seeds.Revealed; r != nil && r.ServerHash == before.ServerHash {
			if err := a.reveal(ctx, tx, r); err != nil {
				return err
			}
		}
		a.pair++
		view = a.view(nil)
		_, err = tx.ExecContext(ctx, "INSERT INTO pairs (player, pair, hash, client) VALUES ($1, $2, $3, $4)",
			player, a.pair, seeds.ServerHash.String(), client)
		return err
	})
	if err != nil {
		return View{}, err // what was drawn hasn't been committed
	}
	return view, nil
}

// reveal keeps the server seed of the player's latest pair, which is revealed.
func (a *account) reveal(ctx context.Context, tx *sql.Tx, r *seedrng.Revealed) error {
	_, err := tx.ExecContext(ctx, "UPDATE pairs SET server = $1, rounds = $2 WHERE player = $3 AND pair = $4",
		r.ServerSeed, int64(r.Rounds), a.player, a.pair)
	return err
}

// A Pair is a pair of seeds that a player has had.
type Pair struct {
	ServerHash string `json:"serverHash"`
	ClientSeed string `json:"clientSeed"`
	ServerSeed string `json:"serverSeed,omitempty"` // once it is revealed
	Rounds     uint64 `json:"rounds,string"`
}

// Pairs returns the player's latest pairs, the newest first.
func (h *House) Pairs(ctx context.Context, player string, limit int) (pairs []Pair, err error) {
	pairs = []Pair{}
	err = h.snapshot(ctx, func(tx *sql.Tx) error {
		a, err := h.load(ctx, tx, player, "")
		if err != nil {
			return err
		}
		rows, err := tx.QueryContext(ctx, "SELECT hash, client, coalesce(server, ''), coalesce(rounds, $1) FROM pairs WHERE player = $2 ORDER BY pair DESC LIMIT $3",
			int64(a.session.View().NextNonce), player, limit)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var p Pair
			if err := rows.Scan(&p.ServerHash, &p.ClientSeed, &p.ServerSeed, &p.Rounds); err != nil {
				return err
			}
			pairs = append(pairs, p)
		}
		return rows.Err()
	})
	return pairs, err
}
