package oldrecord

import (
	"bytes"
	"crypto/ed25519"
	"fmt"
	"slices"
	"sync"

	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/stored"
)

// MaxEarly is how many statements of a seat a [Log] keeps until they can be heard.
const MaxEarly = 16

// A Log is one seat's view of a record: what it has said, and what it has heard, in
// an order in which nothing comes before what its signer had heard.
//
// Every change is stored before it can be seen, and every call is safe to make
// again: see [GenerateLog]. A Log is safe for concurrent use, prints as redacted,
// and a copy of it is the same log. The zero value is invalid.
type Log struct{ hiddenLog }

type hiddenLog = secret.Value[*log]

type log struct {
	table *table
	seat  int
	key   ed25519.PrivateKey
	cell  *stored.Cell[history]

	mu    sync.Mutex
	early [][]*statement // what can't be heard yet, of each seat, by ascending number
}

var errZeroLog = malformed("zero Log")

// GenerateLog starts the log of a seat, which nothing has been said or heard at. It
// returns an [ErrMalformed] for zero arguments, and for a key that isn't the seat's.
//
// store keeps the state, in a file or a database, and returns when it is safe there.
// It is called before each change with the state that it must replace, the zero
// LogState at first, and the new one. If it fails, so does the call, and nothing has
// changed. If it may have stored the new state nevertheless, go on with [ParseLog]
// from what the store holds.
//
// A seat that goes on from an old state signs two different statements with one
// number, which proves it guilty. So store must fail unless it replaces old, or
// finds nothing if old is zero: then neither two processes nor a second call of
// GenerateLog can go on side by side. A backup of a state must never be used. store
// must not call the log.
func GenerateLog(table Table, seat int, key Key, store func(old, new LogState) error) (Log, error) {
	l, err := newLog(table, seat, key)
	if err != nil {
		return Log{}, err
	}
	if store == nil {
		return Log{}, malformed("nil store function")
	}
	if l.cell, err = stored.New(newHistory(l.table), l.encode, hideStates(store)); err != nil {
		return Log{}, errStoring(err)
	}
	return Log{secret.Hide(l)}, nil
}

func newLog(table Table, seat int, key Key) (*log, error) {
	switch {
	case table.t == nil:
		return nil, malformed("zero Table")
	case secret.IsZero(key.hiddenKey):
		return nil, malformed("zero Key")
	case seat < 0 || seat >= len(table.t.keys):
		return nil, malformed("seat %d isn't in 0 to %d", seat, len(table.t.keys)-1)
	case !bytes.Equal(key.Public(), table.t.keys[seat]):
		return nil, malformed("the key isn't that of seat %d", seat)
	}
	return &log{
		table: table.t,
		seat:  seat,
		key:   secret.Reveal(key.hiddenKey),
		early: make([][]*statement, len(table.t.keys)),
	}, nil
}

// Say signs a message as this seat's statement with this number, which is the count
// of its statements so far: [Log.Count] of [Log.Seat]. It returns the statement to
// send to all seats, which also tells them what this log has heard. An empty message
// tells just that.
//
// By the statement, the seat signs that it knew everything its log holds, and a
// referee judges the message by that. So act on everything that Hear has returned
// before choosing a message, and let no Hear come between the choice and Say.
//
// The statement is stored before Say returns. Call it again with the same number and
// message, after a crash or a lost answer, for the same statement. It returns an
// [ErrState] for any other number, for another message with a number already used,
// and when somebody goes on from another state of this log or with its key; an
// [ErrMalformed] for a message longer than [MaxMessageLen]; and an [ErrFull] at the
// limits of a seat.
func (l Log) Say(number int, message []byte) (statement []byte, err error) {
	s := secret.Reveal(l.hiddenLog)
	if s == nil {
		return nil, errZeroLog
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.cell.Get()
	own := h.chains[s.seat]
	switch {
	case number < 0 || number > len(own):
		return nil, fmt.Errorf("%w: statement %d, when %d have been made", ErrState, number, len(own))
	case len(message) > MaxMessageLen:
		return nil, malformed("message of %d bytes, more than %d", len(message), MaxMessageLen)
	case number < len(own) && bytes.Equal(own[number].message, message):
		return bytes.Clone(own[number].raw), nil
	case number < len(own):
		return nil, fmt.Errorf("%w: statement %d is another one", ErrState, number)
	case h.proofs[s.seat] != nil:
		return nil, fmt.Errorf("%w: the key of this seat has signed two statements with one number", ErrState)
	case len(s.early[s.seat]) > 0:
		return nil, fmt.Errorf("%w: this state is an old one: later statements of this seat are known", ErrState)
	case number >= MaxStatements || h.sizes[s.seat]+s.table.statementLen(message) > MaxSeatBytes:
		return nil, fmt.Errorf("%w: statement %d of seat %d", ErrFull, number, s.seat)
	}
	heads := make([]Head, len(h.chains))
	for seat := range heads {
		heads[seat] = s.table.head(h.chains[seat])
	}
	st := sign(s.table, s.seat, s.key, heads, message)
	next := h.clone()
	next.add(st)
	if err := s.change(next); err != nil {
		return nil, err
	}
	// Nothing that can be heard may stay among the early ones: parseHistory relies on it.
	for seat, early := range s.early {
		s.early[seat] = slices.DeleteFunc(slices.Clone(early), next.ready)
	}
	return bytes.Clone(st.raw), nil
}

// Hear takes a statement, whoever passed it on, and returns those that can now be acted
// on, in order: this one, unless it must wait, and those that waited for it. They are
// stored before Hear returns.
//
// A statement is heard after its seat's statement before it, and after all that its
// signer had heard. What comes earlier is kept, the first [MaxEarly] of each seat by
// number, and an [ErrEarly] returned: [Log.Claims] lists what to ask for. What doesn't
// fit is dropped, and a restart drops them all; so send other seats again what the
// heads of their statements don't show as heard.
//
// The same statement again returns nothing, also after a crash: go through
// [Log.Statements] then.
//
// An [*Equivocation] is proof that a seat has cheated, kept with the log; send its
// Bytes to all others. It may come along with statements heard. From then on, Hear
// returns it for everything that this seat says. Those who go on without the seat do
// so at a new table.
//
// Other errors are nobody's fault, and change nothing: an [ErrMalformed], an
// [ErrSignature], or an [ErrFull].
//
// The statements of one's own seat are heard like all others: if the state of this
// log has been lost, and it goes on from an old one, hearing what it said since,
// before saying anything, mends that.
func (l Log) Hear(statement []byte) (heard []Statement, err error) {
	s := secret.Reveal(l.hiddenLog)
	if s == nil {
		return nil, errZeroLog
	}
	st, err := decode(Table{s.table}, statement)
	if err != nil {
		return nil, err
	}
	if held, ok := l.Statement(st.seat, st.number); ok && bytes.Equal(held.p.raw, st.raw) {
		return nil, nil // verified before
	}
	if err := st.verify(); err != nil {
		return nil, err
	}
	return s.hear(st)
}

func (l *log) hear(st *statement) (heard []Statement, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	h := l.cell.Get()
	chain := h.chains[st.seat]
	switch {
	case st.number < len(chain) && chain[st.number].digest == st.digest:
		return nil, nil
	case h.proofs[st.seat] != nil:
		return nil, h.proofs[st.seat]
	}

	next := h.clone()
	early := slices.Clone(l.early)
	opposed := slices.IndexFunc(early[st.seat], func(e *statement) bool { return contradict(e, st) })
	switch {
	case h.opposed(st) != nil:
		next.prove(h.opposed(st), st)
	case st.number == len(chain) && h.full(st):
		return nil, fmt.Errorf("%w: statement %d of seat %d", ErrFull, st.number, st.seat)
	case h.ready(st):
		next.add(st)
		if opposed >= 0 {
			next.prove(st, early[st.seat][opposed])
			early[st.seat] = nil
		}
		next.release(early)
	case opposed >= 0:
		next.prove(early[st.seat][opposed], st)
	default:
		return nil, l.wait(h, st)
	}
	if err := l.change(next); err != nil {
		return nil, err
	}
	for seat := range early {
		early[seat] = next.fit(seat, early[seat])
	}
	heard = wrap(next.order[len(h.order):])
	if proof := next.proofs[st.seat]; proof != nil {
		early[st.seat] = nil
		err = proof
	}
	l.early = early
	return heard, err
}

// wait keeps a statement that can't be heard yet, as far as there is room.
func (l *log) wait(h history, st *statement) error {
	early := l.early[st.seat]
	if i, held := slices.BinarySearchFunc(early, st, compare); !held {
		l.early[st.seat] = h.fit(st.seat, slices.Insert(early, i, st))
	}
	return fmt.Errorf("%w: statement %d of seat %d", ErrEarly, st.number, st.seat)
}

func (l *log) change(next history) error {
	err := l.cell.Change(func(history) (*history, error) { return &next, nil })
	if err != nil {
		return errStoring(err)
	}
	return nil
}

func errStoring(err error) error { return fmt.Errorf("oldrecord: storing the log: %w", err) }

// A Claim says that a seat, in its statement with this number, claims to have heard,
// or to have said before, what isn't known here: Head.Count statements of Seat, the
// last with this digest. It proves nothing: what it names may have been lost, or
// never said, or be the second of an equivocation. By can settle it by showing
// statement Head.Count−1 of Seat.
type Claim struct {
	By, Number int
	Seat       int
	Head       Head
	Conflict   bool // another statement of Seat with that number is known: By or Seat lies
}

// Claims returns what keeps statements from being heard, by seat: what to ask the
// others for, first of all By. If one is a Conflict, send everybody the statement that
// this log holds in its place: see [Log.Statement]. If Seat is this log's own, its
// state is an old one, or By lies.
//
// The first statement kept of each seat counts, and in it all that is missing.
func (l Log) Claims() []Claim {
	s := secret.Reveal(l.hiddenLog)
	if s == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	h := s.cell.Get()
	var claims []Claim
	for _, early := range s.early {
		if len(early) == 0 {
			continue
		}
		for seat, head := range early[0].heads {
			if !h.holds(seat, head) {
				conflict := head.Count <= len(h.chains[seat])
				claims = append(claims, Claim{early[0].seat, early[0].number, seat, head, conflict})
			}
		}
	}
	return claims
}

// Table returns the log's table.
func (l Log) Table() Table {
	s := secret.Reveal(l.hiddenLog)
	if s == nil {
		return Table{}
	}
	return Table{s.table}
}

// Seat returns the log's own seat.
func (l Log) Seat() int {
	s := secret.Reveal(l.hiddenLog)
	if s == nil {
		return 0
	}
	return s.seat
}

// Count returns how many statements of a seat the log holds.
func (l Log) Count(seat int) int {
	h := l.history()
	if seat < 0 || seat >= len(h.chains) {
		return 0
	}
	return len(h.chains[seat])
}

// Statement returns the statement of a seat with this number, if the log holds it.
func (l Log) Statement(seat, number int) (Statement, bool) {
	h := l.history()
	if seat < 0 || seat >= len(h.chains) || number < 0 || number >= len(h.chains[seat]) {
		return Statement{}, false
	}
	return Statement{h.chains[seat][number]}, true
}

// Statements returns all that has been said and heard, in that order: what to go
// through after a restart.
func (l Log) Statements() []Statement { return wrap(l.history().order) }

// Equivocations returns the proofs that the log holds, at most one a seat, by seat.
func (l Log) Equivocations() []*Equivocation {
	return slices.DeleteFunc(slices.Clone(l.history().proofs), func(e *Equivocation) bool { return e == nil })
}

// Transcript returns the record as this seat knows it, for [Merge], for others who
// lack statements ([Split]), and for third parties. It holds no secret of its own.
func (l Log) Transcript() []byte { return bytes.Clone(l.history().transcript) }

func (l Log) history() history {
	s := secret.Reveal(l.hiddenLog)
	if s == nil {
		return history{}
	}
	return s.cell.Get()
}

func wrap(statements []*statement) []Statement {
	var all []Statement
	for _, st := range statements {
		all = append(all, Statement{st})
	}
	return all
}
