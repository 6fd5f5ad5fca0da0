package web_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/games"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/roomtest"
	"github.com/squaredeal/squaredeal/examples/internal/heartsgame"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/rummy"
)

// A game is what four people play in four tabs, to its end.
type game struct {
	name  string
	delay time.Duration // of the line, each way
	terms []byte
	cards string // which the player sees, when they have all
	moves string // a function that makes a player's move by clicks, if it is their turn
	keys  func(x *tab) error
}

var matches = []game{
	{
		name: "holdem", delay: 50 * time.Millisecond, terms: holdem.Config{Seats: 4, Hands: 1, Chips: 200, SmallBlind: 1, BigBlind: 2,
			Deposit: 200}.Bytes(),
		cards: own(".hole .card:not(.back)", 2),
		moves: `() => document.querySelector('#controls :is([data-key="C"], [data-key="M"])')?.click()`,
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
		cards: own(".hold .card", 7),
		moves: `() => {
			const key = (k) => document.querySelector('#controls [data-key="' + k + '"]:not(:disabled)');
			const of = (e) => {
				const [rank, suit] = e?.querySelector(".card")?.ariaLabel?.split(" of ") ?? [];
				return { rank: { ace: 1, jack: 11, queen: 12, king: 13 }[rank] ?? Number(rank), suit };
			};
			const all = [...document.querySelectorAll("#game .hold")];
			const held = all.map(of);
			const top = of(document.querySelector("#game .pile:last-child"));
			const has = (by) => by === 0 || held.some((c) => c.suit === top.suit && c.rank === top.rank + by);
			const melds = held.filter((c) => c.rank === top.rank).length > 1 || [-2, -1, 0].some((by) => [0, 1, 2].every((n) => has(by + n)));
			const go = key("G") ?? (melds ? key("P") : key("S")) ?? key("D");
			if (go) return go.click();
			const near = (a, b) => a.rank === b.rank || (a.suit === b.suit && Math.abs(a.rank - b.rank) < 3);
			const use = (e) => (e.classList.contains("meld") ? 99 : held.filter((c) => near(of(e), c)).length);
			all.filter((e) => !e.disabled).sort((a, b) => use(a) - use(b))[0]?.click();
		}`,
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
		moves: `() => {
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

// plays has a tab make its moves by clicks.
func (t *tab) plays(moves string) {
	t.Helper()
	eval[int](t, "setInterval("+moves+", 100)")
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
	return func() {
		close(done)
		<-stopped
	}
}

// Four people at one table: one plays by keyboard alone; one has a phone, where the page is loaded again and
// another tab takes over; one's line is lost for a minute; and one's tab is closed, so that they are out. Meanwhile
// the room dies and comes back, and somebody watches. All see the same end.
func testMatch(t *testing.T, b *browser, g game) {
	const outage, grace = time.Minute, 100 * time.Second
	h := newHouse(t, g.delay)
	id := h.create(board.Offer{Game: g.terms, Seats: 4, Longest: holdem.Longest, Grace: grace})
	l, through := roomtest.NewLiar(t, h.url())
	keys := b.tab(h.url() + "/#t/" + id)
	if _, err := chromedp.Call(keys.Context, emulation.SetFocusEmulationEnabled,
		emulation.SetFocusEmulationEnabledParams{Enabled: true}); err != nil {
		t.Fatal(err)
	}
	keys.enter("#sit")
	keys.waitFor(waiting)
	phone := b.tab(h.url() + "/#t/" + id)
	phone.viewport(375, "")
	phone.click("#sit")
	phone.waitFor(waiting)
	line := b.tab(through + "/#t/" + id)
	line.click("#sit")
	line.waitFor(waiting)
	watcher := b.tab(h.url() + "/#t/" + id + "/watch")
	closes := b.sit(h, id)
	began := time.Now()
	stage := func(what string) { t.Logf("%s after %v", what, time.Since(began).Round(time.Second)) }
	for _, x := range []*tab{keys, phone, line, closes} {
		x.waitFor(g.cards)
	}
	stage("the cards are there")
	for _, x := range []*tab{phone, line, closes, watcher} {
		if got, want := x.text("#fingerprint"), keys.text("#fingerprint"); got != want || len(got) != 39 {
			t.Errorf("fingerprints %q and %q", got, want)
		}
	}
	closes.close()
	l.Lie(roomtest.Blackhole) // whatever the others do, the table waits for these two
	back := time.After(outage)

	held := eval[string](phone, g.cards)
	phone.reload()
	phone.waitFor(g.cards)
	again := b.tab(h.url())
	again.viewport(375, "")
	seat := eval[string](phone, fmt.Sprintf(`sessionStorage.getItem(%q)`, id))
	eval[bool](again, fmt.Sprintf(`(sessionStorage.setItem(%q, %q), location.hash = "t/%[1]s", true)`, id, seat))
	again.click("#take-over")
	phone.waitFor(`document.querySelector("#take-over")`)
	phone.close()
	again.waitFor(g.cards)
	if now := eval[string](again, g.cards); now != held {
		t.Errorf("after it was loaded again and taken over, a seat holds %s, and not %s", now, held)
	}
	line.waitFor(`document.querySelector("#connection").textContent.startsWith("lost")`)
	l.Lie(roomtest.Refuse)
	again.narrow("the table", 375)
	h.stop()
	keys.waitFor(`document.querySelector("#connection").textContent.startsWith("lost")`)
	h.start()
	again.plays(g.moves)
	line.plays(g.moves)
	stop := keys.playsByKeys(g)
	defer func() { stop() }()
	stage("the room is back")
	<-back
	l.Lie(roomtest.NoLie)
	for _, x := range []*tab{keys, again, line} {
		x.waitFor(`document.querySelector("#connection").textContent === "connected"`)
	}
	stage("the line is back")

	tabs := []*tab{keys, again, line, watcher}
	for end := time.Now().Add(6 * time.Minute); !keys.so(over) && time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
	}
	for _, x := range tabs {
		x.waitFor(over)
		x.waitFor(`document.querySelector("#end").textContent.includes("Deposits return to seat 1, seat 2 and seat 3")`)
	}
	stage("the end is signed")
	stop()
	stop = func() {}
	for _, x := range tabs {
		if got, want := eval[string](x, ending), eval[string](keys, ending); got != want {
			t.Errorf("different ends: %s, and %s", got, want)
		}
		if outs := eval[string](x, `[...document.querySelectorAll("#alarm p")].map((e) =>
			e.dataset.seat + e.dataset.why).join()`); outs != "3silent" {
			t.Errorf("out are %s", outs)
		}
		if !eval[bool](x, `document.querySelector("#lie").hidden`) {
			t.Errorf("an alarm: %s", x.text("#lie"))
		}
	}
	again.narrow("the end", 375)
	keys.shot("end")
	if err := keys.reach("#record"); err != nil {
		t.Error(err)
	}
	audited, err := board.Audit(watcher.record(), func(terms table.Terms, _ int, _ []byte) (table.Game, error) {
		return games.New(terms, board.Nobody, nil)
	})
	if err != nil || !audited.Final() || len(audited.Outs()) != 1 || board.Fingerprint(audited.Digest()) != keys.text("#fingerprint") {
		t.Errorf("the record: %v", err)
	}
}
