package web_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

const (
	cheats = "This casino cheats"
	breaks = "The casino doesn’t keep to the rules"
)

// expectAlarm waits until the page complains.
func (b *tab) expectAlarm(title, why string) {
	b.Helper()
	b.waitFor(alarmed)
	if got := b.text("#alarm"); !strings.Contains(got, title) || !strings.Contains(got, why) {
		b.Errorf("%q, want %q: %q", got, title, why)
	}
	if eval[bool](b, canPlay) {
		b.Error("the page goes on playing")
	}
}

// clickText clicks on the element with a text.
func clickText(selector, text string) chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`[...document.querySelectorAll(%q)].find((e) => e.textContent === %q).click()`,
		selector, text))
}

// A secret without the hash is still a lie after a reload.
func TestLieStays(t *testing.T) {
	b, l := openLiar(t)
	l.alters(at("/api/rotate", func(answer object) { seedsOf(answer)["revealed"].(object)["serverSeed"] = strings.Repeat("0", 64) }))
	b.roll()
	b.do(click("#rotate"))
	const why = "the hash that was shown before the first bet"
	b.expectAlarm(cheats, why)
	b.shot("casino-lie")
	b.do(chromedp.Reload())
	b.expectAlarm(cheats, why)
	l.alters(nil)
	b.do(clickText("#alarm button", "Start over"))
	b.waitFor(ready)
	if got := b.text("#round-list"); !strings.Contains(got, "1 round not checked") || strings.Contains(got, "Check") {
		t.Errorf("the rounds that can't be checked: %q", got)
	}
	b.play()
	b.rotate("2 of 2 rounds checked")
}

// A casino that has forgotten a player: the records stay, an alarm returns until the player
// begins anew, and nothing is lost of them.
func TestForgotten(t *testing.T) {
	b, l := openLiar(t)
	b.play()
	b.rotate("2 of 2 rounds checked")
	b.roll()
	l.set(func() { l.forget = true })
	b.do(chromedp.Reload())
	b.expectAlarm(breaks, "and 1 round whose secret it hasn’t revealed")
	if got := eval[string](b, `document.querySelector("#poker-stake-fault").textContent`); got != "" {
		t.Errorf("the new account has no seeds, and so no limit yet: %q", got)
	}
	b.shot("casino-forgotten")
	b.do(clickText("#alarm button", "Try again"))
	b.expectAlarm(breaks, "has forgotten the one who played here")
	if got := b.text("#round-list"); !strings.Contains(got, "With the current seeds") || !strings.Contains(got, "2 rounds checked") {
		t.Errorf("the records of the player before: %q", got)
	}
	b.do(clickText("#alarm button", "Start over"))
	b.waitFor(ready)
	b.do(chromedp.Reload())
	b.waitFor(ready)
	b.roll()
	got := readRecords(t, b.saved(click("#save"), "casino-records.json"))
	if len(got.Pairs) != 3 || got.Pairs[0].Player != got.Pairs[1].Player || got.Pairs[1].Server != "" || len(got.Pairs[1].Rounds) != 1 ||
		!strings.Contains(got.Pairs[1].Reason, "forgotten") || got.Pairs[2].Player == got.Pairs[1].Player || !got.Pairs[2].Active {
		t.Errorf("the saved records: %+v", got)
	}
}

// A casino that is gone: the page opens all the same, shows the records, and saves them.
func TestGone(t *testing.T) {
	b := openKeeping(t)
	b.hurry()
	l := &liar{}
	address := l.start(t)
	b.enter(address)
	b.play()
	b.waitFor(`navigator.serviceWorker.controller !== null || navigator.serviceWorker.ready`)
	eval[bool](b, `(async () => { while (!await caches.match("/app/main.js")) await new Promise((f) => setTimeout(f, 50)); return true; })()`)
	b.keepsPageAlone()
	l.set(func() { l.gone = true })
	b.do(chromedp.Navigate(address))
	b.waitFor(`document.querySelector("#round-list table") !== null`)
	b.shot("casino-gone")
	if got := readRecords(t, b.saved(click("#save"), "casino-records.json")); len(got.Pairs) != 1 || len(got.Pairs[0].Rounds) != 2 {
		t.Errorf("the saved records: %+v", got)
	}
	l.set(func() { l.gone = false })
	b.waitFor(ready) // it asks again
	b.rotate("2 of 2 rounds checked")
}

// keepsPageAlone checks that the browser keeps no answer of the casino, nor a part of its log.
func (b *tab) keepsPageAlone() {
	b.Helper()
	if got := eval[[]string](b, `(async () => {
		const { path } = await (await fetch("/api/log")).json();
		await fetch(path + "checkpoint");
		const { keepPage } = await import("/app/offline.js");
		await keepPage();
		const kept = await (await caches.open("page")).keys();
		return kept.map(({ url }) => new URL(url).pathname).filter((name) => /^\/(api|log)\//.test(name));
	})()`); len(got) > 0 {
		b.Errorf("%q are kept", got)
	}
}

// An alarm stays as it is while the page asks again by itself: the focus isn't lost.
func TestAlarmAgain(t *testing.T) {
	b, l := openBrowser(t), &liar{}
	b.hurry()
	b.enter(l.start(t))
	l.set(func() { l.gone = true })
	rolls(b, nil)
	b.waitFor(alarmed)
	eval[bool](b, `(() => {
		globalThis.asked = 0;
		const { fetch } = globalThis;
		globalThis.fetch = (...all) => { asked++; return fetch(...all); };
		document.querySelector("#alarm button:last-child").focus();
		globalThis.focused = document.activeElement;
		return true;
	})()`)
	b.waitFor(`asked >= 12 && ` + alarmed) // twice
	if !eval[bool](b, `focused.matches("#alarm button") && focused === document.activeElement`) {
		t.Error("the focus is lost")
	}
}

// What comes to light after an alarm is told, too: what convicts the casino, and what is graver.
func TestAlarmAdded(t *testing.T) {
	for name, c := range map[string]struct {
		begin func(b *tab, l *liar)
		lie   func(path string, answer object)
		p     promise
	}{
		"what convicts it": {func(b *tab, l *liar) {
			l.alters(at(viewPath, skim))
			b.reveals()
			b.expectAlarm(breaks, "and it should be")
		}, inEnd(func(round object) { round["ended"] = round["starts"] }),
			promise{kind: "rules", words: []string{"and it should be"}, proof: true}},
		"what is graver": {func(b *tab, l *liar) {
			l.set(func() { l.refuse = map[string]refusal{viewPath: {status: http.StatusConflict}} })
			b.reveals()
			b.expectAlarm("The casino refuses", "A refusal")
		}, inEnd(func(round object) { round["link"] = strings.Repeat("1", 64) }), promise{kind: "cheats", words: []string{"doesn’t lead to"}}},
	} {
		t.Run(name, func(t *testing.T) {
			b, l := openBrowser(t), &liar{}
			address, h, rig := crashCasino(t)
			b.sit(l.standBefore(t, address, h))
			c.begin(b, l)
			if eval[bool](b, `document.querySelector("#alarm .proof") !== null`) {
				t.Error(b.text("#alarm"))
			}
			l.alters(c.lie)
			rig.End()
			b.waitFor(fmt.Sprintf(`document.querySelector("#alarm").textContent.includes(%q) &&
				(%v || document.querySelector("#alarm .proof") !== null)`, titles[c.p.kind], !c.p.proof))
			b.expectAlarmOf(c.p)
		})
	}
}

// What comes up last isn't what counts: the gravest is shown, unless the page itself has failed.
func TestAlarmGravest(t *testing.T) {
	for name, c := range map[string]struct{ errors, title string }{
		"a lie, then a graver one":               {`new Fault("mismatch", "a lie"), new Fault("cheat", "a graver one")`, cheats},
		"a lie, then a lesser one":               {`new Fault("cheat", "a lie"), new Fault("mismatch", "a lesser one")`, cheats},
		"no answer, then a lie":                  {`new Refusal(0, "nothing"), new Fault("mismatch", "a lie")`, breaks},
		"no answer, then a fault of the page":    {`new Refusal(0, "nothing"), new Error("a screw is loose")`, pageFails},
		"a lie, then a fault of the page":        {`new Fault("mismatch", "a lie"), new Error("a screw is loose")`, breaks},
		"a fault of the page, then what it says": {`new Error("a screw is loose"), new Fault("cheat", "not true")`, pageFails},
	} {
		t.Run(name, func(t *testing.T) {
			b, l := openBrowser(t), &liar{}
			b.expected = "a screw is loose"
			b.enter(l.start(t))
			got := eval[[]string](b, fmt.Sprintf(`(async () => {
				const { Fault } = await import("/squaredeal/internal/fault.js");
				const { Refusal } = await import("/app/api.js");
				for (const err of [%s]) pageFailed(err);
				return [document.querySelector("#alarm strong").textContent, String(document.querySelector("#play").inert)];
			})()`, c.errors))
			if want := []string{c.title, fmt.Sprint(c.title == pageFails)}; !slices.Equal(got, want) {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

// A casino that doesn't answer is asked again, whatever another tab has done meanwhile.
func TestAlarmGoesOnAsking(t *testing.T) {
	b, l := openBrowser(t), &liar{}
	b.hurry()
	b.enter(l.start(t))
	if !eval[bool](b, `(async () => {
		const { Fault } = await import("/squaredeal/internal/fault.js");
		const { Refusal } = await import("/app/api.js");
		pageFailed(new Refusal(0, "The casino doesn’t answer."));
		pageFailed(new Fault("pending", "another tab was faster"));
		return !document.querySelector("#alarm").hidden;
	})()`) {
		t.Error("no alarm")
	}
	b.waitFor(`document.querySelector("#alarm").hidden && ` + ready)
}

// What was asked for when it wasn't wrong yet neither replaces nor ends what has come to light since.
func TestAlarmOvertakes(t *testing.T) {
	const (
		lie    = `new Fault("cheat", "a lie")`
		broken = `new Error("a screw is loose")`
		rotate = `document.querySelector("#rotate").click();`
	)
	for name, c := range map[string]struct{ path, begin, err, answer, title string }{
		"a look at the log": {"checkpoint", ``, lie, `new Response("", { status: 404 })`, cheats},
		"what another tab has done": {"view", `new BroadcastChannel("squaredeal-casino").postMessage("changed");`, lie,
			`new Response("{}")`, cheats},
		"an act that finds a lesser lie":                    {"view", rotate, lie, `new Response("{}")`, cheats},
		"an act that is refused":                            {"view", rotate, lie, `new Response("{}", { status: 409 })`, cheats},
		"an act that is refused, of a page that has failed": {"view", rotate, broken, `new Response("{}", { status: 409 })`, pageFails},
		"a new beginning": {"enter", `pageFailed(new Refusal(0, "nothing")); document.querySelector("#alarm button").click();`, broken,
			`await asked()`, pageFails},
	} {
		t.Run(name, func(t *testing.T) {
			b, l := openBrowser(t), &liar{}
			b.hurry()
			b.expected = "a screw is loose"
			b.inPage(`{
				const { fetch } = globalThis;
				globalThis.fetch = async (path, ...more) => {
					globalThis.asked = () => fetch(path, ...more);
					if (!path.endsWith(globalThis.held)) return asked();
					return new Promise((resolve) => { globalThis.answer = resolve; });
				};
			}`)
			b.enter(l.start(t))
			eval[bool](b, fmt.Sprintf(`(async () => {
				globalThis.Fault = (await import("/squaredeal/internal/fault.js")).Fault;
				globalThis.Refusal = (await import("/app/api.js")).Refusal;
				globalThis.held = %q;
				%s
				return true;
			})()`, c.path, c.begin))
			b.waitFor(`globalThis.answer`)
			got := eval[[]string](b, fmt.Sprintf(`(async () => {
				pageFailed(%s);
				answer(%s);
				await new Promise((resolve) => setTimeout(resolve, 2000)); // a tenth of a second
				const alarm = document.querySelector("#alarm");
				return [alarm.querySelector("strong").textContent, String(alarm.hidden), String(document.querySelector("#play").inert)];
			})()`, c.err, c.answer))
			if want := []string{c.title, "false", fmt.Sprint(c.title == pageFails)}; !slices.Equal(got, want) {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

// Nothing but a new look at the casino ends an alarm.
func TestAlarmStays(t *testing.T) {
	b, l := openLiar(t)
	l.alters(at("/api/bet", func(answer object) { answer["nextNonce"] = "2" }))
	b.do(click("#deal"))
	b.expectAlarm(breaks, "counts 2 rounds")
	b.do(chromedp.KeyEvent("b"), chromedp.KeyEvent("1"), chromedp.KeyEvent("d"), chromedp.Sleep(300*time.Millisecond))
	b.expectAlarm(breaks, "counts 2 rounds")
	b.do(click("#alarm button"))
	b.waitFor(dealt)
	b.do(click("#deal"))
	b.waitFor(drawn)
	if !eval[bool](b, `document.querySelector("#alarm").hidden`) {
		t.Error("the alarm is still there")
	}
}

// A casino that has lost its state, as after a restored backup: another
// player behind the same cookie.
func TestLostState(t *testing.T) {
	b, l := openLiar(t)
	b.roll()
	l.alters(at("/api/enter", func(answer object) {
		seeds := seedsOf(answer)
		delete(seeds, "serverHash")
		delete(seeds, "clientSeed")
		seeds["nextNonce"] = "0"
	}))
	b.do(chromedp.Reload())
	b.expectAlarm(breaks, "it has lost its state, or it cheats")
	b.do(click("#alarm button:last-child"))
	b.waitFor(ready)
	b.play()
	b.rotate("2 of 2 rounds checked")
	if got := b.text("#round-list"); !strings.Contains(got, "1 round not checked") {
		t.Errorf("the rounds that can't be checked: %q", got)
	}
}

// Answers that are lost: the page sends the same request again, and all rounds are right.
func TestLostAnswers(t *testing.T) {
	b := openBrowser(t)
	l := &liar{lose: true}
	b.enter(l.start(t))
	b.play()
	b.play()
	b.rotate("4 of 4 rounds checked")
	l.set(func() {
		if l.lost < 16 {
			t.Errorf("only %d answers were tried", l.lost)
		}
	})
}
