package table

import (
	"bytes"
	"crypto/ed25519"
	"encoding/binary"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Player is a [Table] with a seat at it, for which it speaks. Don't copy it; it isn't
// safe for concurrent use. The zero value is invalid.
type Player struct {
	Table
	seat  int
	key   record.Key
	store func(old, new State) error

	saved State
	kept  int // the news of the table that saved has

	live   bool // whether it speaks
	spoken spoken
	said   []byte // the statement of that, a message of the game or a closing
	under  []byte // the last statement, but ticks
	posted time.Time
	move   []byte // to be said
	moveAt int    // the place since which the seat was due then
	leaves bool   // wants to

	tick   []byte // the last one
	ticked time.Time
	wait   time.Duration // until the next one, while nothing has a place
	waited int64         // the table's time since which that is so
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
func New(terms Terms, game Game, key record.Key, store func(old, new State) error) (*Player, error) {
	t, err := Watch(terms, game)
	if err != nil {
		return nil, err
	}
	return sit(t, key, store)
}

func sit(t *Table, key record.Key, store func(old, new State) error) (*Player, error) {
	public := key.Public()
	seat := slices.IndexFunc(t.terms.Seats, func(k ed25519.PublicKey) bool { return k.Equal(public) })
	switch {
	case seat < 0:
		return nil, wrap.Errorf(ErrMalformed, "the key is that of no seat")
	case store == nil:
		return nil, wrap.Errorf(ErrMalformed, "there is no store function")
	}
	p := &Player{Table: *t, seat: seat, key: key, store: store, kept: t.news - 1} // nobody else has the table
	p.rests()
	return p, nil
}

// Seat returns this seat's number.
func (p *Player) Seat() int { return p.seat }

// Connect is [Table.Connect]. When all that the board has is read, call [Player.Start];
// before that, the seat says nothing.
func (p *Player) Connect(shown func(number uint64) (record.Post, bool)) (after uint64, err error) {
	if p.reader == nil {
		return 0, errZero
	}
	places := p.Places()
	p.live, p.posted, p.ticked = false, time.Time{}, time.Time{}
	after, err = p.Table.Connect(shown)
	if p.Places() < places {
		p.move = nil // which was for another sequence
		p.rests()
	}
	return after, err
}

// Start lets the seat speak, from now on: all that the board had was read.
func (p *Player) Start(now time.Time) {
	if p.reader != nil {
		p.live, p.heard = true, now
	}
}

// Read is [Table.Read].
func (p *Player) Read(now time.Time, post record.Post) (placed bool, err error) {
	if p.reader == nil {
		return false, errZero
	}
	round, effects := p.round, p.effects
	st, placed, err := p.Table.read(now, post)
	own := placed && st.Seat == p.seat
	switch {
	case p.effects != effects:
		p.rests()
	case own && st.Kind == tick && p.time-p.waited >= p.terms.Grace.Milliseconds()/8:
		p.wait, p.waited = max(p.terms.Grace/4, p.wait/2), p.time
	case own && st.Kind == tick: // the board's clock stands still, or goes in steps: there are ticks left when it goes on
		p.wait, p.waited = min(2*p.wait, MaxGrace), p.time
	}
	if own && p.move != nil && p.moveAt <= st.Places && bytes.Equal(st.Message, append([]byte{say}, p.move...)) {
		p.move = nil // also if the seat is due still, as after a complaint
	}
	if own && len(p.said) > 0 && bytes.Equal(st.Prune(), record.Prune(p.said)) {
		p.speaks(st.Kind, round)
	}
	return placed, err
}

// rests begins to wait for others.
func (p *Player) rests() { p.wait, p.waited = p.terms.Grace/4, p.time }

// Choosing returns what this seat's player has to choose: the seat is due, the protocol has
// nothing for it to say, and nothing was chosen yet. See [Player.Act].
func (p *Player) Choosing(now time.Time) (Item, bool) {
	if p.reader == nil || !p.live || p.seats[p.seat].since < 0 || p.moves() || p.underWay() != nil || p.repeats() || p.game.Pending() != nil {
		return Item{}, false
	}
	due := p.Due(now)
	return due[slices.IndexFunc(due, func(i Item) bool { return i.Seat == p.seat })], true
}

// Act makes this seat's move, a message of the game, if it is due and [Game.Check] finds
// nothing wrong: else it returns an [ErrState], or that error. [Player.Pending] says it
// then, unless the phase changes before, or another move replaces it.
func (p *Player) Act(move []byte) error {
	switch {
	case p.reader == nil:
		return errZero
	case p.seats[p.seat].since < 0:
		return wrap.Errorf(ErrState, "seat %d isn't due", p.seat)
	case len(move) > p.terms.Longest:
		return wrap.Errorf(ErrState, "a move of %d bytes, where the terms allow %d", len(move), p.terms.Longest)
	}
	if err := p.game.Check(p.seat, move); err != nil {
		return err
	}
	p.move, p.moveAt = append([]byte{}, move...), p.seats[p.seat].since
	return nil
}

// moves reports whether there is a move for what is due.
func (p *Player) moves() bool { return p.move != nil && p.moveAt == p.seats[p.seat].since }

// Leave has this seat go after the current round, or the next one if it ends before that is
// read, without a price: [Table.Outs] says when it may. A seat that goes earlier is
// silent. The wish is stored first. Leave returns an [ErrState] before the first round, if
// the seat is out or has said so already, and after the end.
func (p *Player) Leave() error {
	why := ""
	switch {
	case p.reader == nil:
		return errZero
	case p.round == 0:
		why = "the game hasn't begun"
	case p.end > 0:
		why = "the game is over"
	case p.seats[p.seat].out:
		why = "it is out"
	case p.seats[p.seat].leaves > 0 || p.leaves:
		why = "it has said so already"
	}
	if why != "" {
		return wrap.Errorf(ErrState, "seat %d can't leave: %s", p.seat, why)
	}
	p.leaves = true
	err := p.save()
	p.leaves = err == nil
	return err
}

// Done reports whether this seat can go: the end is final, its own closing statement was
// read, so that its deposit returns, and [Player.Pending] has stored that.
func (p *Player) Done() bool {
	return p.reader != nil && p.Final() && p.kept == p.news && p.closed(p.seat)
}

// Pending returns what this seat has to post now, nil if there is nothing, and when to
// call it again at the latest, if nothing is read before and nobody acts. It signs one
// statement at a time, besides ticks, and stores it first; until that has a place, or can't
// have one, it returns the same bytes, after a while each. It returns the error of the store
// function, which it will call again, and an [ErrAstray] if the board doesn't show what the
// seat had read when it spoke last for the game, in this round or a later one. That may come
// back; until then the seat says nothing, as its cards could be seen in one sequence with what
// it says in the other.
func (p *Player) Pending(now time.Time) (statement []byte, again time.Time, err error) {
	if p.reader == nil {
		return nil, now, errZero
	}
	again = now.Add(p.terms.Grace / 4)
	var message []byte
	switch due, lost := p.posted.Add(p.terms.Grace/4), p.underWay(); {
	case !p.live:
	case lost != nil && now.Before(due):
		again = due
	case lost != nil:
		statement, p.posted = lost, now
	case p.astray():
		err = wrap.Errorf(ErrAstray, "this seat has spoken after place %d", p.spoken.places)
	default:
		if message = p.wants(); message == nil {
			statement, again, err = p.ticks(now)
		}
	}
	if message != nil {
		statement, err = p.says(now, message)
	} else if p.kept != p.news {
		if stored := p.save(); stored != nil {
			return nil, again, stored
		}
	}
	if statement == nil {
		return nil, again, err
	}
	return bytes.Clone(statement), again, err
}

// says signs a message and stores that.
func (p *Player) says(now time.Time, message []byte) (statement []byte, err error) {
	if statement, err = p.reader.Sign(p.key, message); err != nil {
		return nil, err
	}
	under, said, before, same := p.under, p.said, p.spoken, p.repeats() && p.reads()
	if p.under = statement; message[0] == say || message[0] == closing {
		p.said = statement
		if !same { // what is said again supposes no more than at first, and that may come first after a loss
			p.speaks(message[0], p.round)
		}
	}
	if err := p.save(); err != nil {
		p.under, p.said, p.spoken = under, said, before
		return nil, err
	}
	p.posted = now
	return statement, nil
}

// save stores the current state.
func (p *Player) save() error {
	state := p.state()
	err := p.store(p.saved, state)
	if err == nil {
		p.saved, p.kept = state, p.news
	}
	return err
}

// wants returns the message that this seat has to say now, besides ticks.
func (p *Player) wants() []byte {
	me := &p.seats[p.seat]
	switch {
	case p.end > 0 && p.reader.Signed(p.seat) < p.end: // also if the board has lost it
		return []byte{closing}
	case p.end == 0 && p.round == 0 && !me.hello:
		return []byte{hello}
	case p.end > 0 || p.round == 0:
		return nil
	case p.repeats():
		st, _ := record.ParseStatement(p.said)
		return st.Message
	case me.since >= 0:
		if m := p.game.Pending(); m != nil {
			return append([]byte{say}, m...)
		} else if p.moves() {
			return append([]byte{say}, p.move...)
		}
	}
	if p.leaves && me.leaves == 0 && !me.out {
		return binary.BigEndian.AppendUint32([]byte{leave}, uint32(p.round))
	}
	return nil
}

// ticks returns a tick, or when there might be one. Those who wait keep the time going, one
// after the other. It isn't stored: of two, one has a place, and whatever else this seat says
// beside it, it says again if the tick comes first.
func (p *Player) ticks(now time.Time) (statement []byte, again time.Time, err error) {
	quarter := p.terms.Grace / 4
	again = now.Add(quarter)
	me := &p.seats[p.seat]
	if !p.live || p.round == 0 || p.end > 0 || me.since >= 0 || me.ticks >= p.maxTicks() {
		return nil, again, nil
	}
	if p.fits(p.tick) {
		if due := p.ticked.Add(quarter); now.Before(due) {
			return nil, due, nil
		}
		p.ticked = now
		return p.tick, again, nil
	}
	stagger := p.terms.Grace / 32 * time.Duration((p.seat+p.Places())%len(p.seats))
	at := p.heard.Add(p.wait + min(stagger, quarter))
	if now.Before(at) && !p.Late() { // what others say can't put that off
		return nil, at, nil
	}
	statement, err = p.reader.Sign(p.key, []byte{tick})
	p.tick, p.ticked = statement, now
	return statement, again, err
}

// fits reports whether a statement of this seat may still get a place.
func (p *Player) fits(statement []byte) bool {
	st, err := record.ParseStatement(statement)
	return err == nil && p.reader.Fits(st) == nil
}

// underWay returns what this seat has signed last for the game, or last of all but ticks, if
// that may still get a place, also if it had one that the board has lost.
func (p *Player) underWay() []byte {
	for _, statement := range [][]byte{p.said, p.under} {
		if p.fits(statement) {
			return statement
		}
	}
	return nil
}

// repeats reports whether this seat has spoken on what is due, and that can't have a place any
// more, as another of its statements came first: it says the same again.
func (p *Player) repeats() bool {
	since := p.seats[p.seat].since
	st, err := record.ParseStatement(p.said)
	if err != nil || since < 0 || p.spoken.round != p.round {
		return false
	}
	head, ok := p.reader.HeadAt(st.Places)
	return since <= st.Places && ok && st.Head == head && (p.spoken.places <= st.Places || !p.reads())
}

// reads reports whether what this seat had read when it spoke is in what it has read now.
func (p *Player) reads() bool {
	head, ok := p.reader.HeadAt(p.spoken.places)
	return ok && head == p.spoken.head
}

// speaks notes what this seat has read when it speaks in a round, or has read back what it
// said; of a closing, the end.
func (p *Player) speaks(kind byte, round int) {
	p.spoken = spoken{round, p.reader.Places(), p.reader.Head()}
	if kind == closing {
		head, _ := p.reader.HeadAt(p.end)
		p.spoken = spoken{MaxRounds, p.end, head}
	}
}

// astray reports whether this seat has spoken in this round or a later one, but not in what
// it has read. So all that it says in rounds of one number is in one sequence, and it closes
// one end.
func (p *Player) astray() bool {
	over := p.end > 0 && (p.reader.Signed(p.seat) >= p.end || p.spoken.round < MaxRounds) // nothing to say for the game
	silent := p.round == 0 || over
	return !silent && p.round <= p.spoken.round && !p.reads() && !p.repeats()
}
