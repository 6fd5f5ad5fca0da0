package otpdeal_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/otpdeal"
)

// At every point of a deal, the records are what was sent and accepted, and parse.
func TestRecords(t *testing.T) {
	d := newDeal(t, 60)
	for {
		for seat, r := range d.records() {
			value := r.Bytes()
			parsed, err := otpdeal.ParseRecord(value)
			if err != nil || parsed.Seat() != seat || !bytes.Equal(parsed.Deal(), id) || !bytes.Equal(parsed.Bytes(), value) ||
				len(parsed.Messages()) != len(r.Messages()) {
				t.Fatalf("seat %d: %v", seat, err)
			}
			want := append(append(lp("squaredeal/otpdeal/v1/record"), lp(string(id))...), byte(seat))
			have := r.Messages()
			for _, route := range otpdeal.Routes() {
				if route.From() != seat && route.To() != seat {
					continue
				}
				i := slices.IndexFunc(have, func(m otpdeal.Message) bool {
					return m.Kind() == route.Kind() && m.From() == route.From() && m.To() == route.To()
				})
				if i < 0 {
					want = append(want, lp("")...)
				} else {
					want = append(want, lp(string(have[i].Payload()))...)
				}
			}
			if !bytes.Equal(value, want) {
				t.Fatalf("seat %d: %x, want %x", seat, value, want)
			}
		}
		if len(d.inFlight) == 0 {
			break
		}
		if err := d.deliver(0); err != nil {
			t.Fatal(err)
		}
	}
	for seat, r := range d.records() {
		if want := []int{5, 8, 6, 3}[seat]; len(r.Messages()) != want {
			t.Errorf("seat %d recorded %d messages, want %d", seat, len(r.Messages()), want)
		}
	}
}

// A record with any byte changed is another record or none.
func TestParseRecordStrict(t *testing.T) {
	for seat, r := range finished(t, 61).records() {
		value := r.Bytes()
		for i := range value {
			for _, b := range []byte{0, 1, 3, 4, 51, 52, 255, value[i] ^ 1, value[i] ^ 0x80} {
				checkRecord(t, replaced(value, i, b))
			}
			if _, err := otpdeal.ParseRecord(value[:i]); !errors.Is(err, otpdeal.ErrMalformed) {
				t.Errorf("seat %d, cut at %d: %v", seat, i, err)
			}
		}
		for _, wrong := range [][]byte{
			nil, append(bytes.Clone(value), 0), append(bytes.Clone(value), lp("")...),
			replaced(value, 8, 'S'), // the label
			replaced(value, 50, 4),  // the seat
			replaced(value, 51, 255),
		} {
			if r, err := otpdeal.ParseRecord(wrong); !errors.Is(err, otpdeal.ErrMalformed) || r.Bytes() != nil {
				t.Errorf("seat %d: %v", seat, err)
			}
		}
	}
}

// checkRecord checks that bytes which parse as a record are its value.
func checkRecord(t *testing.T, value []byte) {
	t.Helper()
	r, err := otpdeal.ParseRecord(value)
	if err != nil {
		if !errors.Is(err, otpdeal.ErrMalformed) || r.Bytes() != nil || r.Seat() != 0 {
			t.Fatalf("%v, seat %d", err, r.Seat())
		}
		return
	}
	if !bytes.Equal(r.Bytes(), value) {
		t.Fatalf("%x becomes %x", value, r.Bytes())
	}
	for _, m := range r.Messages() {
		if m.From() != r.Seat() && m.To() != r.Seat() {
			t.Fatalf("the record of seat %d has a message of others", r.Seat())
		}
		parse(t, m.Kind(), m.From(), m.To(), m.Payload())
	}
}
