package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
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

// All lies about crash are told to one browser, one after the other, in the course of a few rounds.
type crashStory struct {
	*tab
	liar *liar
	rig  *casinotest.CrashRig
}

// A crashPhase is a moment of the story, with the lies that are told there.
type crashPhase struct {
	name string
	wait func(s *crashStory) // before each lie, until it is that moment in an honest casino; nil if that doesn't matter
	act  func(s *crashStory) // what happens while a lie is told
	lies []lie
}

var crashPhases = []crashPhase{
	{name: "reload, before a bet", act: (*crashStory).reloads, lies: []lie{
		{row: "a link that doesn't lead to the one before it", tellings: []telling{
			{in: "events", alter: inTable(func(answer object) { latest(answer)["link"] = strings.Repeat("1", 64) })},
		}},
		{row: "a point that the chain doesn't give", tellings: []telling{
			{in: "events", alter: inTable(func(answer object) { latest(answer)["point"] = latest(answer)["point"].(float64) + 1 })},
		}},
		{row: "an anchor, length or date that wasn't announced", tellings: []telling{
			{in: "events", alter: inTable(func(answer object) { chainOf(answer)["anchor"] = strings.Repeat("1", 64) })},
			{in: "events", alter: inTable(func(answer object) { chainOf(answer)["length"] = 5 })},
			{in: "events", alter: inTable(func(answer object) { chainOf(answer)["announced"] = 1692803367000 })},
		}},
		{row: "a round of the beacon that wasn't named with the anchor", tellings: []telling{
			{in: "events", alter: inTable(func(answer object) { chainOf(answer)["beaconRound"] = 27798209 })},
			{in: "events", alter: inTable(func(answer object) {
				chainOf(answer)["published"] = strings.Replace(chainOf(answer)["published"].(string), "27798220", "27798209", 1)
			})},
		}},
		{row: "a value of the beacon that isn't drand's", tellings: []telling{
			// of a chain that is new to the browser
			{in: "events", alter: inTable(func(answer object) {
				chainOf(answer)["chain"], answer["history"] = 77, []any{}
				chainOf(answer)["published"] = strings.Replace(chainOf(answer)["published"].(string), "ae43822131af", "b5b128a9365c", 1)
			})},
		}},
		{row: "something malformed, or something missing", tellings: []telling{
			{in: "events", alter: inTable(func(answer object) { latest(answer)["point"] = "2" })},
			{in: "events", alter: inTable(func(answer object) { delete(latest(answer), "ended") })},
			{in: "events", alter: inTable(func(answer object) { delete(latest(answer), "point") })},
			{in: "events", alter: inTable(func(answer object) { delete(latest(answer), "link") })},
		}},
		{row: "a bet that nobody made", tellings: []telling{{in: "enter", alter: at(enterPath, func(answer object) {
			answer["crash"] = object{"chain": 1, "round": 1, "serverHash": strings.Repeat("1", 64), "serial": 1, "number": 1,
				"name": "somebody", "sent": "crash for 100", "time": "2024-05-06T07:08:09Z", "early": 1}
		})}}},
	}},
	{name: "bet", wait: (*crashStory).mayBet, act: (*crashStory).presses, lies: []lie{
		{row: "a bet refused for want of coins that are there, on crash", tellings: []telling{
			{in: "crash-bet", liar: withholds(crashBetPath, "balance")},
		}},
		{row: "a bet confirmed that wasn't sent", tellings: []telling{
			{in: "crash-bet", alter: at(crashBetPath, func(answer object) { betOf(answer)["sent"] = "crash 101 for 1000" })},
		}},
	}},
	{name: "reload, with a bet", act: (*crashStory).reloads, lies: []lie{
		{row: "a bet confirmed that wasn't sent", tellings: []telling{
			{in: "crash-bet", alter: at(crashBetPath, func(answer object) { betOf(answer)["round"] = betOf(answer)["round"].(float64) + 1 })},
		}},
		{row: "something malformed, or something missing", tellings: []telling{
			{in: "crash-bet", alter: at(crashBetPath, func(answer object) { delete(betOf(answer), "name") })},
		}},
		{row: "a bet on crash, or what it pays, that isn't signed", tellings: []telling{{in: "crash-bet", alter: at(crashBetPath, unsigns)}}},
		{row: "a bet counted otherwise than as the player's next one", tellings: []telling{
			{in: "crash-bet", alter: at(crashBetPath, func(answer object) { betOf(answer)["serial"] = 2 })},
			{in: "crash-bet", alter: at(crashBetPath, func(answer object) { betOf(answer)["serverHash"] = strings.Repeat("1", 64) })},
		}},
		{row: "a balance other than follows from what was staked and paid", tellings: []telling{
			{in: "crash-bet", alter: at(crashBetPath, skim)},
		}},
		{row: "a bet forgotten that isn't settled", tellings: []telling{
			{in: "enter", alter: at(enterPath, func(answer object) { delete(answer, "crash") })},
		}},
		{row: "a cash-out that nobody asked for", tellings: []telling{
			{in: "enter", alter: at(enterPath, func(answer object) { answer["crash"].(object)["cashed"] = 500 })},
		}},
		{row: "a wrong number of bets on crash", tellings: []telling{
			{in: "enter", alter: at(enterPath, func(answer object) { answer["crashed"].(object)["active"] = 0 })},
		}},
		{row: "a bet's number or place changed afterwards", tellings: []telling{
			{in: "enter", alter: at(enterPath, func(answer object) { answer["crash"].(object)["number"] = 7 })},
		}},
	}},
	{name: "cash out", wait: (*crashStory).mayCash, act: (*crashStory).presses, lies: []lie{
		{row: "a cash-out refused while the round runs, as if it didn't", tellings: []telling{
			{in: "cashout", liar: withholds(cashPath, "closed")},
		}},
		{row: "a cash-out counted at a time when it wasn't asked for", tellings: []telling{
			{in: "cashout", alter: at(cashPath, func(answer object) {
				betOf(answer)["cashed"] = betOf(answer)["cashed"].(float64) + 60_000
			})},
		}},
	}},
	{name: "reload, after a cash-out whose answer wasn't taken", act: (*crashStory).reloads, lies: []lie{
		{row: "a cash-out counted at a time when it wasn't asked for", tellings: []telling{
			{in: "enter", alter: at(enterPath, func(answer object) { answer["crash"].(object)["cashed"] = 100 })},
		}},
	}},
	{name: "the round ends", wait: (*crashStory).isOut, act: (*crashStory).ends, lies: []lie{
		{row: "a link that doesn't lead to the one before it", tellings: []telling{
			{in: "events", alter: inEnd(func(round object) { round["link"] = strings.Repeat("1", 64) })},
		}},
	}},
	{name: "reload, after the end", act: (*crashStory).reloads, lies: []lie{
		{row: "a cash-out changed or forgotten afterwards", tellings: []telling{
			{in: "settle", alter: at(settlePath, func(answer object) { betOf(answer)["cashed"] = 9000 })},
			{in: "settle", alter: at(settlePath, func(answer object) { delete(betOf(answer), "cashed") })},
		}},
		{row: "a bet on crash, or what it pays, that isn't signed", tellings: []telling{{in: "settle", alter: at(settlePath, unsigns)}}},
		{row: "a bet settled as if it were on another round", tellings: []telling{
			{in: "settle", alter: at(settlePath, func(answer object) { betOf(answer)["round"] = betOf(answer)["round"].(float64) + 1 })},
		}},
		{row: "something malformed, or something missing", tellings: []telling{
			{in: "settle", alter: at(settlePath, func(answer object) { delete(answer, "round") })},
			{in: "settle", alter: at(settlePath, func(answer object) { delete(roundOf(answer), "ended") })},
		}},
		{row: "a bet settled by another round", tellings: []telling{{in: "settle", liar: settlesByAnother}}},
		{row: "a bet dropped from its round", tellings: []telling{
			{in: "settle", alter: at(settlePath, func(answer object) { roundOf(answer)["bets"] = 0 })},
		}},
		{row: "the same, when it is settled", tellings: []telling{
			{in: "settle", alter: at(settlePath, func(answer object) { betOf(answer)["serial"] = 2 })},
		}},
		{row: "less paid than is due", tellings: []telling{
			{in: "settle", alter: at(settlePath, func(answer object) { betOf(answer)["paid"] = 0 })},
		}},
		{row: "a round given up after it was played, so that its stakes are given back", tellings: []telling{
			{in: "settle", alter: at(settlePath, func(answer object) { givesUp(roundOf(answer)) })},
		}},
		// the last one there, as what it tells of the bet is recorded
		{row: "a balance other than follows from what was staked and paid", tellings: []telling{{in: "settle", alter: at(settlePath, skim)}}},
	}},
	{name: "bet again", wait: (*crashStory).mayBetAgain, act: (*crashStory).presses, lies: []lie{
		{row: "the number of an earlier bet given again", tellings: []telling{
			{in: "crash-bet", alter: at(crashBetPath, func(answer object) { betOf(answer)["serial"] = 1 })},
		}},
	}},
	{name: "reveal", wait: (*crashStory).isIn, act: (*crashStory).reveals, lies: []lie{
		{row: "fewer bets on crash counted at the reveal than were made", tellings: []telling{
			{in: "rotate", alter: at(rotatePath, func(answer object) {
				answer["crashed"].(object)["revealed"] = 0
			})},
		}},
	}},
	{name: "cash out again, after it was too early", wait: (*crashStory).wasEarly, act: (*crashStory).presses, lies: []lie{
		{row: "a cash-out counted at a time when it wasn't asked for", tellings: []telling{
			{in: "cashout", alter: at(cashPath, func(answer object) { betOf(answer)["cashed"] = 100 })},
		}},
	}},
	{name: "the round ends, after a cash-out in vain", wait: (*crashStory).runsAgain, act: (*crashStory).triesInVain, lies: []lie{
		{row: "the same, as if it had ended", tellings: []telling{{in: "cashout", liar: withholds(cashPath, "over")}}},
	}},
	{name: "a round ends, without a bet", wait: (*crashStory).watches, act: (*crashStory).ends, lies: []lie{
		{row: "a round that ends before its point is reached", tellings: []telling{
			{in: "events", alter: inEnd(func(round object) { round["ended"] = round["starts"] })},
		}},
	}},
	{name: "the next round opens", wait: (*crashStory).playsOn, act: (*crashStory).goesOn, lies: []lie{
		{row: "a round given up whose chain goes on", tellings: []telling{{in: "events", alter: inEnd(givesUp)}}},
	}},
}

// crashLies returns the lies of all phases.
func crashLies() (all []lie) {
	for _, phase := range crashPhases {
		all = append(all, phase.lies...)
	}
	return all
}

// withholds returns what has a liar refuse requests for a path, of which the casino learns nothing.
func withholds(path, code string) func(l *liar) {
	return func(l *liar) {
		l.set(func() { l.refuse = map[string]refusal{path: {status: 409, code: code, held: true}} })
	}
}

// givesUp has a round given up.
func givesUp(round object) {
	round["void"] = true
	for _, name := range []string{"link", "point", "ended"} {
		delete(round, name)
	}
}

// settlesByAnother has bets settled by the round before theirs.
func settlesByAnother(l *liar) {
	l.alters(at(settlePath, func(answer object) {
		bet := betOf(answer)
		response, err := http.Get(fmt.Sprintf("%s/api/crash/rounds?chain=%v&before=%v", l.casino, bet["chain"], bet["round"]))
		if err != nil {
			panic(err)
		}
		defer response.Body.Close()
		var past struct{ Rounds []object }
		if err := json.NewDecoder(response.Body).Decode(&past); err != nil {
			panic(err)
		}
		answer["round"] = past.Rounds[0]
	}))
}

// honest loads the page again, of a casino that tells no lie.
func (s *crashStory) honest() {
	s.Helper()
	s.liar.honest()
	s.reloads()
	s.waitFor(ready)
	s.waitFor("!" + status + `.endsWith("…")`)
}

// The moments of the story.

func (s *crashStory) mayBet() {
	s.Helper()
	s.honest()
	s.waitFor(betsOpen)
}

func (s *crashStory) mayCash() {
	s.Helper()
	s.honest()
	s.rig.Run(7000)
	s.waitFor(canCash)
}

func (s *crashStory) isOut() {
	s.Helper()
	s.honest()
	s.waitFor(status + `.startsWith("You are out")`)
}

func (s *crashStory) mayBetAgain() {
	s.Helper()
	s.honest()
	s.rig.OpenFor(300, 1000)
	s.waitFor(betsOpen)
}

func (s *crashStory) isIn() {
	s.Helper()
	s.honest()
	s.waitFor(pressed + ` === "You’re in"`)
}

// wasEarly presses when the casino says that the round hasn't started, which its clock may
// say for a moment, and waits until it runs for long.
func (s *crashStory) wasEarly() {
	s.Helper()
	s.honest()
	eval[bool](s.tab, `{ const now = performance.now(); performance.now = () => now; }; true`)
	s.rig.Run(1000)
	s.waitFor(canCash)
	withholds(cashPath, "closed")(s.liar)
	s.presses()
	s.calmly(ready)
	s.liar.honest()
	s.rig.Run(7000)
	s.waitFor(`parseFloat(document.querySelector("#crash-multiplier").textContent) > 1.6`)
}

// playsOn checks that after all lies, the page plays on.
func (s *crashStory) playsOn() {
	s.Helper()
	s.honest()
	s.waitFor(`document.querySelector("#crash-checked").textContent !== ""`)
	s.rig.Open()
	s.waitFor(betsOpen)
	if eval[bool](s.tab, `!document.querySelector("#alarm").hidden`) {
		s.Error(s.text("#alarm"))
	}
	s.shot("crash-after-lies")
}

// runsAgain bets on a round that has run for a while when the page's clocks are stopped.
func (s *crashStory) runsAgain() {
	s.Helper()
	s.honest()
	s.rig.OpenFor(300, 1000)
	s.joins(10, "")
	eval[bool](s.tab, `{ const [now, date] = [performance.now(), Date.now()]; performance.now = () => now; Date.now = () => date; }; true`)
	s.rig.Run(2000)
	s.waitFor(canCash)
}

// watches starts over, as the page knows that it was refused a cash-out, and plays on without the receipts of earlier lies.
func (s *crashStory) watches() {
	s.Helper()
	s.liar.honest()
	s.do(clickText("#alarm button", "Start over"))
	s.waitFor(ready)
	s.playsOn()
	s.receipts([]string{})
}

// What happens then.

// reloads loads the page again, and shows crash.
func (s *crashStory) reloads() {
	s.Helper()
	eval[bool](s.tab, `window.isOld = true`)
	s.do(chromedp.Reload())
	s.waitFor(`!window.isOld && document.querySelector("#tab-crash") !== null`)
	s.do(click("#tab-crash"))
}

func (s *crashStory) ends() {
	s.Helper()
	s.rig.End()
}

// triesInVain cashes out too late, as the page is told, and the round goes on for long.
func (s *crashStory) triesInVain() {
	s.Helper()
	s.presses()
	s.calmly(ready)
	s.rig.End()
}

// goesOn ends the round, as the liar tells it, and opens the next one of the chain, as the
// casino does. Whatever an honest casino says afterwards, that was a lie: so it is the last one.
func (s *crashStory) goesOn() {
	s.Helper()
	s.rig.End()
	s.waitFor(`document.querySelector("#crash .hint").textContent === "This round was given up"`)
	s.liar.honest()
	s.rig.Open()
}

// receipts returns what names the receipts that the browser keeps. First, it forgets all but
// some if these are given: those of lies, each of which is to convict by itself.
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

// Each lie about crash is told, and the page says what LIES.md promises. In between, the
// casino is honest, and the page plays on.
func TestCrashLies(t *testing.T) {
	promises, err := promised()
	if err != nil {
		t.Fatal(err)
	}
	casino, h, rig := crashCasino(t)
	s := &crashStory{openBrowser(t), &liar{}, rig}
	rig.Open() // so that there is a history
	rig.OpenFor(300, 1000)
	s.calm()
	s.sit(s.liar.standBefore(t, casino, h))
	for _, phase := range crashPhases {
		for _, lie := range phase.lies {
			for _, telling := range lie.tellings {
				t.Logf("“%s” in %s, %s", lie.row, telling.in, phase.name)
				s.tell(phase, telling, promises[lie.row])
			}
		}
	}
}

// tell tells a lie, and expects what is promised. The browser keeps none of the receipts
// that convict the casino of it.
func (s *crashStory) tell(phase crashPhase, c telling, p promise) {
	s.Helper()
	if phase.wait != nil {
		phase.wait(s)
	}
	honest := s.receipts(nil)
	s.liar.alters(c.alter)
	if c.liar != nil {
		c.liar(s.liar)
	}
	phase.act(s)
	s.expectAlarmOf(p)
	if p.proof {
		s.receipts(honest)
	}
	if s.Failed() {
		s.FailNow()
	}
	s.liar.set(func() { s.liar.refuse = nil })
}

// An alarm about an event isn't ended by what was under way when it came.
func TestCrashAlarmStays(t *testing.T) {
	b, l := openBrowser(t), &liar{late: 500 * time.Millisecond}
	address, h, _ := crashCasino(t)
	told := false
	l.alters(inTable(func(answer object) {
		if !told {
			delete(answer, "bets")
		}
		told = true
	}))
	b.do(chromedp.Navigate(l.standBefore(t, address, h)))
	b.waitFor(`document.querySelector("#tab-crash") !== null`)
	b.do(click("#tab-crash"))
	b.waitFor(`document.querySelector("#seed-client").textContent.length > 20`) // the page has begun
	b.do(chromedp.Sleep(500 * time.Millisecond))
	b.expectAlarm(breaks, "“bets” is missing")
}

// The page says so if the casino announces other terms of crash than it checks by.
func TestCrashTerms(t *testing.T) {
	b, l := openBrowser(t), &liar{}
	address, h, _ := crashCasino(t)
	url := l.standBefore(t, address, h)
	for name, value := range map[string]any{"least": 102, "most": 90000, "doubling": 9000, "grace": 6000, "return": "98/100"} {
		l.alters(at("/api/crash", func(answer object) { answer["terms"].(object)[name] = value }))
		b.sit(url)
		b.waitFor(`[...document.querySelectorAll("#crash .fault")].some((e) => e.checkVisibility() && e.textContent === "` +
			titles["terms"] + `")`)
	}
}
