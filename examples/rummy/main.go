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
	"fmt"
	"io"
	"os"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// rules are part of the terms.
const rules = `Straight rummy for 2 to 6. Two seats are dealt 10 cards each, three or four 7, five
or six 6; one more card begins the pile. In turn, each seat draws a card from the stock or takes the
top of the pile, then discards one, but not the one it has just taken. If all its other cards
form sets of three or four of a rank, or runs of three or more in a suit, ace low, it lays them
down and wins the pips of all cards that the others hold: 1 for an ace, 10 for court cards. A
card that a seat holds when it goes out of the game counts 10. When the stock is empty, the pile
but its top is shuffled. After 150 turns, nobody wins. Each round, another seat begins.`

const usage = `usage:
  rummy [-seats N] [-cheat HOW]
      plays three rounds of rummy among four bots, or 2 to 6; with -cheat, the
      last one cheats

A cheat HOW is discard: shows a card that it doesn't hold as its discard; meld:
lays down cards that are no melds; or silent: says nothing any more when it has
drawn a card. The others go on without it.
`

const (
	rounds = 3
	grace  = 20 * time.Second
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	return cli.Run("rummy", usage, stdout, stderr, func(out *bufio.Writer) error {
		flags := flag.NewFlagSet("rummy", flag.ContinueOnError)
		seats := cli.Int(flags, "seats", 4, 2, 6)
		cheat := cli.Choice(flags, "cheat", "discard", "meld", "silent")
		if err := cli.Parse(flags, args); err != nil {
			return err
		}
		m, err := newMatch(*seats, *cheat)
		if err == nil {
			err = m.story(out)
		}
		return err
	})
}

// A match is bots at a board, and somebody who watches.
type match struct {
	terms  table.Terms
	deck   sra.Deck
	signer record.Key // of the board
	board  []record.Post
	now    time.Time // by its clock, which is faster than this machine's
	bots   []*bot
	watch  *table.Table
}

type bot struct {
	*table.Table
	game *cheat
}

func newMatch(seats int, how string) (m *match, err error) {
	m = &match{signer: record.GenerateKey(), now: time.Now()}
	if m.deck, err = sra.PublicDeck(sra.Ristretto255(), "rummy", 52); err != nil {
		return nil, err
	}
	m.terms = table.Terms{
		Game: fmt.Appendf(nil, "%s %d rounds.", rules, rounds), Longest: hand.MessageSize(m.deck.Group(), m.deck.Len()),
		Grace: grace, Board: m.signer.Public(),
	}
	var keys []record.Key
	for range seats {
		key := record.GenerateKey()
		keys, m.terms.Seats = append(keys, key), append(m.terms.Seats, key.Public())
	}
	for seat, key := range keys {
		game := &cheat{rummy: m.rummy(seat, record.GenerateKey().Bytes())}
		if seat == seats-1 {
			game.how = how
		}
		t, err := table.New(m.terms, game, key, func(_, _ table.State) error { return nil })
		if err != nil {
			return nil, err
		}
		t.Start(m.now)
		m.bots = append(m.bots, &bot{t, game})
	}
	return m, nil
}

// rummy returns a new game of a seat, or of a spectator, whose seat is -1.
func (m *match) rummy(me int, seed []byte) *rummy {
	r := &rummy{rounds: rounds, me: me, seed: seed, deck: m.deck, Points: make([]int, len(m.terms.Seats))}
	for seat := range r.Points {
		r.Players = append(r.Players, seat)
	}
	return r
}

// play has all bots speak and read until nobody has anything to say.
func (m *match) play() error {
	for said := true; said || !m.watch.Over(); {
		said = false
		for _, b := range m.bots {
			if move := b.game.choose(); move != nil {
				if err := b.Act(move); err != nil {
					return err
				}
			}
			statement, _, err := b.Pending(m.now)
			if err != nil {
				return err
			}
			if statement != nil && !b.game.gone {
				said = true
				m.post(statement)
			}
		}
		if !said {
			m.now = m.now.Add(grace / 4)
		}
	}
	return nil
}

// post shows everybody a statement.
func (m *match) post(statement []byte) {
	p := record.Post{Number: uint64(len(m.board) + 1), Stamp: m.now.UnixMilli(), Bytes: statement}
	m.board = append(m.board, p)
	for _, b := range m.bots {
		b.Read(m.now, p)
	}
	m.watch.Read(m.now, p)
}
