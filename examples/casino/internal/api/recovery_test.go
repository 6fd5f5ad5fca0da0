package api_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
)

// A recoveryTest is a player's, who has two browsers, and writes down a key of
// the first one's account.
type recoveryTest struct {
	*testing.T
	url           string
	laptop, phone *browser
	key, hash     string
	balance       int64 // of the account
}

// A key that was written down gives another browser the account, and a cookie that nobody else has.
func TestRecover(t *testing.T) {
	url := casinotest.Start(t)
	r := &recoveryTest{T: t, url: url, laptop: newBrowser(t, url), phone: newBrowser(t, url)}
	r.writeDown()
	r.tryWrongKeys()
	account := r.move()
	r.moveBack(account)
	r.forgeRequests()
	r.guess()
}

// recovery is a request to recover the account of a key, and to leave another one, or none.
func recovery(key, leave string) io.Reader {
	return text(`{"key":"` + key + `","leave":"` + leave + `"}`)
}

// bet bets once with a browser's current seeds.
func (r *recoveryTest) bet(b *browser, hash string) (answer house.Answer) {
	r.Helper()
	b.get("/api/bet", map[string]any{"serverHash": hash, "nonce": "0", "bet": "dice under 4950 for 100"}, &answer)
	return answer
}

// writeDown sets the key of an account that has a bet.
func (r *recoveryTest) writeDown() {
	r.Helper()
	r.balance = r.bet(r.laptop, r.laptop.enter()).Balance
	r.key, r.hash = casinotest.RecoveryKey()
	var kept house.View
	if r.laptop.get("/api/recovery", map[string]any{"hash": r.hash, "before": ""}, &kept); kept.Balance != r.balance ||
		kept.Recovery != r.hash {
		r.Errorf("%+v", kept)
	}
	r.laptop.refuse("a key instead of its hash", "POST", "/api/recovery", text(`{"hash":"`+r.key+`","before":""}`), 400, "malformed")
	r.laptop.refuse("a key in the place of one that isn't there", "POST", "/api/recovery",
		text(`{"hash":"`+strings.Repeat("ab", 32)+`","before":""}`), 409, "other-key")
}

func (r *recoveryTest) tryWrongKeys() {
	r.Helper()
	before := r.phone.cookie
	r.phone.refuse("a typing error", "POST", "/api/recover", recovery(r.key[1:]+"0", ""), 400, "recovery-key")
	r.phone.refuse("nobody's key", "POST", "/api/recover", recovery("0000-0000-0000-0000-0000-0000-0WCV", ""), 400, "recovery-key")
	if r.phone.cookie != before {
		r.Error("a cookie comes with a key that is no good")
	}
}

// move recovers the account on the phone, where a visitor's account is no loss, and once
// more, as if the answer had come without its body. It returns the account.
func (r *recoveryTest) move() (account string) {
	r.Helper()
	r.phone.enter()
	var view house.View
	for _, key := range []string{r.key, strings.ToLower(r.key)} {
		if r.phone.get("/api/recover", map[string]any{"key": key, "leave": ""}, &view); view.Balance != r.balance {
			r.Errorf("%+v", view)
		}
	}
	r.laptop.refuse("the browser before", "GET", "/api/view", nil, 401, "moved")
	r.laptop.refuse("the browser before", "POST", "/api/enter", text("{}"), 401, "moved")
	r.laptop.refuse("the browser before, with a new key", "POST", "/api/recovery", text(`{"hash":"`+r.hash+`","before":""}`), 401, "moved")
	return view.Player
}

// moveBack begins anew on the laptop, and then leaves that account for the recovered one.
func (r *recoveryTest) moveBack(account string) {
	r.Helper()
	var fresh, again house.View
	if r.laptop.get("/api/anew", map[string]any{}, &fresh); fresh.Player == account || fresh.Balance != house.Start {
		r.Errorf("%+v", fresh)
	}
	if r.laptop.get("/api/anew", map[string]any{}, &again); again.Player != fresh.Player {
		r.Error("who has an account gets another")
	}
	r.laptop.get("/api/rotate", map[string]any{"nextServerHash": fresh.Seeds.NextServerHash.String(), "clientSeed": "words"}, &fresh)
	r.bet(r.laptop, fresh.Seeds.ServerHash.String())
	r.laptop.refuse("another account is left", "POST", "/api/recover", recovery(r.key, ""), 409, "other-account")
	var view house.View
	r.phone.get("/api/view", nil, &view)
	r.laptop.get("/api/recover", map[string]any{"key": r.key, "leave": fresh.Player}, &view)
	r.phone.refuse("the account is back", "GET", "/api/view", nil, 401, "moved")
}

// forgeRequests sends what another site can make a browser send.
func (r *recoveryTest) forgeRequests() {
	r.Helper()
	r.phone.header = http.Header{"Content-Type": {"application/json"}, "Sec-Fetch-Site": {"cross-site"}}
	r.phone.refuse("from another site", "POST", "/api/recover", recovery(r.key, ""), 403, "cross-origin")
	r.laptop.header = http.Header{"Content-Type": {"text/plain"}}
	r.laptop.refuse("a form", "POST", "/api/recovery", text("{}"), 415, "media-type")
}

// guess tries keys until that is too many.
func (r *recoveryTest) guess() {
	r.Helper()
	guesser := newBrowser(r.T, r.url)
	codes := make(map[int]int)
	for range 40 {
		response, _ := guesser.send("POST", "/api/recover", recovery(r.key[1:]+"0", ""))
		codes[response.StatusCode]++
	}
	if codes[429] < 10 || codes[400] == 0 {
		r.Errorf("%v", codes)
	}
}
