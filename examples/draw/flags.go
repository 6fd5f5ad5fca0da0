package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/shuffle/draw"
)

const usage = `usage:
  draw [-cheat CHEAT] [-json]
      a raffle among twelve, by a real round of drand. The organiser can
      add, list, round, forge, encoding, late, again, void or swap
  draw -announce LIST -at TIME -label TEXT -place TEXT [-void TEXT]
       [-winners 1] [-substitutes 0] [-previous FILE] [-network quicknet]
       [-margin 10m] [-weights] [-tickets [-once]] [-hide PREFIX]
      prints an announcement, to be published at its place before TIME: a
      time such as 2026-12-31T20:00:00Z, or from now on, such as 30m.
      With -weights, each line is an entry, a tab and its weight; with
      -tickets, lines may be repeated, and with -once, who has several wins
      one place at most; -hide writes a list that shows nobody to
      PREFIX.txt, and the salts, a secret, to PREFIX.salts
  draw -receipts ANNOUNCEMENT -list LIST [-entry TEXT] [-salts FILE]
      prints each entry, a tab and its receipt, which its owner should have
      before the round; with -salts, those of the hidden entries
  draw -result ANNOUNCEMENT -list LIST (-round FILE | -fetch) [-page FILE]
       [-salts FILE] [-json]
      draws, and makes a page to publish, which checks itself in a browser.
      FILE is the round as drand's HTTP API gives it; -fetch asks for it
  draw -hold LIST -out PREFIX, and the flags of -announce
      does all of this: writes PREFIX.draw, the announcement, and
      PREFIX.receipts, waits for the round, and writes PREFIX.html, the page.
      Run again, it goes on with the announcement that is there
  draw -verify ANNOUNCEMENT|PAGE [-published TIME] [-margin 10m]
       [-receipt TEXT] [-entry TEXT] [-salt TEXT] [-kept ANNOUNCEMENT]
       [-list LIST] [-previous FILE] [-json]
       [-log ADDRESS|FOLDER -log-key KEY -organiser KEY]
      checks what there is before the round, or a page of -result and that
      its program is the one of this release, with what an entrant holds:
      a receipt, their own entry, the salt that hides it, and the
      announcement that they kept, or its digest or words. With -log, a
      public log dates it in time, and has it as the only announcement of
      its number by this organiser, the one that it follows, and one of each
      number before: those of a log that was restored from a backup may be
      in the log before
  draw -enter ANNOUNCEMENT -log ADDRESS -key FILE
      enters it in the public log of a casino, such as that of
      examples/casino, signed by the organiser's key, which is drawn if FILE
      isn't there
  draw -checker FILE
      makes a page without a draw, to check the pages of others in a browser

A list has an entry in each line. What can't be read, such as half a receipt,
accuses nobody: the exit status is 2.
`

// A mode is one thing to do, which a flag picks that has its name, with the flags that go with it.
type mode interface {
	define(flags *flag.FlagSet)
	run(w world, out *bufio.Writer, stderr io.Writer) error
}

// newModes returns all modes. That without a name tells the story.
func newModes() map[string]mode {
	return map[string]mode{
		"": new(storyMode), "announce": new(announceMode), "receipts": new(receiptsMode), "result": new(resultMode),
		"hold": new(holdMode), "verify": new(verifyMode), "enter": new(enterMode), "checker": new(checkerMode),
	}
}

// needs says which flags need others: one of those listed.
var needs = []struct {
	flag   string
	others []string
}{
	{"announce", []string{"at"}},
	{"announce", []string{"label"}},
	{"announce", []string{"place"}},
	{"hold", []string{"at"}},
	{"hold", []string{"label"}},
	{"hold", []string{"place"}},
	{"hold", []string{"out"}},
	{"once", []string{"tickets"}},
	{"salt", []string{"entry"}},
	{"receipts", []string{"list"}},
	{"result", []string{"list"}},
	{"result", []string{"round", "fetch"}},
	{"enter", []string{"log"}},
	{"enter", []string{"key"}},
	{"log", []string{"log-key", "key"}},
	{"log-key", []string{"organiser"}},
	{"organiser", []string{"log"}},
}

func run(w world, args []string, stdout, stderr io.Writer) int {
	return cli.Run("draw", usage, stdout, stderr, func(out *bufio.Writer) error {
		m, err := parse(args)
		if err != nil {
			return err
		}
		return m.run(w, out, stderr)
	})
}

// parse returns the mode that the command line picks, with its flags. It parses twice: the
// flags of all modes, to tell which mode it is, and then those of that mode.
func parse(args []string) (mode, error) {
	modes, own, takes := newModes(), make(map[string]*flag.FlagSet), make(map[string][]string)
	all := flag.NewFlagSet("draw", flag.ContinueOnError)
	for name, m := range modes {
		own[name] = flag.NewFlagSet("draw", flag.ContinueOnError)
		m.define(own[name])
		own[name].VisitAll(func(f *flag.Flag) {
			takes[name] = append(takes[name], f.Name)
			if all.Lookup(f.Name) == nil {
				all.Var(f.Value, f.Name, "")
			}
		})
	}
	if err := cli.Parse(all, args); err != nil {
		return nil, err
	}
	name, err := cli.Mode(all, takes)
	if err != nil {
		return nil, err
	}
	set := cli.Set(all)
	for _, n := range needs {
		if err := cli.Needs(set, n.flag, n.others...); err != nil {
			return nil, err
		}
	}
	return modes[name], cli.Parse(own[name], args)
}

// anyText defines a flag whose value is any text.
func anyText(flags *flag.FlagSet, name string) *string { return flags.String(name, "", "") }

// marginFlag defines the flag -margin.
func marginFlag(flags *flag.FlagSet) *time.Duration {
	margin := draw.Margin
	flags.Func("margin", "", func(text string) (err error) {
		if margin, err = time.ParseDuration(text); err == nil && margin < draw.MinMargin {
			err = fmt.Errorf("must be %v or more", draw.MinMargin)
		}
		return err
	})
	return &margin
}

// on defines a flag that is on or off.
func on(flags *flag.FlagSet, name string) *bool { return flags.Bool(name, false, "") }
