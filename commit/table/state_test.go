package table_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/internal/field"
)

// A savedState is a State, and a savedCheckpoint one of the two in it, field by field, as this
// package encodes what SPEC.md, section 10.3, has a program keep.
type savedState struct {
	seat                     byte
	first, mark, said, under []byte
	rest                     savedRest
}

type savedRest struct {
	Round, Places uint32
	Head          record.Digest
	Leaves        byte
	Final         uint64
}

type savedCheckpoint struct {
	savedTable
	game, reader []byte
}

type savedTable struct {
	Round       uint32
	Time, Stamp int64
	Post        uint64
	PostDigest  [32]byte
	Seats       [3]struct {
		Leaves, Voids uint32
		Complaints    uint64
	}
	Outs byte // none
}

func parseSaved(t testing.TB, state []byte) (s savedState) {
	t.Helper()
	r := field.NewSealedReader(state)
	r.Label("squaredeal/table/v1/state")
	s.seat = r.Byte("seat")
	s.first, s.mark, s.said, s.under = r.Field("first"), r.Field("mark"), r.Field("said"), r.Field("under")
	decode(t, r, &s.rest)
	return s
}

// decode reads numbers and digests, one after another.
func decode(t testing.TB, r *field.Reader, fixed any) {
	t.Helper()
	if _, err := binary.Decode(r.Fixed("fixed", binary.Size(fixed)), binary.BigEndian, fixed); err != nil || r.Fault() != "" {
		t.Fatal(err, r.Fault())
	}
}

func encode(b []byte, fixed any) []byte {
	b, err := binary.Append(b, binary.BigEndian, fixed)
	if err != nil {
		panic(err)
	}
	return b
}

// bytes encodes the state, with more at its end.
func (s savedState) bytes(end ...byte) []byte {
	b := append(field.Append(nil, "squaredeal/table/v1/state"), s.seat)
	for _, part := range [][]byte{s.first, s.mark, s.said, s.under} {
		b = field.Append(b, part)
	}
	return field.Seal(append(encode(b, s.rest), end...))
}

// with returns a checkpoint with one change.
func with(t testing.TB, checkpoint []byte, change func(c *savedCheckpoint)) []byte {
	t.Helper()
	var c savedCheckpoint
	r := field.NewReader(checkpoint)
	r.Label("squaredeal/table/v1/checkpoint")
	decode(t, r, &c.savedTable)
	c.game, c.reader = r.Field("game"), r.Field("reader")
	change(&c)
	b := encode(field.Append(nil, "squaredeal/table/v1/checkpoint"), c.savedTable)
	return field.Append(field.Append(b, c.game), c.reader)
}

func storeNothing(_, _ table.State) error { return nil }

// A state is of one seat of one table, and says nothing that can't be, also with a checksum that fits.
func TestParse(t *testing.T) {
	m := begunMatch(t, 3, 1)
	state := m.stored(0)
	saved := func(change func(s *savedState), end ...byte) []byte {
		s := parseSaved(t, state)
		change(&s)
		return s.bytes(end...)
	}
	if !bytes.Equal(saved(func(*savedState) {}), state) {
		t.Fatal("a state is encoded otherwise")
	}
	terms := m.terms
	terms.Game = []byte("another")
	for _, test := range []struct {
		name, fault string // fault ends the error's text
		terms       table.Terms
		seat        int
		state       []byte
	}{
		{"another seat", "state: seat", m.terms, 1, state},
		{"a stranger", "no seat", m.terms, 3, state},
		{"another table", "", terms, 0, state},
		{"nothing", "there is no state", m.terms, 0, nil},
		{"another checksum", "state: checksum", m.terms, 0, bytes.ToUpper(state)},
		{"a byte more", "state: length", m.terms, 0, saved(func(*savedState) {}, 0)},
		{"a byte more in a checkpoint", "checkpoint: length", m.terms, 0, saved(func(s *savedState) { s.first = append(s.first, 0) })},
		{"a leave after the last round", "checkpoint: leaves", m.terms, 0, saved(func(s *savedState) {
			s.first = with(t, s.first, func(c *savedCheckpoint) { c.Seats[0].Leaves = table.MaxRounds + 1 })
		})},
		{"a round without hellos", "a round without a hello", m.terms, 0, saved(func(s *savedState) {
			s.mark = with(t, s.first, func(c *savedCheckpoint) { c.Round = 1 })
		})},
		// The game's own end would be a second one.
		{"a round after the end", "a round after the end", m.terms, 0, saved(func(s *savedState) {
			s.mark = with(t, s.mark, func(c *savedCheckpoint) { c.reader = ended(c.reader) })
		})},
	} {
		x, err := table.Parse(test.terms, newTestGame(3, 1, test.seat), m.keys[test.seat], test.state, storeNothing)
		if x != nil || !errors.Is(err, table.ErrMalformed) || !strings.HasSuffix(err.Error(), test.fault) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

// ended returns a saved reader, sealed, that has read the end at its last place.
func ended(reader []byte) []byte {
	var s struct {
		Agreement record.Digest
		Places    uint32
		Head      record.Digest
		Seats     [3]struct{ Last, Signed uint32 }
		End       uint32
	}
	const label = "squaredeal/record/v1/state"
	r := field.NewSealedReader(reader)
	r.Label(label)
	if _, err := binary.Decode(r.Fixed("fixed", binary.Size(s)), binary.BigEndian, &s); err != nil {
		panic(err)
	}
	s.End = s.Places
	return field.Seal(encode(field.Append(nil, label), s))
}

// Terms out of range are refused.
func TestTerms(t *testing.T) {
	for name, change := range map[string]func(*table.Terms){
		"a short grace":      func(t *table.Terms) { t.Grace = table.MinGrace - time.Millisecond },
		"a long grace":       func(t *table.Terms) { t.Grace = table.MaxGrace + time.Millisecond },
		"a grace in µs":      func(t *table.Terms) { t.Grace += time.Microsecond },
		"a bank below 0":     func(t *table.Terms) { t.Bank = -time.Millisecond },
		"a large bank":       func(t *table.Terms) { t.Bank = table.MaxBanks*t.Grace + time.Millisecond },
		"a bank in µs":       func(t *table.Terms) { t.Bank += time.Microsecond },
		"no message":         func(t *table.Terms) { t.Longest = 0 },
		"too long a message": func(t *table.Terms) { t.Longest = record.MaxMessageLen },
	} {
		terms := newMatch(t, 3, 1).terms
		change(&terms)
		if _, err := terms.Agreement(); !errors.Is(err, table.ErrMalformed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What a state says was said may be anything: the table that it makes, if it makes one, doesn't panic.
func TestCraftedState(t *testing.T) {
	m := begunMatch(t, 3, 1)
	better := m.turn()
	m.act(better, 1)
	m.says(better, say)
	parse := func(change func(s *savedState)) *table.Player {
		s := parseSaved(t, m.stored(better))
		change(&s)
		x, err := table.Parse(m.terms, newTestGame(3, 1, better), m.keys[better], s.bytes(), storeNothing)
		if err != nil {
			if !errors.Is(err, table.ErrMalformed) {
				t.Error(err)
			}
			return nil
		}
		m.join(x)
		if _, _, err := x.Pending(m.now); err != nil {
			t.Error(err)
		}
		return x
	}
	if parse(func(*savedState) {}) == nil {
		t.Fatal("not what it was")
	}
	for n := range 120 {
		parse(func(s *savedState) { s.said = s.said[:min(n, len(s.said))] })
		parse(func(s *savedState) { s.under = s.said[:min(n, len(s.said))] })
	}
}

// Whatever a state says, the table that it makes reads and speaks without harm, and an accepted
// one is what the next store replaces.
func FuzzParse(f *testing.F) {
	m := newMatch(f, 3, 2)
	m.play()
	for _, state := range m.states[0] {
		f.Add(state, false)
		f.Add(state[:len(state)-32], true)
	}
	f.Fuzz(func(t *testing.T, state []byte, seal bool) {
		if seal { // with a checksum that fits
			state = field.Seal(bytes.Clone(state))
		}
		first := true
		x, err := table.Parse(m.terms, newTestGame(3, 2, 0), m.keys[0], state, func(old, _ table.State) error {
			if first && !bytes.Equal(old.Bytes(), state) {
				t.Error("the store replaces another state")
			}
			first = false
			return nil
		})
		if err != nil {
			if x != nil || !errors.Is(err, table.ErrMalformed) {
				t.Error(err)
			}
			return
		}
		m.join(x)
		x.Pending(m.now)
	})
}

// What a restart forgets would change what counts: a state is the same as going on.
func TestRestartIsSame(t *testing.T) {
	m := begunMatch(t, 3, 4)
	for range 10 { // voids, time, a leave, an out: all of it before a later round
		m.wait(grace / 8)
		m.post(m.sign(m.others(m.turn())[0], say), m.sign(m.others(m.turn())[1], tick))
	}
	m.post(m.sign(1, leave, 0, 0, 0, 3))
	m.bet(func() bool { return m.players[0].Round() < 2 })
	m.restart(0, m.stored(0))
	for i := range 200 { // one goes on, one is new, and both refuse at the same place
		s := 1 + i%2
		if w, _ := m.watch(); i%4 > 1 && len(w.Due(time.Time{})) == 1 && w.Due(time.Time{})[0].Seat == s {
			continue
		}
		m.post(m.sign(s, 9, byte(i)))
	}
	m.wantSame()
	m.play()
	m.wantSame()
	m.wantOuts(1, table.Left)
}

// A seat's state has one size, however long the match is, and what the board has of it.
func TestStateSize(t *testing.T) {
	var sizes []int
	for _, rounds := range []int{2, 40} {
		m := newMatch(t, 2, rounds)
		for range rounds {
			m.exchange()
			for better := m.turn(); better >= 0; better = m.turn() {
				m.act(better, 0)
				m.exchange()
			}
		}
		longest := 0
		for _, state := range m.states[0] {
			longest = max(longest, len(state))
		}
		sizes = append(sizes, longest)
	}
	if sizes[1] > sizes[0]+8 || sizes[1] > 2000 { // digits of the game's numbers
		t.Errorf("states of %v bytes", sizes)
	}
}

// A restart from an older state doesn't convict its owner. From each state that was ever stored,
// at each moment, a seat goes on to the same end as the others.
func TestOldBackup(t *testing.T) {
	for moment := 0; moment < 14; moment += 3 {
		for backup := 0; backup < 9; backup += 2 {
			m := newMatch(t, 3, 1)
			for range moment {
				raw := m.pending(0)
				if better := m.turn(); better >= 0 {
					m.act(better, 1)
				}
				m.exchange(1, 2)
				if raw != nil {
					m.post(raw)
				}
				m.read(0)
			}
			if backup < len(m.states[0]) {
				m.restart(0, m.states[0][backup])
			}
			m.playUnharmed()
		}
	}
}

// A process that goes on from an older state while a statement of its seat is under way may sign another
// one. The one that comes first counts; two of them convict nobody.
func TestOldBackupUnderWay(t *testing.T) {
	m := begunMatch(t, 3, 1)
	better := m.turn()
	m.act(better, 1)
	held := m.says(better, say)
	m.restart(better, m.states[better][len(m.states[better])-2])
	m.act(better, 2)
	m.exchange(better)
	m.post(held)
	m.playUnharmed()
}

// A seat that crashes before, in or after any store of a match goes on as if nothing had been.
func TestCrashAtEachStore(t *testing.T) {
	for n := 0; ; n++ {
		for _, after := range []bool{false, true} {
			m := newMatch(t, 3, 2)
			count := 0
			crash := func(seat int) error {
				if seat != 1 {
					return nil
				}
				count++
				if count == n+1 {
					return errDisk // and exchange begins its process anew
				}
				return nil
			}
			m.beforeStore = crash
			if after {
				m.beforeStore, m.afterStore = nil, crash
			}
			m.playUnharmed()
			if w, _ := m.wantSame(); !w.Final() {
				t.Errorf("store %d, after it %v: not final", n, after)
			}
			if count <= n {
				if n < 8 {
					t.Errorf("%d stores", n)
				}
				return
			}
		}
	}
}
