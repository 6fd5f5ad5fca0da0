package otpdeal

import "fmt"

// A KeyMaster keeps the keys. It gives each other seat the 13 that this seat asks
// for, once, and uses the 13 that are left for its own cards. It sits at
// [KeyMasterSeat]. It isn't safe for concurrent use, and prints as redacted. The
// zero value is invalid: its methods say so.
//
// Its five messages may come in any order: they are on their way to it from all
// sides, and only some transports hold a request back until the keys, which were
// sent before, have arrived. What it can't answer yet it answers when the keys come.
//
// If a number is claimed by two seats ([ErrTaken]), it blames them or the Card
// Dealer, who may have dealt it twice. If the cards that it decrypts aren't 13
// different ones ([ErrCards]), it blames the Host or the Card Dealer.
type KeyMaster struct {
	player
}

// NewKeyMaster returns the Key Master of one deal.
func NewKeyMaster() *KeyMaster { return &KeyMaster{newPlayer(KeyMasterSeat)} }

// Receive takes a message and returns those to send: SEND KEYS on every REQUEST
// KEYS, or later on SEND ALL KEYS from the Host; on SEND CARDS from the Card Dealer
// none. It returns an error, and changes nothing, if the message isn't one that may
// come now; see [BlameError].
func (k *KeyMaster) Receive(m Message) ([]Message, error) {
	s, log, err := k.receive(m)
	if err != nil {
		return nil, err
	}
	if err := unclaimed(&log, m); err != nil {
		return nil, err
	}
	keys := log.get(SendAllKeys, HostSeat, KeyMasterSeat)
	hand := s.hand
	if dealt := log.get(SendCards, DealerSeat, KeyMasterSeat); hand == nil && keys != nil && dealt != nil {
		if hand, err = open(dealt, pick(keys, dealt[HandSize:]), HostSeat, DealerSeat); err != nil {
			return nil, err
		}
	}
	var out []Message
	for i, r := range routes {
		if _, lacks := log.lacks(r, KeyMasterSeat); r.kind != SendKeys || log[i] != nil || lacks {
			continue
		}
		given := r.message(pick(keys, log.get(RequestKeys, r.to, KeyMasterSeat)))
		log.put(given)
		out = append(out, given)
	}
	s.log, s.hand = log, hand
	return out, nil
}

// unclaimed checks that the numbers in m are in no other message to the Key Master.
func unclaimed(log *transcript, m Message) error {
	numbers := m.route.numbers(m.payload())
	for i, r := range routes {
		if r.to != KeyMasterSeat || r == m.route || log[i] == nil {
			continue
		}
		if n, ok := clash(numbers, r.numbers(log[i])); ok {
			return blame(fmt.Errorf("%w: %v: key number %d is claimed by %v", ErrTaken, m.route, n, r), DealerSeat, m.route.from, r.from)
		}
	}
	return nil
}
