package board

import (
	"bytes"
	"cmp"
	"context"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Seat plays a game at a board. The functions are called in the goroutine of Play, one
// at a time, and may use the Player.
type Seat struct {
	Board  Board
	Number int     // its number, or AnySeat
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
	resend        [][]byte      // what the board had, or what was too early: it gets that again
	resendAt      time.Time     // when
	heads         []record.Post // the board's
	choosingSince int           // the places since which the player chooses, -1 before
	falsehood     error         // an ErrFalse
}

var errAgain = errors.New("the lobby was reset")

// Play takes the seat, and plays until the game is over and the board has signed that for the
// last time, or grace, bank and two graces have passed since: the Player knows whether the deposit
// returns then. It returns an [ErrNotFinal], an [ErrNeverBegan], an [ErrBarred] or an [ErrReset], a
// [Refusal] of the seat, or the error of the context, the board, the game or the Keeper. What the
// board refuses later is no error. Play may be called again.
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
		if !errors.Is(err, ErrRestarted) && err != errAgain {
			return err
		}
		select { // whatever a board says that isn't there
		case <-time.After(10 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// sit takes the seat for a key, of this game alone. All that the seat's game keeps secret
// follows from it.
func (s *Seat) sit(ctx context.Context) error {
	if err := s.join(ctx); err != nil {
		return fmt.Errorf("joining the table: %w", err)
	}
	at := s.lobby.agreement.Digest()
	if s.Player != nil && s.Player.Digest() == at {
		return nil
	}
	s.Terms, s.Number = s.lobby.terms(), s.lobby.seat(s.kept.key.Public())
	s.posts, s.resend, s.heads = nil, nil, nil
	secret, err := hkdf.Key(sha256.New, s.kept.key.Bytes(), at[:], label+"secret", 32)
	if err == nil {
		s.game, err = s.Game(s.Terms, s.Number, secret)
	}
	if err == nil {
		s.Player, err = s.kept.player(s.Terms, at, s.game)
	}
	return err
}

// join reads the lobby, and asks for the seat, unless the key has one, until none is free. What
// the board has lost of it comes first.
func (s *Seat) join(ctx context.Context) error {
	if len(s.lobbyPosts) > 0 { // a client that has said ErrRestarted shows what there is before it posts
		if _, err := s.Board.Posts(ctx, 1, false); err != nil {
			return err
		}
	}
	for _, b := range s.lobbyPosts {
		if _, err := s.post(ctx, b); err != nil {
			return err
		}
	}
	s.lobby = lobby{}
	var heard [][]byte
	type news struct {
		free  int
		doubt error
	}
	for next, wait, told := uint64(1), false, (news{}); ; {
		posts, err := s.Board.Posts(ctx, next, wait)
		if err != nil {
			return err
		}
		for _, p := range posts {
			if s.lobby.read(p) {
				heard = append(heard, p.Bytes)
			} else if !s.lobby.begun() {
				s.keepDoubt(s.lobby.doubt(nil, p))
			}
			next = p.Number + 1
		}
		if wait = len(posts) == 0; !wait && !s.lobby.begun() {
			continue // to all that the board has
		}
		sits, err := s.sits()
		switch free := s.lobby.free(); {
		case err != nil:
			return err
		case sits && free == 0:
			s.lobbyPosts = heard
			return nil
		case sits:
			now := news{free, s.Doubt}
			if now != told && s.Waits != nil {
				s.Waits(free)
			}
			told = now
		default:
			later, err := s.ask(ctx)
			if err != nil {
				return err
			}
			wait = wait && !later
		}
	}
}

// sits reports whether the seat's key has a seat, or returns why it can't have one.
func (s *Seat) sits() (bool, error) {
	l, key := &s.lobby, s.kept.key.Public()
	if l.offer == nil {
		return false, errors.New("the board has no offer")
	}
	switch own, free := l.seat(key), l.free(); {
	case own >= 0 && free == 0:
		return true, nil
	case l.closed():
		return false, ErrNeverBegan
	case l.barred[string(key)]:
		return false, ErrBarred
	case own >= 0:
		return true, nil
	case free == 0 || s.Number >= len(l.seats) || s.Number >= 0 && l.seats[s.Number] != nil:
		return false, errors.New("the seat is taken, or there is none")
	}
	return false, nil
}

// ask asks for the seat, and reports whether to ask again, after a second that has passed then.
func (s *Seat) ask(ctx context.Context) (later bool, err error) {
	offer := s.lobby.offer
	if _, err := s.Game(offer.Terms(s.lobby.seats), Nobody, nil); err != nil { // do we agree?
		return false, err
	}
	var about []byte
	if s.About != nil {
		about = s.About(*offer, s.kept.key.Public())
	}
	switch refusal, err := s.post(ctx, offer.Ask(s.Number, s.kept.key, about)); {
	case err != nil:
		return false, err
	case refusal.soon():
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
		}
		return true, nil
	case refusal != nil:
		return false, refusal
	}
	return false, nil
}

// Lobby returns what [Lobby] does, of what the seat has read.
func (s *Seat) Lobby() (offer *Offer, keys []ed25519.PublicKey, abouts [][]byte) {
	return s.lobby.offer, slices.Clone(s.lobby.seats), slices.Clone(s.lobby.abouts)
}

// post gives the board a post, which it may refuse.
func (s *Seat) post(ctx context.Context, b []byte) (refusal *Refusal, err error) {
	if err = s.Board.Post(ctx, b); errors.As(err, &refusal) {
		err = nil
	}
	return refusal, err
}

// resendAll posts what the board has lost, in order, until it has read it.
func (s *Seat) resendAll(ctx context.Context) error {
	s.resendAt = time.Now().Add(s.Terms.Grace / 4)
	for i := 0; i < len(s.resend); {
		switch refusal, err := s.post(ctx, s.resend[i]); {
		case err != nil:
			return err
		case refusal.soon(): // a tick must wait, say, and with it what follows
			s.resendAt = time.Now().Add(s.Terms.Grace / 64)
			return nil
		case refusal != nil:
			s.resend = slices.Delete(s.resend, i, i+1)
		default:
			i++
		}
	}
	return nil
}

// connect brings the player's table to where the board is, and plays.
func (s *Seat) connect(ctx context.Context) error {
	var failed error
	after, err := s.Player.Connect(func(number uint64) (record.Post, bool) {
		posts, err := s.Board.Posts(ctx, number, false)
		if failed = errors.Join(failed, err); len(posts) == 0 || posts[0].Number != number {
			return record.Post{}, false
		}
		return posts[0], true
	})
	if err := errors.Join(err, failed); err != nil {
		return err
	}
	gone := func(p record.Post) bool { return p.Number > after }
	var lost [][]byte
	for _, p := range s.posts {
		if gone(p) {
			lost = append(lost, p.Bytes)
		}
	}
	s.posts, s.heads = slices.DeleteFunc(s.posts, gone), slices.DeleteFunc(s.heads, gone)
	s.resend, s.choosingSince = append(lost, s.resend...), -1
	if err := s.resendAll(ctx); err != nil {
		return err
	}
	if after, err = s.catchUp(ctx, after); err != nil {
		return err
	}
	s.Player.Start(time.Now())

	news, broken := make(chan []record.Post), make(chan error, 1)
	waiting, cancel := context.WithCancel(ctx)
	var reader sync.WaitGroup
	defer reader.Wait()
	defer cancel()
	reader.Go(func() { broken <- follow(waiting, s.Board, after, news) })
	return s.play(ctx, news, broken)
}

// catchUp reads what the board has after a post, and returns the number of its last post.
func (s *Seat) catchUp(ctx context.Context, after uint64) (last uint64, err error) {
	for {
		posts, err := s.Board.Posts(ctx, after+1, false)
		if err == nil {
			err = s.read(posts)
		}
		if err != nil || len(posts) == 0 {
			return after, err
		}
		after += uint64(len(posts))
	}
}

// follow waits for posts after one, and sends them, until the board fails or the context ends.
func follow(ctx context.Context, b Board, after uint64, news chan<- []record.Post) error {
	for {
		posts, err := b.Posts(ctx, after+1, true)
		if err != nil {
			return err
		}
		after += uint64(len(posts))
		select {
		case news <- posts:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// play speaks and reads until nobody is waited for any more.
func (s *Seat) play(ctx context.Context, news <-chan []record.Post, broken <-chan error) error {
	var end time.Time // when nobody is waited for any more, once the game is over
	for {
		if s.Changed != nil {
			s.Changed()
		}
		again, astray, err := s.speak(ctx)
		if err != nil {
			return err
		}
		s.Doubt = cmp.Or(s.falsehood, astray)
		if s.Player.Over() && end.IsZero() {
			end = time.Now().Add(3*s.Terms.Grace + s.Terms.Bank)
		}
		if late := !end.IsZero() && !time.Now().Before(end); late || len(s.heads) > 1 {
			if !s.Player.Final() {
				return ErrNotFinal
			}
			return nil
		}
		if !end.IsZero() && end.Before(again) {
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
			return errors.Join(ctx.Err(), astray) // perhaps the board has changed
		}
	}
}

// speak posts what the seat has to say, and returns when to call it again, and whether it is
// astray: then it says nothing until what it has read is back.
func (s *Seat) speak(ctx context.Context) (again time.Time, astray, err error) {
	if len(s.resend) > 0 && !time.Now().Before(s.resendAt) {
		if err := s.resendAll(ctx); err != nil {
			return again, nil, err
		}
	}
	item, choosing := s.Player.Choosing(time.Now())
	if choosing && item.Since != s.choosingSince {
		if s.choosingSince = item.Since; s.Choosing != nil {
			s.Choosing(item)
		}
	}
	reserve := s.Terms.Grace / 2 // for the way to the board
	if game, ok := s.game.(interface{ Default() []byte }); ok && choosing && item.Left <= reserve {
		if _, still := s.Player.Choosing(time.Now()); still {
			if err := s.Player.Act(game.Default()); err != nil {
				return again, nil, fmt.Errorf("the default move: %w", err)
			}
		}
	}
	statement, again, err := s.Player.Pending(time.Now())
	if errors.Is(err, table.ErrAstray) {
		astray, err = err, nil
	}
	if err == nil && statement != nil {
		var refusal *Refusal
		if refusal, err = s.post(ctx, statement); refusal.soon() && len(s.resend) == 0 {
			s.resend, s.resendAt = [][]byte{statement}, time.Now().Add(s.Terms.Grace/64)
		}
	}
	if len(s.resend) > 0 && s.resendAt.Before(again) {
		again = s.resendAt
	}
	if by := time.Now().Add(item.Left - reserve); choosing && item.Left > reserve && by.Before(again) {
		again = by
	}
	return again, astray, err
}

// read takes posts of the board.
func (s *Seat) read(posts []record.Post) error {
	for _, p := range posts {
		resets, again := s.lobby.resets, p.Number <= s.lobby.last
		inLobby := s.lobby.read(p)
		if s.lobby.resets > resets {
			return errAgain
		}
		placed, err := s.Player.Read(time.Now(), p)
		if err != nil {
			return err
		}
		if !placed && !inLobby && !again {
			s.keepDoubt(s.lobby.doubt(&s.Player.Table, p))
		}
		if s.Player.Over() && record.IsHead(p.Bytes) && !slices.ContainsFunc(s.heads,
			func(q record.Post) bool { return bytes.Equal(p.Bytes, q.Bytes) }) {
			if h, err := headOf(s.lobby.agreement, p.Bytes); err == nil && h.Places == s.Player.Places() && h.Head == s.Player.Head() {
				s.heads = append(s.heads, p)
			}
		}
		if placed {
			same := record.Prune(p.Bytes)
			s.posts = append(s.posts, p)
			s.resend = slices.DeleteFunc(s.resend, func(b []byte) bool { return bytes.Equal(record.Prune(b), same) })
		}
	}
	return nil
}

// keepDoubt keeps the first reason to doubt the board.
func (s *Seat) keepDoubt(doubt error) {
	s.falsehood = cmp.Or(s.falsehood, doubt)
	s.Doubt = cmp.Or(s.falsehood, s.Doubt)
}
