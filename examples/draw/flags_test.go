package main

import (
	"flag"
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
	for what, args := range map[string][]string{
		"so soon":     {"-announce", "testdata/raffle.txt", "-at", "5m", "-label", "l", "-place", "p"},
		"no margin":   {"-announce", "testdata/raffle.txt", "-at", "5m", "-label", "l", "-place", "p", "-margin", "30s"},
		"when":        {"-announce", "testdata/raffle.txt", "-at", "tomorrow", "-label", "l", "-place", "p"},
		"no place":    {"-announce", "testdata/raffle.txt", "-at", "30m", "-label", "l"},
		"repeated":    {"-announce", twice, "-at", "30m", "-label", "l", "-place", "p"},
		"no weights":  {"-announce", "testdata/raffle.txt", "-weights", "-at", "30m", "-label", "l", "-place", "p"},
		"no file":     {"-announce", "testdata/none", "-at", "30m", "-label", "l", "-place", "p"},
		"two sources": {"-result", first, "-list", "testdata/raffle.txt", "-round", "testdata/round.json", "-fetch"},
		"no source":   {"-result", first, "-list", "testdata/raffle.txt"},
		"cheat":       {"-cheat", "dance"},
		"modes":       {"-verify", first, "-announce", first},
		"margin":      {"-verify", first, "-margin", "30s"},
	} {
		if status, out, stderr := command(args...); status != cli.Broken || out != "" || stderr == "" {
			t.Errorf("%s: status %d, %s%s", what, status, out, stderr)
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
	passes(t, "-announce", twice, "-tickets", "-at", "30m", "-label", "l", "-place", "p")
	passes(t, "-announce", "testdata/raffle.txt", "-at", "2m", "-label", "l", "-place", "p", "-margin", "1m")
}

func TestHelp(t *testing.T) {
	out, _ := passes(t, "-h")
	clitest.CheckWidth(t, out)
	for _, m := range newModes() {
		flags := flag.NewFlagSet("draw", flag.ContinueOnError)
		m.define(flags)
		flags.VisitAll(func(f *flag.Flag) {
			if !strings.Contains(out, "-"+f.Name) {
				t.Errorf("-h lacks -%s", f.Name)
			}
		})
	}
}
