package web_test

import (
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
		answer["crash"] = object{"chain": 1, "round": 1, "sent": "crash for 100"}
	})},

	{row: "a bet refused for want of coins that are there, on crash", in: "crash-bet", phase: betting, refuse: "balance"},
	{row: "another bet confirmed than was sent", in: "crash-bet", phase: betting,
		alter: at(crashBetPath, func(answer object) { betOf(answer)["sent"] = "crash 101 for 1000" })},
	{row: "another bet confirmed than was sent", in: "crash-bet", phase: waiting,
		alter: at(crashBetPath, func(answer object) { betOf(answer)["round"] = betOf(answer)["round"].(float64) + 1 })},
	{row: "a balance other than follows from what was staked and paid", in: "crash-bet", phase: waiting, alter: at(crashBetPath, skim)},

	{row: "a bet forgotten that isn't settled", in: "enter", phase: waiting,
		alter: at(enterPath, func(answer object) { delete(answer, "crash") })},
	{row: "a cash-out that nobody asked for", in: "enter", phase: waiting,
		alter: at(enterPath, func(answer object) { answer["crash"].(object)["cashed"] = 500 })},

	{row: "a cash-out counted at another time than it was asked for", in: "cashout", phase: cashing, alter: at(cashPath, func(answer object) {
		betOf(answer)["cashed"] = betOf(answer)["cashed"].(float64) + 60_000
	})},

	{row: "a link that doesn't lead to the one before it", in: "events", phase: ending,
		alter: inEnd(func(round object) { round["link"] = strings.Repeat("1", 64) })},
	{row: "a cash-out changed or forgotten afterwards", in: "settle", phase: settling,
		alter: at(settlePath, func(answer object) { betOf(answer)["cashed"] = 9000 })},
	{row: "a cash-out changed or forgotten afterwards", in: "settle", phase: settling,
		alter: at(settlePath, func(answer object) { delete(betOf(answer), "cashed") })},
	{row: "less paid than is due", in: "settle", phase: settling, alter: at(settlePath, func(answer object) { betOf(answer)["paid"] = 0 })},
	{row: "a balance other than follows from what was staked and paid", in: "settle", phase: settling, alter: at(settlePath, skim)},
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
		}
		l.tell(lie.alter)
		if lie.refuse != "" {
			l.set(func() { l.refuse, l.code = map[string]int{crashBetPath: 409}, lie.refuse })
		}
		switch lie.phase {
		case looking, waiting, settling:
			b.again()
		case betting, cashing:
			b.do(click("#crash-play"))
		case ending:
			table.End()
		}
		b.waitFor(alarmed)
		b.expectWords("#alarm", append(promise.words, titles[promise.kind]))
		if t.Failed() {
			t.Fatalf("“%s” in %s, %s", lie.row, lie.in, lie.phase)
		}
		l.set(func() { l.refuse = nil })
	}
	b.honest(l)
	b.waitFor(`document.querySelector("#crash-checked").textContent !== ""`)
	table.Open()
	b.waitFor(betsOpen)
	b.shot("crash-after-lies")
}
