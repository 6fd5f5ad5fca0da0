package spec

import "fmt"

func playsOfFaults(suite *suite) {
	add := suite.play
	for _, m := range []string{"\x02", "\x02\x01\x01", atTurn(5), atTurn(128), atTurn(129), atTurn(131), atTurn(255)} {
		add(threeSeats, fmt.Sprintf("fault-turn-%x", m[1:]), "at a turn: no byte, two, one that means nothing, blame of nobody's fault",
			func(s *sitting) {
				s.hellos()
				s.yes(s.says(0, four), s.says(1, marked), s.says(2, marked), s.says(0, atTurn(2)), s.says(1, m))
				s.shows("1 2:8:24000", "1 fault 1 7")
			})
	}
	add(fourSeats, "blame", "a seat shows the faults of others that come after it, late: the phase changes, so that its item "+
		"begins anew, and what it took beyond the grace is gone", func(s *sitting) {
		s.hellos()
		s.yes(s.says(0, four), s.says(1, marked), s.says(2, four), s.says(3, marked))
		s.waits(3, 9000)
		s.shows("1 0:8:15000")
		s.yes(s.says(0, atTurn(128+3)))
		s.shows("1 0:14:23000", "3 fault 1 13")
		s.yes(s.says(2, tick), s.at(0, 14, atTurn(128+1)))
		s.shows("1 0:16:23000", "3 fault 1 13", "1 fault 1 15")
		s.yes(s.says(0, atTurn(2)), s.says(2, atTurn(1)), s.says(2, four))
		s.waits(2, 1000)
		s.yes(s.says(0, four))
		s.shows("2 0:21:24000", "3 fault 1 13", "1 fault 1 15")
	})
}

func playsOfComplaints(suite *suite) {
	add := suite.play
	add(fourSeats, "complaints", "complaints about seats that are out: one of each seat about each, which counts as nothing, "+
		"and the next is a fault", func(s *sitting) {
		s.hellos()
		s.yes(s.says(0, four), s.says(1, marked), s.says(2, four), s.says(3, marked))
		s.clock += 100
		s.yes(s.says(0, atTurn(128+1)), s.says(0, atTurn(128+3)), s.says(0, atTurn(128+3)))
		s.clock += 100
		s.yes(s.says(0, atTurn(128+1)))
		s.shows("1 0:10:23900", "1 fault 1 8", "3 fault 1 9")
		s.many(16, 0, void)
		s.no(s.says(0, void))
		s.yes(s.says(0, atTurn(128+3)))
		s.shows("1 2:29:24000", "1 fault 1 8", "3 fault 1 9", "0 fault 1 28")
		s.yes(s.says(2, atTurn(128+3)), s.says(2, atTurn(128+1)), s.says(2, atTurn(128+0)))
		s.shows("2", "1 fault 1 8", "3 fault 1 9", "0 fault 1 28", "2 fault 1 31")
	})
	add(newMatch(3, 3), "complaints-later", "a complaint that came second is remembered in later rounds, by its seat and of whom",
		func(s *sitting) {
			s.hellos()
			s.yes(s.says(0, four), s.says(1, four), s.says(2, marked))
			s.yes(s.says(0, atTurn(128+2)), s.says(0, atTurn(128+2)), s.says(0, atTurn(1)), s.says(1, atTurn(1)))
			expect("round", s.r, 2)
			s.speak()
			s.yes(s.says(0, atTurn(0)), s.says(1, atTurn(128+2)))
			expect("outs", s.outs, []string{"2 fault 1 6"})
			s.yes(s.says(1, atTurn(128+2)))
			s.shows("3", "2 fault 1 6", fmt.Sprint("1 fault 2 ", s.k-1))
		})
	add(newMatch(3, 3), "complaints-later-same", "the same seat complains again in the next round", func(s *sitting) {
		s.hellos()
		s.yes(s.says(0, four), s.says(1, four), s.says(2, marked))
		s.yes(s.says(0, atTurn(128+2)), s.says(0, atTurn(128+2)), s.says(0, atTurn(1)), s.says(1, atTurn(1)))
		s.speak()
		s.yes(s.says(0, atTurn(128+2)))
		s.shows(fmt.Sprintf("2 1:%d:24000", s.k), "2 fault 1 6", fmt.Sprint("0 fault 2 ", s.k-1))
	})
	add(threeSeats, "complaint-own",
		"a seat that is marked complains of itself: a fault; so is a complaint about a seat that doesn't exist", func(s *sitting) {
			s.hellos()
			s.yes(s.says(0, marked), s.says(1, four), s.says(2, four), s.says(0, atTurn(128)))
			s.shows("1 1:7:24000", "0 fault 1 6")
			s.yes(s.says(1, atTurn(128+0)), s.says(1, atTurn(128+3)))
			s.shows("1 2:9:24000", "0 fault 1 6", "1 fault 1 8")
		})
}

func playsOfNoChange(suite *suite) {
	add := suite.play
	add(threeSeats, "same", "what the game takes and changes nothing: the clock goes on, and the seventeenth is a fault", func(s *sitting) {
		s.hellos()
		s.speak()
		s.yes(s.says(0, tick))
		for i := range 16 {
			s.clock += 100
			s.yes(s.says(0, atTurn(3)))
			s.shows(fmt.Sprintf("1 0:%d:%d", s.k, 24000-100*(i+1)))
		}
		expect("scores", s.game.scores, []int{48, 0, 0})
		s.no(s.says(0, void))
		s.yes(s.says(1, void), s.says(0, atTurn(3)))
		s.shows("1 1:25:24000", "0 fault 1 24")
		expect("scores", s.game.scores, []int{0, 0, 0})
	})
	add(threeSeats, "same-voids", "it counts as what is void does, and isn't an effect; one that names a place before the last "+
		"of these is void", func(s *sitting) {
		s.hellos()
		s.speak()
		s.many(64, 1, tick)
		s.many(10, 0, void)
		s.many(5, 0, atTurn(3))
		s.no(s.says(1, tick))
		s.yes(s.says(1, void))
		before := s.k
		s.yes(s.says(0, atTurn(3)))
		s.no(s.says(0, void), s.says(1, tick), s.at(0, before, atTurn(2)))
		s.yes(s.says(0, atTurn(2)), s.says(1, tick), s.says(0, void))
		s.no(s.says(0, void))
	})
	add(newMatch(1, 2), "phase-alone",
		"the seat that begins the turns has the first one: nothing changes but the phase, and that is an effect", func(s *sitting) {
			s.hellos()
			s.many(16, 0, void)
			s.yes(s.says(1, four))
			s.yes(s.says(0, void), s.says(0, four))
			s.shows(fmt.Sprintf("1 0:%d:24000", s.k))
			s.yes(s.says(0, void))
			s.no(s.says(0, void))
		})
	add(threeSeats, "same-late", "a seat that says what changes nothing whenever its time is nearly up is silent all the same",
		func(s *sitting) {
			s.hellos()
			s.speak()
			s.waits(1, 23999)
			s.yes(s.says(0, atTurn(3)))
			s.shows(fmt.Sprintf("1 0:%d:1", s.k))
			s.clock++
			s.yes(s.says(0, atTurn(3)))
			s.shows(fmt.Sprintf("1 0:%d:0", s.k))
			s.yes(s.says(2, tick))
			s.shows(fmt.Sprintf("1 1:%d:24000", s.k), fmt.Sprint("0 silent 1 ", s.k-1))
		})
}

func playsOfTwoMessages(suite *suite) {
	add := suite.play
	twice := newMatch(2, 3).with(func(m *match) { m.rules = "\x02\x02" })
	add(twice, "twice", "seat 1 has two messages to say in phase 0: each has the grace, and what is beyond it is gone once", func(s *sitting) {
		s.hellos()
		one := s.held(1, four)
		s.yes(s.says(0, four))
		s.waits(0, 9000)
		s.shows("1 1:3:15000 2:3:15000")
		s.yes(one)
		s.shows("1 1:10:23000 2:3:15000")
		s.waits(0, 7000)
		s.no(s.at(1, 9, four))
		s.shows("1 1:10:16000 2:3:8000")
		s.waits(0, 3000)
		s.yes(s.at(1, 10, marked))
		s.shows("1 2:3:5000")
		s.waits(0, 4000)
		s.yes(s.says(2, four), s.says(0, atTurn(0)))
		s.shows("1 1:21:21000")
		s.yes(s.says(1, atTurn(0)))
		s.shows("1 2:22:9000")
		s.yes(s.says(2, atTurn(0)))
		s.shows("2 0:23:24000 1:23:24000 2:23:24000")
	})
	add(twice, "twice-under-way", "a second message names the first one's place at least", func(s *sitting) {
		s.hellos()
		s.yes(s.says(1, four), s.at(0, 3, four))
		s.no(s.at(1, 3, four))
		s.yes(s.at(1, 4, four))
		s.shows("1 2:3:24000")
	})
	add(twice, "twice-silent", "it has said one of them: the other's time is up", func(s *sitting) {
		s.hellos()
		s.yes(s.says(0, four), s.says(2, four))
		s.waits(0, 6000)
		s.yes(s.says(1, four))
		s.waits(0, 24000)
		s.shows(fmt.Sprintf("1 0:%d:24000", s.k), fmt.Sprint("1 silent 1 ", s.k-1))
	})
}
