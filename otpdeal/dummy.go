package otpdeal

// A Dummy takes its cards and asks for their keys, no more. It sits at [DummySeat].
// Copies share one state, and it is safe for concurrent use. It prints as redacted.
// The zero value is invalid.
//
// On SEND CARDS from the Card Dealer it answers REQUEST KEYS to the Key Master; on SEND
// KEYS nothing. If the cards that it decrypts aren't 13 different ones ([ErrCards]), it
// blames the Host, the Key Master and the Card Dealer.
type Dummy struct{ role }

// NewDummy returns the Dummy of a new deal, with the deal id and the store function as
// for [GenerateHost].
func NewDummy(deal []byte, store func(old, new State) error) (*Dummy, error) {
	r, err := newRole(state{seat: DummySeat}, deal, store)
	if err != nil {
		return nil, err
	}
	return &Dummy{r}, nil
}

// ParseDummy returns the Dummy of a stored state, given as its Bytes. Only the newest
// state will do. Send what [Dummy.Sent] returns again. It returns an [ErrMalformed]
// for a nil store, and for a state that isn't a Dummy's or was damaged.
func ParseDummy(state []byte, store func(old, new State) error) (*Dummy, error) {
	r, err := parseRole(DummySeat, state, store)
	if err != nil {
		return nil, err
	}
	return &Dummy{r}, nil
}

func (st *state) dummyTakes(m Message) *BlameError {
	if m.route.kind == SendCards {
		st.send(RequestKeys, KeyMasterSeat, m.route.numbers(m.payload()))
		return nil
	}
	dealt := st.log.get(SendCards, DealerSeat, DummySeat)
	return st.decrypt(dealt, m.payload(), HostSeat, KeyMasterSeat, DealerSeat)
}
