package main

import (
	"fmt"
	"strings"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

// A table is a toss of which everything is known.
type table struct {
	session string
	seats   int
}

func nonceOf(seat int) string { return hash(fmt.Sprint("nonce ", seat)) }
func valueOf(seat int) string { return hash(fmt.Sprint("value ", seat)) }

func (t table) commitmentTo(seat int, nonce, value string) string {
	return commitment(nonce, lp("squaredeal/toss/v1")+lp(t.session)+u32(t.seats)+u32(seat), value)
}

func (t table) commitment(seat int) string { return t.commitmentTo(seat, nonceOf(seat), valueOf(seat)) }

// all puts something of all seats together; a seat's may be replaced.
func (t table) all(of func(int) string, replaced map[int]string) string {
	var b strings.Builder
	for seat := range t.seats {
		if r, ok := replaced[seat]; ok {
			b.WriteString(r)
		} else {
			b.WriteString(of(seat))
		}
	}
	return b.String()
}

func (t table) name() string { return hash(lp("squaredeal/toss/v1") + lp(t.session) + u32(t.seats)) }

// digest is that of all commitments, some of them replaced.
func (t table) digest(replaced map[int]string) string {
	return hash(lp("squaredeal/toss/v1/list") + lp(t.session) + u32(t.seats) + t.all(t.commitment, replaced))
}

func (t table) seed() string {
	return hash(lp("squaredeal/toss/v1/seed") + lp(t.session) + u32(t.seats) + t.all(t.commitment, nil) + t.all(valueOf, nil))
}

func (t table) commitWith(seat int, c string) string { return "\x01" + t.name() + u32(seat) + c }
func (t table) commit(seat int) string               { return t.commitWith(seat, t.commitment(seat)) }

func (t table) revealWith(seat int, nonce, value, digest string) string {
	return "\x02" + t.name() + u32(seat) + nonce + value + digest
}

func (t table) reveal(seat int) string {
	return t.revealWith(seat, nonceOf(seat), valueOf(seat), t.digest(nil))
}

// state is the stored state of a seat that has the bodies of these messages.
func (t table) state(seat int, commitments, reveals map[int]string) string {
	b := lp("squaredeal/toss/v1/state") + lp(t.session) + u32(t.seats) + u32(seat) + nonceOf(seat) + valueOf(seat)
	for i := range t.seats {
		if i == seat {
			continue
		}
		in := 0
		if commitments[i] != "" {
			in += 1
		}
		if reveals[i] != "" {
			in += 2
		}
		b += string([]byte{byte(in)}) + commitments[i] + reveals[i]
	}
	return b + hash(b)
}

func seeds() []vectors.Case {
	var out []vectors.Case
	for _, t := range []table{{"s", 2}, {"table 5, hand 12", 3}, {strings.Repeat("s", 1024), 4}, {"many", 1024}} {
		out = append(out, vectors.Case{
			ID: fmt.Sprintf("seed/%d", t.seats), Comment: "the honest toss of this many seats",
			Inputs:        vectors.Fields{"session": hexOf(t.session), "seats": t.seats},
			Intermediates: vectors.Fields{"toss": hexOf(t.name()), "digest": hexOf(t.digest(nil))},
			Outputs:       vectors.Fields{"seed": hexOf(t.seed())}, Result: "ok",
		})
	}
	return out
}

// An event is a message to the seat under test, and what it answers: "ok", a message
// in hex, or a class of failure with the seats blamed.
type event struct {
	from            int
	message, answer string
}

func tosses() []vectors.Case {
	t := table{"table 5, hand 12", 3}
	two := table{"throw 1", 2}
	tossOf := func(t table, id, comment string, seat int, seed string, missing []int, events ...event) vectors.Case {
		messages, answers := []string{}, []string{}
		commitments, reveals := map[int]string{}, map[int]string{}
		for _, e := range events {
			messages = append(messages, fmt.Sprintf("%d %x", e.from, e.message))
			answers = append(answers, e.answer)
			// The first of each seat counts, whatever the answer to a reveal.
			if counts := len(e.message) > 37 && e.message[1:33] == t.name() && e.message[33:37] == u32(e.from) && e.from != seat; counts {
				if len(e.message) == 69 && e.message[0] == 1 && commitments[e.from] == "" {
					commitments[e.from] = e.message[37:]
				}
				if len(e.message) == 133 && e.message[0] == 2 && reveals[e.from] == "" {
					reveals[e.from] = e.message[37:]
				}
			}
		}
		if missing == nil {
			missing = []int{}
		}
		return vectors.Case{ID: "toss/" + id, Comment: comment, Inputs: vectors.Fields{
			"session": hexOf(t.session), "seats": t.seats, "seat": seat, "messages": messages}, Outputs: vectors.Fields{
			"commit": hexOf(t.commit(seat)), "answers": answers, "missing": missing, "seed": seed,
			"state": hexOf(t.state(seat, commitments, reveals))}, Result: "ok"}
	}
	toss := func(id, comment string, seat int, seed string, missing []int, events ...event) vectors.Case {
		return tossOf(t, id, comment, seat, seed, missing, events...)
	}
	refused := func(id, comment, session string, seats, seat int) vectors.Case {
		return vectors.Case{ID: "toss/" + id, Comment: comment, Inputs: vectors.Fields{
			"session": hexOf(session), "seats": seats, "seat": seat, "messages": []string{}}, Result: "malformed"}
	}
	says := func(from int, message, answer string) event { return event{from, message, answer} }
	c := func(from int) event { return event{from, t.commit(from), "ok"} }
	last := func(seat, from int) event { return event{from, t.commit(from), hexOf(t.reveal(seat))} }
	r := func(from int) event { return event{from, t.reveal(from), "ok"} }
	seed := hexOf(t.seed())
	other, more := table{"table 5, hand 13", 3}, table{"table 5, hand 12", 4}
	equivocal := t.revealWith(2, nonceOf(2), valueOf(2), hash("another list"))
	falsely := t.revealWith(1, nonceOf(1), valueOf(2), t.digest(nil))
	second := t.commitWith(1, t.commitmentTo(1, nonceOf(1), valueOf(9)))
	// A copy of seat 1's commitment by seat 2, and the reveals of a list that has it.
	copied := map[int]string{2: t.commitment(1)}
	copyOf := func(seat int) string {
		return t.revealWith(seat, nonceOf(seat), valueOf(seat), t.digest(copied))
	}
	copyOfOwn := map[int]string{1: t.commitment(0)}
	echoed := map[int]string{1: two.commitment(0)}

	return []vectors.Case{
		toss("seat-0", "an honest toss, as seat 0 sees it", 0, seed, nil, c(1), last(0, 2), r(1), r(2)),
		toss("seat-1", "as seat 1 sees it, the others in another order", 1, seed, nil, c(2), last(1, 0), r(2), r(0)),
		toss("seat-2", "as seat 2 sees it", 2, seed, nil, c(1), last(2, 0), r(0), r(1)),
		toss("nothing", "before any message", 1, "missing", []int{0, 2}),
		toss("incomplete-commits", "a commitment is missing", 0, "missing", []int{1}, c(2)),
		toss("incomplete-reveals", "a reveal is missing", 0, "missing", []int{1}, c(1), last(0, 2), r(2)),
		toss("again", "every message twice; a commitment, when all are in, gets the reveal again", 0, seed, nil,
			c(1), c(1), last(0, 2), last(0, 2), last(0, 1), r(1), r(1), r(2), r(2), last(0, 1)),
		toss("early", "reveals before the last commitment are kept", 0, seed, nil, r(1), r(1), c(1), r(2), last(0, 2)),
		toss("early-of-last", "the last seat's reveal before its commitment", 0, seed, nil, c(1), r(2), last(0, 2), r(1)),
		toss("early-alone", "reveals without commitments: the phase is still the first", 0, "missing", []int{1, 2}, r(1), r(2)),
		toss("early-false", "a false reveal is judged when the last commitment is in", 0, "mismatch 1", []int{2},
			says(1, falsely, "ok"), c(1), last(0, 2), says(1, falsely, "mismatch 1")),
		toss("early-second", "of two early reveals, the second is refused", 0, seed, nil,
			r(1), says(1, falsely, "state 1"), c(1), last(0, 2), r(2)),
		toss("early-false-first", "and the first counts, even if it is false", 0, "mismatch 1", nil,
			says(1, falsely, "ok"), says(1, t.reveal(1), "state 1"), c(1), last(0, 2), r(2)),
		toss("second-commitment", "another commitment is refused, at any time", 0, seed, nil,
			c(1), says(1, second, "state 1"), last(0, 2), says(1, second, "state 1"), r(1), r(2), says(1, second, "state 1")),
		toss("second-reveal", "another reveal is refused, even if it opens the commitment", 0, seed, nil,
			c(1), last(0, 2), r(1), says(1, t.revealWith(1, nonceOf(1), valueOf(1), hash("another list")), "state 1"), r(2), says(2, equivocal, "state 2")),
		toss("false-value", "another value; the same again is the same; the right one comes too late", 0, "mismatch 1", nil,
			c(1), last(0, 2), says(1, falsely, "mismatch 1"), says(1, falsely, "mismatch 1"), says(1, t.reveal(1), "state 1"), r(2)),
		toss("false-nonce", "another nonce", 0, "mismatch 1", []int{2},
			c(1), last(0, 2), says(1, t.revealWith(1, nonceOf(2), valueOf(1), t.digest(nil)), "mismatch 1")),
		toss("false-two", "two false reveals", 0, "mismatch 1 2", nil,
			c(1), last(0, 2), says(2, t.revealWith(2, nonceOf(1), valueOf(1), t.digest(nil)), "mismatch 2"), says(1, falsely, "mismatch 1")),
		toss("false-and-other-list", "a false reveal is blamed before another list", 0, "mismatch 1", nil,
			c(1), last(0, 2), says(2, equivocal, "ok"), says(1, falsely, "mismatch 1")),
		toss("copied-own", "one's own commitment, sent by another seat, is taken", 0, "mismatch 1", []int{2},
			says(1, t.commitWith(1, t.commitment(0)), "ok"), says(2, t.commit(2), hexOf(t.revealWith(0, nonceOf(0), valueOf(0), t.digest(copyOfOwn)))),
			says(1, t.revealWith(1, nonceOf(0), valueOf(0), t.digest(copyOfOwn)), "mismatch 1")),
		toss("copied-from-another", "another seat's is taken, whoever comes first, and can't be opened", 0, "mismatch 2", nil,
			says(2, t.commitWith(2, t.commitment(1)), "ok"), says(1, t.commit(1), hexOf(copyOf(0))),
			says(2, copyOf(2), "mismatch 2"), says(1, copyOf(1), "ok")),
		tossOf(two, "copied-of-two", "a toss of two seats takes a copy as well", 0, "mismatch 1", nil,
			says(1, two.commitWith(1, two.commitment(0)), hexOf(two.revealWith(0, nonceOf(0), valueOf(0), two.digest(echoed)))),
			says(1, two.revealWith(1, nonceOf(0), valueOf(0), two.digest(echoed)), "mismatch 1")),
		toss("zero", "a commitment of zeros is one like any other", 0, "missing", []int{2}, says(1, t.commitWith(1, string(make([]byte, 32))), "ok")),
		toss("other-session", "messages of another toss are nobody's fault", 0, seed, nil,
			says(1, other.commit(1), "other"), c(1), last(0, 2), says(1, other.reveal(1), "other"), r(1), r(2)),
		toss("other-seats", "nor those of a toss of more seats", 0, "missing", []int{1, 2},
			says(1, more.commit(1), "other"), says(1, more.reveal(1), "other")),
		toss("other-seat", "nor those that name another seat than their sender", 0, "missing", []int{1, 2},
			says(1, t.commit(2), "other"), says(1, t.reveal(2), "other"), says(1, t.commit(0), "other"), says(2, t.commitWith(-1<<31+2, t.commitment(2)), "other")),
		toss("other-list", "a seat saw other commitments", 0, "mismatch 2", nil, c(1), last(0, 2), r(1), says(2, equivocal, "ok")),
		toss("other-list-early", "no seed is to be expected once a list differs", 0, "mismatch 2", []int{1}, c(1), last(0, 2), says(2, equivocal, "ok")),
		toss("other-lists", "two did", 0, "mismatch 1 2", nil, c(1), last(0, 2), says(2, equivocal, "ok"),
			says(1, t.revealWith(1, nonceOf(1), valueOf(1), hash("a third list")), "ok")),
		toss("sender", "oneself, and no seat", 1, "missing", []int{0, 2},
			says(1, t.commit(1), "malformed"), says(3, t.commit(2), "malformed"), says(-1, t.commit(2), "malformed")),
		toss("form", "empty, unknown, cut, longer", 1, "missing", []int{0, 2},
			says(0, "", "malformed 0"), says(0, "\x00"+t.commit(0)[1:], "malformed 0"), says(0, "\x03"+t.commit(0)[1:], "malformed 0"),
			says(0, t.commit(0)[:68], "malformed 0"), says(0, t.commit(0)+"\x00", "malformed 0"), says(0, "\x01", "malformed 0"),
			says(0, "\x01"+t.reveal(0)[1:], "malformed 0"), says(0, "\x02"+t.commit(0)[1:], "malformed 0"),
			says(2, t.reveal(2)[:132], "malformed 2"), says(2, t.reveal(2)+"\x00", "malformed 2"),
			says(2, other.commit(2)+"\x00", "malformed 2"), says(0, t.commit(2)[:68], "malformed 0")),
		refused("no-session", "an empty session", "", 2, 0),
		refused("long-session", "1,025 bytes", strings.Repeat("s", 1025), 2, 0),
		refused("one-seat", "no toss of one", "s", 1, 0),
		refused("many-seats", "1,025 seats", "s", 1025, 0),
		refused("negative-seat", "seat -1", "s", 2, -1),
		refused("high-seat", "seat 2 of 0 and 1", "s", 2, 2),
	}
}

// records are what a referee is given.
func records() []vectors.Case {
	t := table{"table 5, hand 12", 3}
	record := func(id, comment, result string, messages ...event) vectors.Case {
		list := []string{}
		for _, e := range messages {
			list = append(list, fmt.Sprintf("%d %x", e.from, e.message))
		}
		c := vectors.Case{ID: "record/" + id, Comment: comment, Inputs: vectors.Fields{
			"session": hexOf(t.session), "seats": t.seats, "messages": list}, Result: result}
		if result == "ok" {
			c.Outputs = vectors.Fields{"seed": hexOf(t.seed())}
		}
		return c
	}
	c := func(from int) event { return event{from: from, message: t.commit(from)} }
	r := func(from int) event { return event{from: from, message: t.reveal(from)} }
	m := func(from int, message string) event { return event{from: from, message: message} }
	other := table{"table 5, hand 13", 3}
	second := m(2, t.commitWith(2, t.commitmentTo(2, nonceOf(2), valueOf(9))))
	falsely := func(seat int) event { return m(seat, t.revealWith(seat, nonceOf(seat), valueOf(9), t.digest(nil))) }
	liar := func(seat int) event {
		return m(seat, t.revealWith(seat, nonceOf(seat), valueOf(seat), hash("another list")))
	}
	// What seat 1 reveals if seat 2 has sent it the second commitment.
	deceived := m(1, t.revealWith(1, nonceOf(1), valueOf(1), t.digest(map[int]string{2: t.commitmentTo(2, nonceOf(2), valueOf(9))})))
	copied := map[int]string{2: t.commitment(1)}
	copyOf := func(seat int) event {
		return m(seat, t.revealWith(seat, nonceOf(seat), valueOf(seat), t.digest(copied)))
	}
	return []vectors.Case{
		record("honest", "all messages", "ok", c(0), c(1), c(2), r(0), r(1), r(2)),
		record("any-order", "in any order, and repeated", "ok", r(2), c(1), r(1), c(1), c(0), r(0), c(2), r(2), c(0)),
		record("other-tosses", "messages of another toss and those that name another seat are left out", "ok",
			m(1, other.commit(1)), c(0), c(1), m(1, t.commit(0)), c(2), r(0), r(1), r(2), m(2, other.reveal(2)), m(2, t.reveal(0))),
		record("nothing", "no message at all", "missing 0 1 2"),
		record("no-commitment", "seats without a commitment, whoever lacks a reveal", "missing 2", c(0), c(1), r(0), r(2)),
		record("no-reveal", "a seat without a reveal", "missing 1", c(0), c(1), c(2), r(0), r(2)),
		record("other-forms", "nor does any other message", "ok", c(0), c(1), c(2), r(0), r(1), r(2), m(1, "\x03"), m(2, ""), m(0, t.commit(0)[:68]), m(1, t.reveal(1)+"\x00")),
		record("two-commitments", "seat 2 told seat 1 another commitment: it is named, and not the one it deceived", "state 2",
			c(0), c(1), c(2), second, r(0), deceived, r(2)),
		record("two-reveals", "seat 2 revealed with two lists", "state 2", c(0), c(1), c(2), r(0), r(1), r(2), liar(2)),
		record("false", "a reveal that doesn't open the commitment", "mismatch 1", c(0), c(1), c(2), r(0), falsely(1)),
		record("false-without-commitments", "also when a commitment is missing", "mismatch 1", c(0), c(1), falsely(1)),
		record("false-without-its-own", "but not if it is the sender's own that is missing", "missing 1 2", c(0), falsely(1)),
		record("several", "all seats at fault are named; the class is the first one's", "mismatch 1 2",
			c(0), c(1), c(2), falsely(1), second),
		record("several-second", "which may be another one's too", "state 0 2",
			c(0), c(1), c(2), falsely(2), m(0, t.commitWith(0, t.commitment(1)))),
		record("second-before-false", "of one seat's faults, two messages count first", "state 1", c(0), c(1), c(2), falsely(1), r(1)),
		record("copied", "a copy can't be opened", "mismatch 2",
			c(0), c(1), m(2, t.commitWith(2, t.commitment(1))), copyOf(0), copyOf(1), copyOf(2)),
		record("copied-silent", "a seat that copies and says no more is missing", "missing 2",
			c(0), c(1), m(2, t.commitWith(2, t.commitment(1))), copyOf(0), copyOf(1)),
		record("liar", "another list, when all commitments are known: a lie", "mismatch 1", c(0), c(1), c(2), r(0), liar(1), r(2)),
		record("liars", "two lies, and a reveal is missing", "mismatch 0 1", c(0), c(1), c(2), liar(0), liar(1)),
		record("sender", "no seat", "malformed", c(0), c(1), c(2), r(0), r(1), r(2), m(3, t.commit(2))),
		record("negative-sender", "seat -1", "malformed", m(-1, t.commit(2))),
	}
}

// tossStates are those that a toss doesn't resume from.
func tossStates() []vectors.Case {
	t := table{"table 5, hand 12", 3}
	refused := func(id, comment, state string) vectors.Case {
		return vectors.Case{ID: "tossstate/" + id, Comment: comment, Inputs: vectors.Fields{"state": hexOf(state)}, Result: "malformed"}
	}
	summed := func(b string) string { return b + hash(b) }
	label := lp("squaredeal/toss/v1/state")
	secrets := nonceOf(0) + valueOf(0)
	body := label + lp(t.session) + u32(3) + u32(0) + secrets
	full := "\x03" + t.commitment(1) + t.reveal(1)[37:] + "\x01" + t.commitment(2)
	return []vectors.Case{
		refused("empty", "nothing at all", ""),
		refused("sum-alone", "a checksum of nothing", summed("")),
		refused("checksum", "the checksum of another state", body+full+hash("another")),
		refused("label", "a chain's label", summed(lp("squaredeal/chain/v1/state")+body[len(label):]+full)),
		refused("no-session", "an empty session", summed(label+lp("")+u32(3)+u32(0)+secrets+full)),
		refused("long-session", "1,025 bytes", summed(label+lp(strings.Repeat("s", 1025))+u32(3)+u32(0)+secrets+full)),
		refused("session-cut", "a session longer than all that follows", summed(label+u64(1<<40)+t.session+u32(3)+u32(0)+secrets+full)),
		refused("seats", "one seat", summed(label+lp(t.session)+u32(1)+u32(0)+secrets)),
		refused("many-seats", "2^32 - 1 seats", summed(label+lp(t.session)+u32(-1)+u32(0)+secrets+full)),
		refused("seats-of-16-bits", "65,539 seats, which are 3 in 16 bits", summed(label+lp(t.session)+u32(1<<16+3)+u32(0)+secrets+full)),
		refused("seat-of-16-bits", "seat 65,536", summed(label+lp(t.session)+u32(3)+u32(1<<16)+secrets+full)),
		refused("seat", "seat 3 of three", summed(label+lp(t.session)+u32(3)+u32(3)+secrets+full)),
		refused("negative-seat", "seat 2^32 - 1", summed(label+lp(t.session)+u32(3)+u32(-1)+secrets+full)),
		refused("unknown-bit", "a bit that means nothing", summed(body+"\x04\x00")),
		refused("seat-missing", "no byte for the last seat", summed(body+"\x00")),
		refused("seat-more", "a byte more than seats", summed(body+"\x00\x00\x00")),
		refused("cut-commitment", "a commitment of 31 bytes", summed(body+full[:len(full)-1])),
		refused("cut-reveal", "a reveal of 95 bytes", summed(body+"\x00"+"\x02"+t.reveal(2)[37:132])),
		refused("trailing", "a byte behind the checksum", summed(body+full)+"\x00"),
	}
}
