package house

import (
	"context"

	"github.com/squaredeal/squaredeal/seedrng"
)

// A View is what a player may see of their account.
type View struct {
	Player  string       `json:"player"`
	Balance int64        `json:"balance"`
	Seeds   seedrng.View `json:"seeds"`
	MaxWin  int64        `json:"maxWin"` // what a bet with the active seeds may pay at most; 0 without
	// NextMaxWin is the same for the seeds whose server hash is shown. It is shown with the
	// hash, before the client seed is known, and stays.
	NextMaxWin int64     `json:"nextMaxWin"`
	Receipts   Receipts  `json:"receipts"`
	Open       *Round    `json:"open,omitempty"`  // the round that is
	Crash      *CrashBet `json:"crash,omitempty"` // the bet on crash that isn't settled
	// Crashed are the numbers of bets on crash with the active seeds, and with those that are
	// revealed.
	Crashed struct {
		Active   int64 `json:"active"`
		Revealed int64 `json:"revealed"`
	} `json:"crashed"`
	Recovery string      `json:"recovery"`      // the hash of the recovery key, empty if there is none
	Limits   *LimitState `json:"own,omitempty"` // limits that the player has set
}

func (a *account) view() View {
	view := View{Player: a.player[:16], Balance: a.balance, Seeds: a.session.View(), NextMaxWin: a.nextMaxWin, Open: a.open,
		Crash: a.crash, Recovery: a.recovery}
	view.Crashed.Active, view.Crashed.Revealed = a.crashed, a.crashedBefore
	view.Receipts = a.receipts(view.Seeds)
	if view.Seeds.ServerHash != (seedrng.Hash{}) {
		view.MaxWin = a.maxWin
	}
	if a.limits != nil {
		own := *a.limits
		own.pass(max(a.latest, a.now))
		view.Limits = &own
	}
	return view
}

// View returns what the player may see.
func (h *House) View(ctx context.Context, login string) (View, error) {
	a, err := h.load(ctx, login)
	if err != nil {
		return View{}, err
	}
	return a.view(), nil
}
