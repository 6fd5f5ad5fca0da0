package spec

import (
	"fmt"
	"math"
)

func playsOfTicks(suite *suite) {
	add := suite.play
	for _, x := range []struct {
		grace, bank int64
		limit       int
	}{{8000, 16000, 64}, {8000, 1, 48}, {1003, 2007, 80}} {
		m := threeSeats.with(func(m *match) { m.grace, m.bank = x.grace, x.bank })
		add(m, fmt.Sprint("ticks-", x.limit), fmt.Sprint("a seat has ", x.limit, " ticks after an effect"), func(s *sitting) {
			s.hellos()
			s.many(x.limit, 0, tick)
			s.clock += 500
			s.no(s.says(0, tick))
			s.clock -= 400
			s.yes(s.says(1, tick))
			s.shows(fmt.Sprintf("1 0:3:%[1]d 1:3:%[1]d 2:3:%[1]d", x.grace+x.bank-100))
			s.yes(s.says(0, "\x03\x00"), s.says(1, four), s.says(0, tick))
		})
	}
	add(threeSeats.with(func(m *match) { m.bank = 0 }), "ticks-out",
		"each effect and each round sets ticks back; those who are out tick as well", func(s *sitting) {
			s.hellos()
			s.yes(s.says(0, "\x02"))
			s.many(32, 0, tick)
			s.no(s.says(0, tick))
			s.many(30, 2, tick)
			s.yes(s.says(1, leave(5)), s.says(1, four), s.says(2, four), s.says(1, atTurn(0)))
			s.many(32, 0, tick)
			s.yes(s.says(2, atTurn(0)))
			s.many(28, 0, tick)
			s.waits(0, 8000)
			s.shows("3", "0 fault 1 3", fmt.Sprint("1 silent 2 ", s.k-1), fmt.Sprint("2 silent 2 ", s.k-1))
		})
}

func playsOfTime(suite *suite) {
	add := suite.play
	add(threeSeats, "tick-late", "a seat with one millisecond left isn't out, and one with none is", func(s *sitting) {
		s.hellos()
		s.yes(s.says(0, four), s.says(2, four))
		s.waits(2, 23999)
		s.shows("1 1:3:1")
		s.clock++
		s.yes(s.says(0, tick))
		s.shows("1 0:18:24000", "1 silent 1 17")
		s.yes(s.says(1, void))
	})
	add(threeSeats, "late", "a seat whose time is up says what it is due to say: nobody has ticked, so it counts", func(s *sitting) {
		s.hellos()
		s.yes(s.says(1, four), s.says(2, four))
		for range 12 {
			s.clock += 2000
			s.yes(s.says(1, void))
		}
		s.shows("1 0:3:0")
		s.clock += 2000
		s.yes(s.says(2, leave(7)), s.says(0, void))
		s.shows("1 0:3:0")
		s.yes(s.says(0, four))
		s.shows("1 0:20:8000")
	})
	add(threeSeats, "clamp", "stamps that go back, that leap, and the extremes", func(s *sitting) {
		s.hellos()
		left := int64(24000)
		for i, x := range []struct{ to, d int64 }{
			{2000, 2000}, {2000, 0}, {4001, 2000}, {6000, 1999}, {5000, 0}, {5100, 0}, {4000, 0}, {6001, 1}, {4000, 0}, {4010, 10}, {-1, 0},
			{10, 11},
			{math.MinInt64, 0}, {math.MinInt64 + 3, 3}, {math.MaxInt64, 2000}, {math.MaxInt64 - 7, 0}, {math.MaxInt64, 0},
			{math.MinInt64, 0}, {0, 2000},
			{math.MinInt64, 0}, {-1, 2000}, {math.MaxInt64, 2000},
		} {
			s.clock = x.to
			s.yes(s.says(1+i/16, void))
			left -= x.d
			s.shows(fmt.Sprintf("1 0:3:%[1]d 1:3:%[1]d 2:3:%[1]d", left))
		}
	})
	add(twoSeats.with(func(m *match) { m.grace, m.bank = 1003, 0 }), "quarter", "a quarter of the grace, rounded down", func(s *sitting) {
		s.hellos()
		for _, left := range []string{"753", "503", "253", "3"} {
			s.clock += 251
			s.yes(s.says(1, tick))
			s.shows("1 0:2:" + left + " 1:2:" + left)
		}
	})
}

func playsOfTheBank(suite *suite) {
	add := suite.play
	add(newMatch(2, 2), "bank", "what a seat takes beyond the grace is gone for the round", func(s *sitting) {
		s.hellos()
		s.yes(s.says(1, four))
		s.waits(1, 8000)
		s.yes(s.says(0, four))
		s.shows("1 0:8:24000") // took the grace, and nothing of the bank
		s.waits(1, 8000)
		s.clock++
		s.yes(s.says(0, atTurn(0)))
		s.shows("1 1:13:24000")
		s.yes(s.says(1, atTurn(0)))
		s.shows("2 0:14:24000 1:14:24000")
		s.yes(s.says(0, four))
		s.waits(0, 10000)
		s.yes(s.says(1, four), s.says(0, atTurn(0)))
		s.shows("2 1:22:22000")
		s.waits(0, 22000)
		s.shows("3", "1 silent 2 32")
	})
	add(newMatch(2, 2), "bank-full", "a seat that took more than its bank, as nobody ticked, has the grace alone until the next round",
		func(s *sitting) {
			s.hellos()
			s.yes(s.says(0, four))
			for range 14 {
				s.clock += 2000
				s.yes(s.says(0, void))
			}
			s.yes(s.says(1, four), s.says(0, atTurn(0)))
			s.shows("1 1:19:8000")
			s.clock += 2000
			s.yes(s.says(1, atTurn(2)))
			s.shows("2 0:20:24000 1:20:24000")
		})
}
