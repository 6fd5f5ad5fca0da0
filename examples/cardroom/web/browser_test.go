package web_test

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
)

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

// fits checks that nothing is wider than a small screen, and that all can use what
// there is, in light and dark.
func (t *tab) fits(what string) {
	t.Helper()
	t.viewport(360, "dark")
	t.narrow(what, 360)
	t.viewport(1280, "light")
	t.usable(what)
	t.viewport(1280, "")
}

// narrow checks that nothing is wider than the screen.
func (t *tab) narrow(what string, width int) {
	t.Helper()
	if wide := eval[int](t, `document.documentElement.scrollWidth`); wide > width {
		t.Errorf("%s is %d pixels wide", what, wide)
	}
	t.usable(what)
}

// usable checks that people can use a page by keyboard, touch or a screen reader,
// as far as axe-core knows.
func (t *tab) usable(what string) {
	t.Helper()
	for _, found := range eval[[]string](t, clitest.Axe(t.T)) {
		t.Errorf("%s: %s", what, found)
	}
}
