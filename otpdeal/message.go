package otpdeal

import (
	"bytes"
	"fmt"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// The seats, by index. Each has its role.
const (
	HostSeat = iota
	KeyMasterSeat
	DealerSeat
	DummySeat
	NumSeats
)

// MaxDealLen is the largest length of a deal id, in bytes.
const MaxDealLen = 1024

func checkDeal(id []byte) error {
	if len(id) < 1 || len(id) > MaxDealLen {
		return wrap.Errorf(ErrMalformed, "a deal id of %d bytes, not 1 to %d", len(id), MaxDealLen)
	}
	return nil
}

// A Kind is one of the five kinds of messages.
type Kind uint8

const (
	SendAllKeys  Kind = iota + 1 // 52 keys; key i opens card i
	SendAllCards                 // 52 encrypted cards
	SendCards                    // 13 encrypted cards, then the numbers of their keys
	RequestKeys                  // the numbers of 13 keys
	SendKeys                     // 13 keys, in the order of the request
)

var kinds = [...]struct {
	name    string
	length  int
	numbers int // where the key numbers start in a payload; it's length if there are none
}{
	SendAllKeys:  {"SEND ALL KEYS", DeckSize, DeckSize},
	SendAllCards: {"SEND ALL CARDS", DeckSize, DeckSize},
	SendCards:    {"SEND CARDS", 2 * HandSize, HandSize},
	RequestKeys:  {"REQUEST KEYS", HandSize, 0},
	SendKeys:     {"SEND KEYS", HandSize, HandSize},
}

func (k Kind) known() bool { return SendAllKeys <= k && k <= SendKeys }

// String returns the name, in capitals, such as SEND ALL KEYS.
func (k Kind) String() string {
	if !k.known() {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kinds[k].name
}

// A Message goes from one seat to another, in one deal. Its payload must be sealed for
// the recipient and authenticated by the transport, for this deal. It prints as
// redacted and refuses to be encoded. The zero value is invalid: no role takes it.
type Message struct {
	deal  string
	route route
	hiddenPayload
}

type hiddenPayload = secret.Value[[]byte]

// ParseMessage reads a message that came from one seat to another in the deal with
// this id.
//
// It returns a [BlameError] of the sender, wrapping [ErrMalformed], for an unknown
// kind, a payload whose length isn't that of its kind, and key numbers that aren't
// different ones from 0 to 51; wrapping [ErrSender] if no message of this kind goes
// that way. For a deal id or a seat that can't be, it returns an [ErrMalformed] that
// blames nobody.
func ParseMessage(deal []byte, kind Kind, from, to int, payload []byte) (Message, error) {
	if err := checkDeal(deal); err != nil {
		return Message{}, err
	}
	if from < 0 || from >= NumSeats || to < 0 || to >= NumSeats {
		return Message{}, wrap.Errorf(ErrMalformed, "a message from seat %d to seat %d", from, to)
	}
	r := route{kind, from, to}
	if err := r.check(payload); err != nil {
		return Message{}, err
	}
	return r.message(string(deal), bytes.Clone(payload)), nil
}

// check checks that the payload is one of the route's.
func (r route) check(payload []byte) error {
	if !r.kind.known() {
		return blame(wrap.Errorf(ErrMalformed, "a message of kind %d", uint8(r.kind)), r.from)
	}
	if r.index() < 0 {
		return blame(wrap.Errorf(ErrSender, "%v", r), r.from)
	}
	if want := kinds[r.kind].length; len(payload) != want {
		return blame(wrap.Errorf(ErrMalformed, "%v has %d bytes, not %d", r, len(payload), want), r.from)
	}
	var seen [DeckSize]bool
	for _, n := range r.numbers(payload) {
		if n >= DeckSize {
			return blame(wrap.Errorf(ErrMalformed, "%v: key number %d", r, n), r.from)
		}
		if seen[n] {
			return blame(wrap.Errorf(ErrMalformed, "%v: key number %d is repeated", r, n), r.from)
		}
		seen[n] = true
	}
	return nil
}

// message makes the message of a payload that is valid and won't be written to.
func (r route) message(deal string, payload []byte) Message {
	return Message{deal, r, secret.Hide(payload)}
}

func (m Message) isZero() bool { return secret.IsZero(m.hiddenPayload) }

// payload returns the bytes, which must not be written to.
func (m Message) payload() []byte { return secret.Reveal(m.hiddenPayload) }

// Kind returns the kind.
func (m Message) Kind() Kind { return m.route.kind }

// From returns the sender's seat.
func (m Message) From() int { return m.route.from }

// To returns the recipient's seat.
func (m Message) To() int { return m.route.to }

// Payload returns a copy of the bytes to send, nil for the zero value.
func (m Message) Payload() []byte { return bytes.Clone(m.payload()) }

const messageLabel = "squaredeal/otpdeal/v1/message"

// Value returns the bytes that stand for the message where its sender signs it or
// commits to it: they name the deal, the kind and both seats. SPEC.md, section 5.3,
// defines them. If every message is attested in that way, its two ends can't dispute
// it. Value is nil for the zero value.
func (m Message) Value() []byte {
	if m.isZero() {
		return nil
	}
	b := field.Append(nil, messageLabel)
	b = field.Append(b, m.deal)
	b = append(b, byte(m.route.kind), byte(m.route.from), byte(m.route.to))
	return field.Append(b, m.payload())
}
