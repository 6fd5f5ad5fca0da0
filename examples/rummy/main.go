// Command rummy plays rummy between seats that trust nobody: cards are drawn, discarded and
// put back into the stock, which all shuffle, and no one deals.
//
// All seats are bots in this process. They share nothing but a board, which shows everybody
// the same sequence of signed statements; -h lists the flags. What is played stands in game.go
// of package examples/internal/rummy, in its order:
//
//	for each round:
//	each seat in turn     its key, the deck shuffled, proofs
//	each seat in turn     the others' cards, and that of the pile, without its layer, proof
//	the seat whose turn   where it draws from
//	each other seat       a card from the stock without its layer, proof
//	the seat whose turn   the place of its discard, then that card, proof
//	who goes out          all its cards, proof; and then the others
//	when the stock is empty, before a draw:
//	each seat in turn     the pile shuffled, all other cards encrypted once more, proofs
package main

import (
	"bufio"
	"context"
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

// grace is the time that a seat has: bots need little of it.
const grace = 5 * time.Second

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
			err = m.story(context.Background(), out)
		}
		return err
	})
}
