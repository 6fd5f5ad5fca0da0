package web_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
	xtlog "golang.org/x/mod/sumdb/tlog"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
)

// A promise is a row of LIES.md.
type promise struct {
	told  []string // the answers
	kind  string   // of what the page says, empty if it can't notice the lie
	words []string
	proof bool // receipts convict the casino
}

// titles are those of the page's alarms, by the words that LIES.md has for them.
var titles = map[string]string{
	"cheats":  cheats,
	"rules":   breaks,
	"refuses": "The casino refuses",
	"silent":  "The casino doesn’t answer",
	"forgets": "The casino doesn’t know this browser any more",
	"note":    "This browser has no records of this account",
	"moved":   "Your account was moved to another browser",
	"account": "This is your account now, but",
	"chooses": "The casino chooses which bets count",
	"terms":   "The casino announces other terms than this page checks by!",
	"file":    "",
}

// places are where the page says so, if that isn't the alarm.
var places = map[string]chromedp.CSS{"note": "#note", "chooses": "#declined-verdict", "terms": "#poker", "account": "#account-status"}

var (
	quoted    = regexp.MustCompile(`“([^”]*)”`)
	separator = regexp.MustCompile(`^\|[-|]+\|$`)
)

// promised reads LIES.md: its promises, by the lie.
var promised = sync.OnceValues(func() (map[string]promise, error) {
	content, err := os.ReadFile("../LIES.md")
	if err != nil {
		return nil, err
	}
	all := make(map[string]promise)
	for line := range strings.Lines(string(content)) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") || separator.MatchString(line) || strings.HasPrefix(line, "| the lie |") {
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if len(cells) != 5 {
			return nil, fmt.Errorf("%d cells: %s", len(cells), line)
		}
		lie, told, says := cells[0], cells[1], cells[3]
		if _, ok := all[lie]; ok {
			return nil, fmt.Errorf("%q is there twice", lie)
		}
		var p promise
		if (told == "–") != (says == "–") {
			return nil, fmt.Errorf("%q is told in %q, and the page says %q", lie, told, says)
		}
		if told != "–" {
			p.told = strings.Split(told, ", ")
			p.kind, _, _ = strings.Cut(says, ":")
			for _, m := range quoted.FindAllStringSubmatch(says, -1) {
				p.words = append(p.words, m[1])
			}
			if _, ok := titles[p.kind]; !ok || p.kind == "file" && len(p.words) == 0 {
				return nil, fmt.Errorf("%q: the page can't say %q", lie, says)
			}
		}
		p.proof = cells[4] == "receipts"
		all[lie] = p
	}
	return all, nil
})

// A lie is one of LIES.md, told in one of the answers that stand there.
type lie struct {
	row, in string
	do      func(b *tab, l *liar)            // what the player does, before and while the lie is told
	alter   func(path string, answer object) // told while the player does it; nil if do makes the liar lie
	before  func(b *tab)                     // what the player does before it is told
	with    func(b, other *tab)              // what the player does in two tabs
	keeps   bool                             // whether the browser keeps the page
}

// What players do.
func rolls(b *tab, _ *liar)   { b.do(click("#tab-dice"), click("#roll-it")) }
func rotates(b *tab, _ *liar) { b.do(click("#rotate")) }
func reloads(b *tab, _ *liar) { b.do(chromedp.Reload()) }
func deals(b *tab, _ *liar)   { b.do(click("#tab-poker"), click("#deal")) }

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

// The answers, and their parts.
const (
	enterPath, viewPath, rotatePath = "/api/enter", "/api/view", "/api/rotate"
	betPath, stepPath, refillPath   = "/api/bet", "/api/step", "/api/refill"
)

func skim(answer object)     { answer["balance"] = answer["balance"].(float64) - 100 }
func lower(answer object)    { answer["maxWin"] = 60_000 }
func stranger(answer object) { answer["player"] = "ffffffffffffffff" }

func revealedOf(answer object) object {
	r, _ := seedsOf(answer)["revealed"].(object)
	if r == nil {
		return object{} // of the first rotation
	}
	return r
}

func counts(n string) func(answer object) {
	return func(answer object) { seedsOf(answer)["nextNonce"] = n }
}

func receives(i int, text string) func(answer object) {
	return func(answer object) { stepOf(answer, i)["received"] = text }
}

// cardsOf alters the cards and what they pay of a hand that is over.
func cardsOf(f func(cards []string, deal []string) []string) func(answer object) {
	return func(answer object) {
		cards, pays, _ := strings.Cut(stepOf(answer, 1)["received"].(string), " pays ")
		stepOf(answer, 1)["received"] = strings.Join(f(strings.Split(cards, " "), strings.Split(stepOf(answer, 0)["received"].(string),
			" ")), " ") + " pays " + pays
	}
}

// loses makes a loser of a roll.
func loses(answer object) {
	roll := 9999
	if stepOf(answer, 0)["received"] == "9999 pays 0" {
		roll--
	}
	answer["balance"] = answer["balance"].(float64) - roundOf(answer)["paid"].(float64)
	roundOf(answer)["paid"], stepOf(answer, 0)["received"] = 0, fmt.Sprintf("%d pays 0", roll)
}

// keepsStake goes on with that lie: it tells the balance that follows.
func keepsStake(_ string, answer object) {
	if _, ok := answer["balance"]; ok {
		answer["balance"] = 99_500
	}
}

// declines has a bet declined, and gives its stake back.
func declines(reason string) func(answer object) {
	return func(answer object) {
		round := roundOf(answer)
		steps := round["steps"].([]any)
		steps[len(steps)-1].(object)["received"] = ""
		round["declined"], round["open"], round["paid"] = reason, false, round["stake"]
		answer["balance"] = 100_000
	}
}

// lies are those of LIES.md that the page notices, each in each answer.
var lies = []lie{
	{row: "another outcome than the seeds give", in: "bet", do: func(b *tab, l *liar) {
		b.roll()
		l.tell(keepsStake)
		rotates(b, l)
	}, alter: at(betPath, loses)},
	{row: "another outcome than the seeds give", in: "step", before: hasDealt, do: func(b *tab, l *liar) {
		holds(0)(b, l)
		b.waitFor(drawn)
		rotates(b, l)
	}, alter: at(stepPath, cardsOf(func(cards, _ []string) []string { slices.Reverse(cards); return cards }))},
	{row: "another secret than the hash is of", in: "rotate", before: hasRolled, do: rotates,
		alter: at(rotatePath, func(answer object) { revealedOf(answer)["serverSeed"] = strings.Repeat("0", 64) })},
	{row: "a secret of more than 64 bytes, which hides nothing", in: "rotate", before: hasRolled, do: rotates,
		alter: at(rotatePath, func(answer object) { revealedOf(answer)["serverSeed"] = strings.Repeat("0", 65) })},
	{row: "no secret, or that of other seeds", in: "rotate", before: hasRolled, do: rotates,
		alter: at(rotatePath, func(answer object) { delete(seedsOf(answer), "revealed") })},
	{row: "no secret, or that of other seeds", in: "rotate", before: hasRolled, do: rotates,
		alter: at(rotatePath, func(answer object) { revealedOf(answer)["serverHash"] = strings.Repeat("0", 64) })},
	{row: "a roll that no dice have", in: "bet", do: rolls, alter: at(betPath, receives(0, "10000 pays 0"))},
	{row: "cards that no deck has, or one of them twice", in: "bet", do: deals, alter: at(betPath, receives(0, "A♠ A♠ 2♦ 3♣ 5♦"))},
	{row: "cards that no deck has, or one of them twice", in: "step", before: hasDealt, do: holds(0),
		alter: at(stepPath, receives(1, "1♠ A♠ 2♦ 3♣ 5♦ pays 0"))},
	{row: "a roll or a hand that pays something else than its rules say", in: "bet", do: rolls, alter: at(betPath, receives(0, "0 pays 1"))},
	{row: "a roll or a hand that pays something else than its rules say", in: "step", before: hasDealt, do: holds(0),
		alter: at(stepPath, func(answer object) {
			cards, _, _ := strings.Cut(stepOf(answer, 1)["received"].(string), " pays ")
			stepOf(answer, 1)["received"] = cards + " pays 1"
		})},
	{row: "a held card that changes", in: "step", before: hasDealt, do: holds(2),
		alter: at(stepPath, cardsOf(func(cards, _ []string) []string {
			cards[0], cards[1] = cards[1], cards[0]
			return cards
		}))},
	{row: "a card that is dealt again", in: "step", before: hasDealt, do: holds(0),
		alter: at(stepPath, cardsOf(func(cards, deal []string) []string {
			cards[0] = deal[0]
			return cards
		}))},
	{row: "less paid than the outcome says", in: "bet", do: rolls, alter: at(betPath, func(answer object) { roundOf(answer)["paid"] = 5 })},
	{row: "less paid than the outcome says", in: "step", before: hasDealt, do: holds(0),
		alter: at(stepPath, func(answer object) { roundOf(answer)["paid"] = 5 })},
	{row: "a round that is over and is called open, or the other way round", in: "bet", do: rolls,
		alter: at(betPath, func(answer object) { roundOf(answer)["open"] = true })},
	{row: "a round that is over and is called open, or the other way round", in: "bet", do: deals,
		alter: at(betPath, func(answer object) { roundOf(answer)["open"] = false })},
	{row: "a round that is over and is called open, or the other way round", in: "step", before: hasDealt, do: holds(0),
		alter: at(stepPath, func(answer object) { roundOf(answer)["open"] = true })},

	{row: "an answer without the casino's signature, or with one of something else", in: "enter", do: reloads, alter: at(enterPath, unsigns)},
	{row: "an answer without the casino's signature, or with one of something else", in: "view", do: rotates, alter: at(viewPath, unsigns)},
	{row: "an answer without the casino's signature, or with one of something else", in: "rotate", before: hasRolled, do: rotates,
		alter: at(rotatePath, unsigns)},
	{row: "an answer without the casino's signature, or with one of something else", in: "bet", do: rolls, alter: at(betPath, unsigns)},
	{row: "an answer without the casino's signature, or with one of something else", in: "step", before: hasDealt, do: holds(0),
		alter: at(stepPath, unsigns)},
	{row: "another key than before, so that what was signed before shows nothing", in: "enter", do: reloads,
		alter: at(enterPath, func(answer object) { answer["receipts"].(object)["key"] = strings.Repeat("0", 64) })},
	{row: "another hash shown instead of one that was shown before", in: "view", do: rotates,
		alter: at(viewPath, func(answer object) { seedsOf(answer)["nextServerHash"] = strings.Repeat("a", 64) })},
	{row: "fewer rounds counted at the reveal than were made", in: "rotate", before: hasRolled, do: rotates,
		alter: at(rotatePath, func(answer object) { revealedOf(answer)["rounds"] = "0" })},

	{row: "a hash left out of the public log, or put there later", in: "log", do: func(b *tab, l *liar) {
		l.set(func() { l.log = atFile("proof", func([]byte) []byte { return nil }) })
		rotates(b, l)
		b.waitFor(`document.querySelector("#busy").textContent === ""`)
		eval[int](b, `(() => { const now = Date.now.bind(Date); Date.now = () => now() + 61000; return 0; })()`)
	}},
	{row: "a false proof that a hash is in the log", in: "log", do: func(b *tab, l *liar) {
		l.set(func() {
			l.log = atFile("proof", func(proof []byte) []byte { return bytes.Replace(proof, []byte("\nindex "), []byte("\nindex 1"), 1) })
		})
		rotates(b, l)
	}},
	{row: "another log for others, of the same size", in: "log", before: hasSeenLog, do: func(b *tab, l *liar) {
		forked := atFile("checkpoint", l.forks(b, 0))
		l.set(func() { l.log = forked })
		reloads(b, l)
	}},
	{row: "an entry of the log rewritten, dropped, or put in between", in: "log", before: hasSeenLog, do: func(b *tab, l *liar) {
		forked := atFile("checkpoint", l.forks(b, 5))
		l.set(func() {
			l.log = func(file string, content []byte) []byte {
				if file == "consistency" {
					return []byte(strings.Repeat("A", 43) + "=\n")
				}
				return forked(file, content)
			}
		})
		reloads(b, l)
	}},
	{row: "the end of the log dropped", in: "log", before: hasSeenLog, do: func(b *tab, l *liar) {
		forked := atFile("checkpoint", l.forks(b, -1))
		l.set(func() {
			l.log = func(file string, content []byte) []byte {
				if file == "consistency" {
					return nil
				}
				return forked(file, content)
			}
		})
		reloads(b, l)
	}},
	{row: "another log begun", in: "log", before: hasSeenLog, do: func(b *tab, l *liar) {
		l.set(func() {
			l.log = atFile("checkpoint", func([]byte) []byte { return l.checkpoint("squaredeal-casino/anew", 5, xtlog.Hash{5}) })
		})
		reloads(b, l)
	}},

	{row: "a pay table or a return other than the page's", in: "games", do: reloads,
		alter: at("/api/games", func(answer object) { pokerOf(answer)["return"] = "9999/10000" })},
	{row: "a pay table or a return other than the page's", in: "games", do: reloads, alter: at("/api/games", func(answer object) {
		pokerOf(answer)["rows"].([]any)[0].(object)["pays"] = 250
	})},
	{row: "a pay table or a return other than the page's", in: "games", do: reloads,
		alter: at("/api/games", func(answer object) { answer["games"] = deep(5000) })},

	{row: "another hash or client seed confirmed than was shown and sent", in: "rotate", before: hasRolled, do: rotates,
		alter: at(rotatePath, func(answer object) { seedsOf(answer)["serverHash"] = strings.Repeat("1", 64) })},
	{row: "another hash or client seed confirmed than was shown and sent", in: "rotate", before: hasRolled, do: rotates,
		alter: at(rotatePath, func(answer object) { seedsOf(answer)["clientSeed"] = "another" })},
	{row: "other seeds than were confirmed", in: "enter", do: reloads, alter: at(enterPath, otherSeeds)},
	{row: "other seeds than were confirmed", in: "view", do: rotates, alter: at(viewPath, otherSeeds)},
	{row: "other seeds than were confirmed", in: "tab", with: rollsIn, alter: at(viewPath, otherSeeds)},
	{row: "a hash shown again", in: "view", before: hasRolled, do: rotates,
		alter: at(viewPath, func(answer object) { seedsOf(answer)["nextServerHash"] = seedsOf(answer)["serverHash"] })},
	{row: "a hash shown again", in: "view", do: func(b *tab, l *liar) {
		again := eval[string](b, `document.querySelector("#seed-hash").textContent`)
		b.roll()
		b.rotate("1 of 1")
		l.tell(at(viewPath, func(answer object) { seedsOf(answer)["nextServerHash"] = again }))
		rotates(b, l)
	}},

	{row: "a nonce skipped", in: "bet", do: rolls, alter: at(betPath, func(answer object) { answer["nextNonce"] = "2" })},
	{row: "a nonce dealt twice", in: "bet", before: hasRolled, do: rolls,
		alter: at(betPath, func(answer object) { answer["nextNonce"] = "1" })},
	{row: "a nonce dealt twice", in: "tab", before: hasRolled, with: rollsIn, alter: at(viewPath, counts("1"))},
	{row: "rounds before the first bet", in: "rotate", do: rotates, alter: at(rotatePath, counts("1"))},
	{row: "an answer to another round", in: "bet", do: rolls, alter: at(betPath, func(answer object) { roundOf(answer)["nonce"] = "1" })},
	{row: "an answer to another round", in: "step", before: hasDealt, do: holds(0),
		alter: at(stepPath, func(answer object) { roundOf(answer)["serverHash"] = strings.Repeat("1", 64) })},
	{row: "an answer to another bet, or more steps than were sent", in: "bet", do: rolls,
		alter: at(betPath, func(answer object) { stepOf(answer, 0)["sent"] = "dice under 1 for 500" })},
	{row: "an answer to another bet, or more steps than were sent", in: "bet", do: deals, alter: at(betPath, func(answer object) {
		roundOf(answer)["steps"] = append(roundOf(answer)["steps"].([]any), object{"sent": "hold", "received": "2♠ 3♥ 5♦ 7♣ 9♠ pays 0"})
	})},
	{row: "an answer to another bet, or more steps than were sent", in: "step", before: hasDealt, do: holds(1),
		alter: at(stepPath, func(answer object) { stepOf(answer, 1)["sent"] = "hold 2" })},
	{row: "an answer for another player", in: "rotate", do: rotates, alter: at(rotatePath, stranger)},
	{row: "an answer for another player", in: "view", do: rotates, alter: at(viewPath, stranger)},
	{row: "something malformed, or something missing", in: "enter", do: reloads, alter: at(enterPath, counts("-1"))},
	{row: "something malformed, or something missing", in: "enter", do: reloads,
		alter: at(enterPath, func(answer object) { answer["open"] = object{"serverHash": "x", "nonce": 0, "steps": object{}} })},
	{row: "something malformed, or something missing", in: "view", do: rotates,
		alter: at(viewPath, func(answer object) { answer["balance"] = "1000" })},
	{row: "something malformed, or something missing", in: "view", do: rotates,
		alter: at(viewPath, func(answer object) { delete(answer, "nextMaxWin") })},
	{row: "something malformed, or something missing", in: "tab", with: rollsIn,
		alter: at(viewPath, func(answer object) { seedsOf(answer)["nextServerHash"] = strings.Repeat("0", 63) })},
	{row: "something malformed, or something missing", in: "rotate", do: rotates,
		alter: at(rotatePath, func(answer object) { answer["maxWin"] = 1e300 })},
	{row: "something malformed, or something missing", in: "rotate", do: rotates,
		alter: at(rotatePath, func(answer object) { seedsOf(answer)["clientSeed"] = []any{deep(5000)} })},
	{row: "something malformed, or something missing", in: "bet", do: rolls,
		alter: at(betPath, func(answer object) { delete(answer, "nextNonce") })},
	{row: "something malformed, or something missing", in: "bet", do: rolls,
		alter: at(betPath, func(answer object) { delete(answer, "balance") })},
	{row: "something malformed, or something missing", in: "bet", do: rolls,
		alter: at(betPath, func(answer object) { answer["round"] = nil })},
	{row: "something malformed, or something missing", in: "bet", do: rolls, alter: at(betPath, receives(0, strings.Repeat("9", 5000)))},
	{row: "something malformed, or something missing", in: "step", before: hasDealt, do: holds(0),
		alter: at(stepPath, func(answer object) { stepOf(answer, 1)["received"] = 7 })},
	{row: "something malformed, or something missing", in: "refill", before: hasLostAll, do: refills,
		alter: at(refillPath, func(answer object) { delete(answer, "player") })},
	{row: "an older state, after a rollback", in: "enter", before: hasRolled, do: reloads, alter: at(enterPath, counts("0"))},
	{row: "an older state, after a rollback", in: "view", before: hasRolled, do: rotates, alter: at(viewPath, counts("0"))},
	{row: "rounds that nobody made", in: "enter", do: reloads, alter: at(enterPath, counts("7"))},
	{row: "rounds that nobody made", in: "view", do: rotates, alter: at(viewPath, counts("7"))},
	{row: "rounds that nobody made", in: "tab", with: rollsIn, alter: at(viewPath, counts("7"))},
	{row: "a round that nobody began called open, or an open one forgotten", in: "enter", before: hasDealt, do: reloads,
		alter: at(enterPath, func(answer object) { delete(answer, "open") })},
	{row: "a round that nobody began called open, or an open one forgotten", in: "view", do: rotates, alter: at(viewPath, aHand)},
	{row: "a round that nobody began called open, or an open one forgotten", in: "tab", with: rollsIn, alter: at(viewPath, aHand)},
	{row: "another answer when a request is repeated, as the first one was lost", in: "bet", do: func(b *tab, l *liar) {
		l.set(func() { l.lose = true })
		b.roll()
		l.set(func() { l.lose = false })
		l.tell(keepsStake)
		rotates(b, l)
	}, alter: at(betPath, loses)},

	{row: "a balance other than follows from what was staked and paid", in: "enter", before: hasRolled, do: reloads,
		alter: at(enterPath, skim)},
	{row: "a balance other than follows from what was staked and paid", in: "view", do: rotates, alter: at(viewPath, skim)},
	{row: "a balance other than follows from what was staked and paid", in: "tab", with: rollsIn, alter: at(viewPath, skim)},
	{row: "a balance other than follows from what was staked and paid", in: "rotate", do: rotates, alter: at(rotatePath, skim)},
	{row: "a balance other than follows from what was staked and paid", in: "bet", do: rolls, alter: at(betPath, skim)},
	{row: "a balance other than follows from what was staked and paid", in: "bet", do: rolls,
		alter: at(betPath, func(answer object) { answer["balance"] = answer["balance"].(float64) + 100 })},
	{row: "a balance other than follows from what was staked and paid", in: "step", before: hasDealt, do: holds(0), alter: at(stepPath, skim)},
	{row: "a balance other than follows from what was staked and paid", in: "refill", before: hasLostAll, do: refills,
		alter: at(refillPath, skim)},
	{row: "less to begin with than every new player has", in: "enter", do: func(b *tab, l *liar) {
		l.set(func() { l.forget = true })
		forget(b)
	}, alter: func(_ string, answer object) {
		if balance, ok := answer["balance"].(float64); ok {
			answer["balance"] = balance - 90_000
		}
	}},
	{row: "the stake of a declined bet kept", in: "bet", do: rolls, alter: at(betPath, func(answer object) {
		declines("balance")(answer)
		answer["balance"] = 99_500
	})},
	{row: "a limit other than was shown with the hash, as a lower one suits the player's seed", in: "enter", do: reloads,
		alter: at(enterPath, lower)},
	{row: "a limit other than was shown with the hash, as a lower one suits the player's seed", in: "view", do: rotates,
		alter: at(viewPath, lower)},
	{row: "a limit other than was shown with the hash, as a lower one suits the player's seed", in: "tab", with: rollsIn,
		alter: at(viewPath, lower)},
	{row: "a limit other than was shown with the hash, as a lower one suits the player's seed", in: "rotate", before: hasRolled,
		do: rotates, alter: at(rotatePath, lower)},
	{row: "the limit of the next seeds lowered, after it was shown with their hash", in: "view", do: rotates, alter: at(viewPath, lowerNext)},
	{row: "the limit of the next seeds lowered, after it was shown with their hash", in: "tab", with: rollsIn, alter: at(viewPath, lowerNext)},
	{row: "a bet declined by another limit than was shown", in: "bet", do: deals, alter: at(betPath, declines("limit 100000"))},

	{row: "limits other than the player asked for", in: "limits", do: limits, alter: at("/api/limits", raisesLimit)},
	{row: "limits other than the player asked for", in: "limits", do: limits, alter: at("/api/limits", forgetsLimits)},
	{row: "limits of the player's own forgotten, or raised", in: "enter", before: hasLimits, do: reloads, alter: at(enterPath, forgetsLimits)},
	{row: "limits of the player's own forgotten, or raised", in: "enter", before: hasLimits, do: reloads, alter: at(enterPath, raisesLimit)},
	{row: "limits of the player's own forgotten, or raised", in: "view", before: hasLimits, do: rotates, alter: at(viewPath, raisesLimit)},
	{row: "a limit that the player never set", in: "enter", before: hasRolled, do: reloads, alter: at(enterPath, inventsLimit)},
	{row: "a bet declined by a limit of the player's own that doesn't forbid it", in: "bet", before: hasLimits, do: rolls,
		alter: at(betPath, declines("own limit stake 3000"))},
	{row: "a bet declined by a limit of the player's own that doesn't forbid it", in: "bet", before: hasLimits, do: rolls,
		alter: at(betPath, declines("own limit day 100"))},

	{row: "a bet declined for want of coins that are there", in: "bet", do: rolls, alter: at(betPath, declines("balance"))},
	// The page has sent the request once, whatever the casino says. (A known failure.)
	{row: "a bet declined for want of coins that are there", in: "bet", do: rolls, alter: at(betPath, func(answer object) {
		declines("balance")(answer)
		answer["repeated"] = true
	})},
	{row: "a bet declined for a hand that isn't open", in: "bet", do: rolls, alter: at(betPath, declines("round-open"))},
	{row: "a bet declined for a reason that nobody can check, or for none", in: "bet", do: rolls,
		alter: at(betPath, declines("maintenance <img src=x onerror=alert(1)>"))},
	{row: "a bet declined for a reason that nobody can check, or for none", in: "bet", do: rolls, alter: at(betPath, declines(""))},
	{row: "a choice declined in the middle of a hand, or a bet together with its outcome", in: "bet", do: rolls,
		alter: at(betPath, func(answer object) { roundOf(answer)["declined"] = "limit" })},
	{row: "a choice declined in the middle of a hand, or a bet together with its outcome", in: "step", before: hasDealt, do: holds(0),
		alter: at(stepPath, declines("balance"))},
	{row: "bets declined because they would win", in: "bet", do: declineWinners},
	{row: "an answer withheld from a bet that would win", in: "bet", do: func(b *tab, l *liar) {
		l.set(func() { l.refuse = map[string]int{betPath: 409} })
		rolls(b, l)
	}},
	{row: "no rotation, and so no secret", in: "rotate", before: hasRolled, do: func(b *tab, l *liar) {
		l.set(func() { l.refuse = map[string]int{rotatePath: 404} })
		rotates(b, l)
	}},
	{row: "a player forgotten, with the balance and all that isn't revealed: another one for the same cookie", in: "tab",
		before: hasRolled, with: rollsIn, alter: at(viewPath, stranger)},
	{row: "a player forgotten, with the balance and all that isn't revealed: another one for the same cookie", in: "enter",
		before: hasRolled, do: func(b *tab, l *liar) {
			l.set(func() { l.forget = true })
			reloads(b, l)
		}},
	{row: "the same: no player has this cookie", in: "bet", before: hasRolled, do: func(b *tab, l *liar) {
		l.set(func() { l.refuse = map[string]int{betPath: 401} })
		rolls(b, l)
	}},
	{row: "an account said to be recovered elsewhere, which nobody did", in: "bet", before: hasRolled, do: func(b *tab, l *liar) {
		l.set(func() { l.moved = true })
		rolls(b, l)
	}},
	{row: "an account said to be recovered elsewhere, which nobody did", in: "enter", before: hasRolled, do: func(b *tab, l *liar) {
		l.set(func() { l.moved = true })
		reloads(b, l)
	}},
	{row: "another account for a recovery key", in: "recover", before: hasRolled, do: recovers(func(path string, answer object) {
		if _, ok := answer["player"]; ok {
			stranger(answer)
		}
	})},
	{row: "an older state for a recovery key", in: "recover", before: hasRolled, do: recovers(at("/api/recover", counts("0")))},
	{row: "nothing answered any more", in: "enter", keeps: true, before: hasRolled, do: func(b *tab, l *liar) {
		eval[bool](b, `(async () => { await navigator.serviceWorker.ready;
			while (!await caches.match("/app/main.js")) await new Promise((f) => setTimeout(f, 50)); return true; })()`)
		l.set(func() { l.gone = true })
		reloads(b, l)
	}},
}

// recovers has the account of a browser recovered in another one, with its records, while the lie is told.
func recovers(alter func(path string, answer object)) func(b *tab, l *liar) {
	return func(b *tab, l *liar) {
		key, file := b.writtenKey(), b.saved(click("#save"), "casino-records.json")
		l.set(func() { l.forget = true })
		forget(b)
		b.waitFor(ready)
		l.tell(alter)
		eval[bool](b, `document.querySelector("#account").open = true`)
		b.fill("#enter-key", key)
		b.do(chromedp.SetUploadFiles(chromedp.CSS("#recover-file"), []string{write(b.T, "casino-records.json", file)}), click("#recover-it"))
	}
}

func pokerOf(answer object) object { return answer["games"].(object)["poker"].([]any)[0].(object) }
func otherSeeds(answer object)     { seedsOf(answer)["clientSeed"] = "another" }
func lowerNext(answer object)      { answer["nextMaxWin"] = 60_000 }

func aHand(answer object) {
	answer["open"] = object{"serverHash": seedsOf(answer)["serverHash"], "nonce": "0",
		"steps": []any{object{"sent": "poker jacks for 100", "received": "A♠ A♥ 2♦ 3♣ 5♦"}}}
}

// deep returns a list in a list in a list.
func deep(n int) any {
	var list any
	for range n {
		list = []any{list}
	}
	return list
}

// forget makes a new browser of one: without cookies and records.
func forget(b *tab) {
	b.Helper()
	b.do(chromedp.Navigate(eval[string](b, `location.origin`) + "/healthz"))
	eval[bool](b, `new Promise((resolve, reject) => { const r = indexedDB.deleteDatabase("squaredeal-casino");
		r.onsuccess = () => resolve(true); r.onerror = reject; })`)
	b.do(chromedp.Navigate(eval[string](b, `location.origin`)))
}

// declineWinners has a casino that declines the rolls that win, and a player who goes on all the same.
func declineWinners(b *tab, l *liar) {
	b.Helper()
	kept := 0.0 // what the casino has kept back
	l.tell(func(path string, answer object) {
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

// TestLies tells the lies, each to another player, and expects what LIES.md promises.
func TestLies(t *testing.T) {
	promises, err := promised()
	if err != nil {
		t.Fatal(err)
	}
	told := make(map[string]bool)
	for _, lie := range lies {
		told[lie.row+" in "+lie.in] = true
		if p, ok := promises[lie.row]; !ok || !slices.Contains(p.told, lie.in) {
			t.Errorf("LIES.md has no row for the lie “%s” in %s", lie.row, lie.in)
		}
	}
	for _, lie := range crashLies {
		told[lie.row+" in "+lie.in] = true
	}
	for _, row := range slices.Sorted(maps.Keys(promises)) {
		for _, in := range promises[row].told {
			if in == "file" {
				if fileLies[row] == "" {
					t.Errorf("no history has the lie “%s”", row)
				}
			} else if !told[row+" in "+in] {
				t.Errorf("nobody tells the lie “%s” in %s", row, in)
			}
		}
	}
	h := casinotest.Open(t, filepath.Join(t.TempDir(), "casino.db"))
	address := casinotest.Serve(t, h)
	openBrowser(t) // starts it
	lanes := runtime.GOMAXPROCS(0)
	for lane := range lanes {
		t.Run(fmt.Sprint("browser ", lane+1), func(t *testing.T) {
			t.Parallel()
			b, l := openBrowser(t), &liar{}
			b.enter(l.standBefore(t, address, h))
			for i := lane; i < len(lies); i += lanes {
				lie := lies[i]
				t.Run(lie.row+" in "+lie.in, func(t *testing.T) {
					if lie.keeps {
						b, l := openKeeping(t), &liar{}
						b.hurry()
						b.enter(l.standBefore(t, address, h))
						lie.tell(b, l, promises[lie.row])
						return
					}
					if i > lane {
						b.of(t).anotherPlayer(l)
					}
					lie.tell(b.of(t), l, promises[lie.row])
				})
			}
		})
	}
}

// anotherPlayer makes an honest casino of a liar, and has a new player enter.
func (b *tab) anotherPlayer(l *liar) {
	b.Helper()
	l.set(func() {
		l.alter, l.refuse, l.log, l.gone, l.moved, l.lose, l.lost = nil, nil, nil, false, false, false, 0
		l.forget = true
	})
	const startsOver = `[...document.querySelectorAll("#alarm button")].find((e) => e.checkVisibility() && e.textContent === "Start over")`
	if eval[bool](b, `document.querySelector("#dice-stake").value === "5" && (`+startsOver+`?.click(), `+startsOver+` !== undefined)`) {
		b.waitFor(ready)
		return
	}
	forget(b)
	b.waitFor(ready)
}

// tell tells a lie, and expects what is promised.
func (c lie) tell(b *tab, l *liar, p promise) {
	t := b.T
	if c.before != nil {
		c.before(b)
	}
	if c.with != nil {
		other := newTab(t, b.Context)
		other.enter(eval[string](b, `location.origin`))
		l.tell(c.alter)
		c.with(b, other)
	} else {
		l.tell(c.alter)
		c.do(b, l)
	}
	if place, ok := places[p.kind]; ok {
		b.waitFor(fmt.Sprintf(`document.querySelector(%q).checkVisibility() && document.querySelector(%q).innerText.includes(%q)`, place,
			place, titles[p.kind]))
		b.expectWords(place, append(p.words, titles[p.kind]))
		b.shot("lie-" + p.kind)
		return
	}
	b.waitFor(alarmed)
	b.expectWords("#alarm", append(p.words, titles[p.kind]))
	if p.proof {
		b.waitFor(`document.querySelector("#alarm .proof") !== null`)
	}
	if eval[bool](b, canPlay) {
		t.Error("the page goes on playing")
	}
	if n := eval[int](b, `[...document.querySelectorAll("#alarm button")].filter((e) => ["Start over",
		"Try again"].includes(e.textContent)).length`); n == 0 {
		t.Error("the page offers no way on")
	}
	b.shot("lie-" + p.kind)
}

func (b *tab) expectWords(place chromedp.CSS, words []string) {
	b.Helper()
	got := b.text(place)
	for _, want := range words {
		if !strings.Contains(got, want) {
			b.Errorf("%q, without %q", got, want)
		}
	}
}

// fileLies are the rows of LIES.md that TestCompare tells, by the name that they have there.
var fileLies = map[string]string{
	"a server seed used with another client seed":             "a server seed again",
	"seed and hash exchanged afterwards, in the history":      "seeds exchanged",
	"a finished round called cancelled":                       "a hand cancelled",
	"a row altered, so that it doesn't follow from its seeds": "a roll",
	"a row left out":    "a round",
	"a row repeated":    "a round twice",
	"rows out of order": "rounds reordered",
	"the last rounds of a pair of seeds left out": "the tail of a pair",
	"a whole pair left out":                       "a whole pair",
	"rounds added that nobody made":               "a round that wasn't",
	"another bet put for one that was made":       "another bet",
	"a bet that was taken called declined":        "a bet declined",
}

// expectPromises compares what verify.html says of a history with what LIES.md promises of it.
func expectPromises(t *testing.T, name, said string) {
	t.Helper()
	promises, err := promised()
	if err != nil {
		t.Fatal(err)
	}
	for row, told := range fileLies {
		if told != name {
			continue
		}
		for _, want := range promises[row].words {
			if !strings.Contains(said, want) {
				t.Errorf("%s: %.300q, without %q", row, said, want)
			}
		}
	}
}
