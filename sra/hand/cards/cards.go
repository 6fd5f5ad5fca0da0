package cards

import (
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// Everyone stands for all seats, where a card is dealt for all to see. As the seat of an
// observer it stands for none.
const Everyone = hand.Everyone

// MinSeed is the least length of a seed in bytes.
const MinSeed = 32

// ErrTurn is in a [hand.BlameError]: the seat is due, but its message isn't of its turn.
// Other errors wrap [sra.ErrMalformed], [sra.ErrProof], [hand.ErrState] or
// [hand.ErrNotReady].
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
	for i, seat := range seats {
		if seat < 0 || slices.Contains(seats[:i], seat) {
			return nil, malformed("seat %d is below 0 or named twice", seat)
		}
	}
	h := &Hand{seats: slices.Clone(seats), me: me}
	var begun *hand.Hand
	i, err := h.number(me), error(nil)
	switch {
	case me < Everyone:
		err = malformed("seat %d is below -1", me)
	case i < 0:
		begun, err = hand.Watch(head[:], deck, len(seats))
	case len(seed) < MinSeed:
		err = malformed("the seed has %d bytes, not %d or more", len(seed), MinSeed)
	default:
		b, _ := hkdf.Key(sha256.New, seed, head[:], "squaredeal/cards/v1/secret", hand.SecretSize)
		secret, _ := hand.ParseSecret(b) // zero if that failed, which New refuses
		begun, err = hand.New(head[:], deck, len(seats), i, secret)
	}
	if err != nil {
		return nil, err
	}
	h.hand = *begun // nobody else has it
	return h, h.step(nil)
}

func malformed(format string, args ...any) error {
	return fmt.Errorf("cards: %w: "+format, append([]any{sra.ErrMalformed}, args...)...)
}

func wrongState(format string, args ...any) error {
	return fmt.Errorf("cards: %w: "+format, append([]any{hand.ErrState}, args...)...)
}

// Parallel shares this seat's work on the cards among n goroutines, or as many as GOMAXPROCS
// allows to run if that is less. Without it, the caller's does it all.
func (h *Hand) Parallel(n int) { h.hand.Parallel(n) }

// step follows each step and message: a phase begins with each turn that wasn't due before.
// It returns the error of the step, which changed nothing.
func (h *Hand) step(err error) error {
	if err != nil {
		return err
	}
	turns := make(map[hand.Digest]bool)
	fresh := false
	for _, turn := range h.hand.Due() {
		turns[turn.ID] = true
		fresh = fresh || !h.turns[turn.ID]
	}
	if fresh {
		h.phase, h.turns = h.phase+1, turns
	}
	return nil
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
// often, and the number of the phase, which grows whenever a message becomes due.
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

// Own returns this seat's message about the cards, nil if none is due: the same until it
// is read, and again after a restart.
func (h *Hand) Own() []byte {
	if h.Kind(h.me) == 0 {
		return nil
	}
	return h.hand.Pending()
}

// Receive takes a message of a seat that is due and has read all that came before the phase,
// as a table makes sure. A [hand.BlameError] is the fault of that seat, and one who was
// honest is never blamed. An [hand.ErrState] is the caller's: the seat isn't due. After an
// error all is as it was.
func (h *Hand) Receive(seat int, message []byte) error {
	if h.Kind(seat) == 0 {
		return wrongState("seat %d isn't due", seat)
	}
	taken, err := h.hand.Receive(h.number(seat), message)
	var blame *hand.BlameError
	switch {
	case errors.As(err, &blame):
		return &hand.BlameError{Seat: seat, Err: blame.Err}
	case err != nil:
		return err
	case !taken:
		return &hand.BlameError{Seat: seat, Err: ErrTurn}
	}
	return h.step(nil)
}

// Deal deals the next cards of the stock, to these seats or [Everyone], and returns their
// positions. If a seat was dropped whose layer they have, all are shuffled again first: then
// the positions are nil, and Deal is called again when nobody is due.
//
// It is an [hand.ErrNotReady] while cards are shuffled, and an [hand.ErrState] for a seat
// that isn't here, for no cards, or for more than are in the stock.
func (h *Hand) Deal(to ...int) (positions []int, err error) {
	here, stock := h.here(), h.hand.With(hand.Stock)
	for _, seat := range to {
		if seat != Everyone && !slices.Contains(here, seat) {
			return nil, wrongState("seat %d isn't here", seat)
		}
	}
	switch {
	case len(h.absent()) > 0:
		return nil, h.Shuffle()
	case h.hand.Ready() && len(to) > len(stock):
		return nil, wrongState("%d cards of a stock of %d are dealt", len(to), len(stock))
	}
	cards := stock[:min(len(to), len(stock))]
	for i := range cards {
		cards[i].To = h.number(to[i]) // -1 is everyone there, too
		positions = append(positions, cards[i].Position)
	}
	if err := h.step(h.hand.Deal(cards...)); err != nil {
		return nil, err
	}
	return positions, nil
}

// Stock returns how many cards can be dealt.
func (h *Hand) Stock() int { return len(h.hand.With(hand.Stock)) }

// here returns the seats that were neither dropped nor folded.
func (h *Hand) here() (seats []int) {
	for _, i := range h.hand.Here() {
		if seat := h.seats[i]; !slices.Contains(h.gone, seat) {
			seats = append(seats, seat)
		}
	}
	return seats
}

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

// Shuffle goes on without the seats that were dropped, with the rest of the cards and those
// at the positions back, shuffled again. What was being dealt is void.
//
// It is an [hand.ErrState] if fewer than two seats would stay, if nothing needs it, or for
// a position whose card nobody has been dealt.
func (h *Hand) Shuffle(back ...int) error {
	return h.step(h.hand.Redeal(h.absent(), back))
}

// Drop goes on without a seat that is out. If more is due than cards to show, the rest are
// shuffled again at once, which it reports; otherwise before the next deal. A seat that takes
// no part, or none any more, changes nothing. It is an [hand.ErrState] if all would have to
// be shuffled, and fewer than two seats would stay: then the hand is over.
func (h *Hand) Drop(seat int) (again bool, err error) {
	if h.number(seat) < 0 || slices.Contains(h.gone, seat) {
		return false, nil
	}
	busy := slices.ContainsFunc(h.hand.Due(), func(t hand.Turn) bool { return t.Kind != hand.Show })
	h.gone = append(h.gone, seat)
	if again = busy && len(h.absent()) > 0; again {
		if err = h.Shuffle(); err != nil {
			h.gone = h.gone[:len(h.gone)-1]
		}
	}
	return again && err == nil, err
}

// checkFold returns an error if a seat can't fold now.
func (h *Hand) checkFold(seat int) error {
	switch here, due := h.here(), h.due(); {
	case len(due) > 0:
		return wrongState("seat %d is due first", due[0].Seat)
	case !slices.Contains(here, seat):
		return wrongState("seat %d isn't here", seat)
	case len(here) <= hand.MinSeats:
		return wrongState("only two seats are left")
	}
	return nil
}

// Farewell returns what this seat has to say about the cards if it folds now; nil if that is
// nothing, as no cards are left to deal. It opens this seat's layer of the stock: send it
// only with a move that can't be refused any more. Its errors are those of [Hand.Fold].
func (h *Hand) Farewell() ([]byte, error) {
	if err := h.checkFold(h.me); err != nil {
		return nil, err
	}
	message, _ := h.hand.LeaveMessage()
	return message, nil
}

// Fold lets a seat go in good order, with the message that [Hand.Farewell] returned there. It
// is an [hand.ErrState] if the seat isn't here, while anybody is due, and if fewer than two
// others would stay. A [hand.BlameError] is the seat's fault: then it has left, still owes
// the message, and is to be dropped.
func (h *Hand) Fold(seat int, message []byte) error {
	if err := h.checkFold(seat); err != nil {
		return err
	}
	owes := h.Stock() > 0
	if owes != (len(message) > 0) {
		return &hand.BlameError{Seat: seat, Err: ErrTurn}
	}
	err := h.step(h.hand.Leave(h.number(seat)))
	if err == nil && owes {
		err = h.Receive(seat, message)
	}
	return err
}

// Show has a seat show its cards at these positions, also if it has folded. It is an
// [hand.ErrState] if it was dropped, for no positions, and for a card that it doesn't hold or
// has to show already.
func (h *Hand) Show(seat int, positions ...int) error {
	if slices.Contains(h.gone, seat) {
		return wrongState("seat %d was dropped", seat)
	}
	for _, p := range positions {
		if s, to := h.hand.Status(p); s != hand.Held || h.seats[to] != seat {
			return wrongState("position %d isn't held by seat %d", p, seat)
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
		if n, ok := h.hand.Card(p); ok {
			known = append(known, n)
		}
	}
	return known
}

// Open reports whether everybody knows the card at a position.
func (h *Hand) Open(position int) bool {
	status, _ := h.hand.Status(position)
	return status == hand.Open
}
