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

const grace = 20 * time.Second

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	return cli.Run("rummy", usage, stdout, stderr, func(out *bufio.Writer) error {
		flags := flag.NewFlagSet("rummy", flag.ContinueOnError)
		seats := cli.Int(flags, "seats", 4, 2, 6)
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

// A match is bots at a board, and somebody who watches.
type match struct {
	rounds int
	terms  table.Terms
	deck   sra.Deck
	signer record.Key // of the board
	board  []record.Post
	now    time.Time // by its clock, which is faster than this machine's
	bots   []*bot
	watch  *table.Table
}

// A bot is what a seat has: its key and seed, and what it has stored, are all that survives
// a crash.
type bot struct {
	*table.Table
	game  *cheat
	key   record.Key
	seed  []byte
	state table.State
}

func newMatch(seats, rounds int, how string) (m *match, err error) {
	m = &match{rounds: rounds, signer: record.GenerateKey(), now: time.Now()}
	if m.deck, err = sra.PublicDeck(sra.Ristretto255(), "rummy", 52); err != nil {
		return nil, err
	}
	m.terms = table.Terms{
		Game: fmt.Appendf(nil, "%s %d rounds.", rules, rounds), Longest: hand.MessageSize(m.deck.Group(), m.deck.Len()),
		Grace: grace, Board: m.signer.Public(),
	}
	for range seats {
		b := &bot{key: record.GenerateKey(), seed: record.GenerateKey().Bytes()}
		m.bots, m.terms.Seats = append(m.bots, b), append(m.terms.Seats, b.key.Public())
	}
	for seat, b := range m.bots {
		b.game = &cheat{rummy: m.rummy(seat, b.seed)}
		if b.Table, err = table.New(m.terms, b.game, b.key, b.store); err != nil {
			return nil, err
		}
		b.Start(m.now)
	}
	m.bots[seats-1].game.how = how
	m.watch, err = table.Watch(m.terms, m.rummy(-1, nil))
	return m, err
}

func (b *bot) store(_, state table.State) error {
	b.state = state
	return nil
}

// rummy returns a new game of a seat, or of a spectator, whose seat is -1.
func (m *match) rummy(me int, seed []byte) *rummy {
	r := &rummy{rounds: m.rounds, me: me, seed: seed, deck: m.deck, Points: make([]int, len(m.terms.Seats))}
	for seat := range r.Points {
		r.Players = append(r.Players, seat)
	}
	return r
}

// play goes on until the game is over and nobody has anything to say.
func (m *match) play() error {
	for {
		said, err := m.step()
		if err != nil || !said && m.watch.Over() {
			return err
		}
		if !said {
			m.now = m.now.Add(grace / 4)
		}
	}
}

// step has each bot say what it has to say, and reports whether there was anything.
func (m *match) step() (said bool, err error) {
	for _, b := range m.bots {
		if choice := b.game.choose(); choice != nil {
			if err := b.Act(choice); err != nil {
				return false, err
			}
		}
		statement, _, err := b.Pending(m.now)
		if err != nil {
			return false, err
		}
		if statement != nil && !b.game.gone {
			said = true
			m.post(statement)
		}
	}
	return said, nil
}

// post shows everybody a statement.
func (m *match) post(statement []byte) {
	p := record.Post{Number: uint64(len(m.board) + 1), Stamp: m.now.UnixMilli(), Bytes: statement}
	m.board = append(m.board, p)
	for _, b := range m.bots {
		b.Read(m.now, p) // an error would be that the board repeats a number
	}
	m.watch.Read(m.now, p)
}
