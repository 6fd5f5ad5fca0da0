package otpdeal_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/otpdeal"
)

func keepNothing(_, _ otpdeal.State) error { return nil }

// One deal from end to end: cards and keys, the assignment, eleven messages through
// ParseMessage, four hands. There is no peer to measure it beside; what a transport
// spends on sealing a message is more.
func BenchmarkDeal(b *testing.B) {
	must := func(err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	b.Run("52/squaredeal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			host, err := otpdeal.GenerateHost(id, keepNothing)
			must(err)
			keyMaster, err := otpdeal.NewKeyMaster(id, keepNothing)
			must(err)
			dealer, err := otpdeal.GenerateDealer(id, keepNothing)
			must(err)
			dummy, err := otpdeal.NewDummy(id, keepNothing)
			must(err)
			roles := [...]role{host, keyMaster, dealer, dummy}
			inFlight, err := host.Start()
			must(err)
			for len(inFlight) > 0 {
				m := parse(b, inFlight[0].Kind(), inFlight[0].From(), inFlight[0].To(), inFlight[0].Payload())
				out, err := roles[m.To()].Receive(m)
				must(err)
				inFlight = append(inFlight[1:], out...)
			}
			for _, r := range roles {
				_, err := r.Hand()
				must(err)
			}
		}
	})
}

// One audit, from the opened entries and four records.
func BenchmarkAudit(b *testing.B) {
	b.Run("52/squaredeal", func(b *testing.B) {
		d := finished(b, 1)
		var values [4][]byte
		for seat, r := range d.records() {
			values[seat] = r.Bytes()
		}
		b.ReportAllocs()
		for b.Loop() {
			if _, err := otpdeal.Audit(id, d.entries, values); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// A role restored from its state.
func BenchmarkParse(b *testing.B) {
	b.Run("keymaster/squaredeal", func(b *testing.B) {
		state := finished(b, 1).roles[1].state
		b.ReportAllocs()
		for b.Loop() {
			if _, err := otpdeal.ParseKeyMaster(state, keepNothing); err != nil {
				b.Fatal(err)
			}
		}
	})
}
