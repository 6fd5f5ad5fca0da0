package otpdeal

import (
	"bytes"
	"fmt"
	"io"
	"slices"
)

// A transcript holds the payloads that a seat has sent and accepted, by the index of
// their route; nil where there is none yet. Payloads are never written to.
type transcript [len(routes)][]byte

func (t *transcript) get(kind Kind, from, to int) []byte {
	return t[route{kind, from, to}.index()]
}

func (t *transcript) put(m Message) { t[m.route.index()] = m.payload() }

// ends reports whether seat sends or receives r.
func (r route) ends(seat int) bool { return seat == r.from || seat == r.to }

// needs returns the messages without which seat can't have sent or received r.
func (r route) needs(seat int) []route {
	allKeys := route{SendAllKeys, HostSeat, KeyMasterSeat}
	allCards := route{SendAllCards, HostSeat, DealerSeat}
	switch r.kind {
	case SendAllCards:
		if seat == HostSeat {
			return []route{allKeys}
		}
	case SendCards:
		if seat == HostSeat || seat == DealerSeat {
			return []route{allCards}
		}
	case RequestKeys:
		if seat == DealerSeat {
			return []route{allCards}
		} else if seat == r.from {
			return []route{{SendCards, DealerSeat, seat}}
		}
	case SendKeys:
		if seat == KeyMasterSeat {
			return []route{allKeys, {RequestKeys, r.to, KeyMasterSeat}}
		}
		return []route{{RequestKeys, seat, KeyMasterSeat}}
	}
	return nil
}

// lacks returns the first of r's needs that isn't there.
func (t *transcript) lacks(r route, seat int) (route, bool) {
	for _, need := range r.needs(seat) {
		if t[need.index()] == nil {
			return need, true
		}
	}
	return route{}, false
}

// missing returns the routes of a seat that aren't there and could be.
func (t *transcript) missing(seat int) (list []route) {
	for i, r := range routes {
		if _, lacks := t.lacks(r, seat); r.ends(seat) && t[i] == nil && !lacks {
			list = append(list, r)
		}
	}
	return list
}

// A Record is what a seat says after the deal: every message that it sent and
// accepted. [Audit] compares the records of the four seats. It holds keys, so it's a
// secret until the hand has been played, and prints as redacted. The zero value is
// that of a seat which gave none.
type Record struct {
	seat   int
	secret func() *transcript // a closure, for the reason given at Table
}

func newRecord(seat int, t transcript) Record { return Record{seat, func() *transcript { return &t }} }

func (r Record) isZero() bool { return r.secret == nil }

// Seat returns whose record it is.
func (r Record) Seat() int { return r.seat }

// Messages returns the messages that the record holds.
func (r Record) Messages() (list []Message) {
	if r.isZero() {
		return nil
	}
	for i, payload := range r.secret() {
		if payload != nil {
			list = append(list, routes[i].message(payload))
		}
	}
	return list
}

const recordLabel = "squaredeal/otpdeal/v1/record"

// Value returns the bytes that a seat commits to when the deal is done, and shows
// when the hand is over, as SPEC.md, section 5.2, defines them; nil for the zero
// value.
func (r Record) Value() []byte {
	if r.isZero() {
		return nil
	}
	b := appendField(nil, []byte(recordLabel))
	b = append(b, byte(r.seat))
	for i, payload := range r.secret() {
		if routes[i].ends(r.seat) {
			b = appendField(b, payload)
		}
	}
	return b
}

// ParseRecord reads what [Record.Value] wrote, and nothing else. It returns an
// [ErrMalformed] otherwise. A message in it may be missing, but not malformed.
func ParseRecord(value []byte) (Record, error) {
	r := reader{rest: value}
	if label := r.field(); r.bad || string(label) != recordLabel {
		return Record{}, malformed("record: label")
	}
	if len(r.rest) == 0 || r.rest[0] >= NumSeats {
		return Record{}, malformed("record: seat")
	}
	seat := int(r.rest[0])
	r.rest = r.rest[1:]
	var t transcript
	for i, route := range routes {
		if !route.ends(seat) {
			continue
		}
		payload := r.field()
		if r.bad {
			return Record{}, malformed("record: %v", route)
		}
		if len(payload) == 0 {
			continue
		}
		if _, err := ParseMessage(route.kind, route.from, route.to, payload); err != nil {
			return Record{}, malformed("record: %v", route)
		}
		t[i] = bytes.Clone(payload)
	}
	if len(r.rest) != 0 {
		return Record{}, malformed("record: %d bytes too many", len(r.rest))
	}
	return newRecord(seat, t), nil
}

// Format prints the record as redacted, whatever the verb.
func (Record) Format(f fmt.State, _ rune) { io.WriteString(f, "otpdeal.Record(redacted)") }

// MarshalText always fails: what to store or send is the Value, when it's time.
func (Record) MarshalText() ([]byte, error) { return nil, notMarshalled("a record") }

// numbers returns the key numbers of a payload.
func (r route) numbers(payload []byte) []byte { return payload[kinds[r.kind].numbers:] }

// clash returns a key number that two payloads share.
func clash(a, b []byte) (number byte, ok bool) {
	for _, n := range a {
		if slices.Contains(b, n) {
			return n, true
		}
	}
	return 0, false
}
