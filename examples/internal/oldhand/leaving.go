package oldhand

import (
	"encoding/binary"
	"slices"

	"github.com/squaredeal/squaredeal/sra"
)

// Leave lets this seat go in good order, so that the others go on with the same deck
// without it: it takes the seat's layer off the stock, and off the cards of deals under
// way that aren't its own, and returns the message. Nobody sees a card by that, while two
// seats are left. Turns pass the seat over then, and nothing can be dealt to it. It still
// receives messages, and may show its cards; those that it doesn't show stay closed. What
// leaving costs is for the rules of the game to say.
//
// All seats should take the message at the same point between calls of [Hand.Deal], the
// one that the game's order of actions says, as no card can be dealt to a seat that has
// left. Messages of deals under way may cross it: such a deal begins again if this seat
// hasn't had its turn in it, and seats send what they sent for it once more. If two seats
// leave and neither has heard the other, the one that comes second is refused as an
// [ErrDiverged]: let the others call [Hand.Redeal] without both.
//
// Leave returns an [ErrState] if the hand isn't ready, or if only two seats are left: the
// hand is over then. Called again, it returns the same message.
func (h *Hand) Leave() (message []byte, err error) {
	var again []byte
	message, err = h.change(func(s *handState) error {
		if again = s.find(leaveMessage, nil); again != nil {
			return errDone
		}
		switch {
		case !s.ready():
			return stateError("the deck isn't shuffled by all")
		case len(s.here()) <= MinSeats:
			return stateError("only two seats are left")
		}
		s.leave(s.leavingOf(s.seat))
		return nil
	})
	if err == errDone {
		return again, nil
	}
	return message, err
}

// Stock returns the positions that can be dealt, ascending; nil if the hand isn't
// ready.
func (h *Hand) Stock() []int {
	s, ok := h.get()
	if !ok {
		return nil
	}
	return s.stock()
}

// Left returns the seats that have left, in order or without a word, ascending.
func (h *Hand) Left() []int {
	s, ok := h.get()
	if !ok {
		return nil
	}
	return s.left()
}

// A leave is that of a seat that left in good order.
type leave struct {
	seat  int
	after digest // of its lists, and of the deck without its layer
}

// hasLeft reports whether a seat, or whoever a card is to, is gone: by Redeal, or in one of
// the first leaves.
func (s *public) hasLeft(seat, leaves int) bool {
	return seat >= 0 && s.out[seat] || slices.ContainsFunc(s.leaves[:leaves], func(l leave) bool { return l.seat == seat })
}

// here returns the seats that haven't left.
func (s *public) here() (seats []int) {
	for seat := range s.seats {
		if !s.hasLeft(seat, len(s.leaves)) {
			seats = append(seats, seat)
		}
	}
	return seats
}

// left returns the seats that have, ascending.
func (s *public) left() (seats []int) {
	for seat := range s.seats {
		if s.hasLeft(seat, len(s.leaves)) {
			seats = append(seats, seat)
		}
	}
	return seats
}

// stock returns the positions that can be dealt.
func (s *public) stock() (positions []int) {
	if !s.ready() {
		return nil
	}
	for p := s.first; p < len(s.positions); p++ {
		if at := s.positions[p]; at.deal < 0 && !at.retired {
			positions = append(positions, p)
		}
	}
	return positions
}

// deckAfter is the digest of the deck that is dealt from after this many leaves, and of these:
// seats that have the same one have the same deals begin again.
func (s *public) deckAfter(leaves int) digest {
	if leaves == 0 {
		return s.deckDigest
	}
	return s.leaves[leaves-1].after
}

// A leaving is what a seat that leaves takes its layer off: positions that aren't dealt
// or in deals in which its turn hasn't come, and those in deals in which it has passed and
// that aren't done. The deals of the former begin again, without the seat. The
// latter go on as they are, unless another seat leaves before they are done.
type leaving struct{ before, passed []int }

func (l leaving) all() []int { return slices.Concat(l.before, l.passed) }

// leavingOf returns what a seat has to take its layer off, if it leaves now.
func (s *public) leavingOf(seat int) (l leaving) {
	for p := s.first; p < len(s.positions); p++ {
		switch at := s.positions[p]; {
		case at.retired:
		case at.deal < 0:
			l.before = append(l.before, p)
		case at.to == seat || s.hasLeft(at.to, len(s.leaves)) || s.deals[at.deal].next == s.seats:
		case s.turnPassed(at.deal, seat):
			l.passed = append(l.passed, p)
		default:
			l.before = append(l.before, p)
		}
	}
	return l
}

// turnPassed reports whether a seat had a turn in a deal and has taken it.
func (s *public) turnPassed(number, seat int) bool {
	d := s.deals[number]
	return d.next > seat && len(s.layersOf(d.cards, d.leaves, seat)) > 0
}

// leaveView is what a seat that leaves has to have seen.
func (s *public) leaveView(seat int, l leaving) digest {
	base := s.deckAfter(len(s.leaves))
	var values []byte
	for _, p := range l.all() {
		values = append(values, s.undealt(p)...)
	}
	return hashFields("hand/leave", base[:], u32(seat), u32s(l.before), u32s(l.passed), values)
}

// undealtAt is the part of the deck at some positions.
func (s *public) undealtAt(positions []int) sra.Deck {
	places := make([]int, len(positions))
	for i, p := range positions {
		places[i] = p - s.first
	}
	return pick(s.deck, places)
}

// leave takes this seat's layer off some positions, and the seat out of the turns.
func (s *handState) leave(l leaving) {
	view := s.leaveView(s.seat, l)
	parts := [][]byte{view[:], {byte(len(s.leaves))}, appendPositions(nil, l.before), appendPositions(nil, l.passed)}
	var to sra.Deck
	if all := l.all(); len(all) > 0 {
		from := s.undealtAt(all)
		to = must(s.key.Decrypt(from))
		parts = append(parts, to.Bytes(), must(s.key.ProveDecryption(view[:], from, to)))
	}
	s.addLeave(s.seat, l, to)
	s.send(s.newMessage(leaveMessage, parts...))
}

// addLeave takes a seat out of the turns, with what is left of the cards without its
// layer.
func (s *public) addLeave(seat int, l leaving, to sra.Deck) {
	encoded := s.deck.Bytes()
	size := s.deck.Group().ElementSize()
	for i, p := range l.all() {
		copy(encoded[(p-s.first)*size:], to.At(i).Bytes())
	}
	base := s.deckAfter(len(s.leaves))
	s.deck = deckOf(s.deck.Group(), encoded)
	s.leaves = append(slices.Clip(s.leaves), leave{seat, hashFields("hand/left", base[:], u32(seat), u32s(l.before), u32s(l.passed), encoded)})
	for number, d := range s.deals {
		if slices.ContainsFunc(d.cards, func(c Deal) bool { return slices.Contains(l.before, c.Position) }) {
			s.begin(number)
		}
	}
}

func (s *public) receiveLeave(from int, body []byte) error {
	const head = len(digest{}) + 1
	l, rest, err := s.parseLeaving(body, head)
	if err != nil {
		return blame(err, from)
	}
	leaves := int(body[head-1])
	switch {
	case !s.ready():
		return early("seat %d leaves before the deck is ready", from)
	case s.hasLeft(from, len(s.leaves)):
		return blame(stateError("it has left in another message"), from)
	case leaves > len(s.leaves):
		return early("seat %d leaves after seats whose messages aren't here", from)
	case leaves < len(s.leaves):
		return diverged("seat %d leaves at the same time as another seat", from)
	case len(s.here()) == 2:
		return blame(stateError("it leaves one seat alone"), from)
	}
	view := s.leaveView(from, l)
	if err := checkView(from, view, body[:len(view)]); err != nil {
		return err
	}
	if err := s.checkLeaving(from, l); err != nil {
		return err
	}
	var to sra.Deck
	if all := l.all(); len(all) > 0 {
		size := len(all) * s.deck.Group().ElementSize()
		if to, err = sra.ParseDeck(s.deck.Group(), len(all), rest[:size]); err != nil {
			return blame(err, from)
		}
		if err := s.keys[from].VerifyDecryption(view[:], s.undealtAt(all), to, rest[size:]); err != nil {
			return blame(err, from)
		}
	}
	s.addLeave(from, l, to)
	return nil
}

// parseLeaving takes the message of a leave apart, from `head` on.
func (s *public) parseLeaving(body []byte, head int) (l leaving, rest []byte, err error) {
	const what = "the message of the leave"
	if len(body) < head {
		return l, nil, malformed("%s is too short", what)
	}
	rest = body[head:]
	seen := make([]bool, len(s.positions))
	for _, list := range []*[]int{&l.before, &l.passed} {
		if len(rest) < 2 || len(rest)-2 < 2*int(binary.BigEndian.Uint16(rest)) {
			return l, nil, malformed("%s is too short", what)
		}
		n := int(binary.BigEndian.Uint16(rest))
		for i := range n {
			p := int(binary.BigEndian.Uint16(rest[2+2*i:]))
			if err := checkPosition(p, s.first, seen); err != nil {
				return l, nil, err
			}
			*list = append(*list, p)
		}
		rest = rest[2+2*n:]
	}
	want := 0
	if n := len(l.all()); n > 0 {
		want = n*s.cards.Group().ElementSize() + sra.DecryptionProofSize(s.cards.Group())
	}
	if len(rest) != want {
		return l, nil, malformed("%s has %d bytes of cards and proof, not %d", what, len(rest), want)
	}
	return l, rest, nil
}

// checkLeaving compares what a seat that leaves takes its layer off with what has been
// dealt here. It may not have been told of all these deals, and not all that it has heard
// need be here.
func (s *public) checkLeaving(from int, l leaving) error {
	kind := make([]byte, len(s.positions))
	for _, p := range l.before {
		kind[p] = 1
	}
	for _, p := range l.passed {
		kind[p] = 2
	}
	for p := s.first; p < len(s.positions); p++ {
		at := s.positions[p]
		switch {
		case at.retired && kind[p] > 0:
			return blame(malformed("position %d is a card that a seat has kept", p), from)
		case at.retired:
		case kind[p] == 1 && at.deal >= 0 && s.turnPassed(at.deal, from):
			return blame(stateError("it has taken its layer off position %d in another message", p), from)
		case kind[p] == 1 && at.shown:
			return blame(stateError("it has shown position %d in another message", p), from)
		case kind[p] == 1 && at.deal >= 0 && at.to != from && at.value != nil && s.hasLeft(at.to, len(s.leaves)):
			return blame(stateError("position %d is that of seat %d, which left with it", p, at.to), from)
		case kind[p] == 2 && (at.deal < 0 || !s.turnPassed(at.deal, from)):
			return early("seat %d leaves after its turn for position %d, which hasn't come here", from, p)
		case kind[p] == 0 && (at.deal < 0 || at.to != from && !s.hasLeft(at.to, len(s.leaves)) && s.deals[at.deal].next < s.seats):
			return early("seat %d leaves its layer on position %d, whose deal isn't done here", from, p)
		}
	}
	return nil
}
