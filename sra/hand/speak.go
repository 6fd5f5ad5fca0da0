package hand

import (
	"bytes"
	"slices"

	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/wrap"
	"github.com/squaredeal/squaredeal/sra"
)

// private is what only this seat knows.
type private struct {
	state  state // as it was stored
	store  func(old, new State) error
	behind bool        // the head of the state hasn't been read
	keys   []sra.Key   // the present one, and those before that turns need
	known  map[int]int // cards that were dealt to it, by position; -1 where it doesn't know
	made   made
}

// made is what this process has made for a turn.
type made struct {
	turn    Digest
	message []byte
	e, key  sra.Key               // of Shuffle and Raise: the new exponent, the whole new key
	order   sra.SecretPermutation // of Shuffle
}

// ownKey returns this seat's key with this public key, which it has had.
func (h *Hand) ownKey(k sra.PublicKey) sra.Key {
	m := secret.Reveal(h.mine)
	i := slices.IndexFunc(m.keys, func(own sra.Key) bool { return own.Public().Equal(k) })
	return m.keys[i].Parallel(h.routines)
}

// grow returns the new exponent of a turn, and this seat's whole key with it.
func (h *Hand) grow(t turn) (e, key sra.Key) {
	x := secret.Reveal(h.mine).state
	seed := hash("key", x.secret[:], t.ID[:])
	e = must(sra.NewKey(h.cards.Group(), seed[:])).Parallel(h.routines)
	if !isKey(t.key) {
		return e, e
	}
	return e, must(h.ownKey(t.key).Times(e))
}

// said reports whether a message is the one that this process has made for a turn.
func (h *Hand) said(t Turn, message []byte) bool {
	if !h.isMine(t.Seat) {
		return false
	}
	m := secret.Reveal(h.mine)
	return m.made.turn == t.ID && bytes.Equal(message, m.made.message)
}

// Pending returns what this seat has to say now: the message of the first of its turns that
// are due, nil if there is none, or if it only watches ([Hand.Seat]). It is the same bytes until
// it is read or a step makes it void, also after a restart. The state is stored before it is
// returned.
//
// It is an [ErrBehind] after a restart, until all is read that this seat had read when it last
// spoke; or the error of the store function.
func (h *Hand) Pending() ([]byte, error) {
	if h.mine == nil {
		return nil, nil
	}
	m := secret.Reveal(h.mine)
	i := slices.IndexFunc(h.due, func(t turn) bool { return t.Seat == h.seat })
	switch {
	case m.behind:
		return nil, ErrBehind
	case i < 0:
		return nil, nil
	}
	return h.say(h.due[i])
}

// LeaveMessage returns what this seat would have to say if it left now, so that it can be
// sent along with the move by which the seat leaves, such as a fold: then the seat owes
// nothing more. All read the move first, make the step [Hand.Leave], and give the message to
// Receive. It is nil if there would be nothing to say. The state is stored before it is returned.
//
// The message takes this seat's layer off all cards that it doesn't hold, whatever becomes of
// the move: send it only with one that the rules can't refuse any more, and before which they
// make no other step, whatever is read; and store the move. If the message comes
// back void, leave all the same. Its errors are those of Leave and of Pending; it is an
// [ErrState] without a seat, too.
func (h *Hand) LeaveMessage() ([]byte, error) {
	if h.mine == nil {
		return nil, wrap.Errorf(ErrState, "this is no seat's hand")
	}
	if secret.Reveal(h.mine).behind {
		return nil, ErrBehind
	}
	if err := h.checkLeave(h.seat); err != nil {
		return nil, err
	}
	t := h.leaveTurn(h.seat)
	if len(t.Positions) == 0 {
		return nil, nil
	}
	t.key, t.ID = h.keys[h.seat], h.turnID(headAfter(h.head, readLeave, u32(h.seat)), t.Turn)
	return h.say(t)
}

// say returns the message of a turn, when the state is stored.
func (h *Hand) say(t turn) ([]byte, error) {
	m := secret.Reveal(h.mine)
	if m.state.head != h.head {
		var old State
		if m.state.head != (Digest{}) {
			old = State{secret.Hide(m.state)}
		}
		next := state{m.state.secret, h.head}
		if err := m.store(old, State{secret.Hide(next)}); err != nil {
			return nil, err
		}
		m.state = next
	}
	if m.made.turn != t.ID {
		m.made = h.compose(t)
	}
	return bytes.Clone(m.made.message), nil
}

// compose makes the message of a turn.
func (h *Hand) compose(t turn) made {
	context, x := t.ID[:], made{turn: t.ID}
	if t.shuffle == nil {
		k := h.ownKey(t.key)
		to := must(k.Decrypt(t.from))
		x.message = slices.Concat(context, to.Bytes(), must(k.ProveDecryption(context, t.from, to)))
		return x
	}
	x.e, x.key = h.grow(t)
	elements, proofs := x.e.Public().Bytes(), must(x.e.ProveKey(context))
	for _, l := range t.lists {
		by := raisedBy(t, l, x.e, x.key)
		var to sra.Deck
		var proof []byte
		if l.part == shuffled {
			to, x.order = shuffleBy(by, l.elements)
			proof = must(by.ProveShuffle(context, l.elements, to, x.order))
		} else {
			to = must(by.Encrypt(l.elements))
			proof = must(by.ProveDecryption(context, to, l.elements))
		}
		elements, proofs = append(elements, to.Bytes()...), append(proofs, proof...)
	}
	x.message = slices.Concat(context, elements, proofs)
	return x
}

func shuffleBy(k sra.Key, from sra.Deck) (sra.Deck, sra.SecretPermutation) {
	to, order, err := k.Shuffle(from)
	return must(to, err), order
}

// takeOwn goes on with the new key of a turn of this seat, or as an observer if the message
// isn't of the seat's secret. It moves the numbers of the cards that this seat knew to where
// they are if it has shuffled by itself. Its time tells nothing of the order.
func (h *Hand) takeOwn(t turn, e sra.PublicKey, numbers []int) {
	m := secret.Reveal(h.mine)
	x := m.made
	if x.turn != t.ID { // said before a restart
		x.e, x.key = h.grow(t)
	}
	if !x.e.Public().Equal(e) {
		h.mine = nil
		return
	}
	m.keys = append(slices.DeleteFunc(m.keys, func(k sra.Key) bool {
		return !slices.ContainsFunc(h.due, func(t turn) bool { return t.Seat == h.seat && t.key.Equal(k.Public()) })
	}), x.key)
	if !t.shuffle.alone || t.Kind != Shuffle || len(numbers) < 2 {
		return
	}
	if x.turn != t.ID {
		l := t.lists[len(t.lists)-1]
		_, x.order = shuffleBy(raisedBy(t, l, x.e, x.key), l.elements)
	}
	moved, err := x.order.Apply(numbers)
	for i, number := range must(moved, err) {
		m.known[t.Positions[i]] = number
	}
}

// must returns v, as what could fail was checked before.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
