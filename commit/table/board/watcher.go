package board

import (
	"crypto/ed25519"
	"fmt"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Watcher is what the posts of a board say to somebody without a seat: a spectator, or the
// board itself, which learns from it what it may show, and what it has to post. It isn't safe
// for concurrent use. Its clock is that of this machine. The zero value is invalid.
type Watcher struct {
	game       NewGame
	clock      func() time.Time // of stamps
	limit      int64
	lobby      lobby
	table      *table.Table // nil while there are free seats
	statements uint64       // how many were read, as numbers of their own
	gameBytes  int64        // of statements that are neither void nor ticks
	heads      heads
	placed     map[[16]byte]bool // of what has a place, the signature's half that nobody else can choose
	lastPlaced time.Time         // when something had a place last
	waited     time.Duration     // for hellos or closings, while posts could be kept
	looked     time.Time         // until when that was counted
	doubt      error             // an ErrFalse
	err        error             // the game's
}

// NewWatcher returns the watcher of a board without posts.
func NewWatcher(game NewGame) *Watcher {
	return &Watcher{game: game, clock: time.Now, limit: DefaultLimit, placed: make(map[[16]byte]bool)}
}

// Limit says how many bytes of the game, and of hellos and leaves, the board takes, instead of
// [DefaultLimit]. Void statements and ticks don't count, so that no seat can use up the room: those
// of all n seats take 139 bytes for each of n(E + 16) void ones, with E effects, and 103 for each
// of 8 ticks a grace. There is always room for closings and for the board's heads.
func (w *Watcher) Limit(bytes int64) { w.limit = bytes }

// Read takes the next post, and reports whether it has a place: a board may drop one without,
// unless it is its own. The error is final, as that of a game which refuses the terms,
// or panics.
func (w *Watcher) Read(p record.Post) (placed bool, err error) {
	switch {
	case w.err != nil:
		return false, w.err
	case w.game == nil:
		return false, wrap.Errorf(ErrMalformed, "there is no game to watch")
	}
	defer func() {
		if broken := recover(); broken != nil {
			err = fmt.Errorf("the game panics: %v", broken)
		}
		if err != nil {
			w.err = fmt.Errorf("board: post %d: %w", p.Number, err)
			placed, err = false, w.err
		}
	}()
	before := w.lobby
	placed, err = w.take(p)
	if !placed && err == nil && w.doubt == nil {
		w.doubt = before.doubt(w.table, &w.heads, p)
	}
	if placed && err == nil {
		w.lastPlaced, w.heads.latest = time.Now(), max(p.Stamp, w.heads.latest)
		w.placed[id(p.Bytes)] = true
	}
	return placed, err
}

func (w *Watcher) take(p record.Post) (placed bool, err error) {
	if w.Closed() {
		return false, nil
	}
	if w.table != nil && w.heads.read(w.lobby.agreement, w.table, p) {
		w.Stalled()
		return true, nil
	}
	resets, seated := w.lobby.resets, w.table != nil
	placed = w.lobby.read(p)
	switch {
	case w.lobby.resets > resets:
		w.table = nil
	case !seated && w.lobby.reader != nil:
		terms := w.lobby.terms()
		game, err := w.game(terms, Nobody, nil)
		if err == nil {
			w.table, err = table.Watch(terms, game)
		}
		w.statements = 0
		w.Stalled()
		return placed, err
	case seated:
		st, err := record.ParseStatement(p.Bytes)
		if err != nil {
			return false, nil
		}
		verdict, _ := w.table.Would(st)
		w.statements++ // a number of its own, as others may not know what is dropped
		placed, err = w.table.Read(time.Now(), record.Post{Number: w.statements, Stamp: p.Stamp, Bytes: p.Bytes})
		if err != nil {
			return false, err
		}
		if placed && !verdict.Void && !verdict.Tick && !w.table.Over() {
			w.gameBytes += int64(len(p.Bytes))
		}
	}
	return placed, nil
}

// id tells posts apart that are correctly signed.
func id(post []byte) [16]byte { return [16]byte(post[len(post)-ed25519.SignatureSize:]) }

// Would returns the form in which the board shows a post if that is the next one, nil if it has
// a place already, or the [Refusal]. It changes nothing. A void statement is pruned. A tick is
// put off if nobody is late, and there was a place within the last eighth of the grace.
func (w *Watcher) Would(c Candidate) (shown []byte, err error) {
	if w.err != nil {
		return nil, w.err
	}
	if w.Closed() {
		return nil, &Refusal{Closed, nil}
	}
	if c.request != nil {
		switch {
		case w.lobby.seat(c.Key) >= 0:
			return nil, nil
		case w.lobby.seatFor(*c.request) < 0:
			return nil, refuse(NoPlace, "seat %d isn't free, or not for this key", c.request.Seat)
		}
		return c.post, nil
	}
	if c.reset {
		switch {
		case w.placed[id(c.post)]:
			return nil, nil
		case w.lobby.reader == nil || !w.lobby.isReset(c.post):
			return nil, refuse(NoPlace, "a reset of the lobby as it was")
		}
		return c.post, nil
	}
	st := c.statement
	if w.table == nil || c.at != w.lobby.agreement.Digest() {
		return nil, refuse(NoPlace, "a statement of seat %d, before the lobby was reset", st.Seat)
	}
	if w.placed[id(c.post)] {
		return nil, nil
	}
	verdict, err := w.table.Would(st)
	counts := !verdict.Void && !verdict.Tick && !w.table.Over()
	switch soon := w.lobby.offer.Grace/8 - time.Since(w.lastPlaced); {
	case err != nil:
		return nil, refused(err)
	case verdict.Tick && soon > 0 && !w.table.Late():
		return nil, refuse(Later, "a tick of seat %d, %v too early", st.Seat, soon)
	case counts && w.gameBytes+int64(len(c.post)) > w.limit:
		return nil, refuse(Full, "%d bytes of the game, of %d, and %d more", w.gameBytes, w.limit, len(c.post))
	case verdict.Void && st.Len > 32:
		return record.Prune(c.post), nil
	}
	return c.post, nil
}

// Pending returns what the board itself has to post now, with its stamp, nil if that is nothing:
// its signed head at the end, and again when all have closed that aren't out, or grace and bank
// have passed since it has shown that; or a reset, when some hellos are missing four graces and
// bank after all seats were taken. Ask again after each post, and after the time that it returns,
// if that is above 0: between two calls, no more than a quarter of the grace counts, as a
// program that was stopped took no closings.
func (w *Watcher) Pending(key record.Key) (post *record.Post, again time.Duration, err error) {
	if w.err != nil || w.table == nil || w.Closed() {
		return nil, 0, w.err
	}
	patience := w.lobby.offer.Grace + w.lobby.offer.Bank
	stamp, most := w.Stamp(), w.lobby.offer.Grace/4
	w.waited += min(time.Since(w.looked), most)
	w.looked = time.Now()
	switch left := patience - w.waited; {
	case w.table.Round() == 0:
		left += 3 * w.lobby.offer.Grace
		if left > 0 {
			return nil, min(left, most/2), nil
		}
		return &record.Post{Stamp: stamp, Bytes: w.lobby.resetPost(key, stamp)}, 0, nil
	case !w.table.Over():
		return nil, 0, nil
	case len(w.heads.signed) == 1 && w.table.Closed():
		stamp = max(stamp, w.heads.signed[0].Stamp+1) // closings may have come before the first head, and one head has one place
	case len(w.heads.signed) == 1:
		if left > 0 {
			return nil, min(left, most/2), nil
		}
		stamp = max(stamp, w.heads.signed[0].Stamp+patience.Milliseconds()) // also by a clock that stands
	}
	head, err := w.table.SignHead(key, stamp)
	return &record.Post{Stamp: stamp, Bytes: head}, 0, err
}

// Stalled says that a post couldn't be kept: seats have all their time for hellos and closings
// from now on.
func (w *Watcher) Stalled() { w.waited, w.looked = 0, time.Now() }

// Stamp returns that of the next post: the later of the clock's time and the last one's, as a
// clock that is set back must not make time; 0 for the zero value.
func (w *Watcher) Stamp() int64 {
	if w.clock == nil {
		return 0
	}
	return max(w.clock().UnixMilli(), w.heads.latest)
}

// Closed reports whether nothing can have a place any more, as the board has signed its last
// head, or reset the lobby too often.
func (w *Watcher) Closed() bool { return w.heads.closed() || w.lobby.closed() }

// Doubt returns an [ErrFalse] if a post can't come from an honest board, else nil. What was read
// before isn't wrong for that, and what follows may be.
func (w *Watcher) Doubt() error { return w.doubt }

// Offer returns the first post, nil if it is missing.
func (w *Watcher) Offer() *Offer { return w.lobby.offer }

// Seats returns the keys of the seats, nil for free ones.
func (w *Watcher) Seats() []ed25519.PublicKey { return slices.Clone(w.lobby.seats) }

// Abouts returns what the seats said of themselves when they asked, nil for free ones.
func (w *Watcher) Abouts() [][]byte { return slices.Clone(w.lobby.abouts) }

// Free returns how many seats nobody has.
func (w *Watcher) Free() int { return w.lobby.free() }

// Table returns the table, nil while there are free seats.
func (w *Watcher) Table() *table.Table { return w.table }
