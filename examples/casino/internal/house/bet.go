package house

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/games"
	"github.com/squaredeal/squaredeal/seedrng"
)

const minStake = games.MinStake

// An Answer is that to a bet or to a later step.
type Answer struct {
	Round     Round  `json:"round"`
	Balance   int64  `json:"balance"`
	NextNonce uint64 `json:"nextNonce,string"`
	Repeated  bool   `json:"repeated"` // the request was answered before
	Receipt   []byte `json:"receipt"`  // the signature of the round, as a receipt.Round
}

// Bet takes a bet, and settles it unless the round has more steps; or it declines it. The
// request names the pair of seeds and the nonce. Repeated, it gets the stored answer.
func (h *House) Bet(ctx context.Context, login string, hash seedrng.Hash, nonce uint64, text string) (Answer, error) {
	return h.signed(h.bet(ctx, login, hash, nonce, text))
}

// signed signs what was committed.
func (h *House) signed(answer Answer, err error) (Answer, error) {
	if err == nil {
		answer.Receipt = h.Sign(answer.Round.statement())
	}
	return answer, err
}

func (h *House) bet(ctx context.Context, login string, hash seedrng.Hash, nonce uint64, text string) (answer Answer, err error) {
	bet, err := games.ParseBet(text)
	if err != nil {
		return Answer{}, err
	}
	err = h.change(ctx, login, func(a *account) error {
		v := a.session.View()
		before, err := h.find(ctx, a, hash, nonce)
		switch {
		case err != nil:
			return err
		case before != nil && before.Steps[0].Sent != text:
			return a.refuse(OtherRequest, "this nonce was played with another bet", before)
		case before != nil:
			answer = Answer{Round: *before, Balance: a.balance, NextNonce: v.NextNonce, Repeated: true}
			return nil
		case v.ServerHash == seedrng.Hash{}:
			return a.refuse(NoSeeds, "there are no active seeds before the first rotation", nil)
		case hash != v.ServerHash:
			return a.refuse(OtherSeeds, "serverHash isn't that of the active seeds", nil)
		case nonce > v.NextNonce:
			return a.refuse(NonceAhead, fmt.Sprintf("the next nonce is %d", v.NextNonce), nil)
		}
		round := Round{ServerHash: hash, Nonce: nonce, Game: bet.Game.Name(), Stake: bet.Stake, client: v.ClientSeed,
			Steps: []Step{{Sent: text}}, Time: time.UnixMilli(a.latest).UTC()}
		round.Declined = a.declines(bet) // before anything is drawn
		if round.Declined != "" {
			// The name differs from that of an open round, which may be a bet with the same text.
			if err := a.session.Decline(hash, nonce, fmt.Sprint("declined ", nonce)); err != nil {
				return err
			}
			round.Paid = bet.Stake
			a.book(declined, ofBet(nonce), bet.Stake, round.Paid)
		} else {
			if !bet.AtOnce() {
				if err := h.expose(ctx, bet.MaxWin()); err != nil {
					return err
				}
			}
			if err := a.play(&round, bet.AtOnce()); err != nil {
				return err
			}
			a.book(played, ofBet(nonce), bet.Stake, round.Paid)
		}
		a.insertRound(&round)
		answer = Answer{Round: round, Balance: a.balance, NextNonce: nonce + 1}
		return nil
	})
	if err != nil {
		return Answer{}, err // what was drawn hasn't been committed
	}
	return answer, nil
}

// declines returns the reason for declining a bet, empty if it is taken.
func (a *account) declines(bet games.Bet) string {
	switch {
	case a.open != nil:
		return RoundOpen
	case bet.Stake > a.balance:
		return LowBalance
	case bet.MaxWin() > a.maxWin:
		return fmt.Sprint(OverLimit, " ", a.maxWin)
	}
	return a.limits.declines(bet.Stake, a.latest)
}

// Step takes a step of a round that is open, whose number is 1 or more, the bet being step 0,
// and settles the round if it ends it. Repeated, it gets the stored answer.
func (h *House) Step(ctx context.Context, login string, hash seedrng.Hash, nonce, step uint64, text string) (Answer, error) {
	return h.signed(h.step(ctx, login, hash, nonce, step, text))
}

func (h *House) step(ctx context.Context, login string, hash seedrng.Hash, nonce, step uint64, text string) (answer Answer, err error) {
	err = h.change(ctx, login, func(a *account) error {
		v := a.session.View()
		round, err := h.find(ctx, a, hash, nonce)
		switch {
		case err != nil:
			return err
		case round == nil && v.ServerHash != hash:
			return a.refuse(OtherSeeds, "serverHash isn't that of the active seeds", nil)
		case round == nil:
			return a.refuse(NotOpen, "no round was played with this nonce", nil)
		case step == 0:
			return a.refuse(NotOpen, "a bet is a request of its own", round)
		case step < uint64(len(round.Steps)) && round.Steps[step].Sent != text:
			return a.refuse(OtherRequest, "something else was sent in this step", round)
		case step < uint64(len(round.Steps)):
			answer = Answer{Round: *round, Balance: a.balance, NextNonce: v.NextNonce, Repeated: true}
			return nil
		case !round.Open:
			return a.refuse(NotOpen, "this round is over, or was declined or cancelled", round)
		case step > uint64(len(round.Steps)):
			return a.refuse(NotOpen, fmt.Sprintf("the next step of this round is %d", len(round.Steps)), round)
		}
		if err := a.replay(round); err != nil {
			return err
		}
		next := *round
		next.Steps = append(slices.Clone(round.Steps), Step{Sent: text})
		if err := a.play(&next, false); err != nil {
			return err
		}
		a.book(stepped, ofBet(nonce), 0, next.Paid)
		a.updateRound(&next)
		answer = Answer{Round: next, Balance: a.balance, NextNonce: v.NextNonce}
		return nil
	})
	if err != nil {
		return Answer{}, err // what was drawn hasn't been committed
	}
	return answer, nil
}

// play draws what follows from the texts sent in a round, the last of which is new, and
// completes the round with it. Unless the bet settles itself, the round stays open until it
// is over.
func (a *account) play(round *Round, atOnce bool) (err error) {
	sent, _ := round.texts()
	var outcome games.Outcome
	draw := func(stream *seedrng.Stream) { outcome, err = games.Play(sent, stream) }
	if atOnce {
		err = errors.Join(a.session.Play(round.ServerHash, round.Nonce, sent[0], draw), err)
	} else {
		var open *seedrng.Round
		if open, err = a.session.Reserve(round.ServerHash, round.Nonce, sent[0]); err != nil {
			return err
		}
		draw(open.Stream())
		if err == nil && outcome.Over {
			err = open.Finish()
		}
	}
	if err != nil {
		return err
	}
	last := len(sent) - 1
	round.Steps[last].Received = outcome.Received[last]
	round.Paid, round.Open = outcome.Paid, !outcome.Over
	return nil
}

// replay checks what is stored of an open round. If that is wrong, no step is to blame for it.
func (a *account) replay(round *Round) error {
	sent, received := round.texts()
	open, err := a.session.Reserve(round.ServerHash, round.Nonce, sent[0])
	if err == nil {
		var outcome games.Outcome
		if outcome, err = games.Play(sent, open.Stream()); err == nil && !outcome.Over && slices.Equal(outcome.Received, received) {
			return nil
		}
	}
	return fmt.Errorf("%w: player %s, %v, nonce %d: what is stored isn't an open round of these seeds: %v",
		ErrDamaged, a.player, round.ServerHash, round.Nonce, err)
}
