package sites_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"strconv"
	"testing"

	"github.com/squaredeal/squaredeal/seedrng/sites"
)

func BenchmarkCryptoGames(b *testing.B) {
	b.Run("10cards/squaredeal", func(b *testing.B) {
		cards := make([]int, 0, 10)
		b.ReportAllocs()
		for b.Loop() {
			d, err := sites.CryptoGames(pageServer, pageClient)
			if err != nil {
				b.Fatal(err)
			}
			if cards, err = d.AppendCards(cards[:0]); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("10cards/sha512.Sum512", func(b *testing.B) {
		text := []byte(pageServer + pageClient)
		b.ReportAllocs()
		for b.Loop() {
			sha512.Sum512(text)
		}
	})
}

// A bet is to cost at most three blocks of SHA-256 more than its HMAC, which is four.
func BenchmarkDice(b *testing.B) {
	server, client := dice["server"]+dice["server"], dice["client"]
	b.Run("bet/squaredeal", func(b *testing.B) {
		r, err := sites.NewReplayer("stake", "dice")
		if err != nil {
			b.Fatal(err)
		}
		fields := []string{server, client, "123456", "", ""}
		out, err := r.Replay(fields)
		if err != nil {
			b.Fatal(err)
		}
		fields[4] = out.Result.String()
		b.ReportAllocs()
		for b.Loop() {
			if _, err := r.Replay(fields); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("bet/sha256.Sum256 of the HMAC's blocks", func(b *testing.B) {
		inner, outer := make([]byte, 64, 128), make([]byte, 64, 128)
		b.ReportAllocs()
		for b.Loop() {
			m := append(append(inner, client...), ":123456:0"...)
			d := sha256.Sum256(m)
			sha256.Sum256(append(outer, d[:]...))
		}
	})
	b.Run("bet/sha256.Sum256 of three blocks more", func(b *testing.B) {
		inner, outer, more := make([]byte, 64, 128), make([]byte, 64, 128), make([]byte, 150)
		b.ReportAllocs()
		for b.Loop() {
			m := append(append(inner, client...), ":123456:0"...)
			d := sha256.Sum256(m)
			sha256.Sum256(append(outer, d[:]...))
			sha256.Sum256(more)
		}
	})
	b.Run("bet/crypto/hmac", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			h := hmac.New(sha256.New, []byte(server))
			h.Write([]byte(client + ":" + strconv.Itoa(123456) + ":0"))
			h.Sum(nil)
		}
	})
}

// The longest chain checked, as hex text. Each operation is 100,000 of its steps.
func BenchmarkWalk(b *testing.B) {
	const steps = 100_000
	hash := hex.EncodeToString(make([]byte, sha256.Size))
	b.Run("100000 steps of hex/squaredeal", func(b *testing.B) {
		w, err := sites.NewWalk(sites.Chain{Alg: sites.SHA256, Text: true, End: hash, Length: 1 << 62}, "ff"+hash[2:])
		if err != nil {
			b.Fatal(err)
		}
		b.ReportAllocs()
		for b.Loop() {
			w.Advance(steps)
		}
	})
	b.Run("100000 steps of hex/sha256.Sum256, hex.Encode", func(b *testing.B) {
		text := []byte(hash)
		b.ReportAllocs()
		for b.Loop() {
			for range steps {
				d := sha256.Sum256(text)
				hex.Encode(text, d[:])
			}
		}
	})
}
