package spec

func playsOfHellos(suite *suite) {
	add := suite.play
	add(twoSeats, "worked", "the worked vector of SPEC.md, with the bytes of its posts", playWorked)
	add(threeSeats, "hellos", "a second hello before all have said theirs has no place; after that, it is void", func(s *sitting) {
		s.yes(s.says(2, hello), s.at(0, 0, hello))
		s.no(s.says(0, hello), s.at(0, 0, hello))
		s.shows("0")
		s.yes(s.says(1, hello), s.says(0, hello))
		s.shows("1 0:3:24000 1:3:24000 2:3:24000")
	})
	add(twoSeats, "hello-first", "a first statement that isn't a hello has no place, and no time passes; the stamp of the last "+
		"hello counts", func(s *sitting) {
		for _, m := range []string{"\x00", "\x01\x00", "\x02", four, tick, "\x03\x00", leave(0), closing, "\x06"} {
			s.clock += 1000000
			s.no(s.says(1, m))
		}
		s.yes(s.says(1, hello))
		s.no(s.says(1, tick))
		s.clock = 500000
		s.yes(s.says(0, hello))
		s.clock += 300
		s.yes(s.says(0, tick))
		s.shows("1 0:2:23700 1:2:23700")
	})
}

func playsOfPlaces(suite *suite) {
	add := suite.play
	add(threeSeats, "too-soon", "what names a place before the item became due is void, by one place too, though right", func(s *sitting) {
		s.hellos()
		s.yes(s.says(0, four), s.says(1, four), s.says(2, four), s.at(0, 5, atTurn(2)))
		s.shows("1 0:6:24000")
		s.yes(s.says(0, atTurn(1)), s.at(1, 7, atTurn(1)), s.at(1, 9, atTurn(2)))
		s.shows("1 2:10:24000")
		s.yes(s.says(0, tick), s.says(0, tick), s.at(2, 10, atTurn(2)))
		expect("scores", s.game.scores, []int{1, 2, 2})
	})
	add(threeSeats.with(func(m *match) { m.longest = 5 }), "void",
		"messages of other kinds and forms; a say of 6 bytes is a fault, and of 7 isn't a statement", func(s *sitting) {
			s.hellos()
			for i, m := range []string{"\x00", "\x06", "\xff", hello, "\x01\x00", "\x03\x00", "\x04", "\x04\x00\x00\x00", leave(0) + "\x00",
				closing, "\x05\x00", "\x00abcd"} {
				s.yes(s.says(i%3, m))
			}
			s.shows("1 0:3:24000 1:3:24000 2:3:24000")
			s.no(s.says(1, four+"xyz"))
			s.yes(s.says(1, four+"x"))
			s.shows("1 0:3:24000 2:3:24000", "1 fault 1 15")
			s.yes(s.says(0, four), s.says(0, four), s.says(0, "\x02"), s.says(2, atTurn(200)+"abc"), s.says(2, atTurn(1)))
			s.shows("1 0:20:24000", "1 fault 1 15")
		})
	add(threeSeats.with(func(m *match) { m.longest = 1 }), "longest",
		"a say that is longer than the game's longest message, but no longer than a leave", func(s *sitting) {
			s.hellos()
			s.yes(s.says(0, four))
		})
	add(threeSeats, "no-place", "junk, repetitions, statements of another table and of places before one's own, which leave "+
		"nothing behind", func(s *sitting) {
		s.hellos()
		s.clock = 100000
		one := s.held(0, four)
		raw, _ := one()
		for _, raw := range []string{"", "junk", counting(0, 102), s.raws[0], flip(raw, -1), raw[:len(raw)-1], raw + "\x00"} {
			s.no(now(raw))
		}
		other := newMatch(3, 3).reader()
		s.no(now(other.statement(1, 0, other.head(), hello)), now(s.statement(1, 3, s.heads[2], four)), now(s.statement(1, 4, s.heads[3], four)))
		s.clock = 300
		s.yes(one)
		s.no(one, s.at(0, 3, leave(0)), s.at(0, 3, tick), now(s.statement(0, 5, s.head(), tick)))
		s.shows("1 1:3:23700 2:3:23700")
		s.yes(s.at(0, 4, tick))
	})
}

func playsOfLimits(suite *suite) {
	add := suite.play
	add(threeSeats, "voids", "a seat has 16 void statements, and each effect takes one of them back; what has no place takes no time",
		func(s *sitting) {
			s.hellos()
			s.many(16, 0, void)
			s.clock += 1000
			s.no(s.says(0, void), s.says(0, "\x03\x00"), s.says(0, hello))
			s.clock -= 900
			s.yes(s.says(1, void))
			s.shows("1 0:3:23900 1:3:23900 2:3:23900")
			s.yes(s.says(1, four), s.says(0, void))
			s.no(s.says(0, void))
			s.many(16, 1, "\x00abcd")
			s.no(s.says(1, "\x00abcd"), s.says(1, four))
			s.yes(s.says(0, tick), s.says(0, leave(9)), s.says(0, void))
			s.no(s.says(0, void), s.says(0, leave(9)))
			s.yes(s.says(0, four))
		})
	add(newMatch(3, 4), "effects", "how many effects there are: says, leaves, and seats that are out for each reason", func(s *sitting) {
		s.hellos()
		s.yes(s.says(0, leave(1)), s.says(1, marked), s.says(0, four), s.says(3, "\x02"))
		s.many(16, 0, void)
		s.no(s.says(0, void))
		s.waits(1, 24000)
		s.yes(s.says(0, void))
		s.no(s.says(0, void))
		s.shows("1 0:36:24000", "3 fault 1 7", "2 silent 1 35")
		s.yes(s.says(0, atTurn(128+1)), s.says(0, void))
		s.no(s.says(0, void))
		s.yes(s.says(0, atTurn(0)))
		s.shows("2", "3 fault 1 7", "2 silent 1 35", "1 fault 1 37", "0 left 1 39")
	})
}

func playsOfHeads(suite *suite) {
	add := suite.play
	add(longMessages.with(func(m *match) { m.boardKey = publicOf(boardSeed) }), "heads",
		"signed heads have no place, also the last one: readers take closings after it", func(s *sitting) {
			head := func() (raw, text string) {
				raw = s.signedHead(boardSeed, s.k, s.head(), s.clock)
				return raw, "raw " + hexOf(raw)
			}
			s.hellos()
			s.no(head)
			s.finish()
			s.no(head)
			s.yes(s.says(0, closing))
			s.clock += 24000
			s.no(head)
			s.yes(s.says(1, closing), s.says(2, closing))
			s.no(head)
			s.ends(s.k-3, true, 0, 1, 2)
		})
}

// playWorked is section 13.2.
func playWorked(s *sitting) {
	s.yes(s.says(0, hello), s.says(1, hello))
	s.clock = 1000
	s.yes(s.at(1, 2, four))
	s.clock = 3000
	s.yes(s.at(0, 2, marked))
	s.shows("1 0:4:24000")
	s.clock = 4000
	s.yes(s.briefly(1, atTurn(1)))
	s.shows("1 0:4:23000")
	s.clock = 104000
	s.yes(s.says(1, tick))
	s.shows("1 0:4:21000")
	for _, x := range []struct{ seat, b int }{{0, 2}, {1, 128}, {1, 2}} {
		s.clock += 1000
		s.yes(s.says(x.seat, atTurn(x.b)))
	}
	s.shows("2", "0 fault 1 7")
	s.yes(s.says(1, closing))
	s.ends(9, false, 1)
	s.yes(s.says(0, closing))
	s.ends(9, true, 1)
	expect("scores", s.game.scores, []int{0, 2})
}
