package house_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"sync"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/internal/games"
	"github.com/squaredeal/squaredeal/seedrng"
)

// openMines bets on mines until a round is open, and returns it.
func openMines(t *testing.T, h *house.House, player string, hash seedrng.Hash) house.Answer {
	t.Helper()
	for {
		view, err := h.View(context.Background(), player)
		must(t, view, err)
		answer, err := h.Bet(context.Background(), player, hash, view.Seeds.NextNonce, "mines 1 open 1 for 100")
		if must(t, answer, err); answer.Round.Open {
			return answer
		}
	}
}

// A round with many steps, each of which comes early, altered, malformed, twice, again after a restart, and late; and one
// that ends in the middle can't go on.
func TestSteps(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		ctx := context.Background()
		dir := t.TempDir()
		h, player, hash := begin(t, name, dir)
		before := openMines(t, h, player, hash)
		nonce := before.Round.Nonce
		var answers []house.Answer // to the steps from 1 on
		for step := uint64(1); before.Round.Open; step++ {
			text := fmt.Sprint("open ", step+1)
			if step == 6 {
				text = "take"
			}
			_, err := h.Step(ctx, player, hash, nonce, step+1, text)
			refused(t, err, house.NotOpen)
			_, err = h.Step(ctx, player, hash, nonce, 0, text)
			refused(t, err, house.NotOpen)
			_, err = h.Step(ctx, player, hash, nonce+1, step, text)
			refused(t, err, house.NotOpen)
			for _, bad := range []string{"", "open 1", "open 26", "hold 1", "take ", "open 2; take"} {
				if _, err := h.Step(ctx, player, hash, nonce, step, bad); !errors.Is(err, games.ErrMalformed) {
					t.Errorf("step %d, %q: %v", step, bad, err)
				}
			}
			answer, err := h.Step(ctx, player, hash, nonce, step, text)
			must(t, answer, err)
			if r := answer.Round; len(r.Steps) != int(step)+1 || r.Open != (r.Paid == 0 && r.Steps[step].Received == "safe") ||
				answer.Balance != before.Balance+r.Paid {
				t.Fatalf("%+v", answer)
			}
			again, err := h.Step(ctx, player, hash, nonce, step, text)
			same(t, answer, again, err)
			_, err = h.Step(ctx, player, hash, nonce, step, "open 25")
			if r := refused(t, err, house.OtherRequest); !reflect.DeepEqual(*r.Round, answer.Round) {
				t.Errorf("%+v", r.Round)
			}
			if answer.Round.Open {
				declined, err := h.Bet(ctx, player, hash, nonce+step, "mines 1 open 1 for 100")
				if must(t, declined, err); declined.Round.Declined != house.RoundOpen || declined.NextNonce != nonce+step+1 {
					t.Errorf("%+v", declined)
				}
				audited(t, h)
			}
			if step%2 == 0 {
				must(t, 0, h.Close())
				h = casinotest.OpenWith(t, name, dir)
				again, err := h.Step(ctx, player, hash, nonce, step, text)
				same(t, answer, again, err)
				view, err := h.View(ctx, player)
				if must(t, view, err); (view.Open != nil) != answer.Round.Open || view.Open != nil && !reflect.DeepEqual(*view.Open, answer.Round) {
					t.Errorf("%+v", view)
				}
			}
			answers = append(answers, answer)
			before = answer
		}
		last := uint64(len(answers))
		for i, answer := range answers { // steps of before get the round as it is now
			again, err := h.Step(ctx, player, hash, nonce, uint64(i)+1, answer.Round.Steps[i+1].Sent)
			if must(t, again, err); !again.Repeated || !reflect.DeepEqual(again.Round, before.Round) {
				t.Errorf("%+v", again)
			}
		}
		for _, text := range []string{"take", "open 20"} {
			_, err := h.Step(ctx, player, hash, nonce, last+1, text)
			refused(t, err, house.NotOpen)
		}
		audited(t, h)
	})
}

// Two tabs, at two processes, take different steps at the same moment: one is taken, the other is refused, and nothing is
// paid twice.
func TestStepsAtOnce(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		ctx := context.Background()
		dir := t.TempDir()
		houses := []*house.House{casinotest.OpenWith(t, name, dir), casinotest.OpenWith(t, name, dir)}
		player := newPlayer()
		hash := rotate(t, houses[0], player, enter(t, houses[0], player))
		for range 10 {
			opened := openMines(t, houses[0], player, hash)
			nonce := opened.Round.Nonce
			for step := uint64(1); ; step++ {
				texts := []string{fmt.Sprint("open ", step+1), "take", "take", fmt.Sprint("open ", step+1)}
				answers, errs := make([]house.Answer, len(texts)), make([]error, len(texts))
				var all sync.WaitGroup
				for i, text := range texts {
					all.Go(func() { answers[i], errs[i] = houses[i%2].Step(ctx, player, hash, nonce, step, text) })
				}
				all.Wait()
				taken := 0
				for i, err := range errs {
					if err == nil && !answers[i].Repeated {
						taken++
					} else if r, ok := errors.AsType[*house.Refusal](err); err != nil && (!ok || r.Code != house.OtherRequest) {
						t.Errorf("%q: %v", texts[i], err)
					}
				}
				if taken != 1 {
					t.Errorf("%d steps are taken", taken)
				}
				view, err := houses[0].View(ctx, player)
				if must(t, view, err); view.Open == nil {
					break
				}
			}
		}
		audited(t, houses[0])
	})
}

// A step of an open round that was altered in the database is no fault of the request's, whatever that sends.
func TestDamagedStep(t *testing.T) {
	ctx := context.Background()
	h, player, hash := begin(t, t.TempDir()+"/casino.db", t.TempDir())
	nonce := openMines(t, h, player, hash).Round.Nonce
	const bet = "mines 1 open 1 for 100"
	for _, damage := range []struct{ sent, received, text string }{
		{bet + "; open 26", "safe; safe", "take"},
		{bet + "; open 1", "safe; safe", "take"},
		{bet + "; take", "safe; safe", "take"},
		{"mines 1 open 2 for 100", "mine", "open 2"},
		{"dice under 1 for 100", "safe", "take"},
	} {
		if _, err := house.Writer(h).Exec("UPDATE bets SET sent = $1, received = $2 WHERE open", damage.sent, damage.received); err != nil {
			t.Fatal(err)
		}
		step := uint64(len(games.Split(damage.sent)))
		if _, err := h.Step(ctx, player, hash, nonce, step, damage.text); !errors.Is(err, house.ErrDamaged) ||
			errors.Is(err, games.ErrMalformed) {
			t.Errorf("%q: %v", damage.sent, err)
		}
	}
	if _, err := house.Writer(h).Exec("UPDATE bets SET sent = $1, received = 'safe' WHERE open", bet); err != nil {
		t.Fatal(err)
	}
	answer, err := h.Step(ctx, player, hash, nonce, 1, "take")
	must(t, answer, err)
	audited(t, h)
}
