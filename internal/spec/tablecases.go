package spec

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// The cases are plays at a table of the test game (SPEC.md, section 13.1), in a small language. One begins
//
//	add(threeSeats, "too-soon", "what names a place before the item became due is void, by one place too, though right", func(s *sitting) {
//		s.hellos()
//		s.yes(s.says(0, four), s.says(1, four), s.says(2, four), s.at(0, 5, atTurn(2)))
//		s.shows("1 0:6:24000")
//
// which reads: all three seats say their hello. Each posts the message four, after all that was read by then; seat 0 posts a
// move at its turn that names place 5. All four have a place: yes, where no is for posts that have none. The view is then that
// of section 13.3: in round 1, seat 0 is due since place 6, with 24,000 ms left. Besides, held makes a statement that is
// posted later, pruned and briefly make pruned ones; clock is the time of the next post, and waits lets time pass by ticks.

func tableCases(s *suite) {
	tableTerms(s)
	for _, play := range []func(s *suite){
		playsOfHellos, playsOfPlaces, playsOfLimits, playsOfTicks, playsOfTime, playsOfTheBank, playsOfFaults, playsOfComplaints, playsOfNoChange,
		playsOfTwoMessages, playsOfLentTurns, playsOfBothForms, playsOfPruned, playsOfHeads, playsOfLeaving, playsOfTheEnd,
	} {
		play(s)
	}
	s.accumulate("accumulated/runs", "section 13.4", []int{10, 100, 1000}, tableRun)
}

func tableTerms(s *suite) {
	add := func(id, comment, result string, change func(m *match), more ...any) {
		m := newMatch(1, 3).with(change)
		outputs, class := m.answer()
		expect(id, class, result)
		s.add(vector{ID: "terms/" + id, Comment: comment, Inputs: m.inputs(more...), Outputs: outputs, Result: result})
	}
	key := func(seat int) string { return publicOf(seedOf(seat)) }
	add("worked", "the terms of SPEC.md's worked vector", "ok", func(m *match) { m.seats = m.seats[:2] })
	add("no-game", "a game of no bytes", "ok", func(m *match) { m.rules = "" })
	add("long-game", "a game of 65,479 bytes, the longest", "ok", func(m *match) { m.rules = strings.Repeat("g", 65479) }, "game",
		times(65479, "g"))
	add("longer-game", "a game of 65,480 bytes", "malformed", func(m *match) { m.rules = strings.Repeat("g", 65480) }, "game",
		times(65480, "g"))
	add("longest-0", "no messages", "malformed", func(m *match) { m.longest = 0 })
	add("longest-1", "a longest message of one byte: as a statement's, 5", "ok", func(m *match) { m.longest = 1 })
	add("longest-5", "of 5 bytes: 6", "ok", func(m *match) { m.longest = 5 })
	add("longest-most", "of 2²² − 1 bytes", "ok", func(m *match) { m.longest = 1<<22 - 1 })
	add("longest-more", "of 2²² bytes", "malformed", func(m *match) { m.longest = 1 << 22 })
	const year = 31_622_400_000
	add("grace-least", "a grace of a second, and no bank", "ok", func(m *match) { m.grace, m.bank = 1000, 0 })
	add("grace-less", "a grace of 999 ms", "malformed", func(m *match) { m.grace, m.bank = 999, 0 })
	add("grace-negative", "a grace of −1,000 ms, and no bank", "malformed", func(m *match) { m.grace, m.bank = -1000, 0 })
	add("grace-most", "a grace of 366 days, and the greatest bank", "ok", func(m *match) { m.grace, m.bank = year, 64*year })
	add("grace-more", "a grace of a millisecond more", "malformed", func(m *match) { m.grace = year + 1 })
	add("bank-more", "a bank of 64 times the grace and a millisecond", "malformed", func(m *match) { m.bank = 64*m.grace + 1 })
	add("bank-negative", "a bank of −1 ms", "malformed", func(m *match) { m.bank = -1 })
	add("one-seat", "one seat", "malformed", func(m *match) { m.seats = m.seats[:1] })
	add("65-seats", "65 seats", "malformed", func(m *match) { m.seats = newMatch(1, 65).seats })
	add("same-key", "two seats with one key", "malformed", func(m *match) { m.seats = []string{key(0), key(1), key(0)} })
	add("board-seat", "the board has the key of a seat", "malformed", func(m *match) { m.boardKey = key(1) })
	add("small-key", "a key of small order", "malformed", func(m *match) { m.seats = []string{key(0), string(identityPoint.Bytes())} })
}

// A sitting is a reader, with what was posted and what it showed.
type sitting struct {
	*matchReader
	id          string
	clock       int64
	posts, seen []string
	raws        []string // bytes of posts
	placed      string
}

// A later makes a post when its turn comes: its bytes, and what a vector says of it.
type later func() (raw, text string)

// post posts at the clock's time.
func (s *sitting) post(next later) bool {
	raw, text := next()
	s.raws, s.posts = append(s.raws, raw), append(s.posts, fmt.Sprint(s.clock, " ", text))
	placed := s.read(raw, s.clock)
	s.placed += bit(placed)
	s.seen = append(s.seen, s.view())
	return placed
}

func (s *sitting) outputs() fields {
	return fields{
		"placed": s.placed, "head": hexOf(s.head()), "views": s.seen, "outs": append([]string{}, s.outs...), "end": s.e,
		"final": s.final(), "returned": s.returned(), "scores": s.game.scores,
	}
}

// yes posts what must have places, one after another, and no what mustn't.
func (s *sitting) yes(posts ...later) { s.expect(true, posts) }
func (s *sitting) no(posts ...later)  { s.expect(false, posts) }

func (s *sitting) expect(placed bool, posts []later) {
	for _, post := range posts {
		expect(fmt.Sprint(s.id, ": post ", len(s.posts)), s.post(post), placed)
	}
}

// now is bytes that were made before.
func now(raw string) later { return func() (string, string) { return raw, "raw " + hexOf(raw) } }

// at is a seat's statement that names place k; its head is zeros if it was cut off.
func (s *sitting) at(seat, k int, message string) later {
	return func() (raw, text string) {
		head, ok := s.heads[k]
		if !ok || k < s.b {
			head = zeros(32)
		}
		return s.statement(seat, k, head, message), fmt.Sprintf("%d %d %x", seat, k, message)
	}
}

// pruned is the pruned form of a statement as at's.
func (s *sitting) pruned(seat, k int, message string) later {
	return func() (raw, text string) {
		raw, text = s.at(seat, k, message)()
		return prune(raw), "pruned " + text
	}
}

// briefly is a pruned statement after all that was read by then.
func (s *sitting) briefly(seat int, message string) later {
	return func() (raw, text string) { return s.pruned(seat, s.k, message)() }
}

// says is a seat's statement after all that was read by then.
func (s *sitting) says(seat int, message string) later {
	return func() (raw, text string) { return s.at(seat, s.k, message)() }
}

// held is a statement that is made now, and posted later.
func (s *sitting) held(seat int, message string) later {
	raw, _ := s.says(seat, message)()
	return now(raw)
}

// shows says what the view must be now, and who are out.
func (s *sitting) shows(view string, outs ...string) {
	expect(s.id+": view", s.view(), view)
	expect(s.id+": outs", s.outs, outs)
}

// ends says what the end must be.
func (s *sitting) ends(e int, final bool, returned ...int) {
	expect("end", []any{s.e, s.final(), s.returned()}, []any{e, final, returned})
}

func (s *sitting) hellos() {
	for seat := range s.keys {
		s.yes(s.says(seat, hello))
	}
}

// dues returns the seats that are due.
func (s *sitting) dues() (seats []int) {
	for seat, c := range s.due {
		if c > 0 {
			seats = append(seats, seat)
		}
	}
	return seats
}

// speak lets all seats that are due in phase 0 say four bytes.
func (s *sitting) speak() {
	for _, seat := range s.dues() {
		for range s.due[seat] {
			s.yes(s.says(seat, four))
		}
	}
}

// finish plays a round of those who are in to its end.
func (s *sitting) finish() {
	if s.game.speaking {
		s.speak()
	}
	for r := s.r; s.r == r; {
		s.yes(s.says(s.dues()[0], atTurn(1)))
	}
}

// many posts statements of a seat that say the same.
func (s *sitting) many(n, seat int, message string) {
	for range n {
		s.yes(s.says(seat, message))
	}
}

// waits lets the table's time pass, by a tick at each quarter of the grace.
func (s *sitting) waits(seat int, ms int64) {
	for ms > 0 {
		d := min(ms, s.terms.grace/4)
		s.clock += d
		ms -= d
		s.yes(s.says(seat, tick))
	}
}

const (
	hello   = "\x01"
	tick    = "\x03"
	closing = "\x05"
	four    = "\x02abcd"
	marked  = "\x02\xffbcd" // may be blamed
	void    = "\xaa"
)

func atTurn(b int) string { return "\x02" + octet(b) }

func leave(r int) string { return "\x04" + u32(r) }

// play adds the case of a sitting.
func (s *suite) play(m match, id, comment string, play func(s *sitting)) {
	at := &sitting{matchReader: m.reader(), id: id}
	play(at)
	outputs := at.outputs()
	if id == "worked" {
		outputs["posts"] = hexes(at.raws...)
	}
	s.ok("sequence/"+id, comment, m.inputs("posts", at.posts), outputs)
}

var twoSeats, threeSeats, fourSeats = newMatch(1, 2), newMatch(2, 3), newMatch(2, 4)

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

// tableRun follows section 13.4.
func tableRun(i int) string {
	n := 2 + i%3
	m := newMatch(3, n)
	m.rules, m.longest, m.bank = octet(3)+octet(i%16), 40, int64(4000*(i%4))
	r := m.reader()
	r.verified = true
	x, out := int64(0), ""
	for j := range 80 {
		b := []byte(sha(fmt.Sprintf("run %d step %d", i, j)))
		x += 20 * int64(b[0])
		if b[1] < 8 {
			x += 100000
		}
		s, back := int(b[2])%n, 0
		if b[3] >= 224 {
			back = int(b[3] % 8)
		}
		k := r.k - min(r.k, back)
		head := zeros(32)
		if k >= r.b {
			head = r.heads[k]
		}
		var message string
		switch {
		case r.r == 0:
			s, message = j%n, hello
		case r.over():
			message = closing
		case b[4] < 72:
			message = tick
		case b[4] < 80:
			message = leave(r.r + int(b[5]%3) - 1)
		case b[4] < 88:
			message = octet(int(b[5]%8)) + sha("body")[:b[7]%33]
		default:
			if b[6] >= 32 {
				s = slices.IndexFunc(r.due, func(c int) bool { return c > 0 })
			}
			message = r.saying(b, n)
		}
		post := r.statement(s, k, head, message)
		if b[13] < 32 {
			post = prune(post)
		}
		out += fmt.Sprintln(r.read(post, x), r.view())
	}
	out += r.head()
	for _, score := range r.game.scores {
		out += u32(score)
	}
	return out
}

// saying is a say of a run.
func (r *matchReader) saying(b []byte, n int) string {
	switch {
	case b[12] < 4:
		return atTurn(int(b[7]))
	case r.game.phase == 0 && b[11] < 96:
		return "\x02\xff" + string(b[8:11])
	case r.game.phase == 0:
		return "\x02" + string(b[7:11])
	case b[11] < 48:
		return atTurn(128 + int(b[8])%n)
	}
	return atTurn(int(b[7] % 5))
}
