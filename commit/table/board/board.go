package board

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Board gives everybody the same posts, with ascending numbers from 1.
type Board interface {
	// Post gives the board a post. It returns nil if the post has a place, or has had it before,
	// and a [Refusal] if it has none.
	Post(ctx context.Context, b []byte) error
	// Posts returns posts from a number on, the first ones there are. It may return none, also
	// after it has waited for one; nobody may alter them. It returns an [ErrRestarted] if the board may have lost some.
	Posts(ctx context.Context, from uint64, wait bool) ([]record.Post, error)
}

// A NewGame begins the game of a seat, all whose chance follows from a secret; or of [Nobody],
// without one. It refuses the terms of another game.
type NewGame func(terms table.Terms, seat int, secret []byte) (table.Game, error)

// Nobody is the seat of those who only watch.
const Nobody = -1

// AnySeat asks for the first free seat.
const AnySeat = -1

// Limits, in bytes but for the last.
const (
	MaxPost      = record.MaxMessageLen / 16
	MaxChunk     = 1 << 20 // shown at once, and a post more
	MaxAbout     = 512     // of what a seat says of itself
	DefaultLimit = 1 << 28 // of what a game says: see [Watcher.Limit]
	MaxResets    = 16      // of a lobby, the last of which closes the board
)

// Errors of this package, which may return those of packages table and record, of the game, the
// Keeper and the Storage as well.
var (
	// ErrMalformed: an argument or an encoding breaks its format or range, or is a zero value.
	ErrMalformed = errors.New("board: malformed")
	// ErrRestarted: the board was restarted since the request before, and may have lost posts.
	ErrRestarted = errors.New("board: it was restarted")
	// ErrNotFinal: too few seats have signed the end in time.
	ErrNotFinal = errors.New("board: the end isn't final")
	// ErrNeverBegan: the match had no beginning, for want of hellos, so nobody owes anything.
	ErrNeverBegan = errors.New("board: the match never began")
	// ErrBarred: the key had a seat, and said no hello in time.
	ErrBarred = errors.New("board: the key is barred")
	// ErrReset: the lobby was reset after this seat had read that its match began.
	ErrReset = errors.New("board: it was reset")
	// ErrUnsigned: the board hasn't signed the end, so the posts may be incomplete.
	ErrUnsigned = errors.New("board: the end isn't signed")
	// ErrEarly: the board was closed before a seat's time for its closing was up.
	ErrEarly = errors.New("board: it was closed too early")
	// ErrFalse: the board shows what no honest board does: see [Seat.Doubt].
	ErrFalse = errors.New("board: it shows what no honest board does")
)

// A Reason is why a board refuses a post.
type Reason byte

// The reasons, and what whoever posts does then.
const (
	Malformed Reason = 1 + iota // it is no post of this board: nothing
	Signature                   // its signature is wrong: nothing
	NoPlace                     // it has no place, as what it names is past: nothing
	Later                       // it can't have a place yet: post it again soon
	Full                        // the board has no room for now: post it again after a while
	Closed                      // the board has signed its last head: nothing
)

// String returns the reason in lower case.
func (r Reason) String() string {
	if r < Malformed || r > Closed {
		return fmt.Sprintf("Reason(%d)", byte(r))
	}
	return [...]string{"malformed", "signature", "no place", "later", "full", "closed"}[r-Malformed]
}

// A Refusal is why a post has no place. It is nobody's fault, and ends nothing.
type Refusal struct {
	Reason Reason
	Err    error // what is wrong in particular, or nil
}

// Error returns the reason, and Err.
func (r *Refusal) Error() string {
	if r.Err == nil {
		return "board: refused: " + r.Reason.String()
	}
	return fmt.Sprintf("board: refused: %v: %v", r.Reason, r.Err)
}

// Unwrap returns Err.
func (r *Refusal) Unwrap() error { return r.Err }

func refuse(reason Reason, format string, a ...any) error {
	return &Refusal{reason, fmt.Errorf(format, a...)}
}

// refused returns the refusal for an error of package record.
func refused(err error) error {
	reason := NoPlace
	switch {
	case errors.Is(err, record.ErrMalformed):
		reason = Malformed
	case errors.Is(err, record.ErrSignature):
		reason = Signature
	case errors.Is(err, record.ErrUnread):
		reason = Later
	}
	return &Refusal{reason, err}
}

// All returns all posts of a board.
func All(ctx context.Context, b Board) (all []record.Post, err error) {
	if b == nil {
		return nil, wrap.Errorf(ErrMalformed, "there is no board")
	}
	for {
		posts, err := b.Posts(ctx, uint64(len(all)+1), false)
		if all = append(all, posts...); err != nil || len(posts) == 0 {
			return all, err
		}
	}
}

// Lobby returns the offer, nil if there is none, and by seat the keys, nil for free seats, and what they
// said of themselves when they asked.
func Lobby(posts []record.Post) (offer *Offer, keys []ed25519.PublicKey, abouts [][]byte) {
	var l lobby
	for _, p := range posts {
		l.read(p)
	}
	return l.offer, l.seats, l.abouts
}

const label = "squaredeal/board/v1/"

// Encode returns posts as a transcript, to which [record.AppendPost] appends.
func Encode(posts []record.Post) []byte {
	b := field.Append(nil, label+"transcript")
	for _, p := range posts {
		b = record.AppendPost(b, p)
	}
	return b
}

// Decode reads a transcript. If its end is damaged, it returns the posts before that, with an
// [ErrMalformed]. What was altered, [Audit] finds.
func Decode(transcript []byte) ([]record.Post, error) {
	entries, ok := bytes.CutPrefix(transcript, Encode(nil))
	if !ok {
		return nil, wrap.Errorf(ErrMalformed, "transcript: label")
	}
	return DecodePosts(entries, 1)
}

// DecodePosts reads what [record.AppendPost] has appended for posts from a number on.
func DecodePosts(entries []byte, from uint64) (posts []record.Post, err error) {
	r := field.NewReader(bytes.Clone(entries))
	for r.Len() > 0 {
		p := record.Post{Number: r.Uint64("number"), Stamp: int64(r.Uint64("stamp")), Bytes: r.Field("post")}
		if r.Check("number", p.Number == from+uint64(len(posts))); r.Fault() == "" {
			posts = append(posts, p)
		}
	}
	if fault := r.End(); fault != "" {
		err = wrap.Errorf(ErrMalformed, "transcript: %s, after %d posts", fault, len(posts))
	}
	return posts, err
}

// Audit reads all posts of a board, as somebody without a seat who trusts nobody. They must end
// with the board's second signed head, and both heads agree with what was read before them; or,
// before the end, with a head that the board has signed when it was asked for one. An
// [ErrEarly] names the board: it closed before grace and bank had passed since the end, and a
// seat's closing is missing. Audit returns the table as far as it came, also with an error;
// nil if no match began.
func Audit(posts []record.Post, game NewGame) (*table.Table, error) {
	w := NewWatcher(game)
	for i, p := range posts {
		if p.Number != uint64(i+1) {
			return w.table, wrap.Errorf(ErrMalformed, "post %d is numbered %d", i+1, p.Number)
		}
		if record.IsHead(p.Bytes) && w.table != nil {
			_, err := w.word(p)
			if i == len(posts)-1 && err == errNoEnd {
				return w.table, nil
			}
			if errors.Is(err, record.ErrFork) || errors.Is(err, record.ErrUnread) { // not a stranger's, or again
				return w.table, fmt.Errorf("post %d: %w", p.Number, err)
			}
		}
		if _, err := w.Read(p); err != nil {
			return w.table, err
		}
	}
	if !w.Closed() {
		return w.table, fmt.Errorf("%w, by %d of 2 heads after %d posts", ErrUnsigned, len(w.words), len(posts))
	}
	if w.table == nil {
		return nil, ErrNeverBegan
	}
	patience := w.lobby.offer.Grace + w.lobby.offer.Bank
	if took := w.words[1].Stamp - w.words[0].Stamp; !w.table.Closed() && took < patience.Milliseconds() {
		return w.table, wrap.Errorf(ErrEarly, "%d ms after the end, not %v, without the closings of seats %v", took, patience, w.table.Awaited())
	}
	return w.table, nil
}
