// Command genvectors writes the test vectors of package record to the file that is
// its argument. It implements SPEC.md a second time, signatures included, as plainly
// as possible and without package record, so that the vectors check one reading of
// it by another.
package main

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

func main() {
	vectors.Write("squaredeal/record v1", tables(), signatures(), statements(), oddSignatures(), equivocations(), logs(), states(), merges(), accumulated())
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
	encoded("worked", "the table of SPEC.md's worked vector", encodeTable("hand 7", two), "ok")
	encoded("three", "three seats", g.table, "ok")
	encoded("most", "64 seats and an id of 1,024 bytes", encodeTable(pattern(1024), many[:64]), "ok")
	encoded("least", "an id of one byte, zero", encodeTable("\x00", two), "ok")
	encoded("no-id", "an empty id", encodeTable("", two), "malformed")
	encoded("long-id", "an id of 1,025 bytes", encodeTable(pattern(1025), two), "malformed")
	encoded("one-seat", "one seat", encodeTable("hand 7", g.keys[:1]), "malformed")
	encoded("no-seat", "no seat", encodeTable("hand 7", nil), "malformed")
	encoded("65-seats", "65 seats", encodeTable("hand 7", many), "malformed")
	encoded("same-key", "two seats with one key", encodeTable("hand 7", []string{two[0], two[1], two[0]}), "malformed")
	encoded("label", "another label", flip(g.table, 8), "malformed")
	encoded("empty", "nothing", "", "malformed")
	encoded("truncated", "the last byte is missing", g.table[:len(g.table)-1], "malformed")
	encoded("trailing", "a byte more", g.table+"\x00", "malformed")
	encoded("count", "four seats announced, three keys", strings.Replace(g.table, u32(3)+g.keys[0], u32(4)+g.keys[0], 1), "malformed")

	key := func(id, comment, key, result string) {
		if keyIsGood(key) != (result == "ok") {
			panic(id)
		}
		encoded("key-"+id, comment, encodeTable("hand 7", []string{two[0], key}), result)
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

	fresh := func(id, comment, name string, keys []string, result string) {
		var hexes []string
		for _, key := range keys {
			hexes = append(hexes, hexOf(key))
		}
		c := vectors.Case{ID: "table/new-" + id, Comment: comment, Inputs: vectors.Fields{"id": hexOf(name), "keys": hexes}, Result: result}
		if result == "ok" {
			c.Outputs = vectors.Fields{"digest": hexOf(hash(encodeTable(name, keys)))}
		}
		cases = append(cases, c)
	}
	fresh("worked", "from an id and keys", "hand 7", two, "ok")
	fresh("short-key", "a key of 31 bytes", "hand 7", []string{two[0], two[1][:31]}, "malformed")
	fresh("long-key", "a key of 33 bytes", "hand 7", []string{two[0], two[1] + "\x00"}, "malformed")
	fresh("no-key", "an empty key", "hand 7", []string{two[0], ""}, "malformed")
	return cases
}

func secret(seat int) *big.Int {
	a, _ := secretOf(seedOf(seat))
	return a
}

func headTexts(heads []head) []string {
	var texts []string
	for _, h := range heads {
		texts = append(texts, fmt.Sprintf("%d %s", h.count, hexOf(h.digest)))
	}
	return texts
}

func signatures() []vectors.Case {
	var cases []vectors.Case
	sign := func(id, comment string, g *game, seat int, heads []head, message string) {
		raw := g.sign(seat, heads, message)
		cases = append(cases, vectors.Case{ID: "sign/" + id, Comment: comment, Inputs: vectors.Fields{
			"table": hexOf(g.table), "seat": seat, "seed": hexOf(g.seeds[seat]), "heads": headTexts(heads), "message": hexOf(message),
		}, Outputs: vectors.Fields{"statement": hexOf(raw), "digest": hexOf(hash(raw[:len(raw)-64]))}, Result: "ok"})
	}
	g := newGame("hand 7", 2)
	sign("worked", "the worked vector of SPEC.md", g, 0, g.start(), "hello")
	sign("answer", "the answer to it", g, 1, []head{{1, hash(g.body(0, g.start(), "hello"))}, {0, g.T}}, "hello back")
	sign("empty", "an empty message", g, 1, g.start(), "")
	h := newGame("hand 8", 4)
	sign("four", "four seats", h, 2, []head{{3, hash("a")}, {0, h.T}, {70, hash("b")}, {65536, hash("c")}}, pattern(300))
	return cases
}

func statementCase(id, comment string, g *game, raw string) vectors.Case {
	st, class := g.parse(raw)
	c := vectors.Case{ID: "statement/" + id, Comment: comment, Inputs: vectors.Fields{"table": hexOf(g.table), "statement": hexOf(raw)}, Result: class}
	if class == "ok" {
		c.Outputs = vectors.Fields{"seat": st.seat, "number": st.number, "heads": headTexts(st.heads), "message": hexOf(st.message), "digest": hexOf(st.digest)}
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
	heads := func(change func(h []head)) []head {
		h := g.start()
		change(h)
		return h
	}
	// Whatever a body is, sign it.
	signed := func(seat int, body string) string { return body + signature(g.seeds[seat], body) }
	body := g.body(0, g.start(), "hello")
	raw := g.sign(0, g.start(), "hello")
	expect("first", "a first statement", raw, "ok")
	expect("empty-message", "an empty message", g.sign(2, g.start(), ""), "ok")
	expect("later", "a later one; that its heads are of nothing isn't checked here", g.sign(1, heads(func(h []head) { h[0], h[1] = head{2, hash("x")}, head{5, hash("y")} }), "m"), "ok")
	expect("zero-digest", "a head with a digest of zeros", g.sign(1, heads(func(h []head) { h[0] = head{1, string(make([]byte, 32))} }), "m"), "ok")
	expect("table-digest", "a head with a count and the table's digest", g.sign(1, heads(func(h []head) { h[0] = head{1, g.T} }), "m"), "ok")
	expect("last-number", "number 65,535, and a head with 65,536", g.sign(1, heads(func(h []head) { h[1], h[2] = head{65535, hash("y")}, head{65536, hash("z")} }), "m"), "ok")
	expect("number-65536", "number 65,536", g.sign(1, heads(func(h []head) { h[1] = head{65536, hash("y")} }), "m"), "malformed")
	expect("count-65537", "a head with 65,537", g.sign(1, heads(func(h []head) { h[0] = head{65537, hash("y")} }), "m"), "malformed")
	expect("count-highest", "a head with 2³² − 1", g.sign(1, heads(func(h []head) { h[0] = head{-1, hash("y")} }), "m"), "malformed")
	expect("nothing-heard", "count 0 with another digest than the table's", g.sign(1, heads(func(h []head) { h[0].digest = hash("y") }), "m"), "malformed")
	expect("nothing-said", "number 0 with another digest than the table's", g.sign(1, heads(func(h []head) { h[1].digest = hash("y") }), "m"), "malformed")
	expect("nothing", "no bytes", "", "malformed")
	expect("truncated", "the last byte is missing", raw[:len(raw)-1], "malformed")
	expect("trailing", "a byte more", raw+"\x00", "malformed")
	expect("no-signature", "a body alone", body, "malformed")
	expect("label", "another label", signed(0, flip(body, 27)), "malformed")
	expect("version", "the label of a version 2", signed(0, lp("squaredeal/record/v2")+body[28:]), "malformed")
	expect("other-table", "a good statement of another table with the same seats", newGame("hand 8", 3).sign(0, newGame("hand 8", 3).start(), "hello"), "malformed")
	expect("other-digest", "another table's digest in the body only", signed(0, flip(body, 28)), "malformed")
	expect("seat-3", "a seat that doesn't exist", signed(0, body[:60]+u32(3)+body[64:]), "malformed")
	expect("seat-highest", "seat 2³² − 1", signed(0, body[:60]+"\xff\xff\xff\xff"+body[64:]), "malformed")
	expect("long-length", "a length that exceeds the message", signed(0, strings.Replace(body, "\x05hello", "\x06hello", 1)), "malformed")
	expect("short-length", "a length below that of the message", signed(0, strings.Replace(body, "\x05hello", "\x04hello", 1)), "malformed")
	expect("huge-length", "a length of 2⁶⁴ − 1", signed(0, strings.Replace(body, lp("hello"), strings.Repeat("\xff", 8)+"hello", 1)), "malformed")
	expect("few-heads", "a head is missing", signed(0, body[:64]+body[100:]), "malformed")
	expect("altered-message", "one bit of the message flipped", flip(raw, len(raw)-65), "signature")
	expect("altered-head", "one bit of a head's digest flipped", g.sign(1, heads(func(h []head) { h[0] = head{2, hash("x")} }), "m")[:68]+flip(g.sign(1, heads(func(h []head) { h[0] = head{2, hash("x")} }), "m")[68:], 0), "signature")
	expect("altered-r", "one bit of R flipped", flip(raw, len(raw)-64), "signature")
	expect("altered-s", "one bit of S flipped", flip(raw, len(raw)-32), "signature")
	expect("other-seat", "signed by seat 1 in the name of seat 0", body+signature(g.seeds[1], body), "signature")
	expect("renamed", "seat 0's statement in the name of seat 1", body[:60]+u32(1)+body[64:]+signature(g.seeds[0], body), "signature")
	expect("stripped", "a signature of the message alone", body+signature(g.seeds[0], "hello"), "signature")
	expect("digest-signed", "a signature of the digest", body+signature(g.seeds[0], hash(body)), "signature")
	expect("zero-signature", "a signature of zeros", body+string(make([]byte, 64)), "signature")
	return cases
}

// oddSignatures are such as nobody makes by the rules, of which implementations of
// Ed25519 think differently.
func oddSignatures() []vectors.Case {
	g := newGame("hand 7", 2)
	body := g.body(0, g.start(), "hello")
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
	sign := func(R string) string { return body + R + response(r, a, R, g.keys[0], body) }
	good := signature(g.seeds[0], body)
	R := times(r, base)
	expect(g, "other-nonce", "another nonce than RFC 8032's: a second signature of the same statement", sign(R.String()), "ok")
	s := fromLittle(good[32:])
	expect(g, "s-plus-order", "S + ℓ", body+good[:32]+little(s.Add(s, order), 32), "signature")
	s = fromLittle(good[32:])
	expect(g, "s-negative", "−S and −R", body+flip(good[:32], 0)+little(s.Sub(order, s), 32), "signature")
	expect(g, "r-torsion", "R with a component of order 8: good only with the cofactor", sign(add(R, T).String()), "signature")
	identityR := func(R string) string { return body + R + response(zero, a, R, g.keys[0], body) }
	expect(g, "r-identity", "R is the identity", identityR(identity.String()), "ok")
	expect(g, "r-identity-p", "the same, encoded as y = p + 1", identityR(little(new(big.Int).Add(prime, big.NewInt(1)), 32)), "signature")
	expect(g, "r-identity-sign", "the same, with the sign bit", identityR(little(new(big.Int).SetBit(big.NewInt(1), 255, 1), 32)), "signature")
	expect(g, "r-small", "R of order 8: good only with the cofactor", identityR(T.String()), "signature")

	// A key with a component of order 8 signs well if its challenge is a multiple of 8.
	mixed := add(times(a, base), T).String()
	m := *g
	m.keys = []string{mixed, g.keys[1]}
	m.table = encodeTable("hand 7", m.keys)
	m.T = hash(m.table)
	body = m.body(0, m.start(), "hello")
	seen := map[bool]bool{}
	for i := int64(1); len(seen) < 2; i++ {
		r = big.NewInt(i)
		R := times(r, base).String()
		k := challenge(R, mixed, body)
		if eighth := new(big.Int).Mod(k, big.NewInt(8)).Sign() == 0; !seen[eighth] {
			seen[eighth] = true
			raw := body + R + response(r, a, R, mixed, body)
			if eighth {
				expect(&m, "mixed-key", "a key with a component of order 8, and a challenge that is a multiple of 8", raw, "ok")
			} else {
				expect(&m, "mixed-key-cofactor", "the same key, and a challenge that isn't: good only with the cofactor", raw, "signature")
			}
		}
	}
	return cases
}

// A chain makes statements of one seat.
type chain struct {
	*game
	seat  int
	heads []head
}

func (g *game) chain(seat int) *chain { return &chain{g, seat, g.start()} }

func (c *chain) fork() *chain { return &chain{c.game, c.seat, slices.Clone(c.heads)} }

// forkAt returns a chain that goes on after one statement, which heard nothing.
func (c *chain) forkAt(raw string) *chain {
	fork := c.chain(c.seat)
	fork.hear(raw)
	return fork
}

// say makes the next statement, after hearing others up to these.
func (c *chain) say(message string, heard ...string) string {
	for _, raw := range heard {
		c.hear(raw)
	}
	raw := c.sign(c.seat, c.heads, message)
	c.hear(raw)
	return raw
}

func (c *chain) hear(raw string) {
	st, class := c.parse(raw)
	if class != "ok" {
		panic(class)
	}
	c.heads[st.seat] = head{st.number + 1, st.digest}
}

func equivocations() []vectors.Case {
	g := newGame("hand 7", 3)
	var cases []vectors.Case
	expect := func(id, comment, evidence, class string) {
		seat, got := g.evidence(evidence)
		if got != class {
			panic(fmt.Sprint(id, ": ", got))
		}
		c := vectors.Case{ID: "equivocation/" + id, Comment: comment, Inputs: vectors.Fields{"table": hexOf(g.table), "evidence": hexOf(evidence)}, Result: class}
		if class == "ok" {
			c.Outputs = vectors.Fields{"seat": seat}
		}
		cases = append(cases, c)
	}
	pair := func(a, b string) string {
		x, _ := g.parse(a)
		y, _ := g.parse(b)
		if before(x, y) > 0 {
			a, b = b, a
		}
		return lp(a) + lp(b)
	}
	reversed := func(a, b string) string {
		all, _ := entries(pair(a, b))
		return lp(all[1]) + lp(all[0])
	}
	x, y := g.chain(0), g.chain(1)
	x0, y0 := x.say("x0"), y.say("y0")
	y1 := y.say("y1")
	other0 := g.chain(0).say("other")
	expect("first", "two statements with number 0", pair(x0, other0), "ok")
	expect("reversed", "the same in the wrong order", reversed(x0, other0), "malformed")
	expect("same", "a statement twice", lp(x0)+lp(x0), "malformed")
	r := big.NewInt(77)
	body := x0[:len(x0)-64]
	R := times(r, base).String()
	again := body + R + response(r, secret(0), R, g.keys[0], body)
	expect("second-signature", "two signatures of one statement", lp(x0)+lp(again), "malformed")
	fork := x.fork()
	x1, forked1 := x.say("x1", y0), fork.say("x1")
	expect("heard-different", "the same number and message, another head", pair(x1, forked1), "ok")
	expect("chain", "a statement and the next", pair(x0, x1), "malformed")
	expect("wrong-previous", "number 1 after another number 0", pair(other0, x1), "ok")
	x2 := x.say("x2", y1)
	expect("far", "numbers 0 and 2: nothing to compare", pair(other0, x2), "malformed")
	expect("seats", "statements of two seats", pair(x0, y0), "malformed")
	back := &chain{g, 0, slices.Clone(x.heads)}
	back.heads[1] = head{1, hash(y0[:len(y0)-64])}
	x3back := back.say("x3")
	expect("fewer", "fewer statements heard than before", pair(x2, x3back), "ok")
	expect("fewer-later", "not fewer than in the one before", pair(x1, x3back), "malformed")
	expect("as-many-heard", "as many heard, the same", pair(x1, func() string { c := back.fork(); return c.say("x4") }()), "malformed")
	changed := x.fork()
	changed.heads[1].digest = hash("made up")
	x3changed := changed.say("x3")
	expect("another-heard", "as many heard, another last one", pair(x2, x3changed), "ok")
	gap := x.fork()
	gap.heads[0] = head{9, hash("made up")}
	expect("gap", "number 9 after number 2", pair(x2, gap.say("x9")), "malformed")
	gap.heads[0] = head{12, hash("made up")}
	gap.heads[1] = head{1, hash(y0[:len(y0)-64])}
	expect("fewer-gap", "numbers far apart, fewer heard", pair(x2, gap.say("x12")), "ok")
	gap.heads[1] = head{7, hash("z")}
	gap.heads[2] = head{3, hash("z")}
	gap.heads[0] = head{20, hash("made up")}
	x20 := gap.say("x20")
	gap.heads[2] = head{2, hash("zz")}
	gap.heads[1] = head{8, hash("z")}
	gap.heads[0] = head{30, hash("made up")}
	expect("fewer-of-one", "more heard of one seat, fewer of another", pair(x20, gap.say("x30")), "ok")
	expect("one", "one statement", lp(x0), "malformed")
	expect("three", "three statements", pair(x0, other0)+lp(x1), "malformed")
	expect("none", "nothing", "", "malformed")
	expect("trailing", "a byte more", pair(x0, other0)+"\x00", "malformed")
	expect("unsigned", "the second one altered", lp(x0)+lp(flip(x0, len(x0)-65)), "signature")
	expect("unsigned-first", "the first one's signature altered, the second malformed", lp(flip(x0, len(x0)-1))+lp("x"), "signature")
	expect("malformed-first", "the first one malformed, the second's signature altered", lp("x")+lp(flip(x0, len(x0)-1)), "malformed")
	o := newGame("hand 8", 3)
	expect("other-table", "an equivocation at another table", lp(o.chain(0).say("a"))+lp(o.chain(0).say("b")), "malformed")
	return cases
}
