package main

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/rummy"
)

// A match is bots at a board, and what an audit of it says.
type match struct {
	board *board.Local
	bots  []*bot
	audit *table.Table
	game  *rummy.Game
}

// A bot plays a seat.
type bot struct {
	board.Seat
	game *cheat
	way  string // in which it cheats, or empty
	saw  func() // called when there is something new
	err  error
}

// newMatch opens a board for seats the last of which cheats, unless way is empty.
func newMatch(seats, rounds int, way string) (m *match, err error) {
	m = new(match)
	offer := board.Offer{Game: rummy.Terms(seats, rounds), Seats: seats, Longest: rummy.Longest, Grace: grace}
	if m.board, err = board.Open(offer, record.GenerateKey(), m.watch, nil); err != nil {
		return nil, err
	}
	for seat := range seats {
		b := &bot{saw: func() {}}
		b.Seat = board.Seat{Board: m.board, Number: seat, Game: b.begin, Changed: b.changed}
		m.bots = append(m.bots, b)
	}
	m.bots[seats-1].way = way
	return m, nil
}

// watch begins the game of somebody without a seat.
func (m *match) watch(terms table.Terms, seat int, secret []byte) (g table.Game, err error) {
	m.game, err = rummy.New(terms, seat, secret)
	return m.game, err
}

// begin begins the game of a bot. One that was silent before it crashed stays so.
func (b *bot) begin(terms table.Terms, seat int, secret []byte) (table.Game, error) {
	game, err := rummy.New(terms, seat, secret)
	if err != nil || seat == board.Nobody {
		return game, err
	}
	b.game = &cheat{Game: game, way: b.way, gone: b.game != nil && b.game.gone}
	return b.game, nil
}

// changed chooses when it is the bot's turn.
func (b *bot) changed() {
	b.saw()
	b.game.Events = nil
	if _, choosing := b.Player.Choosing(time.Now()); choosing {
		if choice := b.game.Choose(); choice != nil {
			if err := b.Player.Act(choice); err != nil {
				panic(err) // the rules allow it
			}
		}
	}
}

// play has all bots play to the end, and audits the board.
func (m *match) play(ctx context.Context, play func(*bot, context.Context) error) error {
	var work sync.WaitGroup
	for _, b := range m.bots {
		work.Go(func() { b.err = play(b, ctx) })
	}
	work.Wait()
	for _, b := range m.bots {
		if errors.Is(b.err, board.ErrNotFinal) {
			return cli.CheckFailed(b.err)
		} else if b.err != nil {
			return b.err
		}
	}
	posts, err := board.All(ctx, m.board)
	if err != nil {
		return err
	}
	if m.audit, err = board.Audit(posts, m.watch); err != nil {
		return cli.CheckFailed(err)
	}
	for _, b := range m.bots {
		if err := b.Agrees(m.audit); err != nil {
			return cli.CheckFailed(err)
		}
	}
	return nil
}
