package web_test

import (
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/casino/internal/operator"
)

// playsFor makes a player of n bets, and an open hand, and returns the ID and all that must stay secret.
func playsFor(t *testing.T, h *house.House, n int) (id string, secrets []string) {
	t.Helper()
	token := rand.Text()
	id = hex.EncodeToString([]byte(token)[:16])
	view, err := h.Enter(t.Context(), id)
	if err == nil {
		view, err = h.Rotate(t.Context(), id, view.Seeds.NextServerHash, "words of "+token)
	}
	for nonce := range n + 1 {
		bet := "dice under 4950 for 100"
		if nonce == n {
			bet = "poker jacks for 500"
		}
		if err == nil {
			_, err = h.Bet(t.Context(), id, view.Seeds.ServerHash, uint64(nonce), bet)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return id, []string{token, view.Seeds.ClientSeed, view.Seeds.ServerHash.String(), view.Seeds.NextServerHash.String()}
}

// fetch returns a page, asked for at a host.
func fetch(t *testing.T, url, host string) (status int, header http.Header, body string) {
	t.Helper()
	r, err := http.NewRequest("GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = host
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, response.Header, string(content)
}

// The operator sees exposure, limits, the ledger, sums, audits, processes and keys, and nothing that would help to cheat.
func TestOperator(t *testing.T) {
	name := filepath.Join(t.TempDir(), "casino.db")
	h := casinotest.Open(t, name)
	leave, err := h.Attend(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	defer leave()
	page, err := operator.New(h, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(page)
	defer server.Close()
	url := server.URL + "/"
	_, _, body := fetch(t, url, "localhost:9100")
	for _, want := range []string{"No audit on record", "There is none yet", "No round is open"} {
		if !strings.Contains(body, want) {
			t.Errorf("an empty casino doesn't say %q", want)
		}
	}
	alice, secrets := playsFor(t, h, 120)
	bob, more := playsFor(t, h, 3)
	if report, err := h.Audit(t.Context()); err != nil || report.Faults > 0 {
		t.Fatalf("%v, %v", err, report)
	}

	status, header, body := fetch(t, url, "127.0.0.1:9100")
	overview, err := h.Overview(t.Context())
	if err != nil || status != 200 {
		t.Fatal(status, err)
	}
	for _, want := range []string{"nothing wrong", "2 players", "127 ledger rows", "1,000,000,000.00", "10,000,000.00", ">5,000.00<",
		bob[:16], overview.Keys[0], overview.Processes[0].Name,
		">enter<", ">bet<"} {
		if !strings.Contains(body, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	if n := strings.Count(body, `<td class="t">`); n != 50+2 {
		t.Errorf("%d rows of the ledger and of sums", n)
	}
	pages := []string{body}
	for _, query := range []string{"?player=" + alice, "?player=" + alice[:6], "?player=" + alice + "&before=72", "?player=ffff",
		"?player=%27+OR+1%3D1", "?player=%3Cscript%3E", "?player=" + alice + "&before=x"} {
		status, _, body := fetch(t, url+query, "[::1]:9100")
		if pages = append(pages, body); status != 200 || strings.Contains(body, "<script") {
			t.Errorf("%s: %d", query, status)
		}
	}
	for i, want := range []string{"Older rows", "Older rows", "before=22", "No player’s hash", "A hash has", "A hash has", "Older rows"} {
		if !strings.Contains(pages[i+1], want) {
			t.Errorf("page %d doesn't say %q", i, want)
		}
	}
	for _, secret := range append(secrets, more...) {
		if strings.Contains(strings.Join(pages, ""), secret) {
			t.Errorf("a page shows %q", secret)
		}
	}
	if policy := header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'") ||
		strings.Contains(policy, "unsafe") || strings.Contains(policy, "script-src") {
		t.Errorf("%q", policy)
	}
	for host, want := range map[string]int{"localhost": 200, "10.0.0.1": 200, "casino.example": 403, "casino.example:9100": 403,
		"127.0.0.1.evil.example": 403} {
		if status, _, _ := fetch(t, url, host); status != want {
			t.Errorf("%s: status %d", host, status)
		}
	}
	if response, err := http.Post(url, "text/plain", nil); err != nil || response.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("%v, %v", response, err)
	}

	b := openBrowser(t)
	b.do(chromedp.Navigate(url))
	b.accessible("operator")
	b.fill("#player", bob)
	b.do(click("form button"))
	b.waitFor(`document.readyState === "complete" && document.querySelectorAll("td a code").length === 5`) // with its style
	b.accessible("operator player")
	db, err := sql.Open("sqlite", name)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("UPDATE players SET balance = 7 WHERE player = $1", bob); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Audit(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.do(chromedp.Navigate(url + "?player=x"))
	if got := b.text(".verdict.bad"); !strings.Contains(got, "found 2 faults") || !strings.Contains(got, "the balance is 7") {
		t.Errorf("%q", got)
	}
	b.accessible("operator fault")
}
