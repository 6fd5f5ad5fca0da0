// Command genvectors writes the test vectors of package record to the file that is
// its argument. It implements SPEC.md a second time, signatures included, as plainly
// as possible and without package record, so that the vectors check one reading of
// it by another.
package main

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

func main() {
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
	encode := func(terms string, keys []string) string { return encodeTable(terms, 40, keys, "") }
	encoded := func(id, comment, table, result string) {
		c := vectors.Case{ID: "table/" + id, Comment: comment, Inputs: vectors.Fields{"table": hexOf(table)}, Result: result}
		if result == "ok" {
			c.Outputs = vectors.Fields{"digest": hexOf(hash(table))}
		}
		cases = append(cases, c)
	}
	two := g.keys[:2]
	var many []string
	for seat := range 65 {
		many = append(many, publicOf(seedOf(seat)))
	}
	encoded("worked", "the table of SPEC.md's worked vector", newGame("hand 7", 2).table, "ok")
	encoded("three", "three seats", g.table, "ok")
	encoded("no-board", "a board without a key", encode("hand 7", two), "ok")
	encoded("most", "64 seats, terms of 65,536 bytes, a longest message of 2²²", encodeTable(pattern(65536), 1<<22, many[:64], g.board), "ok")
	encoded("least", "terms of one byte, zero; a longest message of one byte", encodeTable("\x00", 1, two, ""), "ok")
	encoded("no-terms", "empty terms", encode("", two), "malformed")
	encoded("long-terms", "terms of 65,537 bytes", encode(pattern(65537), two), "malformed")
	encoded("longest-0", "no messages", encodeTable("hand 7", 0, two, ""), "malformed")
	encoded("longest-more", "messages of 2²² + 1 bytes", encodeTable("hand 7", 1<<22+1, two, ""), "malformed")
	encoded("longest-highest", "messages of 2³² − 1 bytes", encodeTable("hand 7", 1<<32-1, two, ""), "malformed")
	encoded("board-seat", "the board has the key of seat 1", encodeTable("hand 7", 40, two, two[1]), "malformed")
	encoded("board-small", "a board's key of small order", encodeTable("hand 7", 40, two, identity.String()), "malformed")
	encoded("board-long", "a board's key of 33 bytes", encodeTable("hand 7", 40, two, g.board+"\x00"), "malformed")
	encoded("board-short", "a board's key of 31 bytes", encodeTable("hand 7", 40, two, g.board[:31]), "malformed")
	encoded("one-seat", "one seat", encode("hand 7", g.keys[:1]), "malformed")
	encoded("no-seat", "no seat", encode("hand 7", nil), "malformed")
	encoded("65-seats", "65 seats", encode("hand 7", many), "malformed")
	encoded("same-key", "two seats with one key", encode("hand 7", []string{two[0], two[1], two[0]}), "malformed")
	encoded("label", "another label", flip(g.table, 8), "malformed")
	encoded("empty", "nothing", "", "malformed")
	encoded("truncated", "the last byte is missing", g.table[:len(g.table)-1], "malformed")
	encoded("trailing", "a byte more", g.table+"\x00", "malformed")
	encoded("count", "four seats announced, three keys", strings.Replace(encode("hand 7", g.keys), u32(3)+g.keys[0], u32(4)+g.keys[0], 1), "malformed")

	key := func(id, comment, key, result string) {
		if keyIsGood(key) != (result == "ok") {
			panic(id)
		}
		encoded("key-"+id, comment, encode("hand 7", []string{two[0], key}), result)
	}
	T := small()
	for i := range int64(8) {
		key(fmt.Sprint("small-", i), fmt.Sprintf("a point of small order: %d times one of order 8", i), times(big.NewInt(i), T).String(), "malformed")
	}
	p32 := func(y *big.Int, sign uint) string {
		return little(new(big.Int).SetBit(y, 255, sign), 32)
	}
	key("one-signed", "y = 1 with the sign bit: no canonical encoding", p32(big.NewInt(1), 1), "malformed")
	key("minus-one-signed", "y = p − 1 with the sign bit", p32(new(big.Int).Sub(prime, big.NewInt(1)), 1), "malformed")
	key("p", "y = p", p32(new(big.Int).Set(prime), 0), "malformed")
	key("p-plus-1", "y = p + 1", p32(new(big.Int).Add(prime, big.NewInt(1)), 0), "malformed")
	key("p-plus-4", "y = p + 4, which reduces to a point of large order", p32(new(big.Int).Add(prime, big.NewInt(4)), 0), "malformed")
	key("p-plus-3", "y = p + 3", p32(new(big.Int).Add(prime, big.NewInt(3)), 1), "malformed")
	key("highest", "y = 2²⁵⁵ − 1", strings.Repeat("\xff", 32), "malformed")
	for y := int64(2); y < 8; y++ {
		good := keyIsGood(p32(big.NewInt(y), 0))
		result := map[bool]string{true: "ok", false: "malformed"}[good]
		key(fmt.Sprint("y-", y), map[bool]string{true: "a point", false: "no point"}[good]+fmt.Sprintf(" with y = %d", y), p32(big.NewInt(y), 1), result)
	}
	a, _ := secretOf(seedOf(1))
	key("mixed", "a key with a component of order 8, which is accepted", add(times(a, base), T).String(), "ok")
	key("base", "the base point", base.String(), "ok")
	key("negative", "a key and its negative are different", neg(times(secret(0), base)).String(), "ok")

	fresh := func(id, comment, terms string, longest int, keys []string, board, result string) {
		var hexes []string
		for _, key := range keys {
			hexes = append(hexes, hexOf(key))
		}
		c := vectors.Case{ID: "table/new-" + id, Comment: comment, Inputs: vectors.Fields{"terms": hexOf(terms), "longest": longest, "keys": hexes, "board": hexOf(board)}, Result: result}
		if result == "ok" {
			c.Outputs = vectors.Fields{"digest": hexOf(hash(encodeTable(terms, longest, keys, board)))}
		}
		cases = append(cases, c)
	}
	fresh("worked", "from terms and keys", "hand 7", 40, two, g.board, "ok")
	fresh("no-board", "without a key of the board", "hand 7", 40, two, "", "ok")
	fresh("longest", "a longest message of 2²² + 1 bytes", "hand 7", 1<<22+1, two, "", "malformed")
	fresh("negative", "a longest message of −1 bytes", "hand 7", -1, two, "", "malformed")
	fresh("short-key", "a key of 31 bytes", "hand 7", 40, []string{two[0], two[1][:31]}, "", "malformed")
	fresh("long-key", "a key of 33 bytes", "hand 7", 40, []string{two[0], two[1] + "\x00"}, "", "malformed")
	fresh("no-key", "an empty key", "hand 7", 40, []string{two[0], ""}, "", "malformed")
	fresh("short-board", "a board's key of 31 bytes", "hand 7", 40, two, g.board[:31], "malformed")
	return cases
}

func secret(seat int) *big.Int {
	a, _ := secretOf(seedOf(seat))
	return a
}

func statementCase(id, comment string, g *game, raw string) vectors.Case {
	st, ok := g.parse(raw)
	c := vectors.Case{ID: "statement/" + id, Comment: comment, Inputs: vectors.Fields{"table": hexOf(g.table), "statement": hexOf(raw)}}
	switch {
	case !ok:
		c.Result = "malformed"
	case !g.good(st):
		c.Result = "signature"
	default:
		c.Result = "ok"
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
	expect("later", "a later one; what its head is of isn't checked here", g.statement(1, 70000, hash("x"), "m"), "ok")
	expect("zero-head", "a head of zeros", g.statement(1, 0, string(make([]byte, 32)), "m"), "ok")
	expect("last-place", "place 2³¹ − 1", g.statement(1, 1<<31-1, h, "m"), "ok")
	expect("place-more", "place 2³¹", g.statement(1, 1<<31, h, "m"), "malformed")
	expect("place-highest", "place 2³² − 1", g.statement(1, 1<<32-1, h, "m"), "malformed")
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
	expect("other-board", "the same terms and seats, without a key of the board", encoded("hand 7", g).statement(0, 0, h, "hello"), "signature")
	for i, name := range []string{"kind", "seat", "place", "head", "message", "r", "s"} {
		at := []int{0, 1, 5, 6, 38, len(raw) - 64, len(raw) - 32}[i]
		class := map[bool]string{true: "malformed", false: "signature"}[at == 0]
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

// encoded returns the table of a game with other terms, and no key of the board.
func encoded(terms string, g *game) *game {
	other := *g
	other.terms, other.board = terms, ""
	return other.made()
}

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

	// A key with a component of order 8 signs well if its challenge is a multiple of 8.
	mixed := add(times(a, base), T).String()
	m := *g
	m.keys = []string{mixed, g.keys[1]}
	m.made()
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
				expect(&m, "mixed-key", "a key with a component of order 8, and a challenge that is a multiple of 8", raw, "ok")
			} else {
				expect(&m, "mixed-key-cofactor", "the same key, and a challenge that isn't: good only with the cofactor", raw, "signature")
			}
		}
	}
	return cases
}
