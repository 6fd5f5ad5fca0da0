package sites_test

import (
	"bytes"
	"crypto/sha512"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/seedrng/sites"
)

func FuzzCryptoGames(f *testing.F) {
	page := sha512.Sum512([]byte(pageServer + pageClient))
	f.Add(page[:])
	f.Add(bytes.Repeat([]byte{255}, 64))
	f.Fuzz(func(t *testing.T, b []byte) {
		var d sites.CryptoGamesDigest
		copy(d[:], b)
		var want []int
		for _, v := range d {
			if c := int(v) % 100; c <= 51 && !slices.Contains(want, c) && len(want) < 10 {
				want = append(want, c)
			}
		}
		got, err := d.AppendCards(nil)
		if (len(want) < 10) != errors.Is(err, sites.ErrExhausted) {
			t.Fatalf("%d cards, %v", len(want), err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	})
}
