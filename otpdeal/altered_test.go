package otpdeal_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/otpdeal"
)

// Messages that are altered, exchanged or lost on their way.

// Every byte of every message, altered on its way: a role refuses it, or the audit
// finds it, and an end of the altered message is named.
func TestEveryByteAltered(t *testing.T) {
	for at, route := range otpdeal.Routes() {
		length := len(deliveredPayload(t, at))
		for i := range length {
			for _, flip := range []byte{1, 2, 0x10, 0x40, 0x80, 0xff} {
				d := newDeal(t, 9)
				err := d.runAltering(at, func(payload []byte) []byte { return replaced(payload, i, payload[i]^flip) })
				d.named(t, fmt.Sprintf("%v to seat %d, byte %d", route.Kind(), route.To(), i), err, route.From(), route.To())
			}
		}
	}
}

// Every message replaced by one of another seat, or of another deal.
func TestEveryMessageReplaced(t *testing.T) {
	other := newDeal(t, 10)
	other.finish(t)
	for at, route := range otpdeal.Routes() {
		for _, from := range []*deal{newDeal(t, 9), other} {
			from.run()
			for _, source := range otpdeal.Routes() {
				if source.Kind() != route.Kind() || from != other && source.From() == route.From() && source.To() == route.To() {
					continue
				}
				payload := from.find(t, source.Kind(), source.From(), source.To()).Payload()
				d := newDeal(t, 9)
				err := d.runAltering(at, func([]byte) []byte { return payload })
				d.named(t, fmt.Sprintf("%v from %d to seat %d", route.Kind(), route.From(), route.To()), err, route.From(), route.To())
			}
		}
	}
}

// Every message lost: nobody refuses anything, no hand is confirmed, and the audit
// says which message was sent and not accepted.
func TestEveryMessageLost(t *testing.T) {
	for at, route := range otpdeal.Routes() {
		d := newDeal(t, 11)
		err := d.runAltering(at, func([]byte) []byte { return nil })
		report := d.audit(t)
		if err != nil || report.ok || len(report.Findings) != 0 || len(report.Missing) == 0 {
			t.Fatalf("%v lost: %v, findings %v, missing %v", route.Kind(), err, report.Findings, report.Missing)
		}
		if m := report.Missing[0]; m.Seat != route.To() || !errors.Is(m, otpdeal.ErrMissing) {
			t.Errorf("%v lost: %v", route.Kind(), m)
		}
		if !slices.Contains(d.roles[route.To()].Missing(), route.From()) {
			t.Errorf("seat %d doesn't wait for seat %d", route.To(), route.From())
		}
	}
}

// runAltering runs the deal and alters the payload of one route on its way: nil loses it.
func (d *deal) runAltering(at int, alter func([]byte) []byte) error {
	route := otpdeal.Routes()[at]
	for len(d.inFlight) > 0 {
		if m := d.inFlight[0]; m.Kind() == route.Kind() && m.From() == route.From() && m.To() == route.To() {
			payload := alter(m.Payload())
			if payload == nil {
				d.inFlight = d.inFlight[1:]
				continue
			}
			altered, err := otpdeal.ParseMessage(id, m.Kind(), m.From(), m.To(), payload)
			if err != nil {
				return err
			}
			d.inFlight[0] = altered
		}
		if err := d.deliver(0); err != nil {
			return err
		}
	}
	return nil
}

// named checks that a deal with one altered message didn't end well, and that what
// names seats names one of its ends.
func (d *deal) named(t *testing.T, what string, err error, ends ...int) {
	t.Helper()
	names := func(b *otpdeal.BlameError) bool {
		return slices.ContainsFunc(b.Seats, func(seat int) bool { return slices.Contains(ends, seat) })
	}
	report := d.audit(t)
	b, ok := errors.AsType[*otpdeal.BlameError](err)
	switch {
	case report.ok:
		t.Errorf("%s: confirmed", what)
	case err != nil && (!ok || !names(b)):
		t.Errorf("%s: %v", what, err)
	case err == nil && len(report.Findings) == 0:
		t.Errorf("%s: not found", what)
	}
	for _, finding := range report.Findings {
		if !names(finding) {
			t.Errorf("%s: %v", what, finding)
		}
	}
}

func deliveredPayload(t *testing.T, at int) []byte {
	t.Helper()
	d := newDeal(t, 9)
	d.finish(t)
	route := otpdeal.Routes()[at]
	return d.find(t, route.Kind(), route.From(), route.To()).Payload()
}
