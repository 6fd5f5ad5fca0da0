package otpdeal

import "github.com/squaredeal/squaredeal/internal/wrap"

// A KeyMaster keeps the keys. It gives each other seat the 13 that this seat asks for,
// once, and uses the 13 that are left for its own cards. It sits at [KeyMasterSeat].
// Copies share one state, and it is safe for concurrent use. It prints as redacted.
// The zero value is invalid.
//
// It answers every REQUEST KEYS with SEND KEYS, and SEND CARDS from the Card Dealer
// with nothing. Its five messages may come in any order, since seats send them
// independently: what it can't answer yet it answers when SEND ALL KEYS comes.
//
// If two messages claim the same number ([ErrTaken]), it blames their senders and the
// Card Dealer, who may have dealt it twice; of several such messages, the first in the
// order of SPEC.md. If the cards that it decrypts aren't 13 different ones
// ([ErrCards]), it blames the Host and the Card Dealer.
type KeyMaster struct{ role }

// NewKeyMaster returns the Key Master of a new deal, with the deal id and the store
// function as for [GenerateHost].
func NewKeyMaster(deal []byte, store func(old, new State) error) (*KeyMaster, error) {
	r, err := newRole(state{seat: KeyMasterSeat}, deal, store)
	if err != nil {
		return nil, err
	}
	return &KeyMaster{r}, nil
}

// ParseKeyMaster returns the Key Master of a stored state, given as its Bytes. Only
// the newest state will do. Send what [KeyMaster.Sent] returns again. It returns an
// [ErrMalformed] for a nil store, and for a state that isn't a Key Master's or was
// damaged.
func ParseKeyMaster(state []byte, store func(old, new State) error) (*KeyMaster, error) {
	r, err := parseRole(KeyMasterSeat, state, store)
	if err != nil {
		return nil, err
	}
	return &KeyMaster{r}, nil
}

func (st *state) keyMasterTakes(m Message) *BlameError {
	numbers := m.route.numbers(m.payload())
	for i, r := range routes {
		if r.to != KeyMasterSeat || r == m.route || st.log[i] == nil {
			continue
		}
		if n, ok := clash(numbers, r.numbers(st.log[i])); ok {
			return blame(wrap.Errorf(ErrTaken, "%v: key number %d is claimed by %v", m.route, n, r), DealerSeat, m.route.from, r.from)
		}
	}
	keys := st.log.get(SendAllKeys, HostSeat, KeyMasterSeat)
	dealt := st.log.get(SendCards, DealerSeat, KeyMasterSeat)
	if st.hand == nil && keys != nil && dealt != nil {
		if err := st.decrypt(dealt, pick(keys, dealt[HandSize:]), HostSeat, DealerSeat); err != nil {
			return err
		}
	}
	for i, r := range routes {
		if _, lacks := st.log.lacks(r, KeyMasterSeat); r.kind == SendKeys && st.log[i] == nil && !lacks {
			st.send(SendKeys, r.to, pick(keys, st.log.get(RequestKeys, r.to, KeyMasterSeat)))
		}
	}
	return nil
}
