package web_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
)

// Hands, a rotation and the check of a round, by the keyboard.
func TestKeyboard(t *testing.T) {
	b := openBrowser(t)
	url := casinotest.Start(t)
	b.enter(url)
	tabTo := func(condition string) {
		t.Helper()
		for range 60 {
			b.do(chromedp.KeyEvent("\t"))
			if eval[bool](b, `document.activeElement.matches('`+condition+`')`) {
				return
			}
		}
		t.Fatalf("Tab doesn't lead to %s", condition)
	}
	tabTo("#deal")
	b.do(chromedp.KeyEvent("\r"))
	b.waitFor(dealt)
	if got := eval[string](b, `document.querySelector("#spoken-poker").textContent`); !regexp.MustCompile(`^Dealt: (\w+ of (spades|hearts|diamonds|clubs)(, |\. )){5}`).MatchString(got) {
		t.Errorf("a screen reader says %q", got)
	}
	b.do(chromedp.KeyEvent("1"), chromedp.KeyEvent("4"), chromedp.KeyEvent("4"), chromedp.KeyEvent("5"))
	if got := eval[string](b, `[...document.querySelectorAll("#hand button")].map((card) => card.ariaPressed).join()`); got != "true,false,false,false,true" {
		t.Errorf("held: %s", got)
	}
	eval[bool](b, `document.querySelector("#deal").dispatchEvent(new MouseEvent("click", { detail: 2, bubbles: true }))`)
	if !eval[bool](b, dealt) {
		t.Error("a double click draws at once")
	}
	if !eval[bool](b, `document.activeElement.id === "deal"`) {
		t.Error("the button has lost the focus")
	}
	b.do(chromedp.KeyEvent("\r"))
	b.waitFor(drawn)
	b.do(chromedp.KeyEvent("d"))
	b.waitFor(dealt)
	b.do(chromedp.KeyEvent("b"))
	b.waitFor(`document.querySelector("#advice").textContent !== ""`)
	b.do(chromedp.Focus(chromedp.CSS("#hand button:nth-child(2)")), chromedp.KeyEvent("d"))
	b.waitFor(drawn)
	if !eval[bool](b, `document.activeElement.id === "deal"`) {
		t.Error("nothing has the focus of a card that was drawn")
	}
	b.do(click("#poker .keys input"), chromedp.KeyEvent("d"), chromedp.Navigate(url))
	b.waitFor(ready)
	b.do(chromedp.KeyEvent("d"), chromedp.Sleep(200*time.Millisecond))
	if eval[string](b, `document.querySelector("#seed-rounds").textContent`) != "2" {
		t.Error("keys that are switched off deal")
	}
	tabTo("#rotate")
	b.do(chromedp.KeyEvent("\r"))
	b.waitFor(checked)
	if got := b.text("#check-verdict"); !strings.Contains(got, "2 of 2 rounds checked") {
		t.Errorf("%q", got)
	}
	tabTo("#round-list a")
	b.do(chromedp.KeyEvent("\r"))
	b.waitFor(`document.querySelector("#verdict strong")?.textContent === "` + right + `"`)
}

// Everything that can be used has a name, and every image a description.
func TestNames(t *testing.T) {
	b := openBrowser(t)
	url := casinotest.Start(t)
	b.enter(url)
	b.play()
	b.rotate("2 of 2")
	for _, page := range []string{"", "/verify.html"} {
		b.do(chromedp.Navigate(url + page))
		b.waitFor(`document.readyState === "complete"`)
		nameless := eval[string](b, `[...document.querySelectorAll("button, input, select, a, [role=region], progress")].filter((e) =>
			e.checkVisibility() && !e.ariaLabel && !e.getAttribute("aria-labelledby") && !e.labels?.length && !e.textContent.trim()).map((e) => e.outerHTML).join("\n")`)
		if nameless != "" {
			t.Errorf("%s: without a name: %s", page, nameless)
		}
		if wide := eval[string](b, `(document.documentElement.scrollWidth > innerWidth) ? "wide" : ""`); wide != "" {
			t.Errorf("%s scrolls sideways", page)
		}
		b.do(chromedp.EmulateViewport(360, 800))
		if wide := eval[int](b, `document.documentElement.scrollWidth`); wide > 360 {
			t.Errorf("%s is %d pixels wide on a screen of 360", page, wide)
		}
		eval[string](b, `document.documentElement.style.fontSize = "200%"`)
		if wide := eval[int](b, `document.documentElement.scrollWidth`); wide > 360 {
			t.Errorf("%s is %d pixels wide with text of twice the size", page, wide)
		}
		b.do(chromedp.EmulateViewport(1280, 900))
	}
}

// faint lists the texts whose contrast with what is behind them is below 4.5, or 3 for large ones, and the edges of
// fields with one below 3 (WCAG 2, 1.4.3 and 1.4.11).
const faint = `(() => {
	const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
	const rgba = (color) => {
		canvas.clearRect(0, 0, 1, 1);
		canvas.fillStyle = color;
		canvas.fillRect(0, 0, 1, 1);
		return [...canvas.getImageData(0, 0, 1, 1).data].map((v) => v / 255);
	};
	const over = (top, [r, g, b]) => [r, g, b].map((v, i) => top[i] * top[3] + v * (1 - top[3]));
	const luminance = (color) => color.map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
	const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
	const behind = (element) => (element === null ? [1, 1, 1] : over(rgba(getComputedStyle(element).backgroundColor), behind(element.parentElement)));
	const opacity = (element) => (element === null ? 1 : getComputedStyle(element).opacity * opacity(element.parentElement));
	const found = [];
	for (const element of document.querySelectorAll("body *")) {
		if (!element.checkVisibility() || element.closest(".sr, svg, :disabled, [aria-disabled=true]")) continue;
		const style = getComputedStyle(element);
		const against = (color, back) => {
			const top = rgba(color);
			top[3] *= opacity(element);
			return ratio(luminance(over(top, back)), luminance(back));
		};
		const text = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== "");
		const size = parseFloat(style.fontSize);
		const need = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
		const back = behind(element);
		if (text && against(style.color, back) < need) found.push(element.outerHTML.slice(0, 80) + " " + against(style.color, back).toFixed(2));
		if (element.matches("input:not([type]), select") && against(style.borderColor, behind(element.parentElement)) < 3) found.push("the edge of " + element.id);
	}
	return found.join("\n");
})()`

// All texts can be read, and fields seen, in light and dark.
func TestContrast(t *testing.T) {
	b := openBrowser(t)
	url := casinotest.Start(t)
	check := func(what string) {
		t.Helper()
		for _, scheme := range []string{"light", "dark"} {
			media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
			if _, err := chromedp.Call(b.Context, emulation.SetEmulatedMedia, media); err != nil {
				t.Fatal(err)
			}
			if got := eval[string](b, faint); got != "" {
				t.Errorf("%s, %s:\n%s", what, scheme, got)
			}
		}
	}
	b.enter(url)
	check("poker")
	b.do(click("#deal"))
	b.waitFor(dealt)
	check("a hand")
	b.do(click("#deal"))
	b.waitFor(drawn)
	b.roll()
	check("dice")
	b.rotate("2 of 2")
	b.do(click("#fairness summary"))
	check("checked")
	b.do(click("#round-list a"))
	b.waitFor(`document.querySelector("#verdict.ok")`)
	check("a round that is right")
	b.do(chromedp.SetValue(chromedp.CSS("#outcome"), "0 pays 0"), chromedp.Evaluate[chromedp.Void](`document.querySelector("#form").dispatchEvent(new Event("input", {bubbles: true}))`))
	b.waitFor(`document.querySelector("#verdict.bad")`)
	check("a round that isn't")
	b.do(chromedp.Navigate(url + "/sites.html"))
	b.waitFor(`document.readyState === "complete"`)
	check("other sites")
}
