package web_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/internal/games"
	"github.com/squaredeal/squaredeal/examples/internal/games/game"
	"github.com/squaredeal/squaredeal/seedrng"
)

// asJSONText returns a value as JSON.
func asJSONText(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A playedRound is what a game's rules give for a bet, as far as it was played.
type playedRound struct {
	Nonce          uint64
	Sent, Received []string
	Most, Paid     int64
	Over           bool
	Return         string
}

// ruleSeed is the server seed of rounds that are played by the rules, with the client seed a.
var ruleSeed = strings.Repeat("0123456789abcdef", 4)

// playRandomly plays a round of a game by random bets, to its end or not so far.
func playRandomly(t *testing.T, g game.Game, nonce uint64, random *rand.Rand) playedRound {
	t.Helper()
	seed, err := seedrng.ParseServerSeed(ruleSeed)
	if err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf("%s %s for %d", g.Name(), g.Random(random.IntN), 100*(1+random.IntN(1000)))
	bet, err := games.ParseBet(text)
	if err != nil {
		t.Fatal(err)
	}
	sent := []string{text}
	for {
		stream, err := seedrng.NewStream(seed, "a", nonce)
		if err != nil {
			t.Fatal(err)
		}
		o, err := games.Play(sent, stream)
		if err != nil {
			t.Fatal(err)
		}
		if o.Over || random.IntN(5) == 0 {
			return playedRound{nonce, sent, o.Received, bet.MaxWin(), o.Paid, o.Over, bet.Return().String()}
		}
		sent = append(sent, bet.RandomStep(sent[1:], random.IntN))
	}
}

// misread is a program for the page: some of the rounds that its rules don't give,
// announce, pay or read alike.
const misread = `(async () => {
	const [{ mostPaid, parseBet, readRound, replay }, { Stream }] = await Promise.all([import("/games/index.js"),
		import("/squaredeal/seedrng/index.js")]);
	const seed = %q;
	const faults = [];
	for (const { Nonce, Sent, Received, Most, Paid, Over, Return } of %s) {
		try {
			const bet = parseBet(Sent[0]);
			const given = replay(Sent, new Stream(seed, "a", Nonce));
			const round = readRound(Sent.map((sent, i) => ({ sent, received: given[i] })));
			const [paid, of] = bet.game.returns(bet);
			const [a, b] = Return.split("/").map(Number);
			const { won, chance } = bet.game.avoided(bet, round, !Over);
			const same = given.join() === Received.join() && mostPaid(bet) === Most && (round.pays ?? 0) === Paid &&
				(round.pays !== undefined) === Over && paid * b === a * of;
			if (!same || typeof won !== "boolean" || !(chance > 0 && chance <= 1) || !bet.game.tell(round) ||
				!bet.game.label(bet)) faults.push(JSON.stringify([Sent, given, Received, mostPaid(bet), Most, round.pays, paid, of, Return]));
		} catch (err) {
			faults.push(Sent + ": " + err);
		}
	}
	return faults.slice(0, 3);
})()`

// The page's rules of each game give, announce and pay what the casino's do, for bets of all
// kinds; and the page reads every round, as far as it was played, as one that follows its rules.
func TestGameRules(t *testing.T) {
	b := openBrowser(t)
	b.do(chromedp.Navigate(casinotest.Start(t)))
	b.waitFor(`document.readyState === "complete"`)
	random := rand.New(rand.NewPCG(3, 4))
	for _, g := range games.All {
		var all []playedRound
		for nonce := range uint64(1500) {
			all = append(all, playRandomly(t, g, nonce, random))
		}
		if got := eval[[]string](b, fmt.Sprintf(misread, ruleSeed, asJSONText(t, all))); len(got) > 0 {
			t.Errorf("%s: %q", g.Name(), got)
		}
		announced := eval[string](b, fmt.Sprintf(`import("/games/index.js").then(({ games }) =>
			JSON.stringify(games.find(({ name }) => name === %q).announced()))`, g.Name()))
		var page, casino any
		if err := json.Unmarshal([]byte(announced), &page); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(asJSONText(t, g.Announce())), &casino); err != nil || !reflect.DeepEqual(page, casino) {
			t.Errorf("%s: %v, the page checks by %.300v, and the casino announces %.300v", g.Name(), err, page, casino)
		}
	}
	b.tellsLimbo()
}

// tellsLimbo compares what the formula that verify.html tells of limbo gives with the rules.
func (b *tab) tellsLimbo() {
	b.Helper()
	if got := eval[[]string](b, `(async () => {
		const [{ default: rules }, { explain }] = [await import("/games/limbo/rules.js"), await import("/games/limbo/steps.js")];
		const bet = { target: 200, stake: 100 };
		const text = explain({ bet, reached: 100, pays: 0 }, [0]).map((part) => part.textContent ?? part).join(" ");
		const [, factor] = /The multiplier is ([\d,]+) times the target, over the number drawn and one more/.exec(text);
		return [0, 98999, 99000, 197999, 199999].filter((number) => {
			const told = Math.max(100, Math.floor(Number(factor.replaceAll(",", "")) * bet.target / (number + 1)));
			return rules.draw(bet, [], { uint64N: () => BigInt(number) })[0] !== String(told);
		}).map(String);
	})()`); len(got) > 0 {
		b.Errorf("limbo is told otherwise for %q", got)
	}
}

// Every altered outcome of every game is one that the page finds at once, or has no way
// to: then the seeds say so.
func TestAlteredOutcomes(t *testing.T) {
	b := openBrowser(t)
	b.do(chromedp.Navigate(casinotest.Start(t)))
	b.waitFor(`document.readyState === "complete"`)
	for _, c := range []struct{ steps, want string }{
		{`["keno 1 2 for 100", "2 3 4 5 6 7 8 9 40 1 pays 730"]`, ""},
		{`["keno 1 2 for 100", "2 3 4 5 6 7 8 9 40 1 pays 146"]`, "doesn’t pay"},
		{`["keno 1 2 for 100", "2 3 4 5 6 7 8 9 41 1 pays 730"]`, "no outcome"},
		{`["keno 1 2 for 100", "2 3 4 5 6 7 8 9 9 1 pays 730"]`, "no outcome"},
		{`["keno 1 2 for 100", "2 3 4 5 6 7 8 9 1 pays 730"]`, "no outcome"},
		{`["limbo 200 for 100", "200 pays 200"]`, ""},
		{`["limbo 200 for 100", "199 pays 0"]`, ""},
		{`["limbo 200 for 100", "199 pays 200"]`, "doesn’t pay"},
		{`["limbo 200 for 100", "200 pays 0"]`, "doesn’t pay"},
		{`["limbo 200 for 100", "99 pays 0"]`, "no outcome"},
		{`["limbo 200 for 100", "2.00 pays 200"]`, "no outcome"},
		{`["plinko low 8 for 100", "LLLLLLLL pays 400"]`, ""},
		{`["plinko low 8 for 100", "LRLRLRLR pays 70"]`, ""},
		{`["plinko low 8 for 100", "LRLRLRLR pays 85"]`, "doesn’t pay"},
		{`["plinko low 8 for 100", "LRLRLRL pays 70"]`, "no outcome"},
		{`["plinko low 8 for 100", "LRLRLRLX pays 70"]`, "no outcome"},
		{`["mines 2 open 1 for 100", "safe"]`, ""},
		{`["mines 2 open 1 for 100", "safe", "open 2", "mine mines 2 9 pays 0"]`, ""},
		{`["mines 2 open 1 for 100", "safe", "take", "taken mines 2 9 pays 107"]`, ""},
		{`["mines 2 open 1 for 100", "safe", "take", "taken mines 2 9 pays 106"]`, "doesn’t pay"},
		{`["mines 2 open 1 for 100", "safe", "take", "taken mines 1 9 pays 107"]`, "a mine is where there was none"},
		{`["mines 2 open 1 for 100", "mine mines 2 9 pays 0"]`, "a mine is where there was none"},
		{`["mines 2 open 1 for 100", "mine mines 1 pays 0"]`, "no outcome"},
		{`["mines 2 open 1 for 100", "mine mines 1 1 pays 0"]`, "no outcome"},
		{`["mines 2 open 1 for 100", "mine pays 0"]`, "the round ends at another step"},
		{`["mines 2 open 1 for 100", "mine"]`, "the round ends at another step"},
		{`["mines 2 open 1 for 100", "safe mines 2 9 pays 107"]`, "the round ends at another step"},
		{`["mines 2 open 1 for 100", "safe pays 107"]`, "before it is over"},
		{`["mines 2 open 1 for 100", "safe", "open 2", "taken mines 3 9 pays 107"]`, "another step"},
		{`["mines 2 open 1 for 100", "safe", "take", "safe"]`, "another step"},
		{`["mines 2 open 1 for 100", "mine mines 1 9", "open 2", "safe"]`, "the round ends at another step"},
		{`["mines 24 open 1 for 100", "safe mines 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 pays 2475"]`, ""},
	} {
		got := eval[string](b, fmt.Sprintf(`import("/games/index.js").then(({ readRound }) => {
			const texts = %s;
			const steps = [];
			while (texts.length > 0) steps.push({ sent: texts.shift(), received: texts.shift() });
			try {
				readRound(steps);
				return "";
			} catch (err) {
				return err.kind + ": " + err.message;
			}
		})`, c.steps))
		if (got == "") != (c.want == "") || c.want != "" && (!strings.HasPrefix(got, "cheat: ") || !strings.Contains(got, c.want)) {
			t.Errorf("%s: %q, want %q", c.steps, got, c.want)
		}
	}
}

// Each game's board, on a large and a small screen: it is sound, legible in light and dark,
// and plays by autoplay and by its first button; and all rounds are checked, by the page and
// by verify.html, step by step.
func TestBoards(t *testing.T) {
	b := openBrowser(t)
	url := casinotest.Start(t)
	b.enter(url)
	rounds := 0
	b.do(click("#auto summary"))
	b.fill("#auto-bets", "2")
	for _, g := range games.All {
		name := g.Name()
		for _, width := range []int64{1280, 375} {
			b.do(chromedp.EmulateViewport(width, 900), click(chromedp.CSS("#tab-"+name)))
			rounds++
			b.playsBoard(name, rounds)
			b.looksSound(name, width)
		}
		b.shot("board-" + name)
		b.waitFor(`!document.querySelector("#auto-start").disabled`)
		b.do(click("#auto-start"))
		b.waitFor(stopped)
		if got := b.text("#auto-status"); !strings.Contains(got, "2 bets of 2") {
			t.Errorf("%s: %q", name, got)
		}
		rounds += 2
		b.do(chromedp.Evaluate[chromedp.Void](`document.querySelector("#auto-status").textContent = ""`))
	}
	b.do(chromedp.EmulateViewport(1280, 900))
	b.rotate(fmt.Sprintf("%d of %d rounds checked in this browser", rounds, rounds))
	b.shot("boards-checked")
	for i := range len(games.All) {
		b.do(chromedp.Navigate(url))
		b.waitFor(`document.querySelectorAll("#round-list a").length > 0`)
		b.do(chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelectorAll("#round-list a")[%d].click()`, 4*i)))
		b.waitFor(`document.querySelector("#verdict strong")?.textContent === "` + right + `"`)
		b.shot(fmt.Sprintf("check-%d", i))
	}
}

// playsBoard plays a round by the board's buttons, the so-many-th with the seeds.
func (b *tab) playsBoard(name string, round int) {
	b.Helper()
	playable := `document.querySelector("#` + name + ` .primary").ariaDisabled === "false"`
	buttons := `document.querySelectorAll("#` + name + ` .controls > button")`
	b.do(click(chromedp.CSS("#" + name + " .primary")))
	b.waitFor(fmt.Sprintf(`document.querySelector("#busy").textContent === "" &&
		document.querySelector("#seed-rounds").textContent === "%d"`, round))
	b.waitFor(playable)
	for range 2 { // a round that is open is ended by the first of these
		b.waitFor(`[...` + buttons + `].some((e) => e.ariaDisabled === "false")`)
		eval[bool](b, `(() => {
			const [play, end] = `+buttons+`;
			if (document.querySelector("#rotate").ariaDisabled === "true") (end && end.ariaDisabled === "false" ? end : play).click();
			return true;
		})()`)
		b.waitFor(playable)
	}
}

// looksSound checks a game's board on a screen of some width.
func (b *tab) looksSound(name string, width int64) {
	b.Helper()
	if differs := eval[bool](b, `[...document.querySelectorAll(".pays .fault")].some((e) => e.checkVisibility())`); differs {
		b.Errorf("%s: the casino announces other terms", name)
	}
	if got := eval[string](b, unsound); got != "" {
		b.Errorf("%s at %d:\n%s", name, width, got)
	}
	for _, scheme := range []string{"light", "dark"} {
		b.scheme(scheme)
		if got := eval[string](b, faint); got != "" {
			b.Errorf("%s, %s:\n%s", name, scheme, got)
		}
	}
	if wide := eval[int64](b, `document.documentElement.scrollWidth`); wide > width {
		b.Errorf("%s is %d pixels wide on a screen of %d", name, wide, width)
	}
	heights := `[...document.querySelectorAll("#` + name + ` [role=group] > button")].map((e) => e.getBoundingClientRect().height)`
	if odd := eval[bool](b, heights+`.some((height, _, all) => Math.abs(height - all[0]) > 2)`); odd {
		b.Errorf("%s at %d: what can be picked is of different heights", name, width)
	}
}
