package web_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/internal/videopoker"
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
	canPlay = `!document.querySelector("#play").inert && ["#deal", "#roll-it", "#rotate"].some((id) =>
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

// fill puts a text into a field, as if it were typed.
func (b *tab) fill(selector, text string) {
	b.Helper()
	eval[bool](b, fmt.Sprintf(`(() => {
		const field = document.querySelector(%q);
		field.value = %q;
		return field.dispatchEvent(new Event("input", { bubbles: true }));
	})()`, selector, text))
}

// Stakes: typed, halved, doubled, all there is; and the limit of a casino that
// pays no more than so much.
func TestStakes(t *testing.T) {
	b := openBrowser(t)
	h := casinotest.Open(t, filepath.Join(t.TempDir(), "casino.db"))
	l := &liar{}
	b.enter(l.standBefore(t, casinotest.Serve(t, h), h))
	b.setsStakes()
	// The limit stands with the seeds, and that of the next ones with their hash.
	h.SetBankroll(10_000_000)
	b.rotate("1 of 1")
	limits := eval[string](b, `document.querySelector("#seed-limit").textContent + "; " + document.querySelector("#next-limit").textContent`)
	if want := "10,000,000 coins at most; 1,000 coins at most"; limits != want {
		t.Errorf("%s, want %s", limits, want)
	}
	b.do(click("#rotate"))
	b.waitFor(`document.querySelector("#seed-limit").textContent === "1,000 coins at most" && ` + ready)
	b.do(click("#tab-poker"))
	b.do(click("#poker-stake-field button:nth-of-type(3)"))
	b.expectStake("poker", "2") // times 500 for a royal flush
	b.refusesStake("poker", "#deal", "3", "A bet may pay 1,000 coins at most: stake up to 2.")
	l.alters(at("/api/enter", func(answer object) { answer["maxWin"] = 99_000 }))
	b.do(chromedp.Reload())
	b.expectAlarm(breaks, "at most with these seeds, and said 1,000 coins before")
}

func (b *tab) expectStake(game, want string) {
	b.Helper()
	if got := eval[string](b, `document.querySelector("#`+game+`-stake").value`); got != want {
		b.Errorf("the stake is %s, not %s", got, want)
	}
}

// refusesStake types a stake with which a game can't be played, as the page says.
func (b *tab) refusesStake(game, button, stake, why string) {
	b.Helper()
	b.fill("#"+game+"-stake", stake)
	if got := b.text(chromedp.CSS("#" + game + "-stake-fault")); !strings.Contains(got, why) ||
		!eval[bool](b, fmt.Sprintf(`document.querySelector(%q).disabled`, button)) {
		b.Errorf("%q: %q, want %q", stake, got, why)
	}
}

// setsStakes sets the stake of dice by buttons and by keys.
func (b *tab) setsStakes() {
	b.Helper()
	b.do(click("#tab-dice"))
	const half, double, most = "1", "2", "3"
	for _, step := range []struct{ button, want string }{
		{half, "2"}, {half, "1"}, {half, "1"}, {double, "2"}, {double, "4"}, {most, "1000"}, {double, "1000"}, {half, "500"},
	} {
		b.do(click(chromedp.CSS("#dice-stake-field button:nth-of-type(" + step.button + ")")))
		b.expectStake("dice", step.want)
	}
	b.fill("#dice-stake", "7")
	b.do(chromedp.Focus(chromedp.CSS("#dice-stake")), chromedp.KeyEvent("r"), chromedp.KeyEvent("\b")) // no roll by a key in a field
	b.roll()
	if got := b.text("#round-list"); !strings.Contains(got, ", 7") || b.rounds() != "1" {
		b.Errorf("%q", got)
	}
	for _, stake := range []string{"0", "1001", "1.5", "", "-1"} {
		b.refusesStake("dice", "#roll-it", stake, "1 to 1,000 coins")
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

const stopped = `/Stopped: /.test(document.querySelector("#auto-status").textContent) && document.querySelector("#auto-stop").hidden`

// Autoplay makes as many bets as it was told, or fewer: up to a loss, a win, a decline, an
// alarm, a click; and none after a reload.
func TestAutoplay(t *testing.T) {
	b := openBrowser(t)
	l := &liar{}
	b.enter(l.start(t))
	b.do(click("#tab-dice"), click("#auto summary"))
	b.autoplays("3", "", "", "3 bets of 3")
	if n := b.rounds(); n != "3" {
		t.Errorf("%s rounds", n)
	}
	b.do(click("#tab-poker"))
	b.autoplays("2", "", "", "2 bets of 2")
	b.shot("casino-autoplay-over")
	b.reachesLimits()
	b.refusesNegative("#auto-bets", "#auto-loss", "#auto-win")
	b.stopsAutoplay()

	l.alters(at("/api/bet", func(answer object) { answer["nextNonce"] = "1000" }))
	b.do(click("#auto summary"))
	b.autoplays("99", "", "", "0 bets of 99, -5 coins. Stopped: see the message above")
	b.expectAlarm(breaks, "counts 1000 rounds")
}

// rounds returns how many the page counts with the current seeds.
func (b *tab) rounds() string {
	b.Helper()
	return eval[string](b, `document.querySelector("#seed-rounds").textContent`)
}

// autoplay makes bets until they stop, and returns what the page says.
func (b *tab) autoplay(bets, loss, win string) (status string) {
	b.Helper()
	b.fill("#auto-bets", bets)
	b.fill("#auto-loss", loss)
	b.fill("#auto-win", win)
	b.do(click("#auto-start"))
	b.waitFor(stopped)
	return b.text("#auto-status")
}

func (b *tab) autoplays(bets, loss, win, want string) {
	b.Helper()
	if got := b.autoplay(bets, loss, win); !strings.Contains(got, want) {
		b.Errorf("%q, want %q", got, want)
	}
}

// reachesLimits rolls dice until so much is won, and until so much is lost.
func (b *tab) reachesLimits() {
	b.Helper()
	b.do(click("#tab-dice"))
	b.fill("#odds", "0") // nine rolls of ten win
	b.fill("#dice-stake", "20")
	won := ""
	for try := 0; try < 9 && !strings.Contains(won, "the win has reached your limit"); try++ {
		won = b.autoplay("2", "", "1") // which the first roll decides
	}
	if !strings.Contains(won, "the win has reached your limit") {
		b.Error(won)
	}
	b.fill("#dice-stake", "1")
	b.fill("#odds", "99") // one of 10,000
	b.autoplays("99", "12", "", "the loss has reached your limit")
}

// refusesNegative expects that autoplay doesn't begin with -1 in a field.
func (b *tab) refusesNegative(fields ...string) {
	b.Helper()
	for _, field := range fields {
		before := eval[string](b, fmt.Sprintf(`document.querySelector(%q).value`, field))
		b.fill(field, "-1")
		if !eval[bool](b, `document.querySelector("#auto-start").disabled`) {
			b.Errorf("%s takes -1", field)
		}
		b.fill(field, before)
	}
}

// stopsAutoplay stops it by a key, and by a reload.
func (b *tab) stopsAutoplay() {
	b.Helper()
	const begun = `document.querySelector("#auto-status").textContent.startsWith("2 bets")`
	b.fill("#auto-loss", "")
	b.do(click("#auto-start"))
	b.waitFor(begun)
	if eval[bool](b, canPlay) {
		b.Error("bets can be made besides")
	}
	b.shot("casino-autoplay")
	b.do(chromedp.KeyEvent("\x1b"))
	b.waitFor(stopped)
	if got := b.text("#auto-status"); !strings.Contains(got, "you stopped it") {
		b.Errorf("%q", got)
	}
	b.do(click("#auto-start"))
	b.waitFor(begun)
	b.do(chromedp.Reload())
	b.waitFor(ready)
	n := b.rounds()
	b.do(chromedp.Sleep(time.Second))
	if b.rounds() != n {
		b.Error("autoplay goes on after a reload")
	}
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

// The page's rules are those of the library's packages.
func TestRules(t *testing.T) {
	b := openBrowser(t)
	b.enter(casinotest.Start(t))
	var hands [][5]uint8
	random := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		var hand [5]uint8
		for i, c := range random.Perm(52)[:5] {
			hand[i] = uint8(c)
		}
		hands = append(hands, hand)
	}
	for rank := range uint8(13) { // what is rare
		for other := range uint8(13) {
			if other != rank {
				hands = append(hands, [5]uint8{rank, rank + 13, rank + 26, rank + 39, other}, [5]uint8{rank, other, rank + 26, other + 13, rank + 39})
			}
		}
	}
	for i := range 4 {
		ace := uint8(13 * i)
		hands = append(hands, [5]uint8{ace, ace + 9, ace + 10, ace + 11, ace + 12}, [5]uint8{ace, ace + 1, ace + 2, ace + 3, ace + 4},
			[5]uint8{ace, ace + 9, ace + 10, ace + 11, (ace + 25) % 52}, [5]uint8{ace, ace + 1, ace + 10, ace + 11, ace + 12})
	}
	list := asNumbers(hands)
	seen := make(map[string]int)
	for _, table := range videopoker.Tables {
		got := eval[[]string](b, fmt.Sprintf(`import("/games/poker/rules.js").then((games) => %s.map((hand) =>
			{ const row = games.rowOf(%q, hand); return row.name + " " + row.pays; }))`, list, table.Short))
		for i, hand := range hands {
			row := table.Row(videopoker.Evaluate(hand))
			if want := fmt.Sprint(row.Name, " ", row.Pays); got[i] != want {
				t.Fatalf("%s: %v is %s, want %s", table.Name, hand, got[i], want)
			}
			seen[row.Name]++
		}
	}
	if len(seen) != 14 {
		t.Errorf("not all rows were tried: %v", seen)
	}
	analyzer := videopoker.NewAnalyzer()
	for i, hand := range [][5]uint8{{49, 17, 46, 39, 40}, {22, 0, 12, 40, 2}, {9, 10, 11, 12, 0}, {9, 22, 35, 48, 1},
		{0, 13, 26, 1, 14}, hands[0], hands[1]} {
		table := videopoker.Tables[i%3]
		type hold struct{ Mask, Paid, Draws int64 }
		got := eval[[]hold](b, fmt.Sprintf(`import("/games/poker/best.js").then(({ best, holds }) => {
			const all = holds(%q, %s);
			return [best(all), ...all].map((h) => ({ ...h, mask: all.indexOf(h) }));
		})`, table.Short, asNumbers(hand)))
		for _, h := range got {
			want, err := analyzer.Hold(table, hand, uint8(h.Mask))
			if err != nil || h.Paid != want.Paid || h.Draws != want.Draws {
				t.Errorf("%s, %v: %+v, want %+v, %v", table.Name, hand, h, want, err)
			}
		}
		if want, err := analyzer.Best(table, hand); err != nil || got[0].Paid*want.Draws != want.Paid*got[0].Draws {
			t.Errorf("%s, %v: the best is %+v, %v, not %+v", table.Name, hand, want, err, got[0])
		}
	}
}

// asNumbers returns cards as JSON, which would take them for bytes.
func asNumbers(cards any) string {
	return strings.ReplaceAll(fmt.Sprint(cards), " ", ",")
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
