package spec

import "fmt"

func playLend(s *sitting) {
	s.hellos()
	s.speak()
	s.waits(2, 9000)
	s.shows("1 0:6:15000")
	s.yes(s.says(0, atTurn(4)))
	s.shows("1 1:12:24000")
	s.waits(2, 3000)
	s.yes(s.says(1, atTurn(1)))
	s.shows("1 0:15:23000")
	s.waits(2, 4000)
	s.shows("1 0:15:19000")
	s.yes(s.says(0, atTurn(4)))
	s.shows("1 1:18:24000")
	s.waits(2, 5000)
	s.yes(s.says(1, atTurn(3)))
	s.shows("1 1:22:19000")
	s.yes(s.says(1, atTurn(2)))
	s.shows("1 0:23:19000")
	s.waits(2, 1000)
	s.yes(s.says(0, atTurn(4)))
	s.shows("1 1:25:19000")
	s.waits(2, 5000)
	s.yes(s.says(1, atTurn(0)))
	s.shows("1 0:29:18000")
	s.waits(2, 5000)
	s.yes(s.says(0, atTurn(0)))
	s.shows("1 1:33:22000")
	s.yes(s.says(1, atTurn(0)), s.says(2, atTurn(0)))
	s.shows("2 0:35:24000 1:35:24000 2:35:24000")
}

func playsOfLentTurns(suite *suite) {
	add := suite.play
	add(newMatch(2, 3), "lend", "a turn that is lent, in one phase: a clock doesn't run while its seat isn't due, and begins "+
		"anew once at most", playLend)
	add(newMatch(2, 3), "lend-last", "what a seat spent on an item that the end of the round replaces isn't gone in the next",
		func(s *sitting) {
			s.hellos()
			s.speak()
			s.yes(s.says(0, atTurn(0)), s.says(1, atTurn(0)), s.says(2, atTurn(4)), s.says(0, atTurn(0)), s.says(2, atTurn(4)))
			s.waits(1, 9000)
			s.yes(s.says(0, atTurn(0)), s.says(2, atTurn(0)))
			s.shows("2 0:18:24000 1:18:24000 2:18:24000")
		})
	add(fourSeats, "lend-out", "seats that have borrowed or lent go out, and so do others: in the same phase or a new one", func(s *sitting) {
		s.hellos()
		s.yes(s.says(0, four), s.says(1, four), s.says(2, marked), s.says(3, four))
		s.yes(s.says(0, atTurn(0)), s.says(1, atTurn(4)))
		s.clock += 500
		s.yes(s.says(0, atTurn(4)))
		s.shows("1 1:11:24000", "0 fault 1 10")
		s.clock += 500
		s.yes(s.says(1, atTurn(4)))
		s.shows("1 2:12:24000", "0 fault 1 10")
		s.waits(3, 24000)
		s.shows("1 1:24:24000", "0 fault 1 10", "2 silent 1 23")
		s.yes(s.says(1, atTurn(4)), s.says(3, atTurn(128+2)), s.says(3, atTurn(4)))
		s.shows("1 1:27:24000", "0 fault 1 10", "2 silent 1 23", "3 fault 1 26")
		s.yes(s.says(1, atTurn(4)))
		s.shows("2", "0 fault 1 10", "2 silent 1 23", "3 fault 1 26", "1 fault 1 27")
	})
}

// longMessages is a table whose messages may be long enough for a pruned form to be shorter.
var longMessages = newMatch(1, 3).with(func(m *match) { m.longest = 200 })

func playsOfBothForms(suite *suite) {
	heads := map[bool]string{}
	for _, short := range []bool{false, true} {
		id, comment := "full", "statements of each kind that are void, in full"
		if short {
			id, comment = "pruned", "the same, pruned, and then in full, which has no place; the head is that of full"
		}
		suite.play(longMessages, id, comment, func(s *sitting) {
			playVoids(s, func(seat, k int, message string) {
				raw, text := s.at(seat, k, message)()
				if short {
					s.yes(s.pruned(seat, k, message))
					s.no(now(raw))
				} else {
					s.yes(func() (string, string) { return raw, text })
				}
			})
			heads[short] = s.head()
		})
	}
	expect("heads", heads[true], heads[false])
}

// playVoids plays statements of each kind that are void, which void posts.
func playVoids(s *sitting, void func(seat, k int, message string)) {
	s.hellos()
	void(0, s.k, "\x00"+counting(0, 200))
	void(1, s.k, "\x00")
	void(2, s.k, hello)
	void(0, s.k, closing)
	void(1, s.k, "\xff"+counting(7, 77))
	void(2, s.k, tick+"x")
	void(0, s.k, tick+zeros(200))
	void(1, s.k, leave(1)[:4])
	void(2, s.k, leave(1)+"\x00")
	void(0, s.k, "\x04")
	s.yes(s.says(1, four), s.says(0, leave(7)))
	void(0, s.k, leave(7))
	void(1, s.k, four)
	void(1, s.k, "\x02")
	s.yes(s.says(0, four), s.says(2, four))
	void(0, s.k-1, atTurn(1))
	s.yes(s.says(0, atTurn(200)))
	void(0, s.k, leave(9))
	void(0, s.k, "\x02"+counting(0, 200))
	s.shows(fmt.Sprintf("1 1:%d:24000", s.k-2), fmt.Sprint("0 fault 1 ", s.k-3))
}

func playsOfPruned(suite *suite) {
	add := suite.play
	add(longMessages, "pruned-no-place", "pruned statements that aren't void have no place, and none has one before the first round and "+
		"after the end; the full ones do", func(s *sitting) {
		for seat := range 3 {
			s.no(s.briefly(seat, hello), s.briefly(seat, void), s.briefly(seat, "\x02"+counting(0, 50)))
			s.yes(s.says(seat, hello))
		}
		s.clock += 1000
		for _, m := range []string{four, tick, leave(0)} {
			before := s.view()
			s.no(s.briefly(1, m))
			s.shows(before)
			s.yes(s.says(1, m))
		}
		s.shows("1 0:3:23000 2:3:23000")
		s.yes(s.says(0, four), s.says(2, four), s.says(0, atTurn(0)), s.says(1, atTurn(0)))
		s.no(s.briefly(2, atTurn(0)))
		s.yes(s.says(2, atTurn(0)))
		s.no(s.briefly(2, closing), s.briefly(2, void), s.briefly(1, closing))
		s.yes(s.says(2, closing))
		s.no(s.briefly(2, closing))
		s.ends(11, false, 2)
	})
	add(longMessages, "pruned-voids", "pruned ones count as full ones do: 16, and then none, of either form", func(s *sitting) {
		s.hellos()
		for i := range 16 {
			if i%2 == 0 {
				s.yes(s.briefly(0, void))
			} else {
				s.yes(s.says(0, void))
			}
		}
		s.no(s.briefly(0, void), s.says(0, void), s.briefly(0, four))
		s.yes(s.says(0, four), s.briefly(0, void))
		s.no(s.briefly(0, void))
	})
	add(longMessages, "pruned-complaint", "a complaint isn't void when it comes second, "+
		"so that its pruned form has no place", func(s *sitting) {
		s.hellos()
		s.yes(s.says(0, four), s.says(1, marked), s.says(2, four), s.says(0, atTurn(129)))
		s.no(s.briefly(0, atTurn(129)))
		s.yes(s.says(0, atTurn(129)))
		s.no(s.briefly(0, atTurn(129)), s.briefly(0, atTurn(250)))
		s.shows("1 0:7:24000", "1 fault 1 6")
	})
	add(longMessages, "pruned-no-body", "pruned statements whose digest is that of no body, or of one of another length", func(s *sitting) {
		s.hellos()
		free := func(seat int, kind byte, length int) later {
			return func() (raw, text string) {
				body := named(seat, s.k, s.head()) + u32(length) + octet(int(kind)) + sha("no body")
				raw = "\x03" + body + signature(s.seeds[seat], recordHash("statement", s.T+"\x01"+body))
				return raw, "raw " + hexOf(raw)
			}
		}
		s.yes(free(0, 9, 0), free(1, 4, 5), free(1, 4, 200), free(2, 3, 1))
		s.no(free(0, 4, 4), free(0, 3, 0), free(0, 2, 4), free(0, 2, 0), free(0, 9, 201), free(0, 9, past))
		s.yes(s.says(0, four), free(0, 2, 4), free(0, 2, 0))
	})
}
