package web_test

import (
	"context"
	_ "embed"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/roomtest"
	"github.com/squaredeal/squaredeal/examples/internal/heartsgame"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/rummy"
)

//go:embed testdata/rummy.js
var rummyBot string

// A game is what four people play in four tabs, to its end.
type game struct {
	name   string
	delay  time.Duration // of the line, each way
	terms  []byte
	cards  string             // which the player sees, when they have all
	clicks string             // a function of the page that makes a player's move, if it is their turn
	keys   func(x *tab) error // makes one by keyboard
}

var matches = []game{
	{
		name: "holdem", delay: 50 * time.Millisecond, terms: holdem.Config{Seats: 4, Hands: 1, Chips: 200, SmallBlind: 1, BigBlind: 2,
			Deposit: 200}.Bytes(),
		cards:  own(".hole .card:not(.back)", 2),
		clicks: `() => document.querySelector('#controls :is([data-key="C"], [data-key="M"])')?.click()`,
		keys: func(x *tab) error {
			if x.so(`document.querySelector('#controls [data-key="M"]')`) {
				return x.press("m")
			}
			if x.so(`!document.querySelector("#raise") || document.querySelector("#log").textContent.includes("raises")`) {
				return x.press("c")
			}
			err := x.reach("#raise") // once
			for _, key := range []string{kb.Backspace, "6", kb.Enter} {
				if err == nil {
					err = x.press(key)
				}
			}
			return err
		},
	},
	{
		name: "rummy", terms: rummy.Terms(4, 1),
		cards:  own(".hold .card", 7),
		clicks: rummyBot,
		keys: func(x *tab) error {
			if !x.so(`document.querySelector('#controls [data-key="D"]')`) {
				return x.press("s")
			}
			if x.so(`document.querySelector('#controls [data-key="G"]')`) {
				return x.press("g")
			}
			err := x.reach("#game .hold:not(:disabled):not(.meld)")
			for _, key := range []string{kb.Enter, "d"} {
				if err == nil {
					err = x.press(key)
				}
			}
			return err
		},
	},
	{
		name: "hearts", terms: heartsgame.Terms(1),
		cards: own(".hold .card", 13),
		clicks: `() => {
			const go = document.querySelector('#controls [data-key="P"]');
			if (go?.disabled) document.querySelector('#game .hold:not(:disabled)[aria-pressed="false"]').click();
			else go?.click();
		}`,
		keys: func(x *tab) error {
			if x.so(`document.querySelector('#controls [data-key="P"]:not(:disabled)')`) {
				return x.press("p")
			}
			if err := x.reach(`#game .hold:not(:disabled)[aria-pressed="false"]`); err != nil {
				return err
			}
			return x.press(kb.Enter)
		},
	},
}

// own is an expression for a player's own cards, once there are so many.
func own(selector string, n int) string {
	return fmt.Sprintf(`((all) => all.length >= %d && all.map((c) =>
		c.ariaLabel).join())([...document.querySelectorAll("#game .seat.me %s")])`, n, selector)
}

// reach moves the focus by the tabulator key, until it is on what a selector names.
func (t *tab) reach(selector string) error {
	for range 100 {
		if t.so(fmt.Sprintf(`document.activeElement.matches(%q)`, selector)) {
			return nil
		}
		if err := t.press(kb.Tab); err != nil {
			return err
		}
	}
	return fmt.Errorf("the tabulator doesn't lead to %s", selector)
}

func (t *tab) press(key string) error {
	ctx, cancel := context.WithTimeout(t.Context, time.Minute)
	defer cancel()
	return chromedp.Do(ctx, chromedp.KeyEvent(key))
}

// enter presses a button by keyboard, once it can be pressed.
func (t *tab) enter(selector string) {
	t.Helper()
	t.waitFor(fmt.Sprintf("document.querySelector(%q)?.disabled === false", selector))
	if err := t.reach(selector); err != nil {
		t.Fatal(err)
	}
	if err := t.press(kb.Enter); err != nil {
		t.Fatal(err)
	}
}

// playsByClicks has a tab make its moves by clicks, until the end.
func (t *tab) playsByClicks(g game) {
	t.Helper()
	eval[int](t, "setInterval("+g.clicks+", 100)")
}

// playsByKeys has a tab make its moves by keys, until the end.
func (t *tab) playsByKeys(g game) (stop func()) {
	done, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			select {
			case <-done:
				return
			case <-time.After(100 * time.Millisecond):
			}
			var err error
			switch {
			case t.so(`document.querySelector('#controls [data-key="N"]')`):
				err = t.press("n")
			case t.so(turn):
				err = g.keys(t)
			}
			if err != nil && t.so(turn) { // else the time for it was up
				t.Errorf("by keys: %v", err)
				return
			}
		}
	}()
	return sync.OnceFunc(func() {
		close(done)
		<-stopped
	})
}

// A match has four people at one table: one plays by keyboard alone; one has a phone, where
// the page is loaded again and another tab takes over; one's line is lost for a minute; and
// one's tab is closed, so that they are out. Meanwhile the room dies and comes back, and
// somebody watches. All see the same end.
type match struct {
	*testing.T
	game
	b                                         *browser
	h                                         *house
	id                                        string
	liar                                      *roomtest.Liar // is the lost line
	keyboard, phone, offline, leaver, watcher *tab
	began                                     time.Time
}

const outage = time.Minute // of the line

func testMatch(t *testing.T, b *browser, g game) {
	const grace = 100 * time.Second
	h := newHouse(t, g.delay)
	m := &match{T: t, game: g, b: b, h: h}
	m.id = h.create(board.Offer{Game: g.terms, Seats: 4, Longest: holdem.Longest, Grace: grace})
	m.sit()
	m.began = time.Now()
	m.seeCards()
	m.leaver.close()
	m.liar.Lie(roomtest.Blackhole) // whatever the others do, the table waits for these two
	lineBack := time.After(outage)
	m.changePhone()
	m.offline.waitFor(lineLost)
	m.liar.Lie(roomtest.Refuse)
	m.phone.narrow("the table", 375)
	m.restart()
	m.phone.playsByClicks(g)
	m.offline.playsByClicks(g)
	stopKeys := m.keyboard.playsByKeys(g)
	defer stopKeys()
	m.log("the room is back")
	<-lineBack
	m.liar.Lie(roomtest.NoLie)
	for _, x := range []*tab{m.keyboard, m.phone, m.offline} {
		x.waitFor(`document.querySelector("#connection").textContent === "connected"`)
	}
	m.log("the line is back")
	m.finish()
	stopKeys()
	m.seeEnd()
}

func (m *match) log(stage string) {
	m.Helper()
	m.Logf("%s after %v", stage, time.Since(m.began).Round(time.Second))
}

// sit has all sit down, and somebody watch.
func (m *match) sit() {
	m.Helper()
	link := "/#t/" + m.id
	m.keyboard = m.b.tab(m.h.url() + link)
	if _, err := chromedp.Call(m.keyboard.Context, emulation.SetFocusEmulationEnabled,
		emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
		m.Fatal(err)
	}
	m.keyboard.enter("#sit")
	m.keyboard.waitFor(waiting)
	m.phone = m.b.tab(m.h.url() + link)
	m.phone.viewport(375, "")
	m.phone.click("#sit")
	m.phone.waitFor(waiting)
	liar, through := roomtest.NewLiar(m.T, m.h.url())
	m.liar, m.offline = liar, m.b.tab(through+link)
	m.offline.click("#sit")
	m.offline.waitFor(waiting)
	m.watcher = m.b.tab(m.h.url() + link + "/watch")
	m.leaver = m.b.sit(m.h, m.id)
}

func (m *match) seeCards() {
	m.Helper()
	for _, x := range []*tab{m.keyboard, m.phone, m.offline, m.leaver} {
		x.waitFor(m.cards)
	}
	m.log("the cards are there")
	for _, x := range []*tab{m.phone, m.offline, m.leaver, m.watcher} {
		if got, want := x.text("#fingerprint"), m.keyboard.text("#fingerprint"); got != want || len(got) != 39 {
			m.Errorf("fingerprints %q and %q", got, want)
		}
	}
}

// changePhone loads the phone's page again, and has another tab take over.
func (m *match) changePhone() {
	m.Helper()
	held := eval[string](m.phone, m.cards)
	m.phone.reload()
	m.phone.waitFor(m.cards)
	other := m.b.copyOf(m.phone, m.h, m.id)
	other.viewport(375, "")
	other.click("#take-over")
	m.phone.waitFor(takenOver)
	m.phone.close()
	m.phone = other
	m.phone.waitFor(m.cards)
	if now := eval[string](m.phone, m.cards); now != held {
		m.Errorf("after it was loaded again and taken over, a seat holds %s, and not %s", now, held)
	}
}

func (m *match) restart() {
	m.Helper()
	m.h.stop()
	m.keyboard.waitFor(lineLost)
	m.h.start()
}

// finish waits until the end is signed, which takes longer than waitFor waits.
func (m *match) finish() {
	m.Helper()
	for end := time.Now().Add(6 * time.Minute); !m.keyboard.so(over) && time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
	}
	for _, x := range []*tab{m.keyboard, m.phone, m.offline, m.watcher} {
		x.waitFor(over)
		x.waitFor(`document.querySelector("#end").textContent.includes("Deposits return to seat 1, seat 2 and seat 3")`)
	}
	m.log("the end is signed")
}

func (m *match) seeEnd() {
	m.Helper()
	for _, x := range []*tab{m.keyboard, m.phone, m.offline, m.watcher} {
		if got, want := eval[string](x, ending), eval[string](m.keyboard, ending); got != want {
			m.Errorf("different ends: %s, and %s", got, want)
		}
		if outs := eval[string](x, `[...document.querySelectorAll("#alarm p")].map((e) =>
			e.dataset.seat + e.dataset.why).join()`); outs != "3silent" {
			m.Errorf("out are %s", outs)
		}
		if !eval[bool](x, `document.querySelector("#lie").hidden`) {
			m.Errorf("an alarm: %s", x.text("#lie"))
		}
	}
	m.phone.narrow("the end", 375)
	m.keyboard.shot("end")
	if err := m.keyboard.reach("#record"); err != nil {
		m.Error(err)
	}
	expectFinal(m.T, m.watcher.record(), 1, m.keyboard.text("#fingerprint"))
}
