package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/commit/table/board/httpboard"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

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

// join plays on another process's board.
func (p *party) join(ctx context.Context, address string) error {
	client := httpboard.Dial("http://" + address)
	client.Patience = 5 * time.Minute
	defer client.Close()
	return p.play(ctx, client)
}

// play plays the seats of this process, and prints how the match ended.
func (p *party) play(ctx context.Context, b board.Board) error {
	if len(p.numbers) == 0 {
		return nil
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	last := len(p.numbers) - 1
	story := newTeller(p.out, p.plays || last == 0)
	var seats []*seat
	var work sync.WaitGroup
	for i, number := range p.numbers {
		s := &seat{party: p, stop: stop}
		s.Seat = board.Seat{Board: b, Number: number, Game: s.begin, Waits: s.waits, Changed: s.changed}
		if p.state != "" {
			s.Keeper = httpboard.KeeperFile(p.state)
		}
		if p.cheat != "" && i == 0 {
			s.cheat = &holdem.Cheat{Way: p.cheat}
		}
		if !p.asJSON && (i == last || !p.plays) {
			s.story = story
		}
		if p.plays && i == last {
			s.person = newPerson(s, p.stdin)
			go s.person.lines(ctx, p.stdin)
		}
		seats = append(seats, s)
		work.Go(func() { s.err = s.Play(ctx) })
	}
	work.Wait()
	return p.settle(context.WithoutCancel(ctx), b, seats)
}

// openBoard opens the board of a match, which is kept in files of that name, or in memory.
func openBoard(offer board.Offer, state string) (b *board.Local, closeFile func() error, err error) {
	if state == "" {
		b, err = board.Open(offer, record.GenerateKey(), newGame, nil)
		return b, func() error { return nil }, err
	}
	key, err := httpboard.LoadKey(state + ".board.key")
	if err != nil {
		return nil, nil, err
	}
	file, err := httpboard.OpenBoardFile(state + ".board")
	if err != nil {
		return nil, nil, err
	}
	if b, err = board.Open(offer, key, newGame, file); err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	return b, file.Close, nil
}

func newGame(terms table.Terms, seat int, secret []byte) (table.Game, error) {
	return holdem.New(terms, seat, secret)
}
