package web_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// A promise is a row of LIES.md.
type promise struct {
	in    []string // the answers
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
		if _, ok := all[cells[0]]; ok {
			return nil, fmt.Errorf("%q is there twice", cells[0])
		}
		p, err := promiseOf(cells[1], cells[3], cells[4])
		if err != nil {
			return nil, fmt.Errorf("%q: %w", cells[0], err)
		}
		all[cells[0]] = p
	}
	return all, nil
})

// promiseOf returns what a row promises: where the lie is told, what the page says, and what
// shows the lie to others.
func promiseOf(in, says, shownBy string) (promise, error) {
	p := promise{proof: shownBy == "receipts"}
	if (in == "–") != (says == "–") {
		return p, fmt.Errorf("it is told in %q, and the page says %q", in, says)
	}
	if in == "–" {
		return p, nil
	}
	p.in = strings.Split(in, ", ")
	p.kind, _, _ = strings.Cut(says, ":")
	for _, m := range quoted.FindAllStringSubmatch(says, -1) {
		p.words = append(p.words, m[1])
	}
	if _, ok := titles[p.kind]; !ok || p.kind == "file" && len(p.words) == 0 {
		return p, fmt.Errorf("the page can't say %q", says)
	}
	return p, nil
}

// expectPromise waits until the page says what is promised, in the place that is promised.
func (b *tab) expectPromise(p promise) {
	b.Helper()
	defer b.shot("lie-" + p.kind)
	title := titles[p.kind]
	if place, ok := places[p.kind]; ok {
		b.waitFor(fmt.Sprintf(`[document.querySelector(%q)].some((e) => e.checkVisibility() && e.innerText.includes(%q))`, place, title))
		b.expectWords(place, append(p.words, title))
		return
	}
	b.expectAlarmOf(p)
}

// expectAlarmOf waits for the alarm that is promised, with a way on, and for receipts that
// convict the casino if these are. Nothing can be played then.
func (b *tab) expectAlarmOf(p promise) {
	b.Helper()
	b.waitFor(alarmed)
	b.expectWords("#alarm", append(p.words, titles[p.kind]))
	if p.proof {
		b.waitFor(`document.querySelector("#alarm .proof") !== null`)
	}
	if eval[bool](b, canPlay) {
		b.Error("the page goes on playing")
	}
	if n := eval[int](b, `[...document.querySelectorAll("#alarm button")].filter((e) => ["Start over",
		"Try again"].includes(e.textContent)).length`); n == 0 {
		b.Error("the page offers no way on")
	}
}

// expectWords expects an element to say all of some words.
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
	for row, lie := range fileLies {
		if lie != name {
			continue
		}
		for _, want := range promises[row].words {
			if !strings.Contains(said, want) {
				t.Errorf("%s: %.300q, without %q", row, said, want)
			}
		}
	}
}
