package record

import (
	"encoding/binary"
	"slices"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Log is what somebody, with a seat or without, has read of a board. It is a function
// of the posts that it was given, and keeps none of them. Give it each post once: one that
// had no place might get one at a second reading. Don't copy it. The zero value is invalid.
type Log struct {
	agreed       Agreement
	base         int           // the first place that may be named
	heads        []Digest      // heads[i] is that after base+i places
	last, signed [MaxSeats]int // by seat, the place after its last statement, and the place that it names
	end          int           // 0 if there is none
	judged       *Statement    // the last, unless something has changed since
}

// NewLog returns the log of somebody who has read nothing yet.
func NewLog(a Agreement) (*Log, error) {
	if a.seats == 0 {
		return nil, wrap.Errorf(ErrMalformed, "zero Agreement")
	}
	return &Log{agreed: a, heads: []Digest{hash("start", a.digest[:])}}, nil
}

// Judge returns the statement in the next post if it may have a place, or what is wrong:
// an [ErrMalformed], an [ErrUnread], an [ErrNoPlace] or an [ErrSignature], in this order.
// It has no effect before [Log.Place]. The rules of a game may refuse it a place, by what
// had one before: stamps may decide who is out, and nothing else.
func (l *Log) Judge(post []byte) (Statement, error) {
	l.judged = nil
	st, err := l.agreed.parse(post)
	if err == nil {
		err = l.Fits(st)
	}
	if err == nil {
		err = l.agreed.verify(&st)
	}
	if err != nil {
		return Statement{}, err
	}
	l.judged = &st
	return st, nil
}

// Fits says what keeps a statement from having the next place, whatever its signature: an
// [ErrUnread], an [ErrNoPlace], or nothing.
func (l *Log) Fits(st Statement) error {
	if st.Seat < 0 || st.Seat >= l.agreed.seats {
		return wrap.Errorf(ErrMalformed, "seat %d of %d", st.Seat, l.agreed.seats)
	}
	head, ok := l.HeadAt(st.Places)
	last := l.last[st.Seat]
	open := l.end == 0 && (last == 0 || l.Begun())
	closing := l.end > 0 && st.Places >= l.end && last <= l.end
	if st.Places > l.Places() {
		return wrap.Errorf(ErrUnread, "seat %d names place %d of %d", st.Seat, st.Places, l.Places())
	}
	if !ok || st.Head != head || st.Places < last || !open && !closing || l.Places() == MaxPlaces {
		return wrap.Errorf(ErrNoPlace, "seat %d names place %d of %d", st.Seat, st.Places, l.Places())
	}
	return nil
}

// Place gives a place to the statement that Judge has returned last. A bit of out is set,
// the lowest for seat 0, for each seat that is out of the game after it. Place returns
// an [ErrState] for any other statement, or if the log has changed since.
func (l *Log) Place(st Statement, out uint64) error {
	switch {
	case l.judged == nil || l.judged.digest != st.digest || l.judged.signature != st.signature:
		return wrap.Errorf(ErrState, "the statement of seat %d wasn't judged last, at place %d", st.Seat, l.Places())
	case out>>l.agreed.seats != 0:
		return wrap.Errorf(ErrMalformed, "out %b, with %d seats", out, l.agreed.seats)
	}
	head, seat := l.Head(), l.judged.Seat // st is the caller's
	l.heads = append(l.heads, hash("head", head[:], l.judged.digest[:], l.judged.signature[:], binary.BigEndian.AppendUint64(nil, out)))
	l.last[seat], l.signed[seat], l.judged = l.Places(), l.judged.Places, nil
	return nil
}

// Read is Judge and Place, for games whose rules refuse nothing and put nobody out. What was
// pruned has no place there.
func (l *Log) Read(post []byte) (Statement, error) {
	st, err := l.Judge(post)
	if err == nil && st.Pruned() {
		st, err = Statement{}, wrap.Errorf(ErrNoPlace, "the message of seat %d was left out", st.Seat)
	}
	if err == nil {
		err = l.Place(st, 0)
	}
	return st, err
}

// Sign returns a statement of the seat that has this key, to be posted. It has no effect
// before it comes back from the board. Store it before posting it, and post the same bytes
// again after a crash. Sign no other until it has come back, or Judge returns an
// [ErrNoPlace] for it: whoever carries two could choose the one that counts. Sign returns
// an [ErrNoPlace] between the seat's hello and the others', and after its closing statement.
func (l *Log) Sign(key Key, message []byte) ([]byte, error) {
	seat := l.agreed.owner(key.Public())
	switch {
	case seat < 0 || seat == l.agreed.seats:
		return nil, wrap.Errorf(ErrMalformed, "the key is no seat's")
	case len(message) < 1 || len(message) > l.agreed.longest:
		return nil, wrap.Errorf(ErrMalformed, "a message of %d bytes, not 1 to %d", len(message), l.agreed.longest)
	}
	if err := l.Fits(Statement{Seat: seat, Places: l.Places(), Head: l.Head()}); err != nil {
		return nil, err
	}
	return l.agreed.state(key, seat, l.Places(), l.Head(), message), nil
}

// End says that the game is over. From here on each seat has one more statement with a
// place, if it has read the end. All readers must do this at the same place. End returns
// an [ErrState] if some seat hasn't said its hello, or there is an end already.
func (l *Log) End() error {
	if !l.Begun() || l.end > 0 {
		return wrap.Errorf(ErrState, "an end at place %d", l.Places())
	}
	l.end, l.judged = l.Places(), nil
	return nil
}

// Cut forgets the heads before the current one: no earlier place may be named from here
// on. All readers must cut after the same post. The state is for [ParseLog], so that a
// restart needs no earlier posts: store it with the number of the last one. It holds no
// secret, and proves nothing to others.
func (l *Log) Cut() (state []byte) {
	head := l.Head()
	l.base, l.heads, l.judged = l.Places(), []Digest{head}, nil
	b := append(field.Append(nil, label+"state"), l.agreed.digest[:]...)
	b = append(binary.BigEndian.AppendUint32(b, uint32(l.base)), head[:]...)
	for seat := range l.agreed.seats {
		b = binary.BigEndian.AppendUint32(b, uint32(l.last[seat]))
		b = binary.BigEndian.AppendUint32(b, uint32(l.signed[seat]))
	}
	return field.Seal(binary.BigEndian.AppendUint32(b, uint32(l.end)))
}

// ParseLog reads what [Log.Cut] returned. The log goes on with the post after the cut.
func ParseLog(a Agreement, state []byte) (*Log, error) {
	l := &Log{agreed: a}
	r := field.NewSealedReader(state)
	upTo := func(most int) int {
		n := r.Uint32("place")
		r.Check("place", uint64(n) <= uint64(max(0, most)))
		return int(n)
	}
	r.Label(label + "state")
	r.Check("agreement", Digest(r.Fixed("agreement", len(Digest{}))) == a.digest && a.seats > 0)
	l.base, l.heads = upTo(MaxPlaces), []Digest{Digest(r.Fixed("head", len(Digest{})))}
	r.Check("head", l.base > 0 || l.heads[0] == hash("start", a.digest[:]))
	for seat := range a.seats {
		l.last[seat] = upTo(l.base)
		l.signed[seat] = upTo(l.last[seat] - 1)
	}
	l.end = upTo(l.base)
	r.Check("end", l.end == 0 || l.Begun())
	if fault := r.End(); fault != "" {
		return nil, wrap.Errorf(ErrMalformed, "state: %s", fault)
	}
	return l, nil
}

// Places returns how many statements have a place: 0, 1, …, Places()-1.
func (l *Log) Places() int { return l.base + max(0, len(l.heads)-1) }

// Head returns the head after all places.
func (l *Log) Head() Digest {
	head, _ := l.HeadAt(l.Places())
	return head
}

// HeadAt returns the head after k places, and false if that isn't read yet or was cut off.
func (l *Log) HeadAt(k int) (Digest, bool) {
	if k < l.base || k-l.base >= len(l.heads) {
		return Digest{}, false
	}
	return l.heads[k-l.base], true
}

// Begun reports whether all seats have said their hello.
func (l *Log) Begun() bool { return l.agreed.seats > 0 && !slices.Contains(l.last[:l.agreed.seats], 0) }

// Signed returns how many places a seat had read at its last statement. After the End, a
// seat that has closed has signed all places before it. There are none of a seat that isn't one.
func (l *Log) Signed(seat int) int {
	if seat < 0 || seat >= l.agreed.seats {
		return 0
	}
	return l.signed[seat]
}

// Final returns how many places are final: more than half of all seats, those that are
// out included, have signed heads that cover them. It never falls.
func (l *Log) Final() int {
	signed := slices.Sorted(slices.Values(l.signed[:max(1, l.agreed.seats)]))
	return signed[(len(signed)-1)/2]
}

// Fork returns an [ErrFork] and the first place at which two logs differ, or the one before
// the last Cut if they differ there already; -1 and nil if one continues the other. It
// returns an [ErrState] if they are of two agreements, or one was cut beyond what was read,
// and an [ErrMalformed] for no log.
func Fork(a, b *Log) (place int, err error) {
	for i, l := range []*Log{a, b} {
		if l == nil || l.agreed.seats == 0 {
			return -1, wrap.Errorf(ErrMalformed, "log %c is nil or zero", 'a'+i)
		}
	}
	from, to := max(a.base, b.base), min(a.Places(), b.Places())
	if a.agreed.digest != b.agreed.digest || from > to {
		return -1, wrap.Errorf(ErrState, "the logs have no place in common")
	}
	for k := from; k <= to; k++ {
		if a.heads[k-a.base] != b.heads[k-b.base] {
			return k - 1, wrap.Errorf(ErrFork, "at place %d", k-1)
		}
	}
	return -1, nil
}
