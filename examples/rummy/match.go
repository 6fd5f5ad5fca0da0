package main

import (
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/rummy"
)

// A match is bots at a board, and somebody who watches.
type match struct {
	terms  table.Terms
	signer record.Key // of the board
	board  []record.Post
	now    time.Time // by its clock, which is faster than this machine's
	bots   []*bot
	watch  *table.Table
}

// A bot is what a seat has: its key and seed, and what it has stored, are all that survives
// a crash.
type bot struct {
	*table.Player
	game  *rummy.Cheat
	key   record.Key
	seed  []byte
	state table.State
}

func newMatch(seats, rounds int, how string) (m *match, err error) {
	m = &match{signer: record.GenerateKey(), now: time.Now()}
	m.terms = table.Terms{Game: rummy.Terms(seats, rounds), Longest: rummy.Longest, Grace: grace, Board: m.signer.Public()}
	for range seats {
		b := &bot{key: record.GenerateKey(), seed: record.GenerateKey().Bytes()}
		m.bots, m.terms.Seats = append(m.bots, b), append(m.terms.Seats, b.key.Public())
	}
	for seat, b := range m.bots {
		b.game = &rummy.Cheat{Game: m.newGame(seat, b.seed)}
		if b.Player, err = table.New(m.terms, b.game, b.key, b.store); err != nil {
			return nil, err
		}
		b.Start(m.now)
	}
	m.bots[seats-1].game.How = how
	m.watch, err = table.Watch(m.terms, m.newGame(-1, nil))
	return m, err
}

func (b *bot) store(_, state table.State) error {
	b.state = state
	return nil
}

// newGame returns a new game of a seat, or of a spectator, whose seat is -1.
func (m *match) newGame(me int, seed []byte) *rummy.Game {
	game, err := rummy.New(m.terms, me, seed)
	if err != nil {
		panic(err) // the terms are of this game
	}
	return game
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
		if choice := b.game.Choose(); choice != nil {
			if err := b.Act(choice); err != nil {
				return false, err
			}
		}
		statement, _, err := b.Pending(m.now)
		if err != nil {
			return false, err
		}
		if statement != nil && !b.game.Gone {
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
