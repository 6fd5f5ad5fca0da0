package web_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/internal/poker"
)

const (
	ready   = `document.querySelector("#seed-client").textContent.length > 20 && document.querySelector("#rotate").ariaDisabled === "false"`
	dealt   = `document.querySelector("#deal").textContent === "Draw" && document.querySelector("#deal").ariaDisabled === "false"`
	drawn   = `document.querySelector("#deal").textContent === "Deal" && document.querySelector("#deal").ariaDisabled === "false" && /^(No win|.*: )/.test(document.querySelector("#poker-result").textContent)`
	rolled  = `/wins|loses/.test(document.querySelector("#dice-result").textContent) && document.querySelector("#roll-it").ariaDisabled === "false"`
	checked = `!document.querySelector("#check-verdict").hidden && ` + ready
	alarmed = `!document.querySelector("#alarm").hidden && document.querySelector("#busy").textContent === ""`
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

	export := eval[string](b, `fetch("api/export?format=csv").then((answer) => answer.text())`)
	lines := eval[string](b, `fetch("api/export?format=jsonl").then((answer) => answer.text())`)
	hash := eval[string](b, `document.querySelector("#round-list a").hash`)
	b.do(click("#round-list a"))
	b.waitFor(`document.querySelector("#verdict strong")?.textContent === "` + right + `"`)
	if got := eval[string](b, `location.hash`); got != hash {
		t.Errorf("the page of the check is at %s, not %s", got, hash)
	}
	for name, content := range map[string]string{"casino-history.csv": export, "casino-history.jsonl": lines} {
		b.do(chromedp.Navigate(fromDisk(t)), chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{write(t, name, []byte(content))}))
		b.waitFor(`!document.querySelector("#file-verdict").hidden`)
		if got := b.text("#file-verdict"); !strings.Contains(got, "All 6 rows are right") || !strings.Contains(got, "2 pairs of seeds run from 0 without a gap") {
			t.Errorf("%s: %q", name, got)
		}
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
	for _, table := range poker.Tables {
		got := eval[[]string](b, fmt.Sprintf(`import("/check/games.js").then((games) => %s.map((hand) => { const row = games.rowOf(%q, hand); return row.name + " " + row.pays; }))`, list, table.Short))
		for i, hand := range hands {
			row := table.Row(poker.Evaluate(hand))
			if want := fmt.Sprint(row.Name, " ", row.Pays); got[i] != want {
				t.Fatalf("%s: %v is %s, want %s", table.Name, hand, got[i], want)
			}
			seen[row.Name]++
		}
	}
	if len(seen) != 14 {
		t.Errorf("not all rows were tried: %v", seen)
	}
	analyzer := poker.NewAnalyzer()
	for i, hand := range [][5]uint8{{49, 17, 46, 39, 40}, {22, 0, 12, 40, 2}, {9, 10, 11, 12, 0}, {9, 22, 35, 48, 1}, {0, 13, 26, 1, 14}, hands[0], hands[1]} {
		table := poker.Tables[i%3]
		type hold struct{ Mask, Paid, Draws int64 }
		got := eval[[]hold](b, fmt.Sprintf(`import("/check/best.js").then(({ best, holds }) => {
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
	b := openBrowser(t, chromedp.Flag("host-resolver-rules", "MAP casino.example 127.0.0.1"))
	address := strings.Replace(casinotest.Start(t), "127.0.0.1", "casino.example", 1)
	for page, want := range map[string]string{"/": "This address isn’t secure", "/verify.html": "No cryptography here", "/sites.html": "No cryptography here"} {
		b.do(chromedp.Navigate(address + page))
		b.waitFor(`document.querySelector("#alarm, #verdict").textContent.includes("` + want + `")`)
	}
}
