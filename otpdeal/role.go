package otpdeal

import (
	"bytes"
	"slices"

	"github.com/squaredeal/squaredeal/internal/seats"
	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/stored"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A role is what the four roles have in common: a state that is stored before it
// changes.
type role struct{ hidden }

type hidden = secret.Value[*stored.Cell[state]]

// newRole stores the first state of a role and returns it.
func newRole(st state, deal []byte, store func(old, new State) error) (role, error) {
	if err := checkDeal(deal); err != nil {
		return role{}, err
	}
	if store == nil {
		return role{}, wrap.Errorf(ErrMalformed, "nil store function")
	}
	st.deal = string(deal)
	cell, err := stored.New(st, state.encode, ofEncodings(store))
	if err != nil {
		return role{}, err
	}
	return role{secret.Hide(cell)}, nil
}

// parseRole returns the role of a stored state.
func parseRole(seat int, encoded []byte, store func(old, new State) error) (role, error) {
	if store == nil {
		return role{}, wrap.Errorf(ErrMalformed, "nil store function")
	}
	st, err := parseState(seat, encoded)
	if err != nil {
		return role{}, err
	}
	return role{secret.Hide(stored.Open(st, encoded, state.encode, ofEncodings(store)))}, nil
}

// Receive takes a message and returns the messages to send. The comment of each role
// says what it answers.
//
// The new state is stored first; if that fails, Receive returns the error of the store
// function, and nothing has changed. After a crash, a lost answer or a retry, call it
// again with the same message: it returns the same messages and changes nothing.
//
// A message that no honest seat sends is refused with a [BlameError], and ends the
// deal for this role: every later call of Receive and Hand returns that error. If the
// role's part of the deal is already done, the refusal changes nothing. A zero message
// and one for another seat or another deal are at any time an [ErrMalformed] that blames
// nobody and changes nothing.
func (r role) Receive(m Message) ([]Message, error) {
	cell := secret.Reveal(r.hidden)
	if cell == nil {
		return nil, errZero
	}
	var out []Message
	var refused *BlameError
	err := cell.Change(func(st state) (*state, error) {
		if err := st.addressed(m); err != nil {
			return nil, err
		}
		if st.refused != nil {
			return nil, st.refused.blame()
		}
		if bytes.Equal(st.log[m.route.index()], m.payload()) { // again
			out = st.answers(m.route)
			return nil, nil
		}
		next := st
		if refused = next.take(m); refused != nil {
			if st.done() {
				return nil, nil // nothing is left to end
			}
			next = st
			next.refused = &refusal{m, *refused}
			return &next, nil
		}
		out = next.answers(m.route)
		return &next, nil
	})
	switch {
	case err != nil:
		return nil, err
	case refused != nil:
		return nil, blame(refused.Err, refused.Seats...)
	}
	return out, nil
}

var errZero = wrap.Errorf(ErrMalformed, "zero role")

// addressed checks that m is for this role.
func (st *state) addressed(m Message) error {
	switch {
	case m.isZero():
		return wrap.Errorf(ErrMalformed, "zero Message")
	case m.deal != st.deal:
		return wrap.Errorf(ErrMalformed, "%v is of another deal, or the deal ids of its ends differ", m.route)
	case m.route.to != st.seat:
		return wrap.Errorf(ErrMalformed, "%v was given to seat %d", m.route, st.seat)
	}
	return nil
}

// take changes the state by a message that is for this role and new, or returns who is
// to blame for it. Then the state is worth nothing.
func (st *state) take(m Message) *BlameError {
	if st.log[m.route.index()] != nil {
		return blame(wrap.Errorf(ErrState, "%v came with two payloads", m.route), m.route.from)
	}
	if need, lacks := st.log.lacks(m.route, st.seat); lacks {
		return blame(wrap.Errorf(ErrState, "%v came before %v", m.route, need), m.route.from)
	}
	st.log.put(m)
	switch st.seat {
	case HostSeat:
		return st.hostTakes(m)
	case KeyMasterSeat:
		return st.keyMasterTakes(m)
	case DealerSeat:
		return st.dealerTakes(m)
	default:
		return st.dummyTakes(m)
	}
}

// done reports whether the seat has accepted all its messages, and so sent all.
func (st *state) done() bool {
	for i, r := range routes {
		if r.to == st.seat && st.log[i] == nil {
			return false
		}
	}
	return true
}

// send puts a message of this seat into the log.
func (st *state) send(kind Kind, to int, payload []byte) {
	st.log.put(route{kind, st.seat, to}.message(st.deal, payload))
}

// messages returns those in the log that are sent by this seat and meet a condition.
func (st *state) messages(condition func(route) bool) (list []Message) {
	for i, r := range routes {
		if r.from == st.seat && st.log[i] != nil && condition(r) {
			list = append(list, r.message(st.deal, st.log[i]))
		}
	}
	return list
}

// answers returns the messages sent that need r: those with which the seat answers it.
func (st *state) answers(r route) []Message {
	return st.messages(func(sent route) bool { return slices.Contains(sent.needs(st.seat), r) })
}

// decrypt reads the hand, and blames the suspects if it can't be one.
func (st *state) decrypt(encrypted, keys []byte, suspects ...int) *BlameError {
	hand := make([]Card, HandSize)
	for i := range hand {
		hand[i] = Card(encrypted[i] ^ keys[i])
	}
	if err := checkCards("the hand", hand); err != nil {
		return blame(err, suspects...)
	}
	st.hand = hand
	return nil
}

// state returns the current state, nil for the zero role.
func (r role) state() *state {
	cell := secret.Reveal(r.hidden)
	if cell == nil {
		return nil
	}
	st := cell.Get()
	return &st
}

// Hand returns the seat's 13 cards in the order in which they were dealt. It returns
// an [ErrState] while the seat can't read them, and the [BlameError] of the message that
// ended the role's deal.
func (r role) Hand() ([]Card, error) {
	st := r.state()
	switch {
	case st == nil:
		return nil, errZero
	case st.refused != nil:
		return nil, st.refused.blame()
	case st.hand == nil:
		return nil, wrap.Errorf(ErrState, "the hand isn't dealt")
	}
	return slices.Clone(st.hand), nil
}

// Sent returns the messages that the role has sent so far, to be sent again after a
// restart or when an answer doesn't come. Seats that have got them already ignore them.
func (r role) Sent() []Message {
	st := r.state()
	if st == nil {
		return nil
	}
	return st.messages(func(route) bool { return true })
}

// Missing returns the seats, in ascending order, that this one is waiting for. They
// may be waiting themselves. It is nil when the seat's part of the deal is done, or
// over by a refusal; the Key Master's is done when it has given all keys. A Host that
// hasn't started waits for itself.
func (r role) Missing() []int {
	st := r.state()
	if st == nil || st.refused != nil {
		return nil
	}
	var waiting []int
	for i, r := range routes {
		if _, lacks := st.log.lacks(r, st.seat); r.ends(st.seat) && st.log[i] == nil && !lacks {
			waiting = append(waiting, r.from)
		}
	}
	return seats.Sorted(waiting...)
}

// Record returns what the seat has sent and accepted so far.
func (r role) Record() Record {
	st := r.state()
	if st == nil {
		return Record{}
	}
	return newRecord(st.deal, st.seat, st.log)
}
