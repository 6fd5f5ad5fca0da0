package record

import (
	"encoding/binary"
	"slices"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Reader is what somebody, with a seat or without, has read of a board. It is a function
// of the posts that it was given, and keeps none of them. Give it each post once: one that
// had no place might get one at a second reading. Don't copy it. The zero value is invalid.
type Reader struct {
	agreed       Agreement
	base         int           // the first place that may be named
	heads        []Digest      // heads[i] is that after base+i places
	last, signed [MaxSeats]int // by seat, the place after its last statement, and the place that it names
	end          int           // 0 if there is none
	judged       *Statement    // the last, unless something has changed since
}

// NewReader returns the reader of somebody who has read nothing yet. It returns an [ErrMalformed]
// for the zero Agreement.
func NewReader(a Agreement) (*Reader, error) {
	if a.seats == 0 {
		return nil, wrap.Errorf(ErrMalformed, "zero Agreement")
	}
	return &Reader{agreed: a, heads: []Digest{hash("start", a.digest[:])}}, nil
}

// Judge returns the statement in the next post if it may have a place, or what is wrong:
// an [ErrMalformed], an [ErrUnread], an [ErrNoPlace] or an [ErrSignature], in this order.
// It has no effect before [Reader.Place]. The rules of a game may refuse it a place, by what
// had one before: stamps may decide who is out, and nothing else.
func (r *Reader) Judge(post []byte) (Statement, error) {
	r.judged = nil
	st, err := r.agreed.parse(post)
	if err == nil {
		err = r.Fits(st)
	}
	if err == nil {
		err = r.agreed.verify(&st)
	}
	if err != nil {
		return Statement{}, err
	}
	r.judged = &st
	return st, nil
}

// Fits says what keeps a statement from having the next place, whatever its signature: nothing,
// an [ErrMalformed] if it has no seat, an [ErrUnread] if it names a place that the reader hasn't
// read, or an [ErrNoPlace].
func (r *Reader) Fits(st Statement) error {
	if st.Seat < 0 || st.Seat >= r.agreed.seats {
		return wrap.Errorf(ErrMalformed, "seat %d of %d", st.Seat, r.agreed.seats)
	}
	head, ok := r.HeadAt(st.Places)
	last := r.last[st.Seat]
	open := r.end == 0 && (last == 0 || r.Begun())
	closing := r.end > 0 && st.Places >= r.end && last <= r.end
	if st.Places > r.Places() {
		return wrap.Errorf(ErrUnread, "seat %d names place %d of %d", st.Seat, st.Places, r.Places())
	}
	if !ok || st.Head != head || st.Places < last || !open && !closing || r.Places() == MaxPlaces {
		return wrap.Errorf(ErrNoPlace, "seat %d names place %d of %d", st.Seat, st.Places, r.Places())
	}
	return nil
}

// Place gives a place to the statement that Judge has returned last. A bit of out is set,
// the lowest for seat 0, for each seat that is out of the game after it. Place returns
// an [ErrState] for any other statement, or if anything has changed since, and an
// [ErrMalformed] for bits of seats that aren't there.
func (r *Reader) Place(st Statement, out uint64) error {
	switch {
	case r.judged == nil || r.judged.digest != st.digest || r.judged.signature != st.signature:
		return wrap.Errorf(ErrState, "the statement of seat %d wasn't judged last, at place %d", st.Seat, r.Places())
	case out>>r.agreed.seats != 0:
		return wrap.Errorf(ErrMalformed, "out %b, with %d seats", out, r.agreed.seats)
	}
	head, seat := r.Head(), r.judged.Seat // st is the caller's
	r.heads = append(r.heads, hash("head", head[:], r.judged.digest[:], r.judged.signature[:], binary.BigEndian.AppendUint64(nil, out)))
	r.last[seat], r.signed[seat], r.judged = r.Places(), r.judged.Places, nil
	return nil
}

// Read is Judge and Place, for games whose rules refuse nothing and put nobody out. What was
// pruned has no place there.
func (r *Reader) Read(post []byte) (Statement, error) {
	st, err := r.Judge(post)
	if err == nil && st.Pruned() {
		st, err = Statement{}, wrap.Errorf(ErrNoPlace, "the message of seat %d was left out", st.Seat)
	}
	if err == nil {
		err = r.Place(st, 0)
	}
	return st, err
}

// Sign returns a statement of the seat that has this key, to be posted. It has no effect
// before it comes back from the board. Store it before posting it, and post the same bytes
// again after a crash. Sign no other until it has come back, or Judge returns an
// [ErrNoPlace] for it: whoever carries two could choose the one that counts. Sign returns
// an [ErrNoPlace] between the seat's hello and the others', and after its closing statement;
// and an [ErrMalformed] if no seat has the key, or if the message is empty or too long.
func (r *Reader) Sign(key Key, message []byte) ([]byte, error) {
	seat := r.agreed.owner(key.Public())
	switch {
	case seat < 0 || seat == r.agreed.seats:
		return nil, wrap.Errorf(ErrMalformed, "the key is no seat's")
	case len(message) < 1 || len(message) > r.agreed.longest:
		return nil, wrap.Errorf(ErrMalformed, "a message of %d bytes, not 1 to %d", len(message), r.agreed.longest)
	}
	if err := r.Fits(Statement{Seat: seat, Places: r.Places(), Head: r.Head()}); err != nil {
		return nil, err
	}
	return r.agreed.signedStatement(key, seat, r.Places(), r.Head(), message), nil
}

// End says that the game is over. From here on each seat has one more statement with a
// place, if it has read the end. All readers must do this at the same place. End returns
// an [ErrState] if some seat hasn't said its hello, or there is an end already.
func (r *Reader) End() error {
	if !r.Begun() || r.end > 0 {
		return wrap.Errorf(ErrState, "an end at place %d", r.Places())
	}
	r.end, r.judged = r.Places(), nil
	return nil
}

// Cut forgets the heads before the current one: no earlier place may be named from here
// on. All readers must cut after the same post. The state is for [ParseReader], so that a
// restart needs no earlier posts: store it with the number of the last one. It holds no
// secret, and proves nothing to others.
func (r *Reader) Cut() (state []byte) {
	head := r.Head()
	r.base, r.heads, r.judged = r.Places(), []Digest{head}, nil
	b := append(field.Append(nil, label+"state"), r.agreed.digest[:]...)
	b = append(binary.BigEndian.AppendUint32(b, uint32(r.base)), head[:]...)
	for seat := range r.agreed.seats {
		b = binary.BigEndian.AppendUint32(b, uint32(r.last[seat]))
		b = binary.BigEndian.AppendUint32(b, uint32(r.signed[seat]))
	}
	return field.Seal(binary.BigEndian.AppendUint32(b, uint32(r.end)))
}

// ParseReader reads what [Reader.Cut] returned. It goes on with the post after the cut. It returns
// an [ErrMalformed] for a state that is another agreement's or was damaged.
func ParseReader(a Agreement, state []byte) (*Reader, error) {
	r := &Reader{agreed: a}
	fields := field.NewSealedReader(state)
	upTo := func(most int) int {
		n := fields.Uint32("place")
		fields.Check("place", uint64(n) <= uint64(max(0, most)))
		return int(n)
	}
	fields.Label(label + "state")
	fields.Check("agreement", Digest(fields.Fixed("agreement", len(Digest{}))) == a.digest && a.seats > 0)
	r.base, r.heads = upTo(MaxPlaces), []Digest{Digest(fields.Fixed("head", len(Digest{})))}
	fields.Check("head", r.base > 0 || r.heads[0] == hash("start", a.digest[:]))
	for seat := range a.seats {
		r.last[seat] = upTo(r.base)
		r.signed[seat] = upTo(r.last[seat] - 1)
	}
	r.end = upTo(r.base)
	fields.Check("end", r.end == 0 || r.Begun())
	if fault := fields.End(); fault != "" {
		return nil, wrap.Errorf(ErrMalformed, "state: %s", fault)
	}
	return r, nil
}

// Places returns how many statements have a place: 0, 1, …, Places()-1.
func (r *Reader) Places() int { return r.base + max(0, len(r.heads)-1) }

// Head returns the head after all places.
func (r *Reader) Head() Digest {
	head, _ := r.HeadAt(r.Places())
	return head
}

// HeadAt returns the head after k places, and false if that isn't read yet or was cut off.
func (r *Reader) HeadAt(k int) (Digest, bool) {
	if k < r.base || k-r.base >= len(r.heads) {
		return Digest{}, false
	}
	return r.heads[k-r.base], true
}

// Begun reports whether all seats have said their hello.
func (r *Reader) Begun() bool {
	return r.agreed.seats > 0 && !slices.Contains(r.last[:r.agreed.seats], 0)
}

// Signed returns how many places a seat had read at its last statement. After the End, a
// seat that has closed has signed all places before it. It is 0 for a number that no seat has.
func (r *Reader) Signed(seat int) int {
	if seat < 0 || seat >= r.agreed.seats {
		return 0
	}
	return r.signed[seat]
}

// Final returns how many places are final: more than half of all seats, those that are
// out included, have signed heads that cover them. It never falls.
func (r *Reader) Final() int {
	signed := slices.Sorted(slices.Values(r.signed[:max(1, r.agreed.seats)]))
	return signed[(len(signed)-1)/2]
}

// Fork returns an [ErrFork] and the first place at which two readers differ, or the one before
// the last Cut if they differ there already; -1 and nil if one continues the other. It
// returns an [ErrState] if they are of two agreements, or one was cut beyond what was read,
// and an [ErrMalformed] for no reader.
func Fork(a, b *Reader) (place int, err error) {
	for i, r := range []*Reader{a, b} {
		if r == nil || r.agreed.seats == 0 {
			return -1, wrap.Errorf(ErrMalformed, "reader %c is nil or zero", 'a'+i)
		}
	}
	from, to := max(a.base, b.base), min(a.Places(), b.Places())
	if a.agreed.digest != b.agreed.digest || from > to {
		return -1, wrap.Errorf(ErrState, "the readers have no place in common")
	}
	for k := from; k <= to; k++ {
		if a.heads[k-a.base] != b.heads[k-b.base] {
			return k - 1, wrap.Errorf(ErrFork, "at place %d", k-1)
		}
	}
	return -1, nil
}
