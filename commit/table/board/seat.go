package board

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
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
	Game   NewGame // if it has Default() []byte, that is the move of a player who makes none in time
	Keeper Keeper  // nil keeps nothing: what crashes is silent

	Waits    func(free int)        // may be nil; called while seats are free, when their number changes
	Changed  func()                // may be nil; called when there is something new, and each second
	Choosing func(item table.Item) // may be nil; called once when the player has to choose: now or later, call Act
	Moves    <-chan func()         // called one at a time

	Terms  table.Terms   // once no seat is free
	Player *table.Player // then

	game   table.Game
	kept   *kept
	lobby  lobby
	posts  []record.Post // those with a place
	lost   []record.Post // that the board had, and has to get again
	words  []uint64      // the numbers of the board's heads
	told   int           // the places since which the player chooses, -1 before
	refuse struct {      // what was too early, and when to say it again
		post []byte
		wait time.Duration
		at   time.Time
	}
}

var errAgain = errors.New("the lobby was reset")

// Play takes the seat, and plays until the game is over and the board has signed that for the
// last time, or grace, bank and two graces have passed since. It returns an
// [ErrNotFinal], an [ErrNeverBegan], an [ErrBarred] or an [ErrReset], or the error of the context, the
// board, the game or the Keeper. What the board refuses is no error. Play may be called again.
func (s *Seat) Play(ctx context.Context) (err error) {
	if s.kept == nil || s.Keeper != nil {
		if s.kept, err = load(s.Keeper); err != nil {
			return err
		}
	}
	for {
		err := s.sit(ctx)
		if err != nil && !errors.Is(err, ErrRestarted) {
			return fmt.Errorf("joining the table: %w", err)
		}
		for err == nil {
			err = s.connect(ctx)
			if errors.Is(err, ErrRestarted) && s.lobby.begun() {
				err = nil
			} else if err == nil {
				return nil
			}
		}
		if !errors.Is(err, ErrRestarted) && err != errAgain {
			return err
		}
	}
}

// sit takes the seat for a key, of this game alone. All that the seat's game keeps secret
// follows from it.
func (s *Seat) sit(ctx context.Context) (err error) {
	if err := s.join(ctx); err != nil {
		return err
	}
	s.Terms, s.Number = s.lobby.terms(), s.lobby.seat(s.kept.key.Public())
	at := s.lobby.agreement.Digest()
	secret, err := hkdf.Key(sha256.New, s.kept.key.Bytes(), at[:], label+"secret", 32)
	if err != nil {
		return err
	}
	s.posts, s.lost, s.words = nil, nil, nil
	if s.game, err = s.Game(s.Terms, s.Number, secret); err == nil {
		s.Player, err = s.kept.player(s.Terms, at, s.game)
	}
	return err
}

// join reads the lobby, and asks for the seat, unless the key has one, until none is free.
func (s *Seat) join(ctx context.Context) error {
	s.lobby = lobby{}
	l, key := &s.lobby, s.kept.key.Public()
	for next, asked, told := uint64(1), false, 0; ; {
		posts, err := s.Board.Posts(ctx, next, asked)
		if err != nil {
			return err
		}
		for _, p := range posts {
			l.read(p)
			next = p.Number + 1
		}
		if !l.begun() && !asked && len(posts) > 0 {
			continue // to all that the board has
		}
		if l.offer == nil {
			return errors.New("the board has no offer")
		}
		switch own, free := l.seat(key), l.free(); {
		case own >= 0 && free == 0:
			return nil
		case l.closed():
			return ErrNeverBegan
		case containsKey(l.barred, key):
			return ErrBarred
		case own >= 0:
			if free != told && s.Waits != nil {
				s.Waits(free)
			}
			told = free
		case free == 0 || s.Number >= len(l.seats) || s.Number >= 0 && l.seats[s.Number] != nil:
			return errors.New("the seat is taken, or there is none")
		case !asked:
			if _, err := s.Game(l.offer.Terms(l.seats), Nobody, nil); err != nil { // do we agree?
				return err
			}
			if err := s.post(ctx, l.offer.Ask(s.Number, s.kept.key)); err != nil {
				return err
			}
		}
		asked = true
	}
}

// post gives the board a post, which it may refuse.
func (s *Seat) post(ctx context.Context, b []byte) error {
	err := s.Board.Post(ctx, b)
	var refusal *Refusal
	if !errors.As(err, &refusal) {
		return err
	}
	if r := &s.refuse; refusal.Reason == Later {
		if !bytes.Equal(r.post, b) {
			r.wait = 10 * time.Millisecond
		}
		r.post, r.wait = b, 2*r.wait
		r.at = time.Now().Add(r.wait)
	} else {
		r.post = nil
	}
	return nil
}

// connect brings the player's table to where the board is, and plays.
func (s *Seat) connect(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
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
	// Posts that the board has lost are given to it again. It refuses those that it has.
	lost := s.posts
	for len(lost) > 0 && lost[0].Number <= after {
		lost = lost[1:]
	}
	s.posts, s.lost, s.told = s.posts[:len(s.posts)-len(lost)], slices.Concat(lost, s.lost), -1
	s.words = slices.DeleteFunc(s.words, func(n uint64) bool { return n > after })
	for _, p := range s.lost {
		if err := s.post(ctx, p.Bytes); err != nil {
			return err
		}
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
		if s.Changed != nil {
			s.Changed()
		}
		again, astray, err := s.speak(ctx)
		if err != nil {
			return err
		}
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
	if r := &s.refuse; statement == nil && r.post != nil && !time.Now().Before(r.at) {
		statement = r.post
	}
	if err == nil && statement != nil {
		err = s.post(ctx, statement)
	}
	if s.refuse.post != nil && s.refuse.at.Before(again) {
		again = s.refuse.at
	}
	if by := time.Now().Add(item.Left - reserve); choosing && item.Left > reserve && by.Before(again) {
		again = by
	}
	return again, astray, err
}

// read takes posts of the board.
func (s *Seat) read(posts []record.Post) error {
	for _, p := range posts {
		resets := s.lobby.resets
		if s.lobby.read(p); s.lobby.resets > resets {
			return errAgain
		}
		placed, err := s.Player.Read(time.Now(), p)
		if err != nil {
			return err
		}
		if record.IsHead(p.Bytes) && s.Player.Over() {
			if h, err := headOf(s.lobby.agreement, p.Bytes); err == nil && h.Places == s.Player.Places() && h.Head == s.Player.Head() {
				s.words = append(s.words, p.Number)
			}
		}
		if placed {
			same := record.Prune(p.Bytes)
			s.posts = append(s.posts, p)
			s.lost = slices.DeleteFunc(s.lost, func(q record.Post) bool { return bytes.Equal(record.Prune(q.Bytes), same) })
			if bytes.Equal(record.Prune(s.refuse.post), same) {
				s.refuse.post = nil
			}
		}
	}
	return nil
}

// A kept seat is its key, and then the digest of its table, whether the match began, and the state.
type kept struct {
	keeper Keeper
	value  []byte
	key    record.Key
}

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
		return nil, fmt.Errorf("%w: a kept seat of %d bytes", ErrMalformed, n)
	}
	k.key, err = record.ParseKey(k.value[:ed25519.SeedSize])
	return k, err
}

const keptFixed = ed25519.SeedSize + sha256.Size + 1

// player returns the seat's player, a new one or the one that was kept.
func (k *kept) player(terms table.Terms, at record.Digest, game table.Game) (p *table.Player, err error) {
	store := func(_, new table.State) error {
		if k.keeper == nil {
			return nil // nothing is encoded
		}
		begun := byte(0)
		if p != nil && p.Round() > 0 {
			begun = 1
		}
		value := slices.Concat(k.key.Bytes(), at[:], []byte{begun}, new.Bytes())
		err := k.keeper.Replace(k.value, value)
		if err == nil {
			k.value = value
		}
		return err
	}
	switch v := k.value; {
	case len(v) > keptFixed && bytes.Equal(v[ed25519.SeedSize:keptFixed-1], at[:]):
		p, err = table.Parse(terms, game, k.key, v[keptFixed:], store)
	case len(v) > keptFixed && v[keptFixed-1] == 1:
		err = ErrReset
	default:
		p, err = table.New(terms, game, k.key, store)
	}
	return p, err
}
