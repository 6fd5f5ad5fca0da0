package main

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

// A fakeDay is a time that passes when somebody waits, and a relay that gives the story's round
// some seconds after it has come.
type fakeDay struct {
	now    time.Time
	late   time.Duration
	waited []time.Duration // after the round
	asked  int
	stop   time.Time // when the computer stops, if it isn't zero
}

// errStopped is what the program panics with when the computer stops.
var errStopped = errors.New("the computer stops")

// world is one on that day.
func (d *fakeDay) world(t *testing.T) world {
	t.Helper()
	comes := time.Date(2026, 4, 14, 20, 18, 18, 0, time.UTC)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		d.asked++
		switch {
		case d.now.Before(comes):
			t.Errorf("asked at %v, before the round", d.now)
		case d.asked == 2:
			w.WriteHeader(http.StatusBadGateway)
		case d.asked == 3:
			w.Write(nextFile) // another round, from a relay that errs
		case d.now.Sub(comes) < d.late:
			w.WriteHeader(http.StatusTooEarly)
		default:
			w.Write(roundFile)
		}
	}))
	t.Cleanup(server.Close)
	sleep := func(wait time.Duration) {
		if wait <= 0 || wait > time.Minute {
			t.Errorf("waits %v", wait)
		}
		if d.now = d.now.Add(wait); d.now.After(comes) {
			d.waited = append(d.waited, wait)
		}
		if !d.stop.IsZero() && d.now.After(d.stop) {
			panic(errStopped)
		}
	}
	return world{func() time.Time { return d.now }, sleep, server.URL}
}

// stops runs the program until the computer stops.
func (w world) stops(t *testing.T, args ...string) {
	t.Helper()
	defer func() {
		if r := recover(); r != errStopped {
			t.Fatalf("it didn't wait: %v", r)
		}
	}()
	status, out, stderr := w.command(args...)
	t.Logf("status %d, %s%s", status, out, stderr)
}

// A holdTest is a raffle that one command holds, which is stopped wherever it waits.
type holdTest struct {
	*testing.T
	day          fakeDay
	world        world // of the day
	prefix       string
	args         []string
	announcement string
	receipts     string // the file
	hanas        string // her receipt
}

// One command announces, waits and draws. It can be stopped wherever it waits, and goes on with the
// announcement that is there.
func TestHold(t *testing.T) {
	for what, hidden := range map[string]bool{"shown": false, "hidden": true} {
		t.Run(what, func(t *testing.T) {
			h := &holdTest{T: t, prefix: filepath.Join(t.TempDir(), "raffle")}
			h.args = []string{"-hold", "testdata/raffle.txt", "-out", h.prefix, "-at", "2m", "-margin", "1m", "-label", "A book", "-place",
				"https://example.org", "-winners", "2", "-substitutes", "1"}
			refused := map[string]refusal{"another label": {"-label=Another", "announces a draw that differs from these flags in -label; take"}}
			for _, flag := range []string{"-at=2026-04-14T20:30:00Z", "-place=p", "-void=never", "-winners=3", "-substitutes=0", "-network=default",
				"-previous=testdata/raffle.draw", "-weights", "-tickets"} {
				name, _, _ := strings.Cut(flag, "=")
				refused[flag] = refusal{flag, "from these flags in " + name + ";"}
			}
			if hidden {
				h.args = append(h.args, "-hide", h.prefix+"-hidden")
			} else { // which a hidden list stands for
				refused["hidden"] = refusal{"-hide=" + h.prefix, ".salts: no such file"}
				refused["another list"] = refusal{"-hold=" + write(t, "a\nb\nc\n"), "is needed as it was"}
				refused["no list"] = refusal{"-hold=none", "no such file"}
			}
			h.day = fakeDay{now: time.Date(2026, 4, 14, 20, 16, 16, 0, time.UTC), late: 100 * time.Second}
			h.world = h.day.world(t)
			h.announces()
			h.waits()
			out := h.draws()
			h.drawsTheSame(out)
			h.refuses(refused)
			if left, err := filepath.Glob(filepath.Join(filepath.Dir(h.prefix), ".draw-*")); err != nil || len(left) > 0 {
				t.Error(left, err)
			}
		})
	}
}

// announces has the computer stop before the round.
func (h *holdTest) announces() {
	h.Helper()
	h.day.stop = h.day.now.Add(50 * time.Second)
	h.world.stops(h.T, h.args...)
	h.announcement, h.receipts = readFile(h.T, h.prefix+".draw"), readFile(h.T, h.prefix+".receipts")
	if strings.Count(h.receipts, "\n") != 12 || !strings.Contains(h.announcement, "\nround 27798178\n") {
		h.Errorf("%s%s", h.announcement, h.receipts)
	}
	_, line, _ := strings.Cut(h.receipts, "hana@example.org\t")
	h.hanas, _, _ = strings.Cut(line, "\n")
	out, _ := h.world.passes(h.T, "-verify", h.prefix+".draw", "-receipt", h.hanas, "-entry", "hana@example.org")
	if !strings.Contains(out, "The receipt is good") {
		h.Error(out)
	}
}

// waits has it stop while drand is late, and the receipts be cut before.
func (h *holdTest) waits() {
	h.Helper()
	h.day.stop = time.Date(2026, 4, 14, 20, 18, 30, 0, time.UTC)
	first, _, _ := strings.Cut(h.receipts, "\n")
	if err := os.WriteFile(h.prefix+".receipts", []byte(first+"\n"), 0o600); err != nil {
		h.Fatal(err)
	}
	h.world.stops(h.T, h.args...)
	if h.day.asked < 3 || readFile(h.T, h.prefix+".receipts") != h.receipts {
		h.Error("it didn't ask, or gave other receipts")
	}
}

// draws goes on to the end, and returns what the command prints.
func (h *holdTest) draws() string {
	h.Helper()
	h.day.stop = time.Time{}
	out, stderr := h.world.passes(h.T, h.args...)
	for _, want := range []string{"Going on with the announcement in", "drand doesn't have this round yet", "Publish the page"} {
		if !strings.Contains(strings.Join(strings.Fields(stderr), " "), want) {
			h.Errorf("%q is missing: %s", want, stderr)
		}
	}
	if strings.Contains(stderr, "Give each entrant") {
		h.Error("receipts are written once more")
	}
	if strings.Count(out, "@example.org wins\n") != 2 || readFile(h.T, h.prefix+".draw") != h.announcement {
		h.Error(out)
	}
	verified, _ := h.world.passes(h.T, "-verify", h.prefix+".html", "-kept", h.prefix+".draw", "-entry", hana, "-receipt", h.hanas)
	if !strings.Contains(verified, "that you kept") {
		h.Error(verified)
	}
	if h.day.asked > 20 {
		h.Errorf("it asked %d times in %v", h.day.asked, h.day.waited)
	}
	return out
}

// drawsTheSame runs the command once more.
func (h *holdTest) drawsTheSame(out string) {
	h.Helper()
	page := readFile(h.T, h.prefix+".html")
	if again, _ := h.world.passes(h.T, h.args...); again != out || readFile(h.T, h.prefix+".html") != page {
		h.Error("a second result")
	}
}

// A refusal is a flag that makes another draw of it, and what the program says then.
type refusal struct{ flag, want string }

func (h *holdTest) refuses(all map[string]refusal) {
	h.Helper()
	for what, r := range all {
		status, out, stderr := h.world.command(append(h.args, r.flag)...)
		if status == cli.Passed || out != "" || !strings.Contains(strings.Join(strings.Fields(stderr), " "), r.want) {
			h.Errorf("%s: status %d, %s%s", what, status, out, stderr)
		}
	}
}

// An announcement that is there is never replaced: another process's, that comes in between, and
// one that can't be read.
func TestHoldTwice(t *testing.T) {
	prefix := filepath.Join(t.TempDir(), "a")
	day := fakeDay{now: time.Date(2026, 4, 14, 20, 0, 0, 0, time.UTC), stop: time.Date(2026, 4, 14, 20, 5, 0, 0, time.UTC)} // or it would wait
	hold := []string{"-hold", "testdata/raffle.txt", "-out", prefix, "-at", "20m", "-label", "l", "-place", "p"}
	w := day.world(t)
	between := w
	for _, other := range []string{readFile(t, "testdata/raffle.draw"), "half an announcement"} {
		between.now = func() time.Time { // which is asked for after it has looked for the file
			if err := os.WriteFile(prefix+".draw", []byte(other), 0o600); err != nil {
				t.Error(err)
			}
			return day.now
		}
		status, out, stderr := between.command(hold...)
		if status != cli.Broken || out != "" || stderr == "" || readFile(t, prefix+".draw") != other {
			t.Errorf("status %d, %s%s", status, out, stderr)
		}
		if status, _, stderr := w.command(hold...); status == cli.Passed || readFile(t, prefix+".draw") != other {
			t.Errorf("status %d, %s", status, stderr)
		}
		if err := os.Remove(prefix + ".draw"); err != nil {
			t.Fatal(err)
		}
	}
}

// Receipts of an announcement that was taken back aren't handed out for the next one.
func TestHoldAgain(t *testing.T) {
	prefix := filepath.Join(t.TempDir(), "a")
	day := fakeDay{now: time.Date(2026, 4, 14, 20, 0, 0, 0, time.UTC), stop: time.Date(2026, 4, 14, 20, 5, 0, 0, time.UTC)}
	w := day.world(t)
	hold := func(label string) string {
		w.stops(t, "-hold", "testdata/raffle.txt", "-out", prefix, "-at", "20m", "-label", label, "-place", "p")
		return readFile(t, prefix+".receipts")
	}
	typo := hold("typo")
	if err := os.Remove(prefix + ".draw"); err != nil {
		t.Fatal(err)
	}
	day.now = time.Date(2026, 4, 14, 20, 0, 0, 0, time.UTC)
	if hold("right") == typo {
		t.Error("receipts are of the first announcement")
	}
}
