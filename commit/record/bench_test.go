package record_test

import (
	"crypto/ed25519"
	"fmt"
	"testing"

	"github.com/squaredeal/squaredeal/commit/record"
)

// Statements that are read, beside the signature of the same message alone.
func BenchmarkRead(b *testing.B) {
	const posts = 64
	for _, size := range []int{100, 10000} {
		agreed := agreementOf(b, 4, "benchmark")
		writer, _ := begun(b, agreed, 4)
		var all [][]byte
		message := make([]byte, size)
		for i := range posts {
			all = append(all, sign(b, writer, i%4, string(message)))
			read(b, writer, all[i])
		}
		start, _ := begun(b, agreed, 4)
		state := start.Cut()
		again := func(reader func() *record.Reader) func(b *testing.B) {
			return func(b *testing.B) {
				b.ReportAllocs()
				var l *record.Reader
				i := posts
				for b.Loop() {
					if i == posts {
						b.StopTimer()
						l, i = reader(), 0
						b.StartTimer()
					}
					if _, err := l.Read(all[i]); err != nil {
						b.Fatal(err)
					}
					i++
				}
			}
		}
		b.Run(fmt.Sprint(size, "/squaredeal"), again(func() *record.Reader {
			reader, err := record.ParseReader(agreed, state)
			if err != nil {
				b.Fatal(err)
			}
			return reader
		}))
		b.Run(fmt.Sprint(size, "/ed25519"), func(b *testing.B) {
			b.ReportAllocs()
			key := ed25519.NewKeyFromSeed(keyOf(b, 0).Bytes())
			public, signature := keyOf(b, 0).Public(), ed25519.Sign(key, message)
			for b.Loop() {
				if !ed25519.Verify(public, message, signature) {
					b.Fatal("invalid")
				}
			}
		})
		b.Run(fmt.Sprint(size, "/repeated"), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := writer.Read(all[0]); err == nil {
					b.Fatal("a place")
				}
			}
		})
	}
}

func BenchmarkSign(b *testing.B) {
	agreed := agreementOf(b, 4, "benchmark")
	reader, _ := begun(b, agreed, 4)
	key := keyOf(b, 0)
	message := make([]byte, 100)
	b.Run("100/squaredeal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := reader.Sign(key, message); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("100/ed25519", func(b *testing.B) {
		b.ReportAllocs()
		key := ed25519.NewKeyFromSeed(key.Bytes())
		for b.Loop() {
			ed25519.Sign(key, message)
		}
	})
}

// A restart from the last Cut.
func BenchmarkParseReader(b *testing.B) {
	agreed := agreementOf(b, 4, "benchmark")
	reader, _ := begun(b, agreed, 4)
	state := reader.Cut()
	b.Run(fmt.Sprint(len(state), "/squaredeal"), func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := record.ParseReader(agreed, state); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// A new agreement checks every key.
func BenchmarkNewAgreement(b *testing.B) {
	keys := publicOf(b, 4)
	b.Run("4/squaredeal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := record.NewAgreement([]byte("benchmark"), 10000, keys, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
}
