package spec

import (
	"fmt"
	"slices"
	"strings"
)

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
