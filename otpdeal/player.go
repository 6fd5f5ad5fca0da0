package otpdeal

import (
	"fmt"
	"slices"
)

// A player is what the four roles have in common.
type player struct {
	secret func() *playerSecret // a closure, for the reason given at Table
}

type playerSecret struct {
	seat int
	log  transcript
	hand []Card // nil until the seat can read it
}

func newPlayer(seat int) player {
	s := &playerSecret{seat: seat}
	return player{func() *playerSecret { return s }}
}

// receive checks that m may come now. It returns the seat's state, and what its log
// is to be when m is accepted.
func (p player) receive(m Message) (s *playerSecret, log transcript, err error) {
	if p.secret == nil {
		return nil, log, fmt.Errorf("%w: the role wasn't made by a constructor", ErrState)
	}
	s = p.secret()
	log = s.log
	switch {
	case m.isZero():
		return nil, log, malformed("the message wasn't made by ParseMessage")
	case m.route.to != s.seat:
		return nil, log, malformed("%v was given to seat %d", m.route, s.seat)
	case log[m.route.index()] != nil:
		return nil, log, blame(fmt.Errorf("%w: %v came twice", ErrState, m.route), m.route.from)
	}
	if need, lacks := log.lacks(m.route, s.seat); lacks {
		return nil, log, blame(fmt.Errorf("%w: %v came before %v", ErrState, m.route, need), m.route.from)
	}
	log.put(m)
	return s, log, nil
}

// request returns the message that asks the Key Master for these keys.
func (s *playerSecret) request(numbers []byte) Message {
	return route{RequestKeys, s.seat, KeyMasterSeat}.message(numbers)
}

// decrypt returns what the keys make of the first encrypted cards.
func decrypt(encrypted, keys []byte) []Card {
	hand := make([]Card, HandSize)
	for i := range hand {
		hand[i] = Card(encrypted[i] ^ keys[i])
	}
	return hand
}

// open decrypts a hand, and blames the suspects if it can't be one.
func open(encrypted, keys []byte, suspects ...int) ([]Card, error) {
	hand := decrypt(encrypted, keys)
	if err := checkCards("the hand", hand); err != nil {
		return nil, blame(err, suspects...)
	}
	return hand, nil
}

// Hand returns the seat's 13 cards in the order in which they were dealt, or an
// [ErrState] as long as it can't read them.
func (p player) Hand() ([]Card, error) {
	if p.secret == nil || p.secret().hand == nil {
		return nil, fmt.Errorf("%w: the hand isn't dealt", ErrState)
	}
	return slices.Clone(p.secret().hand), nil
}

// Missing returns the seats, in ascending order, that this one is waiting for. They
// may be waiting themselves. It is nil when the seat's part of the deal is done; the
// Key Master's ends when it has given all the keys. A Host that hasn't started waits
// for itself.
func (p player) Missing() []int {
	if p.secret == nil {
		return nil
	}
	s := p.secret()
	var seats []int
	for _, r := range s.log.missing(s.seat) {
		seats = append(seats, r.from)
	}
	slices.Sort(seats)
	return slices.Compact(seats)
}

// Record returns what the seat has sent and accepted until now.
func (p player) Record() Record {
	if p.secret == nil {
		return Record{}
	}
	s := p.secret()
	return newRecord(s.seat, s.log)
}

// Format prints the role as redacted, whatever the verb.
func (p player) Format(f fmt.State, _ rune) {
	name := "role"
	if p.secret != nil {
		name = [...]string{"Host", "KeyMaster", "Dealer", "Dummy"}[p.secret().seat]
	}
	fmt.Fprintf(f, "otpdeal.%s(redacted)", name)
}

// MarshalText always fails, so that no encoder writes keys and cards where they can
// be read.
func (player) MarshalText() ([]byte, error) { return nil, notMarshalled("a role") }
