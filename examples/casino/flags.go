package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/crash"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/games"
)

const usage = `Usage:

  casino                    open a casino; Ctrl-C finishes what is under way
  casino -reseal            seal all sessions with the newest key, and end
  casino -restored          after the database was restored from a backup: end all
                            sessions, and begin new ones
  casino -audit             check all accounts: the ledger, every round, every session
  casino -receipts FILE     judge what a casino has signed, by the records that players
                            have saved (several files separated by commas), and with
                            -url whether its public log has it: a check fails if it
                            convicts the casino
  casino -monitor URL       follow the public log of a casino: whether it only grows, what
                            was revealed, what wasn't, and its age
  casino -healthy -url URL  ask an open casino whether it and its database work
  casino -load N -url URL   play at an open casino, with N players who check every round;
                            with -crash, all of them play crash
  casino -watch N -url URL  listen to crash at an open casino, with N connections, and
                            print how late events are

Flags:

  -addr ADDRESS     where to listen; 127.0.0.1:8080 if it isn't set
  -operator ADDRESS where to serve the operator's page, and /metrics for Prometheus; a
                    free port of 127.0.0.1, which the log says
  -db DATABASE      an SQLite file, or postgres://user@host/database for any number
                    of processes; casino.db
  -key FILE         the keys that seal sessions in the database, made at the first
                    start; casino.key
  -bankroll COINS   what the house can lose: no bet may pay more than a hundredth of
                    it, and open rounds not more than all of it; 1000000000
  -beacon ROUNDS    where rounds of drand come from, for chains of crash: an address of
                    its HTTP API, such as https://api.drand.sh, or a file with one
                    round in JSON; an old round that is built in, for demonstration
  -log FORMAT       of the log on standard error: text, json, or debug for text with
                    every request; text
  -for DURATION     how long to play; 10s. Of -monitor, how long to look each minute; once
                    if it isn't set
  -kept FILE        what -monitor has seen; casino-log.json
  -url URL          the casino's address; several, separated by commas, are processes
                    that share a database
`

// modes are the flags that go with each of these modes, and without one.
var modes = map[string][]string{
	"":         {"addr", "operator", "db", "key", "bankroll", "beacon", "log"},
	"reseal":   {"db", "key"},
	"restored": {"db", "key"},
	"audit":    {"db", "key"},
	"load":     {"for", "url", "crash"},
	"watch":    {"for", "url"},
	"healthy":  {"url"},
	"receipts": {"url"},
	"monitor":  {"for", "kept"},
}

type options struct {
	mode                    string // the flag that picks it, empty if none does
	addr, operator, db, key string
	log                     string // its format
	bankroll                int64
	beacon                  crash.Beacon
	players, connections    int  // of -load, of -watch
	crash                   bool // what -load plays
	duration                time.Duration
	urls, receipts          []string
	monitored, kept         string
	following               bool // the log, for the duration
}

func parse(args []string) (o options, err error) {
	flags := flag.NewFlagSet("casino", flag.ContinueOnError)
	addr := cli.Address(flags, "addr")
	operator := cli.Address(flags, "operator")
	db := cli.Text(flags, "db", notEmpty)
	key := cli.File(flags, "key")
	log := cli.Choice(flags, "log", "text", "json", "debug")
	for _, mode := range []string{"reseal", "restored", "audit", "healthy"} {
		flags.Bool(mode, false, "")
	}
	bankroll := cli.Int[int64](flags, "bankroll", house.DefaultBankroll/games.Coin, 1, 1_000_000_000_000)
	beacon := cli.Text(flags, "beacon", func(text string) (err error) {
		o.beacon, err = parseBeacon(text)
		return err
	})
	players := cli.Int(flags, "load", 0, 1, 10_000)
	flags.BoolVar(&o.crash, "crash", false, "")
	connections := cli.Int(flags, "watch", 0, 1, 10_000)
	flags.DurationVar(&o.duration, "for", 10*time.Second, "")
	urls := cli.List(flags, "url", checkURL)
	receipts := cli.List(flags, "receipts", notEmpty)
	monitored := cli.Text(flags, "monitor", checkURL)
	kept := cli.File(flags, "kept")
	if err := cli.Parse(flags, args); err != nil {
		return options{}, err
	}
	if o.mode, err = cli.Mode(flags, modes); err != nil {
		return options{}, err
	}
	if (o.mode == "load" || o.mode == "watch" || o.mode == "healthy") && *urls == nil {
		return options{}, cli.Misuse(fmt.Errorf("-%s needs -url", o.mode))
	}
	if *beacon == "" {
		o.beacon = crash.Known()
	}
	o.bankroll, o.players, o.connections, o.urls, o.receipts = *bankroll, *players, *connections, *urls, *receipts
	o.monitored, o.kept, o.following = *monitored, cmp.Or(*kept, "casino-log.json"), cli.Set(flags)["for"]
	o.addr, o.operator = cmp.Or(*addr, "127.0.0.1:8080"), cmp.Or(*operator, "127.0.0.1:0")
	o.db, o.key, o.log = cmp.Or(*db, "casino.db"), cmp.Or(*key, "casino.key"), cmp.Or(*log, "text")
	return o, nil
}

func notEmpty(text string) error {
	if text == "" {
		return errors.New("must not be empty")
	}
	return nil
}

// parseBeacon takes the address of drand's HTTP API, or the name of a file.
func parseBeacon(text string) (crash.Beacon, error) {
	if strings.HasPrefix(text, "http:") || strings.HasPrefix(text, "https:") {
		return crash.Live(text), checkURL(text)
	}
	return crash.ReadStored(text)
}

// checkURL checks a casino's address.
func checkURL(text string) error {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || strings.HasSuffix(text, "/") {
		return errors.New("must be an address such as http://127.0.0.1:8080")
	}
	return nil
}
