package main

import (
	"flag"
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
	for want, args := range map[string][]string{ // which no organiser is at fault for
		"-previous: open none":           {"-verify", first, "-previous", "none"},
		"-previous: draw: malformed":     {"-verify", first, "-previous", twice},
		"and no file that can be read:":  {"-verify", first, "-kept", "none"},
		"no announcement, no digest and": {"-verify", first, "-kept", twice},
		"open none: no such file":        {"-verify", first, "-list", "none"},
		list + ": the salt of":           {"-receipts", "testdata/raffle.draw", "-list", list, "-salts", list},
	} {
		if status, _, stderr := command(args...); status != cli.Broken || !strings.Contains(stderr, want) {
			t.Errorf("%q: status %d, %s, want %q", args, status, stderr, want)
		}
	}
	passes(t, announce("-at", "30m", "-announce", twice, "-tickets")...)
	passes(t, announce("-at", "2m", "-margin", "1m")...)
	passes(t, announce("-at", "30m", "-label", "A raffle.  Two books")...) // people see two spaces
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
