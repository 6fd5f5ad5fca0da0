package web_test

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/crash"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
)

// calmly waits for something, which takes no alarm.
func (b *tab) calmly(expression string) {
	b.Helper()
	b.waitFor(alarmed + ` || ` + expression)
	if eval[bool](b, alarmed) {
		b.Fatalf("a false alarm: %s", b.text("#alarm"))
	}
}

// A tab is closed before its bet is answered. The other one, which nobody tells of it, asks
// again before it bets itself, or begins with new seeds.
func TestCrashTabClosed(t *testing.T) {
	for name, do := range map[string]func(b *tab){
		"and the other bets":    (*tab).presses,
		"and the other rotates": (*tab).reveals,
	} {
		t.Run(name, func(t *testing.T) {
			b, l := openBrowser(t), &liar{}
			address, h, rig := crashCasino(t)
			url := l.standBefore(t, address, h)
			other := newTab(t, b.Context)
			rig.OpenFor(300, 1000)
			b.sit(url)
			other.sit(url)
			l.set(func() { l.refuse = map[string]refusal{crashBetPath: {status: http.StatusBadGateway}} })
			b.do(click("#crash-play"))
			b.waitFor(`document.querySelector("#busy").textContent.includes("again")`)
			b.do(chromedp.Navigate("about:blank"))
			l.honest()
			if bets := rig.Round().Bets; bets != 1 {
				t.Fatalf("%d bets", bets)
			}
			rig.Open()
			other.waitFor(betsOpen)
			do(other)
			other.calmly(`document.querySelector("#crash .facts dd").textContent === "1" && ` + ready) // it is settled
			other.joins(10, "")
			other.reveals()
			other.calmly(checked)
		})
	}
}

// A casino whose events are refused is asked for them again after two seconds.
func TestCrashEventsRefused(t *testing.T) {
	b, l := openBrowser(t), &liar{}
	address, h, _ := crashCasino(t)
	refuses(eventsPath, http.StatusServiceUnavailable, "busy")(l)
	b.inPage(`globalThis.opened = [];
		globalThis.EventSource = class extends EventSource { constructor(url) { super(url); opened.push(performance.now()); } };`)
	b.enter(l.standBefore(t, address, h))
	b.do(click("#tab-crash"))
	b.waitFor(`opened.length === 2`)
	if pause := eval[float64](b, `opened[1] - opened[0]`); pause < 2000 {
		t.Errorf("after %.0f ms", pause)
	}
	l.honest()
	b.calmly(betsOpen)
}

// A device sleeps while a round runs, and its page's clock stands still. When it wakes up, the bet
// is cashed out before the page hears anything, or only what was sent before, or that is refused,
// as the round has ended.
func TestCrashSleep(t *testing.T) {
	for name, c := range map[string]struct{ stale, late bool }{
		"as the round runs":               {},
		"as the round runs, after a tick": {stale: true},
		"when it has ended":               {late: true},
	} {
		t.Run(name, func(t *testing.T) {
			b := openBrowser(t)
			url, _, rig := crashCasino(t)
			point := rig.OpenFor(500, 600)
			b.inPage(`{
				const listen = EventSource.prototype.addEventListener;
				EventSource.prototype.addEventListener = function (name, f) {
					return listen.call(this, name, (event) => {
						if (globalThis.asleep) return;
						if (name === "tick") globalThis.again = () => f(event);
						f(event);
					});
				};
			}`)
			b.sit(url)
			b.joins(10, "")
			rig.Run(2000)
			b.waitFor(canCash + ` && globalThis.again !== undefined`)
			wakes := int64(22000)
			if c.late {
				wakes = crash.End(point)
			}
			eval[bool](b, fmt.Sprintf(`{
				const [now, date] = [performance.now(), Date.now];
				performance.now = () => now;
				Date.now = () => date() + %d;
				globalThis.asleep = true;
				if (%v) globalThis.again();
				true;
			}`, wakes-2000, c.stale))
			rig.Run(wakes)
			b.presses()
			if !c.late {
				b.calmly(status + `.startsWith("You are out at")`)
				return
			}
			b.calmly(ready)
			b.do(chromedp.Reload())
			b.calmly(status + `.startsWith("Crashed at")`)
		})
	}
}

// A cash-out is answered late: the page shows that the round ends, and that the next one opens,
// and then takes the answer, by the clock of the round that it is on.
func TestCrashLateCashOut(t *testing.T) {
	b, l := openBrowser(t), &liar{}
	address, h, rig := crashCasino(t)
	rig.OpenFor(300, 1000)
	b.sit(l.standBefore(t, address, h))
	b.joins(10, "")
	rig.Run(4000)
	b.waitFor(canCash)
	refuses(cashPath, http.StatusBadGateway, "")(l)
	b.presses()
	b.waitFor(`document.querySelector("#busy").textContent.includes("again")`)
	rig.End()
	b.waitFor(`document.querySelector("#crash .hint").textContent === "Crashed"`)
	rig.Open()
	b.waitFor(`document.querySelector("#crash .hint").textContent === "until the start"`)
	if eval[bool](b, ready) {
		t.Error("the cash-out is answered")
	}
	l.honest()
	b.calmly(status + `.startsWith("You got out at")`)
}

// A bet that is wanted on the next round isn't sent if there can't be such a one by then, or never could.
func TestCrashUnsoundWish(t *testing.T) {
	b := openBrowser(t)
	url, _, rig := crashCasino(t)
	other := newTab(t, b.Context)
	other.enter(url)
	b.sit(url)
	const waits = status + ` === "Wait for the next round."`
	rig.Run(1000)
	b.waitFor(waits)
	eval[bool](b, `(() => {
		document.querySelector("#rotate").click(); // while that is under way, the button can be pressed
		const stake = document.querySelector("#crash-stake");
		for (const text of ["", "1000"]) {
			stake.value = text;
			stake.dispatchEvent(new Event("input", { bubbles: true }));
			document.querySelector("#crash-play").click();
			if ((text !== "") !== stake.disabled) throw new Error("“" + text + "” is wanted, or isn’t");
		}
		return true;
	})()`)
	b.calmly(ready)
	other.do(click("#tab-dice"))
	other.fill("#dice-stake", "1")
	other.fill("#odds", "99") // one of 10,000 wins
	other.roll()
	b.calmly(balance + ` === "999"`)
	rig.Open()
	b.calmly(status + ` === "Not enough coins for this stake."`)
	if bets := rig.Round().Bets; bets != 0 {
		t.Errorf("%d bets", bets)
	}
	b.fill("#crash-stake", "10")
	b.calmly(betsOpen)
}

// Whoever turns to another game bets on no next round, also while there is a bet that isn't settled.
func TestCrashLeft(t *testing.T) {
	b := openBrowser(t)
	url, _, rig := crashCasino(t)
	rig.OpenFor(300, 1000)
	b.sit(url)
	b.joins(10, "1.01")
	rig.Run(1000)
	const offers = pressed + ` === "Bet on the next round"`
	b.waitFor(offers)
	b.presses()
	b.waitFor(pressed + ` === "Don’t bet after all"`)
	got := eval[string](b, `(() => {
		for (const game of ["dice", "crash"]) document.getElementById("tab-" + game).click(); // before the board looks again
		return `+pressed+`;
	})()`)
	if got != "Bet on the next round" {
		t.Errorf("%q", got)
	}
}

// Whoever comes back to crash sees no old round until the casino tells of the new one.
func TestCrashComesBack(t *testing.T) {
	b := openBrowser(t)
	url, _, rig := crashCasino(t)
	rig.OpenFor(300, 1000)
	b.inPage(`globalThis.EventSource = class extends EventSource {
		constructor(url) { super(globalThis.deaf ? "nothing" : url); }
	};`)
	b.sit(url)
	rig.Run(1000)
	b.waitFor(status + ` === "Wait for the next round."`)
	b.do(click("#tab-dice"), chromedp.Sleep(300*time.Millisecond))
	eval[bool](b, `globalThis.deaf = true`)
	b.do(click("#tab-crash"), chromedp.Sleep(300*time.Millisecond))
	if got := eval[string](b, status); got != "The table is being opened …" {
		t.Errorf("%q", got)
	}
}

// A browser that has seen a chain before its beacon's value, and nothing since, settles a bet on it
// that was made elsewhere.
func TestCrashRecoveredLater(t *testing.T) {
	b, other, l := openBrowser(t), openBrowser(t), &liar{}
	address, h, rig := crashCasino(t)
	other.inPage(`{
		const listen = EventSource.prototype.addEventListener;
		EventSource.prototype.addEventListener = function (name, f) {
			return listen.call(this, name, (event) => globalThis.asleep || f(event));
		};
	}`)
	l.alters(inTable(func(answer object) {
		delete(chainOf(answer), "published")
		delete(answer, "round")
		answer["bets"], answer["history"] = []any{}, []any{}
	}))
	other.enter(l.standBefore(t, address, h))
	other.do(click("#tab-crash"))
	other.waitFor(status + `.startsWith("This chain waits")`)
	eval[bool](other, `globalThis.asleep = true`)
	l.honest()
	b.sit(address)
	key := b.writtenKey()
	b.joins(10, "")
	b.do(chromedp.Navigate("about:blank")) // or it settles the bet
	rig.End()
	other.recover(key, nil)
	other.calmly(`document.querySelector("#crash .facts dd").textContent === "1"`) // it is settled
}

// A browser that stores nothing, or can only read, knows chains until the page is closed.
func TestCrashUnstored(t *testing.T) {
	for name, script := range map[string]string{
		"no local storage": `Object.defineProperty(window, "localStorage",
			{ get() { throw new DOMException("denied", "SecurityError"); } });`,
		"a storage that is full": `Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };`,
	} {
		t.Run(name, func(t *testing.T) {
			b := openBrowser(t)
			url, _, rig := crashCasino(t)
			rig.Open() // so that there is a history
			b.inPage(script)
			b.enter(url)
			b.do(click("#tab-crash"))
			b.calmly(betsOpen)
			rig.End()
			b.calmly(`document.querySelector("#crash .hint").textContent === "Crashed"`)
		})
	}
}

// restore ends the casino, and restores it from a copy of a database: its chain is given up, and
// another one follows.
func (e *evening) restore(backup string) {
	e.tab.Helper()
	e.db = e.copied(backup)
	e.restart(func(h *house.House) {
		ctx := context.Background()
		if _, err := h.Renew(ctx); err != nil {
			e.tab.Fatal(err)
		}
		e.query(e.db, "UPDATE driven_clock SET now = now + $1", house.DefaultTimes.Lease.Milliseconds())
		h.SetDatabaseClock(casinotest.DrivenClock)
		croupier := h.Croupier(crash.Known(), house.DefaultTimes)
		for range 3 {
			if _, err := croupier.Step(ctx); err != nil {
				e.tab.Fatal(err)
			}
		}
	})
}

// copied copies a database, and returns the name of the copy.
func (e *evening) copied(name string) string {
	e.tab.Helper()
	to := filepath.Join(e.tab.TempDir(), "casino.db")
	e.query(name, "VACUUM INTO $1", to)
	return to
}

// query does something with a database.
func (e *evening) query(name, text string, args ...any) {
	e.tab.Helper()
	db, err := sql.Open("sqlite", "file:"+name)
	if err == nil {
		defer db.Close()
		_, err = db.Exec(text, args...)
	}
	if err != nil {
		e.tab.Fatal(err)
	}
}

// A casino is restored twice from one backup, and makes a second chain each time. Whoever
// starts over gets the stake back, and plays on.
func TestCrashRestored(t *testing.T) {
	e := begin(t)
	casinotest.OpenCrash(t, e.house, e.db, e.dir)
	e.sit(e.address)
	e.joins(10, "")
	backup := e.copied(e.db)
	for range 2 {
		e.restore(backup)
		e.do(chromedp.Reload())
		e.waitFor(alarmed)
		e.expectWords("#alarm", []string{"it has lost its state, or it cheats, which nobody can tell from here"})
		e.do(clickText("#alarm button", "Start over"))
		e.waitFor(ready)
		e.do(click("#tab-crash"))
		e.calmly(status + ` === "This round was given up: your stake is given back."`)
		e.joins(10, "")
		e.calmly(ready)
		if got := e.text("#balance"); got != "990" {
			t.Errorf("%s coins are left", got)
		}
	}
}

// Whoever starts over in the middle of a round of crash hears all of it again, with its chain.
func TestCrashStartsOver(t *testing.T) {
	b, l := openBrowser(t), &liar{}
	address, h, rig := crashCasino(t)
	b.sit(l.standBefore(t, address, h))
	l.alters(inTable(func(answer object) { chainOf(answer)["length"] = 5 }))
	rig.Open()
	b.waitFor(alarmed)
	l.honest()
	b.do(clickText("#alarm button", "Start over"))
	b.waitFor(ready)
	rig.End()
	b.calmly(fmt.Sprintf(`document.querySelector(".latest li").title === "Round %d"`, rig.Round().Round))
}
