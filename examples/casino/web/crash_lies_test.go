package web_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

const eventsPath, crashBetPath, cashPath, settlePath = "/api/crash/events", "/api/crash/bet", "/api/crash/cashout", "/api/crash/settle"

func betOf(answer object) object   { return answer["bet"].(object) }
func chainOf(answer object) object { return answer["chain"].(object) }

// inTable alters what a browser hears at first.
func inTable(f func(answer object)) func(path string, answer object) {
	return at(eventsPath, func(answer object) {
		if answer["event"] == "table" {
			f(answer)
		}
	})
}

// inEnd alters what it hears at the end of a round.
func inEnd(f func(round object)) func(path string, answer object) {
	return at(eventsPath, func(answer object) {
		if answer["event"] == "end" {
			f(roundOf(answer))
		}
	})
}

func latest(answer object) object { return answer["history"].([]any)[0].(object) }

// A crashLie is one about crash. All are told to one browser, one after the other, in the course of a round.
type crashLie struct {
	row, in string
	phase   string // what the player does meanwhile
	alter   func(path string, answer object)
	refuse  string // the code of a refusal instead
}

// The phases, in their order. In those of reload, the player loads the page again.
const (
	looking  = "reload, before a bet"
	betting  = "bet"
	waiting  = "reload, with a bet"
	cashing  = "cash out"
	ending   = "the round ends"
	settling = "reload, after the end"
	anew     = "bet again"
	rotating = "reveal"
)

var crashLies = []crashLie{
	{row: "a link that doesn't lead to the one before it", in: "events", phase: looking,
		alter: inTable(func(answer object) { latest(answer)["link"] = strings.Repeat("1", 64) })},
	{row: "another point than the chain gives", in: "events", phase: looking,
		alter: inTable(func(answer object) { latest(answer)["point"] = latest(answer)["point"].(float64) + 1 })},
	{row: "a round that ends before its point is reached", in: "events", phase: looking,
		alter: inTable(func(answer object) { latest(answer)["ended"] = latest(answer)["starts"] })},
	{row: "another anchor or length than was announced", in: "events", phase: looking,
		alter: inTable(func(answer object) { chainOf(answer)["anchor"] = strings.Repeat("1", 64) })},
	{row: "another anchor or length than was announced", in: "events", phase: looking,
		alter: inTable(func(answer object) { chainOf(answer)["length"] = 5 })},
	{row: "another round of the beacon than was named with the anchor", in: "events", phase: looking,
		alter: inTable(func(answer object) { chainOf(answer)["beaconRound"] = 27798209 })},
	{row: "another round of the beacon than was named with the anchor", in: "events", phase: looking, alter: inTable(func(answer object) {
		chainOf(answer)["published"] = strings.Replace(chainOf(answer)["published"].(string), "27798220", "27798209", 1)
	})},
	// of a chain that is new to the browser
	{row: "a value of the beacon that isn't drand's", in: "events", phase: looking, alter: inTable(func(answer object) {
		chainOf(answer)["chain"], answer["history"] = 77, []any{}
		chainOf(answer)["published"] = strings.Replace(chainOf(answer)["published"].(string), "ae43822131af", "b5b128a9365c", 1)
	})},
	{row: "something malformed, or something missing", in: "events", phase: looking,
		alter: inTable(func(answer object) { latest(answer)["point"] = "2" })},
	{row: "a bet that nobody made", in: "enter", phase: looking, alter: at(enterPath, func(answer object) {
		answer["crash"] = object{"chain": 1, "round": 1, "serverHash": strings.Repeat("1", 64), "serial": 1, "number": 1,
			"sent": "crash for 100", "time": "2024-05-06T07:08:09Z", "early": 1}
	})},

	{row: "a bet refused for want of coins that are there, on crash", in: "crash-bet", phase: betting, refuse: "balance"},
	{row: "another bet confirmed than was sent", in: "crash-bet", phase: betting,
		alter: at(crashBetPath, func(answer object) { betOf(answer)["sent"] = "crash 101 for 1000" })},
	{row: "another bet confirmed than was sent", in: "crash-bet", phase: waiting,
		alter: at(crashBetPath, func(answer object) { betOf(answer)["round"] = betOf(answer)["round"].(float64) + 1 })},
	{row: "a bet on crash, or what it pays, that isn't signed", in: "crash-bet", phase: waiting, alter: at(crashBetPath, unsigns)},
	{row: "a bet counted otherwise than as the player's next one", in: "crash-bet", phase: waiting,
		alter: at(crashBetPath, func(answer object) { betOf(answer)["serial"] = 2 })},
	{row: "a bet counted otherwise than as the player's next one", in: "crash-bet", phase: waiting,
		alter: at(crashBetPath, func(answer object) { betOf(answer)["serverHash"] = strings.Repeat("1", 64) })},
	{row: "a balance other than follows from what was staked and paid", in: "crash-bet", phase: waiting, alter: at(crashBetPath, skim)},

	{row: "a bet forgotten that isn't settled", in: "enter", phase: waiting,
		alter: at(enterPath, func(answer object) { delete(answer, "crash") })},
	{row: "a cash-out that nobody asked for", in: "enter", phase: waiting,
		alter: at(enterPath, func(answer object) { answer["crash"].(object)["cashed"] = 500 })},

	{row: "another number of bets on crash than was made", in: "enter", phase: waiting,
		alter: at(enterPath, func(answer object) { answer["crashed"].(object)["active"] = 0 })},
	{row: "a bet's number or place changed afterwards", in: "enter", phase: waiting,
		alter: at(enterPath, func(answer object) { answer["crash"].(object)["number"] = 7 })},
	{row: "a cash-out refused while the round runs", in: "cashout", phase: cashing, refuse: "closed"},
	{row: "a cash-out counted at another time than it was asked for", in: "cashout", phase: cashing,
		alter: at(cashPath, func(answer object) {
			betOf(answer)["cashed"] = betOf(answer)["cashed"].(float64) + 60_000
		})},

	{row: "a link that doesn't lead to the one before it", in: "events", phase: ending,
		alter: inEnd(func(round object) { round["link"] = strings.Repeat("1", 64) })},
	{row: "a cash-out changed or forgotten afterwards", in: "settle", phase: settling,
		alter: at(settlePath, func(answer object) { betOf(answer)["cashed"] = 9000 })},
	{row: "a cash-out changed or forgotten afterwards", in: "settle", phase: settling,
		alter: at(settlePath, func(answer object) { delete(betOf(answer), "cashed") })},
	{row: "a bet on crash, or what it pays, that isn't signed", in: "settle", phase: settling, alter: at(settlePath, unsigns)},
	{row: "a bet settled as if it were on another round", in: "settle", phase: settling,
		alter: at(settlePath, func(answer object) { betOf(answer)["round"] = betOf(answer)["round"].(float64) + 1 })},
	{row: "a bet dropped from its round", in: "settle", phase: settling,
		alter: at(settlePath, func(answer object) { roundOf(answer)["bets"] = 0 })},
	{row: "the same, when it is settled", in: "settle", phase: settling,
		alter: at(settlePath, func(answer object) { betOf(answer)["serial"] = 2 })},
	{row: "less paid than is due", in: "settle", phase: settling, alter: at(settlePath, func(answer object) { betOf(answer)["paid"] = 0 })},
	{row: "a balance other than follows from what was staked and paid", in: "settle", phase: settling, alter: at(settlePath, skim)},

	{row: "the number of an earlier bet given again", in: "crash-bet", phase: anew,
		alter: at(crashBetPath, func(answer object) { betOf(answer)["serial"] = 1 })},
	{row: "fewer bets on crash counted at the reveal than were made", in: "rotate", phase: rotating,
		alter: at(rotatePath, func(answer object) {
			answer["crashed"].(object)["revealed"] = 0
		})},
}

// again loads the page again, and shows crash.
func (b *tab) again() {
	b.Helper()
	eval[bool](b, `window.isOld = true`)
	b.do(chromedp.Reload())
	b.waitFor(`!window.isOld && document.querySelector("#tab-crash") !== null`)
	b.do(click("#tab-crash"))
}

// honest loads the page again, of a casino that tells no lie.
func (b *tab) honest(l *liar) {
	b.Helper()
	l.tell(nil)
	b.again()
	b.waitFor(ready)
	b.waitFor("!" + status + `.endsWith("…")`)
}

// receipts returns what names the receipts that the browser keeps. First, it forgets all but some if these are given:
// those of lies, each of which is to convict by itself.
func (b *tab) receipts(but []string) []string {
	b.Helper()
	keep, err := json.Marshal(but)
	if err != nil {
		b.Fatal(err)
	}
	return eval[[]string](b, fmt.Sprintf(`new Promise((resolve) => {
		const [keep, open] = [%s, indexedDB.open("squaredeal-casino")];
		open.onsuccess = () => {
			const change = open.result.transaction("receipts", "readwrite");
			const store = change.objectStore("receipts");
			const keys = store.getAllKeys();
			let left = [];
			keys.onsuccess = () => {
				const name = ([, signature]) => new Uint8Array(signature.buffer ?? signature).join();
				left = keys.result.filter((key) => keep === null || keep.includes(name(key))).map(name);
				for (const key of keys.result) if (!left.includes(name(key))) store.delete(key);
			};
			change.oncomplete = () => { open.result.close(); resolve(left); };
		};
	})`, keep))
}

// Each lie about crash is told, and the page says what LIES.md promises. In between, the casino is honest, and the page plays on.
func TestCrashLies(t *testing.T) {
	promises, err := promised()
	if err != nil {
		t.Fatal(err)
	}
	b, l := openBrowser(t), &liar{}
	casino, h, table := crashCasino(t)
	table.Open() // so that there is a history
	table.OpenFor(300, 1000)
	address := l.standBefore(t, casino, h)
	b.calm()
	b.sit(address)
	for _, lie := range crashLies {
		promise, ok := promises[lie.row]
		if !ok || !slices.Contains(promise.told, lie.in) {
			t.Fatalf("LIES.md has no row for the lie “%s” in %s", lie.row, lie.in)
		}
		t.Logf("“%s” in %s, %s", lie.row, lie.in, lie.phase)
		switch lie.phase {
		case betting:
			b.honest(l)
			b.waitFor(betsOpen)
		case cashing:
			b.honest(l)
			table.Run(7000)
			b.waitFor(canCash)
		case ending:
			b.honest(l)
			b.waitFor(status + `.startsWith("You are out")`)
		case anew:
			b.honest(l)
			table.Open()
			b.waitFor(betsOpen)
		case rotating:
			b.honest(l)
			b.waitFor(pressed + ` === "You’re in"`)
		}
		honest := b.receipts(nil)
		l.tell(lie.alter)
		if lie.refuse != "" {
			path := map[string]string{"crash-bet": crashBetPath, "cashout": cashPath}[lie.in]
			l.set(func() { l.refuse, l.code = map[string]int{path: 409}, lie.refuse })
		}
		switch lie.phase {
		case looking, waiting, settling:
			b.again()
		case betting, cashing, anew:
			b.do(click("#crash-play"))
		case rotating:
			b.waitFor(`!document.querySelector("#rotate").disabled && (document.querySelector("#rotate").click(), true)`)
		case ending:
			table.End()
		}
		b.waitFor(alarmed)
		b.expectWords("#alarm", append(promise.words, titles[promise.kind]))
		if promise.proof {
			b.waitFor(`document.querySelector("#alarm .proof") !== null`)
			b.receipts(honest)
		}
		if t.Failed() {
			t.FailNow()
		}
		l.set(func() { l.refuse = nil })
	}
	b.honest(l)
	b.waitFor(`document.querySelector("#crash-checked").textContent !== ""`)
	table.Open()
	b.waitFor(betsOpen)
	if eval[bool](b, `!document.querySelector("#alarm").hidden`) {
		t.Error(b.text("#alarm"))
	}
	b.shot("crash-after-lies")
}
