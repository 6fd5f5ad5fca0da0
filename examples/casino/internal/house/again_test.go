package house_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/api"
	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
)

// A database at SERIALIZABLE refuses transactions that it can't put in an order. Nothing of that
// reaches players: every bet of theirs, which is sent three times at once, is answered, and
// taken once.
func TestSerializable(t *testing.T) {
	name := casinotest.Database(t) + "&default_transaction_isolation=serializable"
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

// An export that waits for others, for longer than a server's time to write, isn't cut off.
func TestExportWaitsLong(t *testing.T) {
	h := casinotest.Open(t, t.TempDir()+"/casino.db")
	log := slog.New(slog.DiscardHandler)
	players, _ := api.New(h, http.NotFoundHandler(), log)
	entrance, slow := httptest.NewServer(players), httptest.NewUnstartedServer(nil)
	defer entrance.Close()
	slow.Config = api.NewServer(players, log)
	slow.Config.WriteTimeout = time.Millisecond
	slow.Start()
	defer slow.Close()
	response, err := http.Post(entrance.URL+"/api/enter", "application/json", strings.NewReader("{}"))
	must(t, response, err).Body.Close()
	request, err := http.NewRequest("GET", slow.URL+"/api/export?format=csv", nil)
	must(t, request, err).AddCookie(response.Cookies()[0])
	release := time.AfterFunc(100*time.Millisecond, house.HoldExports(h))
	defer release.Stop()
	response, err = http.DefaultClient.Do(request)
	noError(t, err)
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if noError(t, err); !strings.HasPrefix(string(content), "server,client,") {
		t.Errorf("%s: %s", response.Status, content)
	}
}

// Exports read one at a time, and bets don't wait for them.
func TestExportsWait(t *testing.T) {
	ctx := context.Background()
	h, player, hash := begin(t, t.TempDir()+"/casino.db", t.TempDir())
	_, err := h.Bet(ctx, player, hash, 0, dice)
	noError(t, err)
	view, err := h.View(ctx, player)
	noError(t, err)
	view, err = h.Rotate(ctx, player, view.Seeds.NextServerHash, "words")
	noError(t, err)

	goOn := house.HoldExports(h)
	var lines []house.Line
	ended := make(chan error)
	go func() {
		ended <- h.Export(ctx, player, func(page []house.Line) error {
			lines = append(lines, page...)
			return nil
		})
	}()
	_, err = h.Bet(ctx, player, view.Seeds.ServerHash, 0, dice)
	noError(t, err)
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
