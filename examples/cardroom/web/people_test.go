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

// A peopleTest is Ada's, who meets bots at two tables of a room of their own, as a browser
// keeps a name for all tables of a room.
type peopleTest struct {
	*testing.T
	h       *house
	b       *browser
	ada     *tab
	picture string // hers
}

// A player has a name and a picture, which others see, and knows those again whose keys it
// has met: not those with a name like theirs.
func testPeople(t *testing.T, _ *house, b *browser) {
	h := newHouse(t, 0)
	p := &peopleTest{T: t, h: h, b: b, ada: b.tab(h.url())}
	defer p.forget() // as the other tests have the same browser
	p.fillForm()
	id := p.sit("Bob b", "Eve e")
	p.seesNames()
	p.isSeen(id)
	p.seesTrick()
	p.playsOn(id)
	id = p.sit("Bob b", "B0b i", "BOB e") // with an impostor, and with one who was met under another name
	p.knowsAgain()
	p.seesTwins()
	p.ada.fits("a table with names")
	p.ada.shot("people")
	p.ada.waitFor(over)
	p.isAudited(id)
	p.ada.close()
}

// forget takes the name from the browser.
func (p *peopleTest) forget() {
	p.Helper()
	x := p.b.tab(p.h.url())
	x.click("#me-none")
	x.waitFor(`document.querySelector("#me-summary").textContent === "Your name"`)
	x.close()
}

// fillForm chooses a name, after some that are none, and a picture.
func (p *peopleTest) fillForm() {
	p.Helper()
	name := func(text string) {
		eval[bool](p.ada, fmt.Sprintf(`(document.querySelector("#me-name").value = %q, true)`, text))
		p.ada.click("#me-save")
	}
	eval[bool](p.ada, `document.querySelector("#me").open = true`)
	p.ada.waitFor(`document.querySelectorAll("#me-pictures svg").length === 12`)
	for _, wrong := range []string{"", "Аda", "Ada\u202e", "Seat 2", "<b>"} { // the second one begins with a Cyrillic letter
		name(wrong)
		p.ada.waitFor(`!document.querySelector("#me-error").hidden && !document.querySelector("#me-save").disabled`)
		eval[bool](p.ada, `document.querySelector("#me-error").hidden = true`)
	}
	p.ada.fits("the form of a name")
	p.ada.shot("name")
	eval[bool](p.ada, `(document.querySelectorAll("#me-pictures input")[4].click(), true)`)
	name(" Ａda  L ")
	p.ada.waitFor(`!document.querySelector("#me").open && document.querySelector("#me-summary").textContent === "\u2068Ada L\u2069"`)
	p.picture = eval[string](p.ada, `document.querySelector("#me-summary svg").outerHTML`)
}

// sit opens a table, at which bots take the first seats and Ada the last one. A bot is a
// name and the seed of a key.
func (p *peopleTest) sit(bots ...string) (id string) {
	p.Helper()
	id = p.h.holdem(len(bots)+1, 1, 30*time.Second)
	for i, bot := range bots {
		name, seed, _ := strings.Cut(bot, " ")
		p.h.named(id, i, name, seed[0])
	}
	eval[bool](p.ada, fmt.Sprintf(`(location.hash = "t/%s", true)`, id))
	p.ada.click("#sit")
	p.ada.waitFor(fmt.Sprintf(`document.querySelectorAll("#people li").length === %d && document.querySelector(".seat.me .who")`, len(bots)+1))
	p.ada.calls()
	return id
}

// expectPeople compares the list of the players: the name, the seat, and what marks them.
func (p *peopleTest) expectPeople(want ...[]string) {
	p.Helper()
	if got := eval[[][]string](p.ada, `[...document.querySelectorAll("#people li")].map((e) =>
		[...e.lastElementChild.childNodes].map((part) => part.textContent))`); !slices.EqualFunc(got, want, slices.Equal) {
		p.Errorf("%q, not %q", got, want)
	}
}

func (p *peopleTest) seesNames() {
	p.Helper()
	p.expectPeople(
		[]string{"\u2068Bob\u2069", " seat 1"},
		[]string{"\u2068Eve\u2069", " seat 2"},
		[]string{"\u2068Ada L\u2069", " seat 3, you"},
	)
}

// isSeen has somebody watch.
func (p *peopleTest) isSeen(id string) {
	p.Helper()
	watcher := p.b.tab(p.h.url() + "/#t/" + id + "/watch")
	watcher.waitFor(`document.querySelectorAll("#game .who svg").length === 3`)
	if got := watcher.text(`#game [data-seat="2"] .who`); !strings.HasPrefix(got, "\u2068Ada L\u2069seat 3") {
		p.Errorf("%q", got)
	}
	if got := eval[string](watcher, `document.querySelector('#game [data-seat="2"] svg').outerHTML`); got != p.picture {
		p.Error("another picture:", got)
	}
	watcher.close()
}

// seesTrick draws a trick at Hearts, of players who have names.
func (p *peopleTest) seesTrick() {
	p.Helper()
	if got := eval[string](p.ada, `import("./hearts.js").then((m) => m.draw({
		seats: Array(3).fill({ points: 0, took: 0, tricks: 0, to: -1, cards: [] }), trick: [{ seat: 0, card: "2♣" }],
		last: null, turns: 1, hand: 1, choice: "", playable: [], got: [], config: { limit: 1 },
	}, { me: 2, selected: [] }).map((e) => e.querySelector(".trick")?.textContent ?? "").join(""))`); got !=
		"You2♣\u2068Bob\u2069\u2068Eve\u2069" {
		p.Errorf("a trick at Hearts is %q", got)
	}
}

// playsOn plays to the end, of which the history names the players, and loads the page again.
func (p *peopleTest) playsOn(id string) {
	p.Helper()
	p.ada.waitFor(over)
	p.ada.waitFor(`/\u2068(Bob|Eve|Ada L)\u2069 \(seat [123](, you)?\) gets|share/.test(document.querySelector("#history").textContent)`)
	p.ada.waitFor(`document.querySelector("#lines").textContent.includes("\u2068Bob\u2069 (seat 1) ")`)
	late := p.b.tab(p.h.url() + "/#t/" + id + "/watch")
	late.waitFor(over)
	if got := late.text("#history"); !strings.Contains(got, "\u2068Bob\u2069 (seat 1): ") {
		p.Errorf("the history names nobody: %q", got)
	}
	late.close()
	p.ada.reload()
	p.ada.waitFor(over)
	if eval[bool](p.ada, `!!document.querySelector(".mark, .badge")`) {
		p.Error("who was met here is known")
	}
}

func (p *peopleTest) knowsAgain() {
	p.Helper()
	p.ada.waitFor(`document.querySelectorAll("#people .mark").length === 6`)
	p.expectPeople(
		[]string{"\u2068Bob\u2069", " seat 1", "you have played with before", "not the one in seat 2 or 3"},
		[]string{"\u2068B0b\u2069", " seat 2", "new to you, with a name like that of somebody you have played with",
			"not the one in seat 1 or 3"},
		[]string{"\u2068BOB\u2069", " seat 3", "you have played with before, and with another one of a name like that",
			"not the one in seat 1 or 2"},
		[]string{"\u2068Ada L\u2069", " seat 4, you"},
	)
}

// seesTwins marks two seats of one key.
func (p *peopleTest) seesTwins() {
	p.Helper()
	got := eval[[]string](p.ada, `import("./people.js").then((m) => m.marks([{ key: "1", like: "a" }, null, { key: "1",
		like: "b" }, { key: "2", like: "c" }], 3, ""))
		.then((all) => all.map((p) => p?.marks?.map((mark) => mark.text).join() ?? ""))`)
	if want := []string{"the same player as in seat 3", "", "the same player as in seat 1", ""}; !slices.Equal(got, want) {
		p.Errorf("two seats of one key: %q", got)
	}
}

// isAudited has audit.html read the record of a table.
func (p *peopleTest) isAudited(id string) {
	p.Helper()
	file := filepath.Join(p.TempDir(), id)
	if err := os.WriteFile(file, board.Encode(p.ada.record()), 0o600); err != nil {
		p.Fatal(err)
	}
	audit := p.b.tab(p.h.url() + "/audit.html")
	audit.do(chromedp.SetUploadFiles("#file", []string{file}))
	audit.waitFor(`document.querySelectorAll("#result tbody th").length === 4`)
	got := eval[[]string](audit, `[...document.querySelectorAll("#result tbody th")].map((e) => e.textContent)`)
	if want := []string{"\u2068Bob\u2069 (seat 1)", "\u2068B0b\u2069 (seat 2)", "\u2068BOB\u2069 (seat 3)",
		"\u2068Ada L\u2069 (seat 4)"}; !slices.Equal(got, want) {
		p.Errorf("%q", got)
	}
	if got := audit.text("#result"); !strings.Contains(got, "A name is its seat’s own word.") {
		p.Errorf("%q", got)
	}
	audit.close()
}
