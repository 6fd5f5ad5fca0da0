package web_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
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
	five := regexp.MustCompile(`^Dealt: (\w+ of (spades|hearts|diamonds|clubs)(, |\. )){5}`)
	if got := eval[string](b, `document.querySelector("#spoken-poker").textContent`); !five.MatchString(got) {
		t.Errorf("a screen reader says %q", got)
	}
	b.do(chromedp.KeyEvent("1"), chromedp.KeyEvent("4"), chromedp.KeyEvent("4"), chromedp.KeyEvent("5"))
	if got := eval[string](b, `[...document.querySelectorAll("#hand button")].map((card) =>
		card.ariaPressed).join()`); got != "true,false,false,false,true" {
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
	const luminance = (color) => color.map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((sum, v,
		i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
	const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
	const behind = (element) => (element === null ? [1, 1, 1] : over(rgba(getComputedStyle(element).backgroundColor),
		behind(element.parentElement)));
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
		if (element.matches("input:not([type]), select") && against(style.borderColor,
			behind(element.parentElement)) < 3) found.push("the edge of " + element.id);
	}
	return found.join("\n");
})()`

// unsound lists what keeps people from using a page by keyboard, touch or screen reader: controls without a name or smaller than
// 24 pixels (WCAG 2.2, 2.5.8; links in sentences may be), references to nothing, IDs that are there twice, headings that skip a
// level, text outside of all landmarks, an order of focus other than that of the page, and areas that scroll but take no focus.
const unsound = `(() => {
	const found = [];
	const all = (selector) => [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility());
	const say = (what, e) => found.push(what + ": " + e.outerHTML.slice(0, 100));
	const controls = all("button, input, select, a[href], summary, [role=region], [role=img], progress, [tabindex]");
	for (const e of controls) {
		const described = e.ariaLabel || e.getAttribute("aria-labelledby") || e.labels?.length || e.textContent.trim();
		if (!described && !e.matches("main")) say("without a name", e);
		if (e.tabIndex > 0) say("out of order", e);
		const name = e.children.length === 0 && e.ariaLabel?.toLowerCase();
		const text = e.textContent.trim().toLowerCase(); // of which pictograms aren't read
		if (name && /[\p{L}\p{N}]/u.test(text) && !name.includes(text)) say("named otherwise than it reads", e);
	}
	for (const e of all("button, input, select, a[href], summary").filter((e) => !e.closest(".sr, .skip"))) {
		const inText = e.matches("a") && getComputedStyle(e).display === "inline" && e.parentElement.textContent.trim() !== e.textContent.trim();
		const box = (e.matches("[type=checkbox], [type=radio]") ? e.labels[0] : e).getBoundingClientRect();
		if (!inText && (box.width < 24 || box.height < 24)) say("small, " + box.width + " by " + box.height, e);
	}
	for (const e of document.querySelectorAll("[for], [aria-labelledby], [aria-describedby]")) {
		for (const name of ["for", "aria-labelledby", "aria-describedby"]) {
			for (const id of (e.getAttribute(name) ?? "").split(" ")) if (id !== "" && !document.getElementById(id)) say("refers to nothing", e);
		}
	}
	const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
	if (new Set(ids).size !== ids.length) found.push("an ID is there twice");
	let level = 0;
	for (const e of all("h1, h2, h3, h4")) {
		if (Number(e.tagName[1]) > level + 1) say("skips a level", e);
		level = Number(e.tagName[1]);
	}
	if (all("main").length !== 1 || all("h1").length !== 1 || !document.documentElement.lang ||
		!document.title) found.push("no one main, h1, language or title");
	const places = "header, main, footer, nav, aside, [role=alert], [role=status], .skip, noscript";
	for (const e of all("body *")) {
		const text = [...e.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== "");
		if (text && !e.closest(places)) say("outside of all landmarks", e);
		const scrolls = e.scrollWidth > e.clientWidth + 1 && ["auto", "scroll"].includes(getComputedStyle(e).overflowX);
		if (scrolls && e.tabIndex < 0) say("scrolls without the keyboard", e);
	}
	return found.join("\n");
})()`

// accessible checks a state of a page: nothing unsound, all texts legible in light and dark, and nothing that scrolls sideways on
// a small screen or with text of twice the size.
func (b *tab) accessible(what string) {
	b.Helper()
	if got := eval[string](b, unsound); got != "" {
		b.Errorf("%s:\n%s", what, got)
	}
	for _, scheme := range []string{"light", "dark"} {
		b.scheme(scheme)
		if got := eval[string](b, faint); got != "" {
			b.Errorf("%s, %s:\n%s", what, scheme, got)
		}
	}
	for _, found := range eval[[]string](b, clitest.Axe(b.T)) {
		b.Errorf("%s: %s", what, found)
	}
	b.shot("access-" + what)
	b.do(chromedp.EmulateViewport(360, 800))
	for _, size := range []string{"100%", "200%"} {
		if wide := eval[int](b, `(document.documentElement.style.fontSize = "`+size+`", document.documentElement.scrollWidth)`); wide > 360 {
			b.Errorf("%s is %d pixels wide on a screen of 360, with text of %s", what, wide, size)
		}
	}
	eval[string](b, `document.documentElement.style.fontSize = ""`)
	if got := eval[string](b, unsound); got != "" {
		b.Errorf("%s, on a small screen:\n%s", what, got)
	}
	b.do(chromedp.EmulateViewport(1280, 900))
}

// Everything can be used by all, in each state of the pages.
func TestAccess(t *testing.T) {
	b := openBrowser(t)
	l := &liar{}
	url := l.start(t)
	check := b.accessible
	b.enter(url)
	check("poker")
	b.do(click("#deal"))
	b.waitFor(dealt)
	b.do(click("#best"))
	check("a hand")
	b.do(click("#deal"))
	b.waitFor(drawn)
	b.roll()
	check("dice")
	b.fill("#dice-stake", "0")
	b.fill("#next-seed", "=")
	check("faults")
	b.fill("#dice-stake", "5")
	b.fill("#next-seed", "")
	b.rotate("2 of 2")
	b.do(click("#fairness summary"), click("#auto summary"))
	check("checked")
	b.fill("#auto-bets", "200")
	b.do(click("#auto-start"))
	b.waitFor(`document.querySelector("#auto-status").textContent.startsWith("3 bets")`)
	check("autoplay")
	b.do(click("#auto-stop"))
	b.waitFor(stopped)
	own := b.saved(click("#save"), "casino-records.json")
	l.set(func() { l.forget = true })
	b.do(chromedp.Reload())
	b.expectAlarm(breaks, "forgotten")
	check("an alarm")
	b.do(click("#round-list a"))
	b.waitFor(`document.querySelector("#verdict.ok")`)
	check("a round that is right")
	b.fill("#received", "0 pays 0")
	b.waitFor(`document.querySelector("#verdict.bad")`)
	check("a round that isn't")
	b.do(chromedp.Navigate(fromDisk(t)), chromedp.SetUploadFiles(chromedp.CSS("#file"),
		[]string{write(t, "casino-history.csv", asCSV(t, history(t, 4)))}),
		chromedp.SetUploadFiles(chromedp.CSS("#own"), []string{write(t, "casino-records.json", own)}))
	b.waitFor(`document.querySelector("#file-verdict").textContent.includes("differs")`)
	check("a comparison")
	b.do(chromedp.Navigate(url + "/sites.html"))
	b.waitFor(`document.readyState === "complete"`)
	check("other sites")
}
