package board

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

// ErrRestarted is that a board isn't the one of the request before: it may have lost posts.
var ErrRestarted = errors.New("the board was restarted")

// ErrNotFinal is that too few seats have signed the end, a grace after it.
var ErrNotFinal = errors.New("the game is over, but too few seats have signed that")

// A Seat plays a game at a board.
type Seat struct {
	Board  Board
	Number int    // its number, or AnySeat
	Keeper Keeper // of its key and state, so that a program can go on with them; nil keeps nothing
	Game   NewGame

	Waits   func(free int) // called while some seats are free, when their number changes
	Changed func()         // called when there is something new, and each second; it may use the Table
	Moves   <-chan func()  // called one at a time; they may use the Table

	Table *table.Player // once no seat is free
	Terms table.Terms

	kept   []record.Post // those with a place
	lost   []record.Post // that the board had, and has to get again
	signed bool          // by the board, at the end
}

// Play takes the seat, and plays until the game is over and the board has signed that, or a
// grace has passed. It returns an [ErrNotFinal], or the error of the context, the board, the
// game or the file.
func (s *Seat) Play(ctx context.Context) error {
	if err := s.sit(ctx); err != nil {
		return fmt.Errorf("joining the table: %w", err)
	}
	for {
		if err := s.connect(ctx); !errors.Is(err, ErrRestarted) {
			return err
		}
	}
}

// sit takes the seat for a key, of this game alone. All that the seat's game keeps secret
// follows from it.
func (s *Seat) sit(ctx context.Context) error {
	kept, err := load(s.Keeper)
	if err != nil {
		return err
	}
	key := kept.key.Public()
	if s.Terms, err = s.join(ctx, key); err != nil {
		return err
	}
	s.Number = slices.IndexFunc(s.Terms.Seats, func(k ed25519.PublicKey) bool { return k.Equal(key) })
	secret, err := hkdf.Key(sha256.New, kept.key.Bytes(), nil, "squaredeal/examples/board secret", 32)
	if err != nil {
		return err
	}
	game, err := s.Game(s.Terms, s.Number, secret)
	if err == nil {
		s.Table, err = kept.table(s.Terms, game)
	}
	return err
}

// join asks for the seat, unless the key has one, and returns the terms when none is free.
func (s *Seat) join(ctx context.Context, key ed25519.PublicKey) (terms table.Terms, err error) {
	var l lobby
	for next, asked, told := uint64(1), false, 0; ; {
		posts, err := s.Board.Posts(ctx, next, asked)
		if err != nil && !errors.Is(err, ErrRestarted) {
			return terms, err
		}
		for _, p := range posts {
			l.read(p.Bytes)
			next = p.Number + 1
		}
		terms, full := l.terms()
		if !asked && !full && len(posts) > 0 {
			continue // to all that the board has
		}
		if l.offer == nil {
			return terms, errors.New("the board has no offer")
		}
		own, free := l.seat(key), l.free()
		switch {
		case own >= 0 && full:
			return terms, nil
		case own >= 0:
			if free != told {
				told = free
				s.Waits(free)
			}
		case full || s.Number >= len(l.seats) || s.Number >= 0 && l.seats[s.Number] != nil:
			return terms, errors.New("the seat is taken, or there is none")
		case !asked:
			if _, err := s.Game(l.offer.Terms(l.seats), nobody, nil); err != nil { // do we agree?
				return terms, err
			}
			ask, _ := json.Marshal(request{s.Number, key})
			if err := s.Board.Post(ctx, ask); err != nil && !errors.Is(err, ErrRestarted) {
				return terms, err
			}
		}
		asked = true
	}
}

// connect brings the table to where the board is, and plays.
func (s *Seat) connect(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var failed error
	after, err := s.Table.Connect(func(number uint64) (record.Post, bool) {
		posts, err := s.Board.Posts(ctx, number, false)
		if failed = errors.Join(failed, err); len(posts) == 0 || posts[0].Number != number {
			return record.Post{}, false
		}
		return posts[0], true
	})
	if err := errors.Join(err, failed); err != nil {
		return err
	}
	// Posts that the board has lost are given to it again. It drops those that it has.
	lost := s.kept
	for len(lost) > 0 && lost[0].Number <= after {
		lost = lost[1:]
	}
	s.kept, s.lost = s.kept[:len(s.kept)-len(lost)], slices.Concat(lost, s.lost)
	for _, post := range s.lost {
		if err := s.Board.Post(ctx, post.Bytes); err != nil {
			return err
		}
	}
	for caughtUp := false; !caughtUp; {
		posts, err := s.Board.Posts(ctx, after+1, false)
		if err = errors.Join(err, s.read(posts)); err != nil {
			return err
		}
		caughtUp, after = len(posts) == 0, after+uint64(len(posts))
	}
	s.Table.Start(time.Now())

	news, broken, board := make(chan []record.Post), make(chan error, 1), s.Board
	go func() {
		for next := after + 1; ; {
			posts, err := board.Posts(ctx, next, true)
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
		s.Changed()
		statement, again, err := s.Table.Pending(time.Now())
		if err != nil && !errors.Is(err, table.ErrAstray) { // until that is back, the seat says nothing
			return err
		}
		if statement != nil {
			if err := s.Board.Post(ctx, statement); err != nil {
				return err
			}
		}
		if s.Table.Over() && end.IsZero() {
			end = time.Now().Add(s.Terms.Grace)
		}
		switch late := !end.IsZero() && !time.Now().Before(end); {
		case s.Table.Final() && (s.signed || late):
			return nil
		case late:
			return ErrNotFinal
		case !end.IsZero() && end.Before(again):
			again = end
		}
		select {
		case posts := <-news:
			if err := s.read(posts); err != nil {
				return err
			}
		case move := <-s.Moves:
			move()
		case <-time.After(min(time.Until(again), time.Second)):
		case err := <-broken:
			return err
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err) // perhaps the board has changed
		}
	}
}

func (s *Seat) read(posts []record.Post) error {
	for _, post := range posts {
		placed, err := s.Table.Read(time.Now(), post)
		if err != nil {
			return err
		}
		s.signed = isHead(s.Table.Table, post)
		if placed {
			s.kept = append(s.kept, post)
			s.lost = slices.DeleteFunc(s.lost, func(q record.Post) bool { return bytes.Equal(q.Bytes, post.Bytes) })
		}
	}
	return nil
}
