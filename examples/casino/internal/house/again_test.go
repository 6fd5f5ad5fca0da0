package house_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
)

// A database at SERIALIZABLE refuses transactions that it can't put in an order. Nothing of that
// reaches players: every bet of theirs, which is sent three times at once, is answered, and
// taken once.
func TestSerializable(t *testing.T) {
	name := casinotest.StartPostgres(t).URL() + "&default_transaction_isolation=serializable"
	ctx := context.Background()
	dir := t.TempDir()
	houses := []*house.House{casinotest.OpenWith(t, name, dir), casinotest.OpenWith(t, name, dir)}
	var all sync.WaitGroup
	for range 24 {
		all.Go(func() {
			player := newPlayer()
			view, err := houses[0].Enter(ctx, player)
			if err == nil {
				view, err = houses[1].Rotate(ctx, player, view.Seeds.NextServerHash, "words")
			}
			if err != nil {
				t.Error(err)
				return
			}
			for nonce := range uint64(15) {
				answers, errs := make([]house.Answer, 3), make([]error, 3)
				var tabs sync.WaitGroup
				for i := range answers {
					tabs.Go(func() { answers[i], errs[i] = houses[i%2].Bet(ctx, player, view.Seeds.ServerHash, nonce, dice) })
				}
				tabs.Wait()
				taken := 0
				for i, answer := range answers {
					if errs[i] != nil || fmt.Sprint(answer.Round) != fmt.Sprint(answers[0].Round) {
						t.Errorf("%v, %+v", errs[i], answers)
					}
					if !answer.Repeated {
						taken++
					}
				}
				if taken != 1 {
					t.Errorf("a bet is taken %d times", taken)
				}
			}
		})
	}
	all.Wait()
	if retries := houses[0].Retries() + houses[1].Retries(); retries == 0 {
		t.Error("no transaction was in another's way: does the test do anything?")
	}
	if report := audited(t, houses[0]); report.Rounds != 24*15 {
		t.Errorf("%+v", report)
	}
}

// Exports read one at a time, and bets don't wait for them.
func TestExportsWait(t *testing.T) {
	ctx := context.Background()
	h, player := casinotest.Open(t, t.TempDir()+"/casino.db"), newPlayer()
	hash := rotate(t, h, player, enter(t, h, player))
	bet, err := h.Bet(ctx, player, hash, 0, dice)
	must(t, bet, err)
	view, err := h.View(ctx, player)
	must(t, view, err)
	view, err = h.Rotate(ctx, player, view.Seeds.NextServerHash, "words")
	must(t, view, err)

	goOn := house.HoldExports(h)
	lines := make(chan house.Line, 10)
	ended := make(chan error)
	go func() {
		ended <- h.Export(ctx, player, func(l house.Line) error {
			lines <- l
			return nil
		})
	}()
	bet, err = h.Bet(ctx, player, view.Seeds.ServerHash, 0, dice)
	must(t, bet, err)
	select {
	case <-time.After(100 * time.Millisecond):
	case err := <-ended:
		t.Fatalf("an export doesn't wait: %v", err)
	}
	goOn()
	if err := <-ended; err != nil || len(lines) != 1 {
		t.Errorf("%v, %d lines", err, len(lines))
	}
}
