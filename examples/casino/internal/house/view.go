package house

import (
	"context"
	"database/sql"

	"github.com/squaredeal/squaredeal/seedrng"
)

// A View is what a player may see of their account.
type View struct {
	Player  string       `json:"player"`
	Balance int64        `json:"balance"`
	Seeds   seedrng.View `json:"seeds"`
	Hand    *Round       `json:"hand,omitempty"` // the open one
}

func (a *account) view(hand *Round) View {
	return View{Player: a.player[:16], Balance: a.balance, Seeds: a.session.View(), Hand: hand}
}

// hand returns the open hand, nil if there is none.
func (a *account) hand(ctx context.Context, tx *sql.Tx) (*Round, error) {
	v := a.session.View()
	if len(v.OpenRounds) == 0 {
		return nil, nil
	}
	return findRound(ctx, tx, a.player, a.pair, v.OpenRounds[0].Nonce)
}

// View returns what the player may see.
func (h *House) View(ctx context.Context, player string) (view View, err error) {
	err = h.snapshot(ctx, func(tx *sql.Tx) error {
		a, err := h.load(ctx, tx, player, "")
		if err != nil {
			return err
		}
		hand, err := a.hand(ctx, tx)
		view = a.view(hand)
		return err
	})
	return view, err
}

// The codes of refusals.
const (
	NoSeeds      = "no-seeds"
	OtherSeeds   = "seeds"
	NonceAhead   = "nonce"
	OtherRequest = "other-request"
	HandOpen     = "hand-open"
	NotDealt     = "not-found"
)

// A Refusal is the answer to a request that can't be carried out now. Nothing was changed.
type Refusal struct {
	Code   string
	Detail string
	View   View
	Round  *Round // what was played instead, for OtherRequest
}

func (r *Refusal) Error() string { return "house: refused: " + r.Detail }

// refuse makes a Refusal.
func (a *account) refuse(ctx context.Context, tx *sql.Tx, code, detail string, round *Round) error {
	hand, err := a.hand(ctx, tx)
	if err != nil {
		return err
	}
	return &Refusal{code, detail, a.view(hand), round}
}
