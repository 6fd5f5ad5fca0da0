package table

import (
	"bytes"
	"crypto/ed25519"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
)

// A Table is a game as one seat plays it, or as somebody without a seat watches it. It is
// a function of the posts of a board: see the package comment. Don't copy it; it isn't
// safe for concurrent use. The zero value is invalid.
type Table struct {
	at    record.Agreement
	terms Terms
	game  Game
	seat  int // -1 without one
	key   record.Key
	store func(old, new State) error

	log *record.Log
	public
	last post // that was read

	first, mark []byte // checkpoints: before the first post, and before this round
	saved       State
	unsaved     bool   // mark and whether the end is final
	final       uint64 // whose closing statements had made the stored end final

	live   bool // whether it speaks
	spoken spoken
	said   []byte // the statement of that, a message of the game or a closing
	under  []byte // the last statement
	posted time.Time
	heard  time.Time // when the last place was read, by this machine's clock
	move   []byte    // to be said
	moveAt int       // the place since which the seat was due then
	stood  int       // how many ticks of this seat have found the table's time where it was
	moved  int64     // that time
	leaves bool      // wants to
}

// public is what everybody knows, besides the heads and the game. Times are the table's
// own, in milliseconds.
type public struct {
	round int // 0 before all have said their hello
	end   int // the places when the game was over, 0 before
	seats []seat
	outs  []Out
	phase int
	time  int64
	stamp int64 // of the last place, or a little later
}

type seat struct {
	hello, out      bool
	leaves          int // the round after which it does, 0 if it stays
	since           int // the places since which it is due in this phase, -1 if it isn't
	sinceTime, used int64
	voids           int // statements without effect, but ticks
	ticks           int // since the last effect
}

// spoken is what a seat has read when it spoke last, itself included once that is read: in
// which round, or MaxRounds if that was its closing.
type spoken struct {
	round, places int
	head          record.Digest
}

// New sits down at a seat, that of the key. The store function gets every state before
// anything is said that follows from it, and the one that it has stored last, so that a
// database can refuse to replace any other; that is no state at first. If it fails, so
// does the call, which can be made again; but if it may have stored the state, go on with
// [Parse]. The game is a new one, of this seat.
func New(terms Terms, game Game, key record.Key, store func(old, new State) error) (*Table, error) {
	t, err := open(terms, game, key, store)
	if err != nil {
		return nil, err
	}
	return t, t.sit()
}

// Watch is for somebody without a seat: a spectator, a referee, a board that signs heads.
func Watch(terms Terms, game Game) (*Table, error) {
	at, err := terms.Agreement()
	if err != nil {
		return nil, err
	}
	t := &Table{at: at, terms: terms, game: game, seat: -1}
	return t, t.sit()
}

func open(terms Terms, game Game, key record.Key, store func(old, new State) error) (*Table, error) {
	at, err := terms.Agreement()
	if err != nil {
		return nil, err
	}
	public := key.Public()
	t := &Table{at: at, terms: terms, game: game, key: key, store: store}
	t.seat = slices.IndexFunc(terms.Seats, func(k ed25519.PublicKey) bool { return k.Equal(public) })
	if t.seat < 0 || store == nil {
		return nil, fmt.Errorf("%w: the key is of no seat, or there is no store", ErrMalformed)
	}
	return t, nil
}

// sit takes the checkpoint before the first post.
func (t *Table) sit() (err error) {
	t.seats = make([]seat, len(t.terms.Seats))
	for s := range t.seats {
		t.seats[s].since = -1
	}
	if t.log, err = record.NewLog(t.at); err == nil {
		t.mark, t.unsaved = t.checkpoint(), true
		t.first = t.mark
	}
	return err
}

// Seat returns this seat's number, -1 without one.
func (t *Table) Seat() int { return t.seat }

// Digest returns the digest of the terms, which players compare.
func (t *Table) Digest() record.Digest { return t.at.Digest() }

// Act makes this seat's move, a message of the game, if it is due and [Game.Check] finds
// nothing wrong: else it returns an [ErrState], or that error. [Table.Pending] says it
// then, unless the phase changes before, or another move replaces it.
func (t *Table) Act(move []byte) error {
	if t.seat < 0 || t.seats[t.seat].since < 0 || len(move) > t.terms.Longest {
		return fmt.Errorf("%w: seat %d isn't due, or its move of %d bytes is too long", ErrState, t.seat, len(move))
	}
	if err := t.game.Check(t.seat, move); err != nil {
		return err
	}
	t.move, t.moveAt = append([]byte{}, move...), t.seats[t.seat].since
	return nil
}

// Leave has this seat go after the current round, or the next one if it ends before that is
// read, without a price: [Table.Outs] says when it may. A seat that goes earlier is
// silent. It returns an [ErrState] before the first round, if the seat is out or has said so already,
// and after the end.
func (t *Table) Leave() error {
	if t.seat < 0 || t.round == 0 || t.end > 0 || t.seats[t.seat].out || t.seats[t.seat].leaves > 0 {
		return fmt.Errorf("%w: seat %d can't leave", ErrState, t.seat)
	}
	t.leaves = true
	return nil
}

// Pending returns what this seat has to post now, nil if there is nothing, and when to
// call it again at the latest, if nothing is read before and nobody acts. It signs one
// statement at a time and stores it first; until that has a place, or can't have one, it
// returns the same bytes, after a while each. It returns the error of the store function,
// which it will call again, and an [ErrAstray] if the board doesn't show what the seat had
// read when it spoke last for the game, in this round or a later one. That may come back;
// until then the seat says nothing, as its cards could be seen in one sequence with what
// it says in the other.
func (t *Table) Pending(now time.Time) (statement []byte, again time.Time, err error) {
	again = now.Add(t.terms.Grace / 4)
	if t.seat < 0 {
		return nil, again, nil
	}
	var message []byte
	switch due, lost := t.posted.Add(t.terms.Grace/4), t.underWay(); {
	case !t.live:
	case lost != nil && now.Before(due):
		again = due
	case lost != nil:
		statement = lost
	case t.astray():
		err = fmt.Errorf("%w: this seat has spoken after place %d", ErrAstray, t.spoken.places)
	default:
		message, again = t.wants(now, again)
	}
	under, said, before := t.under, t.said, t.spoken
	if message != nil {
		if statement, err = t.log.Sign(t.key, message); err != nil {
			return nil, again, err
		}
		if t.under = statement; message[0] == say || message[0] == closing {
			t.said = statement
			t.speaks(message[0], t.round)
		}
	}
	if message != nil || t.unsaved {
		state := t.state()
		if err := t.store(t.saved, state); err != nil {
			t.under, t.said, t.spoken = under, said, before
			return nil, again, err
		}
		t.saved, t.unsaved = state, false
	}
	if statement != nil {
		t.posted = now
	}
	return bytes.Clone(statement), again, err
}

// wants returns the message that this seat has to say now, or when it might.
func (t *Table) wants(now, again time.Time) ([]byte, time.Time) {
	me := &t.seats[t.seat]
	if t.move != nil && t.moveAt != me.since {
		t.move = nil
	}
	switch {
	case t.end > 0 && t.log.Signed(t.seat) < t.end: // also if the board has lost it
		return []byte{closing}, again
	case t.round == 0 && !me.hello:
		return []byte{hello}, again
	case t.end > 0 || t.round == 0:
		return nil, again
	case t.repeats():
		return bytes.Clone(t.said[record.Overhead-ed25519.SignatureSize : len(t.said)-ed25519.SignatureSize]), again
	case me.since >= 0:
		if m := t.game.Own(); m != nil {
			return append([]byte{say}, m...), again
		} else if t.move != nil {
			return append([]byte{say}, t.move...), again
		}
	}
	if t.leaves && me.leaves == 0 && !me.out {
		return binary.BigEndian.AppendUint32([]byte{leave}, uint32(t.round)), again
	}
	// Those who wait keep the time going, one after the other, and not while they are due
	// themselves, as a tick that is under way would hold up a move.
	stagger := t.terms.Grace / 32 * time.Duration((t.seat+t.log.Places())%len(t.seats))
	wait := t.terms.Grace / 4
	for range t.stood - 4 { // the board's clock stands still: there are ticks left when it goes on
		wait = min(2*wait, MaxGrace)
	}
	at := t.heard.Add(wait + min(stagger, t.terms.Grace/4))
	if len(t.late()) > 0 { // so what others say can't put that off
		at = now
	}
	if me.since < 0 && me.ticks < t.maxTicks() {
		if !now.Before(at) {
			return []byte{tick}, again
		}
		return nil, at
	}
	return nil, again
}

// underWay returns what this seat has signed last for the game, or last of all, if that may
// still get a place, also if it had one that the board has lost.
func (t *Table) underWay() []byte {
	for _, statement := range [][]byte{t.said, t.under} {
		if _, err := t.log.Judge(statement); err == nil {
			return statement
		}
	}
	return nil
}

// repeats reports whether this seat has spoken on what is due, and that can't have a place any
// more, as another of its statements came first: it says the same again.
func (t *Table) repeats() bool {
	since := t.seats[t.seat].since
	if len(t.said) == 0 || since < 0 || t.spoken.round != t.round {
		return false
	}
	places := int(binary.BigEndian.Uint32(t.said[2:]))
	head, ok := t.log.HeadAt(places)
	return since <= places && ok && bytes.Equal(head[:], t.said[6:][:len(head)]) && (t.spoken.places == places || !t.reads())
}

// reads reports whether what this seat had read when it spoke is in what it has read now.
func (t *Table) reads() bool {
	head, ok := t.log.HeadAt(t.spoken.places)
	return ok && head == t.spoken.head
}

// speaks notes what this seat has read when it speaks in a round, or has read back what it
// said; of a closing, the end.
func (t *Table) speaks(kind byte, round int) {
	t.spoken = spoken{round, t.log.Places(), t.log.Head()}
	if kind == closing {
		head, _ := t.log.HeadAt(t.end)
		t.spoken = spoken{MaxRounds, t.end, head}
	}
}

// astray reports whether this seat has spoken in this round or a later one, but not in what
// it has read. So all that it says in rounds of one number is in one sequence, and it closes
// one end.
func (t *Table) astray() bool {
	over := t.end > 0 && (t.log.Signed(t.seat) >= t.end || t.spoken.round < MaxRounds) // nothing to say for the game
	silent := t.round == 0 || over
	return !silent && t.round <= t.spoken.round && !t.reads() && !t.repeats()
}
