package sites_test

import (
	"crypto/sha512"
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
