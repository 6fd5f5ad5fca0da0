package board

import (
	"context"
	"crypto/ed25519"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/internal/wrap"
)

var errLobbyReset = errors.New("the lobby was reset")

// sit takes the seat for a key, of this game alone. All that the seat's game keeps secret
// follows from it.
func (s *Seat) sit(ctx context.Context) error {
	if err := s.join(ctx); err != nil {
		return err
	}
	at := s.lobby.agreement.Digest()
	if s.Player != nil && s.Player.Digest() == at {
		return nil
	}
	s.Terms, s.Number = s.lobby.terms(), s.lobby.seat(s.kept.key.Public())
	s.posts, s.resend, s.heads = nil, resender{}, heads{latest: s.lobby.latest}
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
	if err := s.repostLobby(ctx); err != nil {
		return err
	}
	s.lobby = lobby{}
	reader := lobbyReader{seat: s, next: 1}
	for wait := false; ; {
		if err := reader.read(ctx, wait); err != nil {
			return err
		}
		switch sits, err := s.sits(); {
		case err != nil:
			return err
		case sits && s.lobby.free() == 0:
			s.lobbyPosts = reader.placed
			return nil
		case sits:
			reader.report()
			wait = true
		default:
			later, err := s.ask(ctx)
			if err != nil {
				return err
			}
			wait = !later
		}
	}
}

// repostLobby gives the board what the seat has read in its lobby before, in order, once there is room.
func (s *Seat) repostLobby(ctx context.Context) error {
	if len(s.lobbyPosts) > 0 { // a client that has said ErrRestarted shows what there is before it posts
		if _, err := s.Board.Posts(ctx, 1, false); err != nil {
			return err
		}
	}
	for i := 0; i < len(s.lobbyPosts); {
		switch refusal, err := post(ctx, s.Board, s.lobbyPosts[i]); {
		case err != nil:
			return err
		case refusal != nil && refusal.Reason == Full:
			if err := pause(ctx); err != nil {
				return err
			}
		default:
			i++
		}
	}
	return nil
}

// pause waits before the same is posted again.
func pause(ctx context.Context) error {
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
	}
	return ctx.Err()
}

// A lobbyReader reads a lobby from its first post, for a seat that joins.
type lobbyReader struct {
	seat   *Seat
	next   uint64   // the number of the post to read
	placed [][]byte // the posts with a place

	reportedFree  int // what Waits was called for last
	reportedDoubt error
}

// read reads all that the board has, after it has waited for something.
func (r *lobbyReader) read(ctx context.Context, wait bool) error {
	for l := &r.seat.lobby; !l.begun(); wait = false {
		posts, err := r.seat.Board.Posts(ctx, r.next, wait)
		if err != nil || len(posts) == 0 {
			return err
		}
		for _, p := range posts {
			if l.read(p) {
				r.placed = append(r.placed, p.Bytes)
			} else if !l.begun() {
				r.seat.keepDoubt(l.doubt(nil, nil, p))
			}
			r.next = p.Number + 1
		}
	}
	return nil
}

// report calls Waits, if what it reports has changed.
func (r *lobbyReader) report() {
	free, doubt := r.seat.lobby.free(), r.seat.Doubt
	if r.seat.Waits != nil && (free != r.reportedFree || doubt != r.reportedDoubt) {
		r.seat.Waits(free)
	}
	r.reportedFree, r.reportedDoubt = free, doubt
}

// sits reports whether the seat's key has a seat, or returns why it can't have one.
func (s *Seat) sits() (bool, error) {
	l, key := &s.lobby, s.kept.key.Public()
	if l.offer == nil {
		return false, ErrNoOffer
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
	case free == 0:
		return false, wrap.Errorf(ErrNoSeat, "all %d are taken", len(l.seats))
	case s.Number >= len(l.seats):
		return false, wrap.Errorf(ErrNoSeat, "seat %d of %d", s.Number, len(l.seats))
	case s.Number >= 0 && l.seats[s.Number] != nil:
		return false, wrap.Errorf(ErrNoSeat, "seat %d is taken", s.Number)
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
	switch refusal, err := post(ctx, s.Board, offer.Ask(s.Number, s.kept.key, about)); {
	case err != nil:
		return false, err
	case refusal.soon():
		return true, pause(ctx)
	case refusal != nil && refusal.Reason == NoPlace:
		return false, wrap.Errorf(ErrNoSeat, "%w", refusal)
	case refusal != nil:
		return false, refusal
	}
	return false, nil
}

// Lobby returns what [Lobby] does, of what the seat has read.
func (s *Seat) Lobby() (offer *Offer, keys []ed25519.PublicKey, abouts [][]byte) {
	return s.lobby.offer, slices.Clone(s.lobby.seats), slices.Clone(s.lobby.abouts)
}
