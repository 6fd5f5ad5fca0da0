package otpdeal

import (
	"bytes"
	"fmt"
	"io"
)

// The seats, by index. Each has its role.
const (
	HostSeat = iota
	KeyMasterSeat
	DealerSeat
	DummySeat
	NumSeats
)

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

// A route is a kind of message with its two ends.
type route struct {
	kind     Kind
	from, to int
}

// The routes are all the messages of a deal. Each is sent once.
var routes = [...]route{
	{SendAllKeys, HostSeat, KeyMasterSeat},
	{SendAllCards, HostSeat, DealerSeat},
	{SendCards, DealerSeat, HostSeat},
	{SendCards, DealerSeat, KeyMasterSeat},
	{SendCards, DealerSeat, DummySeat},
	{RequestKeys, HostSeat, KeyMasterSeat},
	{RequestKeys, DealerSeat, KeyMasterSeat},
	{RequestKeys, DummySeat, KeyMasterSeat},
	{SendKeys, KeyMasterSeat, HostSeat},
	{SendKeys, KeyMasterSeat, DealerSeat},
	{SendKeys, KeyMasterSeat, DummySeat},
}

func (r route) String() string {
	return fmt.Sprintf("%v from seat %d to seat %d", r.kind, r.from, r.to)
}

// A Message goes from one seat to another. Its payload must be sealed for the
// recipient and authenticated by the transport, for this deal. It prints as
// redacted and refuses to be marshalled. The zero value is invalid, and no role
// takes it.
type Message struct {
	route   route
	payload func() []byte // a closure, for the reason given at Table
}

// ParseMessage reads a message that came from a seat to another. It returns a
// [BlameError] of the sender, wrapping [ErrMalformed], for an unknown kind, a payload of
// another length than the kind's, and key numbers that aren't different ones from 0
// to 51; wrapping [ErrSender] if a message of this kind doesn't go from this seat to
// that one. For seats that don't exist it returns an ErrMalformed.
func ParseMessage(kind Kind, from, to int, payload []byte) (Message, error) {
	if from < 0 || from >= NumSeats || to < 0 || to >= NumSeats {
		return Message{}, malformed("a message from seat %d to seat %d", from, to)
	}
	if !kind.known() {
		return Message{}, blame(malformed("message of kind %d", uint8(kind)), from)
	}
	r := route{kind, from, to}
	if r.index() < 0 {
		return Message{}, blame(fmt.Errorf("%w: %v", ErrSender, r), from)
	}
	if len(payload) != kinds[kind].length {
		return Message{}, blame(malformed("%v has %d bytes, not %d", r, len(payload), kinds[kind].length), from)
	}
	var seen [DeckSize]bool
	for _, n := range payload[kinds[kind].numbers:] {
		if n >= DeckSize {
			return Message{}, blame(malformed("%v: key number %d", r, n), from)
		}
		if seen[n] {
			return Message{}, blame(malformed("%v: key number %d twice", r, n), from)
		}
		seen[n] = true
	}
	return r.message(bytes.Clone(payload)), nil
}

func (r route) index() int {
	for i := range routes {
		if routes[i] == r {
			return i
		}
	}
	return -1
}

// message makes the message of a payload that is valid and won't be written to.
func (r route) message(payload []byte) Message {
	return Message{r, func() []byte { return payload }}
}

func (m Message) isZero() bool { return m.payload == nil }

// Kind returns the kind.
func (m Message) Kind() Kind { return m.route.kind }

// From returns the sender's seat.
func (m Message) From() int { return m.route.from }

// To returns the recipient's seat.
func (m Message) To() int { return m.route.to }

// Payload returns a copy of the bytes to send, nil for the zero value.
func (m Message) Payload() []byte {
	if m.isZero() {
		return nil
	}
	return bytes.Clone(m.payload())
}

const messageLabel = "squaredeal/otpdeal/v1/message"

// Value returns the bytes that stand for the message where its sender signs it or
// commits to it, as SPEC.md, section 5.3, defines them; nil for the zero value.
// Where every message is attested in that way, the two ends can't dispute it.
func (m Message) Value() []byte {
	if m.isZero() {
		return nil
	}
	b := appendField(nil, []byte(messageLabel))
	b = append(b, byte(m.route.kind), byte(m.route.from), byte(m.route.to))
	return appendField(b, m.payload())
}

// Format prints the message as redacted, whatever the verb.
func (Message) Format(f fmt.State, _ rune) { io.WriteString(f, "otpdeal.Message(redacted)") }

// MarshalText always fails, so that no encoder writes keys where they can be read.
func (Message) MarshalText() ([]byte, error) { return nil, notMarshalled("a message") }
