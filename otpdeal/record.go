package otpdeal

import (
	"bytes"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Record is what a seat says after the deal: every message that it sent and
// accepted. [Audit] compares the records of the four seats. It holds keys, so it is
// secret until the hand has been played, and prints as redacted. The zero value holds
// nothing.
type Record struct {
	deal string
	seat int
	hiddenLog
}

type hiddenLog = secret.Value[*transcript]

func newRecord(deal string, seat int, t transcript) Record {
	return Record{deal, seat, secret.Hide(&t)}
}

// Deal returns the id of the deal.
func (r Record) Deal() []byte { return []byte(r.deal) }

// Seat returns whose record it is.
func (r Record) Seat() int { return r.seat }

// Messages returns the messages that the record holds.
func (r Record) Messages() (list []Message) {
	t := secret.Reveal(r.hiddenLog)
	if t == nil {
		return nil
	}
	for i, payload := range t {
		if payload != nil {
			list = append(list, routes[i].message(r.deal, payload))
		}
	}
	return list
}

const recordLabel = "squaredeal/otpdeal/v1/record"

// Bytes returns what a seat commits to when the deal is done, and opens when
// the hand is over, for [Audit]. SPEC.md, section 5.2, defines them. It is nil for the
// zero value.
func (r Record) Bytes() []byte {
	t := secret.Reveal(r.hiddenLog)
	if t == nil {
		return nil
	}
	b := field.Append(nil, recordLabel)
	b = field.Append(b, r.deal)
	b = append(b, byte(r.seat))
	for i, payload := range t {
		if routes[i].ends(r.seat) {
			b = field.Append(b, payload)
		}
	}
	return b
}

// ParseRecord reads what [Record.Bytes] wrote, and nothing else. It returns an
// [ErrMalformed] otherwise. A message in it may be missing, but not malformed.
func ParseRecord(b []byte) (Record, error) {
	r := field.NewReader(b)
	r.Label(recordLabel)
	deal := string(r.Field("deal id"))
	r.Check("deal id", checkDeal([]byte(deal)) == nil)
	seat := int(r.Byte("seat"))
	r.Check("seat", seat < NumSeats)
	var t transcript
	for i, route := range routes {
		if !route.ends(seat) {
			continue
		}
		name := route.kind.String()
		if payload := r.Field(name); len(payload) != 0 {
			r.Check(name, route.check(payload) == nil)
			t[i] = bytes.Clone(payload)
		}
	}
	if fault := r.End(); fault != "" {
		return Record{}, wrap.Errorf(ErrMalformed, "record: %s", fault)
	}
	return newRecord(deal, seat, t), nil
}
