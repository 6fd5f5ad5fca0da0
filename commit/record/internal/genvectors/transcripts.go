package main

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

// A session makes a case of a log, step by step.
type session struct {
	*log
	steps, answers []string
}

func (g *game) session(seat int) *session {
	return &session{g.log(seat), []string{}, []string{}}
}

// tell lets the seat say something, with the next number.
func (s *session) tell(message string) string { return s.tellAs(len(s.chains[s.seat]), message) }

func (s *session) tellAs(number int, message string) string {
	s.steps = append(s.steps, fmt.Sprintf("say %d %s", number, hexOf(message)))
	raw, class := s.say(number, message)
	if class == "said" {
		class += " " + hexOf(hash(raw[:len(raw)-64]))
	}
	s.answers = append(s.answers, class)
	return raw
}

func (s *session) take(all ...string) {
	for _, raw := range all {
		s.steps = append(s.steps, "hear "+hexOf(raw))
		heard, class := s.hear(raw)
		var words []string
		for _, st := range heard {
			words = append(words, place(st))
		}
		if guilty, ok := strings.CutPrefix(class, "equivocation"); ok {
			words = append(words, "equivocation"+guilty)
		} else {
			words = append([]string{class}, words...)
		}
		s.answers = append(s.answers, strings.Join(words, " "))
	}
}

func (s *session) restart() {
	s.steps = append(s.steps, "restart")
	s.answers = append(s.answers, "ok")
	s.early = make([][]*statement, len(s.keys))
}

func (s *session) made(id, comment string) vectors.Case {
	return vectors.Case{ID: "log/" + id, Comment: comment, Inputs: vectors.Fields{
		"table": hexOf(s.table), "seat": s.seat, "seed": hexOf(s.seeds[s.seat]), "steps": s.steps,
	}, Outputs: vectors.Fields{
		"answers": s.answers, "claims": s.claims(), "state": hexOf(s.state()), "transcript": hexOf(s.transcript),
	}, Result: "ok"}
}

func logs() []vectors.Case {
	g := newGame("hand 7", 3)
	var cases []vectors.Case
	add := func(id, comment string, play func(s *session)) {
		s := g.session(0)
		play(s)
		cases = append(cases, s.made(id, comment))
	}
	// What others say: a of seat 1, b of seat 2.
	a, b := g.chain(1), g.chain(2)
	a0 := a.say("a0")
	b0 := b.say("b0", a0)
	a1 := a.say("a1", b0)
	a2 := a.say("a2")
	b1 := b.say("b1", a2)
	forkA0 := g.chain(1).say("other a0")
	forked := g.chain(1)
	forked.hear(a0)
	forkA1 := forked.say("other a1")
	forkA2 := forked.say("other a2")
	forkA3 := forked.say("other a3")

	add("empty", "a log of nothing", func(s *session) {})
	add("say", "three statements, the second empty; each again", func(s *session) {
		s.tell("x0")
		s.tell("")
		s.tell("x2")
		s.tellAs(0, "x0")
		s.tellAs(1, "")
		s.tellAs(2, "x2")
		s.tellAs(2, "other")
		s.tellAs(1, "x0")
		s.tellAs(4, "x4")
		s.tellAs(3, "x2")
	})
	add("in-order", "everything in order, and one's own between", func(s *session) {
		s.take(a0)
		s.tell("x0")
		s.take(b0, a1, a2, b1)
		s.tell("x1")
	})
	add("reversed", "everything in the reverse order", func(s *session) { s.take(b1, a2, a1, b0, a0) })
	add("cause-later", "b0 comes before a0, which it has heard", func(s *session) { s.take(b0, b0, a0, b0, a0) })
	add("gap", "a2 waits for a1, which waits for b0", func(s *session) { s.take(a0, a2, a1) })
	add("restart", "a restart loses what was early only", func(s *session) {
		s.tell("x0")
		s.take(a0, a2, a1)
		s.restart()
		s.tellAs(0, "x0")
		s.take(b0, a1, a2)
		s.restart()
		s.tell("x1")
	})
	add("own-repeated", "one's own statements come back", func(s *session) {
		x0 := s.tell("x0")
		s.take(x0, x0)
		s.tell("x1")
	})
	add("own-lost", "the state is an old one: one's own statements come from others", func(s *session) {
		x := g.chain(0)
		x0, x1, x2 := x.say("x0"), x.say("x1", a0), x.say("x2")
		s.take(x1)
		s.tell("another x0")
		s.take(x0)
		s.tell("another x1")
		s.take(a0)
		s.tell("another x2, too late")
		s.take(x2)
		s.tellAs(1, "x1")
		s.tell("x3 or x2")
	})
	add("predicted", "seat 1 has computed the digest of what this seat will say; then comes another statement 0 of seat 1, lower in order", func(s *session) {
		x0 := head{1, hash(g.body(0, g.start(), "x0"))}
		first, second := g.chain(1), g.chain(1)
		first.heads[0], second.heads[0] = x0, x0
		second.heads[2] = head{1, hash("made up")}
		y := first.say("y")
		var lower string
		for i := 0; lower == "" || hash(lower[:len(lower)-64]) > hash(y[:len(y)-64]); i++ {
			lower = second.fork().say(fmt.Sprint("other y ", i))
		}
		s.take(y)
		s.tell("x0")
		s.take(lower)
		s.restart()
		s.take(lower, y, lower)
	})
	add("own-forked", "one's own key has signed something else", func(s *session) {
		x0 := s.tell("x0")
		other := g.chain(0).say("other x0")
		s.take(other, x0, other)
		s.tellAs(0, "x0")
		s.tell("x1")
	})
	add("equivocation", "two statements with number 0; nothing more of that seat is heard", func(s *session) {
		s.take(a0, forkA0, a0, forkA0, b0, a1)
		s.tell("x0")
		s.restart()
		s.take(a0, forkA0, a1)
	})
	add("past", "a second statement 1, after statement 2 was heard", func(s *session) { s.take(a0, b0, a1, a2, forkA1, forkA2, b1) })
	add("past-far", "a second statement 0, after statement 2 was heard, which says nothing against it", func(s *session) { s.take(a0, b0, a1, a2, forkA0) })
	add("released-proof-first", "a statement that can be heard contradicts two early ones of its seat: the first counts", func(s *session) {
		s.take(forkA3, forkA2, a0, b0, a1)
	})
	add("previous", "statement 2 after another statement 1", func(s *session) { s.take(a0, b0, a1, forkA2) })
	add("early-pair", "two statements with number 1, neither of which can be heard", func(s *session) {
		s.take(a1, forkA1)
		s.restart()
		s.take(a0, b0)
	})
	add("early-previous", "statements 1 and 2, neither of which can be heard, that don't fit", func(s *session) { s.take(forkA2, a1, a0) })
	add("released-proof", "a statement that can be heard proves an early one of its seat wrong", func(s *session) {
		s.take(forkA2, a0, b0, a1, b1)
		s.restart()
		s.take(a1)
	})
	add("released-others", "one statement lets those of three seats be heard", func(s *session) { s.take(b1, b0, a2, a1, a0) })
	h := newGame("hand 7", 4)
	c, d := h.chain(1), h.chain(2)
	c0 := c.say("c0")
	c1 := c.say("c1")
	d.hear(c0)
	d.hear(c1)
	d0 := d.say("d0")
	d.heads[1] = head{1, hash(c0[:len(c0)-64])}
	d1 := d.say("d1")
	d2lie := d.fork()
	d2lie.heads[1] = head{2, hash("made up")}
	d2 := d2lie.say("d2")
	four := func(id, comment string, play func(s *session)) {
		s := h.session(0)
		play(s)
		cases = append(cases, s.made(id, comment))
	}
	four("fewer-heard", "a seat says that it has heard fewer than before", func(s *session) { s.take(c0, c1, d0, d1, d2) })
	four("fewer-heard-early", "the same, when the first can't be heard yet", func(s *session) { s.take(c0, d0, d1) })
	four("release-proof-later", "the second early one of a seat contradicts a third that can be heard", func(s *session) { s.take(d1, c0, c1, d0) })
	four("never-said", "a seat claims to have heard what nobody said", func(s *session) {
		lie := h.chain(3)
		lie.heads[1] = head{1, hash("made up")}
		l0 := lie.say("l0")
		s.take(l0)
		s.take(c0, lie.say("l1"))
	})
	four("wrong-own", "a seat claims to have heard what this one never said", func(s *session) {
		s.tell("x0")
		lie := h.chain(3)
		lie.heads[0] = head{1, hash("made up")}
		lie.heads[2] = head{2, hash("made up")}
		s.take(lie.say("l0"), lie.say("l1"))
		s.tell("x1")
	})
	four("other-branch", "a seat has heard the other of two statements", func(s *session) {
		other := h.chain(1).say("other c0")
		honest := h.chain(2)
		e0 := honest.say("e0", other)
		s.take(c0, e0, other, e0)
	})
	four("wrong-seat", "a head with the digest of another seat's statement", func(s *session) {
		lie := h.chain(3)
		lie.heads[2] = head{1, hash(c0[:len(c0)-64])}
		s.take(c0, lie.say("l0"))
	})
	four("second-signature", "another signature of a statement is a repetition", func(s *session) {
		body := c0[:len(c0)-64]
		R := times(big.NewInt(77), base).String()
		s.take(c0, body+R+response(big.NewInt(77), secret(1), R, h.keys[1], body))
	})
	four("refused", "what isn't a statement changes nothing", func(s *session) {
		s.take("", a0, flip(c0, len(c0)-1), c0[:len(c0)-1], c0, flip(c0, len(c0)-1), c0)
	})
	many := h.chain(1)
	var all []string
	for i := range 20 {
		all = append(all, many.say(fmt.Sprint("m", i)))
	}
	four("far", "number 19 comes first", func(s *session) { s.take(all[19]) })
	four("far-again", "numbers 19 and 12 come first, then number 0, then all in order", func(s *session) {
		s.take(all[19], all[12])
		s.take(all...)
	})
	four("most-early", "twenty in reverse: numbers 1 to 16 are kept", func(s *session) {
		slices.Reverse(all)
		s.take(all...)
		slices.Reverse(all)
		s.take(all[17:]...)
	})
	four("sixteen-early", "numbers 1 to 16, then 17, which isn't kept", func(s *session) { s.take(slices.Concat(all[1:18], all[:1], all[17:])...) })
	return cases
}

func states() []vectors.Case {
	g := newGame("hand 7", 3)
	var cases []vectors.Case
	seal := func(body string) string { return body + hash(body) }
	state := func(id, comment, state, result string) {
		cases = append(cases, vectors.Case{ID: "state/" + id, Comment: comment, Inputs: vectors.Fields{"state": hexOf(state)}, Result: result})
	}
	with := func(id, comment, transcript, result string) {
		l := g.log(0)
		l.transcript = transcript
		state(id, comment, l.state(), result)
	}
	a, b := g.chain(1), g.chain(2)
	a0 := a.say("a0")
	b0 := b.say("b0", a0)
	a1 := a.say("a1", b0)
	a2 := a.say("a2")
	fork := g.chain(1)
	fork.hear(a0)
	forkA1 := fork.say("other a1")
	forkA2 := fork.say("other a2")
	x0 := g.chain(0).say("x0")
	pair := func(a, b string) string {
		x, _ := g.parse(a)
		y, _ := g.parse(b)
		both := proof(x, y)
		return lp(both[0].raw) + lp(both[1].raw)
	}
	reversed := func(a, b string) string {
		all, _ := entries(pair(a, b))
		return lp(all[1]) + lp(all[0])
	}
	ok := func(id, comment, transcript string) {
		l := g.log(0)
		l.transcript = transcript
		cases = append(cases, vectors.Case{ID: "state/" + id, Comment: comment, Inputs: vectors.Fields{"state": hexOf(l.state())},
			Outputs: vectors.Fields{"transcript": hexOf(transcript)}, Result: "ok"})
	}
	ok("new", "nothing said or heard", "")
	ok("own", "one statement of one's own", lp(x0))
	ok("heard", "three statements", lp(a0)+lp(b0)+lp(a1))
	ok("proof", "a statement that contradicts one heard", lp(a0)+lp(b0)+lp(a1)+lp(forkA1))
	ok("proof-next", "one that can't follow the last one heard", lp(a0)+lp(b0)+lp(a1)+lp(forkA2))
	ok("pair", "two statements that contradict each other, neither of which can be heard", pair(a1, forkA1)+lp(x0))
	ok("pair-then", "the same, and the seat's statement before them isn't heard", lp(x0)+pair(a1, forkA2))

	with("early", "a statement that can't be heard", lp(b0), "malformed")
	with("early-first", "one that can't be heard, and then one that can", lp(b0)+lp(a0), "malformed")
	with("twice", "a statement twice", lp(a0)+lp(a0), "malformed")
	with("after-proof", "a statement of a seat with a proof", pair(a1, forkA1)+lp(a0), "malformed")
	with("pair-reversed", "two contradicting statements in the wrong order", reversed(a1, forkA1), "malformed")
	both, _ := entries(pair(a1, forkA1))
	with("pair-apart", "two contradicting statements with another between", lp(both[0])+lp(x0)+lp(both[1]), "malformed")
	with("pair-heard", "two contradicting statements, of which the second can be heard", lp(a0)+lp(forkA2)+lp(forkA1), "malformed")
	with("early-two", "two statements of a seat that can't be heard, and don't contradict each other", lp(a1)+lp(a2), "malformed")
	with("early-seats", "two statements of two seats that can't be heard", lp(b0)+lp(a1), "malformed")
	for i := 0; ; i++ {
		unready := g.chain(1)
		unready.hear(b0)
		lower := unready.say(fmt.Sprint("other a0, ", i))
		if hash(lower[:len(lower)-64]) < hash(a0[:len(a0)-64]) {
			with("pair-ready", "two contradicting statements, of which the second can be heard", lp(lower)+lp(a0), "malformed")
			break
		}
	}
	later := b.fork()
	later.heads[1] = head{3, hash("made up")}
	b1 := later.say("b1")
	later.heads[1] = head{0, g.T}
	with("pair-opposed", "two contradicting statements, of which the second contradicts one that was heard", lp(a0)+lp(b0)+lp(b1)+lp(later.say("b2")), "malformed")
	with("pair-unsigned", "two contradicting statements, the signature of the second altered", lp(both[0])+lp(flip(both[1], len(both[1])-1)), "signature")
	with("half", "the first of two contradicting statements", lp(a1), "malformed")
	with("signature", "a signature altered", lp(flip(a0, len(a0)-1)), "signature")
	with("other-table", "a statement of another table", lp(newGame("hand 8", 3).chain(1).say("a0")), "malformed")
	with("framing", "a byte after the last entry", lp(a0)+"\x00", "malformed")
	with("framing-signature", "the same, and a signature altered", lp(flip(a0, len(a0)-1))+"\x00", "malformed")

	l := g.log(0)
	l.transcript = lp(x0)
	whole := l.state()
	body := whole[:len(whole)-32]
	state("checksum", "another checksum", flip(whole, len(whole)-1), "malformed")
	state("truncated", "the last byte is missing", whole[:len(whole)-1], "malformed")
	state("empty", "nothing", "", "malformed")
	state("trailing", "a byte more, under a good checksum", seal(body+"\x00"), "malformed")
	state("label", "another label, under a good checksum", seal(flip(body, 8)), "malformed")
	make := func(table string, seat int, seed, transcript string) string {
		return seal(lp("squaredeal/record/v1/state") + lp(table) + u32(seat) + seed + lp(transcript))
	}
	state("other-seat", "the key of another seat", make(g.table, 1, g.seeds[0], ""), "malformed")
	state("no-seat", "a seat that doesn't exist", make(g.table, 3, g.seeds[0], ""), "malformed")
	state("seat-64", "seat 64, with the key of seat 0", make(g.table, 64, g.seeds[0], ""), "malformed")
	state("seat-highest", "seat 2³² − 1", make(g.table, -1, g.seeds[0], ""), "malformed")
	state("other-key", "a key of no seat", make(g.table, 0, hash("another key"), ""), "malformed")
	state("other-key-signature", "the same, and a signature altered", make(g.table, 0, hash("another key"), lp(flip(a0, len(a0)-1))), "malformed")
	state("short-key", "a key of 31 bytes", make(g.table, 0, g.seeds[0][:31], ""), "malformed")
	state("table", "a table that isn't one", make(g.table[:len(g.table)-1], 0, g.seeds[0], ""), "malformed")
	state("same-key", "a table with one key twice", make(encodeTable("hand 7", []string{g.keys[0], g.keys[0]}), 0, g.seeds[0], ""), "malformed")
	return cases
}

func merges() []vectors.Case {
	g := newGame("hand 7", 3)
	var cases []vectors.Case
	add := func(id, comment string, transcripts ...string) {
		m := g.merge(transcripts)
		hexes := []string{}
		for _, transcript := range transcripts {
			hexes = append(hexes, hexOf(transcript))
		}
		list := func(all []*statement) []string {
			texts := []string{}
			for _, st := range all {
				texts = append(texts, place(st)+" "+hexOf(st.digest))
			}
			return texts
		}
		evidence, past := []string{}, []string{}
		for _, pair := range m.equivocations {
			evidence = append(evidence, hexOf(lp(pair[0].raw)+lp(pair[1].raw)))
		}
		for _, st := range slices.Concat(m.statements, m.loose) {
			past = append(past, m.past(st))
		}
		cases = append(cases, vectors.Case{ID: "merge/" + id, Comment: comment, Inputs: vectors.Fields{"table": hexOf(g.table), "transcripts": hexes},
			Outputs: vectors.Fields{"statements": list(m.statements), "loose": list(m.loose), "equivocations": evidence, "claims": m.claims, "damaged": m.damaged, "past": past}, Result: "ok"})
	}
	all := func(raw ...string) string {
		var b strings.Builder
		for _, raw := range raw {
			b.WriteString(lp(raw))
		}
		return b.String()
	}
	x, y, z := g.chain(0), g.chain(1), g.chain(2)
	x0, y0 := x.say("x0"), y.say("y0")
	z0 := z.say("z0", x0, y0)
	x1 := x.say("x1", z0)
	y1 := y.say("y1", z0)
	y2 := y.say("y2", x0, x1)
	x2 := x.say("x2")
	logs := []string{all(x0, y0, z0, x1, x2), all(y0, x0, z0, y1, x1, y2), all(x0, y0, z0, y1)}

	add("none", "no transcripts")
	add("empty", "empty ones", "", "")
	add("honest", "three honest logs", logs...)
	add("honest-again", "the same in another order, and twice", logs[2], logs[0], logs[1], logs[0])
	add("layer", "statements of one depth, known in another order than that of seats", func() string {
		late := g.chain(0)
		late.hear(x0)
		second := g.chain(2).say("second z0")
		return all(x0, y0, second, y.forkAt(y0).say("y1"), late.say("x1", second))
	}())
	add("one-log", "one of them", logs[2])
	add("lost-first", "nobody's log has the first statement", all(y0, z0, x1, x2, y1, y2))
	add("lost-middle", "the statement in the middle is lost", all(x0, y0, x1, y1))
	add("truncated", "a transcript that ends early", logs[0][:len(logs[0])-30], all(y0))
	add("length", "a length that doesn't fit", logs[0][:len(lp(x0))]+"\xff"+logs[0][len(lp(x0))+1:], logs[2])
	add("altered", "an altered statement between good ones", all(x0, flip(y0, len(y0)-1), z0), all(y0))
	add("junk", "junk that is framed", all("", "junk", x0)+"\x00\x00")
	add("foreign", "statements of another table", all(newGame("hand 8", 3).chain(0).say("x0"), y0))
	add("seven-left", "seven bytes are left", all(x0)+"\x00\x00\x00\x00\x00\x00\x00")

	body := x0[:len(x0)-64]
	R := times(big.NewInt(77), base).String()
	again := body + R + response(big.NewInt(77), secret(0), R, g.keys[0], body)
	add("two-signatures", "two signatures of one statement; other statement: see the evidence", all(x0), all(again), all(g.chain(0).say("other")))
	add("two-signatures-again", "the other way round", all(again), all(x0), all(g.chain(0).say("other")))

	otherX0 := g.chain(0).say("other x0")
	add("equivocation", "two statements with number 0: nothing that heard either is in the record", logs[0], all(otherX0))
	forkX := g.chain(0)
	forkX.hear(x0)
	forkX1 := forkX.say("other x1")
	forkX2 := forkX.say("other x2")
	add("fork", "two branches from number 1", logs[0], logs[1], all(forkX1, forkX2))
	add("fork-gap", "number 2 on another branch, whose number 1 isn't known", logs[0], logs[1], all(forkX2))
	add("previous", "number 2 on another branch, and no other number 2", all(x0, y0, z0, x1), all(forkX2))
	add("fork-heard", "two seats have heard different branches", all(x0, y0, z0, x1, y1, y2), func() string {
		w := g.chain(2)
		w.hear(x0)
		w.hear(y0)
		w.hear(z0)
		return all(forkX1, w.say("w1", forkX1))
	}())
	back := y.fork()
	back.heads[0] = head{1, hash(x0[:len(x0)-64])}
	y3 := back.say("y3")
	add("fewer", "a seat has heard fewer than before", logs[1], all(y3))
	add("fewer-apart", "the same, when a statement between them isn't known", all(x0, y0, z0, x1, y1, y2), all(func() string {
		c := back.fork()
		c.heads[0] = head{2, hash("made up")}
		return c.say("y4")
	}()))
	lie := y.fork()
	lie.heads[2] = head{5, hash("made up")}
	y3lie := lie.say("y3")
	add("never-said", "a seat claims to have heard what nobody said", logs[0], logs[1], all(y3lie, lie.say("y4")))
	liar := y.fork()
	liar.heads[2] = head{5, hash("made up")}
	first := liar.say("y3")
	liar.heads[0] = head{9, hash("made up")}
	add("claims-order", "claims are listed by the seat that they name, not in the order in which they were made", logs[0], logs[1], all(first, liar.say("y4")))
	wrong := y.fork()
	wrong.heads[0] = head{3, hash("made up")}
	add("conflict", "a seat claims another statement than the one known", logs[0], logs[1], all(wrong.say("y3")))
	seat := y.fork()
	seat.heads[0] = head{3, hash(y2[:len(y2)-64])}
	add("wrong-seat", "a head with the digest of another seat's statement", logs[0], logs[1], all(seat.say("y3")))
	count := y.fork()
	count.heads[0] = head{4, hash(x2[:len(x2)-64])}
	add("wrong-count", "a head with a digest of a lower number", logs[0], logs[1], all(count.say("y3")))
	both := g.chain(2)
	both.hear(x0)
	both.hear(y0)
	both.hear(z0)
	w1 := both.say("w1", forkX1)
	w2 := both.say("w2", y2)
	add("past-forked", "the past of a statement has two branches: its signer is at fault too", logs[0], logs[1], all(forkX1, w1, w2))
	add("two-guilty", "two seats are guilty", logs[0], all(otherX0, g.chain(2).say("other z0")))
	add("late-fork", "a late fork contests everything, but no past", logs[0], logs[1], all(g.chain(2).say("other z0")))
	return cases
}

// accumulated are runs of honest seats, section 12.3.
func accumulated() []vectors.Case {
	run := func(runs int) string {
		var all strings.Builder
		for i := range runs {
			n := 2 + i%3
			g := newGame(fmt.Sprint("run ", i), n)
			var logs []*log
			for seat := range n {
				logs = append(logs, g.log(seat))
			}
			for j := range 4 * n {
				b := hash(fmt.Sprintf("run %d step %d", i, j))
				from, to := int(b[0])%n, int(b[1])%n
				logs[from].say(len(logs[from].chains[from]), fmt.Sprintf("message %d", j))
				list, _ := entries(logs[from].transcript)
				for _, raw := range list {
					logs[to].hear(raw)
				}
			}
			for _, l := range logs {
				all.WriteString(l.transcript)
			}
		}
		return hexOf(hash(all.String()))
	}
	var cases []vectors.Case
	for _, runs := range []int{1, 30} {
		cases = append(cases, vectors.Case{ID: fmt.Sprint("accumulated/", runs), Comment: fmt.Sprint(runs, " runs"),
			Inputs: vectors.Fields{"runs": runs}, Outputs: vectors.Fields{"sha256": run(runs)}, Result: "ok"})
	}
	return cases
}
