package main

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/shuffle/draw"
)

// mustHide hides the entries of a list, and returns what opens them.
func mustHide(t *testing.T, f form, list *draw.List) (hiding *draw.List, openings map[string]opening) {
	t.Helper()
	o := offer{hide: new(filepath.Join(t.TempDir(), "h")), weights: &f.weights, tickets: &f.tickets, once: &f.joined}
	hiding, store, err := o.hideList(list)
	if err := errors.Join(err, store()); err != nil {
		t.Fatal(err)
	}
	if openings, err = openingsOf(hiding, o.saltsFile()); err != nil {
		t.Fatal(err)
	}
	return hiding, openings
}

// The lines of winners; a digest in words may have their names, too.
var winners = regexp.MustCompile(`(?m)^ *\d\. (ann|bob|cat) `)

// A list that shows nobody, with weights: the page opens the winners alone.
func TestHidden(t *testing.T) {
	prefix := filepath.Join(t.TempDir(), "hidden")
	out, _ := passes(t, "-announce", write(t, "ann\t3\nbob\t1\ncat\t2\n"), "-weights", "-hide", prefix, "-at", "30m",
		"-label", "l", "-place", "p")
	hidden := readFile(t, prefix+".txt")
	if strings.Contains(hidden, "ann") || !strings.Contains(out, "weights 6\n") {
		t.Error(hidden, out)
	}
	list, err := form{weights: true}.read(prefix + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	a := announced(t, list, func(*draw.Terms) {})
	line, _ := passes(t, "-receipts", write(t, out), "-list", prefix+".txt", "-salts", prefix+".salts", "-entry", "bob")
	name, text, _ := strings.Cut(strings.TrimSpace(line), "\t")
	if receipt, err := parseReceipt(text); err != nil || name != "bob" || !receipt.Hidden() || string(receipt.Entry()) != "bob" {
		t.Error(line)
	}
	for want, args := range map[string][]string{
		`Nobody can see without its salt whether "bob" is in the list`: {"-entry", "bob"},
		`Your entry "bob" is in the list`:                              {"-entry", "bob", "-receipt", text},
	} {
		got, _ := passes(t, append([]string{"-verify", write(t, out), "-list", prefix + ".txt"}, args...)...)
		if !strings.Contains(strings.Join(strings.Fields(got), " "), want) {
			t.Errorf("%q: %s", args, got)
		}
	}
	anns, _ := passes(t, "-receipts", write(t, out), "-list", prefix+".txt", "-salts", prefix+".salts", "-entry", "ann")
	_, anns, _ = strings.Cut(strings.TrimSpace(anns), "\t")
	for want, args := range map[string][]string{
		`the receipt is for "ann", and not for your entry "bob"`: {"-receipt", anns},
		`"bob" with this salt isn't in the list`:                 {"-salt", strings.Repeat("0f", 32)},
	} {
		args = append([]string{"-verify", write(t, out), "-list", prefix + ".txt", "-entry", "bob"}, args...)
		status, out, stderr := command(args...)
		if status != cli.Failed || !strings.Contains(stderr, want) || strings.Contains(out, `entry "bob" is in the list`) {
			t.Errorf("%q: status %d, %s%s", args, status, out, stderr)
		}
	}
	if status, _, stderr := command("-receipts", write(t, out), "-list", prefix+".txt", "-entry", "bob"); status != cli.Broken ||
		!strings.Contains(stderr, `nobody can see without -salts whether "bob" is in the list`) {
		t.Errorf("status %d, %s", status, stderr)
	}
	for _, salts := range [][]string{nil, {"-salts", prefix + ".salts"}} {
		_, stderr := passes(t, append([]string{"-receipts", write(t, out), "-list", prefix + ".txt"}, salts...)...)
		if strings.Contains(stderr, "give -salts") != (salts == nil) {
			t.Errorf("%q: %s", salts, stderr)
		}
	}
	page := filepath.Join(t.TempDir(), "page.html")
	out, _ = passes(t, "-result", write(t, a.Text()), "-list", prefix+".txt", "-round", "testdata/round.json", "-salts",
		prefix+".salts", "-page", page)
	verified, _ := passes(t, "-verify", page)
	for _, text := range []string{out, verified} {
		if len(winners.FindAllString(text, -1)) != 3 || !strings.Contains(text, "3. ") {
			t.Error(text)
		}
	}
	out, _ = passes(t, "-result", write(t, a.Text()), "-list", prefix+".txt", "-round", "testdata/round.json")
	if !strings.Contains(strings.Join(strings.Fields(out), " "), "Places with 64 digits for a name: 1, 2, 3. They are keys, or hidden") {
		t.Error(out)
	}
}

// Salts are never replaced, as a draw that is announced couldn't show its winners without them; and
// what isn't announced leaves none.
func TestSaltsStay(t *testing.T) {
	prefix := filepath.Join(t.TempDir(), "h")
	announce := []string{"-announce", "testdata/raffle.txt", "-label", "l", "-place", "p", "-hide", prefix}
	if status, _, _ := command(append(announce, "-at", "1m")...); status == cli.Passed {
		t.Error("announced too late")
	}
	if _, err := os.Stat(prefix + ".salts"); err == nil {
		t.Error("salts of no announcement")
	}
	passes(t, append(announce, "-at", "1h")...)
	salts, hidden := readFile(t, prefix+".salts"), readFile(t, prefix+".txt")
	if status, out, stderr := command(append(announce, "-at", "2h")...); status == cli.Passed || out != "" ||
		!strings.Contains(stderr, "take another -hide") {
		t.Errorf("status %d, %s%s", status, out, stderr)
	}
	if readFile(t, prefix+".salts") != salts || readFile(t, prefix+".txt") != hidden {
		t.Error("salts are replaced")
	}
}

// Stopped between the files that it writes, it goes on with the announcement once that is written,
// and with its salts. Salts without it, which may be of another draw, are never taken.
func TestHoldHidden(t *testing.T) {
	prefix := filepath.Join(t.TempDir(), "a")
	day := fakeDay{now: time.Date(2026, 4, 14, 20, 0, 0, 0, time.UTC), stop: time.Date(2026, 4, 14, 20, 5, 0, 0, time.UTC)}
	w := day.world(t)
	args := []string{"-hold", "testdata/raffle.txt", "-out", prefix, "-at", "2026-04-14T20:30:00Z", "-label", "l", "-place", "p",
		"-hide", prefix}
	read := func() (all string) {
		for _, suffix := range []string{".salts", ".txt", ".draw"} {
			all += readFile(t, prefix+suffix)
		}
		return all
	}
	w.stops(t, args...)
	want := read()
	remove := func(suffix string) {
		t.Helper()
		if err := os.Remove(prefix + suffix); err != nil {
			t.Fatal(err)
		}
		day.now = time.Date(2026, 4, 14, 20, 0, 0, 0, time.UTC)
	}
	refuses := func(list, want string) {
		t.Helper()
		status, out, stderr := w.command(append(args, "-hold="+list)...)
		if status == cli.Passed || out != "" || !strings.Contains(strings.Join(strings.Fields(stderr), " "), want) {
			t.Errorf("status %d, %s%s, want %q", status, out, stderr, want)
		}
	}
	remove(".txt")
	refuses(write(t, "ann\nbob\n"), "a.salts hides another list")
	if w.stops(t, args...); read() != want {
		t.Error("another draw without the list")
	}
	remove(".draw")
	refuses("testdata/raffle.txt", "a.salts is there already, and may be of a draw that was announced: take another -hide")
	remove(".salts")
	refuses("testdata/raffle.txt", "a.txt is there already, and may be of a draw that was announced: take another -hide")
}

// Equal entries of other weights keep their salts: the list that is written is the one that was announced.
func TestHideTickets(t *testing.T) {
	list := write(t, "ann\t1\nann\t3\nann\t5\nbob\t2\n")
	for range 8 { // as an order by chance would be right now and then
		prefix := filepath.Join(t.TempDir(), "h")
		out, stderr := passes(t, "-announce", list, "-weights", "-tickets", "-hide", prefix, "-at", "30m", "-label", "l", "-place", "p")
		passes(t, "-verify", write(t, out), "-list", prefix+".txt")
		if !strings.Contains(strings.Join(strings.Fields(stderr), " "), "and "+prefix+".txt, or give each") {
			t.Error(stderr)
		}
	}
}

// Salts of another draw, or not all of them, make no page of winners whom nobody sees.
func TestHideOtherSalts(t *testing.T) {
	dir := t.TempDir()
	announce := func(name string) (announcement string) {
		out, _ := passes(t, "-announce", "testdata/raffle.txt", "-hide", filepath.Join(dir, name), "-at", "30m", "-label", "l", "-place", "p")
		return write(t, out)
	}
	one := announce("one")
	announce("two")
	salts := readFile(t, filepath.Join(dir, "one.salts"))
	_, cut, _ := strings.Cut(salts, "\n")
	for _, file := range []string{filepath.Join(dir, "two.salts"), write(t, cut), write(t, "")} {
		status, out, stderr := command("-receipts", one, "-list", filepath.Join(dir, "one.txt"), "-salts", file)
		if status != cli.Broken || out != "" || !strings.Contains(stderr, "has no salt of the line ") {
			t.Errorf("status %d, %s%s", status, out, stderr)
		}
	}
}
