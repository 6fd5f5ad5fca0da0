package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
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
      public log shows that it was there in time, as the only announcement
      of its number by this organiser, who has left out none before
  draw -enter ANNOUNCEMENT -log ADDRESS -key FILE
      enters it in the public log of a casino, such as that of
      examples/casino, signed by the organiser's key, which is drawn if FILE
      isn't there
  draw -checker FILE
      makes a page without a draw, to check the pages of others in a browser

A list has an entry in each line.
`

// modes says which flags go with each flag that picks what to do, and with none.
var modes = map[string][]string{
	"":         {"cheat", "json"},
	"announce": announceFlags,
	"receipts": {"list", "entry", "salts"},
	"result":   {"list", "round", "fetch", "page", "salts", "json"},
	"hold":     append([]string{"out"}, announceFlags...),
	"verify":   {"published", "margin", "receipt", "entry", "salt", "kept", "list", "previous", "log", "log-key", "organiser", "json"},
	"enter":    {"log", "key"},
	"checker":  nil,
}

var announceFlags = []string{"at", "label", "place", "void", "winners", "substitutes", "previous", "network", "margin", "weights",
	"tickets", "once", "hide"}

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

// options are the values of the flags.
type options struct {
	announce, receipts, result, verify, hold, checker, cheat *string
	enter, log, logKey, organiser, key                       *string
	at, label, place, void, previous, network, out           *string
	entry, list, round, page, salts, hide                    *string
	receipt, salt, kept                                      *string
	published                                                time.Time
	winners, substitutes                                     *int
	margin                                                   *time.Duration
	weights, tickets, once, fetch, json                      *bool
}

func run(args []string, stdout, stderr io.Writer) int {
	return cli.Run("draw", usage, stdout, stderr, func(out *bufio.Writer) error { return work(args, out, stderr) })
}

func work(args []string, out *bufio.Writer, stderr io.Writer) error {
	flags := flag.NewFlagSet("draw", flag.ContinueOnError)
	text := func(name string) *string { return flags.String(name, "", "") }
	file := func(name string) *string { return cli.File(flags, name) }
	o := options{
		announce: file("announce"), receipts: file("receipts"), result: file("result"), verify: file("verify"), hold: file("hold"),
		checker: file("checker"), cheat: cli.Choice(flags, "cheat", cheatNames()...),
		enter: file("enter"), log: file("log"), logKey: text("log-key"), key: file("key"),
		organiser: cli.Text(flags, "organiser", func(text string) error {
			if !hex32.MatchString(text) {
				return errors.New("must be a key: 64 digits of 0 to 9 and a to f")
			}
			return nil
		}),
		at: text("at"), label: text("label"), place: text("place"), void: text("void"), previous: file("previous"),
		out: file("out"), salt: text("salt"), kept: text("kept"),
		network: cli.Choice(flags, "network", "quicknet", "default"),
		entry:   text("entry"), list: file("list"), round: file("round"), page: file("page"), salts: file("salts"), hide: file("hide"),
		receipt: text("receipt"),
		winners: cli.Int(flags, "winners", 1, 1, draw.MaxEntries), substitutes: cli.Int(flags, "substitutes", 0, 0, draw.MaxEntries),
		margin:  flags.Duration("margin", draw.Margin, ""),
		weights: flags.Bool("weights", false, ""), tickets: flags.Bool("tickets", false, ""), once: flags.Bool("once", false, ""),
		fetch: flags.Bool("fetch", false, ""), json: flags.Bool("json", false, ""),
	}
	flags.Func("published", "", func(text string) (err error) {
		o.published, err = time.Parse(time.RFC3339, text)
		return err
	})
	if err := cli.Parse(flags, args); err != nil {
		return err
	}
	mode, err := cli.Mode(flags, modes)
	if err != nil {
		return err
	}
	set := cli.Set(flags)
	for _, n := range needs {
		if err := cli.Needs(set, n.flag, n.others...); err != nil {
			return err
		}
	}
	if set["round"] && set["fetch"] {
		return cli.Misuse(errors.New("-round and -fetch can't be used together"))
	}

	var r result
	switch mode {
	case "announce":
		return o.announceList(out, stderr)
	case "receipts":
		return o.printReceipts(out, stderr)
	case "hold":
		return o.holdDraw(out, stderr)
	case "enter":
		return o.enterAnnouncement(out)
	case "checker":
		return os.WriteFile(*o.checker, []byte(published{}.page()), 0o666)
	case "result":
		r, err = o.drawWinners(stderr)
	case "verify":
		r, err = o.check()
	default:
		said := out
		if *o.json {
			said = bufio.NewWriter(io.Discard)
		}
		if r, err = tellTo(said, *o.cheat); !*o.json {
			return err
		}
	}
	if *o.json {
		r.Outcome = cli.OutcomeOf(err)
		var text strings.Builder
		err = cli.PrintResult(&text, &r, err)
		out.WriteString(escaped(text.String()))
		return err
	}
	fmt.Fprint(out, r.text())
	return err
}
