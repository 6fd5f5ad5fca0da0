package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/crash"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/casino/internal/load"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/games"
)

const usage = `Usage:

  casino                    open a casino; Ctrl-C finishes what is under way
  casino -reseal            seal all sessions with the newest key, and end
  casino -restored          after the database was restored from a backup: end all
                            sessions, and begin new ones
  casino -audit             check the whole database: the ledger, every round, every
                            session; exit status 1 if something is wrong
  casino -receipts FILE     judge what a casino has signed, by the records that players
                            have saved (several files separated by commas), and with
                            -url whether its public log has it; exit status 1 if it
                            convicts the casino
  casino -monitor URL       follow the public log of a casino: whether it only grows, what
                            was revealed, what wasn't, and its age; exit status 1 if the
                            log isn't what it should be
  casino -healthy -url URL  ask an open casino whether it and its database work; exit
                            status 1 if they don't
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
                    it, and open hands not more than all of it; 1000000000
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
	addr, operator, db, key, log string
	resealing, restored, audit   bool
	healthy                      bool
	bankroll                     int64
	beacon                       crash.Beacon
	load, watch                  int
	crash                        bool // what -load plays
	duration                     time.Duration
	urls, receipts               []string
	monitor, kept                string
	following                    bool // the log, for the duration
}

func parse(args []string) (o options, err error) {
	flags := flag.NewFlagSet("casino", flag.ContinueOnError)
	addr := cli.Address(flags, "addr")
	operator := cli.Address(flags, "operator")
	db := cli.Text(flags, "db", notEmpty)
	key := cli.File(flags, "key")
	log := cli.Choice(flags, "log", "text", "json", "debug")
	flags.BoolVar(&o.resealing, "reseal", false, "")
	flags.BoolVar(&o.restored, "restored", false, "")
	flags.BoolVar(&o.audit, "audit", false, "")
	flags.BoolVar(&o.healthy, "healthy", false, "")
	bankroll := cli.Int[int64](flags, "bankroll", house.DefaultBankroll/games.Coin, 1, 1_000_000_000_000)
	beacon := cli.Text(flags, "beacon", func(text string) (err error) {
		o.beacon, err = parseBeacon(text)
		return err
	})
	load := cli.Int(flags, "load", 0, 1, 10_000)
	flags.BoolVar(&o.crash, "crash", false, "")
	watch := cli.Int(flags, "watch", 0, 1, 10_000)
	flags.DurationVar(&o.duration, "for", 10*time.Second, "")
	urls := cli.List(flags, "url", checkURL)
	receipts := cli.List(flags, "receipts", notEmpty)
	watched := cli.Text(flags, "monitor", checkURL)
	kept := cli.File(flags, "kept")
	if err := cli.Parse(flags, args); err != nil {
		return options{}, err
	}
	mode, err := cli.Mode(flags, modes)
	if err != nil {
		return options{}, err
	}
	if (mode == "load" || mode == "watch" || mode == "healthy") && *urls == nil {
		return options{}, cli.Misuse(fmt.Errorf("-%s needs -url", mode))
	}
	if *beacon == "" {
		o.beacon = crash.Known()
	}
	o.bankroll, o.load, o.watch, o.urls, o.receipts = *bankroll, *load, *watch, *urls, *receipts
	o.monitor, o.kept, o.following = *watched, cmp.Or(*kept, "casino-log.json"), cli.Set(flags)["for"]
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
		return errors.New("must be an address such as http://127.0.0.1:8080, or several separated by commas")
	}
	return nil
}

func (o options) do(ctx context.Context, stdout, stderr io.Writer) error {
	switch {
	case o.resealing:
		return o.each(ctx, stdout, "sealed with the newest key", (*house.House).Reseal)
	case o.restored:
		return o.each(ctx, stdout, "ended, and as many begun", (*house.House).Renew)
	case o.audit:
		return o.upkeep(ctx, func(h *house.House) error {
			report, err := h.Audit(ctx)
			if err != nil {
				return err
			}
			report.Print(stdout)
			if report.Faults > 0 {
				return cli.CheckFailed(errors.New("the database isn't right"))
			}
			return nil
		})
	case o.healthy:
		if err := o.reach(ctx, "/healthz"); err != nil {
			return cli.CheckFailed(err)
		}
		return nil
	case o.receipts != nil:
		return o.judge(ctx, stdout)
	case o.monitor != "":
		return o.follow(ctx, stdout)
	case o.load > 0:
		if err := o.reach(ctx, "/api/games"); err != nil {
			return err
		}
		report, err := o.play(ctx)
		report.Print(stdout)
		if err != nil {
			return cli.CheckFailed(err)
		}
		return nil
	case o.watch > 0:
		if err := o.reach(ctx, "/api/crash"); err != nil {
			return err
		}
		report, err := load.Watch(ctx, o.urls, o.watch, o.duration)
		report.Print(stdout)
		return err
	}
	return o.serve(ctx, stdout, o.logger(stderr))
}

// play plays as many people do.
func (o options) play(ctx context.Context) (report interface{ Print(w io.Writer) }, err error) {
	if o.crash {
		return load.Crash(ctx, o.urls, o.load, o.duration)
	}
	return load.Run(ctx, o.urls, o.load, o.duration)
}

// reach finds out whether a casino answers at each address. Later, players go on asking one
// that doesn't answer, as it may come back.
func (o options) reach(ctx context.Context, path string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for _, address := range o.urls {
		r, err := http.NewRequestWithContext(ctx, http.MethodGet, address+path, nil)
		if err != nil {
			return err
		}
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			return err
		}
		response.Body.Close()
		if response.StatusCode != http.StatusOK {
			return fmt.Errorf("%s isn't an open casino: %s", address, response.Status)
		}
	}
	return nil
}

func (o options) logger(w io.Writer) *slog.Logger {
	switch o.log {
	case "json":
		return slog.New(slog.NewJSONHandler(w, nil))
	case "debug":
		return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	return slog.New(slog.NewTextHandler(w, nil))
}
