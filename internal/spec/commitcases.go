package spec

import (
	"crypto/sha256"
	"fmt"
	"strings"
)

func commitCases(s *suite) {
	commitments(s)
	tosses(s)
	tossStates(s)
	chains(s)
	chainLinks(s)
	chainStates(s)
	verifiers(s)
	streams(s)
	crashes(s)
	s.accumulate("accumulated/runs", `run i commits with nonce SHA-256("nonce i") in context "context i" to i mod 300 bytes i, i+1, … mod 256`,
		[]int{100, 10_000, 100_000}, func(i int) string {
			return commitment(sha(fmt.Sprint("nonce ", i)), fmt.Sprint("context ", i), counting(i, i%300))
		})
	s.accumulate("manytosses/runs", "section 10.6", []int{100, 1000}, tossRun)
	s.accumulate("manystreams/runs",
		`run i draws IntN(36) and Uint64N(1000000007000000007) from the seed SHA-256("seed i") in context "context i", as text "a,b;"`,
		[]int{10_000}, func(i int) string {
			stream := tossStream(sha(fmt.Sprint("seed ", i)), fmt.Sprint("context ", i))
			return stream.draw("intn 36") + "," + stream.draw("uint64n 1000000007000000007") + ";"
		})
	s.accumulate("manycrashes/runs",
		`run i: round i + 1 with the value SHA-256("value i") and the beacon's value SHA-256("beacon i"), as text "a;"`,
		[]int{10_000}, func(i int) string {
			return crashPoint(crashOf(uint64(i+1), sha(fmt.Sprint("value ", i)), sha(fmt.Sprint("beacon ", i)))) + ";"
		})
}

func commitments(s *suite) {
	nonce := counting(0, 32)
	open := func(id, comment, result, c, nonce, context, value string) {
		s.refuse("commitment/"+id, comment, result, fields{"commitment": c, "nonce": hexOf(nonce), "context": hexOf(context),
			"value": hexOf(value)})
	}
	good := func(id, comment, nonce, context, value string) {
		open(id, comment, "ok", hexOf(commitment(nonce, context, value)), nonce, context, value)
	}
	c := commitment(nonce, "game 7", "heads")
	good("worked", "the worked vector of SPEC.md", nonce, "game 7", "heads")
	good("empty", "no context, no value; a nonce of 32 zero bytes is one like any other", zeros(32), "", "")
	good("long", "longer than any buffer", nonce, counting(0, 1000), counting(7, 2000))
	for n := 403; n <= 405; n++ {
		good(fmt.Sprint("boundary-", n), "the hashed message has 511, 512 or 513 bytes", nonce, "", counting(0, n))
	}
	open("other-value", "another value", "mismatch", hexOf(c), nonce, "game 7", "tails")
	open("other-context", "another context", "mismatch", hexOf(c), nonce, "game 8", "heads")
	open("other-nonce", "another nonce", "mismatch", hexOf(c), counting(1, 32), "game 7", "heads")
	open("moved-boundary", "a byte moved from the context to the value", "mismatch", hexOf(c), nonce, "game ", "7heads")
	open("trailing-zero", "a zero byte more", "mismatch", hexOf(c), nonce, "game 7", "heads\x00")
	open("other-commitment", "the last bit of the commitment flipped", "mismatch", hexOf(flip(c, -1)), nonce, "game 7", "heads")
	open("short-nonce", "31 bytes", "malformed", hexOf(c), nonce[:31], "game 7", "heads")
	open("long-nonce", "33 bytes", "malformed", hexOf(c), nonce+"\x00", "game 7", "heads")
	open("upper-case", "the commitment in upper case", "malformed", strings.ToUpper(hexOf(c)), nonce, "game 7", "heads")
	open("short", "62 characters", "malformed", hexOf(c[:31]), nonce, "game 7", "heads")
	open("long-text", "66 characters", "malformed", hexOf(c)+"00", nonce, "game 7", "heads")
}

func tosses(s *suite) {
	for _, t := range []toss{{"throw 1", 2}, {"table 5, hand 12", 3}, {strings.Repeat("s", 1024), 4}, {"s", 5}, {"many", 1024}} {
		s.add(vector{
			ID: fmt.Sprint("seed/", t.seats), Comment: "the honest toss of this many seats", Inputs: fields{"session": hexOf(t.session),
				"seats": t.seats},
			Intermediates: fields{"toss": hexOf(t.name()), "digest": hexOf(t.digest(nil))}, Outputs: fields{"seed": hexOf(t.seed())}, Result: "ok",
		})
	}
	tossPlays(s)
	refuse := func(id, comment, session string, seats, seat int) {
		s.refuse("toss/"+id, comment, "malformed", fields{"session": hexOf(session), "seats": seats, "seat": seat, "messages": []string{}})
	}
	refuse("no-session", "an empty session", "", 2, 0)
	refuse("long-session", "1,025 bytes", strings.Repeat("s", 1025), 2, 0)
	refuse("one-seat", "no toss of one", "s", 1, 0)
	refuse("many-seats", "1,025 seats", "s", 1025, 0)
	refuse("negative-seat", "seat -1", "s", 2, -1)
	refuse("high-seat", "seat 2 of 0 and 1", "s", 2, 2)
}

// tossPlay adds what a seat answers to messages, and what a record of them shows.
func (s *suite) tossPlay(t toss, id, comment string, seat int, want string, messages ...said) {
	texts := []string{}
	for _, m := range messages {
		texts = append(texts, fmt.Sprintf("%d %x", m.from, m.message))
	}
	outputs, _ := t.answer(seat, messages)
	expect(id, strings.Join(outputs["answers"].([]string), ", "), want)
	inputs := fields{"session": hexOf(t.session), "seats": t.seats, "messages": texts}
	s.ok("toss/"+id, comment, inputs.with("seat", seat), outputs)
	outputs, class := t.verdictAnswer(messages)
	s.add(vector{ID: "record/" + id, Comment: comment, Inputs: inputs, Outputs: outputs, Result: class})
}

func tossPlays(s *suite) {
	t := toss{"table 5, hand 12", 3}
	play := func(id, comment string, seat int, want string, messages ...said) {
		s.tossPlay(t, id, comment, seat, want, messages...)
	}
	c := func(from int) said { return said{from, t.commit(from)} }
	r := func(from int) said { return said{from, t.reveal(from)} }
	reveal := func(from, opened int, list string) said {
		return said{from, t.revealWith(from, nonceOf(opened), valueOf(opened), list)}
	}
	falsely := said{1, t.revealWith(1, nonceOf(1), valueOf(9), t.digest(nil))}
	other, more := toss{"table 5, hand 13", 3}, toss{"table 5, hand 12", 4}
	play("honest", "all messages, repetitions, and what is said after the end", 0, "ok, ok, ok, ok, ok, ok, ok, state 1",
		c(2), c(0), c(2), c(1), r(1), r(2), r(0), falsely)
	play("early", "reveals before the last commitment are too early", 0, "ok, state 2, ok, state 1, ok", c(0), r(2), c(2), falsely, c(1))
	play("several", "all that are blamed; the class of the first fault", 1, "ok, ok, ok, mismatch 1, state 2, malformed 0, ok",
		c(0), c(1), c(2), falsely, said{2, t.commitWith(2, t.commitmentTo(2, nonceOf(2), valueOf(9)))}, said{0, "\x03"}, r(0))
	play("false-then-right", "a false reveal, and then the right one", 0, "ok, ok, ok, ok, mismatch 1, ok, ok", c(0), c(1), c(2), r(0),
		falsely, r(2), r(1))
	play("false-and-other-list", "false, and of another list: false; of another list alone: nobody is blamed", 0,
		"ok, ok, ok, mismatch 1, diverged",
		c(0), c(1), c(2), reveal(1, 2, sha("another list")), reveal(2, 2, sha("another list")))
	foreign := t.commitmentTo(0, nonceOf(9), valueOf(9))
	list := t.digest(map[int]string{0: foreign})
	play("foreign", "another commitment is read in one's own name: it counts, and there is nothing to say; whoever made it can open it", 0,
		"ok, state 0, ok, ok, ok, ok, mismatch 0, ok", said{0, t.commitWith(0, foreign)}, c(0), c(1), c(2), reveal(1, 1, list),
		reveal(2, 2, list), reveal(0, 0, list), reveal(0, 9, list))
	copied := t.digest(map[int]string{2: t.commitment(1)})
	play("copied", "a copy is taken, whoever comes first, and can't be opened", 1, "ok, ok, ok, mismatch 2, ok, ok",
		c(0), said{2, t.commitWith(2, t.commitment(1))}, c(1), reveal(2, 1, copied), reveal(1, 1, copied), reveal(0, 0, copied))
	play("others", "messages of another toss, of one with more seats, and that name another seat: nobody's fault", 0,
		"other, other, other, other, ok",
		said{1, other.commit(1)}, said{1, more.reveal(1)}, said{1, t.commit(2)}, said{2, t.commitWith(past+2, t.commitment(2))}, c(1))
	play("sender", "no seat", 1, "malformed, malformed, malformed", said{3, t.commit(2)}, said{-1, t.commit(2)}, said{3, ""})
	play("form", "empty, unknown, cut, longer, and in another toss", 1,
		"malformed 0, malformed 0, malformed 0, malformed 0, malformed 0, malformed 2, malformed 2, malformed 2",
		said{0, ""}, said{0, "\x03" + t.commit(0)[1:]}, said{0, t.commit(0)[:68]}, said{0, t.commit(0) + "\x00"},
		said{0, "\x01" + t.reveal(0)[1:]},
		said{2, t.reveal(2)[:132]}, said{2, t.reveal(2) + "\x00"}, said{2, other.commit(2) + "\x00"})
}

// tossRun follows section 10.6.
func tossRun(i int) (out string) {
	t, other := toss{fmt.Sprint("run ", i), 2 + i%3}, toss{"another", 2 + i%3}
	r := newTossReader(t)
	var messages []said
	for j := range 8 * t.seats {
		b := sha(fmt.Sprintf("run %d step %d", i, j))
		from := int(b[0]) % t.seats
		next := (from + 1) % t.seats
		m := []string{
			t.revealWith(from, nonceOf(from), valueOf(9), r.list()),
			t.revealWith(from, nonceOf(from), valueOf(from), sha("another list")),
			t.commitWith(from, t.commitment(next)),
			t.revealWith(from, nonceOf(next), valueOf(next), r.list()),
			t.commitWith(from, t.commitmentTo(from, nonceOf(from), valueOf(9))),
			other.commit(from), t.commit(next), t.commit(from)[:68],
		}[b[1]%8]
		switch {
		case b[1] < 112:
			m = t.commit(from)
		case b[1] < 224:
			m = t.revealWith(from, nonceOf(from), valueOf(from), r.list())
		}
		messages = append(messages, said{from, m})
		out += fmt.Sprintf("%s, %s, %x\n", r.read(from, m), r.due(), r.pending(0))
	}
	class, _ := verdict(t, messages)
	return out + r.result() + ", " + class + "\n" + r.state(0)
}

func tossStates(s *suite) {
	t := toss{"table 5, hand 12", 3}
	refuse := func(id, comment, state string) {
		s.refuse("tossstate/"+id, comment, "malformed", fields{"state": hexOf(state)})
	}
	label, id, secrets := lp("squaredeal/toss/v1/state"), lp(t.session), nonceOf(0)+valueOf(0)
	full := "\x01" + t.commitment(0) + "\x02" + t.commitment(1) + t.reveal(1)[37:101] + "\x01" + t.commitment(2)
	with := func(name, comment, id string, seats, seat int, rest string) {
		refuse(name, comment, seal(label+id+u32(seats)+u32(seat)+secrets+rest))
	}
	body := label + id + u32(3) + u32(0) + secrets
	refuse("empty", "nothing at all", "")
	s.sealless("tossstate", fields{})
	refuse("checksum", "the checksum of another state", body+full+sha("another"))
	refuse("label", "a chain's label", seal(lp("squaredeal/chain/v1/state")+body[len(label):]+full))
	refuse("trailing", "a byte behind the checksum", seal(body+full)+"\x00")
	with("no-session", "an empty session", lp(""), 3, 0, full)
	with("long-session", "1,025 bytes", lp(strings.Repeat("s", 1025)), 3, 0, full)
	with("session-cut", "a session longer than all that follows", u64(1<<40)+t.session, 3, 0, full)
	with("seats", "one seat", id, 1, 0, "\x00")
	with("many-seats", "2^32 - 1 seats", id, -1, 0, full)
	with("seats-of-16-bits", "65,539 seats, which are 3 in 16 bits", id, 1<<16+3, 0, full)
	with("seat", "seat 3 of three", id, 3, 3, full)
	with("negative-seat", "seat 2^32 - 1", id, 3, -1, full)
	with("three-messages", "a seat that has said three things", id, 3, 0, full[:33]+"\x03"+t.commitment(1)+full[130:])
	with("seat-missing", "no byte for the last seat", id, 3, 0, "\x00\x00")
	with("seat-more", "a byte more than seats", id, 3, 0, "\x00\x00\x00\x00")
	with("cut-commitment", "a commitment of 31 bytes", id, 3, 0, full[:len(full)-1])
	with("early-reveal", "a reveal before the last commitment", id, 3, 0, full[:len(full)-33]+"\x00")
	with("false-reveal", "a reveal that doesn't open its commitment", id, 3, 0, full[:66]+nonceOf(1)+valueOf(2)+full[130:])
}

func chains(s *suite) {
	last := counting(0, 32)
	for _, n := range []int{1, 2, 3, 4, 5, 8, 13, 21, 1000, 1024} {
		xs := chainOf(last, n)
		var states []string
		for r := range n + 1 {
			states = append(states, chainState(uint64(n), xs[0], xs, n-r, 0))
			if r < n {
				states = append(states, chainState(uint64(n), xs[0], xs, n-r, 1))
			}
		}
		outputs := fields{"allValues": hexOf(sha(joined(xs))), "allStates": hexOf(sha(joined(states)))}
		if n <= 5 {
			outputs = fields{"values": hexes(xs...), "states": hexes(states...)}
		}
		s.ok(fmt.Sprint("chain/", n), "the anchor and every value; the state as it is stored at first, at each draw and at each "+
			"reveal; of more than 5, as SHA-256 of all put together",
			fields{"n": n, "last": hexOf(last)}, outputs)
	}
	for _, n := range []uint64{0, 1<<32 + 1} {
		s.refuse(fmt.Sprint("chain/of-", n), "not 1 to 2^32 rounds", "malformed", fields{"n": n, "last": hexOf(last)})
	}

	// Calls to a chain: each with its answer, and with how many states have been stored when it is done.
	xs := chainOf(last, 3)
	play := func(id, comment string, inputs fields, state string, calls ...string) {
		var list, answers []string
		var stored []int
		for _, c := range calls {
			parts := strings.Split(c, ": ")
			answer, count, _ := strings.Cut(parts[1], ", ")
			list, answers, stored = append(list, parts[0]), append(answers, answer), append(stored, int(bigInt(count).Int64()))
		}
		s.ok("calls/"+id, comment, inputs.with("calls", list), fields{"answers": answers, "stored": stored, "state": brief(state)})
	}
	made := fields{"n": 3, "last": hexOf(last)}
	x1, x2, x3 := hexOf(xs[1]), hexOf(xs[2]), hexOf(xs[3])
	play("order", "rounds that can't be drawn or revealed, and those that can; the same again stores the same state again, or nothing",
		made, chainState(3, xs[0], xs, 1, 1),
		"draw 0: malformed, 1", "draw 4: malformed, 1", "reveal 0: malformed, 1", "reveal 4: malformed, 1", "reveal 1: state, 1",
		"draw 2: state, 1", "reveal 2: state, 1",
		"draw 1: "+x1+", 2", "draw 1: "+x1+", 3", "draw 2: state, 3", "reveal 2: state, 3", "reveal 1: "+x1+", 4", "reveal 1: "+x1+", 4",
		"draw 1: state, 4", "reveal 2: state, 4",
		"draw 3: state, 4", "draw 2: "+x2+", 5", "reveal 1: "+x1+", 5", "draw 1: state, 5", "reveal 2: "+x2+", 6", "reveal 1: state, 6",
		"draw 3: "+x3+", 7")
	end := chainState(3, xs[0], xs, 0, 0)
	play("end", "after the last round", fields{"state": hexOf(end)}, end, "reveal 3: "+x3+", 0", "draw 3: state, 0",
		"reveal 2: state, 0", "draw 4: malformed, 0", "reveal 4: malformed, 0")
	// The end of the longest chain. Nobody checks the anchor, which takes 2^32 hashes.
	const most = 1 << 32
	ys, anchor := chainOf(last, 8), counting(100, 32)
	y7, y8 := hexOf(ys[7]), hexOf(ys[8])
	play("longest", "the last two of 2^32 rounds", fields{"state": hexOf(chainState(most, anchor, ys, 2, 0))},
		chainState(most, anchor, ys, 0, 0),
		"reveal 4294967295: state, 0", "draw 4294967295: "+y7+", 1", "reveal 4294967295: "+y7+", 2", "draw 4294967297: malformed, 2",
		"draw 4294967296: "+y8+", 3", "reveal 4294967296: "+y8+", 4", "draw 4294967297: malformed, 4")
}

func chainLinks(s *suite) {
	verify := func(id, comment, anchor, x string, steps int, result string) {
		s.refuse("link/"+id, comment, result, fields{"anchor": anchor, "value": x, "steps": steps})
	}
	xs := chainOf(counting(0, 32), 5)
	anchor, x := hexOf(xs[2]), hexOf(xs[5])
	at := [32]byte([]byte(counting(0, 32)))
	for range 1 << 24 {
		at = sha256.Sum256(at[:])
	}
	far := string(at[:])
	verify("between", "from a value to one before it", anchor, x, 3, "ok")
	verify("less", "a step less", anchor, x, 2, "mismatch")
	verify("more", "a step more", anchor, x, 4, "mismatch")
	verify("backwards", "the anchor in place of the value", hexOf(xs[1]), hexOf(xs[0]), 1, "mismatch")
	verify("hex", "the hash of 64 characters", hexOf(sha(x)), x, 1, "mismatch")
	verify("none", "no steps", x, x, 0, "malformed")
	verify("most", "2^24 steps", hexOf(far), hexOf(counting(0, 32)), 1<<24, "ok")
	verify("many", "2^24 + 1 steps, which lead there", hexOf(sha(far)), hexOf(counting(0, 32)), 1<<24+1, "malformed")
	verify("upper-case", "the anchor in upper case", strings.ToUpper(anchor), x, 3, "malformed")
	verify("short", "a value of 62 characters", anchor, x[:62], 3, "malformed")
}

func chainStates(s *suite) {
	xs := chainOf(counting(0, 32), 13)
	good := unseal(chainState(13, xs[0], xs, 9, 0))
	label := lp("squaredeal/chain/v1/state")
	values := good[len(label)+17:] // with the anchor
	// States that a chain resumes from, and which it finds out when it comes to the value that
	// was altered. The values above the last kept one but one come from the last.
	indices := kept(13, 4)
	altered := func(id, comment string, at, round int) {
		s.refuse("altered/"+id, comment, "mismatch", fields{"state": hexOf(seal(flip(good, at))), "round": round})
	}
	altered("first", "x_4 is revealed; the first kept value, x_5, has another bit", len(good)-4*32, 5)
	altered("last", "the last one, which later values are computed from", len(good)-1, indices[len(indices)-2]+1)
	altered("revealed", "the one that is revealed", len(good)-5*32, 5)

	refuse := func(id, comment, state string) {
		s.refuse("state/"+id, comment, "malformed", fields{"state": hexOf(state)})
	}
	with := func(id, comment string, n, r uint64, drawn, values string) {
		refuse(id, comment, seal(label+u64(n)+u64(r)+drawn+values))
	}
	refuse("empty", "nothing at all", "")
	s.sealless("state", fields{})
	refuse("checksum", "the checksum of another state", good+sha("another"))
	refuse("label", "another label", seal(lp("squaredeal/chain/v2/state")+good[len(label):]))
	refuse("trailing", "a byte behind the checksum", seal(good)+"\x00")
	with("cut-summed", "a byte less than the fixed fields", 1, 1, "\x00", xs[0]+xs[1][:31])
	with("drawn", "neither drawn nor not", 13, 4, "\x02", values)
	with("drawn-at-end", "a round drawn after the last one", 13, 13, "\x01", xs[0]+xs[13])
	with("n-zero", "a chain of no rounds", 0, 0, "\x00", xs[0]+xs[0])
	with("n-many", "2^32 + 1 rounds", 1<<32+1, 4, "\x00", values)
	with("n-many-end", "the end of 2^32 + 1 rounds", 1<<32+1, 1<<32+1, "\x00", xs[0]+xs[13])
	with("round", "round 14 of 13", 13, 14, "\x00", xs[0]+xs[13])
	with("round-huge", "round 2^64 - 1", 13, 1<<64-1, "\x00", values)
	with("value-missing", "a value less", 13, 4, "\x00", values[:len(values)-32])
	with("value-more", "a value more", 13, 4, "\x00", values+xs[5])
	with("value-cut", "a byte less", 13, 4, "\x00", values[:len(values)-1])
	with("end-value", "a value after the last round", 13, 13, "\x00", xs[0]+xs[13]+xs[13])
	with("other-anchor", "no round revealed, and a value revealed last that isn't the anchor", 1, 0, "\x00", xs[1]+xs[0]+xs[1])
}

func verifiers(s *suite) {
	xs := chainOf(counting(0, 32), 13)
	// follow has links as texts: a round, the number of a value, and the answer.
	follow := func(id, comment string, from uint64, known string, to uint64, links ...string) {
		var list, answers []string
		for _, l := range links {
			words := strings.Fields(l)
			list = append(list, words[0]+" "+hexOf(xs[bigInt(words[1]).Int64()]))
			answers = append(answers, words[2])
		}
		last := known
		if to != from {
			last = xs[to]
		}
		s.ok("verifier/"+id, comment, fields{"round": from, "known": hexOf(known), "links": list},
			fields{"answers": answers, "state": hexOf(verifierState(to, last))})
	}
	follow("again", "rounds, the same again, and earlier ones", 0, xs[0], 4, "1 1 ok", "1 1 ok", "4 4 ok", "4 4 ok", "2 2 ok",
		"1 1 ok", "3 3 ok")
	follow("late", "from a later link", 5, xs[5], 13, "6 6 ok", "13 13 ok", "4 4 ok")
	follow("false", "another value, the value of another round, one again as another's", 0, xs[0], 3,
		"1 2 mismatch", "2 1 mismatch", "3 3 ok", "3 2 mismatch", "2 3 mismatch", "4 3 mismatch", "4 5 mismatch")
	follow("range", "rounds that don't exist or are too far", 0, xs[0], 1, "0 0 malformed", "4294967297 1 malformed",
		"16777217 1 malformed", "1 1 ok")
	follow("range-end", "a value that would be that of round 2^32 + 1", 1<<32, xs[0], 1<<32, "4294967297 1 malformed", "4294967296 0 ok")
	follow("range-back", "too far back", 1<<24+2, xs[0], 1<<24+2, "1 1 malformed")
	s.refuse("verifier/round", "a chain has at most 2^32 rounds", "malformed",
		fields{"round": uint64(1<<32 + 1), "known": hexOf(xs[0]), "links": []string{}})

	refuse := func(id, comment, state string) {
		s.refuse("verifierstate/"+id, comment, "malformed", fields{"state": hexOf(state)})
	}
	x := xs[1]
	refuse("empty", "nothing at all", "")
	s.sealless("verifierstate", fields{})
	refuse("checksum", "another checksum", unseal(verifierState(3, x))+sha("another"))
	refuse("label", "a chain's label", seal(lp("squaredeal/chain/v1/state")+u64(3)+x))
	refuse("round", "2^32 + 1 rounds", verifierState(1<<32+1, x))
	refuse("short", "a link of 31 bytes", verifierState(3, x[:31]))
	refuse("long", "a link of 33 bytes", verifierState(3, x+"\x00"))
}

func streams(s *suite) {
	draws := []string{"intn 36", "intn 6", "uint32", "read 3", "uint64", "intn 1", "intn 4294967295", "intn 2147483647",
		"uint64n 4294967296", "uint64n 4294967297", "uint64n 18446744073709551615", "uint64n 9223372036854775809",
		"distinct 52 5", "distinct 52 52", "distinct 7 0", "distinct 1 1", "distinct 1 0", "weighted 1", "weighted 1 2 3",
		"weighted 0 0 5 0", "weighted 9223372036854775808 9223372036854775807", "read 100", "intn 52"}
	stream := func(id, comment string, open func() *source, inputs fields) {
		var results []string
		from := open()
		for _, d := range draws {
			results = append(results, from.draw(d))
		}
		s.ok("stream/"+id, comment, inputs.with("draws", draws), fields{"bytes": hexOf(open().take(80)), "results": results})
	}
	seed := toss{"throw 1", 2}.seed()
	for id, context := range []string{"dice", "", "dice 10"} {
		stream(fmt.Sprint("seed-", id), "the seed of the worked vector in three contexts, one of them empty",
			func() *source { return tossStream(seed, context) },
			fields{"seed": hexOf(seed), "context": hexOf(context)})
	}
	for _, round := range []uint64{3, 1 << 32} {
		stream(fmt.Sprint("round-", round), "a round of a chain, and the last possible one",
			func() *source { return roundStream(round, counting(0, 32), "dice") },
			fields{"round": round, "value": hexOf(counting(0, 32)), "context": hexOf("dice")})
	}
	s.refuse("stream/zero-seed", "32 zero bytes are what a failed toss returns", "malformed",
		fields{"seed": hexOf(zeros(32)), "context": "", "draws": []string{}})
}

func crashes(s *suite) {
	x := chainOf(counting(0, 32), 5)[3]
	u := crashOf(3, x, sha("beacon"))
	s.add(vector{ID: "crash/worked", Comment: "the worked vector of SPEC.md", Inputs: fields{"round": 3, "value": hexOf(x),
		"beacon": hexOf(sha("beacon"))},
		Intermediates: fields{"u": u.String()}, Outputs: fields{"point": crashPoint(u)}, Result: "ok"})
	for _, u := range []string{"1", "9900000000", "9900000001", "4950000000000000",
		"4950000000000001", "9801980198019801", "9801980198019802", "9900000000000000", "9900000000000001", "10000000000000000"} {
		s.ok("crash/"+u, "an outcome, the last that reaches a point or the one after it", fields{"u": u}, fields{"point": crashPoint(bigInt(u))})
	}
}
