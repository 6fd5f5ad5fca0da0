package main

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"io"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

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

// A cheat is a bot's game that may lie, as -cheat says. An honest one is empty.
type cheat struct {
	*rummy
	how  string
	gone bool
}

// Own puts another card in the place of the one that the seat has discarded.
func (c *cheat) Own() []byte {
	message := c.rummy.Own()
	if c.how == "discard" && c.step == showing {
		is := c.cards.Look(c.hands[c.me][c.play[0]])[0]
		message = bytes.Clone(message)
		copy(message[32:], c.deck.At((is+1)%c.deck.Len()).Bytes())
	}
	return message
}

// Check lets everything pass: what is wrong is for the others to find.
func (c *cheat) Check(seat int, choice []byte) error {
	if c.how == "meld" {
		return nil
	}
	return c.rummy.Check(seat, choice)
}

func (c *cheat) choose() []byte {
	choice := c.rummy.choose()
	switch {
	case choice == nil || c.step != playing:
	case c.how == "silent":
		c.gone = true
	case c.how == "meld": // all that it doesn't discard is one
		choice = append(choice[:1], make([]byte, len(c.hands[c.me])-1)...)
	}
	return choice
}
