package table_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/internal/long"
)

// A toss is a game of three in two phases: all commit, then all reveal.
type toss struct {
	seat  int
	start record.Digest
	left  int // rounds
	phase int
	in    [3]bool
	said  [3][]byte
	sum   byte // of what was revealed in all rounds
}

func (g *toss) Start(head record.Digest) {
	g.start, g.said, g.phase = head, [3][]byte{}, 0
	g.left--
	if g.left < 0 {
		g.phase = 2
	}
}

func (g *toss) Due() (int, []int) {
	var due []int
	for s := range g.in {
		if g.in[s] && g.phase < 2 && len(g.said[s]) <= g.phase {
			due = append(due, s)
		}
	}
	return g.phase, due
}

func (g *toss) Pending() []byte {
	b := sha256.Sum256(append(g.start[:], byte(g.seat)))
	if g.phase == 0 {
		b = sha256.Sum256(b[:1])
	}
	return b[:1]
}

func (g *toss) Check(seat int, m []byte) error {
	if len(m) != 1 {
		return errors.New("not one byte")
	}
	if b := sha256.Sum256(m); g.phase == 1 && b[0] != g.said[seat][0] {
		return errors.New("another number")
	}
	return nil
}

func (g *toss) Apply(seat int, m []byte) error {
	err := g.Check(seat, m)
	if err == nil {
		g.said[seat] = append(g.said[seat], m[0])
		g.sum += m[0] * byte(g.phase)
		g.goOn()
	}
	return err
}

func (g *toss) goOn() {
	for g.phase < 2 {
		if _, due := g.Due(); len(due) > 0 {
			return
		}
		g.phase++
	}
}

func (g *toss) Out(seat int, _ table.Reason) { g.in[seat] = false; g.goOn() }

func (g *toss) Checkpoint() []byte {
	b := []byte{byte(g.left), g.sum}
	for _, in := range g.in {
		b = append(b, map[bool]byte{true: 1}[in])
	}
	return b
}

func (g *toss) Restore(b []byte) error {
	g.left, g.sum, g.in = int(int8(b[0])), b[1], [3]bool{b[2] == 1, b[3] == 1, b[4] == 1}
	return nil
}

// A model is a board, two honest seats and a cheat, in a state that some steps lead to.
type model struct {
	walk
	board
	lost  [][]byte // the tail that the board has lost
	seats [2]*tosser
	jump  bool // the next stamp is an hour ahead
	waits int
	hurt  int // losses, jumps, crashes

	watcher *table.Table
	game    *toss
	watched int // posts
}

// A tosser is an honest seat, a process that may die before and after its disk has a state.
type tosser struct {
	process
	g      *toss
	held   []byte // by the network
	full   bool   // its disk
	astray bool
	said   map[string][]byte
}

func newModel() *model {
	m := &model{walk: walk{terms: table.Terms{Game: []byte("toss"), Longest: 64, Grace: grace, Bank: bank}}}
	m.seat(3, 0)
	for s := range m.seats {
		p := &tosser{said: make(map[string][]byte)}
		p.process = process{walk: &m.walk, id: s, beforeStore: func() error {
			if p.full {
				return errDisk
			}
			return nil
		}}
		m.seats[s] = p
		m.reboot(s)
	}
	return m
}

func (m *model) reboot(s int) {
	p := m.seats[s]
	p.g = &toss{seat: s, left: 1, in: [3]bool{true, true, true}}
	p.boot(p.g)
	m.read(s)
}

// read has a seat read all that the board has, from where that goes on if it has lost something.
func (m *model) read(s int) {
	p := m.seats[s]
	if !p.live || p.epoch != m.epoch {
		p.connect(&m.board)
	}
	for _, post := range m.after(p.read) {
		p.hear(post)
	}
	p.start()
}

// speak returns what an honest seat has to post now.
func (m *model) speak(s int) []byte {
	m.read(s)
	p := m.seats[s]
	raw, err := p.pending()
	if errors.Is(err, table.ErrAstray) {
		p.astray = true
	} else if err != nil && err != errDisk {
		p.fail("%v", err)
	}
	if st := statementOf(raw); st.Kind == say { // one thing after each place
		at := fmt.Sprint(st.Places, st.Head)
		if old := p.said[at]; old != nil && !bytes.Equal(old, raw) {
			p.fail("says %x and %x", old, raw)
		}
		p.said[at] = raw
	}
	return raw
}

func (m *model) post(raw []byte) {
	if raw == nil {
		return
	}
	stamp := m.now
	if m.jump {
		stamp, m.jump = stamp+3600_000, false
	}
	m.add(1, stamp, raw)
}

func (m *model) watch() (*table.Table, *toss) {
	if m.watcher == nil {
		m.game, m.watched = &toss{seat: 2, left: 1, in: [3]bool{true, true, true}}, 0
		m.watcher, _ = table.Watch(m.terms, m.game)
	}
	for ; m.watched < len(m.posts); m.watched++ {
		if _, err := m.watcher.Read(time.Time{}, m.posts[m.watched]); err != nil {
			m.fail("%v", err)
		}
	}
	return m.watcher, m.game
}

func (m *model) cheat(message ...byte) {
	t, _ := m.watch()
	m.post(signNext(t, m.keys[2], 2, message...))
}

// steps are what may happen next; each reports whether it can.
var steps = func() (steps []func(m *model) bool) {
	always := func(do func(m *model)) {
		steps = append(steps, func(m *model) bool { do(m); return true })
	}
	for s := range 2 {
		always(func(m *model) { m.post(m.speak(s)) })
		steps = append(steps, func(m *model) bool { // its statement is held back
			if m.seats[s].held != nil {
				m.post(m.seats[s].held)
				m.seats[s].held = nil
				return true
			}
			m.seats[s].held = m.speak(s)
			return m.seats[s].held != nil
		}, func(m *model) bool { // it dies after the store, and before it posts
			m.hurt++
			m.speak(s)
			m.reboot(s)
			return m.hurt < 3
		}, func(m *model) bool { // before the store
			m.hurt++
			m.seats[s].full = true
			m.speak(s)
			m.seats[s].full = false
			m.reboot(s)
			return m.hurt < 3
		})
	}
	always(func(m *model) { m.cheat(tick) })
	always(func(m *model) { m.cheat(say) })
	always(func(m *model) { m.cheat(leave, 0, 0, 0, 1) })
	always(func(m *model) { _, g := m.watch(); m.cheat(say, g.Pending()[0]) })
	return append(steps, func(m *model) bool { // the board loses its tail
		m.hurt++
		m.watcher = nil
		for _, p := range slices.Backward(m.lose(1 + m.hurt%2)) {
			m.lost = append(m.lost, p.Bytes)
		}
		return m.hurt < 3
	}, func(m *model) bool { // which somebody posts again
		for _, raw := range slices.Backward(m.lost) {
			m.post(raw)
		}
		ok := m.lost != nil
		m.lost = nil
		return ok
	}, func(m *model) bool {
		m.now += graceMillis / 4
		m.waits++
		return m.waits < 3
	}, func(m *model) bool {
		m.hurt++
		m.jump = true
		return m.hurt < 3
	})
}()

// replay takes steps from the beginning, of which the first is where it is.
func replay(path []byte) (m *model, ok bool) {
	m = newModel()
	m.cheat(hello)
	for n := range 2 + 3*path[0] { // where the exploration begins: hellos, commitments
		m.post(m.speak(int(n) % 2))
	}
	for _, step := range path[1:] {
		if !steps[step](m) {
			return m, false
		}
	}
	return m, true
}

// key tells models apart.
func (m *model) key() [32]byte {
	b := fmt.Append(nil, m.now, m.jump, m.waits, m.hurt, m.posts, m.lost)
	for _, p := range m.seats {
		b = fmt.Appendf(b, " %d %x %x %v %v %x %v", p.read, p.disk, p.held, p.astray, p.epoch != m.epoch, p.player.Head(), p.g)
	}
	return sha256.Sum256(b)
}

// finish lets the honest seats go on, while the cheat is silent, and checks what must hold.
func (m *model) finish() (over bool) {
	for _, p := range m.seats {
		m.post(p.held)
		p.held = nil
	}
	for range 3 {
		m.post(m.speak(0))
		m.post(m.speak(1))
	}
	for range 60 {
		if w, _ := m.watch(); w.Over() && !slices.Contains(w.Awaited(), 0) && !slices.Contains(w.Awaited(), 1) {
			break
		}
		m.now += graceMillis / 4
		m.post(m.speak(0))
		m.post(m.speak(1))
	}
	w, g := m.watch()
	astray := m.seats[0].astray || m.seats[1].astray
	if !w.Over() && !astray && w.Round() > 0 { // the cheat says its hello once
		m.fail("waits for ever: due %v", w.Due(time.Time{}))
	}
	for _, o := range w.Outs() {
		if o.Seat < 2 && (o.Why == table.Fault || !astray) {
			m.fail("an honest seat is out: %+v", o)
		}
	}
	for s, p := range m.seats {
		m.speak(s)
		if p.player.Final() && p.player.Head() != w.Head() && m.hurt > 0 {
			continue // it has kept its end
		}
		if p.player.Head() != w.Head() || p.g.sum != g.sum || p.g.in != g.in {
			m.fail("seat %d and the audit differ", s)
		}
	}
	return w.Over()
}

var exploreDepth = flag.Int("depth", long.Pick(1, 3), "of TestExplore")

// All that may happen in some steps, in each order, from three places of a small game.
func TestExplore(t *testing.T) {
	ends, stuck := 0, 0
	seen := make(map[[32]byte]bool)
	for begin := range byte(3) {
		paths := [][]byte{{begin}}
		for d := 0; d <= *exploreDepth; d++ {
			var next [][]byte
			for _, path := range paths {
				m, ok := replay(path)
				key := m.key()
				if !ok || seen[key] {
					continue
				}
				seen[key] = true
				for step := range steps {
					next = append(next, append(slices.Clone(path), byte(step)))
				}
				ends++
				if !m.finish() {
					stuck++
				}
				if len(m.bad) > 0 {
					t.Fatalf("path %v: %v", path, m.bad)
				}
			}
			paths = next
		}
	}
	t.Logf("depth %d: %d states, in %d of which a seat is astray for ever", *exploreDepth, ends, stuck)
}
