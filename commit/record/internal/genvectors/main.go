// Command genvectors writes the test vectors of package record to the file that is
// its argument, or those of package table if that word comes before it. It implements
// both SPEC.md a second time, signatures included, as plainly as possible and without
// the packages, so that the vectors check one reading of them by another.
package main

import (
	"fmt"
	"math/big"
	"os"
	"strings"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

func main() {
	if len(os.Args) == 3 && os.Args[1] == "table" {
		vectors.Write("squaredeal/table v1", tableTerms(), matches(), accumulatedMatches())
		return
	}
	vectors.Write("squaredeal/record v1", tables(), statements(), oddSignatures(), heads(), sequences(), states(), transcripts(), forks(), accumulated())
}

func pattern(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i)
	}
	return string(b)
}

func flip(s string, at int) string {
	b := []byte(s)
	b[at] ^= 1
	return string(b)
}

func tables() []vectors.Case {
	var cases []vectors.Case
	g := newGame("hand 7", 3)
	add := func(id, comment, result string, change func(g *game)) {
		other := g.with(change)
		c := vectors.Case{ID: "table/" + id, Comment: comment, Inputs: other.inputs(), Result: result}
		if result == "ok" {
			c.Outputs = vectors.Fields{"digest": hexOf(other.T)}
		}
		cases = append(cases, c)
	}
	two := g.keys[:2]
	var many []string
	for seat := range 65 {
		many = append(many, publicOf(seedOf(seat)))
	}
	add("worked", "the table of SPEC.md's worked vector", "ok", func(g *game) { g.keys = two })
	add("three", "three seats", "ok", func(g *game) {})
	add("no-board", "a board without a key", "ok", func(g *game) { g.board = "" })
	add("board-last", "the key of the board as that of a seat: another table", "ok", func(g *game) {
		g.keys, g.board = []string{two[0], two[1], g.board}, ""
	})
	add("most", "64 seats, terms of 65,536 bytes, a longest message of 2²²", "ok", func(g *game) {
		g.terms, g.longest, g.keys = pattern(65536), 1<<22, many[:64]
	})
	add("least", "terms of one byte, zero; a longest message of one byte", "ok", func(g *game) { g.terms, g.longest = "\x00", 1 })
	add("no-terms", "empty terms", "malformed", func(g *game) { g.terms = "" })
	add("long-terms", "terms of 65,537 bytes", "malformed", func(g *game) { g.terms = pattern(65537) })
	add("longest-0", "no messages", "malformed", func(g *game) { g.longest = 0 })
	add("longest-negative", "messages of −1 bytes", "malformed", func(g *game) { g.longest = -1 })
	add("longest-more", "messages of 2²² + 1 bytes", "malformed", func(g *game) { g.longest = 1<<22 + 1 })
	add("one-seat", "one seat", "malformed", func(g *game) { g.keys = two[:1] })
	add("no-seat", "no seat", "malformed", func(g *game) { g.keys = nil })
	add("65-seats", "65 seats", "malformed", func(g *game) { g.keys = many })
	add("same-key", "two seats with one key", "malformed", func(g *game) { g.keys = []string{two[0], two[1], two[0]} })
	add("board-seat", "the board has the key of seat 1", "malformed", func(g *game) { g.board = two[1] })
	add("board-small", "a board's key of small order", "malformed", func(g *game) { g.board = identity.String() })
	add("board-long", "a board's key of 33 bytes", "malformed", func(g *game) { g.board += "\x00" })
	add("board-short", "a board's key of 31 bytes", "malformed", func(g *game) { g.board = g.board[:31] })

	key := func(id, comment, key, result string) {
		if keyIsGood(key) != (result == "ok") {
			panic(id)
		}
		add("key-"+id, comment, result, func(g *game) { g.keys, g.board = []string{two[0], key}, "" })
	}
	key("empty", "an empty key", "", "malformed")
	key("short", "a key of 31 bytes", two[1][:31], "malformed")
	key("long", "a key of 33 bytes", two[1]+"\x00", "malformed")
	T := small()
	for i := range int64(8) {
		key(fmt.Sprint("small-", i), fmt.Sprintf("a point of small order: %d times one of order 8", i), times(big.NewInt(i), T).String(), "malformed")
	}
	encode := func(y *big.Int, sign uint) string { return little(new(big.Int).SetBit(y, 255, sign), 32) }
	above := func(n int64) *big.Int { return new(big.Int).Add(prime, big.NewInt(n)) }
	key("one-signed", "y = 1 with the sign bit: no canonical encoding", encode(big.NewInt(1), 1), "malformed")
	key("minus-one-signed", "y = p − 1 with the sign bit", encode(above(-1), 1), "malformed")
	key("p-minus-2", "y = p − 2, the highest", encode(above(-2), 1), "ok")
	key("p", "y = p", encode(above(0), 0), "malformed")
	key("p-plus-1", "y = p + 1", encode(above(1), 0), "malformed")
	key("p-plus-4", "y = p + 4, which reduces to a point of large order", encode(above(4), 0), "malformed")
	key("p-plus-3", "y = p + 3", encode(above(3), 1), "malformed")
	key("highest", "y = 2²⁵⁵ − 1", strings.Repeat("\xff", 32), "malformed")
	for y := int64(2); y < 8; y++ {
		comment := map[bool]string{true: "a point", false: "no point, which a table takes"}[recover255(big.NewInt(y), 1) != nil]
		key(fmt.Sprint("y-", y), fmt.Sprintf("y = %d: %s", y, comment), encode(big.NewInt(y), 1), "ok")
	}
	key("mixed", "a key with a component of order 8, which a table takes", add8(secret(1), T), "ok")
	key("base", "the base point", base.String(), "ok")
	key("negative", "a key and its negative are different", neg(times(secret(0), base)).String(), "ok")
	return cases
}

// add8 returns the public key of a secret scalar, with a component of small order.
func add8(a *big.Int, T point) string { return add(times(a, base), T).String() }

func secret(seat int) *big.Int {
	a, _ := secretOf(seedOf(seat))
	return a
}

func statementCase(id, comment string, g *game, raw string) vectors.Case {
	st, class := g.reader().judge(raw)
	c := vectors.Case{ID: "statement/" + id, Comment: comment, Inputs: g.inputs("statement", hexOf(raw)), Result: class}
	if class == "ok" {
		c.Outputs = vectors.Fields{"seat": st.seat, "places": st.k, "head": hexOf(st.head), "message": hexOf(st.message), "digest": hexOf(st.digest)}
	}
	return c
}

func statements() []vectors.Case {
	g := newGame("hand 7", 3)
	var cases []vectors.Case
	expect := func(id, comment, raw, class string) {
		c := statementCase(id, comment, g, raw)
		if c.Result != class {
			panic(fmt.Sprint(id, ": ", c.Result))
		}
		cases = append(cases, c)
	}
	h := g.start()
	text := body(0, 0, h, "hello")
	raw := g.signed(0, text)
	expect("first", "a first statement", raw, "ok")
	expect("empty-message", "an empty message", g.statement(2, 0, h, ""), "ok")
	expect("longest", "a message of 40 bytes, the longest", g.statement(2, 0, h, pattern(40)), "ok")
	expect("too-long", "a message of 41 bytes", g.statement(2, 0, h, pattern(41)), "malformed")
	expect("later", "a place that isn't read yet", g.statement(1, 70000, h, "m"), "unread")
	expect("zero-head", "a head of zeros", g.statement(1, 0, string(make([]byte, 32)), "m"), "no-place")
	expect("last-place", "place 2³¹ − 1", g.statement(1, 1<<31-1, h, "m"), "unread")
	expect("place-more", "place 2³¹", g.statement(1, past, h, "m"), "malformed")
	expect("place-highest", "place 2³² − 1", g.statement(1, highest, h, "m"), "malformed")
	expect("nothing", "no bytes", "", "malformed")
	expect("101-bytes", "one byte less than a statement without a message", g.statement(0, 0, h, "")[:101], "malformed")
	expect("truncated", "the last byte is missing, so that other bytes are the signature", raw[:len(raw)-1], "signature")
	expect("trailing", "a byte more", raw+"\x00", "signature")
	expect("no-signature", "a body alone", body(0, 0, h, pattern(40)), "malformed")
	expect("kind-0", "kind 0", g.signed(0, "\x00"+text[1:]), "malformed")
	expect("kind-2", "kind 2, that of signed heads", g.signed(0, "\x02"+text[1:]), "malformed")
	expect("signed-head", "a signed head", g.signedHead(boardSeed, 0, h, 0), "malformed")
	expect("seat-3", "a seat that doesn't exist", g.signed(0, body(3, 0, h, "hello")), "malformed")
	expect("seat-255", "seat 255", g.signed(0, body(255, 0, h, "hello")), "malformed")
	expect("other-table", "a good statement of another table with the same seats", newGame("hand 8", 3).statement(0, 0, h, "hello"), "signature")
	expect("other-board", "the same terms and seats, without a key of the board", g.with(noBoard).statement(0, 0, h, "hello"), "signature")
	for i, name := range []string{"kind", "seat", "place", "head", "message", "r", "s"} {
		at := []int{0, 1, 5, 6, 38, len(raw) - 64, len(raw) - 32}[i]
		class := []string{"malformed", "signature", "unread", "no-place", "signature", "signature", "signature"}[i]
		expect("altered-"+name, "one bit of it flipped", flip(raw, at), class)
	}
	expect("other-seat", "signed by seat 1 in the name of seat 0", g.signed(1, text), "signature")
	expect("board-seat", "signed by the board in the name of seat 0", text+signature(boardSeed, g.digest(text)), "signature")
	expect("body-signed", "a signature of the body, not of its digest", text+signature(g.seeds[0], text), "signature")
	expect("no-table", "a digest without the table's", text+signature(g.seeds[0], labelled("statement", text)), "signature")
	expect("label", "the digest of a signed head", text+signature(g.seeds[0], labelled("board", g.T+text)), "signature")
	expect("stripped", "a signature of the message alone", text+signature(g.seeds[0], "hello"), "signature")
	expect("zero-signature", "a signature of zeros", text+string(make([]byte, 64)), "signature")
	return cases
}

func noBoard(g *game) { g.board = "" }

// oddSignatures are such as nobody makes by the rules, of which implementations of
// Ed25519 think differently.
func oddSignatures() []vectors.Case {
	g := newGame("hand 7", 2)
	text := body(0, 0, g.start(), "hello")
	digest := g.digest(text)
	a := secret(0)
	T := small()
	r := integer("123456789012345678901234567890")
	zero := new(big.Int)
	var cases []vectors.Case
	expect := func(g *game, id, comment, raw, class string) {
		c := statementCase("odd-"+id, comment, g, raw)
		if c.Result != class {
			panic(fmt.Sprint(id, ": ", c.Result))
		}
		cases = append(cases, c)
	}
	sign := func(R string) string { return text + R + response(r, a, R, g.keys[0], digest) }
	good := signature(g.seeds[0], digest)
	R := times(r, base)
	expect(g, "other-nonce", "another nonce than RFC 8032's: a second signature of the same statement", sign(R.String()), "ok")
	s := fromLittle(good[32:])
	expect(g, "s-plus-order", "S + ℓ", text+good[:32]+little(s.Add(s, order), 32), "signature")
	s = fromLittle(good[32:])
	expect(g, "s-negative", "−S and −R", text+flip(good[:32], 0)+little(s.Sub(order, s), 32), "signature")
	expect(g, "r-torsion", "R with a component of order 8: good only with the cofactor", sign(add(R, T).String()), "signature")
	identityR := func(R string) string { return text + R + response(zero, a, R, g.keys[0], digest) }
	expect(g, "r-identity", "R is the identity", identityR(identity.String()), "ok")
	expect(g, "r-identity-p", "the same, encoded as y = p + 1", identityR(little(new(big.Int).Add(prime, big.NewInt(1)), 32)), "signature")
	expect(g, "r-identity-sign", "the same, with the sign bit", identityR(little(new(big.Int).SetBit(big.NewInt(1), 255, 1), 32)), "signature")
	expect(g, "r-small", "R of order 8: good only with the cofactor", identityR(T.String()), "signature")

	off := g.with(func(g *game) { g.keys = []string{little(big.NewInt(2), 32), g.keys[1]} })
	expect(off, "no-point", "a key that is no point verifies nothing", off.statement(0, 0, off.start(), "hello"), "signature")

	// A key with a component of order 8 signs well if its challenge is a multiple of 8.
	mixed := add8(a, T)
	m := g.with(func(g *game) { g.keys = []string{mixed, g.keys[1]} })
	text = body(0, 0, m.start(), "hello")
	digest = m.digest(text)
	seen := map[bool]bool{}
	for i := int64(1); len(seen) < 2; i++ {
		r = big.NewInt(i)
		R := times(r, base).String()
		k := challenge(R, mixed, digest)
		if eighth := new(big.Int).Mod(k, big.NewInt(8)).Sign() == 0; !seen[eighth] {
			seen[eighth] = true
			raw := text + R + response(r, a, R, mixed, digest)
			if eighth {
				expect(m, "mixed-key", "a key with a component of order 8, and a challenge that is a multiple of 8", raw, "ok")
			} else {
				expect(m, "mixed-key-cofactor", "the same key, and a challenge that isn't: good only with the cofactor", raw, "signature")
			}
		}
	}
	return cases
}
