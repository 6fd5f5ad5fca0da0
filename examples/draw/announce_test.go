package main

import (
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/shuffle/draw"
	"github.com/squaredeal/squaredeal/shuffle/draw/drand"
)

// announceBook announces a raffle among the story's entrants, in half an hour, to a file.
func announceBook(t *testing.T, more ...string) (file string, a *draw.Announcement, stderr string) {
	t.Helper()
	args := []string{"-announce", "testdata/raffle.txt", "-at", "30m", "-label", "A book", "-place", "https://example.org"}
	out, stderr := passes(t, append(args, more...)...)
	a, err := draw.ParseAnnouncement([]byte(out))
	if err != nil {
		t.Fatal(err)
	}
	return write(t, out), a, stderr
}

// A stranger's raffle is announced, with receipts.
func TestAnnounce(t *testing.T) {
	before := time.Now()
	first, a, stderr := announceBook(t, "-winners", "2", "-substitutes", "3")
	if terms := a.Terms(); terms.Time.Before(before.Add(30*time.Minute)) || terms.Winners != 2 || terms.Substitutes != 3 ||
		terms.Number != 1 || a.Entries() != 12 {
		t.Errorf("%+v", terms)
	}
	if !strings.Contains(strings.Join(strings.Fields(stderr), " "), a.Digest().Words()) {
		t.Error(stderr)
	}
	line, _ := passes(t, "-receipts", first, "-list", "testdata/raffle.txt", "-entry", "hana@example.org")
	if all, _ := passes(t, "-receipts", first, "-list", "testdata/raffle.txt"); strings.Count(all, "\n") != 12 ||
		!strings.Contains(all, line) {
		t.Error(all)
	}
	_, receipt, _ := strings.Cut(line, "\t")
	out, _ := passes(t, "-verify", first, "-receipt", receipt, "-published", before.Format(time.RFC3339))
	if !strings.Contains(out, `"hana@example.org" is entry 8 of 12`) || !strings.Contains(out, "at least 10m0s before") {
		t.Error(out)
	}
}

// Whoever checks an announcement that was made by a smaller margin needs that one, which its organiser is told to say.
func TestAnnounceLater(t *testing.T) {
	now := time.Now().Format(time.RFC3339)
	const told = "Whoever checks this needs -margin 5m0s."
	file, _, stderr := announceBook(t, "-at", "8m", "-margin", "5m")
	if !strings.Contains(strings.Join(strings.Fields(stderr), " "), told) {
		t.Error(stderr)
	}
	passes(t, "-verify", file, "-published", now, "-margin", "5m")
	if status, _, stderr := command("-verify", file, "-published", now); status != cli.Failed {
		t.Errorf("status %d, %s", status, stderr)
	}
	if _, _, stderr := announceBook(t); strings.Contains(stderr, "-margin") {
		t.Error(stderr)
	}
}

// A second announcement refers to the first. It is by the network default,
// which has a time of its own.
func TestAnnounceNext(t *testing.T) {
	first, a, _ := announceBook(t)
	second, b, _ := announceBook(t, "-previous", first, "-network", "default")
	if out, _ := passes(t, "-verify", second, "-previous", first); !strings.Contains(out, "follows announcement 1") {
		t.Error(out)
	}
	if b.Terms().Beacon != drand.Default().Beacon() || b.Terms().Previous != a.Digest() {
		t.Errorf("%+v", b.Terms())
	}
}
