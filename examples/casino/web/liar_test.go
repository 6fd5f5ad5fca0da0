package web_test

import (
	"bufio"
	"bytes"
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

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
)

// A refusal is a problem in the place of an answer.
type refusal struct {
	status int
	code   string
	held   bool // whether the casino isn't asked
}

// A liar stands between the page and an honest casino.
type liar struct {
	mu     sync.Mutex
	alter  func(path string, answer object) // of the API's answers; nil for none
	refuse map[string]refusal               // what to answer with instead, by path
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

// set changes the liar.
func (l *liar) set(f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	f()
}

// alters has the liar alter answers from now on; with nil, none.
func (l *liar) alters(alter func(path string, answer object)) { l.set(func() { l.alter = alter }) }

// forgets has the liar forget the player when the page enters next.
func (l *liar) forgets() { l.set(func() { l.forget = true }) }

// moves has the liar say that the account was recovered elsewhere.
func (l *liar) moves() { l.set(func() { l.moved = true }) }

// refuses returns what has a liar refuse all requests for a path.
func refuses(path string, status int, code string) func(l *liar) {
	return func(l *liar) { l.set(func() { l.refuse = map[string]refusal{path: {status: status, code: code}} }) }
}

// honest ends all lies.
func (l *liar) honest() {
	l.set(func() {
		l.alter, l.refuse, l.log, l.gone, l.moved, l.lose, l.lost = nil, nil, nil, false, false, false, 0
	})
}

// start returns the address of the liar, who stands before a casino of its own.
func (l *liar) start(t *testing.T) string {
	t.Helper()
	h := casinotest.Open(t, filepath.Join(t.TempDir(), "casino.db"))
	return l.standBefore(t, casinotest.Serve(t, h), h)
}

// standBefore returns the address of the liar, who stands before the casino at an address.
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
				if l.refuse[r.In.URL.Path].held {
					r.Out.Header.Del("Cookie") // which the casino answers as nobody's request
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

// modify tells the lies of the moment.
func (l *liar) modify(r *http.Response) error {
	path := r.Request.URL.Path
	isAPI := strings.HasPrefix(path, "/api/")
	if isAPI {
		var late time.Duration
		l.set(func() { late = l.late })
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
	if status, body := l.instead(path); status != 0 {
		r.StatusCode = status
		r.Header.Del("Set-Cookie")
		say(r, []byte(body))
		return nil
	}
	switch {
	case path == eventsPath:
		r.Body = l.alterEvents(r.Body)
		return nil
	case l.log != nil && strings.HasPrefix(path, "/log/"):
		return l.alterLog(r)
	case l.house != nil && r.StatusCode == http.StatusOK && isAPI && path != "/api/export":
		return l.alterAnswer(r)
	}
	return nil
}

// say gives a response another body.
func say(r *http.Response, body []byte) {
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.ContentLength = int64(len(body))
	r.Header.Set("Content-Length", strconv.Itoa(len(body)))
}

// instead returns what is answered in the place of what the casino answers, status 0 for nothing.
func (l *liar) instead(path string) (status int, body string) {
	if l.gone {
		return http.StatusBadGateway, "gone"
	}
	if l.lose && (path == betPath || path == stepPath || path == rotatePath) {
		l.lost++
		if l.lost%2 == 1 { // every other answer is lost, after the casino has done its work
			return http.StatusBadGateway, "lost"
		}
	}
	if refused := l.refuse[path]; refused.status != 0 {
		return refused.status, fmt.Sprintf(`{"title": "A refusal", "code": %q}`, refused.code)
	}
	if l.moved && strings.HasPrefix(path, "/api/") && path != "/api/games" && path != eventsPath {
		return http.StatusUnauthorized, `{"title": "Moved", "code": "moved",
			"detail": "the account of this browser was recovered in another one, with its key, at 2024-05-06T07:08:09Z"}`
	}
	return 0, ""
}

// alterLog alters a file of the public log, which it may take away.
func (l *liar) alterLog(r *http.Response) error {
	content, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	_, file, _ := strings.Cut(strings.TrimPrefix(r.Request.URL.Path, "/log/"), "/")
	r.StatusCode = http.StatusOK
	if content = l.log(file, content); content == nil {
		r.StatusCode, content = http.StatusNotFound, []byte("{}")
	}
	say(r, content)
	return nil
}

// alterAnswer alters an answer of the API, and signs what it says then.
func (l *liar) alterAnswer(r *http.Response) error {
	var answer object
	if err := json.NewDecoder(r.Body).Decode(&answer); err != nil {
		return err
	}
	l.learn(answer)
	if l.alter != nil {
		l.alter(r.Request.URL.Path, answer)
		l.sign(answer)
	}
	body, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	say(r, body)
	return nil
}

// alterEvents alters what events say, then or later. Their name is the member “event” meanwhile.
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

// openLiar opens the page of a casino with a liar before it.
func openLiar(t *testing.T) (*tab, *liar) {
	t.Helper()
	b, l := openBrowser(t), &liar{}
	b.enter(l.start(t))
	return b, l
}
