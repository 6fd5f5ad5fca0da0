package web_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
)

const (
	ready = `document.querySelector("#seed-client").textContent.length > 20 && document.querySelector("#rotate").ariaDisabled === "false"`
	dealt = `document.querySelector("#deal").textContent === "Draw" && document.querySelector("#deal").ariaDisabled === "false"`
	drawn = `document.querySelector("#deal").textContent === "Deal" &&
		document.querySelector("#deal").ariaDisabled === "false" && /^(No win|.*: )/.test(document.querySelector("#poker-result").textContent)`
	rolled = `/wins|loses/.test(document.querySelector("#dice-result").textContent) &&
		document.querySelector("#roll-it").ariaDisabled === "false"`
	checked = `!document.querySelector("#check-verdict").hidden && ` + ready
	alarmed = `!document.querySelector("#alarm").hidden && document.querySelector("#busy").textContent === ""`
	canPlay = `!document.querySelector("#play").inert && ["#deal", "#roll-it", "#rotate", "#crash-play"].some((id) =>
		document.querySelector(id).ariaDisabled === "false")`
)

func click(selector chromedp.CSS) chromedp.Action[chromedp.Void] { return chromedp.Click(selector) }

// enter opens a casino's page and waits until it can be played at.
func (b *tab) enter(url string) {
	b.Helper()
	b.do(chromedp.Navigate(url))
	b.waitFor(ready)
}

// play plays a hand, holding a card, and a roll of dice.
func (b *tab) play() {
	b.Helper()
	b.do(click("#tab-poker"), click("#deal"))
	b.waitFor(dealt)
	b.do(click("#hand button:nth-child(2)"), click("#deal"))
	b.waitFor(drawn)
	b.roll()
}

func (b *tab) roll() {
	b.Helper()
	b.do(click("#tab-dice"), click("#roll-it"))
	b.waitFor(rolled)
}

// rotate reveals and checks, and expects what the page says to that.
func (b *tab) rotate(want string) {
	b.Helper()
	b.do(click("#rotate"))
	b.waitFor(checked)
	if got := b.text("#check-verdict"); !strings.Contains(got, want) {
		b.Errorf("%q, want %q", got, want)
	}
}

// Hands of poker, rolls, a rotation, its checks, the link to one, and the casino's export.
func TestPlay(t *testing.T) {
	b := openBrowser(t)
	url := casinotest.Start(t)
	b.enter(url)
	b.shot("casino-start")
	b.do(click("#deal"))
	b.waitFor(dealt)
	b.do(click("#hand button:nth-child(2)"), click("#hand button:nth-child(5)"))
	b.shot("casino-dealt")
	b.do(click("#best"))
	b.waitFor(`document.querySelector("#advice").textContent.startsWith("Best: hold")`)
	b.shot("casino-advice")
	b.do(click("#deal"))
	b.waitFor(drawn)
	b.shot("casino-drawn")
	b.do(click(`input[value="bonus"]`), click("#deal"))
	b.waitFor(dealt)
	b.do(click("#deal"))
	b.waitFor(drawn)
	b.do(click("#tab-dice"))
	b.shot("casino-dice")
	b.roll()
	b.do(click(`input[value="over"]`), click("#roll-it"))
	b.waitFor(rolled)
	b.shot("casino-rolled")
	b.rotate("4 of 4 rounds checked in this browser")
	b.shot("casino-checked")
	b.play()
	b.rotate("2 of 2 rounds checked in this browser")

	exports := b.exports()
	hash := eval[string](b, `document.querySelector("#round-list a").hash`)
	b.do(click("#round-list a"))
	b.waitFor(`document.querySelector("#verdict strong")?.textContent === "` + right + `"`)
	if got := eval[string](b, `location.hash`); got != hash {
		t.Errorf("the page of the check is at %s, not %s", got, hash)
	}
	for name, content := range exports {
		if got := b.checkHistory(name, content); !strings.Contains(got, "All 6 rows are right") ||
			!strings.Contains(got, "2 pairs of seeds run from 0 without a gap") {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// exports returns the casino's history in its formats, by the names of the files.
func (b *tab) exports() map[string]string {
	b.Helper()
	return map[string]string{
		"casino-history.csv":   eval[string](b, `fetch("api/export?format=csv").then((answer) => answer.text())`),
		"casino-history.jsonl": eval[string](b, `fetch("api/export?format=jsonl").then((answer) => answer.text())`),
	}
}

// The player's own records and the casino's export agree, as they are saved.
func TestSaved(t *testing.T) {
	b := openBrowser(t)
	b.enter(casinotest.Start(t))
	b.play()
	b.rotate("2 of 2")
	b.play()
	b.rotate("2 of 2")
	b.roll()
	own := b.saved(click("#save"), "casino-records.json")
	export := b.saved(clickText("#rounds a", "Save the casino’s"), "casino-history.csv")
	b.do(chromedp.Navigate(fromDisk(t)), chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{write(t, "casino-history.csv", export)}),
		chromedp.SetUploadFiles(chromedp.CSS("#own"), []string{write(t, "casino-records.json", own)}))
	b.waitFor(`document.querySelector("#file-verdict").textContent.includes("Compared")`)
	for _, want := range []string{"All 4 rows are right", "Compared with your records: 4 rounds", "1 round with your current seeds"} {
		if got := b.text("#file-verdict"); !strings.Contains(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The player's own seed is used as it was typed, and not twice.
func TestOwnSeed(t *testing.T) {
	b := openBrowser(t)
	b.enter(casinotest.Start(t))
	for text, want := range map[string]string{"=1+1": "formulas", strings.Repeat("é", 65): "128 bytes", "a\u2028b": "control",
		"\u200b\u3164 \u2800": "can be seen", strings.Repeat("a", 128): "", "ü, \"x\"": ""} {
		b.fill("#next-seed", text)
		if got := b.text("#next-seed-fault"); (got == "") != (want == "") || !strings.Contains(got, want) ||
			eval[bool](b, `document.querySelector("#rotate").disabled`) != (want != "") {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	b.fill("#next-seed", "a\u200bb")
	if got := b.text("#next-seed-fault"); !strings.Contains(got, "such as U+200B") ||
		eval[bool](b, `document.querySelector("#rotate").disabled`) {
		t.Errorf("%q", got)
	}
	b.fill("#next-seed", "17 dice: 4, 2, 6")
	b.do(click("#rotate"))
	b.waitFor(`document.querySelector("#seed-client").textContent === "17 dice: 4, 2, 6" && document.querySelector("#next-seed").value === ""`)
	b.waitFor(`document.querySelector("#rotate").ariaDisabled === "false"`)
	b.fill("#next-seed", "17 dice: 4, 2, 6")
	if got := b.text("#next-seed-fault"); !strings.Contains(got, "knows this seed already") {
		t.Errorf("%q", got)
	}
	b.fill("#next-seed", "")
	b.roll()
	b.rotate("1 of 1 rounds checked")
}

// rounds returns how many the page counts with the current seeds.
func (b *tab) rounds() string {
	b.Helper()
	return eval[string](b, `document.querySelector("#seed-rounds").textContent`)
}

// The statistics are those of the records, across pairs of seeds and reloads.
func TestStatistics(t *testing.T) {
	b := openBrowser(t)
	b.enter(casinotest.Start(t))
	facts := func() string {
		return eval[string](b, `[...document.querySelectorAll("#statistics-facts dd")].map((e) => e.textContent).join("; ")`)
	}
	if got := facts(); got != "0; 0; 0; 0; 0; –; –" {
		t.Errorf("at first: %s", got)
	}
	b.roll()
	b.roll()
	b.rotate("2 of 2")
	b.roll()
	balance := eval[string](b, `document.querySelector("#balance").textContent`)
	// The balance was 1,000 coins at first; a roll of 5 coins pays 9.90 or nothing.
	won := map[string]string{"985": "0; -15; 0; 0.00 %", "994.90": "9.90; -5.10; 4.90; 66.00 %",
		"1,004.80": "19.80; 4.80; 4.90; 132.00 %", "1,014.70": "29.70; 14.70; 4.90; 198.00 %"}[balance]
	if got, want := facts(), "3; 15; "+won+"; 99.00 %"; got != want {
		t.Errorf("with %s coins: %s, want %s", balance, got, want)
	}
	before := facts()
	if got := eval[int](b, `document.querySelector("#chart-line").points.length`); got != 4 {
		t.Errorf("the chart has %d points", got)
	}
	b.do(chromedp.Reload())
	b.waitFor(ready)
	if got := facts(); got != before {
		t.Errorf("after a reload: %s, not %s", got, before)
	}
}

// Over plain HTTP from another machine, browsers offer no cryptography: the pages say so.
func TestInsecure(t *testing.T) {
	b := openBrowser(t)
	address := strings.Replace(casinotest.Start(t), "127.0.0.1", "casino.example", 1)
	for page, want := range map[string]string{"/": "This address isn’t secure", "/verify.html": "No cryptography here",
		"/sites.html": "No cryptography here"} {
		b.do(chromedp.Navigate(address + page))
		b.waitFor(`document.querySelector("#alarm, #verdict").textContent.includes("` + want + `")`)
	}
}
