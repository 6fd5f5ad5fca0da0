package web_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/crash"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
)

// crashCasino starts a casino with a round of crash that takes bets.
func crashCasino(t *testing.T) (url string, h *house.House, rig *casinotest.CrashRig) {
	t.Helper()
	h, rig = casinotest.StartCrash(t, filepath.Join(t.TempDir(), "casino.db"))
	return casinotest.Serve(t, h), h, rig
}

// sit opens the board of crash, and waits until it shows a round.
func (b *tab) sit(url string) {
	b.Helper()
	b.enter(url)
	b.do(click("#tab-crash"))
	b.waitFor(`document.querySelector("#crash-status").textContent === "Place your bet."`)
}

// calm has the page move little.
func (b *tab) calm() {
	b.Helper()
	media := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}}
	if _, err := chromedp.Call(b.Context, emulation.SetEmulatedMedia, media); err != nil {
		b.Fatal(err)
	}
}

const (
	pressed  = `document.querySelector("#crash-play").textContent`
	status   = `document.querySelector("#crash-status").textContent`
	canCash  = pressed + `.startsWith("Cash out")`
	betsOpen = pressed + ` === "Bet" && document.querySelector("#crash-play").ariaDisabled === "false"`
)

// presses presses the button that bets, and cashes out.
func (b *tab) presses() {
	b.Helper()
	b.do(click("#crash-play"))
}

// reveals begins with new seeds.
func (b *tab) reveals() {
	b.Helper()
	b.waitFor(`document.querySelector("#rotate").ariaDisabled === "false" && (document.querySelector("#rotate").click(), true)`)
}

// joins bets on the round that is open, with a target or by hand.
func (b *tab) joins(coins int, target string) {
	b.Helper()
	b.waitFor(betsOpen)
	eval[bool](b, fmt.Sprintf(`(() => {
		for (const [id, value] of [["crash-stake", "%d"], ["crash-target", %q]]) {
			const input = document.getElementById(id);
			input.value = value;
			input.dispatchEvent(new Event("input", { bubbles: true }));
		}
		document.querySelector("#crash-play").click();
		return true;
	})()`, coins, target))
	b.waitFor(pressed + ` === "You’re in"`)
}

// Three browsers play a round: one is out by hand, one by a target, one loses. Each checks
// the round, and sees the others' bets.
func TestCrash(t *testing.T) {
	hand := openBrowser(t)
	target, loser := openBrowser(t), openBrowser(t)
	url, _, rig := crashCasino(t)
	point := rig.OpenFor(300, 600)
	for _, b := range []*tab{hand, target, loser} {
		b.sit(url)
	}
	hand.joins(10, "")
	target.joins(20, "1.5")
	loser.joins(30, fmt.Sprintf("%d.%02d", (point+1)/100, (point+1)%100))
	hand.waitFor(`document.querySelectorAll(".crash-bets tbody tr").length === 3`)
	hand.shot("crash-betting")
	rig.Run(8000)
	hand.waitFor(canCash)
	hand.waitFor(`Math.abs(parseFloat(document.querySelector("#crash-multiplier").textContent) - 1.75) < 0.15`)
	hand.shot("crash-running")
	hand.do(chromedp.KeyEvent("c"))
	hand.waitFor(status + `.startsWith("You are out at")`)
	out := crash.At(8000)
	if got := eval[string](hand, status); got != fmt.Sprintf("You are out at %d.%02d×.", out/100, out%100) {
		t.Errorf("%q", got)
	}
	target.waitFor(status + ` === "You are out at 1.50×."`)
	loser.waitFor(canCash)
	rig.End()
	for b, want := range map[*tab]string{
		hand:   fmt.Sprintf("You got out at %d.%02d×, and are paid %d.%02d coins.", out/100, out%100, out/10, out%10*10),
		target: "You got out at 1.50×, and are paid 30 coins.",
		loser:  fmt.Sprintf("Crashed at %d.%02d×: your stake of 30 coins is lost.", point/100, point%100),
	} {
		b.waitFor(`/^(Crashed at|You got out)/.test(` + status + `)`)
		if got := eval[string](b, status); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if got := b.text("#crash-checked"); got == "0" {
			t.Error("the round isn't checked")
		}
		if !eval[bool](b, `document.querySelector("#alarm").hidden`) {
			t.Error(b.text("#alarm"))
		}
	}
	if got, want := eval[string](hand, `document.querySelector("#balance").textContent`),
		fmt.Sprintf("1,%03d.%02d", out/10-10, out%10*10); got != want {
		t.Errorf("the balance is %q, want %q", got, want)
	}
	hand.shot("crash-over")
	rig.Open()
	hand.waitFor(betsOpen)
	hand.calm()
	hand.accessible("crash")
	if other := eval[bool](hand, `[...document.querySelectorAll("#crash .fault")].some((e) => e.checkVisibility())`); other {
		t.Error("the casino announces other terms")
	}
	target.imports(hand.saved(click("#save"), "casino-records.json"))
}

// A bet is cashed out by hand. Another browser, which has no records of that, recovers the
// account before the bet is settled, and plays on.
func TestCrashGoesOnElsewhere(t *testing.T) {
	b, other := openBrowser(t), openBrowser(t)
	url, _, rig := crashCasino(t)
	rig.OpenFor(300, 1000)
	b.sit(url)
	other.sit(url)
	key := b.writtenKey()
	b.joins(10, "")
	rig.Run(4000)
	b.waitFor(canCash)
	b.presses()
	b.waitFor(status + `.startsWith("You are out at")`)
	other.recover(key, nil)
	other.calmly(`document.querySelector("#account-status").textContent.includes("nothing here can check it")`)
	other.calmly(status + `.startsWith("You are out at")`)
	rig.End()
	other.calmly(status + `.startsWith("You got out at")`)
}
