package commit_test

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"testing"

	"github.com/squaredeal/squaredeal/commit"
)

var (
	benchContext = []byte("backgammon, game 7, throw 12, seat 1")
	benchValue   = ramp(32)
)

// readRandom is the part of a commitment that nobody can do without.
func readRandom(b *testing.B) {
	var nonce [32]byte
	b.ReportAllocs()
	for b.Loop() {
		rand.Read(nonce[:])
	}
}

// hmacOf is a commitment as crypto/hmac makes it.
func hmacOf(nonce, context, value []byte) []byte {
	mac := hmac.New(sha256.New, nonce)
	fmt.Fprintf(mac, "%d:%s%d:%s", len(context), context, len(value), value)
	return mac.Sum(nil)
}

func BenchmarkCommit(b *testing.B) {
	b.Run("32B/squaredeal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			c, nonce := commit.Commit(benchContext, benchValue)
			if nonce.Equal(commit.Nonce{}) || c == (commit.Commitment{}) {
				b.Fatal("zero")
			}
		}
	})
	b.Run("32B/hmac.New", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var nonce [32]byte
			rand.Read(nonce[:])
			hmacOf(nonce[:], benchContext, benchValue)
		}
	})
	b.Run("32B/rand.Read", readRandom)
}

func BenchmarkVerify(b *testing.B) {
	c, nonce := commit.Commit(benchContext, benchValue)
	b.Run("32B/squaredeal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := c.Verify(nonce, benchContext, benchValue); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("32B/hmac.New", func(b *testing.B) {
		key := nonce.Bytes()
		want := hmacOf(key, benchContext, benchValue)
		b.ReportAllocs()
		for b.Loop() {
			if !hmac.Equal(want, hmacOf(key, benchContext, benchValue)) {
				b.Fatal("mismatch")
			}
		}
	})
	b.Run("32B/rand.Read", readRandom)
}

// A whole toss, at one seat: what the others say is computed beforehand.
func BenchmarkToss(b *testing.B) {
	for _, seats := range []int{2, 1024} {
		b.Run(fmt.Sprintf("%dseats/squaredeal", seats), func(b *testing.B) {
			tb := newTable(b, "bench", seats)
			b.ReportAllocs()
			for b.Loop() {
				toss := tb.toss(b, 0)
				read(b, toss, tb.commits)
				read(b, toss, tb.reveals)
				if _, err := toss.Seed(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// A round of a chain of a million, drawn and revealed, beside computing its value from
// the last one: the average distance is half a million.
func BenchmarkChainRound(b *testing.B) {
	const n = 1 << 20
	b.Run("1M/squaredeal", func(b *testing.B) {
		var d disk[commit.ChainState]
		if _, err := commit.NewChain(b.Context(), n, commit.Link{}, d.store, nil); err != nil {
			b.Fatal(err)
		}
		c, err := commit.ParseChain(d.held, discard)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		for b.Loop() {
			round, _ := c.Revealed()
			if round == n {
				if c, err = commit.ParseChain(d.held, discard); err != nil {
					b.Fatal(err)
				}
				round = 0
			}
			if _, err := c.Draw(round + 1); err != nil {
				b.Fatal(err)
			}
			if _, err := c.Reveal(round + 1); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("1M/rehash", func(b *testing.B) {
		for b.Loop() {
			var x [32]byte
			for range n / 2 {
				x = sha256.Sum256(x[:])
			}
		}
	})
}

func BenchmarkChainSetup(b *testing.B) {
	const n = 1 << 20
	b.Run("1M/squaredeal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := commit.NewChain(b.Context(), n, commit.Link{}, discard, nil); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("1M/sha256.Sum256", func(b *testing.B) {
		for b.Loop() {
			var x [32]byte
			for range n {
				x = sha256.Sum256(x[:])
			}
		}
	})
}
