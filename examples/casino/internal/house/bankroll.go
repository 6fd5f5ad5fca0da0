package house

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/games"
)

const (
	// DefaultBankroll is what the house can lose, in hundredths of a coin, unless it is told
	// otherwise. It is enough for all that the games allow.
	DefaultBankroll = 1_000_000_000 * games.Coin
	// bankrollShare is the part of the bankroll that one bet may pay: by Kelly's criterion, a
	// house with an edge of one percent risks one percent.
	bankrollShare = 100
)

// ErrBusy says that the rounds which are open could already cost the whole bankroll. Nothing
// is decided: the same request may come again.
var ErrBusy = errors.New("house: too much is at stake in open rounds")

// SetBankroll sets what the house can lose, before it is used. It holds for server seeds whose
// hash is shown later, as nobody may lower a limit who can know what that saves: a player's
// seeds after the next ones are the first that it holds for.
func (h *House) SetBankroll(amount int64) { h.bankroll = amount }

// maxWin returns what a bet may pay at most with a server seed that is drawn now.
func (h *House) maxWin() int64 { return h.bankroll / bankrollShare }

// An exposure is what open rounds could cost. It is counted anew once a second, and by each
// process for itself, so that no row has to be locked for it.
type exposure struct {
	mu     sync.Mutex
	as     time.Time // of the latest count
	amount int64
}

// Exposure returns what all open rounds could cost.
func (h *House) Exposure(ctx context.Context) (int64, error) {
	h.exposure.mu.Lock()
	defer h.exposure.mu.Unlock()
	return h.exposed(ctx)
}

func (h *House) exposed(ctx context.Context) (int64, error) {
	if time.Since(h.exposure.as) < time.Second {
		return h.exposure.amount, nil
	}
	open, err := openBets(ctx, h.read)
	if err != nil {
		return 0, err
	}
	var amount int64
	for _, game := range open {
		amount += game.Amount
	}
	h.exposure.as, h.exposure.amount = time.Now(), amount
	return amount, nil
}

// expose counts a round that is about to be opened, unless it would be too much.
func (h *House) expose(ctx context.Context, amount int64) error {
	h.exposure.mu.Lock()
	defer h.exposure.mu.Unlock()
	open, err := h.exposed(ctx)
	if err != nil {
		return err
	}
	if open > 0 && open+amount > h.bankroll { // the bankroll may have become less than the limit of older seeds
		return ErrBusy
	}
	h.exposure.amount += amount
	return nil
}
