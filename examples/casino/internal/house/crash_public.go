package house

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/squaredeal/squaredeal/examples/casino/internal/crash"
)

// CrashName returns the name of a player in public.
func CrashName(player string) string {
	sum := sha256.Sum256([]byte("squaredeal/casino/v1/crash-name " + player))
	return hex.EncodeToString(sum[:4])
}

// A PublicBet is what all see of a bet.
type PublicBet struct {
	Number int64  `json:"number"`
	Name   string `json:"name"`
	Stake  int64  `json:"stake"`
	Target int64  `json:"target,omitempty"`
	Cashed *int64 `json:"cashed,omitempty"` // milliseconds after the start
}

// PublicBets returns the bets on a round after a number, in their order, and all that were
// cashed out at a time or later.
func (h *House) PublicBets(ctx context.Context, chain, round, after, cashed int64) (all []PublicBet, err error) {
	query := "SELECT player, number, sent, cashed FROM crash_bets " +
		"WHERE chain = $1 AND round = $2 AND (number > $3 OR cashed >= $4) ORDER BY number"
	err = eachRow(ctx, h.read, query, []any{chain, round, after, cashed}, func(scan scanner) error {
		var player, sent string
		var b PublicBet
		if err := scan(&player, &b.Number, &sent, &b.Cashed); err != nil {
			return err
		}
		bet, err := crash.ParseBet(sent)
		if err != nil {
			return fmt.Errorf("%w: %v", ErrDamaged, err)
		}
		b.Name, b.Stake, b.Target = CrashName(player), bet.Stake, bet.Target
		all = append(all, b)
		return nil
	})
	return all, err
}
