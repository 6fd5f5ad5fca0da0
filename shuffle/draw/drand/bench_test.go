package drand_test

import (
	"crypto/sha256"
	"encoding/binary"
	"testing"

	"github.com/cloudflare/circl/sign/bls"
)

// A round, and the signature alone by circl's own package of BLS signatures.
func BenchmarkVerify(b *testing.B) {
	chains, rounds := published(b)
	for i, r := range []round{rounds[3], rounds[9]} {
		previous, signature := unhex(b, r.Previous), unhex(b, r.Signature)
		b.Run(r.Chain+"/squaredeal", func(b *testing.B) {
			for b.Loop() {
				if _, err := network(r.Chain).Verify(r.Round, previous, signature); err != nil {
					b.Fatal(err)
				}
			}
		})
		message := sha256.Sum256(binary.BigEndian.AppendUint64(previous[:len(previous):len(previous)], r.Round))
		if r.Chain == "quicknet" {
			benchmarkBLS[bls.KeyG2SigG1](b, r.Chain, unhex(b, chains[i].PublicKey), message[:], signature)
		} else {
			benchmarkBLS[bls.KeyG1SigG2](b, r.Chain, unhex(b, chains[i].PublicKey), message[:], signature)
		}
	}
}

func benchmarkBLS[K bls.KeyGroup](b *testing.B, name string, key, message, signature []byte) {
	var public bls.PublicKey[K]
	if err := public.UnmarshalBinary(key); err != nil {
		b.Fatal(err)
	}
	b.Run(name+"/circl", func(b *testing.B) {
		for b.Loop() {
			if !bls.Verify(&public, message, signature) {
				b.Fatal("refused")
			}
		}
	})
}
