package web_test

import (
	"testing"
	"time"
)

const (
	waiting = `!document.querySelector("#invite").hidden`
	myTurn  = `document.querySelector("#controls button")`
	dealt   = `document.querySelectorAll("#game .seat.me .hole .card:not(.back)").length === 2`
	over    = `!document.querySelector("#end").hidden`
)

// open opens a table in the lobby, and returns its ID.
func (t *tab) open(fields string) (id string) {
	t.Helper()
	eval[bool](t, `(() => {
		for (const [name, value] of Object.entries(`+fields+`)) {
			const field = document.querySelector("#create").elements[name];
			field.value = value;
			field.dispatchEvent?.(new Event("input", { bubbles: true }));
		}
		return true;
	})()`)
	t.click("#create button[type=submit]")
	t.waitFor(`location.hash.startsWith("#t/")`)
	return eval[string](t, `location.hash.slice(3)`)
}

func (t *tab) sit() {
	t.Helper()
	t.click("#sit")
	t.waitFor(waiting + ` || ` + dealt)
}

// plays checks or calls whenever it is the tab's turn.
func (t *tab) plays() {
	t.Helper()
	eval[bool](t, `(() => {
		setInterval(() => document.querySelector('#controls button[data-key="C"]')?.click(), 50);
		return true;
	})()`)
}

func TestSlice(t *testing.T) {
	h, b := newHouse(t), openBrowser(t)
	first := b.tab(h.url())
	first.shot("lobby")
	id := first.open(`{ seats: 4, hands: 1 }`)
	first.shot("terms")
	first.sit()
	first.shot("waiting")
	tabs := []*tab{first}
	for range 2 {
		tabs = append(tabs, b.tab(h.url()+"/#t/"+id))
		tabs[len(tabs)-1].sit()
	}
	tabs = append(tabs, b.tab(h.url()+"/#t/"+id))
	start := time.Now()
	tabs[3].click("#sit")
	for _, x := range tabs {
		x.waitFor(dealt)
	}
	t.Logf("hole cards after %v", time.Since(start))
	for _, x := range tabs {
		if eval[bool](x, `!!`+myTurn) {
			x.shot("turn")
		}
	}
	for _, x := range tabs {
		x.plays()
	}
	for _, x := range tabs {
		x.waitFor(over)
	}
	first.shot("over")
}
