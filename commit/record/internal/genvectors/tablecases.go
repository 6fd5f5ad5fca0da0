package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

func tableTerms() []vectors.Case {
	var cases []vectors.Case
	add := func(id, comment, result string, change func(m *match)) {
		m := newMatch(1, 3).with(change)
		c := vectors.Case{ID: "terms/" + id, Comment: comment, Inputs: m.inputs(), Result: result}
		g, ok := m.table()
		if ok != (result == "ok") {
			panic(id)
		}
		if ok {
			c.Outputs = vectors.Fields{"digest": hexOf(g.T)}
		}
		cases = append(cases, c)
	}
	key := func(seat int) string { return publicOf(seedOf(seat)) }
	add("worked", "the terms of SPEC.md's worked vector", "ok", func(m *match) { m.seats = m.seats[:2] })
	add("three", "three seats", "ok", func(m *match) {})
	add("board", "a board with a key", "ok", func(m *match) { m.boardKey = publicOf(boardSeed) })
	add("no-game", "a game of no bytes", "ok", func(m *match) { m.rules = "" })
	add("long-game", "a game of 65,479 bytes, the longest", "ok", func(m *match) { m.rules = pattern(65479) })
	add("longer-game", "a game of 65,480 bytes", "malformed", func(m *match) { m.rules = pattern(65480) })
	add("longest-0", "no messages", "malformed", func(m *match) { m.longest = 0 })
	add("longest-negative", "messages of −1 bytes", "malformed", func(m *match) { m.longest = -1 })
	add("longest-1", "a longest message of one byte: as a statement's, 5", "ok", func(m *match) { m.longest = 1 })
	add("longest-5", "of 5 bytes: 6", "ok", func(m *match) { m.longest = 5 })
	add("longest-most", "of 2²² − 1 bytes", "ok", func(m *match) { m.longest = 1<<22 - 1 })
	add("longest-more", "of 2²² bytes", "malformed", func(m *match) { m.longest = 1 << 22 })
	const year = 31_622_400_000
	add("grace-least", "a grace of a second, and no bank", "ok", func(m *match) { m.grace, m.bank = 1000, 0 })
	add("grace-less", "a grace of 999 ms", "malformed", func(m *match) { m.grace, m.bank = 999, 0 })
	add("grace-0", "no grace", "malformed", func(m *match) { m.grace, m.bank = 0, 0 })
	add("grace-negative", "a grace of −8 s", "malformed", func(m *match) { m.grace, m.bank = -8000, 0 })
	add("grace-most", "a grace of 366 days, and the greatest bank", "ok", func(m *match) { m.grace, m.bank = year, 64*year })
	add("grace-more", "a grace of a millisecond more", "malformed", func(m *match) { m.grace = year + 1 })
	add("bank-most", "a bank of 64 times the grace", "ok", func(m *match) { m.bank = 64 * m.grace })
	add("bank-more", "a bank of a millisecond more", "malformed", func(m *match) { m.bank = 64*m.grace + 1 })
	add("bank-negative", "a bank of −1 ms", "malformed", func(m *match) { m.bank = -1 })
	add("one-seat", "one seat", "malformed", func(m *match) { m.seats = m.seats[:1] })
	add("64-seats", "64 seats", "ok", func(m *match) { m.seats = newMatch(1, 64).seats })
	add("65-seats", "65 seats", "malformed", func(m *match) { m.seats = newMatch(1, 65).seats })
	add("same-key", "two seats with one key", "malformed", func(m *match) { m.seats = []string{key(0), key(1), key(0)} })
	add("board-seat", "the board has the key of a seat", "malformed", func(m *match) { m.boardKey = key(1) })
	add("small-key", "a key of small order", "malformed", func(m *match) { m.seats = []string{key(0), identity.String()} })
	return cases
}

// A sitting is a reader, with what was posted and what it showed.
type sitting struct {
	*matchReader
	number               uint64
	clock                int64
	posts, seen, headsOf []string
	placed               []bool
}

// post posts bytes at the clock's time.
func (s *sitting) post(raw string) bool {
	s.number++
	s.posts = append(s.posts, fmt.Sprint(s.number, " ", s.clock, " ", hexOf(raw)))
	placed := s.read(raw, s.clock)
	s.placed = append(s.placed, placed)
	s.headsOf = append(s.headsOf, hexOf(s.head()))
	s.seen = append(s.seen, s.view())
	return placed
}

// A later makes a statement when its turn to be posted comes.
type later func() string

// now is a statement that was made before, or other bytes.
func now(raw string) later { return func() string { return raw } }

// yes posts what must have places, one after another, and no what mustn't.
func (s *sitting) yes(raws ...later) { s.expect(true, raws) }
func (s *sitting) no(raws ...later)  { s.expect(false, raws) }

func (s *sitting) expect(placed bool, raws []later) {
	for i, raw := range raws {
		if s.post(raw()) != placed {
			panic(fmt.Sprint("post ", i, " of these: ", !placed))
		}
	}
}

// says is a seat's statement after all that was read by then, and at one after k places.
func (s *sitting) says(seat int, message string) later {
	return func() string { return s.statement(seat, s.k, s.head(), message) }
}

func (s *sitting) at(seat, k int, message string) later {
	return func() string { return s.statement(seat, k, s.heads[k], message) }
}

// held is a statement that is made now, and posted later.
func (s *sitting) held(seat int, message string) later { return now(s.says(seat, message)()) }

// shows says what the view must be now, and what are out.
func (s *sitting) shows(view string, outs ...string) {
	if s.view() != view || !slices.Equal(s.outs, outs) {
		panic(fmt.Sprint("view ", s.view(), ", not ", view, "; outs ", s.outs))
	}
}

// ends says what the end must be.
func (s *sitting) ends(e int, final bool, returned ...int) {
	if s.e != e || s.final() != final || !slices.Equal(s.returned(), returned) {
		panic(fmt.Sprint("end ", s.e, " ", s.final(), " ", s.returned()))
	}
}

func (s *sitting) hellos() {
	for seat := range s.keys {
		s.yes(s.says(seat, hello))
	}
}

// due returns the seats that are.
func (s *sitting) due() (seats []int) {
	for seat, since := range s.since {
		if since != none {
			seats = append(seats, seat)
		}
	}
	return seats
}

// speak lets all seats that are due in phase 0 say four bytes.
func (s *sitting) speak() {
	for _, seat := range s.due() {
		s.yes(s.says(seat, four))
	}
}

// voidsOf posts void statements of a seat.
func (s *sitting) voidsOf(seat, n int) {
	for range n {
		s.yes(s.says(seat, "\xaa"))
	}
}

// ticksOf posts ticks of a seat.
func (s *sitting) ticksOf(seat, n int) {
	for range n {
		s.yes(s.says(seat, tick))
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
)

func turn(b byte) string { return "\x02" + string([]byte{b}) }

func leave(r int) string { return "\x04" + u32(r) }

func matches() []vectors.Case {
	var cases []vectors.Case
	add := func(m match, id, comment string, play func(s *sitting)) {
		s := &sitting{matchReader: m.reader()}
		play(s)
		cases = append(cases, vectors.Case{ID: "sequence/" + id, Comment: comment, Inputs: m.inputs("posts", s.posts), Outputs: vectors.Fields{
			"placed": s.placed, "heads": s.headsOf, "views": s.seen, "outs": append([]string{}, s.outs...), "end": s.e, "final": s.final(),
			"returned": s.returned(), "scores": s.matchReader.game.scores,
		}, Result: "ok"})
	}
	two, three := newMatch(1, 2), newMatch(2, 3)

	var first []string
	add(two, "worked", "the worked vector of SPEC.md", func(s *sitting) {
		playWorked(s)
		first = s.headsOf
		s.ends(8, true, 1)
	})
	add(two, "worked-again", "the same posts with other stamps: the same heads, as the same seats are out", func(s *sitting) {
		s.clock, s.number = 1700000000000, 6
		for _, raw := range postsOf(playWorked, two) {
			s.post(raw)
			s.clock -= 5
		}
		if !slices.Equal(s.headsOf, first) {
			panic("other heads")
		}
	})

	// Hellos.
	add(three, "hellos", "hellos in any order, each knowing of those before", func(s *sitting) {
		s.yes(s.says(2, hello), s.at(0, 0, hello))
		s.shows("0")
		s.yes(s.says(1, hello))
		s.shows("1 0:3:24000 1:3:24000 2:3:24000")
	})
	add(three, "hello-twice", "a second hello before all have said theirs has no place; after that, it is void", func(s *sitting) {
		s.yes(s.says(0, hello))
		s.no(s.says(0, hello), s.at(0, 0, hello))
		s.yes(s.says(1, hello), s.says(2, hello))
		s.yes(s.says(0, hello))
		s.shows("1 0:3:24000 1:3:24000 2:3:24000")
	})
	add(three, "hello-first", "a first statement that isn't a hello has no place", func(s *sitting) {
		for _, m := range []string{"", "\x00", "\x01\x00", "\x02", four, tick, "\x03\x00", leave(0), closing, "\x06"} {
			s.no(s.says(0, m))
		}
		s.hellos()
	})
	add(two, "hello-missing", "one seat says nothing: nothing begins, and no time passes", func(s *sitting) {
		s.yes(s.says(1, hello))
		for _, m := range []string{tick, four, leave(0), hello, closing} {
			s.clock += 1000000
			s.no(s.says(1, m))
		}
		s.clock += 1000000
		s.yes(s.says(0, hello))
		s.shows("1 0:2:24000 1:2:24000")
		s.clock += 300
		s.yes(s.says(0, tick))
		s.shows("1 0:2:23700 1:2:23700")
	})
	add(two, "hello-stamps", "the stamp of the last hello counts, if it is earlier too", func(s *sitting) {
		s.clock = 1000000
		s.yes(s.says(0, hello))
		s.clock = 500000
		s.yes(s.says(1, hello))
		s.clock = 500100
		s.yes(s.says(0, tick))
		s.shows("1 0:2:23900 1:2:23900")
	})
	add(newMatch(1, 64), "64-seats", "64 seats, of which the last is out", func(s *sitting) {
		s.hellos()
		s.yes(s.says(63, "\x02"), s.says(62, four))
	})

	// What counts.
	add(three, "round", "two rounds without trouble", func(s *sitting) {
		s.hellos()
		for range 2 {
			for seat := range 3 {
				s.clock += 50
				s.yes(s.says(2-seat, four))
			}
			for seat := range 3 {
				s.clock += 50
				s.yes(s.says(seat, turn(byte(seat))))
			}
		}
		s.shows("3")
		s.ends(15, false)
		for seat := range 3 {
			s.yes(s.says(seat, closing))
		}
		s.ends(15, true, 0, 1, 2)
	})
	add(three, "crossing", "in phase 0, all name the place after which they are due", func(s *sitting) {
		s.hellos()
		a, b, c := s.held(0, four), s.held(1, four), s.held(2, marked)
		s.yes(c, a, b)
		s.shows("1 0:6:24000")
	})
	add(three, "too-soon", "what names a place before the item became due is void, by one place too, though right", func(s *sitting) {
		s.hellos()
		s.yes(s.says(0, four), s.says(1, four))
		soon := s.held(0, turn(2))
		s.yes(s.says(2, four))
		s.yes(soon)
		s.shows("1 0:6:24000")
		s.yes(s.says(0, turn(1)))
		s.shows("1 1:8:24000")
		s.yes(s.at(1, 7, turn(1)), s.at(1, 9, turn(2)))
		s.shows("1 2:10:24000")
		s.yes(s.says(0, tick), s.says(0, tick))
		s.yes(s.at(2, 10, turn(2)))
		if !slices.Equal(s.matchReader.game.scores, []int{1, 2, 2}) {
			panic("scores")
		}
	})
	add(three, "not-due", "what a seat says that isn't due is void", func(s *sitting) {
		s.hellos()
		s.yes(s.says(1, four), s.says(1, four), s.says(1, "\x02"), s.says(0, four), s.says(2, four))
		s.yes(s.says(1, turn(2)), s.says(2, "\x02"), s.says(2, turn(200)))
		s.shows("1 0:8:24000")
	})
	add(three, "void", "messages of other kinds and forms", func(s *sitting) {
		s.hellos()
		for i, m := range []string{"", "\x00", "\x06", "\xff", hello, "\x01\x00", "\x03\x00", "\x04", "\x04\x00\x00\x00", closing, "\x05\x00", "\x00abcd"} {
			s.yes(s.says(i%3, m))
		}
		s.shows("1 0:3:24000 1:3:24000 2:3:24000")
	})
	add(three.with(func(m *match) { m.longest = 5 }), "void-long", "a leave of 6 bytes is void; a say of 6 is a fault, and of 7 isn't a statement", func(s *sitting) {
		s.hellos()
		s.yes(s.says(0, leave(0)+"\x00"))
		s.no(s.says(1, four+"xyz"))
		s.yes(s.says(1, four+"x"))
		s.shows("1 0:3:24000 2:3:24000", "1 fault 1 4")
		s.no(s.says(0, leave(0)+"xy"))
		s.yes(s.says(0, four), s.says(2, four), s.says(0, turn(0)), s.says(2, turn(0)))
		s.shows("2 0:9:24000 2:9:24000", "1 fault 1 4")
	})
	add(three.with(func(m *match) { m.longest = 1 }), "longest", "a say that is longer than the game's longest message, but no longer than a leave", func(s *sitting) {
		s.hellos()
		s.yes(s.says(0, four))
	})
	add(three, "own-place", "what names a place before its seat's last statement has no place", func(s *sitting) {
		s.hellos()
		a, b := s.held(0, four), s.held(0, "\x02")
		s.yes(b)
		s.no(a, s.at(0, 3, leave(0)), s.at(0, 3, tick))
		s.yes(s.says(1, four))
		s.yes(s.at(0, 4, tick))
	})
	add(three, "junk", "junk, repetitions, and statements of another table, which leave nothing behind", func(s *sitting) {
		s.hellos()
		s.clock = 100000
		one := s.held(0, four)
		for _, raw := range []string{"", "junk", pattern(102), s.posted(0), s.posted(2), flip(one(), len(one())-1), one()[:len(one())-1], one() + "\x00"} {
			s.no(now(raw))
		}
		other := newMatch(3, 3).reader()
		s.no(now(other.statement(1, 0, other.head(), hello)), now(s.statement(1, 3, s.heads[2], four)), now(s.statement(1, 4, s.heads[3], four)))
		s.clock = 300
		s.yes(one)
		s.no(one)
		s.shows("1 1:3:23700 2:3:23700")
	})
	add(three.with(func(m *match) { m.boardKey = publicOf(boardSeed) }), "board", "a board with a key; its signed head as a post", func(s *sitting) {
		s.hellos()
		s.clock = 100000
		s.no(now(s.signedHead(boardSeed, 3, s.head(), s.clock)))
		s.clock = 0
		s.yes(s.says(0, four))
	})
	add(three, "numbers", "numbers with gaps, up to 2⁶⁴ − 1", func(s *sitting) {
		s.yes(s.says(0, hello))
		s.number = 1 << 33
		s.yes(s.says(1, hello))
		s.number = 1<<64 - 2
		s.yes(s.says(2, hello))
	})

	// Limits.
	add(three, "voids", "a seat has 16 void statements, and each effect takes one of them back; what has no place takes no time", func(s *sitting) {
		s.hellos()
		s.voidsOf(0, 16)
		s.clock += 1000
		s.no(s.says(0, "\xaa"), s.says(0, ""), s.says(0, hello))
		s.clock -= 900
		s.voidsOf(1, 1)
		s.shows("1 0:3:23900 1:3:23900 2:3:23900")
		s.yes(s.says(1, four))
		s.voidsOf(0, 1)
		s.no(s.says(0, "\xaa"))
		s.voidsOf(1, 16)
		s.no(s.says(1, "\xaa"), s.says(1, four))
		s.yes(s.says(0, tick), s.says(0, leave(9)))
		s.voidsOf(0, 1)
		s.no(s.says(0, "\xaa"), s.says(0, leave(9)))
		s.yes(s.says(0, four))
	})
	add(newMatch(3, 4), "effects", "how many effects there are: says, leaves, and seats that are out for each reason", func(s *sitting) {
		s.hellos()
		s.yes(s.says(0, leave(1)), s.says(1, marked), s.says(0, four), s.says(3, "\x02"))
		s.voidsOf(0, 16)
		s.no(s.says(0, "\xaa"))
		s.waits(1, 24000)
		s.voidsOf(0, 1)
		s.no(s.says(0, "\xaa"))
		s.shows("1 0:36:24000", "3 fault 1 7", "2 silent 1 35")
		s.yes(s.says(0, turn(128+1)))
		s.voidsOf(0, 1)
		s.no(s.says(0, "\xaa"))
		s.yes(s.says(0, turn(0)))
		s.shows("2", "3 fault 1 7", "2 silent 1 35", "1 fault 1 37", "0 left 1 39")
	})
	add(three, "effects-left", "a seat that leaves is an effect, too", func(s *sitting) {
		s.hellos()
		s.yes(s.says(2, leave(1)))
		s.voidsOf(2, 16)
		s.speak()
		for seat := range 3 {
			s.yes(s.says(seat, turn(0)))
		}
		s.shows("2 0:26:24000 1:26:24000", "2 left 1 25")
		s.voidsOf(2, 7)
		s.no(s.says(2, "\xaa"))
	})
	limits := func(id string, grace, bank int64, limit int) {
		add(three.with(func(m *match) { m.grace, m.bank = grace, bank }), "ticks-"+id, fmt.Sprint("a seat has ", limit, " ticks after an effect"), func(s *sitting) {
			s.hellos()
			s.ticksOf(0, limit)
			s.clock += 500
			s.no(s.says(0, tick))
			s.clock -= 400
			s.ticksOf(1, 1)
			s.shows(fmt.Sprintf("1 0:3:%[1]d 1:3:%[1]d 2:3:%[1]d", grace+bank-100))
			s.yes(s.says(0, "\x03\x00"), s.says(1, four))
			s.ticksOf(0, 1)
		})
	}
	limits("bank", 8000, 16000, 64)
	limits("no-bank", 8000, 0, 32)
	limits("small-bank", 8000, 1, 48)
	limits("bank-more", 1003, 2007, 80)
	add(three.with(func(m *match) { m.bank = 0 }), "ticks-out", "each effect sets ticks back; those who are out tick as well", func(s *sitting) {
		s.hellos()
		s.yes(s.says(0, "\x02"))
		s.ticksOf(0, 32)
		s.no(s.says(0, tick))
		s.ticksOf(2, 30)
		s.yes(s.says(1, leave(5)))
		s.ticksOf(0, 28)
		s.waits(0, 8000)
		s.shows("2", "0 fault 1 3", "1 silent 1 98", "2 silent 1 98")
	})
	add(two, "ticks-round", "ticks of one round don't count in the next", func(s *sitting) {
		s.hellos()
		s.speak()
		s.yes(s.says(0, turn(0)))
		s.ticksOf(0, 64)
		s.yes(s.says(1, turn(0)))
	})

	// Time.
	add(three, "tick-early", "a tick when nobody's time is up", func(s *sitting) {
		s.hellos()
		s.clock = 1500
		s.yes(s.says(2, tick))
		s.shows("1 0:3:22500 1:3:22500 2:3:22500")
		s.yes(s.at(2, 4, tick))
		s.shows("1 0:3:22500 1:3:22500 2:3:22500")
	})
	add(three, "tick-late", "a seat with one millisecond left isn't out, and one with none is", func(s *sitting) {
		s.hellos()
		s.yes(s.says(0, four), s.says(2, four))
		s.waits(2, 23999)
		s.shows("1 1:3:1")
		s.clock++
		s.yes(s.says(0, tick))
		s.shows("1 0:18:24000", "1 silent 1 17")
		s.voidsOf(1, 1)
	})
	add(three, "late", "a seat whose time is up says what it is due to say: nobody has ticked, so it counts", func(s *sitting) {
		s.hellos()
		s.yes(s.says(1, four), s.says(2, four))
		for range 12 {
			s.clock += 2000
			s.voidsOf(1, 1)
		}
		s.shows("1 0:3:0")
		s.clock += 2000
		s.yes(s.says(2, leave(7)), s.says(0, "\xaa"))
		s.shows("1 0:3:0")
		s.yes(s.says(0, four))
		s.shows("1 0:20:8000")
	})
	add(three, "late-fault", "late and a fault: a fault", func(s *sitting) {
		s.hellos()
		s.yes(s.says(1, four))
		for range 13 {
			s.clock += 2000
			s.voidsOf(1, 1)
		}
		s.yes(s.says(0, "\x02x"))
		s.shows("1 2:3:0", "0 fault 1 17")
		s.yes(s.says(0, tick))
	})
	add(three, "late-together", "several seats are late at one place", func(s *sitting) {
		s.hellos()
		s.yes(s.says(1, four))
		s.waits(1, 24000)
		s.shows("1 1:16:24000", "0 silent 1 15", "2 silent 1 15")
		s.yes(s.says(1, turn(2)))
		s.shows("2", "0 silent 1 15", "2 silent 1 15")
		s.yes(s.says(1, closing))
		s.ends(17, false, 1)
	})
	add(three, "late-all", "all are", func(s *sitting) {
		s.hellos()
		s.waits(1, 24000)
		s.shows("2", "0 silent 1 14", "1 silent 1 14", "2 silent 1 14")
		s.ends(15, false)
		s.yes(s.says(1, closing), s.says(0, closing))
		s.ends(15, true)
	})
	add(three, "late-tick", "the tick of a seat that is late itself", func(s *sitting) {
		s.hellos()
		s.yes(s.says(0, four), s.says(1, four))
		s.waits(2, 24000)
		s.shows("1 0:17:24000", "2 silent 1 16")
		s.waits(0, 24000)
		s.shows("1 1:29:24000", "2 silent 1 16", "0 silent 1 28")
	})
	add(three, "clamp", "stamps that go back, that leap, and the extremes", func(s *sitting) {
		s.hellos()
		left := int64(24000)
		for i, x := range []struct{ to, d int64 }{
			{2000, 2000}, {2000, 0}, {4001, 2000}, {6000, 1999}, {5000, 0}, {5100, 0}, {4000, 0}, {6001, 1}, {4000, 0}, {4010, 10}, {-1, 0}, {10, 11},
			{math.MinInt64, 0}, {math.MinInt64 + 3, 3}, {math.MaxInt64, 2000}, {math.MaxInt64 - 7, 0}, {math.MaxInt64, 0}, {math.MinInt64, 0}, {0, 2000},
			{math.MinInt64, 0}, {-1, 2000}, {math.MaxInt64, 2000},
		} {
			s.clock = x.to
			s.voidsOf(1+i/16, 1)
			left -= x.d
			s.shows(fmt.Sprintf("1 0:3:%[1]d 1:3:%[1]d 2:3:%[1]d", left))
		}
	})
	add(two.with(func(m *match) { m.grace, m.bank = 1003, 0 }), "quarter", "a quarter of the grace, rounded down", func(s *sitting) {
		s.hellos()
		for _, left := range []string{"753", "503", "253", "3"} {
			s.clock += 251
			s.yes(s.says(1, tick))
			s.shows("1 0:2:" + left + " 1:2:" + left)
		}
		s.clock += 2
		s.yes(s.says(1, tick))
		s.shows("1 0:2:1 1:2:1")
	})
	add(two.with(func(m *match) { m.grace, m.bank = 31_622_400_000, 64*31_622_400_000 }), "year", "the greatest grace and bank", func(s *sitting) {
		s.hellos()
		s.clock = 1 << 62
		s.yes(s.says(1, tick))
		s.shows("1 0:2:2047550400000 1:2:2047550400000")
	})
	add(two, "new-items", "each item begins at the place where it became due", func(s *sitting) {
		s.hellos()
		s.waits(0, 1000)
		s.yes(s.says(0, four))
		s.waits(0, 3000)
		s.yes(s.says(1, four))
		s.shows("1 0:7:24000")
		s.waits(0, 5000)
		s.clock += 500
		s.yes(s.says(0, turn(0)))
		s.shows("1 1:11:24000")
	})

	// The bank.
	add(newMatch(2, 2), "bank", "what a seat takes beyond the grace is gone for the round", func(s *sitting) {
		s.hellos()
		s.yes(s.says(1, four))
		s.waits(1, 8000)
		s.yes(s.says(0, four))
		s.shows("1 0:8:24000") // took the grace, and nothing of the bank
		s.waits(1, 8000)
		s.clock++
		s.yes(s.says(0, turn(0)))
		s.shows("1 1:13:24000")
		s.yes(s.says(1, turn(0)))
		s.shows("2 0:14:24000 1:14:24000")
		s.yes(s.says(0, four))
		s.waits(0, 10000)
		s.yes(s.says(1, four), s.says(0, turn(0)))
		s.shows("2 1:22:22000")
		s.waits(0, 22000)
		s.shows("3", "1 silent 2 32")
	})
	add(newMatch(2, 2), "bank-full", "a seat that took more than its bank, as nobody ticked, has the grace alone until the next round", func(s *sitting) {
		s.hellos()
		s.yes(s.says(0, four))
		for range 14 {
			s.clock += 2000
			s.voidsOf(0, 1)
		}
		s.yes(s.says(1, four), s.says(0, turn(0)))
		s.shows("1 1:19:8000")
		s.clock += 2000
		s.yes(s.says(1, turn(2)))
		s.shows("2 0:20:24000 1:20:24000")
	})
	add(newMatch(1, 3).with(func(m *match) { m.bank = 3000 }), "bank-parts", "the bank is used in parts, and one seat's turn after another is a new item each", func(s *sitting) {
		s.hellos()
		s.yes(s.says(0, four), s.says(2, four))
		s.waits(0, 9000)
		s.yes(s.says(1, four), s.says(0, turn(0)))
		s.shows("1 1:12:10000")
		s.waits(0, 9500)
		s.yes(s.says(1, turn(3)))
		s.shows("1 1:18:8500")
		s.waits(0, 8400)
		s.yes(s.says(1, turn(3)))
		s.shows("1 1:24:8100")
		s.waits(0, 8100)
		s.shows("1 2:29:11000", "1 silent 1 28")
	})
	add(three.with(func(m *match) { m.bank = 0 }), "bank-none", "no bank", func(s *sitting) {
		s.hellos()
		s.yes(s.says(0, four))
		s.waits(0, 7999)
		s.yes(s.says(1, four))
		s.clock += 1
		s.yes(s.says(2, four))
		s.shows("1 0:10:8000")
		s.waits(1, 8000)
		s.shows("1 1:14:8000", "0 silent 1 13")
	})

	// Faults.
	for i, m := range []string{"\x02", "\x02abc", "\x02x"} {
		add(three, fmt.Sprint("fault-", i), "a message of the wrong length in phase 0", func(s *sitting) {
			s.hellos()
			s.clock = 500
			s.yes(s.says(1, m))
			s.shows("1 0:3:23500 2:3:23500", "1 fault 1 3")
			s.yes(s.says(1, four), s.says(1, "\x02"), s.says(1, tick), s.says(0, four), s.says(2, four))
			s.shows("1 0:9:24000", "1 fault 1 3")
			s.yes(s.says(0, turn(1)))
			s.shows("1 2:10:24000", "1 fault 1 3")
		})
	}
	for i, m := range []string{"\x02", "\x02\x01\x01", turn(4), turn(127), turn(128), turn(129), turn(131), turn(255), turn(130)} {
		comment := []string{"no byte", "two bytes", "4", "127", "blame of seat 0, which has said nothing to be blamed for", "blame of itself", "blame of a seat that doesn't exist",
			"255", "blame of a seat that is out"}[i]
		add(three, fmt.Sprint("fault-turn-", i), "at a turn: "+comment, func(s *sitting) {
			s.hellos()
			s.yes(s.says(0, four), s.says(1, marked), s.says(2, marked), s.says(0, turn(2)))
			if i == 8 {
				s.yes(s.says(1, turn(128+2)))
				s.shows("1 1:8:24000", "2 fault 1 7")
			}
			s.yes(s.says(1, m))
			if i < 8 {
				s.shows("1 2:8:24000", "1 fault 1 7")
			} else {
				s.shows("1 1:8:24000", "2 fault 1 7")
			}
		})
	}
	add(three, "fault-last", "the last one due in phase 0, and at the last turn", func(s *sitting) {
		s.hellos()
		s.yes(s.says(0, four), s.says(1, four), s.says(2, "\x02"))
		s.shows("1 0:6:24000", "2 fault 1 5")
		s.yes(s.says(0, turn(1)), s.says(1, "\x02"))
		s.shows("2", "2 fault 1 5", "1 fault 1 7")
		s.yes(s.says(2, closing), s.says(1, closing))
		s.ends(8, true)
		s.yes(s.says(0, closing))
		s.ends(8, true, 0)
	})
	add(newMatch(2, 4), "blame", "a seat shows the faults of others that come after it, late: the phase changes, so that its item begins anew", func(s *sitting) {
		s.hellos()
		s.yes(s.says(0, four), s.says(1, marked), s.says(2, four), s.says(3, marked))
		s.waits(3, 9000)
		s.shows("1 0:8:15000")
		s.yes(s.says(0, turn(128+3)))
		s.shows("1 0:14:24000", "3 fault 1 13")
		s.yes(s.says(2, tick), s.at(0, 14, turn(128+1)))
		s.shows("1 0:16:24000", "3 fault 1 13", "1 fault 1 15")
		s.yes(s.says(0, turn(2)))
		s.shows("1 2:17:24000", "3 fault 1 13", "1 fault 1 15")
		s.yes(s.says(2, turn(1)))
		s.yes(s.says(2, four))
		s.waits(2, 1000)
		s.yes(s.says(0, four))
		s.shows("2 0:21:24000", "3 fault 1 13", "1 fault 1 15")
	})
	add(newMatch(2, 3), "blame-earlier", "blame of a seat whose turn is over, with a score: the item goes on, and uses the bank when it is done", func(s *sitting) {
		s.hellos()
		s.yes(s.says(0, marked), s.says(1, four), s.says(2, four), s.says(0, turn(2)))
		s.waits(2, 9000)
		s.yes(s.says(1, turn(128)))
		s.shows("1 1:7:15000", "0 fault 1 12")
		s.clock += 500
		s.yes(s.says(1, turn(3)))
		s.shows("1 1:14:22500", "0 fault 1 12")
		s.yes(s.says(1, turn(2)), s.says(2, turn(1)))
		s.shows("2 1:16:24000 2:16:24000", "0 fault 1 12")
	})
	add(newMatch(2, 3), "blame-twice", "blame again of a seat that is out: void, until there are too many of these", func(s *sitting) {
		s.hellos()
		s.yes(s.says(0, four), s.says(1, marked), s.says(2, four), s.says(0, turn(129)))
		for range 16 {
			s.yes(s.says(0, turn(129)))
			s.shows("1 0:7:24000", "1 fault 1 6")
		}
		s.no(s.says(0, "\x09"))
		s.yes(s.says(0, turn(129)))
		s.shows("1 2:24:24000", "1 fault 1 6", "0 fault 1 23")
	})

	// Leaving.
	finish := func(s *sitting) { // a round of those who are in
		if s.matchReader.game.speaking {
			s.speak()
		}
		for r := s.r; s.r == r; {
			s.yes(s.says(s.due()[0], turn(1)))
		}
	}
	for _, x := range []struct {
		id, comment  string
		r            int
		first, after bool
	}{
		{"0", "0 is after this round", 0, true, true},
		{"1", "after this round", 1, true, true},
		{"2", "after the next round", 2, false, true},
		{"3", "after the last round", 3, false, false},
		{"huge", "2³² − 1: never", highest, false, false},
		{"2-30", "2³⁰: never", 1 << 30, false, false},
		{"2-31", "2³¹: never", past, false, false},
	} {
		add(newMatch(3, 3), "leave-"+x.id, "in round 1, after a place before what is due: "+x.comment, func(s *sitting) {
			s.hellos()
			crossing := s.held(1, leave(x.r))
			s.yes(s.says(0, four), crossing)
			finish(s)
			if s.isOut[1] != x.first {
				panic(x.id)
			}
			finish(s)
			if s.isOut[1] != x.after {
				panic(x.id)
			}
			s.yes(s.says(1, tick))
			finish(s)
			s.yes(s.says(1, closing))
			if s.isOut[1] != (x.after || x.r == 3) {
				panic(x.id)
			}
			s.ends(s.e, false, 1)
		})
	}
	add(newMatch(3, 3), "leave-crossing", "a leave counts of a seat that is due, if it names a place before that, and of one that isn't", func(s *sitting) {
		s.hellos()
		s.yes(s.says(0, four))
		crossing := s.held(0, leave(0))
		s.yes(s.says(1, four), s.says(1, leave(0)), s.says(2, four), crossing)
		s.shows("1 0:7:24000")
		s.yes(s.says(0, turn(0)), s.says(1, turn(0)), s.says(2, turn(0)))
		s.shows("2", "0 left 1 10", "1 left 1 10")
	})
	add(newMatch(3, 3), "leave-past", "in round 2, after round 1: that is after round 2", func(s *sitting) {
		s.hellos()
		finish(s)
		s.yes(s.says(2, leave(1)))
		finish(s)
		s.shows(fmt.Sprintf("3 0:%[1]d:24000 1:%[1]d:24000", s.k), fmt.Sprint("2 left 2 ", s.k-1))
	})
	add(newMatch(3, 3), "leave-twice", "a second one is void, and changes nothing; so is one of a seat that is out", func(s *sitting) {
		s.hellos()
		s.yes(s.says(2, leave(2)), s.says(2, leave(0)))
		finish(s)
		s.yes(s.says(2, leave(highest)))
		finish(s)
		s.shows(fmt.Sprintf("3 0:%[1]d:24000 1:%[1]d:24000", s.k), fmt.Sprint("2 left 2 ", s.k-1))
		s.voidsOf(2, 16)
		s.no(s.says(2, leave(0)))
	})
	add(newMatch(3, 3), "leave-out", "a leave of a seat that is out is void", func(s *sitting) {
		s.hellos()
		s.yes(s.says(0, "\x02"), s.says(0, leave(1)))
		s.voidsOf(0, 15)
		s.no(s.says(0, leave(1)))
		s.yes(s.says(1, leave(1)))
		finish(s)
		s.shows("2", "0 fault 1 3", fmt.Sprint("1 left 1 ", s.k-1))
		s.ends(s.k, false)
	})
	add(newMatch(3, 3), "leave-silent", "a seat that wants to leave and is silent before", func(s *sitting) {
		s.hellos()
		s.yes(s.says(0, leave(1)), s.says(1, four), s.says(2, four))
		s.waits(1, 24000)
		finish(s)
		s.shows(fmt.Sprintf("2 1:%[1]d:24000 2:%[1]d:24000", s.k), "0 silent 1 17")
	})
	add(newMatch(3, 3), "leave-all", "all leave", func(s *sitting) {
		s.hellos()
		s.yes(s.says(2, leave(0)), s.says(0, leave(0)), s.says(1, leave(0)))
		finish(s)
		at := s.k - 1
		s.shows("2", fmt.Sprint("0 left 1 ", at), fmt.Sprint("1 left 1 ", at), fmt.Sprint("2 left 1 ", at))
		for _, seat := range []int{2, 1, 0} {
			s.yes(s.says(seat, closing))
		}
		s.ends(at+1, true, 0, 1, 2)
	})
	add(newMatch(3, 3), "leave-one-stays", "fewer than two seats are left: the game is over, with rounds left", func(s *sitting) {
		s.hellos()
		finish(s)
		s.yes(s.says(2, leave(0)), s.says(0, leave(2)))
		finish(s)
		at := s.k - 1
		s.shows("3", fmt.Sprint("0 left 2 ", at), fmt.Sprint("2 left 2 ", at))
		s.yes(s.says(2, closing))
		s.ends(at+1, false, 2)
	})

	// The end, and cuts.
	add(newMatch(0, 2), "no-rounds", "no rounds: the end is after the hellos", func(s *sitting) {
		s.hellos()
		s.shows("1")
		s.ends(2, false)
		s.no(s.says(0, four), s.says(0, tick))
		s.yes(s.says(0, closing))
		s.ends(2, false, 0)
		s.yes(s.says(1, closing))
		s.ends(2, true, 0, 1)
	})
	add(newMatch(1, 3), "end", "after the end, each seat has a closing, and nothing else has a place", func(s *sitting) {
		s.hellos()
		s.speak()
		s.yes(s.says(0, turn(1)), s.says(1, leave(0)), s.says(1, turn(1)))
		before := s.held(0, closing)
		s.yes(s.says(2, turn(1)))
		s.shows("2", "1 left 1 9")
		s.ends(10, false)
		s.clock += 100000
		for _, m := range []string{"", hello, four, turn(1), tick, leave(0), leave(5), "\x05\x00", "\x06"} {
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
	for _, x := range []struct {
		n, closings int
		final       bool
	}{{2, 1, false}, {2, 2, true}, {3, 1, false}, {3, 2, true}, {4, 2, false}, {4, 3, true}, {5, 2, false}, {5, 3, true}} {
		add(newMatch(0, x.n), fmt.Sprint("final-", x.n, "-", x.closings), fmt.Sprint(x.closings, " of ", x.n, " seats have said their closing"), func(s *sitting) {
			s.hellos()
			for i := range x.closings {
				s.yes(s.at(x.n-1-i, x.n, closing))
			}
			if s.final() != x.final {
				panic(x)
			}
		})
	}
	add(newMatch(1, 3), "final-out", "closings of seats that are out count", func(s *sitting) {
		s.hellos()
		s.yes(s.says(0, "\x02"), s.says(1, "\x02"), s.says(2, "\x02"))
		s.ends(6, false)
		s.yes(s.says(0, closing), s.says(1, closing))
		s.ends(6, true)
		s.yes(s.says(2, closing))
		s.ends(6, true)
	})
	add(newMatch(1, 4), "returned", "deposits return to those who stayed or left, and have said their closing: not after faults and silence", func(s *sitting) {
		s.hellos()
		s.yes(s.says(0, "\x02"), s.says(1, leave(0)), s.says(1, four), s.says(2, four))
		s.waits(2, 24000)
		s.yes(s.says(1, turn(1)))
		s.yes(s.says(2, turn(1)))
		for _, seat := range []int{3, 2, 1, 0} {
			s.yes(s.says(seat, closing))
		}
		s.ends(s.e, true, 1, 2)
	})
	add(newMatch(2, 3), "cut", "a place before the round's beginning can't be named, as the log is cut there", func(s *sitting) {
		s.yes(s.says(0, hello), s.says(1, hello))
		early := s.held(0, tick)
		s.yes(s.says(2, hello))
		s.no(early, s.at(1, 2, four))
		s.speak()
		s.yes(s.says(0, turn(1)), s.says(1, turn(1)))
		early, late := s.held(0, leave(1)), s.at(1, 8, "\xaa")
		s.yes(s.says(2, turn(1)))
		s.shows("2 0:9:24000 1:9:24000 2:9:24000")
		s.no(early, late)
		s.yes(s.at(2, 9, four), s.at(0, 9, tick), s.at(1, 9, "\xaa"))
	})
	return cases
}

// posted returns the bytes of a post.
func (s *sitting) posted(i int) string { return fromHex(strings.Split(s.posts[i], " ")[2]) }

// postsOf returns the bytes of all posts of a play.
func postsOf(play func(s *sitting), m match) (raws []string) {
	s := &sitting{matchReader: m.reader()}
	play(s)
	for i := range s.posts {
		raws = append(raws, s.posted(i))
	}
	return raws
}

// playWorked is section 13.2.
func playWorked(s *sitting) {
	s.yes(s.says(0, hello), s.says(1, hello))
	s.shows("1 0:2:24000 1:2:24000")
	a, b := s.held(0, marked), s.held(1, four)
	s.clock = 1000
	s.yes(b)
	s.shows("1 0:2:23000")
	s.clock = 3000
	s.yes(a)
	s.shows("1 0:4:24000")
	s.clock = 103000
	s.yes(s.says(1, tick))
	s.shows("1 0:4:22000")
	s.clock = 104000
	s.yes(s.says(0, turn(2)))
	s.shows("1 1:6:24000")
	s.clock = 105000
	s.yes(s.says(1, turn(128)))
	s.shows("1 1:6:23000", "0 fault 1 6")
	s.clock = 106000
	s.yes(s.says(1, turn(2)))
	s.shows("2", "0 fault 1 6")
	s.yes(s.says(1, closing))
	s.ends(8, false, 1)
	s.yes(s.says(0, closing))
	if !slices.Equal(s.matchReader.game.scores, []int{0, 2}) {
		panic("scores")
	}
}

// accumulatedMatches follows section 13.4.
func accumulatedMatches() []vectors.Case {
	var cases []vectors.Case
	all, done := "", 0
	for _, runs := range []int{10, 100, 1000} {
		for ; done < runs; done++ {
			all += accumulatedMatch(done)
		}
		cases = append(cases, vectors.Case{ID: fmt.Sprint("accumulated/", runs), Comment: fmt.Sprint(runs, " runs"),
			Inputs: vectors.Fields{"runs": runs}, Outputs: vectors.Fields{"sha256": hexOf(hash(all))}, Result: "ok"})
	}
	return cases
}

func accumulatedMatch(i int) string {
	n := 2 + i%3
	r := newMatch(3, n).with(func(m *match) { m.bank = int64(4000 * (i % 4)) }).reader()
	r.verified = true
	x := int64(0)
	for j := range 60 {
		b := []byte(hash(fmt.Sprintf("run %d step %d", i, j)))
		x += 20 * int64(b[0])
		if b[1] < 8 {
			x += 100000
		}
		s := int(b[2]) % n
		back := 0
		if b[3] >= 224 {
			back = int(b[3] % 8)
		}
		k := r.k - min(r.k, back)
		head := string(make([]byte, 32))
		if k >= r.b {
			head = r.heads[k]
		}
		var message string
		switch {
		case r.r == 0:
			s, message = j%n, hello
		case r.over():
			message = closing
		case b[4] < 96:
			message = tick
		case b[4] < 104:
			message = leave(r.r + int(b[5]%3) - 1)
		default:
			if b[6] >= 32 {
				s = slices.IndexFunc(r.since, func(k int) bool { return k != none })
			}
			switch {
			case b[12] < 4:
				message = turn(b[7])
			case r.game.phase == 0:
				message = "\x02" + string(b[7:11])
				if b[11] < 32 {
					message = "\x02\xff" + string(b[8:11])
				}
			case b[11] < 64:
				message = turn(128 + b[8]%byte(n))
			default:
				message = turn(b[7] % 4)
			}
		}
		r.read(r.statement(s, k, head, message), x)
	}
	out := r.head()
	for _, score := range r.game.scores {
		out += u32(score)
	}
	return out
}
