// Command genvectors writes the test vectors of package sra to the file that is its
// argument, or those of package hand if that word comes before it. It implements
// both SPEC.md a second time, with math/big, as plainly as possible and without the
// packages, so that the vectors check one reading of them by another.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/big"
	"os"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

func main() {
	if len(os.Args) == 3 && os.Args[1] == "hand" {
		vectors.Write("squaredeal/hand v1", handCases(), handsThatCannotBegin(), randomHands())
		return
	}
	vectors.Write("squaredeal/sra v1", groups(), cards(), elements(), keys(), seeds(), decks(), hands(), proofs(), accumulated())
}

func cards() (out []vectors.Case) {
	for _, c := range []struct {
		id, comment string
		g           group
		label       string
		i           int
	}{
		{"ristretto255", "card 0 of a label", ristretto255, "squaredeal test deck", 0},
		{"ristretto255-last", "card 1023", ristretto255, "squaredeal test deck", 1023},
		{"ristretto255-not-ascii", "a label that isn't ASCII", ristretto255, "Stoß ♠", 1},
		{"ristretto255-long-label", "a label of 1,024 bytes", ristretto255, strings.Repeat("long ", 204) + "long", 2},
		{"first", "card 0 of a label", modp2048, "squaredeal test deck", 0},
		{"last", "card 1023", modp2048, "squaredeal test deck", 1023},
		{"one-character", "a label of one character", modp2048, "a", 51},
		{"not-ascii", "a label that isn't ASCII", modp2048, "Stoß ♠", 1},
		{"long-label", "a label of 1,024 bytes", modp2048, strings.Repeat("long ", 204) + "long", 2},
		{"ristretto255-long-in-bytes", "a label of 1,024 bytes, and of 512 characters", ristretto255, strings.Repeat("é", 512), 3},
		{"modp3072", "another group", modp3072, "squaredeal test deck", 0},
		{"modp4096", "another group", modp4096, "squaredeal test deck", 0},
		{"ffdhe2048", "a group that has no name here", ffdhe2048, "squaredeal test deck", 0},
		{"2049-bits", "a prime whose length isn't a multiple of 8 bits", least2049, "squaredeal test deck", 0},
	} {
		message := cardMessage(c.label, c.i)
		dst, uniform, x := c.g.hash("card", message)
		out = append(out, vectors.Case{
			ID: "card/" + c.id, Comment: c.comment,
			Inputs:        inGroup(c.g, vectors.Fields{"label": c.label, "i": c.i}),
			Intermediates: vectors.Fields{"message": hex.EncodeToString(message), "dst": dst, "uniform": hex.EncodeToString(uniform)},
			Outputs:       vectors.Fields{"element": c.g.element(x)},
			Result:        "ok",
		})
	}
	for _, c := range []struct {
		id, comment, label string
		i                  int
	}{
		{"no-label", "an empty label", "", 0},
		{"overlong-label", "a label of 1,025 bytes", strings.Repeat("x", 1025), 0},
		{"overlong-in-bytes", "a label of 1,026 bytes, though of 513 characters", strings.Repeat("é", 513), 0},
		{"too-many", "card 1024, of a deck of 1,025", "x", 1024},
	} {
		for _, g := range []group{ristretto255, modp2048} {
			out = append(out, vectors.Case{ID: "card/" + g.prefix() + c.id, Comment: c.comment, Inputs: inGroup(g, vectors.Fields{"label": c.label, "i": c.i}), Result: "malformed"})
		}
	}
	return out
}

func elements() (out []vectors.Case) {
	for _, g := range []group{modp2048, modp3072} {
		plus := func(x *big.Int, n int64) *big.Int { return new(big.Int).Add(x, big.NewInt(n)) }
		for _, c := range []struct {
			id      string
			x       *big.Int
			comment string
		}{
			{"0", new(big.Int), "malformed"},
			{"1", one, "malformed"},
			{"2", big.NewInt(2), "ok"},
			{"q", g.q, "ok"},
			{"q+1", plus(g.q, 1), "malformed"},
			{"p-1", plus(g.p, -1), "malformed"},
			{"p", g.p, "malformed"},
			{"p+2", plus(g.p, 2), "malformed"},
			{"largest", plus(pow2(g.p.BitLen()), -1), "malformed"},
		} {
			out = append(out, vectors.Case{
				ID: "element/" + g.name + "-" + c.id, Comment: "a number at p's length",
				Inputs: inGroup(g, vectors.Fields{"element": g.element(c.x)}), Result: c.comment,
			})
		}
	}
	curveElements := func(id, comment, result string, b []byte) {
		out = append(out, vectors.Case{
			ID: "element/ristretto255-" + id, Comment: comment, Inputs: inGroup(ristretto255, vectors.Fields{"element": hex.EncodeToString(b)}), Result: result,
		})
	}
	littleEndian := func(x *big.Int) []byte {
		b := x.FillBytes(make([]byte, 32))
		slices.Reverse(b)
		return b
	}
	generator := little(ristretto255.bytes([]*big.Int{ristretto255.generator()}))
	curveElements("generator", "G", "ok", littleEndian(generator))
	curveElements("identity", "the identity", "malformed", make([]byte, 32))
	curveElements("negative", "G, as p less its field element: a negative one", "malformed", littleEndian(fNeg(generator)))
	curveElements("twice-p-less", "G, as 2p less its field element: even, but not reduced", "malformed", littleEndian(new(big.Int).Sub(new(big.Int).Lsh(fieldP, 1), generator)))
	curveElements("not-reduced", "G, as p more: at 256 bits", "malformed", littleEndian(new(big.Int).Add(generator, fieldP)))
	curveElements("top-bit", "G, with the highest bit set", "malformed", littleEndian(new(big.Int).SetBit(generator, 255, 1)))
	curveElements("p", "p: 0, not reduced", "malformed", littleEndian(fieldP))
	curveElements("p+2", "2, not reduced", "malformed", littleEndian(new(big.Int).Add(fieldP, big.NewInt(2))))
	curveElements("1", "1, which is negative", "malformed", littleEndian(one))
	curveElements("p-1", "-1, where y is 0", "malformed", littleEndian(new(big.Int).Sub(fieldP, one)))
	curveElements("largest", "all bits set", "malformed", littleEndian(new(big.Int).Sub(pow2(256), one)))
	for s, found := int64(2), [2]int{}; found[0]+found[1] < 8; s += 2 { // small even numbers, four of either kind
		_, ok := decode(new(big.Int).SetBytes(littleEndian(big.NewInt(s))))
		kind, result, comment := 0, "ok", "a small field element"
		if !ok {
			kind, result, comment = 1, "malformed", "a small field element: no square root, or a negative product"
		}
		if found[kind]++; found[kind] > 4 {
			found[kind]--
			continue
		}
		curveElements(fmt.Sprint(s), comment, result, littleEndian(big.NewInt(s)))
	}
	curveElements("empty", "nothing", "malformed", nil)
	curveElements("short", "a byte less", "malformed", littleEndian(generator)[:31])
	curveElements("long", "a byte more", "malformed", append(littleEndian(generator), 0))

	g := modp2048
	for _, c := range []struct{ id, comment, b string }{
		{"empty", "nothing", ""},
		{"short", "2 with 255 bytes", strings.Repeat("00", 254) + "02"},
		{"long", "2 with 257 bytes", strings.Repeat("00", 256) + "02"},
	} {
		out = append(out, vectors.Case{ID: "element/" + c.id, Comment: c.comment, Inputs: inGroup(g, vectors.Fields{"element": c.b}), Result: "malformed"})
	}
	return out
}

func keys() (out []vectors.Case) {
	valid := func(id, comment string, g group, e *big.Int) {
		out = append(out, vectors.Case{
			ID: "key/" + id, Comment: comment,
			Inputs:        inGroup(g, vectors.Fields{"e": g.exponent(e)}),
			Intermediates: vectors.Fields{"d": g.exponent(g.inverse(e))},
			Outputs:       vectors.Fields{"public": g.element(g.power(g.generator(), e))},
			Result:        "ok",
		})
	}
	for _, g := range []group{modp2048, modp3072, modp4096} {
		valid(g.name, "an exponent that looks random", g, g.exponentFor("key"))
	}
	valid("ffdhe2048", "a group that has no name here", ffdhe2048, ffdhe2048.exponentFor("key"))
	valid("2049-bits", "exponents are a byte shorter than elements", least2049, least2049.exponentFor("key"))
	c := ristretto255
	valid("ristretto255", "an exponent that looks random, little-endian", c, c.exponentFor("key"))
	valid("ristretto255-2", "the least exponent", c, big.NewInt(2))
	valid("ristretto255-q-1", "the greatest exponent, its own inverse", c, c.minusOne())
	valid("ristretto255-half", "(q+1)/2, the inverse of 2", c, new(big.Int).Rsh(new(big.Int).Add(c.q, one), 1))
	for _, bad := range []struct {
		id, comment string
		e           *big.Int
	}{
		{"0", "0", new(big.Int)},
		{"1", "1", one},
		{"q", "q", c.q},
		{"q+2", "q + 2", new(big.Int).Add(c.q, big.NewInt(2))},
		{"2^253", "2^253", pow2(253)},
		{"largest", "all bits set", new(big.Int).Sub(pow2(256), one)},
	} {
		out = append(out, vectors.Case{ID: "key/ristretto255-" + bad.id, Comment: bad.comment, Inputs: inGroup(c, vectors.Fields{"e": c.exponent(bad.e)}), Result: "malformed"})
	}
	for _, bad := range []struct{ id, comment, e string }{
		{"empty", "nothing", ""},
		{"short", "31 bytes", c.exponent(big.NewInt(2))[:62]},
		{"long", "33 bytes", c.exponent(big.NewInt(2)) + "00"},
	} {
		out = append(out, vectors.Case{ID: "key/ristretto255-" + bad.id, Comment: bad.comment, Inputs: inGroup(c, vectors.Fields{"e": bad.e}), Result: "malformed"})
	}
	g := modp2048
	minusOne := new(big.Int).Sub(g.q, one)
	valid("2", "the least exponent", g, big.NewInt(2))
	valid("q-1", "the greatest exponent, its own inverse", g, minusOne)
	valid("half", "(q+1)/2, the inverse of 2", g, new(big.Int).Rsh(new(big.Int).Add(g.q, one), 1))
	for _, c := range []struct{ id, comment, e string }{
		{"0", "0", g.exponent(new(big.Int))},
		{"1", "1", g.exponent(one)},
		{"q", "q", g.exponent(g.q)},
		{"q+1", "q + 1", g.exponent(new(big.Int).Add(g.q, one))},
		{"p-2", "more than q", g.exponent(new(big.Int).Sub(g.p, big.NewInt(2)))},
		{"empty", "nothing", ""},
		{"short", "2 with 255 bytes", g.exponent(big.NewInt(2))[2:]},
		{"long", "2 with 257 bytes", "00" + g.exponent(big.NewInt(2))},
	} {
		out = append(out, vectors.Case{ID: "key/" + c.id, Comment: c.comment, Inputs: inGroup(g, vectors.Fields{"e": c.e}), Result: "malformed"})
	}
	return out
}

func decks() (out []vectors.Case) {
	g := modp2048
	deck := g.deck("squaredeal test deck", 3)
	add := func(id, comment, result string, n int, b []byte) {
		out = append(out, vectors.Case{ID: "deck/" + id, Comment: comment, Inputs: inGroup(g, vectors.Fields{"n": n, "deck": hex.EncodeToString(b)}), Result: result})
	}
	with := func(i int, x *big.Int) []byte {
		changed := slices.Clone(deck)
		changed[i] = x
		return g.bytes(changed)
	}
	add("three", "three cards", "ok", 3, g.bytes(deck))
	add("one", "one card", "ok", 1, g.bytes(deck[:1]))
	add("none", "no cards", "malformed", 0, nil)
	add("negative", "fewer than none", "malformed", -1, nil)
	add("too-few", "two cards for three", "malformed", 3, g.bytes(deck[:2]))
	add("too-many", "three cards for two", "malformed", 2, g.bytes(deck))
	add("cut", "a byte less", "malformed", 3, g.bytes(deck)[1:])
	add("extended", "a byte more", "malformed", 3, append(g.bytes(deck), 0))
	add("repeat", "cards 0 and 2 are the same", "malformed", 3, with(2, deck[0]))
	add("zero", "card 1 is 0", "malformed", 3, with(1, new(big.Int)))
	add("identity", "card 1 is 1", "malformed", 3, with(1, one))
	add("negated", "card 1 is p less what it was", "malformed", 3, with(1, new(big.Int).Sub(g.p, deck[1])))
	add("p", "card 2 is p", "malformed", 3, with(2, g.p))

	g = ristretto255
	deck = g.deck("squaredeal test deck", 3)
	add("ristretto255", "three cards", "ok", 3, g.bytes(deck))
	add("ristretto255-none", "no cards", "malformed", 0, nil)
	add("ristretto255-cut", "a byte less", "malformed", 3, g.bytes(deck)[1:])
	add("ristretto255-extended", "a byte more", "malformed", 3, append(g.bytes(deck), 0))
	add("ristretto255-too-few", "two cards for three", "malformed", 3, g.bytes(deck[:2]))
	add("ristretto255-too-many", "three cards for two", "malformed", 2, g.bytes(deck))
	add("ristretto255-repeat", "cards 0 and 2 are the same", "malformed", 3, with(2, deck[0]))
	add("ristretto255-identity", "card 1 is the identity", "malformed", 3, with(1, new(big.Int)))
	add("ristretto255-negative", "the lowest bit of card 1 set", "malformed", 3, with(1, new(big.Int).SetBit(deck[1], 248, 1)))
	add("ristretto255-last", "the highest bit of card 2 set", "malformed", 3, with(2, new(big.Int).SetBit(deck[2], 7, 1)))
	return out
}

// permute returns the cards in a new order: position i holds card order[i].
func permute(deck []*big.Int, order []int) (out []*big.Int) {
	for _, i := range order {
		out = append(out, deck[i])
	}
	return out
}

// orderOf returns 0, 1, …, n−1 in an order that looks random, by hashes.
func orderOf(name string, n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	key := func(i int) string { return string(sha(fmt.Append(nil, name, i))) }
	slices.SortFunc(order, func(i, j int) int { return strings.Compare(key(i), key(j)) })
	return order
}

func line(list []int) string { return strings.Trim(fmt.Sprint(list), "[]") }

func hands() (out []vectors.Case) {
	for _, c := range []struct {
		id, comment string
		g           group
		n           int
	}{
		{"ristretto255", "a deck of 52 between two players", ristretto255, 52},
		{"52", "a deck of 52 between two players", modp2048, 52},
		{"1", "a single card", modp2048, 1},
		{"modp3072", "another group", modp3072, 5},
		{"modp4096", "another group", modp4096, 3},
		{"ffdhe2048", "a group that has no name here", ffdhe2048, 5},
		{"2049-bits", "exponents are a byte shorter than elements", least2049, 2},
	} {
		g, label := c.g, "squaredeal test deck"
		var e [2]*big.Int
		var order [2][]int
		for i, player := range []string{"a", "b"} {
			e[i], order[i] = g.exponentFor("player "+player), orderOf("player "+player, c.n)
		}
		public := g.deck(label, c.n)
		first := permute(g.powers(public, e[0]), order[0])
		second := permute(g.powers(first, e[1]), order[1])
		half := g.powers(second, g.inverse(e[0]))
		open := g.powers(half, g.inverse(e[1]))
		var opened []int
		for _, x := range open {
			opened = append(opened, slices.IndexFunc(public, func(y *big.Int) bool { return x.Cmp(y) == 0 }))
		}
		out = append(out, vectors.Case{
			ID: "hand/" + c.id, Comment: c.comment,
			Inputs: inGroup(g, vectors.Fields{
				"label": label, "n": c.n,
				"e":     []string{g.exponent(e[0]), g.exponent(e[1])},
				"order": []string{line(order[0]), line(order[1])},
			}),
			Intermediates: vectors.Fields{
				"public": g.digest(public), "first": g.digest(first), "stripped": g.digest(half),
			},
			Outputs: vectors.Fields{"second": g.digest(second), "card0": g.element(second[0]), "opened": line(opened)},
			Result:  "ok",
		})
	}
	return out
}

func accumulated() (out []vectors.Case) {
	for _, g := range []group{modp2048, ristretto255} {
		cards, prefix := []int{100, 10_000, 100_000}, ""
		if g.curve {
			cards, prefix = []int{100, 1000}, "ristretto255-"
		}
		add := func(id, comment string, runs int, sum []byte) {
			out = append(out, vectors.Case{
				ID: fmt.Sprintf("accumulated/%s%s-%d", prefix, id, runs), Comment: comment,
				Inputs: inGroup(g, vectors.Fields{"of": id, "runs": runs}), Outputs: vectors.Fields{"sha256": hex.EncodeToString(sum)}, Result: "ok",
			})
		}
		h, done := sha256.New(), 0
		for _, runs := range cards {
			for ; done < runs; done++ {
				h.Write(g.bytes([]*big.Int{g.card(fmt.Sprint("run ", done), 0)}))
			}
			add("cards", "SHA-256 of card 0 of the labels run 0, run 1, …", runs, h.Sum(nil))
		}
		h, done = sha256.New(), 0
		x, generator := g.generator(), g.generator()
		for _, runs := range []int{10, 100} {
			for ; done < runs; done++ {
				e := x
				if g.curve {
					e = new(big.Int).Mod(little(g.bytes([]*big.Int{x})), g.q)
				}
				encrypted := g.power(x, e)
				h.Write(g.bytes([]*big.Int{g.power(generator, e), encrypted, g.power(x, g.inverse(e))}))
				x = encrypted
			}
			add("powers", "from x = G: the key with e = x, its public key, x encrypted and x decrypted; x encrypted is the next x", runs, h.Sum(nil))
		}
	}
	return out
}
