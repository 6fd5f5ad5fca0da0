package web_test

import (
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/client"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/games"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/rummy"
)

// What a tab shows.
const (
	waiting   = `!document.querySelector("#invite").hidden`
	dealt     = `document.querySelectorAll("#game .seat.me .hole .card:not(.back)").length === 2`
	turn      = `document.querySelector("#controls button")`
	over      = `document.querySelector("#state").textContent.includes("most seats have signed")`
	lineLost  = `document.querySelector("#connection").textContent.startsWith("lost")`
	takenOver = `document.querySelector("#take-over")`
	all       = `document.querySelector("#end").textContent.includes("Deposits return to all")`
	cards     = `[...document.querySelectorAll("#game .seat.me .hole .card")].map((c) => c.ariaLabel).join()`
	// All that doesn't depend on who looks.
	ending = `[...document.querySelectorAll("#end li, #end p:not(.buttons)")].map((e) =>
		e.textContent.replace(/ \(you\)|, you(?=\))/, "")).join()
		+ [...document.querySelectorAll("#alarm p")].map((e) => [e.dataset.seat, e.dataset.why]).join()`
)

// One browser serves all tests, and one card room all but the matches, which are played meanwhile.
func TestBrowser(t *testing.T) {
	b, h := openBrowser(t), newHouse(t, 0)
	var work sync.WaitGroup
	defer work.Wait()
	for _, g := range matches {
		if clitest.Long() {
			work.Go(func() {
				t.Run("match "+g.name, func(t *testing.T) { testMatch(t, &browser{t, b.Context}, g) })
			})
		}
	}
	for name, test := range map[string]func(*testing.T, *house, *browser){
		"hand": testHand, "closed": testClosedTab, "cheat": testCheat, "rummy": testRummy,
		"away": testAway, "squatter": testSquatter, "copy": testCopy, "refused": testRefused, "liar": testLiar, "second": testSecond,
		"showdown": testShowdown, "people": testPeople,
	} {
		t.Run(name, func(t *testing.T) {
			h.T, b.T = t, t
			test(t, h, b)
		})
	}
}

func (h *house) holdem(seats, hands int, grace time.Duration) (id string) {
	h.Helper()
	c := holdem.Config{Seats: seats, Hands: hands, Chips: 200, SmallBlind: 1, BigBlind: 2, Deposit: 200}
	return h.create(board.Offer{Game: c.Bytes(), Seats: seats, Longest: holdem.Longest, Grace: grace})
}

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

// sit opens a table's link and takes a seat.
func (b *browser) sit(h *house, id string) *tab {
	b.Helper()
	t := b.tab(h.url() + "/#t/" + id)
	t.click("#sit")
	t.waitFor(waiting + "||" + `!document.querySelector("#felt").hidden`)
	return t
}

// copyOf opens a tab with the seat that another one plays.
func (b *browser) copyOf(other *tab, h *house, id string) *tab {
	b.Helper()
	t := b.tab(h.url())
	seat := eval[string](other, fmt.Sprintf(`sessionStorage.getItem(%q)`, id))
	eval[bool](t, fmt.Sprintf(`(sessionStorage.setItem(%q, %q), location.hash = "t/%[1]s", true)`, id, seat))
	return t
}

// expectFinal audits a record: its end is signed, so many seats are out, and the table has the fingerprint.
func expectFinal(t *testing.T, posts []record.Post, outs int, fingerprint string) {
	t.Helper()
	audited, err := board.Audit(posts, func(terms table.Terms, seat int, _ []byte) (table.Game, error) { return games.New(terms, seat, nil) })
	if err != nil || !audited.Final() || len(audited.Outs()) != outs || board.Fingerprint(audited.Digest()) != fingerprint {
		t.Errorf("the record: %v", err)
	}
}

// calls has a tab check or call whenever it is its turn, and muck.
func (t *tab) calls() {
	t.Helper()
	eval[int](t, `setInterval(() => document.querySelector('#controls button[data-key="C"], #controls button[data-key="M"]')?.click(), 100)`)
}

// fits checks that nothing is wider than a small screen, and that all can use what there is, in light and dark.
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

// usable checks that people can use a page by keyboard, touch or a screen reader, as far as axe-core knows.
func (t *tab) usable(what string) {
	t.Helper()
	for _, found := range eval[[]string](t, clitest.Axe(t.T)) {
		t.Errorf("%s: %s", what, found)
	}
}

// A handTest is a hand in three tabs, with a bot, and somebody who watches: one tab is loaded again in the
// middle of it, another tries to play the first one's seat, and the server dies and comes back.
type handTest struct {
	*testing.T
	h                             *house
	b                             *browser
	id                            string
	first, second, third, watcher *tab
}

func testHand(t *testing.T, h *house, b *browser) {
	p := &handTest{T: t, h: h, b: b}
	p.openTable()
	p.copySeat()
	p.watcher, p.third = b.tab(h.url()+"/#t/"+p.id+"/watch"), b.sit(h, p.id)
	start := time.Now()
	h.bot(p.id, "")
	for _, x := range p.seats() {
		x.waitFor(dealt)
	}
	t.Logf("the hole cards are there after %v", time.Since(start).Round(time.Millisecond))
	held := eval[string](p.second, cards)
	p.seeTable()
	p.second.reload()
	p.second.waitFor(dealt)
	if now := eval[string](p.second, cards); now != held {
		t.Errorf("after it was loaded again, a tab holds %s, and not %s", now, held)
	}
	h.stop()
	p.first.waitFor(lineLost)
	h.start()
	p.playOn()
	p.audit()
}

func (p *handTest) seats() []*tab { return []*tab{p.first, p.second, p.third} }

// openTable opens a table by the lobby, and takes a seat.
func (p *handTest) openTable() {
	p.Helper()
	p.first = p.b.tab(p.h.url())
	p.first.shot("lobby")
	p.id = p.first.open(map[string]any{"game": "holdem", "seats": 4, "hands": 1, "patience": 120})
	p.first.waitFor(`!document.querySelector("#sit").disabled`)
	p.first.fits("the terms")
	p.first.shot("terms")
	p.first.click("#sit")
	p.first.waitFor(waiting)
	p.first.fits("the waiting room")
	p.first.shot("waiting")
}

// copySeat has a copy of the first tab play its seat, which one of them can. Then the copy takes a seat of its own.
func (p *handTest) copySeat() {
	p.Helper()
	p.second = p.b.copyOf(p.first, p.h, p.id)
	p.second.waitFor(takenOver)
	p.second.click("#take-over")
	p.first.waitFor(takenOver)
	p.second.waitFor(waiting)
	p.first.click("#take-over")
	p.second.waitFor(takenOver)
	eval[bool](p.second, `([...document.querySelectorAll("#alarm button")].at(-1).click(), true)`)
	p.second.click("#sit")
}

// seeTable looks at the table of whose turn it is, and compares fingerprints.
func (p *handTest) seeTable() {
	p.Helper()
	for _, x := range p.seats() {
		if eval[bool](x, `!!`+turn) {
			x.fits("the table")
			x.shot("turn")
		}
	}
	if got, want := p.watcher.text("#fingerprint"), p.first.text("#fingerprint"); got != want || len(got) != 39 {
		p.Errorf("fingerprints %q and %q", want, got)
	}
}

// playOn plays to the end, which is the same for all.
func (p *handTest) playOn() {
	p.Helper()
	for _, x := range p.seats() {
		x.calls()
	}
	for _, x := range append(p.seats(), p.watcher) {
		x.waitFor(all)
		if got, want := eval[string](x, ending), eval[string](p.first, ending); got != want {
			p.Errorf("a tab ends with %q, the first one with %q", got, want)
		}
	}
	p.first.shot("over")
}

// audit audits the record, perhaps by the command too.
func (p *handTest) audit() {
	p.Helper()
	posts := p.first.record()
	expectFinal(p.T, posts, 0, p.first.text("#fingerprint"))
	if !clitest.Long() {
		return
	}
	file := filepath.Join(p.TempDir(), "record")
	if err := os.WriteFile(file, board.Encode(posts), 0o600); err != nil {
		p.Fatal(err)
	}
	audit := exec.Command("go", "run", "./examples/poker", "-audit", file)
	audit.Dir = "../../.."
	out, err := audit.CombinedOutput()
	if err != nil || !strings.Contains(strings.Join(strings.Fields(string(out)), " "), "Nobody has cheated") {
		p.Errorf("command poker: %v\n%s", err, out)
	}
}

// A tab that is closed after the flop is out when its time is up, and the others finish.
func testClosedTab(t *testing.T, h *house, b *browser) {
	if clitest.Long() {
		t.Skip("the matches have it")
	}
	id := h.holdem(3, 1, 10*time.Second)
	stays, goes := b.sit(h, id), b.sit(h, id)
	h.bot(id, "")
	for _, x := range []*tab{stays, goes} {
		x.waitFor(dealt)
		x.calls()
	}
	goes.waitFor(`document.querySelectorAll("#game .board .card:not(.slot)").length >= 3`)
	goes.close()
	stays.waitFor(`document.querySelector('#alarm [data-why="silent"]')`)
	stays.shot("gone")
	stays.waitFor(over)
	stays.waitFor(`document.querySelector("#end").textContent.includes("Deposits return to seat")`)
}

// Whoever cheats is named in every tab, and the others play on. The record proves it.
func testCheat(t *testing.T, h *house, b *browser) {
	id := h.holdem(3, 1, 15*time.Second)
	h.bot(id, "swap")
	x, watcher := b.sit(h, id), b.tab(h.url()+"/#t/"+id+"/watch")
	h.bot(id, "")
	x.calls()
	for _, x := range []*tab{x, watcher} {
		x.waitFor(`document.querySelector('#alarm [data-why="fault"][data-seat="0"]')`)
		x.waitFor(over)
		x.waitFor(`document.querySelector("#end").textContent.includes("Deposits return to seat")`)
	}
	x.fits("the end after a cheat")
	x.shot("cheat")
	testAudit(t, h, b, watcher.record())
}

// Rummy: a player draws and discards, by keys and by clicks.
func testRummy(t *testing.T, h *house, b *browser) {
	if clitest.Long() {
		t.Skip("the matches have it")
	}
	id := h.create(board.Offer{Game: rummy.Terms(2, 1), Seats: 2, Longest: rummy.Longest, Grace: 30 * time.Second})
	x := b.sit(h, id)
	h.bot(id, "")
	for n := range 2 {
		x.waitFor(`document.querySelector('#controls [data-key="S"]')`)
		if n == 0 {
			x.fits("rummy")
			x.shot("rummy")
		}
		eval[bool](x, `document.dispatchEvent(new KeyboardEvent("keydown", { key: "s", bubbles: true }))`)
		x.waitFor(`document.querySelectorAll("#game .hold:not(:disabled)").length === 11`)
		x.click("#game .hold:nth-child(3)")
		x.click(`#controls [data-key="D"]:not(:disabled)`)
	}
	x.waitFor(`[...document.querySelectorAll("#log li")].filter((e) =>
		e.textContent.includes("(you) draws a card from the stock and discards")).length === 2`)
}

// The lobby lists public tables, and of these the ones that are asked for. Whoever has left a table for the lobby by the
// time that it is found stays there. (A known failure.)
func testAway(t *testing.T, h *house, b *browser) {
	id := h.holdem(2, 1, 10*time.Second)
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

// The link of a table is copied over plain HTTP, too, where pages have no clipboard. (A known failure.)
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

// A showdownTest is a player's, who has a bot for an opponent.
type showdownTest struct {
	*testing.T
	h  *house
	me *tab
	id string
}

// The end of a hand stays on the felt for four seconds, with who won and what was shown, unless the player
// goes on; afterwards it can be looked up. Seats are counted from 1, and the end has a winner. A player sits out from
// the next hand on, for which the table waits, and comes back, by a key.
func testShowdown(t *testing.T, h *house, b *browser) {
	p := &showdownTest{T: t, h: h, id: h.holdem(2, 3, 60*time.Second)}
	p.me = b.sit(h, p.id)
	h.bot(p.id, "")
	p.me.waitFor(dealt)
	p.sitOut("Stay in", "out next hand")
	p.me.calls()
	p.seeEndOfHand()
	p.comeBack()
	p.goOn()
	p.seeEnd()
	p.playAgain()
}

// sitOut sits out, or comes back, and reads so.
func (p *showdownTest) sitOut(text, note string) {
	p.Helper()
	eval[bool](p.me, `document.dispatchEvent(new KeyboardEvent("keydown", { key: "o", bubbles: true }))`)
	p.me.waitFor(fmt.Sprintf(`document.querySelector("#sit-out:not([hidden]) span").textContent === %q`, text))
	p.me.waitFor(fmt.Sprintf(`document.querySelector("#game .seat.me .note").textContent.includes(%q)`, note))
}

func handEnded(hand int) string {
	return fmt.Sprintf(`document.querySelector("#state").textContent === "The end of hand %d"`, hand)
}

// seeEndOfHand looks at the felt at the end of hand 1, and has the page keep how long it stays.
func (p *showdownTest) seeEndOfHand() {
	p.Helper()
	eval[bool](p.me, `(new MutationObserver(() => {
		if (`+handEnded(1)+` && !globalThis.from) {
			globalThis.from = performance.now();
			globalThis.seen = document.querySelector("#game").cloneNode(true);
		} else if (`+handEnded(1)+`) return;
		else if (globalThis.from) globalThis.to ??= performance.now();
	}).observe(document.querySelector("#state"), { childList: true }), true)`)
	p.me.waitFor("globalThis.seen")
	if text := eval[string](p.me, `seen.querySelector(".pot").textContent`); !strings.HasPrefix(text, "Hand 1: seat ") ||
		!strings.Contains(text, " gets ") || strings.Contains(text, "seat 0") {
		p.Errorf("the end of a hand is %q", text)
	}
	if n := eval[int](p.me, `seen.querySelectorAll(".board .card:not(.slot)").length`); n > 0 && n < 5 {
		p.Errorf("%d cards of the board, which is the next hand's", n)
	}
	if bets := eval[bool](p.me, `[...seen.querySelectorAll(".note")].some((e) => e.textContent.startsWith("bet"))`); bets {
		p.Error("the next hand's blinds stand beside it")
	}
}

// comeBack sits out, as the table waits, until the player is in again.
func (p *showdownTest) comeBack() {
	p.Helper()
	p.me.waitFor(`document.querySelector("#state").textContent === "Too few play this hand: the table waits for you"`)
	if text := p.me.text("#game .seat.me"); !strings.Contains(text, "sitting out") || eval[bool](p.me, `!!`+turn) {
		p.Errorf("a player who sits out sees %q", text)
	}
	p.me.fits("sitting out")
	p.me.shot("sitting-out")
	p.sitOut("Sit out next hand", "")
	p.me.waitFor("globalThis.to")
	if took := eval[float64](p.me, "globalThis.to - globalThis.from"); took < 3900 {
		p.Errorf("the end of a hand is shown for %.0f ms", took)
	}
}

// goOn goes on from the end of hand 2 at once.
func (p *showdownTest) goOn() {
	p.Helper()
	p.me.waitFor(handEnded(2))
	p.me.fits("the end of a hand")
	p.me.shot("showdown")
	if eval[bool](p.me, `(document.dispatchEvent(new KeyboardEvent("keydown", { key: "n", bubbles: true })), `+handEnded(2)+`)`) {
		p.Error("whoever goes on waits")
	}
}

func (p *showdownTest) seeEnd() {
	p.Helper()
	p.me.waitFor(all)
	if title := p.me.text("#end h2"); !strings.Contains(title, "won") && !strings.Contains(title, "share") {
		p.Errorf("the end says %q", title)
	}
	last := p.me.text("#history h2")
	p.me.click("#earlier")
	if now := p.me.text("#history h2"); now == last || p.me.text("#history") == "" {
		p.Errorf("the page before %q is %q", last, now)
	}
	p.me.fits("the end")
	p.me.shot("history")
}

// playAgain sits at a new table at once, and meets there whoever does so, too.
func (p *showdownTest) playAgain() {
	p.Helper()
	p.me.click("#rematch")
	p.me.waitFor(fmt.Sprintf(`location.hash.startsWith("#t/") && location.hash !== "#t/%s"`, p.id))
	p.me.waitFor(waiting)
	rematch := eval[string](p.me, `location.hash.slice(3)`)
	if next, err := p.h.hub.Again(p.Context(), p.id); err != nil || next != rematch {
		p.Errorf("the rematch is %s for one and %s for another: %v", rematch, next, err)
	}
	p.h.bot(rematch, "")
	p.me.waitFor(dealt)
}

// A second tab, which knows nothing of the first, says that this browser plays a seat there, and can take
// it over.
func testSecond(t *testing.T, h *house, b *browser) {
	id := h.holdem(2, 1, 10*time.Second)
	first := b.sit(h, id)
	first.waitFor(waiting)
	second := b.tab(h.url() + "/#t/" + id)
	second.waitFor(`document.querySelector("#elsewhere").checkVisibility()`)
	second.usable("a second tab")
	second.click("#take-seat")
	first.waitFor(`document.querySelector("#take-over")`)
	second.waitFor(waiting)
}

// A choice that the program refuses can be made anew. (A known failure.) Sounds and notices are for those who ask for
// them.
func testRefused(t *testing.T, h *house, b *browser) {
	id := h.holdem(2, 1, 10*time.Minute) // the page doesn't choose the least
	x := b.sit(h, id)
	eval[bool](x, `(() => {
		const post = Worker.prototype.postMessage;
		Worker.prototype.postMessage = function (message) {
			Worker.prototype.postMessage = post;
			this.postMessage(message.choose ? { choose: { action: "cheat" } } : message);
		};
		return true;
	})()`)
	eval[bool](x, `(() => {
		globalThis.notes = 0;
		const start = OscillatorNode.prototype.start;
		OscillatorNode.prototype.start = function (at) { notes++; start.call(this, at); };
		globalThis.told = [];
		globalThis.Notification = class {
			static requestPermission = async () => "granted";
			constructor(_, { body }) { told.push(body); }
		};
		Object.defineProperty(document, "hidden", { get: () => true });
		return true;
	})()`)
	h.bot(id, "")
	x.click(`#controls button[data-key="C"]`)
	x.waitFor(`document.querySelector("#spoken").textContent.includes("choice")`)
	if eval[bool](x, `notes > 0 || told.length > 0`) {
		t.Error("what nobody has asked for is heard, or told")
	}
	x.click("#sounds")
	x.click("#notices")
	x.waitFor(`document.querySelectorAll('#sounds[aria-pressed="true"], #notices[aria-pressed="true"]').length === 2`)
	x.calls()
	x.waitFor(`notes > 2 && told.includes("It’s your turn.")`)
	x.waitFor(all)
}
