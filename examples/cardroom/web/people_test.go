package web_test

import (
	"crypto/ed25519"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/player"
)

// named has a bot with a name, by the key of a seed, take a seat.
func (h *house) named(id string, seat int, name string, seed byte) {
	h.Helper()
	key := ed25519.NewKeyFromSeed(slices.Repeat([]byte{seed}, ed25519.SeedSize))
	h.sits(id, player.Player{Seat: seat, Bot: &player.Bot{}, Identity: &player.Identity{Key: key, Name: name}})
}

// A player has a name and a picture, which others see, and knows those again whose keys it has met: not those with
// a name like theirs.
func testPeople(t *testing.T, _ *house, b *browser) {
	h := newHouse(t, 0) // as a browser keeps a name for all tables of a room
	x := b.tab(h.url())
	keep := func(name string) {
		eval[bool](x, fmt.Sprintf(`(document.querySelector("#me-name").value = %q, true)`, name))
		x.click("#me-save")
	}
	open := func() {
		eval[bool](x, `document.querySelector("#me").open = true`)
		x.waitFor(`document.querySelectorAll("#me-pictures svg").length === 12`)
	}
	open()
	for _, wrong := range []string{"", "Аda", "Ada\u202e", "Seat 2", "<b>"} { // the second one begins with a Cyrillic letter
		keep(wrong)
		x.waitFor(`!document.querySelector("#me-error").hidden && !document.querySelector("#me-save").disabled`)
		eval[bool](x, `document.querySelector("#me-error").hidden = true`)
	}
	x.fits("the form of a name")
	x.shot("name")
	eval[bool](x, `(document.querySelectorAll("#me-pictures input")[4].click(), true)`)
	keep(" Ａda  L ")
	x.waitFor(`!document.querySelector("#me").open && document.querySelector("#me-summary").textContent === "\u2068Ada L\u2069"`)
	picture := eval[string](x, `document.querySelector("#me-summary svg").outerHTML`)
	defer func() { // as the other tests have the same browser
		y := b.tab(h.url())
		y.click("#me-none")
		y.waitFor(`document.querySelector("#me-summary").textContent === "Your name"`)
		y.close()
	}()

	sit := func(bots ...string) (id string) {
		id = h.holdem(len(bots)+1, 1, 30*time.Second)
		for i, bot := range bots {
			name, seed, _ := strings.Cut(bot, " ")
			h.named(id, i, name, seed[0])
		}
		eval[bool](x, fmt.Sprintf(`(location.hash = "t/%s", true)`, id))
		x.click("#sit")
		x.waitFor(fmt.Sprintf(`document.querySelectorAll("#people li").length === %d && document.querySelector(".seat.me .who")`, len(bots)+1))
		x.calls()
		return id
	}
	people := `[...document.querySelectorAll("#people li")].map((e) => e.textContent).join("; ")`
	first := sit("Bob b", "Eve e")
	if got := eval[string](x, people); got != "\u2068Bob\u2069 seat 1; \u2068Eve\u2069 seat 2; \u2068Ada L\u2069 seat 3, you" {
		t.Errorf("%q", got)
	}
	watcher := b.tab(h.url() + "/#t/" + first + "/watch")
	watcher.waitFor(`document.querySelectorAll("#game .who svg").length === 3`)
	if got := eval[string](watcher, `document.querySelector('#game [data-seat="2"] .who').textContent`); !strings.HasPrefix(got,
		"\u2068Ada L\u2069seat 3") {
		t.Errorf("%q", got)
	}
	if got := eval[string](watcher, `document.querySelector('#game [data-seat="2"] svg').outerHTML`); got != picture {
		t.Error("another picture:", got)
	}
	watcher.close()
	trick := `import("./hearts.js").then((m) => m.draw({
		seats: Array(3).fill({ points: 0, took: 0, tricks: 0, to: -1, cards: [] }), trick: [{ seat: 0, card: "2♣" }],
		last: null, turns: 1, hand: 1, choice: "", playable: [], got: [], config: { limit: 1 },
	}, { me: 2, selected: [] }).map((e) => e.querySelector(".trick")?.textContent ?? "").join(""))`
	if got := eval[string](x, trick); got != "You2♣\u2068Bob\u2069\u2068Eve\u2069" {
		t.Errorf("a trick at Hearts is %q", got)
	}
	x.waitFor(over)
	x.waitFor(`/\u2068(Bob|Eve|Ada L)\u2069 \(seat [123](, you)?\) gets|share/.test(document.querySelector("#history").textContent)`)
	x.waitFor(`document.querySelector("#lines").textContent.includes("\u2068Bob\u2069 (seat 1) ")`)
	late := b.tab(h.url() + "/#t/" + first + "/watch")
	late.waitFor(over)
	if got := late.text("#history"); !strings.Contains(got, "\u2068Bob\u2069 (seat 1): ") {
		t.Errorf("the history names nobody: %q", got)
	}
	late.close()
	x.reload()
	x.waitFor(over)
	if eval[bool](x, `!!document.querySelector(".mark, .badge")`) {
		t.Error("who was met here is known")
	}
	if got := eval[string](x, `import("./cards.js").then((m) => m.standings([3, 2, 1], "point", 0, { least: true, 
		gone: [true, true, true] })[0].textContent)`); got != "Nobody has won" {
		t.Errorf("when all are gone: %q", got)
	}

	// At another table, with an impostor, and with one who was met under another name.
	second := sit("Bob b", "B0b i", "BOB e")
	x.waitFor(`document.querySelectorAll("#people .mark").length === 6`)
	want := "\u2068Bob\u2069 seat 1you have played with beforenot the one in seat 2 or 3; " +
		"\u2068B0b\u2069 seat 2new to you, with a name like that of somebody you have played withnot the one in seat 1 or 3; " +
		"\u2068BOB\u2069 seat 3you have played with before, and with another one of a name like thatnot the one in seat 1 or 2; " +
		"\u2068Ada L\u2069 seat 4, you"
	if got := eval[string](x, people); got != want {
		t.Errorf("%q", got)
	}
	if got := eval[string](x, `import("./people.js").then((m) => m.marks([{ key: "1", like: "a" }, null, { key: "1",
		like: "b" }, { key: "2", like: "c" }], 3, ""))
		.then((all) => all.map((p) => p?.marks?.map((mark) => mark.text).join()).join("; "))`); got !=
		"the same player as in seat 3; ; the same player as in seat 1; " {
		t.Errorf("two seats of one key: %q", got)
	}
	x.fits("a table with names")
	x.shot("people")
	x.waitFor(over)
	file := filepath.Join(t.TempDir(), second)
	if err := os.WriteFile(file, board.Encode(x.record()), 0o600); err != nil {
		t.Fatal(err)
	}
	audit := b.tab(h.url() + "/audit.html")
	audit.do(chromedp.SetUploadFiles("#file", []string{file}))
	audit.waitFor(`document.querySelectorAll("#result tbody th").length === 4`)
	names := `[...document.querySelectorAll("#result tbody th")].map((e) => e.textContent).join()`
	if got := eval[string](audit, names); got != "\u2068Bob\u2069 (seat 1),\u2068B0b\u2069 (seat 2),\u2068BOB\u2069 (seat "+
		"3),\u2068Ada L\u2069 (seat 4)" {
		t.Errorf("%q", got)
	}
	if got := audit.text("#result"); !strings.Contains(got, "A name is its seat’s own word.") {
		t.Errorf("%q", got)
	}
	audit.close()
	x.close()
}
