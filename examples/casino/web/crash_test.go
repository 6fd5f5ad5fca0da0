package web_test

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/crash"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
)

// crashCasino starts a casino with a round of crash that takes bets.
func crashCasino(t *testing.T) (url string, h *house.House, rig *casinotest.CrashRig) {
	t.Helper()
	name, dir := filepath.Join(t.TempDir(), "casino.db"), t.TempDir()
	h = casinotest.OpenWith(t, name, dir)
	rig = casinotest.NewCrashRig(t, h, name, dir)
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
		loser:  fmt.Sprintf("Crashed at %d.%02d×: your 30 coins are lost.", point/100, point%100),
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
	target.sameCrashRules()
	target.judgesCashOuts()
	target.sameCrashJudge()
	target.refusesTooEarly()
	target.settlesLater()
	target.imports(hand.saved(click("#save"), "casino-records.json"))
	hand.leavesBet(loser, rig)
}

// leavesBet cashes out a bet by hand, and has another browser, which has no records of that,
// recover the account before the bet is settled. It plays on there. (A known failure: the
// casino was accused of the cash-out.)
func (b *tab) leavesBet(other *tab, rig *casinotest.CrashRig) {
	b.Helper()
	key := b.writtenKey()
	rig.OpenFor(300, 1000)
	b.waitFor(fmt.Sprintf(`document.querySelector(".latest li").title === "Round %d"`, rig.Round().Round-1)) // the page is there, too
	b.joins(10, "")
	rig.Run(4000)
	b.waitFor(canCash)
	b.do(click("#crash-play"))
	b.waitFor(status + `.startsWith("You are out at")`)
	other.recover(key, nil)
	other.do(click("#leave"))
	other.waitFor(`document.querySelector("#account-status").textContent.includes("nothing here can check it")`)
	other.waitFor(status + `.startsWith("You are out at")`)
	rig.End()
	other.waitFor(status + `.startsWith("You got out at")`)
	if eval[bool](other, alarmed) {
		b.Error(other.text("#alarm"))
	}
}

// judgesCashOuts has the page judge a cash-out after 100 ms, as the casino tells it of a bet that
// the page was told of before, of one that was asked for later, of one that was told with it, and
// in the answer to the bet.
func (b *tab) judgesCashOuts() {
	b.Helper()
	got := eval[[]string](b, `(async () => {
		const { answered, fromTold, mustBeBet } = await import("/crash/bets.js");
		const { recordTry } = await import("/crash/records.js");
		const told = { chain: 1, round: 2, serverHash: "0", serial: 1, number: 1, name: "ann", sent: "crash for 100" };
		const out = { ...told, cashed: 100 };
		const records = { crash: { bet: fromTold(told) }, change: (f) => f() };
		await recordTry(records, 9000);
		return [
			() => mustBeBet(fromTold(told), out),
			() => mustBeBet(records.crash.bet, out),
			() => mustBeBet(fromTold(out), out),
			() => answered({ asked: { what: "bet", ...told }, over: [], sum: {} }, { bet: out }, "0"),
		].map((judge) => {
			try {
				judge();
			} catch (err) {
				return err.message;
			}
			return "";
		});
	})()`)
	const unasked = "didn’t ask for"
	for i, words := range []string{unasked, "was asked to at 9000 ms", "", unasked} {
		if !strings.Contains(got[i], words) || words == "" && got[i] != "" {
			b.Errorf("%d: %q", i, got[i])
		}
	}
}

// sameCrashRules compares the page's curve, points and payments with the casino's, to the
// last bit: as sums, in order, of all moments, all multipliers, some links and some bets.
func (b *tab) sameCrashRules() {
	b.Helper()
	got := eval[[]int64](b, `(async () => {
		const rules = await import("/crash/rules.js");
		const { ChainVerifier } = await import("/squaredeal/commit/index.js");
		const { toHex } = await import("/squaredeal/internal/bytes.js");
		const { sha256 } = await import("/squaredeal/internal/hash.js");
		const sum = (n, f) => Array.from({ length: n }, (_, i) => f(i)).reduce((all, value) => (all * 31 + value) % 1000000007, 7);
		const hash = (i) => toHex(sha256(new TextEncoder().encode("link " + i)));
		return [
			sum(111000, (i) => rules.at(i - 500)),
			sum(99900, (i) => rules.reach(101 + i)),
			sum(300, (i) => rules.pointOf(new ChainVerifier(hash(i), i + 1).verify(i + 1, hash(i)), hash(i + 1))),
			sum(3000, (i) => {
				const bet = rules.parse(i % 3 === 0 ? "crash for 700" : "crash " + (101 + 7 * i) + " for " + 100 * (1 + i % 1000));
				return rules.paidOf(bet, i % 4 === 1 ? 11 * i : undefined, { point: 100 + 31 * i % 9000, lapsed: i % 5 === 0, void: i % 17 === 0 });
			}),
		];
	})()`)
	sum := func(n int64, f func(i int64) int64) (all int64) {
		all = 7
		for i := range n {
			all = (all*31 + f(i)) % 1_000_000_007
		}
		return all
	}
	hash := func(i int64) commit.Link { return sha256.Sum256(fmt.Appendf(nil, "link %d", i)) }
	want := []int64{
		sum(111_000, func(i int64) int64 { return crash.At(i - 500) }),
		sum(99_900, func(i int64) int64 { return crash.Reach(101 + i) }),
		sum(300, func(i int64) int64 {
			v, err := commit.NewChainVerifier(uint64(i+1), hash(i), func(_, _ commit.ChainVerifierState) error { return nil })
			if err != nil {
				b.Fatal(err)
			}
			round, err := v.Verify(uint64(i+1), hash(i))
			if err != nil {
				b.Fatal(err)
			}
			return crash.Point(round, hash(i+1))
		}),
		sum(3000, func(i int64) int64 {
			bet := crash.Bet{Stake: 700}
			if i%3 != 0 {
				bet = crash.Bet{Stake: 100 * (1 + i%1000), Target: 101 + 7*i}
			}
			var cashed *int64
			if i%4 == 1 {
				cashed = new(11 * i)
			}
			return bet.Paid(cashed, crash.Outcome{Point: 100 + 31*i%9000, Lapsed: i%5 == 0, Void: i%17 == 0})
		}),
	}
	if !slices.Equal(got, want) {
		b.Errorf("the page has %d, and the casino %d", got, want)
	}
}
