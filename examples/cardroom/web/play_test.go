package web_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/games"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/rummy"
)

// What a tab shows.
const (
	waiting     = `!document.querySelector("#invite").hidden`
	dealt       = `document.querySelectorAll("#game .seat.me .hole .card:not(.back)").length === 2`
	turn        = `document.querySelector("#controls button")`
	over        = `document.querySelector("#state").textContent.includes("most seats have signed")`
	lineLost    = `document.querySelector("#connection").textContent.startsWith("lost")`
	takenOver   = `document.querySelector("#take-over")`
	allPaidBack = `document.querySelector("#end").textContent.includes("Deposits return to all")`
	cards       = `[...document.querySelectorAll("#game .seat.me .hole .card")].map((c) => c.ariaLabel).join()`
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
		"lobby": testLobby, "away": testAway, "behind": testBehindTheLobby, "paused": testEndsInPause,
		"out": testOut, "unknown": testUnknownAnswers, "squatter": testSquatter, "copy": testCopy, "refused": testRefused, "liar": testLiar,
		"second": testSecond, "showdown": testShowdown, "people": testPeople,
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

// expectFinal audits a record: its end is signed, so many seats are out, and the
// table has the fingerprint.
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
		if end := x.text("#end"); !strings.Contains(end, "Seat 1: out, with ") {
			t.Errorf("the end: %s", end)
		}
	}
	for _, game := range []string{"holdem", "rummy"} { // of two, the one who leads has cheated
		title := eval[string](x, `import("./`+game+`.js").then((game) => game.end(
			{ seats: [{ stack: 1, points: 1 }, { stack: 399, points: 399 }] }, { me: 0, gone: [false, true] })[0].textContent)`)
		if title != "You have won" {
			t.Errorf("%s: %s", game, title)
		}
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

// A second tab, which knows nothing of the first, says that this browser plays a seat
// there, and can take it over.
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

// A choice that the program refuses can be made anew. Sounds and notices
// are for those who ask for them.
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
	x.waitFor(allPaidBack)
}
