// Command audit checks bets of gambling sites: one, step by step, or a file of millions.
//
// Without flags, it replays a published bet of Stake's dice and explains each step.
// Flags pick something else; -h lists them.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

const usage = `usage:
  audit
      replays a published bet of Stake's dice, step by step
  audit -list [-site SITE] [-json]
      lists sites and games, or those of one site; to list the fields of a
      game's bets: audit -site SITE -game GAME -h
  audit -site SITE -game GAME FIELD=VALUE... [-json]
      replays a bet: its steps, whether the commitment and the result that the
      site showed agree, and what the scheme doesn't protect from
  audit -odds -site SITE -game GAME [FIELD=VALUE...] [-json]
      prints the exact odds of a game, and what it returns. The fields are
      those that choose the form of the game, such as rows and risk
  audit -batch FILE -site SITE -game GAME [FIELD=VALUE...] [-json]
      replays a file of bets, and tests whether the results fit the odds. The
      file is CSV with a header of the fields' names, or a JSON object on each
      line; - is standard input. The fields after the flags are the same for
      all bets. Bets without seeds are only tested against the odds
  audit -batch FILE [-json]
      checks rounds of this project's own scheme, seedrng v1, as
      examples/casino exports them: commitments, outcomes, payments, and
      whether rounds are missing or repeated
  audit -chain -site SITE -game GAME hash=HASH [-json]
      walks from the hash of a crash game to the published end of the chain

With -json, the result is one JSON object. Whether a bet contradicts the site,
or only the scheme as published, which may not be the site's, the words say, and
"accused" in JSON.
`

// modes says which flags go with each flag that picks what to do, and with none.
var modes = map[string][]string{
	"":      {"site", "game", "json"},
	"list":  {"site", "json"},
	"odds":  {"site", "game", "json"},
	"batch": {"site", "game", "json"},
	"chain": {"site", "game", "json"},
}

// published is a bet of Stake's dice that is public: Stake's own calculator shows its
// result.
var published = []string{
	"server=f2ac89b608eeb01312d115bce6741b32", "client=86ff027f15c48241af7f54a726690ee7",
	"nonce=2", "result=5.86",
}

const introduction = `A published bet, whose result Stake's own calculator shows, replayed step by
step. To check a bet of your own:
  audit -site stake -game dice server=SEED client=SEED nonce=0 \
    commitment=HASH result=28.07

`

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return cli.Run("audit", usage, stdout, stderr, func(out *bufio.Writer) error {
		r, err := parse(args)
		switch {
		case err == nil:
			err = r.do(stdin, printer{out}, newProgress(stderr))
		case errors.Is(err, flag.ErrHelp) && r.game != "":
			err = help(printer{out}, r.site, r.game)
		}
		if errors.Is(err, sites.ErrMalformed) || errors.Is(err, sites.ErrUnknown) {
			err = cli.Misuse(err)
		}
		return err
	})
}

// A request is what the command line asks for.
type request struct {
	mode, site, game string
	file             string // of -batch
	asJSON           bool
	fields           []string // FIELD=VALUE
}

// parse reads the command line. With [flag.ErrHelp], the request has what stood before -h.
func parse(args []string) (request, error) {
	flags := flag.NewFlagSet("audit", flag.ContinueOnError)
	for _, mode := range []string{"list", "odds", "chain"} {
		flags.Bool(mode, false, "")
	}
	site, game := flags.String("site", "", ""), flags.String("game", "", "")
	file, asJSON := cli.File(flags, "batch"), flags.Bool("json", false, "")
	operands, err := parseAmong(flags, args)
	r := request{site: *site, game: *game, file: *file, asJSON: *asJSON, fields: operands}
	if err == nil {
		r.mode, err = cli.Mode(flags, modes)
	}
	return r, err
}

// parseAmong parses flags, and returns the operands before, among and after them.
func parseAmong(flags *flag.FlagSet, args []string) (operands []string, err error) {
	flags.SetOutput(io.Discard)
	for err = flags.Parse(args); err == nil && flags.NArg() > 0; err = flags.Parse(flags.Args()[1:]) {
		operands = append(operands, flags.Arg(0))
	}
	if err != nil && err != flag.ErrHelp {
		err = cli.Misuse(err)
	}
	return operands, err
}

// do does what is asked for, of a game or without one.
func (r request) do(stdin io.Reader, out printer, progress *progress) error {
	if len(r.fields) == 0 && r.game == "" {
		switch {
		case r.mode == "list":
			return list(out, r.site, r.asJSON)
		case r.mode == "batch" && r.site == "":
			return auditRounds(r.file, stdin, out, progress, r.asJSON)
		case r.mode == "" && r.site == "":
			if !r.asJSON {
				fmt.Fprint(out, introduction)
			}
			r.site, r.game, r.fields = "stake", "dice", published
		}
	}
	if r.site == "" || r.game == "" {
		return cli.Misuse(errors.New("-site and -game are both needed; -list has the names"))
	}
	g, err := sites.Find(r.site, r.game)
	if err != nil {
		return err
	}
	bet, err := betOf(g, r.fields)
	if err != nil {
		return cli.Misuse(err)
	}
	switch site := strings.ToLower(r.site); r.mode {
	case "odds":
		return odds(out, site, g, bet, r.asJSON)
	case "chain":
		return walk(out, progress, site, g, bet, r.asJSON)
	case "batch":
		return auditFile(r.file, stdin, out, progress, newAudit(site, g, bet), r.asJSON)
	default:
		return replay(out, site, g, bet, r.asJSON)
	}
}

// betOf returns the bet of arguments FIELD=VALUE.
func betOf(g *sites.Game, fields []string) (sites.Bet, error) {
	bet := make(sites.Bet)
	for _, text := range fields {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return nil, fmt.Errorf("%q isn't FIELD=VALUE", text)
		}
		if !slices.Contains(names(g), name) {
			return nil, fmt.Errorf("no field is called %q: the game has %s", name, cli.And(names(g)))
		}
		if _, ok := bet[name]; ok {
			return nil, fmt.Errorf("%s is given twice", name)
		}
		bet[name] = value
	}
	return bet, nil
}

// names returns the names of a game's fields.
func names(g *sites.Game) []string {
	var all []string
	for _, f := range g.Fields {
		all = append(all, f.Name)
	}
	return all
}
