package draw_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/shuffle/draw"
)

// What an announcement of a million entries takes, beside sorting them, as any list needs.
func BenchmarkAnnounce(b *testing.B) {
	entries := many(1_000_000, false)
	for i := range entries { // in no order, as 7 and the number are coprime
		entries[i], entries[i*7%len(entries)] = entries[i*7%len(entries)], entries[i]
	}
	b.Run("1e6/squaredeal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			announce(b, raffle(), listOf(b, entries))
		}
	})
	b.Run("1e6/sort", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			sorted := slices.Clone(entries)
			slices.SortFunc(sorted, func(x, y draw.Entry) int { return bytes.Compare(x.Data, y.Data) })
		}
	})
}

// The proofs of a million entries, and what they take when all are held at once.
func BenchmarkProofs(b *testing.B) {
	list := listOf(b, many(1_000_000, false))
	b.Run("1e6/squaredeal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			for p := range list.Proofs(0, list.Len()) {
				if len(p.Bytes()) == 0 {
					b.Fatal("empty")
				}
			}
		}
	})
	b.Run("1of1e6/squaredeal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			list.Prove(777_777)
		}
	})
}

func BenchmarkDraw(b *testing.B) {
	for _, kind := range []struct {
		name     string
		weighted bool
	}{{"uniform", false}, {"weighted", true}} {
		list := listOf(b, many(1_000_000, kind.weighted))
		terms := raffle()
		terms.Winners = 100
		a, value := announce(b, terms, list), value1000(b)
		b.Run("100of1e6"+kind.name+"/squaredeal", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				drawn(b, a, list, value)
			}
		})
		p := list.Prove(777_777)[0]
		b.Run("proof"+kind.name+"/squaredeal", func(b *testing.B) {
			b.ReportMetric(float64(len(p.Bytes())-len(p.Entry().Data)), "bytes")
			for b.Loop() {
				if err := a.CheckProof(p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
