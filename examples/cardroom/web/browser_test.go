package web_test

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/client"
	"github.com/squaredeal/squaredeal/examples/cardroom/hub"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/games"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/player"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/room"
	"github.com/squaredeal/squaredeal/examples/cardroom/web"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
)

// program is the player's program, compiled once.
var program = sync.OnceValues(func() (web.Program, error) { return web.Build(context.Background()) })

// A house is a card room in this process, which can be killed and started again.
type house struct {
	*testing.T
	dir, addr string
	hub       *hub.Hub
	server    *http.Server
	delay     time.Duration // of each request and frame, both ways
}

func newHouse(t *testing.T, delay time.Duration) *house {
	t.Helper()
	h := &house{T: t, dir: t.TempDir(), addr: "127.0.0.1:0", delay: delay}
	h.start()
	t.Cleanup(h.stop)
	return h
}

func (h *house) url() string { return "http://" + h.addr }

func (h *house) start() {
	h.Helper()
	log := slog.New(slog.DiscardHandler)
	p, err := program()
	if err != nil {
		h.Fatal(err)
	}
	pages, err := web.Handler(p)
	if err != nil {
		h.Fatal(err)
	}
	h.hub, err = hub.Start(hub.Config{
		Key: make([]byte, hub.KeySize), Dir: h.dir, Log: log,
		Game: func(terms table.Terms, seat int, secret []byte) (table.Game, error) {
			return games.New(terms, seat, secret)
		},
	})
	if err != nil {
		h.Fatal(err)
	}
	handler, err := room.New(h.hub, pages, log)
	if err != nil {
		h.Fatal(err)
	}
	listener, err := net.Listen("tcp", h.addr)
	if err != nil {
		h.Fatal(err)
	}
	h.addr = listener.Addr().String()
	h.server = room.NewServer(handler, log)
	go h.server.Serve(&slow{listener, h.delay})
}

func (h *house) stop() {
	h.server.Close()
	h.hub.Close()
}

// A slow listener's connections are late.
type slow struct {
	net.Listener
	delay time.Duration
}

func (s *slow) Accept() (net.Conn, error) {
	c, err := s.Listener.Accept()
	if err != nil || s.delay == 0 {
		return c, err
	}
	return delayed(c, s.delay), nil
}

// delayed delays what is written to a connection.
func delayed(c net.Conn, by time.Duration) net.Conn {
	near, far := net.Pipe()
	go pass(far, c, by)
	go pass(c, far, by)
	return near
}

func pass(from, to net.Conn, by time.Duration) {
	type chunk struct {
		at    time.Time
		bytes []byte
	}
	chunks := make(chan chunk, 1024)
	go func() {
		defer close(chunks)
		for {
			b := make([]byte, 16<<10)
			n, err := from.Read(b)
			if err != nil {
				return
			}
			chunks <- chunk{time.Now().Add(by), b[:n]}
		}
	}()
	for c := range chunks {
		time.Sleep(time.Until(c.at))
		if _, err := to.Write(c.bytes); err != nil {
			break
		}
	}
	to.Close()
	from.Close()
}

// create opens a table without the page.
func (h *house) create(offer board.Offer) (id string) {
	h.Helper()
	id, err := h.hub.Create(h.Context(), offer, false)
	if err != nil {
		h.Fatal(err)
	}
	return id
}

// A memory keeps a bot's seat.
type memory struct{ held []byte }

func (m *memory) Load(first []byte) ([]byte, error) {
	if m.held == nil {
		m.held = first
	}
	return m.held, nil
}

func (m *memory) Replace(_, new []byte) error {
	m.held = new
	return nil
}

// bot has a bot take a free seat, over the network, and returns when it has it.
func (h *house) bot(id, cheat string) {
	h.Helper()
	sits := make(chan struct{})
	ended := h.sits(id, player.Player{
		Seat: board.AnySeat, Cheat: cheat,
		Show: func(player.View) { // what it sees, the tabs see
			select {
			case <-sits:
			default:
				close(sits)
			}
		},
	})
	select {
	case <-sits:
	case <-ended:
		h.Fatal("a bot has no seat")
	}
}

// sits has a bot ask for a seat, over the network. The channel is closed when it has left.
func (h *house) sits(id string, p player.Player) (ended chan struct{}) {
	h.Helper()
	keeper := &memory{}
	key, err := player.Key(keeper)
	if err != nil {
		h.Fatal(err)
	}
	b := client.Dial(id, key, "ws://"+h.addr)
	p.Board, p.Keeper, p.Bot = b, keeper, true
	ended = make(chan struct{})
	go func() {
		defer close(ended)
		p.Run(h.Context())
	}()
	h.Cleanup(func() {
		b.Close()
		<-ended
	})
	return ended
}

// A browser is a headless Chromium.
type browser struct {
	*testing.T
	context.Context
}

// openBrowser starts Chromium.
func openBrowser(t *testing.T) *browser {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(clitest.Chromium(t)), chromedp.NoSandbox,
		chromedp.WindowSize(1280, 900))
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx, chromedp.Navigate("about:blank")); err != nil {
		t.Fatal(err)
	}
	return &browser{t, ctx}
}

// A tab is one of its pages. What it throws or logs as an error fails the test.
type tab struct {
	*testing.T
	context.Context
	close func()
}

func (b *browser) tab(url string) *tab {
	b.Helper()
	ctx, cancel := chromedp.NewContext(b.Context)
	t := &tab{T: b.T, Context: ctx}
	messages := chromedp.Console(ctx)
	logged := make(chan struct{})
	go func() {
		defer close(logged)
		for m, err := range messages {
			if err != nil {
				return
			}
			// while the server is down
			expected := strings.Contains(m.Text, "WebSocket connection") || strings.Contains(m.Text, "Failed to load resource")
			if (m.Type == chromedp.ConsoleException || m.Type == chromedp.ConsoleError) && !expected {
				b.Errorf("a page complains: %s", m.Text)
			}
		}
	}()
	t.close = sync.OnceFunc(func() {
		chromedp.Cancel(ctx)
		cancel()
		<-logged
	})
	b.Cleanup(t.close)
	t.do(chromedp.Navigate(url))
	return t
}

func (t *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context, time.Minute)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		t.Fatal(err)
	}
}

// eval returns the value of an expression, a promise's as well.
func eval[V any](t *tab, expression string) V {
	t.Helper()
	v, err := chromedp.Run(t.Context, chromedp.Evaluate[V](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// text returns what a selected element says.
func (t *tab) text(selector string) string {
	t.Helper()
	return eval[string](t, fmt.Sprintf("document.querySelector(%q)?.textContent ?? ''", selector))
}

// so reports whether an expression is true, as far as the page answers.
func (t *tab) so(expression string) bool {
	is, err := chromedp.Run(t.Context, chromedp.Evaluate[bool]("!!("+expression+")"))
	return is && err == nil
}

// waitFor waits until an expression is true.
func (t *tab) waitFor(expression string) {
	t.Helper()
	for start := time.Now(); time.Since(start) < 2*time.Minute; time.Sleep(30 * time.Millisecond) {
		if t.so(expression) {
			return
		}
		if t.Err() != nil {
			t.Fatal(t.Err())
		}
	}
	t.shot("failed")
	t.Fatalf("waiting for %s: %s", expression, eval[string](t, "document.body.innerText"))
}

func (t *tab) click(selector string) {
	t.Helper()
	t.waitFor(fmt.Sprintf("document.querySelector(%q)?.disabled === false", selector))
	eval[bool](t, fmt.Sprintf("(document.querySelector(%q).click(), true)", selector))
}

func (t *tab) reload() {
	t.Helper()
	t.do(chromedp.Reload())
}

// record returns the posts that the page saves.
func (t *tab) record() []record.Post {
	t.Helper()
	text := eval[string](t, `new Promise((ok) => {
		const create = URL.createObjectURL;
		URL.createObjectURL = (blob) => { blob.bytes().then((b) => ok(b.toBase64())); return create(blob); };
		document.querySelector("#record").click();
	})`)
	b, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	posts, err := board.Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	return posts
}

// viewport gives the page a width, and light or dark colours.
func (t *tab) viewport(width int64, scheme string) {
	t.Helper()
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
	if _, err := chromedp.Call(t.Context, emulation.SetEmulatedMedia, media); err != nil {
		t.Fatal(err)
	}
	t.do(chromedp.EmulateViewport(width, 900))
}

// shot takes pictures, if SHOTS names a folder.
func (t *tab) shot(name string) {
	t.Helper()
	folder := os.Getenv("SHOTS")
	if folder == "" {
		return
	}
	for _, width := range []int64{360, 768, 1280} {
		for _, scheme := range []string{"light", "dark"} {
			t.viewport(width, scheme)
			t.do(chromedp.Sleep(100 * time.Millisecond))
			picture, err := chromedp.Run(t.Context, chromedp.FullScreenshot(100))
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(folder, fmt.Sprintf("%s-%s-%d-%s.png", strings.ReplaceAll(t.Name(), "/", "-"), name, width, scheme))
			if err := errors.Join(os.MkdirAll(folder, 0o755), os.WriteFile(file, picture, 0o644)); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.viewport(1280, "")
}
