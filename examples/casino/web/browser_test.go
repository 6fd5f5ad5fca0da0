package web_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/examples/internal/clitest"
)

// patience is the time that anything may take on a busy machine.
const patience = 2 * time.Minute

// A tab is a page in a headless Chromium, with storage of its own.
type tab struct {
	*testing.T
	context.Context
	started    bool
	complaints []string // what the page logged as an error
	expected   string   // a part of what it may
}

// chromium is the browser of all tests, which the first of them starts.
var (
	chromium      context.Context
	closeChromium = func() {}
)

func startChromium(t *testing.T) {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(clitest.Chromium(t)), chromedp.NoSandbox,
		chromedp.WindowSize(1280, 900),
		chromedp.Flag("host-resolver-rules", "MAP casino.example 127.0.0.1"))
	allocator, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	chromium, _ = chromedp.NewContext(allocator)
	closeChromium = cancel
	if err := chromedp.Do(chromium); err != nil {
		t.Fatal(err)
	}
}

func TestMain(m *testing.M) {
	code := m.Run()
	closeChromium()
	os.Exit(code)
}

// openBrowser returns a tab in Chromium. It shares cookies and storage with no other. Whatever
// its pages throw or log as an error fails the test, such as a violation of their policy.
func openBrowser(t *testing.T) *tab {
	t.Helper()
	b := openKeeping(t)
	b.keepNothing()
	return b
}

// openKeeping returns a tab as openBrowser does, which keeps the casino's page for
// when the casino is gone.
func openKeeping(t *testing.T) *tab {
	t.Helper()
	if chromium == nil {
		startChromium(t)
	}
	return open(t, chromium, chromedp.WithNewBrowserContext())
}

// newTab returns another tab of the browser of a context.
func newTab(t *testing.T, parent context.Context) *tab {
	t.Helper()
	b := open(t, parent)
	b.keepNothing()
	return b
}

// keepNothing makes the browser one that keeps no pages, which would be loaded twice.
func (b *tab) keepNothing() {
	b.Helper()
	b.inPage(`if (navigator.serviceWorker) navigator.serviceWorker.register = () => Promise.reject(new Error("no pages are kept"));`)
}

// hurry has the pages wait a twentieth of the time that they would.
func (b *tab) hurry() {
	b.Helper()
	b.inPage(`{ const wait = setTimeout; globalThis.setTimeout = (f, ms, ...more) => wait(f, ms / 20, ...more); }`)
}

// of returns the tab for the use of another test.
func (b *tab) of(t *testing.T) *tab {
	other := *b
	other.T = t
	return &other
}

func open(t *testing.T, parent context.Context, options ...chromedp.ContextOption) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(parent, options...)
	b := &tab{T: t, Context: ctx}
	messages := chromedp.Console(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for m, err := range messages {
			if err != nil {
				return
			}
			// Refused requests, and addresses that aren't secure, are part of the tests.
			expected := strings.HasPrefix(m.Text, "Failed to load resource") ||
				strings.HasPrefix(m.Text, "The Cross-Origin-Opener-Policy header has been ignored") ||
				b.expected != "" && strings.Contains(m.Text, b.expected)
			if (m.Type == chromedp.ConsoleException || m.Type == chromedp.ConsoleError) && !expected {
				b.complaints = append(b.complaints, m.Text)
			}
		}
	}()
	t.Cleanup(func() {
		cancel()
		<-done
		for _, text := range b.complaints {
			t.Errorf("the page complains: %s", text)
		}
	})
	b.do()
	return b
}

// do runs actions.
func (b *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.Helper()
	ctx, cancel := context.WithTimeout(b.Context, patience)
	defer cancel()
	if !b.started { // what starts a browser must not have a limit
		ctx, b.started = b.Context, true
	}
	if err := chromedp.Do(ctx, actions...); err != nil {
		b.Fatal(err)
	}
}

// eval returns the value of an expression, a promise's as well.
func eval[V any](b *tab, expression string) V {
	b.Helper()
	value, err := chromedp.Run(b.Context, chromedp.Evaluate[V](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.Fatal(err)
	}
	return value
}

// text returns what a person reads in an element.
func (b *tab) text(selector chromedp.CSS) string {
	b.Helper()
	text, err := chromedp.Run(b.Context, chromedp.Text(selector))
	if err != nil {
		b.Fatal(err)
	}
	return text
}

// waitFor waits until an expression is true, in the page that is there by then.
func (b *tab) waitFor(expression string) {
	b.Helper()
	b.waitUntil(expression, patience)
}

func (b *tab) waitUntil(expression string, limit time.Duration) {
	b.Helper()
	var err error
	for start := time.Now(); time.Since(start) < limit; time.Sleep(20 * time.Millisecond) {
		var reached bool
		if reached, err = chromedp.Run(b.Context, chromedp.Evaluate[bool]("!!("+expression+")")); reached {
			return
		}
	}
	b.shot("failed-" + b.Name())
	b.Fatalf("waiting for %s: %v", expression, err)
}

// saved returns the file that an action makes the browser save.
func (b *tab) saved(action chromedp.Action[chromedp.Void], name string) []byte {
	b.Helper()
	folder := b.TempDir()
	allow := browser.SetDownloadBehaviorParams{Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: folder,
		BrowserContextID: chromedp.FromContext(b.Context).BrowserContextID}
	if _, err := chromedp.CallBrowser(b.Context, browser.SetDownloadBehavior, allow); err != nil {
		b.Fatal(err)
	}
	b.do(action)
	for start := time.Now(); time.Since(start) < patience; time.Sleep(20 * time.Millisecond) {
		if content, err := os.ReadFile(filepath.Join(folder, name)); err == nil && len(content) > 0 {
			return content
		}
	}
	b.Fatalf("%s isn't saved", name)
	return nil
}

// scheme has the page use light or dark colours.
func (b *tab) scheme(name string) {
	b.Helper()
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}}}
	if _, err := chromedp.Call(b.Context, emulation.SetEmulatedMedia, media); err != nil {
		b.Fatal(err)
	}
}

// shot takes pictures of the whole page, in light, dark and on a small screen,
// if SHOTS names a folder.
func (b *tab) shot(name string) {
	b.Helper()
	folder := os.Getenv("SHOTS")
	if folder == "" {
		return
	}
	for _, s := range []struct {
		name, scheme string
		width        int64
	}{{"light", "light", 1280}, {"dark", "dark", 1280}, {"small", "light", 375}, {"small-dark", "dark", 375}} {
		b.scheme(s.scheme)
		b.do(chromedp.EmulateViewport(s.width, 800), chromedp.Sleep(200*time.Millisecond))
		picture, err := chromedp.Run(b.Context, chromedp.FullScreenshot(100))
		if err != nil {
			b.Fatal(err)
		}
		name := filepath.Join(folder, strings.ReplaceAll(name, "/", "-")+"-"+s.name+".png")
		if err := os.WriteFile(name, picture, 0o644); err != nil {
			b.Fatal(err)
		}
	}
	b.do(chromedp.EmulateViewport(1280, 900))
}

// fill puts a text into a field, as if it were typed.
func (b *tab) fill(selector, text string) {
	b.Helper()
	eval[bool](b, fmt.Sprintf(`(() => {
		const field = document.querySelector(%q);
		field.value = %q;
		return field.dispatchEvent(new Event("input", { bubbles: true }));
	})()`, selector, text))
}

// inPage makes the next pages of a tab begin with a script.
func (b *tab) inPage(script string) {
	b.Helper()
	params := page.AddScriptToEvaluateOnNewDocumentParams{Source: script}
	if _, err := chromedp.Call(b.Context, page.AddScriptToEvaluateOnNewDocument, params); err != nil {
		b.Fatal(err)
	}
}

func (b *tab) clearCookies() {
	b.Helper()
	params := storage.ClearCookiesParams{BrowserContextID: chromedp.FromContext(b.Context).BrowserContextID}
	if _, err := chromedp.CallBrowser(b.Context, storage.ClearCookies, params); err != nil {
		b.Fatal(err)
	}
}
