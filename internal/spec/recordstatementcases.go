package spec

import "math/big"

// statement adds the case of a statement that a reader judges that has read nothing.
func (s *suite) statement(g *table, id, comment, raw, class string) {
	outputs, got := g.statementAnswer(raw)
	expect(id, got, class)
	s.add(vector{ID: "statement/" + id, Comment: comment, Inputs: g.inputs("statement", hexOf(raw)), Outputs: outputs, Result: class})
}

func recordStatements(s *suite) {
	g := newTable("hand 7", 3)
	add := func(id, comment, raw, class string) { s.statement(g, id, comment, raw, class) }
	h := g.start()
	raw := g.statement(0, 0, h, "hello")
	text, digest := raw[:len(raw)-64], g.digest(named(0, 0, h), hidden("hello"))
	signed := func(seat int, digest string) string { return text + signature(g.seeds[seat], digest) }
	add("first", "a first statement", raw, "ok")
	add("empty-body", "a message of one byte, its kind", g.statement(2, 0, h, "m"), "ok")
	add("empty-message", "an empty message, with the signature of one zero", "\x01"+named(2, 0, h)+signature(g.seeds[2],
		g.digest(named(2, 0, h), hidden("\x00"))), "malformed")
	add("longest", "a message of 40 bytes, the longest", g.statement(2, 0, h, counting(0, 40)), "ok")
	add("too-long", "a message of 41 bytes", g.statement(2, 0, h, counting(0, 41)), "malformed")
	add("later", "a place that isn't read yet", g.statement(1, 70000, h, "m"), "unread")
	add("zero-head", "a head of zeros", g.statement(1, 0, zeros(32), "m"), "no-place")
	add("last-place", "place 2³¹ − 1", g.statement(1, 1<<31-1, h, "m"), "unread")
	add("place-more", "place 2³¹", g.statement(1, past, h, "m"), "malformed")
	add("nothing", "no bytes", "", "malformed")
	add("102-bytes", "one byte less than the shortest statement", g.statement(0, 0, h, "m")[:102], "malformed")
	add("truncated", "the last byte is missing, so that other bytes are the signature", raw[:len(raw)-1], "signature")
	add("kind-2", "kind 2, that of signed heads", "\x02"+raw[1:], "malformed")
	add("kind-0", "kind 0", "\x00"+raw[1:], "malformed")
	add("signed-head", "a signed head", g.signedHead(boardSeed, 0, h, 0), "malformed")
	add("seat-3", "a seat that doesn't exist", "\x01\x03"+raw[2:], "malformed")
	add("other-table", "a good statement of another agreement with the same seats", newTable("hand 8", 3).statement(0, 0, h, "hello"),
		"signature")
	for _, c := range []struct {
		name  string
		at    int
		class string
	}{
		{"kind", 0, "malformed"}, {"seat", 1, "signature"}, {"place", 5, "unread"}, {"head", 6, "no-place"}, {"message", 38, "signature"},
		{"r", -64, "signature"}, {"s", -32, "signature"},
	} {
		add("altered-"+c.name, "one bit of it flipped", flip(raw, c.at), c.class)
	}
	add("other-seat", "signed by seat 1 in the name of seat 0", signed(1, digest), "signature")
	add("text-signed", "a signature of what is before it, not of its digest", signed(0, text), "signature")
	add("full-digest", "a digest of the message itself, not of its hash", signed(0, recordHash("statement", g.T+text)), "signature")
	inputs := named(0, 0, h) + hidden("hello")
	add("no-agreement", "a digest without the agreement's", signed(0, recordHash("statement", "\x01"+inputs)), "signature")
	add("three-signed", "a digest with the 3 of the pruned form", signed(0, recordHash("statement", g.T+"\x03"+inputs)), "signature")
	add("whole-hashed", "a digest with the hash of the message, its kind included",
		signed(0, g.digest(named(0, 0, h), u32(4)+"h"+sha("hello"))), "signature")
	add("length-5", "a digest with the length of the message instead of the body's",
		signed(0, g.digest(named(0, 0, h), u32(5)+"h"+sha("ello"))), "signature")
	add("label", "the digest of a signed head", signed(0, recordHash("board", g.T+"\x01"+inputs)), "signature")
	add("zero-signature", "a signature of zeros", text+zeros(64), "signature")
	prunedStatements(s)
}

func prunedStatements(s *suite) {
	g := newTable("hand 7", 3)
	add := func(id, comment, raw, class string) { s.statement(g, id, comment, raw, class) }
	h := g.start()
	short := prune(g.statement(0, 0, h, "hello"))
	add("pruned", "the pruned form of a first statement", short, "ok")
	add("pruned-empty", "that of a message of one byte", prune(g.statement(2, 0, h, "m")), "ok")
	add("pruned-longest", "that of the longest message", prune(g.statement(2, 0, h, counting(0, 40))), "ok")
	add("pruned-too-long", "that of a message of 41 bytes", prune(g.statement(2, 0, h, counting(0, 41))), "malformed")
	free := named(1, 0, h) + u32(39) + "k" + sha("no body of 39 bytes")
	add("pruned-no-body", "a length that isn't that of what was hashed",
		"\x03"+free+signature(g.seeds[1], recordHash("statement", g.T+"\x01"+free)), "ok")
	add("pruned-three-signed", "a digest with the 3 of the pruned form",
		short[:75]+signature(g.seeds[0], recordHash("statement", g.T+short[:75])), "signature")
	add("pruned-length-high", "a length of 2³² − 1", replaced(short, 38, u32(highest)), "malformed")
	add("pruned-truncated", "a byte less", short[:138], "malformed")
	add("pruned-trailing", "a byte more", short+"\x00", "malformed")
	add("pruned-as-full", "with the first byte of the full form", "\x01"+short[1:], "signature")
	add("full-as-pruned", "a full statement of 139 bytes with the first byte of the pruned form",
		"\x03"+g.statement(0, 0, h, "h"+zeros(36))[1:], "malformed")
	add("pruned-seat-3", "a seat that doesn't exist", replaced(short, 1, "\x03"), "malformed")
	add("pruned-place-more", "place 2³¹", replaced(short, 2, u32(past)), "malformed")
	for _, c := range []struct {
		name  string
		at    int
		class string
	}{
		{"form", 0, "malformed"}, {"seat", 1, "signature"}, {"place", 5, "unread"}, {"head", 6, "no-place"}, {"length", 41, "signature"},
		{"kind", 42, "signature"}, {"digest", 43, "signature"}, {"r", 75, "signature"}, {"s", 107, "signature"},
	} {
		add("pruned-altered-"+c.name, "one bit of it flipped", flip(short, c.at), c.class)
	}
}

// oddSignatures are such as nobody makes by the rules, of which implementations of Ed25519
// think differently.
func oddSignatures(s *suite) {
	g := newTable("hand 7", 2)
	of := func() (text, digest string) {
		n := named(0, 0, g.start())
		return "\x01" + n + "hello", g.digest(n, hidden("hello"))
	}
	text, digest := of()
	a, _ := secretOf(seedOf(0))
	r := scalarOf(bigInt("123456789012345678901234567890"))
	odd := func(id, comment, signature, class string) { s.statement(g, "odd-"+id, comment, text+signature, class) }
	sign := func(r scalar, R string) string { return R + response(r, a, R, g.keys[0], digest) }
	good, R, zero := signature(g.seeds[0], digest), multiply(r, basePoint), small(0)
	odd("other-nonce", "another nonce than RFC 8032's: a second signature of the same statement", sign(r, string(R.Bytes())), "ok")
	above := fromLittle(good[32:])
	odd("s-plus-order", "S + ℓ", good[:32]+little(above.Add(above, curveOrder), 32), "signature")
	odd("r-torsion", "R with a component of order 8: good only with the cofactor", sign(r, string(add(R, torsion()).Bytes())), "signature")
	odd("r-identity", "R is the identity", sign(zero, encodedY(one, 0)), "ok")
	odd("r-identity-p", "the same, encoded as y = p + 1", sign(zero, encodedY(plus(fieldPrime, 1), 0)), "signature")
	odd("r-identity-sign", "the same, with the sign bit", sign(zero, encodedY(one, 1)), "signature")
	odd("r-small", "R of order 8: good only with the cofactor", sign(zero, string(torsion().Bytes())), "signature")

	g = g.with(func(g *table) { g.keys = []string{encodedY(big.NewInt(2), 0), g.keys[1]} })
	s.statement(g, "odd-no-point", "a key that is no point verifies nothing", g.statement(0, 0, g.start(), "hello"), "signature")

	// A key with a component of order 8 signs well if its challenge is a multiple of 8.
	g = g.with(func(g *table) { g.keys = []string{mixedKey(), g.keys[1]} })
	text, digest = of()
	seen := map[bool]bool{}
	for i := int64(1); len(seen) < 2; i++ {
		R := string(multiply(small(i), basePoint).Bytes())
		eighth := challenge(R, g.keys[0], digest).Bytes()[0]%8 == 0
		switch {
		case seen[eighth]:
		case eighth:
			odd("mixed-key", "a key with a component of order 8, and a challenge that is a multiple of 8", sign(small(i), R), "ok")
		default:
			odd("mixed-key-cofactor", "the same key, and a challenge that isn't: good only with the cofactor", sign(small(i), R), "signature")
		}
		seen[eighth] = true
	}
}

func signedHeads(s *suite) {
	g := newTable("hand 7", 2)
	add := func(id, comment string, raw, class string) {
		outputs, got := g.headAnswer(raw)
		expect(id, got, class)
		s.add(vector{ID: "head/" + id, Comment: comment, Inputs: g.inputs("head", hexOf(raw)), Outputs: outputs, Result: class})
	}
	raw := g.signedHead(boardSeed, 1, sha("x"), 1700000000000)
	add("worked", "a signed head of a place that isn't read yet", raw, "unread")
	add("before-1970", "stamp −1", g.signedHead(boardSeed, 0, g.start(), -1), "ok")
	add("least", "stamp −2⁶³", g.signedHead(boardSeed, 0, g.start(), -1<<63), "ok")
	add("most", "place 2³¹ − 1, stamp 2⁶³ − 1", g.signedHead(boardSeed, 1<<31-1, sha("x"), 1<<63-1), "unread")
	add("fork", "another head of no places", g.signedHead(boardSeed, 0, sha("x"), 0), "fork")
	add("place-more", "place 2³¹", g.signedHead(boardSeed, past, sha("x"), 0), "malformed")
	add("truncated", "the last byte is missing", raw[:108], "malformed")
	add("trailing", "a byte more", raw+"\x00", "malformed")
	add("statement", "a statement of the same length", g.statement(0, 0, g.start(), "7 bytes"), "malformed")
	for _, c := range []struct {
		name string
		at   int
	}{{"place", 4}, {"head", 5}, {"stamp", 44}, {"r", 45}, {"s", 77}} {
		add("altered-"+c.name, "one bit of it flipped", flip(raw, c.at), "signature")
	}
	add("seat", "signed by seat 0", g.signedHead(g.seeds[0], 1, sha("x"), 0), "signature")
	add("other-table", "another agreement's", newTable("hand 8", 2).signedHead(boardSeed, 1, sha("x"), 0), "signature")
	b := headBody(1, sha("x"), 0)
	add("label", "the digest of a statement", b+signature(boardSeed, recordHash("statement", g.T+b)), "signature")
	g = g.with(noBoard)
	add("no-board", "a board without a key", g.signedHead(boardSeed, 1, sha("x"), 0), "malformed")
}
