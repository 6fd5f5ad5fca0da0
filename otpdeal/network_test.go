package otpdeal_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/otpdeal"
)

// How to add a test: a deal is four roles and the messages between them, which a test delivers in the
// order that it likes.
//
//	d := newDeal(t, 1)                                  // a deal of a seed, in which the Host has started
//	deliverAll(t, d, otpdeal.SendAllKeys)               // all messages of a kind
//	m := d.pending(t, otpdeal.SendCards, 0)             // one that is on its way, or d.find from the records
//	refuses(t, "why", d.roles[0], altered, otpdeal.ErrMismatch, 2) // a copy of the role refuses it, and blames a seat
//	d.finish(t)                                         // the rest
//	d.confirm(t)                                        // all hands are whole, and the audit says the same

// A deal is one with its four roles and the messages that are on their way.
type deal struct {
	host     *otpdeal.Host
	roles    [otpdeal.NumSeats]*kept
	entries  [][]byte
	inFlight []otpdeal.Message
}

// newDeal returns the deal of a seed, in which the Host has started.
func newDeal(t testing.TB, seed uint64) *deal {
	t.Helper()
	return start(t, newHost(t, seed), newDealer(t, seed))
}

// generateDeal returns a random deal, in which the Host has started.
func generateDeal(t testing.TB) *deal {
	t.Helper()
	return start(t, keep(t, otpdeal.GenerateHost), keep(t, otpdeal.GenerateDealer))
}

func start(t testing.TB, host, dealer *kept) *deal {
	t.Helper()
	d := &deal{host: host.role.(*otpdeal.Host)}
	d.entries = d.host.Entries()
	d.roles = [...]*kept{host, newKeyMaster(t), dealer, keep(t, otpdeal.NewDummy)}
	var err error
	if d.inFlight, err = d.host.Start(); err != nil {
		t.Fatal(err)
	}
	return d
}

// deliver takes message i of those on their way to its recipient.
func (d *deal) deliver(i int) error {
	m := d.inFlight[i]
	d.inFlight = slices.Delete(d.inFlight, i, i+1)
	out, err := d.roles[m.To()].Receive(m)
	d.inFlight = append(d.inFlight, out...)
	return err
}

// run delivers what is on its way until nothing is, or a role refuses a message.
func (d *deal) run() error {
	for len(d.inFlight) > 0 {
		if err := d.deliver(0); err != nil {
			return err
		}
	}
	return nil
}

func (d *deal) finish(t testing.TB) {
	t.Helper()
	if err := d.run(); err != nil {
		t.Fatal(err)
	}
}

func (d *deal) records() (list [otpdeal.NumSeats]otpdeal.Record) {
	for seat, r := range d.roles {
		list[seat] = r.Record()
	}
	return list
}

func (d *deal) audit(t testing.TB) report {
	t.Helper()
	return audit(t, d.entries, d.records())
}

// confirm checks that the deal is done, and done well.
func (d *deal) confirm(t testing.TB) {
	t.Helper()
	report := d.audit(t)
	if !report.ok || report.Suspects() != nil {
		t.Fatalf("findings %v, missing %v", report.Findings, report.Missing)
	}
	var all []otpdeal.Card
	for seat, r := range d.roles {
		hand, err := r.Hand()
		if err != nil {
			t.Fatal(err)
		}
		audited := report.hands[seat]
		if len(hand) != otpdeal.HandSize || !slices.Equal(hand, audited) {
			t.Fatalf("seat %d has %v, the audit says %v", seat, hand, audited)
		}
		if m := r.Missing(); m != nil {
			t.Fatalf("seat %d waits for %v", seat, m)
		}
		all = append(all, hand...)
	}
	slices.Sort(all)
	if !slices.Equal(all, otpdeal.Deck()) {
		t.Fatalf("the hands are %v", all)
	}
}

func parse(t testing.TB, kind otpdeal.Kind, from, to int, payload []byte) otpdeal.Message {
	t.Helper()
	m, err := otpdeal.ParseMessage(id, kind, from, to, payload)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// find returns the message of a kind between two seats, from their records.
func (d *deal) find(t testing.TB, kind otpdeal.Kind, from, to int) otpdeal.Message {
	t.Helper()
	for _, m := range d.roles[from].Record().Messages() {
		if m.Kind() == kind && m.From() == from && m.To() == to {
			return m
		}
	}
	t.Fatalf("no %v from %d to %d", kind, from, to)
	return otpdeal.Message{}
}

func recordList(d *deal) []otpdeal.Record {
	records := d.records()
	return records[:]
}

func lines(list []otpdeal.Message) []string {
	text := []string{}
	for _, m := range list {
		text = append(text, line(m))
	}
	return text
}

// replaced returns the payload with another byte i.
func replaced(payload []byte, i int, value byte) []byte {
	payload = bytes.Clone(payload)
	payload[i] = value
	return payload
}

// deliverAll delivers everything of these kinds, kind by kind.
func deliverAll(t *testing.T, d *deal, kinds ...otpdeal.Kind) {
	t.Helper()
	for _, kind := range kinds {
		for i := 0; i < len(d.inFlight); {
			if d.inFlight[i].Kind() != kind {
				i++
			} else if err := d.deliver(i); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// pending returns the message of a kind that is on its way to a seat.
func (d *deal) pending(t testing.TB, kind otpdeal.Kind, to int) otpdeal.Message {
	t.Helper()
	i := slices.IndexFunc(d.inFlight, func(m otpdeal.Message) bool { return m.Kind() == kind && m.To() == to })
	if i < 0 {
		t.Fatalf("no %v to seat %d is on its way", kind, to)
	}
	return d.inFlight[i]
}

// sentBy returns the message of a kind that is on its way from a seat.
func (d *deal) sentBy(t testing.TB, kind otpdeal.Kind, from int) otpdeal.Message {
	t.Helper()
	i := slices.IndexFunc(d.inFlight, func(m otpdeal.Message) bool { return m.Kind() == kind && m.From() == from })
	if i < 0 {
		t.Fatalf("no %v from seat %d is on its way", kind, from)
	}
	return d.inFlight[i]
}

// replace gives a message that is on its way another payload.
func (d *deal) replace(t testing.TB, kind otpdeal.Kind, from, to int, payload []byte) {
	t.Helper()
	for i, m := range d.inFlight {
		if m.Kind() == kind && m.From() == from && m.To() == to {
			d.inFlight[i] = parse(t, kind, from, to, payload)
			return
		}
	}
	t.Fatalf("no %v from seat %d to seat %d is on its way", kind, from, to)
}
