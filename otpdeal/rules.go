package otpdeal

import (
	"fmt"
	"slices"
)

// This file holds the rules of the protocol that all roles and the audit share: which
// messages a deal has, and what each needs to have come before (SPEC.md, sections 3.3
// and 4.3).

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

// index returns the place of r among the routes, -1 if it isn't one.
func (r route) index() int { return slices.Index(routes[:], r) }

func (r route) String() string {
	return fmt.Sprintf("%v from seat %d to seat %d", r.kind, r.from, r.to)
}

// numbers returns the key numbers of a payload.
func (r route) numbers(payload []byte) []byte { return payload[kinds[r.kind].numbers:] }

// ends reports whether seat sends or receives r.
func (r route) ends(seat int) bool { return seat == r.from || seat == r.to }

// needs returns the messages that seat must have sent or received before r.
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

// A transcript holds the payloads that a seat has sent and accepted, by the index of
// their route, nil where there is none. Payloads are never written to.
type transcript [len(routes)][]byte

func (t *transcript) get(kind Kind, from, to int) []byte {
	return t[route{kind, from, to}.index()]
}

func (t *transcript) put(m Message) { t[m.route.index()] = m.payload() }

// lacks returns the first of r's needs at seat that isn't there.
func (t *transcript) lacks(r route, seat int) (route, bool) {
	for _, need := range r.needs(seat) {
		if t[need.index()] == nil {
			return need, true
		}
	}
	return route{}, false
}

// pick returns the bytes of these numbers.
func pick(from, numbers []byte) []byte {
	picked := make([]byte, len(numbers), 2*HandSize)
	for i, n := range numbers {
		picked[i] = from[n]
	}
	return picked
}

// clash returns a key number that two payloads share.
func clash(a, b []byte) (number byte, ok bool) {
	for _, n := range a {
		if slices.Contains(b, n) {
			return n, true
		}
	}
	return 0, false
}
