package house_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"sync"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/internal/games"
	"github.com/squaredeal/squaredeal/seedrng"
)

const (
	dice  = "dice under 4950 for 100"
	other = "dice over 4950 for 100"
	poker = "poker jacks for 500"
)

// same checks that an answer is the stored one of another.
func same(t *testing.T, first, again house.Answer, err error) {
	t.Helper()
	if err != nil || !again.Repeated || first.Repeated || !reflect.DeepEqual(first.Round, again.Round) {
		t.Errorf("%v\n%+v\n%+v", err, first, again)
	}
}

// must fails the test unless there is no error.
func must[T any](t testing.TB, v T, err error) T {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// The answer to a request is the same as often as it comes, and no other request gets its
// nonce.
func TestRepeated(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		ctx := context.Background()
		h, player := casinotest.Open(t, name), newPlayer()
		view := enter(t, h, player)

		_, err := h.Bet(ctx, player, view.Seeds.NextServerHash, 0, dice)
		refused(t, err, house.NoSeeds)
		_, err = h.Bet(ctx, player, seedrng.Hash{}, 0, dice)
		refused(t, err, house.NoSeeds)
		hash := rotate(t, h, player, view)

		_, err = h.Bet(ctx, player, hash, 1, dice)
		refused(t, err, house.NonceAhead)
		_, err = h.Bet(ctx, player, hash, 1<<63, dice)
		refused(t, err, house.NonceAhead)
		first, err := h.Bet(ctx, player, hash, 0, dice)
		must(t, first, err)
		if first.Balance != house.Start-100+first.Round.Paid || first.NextNonce != 1 {
			t.Errorf("%+v", first)
		}
		again, err := h.Bet(ctx, player, hash, 0, dice)
		same(t, first, again, err)
		_, err = h.Bet(ctx, player, hash, 0, other)
		if r := refused(t, err, house.OtherRequest); !reflect.DeepEqual(*r.Round, first.Round) || r.View.Balance != first.Balance {
			t.Errorf("%+v", r)
		}
		_, err = h.Step(ctx, player, hash, 0, 1, "hold")
		refused(t, err, house.NotOpen)
		_, err = h.Step(ctx, player, hash, 1, 1, "hold")
		refused(t, err, house.NotOpen)

		dealt, err := h.Bet(ctx, player, hash, 1, poker)
		must(t, dealt, err)
		again, err = h.Bet(ctx, player, hash, 1, poker)
		same(t, dealt, again, err)
		declined, err := h.Bet(ctx, player, hash, 2, poker)
		must(t, declined, err)
		if r := declined.Round; r.Declined != house.RoundOpen || r.Open || r.Paid != r.Stake || r.Steps[0].Received != "" ||
			declined.Balance != dealt.Balance || declined.NextNonce != 3 {
			t.Errorf("%+v", declined)
		}
		again, err = h.Bet(ctx, player, hash, 2, poker)
		same(t, declined, again, err)
		_, err = h.Bet(ctx, player, hash, 2, dice)
		refused(t, err, house.OtherRequest)
		_, err = h.Rotate(ctx, player, hash, "other words")
		refused(t, err, house.OtherSeeds)
		now, err := h.View(ctx, player)
		if err != nil || now.Open == nil || !reflect.DeepEqual(*now.Open, dealt.Round) {
			t.Errorf("%v, %+v", err, now.Open)
		}
		_, err = h.Rotate(ctx, player, now.Seeds.NextServerHash, "words")
		refused(t, err, house.RoundOpen)
		drawn, err := h.Step(ctx, player, hash, 1, 1, "hold 2 3")
		must(t, drawn, err)
		if drawn.Balance != dealt.Balance+drawn.Round.Paid {
			t.Errorf("%+v", drawn)
		}
		again, err = h.Step(ctx, player, hash, 1, 1, "hold 2 3")
		same(t, drawn, again, err)
		_, err = h.Step(ctx, player, hash, 1, 1, "hold 2")
		refused(t, err, house.OtherRequest)
		again, err = h.Bet(ctx, player, hash, 1, poker)
		same(t, drawn, again, err)

		rotated, err := h.Rotate(ctx, player, now.Seeds.NextServerHash, "words")
		must(t, rotated, err)
		twice, err := h.Rotate(ctx, player, now.Seeds.NextServerHash, "words")
		if err != nil || !reflect.DeepEqual(rotated, twice) {
			t.Errorf("%v\n%+v\n%+v", err, rotated, twice)
		}
		again, err = h.Bet(ctx, player, hash, 0, dice)
		same(t, first, again, err)
		again, err = h.Step(ctx, player, hash, 1, 1, "hold 2 3")
		same(t, drawn, again, err)
		again, err = h.Bet(ctx, player, hash, 2, poker)
		same(t, declined, again, err)
		_, err = h.Bet(ctx, player, hash, 3, dice)
		refused(t, err, house.OtherSeeds)
		_, err = h.Step(ctx, player, hash, 3, 1, "hold")
		refused(t, err, house.OtherSeeds)

		// Another player can't play with these seeds, nor ask what was played with them.
		stranger := newPlayer()
		rotate(t, h, stranger, enter(t, h, stranger))
		_, err = h.Bet(ctx, stranger, hash, 0, dice)
		refused(t, err, house.OtherSeeds)
		if _, err := h.View(ctx, newPlayer()); err != house.ErrNoPlayer {
			t.Error(err)
		}
		if _, err := h.Bet(ctx, newPlayer(), hash, 0, dice); err != house.ErrNoPlayer {
			t.Error(err)
		}
	})
}

// Requests of one player at the same moment, to two processes: bets on one nonce, among
// them different ones, and a rotation. One bet is taken, once.
func TestAtOnce(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		ctx := context.Background()
		dir := t.TempDir()
		houses := []*house.House{casinotest.OpenWith(t, name, dir), casinotest.OpenWith(t, name, dir)}
		player := newPlayer()
		view := enter(t, houses[0], player)
		hash := rotate(t, houses[0], player, view)
		for try := range 20 {
			now, err := houses[0].View(ctx, player)
			must(t, now, err)
			next, nonce := now.Seeds.NextServerHash, now.Seeds.NextNonce
			bets := []string{dice, dice, dice, other}
			answers, errs := make([]house.Answer, len(bets)), make([]error, len(bets))
			var errRotate error
			var all sync.WaitGroup
			for i, bet := range bets {
				all.Go(func() { answers[i], errs[i] = houses[i%2].Bet(ctx, player, hash, nonce, bet) })
			}
			all.Go(func() { _, errRotate = houses[try%2].Rotate(ctx, player, next, fmt.Sprint("words ", try)) })
			all.Wait()
			if errRotate != nil {
				t.Fatal(errRotate)
			}
			taken := 0
			var text string
			for i, err := range errs {
				switch {
				case err == nil && !answers[i].Repeated:
					taken++
					text = bets[i]
				case err == nil:
				default:
					r, ok := err.(*house.Refusal)
					if !ok || r.Code != house.OtherRequest && r.Code != house.OtherSeeds {
						t.Errorf("bet %d: %v", i, err)
					}
				}
			}
			after, err := houses[1].View(ctx, player)
			must(t, after, err)
			want := now.Balance
			if taken > 1 || after.Seeds.Revealed.Rounds != nonce+uint64(taken) || after.Seeds.NextNonce != 0 {
				t.Fatalf("%d bets taken; %+v", taken, after.Seeds)
			}
			for i, err := range errs {
				if err == nil {
					if answers[i].Round.Steps[0].Sent != text {
						t.Errorf("%+v", answers[i])
					}
					want = now.Balance - 100 + answers[i].Round.Paid
				}
			}
			if after.Balance != want {
				t.Errorf("balance %d, not %d", after.Balance, want)
			}
			hash = next
		}
	})
}

// The last coins are staked, new ones asked for, and other cards held, all at the same moment
// in two processes: each happens once.
func TestMoneyAtOnce(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		ctx := context.Background()
		dir := t.TempDir()
		houses := []*house.House{casinotest.OpenWith(t, name, dir), casinotest.OpenWith(t, name, dir)}
		player := newPlayer()
		hash := rotate(t, houses[0], player, enter(t, houses[0], player))
		atOnce := func(n int, do func(h *house.House, i int) error) {
			t.Helper()
			errs := make([]error, n)
			var all sync.WaitGroup
			for i := range n {
				all.Go(func() { errs[i] = do(houses[i%2], i) })
			}
			all.Wait()
			for _, err := range errs {
				if r, ok := err.(*house.Refusal); err != nil && (!ok || r.Code != house.OtherRequest && r.Code != house.NonceAhead) {
					t.Error(err)
				}
			}
		}
		nonce := uint64(0)
		for range 5 {
			before := balance(t, houses[0], player)
			bet := fmt.Sprintf("dice under 1 for %d", max(100, min(before/100*100, 100_000)))
			atOnce(6, func(h *house.House, i int) error {
				_, err := h.Bet(ctx, player, hash, nonce+uint64(i%2), bet)
				return err
			})
			view, err := houses[1].View(ctx, player)
			nonce = must(t, view, err).Seeds.NextNonce
			atOnce(6, func(h *house.House, _ int) error { _, err := h.Refill(ctx, player); return err })
			if b := balance(t, houses[0], player); b != house.Start && b != view.Balance || b < 100 {
				t.Errorf("of %d, %d were left, and %d after a refill", before, view.Balance, b)
			}
			dealt, err := houses[0].Bet(ctx, player, hash, nonce, "poker jacks for 100")
			must(t, dealt, err)
			holds := []string{"hold", "hold 1", "hold 2 3", "hold 1 2 3 4 5"}
			atOnce(8, func(h *house.House, i int) error {
				_, err := h.Step(ctx, player, hash, nonce, 1, holds[i%4])
				return err
			})
			nonce++
		}
		audited(t, houses[0])
	})
}

// A hand is dealt, the casino starts again, and the hand goes on.
func TestRestart(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		ctx := context.Background()
		dir := t.TempDir()
		h, player, hash := begin(t, name, dir)
		dealt, err := h.Bet(ctx, player, hash, 0, poker)
		must(t, dealt, err)
		h.Close()

		h = casinotest.OpenWith(t, name, dir)
		view, err := h.View(ctx, player)
		must(t, view, err)
		if view.Open == nil || !reflect.DeepEqual(*view.Open, dealt.Round) || view.Balance != dealt.Balance {
			t.Fatalf("%+v", view)
		}
		again, err := h.Bet(ctx, player, hash, 0, poker)
		same(t, dealt, again, err)
		drawn, err := h.Step(ctx, player, hash, 0, 1, "hold 1 2 3 4 5")
		must(t, drawn, err)
		cards := drawn.Round.Steps[1].Received
		if want := fmt.Sprintf("%s pays %d", dealt.Round.Steps[0].Received, drawn.Round.Paid); cards != want {
			t.Errorf("%q, not %q", cards, want)
		}
	})
}

// The balance must cover the stake, and an empty one is refilled.
func TestBalance(t *testing.T) {
	ctx := context.Background()
	h, player, hash := begin(t, filepath.Join(t.TempDir(), "casino.db"), t.TempDir())
	if view, err := h.Refill(ctx, player); err != nil || view.Balance != house.Start {
		t.Errorf("%v, %+v", err, view)
	}
	exec(t, h, "UPDATE players SET balance = 500")
	dealt, err := h.Bet(ctx, player, hash, 0, poker)
	if must(t, dealt, err); dealt.Balance != 0 {
		t.Errorf("%+v", dealt)
	}
	if view, err := h.Refill(ctx, player); err != nil || view.Balance != 0 || view.Open == nil {
		t.Errorf("refilled in the middle of a hand: %v, %+v", err, view)
	}
	_, err = h.Step(ctx, player, hash, 0, 1, "hold")
	must(t, 0, err)
	exec(t, h, "UPDATE players SET balance = 99")
	if view, err := h.Refill(ctx, player); err != nil || view.Balance != house.Start {
		t.Errorf("%v, %+v", err, view)
	}
	exec(t, h, "UPDATE players SET balance = 0")
	if _, err := house.Writer(h).Exec("UPDATE players SET balance = -1"); err == nil {
		t.Error("a negative balance is stored")
	}
	if _, err := house.Writer(h).Exec(`INSERT INTO bets (player, pair, nonce, at, stake, paid, open, sent, received)
		SELECT player, pair, nonce, at, stake, paid, open, sent, received FROM bets`); err == nil {
		t.Error("a nonce is stored twice")
	}
}

// A bet for which the balance is too small is declined, once and for all, and the player
// goes on. (A known failure: it was refused, and the player, who may not make another bet
// before an answer, could neither bet nor rotate.)
func TestDeclined(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		ctx := context.Background()
		h, player, hash := begin(t, name, t.TempDir())
		for nonce, text := range []string{poker, "dice under 4950 for 500"} {
			exec(t, h, "UPDATE players SET balance = 499")
			first, err := h.Bet(ctx, player, hash, uint64(nonce), text)
			must(t, first, err)
			if r := first.Round; r.Declined != house.LowBalance || r.Open || r.Paid != r.Stake || r.Steps[0].Received != "" ||
				first.Balance != 499 || first.NextNonce != uint64(nonce)+1 {
				t.Errorf("%+v", first)
			}
			exec(t, h, "UPDATE players SET balance = 100000") // which makes no difference
			again, err := h.Bet(ctx, player, hash, uint64(nonce), text)
			same(t, first, again, err)
			_, err = h.Bet(ctx, player, hash, uint64(nonce), dice)
			refused(t, err, house.OtherRequest)
			_, err = h.Step(ctx, player, hash, uint64(nonce), 1, "hold")
			refused(t, err, house.NotOpen)
		}
		view, err := h.View(ctx, player)
		if must(t, view, err); view.Open != nil || view.Seeds.OpenRounds != nil || view.Balance != 100_000 {
			t.Errorf("%+v", view)
		}
		played, err := h.Bet(ctx, player, hash, 2, dice)
		must(t, played, err)
		_, err = h.Rotate(ctx, player, view.Seeds.NextServerHash, "words")
		must(t, 0, err)
		lines := exported(t, h, player)
		if len(lines) != 3 || lines[0].Declined != house.LowBalance || lines[0].Received != "" || lines[0].Paid != lines[0].Stake ||
			lines[2].Declined != "" {
			t.Errorf("%+v", lines)
		}
	})
}

// A seedrng.Player, who may have several rounds open, bets while a hand is open, and goes on.
// (A known failure: the bet was refused. While it was pending, the hand couldn't be finished,
// so the bet was refused for ever, and the player couldn't rotate.)
func TestBetInOpenHand(t *testing.T) {
	ctx := context.Background()
	h, id := casinotest.Open(t, filepath.Join(t.TempDir(), "casino.db")), newPlayer()
	p, err := seedrng.GeneratePlayer(func(_, _ seedrng.PlayerState) error { return nil })
	must(t, p, err)
	next := enter(t, h, id).Seeds.NextServerHash
	client, err := p.Rotate(next)
	must(t, client, err)
	view, err := h.Rotate(ctx, id, next, client)
	must(t, view, err)
	_, err = p.Rotated(view.Seeds, games.Replay)
	must(t, 0, err)

	// take sends a step, and records the answer.
	take := func(nonce uint64, text string) house.Answer {
		t.Helper()
		r := p.View().Request(nonce, text)
		must(t, 0, p.Send(r))
		answer, err := h.Bet(ctx, id, r.ServerHash, nonce, text)
		if r.Step > 0 {
			answer, err = h.Step(ctx, id, r.ServerHash, nonce, uint64(r.Step), text)
		}
		must(t, answer, err)
		told := r.Outcome(answer.Round.Steps[r.Step].Received)
		if answer.Round.Declined != "" {
			told = r.Decline(answer.Round.Declined)
		}
		must(t, 0, p.Receive(told))
		return answer
	}
	dealt := take(0, poker)
	for i, text := range []string{dice, poker} { // poker is what the hand was dealt for, too
		if answer := take(uint64(i)+1, text); answer.Round.Declined != house.RoundOpen || answer.Balance != dealt.Balance {
			t.Errorf("%+v", answer)
		}
	}
	take(0, "hold")
	client, err = p.Rotate(view.Seeds.NextServerHash)
	must(t, client, err)
	view, err = h.Rotate(ctx, id, view.Seeds.NextServerHash, client)
	must(t, view, err)
	if declined, err := p.Rotated(view.Seeds, games.Replay); err != nil || len(declined) != 2 {
		t.Errorf("%v, %+v", err, declined)
	}
}

// Rows that contradict themselves are reported as such, not as a fault of the request.
func TestDamaged(t *testing.T) {
	ctx := context.Background()
	h, player, hash := begin(t, filepath.Join(t.TempDir(), "casino.db"), t.TempDir())
	dealt, err := h.Bet(ctx, player, hash, 0, poker)
	must(t, dealt, err)
	check := func(what string, err error) {
		if !errors.Is(err, house.ErrDamaged) || errors.Is(err, games.ErrMalformed) {
			t.Errorf("%s: %v", what, err)
		}
	}
	exec(t, h, "UPDATE bets SET received = 'A♠ A♥ A♦ A♣ K♠'")
	_, err = h.Step(ctx, player, hash, 0, 1, "hold 1 2 3 4")
	check("other cards", err)
	exec(t, h, "UPDATE bets SET sent = 'chess'")
	_, err = h.View(ctx, player)
	check("another game", err)
	_, err = h.Refill(ctx, player)
	check("another game, refilled", err)
	exec(t, h, "DELETE FROM bets")
	_, err = h.View(ctx, player)
	check("no hand", err)
	_, err = h.Bet(ctx, player, hash, 0, poker)
	check("no hand, repeated", err)
}
