package main

import (
	"errors"
	"flag"
	"fmt"
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
      all bets. A file without any seeds is tested against the odds only
  audit -chain -site SITE -game GAME hash=HASH [-json]
      walks from the hash of a crash game to the published end of the chain
  audit -vectors FILE [-json]
      replays published rounds, in the form of rounds.json in
      seedrng/sites/testdata, and says which come out

With -json, the result is one JSON object. The exit status is 1 only if a scheme
that is evidenced to be the site's is contradicted, or an answer is no.
`

// modes says which flags go with each flag that picks what to do, and with none.
var modes = map[string][]string{
	"":        {"site", "game", "json"},
	"list":    {"site", "json"},
	"odds":    {"site", "game", "json"},
	"batch":   {"site", "game", "json"},
	"chain":   {"site", "game", "json"},
	"vectors": {"json"},
}

// A command is what the command line asks for.
type command struct {
	mode       string
	site, game string
	bet        sites.Bet
	file       string
	json       bool
}

// parse reads the command line. If it asks for help, the command has the site and the
// game that stood before that.
func parse(args []string) (command, error) {
	var c command
	flags := flag.NewFlagSet("audit", flag.ContinueOnError)
	flags.Bool("list", false, "")
	flags.Bool("odds", false, "")
	flags.Bool("chain", false, "")
	flags.BoolVar(&c.json, "json", false, "")
	site := cli.Text(flags, "site", func(text string) error {
		var all []string
		for _, s := range sites.Sites() {
			all = append(all, s.Name)
		}
		if siteOf(text) == nil {
			return fmt.Errorf("the sites are %s", cli.And(all))
		}
		return nil
	})
	game := cli.Text(flags, "game", func(string) error { return nil })
	batch, vectors := cli.File(flags, "batch"), cli.File(flags, "vectors")

	texts, err := cli.ParseOperands(flags, args)
	if c.site, c.game = *site, *game; c.site != "" && siteOf(c.site) != nil {
		c.site = siteOf(c.site).Name
	}
	if err != nil {
		return c, err
	}
	if c.mode, err = cli.Mode(flags, modes); err != nil {
		return c, err
	}
	c.file = *batch + *vectors // of which one at most is set
	set := cli.Set(flags)
	switch {
	case c.mode == "odds" || c.mode == "batch" || c.mode == "chain":
		err = cli.Needs(set, c.mode, "site")
	case len(texts) > 0 && !set["game"] && (c.mode != "" || !strings.Contains(texts[0], "=")):
		err = cli.Misuse(fmt.Errorf("unexpected argument %q", texts[0]))
	case len(texts) > 0 && !set["game"]:
		err = cli.Misuse(errors.New("a bet needs -site and -game"))
	}
	if err == nil && c.mode != "list" {
		err = cli.Needs(set, "site", "game")
	}
	if err == nil {
		err = cli.Needs(set, "game", "site")
	}
	if err != nil {
		return c, err
	}
	if c.game == "" {
		return c, nil
	}
	g, err := sites.Find(c.site, c.game)
	if err != nil {
		return c, cli.Misuse(err)
	}
	c.game = g.Name
	c.bet, err = fields(g, texts)
	return c, err
}

// siteOf returns the site of a name or a title, in any case, nil if there is none.
func siteOf(name string) *sites.Site {
	for _, s := range sites.Sites() {
		if strings.EqualFold(s.Name, name) || strings.EqualFold(s.Title, name) {
			return &s
		}
	}
	return nil
}

// fields reads arguments FIELD=VALUE.
func fields(g *sites.Game, texts []string) (sites.Bet, error) {
	bet := make(sites.Bet)
	for _, text := range texts {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return nil, cli.Misuse(fmt.Errorf("%q isn't FIELD=VALUE", text))
		}
		if !slices.Contains(names(g), name) {
			return nil, cli.Misuse(fmt.Errorf("no field is called %q: the game has %s", name, cli.And(names(g))))
		}
		if _, ok := bet[name]; ok {
			return nil, cli.Misuse(fmt.Errorf("%s is given twice", name))
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
