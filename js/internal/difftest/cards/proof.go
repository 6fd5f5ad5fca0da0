// Package cards makes random proofs of encrypted decks, and hands dealt from these.
package cards

import (
	"encoding/hex"
	"errors"
	"math/rand/v2"

	"github.com/squaredeal/squaredeal/js/internal/difftest/must"
	"github.com/squaredeal/squaredeal/js/internal/difftest/random"
	"github.com/squaredeal/squaredeal/sra"
)

// Proof returns a proof of any kind, or a part of it that was altered, and whether it is valid.
func Proof(r *rand.Rand) any {
	g := sra.Ristretto255()
	if r.IntN(40) == 0 {
		g = sra.Group14()
	}
	c := proofCase{Group: g.Name(), Kind: []string{"key", "decryption", "shuffle"}[r.IntN(3)], Context: random.Text(r, 40)}
	c.make(r, g)
	c.alter(r, g)
	c.Result = classOf(c.verify(g))
	return c
}

// A proofCase is what a verifier gets; decks and proof are in hex.
type proofCase struct {
	Group   string   `json:"group"`
	Kind    string   `json:"kind"`
	Context string   `json:"context"`
	Public  hexBytes `json:"public"`
	N       int      `json:"n"`
	From    hexBytes `json:"from"`
	To      hexBytes `json:"to"`
	Proof   hexBytes `json:"proof"`
	Result  string   `json:"result"`
}

type hexBytes []byte

func (b hexBytes) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, b), nil }

func newKey(r *rand.Rand, g sra.Group) sra.Key {
	return must.Get(sra.NewKey(g, random.Bytes(r, sra.SeedSize)))
}

// make has the proof made by a prover who keeps to the rules.
func (c *proofCase) make(r *rand.Rand, g sra.Group) {
	key, context := newKey(r, g), []byte(c.Context)
	c.Public, c.N = key.Public().Bytes(), 1+r.IntN(4)
	deck := must.Get(sra.PublicDeck(g, "random", c.N))
	switch c.Kind {
	case "key":
		c.Proof = must.Get(key.ProveKey(context))
	case "decryption":
		from := must.Get(key.Encrypt(deck))
		c.From, c.To, c.Proof = from.Bytes(), deck.Bytes(), must.Get(key.ProveDecryption(context, from, deck))
	case "shuffle":
		to, order, err := key.Shuffle(deck)
		if err != nil {
			panic(err)
		}
		c.From, c.To, c.Proof = deck.Bytes(), to.Bytes(), must.Get(key.ProveShuffle(context, deck, to, order))
	}
}

// alter changes something, in two of three cases.
func (c *proofCase) alter(r *rand.Rand, g sra.Group) {
	size := g.ElementSize()
	switch r.IntN(9) {
	case 0, 1:
		c.Proof = random.Altered(r, c.Proof)
	case 2:
		c.Public = random.Altered(r, c.Public)
	case 3:
		c.Public = newKey(r, g).Public().Bytes()
	case 4:
		c.Context += "x"
	case 5: // an element, or a number, that is a right one somewhere else
		at, from := r.IntN(len(c.Proof)/size)*size, r.IntN(len(c.Proof)/size)*size
		copy(c.Proof[at:at+size], append([]byte(nil), c.Proof[from:from+size]...))
	case 6:
		if c.Kind == "key" {
			return
		}
		deck := []hexBytes{c.From, c.To}[r.IntN(2)]
		at, with := r.IntN(c.N)*size, r.IntN(c.N)*size
		for i := range size {
			deck[at+i], deck[with+i] = deck[with+i], deck[at+i]
		}
	}
}

func (c *proofCase) verify(g sra.Group) error {
	key, err := sra.ParsePublicKey(g, c.Public)
	if err != nil {
		return err
	}
	if c.Kind == "key" {
		return key.VerifyKey([]byte(c.Context), c.Proof)
	}
	from, errFrom := sra.ParseDeck(g, c.N, c.From)
	to, errTo := sra.ParseDeck(g, c.N, c.To)
	if err := errors.Join(errFrom, errTo); err != nil {
		return err
	}
	if c.Kind == "decryption" {
		return key.VerifyDecryption([]byte(c.Context), from, to, c.Proof)
	}
	return key.VerifyShuffle([]byte(c.Context), from, to, c.Proof)
}

func classOf(err error) string {
	switch {
	case err == nil:
		return "ok"
	case errors.Is(err, sra.ErrMalformed):
		return "malformed"
	case errors.Is(err, sra.ErrProof):
		return "invalid"
	}
	panic(err)
}
