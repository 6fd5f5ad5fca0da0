// Command rummy plays rummy between seats that trust nobody: cards are drawn, discarded and
// shuffled again while the game goes on, and no one deals.
//
// All seats are bots in this process. They share nothing but a board, which shows everybody
// the same sequence of signed statements. Flags set how many they are, and let one cheat; -h
// lists them.
//
// The exit status is 0 if every check succeeds; 1 if one fails, because a seat cheated; and 2
// if the command line is wrong or the program can't do its work.
package main

import (
	"bufio"
	"flag"
	"io"
	"os"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/rummy"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

const usage = `usage:
  rummy [-seats N] [-cheat HOW]
      plays three rounds of rummy among four bots, or 2 to 6; with -cheat, the
      last one cheats

A cheat HOW is discard: shows a card that it doesn't hold as its discard; meld:
lays down cards that are no melds; or silent: says nothing any more when it has
drawn a card. The others go on without it.
`

const grace = 20 * time.Second

func run(args []string, stdout, stderr io.Writer) int {
	return cli.Run("rummy", usage, stdout, stderr, func(out *bufio.Writer) error {
		flags := flag.NewFlagSet("rummy", flag.ContinueOnError)
		seats := cli.Int(flags, "seats", 4, rummy.MinSeats, rummy.MaxSeats)
		cheat := cli.Choice(flags, "cheat", "discard", "meld", "silent")
		if err := cli.Parse(flags, args); err != nil {
			return err
		}
		m, err := newMatch(*seats, 3, *cheat)
		if err == nil {
			err = m.story(out)
		}
		return err
	})
}
