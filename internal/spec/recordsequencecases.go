package spec

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
