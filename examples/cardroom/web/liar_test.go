package web_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/squaredeal/squaredeal/examples/cardroom/client"
	"github.com/squaredeal/squaredeal/examples/cardroom/hub"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/player"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/room"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/roomtest"
)

// The room's lies to one player, and what that player reads: nothing if a lie does no harm, or
// words of an alarm, or that there is no connection. README.md has this table.
var lies = map[roomtest.Lie]string{
	roomtest.Duplicate:     "",
	roomtest.SayTwice:      "",
	roomtest.Late:          "",
	roomtest.LateForOthers: "",
	roomtest.EarlyStamps:   "",
	roomtest.LateStamps:    "",
	roomtest.Alter:         "nobody has signed",
	roomtest.Reorder:       "another player has read",
	roomtest.Hide:          "another player has read",
	roomtest.LeaveOut:      "rules of the line",
	roomtest.Garbage:       "rules of the line",
	roomtest.HoldBack:      "doesn’t show them",
	roomtest.BeSilent:      "doesn’t show them",
	roomtest.Swallow:       "doesn’t show them",
	roomtest.AlterSaid:     "signed isn’t good",
	roomtest.Forget:        "isn’t there any more",
	roomtest.Blackhole:     lost,
	roomtest.Refuse:        lost,
}

const lost = "lost: connecting again"

// within is the time after which README.md says that a lie is announced, on a quiet machine.
const within = 5 * time.Second

// alarms returns what the page says for each kind of doubt.
func alarms(t *testing.T) map[string]string {
	t.Helper()
	script, err := os.ReadFile("table/doubt.js")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(script), "const lies = {\n")
	body, _, _ := strings.Cut(rest, "};")
	said := make(map[string]string)
	for _, m := range regexp.MustCompile(`(\w+): "(.*)",`).FindAllStringSubmatch(body, -1) {
		said[m[1]] = m[2]
	}
	return said
}

// Each lie, told to a player's program at a table that plays: what it makes of
// that, in the page's words.
func TestLies(t *testing.T) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	c := roomtest.Config(t, t.TempDir())
	c.NoSync, c.Log = true, slog.New(slog.DiscardHandler)
	h := roomtest.Start(t, c)
	handler, err := room.New(h, http.NotFoundHandler(), c.Log)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	said := alarms(t)
	var work sync.WaitGroup // all at once, as they wait more than they compute
	for lie, words := range lies {
		row := regexp.MustCompile(`(?m)^\|(.*,)? ` + string(lie) + `[,| ].*$`).FindString(string(readme))
		if row == "" || strings.Contains(row, "alarm") != (words != "" && words != lost) {
			t.Errorf("README.md says of %q: %q", lie, row)
		}
		work.Go(func() {
			t.Run(string(lie), func(t *testing.T) { testLie(t, h, server.URL, lie, words, said) })
		})
	}
	work.Wait()
}

// A victim plays through a liar.
type victim struct {
	*testing.T
	*roomtest.Player
	board  *client.Client
	places chan int
	doubts chan error
}

func testLie(t *testing.T, h *hub.Hub, url string, lie roomtest.Lie, words string, said map[string]string) {
	l, through := roomtest.NewLiar(t, url)
	id := roomtest.Create(t, h, roomtest.Offer(3, 1_000_000, 10, time.Minute))
	v := victim{t, roomtest.NewPlayer(), nil, make(chan int), make(chan error, 16)}
	v.board = client.Dial(id, v.Key, "ws"+strings.TrimPrefix(through, "http"))
	t.Cleanup(v.board.Close)
	ctx, cancel := context.WithCancel(t.Context())
	var told error
	v.Changed = func() {
		if now := v.Doubt; player.Kind(now) != player.Kind(told) {
			told = now
			v.doubts <- now
		}
		select {
		case v.places <- v.Player.Player.Places():
		default:
		}
	}
	var work errgroup.Group
	work.Go(func() error { return v.PlayOn(ctx, v.board) })
	for range 2 {
		work.Go(func() error { return roomtest.NewPlayer().PlayOn(ctx, h.Follow(id)) })
	}
	t.Cleanup(func() {
		cancel()
		work.Wait()
	})
	v.plays(10)
	l.Lie(lie)
	began := time.Now()
	switch words {
	case "":
		v.plays(10)
	case lost:
		v.waitFor("no connection", func() bool { return !v.board.Connected() })
		l.Lie(roomtest.NoLie) // a line that was lost for a while costs nothing
		v.waitFor("a connection", v.board.Connected)
		v.plays(10)
	default:
		doubt := v.doubt()
		if kind := player.Kind(doubt); !strings.Contains(said[kind], words) {
			t.Errorf("the alarm is %q, for %q: %v", said[kind], kind, doubt)
		}
		t.Log("it takes", time.Since(began).Round(100*time.Millisecond))
		if took := time.Since(began); took > 4*within {
			t.Errorf("after %v", took)
		}
	}
}

// plays waits until there are some more statements.
func (v *victim) plays(more int) {
	v.Helper()
	deadline := time.After(2 * time.Minute)
	for until := 0; ; {
		select {
		case places := <-v.places:
			if until == 0 {
				until = places + more
			}
			if places >= until {
				return
			}
		case doubt := <-v.doubts:
			v.Fatal("an alarm:", doubt)
		case <-deadline:
			v.Fatal("the table stands still")
		}
	}
}

// doubt waits for the first one, of the seat or of its line.
func (v *victim) doubt() (doubt error) {
	v.Helper()
	v.waitFor("an alarm", func() bool {
		select {
		case doubt = <-v.doubts:
		default:
			doubt = v.board.Doubt()
		}
		return doubt != nil
	})
	return doubt
}

func (v *victim) waitFor(what string, so func() bool) {
	v.Helper()
	for end := time.Now().Add(2 * time.Minute); !so(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			v.Fatal("there isn't", what)
		}
	}
}

// Three of them in Chromium, which stand for each way from the program to the page: what its
// seat doubts, what its line doubts, and a line that is gone for a while.
func testLiar(t *testing.T, h *house, b *browser) {
	for _, lie := range []roomtest.Lie{roomtest.Hide, roomtest.AlterSaid, roomtest.Blackhole} {
		t.Run(string(lie), func(t *testing.T) {
			t.Parallel()
			testAlarm(t, h, b, lie)
		})
	}
}

func testAlarm(t *testing.T, shared *house, in *browser, lie roomtest.Lie) {
	h, b := *shared, *in
	h.T, b.T = t, t
	l, through := roomtest.NewLiar(t, h.url())
	id := h.holdem(2, 50, 30*time.Second)
	x := b.tab(through + "/#t/" + id)
	x.click("#sit")
	h.bot(id, "")
	x.waitFor(dealt)
	x.calls()
	lines := func(more int) {
		const now = `document.querySelectorAll("#log li").length`
		x.waitFor(fmt.Sprintf("%s > %d", now, eval[int](x, now)+more))
	}
	lines(3)
	if lies[lie] != lost { // the alarm calls back from the lobby
		eval[bool](x, `(location.hash = "", true)`)
		x.waitFor(`!document.querySelector("#lobby").hidden`)
	}
	l.Lie(lie)
	if lies[lie] != lost {
		x.waitFor(fmt.Sprintf(`document.querySelector("#room:not([hidden]) #lie[role=alert]:not([hidden])")?.textContent.includes(%q)`,
			lies[lie]))
		x.fits("an alarm")
		x.shot("alarm")
		return
	}
	x.waitFor(fmt.Sprintf(`document.querySelector("#connection").textContent.startsWith(%q)`, lost))
	l.Lie(roomtest.NoLie)
	x.waitFor(`document.querySelector("#connection").textContent === "connected"`)
	lines(4)
	if eval[bool](x, `!document.querySelector("#lie").hidden || !document.querySelector("#alarm").hidden`) {
		t.Errorf("an alarm: %s", x.text(".play"))
	}
}
