package spec

import (
	"fmt"
	"math/big"
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
