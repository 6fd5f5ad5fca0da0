// Command poker plays no-limit Texas hold'em between players none of whom is trusted to
// deal, without a server that sees the cards.
//
// Without flags, a few seats live in this process, with a board between them, and bet by a
// simple strategy; -h lists the flags. What is played stands in game.go of package
// examples/internal/holdem, in its order:
//
//	each seat             commitment, then what it contains   the first button, a round of its own
//	for each hand:
//	each seat             whether it plays the hand
//	each seat in turn     its key, the deck shuffled, proofs
//	each seat in turn     the others' hole cards without its layer, proof
//	the seat whose turn   an action; with a fold, all cards but its own without its layer, proof
//	each seat in turn     the street's cards without its layer, proof
//	those who are in      their cards without the last layer, proof
//
// All messages are signed, and each names all that its sender had read (packages
// commit/record and commit/table). The board puts them in one order, and stamps them with its
// time: it can hold some back, which makes a seat look silent, and it sees who says how much
// when, but no card. Nothing can stop players from telling one another their cards in secret.
//
// A seat that cheats is out at once, and one that is silent when its time is up: what it has
// put into the pot stays there, and its deposit is lost. The others keep their own cards and
// the board, and shuffle the rest again: who goes having seen the river alone has no part in
// the other one. Anybody can judge a match by its record: see -audit.
//
// The exit status is 0 if every check succeeds, also if somebody left or was silent; 1 if
// one fails, because a seat cheated, a record is damaged, or the others went on without this
// seat; and 2 if the command line is wrong or the program can't do its work.
package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/commit/table/board/httpboard"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/host"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

const usage = `usage:
  poker [-seats N] [-hands N] [-chips N] [-play] [-cheat HOW] [-record FILE]
        [-patience TIME] [-json]
      plays Texas hold'em between 4 seats in this process, or N from 2 to 9;
      with -play, you are the last one; with -cheat, seat 0 cheats
  poker -listen ADDR [-seats N] [-hands N] [-chips N] [-seat I] [-play]
        [-cheat HOW] [-state FILE] [-record FILE] [-patience TIME] [-json]
      keeps the board of a match, and plays seat I itself
  poker -connect ADDR [-seat I] [-play] [-cheat HOW] [-state FILE]
        [-record FILE] [-json]
      plays seat I on that board, or a free one
  poker -audit FILE [-json]
      says from a record alone who won what, and who cheated

-hands is how many hands are played, 3 if it isn't set; 0 means until somebody
has all chips, or 1000 hands. Each seat starts with -chips chips, 200, and has a
deposit of as many, which it loses if it cheats or is silent. A seat may take
-patience (15s) for everything that it has to say, and between machines eight
times as long in each hand besides; then it is out. Shortly before that, your
program checks, folds or mucks for you; alone among bots, you have all day. A
process with -state that was killed goes on when its command starts it again.
-record writes what all seats have signed, and the board's signature, into a
file when the match is over.

A cheat HOW is shuffle: sends a deck with a card that doesn't belong; swap: puts
another card in place of one of the flop; bet: bets more than it has; or stall:
stops sending at the flop, which fails no check, as silence proves nothing. With
-json, the result is printed as one JSON object.
`

// modes says which flags go with each flag that picks what to do, and with none.
var modes = map[string][]string{
	"":        {"seats", "hands", "chips", "play", "cheat", "record", "patience", "json"},
	"listen":  {"seats", "hands", "chips", "seat", "play", "cheat", "state", "record", "patience", "json"},
	"connect": {"seat", "play", "cheat", "state", "record", "json"},
	"audit":   {"json"},
}

// A party is the part of a match that this process plays.
type party struct {
	out           *bufio.Writer
	stdin         io.Reader
	asJSON, plays bool   // a person plays, in the last of these seats
	numbers       []int  // of the seats of this process
	alone         bool   // there are no others
	cheat         string // of the first of them
	state, record string // names of files, or empty
}

// run does what the command line says.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return cli.Run("poker", usage, stdout, stderr, func(out *bufio.Writer) error {
		return work(context.Background(), args, stdin, out, stderr)
	})
}

func work(ctx context.Context, args []string, stdin io.Reader, out *bufio.Writer, stderr io.Writer) error {
	flags := flag.NewFlagSet("poker", flag.ContinueOnError)
	p := &party{out: out, stdin: stdin}
	seats := cli.Int(flags, "seats", 4, holdem.MinSeats, holdem.MaxSeats)
	hands := cli.Int(flags, "hands", 3, 0, holdem.MaxHands)
	chips := cli.Int(flags, "chips", 200, 2, 1_000_000)
	patience := duration(flags, "patience", 15*time.Second)
	seat := cli.Int(flags, "seat", board.AnySeat, 0, holdem.MaxSeats-1)
	listen, connect := cli.Address(flags, "listen"), cli.Address(flags, "connect")
	cheat := cli.Choice(flags, "cheat", holdem.CheatNames...)
	flags.BoolVar(&p.plays, "play", false, "")
	flags.BoolVar(&p.asJSON, "json", false, "")
	state, saved, audited := cli.File(flags, "state"), cli.File(flags, "record"), cli.File(flags, "audit")
	if err := cli.Parse(flags, args); err != nil {
		return err
	}
	mode, err := cli.Mode(flags, modes)
	set := cli.Set(flags)
	if mode == "listen" {
		for _, name := range []string{"play", "cheat", "record", "json"} {
			err = cmp.Or(err, cli.Needs(set, name, "seat"))
		}
	}
	switch {
	case err != nil:
		return err
	case mode == "listen" && *seat >= *seats:
		return cli.Misuse(fmt.Errorf("-seat %d needs -seats %d or more", *seat, *seat+1))
	case p.plays && p.asJSON:
		return cli.Misuse(errors.New("-play and -json can't be used together"))
	}
	p.cheat, p.state, p.record, p.numbers = *cheat, *state, *saved, []int{*seat}
	if *hands == 0 {
		*hands = holdem.MaxHands
	}
	c := holdem.Config{Seats: *seats, Hands: *hands, Chips: *chips, SmallBlind: 1, BigBlind: 2, Deposit: *chips}
	offer := board.Offer{Game: c.Bytes(), Seats: c.Seats, Longest: holdem.Longest, Grace: *patience, Bank: 8 * *patience}
	switch mode {
	case "audit":
		return p.audit(*audited)
	case "connect":
		client := httpboard.Dial("http://" + *connect)
		client.Patience = 5 * time.Minute
		defer client.Close()
		return p.play(ctx, client)
	case "listen":
		if !set["seat"] {
			p.numbers = nil
		}
	default:
		p.alone, p.numbers, offer.Bank = true, nil, 0 // bots don't think
		for s := range *seats {
			p.numbers = append(p.numbers, s)
		}
		if p.plays && !set["patience"] {
			offer.Grace = day // nobody waits
		}
	}
	key, log := record.GenerateKey(), board.Storage(nil)
	if p.state != "" {
		if key, err = httpboard.LoadKey(p.state + ".board.key"); err == nil {
			log, err = httpboard.OpenBoardFile(p.state + ".board")
		}
	}
	var local *board.Local
	if err == nil {
		local, err = board.Open(offer, key, newGame, log)
	}
	if err != nil {
		return err
	}
	return host.Board(ctx, local, *listen, stderr, p.play)
}

func newGame(terms table.Terms, seat int, secret []byte) (table.Game, error) {
	return holdem.New(terms, seat, secret)
}

const day = 24 * time.Hour

// duration defines a flag whose value must be a time from a second to a day.
func duration(flags *flag.FlagSet, name string, value time.Duration) *time.Duration {
	flags.Func(name, "", func(text string) error {
		d, err := time.ParseDuration(text)
		if err != nil || d < table.MinGrace || d > day || d%time.Millisecond != 0 {
			return errors.New("must be a time from 1s to 24h, such as 20s or 2m")
		}
		value = d
		return nil
	})
	return &value
}
