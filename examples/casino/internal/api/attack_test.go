package api_test

import (
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/api"
	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
)

// endless is a body of a gigabyte.
type endless struct{ read atomic.Int64 }

func (e *endless) Read(p []byte) (int, error) {
	if e.read.Add(int64(len(p))) > 1<<30 {
		return 0, io.EOF
	}
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

func TestMalformedRequests(t *testing.T) {
	b := newBrowser(t, casinotest.Start(t))
	hash := b.enter()
	bet := func(nonce, bet string) string {
		return fmt.Sprintf(`{"serverHash":%q,"nonce":%s,"bet":%q}`, hash, nonce, bet)
	}
	for what, body := range map[string]string{
		"no JSON":           "hello",
		"nothing":           "",
		"an array":          "[]",
		"half an object":    `{"serverHash":`,
		"two objects":       bet(`"0"`, "dice under 4950 for 100") + "{}",
		"another member":    `{"serverHash":"` + hash + `","nonce":"0","bet":"dice under 4950 for 100","paid":"1"}`,
		"a short hash":      `{"serverHash":"ab","nonce":"0","bet":"dice under 4950 for 100"}`,
		"a nonce as number": bet("0", "dice under 4950 for 100"),
		"a negative nonce":  bet(`"-1"`, "dice under 4950 for 100"),
		"a nonce of 2^64":   bet(`"18446744073709551616"`, "dice under 4950 for 100"),
		"a nonce with zero": bet(`"00"`, "dice under 4950 for 100"),
		"no such game":      bet(`"0"`, "roulette 17 for 100"),
		"no stake":          bet(`"0"`, "dice under 4950 for 0"),
		"a huge stake":      bet(`"0"`, "dice under 4950 for 100000000000000000000"),
		"a negative stake":  bet(`"0"`, "dice under 4950 for -100"),
		"null":              "null",
		"no nonce":          `{"serverHash":"` + hash + `","bet":"dice under 4950 for 100"}`,
		"two nonces":        `{"serverHash":"` + hash + `","nonce":"1","nonce":"0","bet":"dice under 4950 for 100"}`,
		"a capital letter":  `{"serverHash":"` + hash + `","Nonce":"0","bet":"dice under 4950 for 100"}`,
		"an object within":  `{"serverHash":"` + hash + `","nonce":"0","bet":{"nonce":"0"}}`,
	} {
		b.refuse(what, "POST", "/api/bet", text(body), 400, "malformed")
	}
	if p := b.refuse("no bet", "POST", "/api/bet", text(`{"serverHash":"`+hash+`","nonce":"0"}`), 400,
		"malformed"); p["detail"] != "bet is missing" {
		t.Errorf("%v", p)
	}
	b.refuse("a nonce from the future", "POST", "/api/bet", text(bet(`"18446744073709551615"`, "dice under 4950 for 100")), 409, "nonce")
	b.refuse("a hold without a hand", "POST", "/api/step", text(`{"serverHash":"`+hash+`","nonce":"0","step":"1","text":"hold"}`), 404,
		"not-found")
	for what, seed := range map[string]string{"no client seed": "", "a long client seed": strings.Repeat("x", 129),
		"a line break": `a\nb`, "half a surrogate": `\ud800`, "a formula": "=1+2", "another formula": "@SUM(A1)"} {
		b.refuse(what, "POST", "/api/rotate", text(`{"nextServerHash":"`+hash+`","clientSeed":"`+seed+`"}`), 400, "malformed")
	}
	b.refuse("a client seed of bytes", "POST", "/api/rotate", text(`{"nextServerHash":"`+hash+`","clientSeed":"`+"\xff"+`"}`), 400,
		"malformed")
	b.refuse("another client seed", "POST", "/api/rotate", text(`{"nextServerHash":"`+hash+`","clientSeed":"peek"}`), 409, "seeds")
	b.refuse("no such path", "GET", "/api/admin", nil, 404, "not-found")
	b.refuse("a GET that bets", "GET", "/api/bet", nil, 405, "method")
	b.refuse("a format", "GET", "/api/export?format=xml", nil, 400, "malformed")

	long := &endless{}
	b.refuse("a gigabyte", "POST", "/api/bet", long, 413, "too-large")
	if n := long.read.Load(); n > 64<<20 {
		t.Errorf("%d bytes were read", n)
	}
	var view house.View
	if b.get("/api/view", nil, &view); view.Balance != house.Start || view.Seeds.NextNonce != 0 {
		t.Errorf("%+v", view)
	}
}

// A request that brings a form fills neither memory nor disk, though package
// http would take it for one.
func TestForms(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	b := newBrowser(t, casinotest.Start(t))
	b.enter()
	for _, path := range []string{"/api/view", "/api/export?format=csv", "/api/games", "/"} {
		form := io.MultiReader(text("--x\r\nContent-Disposition: form-data; name=a; filename=a\r\n\r\n"),
			io.LimitReader(&endless{}, 64<<20), text("\r\n--x--\r\n"))
		r, err := http.NewRequest("GET", b.url+path, form)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Content-Type", "multipart/form-data; boundary=x")
		r.AddCookie(b.cookie)
		if response, err := http.DefaultClient.Do(r); err == nil { // or it is cut off
			response.Body.Close()
		}
		if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
			t.Errorf("%s leaves %v, %v", path, left, err)
		}
	}
}

// What a page of another site can make a browser send.
func TestCrossSite(t *testing.T) {
	b := newBrowser(t, casinotest.Start(t))
	hash := b.enter()
	body := `{"serverHash":"` + hash + `","nonce":"0","bet":"dice under 4950 for 100"}`
	b.header = http.Header{"Content-Type": {"application/json"}, "Sec-Fetch-Site": {"cross-site"}}
	b.refuse("by fetch", "POST", "/api/bet", text(body), 403, "cross-origin")
	b.header = http.Header{"Content-Type": {"application/json"}, "Sec-Fetch-Site": {"same-site"}}
	b.refuse("from a sibling domain", "POST", "/api/bet", text(body), 403, "cross-origin")
	b.header = http.Header{"Content-Type": {"text/plain"}, "Origin": {"https://evil.example"}}
	b.refuse("an old browser's form", "POST", "/api/bet", text(body), 403, "cross-origin")
	b.header = http.Header{"Content-Type": {"text/plain"}}
	b.refuse("a form without an origin", "POST", "/api/bet", text(body), 415, "media-type")
	b.header = http.Header{"Content-Type": {"application/json"}, "Sec-Fetch-Site": {"same-origin"}}
	var answer house.Answer
	b.get("/api/bet", map[string]any{"serverHash": hash, "nonce": "0", "bet": "dice under 4950 for 100"}, &answer)

	response, _ := b.send("GET", "/", nil)
	policy := response.Header.Get("Content-Security-Policy")
	if !strings.Contains(policy, "default-src 'none'") || !strings.Contains(policy, "frame-ancestors 'none'") ||
		strings.Contains(policy, "unsafe") ||
		response.Header.Get("X-Content-Type-Options") != "nosniff" || response.Header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("%v", response.Header)
	}
}

// Nobody plays with another's account: cookies that were made up or altered are none, and
// a hash and a nonce of somebody else are of no use with one's own.
func TestOthersCookie(t *testing.T) {
	url := casinotest.Start(t)
	alice, mallory := newBrowser(t, url), newBrowser(t, url)
	hers := alice.enter()
	mallory.enter()
	var answer house.Answer
	alice.get("/api/bet", map[string]any{"serverHash": hers, "nonce": "0", "bet": "poker jacks for 100"}, &answer)
	mallory.refuse("her hand", "POST", "/api/step", text(`{"serverHash":"`+hers+`","nonce":"0","step":"1","text":"hold"}`), 409, "seeds")
	mallory.refuse("her bet", "POST", "/api/bet", text(`{"serverHash":"`+hers+`","nonce":"0","bet":"poker jacks for 100"}`), 409, "seeds")

	var view house.View
	alice.get("/api/view", nil, &view)
	last := "Y" // of a token that differs from hers in its last character
	if strings.HasSuffix(alice.cookie.Value, last) {
		last = "Z"
	}
	for _, value := range []string{view.Player, strings.ToLower(alice.cookie.Value), alice.cookie.Value[:25] + last,
		strings.Repeat("A", 26), "' OR '1'='1", ""} {
		thief := newBrowser(t, url)
		thief.cookie = &http.Cookie{Name: "casino", Value: value}
		thief.refuse("cookie "+value, "GET", "/api/view", nil, 401, "no-player")
	}
}

// Two tabs of one player bet with the same nonce at once: one gets its cards, the other is
// told what was played.
func TestTwoTabs(t *testing.T) {
	b := newBrowser(t, casinotest.Start(t))
	hash := b.enter()
	for nonce := range 10 {
		statuses := make([]int, 2)
		bodies := make([][]byte, 2)
		var both sync.WaitGroup
		for i, bet := range []string{"dice under 4950 for 100", "dice over 4950 for 100"} {
			both.Go(func() {
				tab := *b
				response, content := tab.send("POST", "/api/bet", text(fmt.Sprintf(`{"serverHash":%q,"nonce":"%d","bet":%q}`, hash, nonce, bet)))
				statuses[i], bodies[i] = response.StatusCode, content
			})
		}
		both.Wait()
		if statuses[0]+statuses[1] != 200+409 {
			t.Fatalf("%v %s %s", statuses, bodies[0], bodies[1])
		}
		loser := bodies[0]
		if statuses[1] == 409 {
			loser = bodies[1]
		}
		if !bytes.Contains(loser, []byte(`"code":"other-request"`)) || !bytes.Contains(loser, []byte(`"round":{`)) {
			t.Errorf("%s", loser)
		}
	}
}

func TestRateLimit(t *testing.T) {
	url := casinotest.Start(t)
	b := newBrowser(t, url)
	b.enter()
	var limited atomic.Bool
	var tabs sync.WaitGroup
	for range 8 {
		tabs.Go(func() {
			tab := *b
			for n := 0; n < 250 && !limited.Load(); n++ {
				if response, _ := tab.send("GET", "/api/view", nil); response.StatusCode == http.StatusTooManyRequests {
					limited.Store(true)
					if response.Header.Get("Retry-After") == "" {
						t.Error("no Retry-After")
					}
				}
			}
		})
	}
	tabs.Wait()
	if !limited.Load() {
		t.Error("no limit for a player")
	}
	newBrowser(t, url).enter() // others go on
}

// Cookies that were made up are nobody's, and come with their address's limit however often
// they are sent.
func TestMadeUpCookies(t *testing.T) {
	url := casinotest.Start(t)
	for i, path := range []string{"/api/view", "/api/export?format=csv"} {
		thief := newBrowser(t, url)
		thief.cookie = &http.Cookie{Name: "casino", Value: fmt.Sprintf("%026d", i)}
		thief.send("GET", "/api/games", nil)
		thief.refuse(path, "GET", path, nil, 401, "no-player")
	}
}

// A player has one export at a time, and few in a minute. Others have theirs.
func TestExportLimit(t *testing.T) {
	url := casinotest.Start(t)
	b := newBrowser(t, url)
	b.enter()
	statuses := make(map[int]int)
	for range 12 {
		response, _ := b.send("GET", "/api/export?format=csv", nil)
		statuses[response.StatusCode]++
	}
	if statuses[200] < 5 || statuses[200] > 6 || statuses[429] == 0 {
		t.Errorf("%v", statuses)
	}
	other := newBrowser(t, url)
	other.enter()
	if response, _ := other.send("GET", "/api/export?format=csv", nil); response.StatusCode != 200 {
		t.Errorf("another player: %s", response.Status)
	}
}

// Behind a proxy that doesn't say that browsers speak TLS, cookies would travel without it: such
// requests are refused, and the log says why. With TLS, browsers come back with nothing else.
func TestProxy(t *testing.T) {
	var log clitest.Output
	h := casinotest.Open(t, filepath.Join(t.TempDir(), "casino.db"))
	players, _ := api.New(h, http.NotFoundHandler(), slog.New(slog.NewTextHandler(&log, nil)))
	server := httptest.NewServer(players)
	defer server.Close()
	b := newBrowser(t, server.URL)
	host := strings.TrimPrefix(server.URL, "http://")
	for _, header := range []http.Header{
		{"Origin": {"https://" + host}},
		{"Origin": {"https://" + host}, "X-Forwarded-Proto": {"http"}},
		{"X-Forwarded-Proto": {"HTTPS"}},
		{"X-Forwarded-Proto": {"https, http"}},
		{"X-Forwarded-Proto": {"https", "http"}},
		{"X-Forwarded-Proto": {""}},
	} {
		b.header = header
		header.Set("Content-Type", "application/json")
		b.refuse(fmt.Sprint(header), "POST", "/api/enter", text("{}"), 400, "proxy")
	}
	if got := strings.Count(log.String(), "proxy"); got == 0 {
		t.Errorf("the log: %s", &log)
	}
	b.header = http.Header{"Content-Type": {"application/json"}, "Origin": {"https://" + host}, "X-Forwarded-Proto": {"https"}}
	response, _ := b.send("POST", "/api/enter", text("{}"))
	if c := b.cookie; c == nil || c.Name != "__Host-casino" || !c.Secure ||
		!strings.HasPrefix(response.Header.Get("Strict-Transport-Security"), "max-age=") {
		t.Errorf("%+v, %v", c, response.Header)
	}
	b.header = http.Header{"Content-Type": {"application/json"}, "Origin": {"http://" + host}}
	if response, _ := b.send("GET", "/api/games", nil); response.StatusCode != 200 || response.Header.Get("Strict-Transport-Security") != "" {
		t.Errorf("without TLS: %s, %v", response.Status, response.Header)
	}
}

// Whoever comes back gets the cookie for another while, with the same account.
func TestCookieRenewed(t *testing.T) {
	b := newBrowser(t, casinotest.Start(t))
	b.enter()
	token := b.cookie.Value
	b.cookie.MaxAge = 0
	response, _ := b.send("POST", "/api/enter", text("{}"))
	if c := response.Cookies(); len(c) != 1 || c[0].Value != token || c[0].MaxAge != 400*86400 || !c[0].HttpOnly {
		t.Errorf("%v", c)
	}
	b.cookie = &http.Cookie{Name: "casino", Value: strings.Repeat("B", 26)} // an attacker's choice
	if response, _ := b.send("POST", "/api/enter", text("{}")); response.StatusCode != 200 || b.cookie.Value == strings.Repeat("B", 26) {
		t.Errorf("%v", b.cookie)
	}
}

// Too many open hands are no fault of the database's, and nothing is decided.
func TestBusy(t *testing.T) {
	h := casinotest.Open(t, filepath.Join(t.TempDir(), "casino.db"))
	h.SetBankroll(5_000_000)
	url := casinotest.Serve(t, h)
	alice, bob := newBrowser(t, url), newBrowser(t, url)
	hers, his := alice.enter(), bob.enter()
	h.SetBankroll(1)
	var answer house.Answer
	alice.get("/api/bet", map[string]any{"serverHash": hers, "nonce": "0", "bet": "poker jacks for 100"}, &answer)
	bet := `{"serverHash":"` + his + `","nonce":"0","bet":"poker jacks for 100"}`
	bob.refuse("a hand too many", "POST", "/api/bet", text(bet), 503, "busy")
	var view house.View
	if bob.get("/api/view", nil, &view); view.Balance != house.Start || view.Seeds.NextNonce != 0 || view.MaxWin != 50_000 {
		t.Errorf("%+v", view)
	}
}

// A client that sends a long header, or a slow one, is cut off.
func TestLongHeader(t *testing.T) {
	url := casinotest.Start(t)
	conn, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(5 * time.Minute))
	fmt.Fprintf(conn, "GET / HTTP/1.1\r\nHost: x\r\nX: ")
	go io.Copy(conn, io.LimitReader(&endless{}, 64<<10))
	answer, _ := io.ReadAll(conn) // until it is cut off
	if !bytes.HasPrefix(answer, []byte("HTTP/1.1 431")) {
		t.Errorf("%.100q", answer)
	}
	if !clitest.Long() {
		return
	}
	slow, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	slow.SetDeadline(time.Now().Add(5 * time.Minute))
	fmt.Fprintf(slow, "GET / HTTP/1.1\r\nHost: x\r\n")
	if n, err := slow.Read(make([]byte, 1)); n > 0 || err != io.EOF {
		t.Errorf("a slow header: %d, %v", n, err)
	}
}

// Logs name players by a hash and hold no cookie and no seed, whatever goes wrong.
func TestLogs(t *testing.T) {
	var log clitest.Output
	h := casinotest.Open(t, filepath.Join(t.TempDir(), "casino.db"))
	logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	players, _ := api.New(h, http.NotFoundHandler(), logger)
	server := httptest.NewServer(players)
	defer server.Close()
	b := newBrowser(t, server.URL)
	hash := b.enter()
	var answer house.Answer
	b.get("/api/bet", map[string]any{"serverHash": hash, "nonce": "0", "bet": "poker jacks for 100"}, &answer)
	var view house.View
	b.get("/api/view", nil, &view)
	b.send("POST", "/api/bet", text("{"))
	b.get("/api/step", map[string]any{"serverHash": hash, "nonce": "0", "step": "1", "text": "hold"}, &answer)
	b.get("/api/rotate", map[string]any{"nextServerHash": view.Seeds.NextServerHash, "clientSeed": "other words"}, &view)
	h.Close()
	b.refuse("without a database", "GET", "/api/view", nil, 503, "unavailable")
	if response, _ := b.send("GET", "/healthz", nil); response.StatusCode != 503 {
		t.Errorf("healthy without a database: %v", response.Status)
	}

	for what, secret := range map[string]string{"cookie": b.cookie.Value, "server seed": view.Seeds.Revealed.ServerSeed,
		"client seed": "my words"} {
		if strings.Contains(log.String(), secret) {
			t.Errorf("the log has the %s:\n%s", what, log.String())
		}
	}
	for _, want := range []string{"path=/api/bet status=200", "path=/api/bet status=400", "request failed", "player=" + view.Player} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %q:\n%s", want, log.String())
		}
	}
}

func TestHealthAndMetrics(t *testing.T) {
	h := casinotest.Open(t, filepath.Join(t.TempDir(), "casino.db"))
	players, operator := api.New(h, http.NotFoundHandler(), slog.New(slog.DiscardHandler))
	server := httptest.NewServer(players)
	defer server.Close()
	b := newBrowser(t, server.URL)
	if response, content := b.send("GET", "/healthz", nil); response.StatusCode != 200 || string(content) != "ok\n" {
		t.Errorf("%s %s", response.Status, content)
	}
	hash := b.enter()
	var answer house.Answer
	for range 2 {
		b.get("/api/bet", map[string]any{"serverHash": hash, "nonce": "0", "bet": "dice under 4950 for 300"}, &answer)
	}
	if response, _ := b.send("GET", "/metrics", nil); response.StatusCode != 404 {
		t.Errorf("players see the metrics: %s", response.Status)
	}
	recorder := httptest.NewRecorder()
	operator.ServeHTTP(recorder, httptest.NewRequest("GET", "/metrics", nil))
	content := recorder.Body.Bytes()
	for _, want := range []string{`casino_problems_total{code="internal"} 0`, `casino_problems_total{code="unavailable"} 0`,
		`casino_declined_total{game="poker",reason="limit"} 0`,
		`casino_bets_total{game="poker"} 0`, `casino_request_seconds_count{path="/api/step",status="200"} 0`,
		"casino_database_retries_total 0", "casino_exposure 0",
		`casino_bets_total{game="dice"} 1`, `casino_staked_total{game="dice"} 300`, "casino_repeated_total 1", "casino_rotations_total 1",
		`casino_request_seconds_count{path="/api/bet",status="200"} 2`, "go_goroutines"} {
		if !bytes.Contains(content, []byte(want+"\n")) && !bytes.Contains(content, []byte(want+" ")) {
			t.Errorf("no %s in\n%s", want, content)
		}
	}
}
