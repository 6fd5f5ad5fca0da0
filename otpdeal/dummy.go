package otpdeal

// A Dummy has no task but to take its cards and ask for their keys. It sits at
// [DummySeat]. It isn't safe for concurrent use, and prints as redacted. The zero
// value is invalid: its methods say so.
//
// If the cards that it decrypts aren't 13 different ones ([ErrCards]), it blames the
// Host, the Key Master or the Card Dealer.
type Dummy struct {
	player
}

// NewDummy returns the Dummy of one deal.
func NewDummy() *Dummy { return &Dummy{newPlayer(DummySeat)} }

// Receive takes a message and returns those to send: on SEND CARDS from the Card
// Dealer REQUEST KEYS to the Key Master, on SEND KEYS none. It returns an error, and
// changes nothing, if the message isn't one that may come now; see [BlameError].
func (d *Dummy) Receive(m Message) ([]Message, error) {
	s, log, err := d.receive(m)
	if err != nil {
		return nil, err
	}
	switch m.route.kind {
	case SendCards:
		request := s.request(m.route.numbers(m.payload()))
		log.put(request)
		s.log = log
		return []Message{request}, nil
	default: // SEND KEYS
		dealt := log.get(SendCards, DealerSeat, DummySeat)
		hand, err := open(dealt, m.payload(), HostSeat, KeyMasterSeat, DealerSeat)
		if err != nil {
			return nil, err
		}
		s.log, s.hand = log, hand
		return nil, nil
	}
}
