package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/shuffle/draw"
	"github.com/squaredeal/squaredeal/shuffle/draw/drand"
)

// command runs the program as from a shell.
func command(args ...string) (status int, stdout, stderr string) {
	return realWorld().command(args...)
}

// passes runs the program, and fails the test if it doesn't pass.
func passes(t *testing.T, args ...string) (stdout, stderr string) {
	t.Helper()
	return realWorld().passes(t, args...)
}

func (w world) command(args ...string) (status int, stdout, stderr string) {
	var out, err strings.Builder
	status = run(w, args, &out, &err)
	return status, out.String(), err.String()
}

func (w world) passes(t *testing.T, args ...string) (stdout, stderr string) {
	t.Helper()
	status, stdout, stderr := w.command(args...)
	if status != cli.Passed {
		t.Fatalf("%q: status %d, %s%s", args, status, stdout, stderr)
	}
	return stdout, stderr
}

func write(t *testing.T, text string) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func readFile(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// announced makes an announcement of the story's list by a round that is known, as one
// can't be announced any more.
func announced(t *testing.T, list *draw.List, change func(*draw.Terms)) *draw.Announcement {
	t.Helper()
	terms, err := raffleTerms(drand.Quicknet(), time.Date(2026, 4, 14, 20, 18, 18, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	change(&terms)
	a, err := draw.Announce(terms, list)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func mustList(t *testing.T, text string) *draw.List {
	t.Helper()
	list, err := form{}.parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return list
}
