package otpdeal_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/otpdeal"
)

// One deal from end to end: the table, the assignment, eleven messages through
// ParseMessage, four hands. There's no peer to measure it beside; what a transport
// spends on sealing a message is more.
func BenchmarkDeal(b *testing.B) {
	b.Run("52/squaredeal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			d := start(b, otpdeal.GenerateTable(), otpdeal.GenerateDealer())
			for len(d.inFlight) > 0 {
				m := d.inFlight[0]
				d.inFlight[0] = parse(b, m.Kind(), m.From(), m.To(), m.Payload())
				if err := d.deliver(0); err != nil {
					b.Fatal(err)
				}
			}
			for _, r := range d.roles {
				if _, err := r.Hand(); err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}

// One audit, from the opened values and four records as bytes.
func BenchmarkAudit(b *testing.B) {
	b.Run("52/squaredeal", func(b *testing.B) {
		d := finished(b, 1)
		var values [4][]byte
		for seat, r := range d.records() {
			values[seat] = r.Value()
		}
		b.ReportAllocs()
		for b.Loop() {
			var records [4]otpdeal.Record
			for seat, value := range values {
				var err error
				if records[seat], err = otpdeal.ParseRecord(value); err != nil {
					b.Fatal(err)
				}
			}
			if report, err := otpdeal.Audit(d.values, records); err != nil || !report.OK() {
				b.Fatal(report.Findings, err)
			}
		}
	})
}
