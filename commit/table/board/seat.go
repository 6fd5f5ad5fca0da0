package board

import (
	"cmp"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Seat plays a game at a board. The functions are called in the goroutine of Play, one
// at a time, and may use the Player.
type Seat struct {
	Board  Board
	Number int     // its number, or AnySeat, in whose place Play puts the number of the seat that it gets
	Game   NewGame // a game with a method Default() []byte has that move made for a player who makes none in time
	Keeper Keeper  // nil keeps nothing: what crashes is silent

	// About returns what the seat says of itself when it asks with a key, in at most [MaxAboutLen] bytes; it
	// may be nil.
	About func(offer Offer, key ed25519.PublicKey) []byte

	Waits    func(free int)        // may be nil; called while seats are free, when their number or Doubt changes
	Changed  func()                // may be nil; called when there is something new, and each second
	Choosing func(item table.Item) // may be nil; called once when the player has to choose: now or later, call Act
	Moves    <-chan func()         // called one at a time

	Terms  table.Terms   // once no seat is free
	Player *table.Player // then

	// Doubt is why the board is no honest one, or isn't the one that it was: an ErrFalse for good, if it
	// has shown what nobody has signed, or less or something else than others have read, or a
	// [table.ErrAstray] while this seat says nothing for that reason. Changed may look at it.
	Doubt error

	game          table.Game
	kept          *kept
	lobby         lobby
	lobbyPosts    [][]byte      // what has a place in the lobby
	posts         []record.Post // those with a place after it
	resend        resender
	heads         heads
	choosingSince int       // the places since which the player chooses, -1 before
	end           time.Time // when nobody is waited for any more, once the game is over
	falsehood     error     // an ErrFalse
}

// Play takes the seat, and plays until the game is over and the board has signed that for the last time,
// or grace, bank and two graces have passed since, or since the board had no room for the seat's closing:
// the Player knows whether the deposit returns then. It returns an [ErrMalformed], an [ErrNoOffer], an
// [ErrNoSeat], an [ErrBarred], an [ErrNeverBegan], an [ErrReset] or an [ErrNotFinal], a [Refusal] of the
// request for the seat, or the error of the context, the board, the game or the Keeper. What the board
// refuses later is no error. Play may be called again.
func (s *Seat) Play(ctx context.Context) (err error) {
	switch {
	case s.Board == nil:
		return wrap.Errorf(ErrMalformed, "there is no board")
	case s.Game == nil:
		return wrap.Errorf(ErrMalformed, "there is no game")
	case s.Number < AnySeat || s.Number >= record.MaxSeats:
		return wrap.Errorf(ErrMalformed, "seat %d is neither AnySeat nor in 0 to %d", s.Number, record.MaxSeats-1)
	}
	if s.kept == nil || s.Keeper != nil {
		if s.kept, err = load(s.Keeper); err != nil {
			return err
		}
		s.Player = nil // what is kept is what holds
	}
	for {
		if err = s.sit(ctx); err == nil {
			err = s.connect(ctx)
		}
		if !errors.Is(err, ErrRestarted) && err != errLobbyReset {
			return err
		}
		select { // whatever a board says that isn't there
		case <-time.After(10 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// play speaks and reads until nobody is waited for any more.
func (s *Seat) play(ctx context.Context, news <-chan []record.Post, broken <-chan error) error {
	s.end = time.Time{}
	for {
		if s.Changed != nil {
			s.Changed()
		}
		again, astray, err := s.speak(ctx)
		if err != nil {
			return err
		}
		s.Doubt = cmp.Or(s.falsehood, astray)
		if s.Player.Over() && s.end.IsZero() {
			s.end = time.Now().Add(3*s.Terms.Grace + s.Terms.Bank)
		}
		if late := !s.end.IsZero() && !time.Now().Before(s.end); late || s.heads.closed() {
			if !s.Player.Final() {
				return ErrNotFinal
			}
			return nil
		}
		select {
		case posts := <-news:
			if err := s.read(posts); err != nil {
				return err
			}
		case move := <-s.Moves:
			move()
		case <-time.After(min(time.Until(earliest(again, s.end)), time.Second)):
		case err := <-broken:
			return err
		case <-ctx.Done():
			return errors.Join(ctx.Err(), astray) // perhaps the board has changed
		}
	}
}

// speak posts what the seat has to say, and returns when to call it again, and whether it is
// astray: then it says nothing until what it has read is back.
func (s *Seat) speak(ctx context.Context) (again time.Time, astray, err error) {
	if s.resend.due() {
		if err := s.resend.post(ctx, s.Board, s.Terms.Grace); err != nil {
			return again, nil, err
		}
	}
	defaultAt, err := s.choose()
	if err != nil {
		return again, nil, err
	}
	statement, again, err := s.Player.Pending(time.Now())
	if errors.Is(err, table.ErrAstray) {
		astray, err = err, nil
	}
	if err == nil && statement != nil {
		err = s.post(ctx, statement)
	}
	return earliest(again, s.resend.next(), defaultAt), astray, err
}

// post posts a statement, again if it comes too early.
func (s *Seat) post(ctx context.Context, statement []byte) error {
	refusal, err := post(ctx, s.Board, statement)
	if refusal.soon() {
		s.resend.retry(statement, s.Terms.Grace)
	}
	if refusal != nil && refusal.Reason == Full {
		s.end = time.Time{} // the board gives all the time again for closings
	}
	return err
}

// choose has the player choose, once for each choice, and makes the game's default move when it can wait
// no longer. It returns when that will be, the zero time for never.
func (s *Seat) choose() (defaultAt time.Time, err error) {
	now := time.Now()
	item, choosing := s.Player.Choosing(now)
	if !choosing {
		return time.Time{}, nil
	}
	if item.Since != s.choosingSince {
		s.choosingSince = item.Since
		if s.Choosing != nil {
			s.Choosing(item)
		}
	}
	reserve := s.Terms.Grace / 2 // for the way to the board
	if item.Left > reserve {
		return now.Add(item.Left - reserve), nil
	}
	return time.Time{}, s.moveByDefault()
}

// moveByDefault makes the game's default move, if it has one and the player still hasn't chosen.
func (s *Seat) moveByDefault() error {
	game, ok := s.game.(interface{ Default() []byte })
	if _, choosing := s.Player.Choosing(time.Now()); !ok || !choosing {
		return nil
	}
	if err := s.Player.Act(game.Default()); err != nil {
		return fmt.Errorf("board: the default move: %w", err)
	}
	return nil
}

// earliest returns the earliest of some times, of which the zero time is never.
func earliest(times ...time.Time) (first time.Time) {
	for _, t := range times {
		if first.IsZero() || !t.IsZero() && t.Before(first) {
			first = t
		}
	}
	return first
}

// read takes posts of the board.
func (s *Seat) read(posts []record.Post) error {
	for _, p := range posts {
		resets, readBefore := s.lobby.resets, p.Number <= s.lobby.last
		inLobby := s.lobby.read(p)
		if s.lobby.resets > resets {
			return errLobbyReset
		}
		placed, err := s.Player.Read(time.Now(), p)
		if err != nil {
			return err
		}
		if placed {
			s.posts = append(s.posts, p)
		}
		if placed || s.heads.read(s.lobby.agreement, &s.Player.Table, p) {
			s.heads.latest = max(s.heads.latest, p.Stamp)
		} else if !inLobby && !readBefore {
			s.keepDoubt(s.lobby.doubt(&s.Player.Table, &s.heads, p))
		}
		s.resend.remove(p.Bytes) // also without a place: a seat that has read a final end gives places to closings alone
	}
	return nil
}

// keepDoubt keeps the first reason to doubt the board.
func (s *Seat) keepDoubt(doubt error) {
	s.falsehood = cmp.Or(s.falsehood, doubt)
	s.Doubt = cmp.Or(s.falsehood, s.Doubt)
}
