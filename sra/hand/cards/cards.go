package cards

import (
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"slices"

	"github.com/squaredeal/squaredeal/internal/wrap"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// Everyone stands for all seats, where a card is dealt for all to see. As the seat of an
// observer it stands for none.
const Everyone = hand.Everyone

// MinSeed is the least length of a seed in bytes.
const MinSeed = 32

// ErrTurn: the seat is due, but its message isn't of its turn. It is in a [hand.BlameError]. Other errors
// wrap [sra.ErrMalformed], [sra.ErrProof], [hand.ErrState] or [hand.ErrNotReady].
var ErrTurn = errors.New("cards: that isn't a message of the turn that is due")

// A Hand is a hand of cards between some seats of a game. Don't copy it. The zero value is
// invalid: it takes no step and no message.
type Hand struct {
	hand  hand.Hand
	seats []int // the game's, in the order of package hand
	me    int
	gone  []int // dropped
	phase int
	turns map[hand.Digest]bool // of this phase
}

// New begins a hand at the head of a round, a digest of all that was said before it, which no
// other hand begins at. The seats are those of the game that take part, from
// [hand.MinSeats] to [hand.MaxSeats], in their order of shuffling. The seed is this seat's,
// secret, from crypto/rand, of [MinSeed] bytes or more, and may be the same in all rounds;
// a seat that begins again with it says the same again. If me isn't among the seats, or is
// -1, it observes, and needs no seed. The deck is made by [sra.PublicDeck].
//
// Everything else is an [sra.ErrMalformed].
func New(head [32]byte, seats []int, me int, seed []byte, deck sra.Deck) (*Hand, error) {
	id := slices.Clone(head[:]) // and the seats, as package hand wants it
	for i, seat := range seats {
		switch {
		case seat < 0:
			return nil, wrap.Errorf(errMalformed, "seat %d is below 0", seat)
		case slices.Contains(seats[:i], seat):
			return nil, wrap.Errorf(errMalformed, "seat %d is named twice", seat)
		}
		id = binary.BigEndian.AppendUint64(id, uint64(seat))
	}
	h := &Hand{seats: slices.Clone(seats), me: me}
	var begun *hand.Hand
	i, err := h.number(me), error(nil)
	switch {
	case me < Everyone:
		err = wrap.Errorf(errMalformed, "seat %d is below -1", me)
	case i < 0:
		begun, err = hand.Watch(id, deck, len(seats))
	case len(seed) < MinSeed:
		err = wrap.Errorf(errMalformed, "the seed has %d bytes, not %d or more", len(seed), MinSeed)
	default:
		var b []byte
		if b, err = hkdf.Key(sha256.New, seed, head[:], "squaredeal/cards/v1/secret", hand.SecretSize); err == nil {
			begun, err = hand.New(id, deck, len(seats), i, hand.NewState([hand.SecretSize]byte(b)), stored)
		}
	}
	if err != nil {
		return nil, err
	}
	h.hand = *begun // nobody else has it
	if err := h.step(nil); err != nil {
		return nil, err
	}
	return h, nil
}

var (
	errMalformed = wrap.Class("cards: malformed", sra.ErrMalformed)
	errState     = wrap.Class("cards: wrong state", hand.ErrState)
)

// stored stores nothing: a table has stored what was read when a seat speaks.
func stored(_, _ hand.State) error { return nil }

// Parallel shares this seat's work on the cards among n goroutines, or as many as GOMAXPROCS
// allows to run if that is less. Without it, the caller's does it all.
func (h *Hand) Parallel(n int) { h.hand.Parallel(n) }

// step begins a phase with each step: what was said before, such as a farewell, may not fit any
// more. It returns the error of the step, which changed nothing.
func (h *Hand) step(err error) error {
	if err == nil {
		h.phase++
		h.follow()
	}
	return err
}

// follow keeps which turns are due, and reports whether one wasn't before.
func (h *Hand) follow() (fresh bool) {
	turns := make(map[hand.Digest]bool)
	for _, turn := range h.hand.Due() {
		turns[turn.ID] = true
		fresh = fresh || !h.turns[turn.ID]
	}
	h.turns = turns
	return fresh
}

// number returns a seat's number in package hand, -1 if it takes no part.
func (h *Hand) number(seat int) int { return slices.Index(h.seats, seat) }

// due returns the turns whose messages are awaited, by the game's seats.
func (h *Hand) due() []hand.Turn {
	due := h.hand.Due()
	for i := range due {
		due[i].Seat = h.seats[due[i].Seat]
	}
	return slices.DeleteFunc(due, func(t hand.Turn) bool { return slices.Contains(h.gone, t.Seat) })
}

// Next begins a phase, for what the game itself has seats say.
func (h *Hand) Next() { h.phase++ }

// Due returns the seats whose messages about the cards are awaited, one of several messages as
// often, and the number of the phase, which grows with each step and whenever a message becomes due.
func (h *Hand) Due() (phase int, seats []int) {
	for _, turn := range h.due() {
		seats = append(seats, turn.Seat)
	}
	return h.phase, seats
}

// Kind returns what a seat that is due has to say first, 0 if it isn't due.
func (h *Hand) Kind(seat int) hand.Kind {
	due := h.due()
	if i := slices.IndexFunc(due, func(t hand.Turn) bool { return t.Seat == seat }); i >= 0 {
		return due[i].Kind
	}
	return 0
}

// Pending returns this seat's message about the cards, nil if none is due: the same until it
// is read, and again after a restart.
func (h *Hand) Pending() []byte {
	if h.Kind(h.me) == 0 {
		return nil
	}
	message, _ := h.hand.Pending() // nothing is stored or awaited that could fail
	return message
}

// Receive takes a message of a seat that is due and has read all that came before the phase,
// as a table makes sure. A [hand.BlameError] is the fault of that seat, and one who was
// honest is never blamed. An [hand.ErrState] is the caller's: the seat isn't due. After an
// error all is as it was.
func (h *Hand) Receive(seat int, message []byte) error {
	if h.Kind(seat) == 0 {
		return wrap.Errorf(errState, "seat %d isn't due", seat)
	}
	taken, err := h.hand.Receive(h.number(seat), message)
	var blame *hand.BlameError
	switch {
	case errors.As(err, &blame):
		return &hand.BlameError{Seats: []int{seat}, Err: blame.Err}
	case err != nil:
		return err
	case !taken:
		return &hand.BlameError{Seats: []int{seat}, Err: ErrTurn}
	case h.follow():
		h.phase++
	}
	return nil
}

// Deal deals the next cards of the stock, those at the lowest positions, to these seats or
// [Everyone], and returns their positions. If a seat was dropped whose layer they have, Deal
// does what [Hand.Renew] does instead: then the positions are nil, and Deal is called again when
// nobody is due.
//
// It is a [hand.ErrNotReady] while cards are shuffled, and a [hand.ErrState] for a seat
// that isn't here, for no cards, or for more than are in the stock.
func (h *Hand) Deal(to ...int) (positions []int, err error) {
	stock, places := h.Stock(), []hand.Place(nil)
	for i, seat := range to {
		switch {
		case !h.isHere(seat) && seat != Everyone:
			return nil, wrap.Errorf(errState, "seat %d isn't here", seat)
		case i < len(stock):
			places = append(places, hand.Place{Position: stock[i], To: seat})
			positions = append(positions, stock[i])
		}
	}
	switch {
	case len(h.absent()) > 0:
		_, err := h.Renew()
		return nil, err
	case h.hand.Ready() && len(to) > len(stock):
		return nil, wrap.Errorf(errState, "%d cards of a stock of %d are dealt", len(to), len(stock))
	}
	if err := h.DealAt(places...); err != nil {
		return nil, err
	}
	return positions, nil
}

// DealAt deals cards of the stock at some positions: those that were returned, so that they are
// passed, or those of one of several piles.
//
// It is a [hand.ErrNotReady] while cards are shuffled, and a [hand.ErrState] for a seat that
// isn't here, for no cards, for a position that isn't in the stock, and if a seat was dropped
// whose layer they have.
func (h *Hand) DealAt(places ...hand.Place) error {
	if err := h.checkAbsent(); err != nil {
		return err
	}
	places = slices.Clone(places)
	for i, p := range places {
		if p.To == Everyone {
			continue
		}
		if !h.isHere(p.To) {
			return wrap.Errorf(errState, "seat %d isn't here", p.To)
		}
		places[i].To = h.number(p.To)
	}
	return h.step(h.hand.Deal(places...))
}

// Return puts cards that a seat holds, or everybody sees, back into the stock, at the same
// positions. Who knew them still does, until they are shuffled with others.
//
// It is a [hand.ErrNotReady] while cards are shuffled, and a [hand.ErrState] for no positions,
// for a card that is neither held nor open, is to be shown, or was held by a seat that has folded,
// and if a seat was dropped whose layer the cards have.
func (h *Hand) Return(positions ...int) error {
	if err := h.checkAbsent(); err != nil {
		return err
	}
	return h.step(h.hand.Return(positions...))
}

// Shuffle has some seats, in this order, put cards of the stock into another order among their
// positions, which nobody knows but these seats together. One seat alone knows where the cards
// are that it knew.
//
// It is a [hand.ErrNotReady] while cards are shuffled, and a [hand.ErrState] while cards are
// dealt, for no seats or no positions, for a seat that isn't here, a position that isn't in the stock,
// for either named twice, and if a seat was dropped whose layer the cards have.
func (h *Hand) Shuffle(seats []int, positions ...int) error {
	if err := h.checkAbsent(); err != nil {
		return err
	}
	numbers := make([]int, len(seats))
	for i, seat := range seats {
		switch {
		case !h.isHere(seat):
			return wrap.Errorf(errState, "seat %d isn't here", seat)
		case slices.Contains(seats[:i], seat):
			return wrap.Errorf(errState, "seat %d is named twice", seat)
		}
		numbers[i] = h.number(seat)
	}
	return h.step(h.hand.Shuffle(numbers, positions...))
}

// Stock returns the positions of the cards that can be dealt, ascending, when no cards are shuffled.
func (h *Hand) Stock() (positions []int) {
	for _, p := range h.hand.With(hand.Stock) {
		positions = append(positions, p.Position)
	}
	return positions
}

// Here returns the seats that were neither dropped nor folded, in their order of shuffling.
func (h *Hand) Here() (seats []int) {
	for _, i := range h.hand.Here() {
		if seat := h.seats[i]; !slices.Contains(h.gone, seat) {
			seats = append(seats, seat)
		}
	}
	return seats
}

func (h *Hand) isHere(seat int) bool { return slices.Contains(h.Here(), seat) }

// absent returns the seats that were dropped before they took their layers off the stock, by
// their numbers in package hand.
func (h *Hand) absent() (numbers []int) {
	for _, turn := range h.hand.Due() {
		if turn.Kind == hand.Leave {
			numbers = append(numbers, turn.Seat)
		}
	}
	numbers = append(numbers, h.hand.Here()...)
	return slices.DeleteFunc(numbers, func(i int) bool { return !slices.Contains(h.gone, h.seats[i]) })
}

func (h *Hand) checkAbsent() error {
	if absent := h.absent(); len(absent) > 0 {
		return wrap.Errorf(errState, "the cards have the layer of seat %d, which was dropped", h.seats[absent[0]])
	}
	return nil
}

// Renew has all cards but those that are open, and those that seats who stay hold, shuffled
// anew if they have the layer of a seat that was dropped, and reports whether they have. They get
// new positions; who knew a card of the stock doesn't know where it is. What was being dealt,
// or was to be shown, is void.
//
// It is a [hand.ErrState] if fewer than two seats would stay: then the hand is over.
func (h *Hand) Renew() (again bool, err error) {
	absent := h.absent()
	if len(absent) == 0 {
		return false, nil
	}
	err = h.step(h.hand.Drop(absent...))
	return err == nil, err
}

// Drop goes on without a seat that is out. If more is due than cards to show, Drop does what
// [Hand.Renew] does at once, and reports it; otherwise the next Deal does, or the game, before
// it moves other cards. A seat that takes no part, or none any more, changes nothing. It is an
// [hand.ErrState] if all would have to be shuffled, and fewer than two seats would stay: then the
// hand is over.
func (h *Hand) Drop(seat int) (again bool, err error) {
	if h.number(seat) < 0 || slices.Contains(h.gone, seat) {
		return false, nil
	}
	busy := slices.ContainsFunc(h.hand.Due(), func(t hand.Turn) bool { return t.Kind != hand.Show })
	h.gone = append(h.gone, seat)
	if busy {
		again, err = h.Renew()
	}
	switch {
	case err != nil:
		h.gone = h.gone[:len(h.gone)-1]
	case !again:
		h.phase++ // who could fold may not any more
	}
	return again, err
}

// checkFold returns an error if a seat can't fold now.
func (h *Hand) checkFold(seat int) error {
	switch here, due := h.Here(), h.due(); {
	case len(due) > 0:
		return wrap.Errorf(errState, "seat %d is due first", due[0].Seat)
	case !slices.Contains(here, seat):
		return wrap.Errorf(errState, "seat %d isn't here", seat)
	case len(here) <= hand.MinSeats:
		return wrap.Errorf(errState, "only two seats are left")
	}
	return nil
}

// Farewell returns what this seat has to say about the cards if it folds now; nil if that is
// nothing, as all cards are its own. It opens this seat's layer of all cards that it doesn't
// hold: send it only with a move that can't be refused any more. Its errors are those of
// [Hand.Fold].
func (h *Hand) Farewell() ([]byte, error) {
	if err := h.checkFold(h.me); err != nil {
		return nil, err
	}
	return h.hand.LeaveMessage()
}

// Fold lets a seat go in good order, with the message that [Hand.Farewell] returned there: from
// then on it only shows its cards, which can't be returned. When all is shuffled anew, it
// only observes. It is a [hand.ErrState] if the seat isn't here, while anybody is due, and if
// fewer than two others would stay. A [hand.BlameError] is the seat's fault: then it has left,
// still owes the message if there is one, and is to be dropped at once, as an exception to what
// package commit/table wants: that a fault changes nothing.
func (h *Hand) Fold(seat int, message []byte) error {
	if err := h.checkFold(seat); err != nil {
		return err
	}
	if err := h.step(h.hand.Leave(h.number(seat))); err != nil {
		return err
	}
	owes := h.Kind(seat) == hand.Leave
	switch {
	case owes:
		return h.Receive(seat, message)
	case len(message) > 0:
		return &hand.BlameError{Seats: []int{seat}, Err: ErrTurn}
	}
	return nil
}

// Show has a seat show its cards at these positions, also if it has folded. It is an
// [hand.ErrState] if it was dropped, for no positions, and for a card that it doesn't hold or
// has to show already.
func (h *Hand) Show(seat int, positions ...int) error {
	if slices.Contains(h.gone, seat) {
		return wrap.Errorf(errState, "seat %d was dropped", seat)
	}
	for _, p := range positions {
		if s, to := h.Status(p); s != hand.Held || to != seat {
			return wrap.Errorf(errState, "position %d isn't held by seat %d", p, seat)
		}
	}
	return h.step(h.hand.Show(h.number(seat), positions...))
}

// Of returns the positions of the cards that a seat, or Everyone, was dealt, ascending.
func (h *Hand) Of(seat int) (positions []int) {
	to := h.number(seat)
	if to < 0 && seat != Everyone {
		return nil
	}
	for _, c := range append(h.hand.With(hand.Held), h.hand.With(hand.Open)...) {
		if c.To == to {
			positions = append(positions, c.Position)
		}
	}
	return slices.Sorted(slices.Values(positions))
}

// Look returns the numbers of the cards at some positions, in their order, without those that
// this seat doesn't know.
func (h *Hand) Look(positions ...int) (known []int) {
	for _, p := range positions {
		if n, ok := h.hand.Look(p); ok {
			known = append(known, n)
		}
	}
	return known
}

// Status returns what has become of a position, and whom the card there is to: a seat of the game,
// or [Everyone].
func (h *Hand) Status(position int) (s hand.Status, to int) {
	if s, to = h.hand.Status(position); to != Everyone {
		to = h.seats[to]
	}
	return s, to
}

// Open reports whether everybody knows the card at a position.
func (h *Hand) Open(position int) bool {
	s, _ := h.Status(position)
	return s == hand.Open
}
