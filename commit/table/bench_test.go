package table_test

import (
	"crypto/ed25519"
	"fmt"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

// talked returns the posts of a talk, and the last state of seat 0 before its end.
func talked(b *testing.B, size, rounds, times int) (terms table.Terms, game func() *talk, posts []record.Post, state []byte) {
	const seats = 4
	m := newMatch(b, seats, 1)
	terms = m.terms
	terms.Longest = size
	game = func() *talk { return &talk{seats: seats, times: times, rounds: rounds} }
	w, err := table.Watch(terms, game())
	if err != nil {
		b.Fatal(err)
	}
	zero, err := table.New(terms, game(), m.keys[0], func(_, new table.State) error { state = new.Bytes(); return nil })
	if err != nil {
		b.Fatal(err)
	}
	zero.Start(m.now)
	for i := range seats + rounds*times {
		message := append([]byte{say}, make([]byte, size)...)
		if i < seats {
			message = []byte{hello}
		}
		p := record.Post{Number: uint64(i + 1), Stamp: int64(i), Bytes: signNext(w, m.keys[i%seats], i%seats, message...)}
		posts = append(posts, p)
		if placed, err := w.Read(m.now, p); !placed || err != nil {
			b.Fatal(i, placed, err)
		}
		if i < seats+(rounds-1)*times {
			if _, err := zero.Read(m.now, p); err != nil {
				b.Fatal(err)
			}
			if _, _, err := zero.Pending(m.now); err != nil {
				b.Fatal(err)
			}
		}
	}
	return terms, game, posts, state
}

// A statement that has a place, read by a table, beside the signature of the same message alone.
func BenchmarkRead(b *testing.B) {
	for _, size := range []int{200, 10000} {
		terms, game, posts, _ := talked(b, size, 1, 128)
		b.Run(fmt.Sprint(size, "/squaredeal"), func(b *testing.B) {
			b.ReportAllocs()
			var t *table.Table
			i := len(posts)
			for b.Loop() {
				if i == len(posts) {
					b.StopTimer()
					t, _ = table.Watch(terms, game())
					for i = 0; i < 4; i++ {
						t.Read(time.Time{}, posts[i])
					}
					b.StartTimer()
				}
				if placed, err := t.Read(time.Time{}, posts[i]); !placed || err != nil {
					b.Fatal(placed, err)
				}
				i++
			}
		})
		b.Run(fmt.Sprint(size, "/ed25519"), func(b *testing.B) {
			b.ReportAllocs()
			verify := verifier(b, size)
			for b.Loop() {
				verify()
			}
		})
	}
}

// verifier returns what verifies the signature of a message.
func verifier(b *testing.B, size int) func() {
	key := ed25519.NewKeyFromSeed(make([]byte, 32))
	public, message := key.Public().(ed25519.PublicKey), make([]byte, size)
	signature := ed25519.Sign(key, message)
	return func() {
		if !ed25519.Verify(public, message, signature) {
			b.Fatal("invalid")
		}
	}
}

// A restart in round 200 of a match, which reads the round's 20 statements, beside their signatures.
func BenchmarkRestart(b *testing.B) {
	const rounds, times = 200, 20
	terms, game, posts, state := talked(b, 200, rounds, times)
	key := newMatch(b, 4, 1).keys[0]
	b.Run("200 rounds/squaredeal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			t, err := table.Parse(terms, game(), key, state, func(_, _ table.State) error { return nil })
			if err != nil {
				b.Fatal(err)
			}
			after, err := t.Connect(func(number uint64) (record.Post, bool) { return posts[number-1], true })
			if err != nil || len(posts[after:]) != times {
				b.Fatal(after, err)
			}
			for _, p := range posts[after:] {
				if placed, err := t.Read(time.Time{}, p); !placed || err != nil {
					b.Fatal(placed, err)
				}
			}
			if !t.Over() {
				b.Fatal("not over")
			}
		}
	})
	b.Run("200 rounds/ed25519", func(b *testing.B) {
		b.ReportAllocs()
		verify := verifier(b, 200)
		for b.Loop() {
			for range times {
				verify()
			}
		}
	})
}
