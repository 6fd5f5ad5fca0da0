package api_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
)

// A browser sends requests with its cookie.
type browser struct {
	t      *testing.T
	url    string
	cookie *http.Cookie
	// header is sent with each request.
	header http.Header
}

func newBrowser(t *testing.T, url string) *browser {
	return &browser{t: t, url: url, header: http.Header{"Content-Type": {"application/json"}}}
}

// send sends a request and returns the answer with its body.
func (b *browser) send(method, path string, body io.Reader) (*http.Response, []byte) {
	b.t.Helper()
	r, err := http.NewRequest(method, b.url+path, body)
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header = b.header.Clone()
	if b.cookie != nil {
		r.AddCookie(b.cookie)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	for _, c := range response.Cookies() {
		b.cookie = c
	}
	return response, content
}

// get decodes the answer to a request, which must succeed. Without a body it is a GET.
func (b *browser) get(path string, body map[string]any, answer any) {
	b.t.Helper()
	method, reader := http.MethodGet, io.Reader(nil)
	if body != nil {
		method, reader = http.MethodPost, bytes.NewReader(encode(b.t, body))
	}
	response, content := b.send(method, path, reader)
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != "application/json" {
		b.t.Fatalf("%s %s: %s %s", method, path, response.Status, content)
	}
	if err := json.Unmarshal(content, answer); err != nil {
		b.t.Fatalf("%s %s: %v: %s", method, path, err, content)
	}
}

func encode(t *testing.T, object any) []byte {
	t.Helper()
	b, err := json.Marshal(object)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// refuse checks that a request gets a problem with this status and code.
func (b *browser) refuse(what, method, path string, body io.Reader, status int, code string) map[string]any {
	b.t.Helper()
	response, content := b.send(method, path, body)
	var p map[string]any
	if err := json.Unmarshal(content, &p); err != nil {
		b.t.Fatalf("%s: %v: %s", what, err, content)
	}
	if response.StatusCode != status || p["code"] != code || p["status"] != float64(status) || p["title"] == "" ||
		!strings.HasSuffix(p["type"].(string), "API.md#"+code) || response.Header.Get("Content-Type") != "application/problem+json" {
		b.t.Errorf("%s: %s %v %s", what, response.Status, response.Header, content)
	}
	return p
}

// enter begins with an account and a pair of seeds, and returns its hash.
func (b *browser) enter() (hash string) {
	b.t.Helper()
	var view house.View
	b.get("/api/enter", map[string]any{}, &view)
	hash = view.Seeds.NextServerHash.String()
	b.get("/api/rotate", map[string]any{"nextServerHash": hash, "clientSeed": "my words"}, &view)
	return hash
}

func text(s string) io.Reader { return strings.NewReader(s) }

// A whole visit: enter, bet, deal, hold, rotate, look back.
func TestVisit(t *testing.T) {
	b := newBrowser(t, casinotest.Start(t))
	b.refuse("a view without a cookie", "GET", "/api/view", nil, 401, "no-player")
	hash := b.enter()
	if c := b.cookie; c.Name != "casino" || !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != "/" || c.Secure {
		t.Errorf("%+v", c)
	}
	var bet, dealt, drawn house.Answer
	b.get("/api/bet", map[string]any{"serverHash": hash, "nonce": "0", "bet": "dice under 9000 for 100"}, &bet)
	b.get("/api/bet", map[string]any{"serverHash": hash, "nonce": "1", "bet": "poker jacks for 100"}, &dealt)
	if bet.Round.Open || !dealt.Round.Open || dealt.NextNonce != 2 {
		t.Errorf("%+v, %+v", bet, dealt)
	}
	b.get("/api/step", map[string]any{"serverHash": hash, "nonce": "1", "step": "1", "text": "hold 1"}, &drawn)
	var view house.View
	b.get("/api/view", nil, &view)
	if view.Balance != drawn.Balance || view.Open != nil || view.Balance != house.Start-200+bet.Round.Paid+drawn.Round.Paid {
		t.Errorf("%+v", view)
	}
	b.get("/api/enter", map[string]any{}, &view)
	if view.Balance != drawn.Balance {
		t.Errorf("entered as another: %+v", view)
	}

	if _, content := b.send("GET", "/api/export?format=csv", nil); strings.Count(string(content), "\n") != 1 {
		t.Errorf("live seeds are exported: %s", content)
	}
	b.get("/api/rotate", map[string]any{"nextServerHash": view.Seeds.NextServerHash, "clientSeed": `commas, "quotes"`}, &view)
	response, content := b.send("GET", "/api/export?format=csv", nil)
	lines := strings.Split(string(content), "\n")
	if len(lines) != 4 || !strings.HasPrefix(lines[1], view.Seeds.Revealed.ServerSeed+",my words,"+hash+",v1,0,dice under 9000 for 100,") ||
		!strings.Contains(lines[2], ",poker jacks for 100; hold 1,") || !strings.HasSuffix(lines[2], ",1,2") ||
		!strings.Contains(response.Header.Get("Content-Disposition"), "casino-history.csv") {
		t.Errorf("%v\n%s", response.Header, content)
	}
	_, content = b.send("GET", "/api/export?format=jsonl", nil)
	var line house.Line
	if err := json.Unmarshal(bytes.SplitN(content, []byte("\n"), 3)[1], &line); err != nil || line.Nonce != "1" ||
		line.Sent != "poker jacks for 100; hold 1" || line.Paid != drawn.Round.Paid || line.Pair != 1 || line.Rounds != 2 {
		t.Errorf("%v, %s", err, content)
	}
}

func TestGames(t *testing.T) {
	b := newBrowser(t, casinotest.Start(t))
	var menu struct {
		Games struct {
			Poker []struct{ Return string }
			Dice  struct {
				Return  string
				Choices []struct{ Wins, Multiplier int64 }
			}
		}
	}
	b.get("/api/games", nil, &menu)
	if g := menu.Games; len(g.Poker) != 3 || g.Poker[0].Return != "542458358119/553700847700" || len(g.Dice.Choices) < 50 ||
		g.Dice.Return != "99/100" {
		t.Errorf("%+v", menu)
	}
}
