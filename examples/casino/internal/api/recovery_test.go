package api_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
)

// A key that was written down gives another browser the account, and a cookie that nobody else has.
func TestRecover(t *testing.T) {
	url := casinotest.Start(t)
	laptop, phone := newBrowser(t, url), newBrowser(t, url)
	hash := laptop.enter()
	var answer house.Answer
	laptop.get("/api/bet", map[string]any{"serverHash": hash, "nonce": "0", "bet": "dice under 4950 for 100"}, &answer)
	key, keyHash := casinotest.RecoveryKey()
	var kept house.View
	if laptop.get("/api/recovery", map[string]any{"hash": keyHash, "before": ""}, &kept); kept.Balance != answer.Balance ||
		kept.Recovery != keyHash {
		t.Errorf("%+v", kept)
	}
	laptop.refuse("a key instead of its hash", "POST", "/api/recovery", text(`{"hash":"`+key+`","before":""}`), 400, "malformed")
	laptop.refuse("a key in the place of one that isn't there", "POST", "/api/recovery",
		text(`{"hash":"`+strings.Repeat("ab", 32)+`","before":""}`), 409, "other-key")
	recover := func(key, leave string) string { return `{"key":"` + key + `","leave":"` + leave + `"}` }

	before := phone.cookie
	phone.refuse("a typing error", "POST", "/api/recover", text(recover(key[1:]+"0", "")), 400, "recovery-key")
	phone.refuse("nobody's key", "POST", "/api/recover", text(recover("0000-0000-0000-0000-0000-0000-0WCV", "")), 400, "recovery-key")
	if phone.cookie != before {
		t.Error("a cookie comes with a key that is no good")
	}
	phone.enter()
	var view house.View
	phone.get("/api/recover", map[string]any{"key": key, "leave": ""}, &view) // a visitor's account is no loss
	if view.Balance != answer.Balance {
		t.Errorf("%+v", view)
	}
	phone.get("/api/recover", map[string]any{"key": strings.ToLower(key), "leave": ""}, &view) // the answer came, but for its body
	if view.Balance != answer.Balance {
		t.Errorf("repeated: %+v", view)
	}
	laptop.refuse("the browser before", "GET", "/api/view", nil, 401, "moved")
	laptop.refuse("the browser before", "POST", "/api/enter", text("{}"), 401, "moved")
	laptop.refuse("the browser before, with a new key", "POST", "/api/recovery", text(`{"hash":"`+keyHash+`","before":""}`), 401, "moved")

	var fresh house.View
	laptop.get("/api/anew", map[string]any{}, &fresh)
	if fresh.Player == view.Player || fresh.Balance != house.Start {
		t.Errorf("%+v", fresh)
	}
	var again house.View
	if laptop.get("/api/anew", map[string]any{}, &again); again.Player != fresh.Player {
		t.Error("who has an account gets another")
	}
	laptop.get("/api/rotate", map[string]any{"nextServerHash": fresh.Seeds.NextServerHash.String(), "clientSeed": "words"}, &fresh)
	laptop.get("/api/bet", map[string]any{"serverHash": fresh.Seeds.ServerHash.String(), "nonce": "0",
		"bet": "dice under 4950 for 100"}, &answer)
	laptop.refuse("another account is left", "POST", "/api/recover", text(recover(key, "")), 409, "other-account")
	phone.get("/api/view", nil, &view)
	laptop.get("/api/recover", map[string]any{"key": key, "leave": fresh.Player}, &view)
	phone.refuse("the account is back", "GET", "/api/view", nil, 401, "moved")

	// What another site can make a browser send.
	phone.header = http.Header{"Content-Type": {"application/json"}, "Sec-Fetch-Site": {"cross-site"}}
	phone.refuse("from another site", "POST", "/api/recover", text(recover(key, "")), 403, "cross-origin")
	laptop.header = http.Header{"Content-Type": {"text/plain"}}
	laptop.refuse("a form", "POST", "/api/recovery", text("{}"), 415, "media-type")

	guesser := newBrowser(t, url)
	codes := make(map[int]int)
	for range 40 {
		response, _ := guesser.send("POST", "/api/recover", text(recover(key[1:]+"0", "")))
		codes[response.StatusCode]++
	}
	if codes[429] < 10 || codes[400] == 0 {
		t.Errorf("%v", codes)
	}
}
