package table

import (
	"bytes"
	"crypto/ed25519"
	"encoding/binary"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/internal/kind"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Player is a [Table] with a seat at it, for which it speaks. Connect and Read by the Player:
// of what its Table alone reads, the seat knows nothing. Don't copy it; it isn't safe for concurrent
// use. The zero value is invalid.
type Player struct {
	Table
	seat  int
	key   record.Key
	store func(old, new State) error

	saved        State
	savedChanges int // the changes of the table that saved has

	live bool // whether it speaks
	lastSaid
	lastPosted time.Time
	move       []byte // to be said
	moveAt     int    // the place since which the seat was due then
	leaving    bool   // it wants to go

	lastTick   []byte
	tickPosted time.Time
	wait       time.Duration // until the next one, while nothing has a place
	waitSince  int64         // the table's time since which that is so
}

// lastSaid is what a seat has said last, besides ticks.
type lastSaid struct {
	lastSpoken    spoken
	lastStatement []byte // the statement of that, a message of the game or a closing
	lastSigned    []byte // the last statement of any kind
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
	p := &Player{Table: *t, seat: seat, key: key, store: store, savedChanges: t.changes - 1} // nobody else has the table
	p.resetWait()
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
	p.live, p.lastPosted, p.tickPosted = false, time.Time{}, time.Time{}
	after, err = p.Table.Connect(shown)
	if p.Places() < places {
		p.move = nil // which was for another sequence
		p.resetWait()
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
		p.resetWait()
	case own && st.Kind == kind.Tick && p.time-p.waitSince >= p.terms.Grace.Milliseconds()/8:
		p.wait, p.waitSince = max(p.terms.Grace/4, p.wait/2), p.time
	case own && st.Kind == kind.Tick: // the board's clock stands still, or goes in steps: there are ticks left when it goes on
		p.wait, p.waitSince = min(2*p.wait, MaxGrace), p.time
	}
	if own && p.move != nil && p.moveAt <= st.Places && bytes.Equal(st.Message, append([]byte{kind.Say}, p.move...)) {
		p.move = nil // also if the seat is due still, as after a complaint
	}
	if own && len(p.lastStatement) > 0 && bytes.Equal(st.Prune(), record.Prune(p.lastStatement)) {
		p.noteSpoken(st.Kind, round)
	}
	return placed, err
}

// resetWait begins to wait for others.
func (p *Player) resetWait() { p.wait, p.waitSince = p.terms.Grace/4, p.time }

// Choosing returns what this seat's player has to choose: the seat is due, the protocol has
// nothing for it to say, and nothing was chosen yet. See [Player.Act].
func (p *Player) Choosing(now time.Time) (Item, bool) {
	if p.reader == nil || !p.mayChoose() {
		return Item{}, false
	}
	due := p.Due(now)
	return due[slices.IndexFunc(due, func(i Item) bool { return i.Seat == p.seat })], true
}

// mayChoose reports whether the seat is due, and has nothing to say but what its player chooses.
func (p *Player) mayChoose() bool {
	due := p.live && p.seats[p.seat].since >= 0
	said := p.hasMove() || p.underWay() != nil || p.mustRepeat()
	return due && !said && p.game.Pending() == nil
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

// hasMove reports whether there is a move for what is due.
func (p *Player) hasMove() bool { return p.move != nil && p.moveAt == p.seats[p.seat].since }

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
	case p.Leaving():
		why = "it has said so already"
	}
	if why != "" {
		return wrap.Errorf(ErrState, "seat %d can't leave: %s", p.seat, why)
	}
	p.leaving = true
	err := p.save()
	p.leaving = err == nil
	return err
}

// Leaving reports whether this seat has said that it goes, also before a restart.
func (p *Player) Leaving() bool {
	return p.reader != nil && (p.leaving || p.seats[p.seat].leaves > 0)
}

// Done reports whether this seat can go: the end is final, its own closing statement was
// read, so that its deposit returns, and [Player.Pending] has stored that.
func (p *Player) Done() bool {
	return p.reader != nil && p.Final() && p.savedChanges == p.changes && p.closed(p.seat)
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
	quarter := p.terms.Grace / 4
	again = now.Add(quarter)
	underWay := p.underWay()
	astray := underWay == nil && p.astray()
	if p.live && underWay == nil && !astray {
		if message := p.pendingMessage(); message != nil {
			statement, err = p.sign(now, message)
			return bytes.Clone(statement), again, err
		}
	}
	if p.savedChanges != p.changes {
		if err := p.save(); err != nil {
			return nil, again, err
		}
	}
	switch due := p.lastPosted.Add(quarter); {
	case !p.live:
		return nil, again, nil
	case underWay != nil && now.Before(due):
		return nil, due, nil
	case underWay != nil:
		p.lastPosted = now
		return bytes.Clone(underWay), again, nil
	case astray:
		return nil, again, wrap.Errorf(ErrAstray, "this seat has spoken after place %d", p.lastSpoken.places)
	}
	statement, again, err = p.tickStatement(now)
	return bytes.Clone(statement), again, err
}

// sign signs a message, and stores that with all that has changed.
func (p *Player) sign(now time.Time, message []byte) (statement []byte, err error) {
	statement, err = p.reader.Sign(p.key, message)
	if err != nil {
		return nil, err
	}
	before := p.lastSaid
	repeats := p.mustRepeat() && p.hasRead()
	p.lastSigned = statement
	if message[0] == kind.Say || message[0] == kind.Closing {
		p.lastStatement = statement
		if !repeats { // what is said again supposes no more than at first, and that may come first after a loss
			p.noteSpoken(message[0], p.round)
		}
	}
	if err := p.save(); err != nil {
		p.lastSaid = before
		return nil, err
	}
	p.lastPosted = now
	return statement, nil
}

// save stores the current state.
func (p *Player) save() error {
	state := p.state()
	err := p.store(p.saved, state)
	if err == nil {
		p.saved, p.savedChanges = state, p.changes
	}
	return err
}

// pendingMessage returns the message that this seat has to say now, besides ticks.
func (p *Player) pendingMessage() []byte {
	me := &p.seats[p.seat]
	switch {
	case p.end > 0 && p.reader.Signed(p.seat) < p.end: // also if the board has lost it
		return []byte{kind.Closing}
	case p.end == 0 && p.round == 0 && !me.hello:
		return []byte{kind.Hello}
	case p.end > 0 || p.round == 0:
		return nil
	case p.mustRepeat():
		st, _ := record.ParseStatement(p.lastStatement)
		return st.Message
	case me.since >= 0:
		if m := p.game.Pending(); m != nil {
			return append([]byte{kind.Say}, m...)
		} else if p.hasMove() {
			return append([]byte{kind.Say}, p.move...)
		}
	}
	if p.leaving && me.leaves == 0 && !me.out {
		return binary.BigEndian.AppendUint32([]byte{kind.Leave}, uint32(p.round))
	}
	return nil
}

// tickStatement returns a tick, or when there might be one. Those who wait keep the time going, one
// after the other. It isn't stored: of two, one has a place, and whatever else this seat says
// beside it, it says again if the tick comes first.
func (p *Player) tickStatement(now time.Time) (statement []byte, again time.Time, err error) {
	quarter := p.terms.Grace / 4
	again = now.Add(quarter)
	me := &p.seats[p.seat]
	if p.round == 0 || p.end > 0 || me.since >= 0 || me.ticks >= p.maxTicks() {
		return nil, again, nil
	}
	if p.fits(p.lastTick) {
		if due := p.tickPosted.Add(quarter); now.Before(due) {
			return nil, due, nil
		}
		p.tickPosted = now
		return p.lastTick, again, nil
	}
	stagger := p.terms.Grace / 32 * time.Duration((p.seat+p.Places())%len(p.seats))
	at := p.heard.Add(p.wait + min(stagger, quarter))
	if now.Before(at) && !p.Late() { // what others say can't put that off
		return nil, at, nil
	}
	statement, err = p.reader.Sign(p.key, []byte{kind.Tick})
	p.lastTick, p.tickPosted = statement, now
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
	for _, statement := range [][]byte{p.lastStatement, p.lastSigned} {
		if p.fits(statement) {
			return statement
		}
	}
	return nil
}

// mustRepeat reports whether this seat has spoken on what is due, and that can't have a place any
// more, as another of its statements came first: it says the same again.
func (p *Player) mustRepeat() bool {
	since := p.seats[p.seat].since
	st, err := record.ParseStatement(p.lastStatement)
	if err != nil || since < 0 || p.lastSpoken.round != p.round {
		return false
	}
	head, ok := p.reader.HeadAt(st.Places)
	return since <= st.Places && ok && st.Head == head && (p.lastSpoken.places <= st.Places || !p.hasRead())
}

// hasRead reports whether what this seat had read when it spoke is in what it has read now.
func (p *Player) hasRead() bool {
	head, ok := p.reader.HeadAt(p.lastSpoken.places)
	return ok && head == p.lastSpoken.head
}

// noteSpoken notes what this seat has read when it speaks in a round, or has read back what it
// said; of a closing, the end.
func (p *Player) noteSpoken(of byte, round int) {
	p.lastSpoken = spoken{round, p.reader.Places(), p.reader.Head()}
	if of == kind.Closing {
		head, _ := p.reader.HeadAt(p.end)
		p.lastSpoken = spoken{MaxRounds, p.end, head}
	}
}

// astray reports whether this seat has spoken in this round or a later one, but not in what
// it has read. So all that it says in rounds of one number is in one sequence, and it closes
// one end.
func (p *Player) astray() bool {
	over := p.end > 0 && (p.reader.Signed(p.seat) >= p.end || p.lastSpoken.round < MaxRounds) // nothing to say for the game
	silent := p.round == 0 || over
	return !silent && p.round <= p.lastSpoken.round && !p.hasRead() && !p.mustRepeat()
}
