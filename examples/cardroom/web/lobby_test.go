package web_test

import (
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/client"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/rummy"
)

// open opens a table by the lobby's form.
func (t *tab) open(fields map[string]any) (id string) {
	t.Helper()
	b, _ := json.Marshal(fields)
	eval[bool](t, `(() => {
		for (const [name, value] of Object.entries(`+string(b)+`)) document.querySelector("#create").elements[name].value = value;
		document.querySelector("#create").dispatchEvent(new Event("input"));
		return true;
	})()`)
	t.fits("the lobby")
	t.click("#create button[type=submit]")
	t.waitFor(`location.hash.startsWith("#t/")`)
	return eval[string](t, `location.hash.slice(3)`)
}

// The lobby lists public tables, and of these the ones that are asked for.
func testLobby(t *testing.T, h *house, b *browser) {
	x := b.tab(h.url())
	x.waitFor(`!document.querySelector("#lobby").hidden`)
	public := func(game []byte, longest int) (id string) {
		id, err := h.hub.Create(t.Context(), board.Offer{Game: game, Seats: 2, Longest: longest, Grace: 10 * time.Second}, true)
		if err != nil {
			t.Fatal(err)
		}
		return id
	}
	free := public(rummy.Terms(2, 1), rummy.Longest)
	full := public(holdem.Config{Seats: 2, Hands: 100, Chips: 1000, SmallBlind: 1, BigBlind: 2}.Bytes(), holdem.Longest)
	h.bot(full, "")
	h.bot(full, "")
	lists := func(game string, seats bool, places ...string) {
		t.Helper()
		slices.Sort(places)
		eval[bool](x, fmt.Sprintf(`(() => {
			document.querySelector("#which").value = %q;
			document.querySelector("#free-only").checked = %t;
			return document.querySelector("#filter").dispatchEvent(new Event("change"));
		})()`, game, seats))
		x.waitFor(fmt.Sprintf(`[...document.querySelectorAll("#tables a")].map((a) => a.getAttribute("href"))
			.filter((place) => /%s|%s/.test(place)).sort().join() === %q`, free, full, strings.Join(places, ","))) // not other tests' tables
	}
	lists("", false, "#t/"+free, "#t/"+full+"/watch")
	lists("rummy", false, "#t/"+free)
	lists("holdem", false, "#t/"+full+"/watch")
	lists("", true, "#t/"+free)
	lists("hearts", false)
}

// Whoever has left a table for the lobby by the time that it is found stays
// there.
func testAway(t *testing.T, h *house, b *browser) {
	id := h.holdem(2, 1, 10*time.Second)
	x := b.tab(h.url())
	x.waitFor(`!document.querySelector("#lobby").hidden`)
	eval[bool](x, `(() => {
		const fetched = fetch;
		globalThis.answers = [];
		globalThis.fetch = (...all) => new Promise((ok) => answers.push(() => ok(fetched(...all))));
		location.hash = "t/`+id+`/watch";
		return true;
	})()`)
	x.waitFor(`!document.querySelector("#terms").hidden && answers.length > 0`)
	eval[bool](x, `(location.hash = "", true)`)
	x.waitFor(`!document.querySelector("#lobby").hidden`)
	eval[bool](x, `(answers.splice(0).forEach((answer) => answer()), new Promise((ok) => setTimeout(() => ok(true), 500)))`)
	if eval[bool](x, `document.querySelector("#lobby").hidden`) {
		t.Error("a table that was left is shown")
	}
}

// A game whose end is signed while the end of its last hand is shown, behind the lobby, is there again when that has been
// shown, whenever the board is closed.
func testEndsInPause(t *testing.T, h *house, b *browser) {
	id := h.holdem(2, 1, time.Minute)
	x := b.tab(h.url() + "/#t/" + id)
	x.waitFor(`document.querySelector("#sit")`)
	eval[bool](x, `(() => {
		globalThis.Worker = class extends Worker {
			set onmessage(hear) {
				super.onmessage = ({ data }) => {
					const { done, ...reply } = JSON.parse(data); // of which done is late
					hear({ data: JSON.stringify(reply) });
					const { view } = reply;
					globalThis.signed ||= view?.over && view.returned[view.seat];
				};
			}
		};
		const timed = setTimeout;
		globalThis.setTimeout = (f, ms) => ms === 4000 ? (globalThis.goOn = f, 0) : timed(f, ms);
		return true;
	})()`)
	x.click("#sit")
	x.waitFor(waiting)
	eval[bool](x, `(location.hash = "", true)`)
	x.waitFor(`!document.querySelector("#lobby").hidden`)
	h.bot(id, "")
	x.calls()
	x.waitFor(`globalThis.goOn && globalThis.signed`)
	if !eval[bool](x, `(goOn(), document.querySelector("#lobby").hidden && !document.querySelector("#room").hidden)`) {
		t.Error("the end of the game stays behind the lobby")
	}
}

// Whoever looks at the lobby meanwhile keeps the seat: its program goes on, and the table is there again as it
// is, at once when the seat is played elsewhere or the game is over. Another table ends it only if the player wants that.
func testBehindTheLobby(t *testing.T, h *house, b *browser) {
	id, other := h.holdem(2, 1, time.Minute), h.holdem(2, 1, 10*time.Second)
	x := b.sit(h, id)
	eval[bool](x, `(location.hash = "", true)`)
	x.waitFor(fmt.Sprintf(`!document.querySelector("#lobby").hidden && document.querySelector('#tables a[href="#t/%s"]')`, id))
	h.bot(id, "")
	x.waitFor(`document.title.startsWith("Your turn")`)
	for _, key := range []string{"f", "c"} { // which nobody sees
		if err := x.press(key); err != nil {
			t.Fatal(err)
		}
	}
	if !eval[bool](x, `new Promise((ok) => setTimeout(() => ok(document.title.startsWith("Your turn")), 300))`) {
		t.Error("a key in the lobby has played")
	}
	eval[bool](x, `(globalThis.asked = [], globalThis.confirm = (text) => (asked.push(text), false), location.hash = "t/`+other+`", true)`)
	x.waitFor(fmt.Sprintf(`asked.length === 1 && location.hash === "#t/%s" && !document.querySelector("#room").hidden`, id))
	const lobby = `(location.hash = "", true)`
	const atTable = ` && !document.querySelector("#room").hidden && document.querySelector("#lobby").hidden`
	eval[bool](x, lobby)
	x.waitFor(`!document.querySelector("#lobby").hidden`)
	second := b.copyOf(x, h, id)
	second.waitFor(takenOver)
	second.click("#take-over")
	x.waitFor(takenOver + atTable)
	x.click("#take-over")
	second.waitFor(takenOver)
	eval[bool](x, lobby)
	x.waitFor(`!document.querySelector("#lobby").hidden`)
	x.calls()
	x.waitFor(over + atTable)
	x.waitFor(`document.querySelector("#rematch")`)
	eval[bool](x, `(globalThis.fetched = globalThis.fetch, globalThis.fetch = async () => new Response("it is full", { status: 503 }), true)`)
	x.click("#rematch")
	x.waitFor(`((p) => p.checkVisibility() && p.textContent.includes("it is full"))(document.querySelector("#no-rematch"))`)
	eval[bool](x, `(globalThis.fetch = globalThis.fetched, true)`)
	if silent := eval[bool](x, `document.querySelector("#alarm [data-why]") !== null || asked.length !== 1`); silent {
		t.Error(x.text("#alarm"))
	}
	eval[bool](x, `(location.hash = "t/`+other+`", true)`)
	x.waitFor(`!document.querySelector("#terms").hidden`)
}

// A seat that is out has nothing left to lose: its player is shown why, and isn't asked before another table.
func testOut(t *testing.T, h *house, b *browser) {
	id, other := h.holdem(3, 1, 10*time.Minute), h.holdem(2, 1, 10*time.Second)
	x := b.tab(h.url())
	eval[bool](x, `(globalThis.Worker = class extends Worker {
		constructor(...all) {
			super(...all);
			globalThis.program = this;
		}
	}, globalThis.confirm = (text) => (globalThis.asked = text, false), location.hash = "t/`+id+`", true)`)
	x.waitFor(`!document.querySelector("#sit").disabled`)
	x.click("#sit")
	h.bot(id, "")
	h.bot(id, "")
	x.waitFor(`document.title.startsWith("Your turn")`)
	eval[bool](x, `(location.hash = "", true)`)
	x.waitFor(`!document.querySelector("#lobby").hidden`)
	eval[bool](x, `(() => {
		const hear = program.onmessage;
		program.onmessage = (message) => {
			const { view } = JSON.parse(message.data);
			if (view) hear({ data: JSON.stringify({ view: { ...view, outs: [{ seat: view.seat, why: "silent", text: "" }] } }) });
		};
		return true;
	})()`)
	x.waitFor(`!document.querySelector("#room").hidden && document.querySelector('#alarm [data-why="silent"]')`)
	eval[bool](x, `(location.hash = "t/`+other+`", true)`)
	x.waitFor(`!document.querySelector("#terms").hidden`)
	if asked := eval[string](x, `globalThis.asked ?? ""`); asked != "" {
		t.Error("it is asked:", asked)
	}
}

// What a proxy answers says nothing of a table: the seat is kept.
func testUnknownAnswers(t *testing.T, h *house, b *browser) {
	id := h.holdem(2, 1, 10*time.Second)
	x := b.sit(h, id)
	eval[bool](x, `(() => {
		const fetched = globalThis.fetch;
		globalThis.fetch = async (...all) => globalThis.proxy?.() ?? fetched(...all);
		globalThis.proxy = () => new Response("<h1>Not Found</h1>", { status: 404, headers: { "Content-Type": "text/html" } });
		confirm = () => true;
		location.hash = "t/`+id+`/watch";
		return true;
	})()`)
	x.waitFor(`document.querySelector("#terms").textContent.includes("The table can’t be read: the room’s address answers with status 404")`)
	eval[bool](x, `(globalThis.proxy = () => new Response(JSON.stringify({ offer: { Game: btoa("{}") }, free: 0 })), true)`)
	x.waitFor(`document.querySelector("#terms").textContent.includes("doesn’t know the game of this table")`)
	seats := `import("./store.js").then((store) => store.seats("` + id + `")).then((names) => names.length)`
	if n := eval[int](x, seats); n != 1 {
		t.Errorf("%d seats are kept", n)
	}
	eval[bool](x, `(globalThis.proxy = () => new Response("there is no such table, or not any more", { status: 404 }), true)`)
	eval[bool](x, `(location.hash = "t/`+id+`", true)`)
	x.waitFor(`document.querySelector("#terms").textContent.includes("There is no such table")`)
	if n := eval[int](x, seats); n != 0 {
		t.Errorf("%d seats are kept of a table that is gone", n)
	}
}

// Somebody takes the last seat and is gone: the page says whose hello is missing, the seat
// becomes free again, and somebody else has it.
func testSquatter(t *testing.T, h *house, b *browser) {
	id := h.holdem(2, 1, 3*time.Second)
	x := b.sit(h, id)
	x.waitFor(waiting)
	key := record.GenerateKey()
	squatter := client.Dial(id, ed25519.NewKeyFromSeed(key.Bytes()), "ws://"+h.addr)
	defer squatter.Close()
	posts, err := squatter.Posts(t.Context(), 1, true)
	if err != nil {
		t.Fatal(err)
	}
	offer, err := board.ParseOffer(posts[0].Bytes)
	if err == nil {
		err = squatter.Post(t.Context(), offer.Ask(1, key, nil))
	}
	if err != nil {
		t.Fatal(err)
	}
	x.waitFor(`document.querySelector("#state").textContent.includes("hello of seat 2")`)
	before := x.text("#fingerprint")
	x.waitFor(waiting)
	h.bot(id, "")
	x.waitFor(`document.querySelector("#invite").hidden`)
	x.waitFor(dealt)
	if now := x.text("#fingerprint"); now == before || strings.Contains(now, "sit") {
		t.Errorf("the fingerprint was %q, and is %q", before, now)
	}
}

// The link of a table is copied over plain HTTP, too, where pages have no
// clipboard.
func testCopy(t *testing.T, h *house, b *browser) {
	x := b.sit(h, h.holdem(2, 1, 10*time.Second))
	x.waitFor(waiting)
	eval[bool](x, `(() => {
		Object.defineProperty(navigator, "clipboard", { value: undefined });
		document.addEventListener("copy", () => { globalThis.copied = getSelection().toString(); });
		return true;
	})()`)
	x.do(chromedp.Click(chromedp.CSS("#copy")))
	x.waitFor(`document.querySelector("#copy").textContent === "Copied"`)
	if got, want := eval[string](x, `globalThis.copied ?? ""`), eval[string](x, `document.querySelector("#link").value`); got != want {
		t.Errorf("%q is copied, not %q", got, want)
	}
}
