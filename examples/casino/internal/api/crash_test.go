package api_test

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/api"
	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/crash"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
)

// crashRig starts a casino with a round of crash that takes bets.
func crashRig(t *testing.T) (url string, rig *casinotest.CrashRig) {
	t.Helper()
	h, rig := casinotest.StartCrash(t, filepath.Join(t.TempDir(), "casino.db"))
	return casinotest.Serve(t, h), rig
}

// events returns a reader of the next event of a name, with what it says.
func events(t *testing.T, url string) (next func(name string) map[string]any, stop func()) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	r, err := http.NewRequestWithContext(ctx, "GET", url+"/api/crash/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cancel(); response.Body.Close() })
	if kind := response.Header.Get("Content-Type"); response.StatusCode != 200 || kind != "text/event-stream" {
		t.Fatalf("%s, %s", response.Status, kind)
	}
	lines := bufio.NewScanner(response.Body)
	return func(name string) map[string]any {
		t.Helper()
		for wanted := false; lines.Scan(); {
			if event, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
				wanted = event == name
			}
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok && wanted {
				var object map[string]any
				if err := json.Unmarshal([]byte(data), &object); err != nil {
					t.Fatal(err)
				}
				return object
			}
		}
		t.Fatalf("no event %s: %v", name, lines.Err())
		return nil
	}, cancel
}

// A round as two listeners hear it, one of whom comes late: each hears of bets, of the one
// cashed out, and of the end.
func TestCrashEvents(t *testing.T) {
	url, rig := crashRig(t)
	point := rig.OpenFor(300, 1000)
	r := rig.Round()
	b := newBrowser(t, url)
	var view house.View
	b.get("/api/enter", map[string]any{}, &view)
	b.get("/api/rotate", map[string]any{"nextServerHash": view.Seeds.NextServerHash, "clientSeed": "words"}, &view)
	next, _ := events(t, url)
	first := next("table")
	if round := first["round"].(map[string]any); round["round"] != float64(r.Round) || round["link"] != nil ||
		len(first["bets"].([]any)) != 0 ||
		first["chain"].(map[string]any)["beaconRound"] != 27798220.0 || len(first["history"].([]any)) != min(int(r.Round)-1, 30) {
		t.Errorf("%v", first)
	}
	request := map[string]any{"chain": "1", "round": fmt.Sprint(r.Round), "bet": "crash for 500"}
	var answer house.CrashAnswer
	b.get("/api/crash/bet", request, &answer)
	bets := next("bets")["bets"].([]any)
	if bet := bets[0].(map[string]any); len(bets) != 1 || bet["name"] != answer.Bet.Name || bet["stake"] != 500.0 || bet["cashed"] != nil {
		t.Errorf("%v", bets)
	}
	rig.Run(7000)
	if now := next("tick")["now"]; now.(float64) < float64(r.Starts) {
		next("tick")
	}
	delete(request, "bet")
	b.get("/api/crash/cashout", request, &answer)
	bets = next("bets")["bets"].([]any)
	if bet := bets[0].(map[string]any); len(bets) != 1 || bet["cashed"] != 7000.0 {
		t.Errorf("%v", bets)
	}
	late, _ := events(t, url)
	if bets := late("table")["bets"].([]any); len(bets) != 1 || bets[0].(map[string]any)["cashed"] != 7000.0 {
		t.Errorf("%v", bets)
	}
	rig.End()
	for _, next := range []func(string) map[string]any{next, late} {
		if round := next("end")["round"].(map[string]any); round["point"] != float64(point) || round["link"] == nil {
			t.Errorf("%v", round)
		}
	}
	b.get("/api/crash/settle", request, &answer)
	if *answer.Bet.Paid != 5*crash.At(7000) || answer.Round.Point != point {
		t.Errorf("%+v", answer)
	}
	var rounds struct{ Rounds []house.CrashRound }
	if b.get(fmt.Sprintf("/api/crash/rounds?chain=1&before=%d", r.Round+1), nil, &rounds); len(rounds.Rounds) == 0 ||
		rounds.Rounds[0].Point != point {
		t.Errorf("%+v", rounds)
	}
	rig.Open()
	if round := next("table")["round"].(map[string]any); round["round"] != float64(r.Round+1) {
		t.Errorf("%v", round)
	}
}

func TestCrashProblems(t *testing.T) {
	url, rig := crashRig(t)
	r := rig.Round()
	b := newBrowser(t, url)
	request := func(bet string) map[string]any {
		return map[string]any{"chain": "1", "round": fmt.Sprint(r.Round), "bet": bet}
	}
	refuse := func(path string, body map[string]any, status int, code string) {
		t.Helper()
		b.refuse(path, "POST", path, bytes.NewReader(encode(t, body)), status, code)
	}
	refuse("/api/crash/bet", request("crash for 100"), 401, "no-player")
	var view house.View
	b.get("/api/enter", map[string]any{}, &view)
	refuse("/api/crash/bet", request("crash for 100"), 409, "no-seeds")
	b.get("/api/rotate", map[string]any{"nextServerHash": view.Seeds.NextServerHash, "clientSeed": "words"}, &view)
	refuse("/api/crash/bet", request("crash for 150"), 400, "malformed")
	refuse("/api/crash/bet", map[string]any{"chain": "0", "round": "1", "bet": "crash for 100"}, 400, "malformed")
	refuse("/api/crash/bet", map[string]any{"chain": "1", "round": "18446744073709551615", "bet": "crash for 100"}, 400, "malformed")
	refuse("/api/crash/bet", map[string]any{"chain": "1", "round": "999", "bet": "crash for 100"}, 409, "closed")
	for range 20 { // as it was chance
		p := b.refuse("no numbers", "POST", "/api/crash/settle", strings.NewReader(`{"chain":"0","round":"0"}`), 400, "malformed")
		if detail := fmt.Sprint(p["detail"]); !strings.Contains(detail, "chain") {
			t.Errorf("of two bad numbers, the second is named: %s", detail)
		}
	}
	ofRound := map[string]any{"chain": "1", "round": fmt.Sprint(r.Round)}
	refuse("/api/crash/cashout", ofRound, 404, "not-found")
	refuse("/api/crash/settle", ofRound, 404, "not-found")
	var answer house.CrashAnswer
	b.get("/api/crash/bet", request("crash for 100"), &answer)
	refuse("/api/crash/cashout", ofRound, 409, "closed")
	refuse("/api/crash/settle", ofRound, 409, "running")
	for _, path := range []string{"/api/crash/rounds", "/api/crash/rounds?chain=x", "/api/crash/rounds?chain=1&before=0"} {
		if response, _ := b.send("GET", path, nil); response.StatusCode != 400 {
			t.Errorf("%s: %s", path, response.Status)
		}
	}
}

// A listener who reads nothing is dropped, and the others hear on. None of them
// keeps a server from closing.
func TestSlowListener(t *testing.T) {
	h, rig := casinotest.StartCrash(t, filepath.Join(t.TempDir(), "casino.db"))
	log := slog.New(slog.DiscardHandler)
	handler, listeners, tell := api.Events(h, log)
	server := httptest.NewUnstartedServer(nil)
	server.Config = api.NewServer(handler, log)
	server.Start()
	next, _ := events(t, server.URL)
	next("table")
	deaf, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer deaf.Close()
	deaf.(*net.TCPConn).SetReadBuffer(1024)
	fmt.Fprint(deaf, "GET /api/crash/events HTTP/1.1\r\nHost: casino\r\n\r\n")
	for listeners() < 2 {
		time.Sleep(10 * time.Millisecond)
	}
	for round := 0; listeners() == 2; round++ {
		tell([]byte(`event: noise
data: {"noise": "` + strings.Repeat("x", 1<<15) + "\"}\n\n"))
		next("noise")
		if round == 10_000 {
			t.Fatal("a listener who reads nothing is still there")
		}
	}
	rig.End()
	next("end")
	closed := make(chan error)
	go func() { closed <- server.Config.Shutdown(t.Context()) }()
	select {
	case err := <-closed:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Error("a listener keeps the server from closing")
	}
}

// A table of crash that couldn't be read whole isn't told: a listener hears of it once it
// can be. (A known failure: those who came then had no bets, or no history, until the next
// round.) The bets of a round that was given up aren't read any more.
func TestCrashReadFails(t *testing.T) {
	for name, c := range map[string]struct{ breaks, mends string }{
		"the bets":    {"ALTER TABLE crash_bets RENAME TO gone", "ALTER TABLE gone RENAME TO crash_bets"},
		"the history": {"UPDATE crash_rounds SET link = 'x' || link", "UPDATE crash_rounds SET link = substr(link, 2)"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // as each waits until the next try
			f := newFailingCrash(t)
			f.exec(c.breaks)
			next, _ := events(t, f.url)
			<-f.failed
			f.exec(c.mends)
			if table := next("table"); len(table["bets"].([]any)) != 1 || len(table["history"].([]any)) != 1 {
				t.Errorf("%v", table)
			}
			f.exec("UPDATE crash_rounds SET void = TRUE, starts = 1, ended = 2 WHERE link IS NULL")
			next("end")
			f.exec("DROP TABLE crash_bets")
			next("tick")
			late, _ := events(t, f.url)
			if table := late("table"); len(table["history"].([]any)) != 1 {
				t.Errorf("a round that was given up is one of those that were played: %v", table)
			}
		})
	}
}

// More bets than an event holds, which a look finds at once, are told in several: as soon as there is a round, and later.
func TestManyCrashBets(t *testing.T) {
	f := newFailingCrash(t)
	bets := 1 // so far
	add := func(more int) {
		f.exec(fmt.Sprintf(`WITH RECURSIVE numbers(n) AS (SELECT %d UNION ALL SELECT n + 1 FROM numbers WHERE n < %d)
			INSERT INTO crash_bets (player, chain, round, number, pair, serial, entry, at, early, sent)
			SELECT 'player ' || n, chain, round, n, pair, serial, entry, at, early, sent FROM crash_bets, numbers WHERE number = 1`,
			bets+1, bets+more))
		bets += more
		f.exec(fmt.Sprintf("UPDATE crash_rounds SET bets = %d WHERE link IS NULL", bets))
	}
	add(1100)
	told := make(map[float64]bool)
	next, _ := events(t, f.url)
	hear := func(name string) {
		some := next(name)["bets"].([]any)
		if len(some) == 0 || len(some) > 500 {
			t.Fatalf("an event %s with %d bets", name, len(some))
		}
		for _, bet := range some {
			number := bet.(map[string]any)["number"].(float64)
			if told[number] {
				t.Fatalf("bet %v is told twice", number)
			}
			told[number] = true
		}
	}
	for hear("table"); len(told) < bets; {
		hear("bets")
	}
	for add(1100); len(told) < bets; {
		hear("bets")
	}
}

// A restoration gives up a chain of which rounds were played, and the next one waits for its round of the beacon: then a
// listener is told of that one alone, and hears the time. Its rounds come once they are played. (A known failure: the next
// chain came with the round and the history of the one before.)
func TestCrashBetweenChains(t *testing.T) {
	h, rig := casinotest.StartCrash(t, filepath.Join(t.TempDir(), "casino.db"))
	rig.Open()
	if _, err := h.Renew(t.Context()); err != nil {
		t.Fatal(err)
	}
	rig.Advance(house.DefaultTimes.Lease)
	if _, err := h.Croupier(silentBeacon{crash.Known()}, house.DefaultTimes).Step(t.Context()); err != nil {
		t.Fatal(err)
	}
	next, _ := events(t, casinotest.Serve(t, h))
	table := next("table")
	if chain := table["chain"].(map[string]any); chain["chain"] != 2.0 || chain["published"] != nil || table["round"] != nil ||
		len(table["history"].([]any)) != 0 {
		t.Errorf("%v", table)
	}
	rig.Advance(5 * time.Second)
	if now := next("tick")["now"]; now != float64(rig.Now()) {
		t.Errorf("it is %d, and not %v", rig.Now(), now)
	}
	rig.Steps()
	if table = next("table"); table["chain"].(map[string]any)["published"] == nil {
		t.Errorf("%v", table)
	}
	if table["round"] == nil {
		table = next("table")
	}
	if round := table["round"].(map[string]any); round["chain"] != 2.0 || round["round"] != 1.0 || len(table["history"].([]any)) != 0 {
		t.Errorf("%v", table)
	}
}

// A silentBeacon has no rounds.
type silentBeacon struct{ crash.Stored }

func (silentBeacon) Fetch(context.Context, uint64) ([]byte, error) {
	return nil, errors.New("no network")
}

// Whoever comes while the database doesn't answer hears what time it is, and not which it was: a cash-out would look like
// one that wasn't asked for yet.
func TestCrashTimeGoesOn(t *testing.T) {
	t.Parallel() // as it waits
	f := newFailingCrash(t)
	next, _ := events(t, f.url)
	before := next("table")["now"].(float64)
	f.exec("ALTER TABLE crash_rounds RENAME TO gone")
	<-f.failed
	const quiet = 1500
	time.Sleep(quiet * time.Millisecond)
	late, _ := events(t, f.url)
	if now := late("table")["now"].(float64); now < before+quiet {
		t.Errorf("it is %v, %v ms after %v", now, quiet, before)
	}
}

// A failingCrash is a casino whose database a test breaks: a round of crash has ended, and a
// bet was made on the next one.
type failingCrash struct {
	*testing.T
	url    string
	db     *sql.DB
	failed logged
}

// A logged is a log that only says that there is something in it.
type logged chan struct{}

func (l logged) Write(text []byte) (int, error) {
	select {
	case l <- struct{}{}:
	default:
	}
	return len(text), nil
}

func newFailingCrash(t *testing.T) *failingCrash {
	t.Helper()
	h, rig := casinotest.StartCrash(t, filepath.Join(t.TempDir(), "casino.db"))
	rig.Open()
	alice := strings.Repeat("a", 32)
	view, err := h.Enter(t.Context(), alice)
	if err == nil {
		_, err = h.Rotate(t.Context(), alice, view.Seeds.NextServerHash, "words")
	}
	if err == nil {
		_, err = h.BetOnCrash(t.Context(), alice, rig.Round().Chain, rig.Round().Round, "crash for 100")
	}
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", "file:"+rig.Name+"?_busy_timeout=10000")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	failed := make(logged, 1)
	handler, _, _ := api.Events(h, slog.New(slog.NewTextHandler(failed, nil)))
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return &failingCrash{t, server.URL, db, failed}
}

func (f *failingCrash) exec(statement string) {
	f.Helper()
	if _, err := f.db.Exec(statement); err != nil {
		f.Fatal(err)
	}
}
