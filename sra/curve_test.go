package sra_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/sra"
)

func TestCurve(t *testing.T) {
	g := sra.Ristretto255()
	for _, n := range []int{1, 2, 3, 52, 60} {
		k, err := sra.GenerateKey(g)
		if err != nil {
			t.Fatal(err)
		}
		d := mustPublic(t, g, "x", n)
		to, order, err := k.Shuffle(d)
		if err != nil {
			t.Fatal(err)
		}
		back := mustDecrypt(t, k, to)
		for i := range n {
			if d.Index(back.At(i)) != order.Reveal().At(i) {
				t.Error(i)
			}
		}
		p, err := k.ProveShuffle(nil, d, to, order)
		if err != nil {
			t.Fatal(err)
		}
		if err := k.Public().VerifyShuffle(nil, d, to, p); err != nil {
			t.Error(err)
		}
		if len(p) != sra.ShuffleProofSize(g, n) {
			t.Error(len(p))
		}
		p, _ = k.ProveKey(nil)
		if err := k.Public().VerifyKey(nil, p); err != nil {
			t.Error(err)
		}
		p, _ = k.ProveDecryption(nil, to, back)
		if err := k.Public().VerifyDecryption(nil, to, back, p); err != nil {
			t.Error(err)
		}
	}
	newTable(t, g, "a hand", 5, 3).run()
}
