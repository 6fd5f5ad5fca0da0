package otpdeal

import (
	"bytes"

	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Host makes the cards and encrypts them. It sits at [HostSeat] and is dealt a hand
// like the others. Copies share one state, and it is safe for concurrent use. It
// prints as redacted. The zero value is invalid.
//
// On SEND CARDS from the Card Dealer it answers REQUEST KEYS to the Key Master; on SEND
// KEYS nothing. It compares what comes back with its own cards and keys, so it blames
// the Card Dealer alone for a wrong encrypted card ([ErrMismatch]), and the Key Master
// alone for a wrong key.
type Host struct{ role }

// GenerateHost returns the Host of a new deal, with cards and keys from crypto/rand.
// The deal id, 1 to [MaxDealLen] bytes, must be new and the same at all seats. The
// store function keeps each new state, in place of the old one, before it takes effect;
// old is zero the first time. It must not call the role. GenerateHost returns an
// [ErrMalformed] for a deal id of another length and for a nil store, and the error of
// the store function.
func GenerateHost(deal []byte, store func(old, new State) error) (*Host, error) {
	return newHost(deal, generateDeck(), store)
}

// NewHost returns the Host of a new deal whose card i is cards[i], encrypted by keys[i]:
// each of the 52 cards once, and 52 uniformly random bytes, all of which nobody else may
// predict. With both derived from a seed, the seed is all there is to keep. It returns an
// [ErrMalformed] or an [ErrCards] for others, and the errors of [GenerateHost].
func NewHost(deal []byte, cards []Card, keys []byte, store func(old, new State) error) (*Host, error) {
	deck, err := newDeck(cards, keys)
	if err != nil {
		return nil, err
	}
	return newHost(deal, deck, store)
}

func newHost(deal []byte, deck encryptedDeck, store func(old, new State) error) (*Host, error) {
	r, err := newRole(state{seat: HostSeat, deck: deck}, deal, store)
	if err != nil {
		return nil, err
	}
	return &Host{r}, nil
}

// ParseHost returns the Host of a stored state, given as its Bytes. Only the newest
// state will do. Send what [Host.Sent] returns again. It returns an [ErrMalformed]
// for a nil store, and for a state that isn't a Host's or was damaged.
func ParseHost(state []byte, store func(old, new State) error) (*Host, error) {
	r, err := parseRole(HostSeat, state, store)
	if err != nil {
		return nil, err
	}
	return &Host{r}, nil
}

// Entries returns, for each number from 0 to 51, the bytes that the Host commits to
// before it starts: the deal, the number, its encrypted card and its key, as SPEC.md,
// section 5.1, encodes them. Each needs a hiding commitment of its own, with a nonce:
// without one, 65,536 guesses find an entry. After the game the Host opens the
// commitments. Entries is nil for the zero value.
func (h *Host) Entries() [][]byte {
	st := h.state()
	if st == nil {
		return nil
	}
	return st.deck.entries(st.deal)
}

// Start returns the first two messages, SEND ALL KEYS and SEND ALL CARDS, to be sent
// in this order. Call it when all seats have the commitments to the entries. The same
// call again returns the same messages. It returns the error of the store function, and
// that of a message whose refusal has ended the deal.
func (h *Host) Start() ([]Message, error) {
	cell := secret.Reveal(h.hidden)
	if cell == nil {
		return nil, errZero
	}
	var out []Message
	err := cell.Change(func(st state) (*state, error) {
		if st.refused != nil {
			return nil, st.refused.blame()
		}
		next := st
		next.start()
		out = next.messages(func(r route) bool { return r.kind == SendAllKeys || r.kind == SendAllCards })
		if st.log.get(SendAllKeys, HostSeat, KeyMasterSeat) != nil {
			return nil, nil // again
		}
		return &next, nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

func (st *state) start() {
	st.send(SendAllKeys, KeyMasterSeat, bytes.Clone(st.deck.keys[:]))
	st.send(SendAllCards, DealerSeat, bytes.Clone(st.deck.cards[:]))
}

func (st *state) hostTakes(m Message) *BlameError {
	if m.route.kind == SendCards {
		numbers := m.route.numbers(m.payload())
		for i, n := range numbers {
			if m.payload()[i] != st.deck.cards[n] {
				return blame(wrap.Errorf(ErrMismatch, "%v: encrypted card %d isn't the Host's", m.route, n), DealerSeat)
			}
		}
		st.send(RequestKeys, KeyMasterSeat, numbers)
		return nil
	}
	dealt := st.log.get(SendCards, DealerSeat, HostSeat)
	for i, n := range dealt[HandSize:] {
		if m.payload()[i] != st.deck.keys[n] {
			return blame(wrap.Errorf(ErrMismatch, "%v: key %d isn't the Host's", m.route, n), KeyMasterSeat)
		}
	}
	return st.decrypt(dealt, m.payload(), HostSeat) // never blames: the deck is full
}
