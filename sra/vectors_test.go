package sra_test

import (
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/internal/vectors"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/internal/arith"
)

type vector struct {
	Inputs struct {
		Group, P, Label string
		Element         string
		I, N            int
		Deck            string
		E               any // a string or two
		Seeds           []string
		Order           []string
		Of              string
		Runs            int
		Context, Random string
		Public, Proof   string
		From, To        string
		Seed            string
	}
	Intermediates struct {
		Message, DST, Uniform   string
		D                       string
		Public, First, Stripped string
		From, To                string
		Statement, Sigma        string
		Weight0, Challenge      string
		Parts                   []string
		Nonces, Order           string
	}
	Outputs struct {
		Name          string
		ElementSize   int
		Generator     string
		Element       string
		Public        string
		Second, Card0 string
		Opened        string
		SHA256        string
		Proof         string
		Size          int
		E, Order      string
	}
}

// class returns the word for an error.
func class(err error) string {
	for word, sentinel := range map[string]error{
		"malformed": sra.ErrMalformed, "invalid": sra.ErrProof,
	} {
		if errors.Is(err, sentinel) {
			return word
		}
	}
	return err.Error()
}

func TestVectors(t *testing.T) {
	vectors.Run(t, "squaredeal/sra v1", class, map[string]func(*testing.T, vector) error{
		"group":       checkGroup,
		"card":        checkCard,
		"element":     checkElement,
		"key":         checkKey,
		"seed":        checkSeed,
		"product":     checkProduct,
		"deck":        checkDeck,
		"hand":        checkHand,
		"accumulated": checkAccumulated,

		"keyproof":        checkKeyProof,
		"decryptionproof": checkDecryptionProof,
		"shuffleproof":    checkShuffleProof,
	})
}

func sum(b []byte) string {
	digest := sha256.Sum256(b)
	return hex.EncodeToString(digest[:])
}

// Groups that aren't named are proved once for all cases.
var unnamed sync.Map

func (v vector) group(t *testing.T) sra.Group {
	for _, g := range append(namedGroups(), sra.Ristretto255()) {
		if g.Name() == v.Inputs.Group {
			return g
		}
	}
	g, err := unnamedGroup(t, v.Inputs.P)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func unnamedGroup(t *testing.T, p string) (sra.Group, error) {
	if g, ok := unnamed.Load(p); ok {
		return g.(sra.Group), nil
	}
	g, err := sra.NewGroup(digits(t, "0x"+p))
	if err == nil {
		unnamed.Store(p, g)
	}
	return g, err
}

func checkGroup(t *testing.T, v vector) error {
	if v.Inputs.Group != "" {
		g := v.group(t)
		vectors.Same(t, "name", g.Name(), v.Outputs.Name)
		vectors.Same(t, "element size", g.ElementSize(), v.Outputs.ElementSize)
		vectors.Same(t, "generator", hex.EncodeToString(sra.Generator(g)), v.Outputs.Generator)
		return nil
	}
	p, ok := new(big.Int).SetString(v.Inputs.P, 16)
	if !ok {
		t.Fatal("no number")
	}
	g, err := sra.NewGroup(p)
	if err != nil {
		return err
	}
	vectors.Same(t, "name", g.Name(), v.Outputs.Name)
	vectors.Same(t, "element size", g.ElementSize(), v.Outputs.ElementSize)
	vectors.Same(t, "generator", hex.EncodeToString(sra.Generator(g)), v.Outputs.Generator)
	checkExpansion(t, v, make([]byte, 4))
	return nil
}

func checkExpansion(t *testing.T, v vector, message []byte) {
	t.Helper()
	want := v.Intermediates.Uniform
	h := sha256.New()
	if strings.HasSuffix(v.Intermediates.DST, "/ristretto255") {
		h = sha512.New()
	}
	vectors.Same(t, "uniform", hex.EncodeToString(arith.ExpandMessage(h, message, v.Intermediates.DST, len(want)/2)), want)
}

func checkCard(t *testing.T, v vector) error {
	d, err := sra.PublicDeck(v.group(t), v.Inputs.Label, v.Inputs.I+1)
	if err != nil {
		return err
	}
	vectors.Same(t, "element", d.At(v.Inputs.I).String(), v.Outputs.Element)
	message := append(field.Append(nil, v.Inputs.Label), 0, 0, byte(v.Inputs.I>>8), byte(v.Inputs.I))
	vectors.Same(t, "message", vectors.Brief(message), v.Intermediates.Message)
	checkExpansion(t, v, message)
	return nil
}

func checkElement(t *testing.T, v vector) error {
	x, err := sra.ParseElement(v.group(t), vectors.Hex(t, v.Inputs.Element))
	if err == nil {
		vectors.Same(t, "text", x.String(), v.Inputs.Element)
	}
	return err
}

func checkKey(t *testing.T, v vector) error {
	g := v.group(t)
	k, err := sra.ParseKey(g, vectors.Hex(t, v.Inputs.E.(string)))
	if err != nil {
		return err
	}
	vectors.Same(t, "public key", k.Public().String(), v.Outputs.Public)
	// The inverse doesn't show, but as a key it has to undo this one.
	x := mustPublic(t, g, "inverse", 1)
	undone := mustEncrypt(t, mustKey(t, g, vectors.Hex(t, v.Intermediates.D)), mustEncrypt(t, k, x))
	if !undone.Equal(x) || !mustDecrypt(t, k, mustEncrypt(t, k, x)).Equal(x) {
		t.Error("the inverse doesn't undo the key")
	}
	return nil
}

func checkSeed(t *testing.T, v vector) error {
	g := v.group(t)
	k, err := sra.NewKey(g, vectors.Hex(t, v.Inputs.Seed))
	if err != nil {
		return err
	}
	nonces, order := sra.Drawn(k)
	vectors.Same(t, "random bytes of nonces", hex.EncodeToString(nonces), v.Intermediates.Nonces)
	vectors.Same(t, "secret of orders", hex.EncodeToString(order), v.Intermediates.Order)
	vectors.Same(t, "exponent", hex.EncodeToString(k.Bytes()), v.Outputs.E)
	vectors.Same(t, "public key", k.Public().String(), v.Outputs.Public)
	shuffled, p, err := k.Shuffle(mustPublic(t, g, v.Inputs.Label, v.Inputs.N))
	if err != nil {
		return err
	}
	vectors.Same(t, "order", strings.Trim(fmt.Sprint(p.Reveal().Ints()), "[]"), v.Outputs.Order)
	vectors.Same(t, "shuffled deck", sum(shuffled.Bytes()), v.Outputs.SHA256)
	proof, err := k.ProveKey([]byte(v.Inputs.Context))
	if err != nil {
		return err
	}
	vectors.Same(t, "proof", hex.EncodeToString(proof), v.Outputs.Proof)
	return k.Public().VerifyKey([]byte(v.Inputs.Context), proof)
}

func checkProduct(t *testing.T, v vector) error {
	g, context := v.group(t), []byte(v.Inputs.Context)
	var keys []sra.Key
	if e, ok := v.Inputs.E.([]any); ok {
		for _, e := range e {
			keys = append(keys, mustKey(t, g, vectors.Hex(t, e.(string))))
		}
	}
	for _, seed := range v.Inputs.Seeds {
		keys = append(keys, must(sra.NewKey(g, vectors.Hex(t, seed))))
	}
	k := keys[0]
	for _, next := range keys[1:] {
		product, err := k.Times(next)
		if err != nil {
			return err
		}
		k = product
	}
	nonces, order := sra.Drawn(k)
	vectors.Same(t, "nonce bytes", hex.EncodeToString(nonces), v.Intermediates.Nonces)
	vectors.Same(t, "order bytes", hex.EncodeToString(order), v.Intermediates.Order)
	vectors.Same(t, "exponent", hex.EncodeToString(k.Bytes()), v.Outputs.E)
	vectors.Same(t, "public key", k.Public().String(), v.Outputs.Public)
	deck := mustPublic(t, g, v.Inputs.Label, v.Inputs.N)
	vectors.Same(t, "card 0", mustEncrypt(t, k, deck).At(0).String(), v.Outputs.Card0)
	shuffled, p, err := k.Shuffle(deck)
	if err != nil {
		return err
	}
	vectors.Same(t, "order", strings.Trim(fmt.Sprint(p.Reveal().Ints()), "[]"), v.Outputs.Order)
	proof := must(k.ProveKey(context))
	vectors.Same(t, "proof of the key", hex.EncodeToString(proof), v.Outputs.Proof)
	shuffle := must(k.ProveShuffle(context, deck, shuffled, p))
	vectors.Same(t, "proof of the shuffle", sum(shuffle), v.Outputs.SHA256)
	if err := k.Public().VerifyShuffle(context, deck, shuffled, shuffle); err != nil {
		return err
	}
	return k.Public().VerifyKey(context, proof)
}

func checkDeck(t *testing.T, v vector) error {
	d, err := sra.ParseDeck(v.group(t), v.Inputs.N, vectors.Hex(t, v.Inputs.Deck))
	if err == nil {
		vectors.Same(t, "encoding", hex.EncodeToString(d.Bytes()), v.Inputs.Deck)
	}
	return err
}

func checkHand(t *testing.T, v vector) error {
	g := v.group(t)
	if g.ElementSize() > 256 {
		long.Only(t)
	}
	var keys []sra.Key
	var orders [][]int
	for i, e := range v.Inputs.E.([]any) {
		keys = append(keys, mustKey(t, g, vectors.Hex(t, e.(string))).Parallel(2))
		orders = append(orders, v.order(t, i))
	}
	public := mustPublic(t, g, v.Inputs.Label, v.Inputs.N)
	first := mustSelect(t, mustEncrypt(t, keys[0], public), orders[0]...)
	second := mustSelect(t, mustEncrypt(t, keys[1], first), orders[1]...)
	stripped := mustDecrypt(t, keys[0], second)
	open := mustDecrypt(t, keys[1], stripped)
	opened := make([]string, open.Len())
	for i := range opened {
		opened[i] = fmt.Sprint(public.Index(open.At(i)))
	}
	vectors.Same(t, "public deck", sum(public.Bytes()), v.Intermediates.Public)
	vectors.Same(t, "first deck", sum(first.Bytes()), v.Intermediates.First)
	vectors.Same(t, "stripped deck", sum(stripped.Bytes()), v.Intermediates.Stripped)
	vectors.Same(t, "second deck", sum(second.Bytes()), v.Outputs.Second)
	vectors.Same(t, "card 0", second.At(0).String(), v.Outputs.Card0)
	vectors.Same(t, "opened", strings.Join(opened, " "), v.Outputs.Opened)
	return nil
}

func (v vector) order(t *testing.T, i int) (order []int) {
	for _, field := range strings.Fields(v.Inputs.Order[i]) {
		n, err := strconv.Atoi(field)
		if err != nil {
			t.Fatal(err)
		}
		order = append(order, n)
	}
	return order
}

func (v vector) random(t *testing.T) [32]byte { return [32]byte(vectors.Hex(t, v.Inputs.Random)) }

// proof checks a proof that the package makes of the case's random bytes. The statement and
// the challenge are in it, as another of either would lead to another proof.
func (v vector) proof(t *testing.T, got []byte) {
	t.Helper()
	if v.Outputs.Proof != "" {
		vectors.Same(t, "proof", hex.EncodeToString(got), v.Outputs.Proof)
	} else {
		vectors.Same(t, "proof", sum(got), v.Outputs.SHA256)
	}
}

func checkKeyProof(t *testing.T, v vector) error {
	g, context := v.group(t), []byte(v.Inputs.Context)
	if v.Inputs.Proof == "" && v.Inputs.E != nil {
		k := mustKey(t, g, vectors.Hex(t, v.Inputs.E.(string)))
		v.Inputs.Public, v.Inputs.Proof = k.Public().String(), v.Outputs.Proof
		vectors.Same(t, "public key", k.Public().String(), v.Intermediates.Public)
		v.proof(t, sra.ProveKey(k, context, v.random(t)))
	}
	public, err := sra.ParsePublicKey(g, vectors.Hex(t, v.Inputs.Public))
	if err != nil {
		return err
	}
	return public.VerifyKey(context, vectors.Hex(t, v.Inputs.Proof))
}

// decks returns the decks of a case that is refused.
func (v vector) decks(t *testing.T) (public sra.PublicKey, from, to sra.Deck, err error) {
	t.Helper()
	g := v.group(t)
	deck := func(text string) (d sra.Deck) {
		if b := vectors.Hex(t, text); err == nil {
			d, err = sra.ParseDeck(g, len(b)/g.ElementSize(), b)
		}
		return d
	}
	from, to = deck(v.Inputs.From), deck(v.Inputs.To)
	if err == nil {
		public, err = sra.ParsePublicKey(g, vectors.Hex(t, v.Inputs.Public))
	}
	return public, from, to, err
}

func checkDecryptionProof(t *testing.T, v vector) error {
	context := []byte(v.Inputs.Context)
	if v.Inputs.E == nil {
		public, from, to, err := v.decks(t)
		if err != nil {
			return err
		}
		return public.VerifyDecryption(context, from, to, vectors.Hex(t, v.Inputs.Proof))
	}
	g := v.group(t)
	k := mustKey(t, g, vectors.Hex(t, v.Inputs.E.(string)))
	to := mustPublic(t, g, v.Inputs.Label, v.Inputs.N)
	from := mustEncrypt(t, k, to)
	vectors.Same(t, "from", sum(from.Bytes()), v.Intermediates.From)
	v.proof(t, sra.ProveDecryption(k, context, from, to, v.random(t)))
	return k.Public().VerifyDecryption(context, from, to, vectors.Hex(t, v.Outputs.Proof))
}

func checkShuffleProof(t *testing.T, v vector) error {
	context := []byte(v.Inputs.Context)
	if v.Inputs.E == nil {
		public, from, to, err := v.decks(t)
		if err != nil {
			return err
		}
		return public.VerifyShuffle(context, from, to, vectors.Hex(t, v.Inputs.Proof))
	}
	g := v.group(t)
	k := mustKey(t, g, vectors.Hex(t, v.Inputs.E.(string)))
	order := v.order(t, 0)
	from := mustPublic(t, g, v.Inputs.Label, v.Inputs.N)
	to := mustSelect(t, mustEncrypt(t, k, from), order...)
	vectors.Same(t, "to", sum(to.Bytes()), v.Intermediates.To)
	proof := sra.ProveShuffle(k, context, from, to, order, v.random(t))
	v.proof(t, proof)
	vectors.Same(t, "size", sra.ShuffleProofSize(g, v.Inputs.N), v.Outputs.Size)
	return k.Public().VerifyShuffle(context, from, to, proof)
}

func checkAccumulated(t *testing.T, v vector) error {
	g := v.group(t)
	x := must(sra.NewDeck(mustElement(t, g, sra.Generator(g))))
	run := map[string]func(i int) []byte{
		"cards": func(i int) []byte {
			return mustPublic(t, g, fmt.Sprint("run ", i), 1).Bytes()
		},
		"powers": func(int) []byte {
			e := x.Bytes()
			if g.P() == nil {
				slices.Reverse(e)
				e = scalar(g, new(big.Int).Mod(new(big.Int).SetBytes(e), sra.Order(g)))
			}
			k, before := mustKey(t, g, e), x
			x = mustEncrypt(t, k, before)
			return slices.Concat(k.Public().Bytes(), x.Bytes(), mustDecrypt(t, k, before).Bytes())
		},
	}[v.Inputs.Of]
	limit := 100
	if v.Inputs.Of == "powers" {
		limit = 10
	}
	vectors.AccumulateUpTo(t, limit, v.Inputs.Runs, v.Outputs.SHA256, run)
	return nil
}
