package web_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
)

type object = map[string]any

// A liar stands between the page and an honest casino.
type liar struct {
	mu    sync.Mutex
	alter func(path string, answer object) // of the API's answers; nil for none
	lose  bool                             // the next answers of bets and holds don't arrive
	lost  int
	deaf  bool // all of them
}

func (l *liar) tell(alter func(path string, answer object)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.alter = alter
}

// start returns the address of the liar.
func (l *liar) start(t *testing.T) string {
	t.Helper()
	casino, err := url.Parse(casinotest.Start(t))
	if err != nil {
		t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(casino)
			r.Out.Host = r.In.Host
			r.Out.Header.Del("Accept-Encoding")
		},
		ModifyResponse: l.modify,
	}
	server := httptest.NewServer(proxy)
	t.Cleanup(server.Close)
	return server.URL
}

func (l *liar) modify(r *http.Response) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	path := r.Request.URL.Path
	if (l.lose || l.deaf) && (path == "/api/bet" || path == "/api/hold" || path == "/api/rotate") {
		l.lost++
		if l.deaf || l.lost%2 == 1 { // every other answer is lost, after the casino has done its work
			r.StatusCode, r.Body = http.StatusBadGateway, io.NopCloser(strings.NewReader("lost"))
			r.Header.Set("Content-Length", "4")
			return nil
		}
	}
	if l.alter == nil || r.StatusCode != http.StatusOK || !strings.HasPrefix(path, "/api/") {
		return nil
	}
	var answer object
	if err := json.NewDecoder(r.Body).Decode(&answer); err != nil {
		return err
	}
	l.alter(path, answer)
	body, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.ContentLength = int64(len(body))
	r.Header.Set("Content-Length", strconv.Itoa(len(body)))
	return nil
}

const (
	cheats = "This casino cheats"
	breaks = "The casino doesn’t keep to the rules"
)

// expectAlarm waits until the page complains.
func (b *tab) expectAlarm(title, why string) {
	b.Helper()
	b.waitFor(alarmed)
	if got := b.text("#alarm"); !strings.Contains(got, title) || !strings.Contains(got, why) {
		b.Errorf("%q, want %q: %q", got, title, why)
	}
	if eval[bool](b, `["#deal", "#roll-it", "#rotate"].some((id) => document.querySelector(id).ariaDisabled === "false")`) {
		b.Error("the page goes on playing")
	}
}

// Lies that the page sees only when the secret is revealed.
func TestLiesRevealed(t *testing.T) {
	for name, lie := range map[string]struct {
		alter func(path string, answer object)
		why   string
	}{
		"roll": {func(path string, answer object) {
			if path == "/api/bet" {
				r := answer["round"].(object)
				roll := 9999 // a roll that loses, as another might
				if r["steps"].([]any)[0].(object)["received"] == "9999 pays 0" {
					roll--
				}
				r["paid"], r["steps"].([]any)[0].(object)["received"] = 0, fmt.Sprintf("%d pays 0", roll)
				answer["balance"] = 99_500
			}
		}, "ound 0: the seeds give"},
		"seed": {func(path string, answer object) {
			if path == "/api/rotate" {
				if revealed, ok := answer["seeds"].(object)["revealed"].(object); ok {
					revealed["serverSeed"] = strings.Repeat("0", 64)
				}
			}
		}, "the hash that was shown before the first bet"},
		"long seed": {func(path string, answer object) {
			if path == "/api/rotate" {
				if revealed, ok := answer["seeds"].(object)["revealed"].(object); ok {
					revealed["serverSeed"] = strings.Repeat("0", 65)
				}
			}
		}, "has 65 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			b := openBrowser(t)
			l := &liar{alter: lie.alter}
			b.enter(l.start(t))
			b.roll()
			b.do(click("#rotate"))
			b.waitFor(alarmed)
			b.shot("casino-lie-" + name)
			b.expectAlarm(cheats, lie.why)
			b.do(chromedp.Reload()) // it is still so afterwards
			b.expectAlarm(cheats, lie.why)
			if name == "roll" {
				b.do(click("#alarm a"))
				b.waitFor(`document.querySelector("#verdict strong")?.textContent === "The casino reported another outcome"`)
			}
		})
	}
}

// Lies that the page sees at once.
func TestLiesAtOnce(t *testing.T) {
	step := func(answer object, i int) object { return answer["round"].(object)["steps"].([]any)[i].(object) }
	first := func(f func(answer object)) func(path string, answer object) {
		return func(path string, answer object) {
			if path == "/api/bet" {
				f(answer)
			}
		}
	}
	for name, lie := range map[string]struct {
		alter      func(path string, answer object)
		title, why string
	}{
		"pays":          {first(func(answer object) { step(answer, 0)["received"] = "0 pays 1" }), cheats, "the roll doesn’t pay"},
		"no outcome":    {first(func(answer object) { step(answer, 0)["received"] = "10000 pays 0" }), cheats, "no outcome"},
		"paid":          {first(func(answer object) { answer["round"].(object)["paid"] = 5 }), cheats, "paid something else"},
		"skips a nonce": {first(func(answer object) { answer["nextNonce"] = "2" }), breaks, "counts 2 rounds with these seeds, but this browser has made 1"},
		"less is left":  {first(func(answer object) { answer["balance"] = answer["balance"].(float64) - 1 }), breaks, "and it should be"},
		"still open":    {first(func(answer object) { answer["round"].(object)["open"] = true }), cheats, "paid something else"},
		"another round": {first(func(answer object) { answer["round"].(object)["nonce"] = "1" }), breaks, "another round"},
		"another bet":   {first(func(answer object) { step(answer, 0)["sent"] = "dice under 1 for 500" }), breaks, "something else was sent"},
	} {
		t.Run(name, func(t *testing.T) {
			b := openBrowser(t)
			l := &liar{alter: lie.alter}
			b.enter(l.start(t))
			b.do(click("#tab-dice"), click("#roll-it"))
			b.expectAlarm(lie.title, lie.why)
		})
	}
}

// Lies about seeds: a hash again, a rotation that isn't confirmed, rounds that nobody has played.
func TestLiesOfSeeds(t *testing.T) {
	b := openBrowser(t)
	l := &liar{}
	b.enter(l.start(t))
	b.roll()

	again := ""
	l.tell(func(path string, answer object) {
		if seeds, ok := answer["seeds"].(object); ok && path == "/api/view" {
			again = seeds["serverHash"].(string)
			seeds["nextServerHash"] = again
		}
	})
	b.do(click("#rotate"))
	b.expectAlarm(breaks, "the hash of the active server seed again")
	l.tell(nil)
	b.do(click("#alarm button"))
	b.waitFor(ready)
	b.rotate("1 of 1 rounds checked")
	l.tell(func(path string, answer object) {
		if seeds, ok := answer["seeds"].(object); ok && path == "/api/view" {
			seeds["nextServerHash"] = again
		}
	})
	b.do(click("#rotate"))
	b.expectAlarm(breaks, "shows a hash again that it showed for earlier rounds")
	l.tell(func(path string, answer object) {
		if seeds, ok := answer["seeds"].(object); ok && path == "/api/enter" {
			seeds["nextNonce"] = "7"
		}
	})
	b.do(click("#alarm button"))
	b.expectAlarm(breaks, "counts 7 rounds with these seeds, but this browser has made 0")
	l.tell(func(path string, answer object) {
		if seeds, ok := answer["seeds"].(object); ok && path == "/api/enter" {
			seeds["clientSeed"] = "another"
		}
	})
	b.do(click("#alarm button"))
	b.expectAlarm(breaks, "aren’t those of this browser’s records")
	l.tell(nil)
	b.do(click("#alarm button"))
	b.waitFor(ready)
	b.roll()
	l.tell(func(path string, answer object) {
		if seeds, ok := answer["seeds"].(object); ok && path == "/api/enter" {
			seeds["nextNonce"] = "0"
		}
	})
	b.do(chromedp.Reload())
	b.expectAlarm(breaks, "has lost rounds: it counts 0 with these seeds, and this browser has records of 1")
	b.shot("casino-alarm")
	l.tell(nil)
	b.do(click("#alarm button"))
	b.waitFor(ready)
	b.play()
	b.rotate("3 of 3 rounds checked")
}

// A balance that changes by something else than what was staked and paid: at the deal, at the draw, by a rotation.
// (A known failure: the page took every balance that it was told.)
func TestLiesOfBalance(t *testing.T) {
	for _, path := range []string{"/api/bet", "/api/hold", "/api/rotate"} {
		t.Run(strings.TrimPrefix(path, "/api/"), func(t *testing.T) {
			b := openBrowser(t)
			var l liar
			b.enter(l.start(t))
			l.tell(func(p string, answer object) {
				if p == path {
					answer["balance"] = answer["balance"].(float64) - 100
				}
			})
			b.do(click("#deal"))
			if path != "/api/bet" {
				b.waitFor(dealt + " || " + alarmed)
				b.do(click("#deal"))
			}
			if path == "/api/rotate" {
				b.waitFor(drawn + " || " + alarmed)
				b.do(click("#rotate"))
			}
			b.expectAlarm(breaks, "asino says that the balance is ")
			l.tell(nil)
			b.do(click("#alarm button")) // what is right again is played on
			b.waitFor(ready + " || " + dealt)
		})
	}
}

// A held card that has become another one.
func TestLieOfCards(t *testing.T) {
	b := openBrowser(t)
	l := &liar{alter: func(path string, answer object) {
		if path == "/api/hold" {
			steps := answer["round"].(object)["steps"].([]any)
			final := steps[1].(object)
			cards := strings.Split(final["received"].(string), " ")
			cards[0], cards[1] = cards[1], cards[0]
			final["received"] = strings.Join(cards, " ")
		}
	}}
	b.enter(l.start(t))
	b.do(click("#deal"))
	b.waitFor(dealt)
	b.do(click("#hand button:nth-child(1)"), click("#hand button:nth-child(2)"), click("#deal"))
	b.expectAlarm(cheats, "a card that was held is another one now")
	evidence := b.saved(click("#alarm button"), "casino-evidence.json")
	var told struct {
		Fault   struct{ Kind, Message string }
		Records struct {
			Active struct{ Hash, Client string }
			Rounds [][]struct{ Sent, Received string }
		}
		Casino object
	}
	if err := json.Unmarshal(evidence, &told); err != nil {
		t.Fatal(err)
	}
	if told.Fault.Kind != "cheat" || len(told.Records.Rounds) != 1 || len(told.Records.Rounds[0]) != 2 || told.Records.Rounds[0][1].Sent != "hold 1 2" ||
		!strings.Contains(told.Records.Rounds[0][1].Received, " pays ") || len(told.Records.Active.Hash) != 64 || told.Casino["player"] == nil {
		t.Errorf("the evidence is %s", evidence)
	}
	l.tell(nil)
	b.do(click("#alarm button:last-child")) // start over
	b.waitFor(ready)
	if got := b.text("#round-list"); !strings.Contains(got, "1 round not checked") || strings.Contains(got, "Check") {
		t.Errorf("the rounds that can't be checked: %q", got)
	}
	b.play()
	b.rotate("2 of 2 rounds checked")
}

// Nothing but a new look at the casino ends an alarm.
func TestAlarmStays(t *testing.T) {
	b := openBrowser(t)
	l := &liar{alter: func(path string, answer object) {
		if path == "/api/bet" {
			answer["nextNonce"] = "2"
		}
	}}
	b.enter(l.start(t))
	b.do(click("#deal"))
	b.expectAlarm(breaks, "counts 2 rounds")
	b.do(chromedp.KeyEvent("b"), chromedp.KeyEvent("1"), chromedp.KeyEvent("d"), chromedp.Sleep(300*time.Millisecond))
	b.expectAlarm(breaks, "counts 2 rounds")
	b.do(click("#alarm button"))
	b.waitFor(dealt)
	b.do(click("#deal"))
	b.waitFor(drawn)
	if !eval[bool](b, `document.querySelector("#alarm").hidden`) {
		t.Error("the alarm is still there")
	}
}

// A casino that has lost its state, as after a restored backup: another player behind the same cookie.
func TestLostState(t *testing.T) {
	b := openBrowser(t)
	l := &liar{}
	address := l.start(t)
	b.enter(address)
	b.roll()
	l.tell(func(path string, answer object) {
		if seeds, ok := answer["seeds"].(object); ok && path == "/api/enter" {
			delete(seeds, "serverHash")
			delete(seeds, "clientSeed")
			seeds["nextNonce"] = "0"
		}
	})
	b.do(chromedp.Reload())
	b.expectAlarm(breaks, "it has lost its state, or it cheats")
	b.do(click("#alarm button:last-child"))
	b.waitFor(ready)
	b.play()
	b.rotate("2 of 2 rounds checked")
	if got := b.text("#round-list"); !strings.Contains(got, "1 round not checked") {
		t.Errorf("the rounds that can't be checked: %q", got)
	}
}

// Answers that are lost: the page sends the same request again, and all rounds are right.
func TestLostAnswers(t *testing.T) {
	b := openBrowser(t)
	l := &liar{lose: true}
	b.enter(l.start(t))
	b.play()
	b.play()
	b.rotate("4 of 4 rounds checked")
	if l.mu.Lock(); l.lost < 16 {
		t.Errorf("only %d answers were tried", l.lost)
	}
	l.mu.Unlock()
}
