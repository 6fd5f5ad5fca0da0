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

// A reader is what somebody knows who has read a part of a sequence: SPEC.md, section 5.
type reader struct {
	table
	commitments, reveals map[int]string // bodies of messages, by seat
}

func newReader(t table) *reader { return &reader{t, map[int]string{}, map[int]string{}} }

// list is the digest of the commitments read.
func (r *reader) list() string { return r.digest(r.commitments) }

// read takes a message. It returns "ok" or a class of failure with the seat blamed.
func (r *reader) read(from int, m string) string {
	blames := func(class string) string { return fmt.Sprint(class, " ", from) }
	isCommit, isReveal := len(m) == 69 && m[0] == 1, len(m) == 133 && m[0] == 2
	switch {
	case from < 0 || from >= r.seats:
		return "malformed"
	case !isCommit && !isReveal:
		return blames("malformed")
	case m[1:37] != r.name()+u32(from):
		return "other"
	}
	body := m[37:]
	had, committed := r.reveals[from], len(r.commitments) == r.seats
	switch {
	case isCommit && r.commitments[from] == "":
		r.commitments[from] = body
		return "ok"
	case isCommit && r.commitments[from] == body, isReveal && had == body:
		return "ok"
	case isCommit || !committed || had != "":
		return blames("state")
	case r.commitmentTo(from, body[:32], body[32:64]) != r.commitments[from]:
		return blames("mismatch")
	case body[64:] != r.list():
		return "diverged"
	}
	r.reveals[from] = body
	return "ok"
}

// due is the phase, and who is due in it.
func (r *reader) due() string {
	line, messages := "commit", r.commitments
	switch {
	case len(r.reveals) == r.seats:
		return "done"
	case len(r.commitments) == r.seats:
		line, messages = "reveal", r.reveals
	}
	for seat := range r.seats {
		if messages[seat] == "" {
			line += fmt.Sprint(" ", seat)
		}
	}
	return line
}

// pending is what a seat has to say, whose nonce and value are derived.
func (r *reader) pending(seat int) string {
	switch {
	case r.commitments[seat] == "":
		return r.commit(seat)
	case len(r.commitments) == r.seats && r.reveals[seat] == "" && r.commitments[seat] == r.commitment(seat):
		return r.revealWith(seat, nonceOf(seat), valueOf(seat), r.list())
	}
	return ""
}

// result is the seed, or "missing".
func (r *reader) result() string {
	if r.due() != "done" {
		return "missing"
	}
	b := lp("squaredeal/toss/v1/seed") + lp(r.session) + u32(r.seats) + r.all(r.commitment, r.commitments)
	for seat := range r.seats {
		b += r.reveals[seat][32:64]
	}
	return hexOf(hash(b))
}

// state is the stored state of a seat.
func (r *reader) state(seat int) string {
	b := lp("squaredeal/toss/v1/state") + lp(r.session) + u32(r.seats) + u32(seat) + nonceOf(seat) + valueOf(seat)
	for i := range r.seats {
		switch c, opened := r.commitments[i], r.reveals[i]; {
		case opened != "":
			b += "\x02" + c + opened[:64]
		case c != "":
			b += "\x01" + c
		default:
			b += "\x00"
		}
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

// An event is a message of a sequence, and what it gets: "ok", or a class of failure with
// the seat blamed.
type event struct {
	from            int
	message, answer string
}

func lines(events []event) []string {
	out := []string{}
	for _, e := range events {
		out = append(out, fmt.Sprintf("%d %x", e.from, e.message))
	}
	return out
}

func tosses() []vectors.Case {
	t := table{"table 5, hand 12", 3}
	two := table{"throw 1", 2}
	tossOf := func(t table, id, comment string, seat int, events ...event) vectors.Case {
		r := newReader(t)
		answers, due, pending := []string{}, []string{r.due()}, []string{hexOf(r.pending(seat))}
		for i, e := range events {
			answer := r.read(e.from, e.message)
			if answer != e.answer {
				panic(fmt.Sprintf("toss/%s: message %d: %s, not %s", id, i, answer, e.answer))
			}
			answers, due, pending = append(answers, answer), append(due, r.due()), append(pending, hexOf(r.pending(seat)))
		}
		return vectors.Case{ID: "toss/" + id, Comment: comment, Inputs: vectors.Fields{
			"session": hexOf(t.session), "seats": t.seats, "seat": seat, "messages": lines(events)}, Outputs: vectors.Fields{
			"answers": answers, "due": due, "pending": pending, "seed": r.result(), "state": hexOf(r.state(seat))}, Result: "ok"}
	}
	toss := func(id, comment string, seat int, events ...event) vectors.Case {
		return tossOf(t, id, comment, seat, events...)
	}
	refused := func(id, comment, session string, seats, seat int) vectors.Case {
		return vectors.Case{ID: "toss/" + id, Comment: comment, Inputs: vectors.Fields{
			"session": hexOf(session), "seats": seats, "seat": seat, "messages": []string{}}, Result: "malformed"}
	}
	says := func(from int, message, answer string) event { return event{from, message, answer} }
	c := func(from int) event { return event{from, t.commit(from), "ok"} }
	r := func(from int) event { return event{from, t.reveal(from), "ok"} }
	other, more := table{"table 5, hand 13", 3}, table{"table 5, hand 12", 4}
	withList := func(seat int, list string) string { return t.revealWith(seat, nonceOf(seat), valueOf(seat), list) }
	falsely := func(seat int) string { return t.revealWith(seat, nonceOf(seat), valueOf(9), t.digest(nil)) }
	second := t.commitWith(1, t.commitmentTo(1, nonceOf(1), valueOf(9)))
	// A copy of seat 1's commitment by seat 2, and the reveals of a list that has it.
	copied := map[int]string{2: t.commitment(1)}
	copyOf := func(seat, opens int) string {
		return t.revealWith(seat, nonceOf(opens), valueOf(opens), t.digest(copied))
	}
	echoed := two.digest(map[int]string{1: two.commitment(0)})
	// A commitment in seat 0's name that isn't its own.
	foreign := t.commitmentTo(0, nonceOf(9), valueOf(9))
	foreignList := t.digest(map[int]string{0: foreign})

	return []vectors.Case{
		toss("seat-0", "an honest toss, as seat 0 reads it", 0, c(0), c(1), c(2), r(0), r(1), r(2)),
		toss("seat-1", "as seat 1 reads it, its own messages in the middle", 1, c(0), c(1), c(2), r(0), r(1), r(2)),
		toss("seat-2", "another order within each phase", 2, c(2), c(0), c(1), r(1), r(2), r(0)),
		tossOf(two, "turns-0", "two parties that take turns: seat 0", 0,
			says(0, two.commit(0), "ok"), says(1, two.commit(1), "ok"), says(0, two.reveal(0), "ok"), says(1, two.reveal(1), "ok")),
		tossOf(two, "turns-1", "and seat 1", 1,
			says(0, two.commit(0), "ok"), says(1, two.commit(1), "ok"), says(0, two.reveal(0), "ok"), says(1, two.reveal(1), "ok")),
		toss("nothing", "before any message", 1),
		toss("own-commitment-alone", "its own commitment is read back, and no other", 0, c(0)),
		toss("own-commitment-last", "a seat is due until its own commitment is read back", 0, c(1), c(2), c(0)),
		toss("incomplete-commits", "a commitment hasn't been read", 0, c(0), c(2)),
		toss("incomplete-reveals", "a reveal hasn't been read", 0, c(0), c(1), c(2), r(0), r(2)),
		toss("own-reveal-last", "nor has its own: it has no seed, as everybody else has none", 0, c(0), c(1), c(2), r(2), r(1)),
		toss("own-reveal-after-all", "and when it is read back, everybody has", 0, c(0), c(1), c(2), r(2), r(1), r(0)),
		toss("again", "every message again, at once and later", 0,
			c(0), c(0), c(1), c(1), c(2), c(0), c(1), r(1), r(1), c(2), r(0), r(0), r(2), c(0), r(0), r(1), r(2)),
		toss("early", "a reveal before the last commitment, and the same again in time", 0,
			c(0), c(1), says(1, t.reveal(1), "state 1"), c(2), r(0), r(1), r(2)),
		toss("early-first", "before anything else", 0, says(1, t.reveal(1), "state 1"), c(1)),
		toss("early-own", "by the seat whose commitment is the last one", 0, c(0), c(1), says(2, t.reveal(2), "state 2"), c(2), r(2)),
		toss("early-false", "one that is false, too", 0, c(1), says(1, falsely(1), "state 1")),
		toss("early-other-list", "or of another list", 0, c(1), says(1, withList(1, hash("another list")), "state 1")),
		toss("second-commitment", "another commitment, at any time", 0,
			c(1), says(1, second, "state 1"), c(0), c(2), says(1, second, "state 1"), r(1), r(0), r(2)),
		toss("second-commitment-first", "the first that is read counts, and its opening", 0,
			says(1, second, "ok"), says(1, t.commit(1), "state 1"), c(0), c(2), says(1, t.revealWith(1, nonceOf(1), valueOf(1), t.digest(map[int]string{1: second[37:]})), "mismatch 1"),
			says(1, t.revealWith(1, nonceOf(1), valueOf(9), t.digest(map[int]string{1: second[37:]})), "ok")),
		toss("second-reveal", "another reveal, even one that opens the commitment", 0,
			c(0), c(1), c(2), r(1), says(1, withList(1, hash("another list")), "state 1"), says(1, falsely(1), "state 1"), r(0), r(2)),
		toss("after-the-end", "after the end, a different message is refused, and the seed stays", 0,
			c(0), c(1), c(2), r(0), r(1), r(2), says(1, second, "state 1"), says(2, withList(2, hash("another list")), "state 2"),
			says(1, falsely(1), "state 1"), says(1, "\x03", "malformed 1"), says(1, other.commit(1), "other"), c(1), r(2)),
		toss("false-value", "another value is refused each time; the right one is taken", 0,
			c(0), c(1), c(2), r(0), says(1, falsely(1), "mismatch 1"), says(1, falsely(1), "mismatch 1"), r(2), r(1), says(1, falsely(1), "state 1")),
		toss("false-nonce", "another nonce", 0,
			c(0), c(1), c(2), says(1, t.revealWith(1, nonceOf(2), valueOf(1), t.digest(nil)), "mismatch 1")),
		toss("false-two", "two false reveals", 0, c(0), c(1), c(2), says(2, falsely(2), "mismatch 2"), says(1, falsely(1), "mismatch 1"), r(0)),
		toss("false-of-another", "another seat's opening", 0, c(0), c(1), c(2), says(2, t.revealWith(2, nonceOf(1), valueOf(1), t.digest(nil)), "mismatch 2")),
		toss("false-and-other-list", "false, and of another list", 0,
			c(0), c(1), c(2), says(1, t.revealWith(1, nonceOf(1), valueOf(2), hash("another list")), "mismatch 1")),
		toss("other-list", "a seat has read other commitments, or says so: nobody is blamed, it is due, and may still reveal", 0,
			c(0), c(1), c(2), r(0), says(2, withList(2, hash("another list")), "diverged"), says(2, withList(2, hash("another list")), "diverged"), r(1), r(2)),
		toss("other-list-of-one", "the digest with another commitment of one seat", 0,
			c(0), c(1), c(2), r(0), says(2, withList(2, t.digest(map[int]string{1: second[37:]})), "diverged")),
		toss("foreign", "another commitment is read in one's own name: it counts, as for everybody, and there is nothing to say", 0,
			says(0, t.commitWith(0, foreign), "ok"), says(0, t.commit(0), "state 0"), c(1), c(2),
			says(1, withList(1, foreignList), "ok"), says(2, withList(2, foreignList), "ok"), says(0, withList(0, foreignList), "mismatch 0")),
		toss("foreign-opened", "whoever made it can open it", 0,
			says(0, t.commitWith(0, foreign), "ok"), c(1), c(2),
			says(1, withList(1, foreignList), "ok"), says(2, withList(2, foreignList), "ok"), says(0, t.revealWith(0, nonceOf(9), valueOf(9), foreignList), "ok")),
		toss("copied-own", "one's own commitment, posted by another seat before it is read back, is taken", 0,
			says(1, t.commitWith(1, t.commitment(0)), "ok"), c(0), c(2),
			says(1, t.revealWith(1, nonceOf(0), valueOf(0), t.digest(map[int]string{1: t.commitment(0)})), "mismatch 1")),
		toss("copied-from-another", "another seat's is taken, whoever comes first, and can't be opened", 0,
			c(0), says(2, t.commitWith(2, t.commitment(1)), "ok"), c(1),
			says(2, copyOf(2, 1), "mismatch 2"), says(2, copyOf(2, 2), "mismatch 2"), says(1, copyOf(1, 1), "ok")),
		tossOf(two, "copied-of-two", "a toss of two seats takes a copy as well", 0,
			says(0, two.commit(0), "ok"), says(1, two.commitWith(1, two.commitment(0)), "ok"),
			says(0, two.revealWith(0, nonceOf(0), valueOf(0), echoed), "ok"), says(1, two.revealWith(1, nonceOf(0), valueOf(0), echoed), "mismatch 1")),
		toss("zero", "a commitment of zeros is one like any other", 0, says(1, t.commitWith(1, string(make([]byte, 32))), "ok")),
		toss("other-session", "messages of another toss are nobody's fault", 0,
			says(1, other.commit(1), "other"), c(0), c(1), c(2), says(1, other.reveal(1), "other"), r(0), r(1), r(2)),
		toss("other-seats", "nor those of a toss of more seats", 0, says(1, more.commit(1), "other"), says(1, more.reveal(1), "other")),
		toss("other-seat", "nor those that name another seat than their sender", 0,
			says(1, t.commit(2), "other"), says(1, t.reveal(2), "other"), says(1, t.commit(0), "other"), says(0, t.commit(1), "other"), says(2, t.commitWith(-1<<31+2, t.commitment(2)), "other")),
		toss("sender", "no seat", 1, says(3, t.commit(2), "malformed"), says(-1, t.commit(2), "malformed"), says(3, "", "malformed")),
		toss("form", "empty, unknown, cut, longer", 1,
			says(0, "", "malformed 0"), says(0, "\x00"+t.commit(0)[1:], "malformed 0"), says(0, "\x03"+t.commit(0)[1:], "malformed 0"),
			says(0, t.commit(0)[:68], "malformed 0"), says(0, t.commit(0)+"\x00", "malformed 0"), says(0, "\x01", "malformed 0"),
			says(0, "\x01"+t.reveal(0)[1:], "malformed 0"), says(0, "\x02"+t.commit(0)[1:], "malformed 0"),
			says(2, t.reveal(2)[:132], "malformed 2"), says(2, t.reveal(2)+"\x00", "malformed 2"),
			says(2, other.commit(2)+"\x00", "malformed 2"), says(0, t.commit(2)[:68], "malformed 0"), says(1, "", "malformed 1")),
		refused("no-session", "an empty session", "", 2, 0),
		refused("long-session", "1,025 bytes", strings.Repeat("s", 1025), 2, 0),
		refused("one-seat", "no toss of one", "s", 1, 0),
		refused("many-seats", "1,025 seats", "s", 1025, 0),
		refused("negative-seat", "seat -1", "s", 2, -1),
		refused("high-seat", "seat 2 of 0 and 1", "s", 2, 2),
	}
}

// records are what a referee is given: a sequence.
func records() []vectors.Case {
	t := table{"table 5, hand 12", 3}
	// record wants a result, "seed" for a seed.
	record := func(id, comment, want string, events ...event) vectors.Case {
		c := vectors.Case{ID: "record/" + id, Comment: comment, Inputs: vectors.Fields{
			"session": hexOf(t.session), "seats": t.seats, "messages": lines(events)}, Result: want}
		r := newReader(t)
		blamed := map[int]bool{}
		result := ""
		for _, e := range events {
			switch answer := r.read(e.from, e.message); {
			case answer == "malformed":
				result = answer
			case strings.Contains(answer, " "):
				blamed[e.from] = true
				if result == "" {
					result, _, _ = strings.Cut(answer, " ")
				}
			}
		}
		for seat := range t.seats {
			if blamed[seat] {
				result += fmt.Sprint(" ", seat)
			}
		}
		switch {
		case result == "malformed": // a sender that is no seat
		case r.due() == "done":
			c.Outputs, result = vectors.Fields{"seed": r.result()}, "ok"
		case result == "":
			result = "missing"
		}
		if result != want {
			panic(fmt.Sprintf("record/%s: %s, not %s", id, result, want))
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
	copied := map[int]string{2: t.commitment(1)}
	copyOf := func(seat int) event {
		return m(seat, t.revealWith(seat, nonceOf(seat), valueOf(seat), t.digest(copied)))
	}
	return []vectors.Case{
		record("honest", "all messages", "ok", c(0), c(1), c(2), r(0), r(1), r(2)),
		record("another-order", "another order within each phase, and repetitions", "ok", c(2), c(0), c(2), c(1), r(1), c(0), r(2), r(1), r(0), r(0)),
		record("out-of-order", "reveals before commitments: the same messages aren't the same sequence", "state 1 2", c(0), r(2), c(2), r(1), c(1), r(0)),
		record("other-tosses", "messages of another toss and those that name another seat are left out", "ok",
			m(1, other.commit(1)), c(0), c(1), m(1, t.commit(0)), c(2), r(0), r(1), r(2), m(2, other.reveal(2)), m(2, t.reveal(0))),
		record("nothing", "no message at all", "missing"),
		record("no-commitment", "a commitment is missing", "missing", c(0), c(1)),
		record("no-reveal", "a reveal is missing", "missing", c(0), c(1), c(2), r(0), r(2)),
		record("one-deadline", "a seat that says all it has to in time, and keeps the others from it, shows nothing against them", "missing", c(0), c(1), c(2), r(2)),
		record("other-forms", "what is no message, from seats that finish nevertheless", "ok", c(0), m(1, "\x03"), c(1), c(2), r(0), m(2, ""), r(1), m(0, t.commit(0)[:68]), r(2)),
		record("other-forms-unfinished", "and from seats that don't", "malformed 0 2", c(0), c(1), c(2), r(0), m(2, ""), r(1), m(0, t.commit(0)[:68])),
		record("two-commitments", "a second commitment", "state 2", c(0), c(1), c(2), second, r(0), r(1)),
		record("two-commitments-finished", "which changes nothing about a toss that all finish", "ok", c(0), c(1), c(2), second, r(0), r(1), r(2)),
		record("after-the-end", "whatever is said after the end, the seed stays", "ok", c(0), c(1), c(2), r(0), r(1), r(2), second, liar(2), falsely(1), m(0, "\x00"), m(2, other.commit(2))),
		record("false", "a reveal that doesn't open the commitment", "mismatch 1", c(0), c(1), c(2), r(0), falsely(1), r(2)),
		record("false-then-right", "and then the right one", "ok", c(0), c(1), c(2), r(0), falsely(1), r(2), r(1)),
		record("false-too-early", "a false reveal before the last commitment is too early", "state 1", c(0), c(1), falsely(1)),
		record("several", "all that are blamed; the class is that of the first fault", "mismatch 1 2", c(0), c(1), c(2), falsely(1), second),
		record("several-second", "which may be the higher seat's", "state 1 2", c(0), c(1), c(2), second, falsely(1)),
		record("copied", "a copy can't be opened", "mismatch 2",
			c(0), c(1), m(2, t.commitWith(2, t.commitment(1))), copyOf(0), copyOf(1), copyOf(2)),
		record("copied-silent", "a seat that copies and says no more", "missing",
			c(0), c(1), m(2, t.commitWith(2, t.commitment(1))), copyOf(0), copyOf(1)),
		record("other-list", "another list blames nobody", "missing", c(0), c(1), c(2), r(0), liar(1), r(2)),
		record("other-list-and-blame", "a fault of another seat does", "mismatch 2", c(0), c(1), c(2), r(0), liar(1), falsely(2)),
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
	full := "\x01" + t.commitment(0) + "\x02" + t.commitment(1) + t.reveal(1)[37:101] + "\x01" + t.commitment(2)
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
		refused("three-messages", "a seat that has said three things", summed(body+full[:33]+"\x03"+t.commitment(1)+full[130:])),
		refused("seat-missing", "no byte for the last seat", summed(body+"\x00\x00")),
		refused("seat-more", "a byte more than seats", summed(body+"\x00\x00\x00\x00")),
		refused("cut-commitment", "a commitment of 31 bytes", summed(body+full[:len(full)-1])),
		refused("cut-reveal", "a reveal of 63 bytes", summed(body+full[:33]+full[33:66]+t.reveal(1)[37:100])),
		refused("early-reveal", "a reveal before the last commitment", summed(body+full[:len(full)-33]+"\x00")),
		refused("false-reveal", "a reveal that doesn't open its commitment", summed(body+full[:66]+nonceOf(1)+valueOf(2)+full[130:])),
		refused("own-seat", "no byte for the own seat", summed(body+full[33:])),
		refused("trailing", "a byte behind the checksum", summed(body+full)+"\x00"),
	}
}
