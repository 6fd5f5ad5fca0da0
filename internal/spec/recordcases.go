package spec

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"filippo.io/edwards25519"
)

func recordCases(s *suite) {
	recordAgreements(s)
	recordKeys(s)
	recordStatements(s)
	oddSignatures(s)
	signedHeads(s)
	recordSequences(s)
	recordStates(s)
	recordTranscripts(s)
	recordForks(s)
	s.accumulate("accumulated/runs", "section 13.3", []int{10, 100}, recordRun)
}

func recordAgreements(s *suite) {
	g := newTable("hand 7", 3)
	two, many := g.keys[:2], newTable("", 65).keys
	add := func(result, id, comment string, change func(g *table), more ...any) {
		outputs, class := g.with(change).answer()
		expect(id, class, result)
		s.add(vector{ID: "agreement/" + id, Comment: comment, Inputs: g.with(change).inputs(more...), Outputs: outputs, Result: result})
	}
	ok := func(id, comment string, change func(g *table), more ...any) { add("ok", id, comment, change, more...) }
	refuse := func(id, comment string, change func(g *table), more ...any) {
		add("malformed", id, comment, change, more...)
	}
	ok("worked", "the agreement of SPEC.md's worked vector", func(g *table) { g.keys = two })
	ok("no-board", "a board without a key", noBoard)
	ok("board-last", "the key of the board as that of a seat: another agreement", func(g *table) {
		g.keys, g.board = []string{two[0], two[1], g.board}, ""
	})
	ok("most", "64 seats, terms of 65,536 bytes, a longest message of 2²²", func(g *table) {
		g.terms, g.longest, g.keys = strings.Repeat("t", 65536), 1<<22, many[:64]
	}, "terms", times(65536, "t"))
	ok("least", "terms of one byte, zero; a longest message of one byte", func(g *table) { g.terms, g.longest = "\x00", 1 })
	refuse("no-terms", "empty terms", func(g *table) { g.terms = "" })
	refuse("long-terms", "terms of 65,537 bytes", func(g *table) { g.terms = strings.Repeat("t", 65537) }, "terms", times(65537, "t"))
	refuse("longest-0", "no messages", func(g *table) { g.longest = 0 })
	refuse("longest-more", "messages of 2²² + 1 bytes", func(g *table) { g.longest = 1<<22 + 1 })
	refuse("one-seat", "one seat", func(g *table) { g.keys = two[:1] })
	refuse("65-seats", "65 seats", func(g *table) { g.keys = many })
	refuse("same-key", "two seats with one key", func(g *table) { g.keys = []string{two[0], two[1], two[0]} })
	refuse("board-seat", "the board has the key of seat 1", func(g *table) { g.board = two[1] })
	refuse("board-small", "a board's key of small order", func(g *table) { g.board = string(identityPoint.Bytes()) })
	refuse("board-long", "a board's key of 33 bytes", func(g *table) { g.board += "\x00" })
}

func recordKeys(s *suite) {
	g := newTable("hand 7", 2)
	key := func(id, comment, key, result string) {
		other := g.with(func(g *table) { g.keys, g.board = []string{g.keys[0], key}, "" })
		outputs, class := other.answer()
		expect(id, class, result)
		s.add(vector{ID: "agreement/key-" + id, Comment: comment, Inputs: other.inputs(), Outputs: outputs, Result: result})
	}
	key("short", "a key of 31 bytes", g.keys[1][:31], "malformed")
	key("long", "a key of 33 bytes", g.keys[1]+"\x00", "malformed")
	for i := range int64(8) {
		key(fmt.Sprint("small-", i), "a point of small order", string(multiply(small(i), torsion()).Bytes()), "malformed")
	}
	key("one-signed", "y = 1 with the sign bit: no canonical encoding", encodedY(one, 1), "malformed")
	key("minus-one-signed", "y = p − 1 with the sign bit", encodedY(plus(fieldPrime, -1), 1), "malformed")
	key("p-minus-2", "y = p − 2, the highest", encodedY(plus(fieldPrime, -2), 1), "ok")
	key("p", "y = p", encodedY(fieldPrime, 0), "malformed")
	key("p-plus-4", "y = p + 4, which reduces to a point of large order", encodedY(plus(fieldPrime, 4), 0), "malformed")
	key("highest", "y = 2²⁵⁵ − 1", strings.Repeat("\xff", 32), "malformed")
	key("y-2", "y = 2: no point, which an agreement takes", encodedY(big.NewInt(2), 1), "ok")
	key("mixed", "a key with a component of order 8, which an agreement takes", mixedKey(), "ok")
}

func noBoard(g *table) { g.board = "" }

// torsion returns a point of order 8.
func torsion() point { return must(new(edwards25519.Point).SetBytes([]byte(encodedY(orderEight, 0)))) }

// mixedKey is the key of seat 0 with a component of order 8.
func mixedKey() string {
	a, _ := secretOf(seedOf(0))
	return string(add(multiply(a, basePoint), torsion()).Bytes())
}

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

// A session is a reader, and what it was told.
type session struct {
	*reader
	steps, answers []string
	finals         []int
	judged, fresh  *statement // the last that may have a place by a step judge; and if nothing was judged, cut or ended since
}

func (g *table) session() *session { return &session{reader: g.reader()} }

func (s *session) step(step, answer string) string {
	if verb := strings.Split(step, " ")[0]; verb != "end" && verb != "cut" || answer != "state" {
		s.fresh = nil
	}
	s.steps, s.answers, s.finals = append(s.steps, step), append(s.answers, answer), append(s.finals, s.final())
	return answer
}

// outputs are what a sequence's case shows, and the state at a last cut.
func (s *session) outputs() fields {
	return fields{"answers": s.answers, "finals": s.finals, "state": brief(s.cut())}
}

func (s *session) take(posts ...string) {
	for _, post := range posts {
		s.takeOut(post, 0)
	}
}

// said is how a step names what was an answer before, or other bytes.
func (s *session) said(x string) string {
	if i := slices.Index(s.answers, hexOf(x)); i >= 0 {
		return fmt.Sprint("@", i)
	}
	return hexOf(x)
}

func (s *session) takeOut(post string, out uint64) {
	text := fmt.Sprintf("read %d %s", out, s.said(post))
	s.step(text, s.read(post, out))
}

func (s *session) judges(post string) {
	st, class := s.judge(post)
	s.step("judge "+s.said(post), class)
	if class == "ok" {
		s.judged, s.fresh = &st, &st
	}
}

// places gives a place to the statement that step judge took last.
func (s *session) places(out uint64) {
	class := "state"
	if s.fresh != nil && s.fresh == s.judged {
		s.place(*s.fresh, out)
		class = "placed"
	}
	s.step(fmt.Sprint("place ", out), class)
}

// says lets a seat sign something, and returns the statement.
func (s *session) says(seat int, message string) string {
	return fromHex(s.signs(decimal(seat), message))
}

// keySeed is the seed of a key by its name.
func keySeed(key string) string {
	if key == "board" {
		return boardSeed
	}
	return sha("key " + key)
}

func (s *session) signs(key, message string) string {
	return s.step("sign "+key+" "+hexOf(message), s.sign(keySeed(key), message))
}

func (s *session) signsHead(key string, stamp int64) string {
	return s.step(fmt.Sprint("sign-head ", key, " ", stamp), s.signHead(keySeed(key), stamp))
}

func (s *session) checks(head string) { s.step("check "+s.said(head), s.check(head)) }

func (s *session) alones(posts ...string) {
	for _, post := range posts {
		s.step("alone "+s.said(post), s.alone(post))
	}
}

func (s *session) ends() { s.step("end", s.end()) }

func (s *session) cuts() { s.step("cut", brief(s.cut())) }

func (s *session) restarts() {
	s.cut()
	s.step("restart", "ok")
}

// hellos lets all seats say theirs, knowing of those before.
func (s *session) hellos() {
	for seat := range s.keys {
		s.take(s.says(seat, fmt.Sprint("hello ", seat)))
	}
}

// sequences are steps of readers of one table.
type sequences struct {
	*suite
	g *table
}

func (q sequences) add(id, comment string, play func(s *session)) { q.addOf(q.g, id, comment, play) }

func (q sequences) addOf(g *table, id, comment string, play func(s *session)) {
	s := g.session()
	play(s)
	q.ok("sequence/"+id, comment, g.inputs("steps", s.steps), s.outputs())
}

func recordSequences(suite *suite) {
	q := sequences{suite, newTable("hand 7", 3)}
	q.sequencesOfHellos()
	q.sequencesOfPlaces()
	q.sequencesOfOuts()
	q.sequencesOfEnds()
	q.sequencesOfHeads()
	q.sequencesOfJudged()
}

func (q sequences) sequencesOfHellos() {
	q.addOf(newTable("hand 7", 2), "worked", "the worked vector of SPEC.md", func(s *session) {
		s.take(s.says(0, "hello"), s.says(1, "hello back"))
		s.signsHead("board", 1700000000000)
	})
	q.add("hellos-cross", "hellos that know of nothing, and a second one before the last", func(s *session) {
		posts := []string{s.says(2, "c"), s.says(0, "a"), s.says(1, "b")}
		second := s.says(2, "d")
		s.take(posts[0], second)
		s.signs("2", "e")
		s.take(posts[1], q.g.statement(2, 2, s.head(), "f"), posts[2], posts[1])
		s.take(s.says(2, "g"))
	})
	q.add("order-of-checks", "what has no place and no good signature either has no place; what is malformed is that first", func(s *session) {
		hello := s.says(0, "hello")
		s.take(flip(hello, -1), flip(hello, 38), hello, flip(hello, -1), "\x00"+hello[1:], hello+zeros(40), "junk")
		s.take(s.says(1, "hello")[:1] + "\x02" + hello[2:])
	})
}

func (q sequences) sequencesOfPlaces() {
	q.add("refused", "the game refuses a place to what may have one; it may come again", func(s *session) {
		s.hellos()
		one := s.says(0, "one")
		s.judges(one)
		s.judges("junk")
		s.take(s.says(1, "two"))
		s.judges(one)
		s.take(one)
		s.judges(one)
	})
	q.add("pruned", "the game gives a place to a pruned statement, and the full form has none after it; both give the same heads",
		func(s *session) {
			s.hellos()
			one, two := s.says(0, "one"), s.says(1, "two")
			s.take(prune(one), one, prune(one), two, prune(two))
			s.takeOut(prune(s.says(2, "three")), 4)
			s.take(prune(q.g.statement(1, 3, s.heads[3], "old")), prune(q.g.statement(1, 9, s.heads[3], "unread")),
				flip(prune(s.says(1, "four")), -1))
		})
	q.add("unpruned", "the same as in pruned, with full forms: the same heads", func(s *session) {
		s.hellos()
		one, two := s.says(0, "one"), s.says(1, "two")
		s.take(one, two)
		s.takeOut(s.says(2, "three"), 4)
	})
	q.add("alone", "record alone gives no place to pruned ones, and leaves the full ones theirs", func(s *session) {
		hello := s.says(0, "hello")
		s.alones(prune(hello), hello, prune(hello), hello, s.says(1, "b"), s.says(2, "c"))
		one := s.says(0, "one")
		s.judges(prune(one))
		s.alones(prune(one), one)
		s.ends()
		bye := s.says(0, "bye")
		s.alones(prune(bye), bye, "junk", flip(s.says(1, "bye"), -1))
	})
	q.add("out", "seats that are out change the head, and nothing else", func(s *session) {
		s.hellos()
		s.takeOut(s.says(0, "one"), 2)
		s.takeOut(s.says(2, "three"), 7)
		s.takeOut(s.says(2, "four"), 8)
		s.takeOut(s.says(2, "four"), 1<<63)
		s.takeOut(s.says(2, "four"), 0)
	})
}

func (q sequences) sequencesOfOuts() {
	q.addOf(newTable("hand 7", 64), "out-64", "64 seats, all out", func(s *session) {
		s.takeOut(s.says(63, "hello"), 1<<64-1)
		s.takeOut(s.says(0, "hello"), 1<<63)
	})
	q.add("restart", "a cut and a restart after each step: what was under way has no place then", func(s *session) {
		s.restarts()
		for seat := range 3 {
			s.take(s.says(seat, "hello"))
			s.restarts()
		}
		one := s.says(0, "one")
		s.take(one)
		s.ends()
		s.restarts()
		s.take(one, s.says(0, "bye"))
		s.restarts()
		s.take(q.g.statement(0, 5, s.head(), "bye"))
		s.ends()
	})
}

func (q sequences) sequencesOfEnds() {
	q.add("end", "after the end one closing statement of each seat, if it has read the end", func(s *session) {
		s.hellos()
		s.take(s.says(0, "last"))
		crossing := s.says(1, "too late")
		s.take(s.says(0, "the very last"))
		s.ends()
		s.ends()
		s.take(crossing, q.g.statement(2, 4, s.heads[4], "before the end"))
		s.take(s.says(0, "bye"))
		s.take(q.g.statement(0, 6, s.heads[6], "bye again"))
		s.signs("0", "bye again")
		s.take(q.g.statement(2, 5, s.heads[5], "bye, knowing the end alone"))
		s.takeOut(s.says(1, "bye"), 2)
		s.take(q.g.statement(1, 8, s.heads[8], "bye again"))
	})
	q.add("no-end", "no end before all hellos", func(s *session) {
		s.ends()
		s.take(s.says(0, "hello"), s.says(1, "hello"))
		s.ends()
		s.take(s.says(2, "hello"))
		s.ends()
		s.cuts()
		s.take(s.says(1, "bye"))
	})
	full := q.g.session()
	full.b, full.k = 1<<31-2, 1<<31-2
	full.heads[full.k] = sha("x")
	full.last, full.signed = []int{1, 2, full.k}, []int{0, 0, 1<<31 - 3}
	state := full.cut()
	full.take(full.says(0, "the last"))
	full.signs("1", "more")
	full.take(q.g.statement(1, full.k, full.head(), "more"))
	q.ok("sequence/full", "2³¹ − 1 places, and no more", q.g.inputs("state", hexOf(state), "steps", full.steps), full.outputs())
}

func (q sequences) sequencesOfHeads() {
	q.add("sign", "what can't be signed", func(s *session) {
		s.signs("0", "")
		s.says(0, "\x00")
		s.says(0, counting(0, 40))
		s.signs("0", counting(0, 41))
		s.signs("3", "no seat")
		s.signs("board", "the board")
	})
	q.add("heads", "signed heads of places read, unread, cut off, and of another sequence", func(s *session) {
		s.checks(fromHex(s.signsHead("board", 0)))
		s.hellos()
		head := fromHex(s.signsHead("board", 12345))
		s.checks(head)
		s.checks(q.g.signedHead(boardSeed, 1, s.heads[1], 0))
		s.checks(q.g.signedHead(boardSeed, 4, sha("x"), 0))
		s.checks(q.g.signedHead(boardSeed, 2, s.heads[3], 0))
		s.checks("junk")
		s.take(head, s.says(1, "more"))
		s.checks(head)
		s.cuts()
		s.checks(head)
		s.signsHead("0", 0)
		s.signsHead("board", -1<<63)
		s.signsHead("board", 1<<63-1)
	})
}

func (q sequences) sequencesOfJudged() {
	q.add("judged-last", "only the post that was judged last gets a place, once, and none after one that was refused, a cut or an end",
		func(s *session) {
			posts := []string{s.says(0, "a"), s.says(1, "b"), s.says(2, "c")}
			s.judges(posts[0])
			s.judges("junk")
			s.places(0)
			s.judges(posts[0])
			s.judges(flip(posts[1], -1))
			s.places(0)
			s.judges(posts[0])
			s.judges(posts[1])
			s.places(0)
			s.places(0)
			s.take(posts[0])
			s.places(0)
			s.take(posts[1:]...)
			last := s.says(0, "last")
			s.judges(last)
			s.cuts()
			s.places(0)
			more := s.says(2, "more")
			s.judges(more)
			s.ends()
			s.places(0)
			s.judges(more)
			s.places(1)
		})
	q.addOf(q.g.with(noBoard), "no-board", "a board without a key signs nothing", func(s *session) {
		s.signsHead("board", 0)
	})
}

func recordStates(s *suite) {
	g := newTable("hand 7", 3)
	played := g.session()
	played.hellos()
	played.take(played.says(1, "one"), played.says(0, "two"))
	open := unseal(played.cut())
	played.ends()
	played.take(played.says(2, "bye"))
	whole := unseal(played.cut())
	ok := func(id, comment, state string, final int) {
		s.ok("state/"+id, comment, g.inputs("state", hexOf(seal(state))),
			fields{"places": number(state[66:70]), "digest": hexOf(state[70:102]), "final": final})
	}
	refuse := func(id, comment, state string) {
		s.refuse("state/"+id, comment, "malformed", g.inputs("state", hexOf(state)))
	}
	const places, seats = 66, 102
	with := func(id, comment string, at int, x string) { refuse(id, comment, seal(replaced(whole, at, x))) }
	ok("whole", "a state with an end", whole, 3)
	ok("open", "one without an end", open, 3)
	ok("no-places", "before all statements", unseal(g.session().cut()), 0)
	ok("silent-seat", "a seat without a statement, and no end", replaced(open, seats, zeros(8)), 2)
	refuse("nothing", "no bytes", "")
	s.sealless("state", g.inputs())
	refuse("shorter", "the last byte before the checksum is missing", seal(whole[:len(whole)-1]))
	refuse("trailing", "a byte more before the checksum", seal(whole+"\x00"))
	refuse("checksum", "a bit of the checksum flipped", flip(seal(whole), -1))
	with("label", "another label", 8, "S")
	with("table", "another agreement's", places-32, sha("x"))
	refuse("start", "no places, and a head that isn't the first", seal(whole[:places]+u32(0)+sha("x")+zeros(28)))
	with("places-less", "K one less than the last statement's place needs", places, u32(5))
	with("places-more", "K = 2³¹", places, u32(past))
	with("last", "a last statement at place K", seats, u32(7))
	with("signed", "a statement that names its own place", seats+4, u32(5))
	refuse("signed-nothing", "a seat without a statement has signed a place", seal(replaced(open, seats, u32(0)+u32(1))))
	with("end-more", "an end after K", seats+24, u32(7))
	with("end-early", "an end before all hellos", seats, zeros(8))
	first := g.session()
	first.take(first.says(0, "hello"))
	hello := unseal(first.cut())
	ok("hello", "one hello, and no end", hello, 0)
	refuse("end-1", "one hello, and an end at 1", seal(replaced(hello, seats+24, u32(1))))
}

func recordTranscripts(s *suite) {
	g := newTable("hand 7", 2)
	add := func(id, comment, transcript, result string) {
		outputs, class := g.transcriptAnswer(transcript)
		expect(id, class, result)
		s.add(vector{ID: "transcript/" + id, Comment: comment, Inputs: g.inputs("transcript", hexOf(transcript)), Outputs: outputs,
			Result: result})
	}
	a := post{1, 1700000000000, g.statement(0, 0, g.start(), "hello")}
	b, c := post{2, -5, "junk"}, post{1 << 40, 3, ""}
	all := g.transcript(a, b, c)
	add("empty", "no posts", g.transcript(), "ok")
	add("three", "three posts, with gaps in numbers and a stamp before 1970", all, "ok")
	add("number-0", "number 0, then 2⁶⁴ − 1", g.transcript(post{0, 0, ""}, post{1<<64 - 1, 0, ""}), "ok")
	add("stamps", "the least stamp, and the greatest", g.transcript(post{1, -1 << 63, ""}, post{2, 1<<63 - 1, "junk"}), "ok")
	add("label", "another label", flip(all, 8), "malformed")
	add("table", "another agreement's", newTable("hand 8", 2).transcript(a), "malformed")
	for _, cut := range []int{1, 24, 25} {
		add(fmt.Sprint("cut-", cut), fmt.Sprint("the last ", cut, " bytes are missing"), all[:len(all)-cut],
			map[bool]string{true: "ok", false: "malformed"}[cut == 24])
	}
	add("repeated", "a number again", g.transcript(b, post{2, 0, ""}), "malformed")
	add("descending", "a lower number", g.transcript(b, a, c), "malformed")
	add("length", "a length that is one too great", strings.Replace(g.transcript(b), lp("junk"), u64(5)+"junk", 1), "malformed")
	add("huge-length", "a length of 2⁶⁴ − 1", g.transcript(b)+u64(3)+u64(0)+strings.Repeat("\xff", 8)+"x", "malformed")
}

func recordForks(suite *suite) {
	g := newTable("hand 7", 2)
	add := func(id, comment string, play func(a, b *session)) {
		a, b := g.session(), g.session()
		for _, s := range []*session{a, b} {
			s.hellos()
			s.take(s.says(0, "one"))
		}
		play(a, b)
		place, class := fork(a.reader, b.reader)
		suite.add(vector{ID: "fork/" + id, Comment: comment, Inputs: g.inputs("a", a.steps, "b", b.steps),
			Outputs: fields{"place": place}, Result: class})
	}
	add("shorter", "one has read more", func(a, b *session) { a.take(a.says(1, "two"), "junk") })
	add("statement", "another statement at place 3, and then the same", func(a, b *session) {
		a.take(a.says(1, "two"), a.says(0, "three"))
		b.take(b.says(1, "too"), b.says(0, "three"))
	})
	add("out", "the same statements, but another seat is out after place 3", func(a, b *session) {
		two, three := a.says(1, "two"), a.says(0, "three")
		a.takeOut(two, 1)
		b.takeOut(two, 2)
		a.take(three)
		b.take(three)
	})
	add("cut-after", "a cut after the fork", func(a, b *session) {
		a.take(a.says(1, "two"))
		a.cuts()
		b.take(b.says(1, "too"), b.says(0, "on"))
	})
	add("cut-both", "both were cut after the fork: it is before the cut", func(a, b *session) {
		a.take(a.says(1, "two"))
		b.take(b.says(1, "too"))
		a.cuts()
		b.cuts()
		a.take(a.says(0, "three"))
	})
	add("cut-ahead", "a cut where the other hasn't read", func(a, b *session) {
		a.take(a.says(1, "two"))
		a.cuts()
	})
}

// recordRun follows section 13.3.
func recordRun(i int) string {
	n := 2 + i%3
	g := newTable(fmt.Sprint("run ", i), n)
	r := g.with(func(g *table) { g.longest, g.board = 16, "" }).reader()
	out := ""
	for j := range 8 * n {
		b := sha(fmt.Sprintf("run %d step %d", i, j))
		if b[0] < 16 {
			r.cut()
			continue
		}
		k := max(0, r.k-int(b[2]%4))
		head := zeros(32)
		if k >= r.b {
			head = r.heads[k]
		}
		post := r.statement(int(b[1])%n, k, head, fmt.Sprint("message ", j))
		if b[6] < 64 {
			post = prune(post)
		}
		reads := 1
		if b[4] < 64 {
			reads = 2
		}
		for range reads {
			answer := ""
			if b[7] < 128 {
				answer = r.alone(post)
			} else {
				answer = r.read(post, uint64(b[3])%(1<<n))
			}
			out += fmt.Sprintln(answer, r.final())
		}
		if b[5] < 4 && r.begun() && r.e == 0 {
			r.end()
		}
	}
	return out + r.cut()
}
