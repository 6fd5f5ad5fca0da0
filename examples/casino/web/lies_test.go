package web_test

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
)

type object = map[string]any

// A liar stands between the page and an honest casino.
type liar struct {
	mu     sync.Mutex
	alter  func(path string, answer object) // of the API's answers; nil for none
	refuse map[string]int                   // the statuses to answer with instead, by path
	code   string                           // the code of a problem with the status 409
	forget bool                             // the cookie, when the page enters
	gone   bool                             // it isn't there
	moved  bool                             // the account was, it says
	lose   bool                             // the next answers of bets and holds don't arrive
	lost   int

	casino  string        // its address
	cut     bool          // the line
	late    time.Duration // are the API's answers
	missing string        // a file that isn't there

	log     func(file string, content []byte) []byte // alters files of the public log; nil for one that isn't there
	house   *house.House                             // of the casino, which signs lies, too
	clients map[string]string                        // client seeds, by the hash
	client  string                                   // the latest
}

func (l *liar) tell(alter func(path string, answer object)) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.alter = alter
}

// set changes the liar.
func (l *liar) set(f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f()
}

// start returns the address of the liar, who stands before a casino of its own.
func (l *liar) start(t *testing.T) string {
	t.Helper()
	h := casinotest.Open(t, filepath.Join(t.TempDir(), "casino.db"))
	return l.standBefore(t, casinotest.Serve(t, h), h)
}

func (l *liar) standBefore(t *testing.T, address string, h *house.House) string {
	t.Helper()
	l.casino, l.house, l.clients = address, h, make(map[string]string)
	proxy := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.Header.Del("Accept-Encoding")
			l.set(func() {
				casino, err := url.Parse(l.casino)
				if err != nil {
					panic(err)
				}
				r.SetURL(casino)
				r.Out.Host = r.In.Host
				if l.refuse[r.In.URL.Path] != 0 && l.code != "" {
					r.Out.Header.Del("Cookie") // the casino isn't to do what is refused
				}
				if l.forget && r.In.URL.Path == "/api/enter" {
					r.Out.Header.Del("Cookie")
					l.forget = false // once: from then on, the new cookie is known
				}
			})
		},
		ModifyResponse: l.modify,
		ErrorHandler:   func(http.ResponseWriter, *http.Request, error) { panic(http.ErrAbortHandler) }, // the line is cut
	}
	server := httptest.NewServer(proxy)
	t.Cleanup(func() {
		server.CloseClientConnections() // some may be listening
		server.Close()
	})
	return server.URL
}

func (l *liar) modify(r *http.Response) error {
	var late time.Duration
	l.set(func() { late = l.late })
	path := r.Request.URL.Path
	if strings.HasPrefix(path, "/api/") {
		time.Sleep(late)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.cut {
		return errors.New("the line is cut")
	}
	if path == l.missing {
		r.StatusCode = http.StatusNotFound
	}
	say := func(body []byte) {
		r.Body = io.NopCloser(bytes.NewReader(body))
		r.ContentLength = int64(len(body))
		r.Header.Set("Content-Length", strconv.Itoa(len(body)))
	}
	instead := func(status int, body string) error {
		say([]byte(body))
		r.StatusCode = status
		r.Header.Del("Set-Cookie")
		return nil
	}
	if l.gone {
		return instead(http.StatusBadGateway, "gone")
	}
	if l.lose && (path == "/api/bet" || path == "/api/step" || path == "/api/rotate") {
		l.lost++
		if l.lost%2 == 1 { // every other answer is lost, after the casino has done its work
			return instead(http.StatusBadGateway, "lost")
		}
	}
	if status := l.refuse[path]; status != 0 {
		code := map[int]string{401: "no-player", 404: "not-found", 409: cmp.Or(l.code, "seeds")}[status]
		return instead(status, fmt.Sprintf(`{"title": "A refusal", "code": %q}`, code))
	}
	if path == eventsPath { // which may be altered later
		r.Body = l.alterEvents(r.Body)
		return nil
	}
	if l.moved && strings.HasPrefix(path, "/api/") && path != "/api/games" {
		return instead(http.StatusUnauthorized,
			`{"title": "Moved", "code": "moved",
			"detail": "the account of this browser was recovered in another one, with its key, at 2024-05-06T07:08:09Z"}`)
	}
	if l.log != nil && strings.HasPrefix(path, "/log/") {
		content, err := io.ReadAll(r.Body)
		if err != nil {
			return err
		}
		_, file, _ := strings.Cut(strings.TrimPrefix(path, "/log/"), "/")
		if content = l.log(file, content); content == nil {
			return instead(http.StatusNotFound, "{}")
		}
		r.StatusCode = http.StatusOK
		say(content)
		return nil
	}
	if l.house == nil || r.StatusCode != http.StatusOK || !strings.HasPrefix(path, "/api/") || path == "/api/export" {
		return nil
	}
	var answer object
	if err := json.NewDecoder(r.Body).Decode(&answer); err != nil {
		return err
	}
	l.learn(answer)
	if l.alter != nil {
		l.alter(path, answer)
		l.sign(answer)
	}
	body, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	say(body)
	return nil
}

// alterEvents alters what events say. Their name is the member “event” meanwhile.
func (l *liar) alterEvents(events io.ReadCloser) io.ReadCloser {
	altered, w := io.Pipe()
	go func() {
		defer events.Close()
		name := ""
		for lines := bufio.NewReader(events); ; {
			line, err := lines.ReadString('\n')
			if after, ok := strings.CutPrefix(line, "event: "); ok {
				name = strings.TrimSpace(after)
			}
			var says object
			if data, ok := strings.CutPrefix(line, "data: "); ok && json.Unmarshal([]byte(data), &says) == nil {
				says["event"] = name
				l.set(func() {
					if l.alter != nil {
						l.alter(eventsPath, says)
						if name == "end" {
							l.sign(says)
						}
					}
				})
				delete(says, "event")
				body, _ := json.Marshal(says)
				line = "data: " + string(body) + "\n"
			}
			if err == nil {
				_, err = io.WriteString(w, line)
			}
			if err != nil {
				w.CloseWithError(err)
				return
			}
		}
	}()
	return altered
}

// at alters the answers of a path.
func at(path string, f func(answer object)) func(path string, answer object) {
	return func(p string, answer object) {
		if p == path {
			f(answer)
		}
	}
}

func seedsOf(answer object) object       { return answer["seeds"].(object) }
func roundOf(answer object) object       { return answer["round"].(object) }
func stepOf(answer object, i int) object { return roundOf(answer)["steps"].([]any)[i].(object) }

// openLiar opens the page of a casino with a liar before it.
func openLiar(t *testing.T) (*tab, *liar) {
	t.Helper()
	b, l := openBrowser(t), &liar{}
	b.enter(l.start(t))
	return b, l
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
	if eval[bool](b, canPlay) {
		b.Error("the page goes on playing")
	}
}

// Records are what the page saves.
type records struct {
	Format string
	Fault  *struct{ Kind, Message string }
	Pairs  []struct {
		Player, Hash, Client, Server, Reason string
		Active                               bool
		Rounds                               [][]struct{ Sent, Received, Declined string }
	}
	Players []struct {
		Player  string
		Balance int64
	}
	Casino  object
	Damaged []object
}

func readRecords(t *testing.T, file []byte) (r records) {
	t.Helper()
	if err := json.Unmarshal(file, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// clickText clicks on the element with a text.
func clickText(selector, text string) chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`[...document.querySelectorAll(%q)].find((e) => e.textContent === %q).click()`,
		selector, text))
}

// A secret without the hash is still a lie after a reload.
func TestLieStays(t *testing.T) {
	b, l := openLiar(t)
	l.tell(at("/api/rotate", func(answer object) { seedsOf(answer)["revealed"].(object)["serverSeed"] = strings.Repeat("0", 64) }))
	b.roll()
	b.do(click("#rotate"))
	const why = "the hash that was shown before the first bet"
	b.expectAlarm(cheats, why)
	b.shot("casino-lie")
	b.do(chromedp.Reload())
	b.expectAlarm(cheats, why)
	l.tell(nil)
	b.do(clickText("#alarm button", "Start over"))
	b.waitFor(ready)
	if got := b.text("#round-list"); !strings.Contains(got, "1 round not checked") || strings.Contains(got, "Check") {
		t.Errorf("the rounds that can't be checked: %q", got)
	}
	b.play()
	b.rotate("2 of 2 rounds checked")
}

// A casino that has forgotten a player: the records stay, an alarm returns until the player begins anew, and nothing is lost of them.
func TestForgotten(t *testing.T) {
	b, l := openLiar(t)
	b.play()
	b.rotate("2 of 2 rounds checked")
	b.roll()
	l.set(func() { l.forget = true })
	b.do(chromedp.Reload())
	b.expectAlarm(breaks, "and 1 round whose secret it hasn’t revealed")
	if got := eval[string](b, `document.querySelector("#poker-stake-fault").textContent`); got != "" {
		t.Errorf("the new account has no seeds, and so no limit yet: %q", got)
	}
	b.shot("casino-forgotten")
	b.do(clickText("#alarm button", "Try again"))
	b.expectAlarm(breaks, "has forgotten the one who played here")
	if got := b.text("#round-list"); !strings.Contains(got, "With the current seeds") || !strings.Contains(got, "2 rounds checked") {
		t.Errorf("the records of the player before: %q", got)
	}
	b.do(clickText("#alarm button", "Start over"))
	b.waitFor(ready)
	b.do(chromedp.Reload())
	b.waitFor(ready)
	b.roll()
	got := readRecords(t, b.saved(click("#save"), "casino-records.json"))
	if len(got.Pairs) != 3 || got.Pairs[0].Player != got.Pairs[1].Player || got.Pairs[1].Server != "" || len(got.Pairs[1].Rounds) != 1 ||
		!strings.Contains(got.Pairs[1].Reason, "forgotten") || got.Pairs[2].Player == got.Pairs[1].Player || !got.Pairs[2].Active {
		t.Errorf("the saved records: %+v", got)
	}
}

// A casino that is gone: the page opens all the same, shows the records, and saves them.
func TestGone(t *testing.T) {
	b := openKeeping(t)
	b.hurry()
	l := &liar{}
	address := l.start(t)
	b.enter(address)
	b.play()
	b.waitFor(`navigator.serviceWorker.controller !== null || navigator.serviceWorker.ready`)
	eval[bool](b, `(async () => { while (!await caches.match("/app/main.js")) await new Promise((f) => setTimeout(f, 50)); return true; })()`)
	l.set(func() { l.gone = true })
	b.do(chromedp.Navigate(address))
	b.waitFor(`document.querySelector("#round-list table") !== null`)
	b.shot("casino-gone")
	if got := readRecords(t, b.saved(click("#save"), "casino-records.json")); len(got.Pairs) != 1 || len(got.Pairs[0].Rounds) != 2 {
		t.Errorf("the saved records: %+v", got)
	}
	l.set(func() { l.gone = false })
	b.waitFor(ready) // it asks again
	b.rotate("2 of 2 rounds checked")
}

// Nothing but a new look at the casino ends an alarm.
func TestAlarmStays(t *testing.T) {
	b, l := openLiar(t)
	l.tell(at("/api/bet", func(answer object) { answer["nextNonce"] = "2" }))
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
	b, l := openLiar(t)
	b.roll()
	l.tell(at("/api/enter", func(answer object) {
		seeds := seedsOf(answer)
		delete(seeds, "serverHash")
		delete(seeds, "clientSeed")
		seeds["nextNonce"] = "0"
	}))
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
	l.set(func() {
		if l.lost < 16 {
			t.Errorf("only %d answers were tried", l.lost)
		}
	})
}
