package web_test

import (
	"fmt"

	"github.com/chromedp/chromedp"
)

// What players do before a lie, and while it is told.

func rolls(b *tab, _ *liar) { b.do(click("#tab-dice"), click("#roll-it")) }

func rotates(b *tab, _ *liar) { b.do(click("#rotate")) }

func reloads(b *tab, _ *liar) { b.do(chromedp.Reload()) }

func deals(b *tab, _ *liar) { b.do(click("#tab-poker"), click("#deal")) }

// holds returns what holds the first n cards of a hand, and draws.
func holds(n int) func(b *tab, _ *liar) {
	return func(b *tab, _ *liar) {
		for i := 1; i <= n; i++ {
			b.do(click(chromedp.CSS(fmt.Sprintf("#hand button:nth-child(%d)", i))))
		}
		b.do(click("#deal"))
	}
}

func hasRolled(b *tab) { b.roll() }

func hasDealt(b *tab) {
	deals(b, nil)
	b.waitFor(dealt)
}

const canTake = `document.querySelector("#mines-take").ariaDisabled === "false"`

// hasOpened opens a tile of mines, which is safe: otherwise, it does so again.
func hasOpened(b *tab) {
	b.do(click("#tab-mines"))
	eval[bool](b, `(() => {
		const mines = document.querySelector("#mines-count");
		mines.value = "1";
		return mines.dispatchEvent(new Event("change"));
	})()`)
	for opened := false; !opened; opened = eval[bool](b, canTake) {
		b.do(click("#mines-random"))
		b.waitFor(canTake + ` || document.querySelector("#mines-result").textContent.endsWith("has a mine.")`)
	}
}

// hasLostAll stakes all there is on one roll of 10,000.
func hasLostAll(b *tab) {
	b.do(click("#tab-dice"))
	eval[bool](b, `(() => {
		document.querySelector("#dice-stake").value = "1000";
		const odds = document.querySelector("#odds");
		odds.value = odds.max;
		return odds.dispatchEvent(new Event("input", { bubbles: true }));
	})()`)
	b.do(click("#roll-it"))
	b.waitFor(`!document.querySelector("#refill").hidden && document.querySelector("#busy").textContent === ""`)
}

func refills(b *tab, _ *liar) { b.do(click("#refill")) }

// rollsIn rolls in one tab, while the other looks on.
func rollsIn(_, other *tab) { rolls(other, nil) }

// recovers has the account of a browser recovered in another one, with its
// records, while the lie is told.
func recovers(alter func(path string, answer object)) func(b *tab, l *liar) {
	return func(b *tab, l *liar) {
		key, file := b.writtenKey(), b.saved(click("#save"), "casino-records.json")
		l.forgets()
		forget(b)
		b.waitFor(ready)
		l.alters(alter)
		eval[bool](b, `document.querySelector("#account").open = true`)
		b.fill("#enter-key", key)
		b.do(chromedp.SetUploadFiles(chromedp.CSS("#recover-file"), []string{write(b.T, "casino-records.json", file)}), click("#recover-it"))
	}
}

// forget makes a new browser of one: without cookies and records.
func forget(b *tab) {
	b.Helper()
	b.do(chromedp.Navigate(eval[string](b, `location.origin`) + "/healthz"))
	eval[bool](b, `new Promise((resolve, reject) => { const r = indexedDB.deleteDatabase("squaredeal-casino");
		r.onsuccess = () => resolve(true); r.onerror = reject; })`)
	b.do(chromedp.Navigate(eval[string](b, `location.origin`)))
}

// declineWinners has a casino that declines the rolls that win, and a player
// who goes on all the same.
func declineWinners(b *tab, l *liar) {
	b.Helper()
	kept := 0.0 // what the casino has kept back
	l.alters(func(path string, answer object) {
		if path == betPath && roundOf(answer)["paid"].(float64) > 0 {
			round := roundOf(answer)
			kept += round["paid"].(float64) - round["stake"].(float64)
			round["declined"], round["paid"], stepOf(answer, 0)["received"] = "balance", round["stake"], ""
		}
		if balance, ok := answer["balance"].(float64); ok {
			answer["balance"] = balance - kept
		}
	})
	b.do(click("#tab-dice"))
	eval[bool](b, fmt.Sprintf(`(async () => {
		const until = async (reached) => { while (!reached()) await new Promise((f) => setTimeout(f, 5)); };
		for (let [n, declined] = [1, 0]; declined < 24; n++) {
			document.querySelector("#roll-it").click();
			await until(() => document.querySelector("#seed-rounds").textContent === String(n) &&
				document.querySelector("#busy").textContent === "" && (%[1]s || %[2]s));
			if (!(%[1]s)) continue;
			declined++;
			[...document.querySelectorAll("#alarm button")].find((e) => e.textContent === "Try again").click();
			await until(() => %[3]s);
		}
		return true;
	})()`, alarmed, rolled, ready))
	rotates(b, l)
	b.waitFor(checked)
}

// limits sets a limit of 30 coins a bet.
func limits(b *tab, _ *liar) { b.limit(map[string]string{"stake": "30"}) }

func hasLimits(b *tab) { limits(b, nil) }

// hasSeenLog waits until the page has seen that the log has all that was shown.
func hasSeenLog(b *tab) {
	b.waitFor(`(async () => {
		const db = await new Promise((resolve) => { const r = indexedDB.open("squaredeal-casino"); r.onsuccess = () => resolve(r.result); });
		const read = (store, f) => new Promise((resolve) => { const r = f(db.transaction(store).objectStore(store));
			r.onsuccess = () => resolve(r.result); });
		const seen = await read("log", (s) => s.get("checkpoint"));
		globalThis.logSize = await read("shown", (s) => s.count()) === 0 && seen !== undefined ? Number(seen.split("\n")[1]) : undefined;
		db.close();
	})() && globalThis.logSize`)
}
