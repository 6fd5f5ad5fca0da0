package board

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

// ErrRestarted is that a board isn't the one of the request before: it may have lost posts.
var ErrRestarted = errors.New("the board was restarted")

// ErrNotFinal is that too few seats have signed the end, a grace after it.
var ErrNotFinal = errors.New("the game is over, but too few seats have signed that")

// A Player plays a table on a board.
type Player struct {
	Board   Board
	Terms   table.Terms
	Table   *table.Table
	Moves   <-chan func() // what else may use the Table: it is called between two posts
	Changed func()        // called when there is something new, and may use the Table
	Astray  func()        // called, if it isn't nil, while the Table returns a table.ErrAstray

	kept   []record.Post // those with a place
	lost   []record.Post // that the board had, and has to get again
	signed bool          // by the board, at the end
}

// Play plays until the game is over and the board has signed that, or a grace has passed.
// It returns an [ErrNotFinal], or the error of the context, the board or the store function.
func (p *Player) Play(ctx context.Context) error {
	for {
		if err := p.connect(ctx); !errors.Is(err, ErrRestarted) {
			return err
		}
	}
}

// connect brings the table to where the board is, and plays.
func (p *Player) connect(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var failed error
	after, err := p.Table.Connect(func(number uint64) (record.Post, bool) {
		posts, err := p.Board.Posts(ctx, number, false)
		if failed = errors.Join(failed, err); len(posts) == 0 || posts[0].Number != number {
			return record.Post{}, false
		}
		return posts[0], true
	})
	if err := errors.Join(err, failed); err != nil {
		return err
	}
	// Posts that the board has lost are given to it again. It drops those that it has.
	lost := p.kept
	for len(lost) > 0 && lost[0].Number <= after {
		lost = lost[1:]
	}
	p.kept, p.lost = p.kept[:len(p.kept)-len(lost)], slices.Concat(lost, p.lost)
	for _, post := range p.lost {
		if err := p.Board.Post(ctx, post.Bytes); err != nil {
			return err
		}
	}
	for caughtUp := false; !caughtUp; {
		posts, err := p.Board.Posts(ctx, after+1, false)
		if err = errors.Join(err, p.read(posts)); err != nil {
			return err
		}
		caughtUp, after = len(posts) == 0, after+uint64(len(posts))
	}
	p.Table.Start(time.Now())
	p.Changed()

	news, broken := make(chan []record.Post), make(chan error, 1)
	go func() {
		for next := after + 1; ; {
			posts, err := p.Board.Posts(ctx, next, true)
			if err != nil {
				broken <- err
				return
			}
			next += uint64(len(posts))
			select {
			case news <- posts:
			case <-ctx.Done():
				return
			}
		}
	}()
	var end time.Time // when nobody is waited for any more
	for {
		statement, again, err := p.Table.Pending(time.Now())
		switch astray := errors.Is(err, table.ErrAstray); {
		case astray && p.Astray != nil:
			p.Astray()
		case err != nil && !astray:
			return err
		}
		if statement != nil {
			if err := p.Board.Post(ctx, statement); err != nil {
				return err
			}
		}
		if p.Table.Over() && end.IsZero() {
			end = time.Now().Add(p.Terms.Grace)
		}
		switch late := !end.IsZero() && !time.Now().Before(end); {
		case p.Table.Final() && (p.signed || late):
			return nil
		case late:
			return ErrNotFinal
		case !end.IsZero() && end.Before(again):
			again = end
		}
		select {
		case posts := <-news:
			if err := p.read(posts); err != nil {
				return err
			}
		case move := <-p.Moves:
			move()
		case <-time.After(time.Until(again)):
		case err := <-broken:
			return err
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err) // perhaps the board has changed
		}
	}
}

func (p *Player) read(posts []record.Post) error {
	for _, post := range posts {
		placed, err := p.Table.Read(time.Now(), post)
		if err != nil {
			return err
		}
		p.signed = isHead(p.Table, post)
		if placed {
			p.kept = append(p.kept, post)
			p.lost = slices.DeleteFunc(p.lost, func(q record.Post) bool { return bytes.Equal(q.Bytes, post.Bytes) })
			p.Changed()
		}
	}
	return nil
}
