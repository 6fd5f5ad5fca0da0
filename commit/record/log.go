package record

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/squaredeal/squaredeal/internal/field"
)

// A Log is what somebody, with a seat or without, has read of a board: the heads since
// the last Cut, and where each seat's last statement is. It is a function of the posts
// that it was given, and keeps none of them. A copy is the same log. It isn't safe for
// concurrent use. The zero value is invalid.
type Log struct{ l *log }

type log struct {
	table        *table
	base         int        // the first place that may be named
	heads        []Digest   // heads[i] is that after base+i places
	last, signed []int      // by seat, the place after its last statement, and the place that it names
	end          int        // 0 if there is none
	own          [][]byte   // by seat, what Sign has returned last
	judged       *Statement // the last, unless something has changed since
}

// NewLog returns the log of somebody who has read nothing yet, or an [ErrMalformed] for a
// zero Table.
func NewLog(table Table) (Log, error) {
	t := table.get()
	if t.seats == 0 {
		return Log{}, malformed("zero Table")
	}
	return Log{t.log(hash("start", t.digest[:]))}, nil
}

func (t *table) log(heads ...Digest) *log {
	n := max(1, t.seats)
	return &log{table: t, heads: heads, last: make([]int, n), signed: make([]int, n), own: make([][]byte, n)}
}

// Judge returns the statement in the next post if it may have a place, or what is wrong:
// an [ErrMalformed], an [ErrNoPlace] or an [ErrSignature], in this order. None is
// anybody's fault. The post has no effect before [Log.Place]. The rules of a game may
// refuse a place to what Judge returns, by what was read and nothing else, so that all
// readers do.
func (l Log) Judge(post []byte) (Statement, error) {
	s := l.get()
	st, err := s.table.decode(post)
	if err == nil {
		err = s.may(st.Seat, st.Places, st.Head)
	}
	if err == nil {
		err = s.table.verify(&st, post, s.own[st.Seat])
	}
	if s.judged = nil; err != nil {
		return Statement{}, err
	}
	kept := st
	s.judged = &kept
	return st, nil
}

// may says what keeps a seat's statement that names place k from having one.
func (s *log) may(seat, k int, head Digest) error {
	var why string
	switch last := s.last[seat]; {
	case k > s.places():
		why = "isn't read yet"
	case k < s.base:
		why = "is before the last cut"
	case head != s.heads[k-s.base]:
		why = "has another head"
	case k < last:
		why = "isn't after its last statement"
	case last > 0 && !s.begun():
		why = "comes before others' hellos"
	case s.end > 0 && k < s.end:
		why = "is before the end"
	case s.end > 0 && last > s.end:
		why = "comes after its closing statement"
	case s.places() == MaxPlaces:
		why = "is beyond the last"
	default:
		return nil
	}
	return fail(ErrNoPlace, "place %d, which seat %d names, %s", k, seat, why)
}

// Place gives a place to the statement that Judge has returned last. A bit of out is set,
// the lowest for seat 0, for each seat that is out of the game after it. Place returns
// an [ErrState] for any other statement, or if the log has changed since, and an
// [ErrMalformed] for bits of no seats.
func (l Log) Place(st Statement, out uint64) error {
	s := l.get()
	switch {
	case s.judged == nil || s.judged.mark != st.mark:
		return fail(ErrState, "the statement of seat %d wasn't judged at place %d", st.Seat, s.places())
	case out>>s.table.seats != 0:
		return malformed("out %b, with %d seats", out, s.table.seats)
	}
	head, seat := s.head(), s.judged.Seat
	s.heads = append(s.heads, hash("head", head[:], st.mark[:], binary.BigEndian.AppendUint64(nil, out)))
	s.last[seat], s.signed[seat], s.judged = s.places(), s.judged.Places, nil
	return nil
}

// Read judges the next post and gives it a place, with nobody out: for readers without
// rules of their own. Its errors are those of [Log.Judge].
func (l Log) Read(post []byte) (Statement, error) {
	st, err := l.Judge(post)
	if err == nil {
		err = l.Place(st, 0)
	}
	return st, err
}

// Sign returns a statement of the seat that has this key, to be posted. It has no effect,
// not even in this log, before it comes back from the board; then Judge doesn't verify it.
//
// Store it before posting it, and post the same bytes again after a crash. Sign no other
// until it has come back, or Judge returns an [ErrNoPlace] for it: whoever carries two
// could choose the one that counts.
//
// Sign returns an [ErrMalformed] if the key is no seat's or the message is too long, and
// an [ErrNoPlace] if the seat can't say anything now: between its hello and the others',
// or after its closing statement.
func (l Log) Sign(key Key, message []byte) ([]byte, error) {
	s := l.get()
	seat, k, head := s.table.owner(key.Public()), s.places(), s.head()
	switch {
	case seat < 0 || seat == s.table.seats:
		return nil, malformed("the key is no seat's")
	case len(message) > s.table.longest:
		return nil, malformed("message of %d bytes, more than %d", len(message), s.table.longest)
	}
	if err := s.may(seat, k, head); err != nil {
		return nil, err
	}
	b := append(appendUint32([]byte{statementKind, byte(seat)}, k), head[:]...)
	s.own[seat] = s.table.sign(key, "statement", append(b, message...))
	return bytes.Clone(s.own[seat]), nil
}

// Cut forgets the heads before the current one: no earlier place may be named from here
// on, so that a restart needs no earlier posts. All readers must cut at the same places.
func (l Log) Cut() {
	s := l.get()
	s.base, s.heads, s.judged = s.places(), []Digest{s.head()}, nil
}

// End says that the game is over. From here on each seat has one more statement with a
// place, if it has read the end. All readers must do this at the same place. End returns
// an [ErrState] if some seat hasn't said its hello, or there is an end already.
func (l Log) End() error {
	s := l.get()
	if !s.begun() || s.end > 0 {
		return fail(ErrState, "an end at place %d", s.places())
	}
	s.end, s.judged = s.places(), nil
	return nil
}

// get returns what a Log holds, something without seats for a zero Log.
func (l Log) get() *log {
	if l.l == nil {
		return new(table).log(Digest{})
	}
	return l.l
}

func (s *log) places() int  { return s.base + len(s.heads) - 1 }
func (s *log) head() Digest { return s.heads[len(s.heads)-1] }
func (s *log) begun() bool  { return !slices.Contains(s.last, 0) }

// Places returns how many statements have a place: 0, 1, …, Places()-1.
func (l Log) Places() int { return l.get().places() }

// Head returns the head after all places.
func (l Log) Head() Digest { return l.get().head() }

// HeadAt returns the head after k places, and false if that many weren't read or they
// are before the last Cut.
func (l Log) HeadAt(k int) (Digest, bool) {
	s := l.get()
	if k < s.base || k > s.places() {
		return Digest{}, false
	}
	return s.heads[k-s.base], true
}

// Begun reports whether all seats have said their hello.
func (l Log) Begun() bool { return l.get().begun() }

// Signed returns how many places a seat had read at its last statement. After the End, a
// seat that has closed has signed all places before it.
func (l Log) Signed(seat int) int { return l.get().signed[seat] }

// Final returns how many places are final: more than half of all seats, those that are
// out included, have signed heads that cover them. It never falls.
func (l Log) Final() int {
	s := l.get()
	return slices.Sorted(slices.Values(s.signed))[(len(s.signed)-1)/2]
}

// Fork returns an [ErrFork] and the first place at which two logs of one table differ, by
// the statement or by who is out after it; -1 and nil if one continues the other. It
// returns an [ErrState] if a Cut keeps that from being seen.
func Fork(a, b Log) (place int, err error) {
	from, to := max(a.get().base, b.get().base), min(a.Places(), b.Places())
	if a.l == nil || b.l == nil || a.l.table.digest != b.l.table.digest {
		return -1, malformed("logs of no table, or of two")
	}
	for k := from; k == from || k <= to; k++ {
		p, _ := a.HeadAt(k)
		q, _ := b.HeadAt(k)
		switch {
		case p != q && k == from: // or one of them has none
			return -1, fail(ErrState, "one log was cut at place %d, and the other doesn't have its head", from)
		case p != q:
			return k - 1, fail(ErrFork, "at place %d", k-1)
		}
	}
	return -1, nil
}

// Bytes returns the state for [ParseLog], 32 bytes for each place since the last Cut. It
// holds no secret, and proves nothing to others.
func (l Log) Bytes() []byte {
	s := l.get()
	b := append(field.Append(nil, label+"state"), s.table.digest[:]...)
	b = appendUint32(b, s.base, s.places())
	for _, head := range s.heads {
		b = append(b, head[:]...)
	}
	for seat, last := range s.last {
		b = appendUint32(b, last, s.signed[seat])
	}
	return field.Seal(appendUint32(b, s.end))
}

// ParseLog reads what [Log.Bytes] returned for this table. The log goes on with the post
// after those that it had read. ParseLog returns an [ErrMalformed] for any other bytes.
func ParseLog(table Table, state []byte) (Log, error) {
	s := table.get().log()
	r := field.NewSealedReader(state)
	places := func(most int) int {
		n := r.Uint32("place")
		r.Check("place", uint64(n) <= uint64(max(0, most)))
		return int(min(n, MaxPlaces))
	}
	r.Label(label + "state")
	r.Check("table", s.table.seats > 0 && Digest(r.Fixed("table", len(Digest{}))) == s.table.digest)
	s.base = places(MaxPlaces)
	k := places(s.base + min(r.Len()/len(Digest{}), MaxPlaces-s.base)) // within an int of 32 bits
	r.Check("place", s.base <= k)
	for i := s.base; i <= k && r.Fault() == ""; i++ {
		s.heads = append(s.heads, Digest(r.Fixed("head", len(Digest{}))))
	}
	for seat := range s.last {
		s.last[seat] = places(k)
		s.signed[seat] = places(s.last[seat] - 1)
	}
	s.end = places(k)
	r.Check("end", s.end == 0 || s.begun())
	if fault := r.End(); fault != "" {
		return Log{}, malformed("state: %s", fault)
	}
	return Log{s}, nil
}
