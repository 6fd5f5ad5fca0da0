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

// playsFor makes a player of n bets, and an open hand, and returns the ID and
// all that must stay secret.
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

// An operation is a casino with its operator's page.
type operation struct {
	*testing.T
	h         *house.House
	db        string // its name
	url       string
	alice     string // who has made more bets than a page shows
	bob       string
	secrets   []string // of both
	overviews []string // all pages that were shown
}

// The operator sees exposure, limits, the ledger, sums, audits, processes and keys, and
// nothing that would help to cheat.
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
	o := &operation{T: t, h: h, db: name, url: server.URL + "/"}
	o.isEmpty()
	o.isPlayedAt()
	o.showsFigures()
	o.findsPlayers()
	o.keepsSecrets()
	o.hasPolicy()
	o.answersLocally()
	o.showsFault(o.isUsable())
}

func (o *operation) isEmpty() {
	o.Helper()
	_, _, body := fetch(o.T, o.url, "localhost:9100")
	for _, want := range []string{"No audit on record", "There is none yet", "No round is open"} {
		if !strings.Contains(body, want) {
			o.Errorf("an empty casino doesn't say %q", want)
		}
	}
}

func (o *operation) isPlayedAt() {
	o.Helper()
	var more []string
	o.alice, o.secrets = playsFor(o.T, o.h, 120)
	o.bob, more = playsFor(o.T, o.h, 3)
	o.secrets = append(o.secrets, more...)
	if report, err := o.h.Audit(o.Context()); err != nil || report.Faults > 0 {
		o.Fatalf("%v, %v", err, report)
	}
}

func (o *operation) showsFigures() {
	o.Helper()
	status, _, body := fetch(o.T, o.url, "127.0.0.1:9100")
	overview, err := o.h.Overview(o.Context())
	if err != nil || status != 200 {
		o.Fatal(status, err)
	}
	for _, want := range []string{
		"nothing wrong", "2 players", "127 ledger rows", "1,000,000,000.00", "10,000,000.00", ">5,000.00<", ">enter<", ">bet<",
		o.bob[:16], overview.Keys[0], overview.Processes[0].Name,
	} {
		if !strings.Contains(body, want) {
			o.Errorf("the page has no %q", want)
		}
	}
	if n := strings.Count(body, `<td class="t">`); n != 50+2 {
		o.Errorf("%d rows of the ledger and of sums", n)
	}
	o.overviews = append(o.overviews, body)
}

// findsPlayers asks for players by hashes that are whole, cut, unknown and malformed.
func (o *operation) findsPlayers() {
	o.Helper()
	for _, c := range []struct{ query, want string }{
		{"?player=" + o.alice, "Older rows"},
		{"?player=" + o.alice[:6], "Older rows"},
		{"?player=" + o.alice + "&before=72", "before=22"},
		{"?player=ffff", "No player’s hash"},
		{"?player=%27+OR+1%3D1", "A hash has"},
		{"?player=%3Cscript%3E", "A hash has"},
		{"?player=" + o.alice + "&before=x", "Older rows"},
	} {
		status, _, body := fetch(o.T, o.url+c.query, "[::1]:9100")
		if status != 200 || strings.Contains(body, "<script") || !strings.Contains(body, c.want) {
			o.Errorf("%s: status %d, a script, or not %q", c.query, status, c.want)
		}
		o.overviews = append(o.overviews, body)
	}
}

func (o *operation) keepsSecrets() {
	o.Helper()
	for _, secret := range o.secrets {
		if strings.Contains(strings.Join(o.overviews, ""), secret) {
			o.Errorf("a page shows %q", secret)
		}
	}
}

func (o *operation) hasPolicy() {
	o.Helper()
	_, header, _ := fetch(o.T, o.url, "127.0.0.1:9100")
	if policy := header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'") ||
		strings.Contains(policy, "unsafe") || strings.Contains(policy, "script-src") {
		o.Errorf("%q", policy)
	}
}

// answersLocally is asked for by other names than a proxy on this machine has, and for
// something other than a page.
func (o *operation) answersLocally() {
	o.Helper()
	for host, want := range map[string]int{"localhost": 200, "10.0.0.1": 200, "casino.example": 403, "casino.example:9100": 403,
		"127.0.0.1.evil.example": 403} {
		if status, _, _ := fetch(o.T, o.url, host); status != want {
			o.Errorf("%s: status %d", host, status)
		}
	}
	if response, err := http.Post(o.url, "text/plain", nil); err != nil || response.StatusCode != http.StatusMethodNotAllowed {
		o.Errorf("%v, %v", response, err)
	}
}

// isUsable looks for a player in a browser, and returns the tab.
func (o *operation) isUsable() *tab {
	o.Helper()
	b := openBrowser(o.T)
	b.do(chromedp.Navigate(o.url))
	b.accessible("operator")
	b.fill("#player", o.bob)
	b.do(click("form button"))
	b.waitFor(`document.readyState === "complete" && document.querySelectorAll("td a code").length === 5`) // with its style
	b.accessible("operator player")
	return b
}

// showsFault alters a balance in the database.
func (o *operation) showsFault(b *tab) {
	o.Helper()
	db, err := sql.Open("sqlite", o.db)
	if err != nil {
		o.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("UPDATE players SET balance = 7 WHERE player = $1", o.bob); err != nil {
		o.Fatal(err)
	}
	if _, err := o.h.Audit(o.Context()); err != nil {
		o.Fatal(err)
	}
	b.do(chromedp.Navigate(o.url + "?player=x"))
	if got := b.text(".verdict.bad"); !strings.Contains(got, "found 2 faults") || !strings.Contains(got, "the balance is 7") {
		o.Errorf("%q", got)
	}
	b.accessible("operator fault")
}
