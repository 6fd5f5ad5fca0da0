package tabletest

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

// A match calls games as a table does, but without signatures and clocks: any seat that is due
// may be silent.
type match struct {
	*Config
	seed        uint64
	newGame     func(seat int) table.Game
	said        func(seat int, message []byte) // notes what an honest Pending returns
	rng         *rand.Rand
	honest      bool // all seats are, and stay
	lieIn, goIn int  // a cheat lies, and somebody goes, in one of so many steps
	seats       []seat
	readers     []*reader // a spectator, all seats, and one that hears more
	rounds      []round   // the last is the current one
	place, outs int       // calls of Apply and Out, and of Out
	chain       record.Digest
	messages    [][]byte // that Apply was given

	phase int
	due   []int        // how many messages are due of each seat
	named []bool       // of whom any were, in this phase
	past  map[int]bool // phases of this round
}

type seat struct {
	cheat, leaves bool
	out           int     // 1 for the first that went, 0 if it is there
	pending       *letter // what Pending has returned
	underWay      *letter // what is on its way to the board
}

// A letter is a message, and what its seat had read when it was written.
type letter struct {
	message            []byte
	phase, outs, place int
}

// A round is what a program reads again after a restart.
type round struct {
	mark, unchanged []byte // checkpoint
	head            record.Digest
	calls           []call
}

// A call is one of Out, if there is a reason, or of Apply.
type call struct {
	seat             int
	why              table.Reason
	given, unchanged []byte
	err              error
}

// A failure is what a match panics with.
type failure struct{ error }

func (m *match) fail(format string, args ...any) {
	panic(failure{fmt.Errorf("round %d, place %d, phase %d: %w", len(m.rounds), m.place, m.phase, fmt.Errorf(format, args...))})
}

func (m *match) play() {
	m.readers = []*reader{{name: "a spectator", seat: -1, game: m.newGame(-1)}}
	for s := range m.seats {
		m.readers = append(m.readers, &reader{name: fmt.Sprintf("seat %d", s), seat: s, game: m.newGame(s)})
	}
	m.readers = append(m.readers, &reader{name: "a spectator who hears what is refused", seat: -1, game: m.newGame(-1)})
	m.lieIn, m.goIn = []int{2, 10, 50}[m.rng.IntN(3)], []int{20, 100, 1000}[m.rng.IntN(3)]
	if !m.honest {
		for _, s := range m.rng.Perm(m.Seats)[m.rng.IntN(m.Seats):] {
			m.seats[s].cheat = true
		}
	}
	for m.begin() {
		for slices.Max(m.due) > 0 {
			m.step()
		}
		for s := range m.seats {
			if m.seats[s].leaves && m.seats[s].out == 0 {
				m.goesOut(s, table.Left)
			}
		}
	}
	for _, r := range m.readers {
		m.restart(r, m.rng.IntN(len(m.rounds)))
	}
}

// begin begins a round, and reports whether anybody is due.
func (m *match) begin() bool {
	var mark []byte
	m.call(m.readers[0], "Checkpoint", func(g table.Game) { mark = g.Checkpoint() })
	m.rounds = append(m.rounds, round{mark: mark, unchanged: bytes.Clone(mark)})
	this := &m.rounds[len(m.rounds)-1]
	m.chain = sha256.Sum256(fmt.Appendf(m.chain[:], "%d", m.seed)) // forks part here
	this.head = m.chain
	for _, r := range m.readers {
		m.start(r, *this)
	}
	m.due, m.past = nil, make(map[int]bool)
	m.settle(-1)
	return slices.Max(m.due) > 0
}

// step is one of the things that may happen.
func (m *match) step() {
	var due []int
	for s, n := range m.due {
		if n > 0 {
			due = append(due, s)
		}
	}
	s := due[m.rng.IntN(len(due))]
	toRead := len(m.rounds[len(m.rounds)-1].calls) // so much after a restart, which is the rarer for it
	oneIn := func(n int) bool { return m.rng.IntN(n) == 0 }
	switch {
	case oneIn(8 + toRead):
		from := len(m.rounds) - 1
		if oneIn(4) {
			from = m.rng.IntN(len(m.rounds))
		}
		m.restart(m.readers[m.rng.IntN(len(m.readers))], from)
	case oneIn(4 + toRead/4):
		m.refuse(s)
	case !m.honest && oneIn(m.goIn): // nobody is asked who is due before all have gone that go at once
		for _, s := range due {
			if oneIn(2) {
				m.goesOut(s, table.Silent)
			}
		}
		m.settle(-1)
	case !m.honest && oneIn(m.goIn):
		m.seats[m.rng.IntN(m.Seats)].leaves = true
	case m.seats[s].cheat && oneIn(m.lieIn):
		m.seats[s].underWay, m.readers[1+s].liar = nil, true
		m.apply(s, &letter{m.junk(), m.phase, -1, m.place})
	case m.seats[s].underWay == nil:
		m.write(s)
	default: // it counts if the seat is due in the same phase still
		l := m.seats[s].underWay
		m.seats[s].underWay = nil
		if l.phase == m.phase {
			m.apply(s, l)
		}
	}
}

// goesOut takes a seat out; settle follows.
func (m *match) goesOut(s int, why table.Reason) {
	m.place++
	m.outs++
	m.seats[s].out = m.outs
	for _, r := range m.readers {
		m.call(r, "Out", func(g table.Game) { g.Out(s, why) })
	}
	m.record(call{seat: s, why: why})
}

func (m *match) record(c call) {
	m.chain = sha256.Sum256(fmt.Appendf(m.chain[:], "%d %d %x", c.seat, c.why, c.unchanged))
	this := &m.rounds[len(m.rounds)-1]
	this.calls = append(this.calls, c)
}

// settle finds who is due, after a message of the speaker was taken, if there is one.
func (m *match) settle(speaker int) {
	phase, due := m.phase, m.due
	m.phase, m.due = m.dueOf(m.readers[0])
	for _, r := range m.readers {
		m.unchanged(r, "what all have read")
	}
	if due == nil || phase != m.phase {
		m.past[phase] = due != nil
		if m.past[m.phase] && slices.Max(m.due) > 0 {
			m.fail("Due: the round has had phase %d before", m.phase)
		}
		m.named = make([]bool, m.Seats)
	} else if speaker >= 0 && slices.Equal(due, m.due) {
		m.fail("Apply: takes a message of seat %d, and changes neither the phase nor who is due: what is void must be an error", speaker)
	} else if speaker >= 0 && m.due[speaker] >= due[speaker] {
		m.fail("Due: seat %d has spoken, and is due as often as before in the same phase", speaker)
	}
	for s, n := range m.due {
		if n > 0 && m.named[s] && n > due[s] {
			m.fail("Due: %d messages of seat %d are due, and in the same phase %d were", n, s, due[s])
		}
		m.named[s] = m.named[s] || n > 0
	}
}

// apply gives all readers a message of a seat that is due, does what a table does then, and
// checks that no honest seat is harmed.
func (m *match) apply(s int, l *letter) {
	m.place++
	if m.place > m.Items {
		m.fail("Due: the match doesn't end")
	}
	c := call{seat: s, given: l.message, unchanged: bytes.Clone(l.message)}
	c.err = m.applyTo(m.readers[0], c)
	for _, r := range m.readers[1:] {
		if err := m.applyTo(r, c); text(err) != text(c.err) && !r.liar {
			m.fail("Apply: of seat %d, %x: %v says %q, and a spectator %q", s, c.unchanged, r, text(err), text(c.err))
		}
	}
	m.messages = append(m.messages, c.unchanged)
	m.record(c)
	if c.err == nil {
		m.seats[s].pending = nil
		m.settle(s)
		return
	}
	for _, r := range m.readers {
		m.unchanged(r, "a message that Apply refuses")
	}
	culprit := m.culprit(s, c.err)
	switch out := m.seats[culprit].out; {
	case out > 0 && l.outs >= out:
		m.fail("Pending: seat %d complains about seat %d, which was out", s, culprit)
	case out > 0: // another complaint was faster
		m.seats[s].pending = nil
	case !m.seats[s].cheat && culprit == s:
		m.fail("Apply: refuses what honest seat %d says, as it was after place %d, in the same phase: %x: %v", s, l.place, c.unchanged, c.err)
	default:
		m.goesOut(culprit, table.Fault)
		m.settle(-1)
	}
}

// culprit returns whose fault an error of Apply is, which isn't an honest seat's but the
// speaker's.
func (m *match) culprit(speaker int, err error) int {
	blame, ok := errors.AsType[*table.BlameError](err)
	if !ok || len(blame.Seats) != 1 || blame.Seats[0] < 0 || blame.Seats[0] >= m.Seats {
		return speaker
	}
	culprit := blame.Seats[0]
	if s := m.seats[culprit]; culprit != speaker && !s.cheat && s.out == 0 {
		m.fail("Apply: blames honest seat %d for what seat %d says: %v", culprit, speaker, err)
	}
	return culprit
}

// pending asks a seat's program what the protocol wants of it.
func (m *match) pending(s int) []byte {
	r := m.readers[1+s]
	now := &letter{nil, m.phase, m.outs, m.place}
	m.call(r, "Pending", func(g table.Game) { now.message = bytes.Clone(g.Pending()) })
	m.unchanged(r, "Pending")
	switch was := m.seats[s].pending; {
	case r.liar:
	case len(now.message) > m.Terms.Longest:
		m.fail("Pending: %v: %d bytes, more than Terms.Longest", r, len(now.message))
	case was == nil || was.phase != m.phase || was.outs != m.outs:
		m.seats[s].pending = now
		m.said(s, now.message)
	case !bytes.Equal(was.message, now.message) || (was.message == nil) != (now.message == nil):
		m.fail("Pending: %v: %x after place %d, and now %x", r, was.message, was.place, now.message)
	}
	return now.message
}

// write has a seat say what it has to, or what its player chooses.
func (m *match) write(s int) {
	r, message := m.readers[1+s], m.pending(s)
	check := func() (err error) {
		err = errors.New("no game")
		m.call(r, "Check", func(g table.Game) { err = g.Check(s, message) })
		m.unchanged(r, "Check")
		return err
	}
	byDefault := false
	if message == nil {
		m.call(r, "Default", func(g table.Game) {
			if d, ok := g.(interface{ Default() []byte }); ok {
				message, byDefault = append([]byte{}, d.Default()...), true
			}
		})
		m.unchanged(r, "Default")
	}
	if byDefault && !r.liar {
		if err := check(); err != nil || len(message) > m.Terms.Longest {
			m.fail("Default: %x, which seat %d can't say: %v", message, s, err)
		}
	}
	if byDefault && m.rng.IntN(8) > 0 {
		message = nil
	}
	for tries := m.rng.IntN(2) * 8; message == nil && tries > 0; tries-- { // players try anything
		message = m.junk()
		if len(message) > m.Terms.Longest || check() != nil {
			message = nil
		}
	}
	if message == nil && m.Move != nil {
		m.call(r, "Move", func(g table.Game) { message = m.Move(g, s, m.rng) })
		if err := check(); message != nil && err != nil && !r.liar {
			m.fail("Check: refuses what Move has seat %d say, %x: %v", s, message, err)
		}
	}
	if message == nil && !r.liar {
		m.fail("Pending: seat %d is due, and has neither a message nor a move", s)
	}
	m.seats[s].underWay = &letter{bytes.Clone(message), m.phase, m.outs, m.place}
}

// junk is what a cheat says: mostly near to something honest.
func (m *match) junk() []byte {
	longest := max(4, m.Terms.Longest)
	junk := m.mutate(m.example(longest))
	return append([]byte{}, junk[:min(len(junk), longest)]...)
}

// example is what was said, what is to be said, or anything of so many bytes at most.
func (m *match) example(longest int) []byte {
	rng, other := m.rng, m.rng.IntN(m.Seats)
	switch {
	case rng.IntN(4) == 0 && len(m.messages) > 0:
		return bytes.Clone(m.messages[rng.IntN(len(m.messages))])
	case rng.IntN(2) == 0 && m.due[other] > 0 && !m.readers[1+other].liar:
		return bytes.Clone(m.pending(other))
	}
	lengths := []int{3, 40, longest}
	b := make([]byte, rng.IntN(1+lengths[rng.IntN(len(lengths))]))
	small := rng.IntN(2) * 0xf8
	for i := range b {
		b[i] = byte(rng.Uint32()) &^ byte(small)
	}
	return b
}

// mutate changes a message in one of the ways in which a cheat may.
func (m *match) mutate(b []byte) []byte {
	switch m.rng.IntN(6) {
	case 0:
		return b[:m.rng.IntN(len(b)+1)]
	case 1:
		return append(b, make([]byte, m.rng.IntN(3))...)
	case 2, 3, 4:
		if len(b) > 0 {
			m.mutateByte(b)
		}
	}
	return b
}

// mutateByte flips a bit of the first, the last or any byte, or makes it the number of a seat.
func (m *match) mutateByte(b []byte) {
	places := []int{0, m.rng.IntN(len(b)), len(b) - 1}
	at := places[m.rng.IntN(len(places))]
	values := []byte{b[at] ^ 1<<m.rng.IntN(8), byte(m.rng.IntN(m.Seats))}
	b[at] = values[m.rng.IntN(len(values))]
}

// refuse has one reader hear junk in the name of a seat. What is refused leaves no trace.
func (m *match) refuse(s int) {
	last := m.readers[len(m.readers)-1]
	for range 1 + m.rng.IntN(4) {
		junk := m.junk()
		err := m.applyTo(last, call{seat: s, given: junk, unchanged: bytes.Clone(junk)})
		if err == nil {
			m.restart(last, len(m.rounds)-1)
			return
		}
		m.unchanged(last, "a message that Apply refuses")
		m.culprit(s, err)
	}
}
