// Command audit checks bets of gambling sites: one, step by step, or a file of millions.
//
// Without flags, it replays a published bet of Stake's dice and explains each step.
// Flags pick something else; -h lists them.
//
// The exit status is 0 if every check succeeds; 1 if one fails; and 2 if the command
// line is wrong or the program can't do its work. A bet that doesn't agree fails only if
// its scheme is known to be the site's in every parameter.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// published is a bet of Stake's dice that is public: Stake's own calculator shows its
// result.
var published = sites.Bet{
	"server": "f2ac89b608eeb01312d115bce6741b32",
	"client": "86ff027f15c48241af7f54a726690ee7",
	"nonce":  "2",
	"result": "5.86",
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return cli.Run("audit", usage, stdout, stderr, func(out *bufio.Writer) error {
		return work(args, stdin, out, cli.NewProgress(stderr))
	})
}

func work(args []string, stdin io.Reader, out *bufio.Writer, progress *cli.Progress) error {
	c, err := parse(args)
	if errors.Is(err, flag.ErrHelp) && c.game != "" {
		return help(out, c.site, c.game)
	}
	if err != nil {
		return err
	}
	switch c.mode {
	case "list":
		return list(out, c.site, c.json)
	case "vectors":
		return compare(c.file, stdin, out, progress, c.json)
	case "odds":
		return odds(out, c.site, c.game, c.bet, c.json)
	case "chain":
		return walk(out, progress, c.site, c.game, c.bet, c.json)
	case "batch":
		return auditFile(c, stdin, out, progress)
	}
	if c.site != "" {
		return replay(out, c.site, c.game, c.bet, c.json)
	}
	if c.json {
		return replay(out, "stake", "dice", published, true)
	}
	fmt.Fprint(out, cli.Wrap("", "", "A published bet, whose result Stake's own calculator shows, replayed step by step. To check a bet of your own:")+
		"  go run ./examples/audit -site stake -game dice server=SEED client=SEED \\\n    nonce=0 commitment=HASH result=28.07\n\n")
	return replay(out, "stake", "dice", published, false)
}
