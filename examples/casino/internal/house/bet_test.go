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

// The answer to a request is the same as often as it comes, and no other request gets its
// nonce.
func TestRepeated(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		b := &better{t: t, h: casinotest.Open(t, name), player: newPlayer()}
		b.getsSeeds()
		rolled := b.repeatsRoll()
		dealt, declined := b.repeatsHand()
		drawn := b.repeatsDraw(dealt)
		b.repeatsRotation()

		// What was answered stays so, and nothing is added to it.
		b.repeats(rolled, b.betAt(0, dice))
		b.repeats(drawn, b.stepAt(1, 1, "hold 2 3"))
		b.repeats(declined, b.betAt(2, poker))
		b.refuses(house.OtherSeeds, b.betAt(3, dice))
		b.refuses(house.OtherSeeds, b.stepAt(3, 1, "hold"))
		b.keepsOthersOut()
	})
}

// getsSeeds enters, and bets in vain before there are seeds.
func (b *better) getsSeeds() {
	b.t.Helper()
	view := enter(b.t, b.h, b.player)
	for _, b.hash = range []seedrng.Hash{view.Seeds.NextServerHash, {}} {
		b.refuses(house.NoSeeds, b.betAt(0, dice))
	}
	b.hash = rotate(b.t, b.h, b.player, view)
}

// repeatsRoll rolls dice with nonce 0.
func (b *better) repeatsRoll() house.Answer {
	b.t.Helper()
	b.refuses(house.NonceAhead, b.betAt(1, dice))
	b.refuses(house.NonceAhead, b.betAt(1<<63, dice))
	rolled := b.answered(b.betAt(0, dice))
	if rolled.Balance != house.Start-100+rolled.Round.Paid || rolled.NextNonce != 1 {
		b.t.Errorf("%+v", rolled)
	}
	if r := b.refuses(house.OtherRequest, b.betAt(0, other)); !reflect.DeepEqual(*r.Round, rolled.Round) ||
		r.View.Balance != rolled.Balance {
		b.t.Errorf("%+v", r)
	}
	b.refuses(house.NotOpen, b.stepAt(0, 1, "hold"))
	b.refuses(house.NotOpen, b.stepAt(1, 1, "hold"))
	return rolled
}

// repeatsHand begins a hand with nonce 1, and bets once more while it is open.
func (b *better) repeatsHand() (dealt, declined house.Answer) {
	b.t.Helper()
	dealt, declined = b.answered(b.betAt(1, poker)), b.answered(b.betAt(2, poker))
	if r := declined.Round; r.Declined != house.RoundOpen || r.Open || r.Paid != r.Stake || r.Steps[0].Received != "" ||
		declined.Balance != dealt.Balance || declined.NextNonce != 3 {
		b.t.Errorf("%+v", declined)
	}
	b.refuses(house.OtherRequest, b.betAt(2, dice))
	b.refusesSeeds(house.OtherSeeds, b.hash, "other words")
	now := b.view()
	if now.Open == nil || !reflect.DeepEqual(*now.Open, dealt.Round) {
		b.t.Errorf("%+v", now.Open)
	}
	b.refusesSeeds(house.RoundOpen, now.Seeds.NextServerHash, "words")
	return dealt, declined
}

// repeatsDraw ends the hand: then the bet, repeated, is answered with its end.
func (b *better) repeatsDraw(dealt house.Answer) house.Answer {
	b.t.Helper()
	drawn := b.answered(b.stepAt(1, 1, "hold 2 3"))
	if drawn.Balance != dealt.Balance+drawn.Round.Paid {
		b.t.Errorf("%+v", drawn)
	}
	b.refuses(house.OtherRequest, b.stepAt(1, 1, "hold 2"))
	b.repeats(drawn, b.betAt(1, poker))
	return drawn
}

// repeatsRotation rotates the seeds, and bets on with those of before.
func (b *better) repeatsRotation() {
	b.t.Helper()
	next := b.view().Seeds.NextServerHash
	rotated, err := b.h.Rotate(b.t.Context(), b.player, next, "words")
	noError(b.t, err)
	again, err := b.h.Rotate(b.t.Context(), b.player, next, "words")
	if err != nil || !reflect.DeepEqual(rotated, again) {
		b.t.Errorf("%v\n%+v\n%+v", err, rotated, again)
	}
}

// keepsOthersOut has other players ask for what was played with the seeds, and play with them.
func (b *better) keepsOthersOut() {
	b.t.Helper()
	stranger := newBetter(b.t, b.h)
	stranger.hash = b.hash
	stranger.refuses(house.OtherSeeds, stranger.betAt(0, dice))
	nobody := &better{t: b.t, h: b.h, player: newPlayer(), hash: b.hash}
	if _, err := b.h.View(b.t.Context(), nobody.player); err != house.ErrNoPlayer {
		b.t.Error(err)
	}
	if _, err := nobody.betAt(0, dice)(); err != house.ErrNoPlayer {
		b.t.Error(err)
	}
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
			noError(t, err)
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
			noError(t, err)
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
			_, err = houses[0].Bet(ctx, player, hash, nonce, "poker jacks for 100")
			noError(t, err)
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
		noError(t, err)
		h.Close()

		h = casinotest.OpenWith(t, name, dir)
		view, err := h.View(ctx, player)
		noError(t, err)
		if view.Open == nil || !reflect.DeepEqual(*view.Open, dealt.Round) || view.Balance != dealt.Balance {
			t.Fatalf("%+v", view)
		}
		again, err := h.Bet(ctx, player, hash, 0, poker)
		same(t, dealt, again, err)
		drawn, err := h.Step(ctx, player, hash, 0, 1, "hold 1 2 3 4 5")
		noError(t, err)
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
	if noError(t, err); dealt.Balance != 0 {
		t.Errorf("%+v", dealt)
	}
	if view, err := h.Refill(ctx, player); err != nil || view.Balance != 0 || view.Open == nil {
		t.Errorf("refilled in the middle of a hand: %v, %+v", err, view)
	}
	_, err = h.Step(ctx, player, hash, 0, 1, "hold")
	noError(t, err)
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
			noError(t, err)
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
		if noError(t, err); view.Open != nil || view.Seeds.OpenRounds != nil || view.Balance != 100_000 {
			t.Errorf("%+v", view)
		}
		_, err = h.Bet(ctx, player, hash, 2, dice)
		noError(t, err)
		_, err = h.Rotate(ctx, player, view.Seeds.NextServerHash, "words")
		noError(t, err)
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
	noError(t, err)
	next := enter(t, h, id).Seeds.NextServerHash
	client, err := p.Rotate(next)
	noError(t, err)
	view, err := h.Rotate(ctx, id, next, client)
	noError(t, err)
	_, err = p.Rotated(view.Seeds, games.Replay)
	noError(t, err)

	// take sends a step, and records the answer.
	take := func(nonce uint64, text string) house.Answer {
		t.Helper()
		r := p.View().Request(nonce, text)
		noError(t, p.Send(r))
		answer, err := h.Bet(ctx, id, r.ServerHash, nonce, text)
		if r.Step > 0 {
			answer, err = h.Step(ctx, id, r.ServerHash, nonce, uint64(r.Step), text)
		}
		noError(t, err)
		told := r.Outcome(answer.Round.Steps[r.Step].Received)
		if answer.Round.Declined != "" {
			told = r.Decline(answer.Round.Declined)
		}
		noError(t, p.Receive(told))
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
	noError(t, err)
	view, err = h.Rotate(ctx, id, view.Seeds.NextServerHash, client)
	noError(t, err)
	if declined, err := p.Rotated(view.Seeds, games.Replay); err != nil || len(declined) != 2 {
		t.Errorf("%v, %+v", err, declined)
	}
}

// Rows that contradict themselves are reported as such, not as a fault of the request.
func TestDamaged(t *testing.T) {
	ctx := context.Background()
	h, player, hash := begin(t, filepath.Join(t.TempDir(), "casino.db"), t.TempDir())
	_, err := h.Bet(ctx, player, hash, 0, poker)
	noError(t, err)
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
