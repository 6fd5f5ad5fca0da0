package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/commit/table/board/httpboard"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

// A party is the part of a match that this process plays.
type party struct {
	out           *bufio.Writer
	stdin         io.Reader
	asJSON, plays bool   // a person plays, in the last of these seats
	numbers       []int  // of the seats of this process
	alone         bool   // there are no others
	way           string // in which the first of them cheats; empty if it doesn't
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
		if p.way != "" && i == 0 {
			s.cheat = &holdem.Cheat{Way: p.way}
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

// settle prints how a match ended that this process has played, and returns what was wrong
// with it, by those of its seats that don't cheat, if there are any.
func (p *party) settle(ctx context.Context, b board.Board, seats []*seat) error {
	last := seats[len(seats)-1]
	if last.story != nil {
		last.story.end()
	}
	if p.alone && last.person != nil && last.person.left {
		last.story.Say("You left in hand %d.", last.game.Hand)
		return nil
	}
	honest := seats
	if p.way != "" && len(seats) > 1 {
		honest = seats[1:]
	}
	for _, s := range honest {
		if errors.Is(s.err, board.ErrNotFinal) {
			return cli.CheckFailed(s.err)
		} else if s.err != nil {
			return s.err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	posts, err := board.All(ctx, b)
	if err != nil {
		return fmt.Errorf("the match is over, but its record can't be read: %w", err)
	}
	if p.record != "" {
		if err := os.WriteFile(p.record, board.Encode(posts), 0o644); err != nil {
			return fmt.Errorf("writing the record: %w", err)
		}
	}
	v := judge(posts, nil)
	for _, s := range honest {
		gone := func(o out) bool { return o.Seat == s.Number && o.Why != table.Left.String() }
		if err := s.Agrees(v.Table); err != nil {
			v.blame = cli.CheckFailed(errors.Join(err, v.Err))
		} else if slices.ContainsFunc(v.outs, gone) {
			v.blame = cmp.Or(v.blame, cli.CheckFailed(fmt.Errorf("the others went on without seat %d", s.Number)))
		}
	}
	return v.tell(p, last.story, &last.Number)
}
