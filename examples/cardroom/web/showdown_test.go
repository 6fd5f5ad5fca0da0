package web_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// A showdownTest is a player's, who has a bot for an opponent.
type showdownTest struct {
	*testing.T
	h  *house
	me *tab
	id string
}

// The end of a hand stays on the felt for four seconds, with who won and what was shown,
// unless the player goes on; afterwards it can be looked up. Seats are counted from 1, and
// the end has a winner. A player sits out from the next hand on, for which the table waits,
// and comes back, by a key.
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

// seeEnd looks at the end, and at what it would be if all were gone, and turns a
// page of the history back.
func (p *showdownTest) seeEnd() {
	p.Helper()
	p.me.waitFor(allPaidBack)
	if title := p.me.text("#end h2"); !strings.Contains(title, "won") && !strings.Contains(title, "share") {
		p.Errorf("the end says %q", title)
	}
	if title := eval[string](p.me, `import("./cards.js").then((m) => m.standings([3, 2, 1], "point", 0, { least: true,
		gone: [true, true, true] })[0].textContent)`); title != "Nobody has won" {
		p.Errorf("when all are gone, the end says %q", title)
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
