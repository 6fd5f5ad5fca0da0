package otpdeal

import (
	"bytes"
	"slices"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/stored"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A State is what a role must remember across a restart. It holds its secrets, and
// prints as redacted. The zero value stands for no state.
type State struct{ encoding }

type encoding = stored.State

// Bytes returns the encoding to store, nil for no state.
func (s State) Bytes() []byte { return stored.Bytes(s.encoding) }

// A state is all that a role knows. What it points to is never written to.
type state struct {
	seat    int
	deal    string
	deck    encryptedDeck // the Host's
	order   []byte        // the Card Dealer's assignment
	log     transcript
	hand    []Card   // nil until the seat can read it
	refused *refusal // nil unless the seat has refused a message before it was done
}

// A refusal is a message that ended a role's deal.
type refusal struct {
	message Message
	err     BlameError
}

// blame returns an error of the caller's own.
func (r *refusal) blame() *BlameError { return blame(r.err.Err, r.err.Seats...) }

const stateLabel = "squaredeal/otpdeal/v1/state"

// noRoute stands for no refused message in an encoded state.
const noRoute = 0xff

// secrets returns what the role drew at random.
func (st *state) secrets() []byte {
	switch st.seat {
	case HostSeat:
		return slices.Concat(st.deck.cards[:], st.deck.keys[:])
	case DealerSeat:
		return st.order
	}
	return nil
}

// encode writes what the role drew and received. All else follows from that.
func (st state) encode() []byte {
	b := field.Append(make([]byte, 0, 1024), stateLabel)
	b = append(b, byte(st.seat))
	b = field.Append(b, st.deal)
	b = field.Append(b, st.secrets())
	started := byte(0)
	if st.log.get(SendAllKeys, HostSeat, KeyMasterSeat) != nil && st.seat == HostSeat {
		started = 1
	}
	b = append(b, started)
	for i, r := range routes {
		if r.to == st.seat {
			b = field.Append(b, st.log[i])
		}
	}
	if st.refused == nil {
		b = field.Append(append(b, noRoute), "")
	} else {
		b = append(b, byte(st.refused.message.route.index()))
		b = field.Append(b, st.refused.message.payload())
	}
	return field.Seal(b)
}

// parseState reads a seat's state, by taking its messages again.
func parseState(seat int, encoded []byte) (state, error) {
	r := field.NewSealedReader(encoded)
	r.Label(stateLabel)
	r.Check("seat", int(r.Byte("seat")) == seat)
	st := state{seat: seat, deal: string(r.Field("deal id"))}
	r.Check("deal id", checkDeal([]byte(st.deal)) == nil)
	r.Check("secrets", st.setSecrets(r.Field("secrets")) == nil)
	switch started := r.Byte("start"); {
	case r.Fault() != "":
	case started == 1 && seat == HostSeat:
		st.start()
	default:
		r.Check("start", started == 0)
	}
	for _, route := range routes {
		if route.to != seat {
			continue
		}
		name := route.kind.String()
		payload := bytes.Clone(r.Field(name))
		if r.Fault() != "" || len(payload) == 0 {
			continue
		}
		r.Check(name, route.check(payload) == nil && st.take(route.message(st.deal, payload)) == nil)
	}
	const last = "refused message"
	index := int(r.Byte(last))
	payload := bytes.Clone(r.Field(last))
	switch {
	case r.Fault() != "":
	case index == noRoute:
		r.Check(last, len(payload) == 0)
	case index >= len(routes) || routes[index].to != seat || routes[index].check(payload) != nil ||
		bytes.Equal(payload, st.log[index]) || st.done():
		r.Check(last, false)
	default:
		m := routes[index].message(st.deal, payload)
		next := st
		if err := next.take(m); err != nil {
			st.refused = &refusal{m, *err}
		}
		r.Check(last, st.refused != nil)
	}
	if fault := r.End(); fault != "" {
		return state{}, wrap.Errorf(ErrMalformed, "state: %s", fault)
	}
	return st, nil
}

// setSecrets reads what secrets wrote.
func (st *state) setSecrets(b []byte) error {
	switch st.seat {
	case HostSeat:
		if len(b) != 2*DeckSize {
			return wrap.Errorf(ErrMalformed, "a deck of %d bytes", len(b))
		}
		copy(st.deck.cards[:], b)
		copy(st.deck.keys[:], b[DeckSize:])
		return checkCards("the deck", st.deck.decrypted())
	case DealerSeat:
		st.order = bytes.Clone(b)
		return checkOrder(b)
	}
	if len(b) != 0 {
		return wrap.Errorf(ErrMalformed, "%d bytes of secrets", len(b))
	}
	return nil
}

// ofEncodings returns the store function for encodings. Its error says whose it is.
func ofEncodings(store func(old, new State) error) func(old, new stored.State) error {
	return stored.Store(store, func(s stored.State) State { return State{s} }, "otpdeal: storing the state")
}
