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
		noError(t, err)
		answer, err := h.Bet(context.Background(), player, hash, view.Seeds.NextNonce, "mines 1 open 1 for 100")
		if noError(t, err); answer.Round.Open {
			return answer
		}
	}
}

// A miner plays a round of mines.
type miner struct {
	*better
	latest house.Answer // about the round, which has nonce
}

// A round with many steps, each of which comes early, altered, malformed, twice, again after
// a restart, and late; and one that ends in the middle can't go on.
func TestSteps(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		dir := t.TempDir()
		m := &miner{better: newBetter(t, casinotest.OpenWith(t, name, dir))}
		m.latest = openMines(t, m.h, m.player, m.hash)
		m.nonce = m.latest.Round.Nonce
		step := uint64(1)
		for ; m.latest.Round.Open; step++ {
			text := fmt.Sprint("open ", step+1)
			if step == 6 {
				text = "take"
			}
			m.stepsWrongly(step, text)
			m.steps(step, text)
			if m.latest.Round.Open {
				m.betsBesides(step)
			}
			if step%2 == 0 {
				noError(t, m.h.Close())
				m.h = casinotest.OpenWith(t, name, dir)
				m.goesOn(step, text)
			}
		}
		for i, s := range m.latest.Round.Steps[1:] { // steps of before get the round as it is now
			m.repeats(m.latest, m.stepAt(m.nonce, uint64(i)+1, s.Sent))
		}
		for _, text := range []string{"take", "open 20"} {
			m.refuses(house.NotOpen, m.stepAt(m.nonce, step, text))
		}
		audited(t, m.h)
	})
}

// stepsWrongly sends a step early, to another round, and malformed.
func (m *miner) stepsWrongly(step uint64, text string) {
	m.t.Helper()
	m.refuses(house.NotOpen, m.stepAt(m.nonce, step+1, text))
	m.refuses(house.NotOpen, m.stepAt(m.nonce, 0, text))
	m.refuses(house.NotOpen, m.stepAt(m.nonce+1, step, text))
	for _, bad := range []string{"", "open 1", "open 26", "hold 1", "take ", "open 2; take"} {
		if _, err := m.stepAt(m.nonce, step, bad)(); !errors.Is(err, games.ErrMalformed) {
			m.t.Errorf("step %d, %q: %v", step, bad, err)
		}
	}
}

// steps takes a step, again, and altered.
func (m *miner) steps(step uint64, text string) {
	m.t.Helper()
	before := m.latest.Balance
	m.latest = m.answered(m.stepAt(m.nonce, step, text))
	if r := m.latest.Round; len(r.Steps) != int(step)+1 || r.Open != (r.Paid == 0 && r.Steps[step].Received == "safe") ||
		m.latest.Balance != before+r.Paid {
		m.t.Fatalf("%+v", m.latest)
	}
	if r := m.refuses(house.OtherRequest, m.stepAt(m.nonce, step, "open 25")); !reflect.DeepEqual(*r.Round, m.latest.Round) {
		m.t.Errorf("%+v", r.Round)
	}
}

// betsBesides makes another bet while the round is open.
func (m *miner) betsBesides(step uint64) {
	m.t.Helper()
	declined, err := m.betAt(m.nonce+step, "mines 1 open 1 for 100")()
	if noError(m.t, err); declined.Round.Declined != house.RoundOpen || declined.NextNonce != m.nonce+step+1 {
		m.t.Errorf("%+v", declined)
	}
	audited(m.t, m.h)
}

// goesOn finds the round as it was before a restart, after a step.
func (m *miner) goesOn(step uint64, text string) {
	m.t.Helper()
	m.repeats(m.latest, m.stepAt(m.nonce, step, text))
	if view := m.view(); (view.Open != nil) != m.latest.Round.Open ||
		view.Open != nil && !reflect.DeepEqual(*view.Open, m.latest.Round) {
		m.t.Errorf("%+v", view)
	}
}

// Two tabs, at two processes, take different steps at the same moment: one is taken, the
// other is refused, and nothing is paid twice.
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
				if noError(t, err); view.Open == nil {
					break
				}
			}
		}
		audited(t, houses[0])
	})
}

// A step of an open round that was altered in the database is no fault of the
// request's, whatever that sends.
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
	_, err := h.Step(ctx, player, hash, nonce, 1, "take")
	noError(t, err)
	audited(t, h)
}
