package house

import (
	"context"
	"database/sql"
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

// LowBalance is the reason for declining a bet whose stake exceeds the balance. That for
// declining a bet while a hand is open is HandOpen.
const LowBalance = "balance"

// Bet takes a bet, and settles it unless the game has another step; or it declines it. The
// request names the pair of seeds and the nonce. Repeated, it gets the stored answer.
func (h *House) Bet(ctx context.Context, player string, hash seedrng.Hash, nonce uint64, text string) (answer Answer, err error) {
	bet, err := rules.ParseBet(text)
	if err != nil {
		return Answer{}, err
	}
	err = h.change(ctx, player, func(tx *sql.Tx, a *account) error {
		v := a.session.View()
		before, err := a.find(ctx, tx, v, hash, nonce)
		switch {
		case err != nil:
			return err
		case before != nil && before.Steps[0].Sent != text:
			return a.refuse(ctx, tx, OtherRequest, "this nonce was played with another bet", before)
		case before != nil:
			answer = Answer{*before, a.balance, v.NextNonce, true}
			return nil
		case v.ServerHash == seedrng.Hash{}:
			return a.refuse(ctx, tx, NoSeeds, "there are no active seeds before the first rotation", nil)
		case hash != v.ServerHash:
			return a.refuse(ctx, tx, OtherSeeds, "serverHash isn't that of the active seeds", nil)
		case nonce > v.NextNonce:
			return a.refuse(ctx, tx, NonceAhead, fmt.Sprintf("the next nonce is %d", v.NextNonce), nil)
		}
		round := Round{ServerHash: hash, Nonce: nonce, Game: bet.Game, Stake: bet.Stake,
			Steps: []Step{{Sent: text}}, Time: time.Now().UTC().Truncate(time.Millisecond)}
		switch { // decided before anything is drawn
		case len(v.OpenRounds) > 0:
			round.Declined = HandOpen
		case bet.Stake > a.balance:
			round.Declined = LowBalance
		}
		if round.Declined != "" {
			// The name differs from that of an open hand, which may be a bet with the same text.
			if err := a.session.Decline(hash, nonce, fmt.Sprint("declined ", nonce)); err != nil {
				return err
			}
			round.Paid = bet.Stake
		} else {
			played, err := a.play(hash, nonce, bet.Steps, text)
			if err != nil {
				return err
			}
			round.Paid, round.Open, round.Steps[0].Received = played.Paid, bet.Steps > 1, played.Received[0]
		}
		a.balance += round.Paid - bet.Stake
		answer = Answer{round, a.balance, v.NextNonce + 1, false}
		return insertRound(ctx, tx, player, a.pair, &round)
	})
	if err != nil {
		return Answer{}, err // what was drawn hasn't been committed
	}
	return answer, nil
}

// Hold takes the choice in a hand that was dealt, and settles it. Repeated, it gets the
// stored answer.
func (h *House) Hold(ctx context.Context, player string, hash seedrng.Hash, nonce uint64, text string) (answer Answer, err error) {
	if _, err := rules.ParseHold(text); err != nil {
		return Answer{}, err
	}
	err = h.change(ctx, player, func(tx *sql.Tx, a *account) error {
		v := a.session.View()
		round, err := a.find(ctx, tx, v, hash, nonce)
		switch {
		case err != nil:
			return err
		case round == nil && v.ServerHash != hash:
			return a.refuse(ctx, tx, OtherSeeds, "serverHash isn't that of the active seeds", nil)
		case round == nil:
			return a.refuse(ctx, tx, NotDealt, "no hand was dealt with this nonce", nil)
		case round.Open: // go on
		case len(round.Steps) < 2:
			return a.refuse(ctx, tx, NotDealt, "this round is dice, or was declined or cancelled", nil)
		case round.Steps[1].Sent != text:
			return a.refuse(ctx, tx, OtherRequest, "in this hand, other cards were held", round)
		default:
			answer = Answer{*round, a.balance, v.NextNonce, true}
			return nil
		}
		played, err := a.play(hash, nonce, 2, round.Steps[0].Sent, text)
		if err != nil {
			return err
		}
		if played.Received[0] != round.Steps[0].Received {
			return fmt.Errorf("%w: player %s, %v, nonce %d: the stored cards aren't those of the seeds", ErrDamaged, player, hash, nonce)
		}
		a.balance += played.Paid
		round.Paid, round.Open, round.Row = played.Paid, false, played.Row
		round.Steps = append(round.Steps, Step{text, played.Received[1]})
		answer = Answer{*round, a.balance, v.NextNonce, false}
		return settleRound(ctx, tx, player, a.pair, round)
	})
	if err != nil {
		return Answer{}, err // what was drawn hasn't been committed
	}
	return answer, nil
}

// play draws what follows from the texts sent in a round. The round stays open until the
// last of its steps.
func (a *account) play(hash seedrng.Hash, nonce uint64, steps int, sent ...string) (played rules.Outcome, err error) {
	if steps == 1 {
		errPlay := a.session.Play(hash, nonce, sent[0], func(stream *seedrng.Stream) { played, err = rules.Play(sent, stream) })
		return played, errors.Join(err, errPlay)
	}
	round, err := a.session.Reserve(hash, nonce, sent[0])
	if err != nil {
		return rules.Outcome{}, err
	}
	played, err = rules.Play(sent, round.Stream())
	if err != nil || len(sent) < steps {
		return played, err
	}
	return played, round.Finish()
}
