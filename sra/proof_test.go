package sra_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/sra"
)

func TestQuick(t *testing.T) {
	g := sra.Group14()
	deck, _ := sra.PublicDeck(g, "x", 52)
	k, _ := sra.GenerateKey(g)
	to, order, _ := k.Shuffle(deck)
	ctx := []byte("ctx")
	p, err := k.ProveShuffle(ctx, deck, to, order)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(len(p), sra.ShuffleProofSize(g, 52))
	if err := k.Public().VerifyShuffle(ctx, deck, to, p); err != nil {
		t.Fatal(err)
	}
	if err := k.Public().VerifyShuffle([]byte("other"), deck, to, p); err == nil {
		t.Fatal()
	}
	p, _ = k.ProveDecryption(ctx, to, first(k.Decrypt(to)))
	if err := k.Public().VerifyDecryption(ctx, to, first(k.Decrypt(to)), p); err != nil {
		t.Fatal(err)
	}
	p, _ = k.Prove(ctx)
	if err := k.Public().Verify(ctx, p); err != nil {
		t.Fatal(err)
	}
}
func first(d sra.Deck, _ error) sra.Deck { return d }

func BenchmarkProveShuffle(b *testing.B) {
	g := sra.Group14()
	deck, _ := sra.PublicDeck(g, "x", 52)
	k, _ := sra.GenerateKey(g)
	to, order, _ := k.Shuffle(deck)
	p, _ := k.ProveShuffle(nil, deck, to, order)
	b.Run("prove", func(b *testing.B) {
		for b.Loop() {
			k.ProveShuffle(nil, deck, to, order)
		}
	})
	b.Run("verify", func(b *testing.B) {
		for b.Loop() {
			k.Public().VerifyShuffle(nil, deck, to, p)
		}
	})
}
