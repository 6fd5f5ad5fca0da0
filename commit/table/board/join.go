package board

import (
	"context"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"time"
)

var errAgain = errors.New("the lobby was reset")

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
