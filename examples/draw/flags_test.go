package main

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
)

// Command lines that make no sense are refused; their neighbours that do aren't.
func TestMisuse(t *testing.T) {
	first, _, _ := announceBook(t)
	const list = "testdata/raffle.txt"
	twice := write(t, "a\nb\na\n")
	announce := func(more ...string) []string {
		return append([]string{"-announce", list, "-label", "l", "-place", "p"}, more...)
	}
	for want, args := range map[string][]string{
		"announced too late":                         announce("-at", "5m"),
		`invalid value "30s" for flag -margin`:       announce("-at", "5m", "-margin", "30s"),
		"-at: parsing time":                          announce("-at", "tomorrow"),
		"-announce needs -place":                     {"-announce", list, "-at", "30m", "-label", "l"},
		"is repeated":                                announce("-at", "30m", "-announce", twice),
		"line 1 isn't an entry, a tab and a weight":  announce("-at", "30m", "-weights"),
		"open testdata/none: no such file":           announce("-at", "30m", "-announce", "testdata/none"),
		"-round and -fetch can't be used together":   {"-result", first, "-list", list, "-round", "testdata/round.json", "-fetch"},
		"-result needs -round":                       {"-result", first, "-list", list},
		`invalid value "dance" for flag -cheat`:      {"-cheat", "dance"},
		"can't be used":                              {"-verify", first, "-announce", first},
		`value "30s" for flag -margin: must be 1m0s`: {"-verify", first, "-margin", "30s"},
	} {
		if status, out, stderr := command(args...); status != cli.Broken || out != "" || !strings.Contains(stderr, want) {
			t.Errorf("%q: status %d, %s%s, want %q", args, status, out, stderr, want)
		}
	}
	passes(t, announce("-at", "30m", "-announce", twice, "-tickets")...)
	passes(t, announce("-at", "2m", "-margin", "1m")...)
	passes(t, announce("-at", "30m", "-label", "A raffle.  Two books")...) // people see two spaces
}

// What can't be read, or isn't there, accuses nobody.
func TestUnread(t *testing.T) {
	const announcement, list, round = "testdata/raffle.draw", "testdata/raffle.txt", "testdata/round.json"
	half := func(file string) string {
		text := readFile(t, file)
		return write(t, text[:len(text)/2])
	}
	halfAnnouncement := half(announcement)
	page := filepath.Join(t.TempDir(), "page.html")
	passes(t, "-checker", page)
	line, _ := passes(t, "-receipts", announcement, "-list", list, "-entry", hana)
	_, receipt, _ := strings.Cut(line, "\t")
	halfLog := t.TempDir()
	if err := os.WriteFile(filepath.Join(halfLog, "checkpoint"), []byte(logsKey.Origin+"\n1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	longer := write(t, readFile(t, page)+"<script>evil</script>")
	if status, _, stderr := command("-verify", longer); status != cli.Failed || !strings.Contains(stderr, "isn't that of this release") {
		t.Errorf("a page that goes on after its end: status %d, %s", status, stderr)
	}
	for want, args := range map[string][]string{
		"draw: malformed: ":              {"-verify", halfAnnouncement},
		"this page was cut":              {"-verify", half(page)},
		"its program is another one":     {"-verify", write(t, "<!DOCTYPE html>"+readFile(t, page))},
		"draw: malformed":                {"-receipts", halfAnnouncement, "-list", list},
		"malformed: ":                    {"-result", halfAnnouncement, "-list", list, "-round", round},
		"drand: malformed":               {"-result", announcement, "-list", list, "-round", half(round)},
		"not all of it":                  {"-verify", announcement, "-receipt", receipt[:len(receipt)-6]},
		"draw: malformed: receipt":       {"-verify", announcement, "-receipt", "AAAA"},
		"the salt isn't 64 digits":       {"-verify", announcement, "-entry", hana, "-salt", "0f"},
		"salt isn't 64 digits":           {"-verify", announcement, "-entry", hana, "-salt", "0f", "-list", list},
		"-previous: open none":           {"-verify", announcement, "-previous", "none"},
		"-previous: draw: malformed":     {"-verify", announcement, "-previous", halfAnnouncement},
		"and no file that can be read:":  {"-verify", announcement, "-kept", "none"},
		"no announcement, no digest and": {"-verify", announcement, "-kept", halfAnnouncement},
		"open none: no such file":        {"-verify", announcement, "-list", "none"},
		"must be 1970 or later":          {"-verify", announcement, "-published", "0001-01-01T00:00:00Z"},
		list + ": the salt of":           {"-receipts", announcement, "-list", list, "-salts", list},
		"this isn't a checkpoint": {"-verify", announcement, "-log", halfLog, "-log-key", logsKey.String(),
			"-organiser", strings.Repeat("0", 64)},
	} {
		if status, _, stderr := command(args...); status != cli.Broken || !strings.Contains(stderr, want) {
			t.Errorf("%q: status %d, %s, want %q", args, status, stderr, want)
		}
	}
}

func TestHelp(t *testing.T) {
	out, _ := passes(t, "-h")
	clitest.CheckWidth(t, out)
	for _, m := range newModes() {
		flags := flag.NewFlagSet("draw", flag.ContinueOnError)
		m.define(flags)
		flags.VisitAll(func(f *flag.Flag) {
			if !regexp.MustCompile(`\B-` + f.Name + `\b(?:[^-]|$)`).MatchString(out) {
				t.Errorf("-h lacks -%s", f.Name)
			}
		})
	}
}
