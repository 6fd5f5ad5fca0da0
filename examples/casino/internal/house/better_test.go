package house_test

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/seedrng"
)

// A better is a player with seeds, who makes bets.
type better struct {
	t      *testing.T
	h      *house.House
	player string
	hash   seedrng.Hash
	nonce  uint64 // of the next bet
}

func newBetter(t *testing.T, h *house.House) *better {
	player := newPlayer()
	return &better{t, h, player, rotate(t, h, player, enter(t, h, player)), 0}
}

// A request asks the house for something, as often as it is called.
type request func() (house.Answer, error)

// betAt returns the request for a bet.
func (b *better) betAt(nonce uint64, text string) request {
	return func() (house.Answer, error) { return b.h.Bet(b.t.Context(), b.player, b.hash, nonce, text) }
}

// stepAt returns the request for a step of a round, of which the bet is step 0.
func (b *better) stepAt(nonce, step uint64, text string) request {
	return func() (house.Answer, error) { return b.h.Step(b.t.Context(), b.player, b.hash, nonce, step, text) }
}

// answered makes a request twice, and returns the answer.
func (b *better) answered(ask request) house.Answer {
	b.t.Helper()
	answer, err := ask()
	noError(b.t, err)
	b.repeats(answer, ask)
	return answer
}

// repeats makes a request again, and expects the stored answer.
func (b *better) repeats(first house.Answer, ask request) {
	b.t.Helper()
	again, err := ask()
	same(b.t, first, again, err)
}

// refuses makes a request that is refused with a code.
func (b *better) refuses(code string, ask request) *house.Refusal {
	b.t.Helper()
	_, err := ask()
	return refused(b.t, err, code)
}

// refusesSeeds asks for other seeds, which is refused with a code.
func (b *better) refusesSeeds(code string, next seedrng.Hash, client string) {
	b.t.Helper()
	_, err := b.h.Rotate(b.t.Context(), b.player, next, client)
	refused(b.t, err, code)
}

// bet makes the next bet, and returns the reason if it was declined.
func (b *better) bet(text string) string {
	b.t.Helper()
	answer := b.answered(b.betAt(b.nonce, text))
	b.nonce++
	return answer.Round.Declined
}

func (b *better) set(own house.Limits) *house.LimitState {
	b.t.Helper()
	view, err := b.h.SetLimits(b.t.Context(), b.player, own)
	again, errAgain := b.h.SetLimits(b.t.Context(), b.player, own)
	if noError(b.t, errors.Join(err, errAgain)); fmt.Sprint(view.Limits) != fmt.Sprint(again.Limits) {
		b.t.Errorf("repeated, limits are %v, not %v", again.Limits, view.Limits)
	}
	return view.Limits
}

func (b *better) view() house.View {
	b.t.Helper()
	view, err := b.h.View(b.t.Context(), b.player)
	return must(b.t, view, err)
}

// same checks that an answer is the stored one of another.
func same(t *testing.T, first, again house.Answer, err error) {
	t.Helper()
	if err != nil || !again.Repeated || first.Repeated || !reflect.DeepEqual(first.Round, again.Round) {
		t.Errorf("%v\n%+v\n%+v", err, first, again)
	}
}
