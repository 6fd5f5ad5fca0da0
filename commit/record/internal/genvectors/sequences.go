package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

func heads() []vectors.Case {
	g := newGame("hand 7", 2)
	var cases []vectors.Case
	expect := func(id, comment string, g *game, raw, class string) {
		c := vectors.Case{ID: "head/" + id, Comment: comment, Inputs: g.inputs("head", hexOf(raw)), Result: g.reader().check(raw)}
		if c.Result != class {
			panic(fmt.Sprint(id, ": ", c.Result))
		}
		if g.parseHead(raw) == "ok" {
			c.Outputs = vectors.Fields{"places": number(raw[1:5]), "digest": hexOf(raw[5:37])}
			c.Outputs["stamp"] = map[string]int64{"worked": 1700000000000, "before-1970": -1, "most": 1<<63 - 1}[id]
		}
		cases = append(cases, c)
	}
	raw := g.signedHead(boardSeed, 1, hash("x"), 1700000000000)
	expect("worked", "a signed head of a place that isn't read yet", g, raw, "unread")
	expect("before-1970", "stamp −1", g, g.signedHead(boardSeed, 0, g.start(), -1), "ok")
	expect("most", "place 2³¹ − 1, stamp 2⁶³ − 1", g, g.signedHead(boardSeed, 1<<31-1, hash("x"), 1<<63-1), "unread")
	expect("fork", "another head of no places", g, g.signedHead(boardSeed, 0, hash("x"), 0), "fork")
	expect("place-more", "place 2³¹", g, g.signedHead(boardSeed, past, hash("x"), 0), "malformed")
	expect("nothing", "no bytes", g, "", "malformed")
	expect("truncated", "the last byte is missing", g, raw[:108], "malformed")
	expect("trailing", "a byte more", g, raw+"\x00", "malformed")
	expect("no-board", "a board without a key", g.with(noBoard), g.with(noBoard).signedHead(boardSeed, 1, hash("x"), 0), "malformed")
	expect("statement", "a statement of the same length", g, g.statement(0, 0, g.start(), "7 bytes"), "malformed")
	for i, name := range []string{"kind", "place", "head", "stamp", "r", "s"} {
		at := []int{0, 4, 5, 44, 45, 77}[i]
		class := map[bool]string{true: "malformed", false: "signature"}[at == 0]
		expect("altered-"+name, "one bit of it flipped", g, flip(raw, at), class)
	}
	expect("seat", "signed by seat 0", g, g.signedHead(g.seeds[0], 1, hash("x"), 0), "signature")
	expect("other-table", "another table's", g, newGame("hand 8", 2).signedHead(boardSeed, 1, hash("x"), 0), "signature")
	b := headBody(1, hash("x"), 0)
	expect("label", "the digest of a statement", g, b+signature(boardSeed, labelled("statement", g.T+b)), "signature")
	return cases
}

// A session is a reader, and what it was told.
type session struct {
	*reader
	steps, answers, headsAfter []string
	finals                     []int
}

func (g *game) session() *session { return &session{reader: g.reader()} }

func (s *session) step(step, answer string) string {
	s.steps = append(s.steps, step)
	s.answers = append(s.answers, answer)
	s.headsAfter = append(s.headsAfter, hexOf(s.head()))
	s.finals = append(s.finals, s.final())
	return answer
}

// outputs are what a sequence's case shows, and the state at a last cut.
func (s *session) outputs() vectors.Fields {
	return vectors.Fields{"answers": s.answers, "heads": s.headsAfter, "finals": s.finals, "state": hexOf(s.cut())}
}

func (s *session) take(posts ...string) {
	for _, post := range posts {
		s.takeOut(post, 0)
	}
}

func (s *session) takeOut(post string, out uint64) {
	s.step(fmt.Sprintf("read %d %s", out, hexOf(post)), s.read(post, out))
}

func (s *session) refuse(post string) {
	_, class := s.judge(post)
	s.step("judge "+hexOf(post), class)
}

// says lets a seat sign something, and returns the statement.
func (s *session) says(seat int, message string) string {
	return fromHex(s.signs(s.seeds[seat], message))
}

func (s *session) signs(seed, message string) string {
	return s.step("sign "+hexOf(seed)+" "+hexOf(message), s.sign(seed, message))
}

func (s *session) signsHead(seed string, stamp int64) string {
	return s.step(fmt.Sprint("sign-head ", hexOf(seed), " ", stamp), s.signHead(seed, stamp))
}

func (s *session) checks(head string) { s.step("check "+hexOf(head), s.check(head)) }

func (s *session) ends() { s.step("end", s.end()) }

func (s *session) cuts() {
	s.step("cut", hexOf(s.cut()))
}

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

func sequences() []vectors.Case {
	g := newGame("hand 7", 3)
	var cases []vectors.Case
	addOf := func(g *game, id, comment string, play func(s *session)) {
		s := g.session()
		play(s)
		cases = append(cases, vectors.Case{ID: "sequence/" + id, Comment: comment, Inputs: g.inputs("steps", s.steps), Outputs: s.outputs(), Result: "ok"})
	}
	add := func(id, comment string, play func(s *session)) { addOf(g, id, comment, play) }

	addOf(newGame("hand 7", 2), "worked", "the worked vector of SPEC.md", func(s *session) {
		s.take(s.says(0, "hello"), s.says(1, "hello back"))
		s.signsHead(boardSeed, 1700000000000)
	})
	add("hellos", "hellos that know of those before; then all say something", func(s *session) {
		s.hellos()
		for seat := range 3 {
			s.take(s.says(seat, "more"))
		}
	})
	add("hellos-cross", "hellos that know of nothing, and a second one before the last", func(s *session) {
		posts := []string{s.says(2, "c"), s.says(0, "a"), s.says(1, "b")}
		second := s.says(2, "d")
		s.take(posts[0], second)
		s.signs(s.seeds[2], "e")
		s.take(posts[1], g.statement(2, 2, s.head(), "f"), posts[2], posts[1])
		s.take(s.says(2, "g"))
	})
	add("repeated", "each statement again, at once and later", func(s *session) {
		s.hellos()
		one := s.says(0, "one")
		s.take(one, one)
		two := s.says(1, "two")
		s.take(two, one, two, one)
	})
	add("crossing", "two seats name the same place: both count", func(s *session) {
		s.hellos()
		a, b := s.says(0, "a"), s.says(1, "b")
		s.take(b, a)
	})
	add("one-under-way", "a seat names the same place twice, and its own place: the first to be read counts", func(s *session) {
		s.hellos()
		a, b := s.says(0, "a"), s.says(0, "b")
		s.take(b, a)
		c := s.says(0, "c")
		s.take(c, g.statement(0, 4, s.heads[4], "d"), g.statement(0, 3, s.heads[3], "e"))
	})
	add("wrong-heads", "heads of other places, of another sequence, of nothing, and of places not read yet", func(s *session) {
		s.hellos()
		s.take(s.says(1, "one"), s.says(2, "two"))
		s.take(g.statement(0, 4, s.heads[3], "m"), g.statement(0, 5, hash("x"), "m"), g.statement(0, 5, g.T, "m"))
		s.take(g.statement(0, 6, s.heads[5], "m"), g.statement(0, 1<<31-1, s.heads[5], "m"), g.statement(0, past, s.heads[5], "m"))
		s.take(g.statement(0, 4, s.heads[4], "m"))
	})
	add("order-of-checks", "what has no place and no good signature either has no place; what is malformed is that first", func(s *session) {
		hello := s.says(0, "hello")
		s.take(flip(hello, len(hello)-1), flip(hello, 38), hello, flip(hello, len(hello)-1))
		s.take("\x00"+hello[1:], hello+strings.Repeat("\x00", 40))
	})
	add("junk", "junk between statements", func(s *session) {
		s.take("", "junk", pattern(102), "\x01"+string(make([]byte, 101)), "\x01"+string(make([]byte, 141)), "\x01"+string(make([]byte, 142)))
		s.take(g.signedHead(boardSeed, 0, s.head(), 0))
		s.hellos()
	})
	add("moved", "statements of another table, and one's own in another's name", func(s *session) {
		other := newGame("hand 8", 3).session()
		s.take(other.says(0, "hello"))
		hello := s.says(0, "hello")
		s.take(hello[:1]+"\x01"+hello[2:], hello)
	})
	add("refused", "the game refuses a place to what may have one; it may come again", func(s *session) {
		s.hellos()
		one := s.says(0, "one")
		s.refuse(one)
		s.refuse("junk")
		s.take(s.says(1, "two"))
		s.refuse(one)
		s.take(one)
		s.refuse(one)
	})
	add("out", "seats that are out change the head, and nothing else", func(s *session) {
		s.hellos()
		s.takeOut(s.says(0, "one"), 2)
		s.takeOut(s.says(1, "two"), 6)
		s.takeOut(s.says(2, "three"), 7)
		s.takeOut(s.says(2, "four"), 8)
		s.takeOut(s.says(2, "four"), 1<<63)
		s.takeOut(s.says(2, "four"), 0)
	})
	addOf(newGame("hand 7", 64), "out-64", "64 seats, all out", func(s *session) {
		s.takeOut(s.says(63, "hello"), 1<<64-1)
		s.takeOut(s.says(0, "hello"), 1<<63)
	})
	add("cut", "no place before a cut may be named; a cut changes no heads", func(s *session) {
		s.hellos()
		early, late := s.says(0, "early"), s.says(1, "late")
		s.take(late)
		kept := s.says(2, "kept")
		s.cuts()
		s.take(early, g.statement(0, 3, s.heads[3], "m"), kept)
		s.restarts()
		s.take(early, kept, s.says(0, "on"))
		s.cuts()
		s.cuts()
		s.take(s.says(1, "on"))
	})
	add("cut-hellos", "a cut before all hellos", func(s *session) {
		a, b := s.says(0, "a"), s.says(1, "b")
		s.take(a)
		s.cuts()
		s.take(b, s.says(1, "b"), s.says(2, "c"))
	})
	add("restart", "a cut and a restart after each step: what was under way has no place then", func(s *session) {
		s.restarts()
		for seat := range 3 {
			s.take(s.says(seat, "hello"))
			s.restarts()
		}
		one := s.says(0, "one")
		s.restarts()
		s.take(one)
		s.ends()
		s.restarts()
		s.take(one, s.says(0, "bye"))
		s.restarts()
		s.take(g.statement(0, 5, s.head(), "bye"))
		s.ends()
	})
	add("end", "after the end one closing statement of each seat, if it has read the end", func(s *session) {
		s.hellos()
		s.take(s.says(0, "last"))
		crossing := s.says(1, "too late")
		s.take(s.says(0, "the very last"))
		s.ends()
		s.ends()
		s.take(crossing, g.statement(2, 4, s.heads[4], "before the end"))
		s.take(s.says(0, "bye"))
		s.take(g.statement(0, 6, s.heads[6], "bye again"))
		s.signs(s.seeds[0], "bye again")
		s.take(g.statement(2, 5, s.heads[5], "bye, knowing the end alone"))
		s.takeOut(s.says(1, "bye"), 2)
		s.take(g.statement(1, 8, s.heads[8], "bye again"), g.statement(2, 8, s.heads[8], "bye again"))
	})
	add("no-end", "no end before all hellos", func(s *session) {
		s.ends()
		s.take(s.says(0, "hello"), s.says(1, "hello"))
		s.ends()
		s.take(s.says(2, "hello"))
		s.ends()
		s.cuts()
		s.take(s.says(1, "bye"))
	})
	add("end-cut", "a cut after the end: places in between can't be named", func(s *session) {
		s.hellos()
		s.ends()
		crossing := s.says(1, "bye")
		s.take(s.says(0, "bye"))
		s.cuts()
		s.take(crossing, s.says(1, "bye"), s.says(2, "bye"))
	})
	full := g.session()
	full.b, full.k = 1<<31-2, 1<<31-2
	full.heads[full.k] = hash("x")
	full.last, full.signed = []int{1, 2, full.k}, []int{0, 0, 1<<31 - 3}
	state := full.cut()
	full.take(full.says(0, "the last"))
	full.signs(g.seeds[1], "more")
	full.take(g.statement(1, full.k, full.head(), "more"))
	cases = append(cases, vectors.Case{ID: "sequence/full", Comment: "2³¹ − 1 places, and no more", Inputs: g.inputs("state", hexOf(state), "steps", full.steps), Outputs: full.outputs(), Result: "ok"})
	for n := 2; n <= 5; n++ {
		addOf(newGame("hand 7", n), fmt.Sprint("final-", n), "what is final, seat by seat", func(s *session) {
			s.hellos()
			for range 2 {
				for seat := range n {
					s.take(s.says(seat, "more"))
				}
			}
			for seat := range n {
				s.take(s.statement(seat, s.last[seat], s.heads[s.last[seat]], "knows its own alone"))
			}
		})
	}
	add("sign", "what can't be signed", func(s *session) {
		s.says(0, "")
		s.says(0, pattern(40))
		s.signs(s.seeds[0], pattern(41))
		s.signs(seedOf(3), "no seat")
		s.signs(boardSeed, "the board")
	})
	add("heads", "signed heads of places read, unread, cut off, and of another sequence", func(s *session) {
		s.checks(fromHex(s.signsHead(boardSeed, 0)))
		s.hellos()
		head := fromHex(s.signsHead(boardSeed, 12345))
		s.checks(head)
		s.checks(g.signedHead(boardSeed, 1, s.heads[1], 0))
		s.checks(g.signedHead(boardSeed, 4, hash("x"), 0))
		s.checks(g.signedHead(boardSeed, 3, hash("x"), 0))
		s.checks(g.signedHead(boardSeed, 2, s.heads[3], 0))
		s.checks(g.signedHead(g.seeds[0], 3, s.heads[3], 0))
		s.checks("junk")
		s.take(head, s.says(1, "more"))
		s.checks(head)
		s.cuts()
		s.checks(head)
		s.checks(fromHex(s.signsHead(boardSeed, -1)))
		s.signsHead(g.seeds[0], 0)
		s.signsHead(seedOf(9), 0)
	})
	addOf(g.with(noBoard), "no-board", "a board without a key signs nothing", func(s *session) {
		s.signsHead(boardSeed, 0)
		s.checks(g.signedHead(boardSeed, 0, s.head(), 0))
	})
	add("lost-tail", "what was said is posted again, out of order at first", func(s *session) {
		first := g.session()
		first.hellos()
		var tail []string
		for _, seat := range []int{1, 0, 2, 0} {
			tail = append(tail, first.says(seat, "tail"))
			first.take(tail[len(tail)-1])
		}
		s.hellos()
		s.take(tail[3], tail[2], tail[1], tail[0])
		s.take(tail...)
	})
	return cases
}

// seal replaces the checksum of a state.
func seal(state string) string { return state + hash(state) }

func states() []vectors.Case {
	g := newGame("hand 7", 3)
	s := g.session()
	s.hellos()
	s.take(s.says(1, "one"), s.says(0, "two"))
	open := s.cut()
	s.ends()
	s.take(s.says(2, "bye"))
	whole := s.cut()
	var cases []vectors.Case
	add := func(id, comment, state, result string) {
		c := vectors.Case{ID: "state/" + id, Comment: comment, Inputs: g.inputs("state", hexOf(state)), Result: result}
		if result == "ok" {
			signed := []int{number(state[106:110]), number(state[114:118]), number(state[122:126])}
			slices.Sort(signed)
			c.Outputs = vectors.Fields{"places": number(state[66:70]), "digest": hexOf(state[70:102]), "final": signed[1]}
		}
		cases = append(cases, c)
	}
	unsealed := whole[:len(whole)-32]
	with := func(at int, x string) string { return seal(unsealed[:at] + x + unsealed[at+len(x):]) }
	const fixed, seats = 66, 102
	add("whole", "a state with an end", whole, "ok")
	add("open", "one without an end", open, "ok")
	add("nothing", "no bytes", "", "malformed")
	add("truncated", "the last byte is missing", whole[:len(whole)-1], "malformed")
	add("shorter", "the last byte before the checksum is missing", seal(unsealed[:len(unsealed)-1]), "malformed")
	add("trailing", "a byte more before the checksum", seal(unsealed+"\x00"), "malformed")
	add("checksum", "a bit of the checksum flipped", flip(whole, len(whole)-1), "malformed")
	add("label", "another label", with(8, "S"), "malformed")
	add("table", "another table's", with(fixed-32, hash("x")), "malformed")
	add("places-less", "K one less than the last statement's place needs", with(fixed, u32(5)), "malformed")
	add("places-highest", "K = 2³² − 1", with(fixed, u32(highest)), "malformed")
	add("places-more", "K = 2³¹", with(fixed, u32(past)), "malformed")
	add("last", "a last statement at place K", with(seats, u32(7)), "malformed")
	add("signed", "a statement that names its own place", with(seats+4, u32(5)), "malformed")
	add("signed-nothing", "a seat without a statement has signed a place", seal(open[:seats]+u32(0)+u32(1)+open[seats+8:len(open)-32]), "malformed")
	add("silent-seat", "a seat without a statement, and no end", seal(open[:seats]+u32(0)+u32(0)+open[seats+8:len(open)-32]), "ok")
	add("end-more", "an end after K", with(seats+24, u32(7)), "malformed")
	add("end-early", "an end before all hellos", with(seats, u32(0)+u32(0)), "malformed")
	return cases
}

func transcripts() []vectors.Case {
	g := newGame("hand 7", 2)
	var cases []vectors.Case
	add := func(id, comment, transcript, result string) {
		posts, class := g.parseTranscript(transcript)
		if class != result {
			panic(fmt.Sprint(id, ": ", class))
		}
		texts := []string{}
		for _, p := range posts {
			texts = append(texts, fmt.Sprint(p.number, " ", p.stamp, " ", hexOf(p.bytes)))
		}
		cases = append(cases, vectors.Case{ID: "transcript/" + id, Comment: comment, Inputs: g.inputs("transcript", hexOf(transcript)),
			Outputs: vectors.Fields{"posts": texts}, Result: result})
	}
	a := post{1, 1700000000000, g.statement(0, 0, g.start(), "hello")}
	b := post{2, -5, "junk"}
	c := post{1 << 40, 3, ""}
	all := g.transcript(a, b, c)
	add("empty", "no posts", g.transcript(), "ok")
	add("three", "three posts, with gaps in numbers and a stamp before 1970", all, "ok")
	add("number-0", "number 0, then 2⁶⁴ − 1", g.transcript(post{0, 0, ""}, post{1<<64 - 1, 0, ""}), "ok")
	add("long", "a post that is longer than any statement of the table", g.transcript(post{1, 0, pattern(1000)}, b), "ok")
	add("nothing", "no bytes", "", "malformed")
	add("label", "another label", flip(all, 8), "malformed")
	add("table", "another table's", newGame("hand 8", 2).transcript(a), "malformed")
	add("half-beginning", "cut off in the beginning", all[:50], "malformed")
	for i, cut := range []int{1, 10, 24, 25} {
		add(fmt.Sprint("cut-", cut), fmt.Sprint("the last ", cut, " bytes are missing"), all[:len(all)-cut], []string{"malformed", "malformed", "ok", "malformed"}[i])
	}
	add("repeated", "a number again", g.transcript(a, b, post{2, 0, ""}), "malformed")
	add("descending", "a lower number", g.transcript(b, a, c), "malformed")
	add("length", "a length that is one too great, in the middle", strings.Replace(g.transcript(a, b, c), lp("junk"), u64(5)+"junk", 1), "malformed")
	add("huge-length", "a length of 2⁶⁴ − 1", g.transcript(a)+u64(2)+u64(0)+strings.Repeat("\xff", 8)+"x", "malformed")
	add("two", "two transcripts, one after another", g.transcript(a)+g.transcript(b), "malformed")
	return cases
}

func forks() []vectors.Case {
	g := newGame("hand 7", 2)
	var cases []vectors.Case
	add := func(id, comment string, play func(a, b *session)) {
		a, b := g.session(), g.session()
		for _, s := range []*session{a, b} {
			s.hellos()
			s.take(s.says(0, "one"))
		}
		play(a, b)
		for i, s := range []*session{a, b} {
			other := []*session{b, a}[i]
			place, class := fork(s.reader, other.reader)
			cases = append(cases, vectors.Case{ID: fmt.Sprint("fork/", id, "-", i), Comment: comment,
				Inputs:  g.inputs("a", slices.Clone(s.steps), "b", slices.Clone(other.steps)),
				Outputs: vectors.Fields{"place": place}, Result: class})
		}
	}
	add("same", "the same", func(a, b *session) {})
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
	add("cut", "a cut before the fork", func(a, b *session) {
		a.cuts()
		a.take(a.says(1, "two"))
		b.take(b.says(1, "too"))
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
	return cases
}

// accumulated follows section 13.3.
func accumulated() []vectors.Case {
	var cases []vectors.Case
	all, done := "", 0
	for _, runs := range []int{10, 100} {
		for ; done < runs; done++ {
			all += accumulatedRun(done)
		}
		cases = append(cases, vectors.Case{ID: fmt.Sprint("accumulated/", runs), Comment: fmt.Sprint(runs, " runs"),
			Inputs: vectors.Fields{"runs": runs}, Outputs: vectors.Fields{"sha256": hexOf(hash(all))}, Result: "ok"})
	}
	return cases
}

func accumulatedRun(i int) string {
	n := 2 + i%3
	g := newGame(fmt.Sprint("run ", i), n)
	r := g.with(func(g *game) { g.longest, g.board = 16, "" }).reader()
	for j := range 8 * n {
		b := hash(fmt.Sprintf("run %d step %d", i, j))
		if b[0] < 16 {
			r.cut()
			continue
		}
		k := max(0, r.K()-int(b[2]%4))
		head := string(make([]byte, 32))
		if k >= r.b {
			head = r.heads[k]
		}
		post := r.statement(int(b[1])%n, k, head, fmt.Sprint("message ", j))
		r.read(post, uint64(b[3])%(1<<n))
		if b[4] < 64 {
			r.read(post, uint64(b[3])%(1<<n))
		}
		if b[5] < 4 && r.begun() && r.e == 0 {
			r.end()
		}
	}
	return r.cut()
}
