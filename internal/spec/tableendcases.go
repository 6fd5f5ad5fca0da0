package spec

import "fmt"

func playsOfLeaving(suite *suite) {
	add := suite.play
	for _, x := range []struct{ r, round int }{{0, 1}, {1, 1}, {2, 2}, {1<<30 - 1, 4}, {1 << 30, 4}, {1<<30 + 1, 4}, {past, 4}, {highest, 4}} {
		add(newMatch(3, 3), fmt.Sprint("leave-", uint32(x.r)),
			"in round 1, after a place before what is due: after this round, the next, or never", func(s *sitting) {
				s.hellos()
				s.yes(s.says(0, four), s.at(1, 3, leave(x.r)))
				for round := range 3 {
					s.finish()
					expect("leave", s.isOut[1], round+1 >= x.round)
				}
				s.yes(s.says(1, closing))
				s.ends(s.e, false, 1)
			})
	}
	add(newMatch(3, 3), "leave-twice", "a second one is void, and changes nothing; so is one of a seat that is out", func(s *sitting) {
		s.hellos()
		s.yes(s.says(2, leave(2)), s.says(2, leave(0)))
		s.finish()
		s.yes(s.says(2, leave(highest)))
		s.finish()
		s.shows(fmt.Sprintf("3 0:%[1]d:24000 1:%[1]d:24000", s.k), fmt.Sprint("2 left 2 ", s.k-1))
		s.many(16, 2, void)
		s.no(s.says(2, leave(0)))
	})
	add(threeSeats, "leave-out", "a leave of a seat that is out by a fault, and never wanted to leave, is void", func(s *sitting) {
		s.hellos()
		s.yes(s.says(0, "\x02"), s.says(0, leave(1)))
		s.many(15, 0, void)
		s.no(s.says(0, void), s.says(0, leave(1)))
		s.shows("1 1:3:24000 2:3:24000", "0 fault 1 3")
	})
	add(newMatch(3, 3), "leave-all", "fewer than two seats are left: the game is over, with rounds left", func(s *sitting) {
		s.hellos()
		s.finish()
		s.yes(s.says(2, leave(0)), s.says(0, leave(2)), s.says(1, leave(0)))
		s.finish()
		at := fmt.Sprint(" left 2 ", s.k-1)
		s.shows("3", "0"+at, "1"+at, "2"+at)
		s.yes(s.says(2, closing))
		s.ends(s.k-1, false, 2)
	})
}

func playsOfTheEnd(suite *suite) {
	add := suite.play
	add(newMatch(1, 3), "end", "after the end, each seat has a closing, and nothing else has a place", func(s *sitting) {
		s.hellos()
		s.speak()
		s.yes(s.says(0, atTurn(1)), s.says(1, leave(0)), s.says(1, atTurn(1)))
		before := s.held(0, closing)
		s.yes(s.says(2, atTurn(1)))
		s.shows("2", "1 left 1 9")
		s.ends(10, false)
		s.clock += 100000
		for _, m := range []string{"\x00", hello, four, atTurn(1), tick, leave(0), leave(5), "\x05\x00", "\x06"} {
			s.no(s.says(0, m), s.says(2, m))
		}
		s.no(before, s.at(0, 9, closing), s.at(2, 10, tick))
		s.yes(s.says(0, closing))
		s.shows("2", "1 left 1 9")
		s.no(s.says(0, closing), s.at(0, 10, closing), s.says(0, tick))
		s.yes(s.at(2, 10, closing))
		s.ends(10, true, 0, 2)
		s.yes(s.at(1, 11, closing))
		s.ends(10, true, 0, 1, 2)
		s.no(s.says(2, closing), s.says(1, closing))
	})
	for n, final := range []int{2: 2, 3: 2, 4: 3, 5: 3} {
		if n < 2 {
			continue
		}
		add(newMatch(0, n), fmt.Sprint("final-", n),
			"no rounds: the end is after the hellos, and final when enough have said their closing", func(s *sitting) {
				s.hellos()
				s.no(s.says(0, four), s.says(0, tick))
				for i := range n {
					s.yes(s.at(n-1-i, n, closing))
					expect("final", s.final(), i+1 >= final)
				}
			})
	}
	add(newMatch(1, 4), "returned",
		"deposits return to those who stayed or left, and have said their closing: not after faults and silence", func(s *sitting) {
			s.hellos()
			s.yes(s.says(0, "\x02"), s.says(1, leave(0)), s.says(1, four), s.says(2, four))
			s.waits(2, 24000)
			s.yes(s.says(1, atTurn(1)), s.says(2, atTurn(1)))
			for _, seat := range []int{3, 2, 1, 0} {
				s.yes(s.says(seat, closing))
			}
			s.ends(s.e, true, 1, 2)
		})
	add(threeSeats, "cut", "a place before the round's beginning can't be named, as the log is cut there", func(s *sitting) {
		s.yes(s.says(0, hello), s.says(1, hello))
		early := s.held(0, tick)
		s.yes(s.says(2, hello))
		s.no(early, s.at(1, 2, four))
		s.finish()
		s.shows("2 0:9:24000 1:9:24000 2:9:24000")
		s.no(s.at(1, 8, void))
		s.yes(s.at(2, 9, four), s.at(0, 9, tick), s.at(1, 9, void))
	})
}
