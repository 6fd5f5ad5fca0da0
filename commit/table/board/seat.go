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

// A Keeper keeps a few bytes, so that a program can go on with them: a seat's key and the state of
// its table.
type Keeper interface {
	// Load returns what is kept. If that is nothing, it keeps the first value, durably.
	Load(first []byte) ([]byte, error)
	// Replace replaces what is kept, durably, if that is the old value, or fails.
	Replace(old, new []byte) error
}

// A Seat plays a game at a board. The functions are called in the goroutine of Play, one
// at a time, and may use the Player.
type Seat struct {
	Board  Board
	Number int     // its number, or AnySeat
	Game   NewGame // a game with a method Default() []byte has that move made for a player who makes none in time
	Keeper Keeper  // nil keeps nothing: what crashes is silent

	// About returns what the seat says of itself when it asks with a key, in at most [MaxAbout] bytes; it
	// may be nil.
	About func(offer Offer, key ed25519.PublicKey) []byte

	Waits    func(free int)        // may be nil; called while seats are free, when their number or Doubt changes
	Changed  func()                // may be nil; called when there is something new, and each second
	Choosing func(item table.Item) // may be nil; called once when the player has to choose: now or later, call Act
	Moves    <-chan func()         // called one at a time

	Terms  table.Terms   // once no seat is free
	Player *table.Player // then

	// Doubt is why the board is no honest one, or isn't the one that it was: an ErrFalse for good, if it
	// has shown what nobody has signed, or less or something else than others have read, or an
	// [table.ErrAstray] while this seat says nothing for that reason. Changed may look at it.
	Doubt error

	game  table.Game
	kept  *kept
	lobby lobby
	asked [][]byte      // the posts of the lobby
	posts []record.Post // those with a place after it
	lost  [][]byte      // what the board had, or what was too early: it gets that again
	retry time.Time     // when
	words []record.Post // the board's heads
	told  int           // the places since which the player chooses, -1 before
	lie   error         // an ErrFalse
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
	s.posts, s.lost, s.words = nil, nil, nil
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
	if len(s.asked) > 0 { // a client that has said ErrRestarted shows what there is before it posts
		if _, err := s.Board.Posts(ctx, 1, false); err != nil {
			return err
		}
	}
	for _, b := range s.asked {
		if _, err := s.post(ctx, b); err != nil {
			return err
		}
	}
	s.lobby = lobby{}
	l, key, asked := &s.lobby, s.kept.key.Public(), [][]byte(nil)
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
			if l.read(p) {
				asked = append(asked, p.Bytes)
			} else if !l.begun() {
				s.doubts(l.doubt(nil, p))
			}
			next = p.Number + 1
		}
		if wait = len(posts) == 0; !wait && !l.begun() {
			continue // to all that the board has
		}
		if l.offer == nil {
			return errors.New("the board has no offer")
		}
		switch own, free := l.seat(key), l.free(); {
		case own >= 0 && free == 0:
			s.asked = asked
			return nil
		case l.closed():
			return ErrNeverBegan
		case l.barred[string(key)]:
			return ErrBarred
		case own >= 0:
			now := news{free, s.Doubt}
			if now != told && s.Waits != nil {
				s.Waits(free)
			}
			told = now
		case free == 0 || s.Number >= len(l.seats) || s.Number >= 0 && l.seats[s.Number] != nil:
			return errors.New("the seat is taken, or there is none")
		default:
			if _, err := s.Game(l.offer.Terms(l.seats), Nobody, nil); err != nil { // do we agree?
				return err
			}
			var about []byte
			if s.About != nil {
				about = s.About(*l.offer, key)
			}
			switch refusal, err := s.post(ctx, l.offer.Ask(s.Number, s.kept.key, about)); {
			case err != nil:
				return err
			case refusal.soon():
				wait = false
				select {
				case <-time.After(time.Second):
				case <-ctx.Done():
				}
			case refusal != nil:
				return refusal
			}
		}
	}
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

// soon reports whether to post the same again.
func (r *Refusal) soon() bool { return r != nil && (r.Reason == Later || r.Reason == Full) }

// give posts what the board has lost, in order, until it has read it.
func (s *Seat) give(ctx context.Context) error {
	s.retry = time.Now().Add(s.Terms.Grace / 4)
	for i := 0; i < len(s.lost); {
		switch refusal, err := s.post(ctx, s.lost[i]); {
		case err != nil:
			return err
		case refusal.soon(): // a tick must wait, say, and with it what follows
			s.retry = time.Now().Add(s.Terms.Grace / 64)
			return nil
		case refusal != nil:
			s.lost = slices.Delete(s.lost, i, i+1)
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
	s.posts, s.words = slices.DeleteFunc(s.posts, gone), slices.DeleteFunc(s.words, gone)
	s.lost, s.told = append(lost, s.lost...), -1
	if err := s.give(ctx); err != nil {
		return err
	}
	for caughtUp := false; !caughtUp; {
		posts, err := s.Board.Posts(ctx, after+1, false)
		if err == nil {
			err = s.read(posts)
		}
		if err != nil {
			return err
		}
		caughtUp, after = len(posts) == 0, after+uint64(len(posts))
	}
	s.Player.Start(time.Now())

	news, broken, b := make(chan []record.Post), make(chan error, 1), s.Board
	waiting, cancel := context.WithCancel(ctx)
	var reader sync.WaitGroup
	defer reader.Wait()
	defer cancel()
	reader.Go(func() {
		for next := after + 1; ; {
			posts, err := b.Posts(waiting, next, true)
			if err != nil {
				broken <- err
				return
			}
			next += uint64(len(posts))
			select {
			case news <- posts:
			case <-waiting.Done():
				return
			}
		}
	})
	var end time.Time // when nobody is waited for any more
	for {
		if s.Changed != nil {
			s.Changed()
		}
		again, astray, err := s.speak(ctx)
		if err != nil {
			return err
		}
		s.Doubt = cmp.Or(s.lie, astray)
		if s.Player.Over() && end.IsZero() {
			end = time.Now().Add(3*s.Terms.Grace + s.Terms.Bank)
		}
		if late := !end.IsZero() && !time.Now().Before(end); late || len(s.words) > 1 {
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
	if len(s.lost) > 0 && !time.Now().Before(s.retry) {
		if err := s.give(ctx); err != nil {
			return again, nil, err
		}
	}
	item, choosing := s.Player.Choosing(time.Now())
	if choosing && item.Since != s.told {
		if s.told = item.Since; s.Choosing != nil {
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
		if refusal, err = s.post(ctx, statement); refusal.soon() && len(s.lost) == 0 {
			s.lost, s.retry = [][]byte{statement}, time.Now().Add(s.Terms.Grace/64)
		}
	}
	if len(s.lost) > 0 && s.retry.Before(again) {
		again = s.retry
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
			s.doubts(s.lobby.doubt(&s.Player.Table, p))
		}
		if s.Player.Over() && record.IsHead(p.Bytes) && !slices.ContainsFunc(s.words,
			func(q record.Post) bool { return bytes.Equal(p.Bytes, q.Bytes) }) {
			if h, err := headOf(s.lobby.agreement, p.Bytes); err == nil && h.Places == s.Player.Places() && h.Head == s.Player.Head() {
				s.words = append(s.words, p)
			}
		}
		if placed {
			same := record.Prune(p.Bytes)
			s.posts = append(s.posts, p)
			s.lost = slices.DeleteFunc(s.lost, func(b []byte) bool { return bytes.Equal(record.Prune(b), same) })
		}
	}
	return nil
}

// doubts keeps the first reason to doubt the board.
func (s *Seat) doubts(lie error) {
	s.lie = cmp.Or(s.lie, lie)
	s.Doubt = cmp.Or(s.lie, s.Doubt)
}

// A kept seat is its key, and then the digest of its table, whether the match began, and the state.
type kept struct {
	keeper Keeper
	value  []byte
	key    record.Key
	begun  bool // at some time: a board that has lost the hellos can't undo it
}

const keptFixed = ed25519.SeedSize + sha256.Size + 1

func load(keeper Keeper) (*kept, error) {
	k := &kept{keeper: keeper, key: record.GenerateKey()}
	if keeper == nil {
		return k, nil
	}
	var err error
	if k.value, err = keeper.Load(k.key.Bytes()); err != nil {
		return nil, err
	}
	if n := len(k.value); n != ed25519.SeedSize && n <= keptFixed {
		return nil, wrap.Errorf(ErrMalformed, "a kept seat of %d bytes", n)
	}
	k.begun = len(k.value) > keptFixed && k.value[keptFixed-1] == 1
	k.key, err = record.ParseKey(k.value[:ed25519.SeedSize])
	return k, err
}

// player returns the seat's player, a new one or the one that was kept.
func (k *kept) player(terms table.Terms, at record.Digest, game table.Game) (p *table.Player, err error) {
	store := func(_, new table.State) error {
		begun := byte(0)
		if k.begun = k.begun || p != nil && p.Round() > 0; k.begun {
			begun = 1
		}
		if k.keeper == nil {
			return nil // nothing is encoded
		}
		value := slices.Concat(k.key.Bytes(), at[:], []byte{begun}, new.Bytes())
		err := k.keeper.Replace(k.value, value)
		if err == nil {
			k.value = value
		}
		return err
	}
	switch {
	case len(k.value) > keptFixed && bytes.Equal(k.value[ed25519.SeedSize:keptFixed-1], at[:]):
		p, err = table.Parse(terms, game, k.key, k.value[keptFixed:], store)
	case k.begun:
		err = ErrReset
	default:
		p, err = table.New(terms, game, k.key, store)
	}
	return p, err
}
