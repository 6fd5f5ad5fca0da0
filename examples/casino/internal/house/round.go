package house

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/games"
	"github.com/squaredeal/squaredeal/seedrng"
)

// A Round is a bet with all that came of it.
type Round struct {
	ServerHash seedrng.Hash `json:"serverHash"`
	Nonce      uint64       `json:"nonce,string"`
	Game       string       `json:"game"`
	Stake      int64        `json:"stake"`
	Paid       int64        `json:"paid"`
	Open       bool         `json:"open"`
	Declined   string       `json:"declined,omitempty"` // why the bet wasn't taken; its stake is given back as Paid
	Steps      []Step       `json:"steps"`
	Time       time.Time    `json:"time"`

	client string // the client seed
}

// A Step is what the player sent and received.
type Step struct {
	Sent     string `json:"sent"`
	Received string `json:"received"`
}

// texts returns what was sent in a round, and what was received.
func (r *Round) texts() (sent, received []string) {
	for _, s := range r.Steps {
		sent, received = append(sent, s.Sent), append(received, s.Received)
	}
	return sent, received
}

// find returns the round that was played with a server hash and nonce, nil if none was.
// Nothing but the open round ever changes, and that was read with the account.
func (h *House) find(ctx context.Context, a *account, hash seedrng.Hash, nonce uint64) (*Round, error) {
	v := a.session.View()
	pair := a.pair
	switch {
	case hash == seedrng.Hash{}:
		return nil, nil
	case hash != v.ServerHash:
		err := h.read.QueryRowContext(ctx, "SELECT pair FROM pairs WHERE hash = $1 AND player = $2 AND rounds > $3",
			hash.String(), a.player, int64(min(nonce, 1<<62))).Scan(&pair)
		if errors.Is(err, sql.ErrNoRows) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
	case nonce >= v.NextNonce:
		return nil, nil
	case a.open != nil && a.open.Nonce == nonce:
		return a.open, nil
	}
	return h.findRound(ctx, a.player, pair, nonce)
}

const selectRounds = `SELECT b.pair, b.nonce, b.at, b.stake, b.paid, b.open, b.sent, b.received, b.declined,
	p.hash, p.client, p.server, p.rounds
	FROM bets b JOIN pairs p ON p.player = b.player AND p.pair = b.pair WHERE b.player = $1 `

// findRound returns a round that the session says was played.
func (h *House) findRound(ctx context.Context, player string, pair int64, nonce uint64) (*Round, error) {
	r, err := scanRound(h.row(ctx, selectRounds+"AND b.pair = $2 AND b.nonce = $3", player, pair, int64(nonce)).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		err = fmt.Errorf("%w: it isn't there", ErrDamaged)
	}
	if err != nil {
		return nil, fmt.Errorf("house: round %d.%d of player %s: %w", pair, nonce, player, err)
	}
	return &r.Round, nil
}

// A record is a round with its seeds.
type record struct {
	Round
	pair   int64
	server string // empty until it is revealed
	rounds int64  // 0 until then
}

func scanRound(scan scanner) (r record, err error) {
	var at, nonce int64
	var hash, sent, received string
	var declined, server sql.NullString
	var rounds sql.NullInt64
	err = scan(&r.pair, &nonce, &at, &r.Stake, &r.Paid, &r.Open, &sent, &received, &declined, &hash, &r.client, &server, &rounds)
	if err != nil {
		return record{}, err
	}
	r.Nonce, r.Time, r.Declined = uint64(nonce), time.UnixMilli(at).UTC(), declined.String
	r.server, r.rounds = server.String, rounds.Int64
	if r.ServerHash, err = seedrng.ParseHash(hash); err != nil {
		return record{}, fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	texts, told := games.Split(sent), games.Split(received)
	if len(texts) != len(told) {
		return record{}, fmt.Errorf("%w: %d steps have %d outcomes", ErrDamaged, len(texts), len(told))
	}
	bet, err := games.ParseBet(texts[0])
	if err != nil {
		return record{}, fmt.Errorf("%w: %v", ErrDamaged, err) // no fault of the request's
	}
	r.Game = bet.Game.Name()
	for i := range texts {
		r.Steps = append(r.Steps, Step{texts[i], told[i]})
	}
	return r, nil
}

func (a *account) insertRound(r *Round) {
	sent, received := r.texts()
	a.write(`INSERT INTO bets (player, pair, nonce, at, stake, paid, open, sent, received, declined)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		a.player, a.pair, int64(r.Nonce), r.Time.UnixMilli(), r.Stake, r.Paid, r.Open, games.Join(sent), games.Join(received),
		sql.NullString{String: r.Declined, Valid: r.Declined != ""})
}

func (a *account) updateRound(r *Round) {
	sent, received := r.texts()
	a.write("UPDATE bets SET paid = $1, open = $2, sent = $3, received = $4 WHERE player = $5 AND pair = $6 AND nonce = $7",
		r.Paid, r.Open, games.Join(sent), games.Join(received), a.player, a.pair, int64(r.Nonce))
}
