package sra_test

import (
	"math/big"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
)

// A hashed card is as likely to be in any part of the range as in another, and differs with the
// group, the label and the number.
func TestHashedCards(t *testing.T) {
	ffdhe, err := ffdheGroup()
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]string)
	for _, g := range []sra.Group{sra.Group14(), ffdhe} {
		q := new(big.Int).Rsh(g.P(), 1)
		var quarters [4]int
		for _, label := range []string{"a", "b", "ab"} {
			d := mustPublic(t, g, label, 100)
			for i := range d.Len() {
				x := new(big.Int).SetBytes(d.At(i).Bytes())
				if x.Cmp(q) > 0 {
					t.Errorf("card %d is above q", i)
				}
				if where, ok := seen[x.String()]; ok {
					t.Errorf("%s%d of %v is that of %s", label, i, g, where)
				}
				seen[x.String()] = label
				quarters[new(big.Int).Quo(x.Lsh(x, 2), q).Int64()]++
			}
		}
		for i, n := range quarters { // mean 75, deviation 7.5; the same in every run
			if n < 45 || n > 105 {
				t.Errorf("%v: %d of 300 cards in quarter %d", g, n, i)
			}
		}
		if _, err := sra.ParseElement(g, sra.Generator(g)); err != nil {
			t.Errorf("the generator: %v", err)
		}
	}
}
