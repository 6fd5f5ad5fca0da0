package textbook_test

import (
	"errors"
	"math/big"
	"testing"

	"github.com/squaredeal/squaredeal/sra/textbook"
)

func FuzzKey(f *testing.F) {
	p := digits(f, articlePrime).Bytes()
	f.Add(p, digits(f, articlePlayer).Bytes(), big.NewInt(49484031).Bytes())
	f.Add([]byte{101}, []byte{0xff, 0xff}, []byte{2})
	f.Add([]byte{3}, []byte{1}, []byte{0})
	f.Fuzz(func(t *testing.T, p, e, x []byte) {
		if len(p) > 32 || len(e) > 64 {
			return // larger ones are slower and no different
		}
		prime, number := new(big.Int).SetBytes(p), new(big.Int).SetBytes(x)
		k, err := textbook.NewKey(prime, new(big.Int).SetBytes(e))
		if err != nil {
			if !errors.Is(err, textbook.ErrMalformed) {
				t.Fatal(err)
			}
			return
		}
		y, err := k.Encrypt(number)
		if (err == nil) != (number.Cmp(prime) < 0) {
			t.Fatal(err)
		}
		if err == nil && power(t, k.Decrypt, y).Cmp(number) != 0 {
			t.Fatalf("%v doesn't survive", number)
		}
	})
}
