package house

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/rules"
	"github.com/squaredeal/squaredeal/seedrng"
)

const minStake = rules.MinStake

// An Answer is that to a bet or to a choice.
type Answer struct {
	Round     Round  `json:"round"`
	Balance   int64  `json:"balance"`
	NextNonce uint64 `json:"nextNonce,string"`
	Repeated  bool   `json:"repeated"` // the request was answered before
}

// The reasons for declining a bet, all of which the player can check: the stake exceeds the
// balance; or the bet could pay more than was shown with the seeds, which follows the word
// as a number. While a hand is open, it is HandOpen.
const (
	LowBalance = "balance"
	OverLimit  = "limit"
)

// Bet takes a bet, and settles it unless the game has another step; or it declines it. The
// request names the pair of seeds and the nonce. Repeated, it gets the stored answer.
func (h *House) Bet(ctx context.Context, player string, hash seedrng.Hash, nonce uint64, text string) (answer Answer, err error) {
	bet, err := rules.ParseBet(text)
	if err != nil {
		return Answer{}, err
	}
	err = h.change(ctx, player, func(a *account) error {
		v := a.session.View()
		before, err := h.find(ctx, a, hash, nonce)
		switch {
		case err != nil:
			return err
		case before != nil && before.Steps[0].Sent != text:
			return a.refuse(OtherRequest, "this nonce was played with another bet", before)
		case before != nil:
			answer = Answer{*before, a.balance, v.NextNonce, true}
			return nil
		case v.ServerHash == seedrng.Hash{}:
			return a.refuse(NoSeeds, "there are no active seeds before the first rotation", nil)
		case hash != v.ServerHash:
			return a.refuse(OtherSeeds, "serverHash isn't that of the active seeds", nil)
		case nonce > v.NextNonce:
			return a.refuse(NonceAhead, fmt.Sprintf("the next nonce is %d", v.NextNonce), nil)
		}
		round := Round{ServerHash: hash, Nonce: nonce, Game: bet.Game, Stake: bet.Stake,
			Steps: []Step{{Sent: text}}, Time: time.UnixMilli(a.latest).UTC()}
		round.Declined = a.declines(bet) // before anything is drawn
		if round.Declined != "" {
			// The name differs from that of an open hand, which may be a bet with the same text.
			if err := a.session.Decline(hash, nonce, fmt.Sprint("declined ", nonce)); err != nil {
				return err
			}
			round.Paid = bet.Stake
			a.book(declined, ofBet(nonce), bet.Stake, round.Paid)
		} else {
			if bet.Steps > 1 {
				if err := h.expose(ctx, bet.MaxWin()); err != nil {
					return err
				}
			}
			outcome, err := a.play(hash, nonce, bet.Steps, text)
			if err != nil {
				return err
			}
			round.Paid, round.Open, round.Steps[0].Received = outcome.Paid, bet.Steps > 1, outcome.Received[0]
			a.book(played, ofBet(nonce), bet.Stake, round.Paid)
		}
		a.insertRound(&round)
		answer = Answer{round, a.balance, nonce + 1, false}
		return nil
	})
	if err != nil {
		return Answer{}, err // what was drawn hasn't been committed
	}
	return answer, nil
}

// declines returns the reason for declining a bet, empty if it is taken.
func (a *account) declines(bet rules.Bet) string {
	switch {
	case a.hand != nil:
		return HandOpen
	case bet.Stake > a.balance:
		return LowBalance
	case bet.MaxWin() > a.maxWin:
		return fmt.Sprint(OverLimit, " ", a.maxWin)
	}
	return ""
}

// Hold takes the choice in a hand that was dealt, and settles it. Repeated, it gets the
// stored answer.
func (h *House) Hold(ctx context.Context, player string, hash seedrng.Hash, nonce uint64, text string) (answer Answer, err error) {
	if _, err := rules.ParseHold(text); err != nil {
		return Answer{}, err
	}
	err = h.change(ctx, player, func(a *account) error {
		v := a.session.View()
		round, err := h.find(ctx, a, hash, nonce)
		switch {
		case err != nil:
			return err
		case round == nil && v.ServerHash != hash:
			return a.refuse(OtherSeeds, "serverHash isn't that of the active seeds", nil)
		case round == nil:
			return a.refuse(NotDealt, "no hand was dealt with this nonce", nil)
		case round.Open: // go on
		case len(round.Steps) < 2:
			return a.refuse(NotDealt, "this round is dice, or was declined or cancelled", nil)
		case round.Steps[1].Sent != text:
			return a.refuse(OtherRequest, "in this hand, other cards were held", round)
		default:
			answer = Answer{*round, a.balance, v.NextNonce, true}
			return nil
		}
		outcome, err := a.play(hash, nonce, 2, round.Steps[0].Sent, text)
		if err != nil {
			return err
		}
		if outcome.Received[0] != round.Steps[0].Received {
			return fmt.Errorf("%w: player %s, %v, nonce %d: the stored cards aren't those of the seeds", ErrDamaged, player, hash, nonce)
		}
		round.Paid, round.Open, round.Row = outcome.Paid, false, outcome.Row
		round.Steps = append(round.Steps, Step{text, outcome.Received[1]})
		a.book(held, ofBet(nonce), 0, round.Paid)
		a.settleRound(round)
		answer = Answer{*round, a.balance, v.NextNonce, false}
		return nil
	})
	if err != nil {
		return Answer{}, err // what was drawn hasn't been committed
	}
	return answer, nil
}

// play draws what follows from the texts sent in a round. The round stays open until the
// last of its steps.
func (a *account) play(hash seedrng.Hash, nonce uint64, steps int, sent ...string) (outcome rules.Outcome, err error) {
	if steps == 1 {
		errPlay := a.session.Play(hash, nonce, sent[0], func(stream *seedrng.Stream) { outcome, err = rules.Play(sent, stream) })
		return outcome, errors.Join(err, errPlay)
	}
	round, err := a.session.Reserve(hash, nonce, sent[0])
	if err != nil {
		return rules.Outcome{}, err
	}
	outcome, err = rules.Play(sent, round.Stream())
	if err != nil || len(sent) < steps {
		return outcome, err
	}
	return outcome, round.Finish()
}
