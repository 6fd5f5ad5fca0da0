package web_test

import (
	"context"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/casino/receipt"
)

// An evening is one at which things go wrong though the casino is honest.
type evening struct {
	*tab
	*liar   // stands between, and loses what is lost
	address string
	house   *house.House
	db, dir string
}

func begin(t *testing.T) *evening {
	t.Helper()
	e := &evening{tab: openBrowser(t), liar: &liar{}, db: filepath.Join(t.TempDir(), "casino.db"), dir: t.TempDir()}
	e.house = casinotest.OpenWith(t, e.db, e.dir)
	e.address = e.liar.standBefore(t, casinotest.Serve(t, e.house), e.house)
	return e
}

// restart ends the casino at once, and begins it again, after work on its database.
func (e *evening) restart(work func(h *house.House)) {
	e.tab.Helper()
	e.house.Close()
	time.Sleep(200 * time.Millisecond)
	e.house = casinotest.OpenWith(e.tab.T, e.db, e.dir)
	work(e.house)
	address := casinotest.Serve(e.tab.T, e.house)
	e.liar.set(func() { e.liar.casino = address })
}

func nothing(*house.House) {}

// reloaded loads the page again, after a while, and waits until it can be played or complains.
func (e *evening) reloaded(after time.Duration) {
	e.tab.Helper()
	e.do(chromedp.Sleep(after), chromedp.Reload())
	e.idle()
}

const idle = `(` + ready + ` || ` + alarmed + ` || ` + dealt + `)`

func (e *evening) idle() {
	e.tab.Helper()
	e.waitFor(idle)
}

const sentAgain = `document.querySelector("#busy").textContent.includes("Sending the same request again")`

// unanswered has the player click on something, and the answer to that be lost.
func (e *evening) unanswered(path string, selector chromedp.CSS) {
	e.tab.Helper()
	refuses(path, http.StatusBadGateway, "lost")(e.liar)
	e.do(click(selector))
	e.waitFor(sentAgain)
	e.do(chromedp.Navigate("about:blank"))
	e.liar.honest()
	e.do(chromedp.Navigate(e.address))
}

// another opens the page in another tab of the same browser.
func (e *evening) another() *tab {
	e.tab.Helper()
	other := newTab(e.tab.T, e.Context)
	other.enter(e.address)
	return other
}

// elsewhere opens the page in another browser.
func (e *evening) elsewhere() *tab {
	e.tab.Helper()
	other := openBrowser(e.tab.T)
	other.enter(e.address)
	return other
}

// plays has bets made one after another.
func (b *tab) plays(bets string) {
	b.Helper()
	b.do(click("#tab-dice"))
	b.fill("#dice-stake", "1")
	b.fill("#auto-bets", bets)
	eval[bool](b, `(() => { document.querySelector("#auto-start").click(); return true; })()`)
}

// stores breaks a store of the browser's database for what comes next.
func (b *tab) stores(change string) {
	b.Helper()
	eval[bool](b, fmt.Sprintf(`(async () => {
		const asked = (request) => new Promise((resolve, reject) => { request.onsuccess = () => resolve(request.result);
			request.onerror = reject; });
		const db = await asked(indexedDB.open("squaredeal-casino"));
		const transaction = db.transaction(["players", "accounts", "pairs"], "readwrite");
		const [players, accounts, pairs] = ["players", "accounts", "pairs"].map((name) => transaction.objectStore(name));
		const [id] = await asked(players.getAllKeys());
		%s
		await new Promise((resolve) => { transaction.oncomplete = resolve; });
		db.close();
		return true;
	})()`, change))
}

const (
	pageFails  = "This page has failed"
	storesNone = "This browser doesn’t store your records"
	damage     = "Your records in this browser are damaged"
)

// lucks are kinds of bad luck. None is a lie of the casino's, so none is called one. What the
// page says then is its title, empty if it just goes on, and all rounds are right at the end.
var lucks = map[string]struct {
	do      func(e *evening)
	says    string
	expects string // what is logged as an error, which would fail the test otherwise
}{
	"none": {do: func(e *evening) { e.play() }},
	"a reload in the middle of a hand": {do: func(e *evening) {
		hasDealt(e.tab)
		e.reloaded(0)
		e.do(click("#deal"))
		e.waitFor(drawn)
	}},
	"reloads while a bet is under way": {do: func(e *evening) {
		for i := range 6 {
			rolls(e.tab, nil)
			e.reloaded(time.Duration(i*8) * time.Millisecond)
		}
	}},
	"reloads while seeds are rotated": {do: func(e *evening) {
		for i := range 5 {
			e.roll()
			rotates(e.tab, nil)
			e.reloaded(time.Duration(i*12) * time.Millisecond)
		}
	}},
	"two tabs that play by themselves": {do: func(e *evening) {
		other := e.another()
		e.plays("8")
		other.plays("8")
		e.waitFor(stopped)
		other.waitFor(stopped)
		for _, b := range []*tab{e.tab, other} {
			if got := eval[string](b, `document.querySelector("#auto-status").textContent`); !strings.Contains(got, "8 bets of 8") {
				b.Errorf("%q", got)
			}
		}
	}},
	"two tabs that draw one hand": {do: func(e *evening) {
		other := e.another()
		hasDealt(e.tab)
		other.waitFor(dealt)
		for _, b := range []*tab{other, e.tab} {
			eval[bool](b, `(() => { document.querySelector("#deal").click(); return true; })()`)
		}
		e.waitFor(idle)
		other.waitFor(idle)
		if eval[bool](other, alarmed) {
			e.tab.Errorf("the other tab: %s", other.text("#alarm"))
		}
		if eval[bool](e.tab, dealt) { // it was late, and dealt the next one
			e.do(click("#deal"))
			e.waitFor(drawn)
		}
	}},
	"two tabs that rotate": {do: func(e *evening) {
		other := e.another()
		e.roll()
		rotates(e.tab, nil)
		rotates(other, nil)
		e.idle()
		other.waitFor(idle)
		other.roll()
		if eval[bool](other, alarmed) {
			e.tab.Errorf("the other tab: %s", other.text("#alarm"))
		}
	}},
	"a tab that is closed before its bet is answered": {do: func(e *evening) {
		other := e.another()
		refuses(betPath, http.StatusBadGateway, "")(e.liar)
		rolls(e.tab, nil)
		e.waitFor(`document.querySelector("#busy").textContent.includes("again")`)
		e.do(chromedp.Navigate("about:blank"))
		e.liar.honest()
		other.roll()
		if got := other.rounds(); got != "2" {
			e.tab.Errorf("%s rounds", got)
		}
		e.enter(e.address)
	}},
	"back and forward": {do: func(e *evening) {
		e.roll()
		e.do(chromedp.Navigate(e.address + "/verify.html"))
		const back = `document.querySelector("#roll-it") !== null && ` + idle
		eval[bool](e.tab, `(setTimeout(() => history.back()), true)`)
		e.waitFor(back)
		eval[bool](e.tab, `(document.querySelector("#roll-it").click(), true)`)
		e.waitFor(`document.querySelector("#seed-rounds").textContent === "2" && ` + idle)
		eval[bool](e.tab, `(setTimeout(() => history.forward()), true)`)
		e.waitFor(`document.querySelector("#self-run") !== null`)
		eval[bool](e.tab, `(setTimeout(() => history.back()), true)`)
		e.waitFor(back)
		e.reloaded(0)
	}},
	"a line that is cut during a bet": {do: func(e *evening) {
		e.liar.set(func() { e.cut = true })
		rolls(e.tab, nil)
		e.waitFor(`document.querySelector("#busy").textContent.includes("Sending the same request again")`)
		e.liar.set(func() { e.cut = false })
		e.waitFor(rolled)
	}},
	"a line that is cut for long": {do: func(e *evening) {
		e.hurry()
		e.reloaded(0)
		e.liar.set(func() { e.cut = true })
		rolls(e.tab, nil)
		e.waitFor(alarmed)
		e.expectWords("#alarm", []string{"The casino doesn’t answer", "goes on asking", "Your bet stands"})
		e.shot("luck-offline")
		e.liar.set(func() { e.cut = false })
		e.waitFor(`document.querySelector("#alarm").hidden && ` + ready) // by itself
	}},
	"answers that are lost": {do: func(e *evening) {
		e.liar.set(func() { e.lose = true })
		e.play()
		e.liar.set(func() { e.lose = false })
	}},
	"answers that come late": {do: func(e *evening) {
		e.liar.set(func() { e.late = 700 * time.Millisecond })
		other := e.another()
		e.play()
		rolls(other, nil)
		rolls(e.tab, nil)
		e.waitFor(rolled)
		other.waitFor(idle)
		e.liar.set(func() { e.late = 0 })
	}},
	"a clock that goes wrong": {do: func(e *evening) {
		e.roll()
		eval[bool](e.tab, `(() => { Date.now = () => 0; return true; })()`)
		e.roll()
		e.rotate("2 of 2")
		eval[bool](e.tab, `(() => { Date.now = () => 4e12; return true; })()`)
		e.roll()
		e.reloaded(0)
	}},
	"a clock that is a day fast for a while": {do: func(e *evening) {
		e.roll()
		eval[bool](e.tab, `(() => { globalThis.now = Date.now; Date.now = () => now() + 86400000; return true; })()`)
		e.rotate("1 of 1")
		eval[bool](e.tab, `(() => { Date.now = now; return true; })()`)
		e.roll()
	}},
	"a casino that is restarted again and again": {do: func(e *evening) {
		e.plays("20")
		for range 3 {
			e.do(chromedp.Sleep(500 * time.Millisecond))
			e.restart(nothing)
		}
		e.waitFor(stopped)
	}},
	"records that are deleted, in the middle of a hand": {do: func(e *evening) {
		e.roll()
		hasDealt(e.tab)
		forget(e.tab)
		e.waitFor(`!document.querySelector("#note").hidden`)
		e.expectWords("#note", []string{"This browser has no records of this account"})
		e.shot("luck-no-records")
		e.do(click("#note button"), click("#deal"))
		e.waitFor(ready)
	}},
	"records that are deleted, and then the answer lost that ends a round": {do: func(e *evening) {
		hasOpened(e.tab)
		forget(e.tab)
		e.do(click("#tab-mines"))
		e.waitFor(canTake)
		e.unanswered(stepPath, "#mines-take")
	}},
	"an account that is played on elsewhere, without its records": {do: func(e *evening) {
		e.roll()
		key, phone := e.writtenKey(), e.elsewhere()
		phone.recover(key, nil)
		phone.roll()
		own := phone.saved(click("#save"), "casino-records.json")
		if got := e.recover(key, own); !strings.Contains(got, "Your records go on") {
			e.tab.Errorf("%q", got)
		}
	}},
	"an account whose records come when newer seeds are in use": {do: func(e *evening) {
		phone := e.elsewhere()
		phone.roll()
		key := phone.writtenKey()
		own := phone.saved(click("#save"), "casino-records.json")
		e.recover(key, nil)
		e.roll()
		if got := e.importRecords(own); !strings.Contains(got, "kept, as seeds that are over") {
			e.tab.Errorf("%q", got)
		}
	}},
	"an account with a round of unknown seeds, and records of older ones": {do: func(e *evening) {
		phone := e.elsewhere()
		phone.roll()
		key := phone.writtenKey()
		own := phone.saved(click("#save"), "casino-records.json")
		phone.rotate("1 of 1")
		hasOpened(phone)
		e.recover(key, nil)
		e.do(click("#tab-mines"))
		e.waitFor(canTake)
		if got := e.importRecords(own); !strings.Contains(got, "kept, as seeds that are over") {
			e.tab.Errorf("%q", got)
		}
		e.waitFor(canTake)
		e.do(click("#mines-take"))
	}},
	"an account that is left for another": {do: func(e *evening) {
		e.roll()
		phone := e.elsewhere()
		phone.roll()
		phone.rotate("1 of 1")
		phone.roll()
		own := phone.saved(click("#save"), "casino-records.json")
		if got := e.recover(phone.writtenKey(), own); !strings.Contains(got, "plays on an account with ") {
			e.tab.Errorf("%q", got)
		}
		e.do(click("#leave"))
		e.waitFor(`document.querySelector("#account-status").textContent.includes("Your records go on")`)
	}},
	"an account that is moved, and another one here": {do: func(e *evening) {
		e.roll()
		e.elsewhere().recover(e.writtenKey(), nil)
		e.reloaded(0)
		e.expectWords("#alarm", []string{"Your account was moved to another browser"})
		e.do(clickText("#alarm button", "Start over"))
		e.waitFor(ready)
	}},
	"an account that moves before a wish for limits is answered": {do: func(e *evening) {
		phone := e.elsewhere()
		phone.roll()
		key := phone.writtenKey()
		refuses("/api/limits", http.StatusBadGateway, "lost")(e.liar)
		eval[bool](phone, `document.querySelector("#limits").open = true`)
		phone.fill("#limit-stake", "30")
		phone.do(click("#limits-set"))
		phone.waitFor(sentAgain)
		own := phone.saved(click("#save"), "casino-records.json")
		e.liar.honest()
		if got := e.recover(key, own); !strings.Contains(got, "Your records go on") {
			e.tab.Errorf("%q", got)
		}
	}},
	"records that are deleted under an open page": {do: func(e *evening) {
		e.roll()
		eval[bool](e.tab, `new Promise((resolve) => { indexedDB.deleteDatabase("squaredeal-casino").onsuccess = () => resolve(true); })`)
		e.reloaded(0)
	}},
	"a cookie that is deleted": {do: func(e *evening) {
		e.roll()
		e.clearCookies()
		e.do(chromedp.Reload())
	}, says: breaks}, // it can't know, and says so
	"a cookie that is deleted under an open page": {do: func(e *evening) {
		e.roll()
		e.clearCookies()
		rolls(e.tab, nil)
	}, says: "The casino doesn’t know this browser any more"},
	"no local storage": {do: func(e *evening) {
		e.inPage(`Object.defineProperty(window, "localStorage", { get() { throw new DOMException("denied", "SecurityError"); } });`)
		e.reloaded(0)
		e.roll()
	}},
	"no messages between tabs": {do: func(e *evening) {
		e.inPage(`delete window.BroadcastChannel;`)
		e.reloaded(0)
		e.roll()
	}},
	"answers that can't be iterated over": {do: func(e *evening) {
		e.inPage(`delete ReadableStream.prototype[Symbol.asyncIterator];`)
		e.reloaded(0)
	}},
	"no locks": {do: func(e *evening) {
		e.inPage(`Object.defineProperty(navigator, "locks", { value: undefined });`)
		e.do(chromedp.Reload())
	}, says: storesNone},
	"no database": {do: func(e *evening) {
		e.inPage(`IDBFactory.prototype.open = () => { throw new DOMException("denied", "SecurityError"); };`)
		e.do(chromedp.Reload())
	}, says: storesNone},
	"a disk that is full": {do: func(e *evening) {
		e.roll()
		eval[bool](e.tab, `(() => {
			globalThis.put = IDBObjectStore.prototype.put;
			IDBObjectStore.prototype.put = () => { throw new DOMException("The disk is full", "QuotaExceededError"); };
			return true;
		})()`)
		rolls(e.tab, nil)
		e.waitFor(alarmed)
		e.expectWords("#alarm", []string{storesNone, "The disk is full", "Make room"})
		e.shot("luck-full")
		eval[bool](e.tab, `(() => { IDBObjectStore.prototype.put = put; return true; })()`)
		e.do(clickText("#alarm button", "Try again"))
		e.waitFor(ready)
	}},
	"a record that is damaged": {do: func(e *evening) {
		e.roll()
		e.stores(`const state = await asked(players.get(id)); state[40] ^= 1; players.put(state, id);`)
		e.do(chromedp.Reload())
		e.waitFor(alarmed)
		e.expectWords("#alarm", []string{damage, "the checksum of the state is wrong"})
		e.shot("luck-damaged")
		saved := e.saved(clickText("#alarm button", "Save them, set them aside, and go on"), "casino-records.json")
		if file := readRecords(e.tab.T, saved); len(file.Damaged) != 1 {
			e.tab.Errorf("the file has %d damaged records", len(file.Damaged))
		}
		if file, err := receipt.ParseFile(saved); err != nil || len(file.Receipts) == 0 {
			e.tab.Errorf("%d receipts, %v", len(file.Receipts), err)
		}
		e.waitFor(ready)
		e.roll()
	}},
	"a pair of seeds that is damaged": {do: func(e *evening) {
		e.roll()
		e.rotate("1 of 1")
		e.stores(`const [pair] = await asked(pairs.getAll()); delete pair.rounds; pairs.put(pair);`)
		e.do(chromedp.Reload())
		e.waitFor(alarmed)
		e.expectWords("#alarm", []string{damage})
		e.do(clickText("#alarm button", "Save them, set them aside, and go on"))
		e.waitFor(ready)
	}},
	"a fault of the page": {do: func(e *evening) {
		e.roll()
		eval[bool](e.tab, `(() => { Number.prototype.toLocaleString = () => { throw new Error("a screw is loose"); }; return true; })()`)
		rolls(e.tab, nil)
	}, says: pageFails, expects: "a screw is loose"},
	"a fault of a control": {do: func(e *evening) {
		eval[bool](e.tab, `(() => {
			const field = document.querySelector("#next-seed");
			field.setAttribute = null;
			return field.dispatchEvent(new Event("input", { bubbles: true }));
		})()`)
	}, says: pageFails, expects: "setAttribute is not a function"},
	"a promise that the page breaks": {do: func(e *evening) {
		eval[bool](e.tab, `(() => { setTimeout(() => { Promise.reject(new Error("a screw is loose")); }); return true; })()`)
	}, says: pageFails, expects: "a screw is loose"},
	"a backup that is restored": {do: func(e *evening) {
		e.roll()
		hasDealt(e.tab)
		e.restart(func(h *house.House) {
			if _, err := h.Renew(context.Background()); err != nil {
				e.tab.Fatal(err)
			}
		})
		e.do(chromedp.Reload())
		e.waitFor(alarmed)
		e.expectWords("#alarm", []string{"it has lost its state, or it cheats, which nobody can tell from here"})
		e.do(clickText("#alarm button", "Start over"))
		e.waitFor(ready)
		e.roll()
	}},
	"a bankroll that is lowered": {do: func(e *evening) {
		e.roll()
		e.restart(func(h *house.House) { h.SetBankroll(100_000) })
		for range 3 {
			rotates(e.tab, nil)
			e.waitFor(checked)
			e.reloaded(0)
		}
		e.restart(nothing)
	}},
	"all coins lost on crash": {do: func(e *evening) {
		rig := casinotest.OpenCrash(e.tab.T, e.house, e.db, e.dir)
		rig.OpenFor(100, 400)
		e.sit(e.address)
		e.joins(1000, "")
		const offered = `!document.querySelector("#refill").hidden`
		if eval[bool](e.tab, offered) {
			e.tab.Error("coins are offered before the bet is settled")
			refills(e.tab, nil)
		}
		rig.End()
		e.waitFor(offered)
		refills(e.tab, nil)
		e.waitFor(`document.querySelector("#balance").textContent === "1,000"`)
	}},
	"a bet on crash that is settled while others are made one after another": {do: func(e *evening) {
		rig := casinotest.OpenCrash(e.tab.T, e.house, e.db, e.dir)
		rig.OpenFor(300, 1000)
		e.sit(e.address)
		e.joins(10, "2")
		e.liar.set(func() { e.late = 300 * time.Millisecond })
		withholds(settlePath, "running")(e.liar) // for others, it isn't over yet
		e.plays("8")
		rig.End()
		e.waitFor(stopped)
		e.liar.honest()
		e.liar.set(func() { e.late = 0 })
		e.waitFor(`document.querySelector("#crash .facts dd").textContent === "1" && ` + ready) // it is settled
		said := eval[string](e.tab, `document.querySelector("#auto-status").textContent`)
		_, result, isOver := strings.Cut(said, "8 bets of 8, ")
		if !isOver {
			e.tab.Fatal(said)
		}
		if cents := eval[int](e.tab, fmt.Sprintf(`Math.abs(Math.round(100 * (parseFloat(%s.replace(",", "")) - 1010 - parseFloat(%q))))`,
			balance, result)); cents != 0 {
			e.tab.Errorf("%q is wrong by %d hundredths of a coin", said, cents)
		}
	}},
	"all coins lost": {do: func(e *evening) {
		hasLostAll(e.tab)
		refills(e.tab, nil)
		e.waitFor(`document.querySelector("#balance").textContent === "1,000"`)
		e.reloaded(0)
	}},
}

// agrees has verify.html compare the casino's history with the player's records.
func (e *evening) agrees() {
	e.tab.Helper()
	history := []byte(e.exports()["casino-history.csv"])
	own := e.saved(click("#save"), "casino-records.json")
	e.do(chromedp.Navigate(fromDisk(e.tab.T)),
		chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{write(e.tab.T, "casino-history.csv", history)}))
	e.waitFor(`!document.querySelector("#file-verdict").hidden && document.querySelector("#file").value === ""`)
	e.do(chromedp.SetUploadFiles(chromedp.CSS("#own"), []string{write(e.tab.T, "casino-records.json", own)}))
	e.waitFor(`document.querySelector("#file-verdict").textContent.includes("Compared with your records")`)
	for place, want := range map[chromedp.CSS]string{"#file-verdict": "right", "#receipts-verdict": "The casino’s receipts agree"} {
		if got := e.text(place); !strings.Contains(got, want) || strings.Contains(got, "differs") {
			e.tab.Errorf("%q, want %q; %.300q", got, want, e.text("#file-rows"))
		}
	}
}

// TestLuck has each kind of bad luck, once.
func TestLuck(t *testing.T) {
	openBrowser(t) // starts it
	for name, luck := range lucks {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := begin(t)
			e.expected = luck.expects
			e.enter(e.address)
			luck.do(e)
			if luck.says != "" {
				e.waitFor(alarmed)
				e.expectWords("#alarm", []string{luck.says})
				if eval[bool](e.tab, canPlay) {
					t.Error("the page goes on playing")
				}
				e.shot("luck-" + name)
				return
			}
			e.waitFor(ready + ` || ` + alarmed)
			if eval[bool](e.tab, alarmed) {
				t.Fatalf("a false alarm: %s", e.text("#alarm"))
			}
			e.roll()
			rounds := eval[string](e.tab, `document.querySelector("#seed-rounds").textContent`)
			e.rotate(fmt.Sprintf("%s of %s rounds checked", rounds, rounds))
			if eval[bool](e.tab, `!document.querySelector("#declined-verdict").hidden`) {
				t.Errorf("%s", e.text("#declined-verdict"))
			}
			e.agrees()
		})
	}
}

// A page of which a part isn't served says so.
func TestPartMissing(t *testing.T) {
	e := begin(t)
	e.liar.set(func() { e.missing = "/app/records.js" })
	e.do(chromedp.Navigate(e.address))
	e.waitFor(`!document.querySelector("#alarm").hidden`)
	e.expectWords("#alarm", []string{pageFails, "A part of it can’t be loaded"})
	if eval[bool](e.tab, canPlay) {
		t.Error("something can be played")
	}
	e.shot("luck-part-missing")
}
