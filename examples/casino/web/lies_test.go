package web_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
)

// A lie is a row of LIES.md, told in the answers that stand there, in some of them in several ways.
type lie struct {
	row      string
	tellings []telling
}

// A telling is one way to tell a lie.
type telling struct {
	in     string                           // the answer, as LIES.md names it
	before func(b *tab)                     // what the player does before it is told
	alter  func(path string, answer object) // how answers are altered from then on; nil if the liar lies otherwise
	liar   func(l *liar)                    // what else the liar does
	do     func(b *tab, l *liar)            // what the player does then, and the liar in between
	with   func(b, other *tab)              // what the player does in two tabs instead
	keeps  bool                             // whether the browser keeps the page
}

// TestLiesTold compares the lies that are told with LIES.md, either way.
func TestLiesTold(t *testing.T) {
	promises, err := promised()
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool) // rows and answers
	for _, lie := range slices.Concat(lies, crashLies()) {
		for _, telling := range lie.tellings {
			seen[lie.row+" in "+telling.in] = true
			if p, ok := promises[lie.row]; !ok || !slices.Contains(p.in, telling.in) {
				t.Errorf("LIES.md has no row for the lie “%s” in %s", lie.row, telling.in)
			}
		}
	}
	for _, row := range slices.Sorted(maps.Keys(promises)) {
		for _, in := range promises[row].in {
			if in == "file" {
				if _, told := historyLies[fileLies[row]]; !told {
					t.Errorf("no history has the lie “%s”", row)
				}
			} else if !seen[row+" in "+in] {
				t.Errorf("nobody tells the lie “%s” in %s", row, in)
			}
		}
	}
}

// TestLies tells the lies, each to another player, and expects what LIES.md promises. Each
// browser tells its share of them.
func TestLies(t *testing.T) {
	promises, err := promised()
	if err != nil {
		t.Fatal(err)
	}
	type toldLie struct {
		row string
		telling
	}
	var all []toldLie
	for _, lie := range lies {
		for _, telling := range lie.tellings {
			all = append(all, toldLie{lie.row, telling})
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
			for i := lane; i < len(all); i += lanes {
				lie := all[i]
				t.Run(lie.row+" in "+lie.in, func(t *testing.T) {
					b, l := b.of(t), l
					if lie.keeps {
						b, l = openKeeping(t), &liar{}
						b.hurry()
						b.enter(l.standBefore(t, address, h))
					} else if i > lane {
						b.anotherPlayer(l)
					}
					lie.tell(b, l)
					b.expectPromise(promises[lie.row])
				})
			}
		})
	}
}

// anotherPlayer makes an honest casino of a liar, and has a new player enter.
func (b *tab) anotherPlayer(l *liar) {
	b.Helper()
	l.honest()
	l.forgets()
	const startsOver = `[...document.querySelectorAll("#alarm button")].find((e) => e.checkVisibility() && e.textContent === "Start over")`
	if eval[bool](b, `document.querySelector("#dice-stake").value === "5" && (`+startsOver+`?.click(), `+startsOver+` !== undefined)`) {
		b.waitFor(ready)
		return
	}
	forget(b)
	b.waitFor(ready)
}

// tell tells a lie to a player.
func (c telling) tell(b *tab, l *liar) {
	b.Helper()
	if c.before != nil {
		c.before(b)
	}
	var other *tab
	if c.with != nil {
		other = newTab(b.T, b.Context)
		other.enter(eval[string](b, `location.origin`))
	}
	l.alters(c.alter)
	if c.liar != nil {
		c.liar(l)
	}
	if c.with != nil {
		c.with(b, other)
	} else {
		c.do(b, l)
	}
}
