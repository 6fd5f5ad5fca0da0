package holdem

import (
	"crypto/ed25519"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/internal/oldrecord"
	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/secret"
)

// A Table is one seat's view of a match, and its part in it. It takes the statements of
// all seats, in any order and more than once, and returns those to send to all others:
// everything that the protocol wants of the seat, so that the caller only says what it
// bets ([Table.Act]), and when it doesn't want to wait any longer ([Table.Expire]).
//
// Each call stores all that it changes, the keys and everything said and heard, in one
// state with one call of the store function, before it returns what is to be sent. If
// that fails, the call fails and nothing has changed. After a crash, go on with
// [ParseTable], and send the statements of [Table.Sent] again.
//
// A Table is safe for concurrent use and prints as redacted; a copy is the same table.
// The zero value is invalid.
type Table struct{ hiddenTable }

type hiddenTable = secret.Value[*table]

// A table is what a Table hides. What it refers to is stored in draft when it changes,
// and in earnest when the call ends.
type table struct {
	mu      sync.Mutex
	store   func(old, new State) error
	encoded State
	config  Config
	seat    int
	cheat   *cheat // nil of an honest seat

	log      oldrecord.Log
	logState func() []byte
	changed  bool // the log, as whenever anything changes, since the last store
	tosses   []*toss
	decks    []*deck

	game      *game
	full      *game                 // with all that the log has, nil without twins
	twins     []oldrecord.Statement // that contradict the log
	confirmed []int                 // how much of each seat all who play on have heard
	live      bool                  // whether what is found out is new, and not read again after a restart
	owes      bool                  // an objection
	held      []oldrecord.Statement
	passed    map[[2]int]bool // statements of others that were passed on, by seat and number
	send      [][]byte
	events    []Event
	gone      bool // out of the match, other than for want of chips
	ended     bool // as most others are gone, as far as is known
	watch     bool // checks all decks like somebody without a seat, as it was out sooner than it knew
}

// A toss is this seat's part in one.
type toss struct {
	session []byte
	me      int // the player that it is
	toss    *commit.Toss
	state   []byte
}

// GenerateTable sits down: it draws what the seat needs, stores it, and returns the
// first statement to send. The keys are those of all seats, for this table alone, and key
// is the seat's own. Store is called with the state that it was given last, nothing the
// first time, and the one to keep; it must fail unless it replaces just that one: see
// [State]. It must not call the Table.
func GenerateTable(c Config, keys []ed25519.PublicKey, seat int, key oldrecord.Key, store func(old, new State) error) (*Table, [][]byte, error) {
	return generateTable(c, keys, seat, key, store, nil)
}

func generateTable(c Config, keys []ed25519.PublicKey, seat int, key oldrecord.Key, store func(old, new State) error, how *cheat) (*Table, [][]byte, error) {
	if store == nil {
		return nil, nil, errNilStore
	}
	rt, err := c.Table(keys)
	if err != nil {
		return nil, nil, err
	}
	t := &table{store: store, config: c, seat: seat, cheat: how}
	if t.log, err = oldrecord.GenerateLog(rt, seat, key, t.keepLog); err != nil {
		return nil, nil, err
	}
	send, err := t.change(func() error {
		t.start(uncut(c.Seats))
		t.live = true
		return t.goOn()
	})
	if err != nil {
		return nil, nil, err
	}
	return &Table{secret.Hide(t)}, send, nil
}

var (
	errNilStore  = malformed("nil store function")
	errZeroTable = malformed("zero Table")
)

// start makes the game anew, from nothing heard.
func (t *table) start(cuts []int) {
	t.live, t.owes, t.gone, t.ended = false, false, false, false
	t.events = nil
	t.passed = make(map[[2]int]bool)
	t.game = newGame(t.config, t.log.Table(), cuts, t)
}

// change makes a change, stores it, and returns what is to be sent. On an error nothing
// has changed.
func (t *table) change(f func() error) (send [][]byte, err error) {
	t.send = nil
	held := t.held
	if err = f(); err == nil {
		t.abandon()
		err = t.broken()
	}
	if err == nil && t.changed {
		state := t.state()
		if err = t.store(t.encoded, state); err == nil {
			t.encoded, t.changed = state, false
		} else {
			err = fmt.Errorf("holdem: storing the table: %w", err)
		}
	}
	if err != nil {
		t.passed = nil // that wasn't sent
		t.restore()
		t.held = held
		return nil, err
	}
	return t.send, nil
}

// abandon ends the match for a seat that doesn't play on, if those who do find most
// others gone.
func (t *table) abandon() {
	if t.game.active(t.seat) {
		return
	}
	said := make([]int, t.config.Seats)
	for s := range said {
		said[s] = t.log.Count(s)
	}
	t.ended = t.game.abandoned(said) || t.ended
}

// restore goes back to the last state that was stored.
func (t *table) restore() {
	if t.encoded.Bytes() == nil {
		return // there is no table then
	}
	if err := t.decode(t.encoded.Bytes()); err != nil {
		panic(err) // it was encoded here
	}
}

// broken returns what has gone wrong inside.
func (t *table) broken() error {
	for _, d := range t.decks {
		if d.broken != nil {
			return d.broken
		}
	}
	return nil
}

func (t *table) keepLog(_, new oldrecord.LogState) error {
	t.logState, t.changed = new.Bytes, true
	return nil
}

// do is a call of a Table.
func (t *Table) do(f func(t *table) error) ([][]byte, error) {
	if secret.IsZero(t.hiddenTable) {
		return nil, errZeroTable
	}
	s := secret.Reveal(t.hiddenTable)
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.change(func() error { return f(s) })
}

// Hear takes a statement that came in, from whomever, and returns what this seat says in
// consequence. Statements may come in any order and more than once; some are kept until
// others come that they follow, in memory and bounded: after a restart, hear everything
// again.
//
// An [ErrMalformed], or an [oldrecord.ErrSignature], is about bytes that anybody could have
// made: drop them. A cheat is no error: [Table.View] names it.
func (t *Table) Hear(statement []byte) (send [][]byte, err error) {
	err = errZeroTable
	var st oldrecord.Statement
	t.read(func(t *table) { st, err = t.parse(statement) })
	if err != nil { // before anything changes, as to go back takes long
		return nil, err
	}
	return t.do(func(t *table) error { return t.hear(st) })
}

// Act is what this seat does when it is its turn. It returns an [ErrState] if it isn't,
// and an [ErrIllegal] unless [View.Legal] allows the action. After a lost answer, the
// statement is among those of [Table.Sent].
func (t *Table) Act(a Action) (send [][]byte, err error) {
	return t.do(func(t *table) error {
		g := t.game
		if g.phase != acting || !slices.Contains(g.due, t.seat) || t.waits() != nil || !g.active(t.seat) {
			return fmt.Errorf("%w: it isn't the turn of seat %d", ErrState, t.seat)
		}
		if !g.betting.legal(t.seat).allows(a) {
			return fmt.Errorf("%w: seat %d %v", ErrIllegal, t.seat, Deed{Action: a})
		}
		m := message{kind: actMessage, action: a}
		if t.cheat != nil {
			var says bool
			if m, says = t.cheat.lie(t, m, true); !says {
				return nil
			}
		}
		if err := t.say(m); err != nil {
			return err
		}
		return t.goOnHearing()
	})
}

// Expire says that this seat has waited long enough for some others: see [View.Awaited],
// as those that aren't awaited are ignored. It votes to go on without them, and returns
// also what they may have missed.
func (t *Table) Expire(seats ...int) (send [][]byte, err error) {
	return t.do(func(t *table) error {
		if !t.game.active(t.seat) && t.game.alone[t.seat] == nil {
			return nil
		}
		var late []int
		for _, s := range t.awaited() {
			if slices.Contains(seats, s) && s != t.seat {
				late = append(late, s)
			}
		}
		if late == nil {
			return nil
		}
		t.remind(late)
		if err := t.say(t.voteOn(late...)); err != nil {
			return err
		}
		return t.goOnHearing()
	})
}

// remind sends again what some seats haven't shown to have heard.
func (t *table) remind(late []int) {
	for s := range t.config.Seats {
		from := t.log.Count(s)
		for _, to := range late {
			heard := 0
			if st, ok := t.log.Statement(to, t.log.Count(to)-1); ok {
				heard = st.Head(s).Count
			}
			if to != s {
				from = min(from, heard)
			}
		}
		t.pass(s, from)
	}
}

// Leave says that this seat leaves. The others go on without it at once; what it has put
// into the pot stays there.
func (t *Table) Leave() (send [][]byte, err error) {
	return t.do(func(t *table) error {
		if !t.game.active(t.seat) {
			return fmt.Errorf("%w: seat %d doesn't play any more", ErrState, t.seat)
		}
		return t.say(message{kind: leaveMessage})
	})
}

// Sent returns all that this seat has said: for others that may lack it, and after a
// restart.
func (t *Table) Sent() (statements [][]byte) {
	t.read(func(t *table) {
		for n := range t.log.Count(t.seat) {
			st, _ := t.log.Statement(t.seat, n)
			statements = append(statements, st.Bytes())
		}
	})
	return statements
}

// Transcript returns the record as this seat has it, for [Audit].
func (t *Table) Transcript() (transcript []byte) {
	t.read(func(t *table) {
		transcript = t.log.Transcript()
		for _, twin := range t.twins {
			transcript = field.Append(transcript, twin.Bytes())
		}
	})
	return transcript
}

// read calls f, unless the Table is zero.
func (t *Table) read(f func(t *table)) {
	if secret.IsZero(t.hiddenTable) {
		return
	}
	s := secret.Reveal(t.hiddenTable)
	s.mu.Lock()
	defer s.mu.Unlock()
	f(s)
}

var errEquivocation = errors.New("it has signed two statements that contradict each other")
